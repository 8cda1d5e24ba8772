"""Temple: the rooms, what they count as, and who stands in them."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.state import (
    COLOURS,
    EAST,
    EAST_WALL,
    GREY,
    NO_TILE,
    NORTH,
    NOWHERE,
    ROOMS,
    SIDE,
    SOUTH,
    TILES,
    WEST,
    WEST_WALL,
    State,
)
from chapterhouse.kernel.bits import bit
from chapterhouse.kernel.jit import rule

ALL_ROOMS = (1 << ROOMS) - 1


@rule
def room_next_to(room: int, way: int) -> int:
    """The room on that side, or NOWHERE: the temple ends there. temple.move.range: there is no diagonal way."""
    if way == NORTH:
        return room - SIDE if room >= SIDE else NOWHERE
    if way == SOUTH:
        return room + SIDE if room < ROOMS - SIDE else NOWHERE
    if way == EAST:
        return room + 1 if EAST_WALL >> room & 1 == 0 else NOWHERE
    return room - 1 if WEST_WALL >> room & 1 == 0 else NOWHERE


@rule
def room_of(s: State, seat: int) -> int:
    """The room of a seat's pawn."""
    return 0 + int(s.pawn[seat])  # the sum makes it a full number: else all that takes a room is compiled twice


@rule
def is_cursed(s: State, room: int) -> bool:
    """temple.room.cursed: grey rooms always, and any room with a curse tile."""
    return bool(s.tile_on[room] != NO_TILE or s.colour[room] == GREY)


@rule
def count_masks(s: State, room: int) -> int:
    """temple.room.cursed: a cursed room counts as 1 mask. temple.room.start: the start room as 2, unless a tile lies
    there."""
    return 1 if is_cursed(s, room) else int(s.masks[room])


@rule
def has_colour(s: State, room: int) -> bool:
    """temple.room.cursed, temple.room.start: a cursed room has no colour, nor has the start room."""
    return bool(s.colour[room] < COLOURS and s.tile_on[room] == NO_TILE)


@rule
def place_pawn(s: State, seat: int, room: int) -> None:
    """Move a pawn to a room."""
    s.pawns_in[s.pawn[seat]] -= 1
    s.pawns_in[room] += 1
    s.pawn[seat] = room


@rule
def place_tile(s: State, tile: int, room: int) -> None:
    """Move a curse tile to a room."""
    s.tile_on[s.tile[tile]] = NO_TILE
    s.tile_on[room] = tile
    s.tile[tile] = room


# ── Sets of rooms, a bit each ───────────────────────────────────────────────────────────────────────────────────────


@rule
def rooms_on(rooms: int, way: int) -> int:
    """The rooms that a step in one way leads to from any of these."""
    if way == NORTH:
        return rooms >> SIDE
    if way == SOUTH:
        return rooms << SIDE & ALL_ROOMS
    return (rooms & ~EAST_WALL) << 1 if way == EAST else (rooms & ~WEST_WALL) >> 1


@rule
def rooms_beside(rooms: int) -> int:
    """The rooms that one step leads to from any of these."""
    return rooms_on(rooms, NORTH) | rooms_on(rooms, EAST) | rooms_on(rooms, SOUTH) | rooms_on(rooms, WEST)


@rule
def rooms_with_pawns(s: State) -> int:
    rooms = 0
    for seat in range(count_seats(s)):
        rooms |= bit(room_of(s, seat))
    return rooms


@rule
def rooms_with_tiles(s: State) -> int:
    rooms = 0
    for tile in range(TILES):
        rooms |= bit(int(s.tile[tile]))
    return rooms


@rule
def grey_rooms(s: State) -> int:
    rooms = 0
    for room in range(ROOMS):
        rooms |= int(s.colour[room] == GREY) << room
    return rooms
