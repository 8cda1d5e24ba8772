"""Temple: what lies beside the mat: ritual masks, deck and discards; and how the mat is read."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games.canvas.scene import Scene, texts_in
from chapterhouse.games.canvas.svg import circle, group, kept, lines, moved, panel, path, rect, seal, text
from chapterhouse.games.canvas.text import LEAST, fit, wrap
from chapterhouse.games.temple.picture.actions import POWERS
from chapterhouse.games.temple.picture.scene import CARD, COLOURS, card, eye, use
from chapterhouse.games.temple.words.spoken import status_says

SHOWN = ("ritual", "deck", "discards", "discard_pile", "goal", "round")  # of a view


def ritual(owner: int | None, colour: str, x: float, y: float, w: float, small: float) -> str:
    """A ritual mask: on the table, or whose it is."""
    if owner is None:
        return group(use(f"ritual-{colour}", x, y, w, w * 7 / 6), id=f"ritual-{colour}")
    mask = w * 0.75
    gone = circle(x + w / 2, y + w / 2 - 2, w * 0.44, "empty") + group(
        use(f"mask-{colour}", x + w / 8, y + 6, mask), "none"
    )
    return group(gone + seal(owner, x + w / 2 + 2, y + w / 2 + 2, small), id=f"ritual-{colour}")


def stack(id: str, count: int, top: str | None, x: float, y: float, w: float, deep: bool = False) -> str:
    """The deck, or the discards with the last one on top."""
    if not count:
        return group(rect(x, y, w, w * CARD, "empty", 5), id=id)
    return group("".join(card(top, x + d, y - d, w) for d in ((4, 2, 0) if deep and count > 2 else (0,))), id=id)


def discarded(pile: dict[str, int], x: float, y: float) -> str:
    """What lies in the discards, all of it face up: how many of each kind."""
    parts = [use(f"mask-{colour}", x, y + n * 27, 24) for n, colour in enumerate(COLOURS)]
    rows = [[f"{colour} 1", f"{colour} 2"] for colour in COLOURS] + [["curse"]]
    for n, row in enumerate(rows):
        for column, name in enumerate(row):
            at, top = x + 32 + column * 50, y + n * 27
            number = text(at + 23, top + 17, pile[name], LEAST, "num b")
            parts.append(group(card(name, at, top - 1, 18) + number, "" if pile[name] or name == "curse" else "none"))
    return group("".join(parts), id="discarded")


def table_wide(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    drawn = _table_wide(scene.texts.language, {key: scene.view[key] for key in SHOWN}, x, y, w, h)
    return moved(0, 0, drawn, "table", _says(scene))


def _says(scene: Scene) -> str:
    """What lies on the table, for those who cannot see it: ritual masks, deck, discards, and what wins."""
    return " ".join(status_says(scene.view, scene.texts))


@kept(256)
def _table_wide(language: str, view: dict[str, Any], x: float, y: float, w: float, h: float) -> str:
    scene = Scene(view, texts_in(language, "temple"))
    parts = [
        panel(x, y, w, 204),
        text(x + w / 2, y + 22, fit(scene.says("rituals"), LEAST, w), LEAST, "disp b", "middle"),
    ]
    for n, colour in enumerate(COLOURS):
        parts.append(ritual(view["ritual"][colour], colour, x + 7 + (n % 2) * 70, y + 32 + (n // 2) * 82, 64, 30))
    parts.append(panel(x, y + 212, w, h - 212))
    for n, (id, count, top) in enumerate(_stacks(view)):
        left = x + 12 + 70 * n
        parts.append(text(x + (w - 8 if n else 10), y + 232, scene.says(id), LEAST, "mut", "end" if n else "start"))
        parts.append(stack(id, count, top, left, y + 242, 56, id == "deck"))
        parts.append(text(left + 28, y + 259 + 56 * CARD, count, 15, "num b", "middle"))
    for line in (352, 508):
        parts.append(path(f"M{x + 10:g} {y + line:g}H{x + w - 10:g}", "line"))
    parts.append(discarded(view["discard_pile"], x + 14, y + 364) + use("crown", x + 14, y + 522, 22, None, "gold"))
    parts.append(lines(x + 44, y + 534, wrap(scene.says("goal", n=view["goal"]), LEAST, w - 54, 4), 17, LEAST))
    parts.append(text(x + 14, y + h - 14, fit(scene.says("round", n=view["round"]), LEAST, w - 24), LEAST, "mut"))
    return "".join(parts)


def _stacks(view: dict[str, Any]) -> list[tuple[str, int, str | None]]:
    discards = view["discards"]
    return [("deck", view["deck"], None), ("discards", discards["count"], discards["top"])]


def table_narrow(scene: Scene, y: float) -> str:
    """One strip: ritual masks with their owners, deck, discards."""
    view = dict(scene.view)
    parts = [panel(8, y, 374, 48)]
    parts += [ritual(view["ritual"][colour], colour, 14 + n * 44, y + 3, 36, 22) for n, colour in enumerate(COLOURS)]
    for n, (id, count, top) in enumerate(_stacks(view)):
        parts.append(stack(id, count, top, 200 + 62 * n, y + 4, 28) + text(236 + 62 * n, y + 30, count, 16, "num b"))
    parts.append(
        use("crown", 330, y + 6, 20, None, "gold")
        + text(356, y + 22, view["goal"], 18, "num b")
        + text(376, y + 40, fit(scene.says("round", n=view["round"]), 11, 60), 11, "mut", "end")
    )
    return moved(0, 0, "".join(parts), "table", _says(scene))


# ── How the mat is read ─────────────────────────────────────────────────────────────────────────────────────────────


@functools.cache
def legend(language: str) -> str:
    texts = texts_in(language, "temple")
    marks = {
        "reach": rect(14, 46, 22, 20, "lamp", 4),
        "cursed": use("curse-tile", 13, 72, 24),
        "grey": use("mask-grey", 13, 100, 24),
        "seen": eye(25, 139, 10),
        "more": rect(14, 160, 22, 11, "more", 2),
    }
    return text(14, 28, texts("picture.legend.title"), 16, "disp b") + "".join(
        mark + text(46, 60 + n * 28, fit(texts(f"picture.legend.{key}"), LEAST, 258), LEAST)
        for n, (key, mark) in enumerate(marks.items())
    )


@functools.cache
def powers(language: str, width: float) -> str:
    """What the rooms can do."""
    texts = texts_in(language, "temple")
    parts = [text(14, 28, texts("picture.legend.powers"), 16, "disp b")]
    for power, sign in POWERS.items():
        y = 48 * power - 6
        rows = wrap(texts(f"picture.legend.power.{power}"), LEAST, width - 64, 2)
        parts.append(
            group(use(sign, 14, y + 4, 24), "sign") + lines(48, y + (14 if len(rows) > 1 else 21), rows, 17, LEAST)
        )
    return "".join(parts)
