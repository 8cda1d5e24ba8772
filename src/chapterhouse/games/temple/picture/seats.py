"""Temple: the seats in the picture: offerings, ritual masks won, hands as all see them."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games.aid import told
from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.canvas.svg import circle, group, hit, image, kept, moved, panel, path, rect, seal, text
from chapterhouse.games.canvas.text import LEAST, PHONE_LEAST, fit
from chapterhouse.games.temple.aid import points_of
from chapterhouse.games.temple.picture.scene import CARD, COLOURS, card, eye, offering, use
from chapterhouse.games.temple.picture.symbols import INK, PAINT
from chapterhouse.games.temple.state import OFFERING
from chapterhouse.games.temple.words.spoken import seat_says


@functools.cache
def bar(ones: int, twos: int, colour: str, x: float, y: float, cell: float, h: float, more: int) -> str:
    """The way of a pile to 5: twos as long stones, ones as short ones; dashed what an offering would add."""
    parts = [rect(x + n * cell, y, cell - 2, h, "cell", 2) for n in range(OFFERING) if n >= ones + 2 * twos]
    at = 0
    for value in [2] * twos + [1] * ones:
        parts.append(
            f'<rect x="{x + at * cell:g}" y="{y:g}" width="{value * cell - 2:g}" height="{h:g}" rx="2" '
            f'fill="{PAINT[colour][0]}" stroke="{INK}"/>'
        )
        at += value
    if more:
        parts.append(rect(x + at * cell, y, min(more, OFFERING - at) * cell - 2, h, "more", 2))
    return "".join(parts)


def status(scene: Scene, seat: int) -> tuple[str, str]:
    """What is to be said of a seat under its name, and the class of the text."""
    view = scene.view
    if view["phase"] == "over":
        return (scene.says("won"), "wrn b") if view["winner"] == seat else ("", "mut")
    if scene.is_asked(seat):
        if seat == scene.me:
            return scene.says("your_turn" if seat == view["mover"] else "your_choice"), "acc b"
        return scene.says("chooses"), "acc b"
    if seat == view["mover"]:
        return scene.says("turn"), "acc"
    return (scene.says("you"), "mut") if seat == scene.me else ("", "mut")


def frame_of(scene: Scene, seat: int) -> str:
    if scene.is_over:
        return "won" if scene.view["winner"] == seat else ""
    return "active" if scene.is_asked(seat) else "turn" if seat == scene.view["mover"] else ""


def small_hand(seat: dict[str, Any], x: float, y: float, w: float, pitch: float) -> str:
    """A hand as all see it: the cards that a curse has shown, then backs; where all is open, all cards."""
    known = list(seat["known"])
    parts = []
    for n, name in enumerate(known + [None] * (seat["hand"] - len(known))):
        at = x + n * pitch
        seen = rect(at - 1, y - 1, w + 2, w * CARD + 2, "seen", 3) if name else ""
        parts.append(card(name, at, y, w) + seen)
    return group("".join(parts), id=f"cards-{seat['seat']}")


def won_masks(goal: int, seat: dict[str, Any], right: float, y: float, w: float, pitch: float) -> str:
    """The ritual masks of a seat, and empty places for those that it still needs."""
    places = max(goal, len(seat["masks"]))
    parts = []
    for n in range(places):
        x = right - (places - n) * pitch
        if n < len(seat["masks"]):
            parts.append(use(f"ritual-{seat['masks'][n]}", x, y, w, w * 7 / 6))
        else:
            parts.append(circle(x + w / 2, y + w * 0.47, w * 0.41, "empty"))
    area = hit(right - places * pitch, y, places * pitch, w)
    return image(seat["told"], area + "".join(parts), f"won-{seat['seat']}")


def _shown(scene: Scene, seat: int) -> tuple[Any, ...]:
    """What both layouts show of a seat: as all see it, and as it stands to the viewer."""
    seen = scene.seat(seat)
    public = {key: seen[key] for key in ("seat", "hand", "known", "piles", "masks")}
    public["told"] = told(scene.texts, points_of(seen, scene.view["goal"], scene.texts))
    if scene.me is None and seen["cards"] is not None:  # where all is open
        public["known"] = seen["cards"]
    growing = offering(scene) if seat == scene.me else ("", 0)
    return public, scene.texts.name(seat), scene.view["goal"], frame_of(scene, seat), *status(scene, seat), *growing


def seat_wide(scene: Scene, seat: int, y: float, w: float, h: float) -> str:
    drawn = _seat_wide(w, h, scene.says("hand"), *_shown(scene, seat))
    return moved(0, y, drawn, f"seat-{seat}", seat_says(scene.view, scene.seat(seat), scene.texts))


@kept(512)
def _seat_wide(
    w: float, h: float, hand: str,
    seat: dict[str, Any], name: str, goal: int, frame: str, status: str, cls: str, growing: str, more: int,
) -> str:  # fmt: skip
    n = seat["seat"]
    room = w - 64 - max(goal, len(seat["masks"])) * 44
    parts = [
        panel(0, 0, w, h, frame),
        path(f"M1 54V7a6 6 0 0 1 6-6H{w - 7:g}a6 6 0 0 1 6 6V54Z", "head") + path(f"M1 54H{w - 1:g}", "line"),
        seal(n, 10, 9, 36),
        text(54, 25 if status else 33, fit(name, 18, room), 18, "disp b"),
        text(54, 43, fit(status, LEAST, room + 6), LEAST, cls) if status else "",
        won_masks(goal, seat, w - 6, 4, 41, 44),
    ]
    for k, colour in enumerate(COLOURS):
        pile = seat["piles"][colour]
        x, top = 10 + (k % 2) * 146, 60 + (k // 2) * 40
        adds = more if colour == growing else 0
        drawn = (
            use(f"mask-{colour}", x, top + 2, 32)
            + bar(pile["ones"], pile["twos"], colour, x + 38, top + 20, 20, 11, adds)
            + text(x + 38, top + 15, pile["value"], 15, "num b")
            + (text(x + 50, top + 15, f"+{adds}", LEAST, "num b acc") if adds else "")
        )
        parts.append(group(drawn, "" if pile["value"] or adds else "none", f"pile-{n}-{colour}"))
    parts.append(
        path(f"M10 143H{w - 10:g}", "line")
        + text(12, 164, fit(hand, LEAST, 62), LEAST, "mut")
        + text(12, 185, seat["hand"], 19, "num b")
        + small_hand(seat, 78, 149, 32, 38)
    )
    if seat["known"]:
        parts.append(eye(62, 180, 9))
    return "".join(parts)


def seat_narrow(scene: Scene, seat: int, y: float) -> str:
    drawn = _seat_narrow(seat == scene.me, *_shown(scene, seat))
    return moved(0, y, drawn, f"seat-{seat}", seat_says(scene.view, scene.seat(seat), scene.texts))


@kept(512)
def _seat_narrow(
    is_own: bool,
    seat: dict[str, Any], name: str, goal: int, frame: str, status: str, cls: str, growing: str, more: int,
) -> str:  # fmt: skip
    n = seat["seat"]
    places = max(goal, len(seat["masks"]))
    won = 26.0
    parts = [
        panel(8, 0, 374, 46, frame),
        seal(n, 13, 7, 32),
        text(51, 17, fit(name, 14, 70), 14, "disp b"),
    ]
    if is_own:
        parts.append(text(51, 35, fit(status, PHONE_LEAST, 68), PHONE_LEAST, cls) if status else "")
    else:
        parts.append(small_hand(seat, 52, 22, 14, min(17, 60 / max(seat["hand"], 1))))
    for k, colour in enumerate(COLOURS):
        pile = seat["piles"][colour]
        x = 121 + k * 45
        adds = more if colour == growing else 0
        number = text(x + 33, 22, pile["value"], 16, "num b", "middle")
        drawn = (
            use(f"mask-{colour}", x - 1, 3, 26)
            + (text(x + 25, 22, f"+{adds}", 14, "num b acc") if adds else number)
            + bar(pile["ones"], pile["twos"], colour, x, 32, 8.4, 9, adds)
        )
        parts.append(group(drawn, "" if pile["value"] or adds else "none", f"pile-{n}-{colour}"))
    parts.append(won_masks(goal, seat, 380, 7, won, won + 0.4 if places > 2 else 32))
    return "".join(parts)
