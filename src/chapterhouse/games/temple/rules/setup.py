"""Temple: before the first turn."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.rules.cards import draw_cards
from chapterhouse.games.temple.rules.turn import go_on
from chapterhouse.games.temple.state import (
    CENTRE,
    FIRST_HAND,
    GREY,
    KINDS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOWHERE,
    ROOMS,
    TILES,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw


@rule
def set_up(s: State) -> None:
    """temple.setup: lay out and deal; the youngest begins; else it is drawn."""
    lay_out(s)
    deal(s)
    s.turn = 0
    s.winner = NOBODY
    s.to_offer = 0
    s.held_tile = NO_TILE
    s.taken[:] = 0
    s.swapped = 0
    s.victim = NOBODY
    s.owed = 0
    s.mover = s.start if s.start != NOBODY else draw(s.rng, s.players)
    s.news = 0
    s.phase = Phase.BEGIN
    go_on(s)


@rule
def lay_out(s: State) -> None:
    """temple.setup: all pawns in the start room; a curse tile on each grey room; ritual masks on the table."""
    s.pawn[:] = NOWHERE
    s.pawns_in[:] = 0
    for seat in range(count_seats(s)):
        s.pawn[seat] = CENTRE
        s.pawns_in[CENTRE] += 1
    s.tile_on[:] = NO_TILE
    tile = 0
    for room in range(ROOMS):
        if s.colour[room] == GREY and tile < TILES:
            s.tile[tile] = room
            s.tile_on[room] = tile
            tile += 1
    s.ritual[:] = NOBODY


@rule
def deal(s: State) -> None:
    """temple.setup: 2 cards each; the rest is the deck."""
    s.deck_left = 0
    for kind in range(KINDS):
        s.deck[kind] = s.cards[kind]
        s.deck_left += int(s.cards[kind])
    s.discards[:] = 0
    s.discarded = 0
    s.top = NO_CARD
    s.hand[:] = 0
    s.hand_size[:] = 0
    s.known[:] = 0
    s.pile[:] = 0
    for seat in range(count_seats(s)):
        draw_cards(s, seat, FIRST_HAND)
