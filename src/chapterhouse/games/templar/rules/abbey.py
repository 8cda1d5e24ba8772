"""Templar: passages, places and pieces; what all the other rules stand on."""

from __future__ import annotations

import numpy as np

from chapterhouse.games.templar.state import (
    ALL_CARDS,
    EMPTY,
    ES,
    FIRST_RING,
    MAIN,
    NO_KIND,
    RING_AREAS,
    RINGS,
    ROOMS,
    SCORED,
    SHELVES,
    Card,
    Kind,
    State,
)
from chapterhouse.kernel.bits import bit, lowest
from chapterhouse.kernel.jit import rule

# the rooms of each pair, in the order of the codes: 1-2, 1-3, … 12-13
LOWER = np.array([a for a in range(ROOMS) for b in range(a + 1, ROOMS)], np.int8)
UPPER = np.array([b for a in range(ROOMS) for b in range(a + 1, ROOMS)], np.int8)


@rule
def pair_of(lower: int, upper: int) -> int:
    """The number of a pair of rooms."""
    return lower * (2 * ROOMS - lower - 1) // 2 + upper - lower - 1


@rule
def whole(n: int) -> int:
    """A number of the state as a plain integer: a rule that always gets these is compiled for one type only."""
    return int(n) + 0


@rule
def is_single(rooms: int) -> bool:
    """Whether a set of rooms holds exactly one."""
    return rooms != 0 and rooms & (rooms - 1) == 0


@rule
def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


# ── Passages ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def has_passage(s: State, room: int, other: int) -> bool:
    return int(s.neighbours[room]) & bit(other) != 0


@rule
def open_from(s: State, place: int) -> int:
    """templar.move.passage: the rooms that one step leads to. Through a portal figures only come in.
    templar.move.door: the door closes its passage."""
    if place < ROOMS:
        closed = int(place == s.door[0]) << int(s.door[1]) | int(place == s.door[1]) << int(s.door[0])
        return int(s.neighbours[place]) & ~closed
    return bit(int(s.portal_room[place - MAIN])) if place <= MAIN + 1 else 0


@rule
def open_around(s: State, rooms: int) -> int:
    """The rooms that one step leads to from any of these rooms."""
    around = 0
    while rooms:
        around |= open_from(s, lowest(rooms))
        rooms &= rooms - 1
    return around


@rule
def is_outside(place: int) -> bool:
    """templar.place-outside: in front of a portal, and in the harbor, is not a room."""
    return place >= ROOMS


# ── Places and pieces ───────────────────────────────────────────────────────────────────────────────────────────────


@rule
def shelf_of(room: int, k: int) -> int:
    """Chalice places (0), book places (1) or ring area (2, 3, 4) of a room."""
    return room * SHELVES + k


@rule
def count_places(s: State, shelf: int) -> int:
    return int(s.first_place[shelf + 1]) - int(s.first_place[shelf])


@rule
def free_place(s: State, shelf: int) -> int:
    """templar.stash.place: an empty place of this shelf, or EMPTY."""
    for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
        if s.piece[place] == EMPTY:
            return place
    return EMPTY


@rule
def owner_of(piece: int) -> int:
    """The seat that a piece belongs to, scored or not."""
    return piece - SCORED if piece >= SCORED else piece


@rule
def is_ring(kind: int) -> bool:
    return kind >= FIRST_RING


@rule
def fits_area(s: State, room: int, area: int, kind: int) -> bool:
    """templar.stash.area: all rings in an area are of one type; an empty area takes any."""
    lies = int(s.ring_kind[room, area])
    return lies == NO_KIND or lies == kind


@rule
def has_ring_place(s: State, room: int, kind: int) -> bool:
    """templar.stash.place, templar.stash.area, templar.stash.severus: can a ring of this type be stashed here?"""
    if room == s.severus:
        return False
    for area in range(RING_AREAS):
        if fits_area(s, room, area, kind) and free_place(s, shelf_of(room, RINGS + area)) != EMPTY:
            return True
    return False


@rule
def has_valuable(s: State, room: int, seat: int) -> bool:
    """Whether a seat has a piece in this room, scored or not."""
    for place in range(s.first_place[room * SHELVES], s.first_place[(room + 1) * SHELVES]):
        if s.piece[place] == seat or s.piece[place] == seat + SCORED:
            return True
    return False


@rule
def put_piece(s: State, room: int, k: int, kind: int, seat: int) -> None:
    """templar.stash.place: on an empty place of its kind, unscored side up."""
    s.piece[free_place(s, shelf_of(room, k))] = seat
    if is_ring(kind):
        s.ring_kind[room, k - RINGS] = kind
    s.in_rooms[seat] |= bit(room)


@rule
def lift_ring(s: State, room: int, area: int, seat: int) -> None:
    """Take an unscored ring of this seat away; templar.stash.area: an area that becomes empty loses its type."""
    lifted = False
    left = 0
    shelf = shelf_of(room, RINGS + area)
    for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
        if not lifted and s.piece[place] == seat:
            s.piece[place] = EMPTY
            lifted = True
        elif s.piece[place] != EMPTY:
            left += 1
    if left == 0:
        s.ring_kind[room, area] = NO_KIND
    if not has_valuable(s, room, seat):
        s.in_rooms[seat] &= ~bit(room)


@rule
def has_unscored_ring(s: State, room: int, area: int, seat: int) -> bool:
    shelf = shelf_of(room, RINGS + area)
    for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
        if s.piece[place] == seat:
            return True
    return False


@rule
def add_points(s: State, seat: int, points: int) -> None:
    """Along the track; no rule takes a marker below 0."""
    s.score[seat] = max(0, int(s.score[seat]) + points)


@rule
def is_spanish(s: State) -> bool:
    return s.edition == ES


@rule
def all_cards(s: State) -> int:
    """templar.setup.hand: all ten cards, nine without Stephanus."""
    return ALL_CARDS if s.stephanus else ALL_CARDS & ~bit(Card.STEPHANUS)


@rule
def kind_of_shelf(s: State, room: int, k: int) -> int:
    """What lies on a shelf, or NO_KIND for an empty ring area."""
    if k == Kind.CHALICE or k == Kind.BOOK:
        return k
    return int(s.ring_kind[room, k - RINGS])
