"""Templar: the abbey as a mason's plan. What never changes on a board is drawn once; pieces and figures come on top."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

from chapterhouse.games.canvas.svg import centred, circle, group, kept, path, polygon, rect, safe, text
from chapterhouse.games.seats import SIGNS
from chapterhouse.games.templar.picture.plan import (
    CHURCH,
    FIGURE,
    PAWN,
    Box,
    Opening,
    Plan,
    Point,
    Room,
    Table,
    inset,
    outlines,
)

KINDS = ("chalice", "book", "round", "square", "lozenge")
SHAPES = {
    "chalice": "chalice",
    "book": "book",
    "round": "ring-round",
    "square": "ring-square",
    "lozenge": "ring-lozenge",
}
TRACK = 80  # the last number on the score track
SMALL = 19.2  # the smallest letters on the plan, which is drawn at three quarters of the picture's size
_SIZES = {"chalice": 35, "book": 34, "round": 30, "square": 29, "lozenge": 34}
_SIGN_SIZES = {"chalice": 15, "book": 17, "round": 15.5, "square": 15.5, "lozenge": 15}
_SIGN_SHIFTS = {"chalice": (0, -6.4), "book": (1.4, 0)}
_SOCKETS = {"chalice": 30, "book": 28, "ring": 30, "round": 25, "square": 23, "lozenge": 27}
_TURNS = {"n": 0, "e": 90, "s": 180, "w": 270}
_PASSAGE, _PORTAL = 18, 21  # half the width of an opening


# ---- pieces


@functools.cache
def piece(kind: str, seat: int, scored: bool, x: float, y: float, size: float = 1.0) -> str:
    """A valuable in its owner's colour with his sign; a scored one is turned over: pale, rimmed and ticked."""
    dx, dy = _SIGN_SHIFTS.get(kind, (0, 0))
    shape = SHAPES[kind] + ("-scored" if scored else "")
    sign = centred("sign-" + SIGNS[seat], x + dx * size, y + dy * size, _SIGN_SIZES[kind] * size, cls="sg")
    cls = f"piece s{seat} scored" if scored else f"piece s{seat}"
    return group(centred(shape, x, y, _SIZES[kind] * size) + sign, cls)


@functools.cache
def socket(kind: str, x: float, y: float) -> str:
    """An empty place shows what it takes; `ring` is a place that takes any type."""
    return centred(f"socket-{kind}", x, y, _SOCKETS[kind], cls="socket")


@functools.cache
def kind_icon(kind: str, x: float, y: float, size: float, cls: str = "") -> str:
    """The shape of a kind with its gem, for counts, tiles and buttons; x, y is its middle."""
    return centred(SHAPES[kind] + ("" if kind in ("chalice", "book") else "-gem"), x, y, size, cls=cls)


def pawn(seat: int, x: float, y: float, size: float = 1.0, *, id: str, label: str = "", moves: bool = False) -> str:
    """A player's pawn; x, y is the middle of its base."""
    w, h = PAWN[0] * size, PAWN[1] * size
    sign = centred("sign-" + SIGNS[seat], x, y - h * 0.385, h * 0.345, cls="sg")
    drawn = _named(centred("pawn", x, y - h / 2, w, h) + sign, f"piece pawn s{seat}", id, label)
    return _halo(x, y, 23, size) + drawn if moves else drawn


def figure(name: str, x: float, y: float, size: float = 1.0, *, id: str, label: str = "", moves: bool = False) -> str:
    """Remigius, Severus or Vitus; x, y is the middle of the base."""
    w, h = FIGURE[0] * size, FIGURE[1] * size
    drawn = _named(centred("figure-" + name, x, y - h / 2, w, h), "piece figure", id, label)
    return _halo(x, y, 25, size) + drawn if moves else drawn


def _named(body: str, cls: str, id: str, label: str) -> str:
    said = f' role="img" aria-label="{safe(label)}"' if label else ""
    return f'<g id="{id}" class="{cls}"{said}>{body}</g>'


def _halo(x: float, y: float, wide: float, size: float) -> str:
    """The ring of light round who moves."""
    return f'<ellipse cx="{x:g}" cy="{y - 2 * size:g}" rx="{wide * size:g}" ry="{8 * size:g}" class="me"/>'


def door(at: Opening, label: str) -> str:
    turned = f' transform="rotate(90 {at.x:g} {at.y:g})"' if at.upright else ""
    return f'<g id="door" class="piece door" role="img" aria-label="{safe(label)}"{turned}>{centred("door-locked", at.x, at.y, 52, 24)}</g>'


# ---- the score track


@functools.cache
def track_cells(canvas: Point, thick: float) -> tuple[Box, ...]:
    """The cells 0 to 80 along the edge, clockwise from the top left corner: left, top, width, height."""
    (w, h), t = canvas, thick
    across, down, up = (w - 2 * t) / 22, (h - 2 * t) / 17, (h - 2 * t) / 16
    return (
        (0, 0, t, t),
        *((t + i * across, 0, across, t) for i in range(22)),
        (w - t, 0, t, t),
        *((w - t, t + i * down, t, down) for i in range(17)),
        (w - t, h - t, t, t),
        *((w - t - (i + 1) * across, h - t, across, t) for i in range(22)),
        (0, h - t, t, t),
        *((0, h - t - (i + 1) * up, t, up) for i in range(16)),
    )


_MARKERS: dict[int, tuple[float, tuple[Point, ...]]] = {  # radius and shifts of 1 to 5 markers in one cell
    1: (13.6, ((0, 0),)),
    2: (9.6, ((-8.5, -3.5), (8.5, 3.5))),
    3: (8, ((-9, -5.5), (9, -5.5), (0, 6))),
    4: (7.2, ((-8, -7.2), (8, -7.2), (-8, 7.2), (8, 7.2))),
    5: (6.9, ((-8.2, -8), (8.2, -8), (-8.2, 8), (8.2, 8), (0, 0))),
}


@kept(256)
def markers(scores: Sequence[int], *, plan: Plan) -> str:
    """Every score on the track. Equal scores share the cell; past 80 a second lap begins, with a double rim."""
    cells = track_cells(plan.canvas, plan.track)
    sharing: dict[int, list[int]] = {}
    for seat, score in enumerate(scores):
        sharing.setdefault(score, []).append(seat)
    drawn = []
    for score, seats in sharing.items():
        lap = (score - 1) // TRACK if score > 0 else 0
        x, y, w, h = cells[score - lap * TRACK]
        radius, shifts = _MARKERS[len(seats)]
        if len(seats) == 2 and h > w:
            shifts = tuple((dy, dx) for dx, dy in shifts)
        for seat, (dx, dy) in zip(seats, shifts, strict=True):
            cx, cy = round(x + w / 2 + dx, 1), round(y + h / 2 + dy, 1)
            body = circle(cx, cy, radius + 2.6, "lap") if lap else ""
            body += circle(cx, cy, radius, "disc") + centred("sign-" + SIGNS[seat], cx, cy, radius * 1.2, cls="sg")
            drawn.append(group(body, f"piece s{seat}", f"marker-{seat}"))
    return "".join(drawn)


# ---- what never changes


def _opening(at: Opening, thick: float, half: float) -> str:
    """A doorway: floor through the wall and two jambs."""

    def block(x: float, y: float, w: float, h: float, cls: str) -> str:
        if at.upright:
            x, y, w, h = y, x, h, w
        return f'<rect x="{at.x + x:g}" y="{at.y + y:g}" width="{w:g}" height="{h:g}" class="{cls}"/>'

    jamb = thick + 4
    return (
        block(-half, -thick / 2 - 1, 2 * half, thick + 2, "sill")
        + block(-half, -1.9, 2 * half, 0.9, "tread")
        + block(-half, 1.3, 2 * half, 0.9, "tread")
        + block(-half - 5, -jamb / 2, 6, jamb, "jamb")
        + block(half - 1, -jamb / 2, 6, jamb, "jamb")
    )


def _niche(x: float, y: float, wall: str) -> str:
    """An alcove for a chalice: its back on the wall, a round head towards the room."""
    turn = _TURNS[wall]
    shape = f"M{x - 20:g} {y - 24:g}V{y:g}A20 20 0 0 0 {x + 20:g} {y:g}V{y - 24:g}Z"
    return f'<path d="{shape}" transform="rotate({turn} {x:g} {y:g})" class="niche"/>'


def _lectern(x: float, y: float) -> str:
    desk = path(f"M{x - 17:g} {y - 20:g}H{x + 17:g}L{x + 21:g} {y + 20:g}H{x - 21:g}Z", "lectern")
    return desk + path(f"M{x - 20:g} {y + 16:g}H{x + 20:g}", "lip")


def _table(table: Table) -> str:
    left, top, right, bottom = table.box
    w, h = right - left, bottom - top
    return rect(left, top, w, h, "board") + rect(left + 2.6, top + 2.6, w - 5.2, h - 5.2, "inlay", 4)


def _church(room: Room) -> str:
    """Columns and vaults of the church, and the steps round its altar."""
    left, top, right, bottom = room.box
    w, h = right - left, bottom - top
    xs = [left + w * part for part in (0.04, 0.29, 0.54, 0.79)]
    ys = [top + h * part for part in (0.32, 0.68)]
    lines = "".join(f"M{xs[0]:g} {y:g}H{right - 8:g}" for y in ys)
    lines += "".join(f"M{x:g} {top + 12:g}V{bottom - 12:g}" for x in xs[1:])
    lines += "".join(
        f"M{a:g} {ys[0]:g}L{b:g} {ys[1]:g}M{b:g} {ys[0]:g}L{a:g} {ys[1]:g}" for a, b in itertools.pairwise(xs)
    )
    columns = "".join(circle(x, y, 6, "column") for x in xs[1:] for y in ys)
    x, y, wall = room.chalices[0]
    turn = _TURNS[wall]
    steps = "".join(f"M{x - r:g} {y - 24:g}A{r} {r} 0 0 0 {x + r:g} {y - 24:g}" for r in (50, 62))
    altar = f'<path d="{steps}" transform="rotate({turn} {x:g} {y:g})" class="altar"/>'
    return path(lines, "vault") + altar + columns


def _garth(corners: Sequence[Point]) -> str:
    """The cloister garth, which is no room: lawn, walk and well."""
    if not corners:
        return ""
    (left, top), _, (right, bottom), *_ = inset(corners, 12)
    x, y = (left + right) / 2, (top + bottom) / 2
    dots = [(left + (right - left) * i / 4, edge) for i in range(5) for edge in (top, bottom)]
    dots += [(edge, top + (bottom - top) * i / 5) for i in range(1, 5) for edge in (left, right)]
    return (
        polygon(corners, "garth")
        + rect(left, top, right - left, bottom - top, "walk", 0)
        + rect(left + 7, top + 7, right - left - 14, bottom - top - 14, "lawn", 0)
        + path(f"M{x:g} {top + 7:g}V{bottom - 7:g}M{left + 7:g} {y:g}H{right - 7:g}", "path")
        + "".join(circle(a, b, 2.3, "column") for a, b in dots)
        + centred("well", x, y, 30, cls="well")
    )


def _shell(plan: Plan) -> list[tuple[Point, ...]]:
    return [room.polygon for room in plan.rooms.values()] + ([plan.garth] if plan.garth else [])


@functools.lru_cache(32)
def floors(plan: Plan) -> str:
    """What lies under everything: ground, forecourts, floors."""
    drawn = [rect(0, 0, *plan.canvas, "outside")]
    drawn += [polygon(loop, "shade") for loop in outlines(_shell(plan))]
    for left, top, right, bottom in plan.forecourts.values():
        drawn.append(rect(left, top, right - left, bottom - top, "fore", 4))
    for number, room in plan.rooms.items():
        floor = polygon(room.polygon, "floor church" if number == CHURCH else "floor")
        drawn.append(group(floor, id=f"floor-{number}"))
    if CHURCH in plan.rooms and plan.rooms[CHURCH].chalices:
        drawn.append(_church(plan.rooms[CHURCH]))
    drawn.append(_garth(plan.garth))
    return "".join(drawn)


def _furniture(number: int, room: Room) -> str:
    x, y = room.numeral
    drawn = [text(x, y + 9, number, 34 if number == CHURCH else 27, "num b", "middle")]
    drawn += [_niche(*chalice) for chalice in room.chalices]
    drawn += [_lectern(*book) for book in room.books]
    drawn += [_table(table) for table in room.tables]
    return "".join(drawn)


@functools.lru_cache(64)
def close_up(plan: Plan, number: int) -> str:
    """One room without its pieces, to be looked at closely."""
    room = plan.rooms[number]
    church = number == CHURCH
    return (
        polygon(room.polygon, "floor church" if church else "floor")
        + (_church(room) if church and room.chalices else "")
        + _furniture(number, room)
        + "".join(polygon(room.polygon, cls) for cls in ("wall-ink", "wall-stone"))
        + "".join(_opening(at, 9, _PASSAGE) for rooms, at in plan.passages.items() if number in rooms)
    )


@functools.lru_cache(32)
def walls(plan: Plan) -> str:
    """What stands on the floors: furniture, walls, openings, and the numbers of the rooms."""
    shell = _shell(plan)
    drawn = [_furniture(number, room) for number, room in plan.rooms.items()]
    for cls in ("wall-ink", "wall-stone"):
        drawn += [polygon(corners, cls) for corners in shell]
    for loop in outlines(shell):
        drawn += [polygon(loop, cls) for cls in ("outer-ink", "outer-stone", "outer-hatch")]
    drawn += [_opening(at, 9, _PASSAGE) for at in plan.passages.values()]
    drawn += [_opening(at, 14, _PORTAL) for at in plan.portals.values()]
    return "".join(drawn)


@functools.lru_cache(32)
def track(plan: Plan) -> str:
    """The empty score track with its frame."""
    drawn = []
    for n, (x, y, w, h) in enumerate(track_cells(plan.canvas, plan.track)):
        five = " five" if n % 5 == 0 else ""
        drawn.append(f'<rect x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" class="cell{five}"/>')
        drawn.append(text(round(x + w / 2, 1), round(y + h / 2 + 6.4, 1), n, SMALL, f"num cell-no{five}", "middle"))
    (w, h), t = plan.canvas, plan.track
    return "".join(drawn) + rect(0.75, 0.75, w - 1.5, h - 1.5, "frame") + rect(t, t, w - 2 * t, h - 2 * t, "frame", 0)
