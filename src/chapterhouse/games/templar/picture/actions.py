"""Templar: the prompt, and buttons for what has no place of its own on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

from chapterhouse.games.canvas.svg import centred, circle, seal, text
from chapterhouse.games.canvas.text import LEAST, fit, width, wrap
from chapterhouse.games.templar.picture import abbey
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.state import SEATS
from chapterhouse.games.templar.tables import AREA_NAMES, KIND_NAMES, PORTAL_NAMES

RINGS = KIND_NAMES[2:]


@dataclass(frozen=True)
class Button:
    words: str  # the notation
    label: str
    main: bool = False  # what most will want
    kind: str = ""  # a valuable to draw
    owner: int = 0

    def width(self, size: float) -> float:
        return width(self.label, size, True) + (60 if self.kind else 26)


def buttons(scene: Scene, *, narrow: bool) -> list[Button]:
    """The actions that need a button: those without a place, on a phone also those whose place on the plan is too small
    for a thumb, and whatever has found none in what is drawn already."""
    labelled = _labelled(scene, narrow)
    done = scene.placed | {button.words for button in labelled}
    return labelled + [Button(words, says) for words, says in scene.legal.items() if words not in done]


def _labelled(scene: Scene, narrow: bool) -> list[Button]:
    texts, buttons = scene.texts, []
    for verb, main in (("announce", True), ("silent", False), ("stop", True), ("done", True)):
        buttons += [Button(words, texts(f"picture.{verb}"), main) for _, words in scene.choices.get(verb, ())]
    for n, words in scene.choices.get("single", ()):
        buttons.append(Button(words, texts(f"kind.{RINGS[n]}"), True, RINGS[n], scene.me or 0))
    if not narrow:
        return buttons
    for n, words in scene.choices.get("portal", ()):
        buttons.append(Button(words, texts(f"portal.{PORTAL_NAMES[n]}"), True))
    if scene.room is not None:
        areas = scene.view["rooms"][scene.room - 1]["rings"]
        for n, words in scene.choices.get("take", ()):
            area, owner = divmod(n, SEATS)
            buttons.append(
                Button(words, f"{texts('picture.take')} {AREA_NAMES[area]}", False, areas[area]["kind"], owner)
            )
    for _, words in scene.choices.get("door", ()):
        buttons.append(Button(words, words.split()[-1].replace("-", "–")))
    return buttons


def _button(scene: Scene, button: Button, x: float, y: float, w: float, h: float, size: float) -> str:
    icon, inset = "", 0
    if button.kind:
        icon = circle(x + 24, y + h / 2, 17, "coin")
        icon += abbey.piece(button.kind, button.owner, False, x + 24, y + h / 2, 0.88)
        inset = 48
    label = fit(button.label, size, w - (54 if inset else 12), True)
    return scene.button(button.words, label, x, y, w, h, size=size, icon=icon, inset=inset, main=button.main)


def lay(scene: Scene, buttons: list[Button], x: float, y: float, w: float, h: float, size: float) -> tuple[str, float]:
    """Buttons in rows that fill the width; and how high they are together."""
    rows: list[list[Button]] = []
    left = 0.0
    for button in buttons:
        need = max(button.width(size), h)
        if not rows or left + need > w:
            rows.append([])
            left = 0.0
        rows[-1].append(button)
        left += need + 8
    drawn = []
    for i, row in enumerate(rows):
        needs = [max(button.width(size), h) for button in row]
        spare = (w - sum(needs) - 8 * (len(row) - 1)) / len(row)
        if i and i == len(rows) - 1:
            spare = min(spare, 24)
        at = x
        for button, need in zip(row, needs, strict=True):
            drawn.append(_button(scene, button, at, y + i * (h + 8), need + spare, h, size))
            at += need + spare + 8
    return "".join(drawn), len(rows) * (h + 8)


def round_line(scene: Scene) -> str:
    """The round, and what is special about it."""
    texts, view = scene.texts, scene.view
    line = texts("picture.round", n=view["round"]) if view["round"] else texts("picture.setup")
    if view["final"]:
        line += f" · {texts('picture.final', n=view['final']['turns_left'])}"
    return line


def prompt(
    scene: Scene, x: float, y: float, w: float, size: float, lines: int, *, narrow: bool = False
) -> tuple[str, float]:
    """Round and prompt, which a page may say elsewhere; and how high they are together. When all is over the round no
    longer matters."""
    asked = bool(scene.legal)
    shown, left = "", x
    if scene.playing:
        shown = centred(f"card-{scene.playing}", x + 22, y + 24, 44, cls="emblem now" if asked else "emblem")
        left = x + 54
    first = 0.0
    if scene.phase != "over":
        small = 11.5 if narrow else LEAST
        line = fit(round_line(scene), small, w - (left - x))
        shown += text(left, y + 10, line, small, "wrn b" if scene.view["final"] else "mut")
        first = 14.0
    rows = wrap(str(scene.view.get("prompt") or ""), size, w - (left - x), lines, True)
    for i, line in enumerate(rows):
        shown += text(left, y + first - 2 + (i + 1) * size * 1.22, line, size, "disp b")
    return shown, max(50.0 if scene.playing else 0.0, first + 4 + len(rows) * size * 1.22)


def reminder(scene: Scene, x: float, y: float, w: float, h: float, size: float) -> str:
    """What the card that is carried out does, in as many words as there is room for."""
    pitch = size * 1.25
    most = int(h // pitch)
    if not scene.playing or most < 1:
        return ""
    lines = wrap(scene.texts(f"about.{scene.playing}"), size, w, 99)
    if len(lines) > most:
        lines = wrap(scene.texts(f"help.{scene.playing}"), size, w, most)
    return "".join(text(x, y + size + pitch * i, line, size, "mut") for i, line in enumerate(lines))


def result(scene: Scene, x: float, y: float, w: float, size: float, h: float = math.inf) -> tuple[str, float]:
    """When all is over: why, and all points from the track, the church and the rooms; and how high that is, `h` at
    most."""
    outcome, texts = scene.view.get("outcome"), scene.texts
    if not outcome:
        return "", 0
    pitch = size * 1.25
    why = wrap(texts(outcome["reason"]), size, w, 5)
    drawn = [text(x, y + size + pitch * i, line, size, "mut") for i, line in enumerate(why)]
    y += pitch * len(why) + 4
    columns = (w - 132, w - 84, w - 42, w)
    heads = ("track", "in_church", "in_rooms", "total")  # in two lines, as a column is narrower than its name
    drawn += [
        text(x + at, y + size + i % 2 * pitch, texts(f"picture.{head}"), size, "mut", "end")
        for i, (at, head) in enumerate(zip(columns, heads, strict=True))
    ]
    y += pitch + size - 10
    order = sorted(range(len(scene.view["seats"])), key=lambda seat: outcome["ranks"][seat])
    row = min(22.0, (h - pitch * (len(why) + 1) - size - 28) / (len(order) - 1))
    for i, seat in enumerate(order):
        seen, base = scene.seat(seat), round(y + 30 + row * i, 1)
        first = "b" if seat in outcome["winners"] else ""
        drawn.append(seal(seat, x, base - row / 2 - 4, row - 2))
        drawn.append(text(x + 27, base, fit(texts.name(seat), LEAST, w - 132 - 60, True), LEAST, f"disp {first}"))
        parts = (seen["score"], seen["church"], seen["bonus"])
        drawn += [text(x + at, base, n, LEAST, "num", "end") for at, n in zip(columns, parts, strict=False)]
        drawn.append(text(x + w, base, outcome["scores"][seat], 16, f"num b {'acc' if first else ''}", "end"))
    return "".join(drawn), pitch * (len(why) + 1) + size + 12 + row * len(order)
