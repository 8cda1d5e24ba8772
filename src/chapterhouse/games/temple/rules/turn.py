"""Temple: set-up, the course of a turn, and the end."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.temple.rules.cards import count_excess, draw_cards, lay_down, put_away
from chapterhouse.games.temple.rules.move import begin_move
from chapterhouse.games.temple.rules.rooms import count_masks, room_of
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
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
    TURN_LIMIT,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw


@rule
def lay_out(s: State) -> None:
    """temple.setup: all pawns in the start room; a curse tile on each grey room; ritual masks on the table."""
    s.pawn[:] = NOWHERE
    s.pawns_in[:] = 0
    for seat in range(s.players):
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
    for seat in range(s.players):
        draw_cards(s, seat, FIRST_HAND)


@rule
def begin_game(s: State) -> None:
    """temple.setup: the youngest begins; else it is drawn."""
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


@rule
def begin_turn(s: State) -> None:
    """temple.turn: draw, move, one action, in this order. temple.goal: who begins his turn with enough ritual masks
    wins at once. temple.end: after 200 turns a player it is a draw."""
    s.turn += 1
    s.to_act = s.mover
    room = room_of(s, s.mover)
    s.departure = room
    s.reach = count_masks(s, room)
    s.steps_left = s.reach
    if count_ritual_masks(s, s.mover) >= masks_needed(s):
        s.winner = s.mover
        end_game(s)
    elif s.turn > TURN_LIMIT * s.players:
        end_game(s)
    else:
        draw_or_discard(s)


@rule
def draw_or_discard(s: State) -> None:
    """temple.draw: as many cards as the room has masks where the turn begins. temple.draw.limit: first, and before
    seeing them, discard what would pass 5; it is always asked, for to be skipped would tell of a hand of one kind."""
    if count_excess(s) > 0:
        s.phase = Phase.DISCARD
    else:
        draw_cards(s, s.mover, s.reach)
        begin_move(s)


@rule
def discard(s: State, kind: int) -> None:
    """temple.draw.limit: own choice, curse cards count."""
    lay_down(s, s.mover, kind)
    put_away(s, kind, 1)
    draw_or_discard(s)


@rule
def end_turn(s: State) -> None:
    """temple.turn: the next player on the left."""
    s.mover = clockwise(s.mover, 1, s.players)
    s.phase = Phase.BEGIN


@rule
def end_game(s: State) -> None:
    """temple.goal, temple.end: nobody is asked any more."""
    s.to_act = NOBODY
    s.phase = Phase.OVER
