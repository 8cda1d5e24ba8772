"""Temple: what stays whole through every decision. Compiled with the rules, so that long runs can watch over it."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.state import COLOURED, KINDS, NO_TILE, ROOMS, SEATS, TILES, State
from chapterhouse.kernel.jit import rule

LAWS = (
    "cards",
    "counts",
    "shown",
    "pawns",
    "tiles",
)


@rule
def keeps_cards(s: State) -> bool:
    for kind in range(KINDS):
        count = int(s.deck[kind]) + int(s.discards[kind])
        if s.deck[kind] < 0 or s.discards[kind] < 0:
            return False
        for seat in range(SEATS):
            count += int(s.hand[seat, kind])
            if s.hand[seat, kind] < 0:
                return False
            if kind < COLOURED:
                count += int(s.pile[seat, kind])
                if s.pile[seat, kind] < 0:
                    return False
        if count != s.cards[kind]:
            return False
    return True


@rule
def keeps_counts(s: State) -> bool:
    deck = 0
    discards = 0
    for kind in range(KINDS):
        deck += int(s.deck[kind])
        discards += int(s.discards[kind])
    if deck != s.deck_left or discards != s.discarded:
        return False
    for seat in range(SEATS):
        hand = 0
        for kind in range(KINDS):
            hand += int(s.hand[seat, kind])
        if hand != s.hand_size[seat]:
            return False
    return True


@rule
def keeps_shown(s: State) -> bool:
    for seat in range(SEATS):
        for kind in range(KINDS):
            if s.known[seat, kind] < 0 or s.known[seat, kind] > s.hand[seat, kind]:
                return False
    return True


@rule
def keeps_pawns(s: State) -> bool:
    for room in range(ROOMS):
        count = 0
        for seat in range(count_seats(s)):
            if s.pawn[seat] == room:
                count += 1
        if count != s.pawns_in[room]:
            return False
    return True


@rule
def keeps_tiles(s: State) -> bool:
    count = 0
    for room in range(ROOMS):
        tile = int(s.tile_on[room])
        if tile != NO_TILE:
            count += 1
            if tile < 0 or tile >= TILES or s.tile[tile] != room:
                return False
    return count == TILES


@rule
def broken_law(s: State) -> int:
    """The first of LAWS that does not hold, counted from 1; 0 when all do."""
    if not keeps_cards(s):
        return 1
    if not keeps_counts(s):
        return 2
    if not keeps_shown(s):
        return 3
    if not keeps_pawns(s):
        return 4
    return 0 if keeps_tiles(s) else 5
