"""Templar: where everything stands on the drawn abbey. The numbers are printed data; here they become shapes.

Units are those of the board's own canvas. Room polygons run clockwise along the middle of the walls; a place is given
by its centre.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
CHURCH = 13

PITCH = 34  # from one ring place to the next
TABLE = 40  # thickness of a table
PAWN = (34, 44)
FIGURE = (43, 54)


@dataclass(frozen=True)
class Opening:
    """A passage or portal: the middle of the opening; `upright` is the way the wall runs."""

    x: float
    y: float
    upright: bool


@dataclass(frozen=True)
class Table:
    """A ring area: the first place, how many, and whether they stand below each other."""

    x: float
    y: float
    places: int
    upright: bool

    def place(self, n: int) -> Point:
        return (self.x, self.y + n * PITCH) if self.upright else (self.x + n * PITCH, self.y)

    @property
    def box(self) -> Box:
        x, y = self.place(self.places - 1)
        return (self.x - TABLE / 2, self.y - TABLE / 2, x + TABLE / 2, y + TABLE / 2)


@dataclass(frozen=True, eq=False)  # as the plan that it is a part of
class Room:
    polygon: tuple[Point, ...]
    numeral: Point
    stand: tuple[float, float, float]  # middle of the row where figures stand, its base line, its width
    chalices: tuple[tuple[float, float, str], ...]  # x, y, and the wall behind: n, e, s or w
    books: tuple[Point, ...]
    tables: tuple[Table, ...]

    @property
    def box(self) -> Box:
        return bounds(self.polygon)

    @property
    def furniture(self) -> list[Box]:
        small = [*self.books, *((x, y) for x, y, _ in self.chalices)]
        return [table.box for table in self.tables] + [(x - 21, y - 20, x + 21, y + 20) for x, y in small]

    @functools.cached_property
    def zone(self) -> Box:
        """The free floor where figures stand: of all empty boxes on the base line, the one where they stand tallest."""
        x, base, _ = self.stand
        left, top, right, _ = self.box
        things = self.furniture
        fits = [
            (lo, ceiling, hi, base)
            for lo in {left + 8, *(thing[2] + 2 for thing in things)}
            for hi in {right - 8, *(thing[0] - 2 for thing in things)}
            for ceiling in {top + 8, *(thing[3] + 2 for thing in things)}
            if lo <= x - 8 and x + 8 <= hi and ceiling < base - 20
            if not any(lo < r and l < hi and ceiling < b and t < base for l, t, r, b in things)  # noqa: E741
        ]
        return max(fits, key=lambda zone: sum(crowd(zone, x, n)[0] / n for n in (1, 2, 4, 6, 8)), default=self.box)


@dataclass(frozen=True, eq=False)  # one object a board, so that what is drawn of it can be kept
class Plan:
    """The whole drawn board."""

    canvas: Point
    track: float  # thickness of the score track
    rooms: dict[int, Room]
    passages: dict[tuple[int, int], Opening]
    portals: dict[str, Opening]
    forecourts: dict[str, Box]
    outside: dict[str, tuple[float, float, float]]  # where figures stand in front of a portal
    garth: tuple[Point, ...]
    storehouses: dict[int, Point]  # left top corner, on the harbor's own canvas
    visitors: dict[int, Point]  # base of a pawn that visits the storehouse


def points(raw: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in raw)


def _opening(raw: Sequence[Any]) -> Opening:
    x, y, wall = raw
    return Opening(float(x), float(y), wall == "v")


def _pair(rooms: str) -> tuple[int, int]:
    a, b = rooms.split("-")
    return int(a), int(b)


def read(drawing: Mapping[str, Any]) -> Plan:
    """The plan from a board's geometry (`tables.drawing_data`)."""
    portals, harbor = drawing["portals"], drawing["harbor"]
    return Plan(
        canvas=tuple(drawing["canvas"]),
        track=drawing["track"],
        rooms={
            int(number): Room(
                polygon=clockwise(points(room["polygon"])),
                numeral=tuple(room["numeral"]),
                stand=tuple(room["stand"]),
                chalices=tuple(tuple(place) for place in room["chalices"]),
                books=points(room["books"]),
                tables=tuple(Table(x, y, n, way == "v") for x, y, n, way in room["rings"]),
            )
            for number, room in sorted(drawing["rooms"].items(), key=lambda item: int(item[0]))
        },
        passages={_pair(rooms): _opening(at) for rooms, at in drawing["passages"].items()},
        portals={name: _opening(portal["opening"]) for name, portal in portals.items()},
        forecourts={name: _box(*portal["forecourt"]) for name, portal in portals.items()},
        outside={name: tuple(portal["stand"]) for name, portal in portals.items()},
        garth=clockwise(points(drawing.get("garth", ()))),
        storehouses={int(number): tuple(house["corner"]) for number, house in harbor.items()},
        visitors={int(number): tuple(house["pawn"]) for number, house in harbor.items()},
    )


def _box(x: float, y: float, w: float, h: float) -> Box:
    return x, y, x + w, y + h


def bounds(polygon: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def _edges(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def clockwise(polygon: Sequence[Point]) -> tuple[Point, ...]:
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _edges(polygon))
    return tuple(polygon) if area > 0 else tuple(reversed(polygon))


def _inward(a: Point, b: Point) -> Point:
    """Of an edge of a clockwise polygon: one unit towards its inside."""
    length = math.dist(a, b) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length


def inset(polygon: Sequence[Point], by: float) -> list[Point]:
    """A clockwise polygon, made smaller on all sides."""
    corners = []
    for before, (x, y), after in zip((polygon[-1], *polygon[:-1]), polygon, (*polygon[1:], polygon[0]), strict=True):
        (x1, y1), (x2, y2) = _inward(before, (x, y)), _inward((x, y), after)
        reach = by / max(1 + x1 * x2 + y1 * y2, 0.2)
        corners.append((round(x + reach * (x1 + x2), 2), round(y + reach * (y1 + y2), 2)))
    return corners


def outlines(polygons: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """The outside of clockwise rooms that stand wall to wall: the edges that only one has, chained into loops."""
    corners = {corner for polygon in polygons for corner in polygon}
    pieces: set[tuple[Point, Point]] = set()
    for polygon in polygons:
        for a, b in _edges(polygon):
            stops = sorted((c for c in corners if _is_between(a, c, b)), key=lambda c: math.dist(a, c))
            for piece in itertools.pairwise(stops):
                if piece[::-1] in pieces:
                    pieces.remove(piece[::-1])
                else:
                    pieces.add(piece)
    following = dict(pieces)
    loops = []
    while following:
        start = min(following)
        loop = [start]
        while (corner := following.pop(loop[-1], start)) != start:
            loop.append(corner)
        loops.append(_without_straight(loop))
    return loops


def _is_between(a: Point, c: Point, b: Point) -> bool:
    return abs(math.dist(a, c) + math.dist(c, b) - math.dist(a, b)) < 1e-9


def _without_straight(loop: Sequence[Point]) -> list[Point]:
    """Only the corners of a loop."""
    return [
        b
        for a, b, c in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True)
        if not _is_between(a, b, c)
    ]


@functools.lru_cache(1024)
def crowd(zone: Box, x: float, n: int) -> tuple[float, tuple[Point, ...]]:
    """How n figures stand in a box, near x: their size (1 is full), and the middle of each base, back row first.

    In as few rows as keep them biggest. Neighbours overlap by a quarter at most, which hides no sign.
    """
    left, top, right, base = zone
    best, rows = 0.0, 1
    for r in range(1, min(n, 4) + 1):
        in_row = -(-n // r)
        wide, tall = 38 * (1 + 0.76 * (in_row - 1)), FIGURE[1] * (1 + 0.6 * (r - 1))
        size = min(1.0, (right - left) / wide, (base - top) / tall)
        if size > best + 0.01:
            best, rows = size, r
    spots: list[Point] = []
    for row, m in enumerate([(n + row) // rows for row in range(rows)]):
        step = min(38 * best, (right - left - 38 * best) / (m - 1)) if m > 1 else 0.0
        half = (step * (m - 1) + 38 * best) / 2
        middle = min(max(x, left + half), right - half)
        spots += [
            (round(middle + (i - (m - 1) / 2) * step, 1), round(base - (rows - 1 - row) * FIGURE[1] * 0.6 * best, 1))
            for i in range(m)
        ]
    return best, tuple(spots)
