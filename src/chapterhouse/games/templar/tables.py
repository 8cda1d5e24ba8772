"""Templar: the board file becomes numbers; a bad one is refused with every fault."""

from __future__ import annotations

import functools
import pathlib
from typing import Any

from chapterhouse.games.data import Faults, is_whole, read_toml, shown
from chapterhouse.games.templar.state import (
    HARBOR,
    MAIN,
    MOST_BOXES,
    MOST_NUMBER,
    MOST_PLACES,
    RING_AREAS,
    ROOMS,
    SHELVES,
    STOREHOUSES,
    Card,
    Kind,
    State,
)
from chapterhouse.texts import Text

CARD_NAMES = tuple(card.name.lower() for card in Card)
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
AREA_NAMES = ("a", "b", "c")
SEAT_NAMES = ("crimson", "azure", "gold", "vert", "purple")
EDITION_NAMES = ("en", "it", "es")
PORTAL_NAMES = ("main", "side")
START_DOOR = (9, 13)


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


def printed(data: dict[str, Any]) -> dict[str, Any]:
    """What a view shows of the printed data itself: the geometry of a player's own board; None: the house's own."""
    drawing = drawing_data(data["board"])
    return {"drawing": None if drawing == own_drawing() else drawing}


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


def place_name(place: int) -> int | str | None:
    """Where a figure is: a room's number, `main`, `side`, `storehouse 3`, or None."""
    if place < 0:
        return None
    if place < ROOMS:
        return place + 1
    if place < HARBOR:
        return PORTAL_NAMES[place - MAIN]
    return f"storehouse {place - HARBOR + 1}"


# ── What can be wrong with a board file ─────────────────────────────────────────────────────────────────────────────

LEAST_BOXES = (3, 3, 3, 4, 4, 4)  # what the set-up puts in
WALLS = ("h", "v")
FARTHEST = 10_000  # of a distance, in units of the canvas


def _is_number(x: object) -> bool:
    """A distance on the canvas; it is drawn with, so it has a bound."""
    return isinstance(x, int | float) and not isinstance(x, bool) and abs(x) <= FARTHEST


def _is_row(x: object, *kinds: Any) -> bool:
    """A list of numbers (float) or of one of some words (a tuple), one after the other."""
    if not isinstance(x, list) or len(x) != len(kinds):
        return False
    return all(_is_number(v) if kind is float else v in kind for v, kind in zip(x, kinds, strict=True))


def _check_row(faults: Faults, place: str, entry: dict[str, Any], name: str, shape: str, *kinds: Any) -> None:
    if not _is_row(entry.get(name), *kinds):
        faults.say(place, "shape", name=name, shape=Text(f"shape.{shape}"))


def _numbered(faults: Faults, data: dict[str, Any], what: str, most: int) -> dict[int, dict[str, Any]]:
    """The entries of a list by their numbers 1 … most; each must be there once."""
    entries = data.get(what)
    if not isinstance(entries, list):
        faults.say(f"[[{what}]]", "needed", n=most)
        return {}
    by_number: dict[int, dict[str, Any]] = {}
    for entry in entries:
        n = entry.get("number") if isinstance(entry, dict) else None
        if not is_whole(n, 1, most) or n is None:
            faults.say(f"[[{what}]]", "number", value=shown(n), most=most)
        elif n in by_number:
            faults.say(f"{what} {n}", "twice")
        else:
            by_number[n] = entry
    for n in range(1, most + 1):
        if n not in by_number:
            faults.say(f"{what} {n}", "missing")
    return by_number


def _named(faults: Faults, data: dict[str, Any], what: str, names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The entries of a list by their names; each must be there once."""
    entries = data.get(what)
    by_name: dict[str, dict[str, Any]] = {}
    for entry in entries if isinstance(entries, list) else []:
        name = entry.get("name") if isinstance(entry, dict) else None
        if name not in names:
            faults.say(f"[[{what}]]", "named", value=shown(name), names=", ".join(names))
        elif name in by_name:
            faults.say(f"{what} {name}", "twice")
        else:
            by_name[name] = entry
    for name in names:
        if name not in by_name:
            faults.say(f"{what} {name}", "missing")
    return by_name


def _check_list(faults: Faults, place: str, room: dict[str, Any], name: str, shape: str, *kinds: Any) -> int:
    """A list of places; how many there are."""
    entries = room.get(name)
    if not isinstance(entries, list):
        faults.say(place, "list", name=name)
        return 0
    for entry in entries:
        if not _is_row(entry, *kinds):
            faults.say(place, "entry", name=name, entry=shown(entry), shape=Text(f"shape.{shape}"))
    return len(entries)


def _check_rings(faults: Faults, place: str, room: dict[str, Any]) -> int:
    """The ring areas of a room; how many places they have."""
    count = _check_list(faults, place, room, "rings", "ring", float, float, float, WALLS)
    if count > RING_AREAS:
        faults.say(place, "areas", count=count, most=RING_AREAS)
    places = 0
    for area in room["rings"] if count else []:
        if _is_row(area, float, float, float, WALLS):
            if is_whole(area[2], 1, MOST_PLACES):
                places += area[2]
            else:
                faults.say(place, "area", count=shown(area[2]))
    return places


def _check_rooms(faults: Faults, data: dict[str, Any]) -> None:
    places = 0
    for n, room in _numbered(faults, data, "room", ROOMS).items():
        place = f"room {n}"
        polygon = room.get("polygon")
        if not isinstance(polygon, list) or len(polygon) < 3 or not all(_is_row(p, float, float) for p in polygon):
            faults.say(place, "polygon")
        _check_row(faults, place, room, "numeral", "xy", float, float)
        _check_row(faults, place, room, "stand", "row", float, float, float)
        if room.get("church", False) is not (n == ROOMS):
            faults.say(place, "church")
        wall = ("n", "e", "s", "w")
        here = _check_list(faults, place, room, "chalices", "wall", float, float, wall)
        here += _check_list(faults, place, room, "books", "xy", float, float)
        here += _check_rings(faults, place, room)
        if here == 0:
            faults.say(place, "no_place")
        places += here
    if places > MOST_PLACES:
        faults.say("[[room]]", "places", places=places, most=MOST_PLACES)


def _reached(passages: list[tuple[int, int]], without: tuple[int, int] | None) -> int:
    """How many rooms can be reached from room 1 when one passage is closed."""
    seen, todo = {1}, [1]
    while todo:
        here = todo.pop()
        for a, b in passages:
            if (a, b) != without and here in (a, b):
                there = b if here == a else a
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
    return len(seen)


def _check_passages(faults: Faults, data: dict[str, Any]) -> None:
    passages: list[tuple[int, int]] = []
    doors: list[tuple[int, int]] = []
    entries = data.get("passage")
    for entry in entries if isinstance(entries, list) else []:
        between = entry.get("between") if isinstance(entry, dict) else None
        if not isinstance(between, list) or len(between) != 2:
            faults.say("[[passage]]", "between", value=shown(between))
            continue
        place = "passage " + "-".join(map(shown, between))
        unknown = [n for n in between if not is_whole(n, 1, ROOMS)]
        for n in unknown:
            faults.say(place, "no_room", value=shown(n))
        _check_row(faults, place, entry, "at", "opening", float, float, WALLS)
        if unknown:
            continue
        pair = (min(between), max(between))
        if pair[0] == pair[1]:
            faults.say(place, "itself")
        elif pair in passages:
            faults.say(place, "twice")
        else:
            passages.append(pair)
            if entry.get("door", False):
                doors.append(pair)
    if START_DOOR not in passages:
        faults.say("passage 9-13", "no_door")
    elif doors != [START_DOOR]:
        faults.say("passage 9-13", "door")
    if _reached(passages, None) < ROOMS:
        faults.say("[[passage]]", "reached", n=_reached(passages, None))
    else:
        for pair in passages:
            if _reached(passages, pair) < ROOMS:
                faults.say(f"passage {pair[0]}-{pair[1]}", "cut")


def faults(data: dict[str, Any]) -> list[str]:
    """All that is wrong with a board, in words; nothing when it can be played and drawn."""
    faults = Faults("templar")
    _check_row(faults, "canvas", data, "canvas", "size", float, float)
    if _is_row(data.get("canvas"), float, float) and min(data["canvas"]) <= 0:
        faults.say("canvas", "canvas")
    if not _is_number(data.get("track")):
        faults.say("track", "track")
    garth = data.get("garth", [])
    if not isinstance(garth, list) or not all(_is_row(p, float, float) for p in garth):
        faults.say("garth", "garth")
    _check_rooms(faults, data)
    _check_passages(faults, data)
    for name, portal in _named(faults, data, "portal", PORTAL_NAMES).items():
        place = f"portal {name}"
        if not is_whole(portal.get("room"), 1, ROOMS):
            faults.say(place, "portal", value=shown(portal.get("room")), most=ROOMS)
        _check_row(faults, place, portal, "opening", "opening", float, float, WALLS)
        _check_row(faults, place, portal, "forecourt", "box", float, float, float, float)
        _check_row(faults, place, portal, "stand", "row", float, float, float)
    for n, storehouse in _numbered(faults, data, "storehouse", STOREHOUSES).items():
        place = f"storehouse {n}"
        least = LEAST_BOXES[n - 1]
        if not is_whole(storehouse.get("boxes"), least, MOST_BOXES):
            faults.say(place, "boxes", value=shown(storehouse.get("boxes")), least=least, most=MOST_BOXES)
        _check_row(faults, place, storehouse, "corner", "xy", float, float)
        _check_row(faults, place, storehouse, "pawn", "xy", float, float)
    for name, card in _named(faults, data, "card", CARD_NAMES[:-1]).items():
        if not is_whole(card.get("number"), 0, MOST_NUMBER):
            faults.say(f"card {name}", "card", value=shown(card.get("number")), most=MOST_NUMBER)
    return faults.all
