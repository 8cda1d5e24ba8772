"""Temple: the table as SVG: the mat with its rooms, the offerings, the hands as the viewer may see them.

Two layouts from the same parts: wide (seats, mat and table side by side) and narrow (a phone held in one hand, what
can be done at the bottom). Everything is drawn from the view alone.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from markupsafe import escape

from chapterhouse.games import drawing
from chapterhouse.games.drawing import SIGNS, acts, panel, svg, text
from chapterhouse.games.protocol import View
from chapterhouse.games.temple.symbols import INK, PAINT, PAPER, SYMBOLS
from chapterhouse.voice import Voice

SIDE = 5
OFFERING = 5  # value of a pile that earns the ritual mask
HAND = 5  # cards in a hand at most
WAYS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}  # of an arrow that points up
COLOURS = tuple(PAINT)
GOLDEN = 'color="#b7791f"'
LETTER = 0.56  # width of an average letter, as part of the size

# The cloth is the same by daylight and by candlelight, so what lies on it keeps daylight's accent.
STYLE = """
svg.table .cloth{--accent:#0b7f75;--accent-soft:#d9ebe4;--on-accent:#fffaf0;--ink:#2b2118;--hair:#b9a886}
svg.table .fabric{opacity:.93}
svg.table .far{opacity:.62}
svg.table .none{opacity:.36}
svg.table .pawn,svg.table .tile{transition:transform .25s ease}
svg.table .dash{fill:none;stroke:var(--hair);stroke-width:1.3;stroke-dasharray:3 3}
svg.table .later{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:5 4}
svg.table .spot{fill:var(--accent);stroke:#fffaf0;stroke-width:2}
svg.table .spot.soft{fill:#fffaf0;stroke:var(--accent)}
svg.table .say{fill:var(--on-accent)}
svg.table .cell{fill:none;stroke:var(--hair)}
svg.table .held{fill:none;stroke:var(--accent);stroke-width:4}
svg.table .touch{fill:transparent}
svg.table .step{fill:none;stroke:var(--hair)}
svg.table .here .step{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1.6}
svg.table .here text{font-weight:700;fill:var(--accent)}
svg.table .next text{fill:var(--muted)}
svg.table .past text{fill:var(--muted)}
svg.table .past .step{fill:var(--stone)}
svg.table .lamp{fill:none;stroke:var(--accent);stroke-width:3}
svg.table .more{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1.6;stroke-dasharray:3 2}
svg.table .panel.now{stroke:var(--accent);stroke-width:2.4}
svg.table .panel.won{stroke:var(--warn);stroke-width:3}
svg.table .head{fill:var(--stone);opacity:.5}
svg.table .rule{stroke:var(--hair);fill:none}
svg.table .seen{fill:none;stroke:var(--warn);stroke-width:2}
svg.table .badge{fill:var(--warn);stroke:#fffaf0;stroke-width:1.4}
svg.table .btn .face{fill:var(--panel);stroke:var(--hair);stroke-width:1.4}
svg.table .btn.lit .face{fill:var(--accent);stroke:var(--accent)}
svg.table .btn.lit text{fill:var(--on-accent)}
svg.table .btn.lit{color:var(--on-accent)}
svg.table .btn.lit .ring{stroke:var(--accent)}
svg.table .sign{color:var(--muted)}
svg.table .arrow .face{fill:#3a322b;stroke:#fffaf0;stroke-width:2}
svg.table .arrow{color:#fffaf0}
@media (prefers-reduced-motion:reduce){svg.table .pawn,svg.table .tile{transition:none}}
"""


@dataclass
class Desk:
    """One picture being drawn: what is seen, who says it, and which actions already have their place."""

    view: View
    voice: Voice
    legal: dict[str, str]  # notation → sentence
    placed: set[str] = field(default_factory=set)

    @property
    def viewer(self) -> int | None:
        seat: int | None = self.view.get("seat")
        return seat

    @property
    def asked(self) -> bool:
        """Is the viewer to decide something now?"""
        return bool(self.legal)

    def says(self, key: str, **parts: Any) -> str:
        return self.voice(f"picture.{key}", **parts)

    def target(self, words: str, body: str, *, id: str, label: str = "", cls: str = "") -> str:
        self.placed.add(words)
        return drawing.target(self.legal, words, body, id=id, label=label, cls=cls)


# Places are few, so what stands in a place is written once.


@functools.cache
def use(symbol: str, x: float, y: float, w: float, h: float | None = None, extra: str = "") -> str:
    """One of the room's own symbols."""
    return drawing.use(f"temple-{symbol}", x, y, w, h, extra)


seal = functools.cache(drawing.seal)


def fitted(said: str, size: float, width: float) -> str:
    """As much of a text as fits, by the width of an average letter in a wide font."""
    most = int(width / (size * LETTER))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def wrapped(said: str, size: float, width: float, lines: int) -> list[str]:
    """A text in a few lines of about that width; the last is cut where there is more."""
    most = int(width / (size * LETTER))
    made = [""]
    for word in said.split():
        if made[-1] and len(made[-1]) + 1 + len(word) > most:
            made.append(word)
        else:
            made[-1] = f"{made[-1]} {word}".strip()
    if len(made) > lines:
        made = [*made[: lines - 1], fitted(" ".join(made[lines - 1 :]), size, width)]
    return made


def card_symbol(card: str) -> str:
    """`red 2` → `card-red-2`."""
    return "card-" + card.replace(" ", "-")


# The mat


@dataclass(frozen=True)
class Mat:
    """Measures of the mat: a room's side, the gap between two, the hem."""

    room: float
    gap: float
    hem: float
    narrow: bool

    @property
    def size(self) -> float:
        return 2 * self.hem + SIDE * self.room + (SIDE - 1) * self.gap

    def corner(self, row: int, col: int) -> tuple[float, float]:
        pitch = self.room + self.gap
        return self.hem + col * pitch, self.hem + row * pitch

    def middle(self, row: int, col: int) -> tuple[float, float]:
        x, y = self.corner(row, col)
        return x + self.room / 2, y + self.room / 2


WIDE_MAT = Mat(112, 7, 25, narrow=False)
NARROW_MAT = Mat(68, 5, 7, narrow=True)
# where pawns stand in a room that several share: middle and foot as parts of the room's side, and their width
STANDS = {
    1: ((0.5, 0.97, 0.46),),
    2: ((0.29, 0.92, 0.4), (0.71, 0.97, 0.4)),
    3: ((0.27, 0.6, 0.37), (0.73, 0.6, 0.37), (0.5, 0.99, 0.37)),
    4: ((0.27, 0.56, 0.36), (0.73, 0.56, 0.36), (0.27, 0.99, 0.36), (0.73, 0.99, 0.36)),
}


@functools.cache
def cloth(mat: Mat) -> str:
    """The cloth without its rooms: hem, woven border, names of columns and rows."""
    w, hem = mat.size, mat.hem
    made = [
        f'<rect x="1" y="1" width="{w - 2:g}" height="{w - 2:g}" rx="{7 if mat.narrow else 10}" fill="#d9c6a0" '
        f'stroke="{INK}" stroke-width="1.8"/>'
    ]
    if not mat.narrow:
        made.append(
            f'<rect x="6" y="6" width="{w - 12:g}" height="{w - 12:g}" rx="6" fill="none" stroke="#8a5a2c"/>'
            f'<rect x="{hem - 5:g}" y="{hem - 5:g}" width="{w - 2 * hem + 10:g}" height="{w - 2 * hem + 10:g}" rx="8" '
            'fill="#eadcbd" stroke="#8a5a2c" stroke-width="1.2"/>'
        )
        pitch = mat.room + mat.gap
        for n in range(SIDE):
            middle = hem + mat.room / 2 + n * pitch
            zigzag = "".join(
                f"M{a:g} 10l6 5l6-5M{a:g} {w - 10:g}l6-5l6 5M10 {a:g}l5 6l-5 6M{w - 10:g} {a:g}l-5 6l5 6"
                for k in range(9)
                if k != 4
                for a in (middle - 54 + 12 * k,)
            )
            made.append(f'<path d="{zigzag}" fill="none" stroke="#8a5a2c" stroke-width="1.2" opacity=".75"/>')
            made.append(text(middle, 17, "abcde"[n], 12, "disp", "middle"))
            made.append(text(13, middle + 4, n + 1, 12, "disp", "middle"))
    return "".join(made)


@functools.cache
def room_label(language: str, colour: str, masks: int, cursed: bool) -> str:
    """What a screen reader says of a room."""
    voice = Voice(language, "games/temple")
    said = voice(f"picture.room.{colour}", n=masks)
    return str(escape(voice("picture.room.cursed", room=said) if cursed else said))


@functools.cache
def face(size: float, colour: str, masks: int, tiled: bool, faded: bool) -> str:
    """A room's masks, and what a curse tile leaves of them: its colour, small, in the corner."""
    body = use(f"room-{colour}-{masks}" if colour in PAINT else f"room-{colour}", 0, 0, size)
    if tiled and colour in PAINT:
        printed = size * 0.27
        body += (
            f'<rect x="1" y="1" width="{size - 2:g}" height="{size - 2:g}" rx="5" fill="{INK}" opacity=".36"/>'
            f'<rect x="3" y="{size - printed - 9:g}" width="{printed + 6:g}" height="{printed + 6:g}" rx="5" '
            f'fill="{PAINT[colour][1]}" stroke="{INK}" stroke-width="1.3"/>'
            + use(f"mask-{colour}", 6, size - printed - 6, printed)
        )
    return f'<g class="far">{body}</g>' if faded else body


@functools.cache
def badge(size: float, radius: float, mark: str, cls: str) -> str:
    """A ring around a room, and a mark in its corner: the number of steps, or a leap."""
    x, y = size - radius * 0.7, radius * 0.7
    soft = cls == "later"
    if mark == "leap":
        drawn = f'<g color="{PAPER}">{use("leap", x - radius * 0.62, y - radius * 0.62, radius * 1.24)}</g>'
    else:
        drawn = text(x, y + radius * 0.36, mark, radius * 1.1, "num b acc" if soft else "num b light", "middle")
    return (
        f'<rect class="{cls}" width="{size:g}" height="{size:g}" rx="7"/>'
        f'<circle class="{"spot soft" if soft else "spot"}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>{drawn}'
    )


@functools.cache
def placed(mat: Mat, row: int, col: int, body: str) -> str:
    x, y = mat.corner(row, col)
    return f'<g transform="translate({x:g} {y:g})">{body}</g>'


def room_picture(desk: Desk, mat: Mat, room: dict[str, Any], steps: int | None, words: str | None) -> str:
    """One room: its masks, what the curse leaves of them, and whether a pawn can go there now."""
    row, col = room["row"], room["col"]
    lit = words in desk.legal
    phase = desk.view["phase"]
    walks = desk.asked and phase in ("move", "leap")
    faded = walks and not lit and steps is None and desk.viewer not in room["pawns"]
    body = face(mat.room, room["colour"], room["masks"], room["tile"] is not None, faded)
    label = room_label(desk.voice.language, room["colour"], room["masks"], room["cursed"])
    radius = 11.5 if mat.narrow else 14
    if lit:
        body += badge(mat.room, radius, "leap" if phase == "leap" else str(steps or 1), "ring")
    elif steps:
        body += badge(mat.room, radius, str(steps), "later")
    id = f"room-{row + 1}-{col + 1}"
    drawn = placed(mat, row, col, body)
    if words is not None:
        return desk.target(words, drawn, id=id, label=label)
    return f'<g id="{id}" role="img" aria-label="{label}">{drawn}</g>'


def neighbours(room: int) -> Iterable[tuple[str, int]]:
    """Each way, and the room there."""
    row, col = divmod(room, SIDE)
    for way, (down, right) in WAYS.items():
        if 0 <= row + down < SIDE and 0 <= col + right < SIDE:
            yield way, (row + down) * SIDE + col + right


def room_words(desk: Desk) -> dict[int, str]:
    """The actions that stand for a room now."""
    phase = desk.view["phase"]
    if not desk.asked or desk.viewer is None:
        return {}
    here = desk.view["seats"][desk.viewer]["room"]
    if phase == "move":
        return {there: f"step {way}" for way, there in neighbours(here)}
    if phase == "leap":
        return {n: f"leap {room['name']}" for n, room in enumerate(desk.view["rooms"]) if n != here}
    return {}


@functools.cache
def octagon(size: float, out: float) -> str:
    """The edge of a curse tile, a little outside of it."""
    near, far, lo, hi = size * 0.3, size * 0.7, -out, size + out
    return f"M{near:g} {lo:g}H{far:g}L{hi:g} {near:g}V{far:g}L{far:g} {hi:g}H{near:g}L{lo:g} {far:g}V{near:g}Z"


def tiles_picture(desk: Desk, mat: Mat) -> str:
    """The curse tiles; they can be picked when a curse card can be played."""
    size = mat.room * 0.6
    held = desk.view["acting"]["tile"] if desk.view["phase"] == "push" else None
    picks = desk.asked and desk.view["phase"] == "action"
    edge = octagon(size, 3)
    made = []
    for tile, room in enumerate(desk.view["tiles"]):
        at = desk.view["rooms"][room]
        x, y = mat.corner(at["row"], at["col"])
        x, y = x + mat.room * 0.2, y + mat.room * 0.18
        body = use("curse-tile", 0, 0, size)
        if tile == held:
            body += f'<path class="held" d="{edge}"/>'
        left, up = -mat.room * 0.2, -mat.room * 0.18
        reach = f'<rect class="touch" x="{left:g}" y="{up:g}" width="{mat.room:g}" height="{mat.room:g}"/>'
        drawn = (
            f'<g class="tile" transform="translate({x:g} {y:g})">{reach if picks else ""}{body}'
            f'<path class="ring" d="{edge}"/></g>'
        )
        if picks:
            made.append(desk.target(f"curse {at['name']}", drawn, id=f"tile-{tile}", label=desk.says("tile")))
        else:
            made.append(f'<g id="tile-{tile}" pointer-events="none">{drawn}</g>')
    return "".join(made)


def pawns_picture(desk: Desk, mat: Mat) -> str:
    """The pawns, and a trace of the mover's where his turn began."""
    made = []
    view, size = desk.view, mat.room
    mover, departure = view["mover"], view["departure"]
    if departure is not None and view["seats"][mover]["room"] != departure and not view["rooms"][departure]["pawns"]:
        x, y = mat.corner(*divmod(departure, SIDE))
        w = size * 0.4
        trace = use(f"trace-{SIGNS[mover]}", x + size / 2 - w / 2, y + size * 0.97 - w * 72 / 56, w, w * 72 / 56)
        made.append(f'<g id="trace" pointer-events="none">{trace}</g>')
    for room in view["rooms"]:
        sharing = room["pawns"]
        if not sharing:
            continue
        x, y = mat.corner(room["row"], room["col"])
        for seat, (middle, foot, width) in zip(sharing, STANDS[len(sharing)], strict=True):
            scale = size * width / 56
            if room["tile"] is not None and len(sharing) == 1:
                middle = 0.71
            at = (
                f"translate({x + size * middle - 28 * scale:.4g} {y + size * foot - 70 * scale:.4g}) scale({scale:.3g})"
            )
            made.append(
                f'<g id="pawn-{seat}" class="pawn" pointer-events="none" transform="{at}">'
                + use(f"pawn-{SIGNS[seat]}", 0, 0, 56, 72)
                + "</g>"
            )
    return "".join(made)


def arrows_picture(desk: Desk, mat: Mat) -> str:
    """Where the tile that was picked can go: an arrow on each wall of its room."""
    if not desk.asked or desk.view["phase"] != "push":
        return ""
    room = desk.view["acting"]["room"]
    radius = 22
    off = mat.room * 0.5 + (10 if mat.narrow else 5)
    made = []
    for way, _ in neighbours(room):
        if f"push {way}" not in desk.legal:
            continue
        x, y = mat.middle(*divmod(room, SIDE))
        down, right = WAYS[way]
        x, y = x + right * off, y + down * off
        body = (
            f'<g transform="translate({x:g} {y:g})"><circle class="face" r="{radius - 2}"/>'
            f'<g transform="rotate({TURNS[way]})">{use("arrow", -12, -12, 24)}</g>'
            f'<circle class="ring" r="{radius}"/></g>'
        )
        made.append(desk.target(f"push {way}", body, id=f"push-{way}", cls="arrow"))
    return "".join(made)


def mat_picture(desk: Desk, mat: Mat, x: float, y: float) -> str:
    words = room_words(desk)
    reach = {each["room"]: each["steps"] for each in desk.view["reach"]}
    rooms = "".join(
        room_picture(desk, mat, room, reach.get(n), words.get(n)) for n, room in enumerate(desk.view["rooms"])
    )
    return (
        f'<g id="mat" class="cloth" transform="translate({x:g} {y:g})"><g class="fabric">{cloth(mat)}{rooms}</g>'
        f"{tiles_picture(desk, mat)}{pawns_picture(desk, mat)}{arrows_picture(desk, mat)}</g>"
    )


# The seats


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
    asked = seat in view.get("asked", ()) or seat == view.get("to_act")
    if asked:
        return desk.says("you_act" if seat == desk.viewer else "acts"), "acc b"
    if seat == view["mover"]:
        return desk.says("turn"), "acc"
    return (desk.says("you"), "mut") if seat == desk.viewer else ("", "mut")


def seat_class(desk: Desk, seat: int) -> str:
    if desk.view["phase"] == "over":
        return "panel won" if desk.view["winner"] == seat else "panel"
    return "panel now" if seat == desk.view["mover"] else "panel"


def shown_hand(seat: dict[str, Any]) -> list[str | None]:
    """A hand as all see it: the cards that a curse has shown, then backs."""
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


@functools.cache
def eye(x: float, y: float, r: float) -> str:
    """The mark of a card that all have seen."""
    return (
        f'<circle class="badge" cx="{x:g}" cy="{y:g}" r="{r:g}"/><g color="{PAPER}">'
        + use("eye", x - r * 0.7, y - r * 0.7, r * 1.4)
        + "</g>"
    )


def won_masks(desk: Desk, seat: dict[str, Any], right: float, y: float, w: float, pitch: float) -> str:
    """The ritual masks of a seat, and empty places for those that it still needs."""
    places = max(desk.view["goal"], len(seat["masks"]))
    made = []
    for n in range(places):
        x = right - (places - n) * pitch
        if n < len(seat["masks"]):
            made.append(use(f"ritual-{seat['masks'][n]}", x, y, w, w * 7 / 6))
        else:
            made.append(f'<circle class="dash" cx="{x + w / 2:g}" cy="{y + w * 0.47:g}" r="{w * 0.41:g}"/>')
    return "".join(made)


def seat_wide(desk: Desk, seat: dict[str, Any], y: float, w: float, h: float) -> str:
    n = seat["seat"]
    said, cls = status(desk, n)
    room = w - 64 - max(desk.view["goal"], len(seat["masks"])) * 44
    made = [
        f'<rect class="{seat_class(desk, n)}" width="{w:g}" height="{h:g}" rx="6"/>',
        f'<path class="head" d="M1 54V7a6 6 0 0 1 6-6H{w - 7:g}a6 6 0 0 1 6 6V54Z"/>'
        f'<path class="rule" d="M1 54H{w - 1:g}"/>',
        seal(n, 10, 9, 36),
        text(54, 25, fitted(desk.voice.name(n), 18, room), 18, "disp b"),
        text(54, 43, fitted(said, 12, room + 6), 12, cls) if said else "",
        won_masks(desk, seat, w - 6, 4, 41, 44),
    ]
    growing, more = offered(desk, n)
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
        + text(12, 164, fitted(desk.says("hand"), 12, 62), 12, "mut")
        + text(12, 185, seat["hand"], 19, "num b")
        + small_hand(seat, 78, 149, 32, 38)
    )
    if seat["known"]:
        made.append(eye(62, 180, 9))
    return f'<g id="seat-{n}" transform="translate(0 {y:g})">{"".join(made)}</g>'


def seat_narrow(desk: Desk, seat: dict[str, Any], y: float) -> str:
    n = seat["seat"]
    said, cls = status(desk, n)
    goal = max(desk.view["goal"], len(seat["masks"]))
    won = 26.0
    made = [
        f'<rect class="{seat_class(desk, n)}" x="8" width="374" height="46" rx="6"/>',
        seal(n, 13, 7, 32),
        text(51, 17, fitted(desk.voice.name(n), 14, 70), 14, "disp b"),
    ]
    if n == desk.viewer:
        made.append(text(51, 35, fitted(said, 11, 72), 11, cls))
    else:
        made.append(small_hand(seat, 52, 22, 14, min(17, 60 / max(seat["hand"], 1))))
    growing, more = offered(desk, n)
    for k, colour in enumerate(COLOURS):
        pile = seat["piles"][colour]
        x = 121 + k * 45
        adds = more if colour == growing else 0
        blank = ' class="none"' if not pile["value"] and not adds else ""
        made.append(
            f'<g id="pile-{n}-{colour}"{blank}>'
            + use(f"mask-{colour}", x - 1, 3, 26)
            + text(x + 33, 22, f"+{adds}" if adds else pile["value"], 16, "num b acc" if adds else "num b", "middle")
            + bar(pile["ones"], pile["twos"], colour, x, 32, 8.4, 9, adds)
            + "</g>"
        )
    made.append(won_masks(desk, seat, 380, 7, won, won + 0.4 if goal > 2 else 32))
    return f'<g id="seat-{n}" transform="translate(0 {y:g})">{"".join(made)}</g>'


# The table beside the mat


def rituals_wide(desk: Desk, x: float, y: float, w: float) -> str:
    """The four ritual masks: on the table, or whose they are."""
    made = [text(x + w / 2, y + 22, fitted(desk.says("rituals"), 14, w), 14, "disp b", "middle")]
    for n, colour in enumerate(COLOURS):
        owner = desk.view["ritual"][colour]
        at, top = x + 7 + (n % 2) * 70, y + 32 + (n // 2) * 82
        if owner is None:
            made.append(f'<g id="ritual-{colour}">{use(f"ritual-{colour}", at, top, 64, 75)}</g>')
        else:
            made.append(
                f'<g id="ritual-{colour}"><circle class="dash" cx="{at + 32:g}" cy="{top + 30:g}" r="28"/>'
                f'<g class="none">{use(f"mask-{colour}", at + 8, top + 6, 48)}</g>'
                f"{seal(owner, at + 34, top + 34, 30)}</g>"
            )
    return "".join(made)


def stacks(desk: Desk, x: float, y: float, w: float, gap: float) -> str:
    """The deck and the discards."""
    h = w * 1.4
    view = desk.view
    top, count = view["discards"]["top"], view["discards"]["count"]
    deck = "".join(
        use("card-back", x + d, y - d, w, h) for d in ((4, 2, 0) if view["deck"] > 2 else (0,)) if view["deck"]
    )
    empty = f'<rect class="dash" x="{{:g}}" y="{y:g}" width="{w:g}" height="{h:g}" rx="5"/>'
    at = x + w + gap
    return (
        f'<g id="deck">{deck or empty.format(x)}</g>'
        f'<g id="discards">{use(card_symbol(top), at, y, w, h) if top else empty.format(at)}</g>'
        + text(x + w / 2, y + h + 17, view["deck"], 15, "num b", "middle")
        + text(at + w / 2, y + h + 17, count, 15, "num b", "middle")
    )


def discards_wide(desk: Desk, x: float, y: float) -> str:
    """What lies in the discards, all of it face up: how many of each kind."""
    pile = desk.view["discard_pile"]
    made = []
    for n, colour in enumerate(COLOURS):
        top = y + n * 27
        made.append(use(f"mask-{colour}", x, top, 24))
        for value in (1, 2):
            count = pile[f"{colour} {value}"]
            at = x + 32 + (value - 1) * 50
            blank = "" if count else ' class="none"'
            made.append(
                f"<g{blank}>"
                + use(card_symbol(f"{colour} {value}"), at, top - 1, 18, 25)
                + text(at + 23, top + 17, count, 14, "num b")
                + "</g>"
            )
    made.append(
        use("card-curse", x + 32, y + 4 * 27 - 1, 18, 25) + text(x + 55, y + 4 * 27 + 17, pile["curse"], 14, "num b")
    )
    return f'<g id="discarded">{"".join(made)}</g>'


def table_wide(desk: Desk, x: float, y: float, w: float, h: float) -> str:
    view = desk.view
    return (
        panel(x, y, w, 204)
        + rituals_wide(desk, x, y, w)
        + panel(x, y + 212, w, h - 212)
        + text(x + 40, y + 232, fitted(desk.says("deck"), 13, 66), 13, "mut", "middle")
        + text(x + 110, y + 232, fitted(desk.says("discards"), 13, 66), 13, "mut", "middle")
        + stacks(desk, x + 12, y + 242, 56, 14)
        + f'<path class="rule" d="M{x + 10:g} {y + 352:g}H{x + w - 10:g}"/>'
        + discards_wide(desk, x + 14, y + 364)
        + f'<path class="rule" d="M{x + 10:g} {y + 508:g}H{x + w - 10:g}"/>'
        + use("crown", x + 14, y + 522, 22, None, GOLDEN)
        + "".join(
            text(x + 44, y + 534 + 17 * n, line, 13)
            for n, line in enumerate(wrapped(desk.says("goal", n=view["goal"]), 13, w - 50, 3))
        )
        + text(x + 14, y + h - 14, fitted(desk.says("round", n=view["round"]), 13, w - 24), 13, "mut")
    )


def table_narrow(desk: Desk, y: float) -> str:
    """One strip: ritual masks with their owners, deck, discards."""
    made = [panel(8, y, 374, 48)]
    for n, colour in enumerate(COLOURS):
        owner = desk.view["ritual"][colour]
        x = 14 + n * 44
        if owner is None:
            made.append(f'<g id="ritual-{colour}">{use(f"ritual-{colour}", x, y + 3, 36, 42)}</g>')
        else:
            made.append(
                f'<g id="ritual-{colour}"><circle class="dash" cx="{x + 19:g}" cy="{y + 21:g}" r="17"/>'
                f'<g class="none">{use(f"mask-{colour}", x + 5, y + 7, 28)}</g>{seal(owner, x + 18, y + 22, 22)}</g>'
            )
    view = desk.view
    made.append(
        (
            use("card-back", 200, y + 4, 28, 40)
            if view["deck"]
            else f'<rect class="dash" x="200" y="{y + 4:g}" width="28" height="40" rx="4"/>'
        )
        + text(236, y + 30, view["deck"], 16, "num b")
        + (
            use(card_symbol(view["discards"]["top"]), 262, y + 4, 28, 40)
            if view["discards"]["top"]
            else f'<rect class="dash" x="262" y="{y + 4:g}" width="28" height="40" rx="4"/>'
        )
        + text(298, y + 30, view["discards"]["count"], 16, "num b")
        + use("crown", 330, y + 6, 20, None, GOLDEN)
        + text(356, y + 22, view["goal"], 18, "num b")
        + text(376, y + 40, fitted(desk.says("round", n=view["round"]), 11, 60), 11, "mut", "end")
    )
    return f'<g id="table">{"".join(made)}</g>'


# The hand and what can be done


HAND_VERBS = {"discard": "discard", "action": "offer", "offer": "offer", "swap": "swap"}


def hand_picture(desk: Desk, x: float, y: float, w: float, pitch: float) -> str:
    """The viewer's own cards; a card is lit when it can be played or put away now."""
    if desk.viewer is None:
        return ""
    seat = desk.view["seats"][desk.viewer]
    verb = HAND_VERBS.get(desk.view["phase"]) if desk.asked else None
    h = w * 1.4
    known = list(seat["known"])
    curses = any(words.startswith("curse") for words in desk.legal)
    made = []
    for n in range(HAND):
        at = x + n * pitch
        if n >= len(seat["cards"]):
            made.append(f'<rect class="dash" x="{at:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{w * 0.08:g}"/>')
            continue
        card = seat["cards"][n]
        ring = f'x="{at - 2:g}" y="{y - 2:g}" width="{w + 4:g}" height="{h + 4:g}" rx="{w * 0.08 + 2:g}"'
        body = use(card_symbol(card), at, y, w, h)
        if card in known:
            known.remove(card)
            body += eye(at + w - 14, y + 14, 9)
        words = f"{verb} {card}"
        if verb == "offer" and card == "curse":
            body += f'<rect class="later" {ring}/>' if curses else ""
            made.append(f'<g id="hand-{n}">{body}</g>')
        elif verb is not None:
            mark = ""
            if words in desk.legal and verb != "offer":
                sign = "swap" if verb == "swap" else "drop"
                mark = (
                    f'<circle class="spot" cx="{at + w / 2:g}" cy="{y + h - 4:g}" r="11"/><g color="var(--on-accent)">'
                    + use(sign, at + w / 2 - 7, y + h - 11, 14)
                    + "</g>"
                )
            made.append(
                desk.target(words, f'{body}<rect class="ring" {ring}/>{mark}', id=f"hand-{n}", label=desk.says("card"))
            )
        else:
            made.append(f'<g id="hand-{n}">{body}</g>')
    return f'<g id="hand">{"".join(made)}</g>'


@dataclass(frozen=True)
class Button:
    """A verb that has no place of its own on the table."""

    words: str
    sign: str
    said: str


def buttons_of(desk: Desk) -> list[Button]:
    """What is to be pressed now: the verbs without a place, and whatever else has found none."""
    made = []
    acting = desk.view["acting"] or {}
    if "stop" in desk.legal:
        made.append(Button("stop", "stop", desk.says("stop")))
    if "power" in desk.legal and desk.viewer is not None:
        room = desk.view["rooms"][desk.view["seats"][desk.viewer]["room"]]
        power = room["counts_as"]
        sign = {1: "leap", 2: "swap", 3: "drop"}[power]
        made.append(Button("power", sign, desk.says(f"power.{power}")))
    if "done" in desk.legal:
        swapped = acting.get("swapped", 0)
        said = (
            desk.says("stay") if desk.view["phase"] == "leap" else desk.says("draw" if swapped else "keep", n=swapped)
        )
        made.append(Button("done", "done", said))
    drawn = desk.placed | {each.words for each in made}
    made.extend(
        Button(words, "done", said)
        for words, said in desk.legal.items()
        if words not in drawn and not words.startswith("give ")
    )
    return made


def button_picture(desk: Desk, button: Button, x: float, y: float, w: float, h: float) -> str:
    lines = wrapped(button.said, 14, w - 50, 2)
    top = y + h / 2 + 5 - 8.5 * (len(lines) - 1)
    body = (
        f'<rect class="face" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"/>'
        f'<rect class="ring" x="{x - 3:g}" y="{y - 3:g}" width="{w + 6:g}" height="{h + 6:g}" rx="8"/>'
        + use(button.sign, x + 12, y + h / 2 - 11, 22)
        + "".join(text(x + 44, top + 17 * n, line, 14, "b") for n, line in enumerate(lines))
    )
    id = "act-" + button.words.replace(" ", "-")
    return desk.target(button.words, body, id=id, cls="btn")


def given(desk: Desk, x: float, y: float, w: float, pitch: float) -> str:
    """Cards of the viewer's piles that he can give up to another's power."""
    h = w * 1.4
    made = []
    kinds = [words for words in desk.legal if words.startswith("give ")]
    for n, words in enumerate(kinds):
        card = words.removeprefix("give ")
        at = x + n * pitch
        body = (
            use(card_symbol(card), at, y, w, h)
            + f'<rect class="ring" x="{at - 2:g}" y="{y - 2:g}" width="{w + 4:g}" height="{h + 4:g}" rx="5"/>'
        )
        made.append(desk.target(words, body, id="give-" + card.replace(" ", "-")))
    return "".join(made)


def hints(desk: Desk) -> list[tuple[str, str]]:
    """What is done on the mat or with the hand, not with a button: symbol and text."""
    view = desk.view
    made: list[tuple[str, str]] = []
    if not desk.asked or desk.viewer is None:
        return made
    if view["phase"] == "move" and any(words.startswith("step") for words in desk.legal):
        made.append(("steps", desk.says("steps", n=view["steps_left"])))
    if any(words.startswith("offer") for words in desk.legal):
        colour, value = offered(desk, desk.viewer)
        made.append((f"mask-{colour}", desk.says("offer", n=value)))
    if any(words.startswith("curse") for words in desk.legal):
        made.append(("curse-tile", desk.says("curse")))
    return made


def hint_picture(symbol: str, said: str, x: float, y: float, w: float) -> str:
    return f'<g class="sign">{use(symbol, x, y, 22)}</g>' + text(x + 30, y + 16, fitted(said, 13, w - 30), 13)


STATIONS = {"discard": 0, "move": 1}  # of a turn: draw, move, one action


def track(desk: Desk, x: float, y: float, w: float) -> str:
    """Where the turn stands: draw, move, one action."""
    now = STATIONS.get(desk.view["phase"], 2)
    third = w / 3
    made = []
    for n, key in enumerate(("draw_first", "move", "action")):
        at = x + n * third
        left = f"M{at:g} {y:g}" + ("l6 10l-6 10" if n else "v20")
        tip = f"H{at + third - 7:g}l6-10l-6-10Z" if n < 2 else f"H{x + w:g}v-20Z"
        here = "here" if n == now else "past" if n < now else "next"
        said = fitted(desk.says(f"track.{key}", n=desk.view["to_draw"]), 11.5, third - 16)
        made.append(
            f'<g class="{here}"><path class="step" d="{left}{tip}"/>'
            + text(at + third / 2 + (2 if n else -2), y + 14, said, 11.5, "", "middle")
            + "</g>"
        )
    return f'<g id="track">{"".join(made)}</g>'


def ending(desk: Desk) -> str:
    winner = desk.view["winner"]
    return desk.says("draw_game") if winner is None else desk.says("wins", name=desk.voice.name(winner))


def actions_wide(desk: Desk, x: float, y: float, w: float, h: float) -> str:
    """Where the turn stands, what is asked, and the buttons."""
    left, inner = x + 12, w - 24
    over = desk.view["phase"] == "over"
    cls = "panel won" if over else "panel now" if desk.asked else "panel"
    made = [f'<rect class="{cls}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"/>']
    if over:
        middle, winner = x + w / 2, desk.view["winner"]
        if winner is not None:
            made.append(seal(winner, middle - 28, y + 34, 56) + use("crown", middle - 18, y + 6, 36, None, GOLDEN))
        made.append(text(middle, y + 116, fitted(ending(desk), 22, inner), 22, "disp b", "middle"))
        said = (desk.view.get("outcome") or {}).get("reason") or ""
        for n, line in enumerate(wrapped(said, 13, inner, 2)):
            made.append(text(middle, y + 140 + 18 * n, line, 13, "mut", "middle"))
        return f'<g id="actions">{"".join(made)}</g>'
    made.append(track(desk, left, y + 10, inner))
    top = y + 52
    for line in wrapped(desk.view.get("prompt") or "", 16, inner, 2):
        made.append(text(left, top, line, 16, "disp b"))
        top += 20
    top -= 8
    made.append(given(desk, left + 2, top + 2, 34 if len(desk.legal) > 6 else 48, 39 if len(desk.legal) > 6 else 54))
    buttons = buttons_of(desk)
    columns = 1 if len(buttons) < 2 else 2
    each = (inner - 8 * (columns - 1)) / columns
    for n, button in enumerate(buttons):
        at = left + (n % columns) * (each + 8)
        made.append(button_picture(desk, button, at, top + (n // columns) * 46, each, 40))
    top += -(-len(buttons) // columns) * 46 + 2
    for symbol, said in hints(desk):
        made.append(hint_picture(symbol, said, left, top, inner))
        top += 25
    return f'<g id="actions">{"".join(made)}</g>'


def actions_narrow(desk: Desk, y: float) -> tuple[str, float]:
    """What is asked, and the buttons, at the thumb; with the height that they take."""
    if desk.view["phase"] == "over":
        winner = desk.view["winner"]
        made = [text(62 if winner is not None else 12, y + 32, fitted(ending(desk), 20, 316), 20, "disp b")]
        if winner is not None:
            made.append(seal(winner, 12, y + 6, 40))
        said = (desk.view.get("outcome") or {}).get("reason") or ""
        for n, line in enumerate(wrapped(said, 13, 366, 2)):
            made.append(text(12, y + 68 + 18 * n, line, 13, "mut"))
        return f'<g id="actions">{"".join(made)}</g>', 100
    made = []
    top = y + 17
    for line in wrapped(desk.view.get("prompt") or "", 15, 372, 2):
        made.append(text(10, top, line, 15, "disp b"))
        top += 19
    top -= 8
    kinds = sum(words.startswith("give ") for words in desk.legal)
    if kinds:
        made.append(given(desk, 12, top + 2, 44, 46 if kinds > 6 else 56))
        top += 72
    buttons = buttons_of(desk)
    columns = 1 if len(buttons) < 2 else 2
    each = (374 - 8 * (columns - 1)) / columns
    for n, button in enumerate(buttons):
        made.append(button_picture(desk, button, 8 + (n % columns) * (each + 8), top + (n // columns) * 54, each, 48))
    top += -(-len(buttons) // columns) * 54
    for n, (symbol, said) in enumerate(hints(desk)):
        made.append(hint_picture(symbol, said, 12 + n * 187, top, 366 if n == 0 and len(hints(desk)) == 1 else 180))
    if hints(desk):
        top += 26
    return f'<g id="actions">{"".join(made)}</g>', top - y


# Help beside the table


@functools.cache
def legend(language: str) -> str:
    """How the mat is read."""
    voice = Voice(language, "games/temple")

    def line(n: int, mark: str, key: str) -> str:
        return mark + text(46, 60 + n * 28, fitted(voice(f"picture.legend.{key}"), 13, 258), 13)

    return (
        text(14, 28, voice("picture.legend.title"), 16, "disp b")
        + line(0, '<rect class="lamp" x="14" y="46" width="22" height="20" rx="4"/>', "reach")
        + line(1, use("curse-tile", 13, 72, 24), "cursed")
        + line(2, use("mask-grey", 13, 100, 24), "grey")
        + line(3, eye(25, 139, 10), "seen")
        + line(4, '<rect class="more" x="14" y="160" width="22" height="11" rx="2"/>', "more")
    )


@functools.cache
def powers(language: str) -> str:
    """What the rooms can do."""
    voice = Voice(language, "games/temple")
    made = [text(14, 28, voice("picture.legend.powers"), 16, "disp b")]
    for n, sign in enumerate(("leap", "swap", "drop")):
        y = 44 + n * 50
        made.append(f'<g color="var(--muted)">{use(sign, 14, y + 4, 24)}</g>')
        for k, said in enumerate(wrapped(voice(f"picture.legend.power.{n + 1}"), 13, 250, 2)):
            made.append(text(48, y + 14 + k * 17, said, 13))
    return "".join(made)


# The two layouts


def in_order(desk: Desk) -> list[dict[str, Any]]:
    """The seats in order of play, the viewer's own last."""
    seats: list[dict[str, Any]] = desk.view["seats"]
    first = 0 if desk.viewer is None else desk.viewer + 1
    return [seats[(first + n) % len(seats)] for n in range(len(seats))]


def wide_picture(desk: Desk) -> tuple[str, float, float]:
    """Seats on the left, mat in the middle, the table's things on the right, hand and actions below."""
    w, h, column, gap = 1112.0, 828.0, 304.0, 10.0
    each, pitch = 200.0, 628 / 3
    language = desk.voice.language
    made = []
    y = 0.0
    for seat in in_order(desk):
        made.append(seat_wide(desk, seat, y, column, each))
        y += pitch
    for help in (legend, powers):
        if y + each <= h + 1:
            made.append(f'<g transform="translate(0 {y:g})">{panel(0, 0, column, each)}{help(language)}</g>')
            y += pitch
    left, size = column + gap, WIDE_MAT.size
    right, low = left + size + gap, size + gap
    made.append(mat_picture(desk, WIDE_MAT, left, 0))
    made.append(table_wide(desk, right, 0, w - right, size))
    made.append(panel(left, low, 440, h - low))
    if desk.viewer is None:
        made.append(f'<g transform="translate({left:g} {low:g})">{legend(language)}</g>')
    else:
        made.append(text(left + 12, low + 25, desk.says("your_hand"), 16, "disp b"))
        made.append(hand_picture(desk, left + 10, low + 42, 80, 85))
    made.append(actions_wide(desk, left + 450, low, w - left - 450, h - low))
    return f'<g transform="translate(2 2)">{"".join(made)}</g>', w + 4, h + 4


def narrow_picture(desk: Desk) -> tuple[str, float, float]:
    """From the top: the table's things, the others, the mat, the own seat and hand, what can be done."""
    made = [table_narrow(desk, 4)]
    y = 56.0
    seats = in_order(desk)
    for seat in seats if desk.viewer is None else seats[:-1]:
        made.append(seat_narrow(desk, seat, y))
        y += 50
    made.append(mat_picture(desk, NARROW_MAT, 8, y))
    y += NARROW_MAT.size + 4
    if desk.viewer is not None:
        made.append(seat_narrow(desk, seats[-1], y))
        made.append(hand_picture(desk, 14, y + 55, 60, 75.5))
        y += 144
    drawn, height = actions_narrow(desk, y)
    made.append(drawn)
    return "".join(made), 390, y + max(height, 104) + 6


def picture(view: View, voice: Voice, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it."""
    desk = Desk(view, voice, acts(view))
    body, w, h = narrow_picture(desk) if narrow else wide_picture(desk)
    return svg(body, w, h, voice("game.name"), symbols=SYMBOLS, style=STYLE, standalone=standalone)
