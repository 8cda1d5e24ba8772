"""Temple: the mat in the picture: cloth, rooms, curse tiles and pawns."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from chapterhouse.games.canvas.scene import Scene, target
from chapterhouse.games.canvas.svg import circle, group, kept, moved, path, rect, safe, text
from chapterhouse.games.canvas.text import LEAST, PHONE_LEAST
from chapterhouse.games.seats import SIGNS
from chapterhouse.games.temple.picture.scene import use
from chapterhouse.games.temple.picture.symbols import INK, PAINT, PAPER
from chapterhouse.games.temple.words.spoken import room_says

SIDE = 5
WAYS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}  # of an arrow that points up


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
NARROW_MAT = Mat(66, 4, 14, narrow=True)
# where pawns stand in a room that several share: middle and foot as parts of the room's side, and their width
STANDS = {
    1: ((0.5, 0.97, 0.46),),
    2: ((0.29, 0.92, 0.4), (0.71, 0.97, 0.4)),
    3: ((0.27, 0.6, 0.37), (0.73, 0.6, 0.37), (0.5, 0.99, 0.37)),
    4: ((0.27, 0.56, 0.36), (0.73, 0.56, 0.36), (0.27, 0.99, 0.36), (0.73, 0.99, 0.36)),
}

POWERS = {1: "temple.power.1", 2: "temple.power.2", 3: "temple.power.3"}  # by masks
BESIDE_TILE = 0.71  # the middle of a pawn that stands in a room with a curse tile


@functools.cache
def cloth(mat: Mat) -> str:
    """The cloth without its rooms: hem, woven border, names of columns and rows."""
    w, hem = mat.size, mat.hem
    parts = [
        f'<rect x="1" y="1" width="{w - 2:g}" height="{w - 2:g}" rx="{7 if mat.narrow else 10}" fill="#d9c6a0" '
        f'stroke="{INK}" stroke-width="1.8"/>'
    ]
    pitch = mat.room + mat.gap
    if mat.narrow:
        for n in range(SIDE):
            middle = hem + mat.room / 2 + n * pitch
            parts.append(text(middle, 10.5, "abcde"[n], PHONE_LEAST, "disp", "middle"))
            parts.append(text(7.5, middle + 4, n + 1, PHONE_LEAST, "disp", "middle"))
    else:
        parts.append(
            f'<rect x="6" y="6" width="{w - 12:g}" height="{w - 12:g}" rx="6" fill="none" stroke="#8a5a2c"/>'
            f'<rect x="{hem - 5:g}" y="{hem - 5:g}" width="{w - 2 * hem + 10:g}" height="{w - 2 * hem + 10:g}" rx="8" '
            'fill="#eadcbd" stroke="#8a5a2c" stroke-width="1.2"/>'
        )
        for n in range(SIDE):
            middle = hem + mat.room / 2 + n * pitch
            zigzag = "".join(
                f"M{a:g} 10l6 5l6-5M{a:g} {w - 10:g}l6-5l6 5M10 {a:g}l5 6l-5 6M{w - 10:g} {a:g}l-5 6l5 6"
                for k in range(9)
                if k != 4
                for a in (middle - 54 + 12 * k,)
            )
            parts.append(f'<path d="{zigzag}" fill="none" stroke="#8a5a2c" stroke-width="1.2" opacity=".75"/>')
            parts.append(text(middle, 17, "abcde"[n], LEAST, "disp", "middle"))
            parts.append(text(13, middle + 4, n + 1, LEAST, "disp", "middle"))
    return "".join(parts)


@functools.cache
def face(size: float, colour: str, masks: int, tiled: bool, faded: bool) -> str:
    """A room's masks, and what a curse tile leaves of them: its colour, small, in the corner."""
    body = use(f"room-{colour}-{masks}" if colour in PAINT else f"room-{colour}", 0, 0, size)
    if tiled and colour != "grey":
        body += f'<rect x="1" y="1" width="{size - 2:g}" height="{size - 2:g}" rx="5" fill="{INK}" opacity=".36"/>'
    if tiled and colour in PAINT:
        printed = size * 0.27
        body += (
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
    return rect(0, 0, size, size, cls, 7) + circle(x, y, radius, "spot soft" if soft else "spot") + drawn


def room_rules(room: dict[str, Any]) -> str:
    """The rules that a page shows beside a room: its power, and what it is."""
    parts = [POWERS[room["counts_as"]]]
    if room["coloured"]:
        parts.append("temple.offer")
    if room["colour"] == "start":
        parts.append("temple.room.start")
    if room["cursed"]:
        parts += ["temple.room.cursed", "temple.move.cursed"]
    return " ".join(parts)


def rooms_picture(scene: Scene, mat: Mat) -> str:
    """All rooms; where a pawn can go now, they are targets."""
    words = room_words(scene)
    scene.placed.update(words.values())
    legal = {n: scene.legal[action] for n, action in words.items() if action in scene.legal}
    walks = scene.asks_me and scene.view["phase"] in ("move", "leap")
    here = scene.view["seats"][scene.me]["room"] if walks and scene.me is not None else None
    rooms = [[room[key] for key in SHOWN] for room in scene.view["rooms"]]
    labels = [room_says(scene.view, room, scene.texts) for room in scene.view["rooms"]]
    reach = {each["room"]: each["steps"] for each in scene.view["reach"]}
    return _rooms(labels, rooms, words, legal, reach, here, scene.view["phase"] == "leap", mat=mat)


SHOWN = ("colour", "masks", "tile", "cursed", "counts_as", "coloured", "row", "col")  # of a room


@kept(256)
def _rooms(
    labels: list[str], rooms: list[list[Any]], words: dict[int, str], legal: dict[int, str], reach: dict[int, int],
    here: int | None, leaps: bool, *, mat: Mat,
) -> str:  # fmt: skip
    parts = []
    for n, shown in enumerate(rooms):
        room = dict(zip(SHOWN, shown, strict=True))
        faded = here is not None and n != here and n not in legal and n not in reach
        parts.append(room_picture(labels[n], mat, room, reach.get(n), words.get(n), legal.get(n), faded, leaps))
    return "".join(parts)


def room_picture(
    label: str, mat: Mat, room: dict[str, Any], steps: int | None, words: str | None, says: str | None,
    faded: bool, leaps: bool,
) -> str:  # fmt: skip
    """One room: its masks, what the curse leaves of them, and whether a pawn can go there now."""
    row, col = room["row"], room["col"]
    lit = says is not None
    body = face(mat.room, room["colour"], room["masks"], room["tile"] is not None, faded)
    radius = 11.5 if mat.narrow else 14
    if lit:
        body += badge(mat.room, radius, "leap" if leaps else str(steps or 1), "ring")
    elif steps:
        body += badge(mat.room, radius, str(steps), "later")
    id = f"room-{row + 1}-{col + 1}"
    drawn = f'<g data-rules="{room_rules(room)}">{moved(*mat.corner(row, col), body)}</g>'
    if words is not None:
        return target({} if says is None else {words: says}, words, drawn, id=id, label=label)
    return f'<g id="{id}" role="img" aria-label="{safe(label)}">{drawn}</g>'


def room_words(scene: Scene) -> dict[int, str]:
    """The actions that stand for a room now."""
    phase = scene.view["phase"]
    if not scene.asks_me or scene.me is None:
        return {}
    if phase == "move":
        return {there: f"step {way}" for way, there in scene.view["ways"].items()}
    if phase == "leap":
        return {
            n: f"leap {room['name']}" for n, room in enumerate(scene.view["rooms"]) if scene.me not in room["pawns"]
        }
    return {}


@functools.cache
def octagon(size: float, out: float) -> str:
    """The edge of a curse tile, a little outside of it."""
    near, far, lo, hi = size * 0.3, size * 0.7, -out, size + out
    return f"M{near:g} {lo:g}H{far:g}L{hi:g} {near:g}V{far:g}L{far:g} {hi:g}H{near:g}L{lo:g} {far:g}V{near:g}Z"


def tiles_picture(scene: Scene, mat: Mat) -> str:
    """The curse tiles; they can be picked when a curse card can be played."""
    size = mat.room * 0.6
    held = scene.view["acting"]["tile"] if scene.view["phase"] == "push" else None
    picks = scene.asks_me and scene.view["phase"] == "action"
    edge = octagon(size, 3)
    parts = []
    for tile, room in enumerate(scene.view["tiles"]):
        at = scene.view["rooms"][room]
        x, y = mat.corner(at["row"], at["col"])
        x, y = x + mat.room * 0.2, y + mat.room * 0.18
        body = use("curse-tile", 0, 0, size)
        label = scene.texts("in_words.named", name=at["name"], room=scene.says("tile"))
        if tile == held:
            body += path(edge, "held")
        touch = rect(-mat.room * 0.2, -mat.room * 0.18, mat.room, mat.room, "touch", 0) if picks else ""
        drawn = moved(x, y, touch + group(body, "piece", f"curse-tile-{tile}") + path(edge, "ring"))
        if picks:
            parts.append(scene.target(f"curse {at['name']}", drawn, id=f"tile-{tile}", label=label))
        else:
            parts.append(f'<g id="tile-{tile}" role="img" aria-label="{safe(label)}" pointer-events="none">{drawn}</g>')
    return "".join(parts)


def pawns_picture(scene: Scene, mat: Mat) -> str:
    """The pawns, and a trace of the mover's where his turn began."""
    parts = []
    view, size = scene.view, mat.room
    mover, departure = view["mover"], view["departure"]
    if departure is not None and view["seats"][mover]["room"] != departure and not view["rooms"][departure]["pawns"]:
        x, y = mat.corner(*divmod(departure, SIDE))
        w = size * 0.4
        middle = BESIDE_TILE if view["rooms"][departure]["tile"] is not None else 0.5
        trace = use(f"trace-{SIGNS[mover]}", x + size * middle - w / 2, y + size * 0.97 - w * 72 / 56, w, w * 72 / 56)
        parts.append(f'<g id="trace" pointer-events="none">{trace}</g>')
    for room in view["rooms"]:
        sharing = room["pawns"]
        if not sharing:
            continue
        x, y = mat.corner(room["row"], room["col"])
        for seat, (middle, foot, width) in zip(sharing, STANDS[len(sharing)], strict=True):
            scale = size * width / 56
            if room["tile"] is not None and len(sharing) == 1:
                middle = BESIDE_TILE
            at = (
                f"translate({x + size * middle - 28 * scale:.4g} {y + size * foot - 70 * scale:.4g}) scale({scale:.3g})"
            )
            label = safe(scene.texts("in_words.named", name=room["name"], room=scene.texts.name(seat)))
            parts.append(
                f'<g id="pawn-{seat}" class="piece pawn" role="img" aria-label="{label}" pointer-events="none" '
                f'transform="{at}">' + use(f"pawn-{SIGNS[seat]}", 0, 0, 56, 72) + "</g>"
            )
    return "".join(parts)


def arrows_picture(scene: Scene, mat: Mat) -> str:
    """Where the tile that was picked can go: an arrow on each wall of its room."""
    if not scene.asks_me or scene.view["phase"] != "push":
        return ""
    room = scene.view["acting"]["room"]
    radius = 22
    off = mat.room * 0.5 + (10 if mat.narrow else 5)
    parts = []
    for way in scene.view["ways"]:
        if f"push {way}" not in scene.legal:
            continue
        x, y = mat.middle(*divmod(room, SIDE))
        down, right = WAYS[way]
        x, y = x + right * off, y + down * off
        body = (
            f'<g transform="translate({x:g} {y:g})"><circle class="face" r="{radius - 2}"/>'
            f'<g transform="rotate({TURNS[way]})">{use("arrow", -12, -12, 24)}</g>'
            f'<circle class="ring" r="{radius}"/></g>'
        )
        parts.append(scene.target(f"push {way}", body, id=f"push-{way}", cls="arrow"))
    return "".join(parts)


def mat_picture(scene: Scene, mat: Mat, x: float, y: float) -> str:
    fabric = group(cloth(mat) + rooms_picture(scene, mat), "fabric")
    pieces = tiles_picture(scene, mat) + pawns_picture(scene, mat) + arrows_picture(scene, mat)
    return group(moved(x, y, fabric + pieces), "cloth", "mat")
