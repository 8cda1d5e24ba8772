"""Temple: the seats in the picture: offerings, ritual masks won, hands as all see them."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games.canvas.svg import kept, text
from chapterhouse.games.temple.picture.desk import COLOURS, Desk, card_symbol, eye, fitted, seal, use
from chapterhouse.games.temple.picture.symbols import INK, PAINT

OFFERING = 5  # value of a pile that earns the ritual mask


def offered(desk: Desk, seat: int) -> tuple[str, int]:
    """The colour of the pile that an offering of this seat would add to now, and by how much."""
    view = desk.view
    if not desk.asked or seat != desk.viewer or view["phase"] not in ("action", "offer"):
        return "", 0
    if view["phase"] == "offer":
        return view["acting"]["colour"], view["acting"]["value_left"]
    room = view["rooms"][view["seats"][seat]["room"]]
    return (room["colour"], room["counts_as"]) if any(w.startswith("offer") for w in desk.legal) else ("", 0)


@functools.cache
def bar(ones: int, twos: int, colour: str, x: float, y: float, cell: float, h: float, more: int) -> str:
    """The way of a pile to 5: twos as long stones, ones as short ones; dashed what an offering would add."""
    made = [
        f'<rect class="cell" x="{x + n * cell:g}" y="{y:g}" width="{cell - 2:g}" height="{h:g}" rx="2"/>'
        for n in range(OFFERING)
        if n >= ones + 2 * twos
    ]
    at = 0
    for value in [2] * twos + [1] * ones:
        made.append(
            f'<rect x="{x + at * cell:g}" y="{y:g}" width="{value * cell - 2:g}" height="{h:g}" rx="2" '
            f'fill="{PAINT[colour][0]}" stroke="{INK}"/>'
        )
        at += value
    if more:
        w = min(more, OFFERING - at) * cell - 2
        made.append(f'<rect class="more" x="{x + at * cell:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="2"/>')
    return "".join(made)


def status(desk: Desk, seat: int) -> tuple[str, str]:
    """What is to be said of a seat under its name, and the class of the text."""
    view = desk.view
    if view["phase"] == "over":
        return (desk.says("won"), "wrn b") if view["winner"] == seat else ("", "mut")
    if desk.is_asked(seat):
        if seat == desk.viewer:
            return desk.says("your_turn" if seat == view["mover"] else "your_choice"), "acc b"
        return desk.says("chooses"), "acc b"
    if seat == view["mover"]:
        return desk.says("turn"), "acc"
    return (desk.says("you"), "mut") if seat == desk.viewer else ("", "mut")


def seat_class(desk: Desk, seat: int) -> str:
    if desk.view["phase"] == "over":
        return "panel won" if desk.view["winner"] == seat else "panel"
    if desk.is_asked(seat):
        return "panel now"
    return "panel turn" if seat == desk.view["mover"] else "panel"


def shown_hand(seat: dict[str, Any]) -> list[str | None]:
    """A hand as all see it: the cards that a curse has shown, then backs; where all is open, all cards."""
    known: list[str | None] = list(seat["known"])
    return known + [None] * (seat["hand"] - len(known))


def small_hand(seat: dict[str, Any], x: float, y: float, w: float, pitch: float) -> str:
    h = w * 1.4
    made = []
    for n, card in enumerate(shown_hand(seat)):
        at = x + n * pitch
        if card is None:
            made.append(use("card-back", at, y, w, h))
        else:
            made.append(
                use(card_symbol(card), at, y, w, h)
                + f'<rect class="seen" x="{at - 1:g}" y="{y - 1:g}" width="{w + 2:g}" height="{h + 2:g}" rx="3"/>'
            )
    return f'<g id="cards-{seat["seat"]}">{"".join(made)}</g>'


def won_masks(goal: int, seat: dict[str, Any], right: float, y: float, w: float, pitch: float) -> str:
    """The ritual masks of a seat, and empty places for those that it still needs."""
    places = max(goal, len(seat["masks"]))
    made = []
    for n in range(places):
        x = right - (places - n) * pitch
        if n < len(seat["masks"]):
            made.append(use(f"ritual-{seat['masks'][n]}", x, y, w, w * 7 / 6))
        else:
            made.append(f'<circle class="dash" cx="{x + w / 2:g}" cy="{y + w * 0.47:g}" r="{w * 0.41:g}"/>')
    return "".join(made)


def seat_wide(desk: Desk, seat: dict[str, Any], y: float, w: float, h: float) -> str:
    drawn = _seat_wide(w, h, desk.says("hand"), *_shown(desk, seat))
    return f'<g id="seat-{seat["seat"]}" transform="translate(0 {y:g})">{drawn}</g>'


def _shown(desk: Desk, seat: dict[str, Any]) -> tuple[Any, ...]:
    """What both layouts show of a seat: as all see it, and as it stands to the viewer."""
    n = seat["seat"]
    public = {key: seat[key] for key in ("seat", "hand", "known", "piles", "masks")}
    if desk.viewer is None and seat["cards"] is not None:
        public["known"] = seat["cards"]
    return public, desk.texts.name(n), desk.view["goal"], seat_class(desk, n), *status(desk, n), *offered(desk, n)


@kept(512)
def _seat_wide(
    w: float, h: float, hand: str,
    seat: dict[str, Any], name: str, goal: int, frame: str, said: str, cls: str, growing: str, more: int,
) -> str:  # fmt: skip
    n = seat["seat"]
    room = w - 64 - max(goal, len(seat["masks"])) * 44
    made = [
        f'<rect class="{frame}" width="{w:g}" height="{h:g}" rx="6"/>',
        f'<path class="head" d="M1 54V7a6 6 0 0 1 6-6H{w - 7:g}a6 6 0 0 1 6 6V54Z"/>'
        f'<path class="rule" d="M1 54H{w - 1:g}"/>',
        seal(n, 10, 9, 36),
        text(54, 25 if said else 33, fitted(name, 18, room), 18, "disp b"),
        text(54, 43, fitted(said, 12, room + 6), 12, cls) if said else "",
        won_masks(goal, seat, w - 6, 4, 41, 44),
    ]
    for k, colour in enumerate(COLOURS):
        pile = seat["piles"][colour]
        x, top = 10 + (k % 2) * 146, 60 + (k // 2) * 40
        adds = more if colour == growing else 0
        blank = ' class="none"' if not pile["value"] and not adds else ""
        made.append(
            f'<g id="pile-{n}-{colour}"{blank}>'
            + use(f"mask-{colour}", x, top + 2, 32)
            + bar(pile["ones"], pile["twos"], colour, x + 38, top + 20, 20, 11, adds)
            + text(x + 38, top + 15, pile["value"], 15, "num b")
            + (text(x + 50, top + 15, f"+{adds}", 14, "num b acc") if adds else "")
            + "</g>"
        )
    made.append(
        f'<path class="rule" d="M10 143H{w - 10:g}"/>'
        + text(12, 164, fitted(hand, 12, 62), 12, "mut")
        + text(12, 185, seat["hand"], 19, "num b")
        + small_hand(seat, 78, 149, 32, 38)
    )
    if seat["known"]:
        made.append(eye(62, 180, 9))
    return "".join(made)


def seat_narrow(desk: Desk, seat: dict[str, Any], y: float) -> str:
    drawn = _seat_narrow(seat["seat"] == desk.viewer, *_shown(desk, seat))
    return f'<g id="seat-{seat["seat"]}" transform="translate(0 {y:g})">{drawn}</g>'


@kept(512)
def _seat_narrow(
    is_own: bool,
    seat: dict[str, Any], name: str, goal: int, frame: str, said: str, cls: str, growing: str, more: int,
) -> str:  # fmt: skip
    n = seat["seat"]
    places = max(goal, len(seat["masks"]))
    won = 26.0
    made = [
        f'<rect class="{frame}" x="8" width="374" height="46" rx="6"/>',
        seal(n, 13, 7, 32),
        text(51, 17, fitted(name, 14, 70), 14, "disp b"),
    ]
    if is_own:
        made.append(text(51, 35, fitted(said, 10, 68), 10, cls) if said else "")
    else:
        made.append(small_hand(seat, 52, 22, 14, min(17, 60 / max(seat["hand"], 1))))
    for k, colour in enumerate(COLOURS):
        pile = seat["piles"][colour]
        x = 121 + k * 45
        adds = more if colour == growing else 0
        blank = ' class="none"' if not pile["value"] and not adds else ""
        made.append(
            f'<g id="pile-{n}-{colour}"{blank}>'
            + use(f"mask-{colour}", x - 1, 3, 26)
            + (
                text(x + 25, 22, f"+{adds}", 14, "num b acc")
                if adds
                else text(x + 33, 22, pile["value"], 16, "num b", "middle")
            )
            + bar(pile["ones"], pile["twos"], colour, x, 32, 8.4, 9, adds)
            + "</g>"
        )
    made.append(won_masks(goal, seat, 380, 7, won, won + 0.4 if places > 2 else 32))
    return "".join(made)
