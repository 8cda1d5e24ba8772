"""Templar: what stays whole through every decision. Compiled with the rules, so that long runs can watch over it."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templar.rules.abbey import all_cards, kind_of_shelf, owner_of
from chapterhouse.games.templar.rules.setup import tiles_of, tiles_without, valuables_of
from chapterhouse.games.templar.state import (
    EMPTY,
    FIRST_RING,
    KINDS,
    NO_CARD,
    NO_KIND,
    RINGS,
    ROOMS,
    SCORED,
    SEATS,
    SHELVES,
    STOREHOUSES,
    Kind,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule

LAWS = (
    "valuables",
    "areas",
    "rooms",
    "tiles",
    "storehouses",
    "cards",
)
FIRST_RINGS = 5  # that come to each seat without a tile


@rule
def count_valuables(s: State, seat: int, kind: int) -> int:
    """Of a seat, laid, carried, in front of it and beside the board."""
    count = int(s.stock[seat, kind]) + int(s.reserve[seat, kind])
    if s.carried == kind and s.carried_of == seat:
        count += 1
    for shelf in range(ROOMS * SHELVES):
        if kind_of_shelf(s, shelf // SHELVES, shelf % SHELVES) == kind:
            for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
                piece = int(s.piece[place])
                if piece != EMPTY and owner_of(piece) == seat:
                    count += 1
    return count


@rule
def keeps_valuables(s: State) -> bool:
    for seat in range(SEATS):
        for kind in range(KINDS):
            if s.stock[seat, kind] < 0 or s.reserve[seat, kind] < 0:
                return False
            if count_valuables(s, seat, kind) != (valuables_of(kind) if seat < s.players else 0):
                return False
    return True


@rule
def keeps_areas(s: State) -> bool:
    for room in range(ROOMS):
        for k in range(RINGS, SHELVES):
            count = 0
            shelf = room * SHELVES + k
            for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
                piece = int(s.piece[place])
                if piece != EMPTY:
                    count += 1
                if piece < EMPTY or piece >= SCORED + s.players:
                    return False
            if (kind_of_shelf(s, room, k) == NO_KIND) != (count == 0):
                return False
    return True


@rule
def keeps_rooms(s: State) -> bool:
    for seat in range(count_seats(s)):
        rooms = 0
        for shelf in range(ROOMS * SHELVES):
            for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
                piece = int(s.piece[place])
                if piece != EMPTY and owner_of(piece) == seat:
                    rooms |= 1 << (shelf // SHELVES)
        if rooms != s.in_rooms[seat]:
            return False
    return True


@rule
def keeps_tiles(s: State) -> bool:
    begun = s.players  # seats that have their first rings
    if s.phase < Phase.SINGLE:
        begun = 0
    elif s.phase == Phase.SINGLE:
        begun = (s.to_act - s.first + s.players) % s.players
    without_tile = 0
    for kind in range(KINDS):
        count = int(s.bag[kind])
        for storehouse in range(STOREHOUSES):
            count += int(s.harbor[storehouse, kind])
        for seat in range(count_seats(s)):
            count += valuables_of(kind) - int(s.reserve[seat, kind])
        if kind == Kind.CHALICE:
            count += s.lost
        if s.players == 2:
            count += tiles_without(kind)
        if kind < FIRST_RING:
            if count != tiles_of(kind):
                return False
        else:
            without_tile += count - tiles_of(kind)
            if s.bag[kind] < 0 or count - tiles_of(kind) < begun or count - tiles_of(kind) > 2 * begun:
                return False
    return without_tile == FIRST_RINGS * begun


@rule
def keeps_storehouses(s: State) -> bool:
    for storehouse in range(STOREHOUSES):
        count = 0
        for kind in range(KINDS):
            count += int(s.harbor[storehouse, kind])
            if s.fresh[storehouse, kind] < 0 or s.fresh[storehouse, kind] > s.harbor[storehouse, kind]:
                return False
        if count != s.filled[storehouse] or count > s.boxes[storehouse] or s.harbor[storehouse, Kind.CHALICE] > 1:
            return False
    return True


@rule
def keeps_cards(s: State) -> bool:
    for seat in range(count_seats(s)):
        hand = int(s.hand[seat])
        top = int(s.top[seat])
        pile = all_cards(s) & ~hand
        if hand & ~all_cards(s) or (top == NO_CARD) != (pile == 0):
            return False
        if top != NO_CARD and not pile >> top & 1:
            return False
    return True


@rule
def broken_law(s: State) -> int:
    """The first of LAWS that does not hold, counted from 1; 0 when all do."""
    if not keeps_valuables(s):
        return 1
    if not keeps_areas(s):
        return 2
    if not keeps_rooms(s):
        return 3
    if not keeps_tiles(s):
        return 4
    if not keeps_storehouses(s):
        return 5
    return 0 if keeps_cards(s) else 6
