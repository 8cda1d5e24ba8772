"""Templari: the ruler of bids: every sum that the viewer can pay, cursed by which card, and whom it would pay."""

from __future__ import annotations

import functools
import math
from typing import Any

from chapterhouse.games.canvas.scene import target, texts_in
from chapterhouse.games.canvas.svg import group, image, kept, moved, panel, path, rect, seal, seals, text, use
from chapterhouse.games.canvas.text import LEAST, PHONE_LEAST, fit, width
from chapterhouse.games.templari.picture.cards import place_emblems, place_tag, purse
from chapterhouse.games.templari.picture.scene import Scene, card_says

Mark = dict[str, Any]  # of the view's ruler; made ready: cards as they are drawn, who is paid by name, what it says


def ready(scene: Scene, mark: Mark) -> Mark:
    """A mark of the ruler with all that is drawn of it, as plain data."""
    return mark | {
        "says": scene.legal.get(f"bid {mark['sum']}"),
        "cursed_by": [scene.card(card) for card in mark["cursed_by"]],
        "names": [scene.names[seat] for seat in mark["to"]],
        "sale": scene.seller is not None,
    }


def _meaning(language: str, mark: Mark) -> str:
    """What a mark that cannot be offered means for the viewer."""
    texts, amount = texts_in(language, "templari"), mark["sum"]
    if mark["cursed_by"]:
        cards = [card_says(language, card["family"], card["value"]) for card in mark["cursed_by"]]
        return texts("picture.curses", amount=amount, card=texts.list(cards))
    if mark["beyond"]:
        return f"{amount}: {texts('picture.beyond')}"
    if not mark["to"]:
        return texts("picture.keeps", amount=amount)
    return texts(
        "picture.pays_seller" if mark["sale"] else "picture.pays", amount=amount, who=texts.list(mark["names"])
    )


def _each(language: str, mark: Mark) -> str:
    return str(mark["each"]) if len(mark["to"]) == 1 else texts_in(language, "templari")("picture.each", n=mark["each"])


def _target(language: str, mark: Mark, body: str, low: str = "") -> str:
    words, is_legal = f"bid {mark['sum']}", mark["says"] is not None
    kinds = ["bid", low, "cursed" if mark["cursed_by"] else "", "beyond" if mark["beyond"] else ""]
    label = "" if is_legal else _meaning(language, mark)
    legal = {words: mark["says"]} if is_legal else {}
    return target(legal, words, body, id=f"bid-{mark['sum']}", label=label, cls=" ".join(filter(None, kinds)))


def sums_to(offer: int) -> str:
    """The sums that are too low."""
    return "0" if offer == 0 else f"0–{offer}"


# ── In a wide window: a real ruler ──────────────────────────────────────────────────────────────────────────────────

PER_ROW = 21
MARGIN = 112  # for the names of the lines
ROW = 142


def ruler(scene: Scene, w: float) -> tuple[str, float]:
    """The ruler, in as many rows as it takes; and its height."""
    marks, offer = scene.view["ruler"], scene.view["offer"]
    coins = sum(not mark["beyond"] for mark in marks) - 1
    if len(marks) > PER_ROW and offer is not None:  # the sums that are too low share one place
        marks = [{"sum": offer, "low": True}, *marks[offer + 1 :]]
    rows = math.ceil(len(marks) / PER_ROW)
    per_row = max(15, math.ceil(len(marks) / rows))
    h = 44 + ROW * rows
    title, upto = scene.says("your_offer"), scene.says("upto", n=coins)
    legend, left = _legend(scene.language, w - 140)
    after = round(28 + width(title, 18), 1)
    drawn = [
        panel(0, 0, w, h),
        text(16, 27, title, 18, "disp b"),
        text(after, 27, upto, LEAST, "mut") if after + width(upto, LEAST) < left - 8 else "",
        legend,
        scene.button("pass", scene.says("pass"), w - 124, 8, 108, 36, id="pass"),
    ]
    for row in range(rows):
        drawn.append(_row(scene, marks[row * per_row : (row + 1) * per_row], per_row, 50 + row * ROW, w))
    return "".join(drawn), h


@functools.cache
def _legend(language: str, right: float) -> tuple[str, float]:
    """What the marks mean, ending at `right`; and where they begin."""
    drawn = []
    for key, sign in (
        ("low", rect(0, 0, 16, 16, "low", 4)),
        ("curse", path("M1 15L15 1", "strike")),
        ("may", rect(0, 0, 16, 16, "may", 4)),
    ):
        label = texts_in(language, "templari")(f"picture.{key}")
        right -= width(label, LEAST) + 22
        drawn.append(moved(round(right, 1), 14, sign + text(22, 13, label, LEAST)))
        right -= 14
    return group("".join(drawn), "legend"), right


def _row(scene: Scene, marks: list[Mark], per_row: int, y: float, w: float) -> str:
    cw = (w - MARGIN - 10) / per_row
    bar = y + 38
    offer = scene.view["offer"]
    low = 0 if offer is None else min(len(marks), max(0, offer + 1 - marks[0]["sum"]))
    paid = scene.says("paid_to" if scene.seller is not None else "pot_to")
    drawn = [
        text(16, y + 16, fit(scene.says("cursed_by"), LEAST, MARGIN - 18), LEAST, "mut"),
        text(16, bar + 30, scene.says("sum"), LEAST, "mut"),
        text(16, bar + 72, fit(paid, LEAST, MARGIN - 18), LEAST, "mut"),
        rect(MARGIN, bar, round(cw * len(marks), 1), 50, "rule", 3) + path(_ticks(len(marks), cw, bar), "ticks"),
    ]
    if low:
        drawn.append(rect(MARGIN, bar, round(low * cw, 1), 50, "toolow", 3))
    for i, mark in enumerate(marks):
        cx = MARGIN + cw * (i + 0.5)
        if "low" in mark:
            drawn.append(group(text(cx, bar + 31, sums_to(mark["sum"]), 17, "num sum", "middle"), "bid low"))
        else:
            drawn.append(_mark(scene.language, ready(scene, mark), cx, y, cw, i < low))
    if offer is not None and marks[0]["sum"] <= offer <= marks[-1]["sum"]:
        x = round(MARGIN + cw * low, 1)
        drawn.append(path(f"M{x:g} {bar - 10:g}V{bar + 60:g}", "standing"))
        drawn.append(seal(scene.view["bidder"], x - 12, bar - 31, 24))
    return "".join(drawn)


@functools.cache
def _ticks(n: int, cw: float, y: float) -> str:
    """Long ticks between the sums, short ones at the quarters."""
    return "".join(
        f"M{MARGIN + i * cw / 4:.1f} {y:g}v{9 if i % 4 == 0 else 4}"
        f"M{MARGIN + i * cw / 4:.1f} {y + 50:g}v{-9 if i % 4 == 0 else -4}"
        for i in range(1, n * 4)
    )


@kept(2048)
def _mark(language: str, mark: Mark, cx: float, y: float, cw: float, is_low: bool) -> str:
    """One sum: a target, the cards that curse it, and who would be paid."""
    cursing, to, bar = mark["cursed_by"], mark["to"], y + 38
    left, size = cx - cw / 2, 27 if cw > 56 else 21
    body = rect(round(left + 3, 1), bar - 7, round(cw - 6, 1), 64, "box")
    if cursing:
        reach = min(20, cw / 2 - 6)
        body += path(f"M{cx - reach:.1f} {bar + 41:g}L{cx + reach:.1f} {bar + 9:g}", "strike")
    body += text(cx, bar + 25 + size * 0.34, mark["sum"], size, "num sum", "middle")
    body += rect(round(left + 1, 1), bar - 9, round(cw - 2, 1), 68, "ring", 7)
    extra = ""
    if cursing and not is_low:
        small = min(19, cw / len(cursing) - 1)
        one = len(cursing) == 1
        tags = place_tag(cursing[0], cx - 17, y) if one else place_emblems(cursing, cx, y + 22 - small, small)
        extra = path(f"M{cx:.1f} {y + 23:g}v14", "tie") + tags
    elif to and not cursing:
        extra = seals(to, cx, bar + 58, 22 if not is_low else 16, cw - 2)
        if not is_low:
            extra += text(cx, bar + 94, fit(_each(language, mark), LEAST, cw), LEAST, "num mut", "middle")
    if is_low and extra:
        extra = group(extra, "away")
    return _target(language, mark, body + extra, "low" if is_low else "")


# ── On a phone: a board of sums, each as large as a finger ──────────────────────────────────────────────────────────

CELL = 45.75  # eight in a row
BOX = 46.0
PAID = 82.0  # height with who is paid below
PASS = 48


def board(scene: Scene, x: float, w: float) -> tuple[str, float]:
    """Every sum above the standing offer that the viewer can pay; the lower ones share one place. And the height."""
    offer, left = scene.view["offer"], x + 4
    drawn = [text(x + 8, 25, scene.says("your_offer"), 16, "disp b"), own_purse(scene, x + w, 4)]
    column, top, lowest = 0, 40.0, BOX
    if offer is not None:
        drawn.append(_too_low(scene, offer, left, top))
        column, lowest = 1, 70.0
    for mark in scene.view["ruler"]:
        if offer is not None and mark["sum"] <= offer:
            continue
        if column == 8:
            column, top, lowest = 0, top + lowest + 6, BOX
        drawn.append(_cell(scene.language, ready(scene, mark), left + column * CELL, top))
        lowest = max(lowest, PAID if mark["to"] and not mark["cursed_by"] else BOX)
        column += 1
    top += lowest + 8
    drawn.append(scene.button("pass", scene.says("pass"), x + 8, top, w - 16, PASS, id="pass"))
    return "".join(drawn), top + PASS + 10


def own_purse(scene: Scene, right: float, y: float) -> str:
    assert scene.me is not None
    coins = text(right - 8, y + 25, scene.seat(scene.me)["coins"], 24, "num b", "end")
    return purse(scene, scene.me, group(use("purse-open", right - 76, y, 30), "thing") + coins)


def _too_low(scene: Scene, offer: int, x: float, y: float) -> str:
    body = (
        rect(x + 1, y, 44, BOX, "rule", 5)
        + rect(x + 1, y, 44, BOX, "toolow", 5)
        + text(x + CELL / 2, y + 28, sums_to(offer), 14, "num dim", "middle")
        + seal(scene.view["bidder"], x + CELL / 2 - 9, y + 49, 18)
    )
    return image(f"{sums_to(offer)}: {scene.says('low')}", body, "bid-low")


@kept(2048)
def _cell(language: str, mark: Mark, x: float, y: float) -> str:
    """One sum, 44 by 46, the cards that curse it in its corner, and who would be paid below."""
    cursing, cx, w = mark["cursed_by"], x + CELL / 2, 44
    left = cx - w / 2
    body = rect(left, y, w, BOX, "rule", 5) + rect(left + 1.5, y + 1, w - 3, 44, "box", 5)
    if cursing:
        body += path(f"M{cx - 15:g} {y + 41:g}L{cx + 15:g} {y + 19:g}", "strike") + place_emblems(
            cursing, cx, y + 2, 14
        )
    body += text(cx, y + (38 if cursing else 32), mark["sum"], 20 if cursing else 23, "num sum", "middle")
    body += rect(left - 1, y - 1, w + 2, 48, "ring")
    if mark["to"] and not cursing:
        body += seals(mark["to"], cx, y + 49, 18, w)
        body += text(cx, y + 78, fit(_each(language, mark), PHONE_LEAST, CELL), PHONE_LEAST, "num mut", "middle")
    return _target(language, mark, body)
