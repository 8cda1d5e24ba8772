"""Templar: the abbey in play: valuables, figures, the door, the scores, and what can be done where."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from chapterhouse.games.canvas.svg import circle, group, kept, path, polygon, rect, safe, text
from chapterhouse.games.spoken import capital
from chapterhouse.games.templar.picture import abbey
from chapterhouse.games.templar.picture.plan import CHURCH, Box, Plan, Point, Room, Table, crowd, inset
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.state import RING_AREAS, SEATS
from chapterhouse.games.templar.tables import AREA_NAMES, KIND_NAMES
from chapterhouse.games.templar.words.spoken import door_says, room_says, stands_says

RINGS = KIND_NAMES[2:]


@functools.lru_cache(64)
def _labels(plan: Plan, church: str, main: str, side: str) -> str:
    """Names on the plan: the church and the two portals."""
    drawn = []
    if CHURCH in plan.rooms:
        x, y = plan.rooms[CHURCH].numeral
        drawn.append(text(x - 18, y + 28, church, abbey.SMALL, "b label"))
    for name, label in (("main", main), ("side", side)):
        left, top, right, bottom = plan.forecourts[name]
        words = capital(label).split()
        for i, word in enumerate(words):  # along the wall, a line a word
            x = (left + right) / 2 + 7 + (i - (len(words) - 1) / 2) * 21
            along = text(0, 0, word, abbey.SMALL, "b label", "middle")
            drawn.append(f'<g transform="translate({x:g} {(top + bottom) / 2:g}) rotate(-90)">{along}</g>')
    return "".join(drawn)


def pieces(number: int, room: Room, seen: Mapping[str, Any], ids: str = "") -> str:
    """What lies on every place of a room."""
    return _pieces(number, {shelf: seen[shelf] for shelf in ("chalices", "books", "rings")}, ids, room=room)


@kept(2048)
def _pieces(number: int, seen: Mapping[str, Any], ids: str, *, room: Room) -> str:
    drawn = []

    def place(ident: str, kind: str, lies: Mapping[str, Any] | None, x: float, y: float) -> None:
        shown = abbey.socket(kind, x, y) if lies is None else abbey.piece(kind, lies["owner"], lies["scored"], x, y)
        drawn.append(f'<g id="{ids}place-{number}-{ident}">{shown}</g>')

    for i, ((x, y, _), lies) in enumerate(zip(room.chalices, seen["chalices"], strict=True), 1):
        place(f"chalice-{i}", "chalice", lies, x, y)
    for i, ((x, y), lies) in enumerate(zip(room.books, seen["books"], strict=True), 1):
        place(f"book-{i}", "book", lies, x, y - 2)
    for table, area in zip(room.tables, seen["rings"], strict=True):
        for i, lies in enumerate(area["places"]):
            place(f"ring-{area['area']}-{i + 1}", area["kind"] or "ring", lies, *table.place(i))
    return "".join(drawn)


def _crowd(scene: Scene, pawns: Sequence[int], figures: Sequence[str], zone: Box, x: float, ids: str = "") -> str:
    """Those who stand in one place; the one who moves stands in a ring of light."""
    everybody: list[int | str] = [*figures, *pawns]
    if not everybody:
        return ""
    size, spots = crowd(zone, x, len(everybody))
    drawn = []
    for who, (cx, cy) in zip(everybody, spots, strict=True):
        moves = who == scene.mover
        label = (
            "" if ids else stands_says(scene.view, who, scene.texts)
        )  # the lens shows once more what is named already
        if isinstance(who, int):
            drawn.append(abbey.pawn(who, cx, cy, size, id=f"{ids}pawn-{who}", label=label, moves=moves))
        else:
            drawn.append(abbey.figure(who, cx, cy, size, id=f"{ids}{who}", label=label, moves=moves))
    return "".join(drawn)


def figures_in(scene: Scene, number: int, ids: str = "") -> str:
    """Those who stand in a room."""
    seen, room = scene.view["rooms"][number - 1], scene.plan.rooms[number]
    return _crowd(scene, seen["pawns"], seen["figures"], room.zone, room.stand[0], ids)


def _figures(scene: Scene) -> str:
    drawn = []
    for seen in scene.view["rooms"]:
        if seen["pawns"] or seen["figures"]:
            drawn.append(figures_in(scene, seen["number"]))
    for name, portal in scene.view["portals"].items():
        left, top, right, bottom = scene.plan.forecourts[name]
        zone = (left, top + 4, right, bottom - 6)
        drawn.append(_crowd(scene, portal["pawns"], portal["figures"], zone, scene.plan.outside[name][0]))
    return group("".join(drawn), "figures")


def _way(scene: Scene) -> list[int]:
    """The rooms of the move under way, in order; empty where it cannot be told."""
    going = scene.view["going"]
    at = scene.view["figures"].get(scene.mover) if isinstance(scene.mover, str) else None
    if isinstance(scene.mover, int):
        at = scene.seat(scene.mover)["pawn"]
    if not going or not going["moved"] or going["card"] == "benjamin" or not isinstance(at, int):
        return []
    start, entered = going["from"], set(going["entered"])
    middle = sorted(entered - {start, at})
    if not isinstance(start, int):  # from a portal the first step leads into its room
        start = scene.view["portals"][start]["room"] if start in scene.view["portals"] else at
        middle = [room for room in middle if room != start]
    for between in itertools.permutations(middle):
        rooms = [start, *between, at] if start != at else [at]
        if all((min(pair), max(pair)) in scene.plan.passages for pair in itertools.pairwise(rooms)):
            return rooms
    return []


def _trail(scene: Scene) -> str:
    """A dotted line along the move under way."""
    rooms = _way(scene)
    if len(rooms) < 2:
        return ""
    stands = {n: (scene.plan.rooms[n].stand[0], scene.plan.rooms[n].stand[1] - 6) for n in rooms}
    line = [stands[rooms[0]]]
    for a, b in itertools.pairwise(rooms):
        at = scene.plan.passages[min(a, b), max(a, b)]
        line += [(at.x, at.y), stands[b]]
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in line)
    x, y = line[0]
    return path(way, "trail") + circle(x, y, 5, "pip")


# ---- what can be done


@functools.lru_cache(256)
def _floor(corners: tuple[Point, ...]) -> str:
    return polygon(corners, "hit") + polygon(inset(corners, 6.4), "ring")


@functools.lru_cache(256)
def _watched(corners: tuple[Point, ...]) -> str:
    return polygon(inset(corners, 5), "watched")


def _room_targets(scene: Scene) -> str:
    """Rooms to step into, or to put a figure in."""
    verb = "place" if scene.phase.startswith("place") else "step" if scene.phase in ("step", "walk") else ""
    if not verb or not scene.legal:
        return ""
    words = {n + 1: action for n, action in scene.choices.get(verb, ())}
    drawn = []
    for number, room in scene.plan.rooms.items():
        action = words.get(number, f"{verb} {number}")
        drawn.append(scene.target(action, _floor(room.polygon), id=f"room-{number}", cls="room"))
    return "".join(drawn)


def reach(scene: Scene) -> dict[int, int]:
    """How many steps away the rooms are that a move under way can still reach."""
    if scene.phase not in ("step", "walk") or not scene.legal:
        return {}
    return {int(room): steps for room, steps in scene.view["reach"].get(scene.playing, {}).items()}


def _tints(scene: Scene) -> str:
    """Under the furniture: the room that Severus watches, and the rooms in reach with a dot for each step."""
    drawn = []
    away = reach(scene) or {n + 1: 0 for n, _ in scene.choices.get("place", ())}
    for seen in scene.view["rooms"]:
        room = scene.plan.rooms[seen["number"]]
        if seen["barred"]:
            drawn.append(_watched(room.polygon))
        steps = away.get(seen["number"])
        if steps is not None:
            drawn.append(polygon(room.polygon, "tint distant" if steps > 1 else "tint"))
            x, y = room.numeral
            y += 33 if seen["number"] == CHURCH else 19
            xs = [x + (i - (steps - 1) / 2) * 9 for i in range(steps)]
            drawn += [circle(each, y, 3.1, "pip") for each in xs]
    return "".join(drawn)


def _door_targets(scene: Scene) -> str:
    if scene.phase != "door" or not scene.legal:
        return ""
    words = {tuple(map(int, action.split()[-1].split("-"))): action for _, action in scene.choices.get("door", ())}
    drawn = []
    for (a, b), at in scene.plan.passages.items():
        body = _spot(at.x, at.y, 24)
        drawn.append(scene.target(words.get((a, b), f"door {a}-{b}"), body, id=f"passage-{a}-{b}", cls="passage"))
    return "".join(drawn)


def _portal_targets(scene: Scene) -> str:
    drawn = []
    for n, words in scene.choices.get("portal", ()):
        name = ("main", "side")[n]
        left, top, right, bottom = scene.plan.forecourts[name]
        w, h = right - left, bottom - top
        body = rect(left, top, w, h, "glow", 4) + rect(left - 2, top - 2, w + 4, h + 4, "ring")
        drawn.append(scene.target(words, body, id=f"forecourt-{name}", cls="forecourt"))
    return "".join(drawn)


def _spot(x: float, y: float, r: float = 22) -> str:
    return circle(x, y, r, "glow") + circle(x, y, r, "ring")


def _area(table: Table) -> str:
    left, top, right, bottom = table.box
    w, h = right - left, bottom - top
    return rect(left - 1, top - 1, w + 2, h + 2, "glow", 7) + rect(left - 2, top - 2, w + 4, h + 4, "ring", 8)


def _ghost(kind: str, seat: int, table: Table, places: Sequence[Any]) -> str:
    """A ring as it would lie on the next free place."""
    for n, lies in enumerate(places):
        if lies is None:
            return f'<g class="ghost">{abbey.piece(kind, seat, False, *table.place(n))}</g>'
    return ""


def _bubble(scene: Scene, table: Table, offers: Sequence[tuple[str, str]], ids: str, chip: float, within: Box) -> str:
    """An area that could take rings of several types: one chip a type, on a slip over the table."""
    assert scene.me is not None
    left, top, right, bottom = table.box
    long, thick = chip * len(offers) + 6, chip + 6
    w, h = (thick, long) if table.upright else (long, thick)
    x = min(max((left + right - w) / 2, within[0] + 2), within[2] - w - 2)
    y = min(max((top + bottom - h) / 2, within[1] + 2), within[3] - h - 2)
    drawn = [rect(x, y, w, h, "slip", 9)]
    for i, (kind, words) in enumerate(offers):
        along, across = 3 + chip * (i + 0.5), 3 + chip / 2
        cx, cy = (x + across, y + along) if table.upright else (x + along, y + across)
        piece = abbey.piece(kind, scene.me, False, cx, cy, round(chip * 0.021, 2))
        body = circle(cx, cy, chip / 2, "hit") + piece + circle(cx, cy, chip / 2 - 2, "ring")
        drawn.append(scene.target(words, body, id=f"{ids}-{kind}"))
    return group("".join(drawn))


def place_targets(scene: Scene, *, ids: str = "", chip: float = 38, takes: bool = True) -> str:
    """In the room where something is stashed, picked up, dropped or flipped: the places that can be chosen."""
    number = scene.room
    if number is None or not scene.legal:
        return ""
    room, seen = scene.plan.rooms[number], scene.view["rooms"][number - 1]
    drawn, areas = [], dict[int, list[tuple[str, str]]]()
    for n, words in scene.choices.get("stash", ()):
        if n < 2:
            kind = KIND_NAMES[n]
            spots: Sequence[tuple[Any, ...]] = (room.chalices, room.books)[n]
            at = next(i for i, lies in enumerate(seen[kind + "s"]) if lies is None)
            x, y, *_ = spots[at]
            drawn.append(scene.target(words, _spot(x, y), id=f"{ids}stash-{kind}"))
        else:
            areas.setdefault((n - 2) % RING_AREAS, []).append((RINGS[(n - 2) // RING_AREAS], words))
    for area, offers in areas.items():
        table, ident = room.tables[area], f"{ids}stash-{AREA_NAMES[area]}"
        if len(offers) == 1:
            ((kind, words),) = offers
            ghost = _ghost(kind, scene.me or 0, table, seen["rings"][area]["places"])
            drawn.append(scene.target(words, _area(table) + ghost, id=ident))
        else:
            drawn.append(_bubble(scene, table, offers, ident, chip, room.box))
    for verb in ("drop", "flip"):
        for area, words in scene.choices.get(verb, ()):
            table, ghost = room.tables[area], ""
            carried = scene.view["going"] and scene.view["going"]["carried"]
            if verb == "drop" and carried:
                ghost = _ghost(carried["kind"], carried["owner"], table, seen["rings"][area]["places"])
            drawn.append(scene.target(words, _area(table) + ghost, id=f"{ids}{verb}-{AREA_NAMES[area]}"))
    for n, words in scene.choices.get("take", ()) if takes else ():
        area, owner = divmod(n, SEATS)
        for i, lies in enumerate(seen["rings"][area]["places"]):
            if lies is not None and lies["owner"] == owner and not lies["scored"]:
                spot = _spot(*room.tables[area].place(i), 17.5)
                drawn.append(scene.target(words, spot, id=f"{ids}take-{AREA_NAMES[area]}-{owner}"))
                break
    return "".join(drawn)


def area_letters(room: Room) -> str:
    """The letters of the ring areas, as the notation names them."""
    if len(room.tables) < 2:
        return ""
    drawn = []
    for letter, table in zip(AREA_NAMES, room.tables, strict=False):
        left, _, _, bottom = table.box
        drawn.append(circle(left + 2, bottom - 1, 10.5, "letter"))
        drawn.append(text(left + 2, bottom + 4.6, letter, abbey.SMALL, "num b", "middle"))
    return group("".join(drawn), "figures")


def board(scene: Scene, *, narrow: bool = False) -> str:
    """The whole board on its own canvas. On a phone the score track is left out, and places are chosen in the lens."""
    plan, texts = scene.plan, scene.texts
    a, b = scene.view["door"]
    drawn = [
        abbey.floors(plan),
        "" if narrow else abbey.track(plan),
        _tints(scene),
        abbey.walls(plan),
        "" if narrow else _labels(plan, texts("picture.church"), texts("portal.main"), texts("portal.side")),
    ]
    for seen in scene.view["rooms"]:
        label, lies = room_says(scene.view, seen, texts), pieces(seen["number"], plan.rooms[seen["number"]], seen)
        drawn.append(f'<g role="img" aria-label="{safe(label)}">{lies}</g>')
    drawn.append(abbey.door(plan.passages[a, b], door_says(scene.view, texts)))
    if not narrow:
        drawn.append(abbey.markers([seen["score"] for seen in scene.view["seats"]], plan=plan))
    drawn += [_trail(scene), _room_targets(scene), _figures(scene)]
    if not narrow:
        drawn += [_portal_targets(scene), _door_targets(scene), place_targets(scene)]
        if scene.room is not None and scene.legal:
            drawn.append(area_letters(plan.rooms[scene.room]))
    return "".join(drawn)
