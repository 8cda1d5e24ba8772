"""Temple: a concealed state as numbers for a net, seen from one seat (own seat first, then clockwise)."""

from __future__ import annotations

from chapterhouse.games.layout import Span, repeated, singles
from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.rules.cards import pile_value
from chapterhouse.games.temple.rules.move import walk_ends
from chapterhouse.games.temple.rules.offer import can_pay
from chapterhouse.games.temple.rules.rooms import (
    count_masks,
    grey_rooms,
    has_colour,
    is_cursed,
    rooms_with_pawns,
    rooms_with_tiles,
)
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import (
    COLOURED,
    COLOURS,
    HAND,
    KINDS,
    MOST_MASKS,
    NO_TILE,
    NOBODY,
    OFFERING,
    ROOMS,
    SEATS,
    START,
    TRIBUTE,
    TURN_LIMIT,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

PHASES = Phase.OVER + 1
ROOM_FEATURES = COLOURS + 8
SEAT_FEATURES = 2 * ROOMS + 2 * KINDS + COLOURED + 3 * COLOURS + 5
TABLE_FEATURES = 2 * KINDS + 10
FEATURES = PHASES + ROOMS * ROOM_FEATURES + TABLE_FEATURES + SEATS * SEAT_FEATURES
MANY = 16  # cards of a kind, or in a pile, are counted in parts of this
_ROOM = (
    Span("colour", COLOURS, "1: the room counts for this colour now"),
    *singles(
        masks="masks as they count now, / 3",
        cursed="1: a curse tile works here",
        tile="1: a curse tile lies here",
        held="1: the tile that is being moved lies here",
        departure="1: the turn began here",
        start="1: the start room",
        payable="1: the own hand has the cards for an offering here",
        earns="1: such an offering would earn the ritual mask",
    ),
)
_SEAT = (
    Span("pawn", ROOMS, "1: its pawn is in this room"),
    Span("hand", KINDS, "cards of this kind in hand, / 5; 0 where the hand is hidden"),
    Span("known", KINDS, "of them, those that were shown to all, / 5"),
    Span("pile", COLOURED, "offerings of this kind in front of the seat, / 5"),
    Span("offered", COLOURS, "value offered in this colour, / 5"),
    Span("ritual", COLOURS, "1: has the ritual mask of this colour"),
    *singles(
        hand_size="cards in hand, / 5",
        progress="ritual masks, / those needed",
        mover="1: it is its turn",
        to_act="1: is asked",
        victim="1: the power was asked of it last",
    ),
    Span("ends", ROOMS, "1: its walk, this one or the next, can end in this room"),
    Span("completes", COLOURS, "1: an offering there can earn this ritual mask; the own hand has the cards for it"),
)
LAYOUT = (
    Span("phase", PHASES, "1 for the present phase"),
    *repeated("room", ROOMS, _ROOM),
    Span("discards", KINDS, "discarded cards of this kind, / 16"),
    Span("cards", KINDS, "cards of this kind in the game, / 16"),
    *singles(
        deck_left="cards in the deck, / 64",
        discarded="cards in the discard pile, / 64",
        turn="turn, / the last one that is allowed",
        players="players, / 4",
        reach="longest walk, / 3",
        steps_left="steps left, / 3",
        to_offer="value that the offering lacks, / 3",
        swapped="cards put away by the power, / 5",
        owed="value that the victim still gives, / 2",
        needed="ritual masks that win, / 3",
    ),
    *repeated("seat", SEATS, _SEAT),
)


@rule
def can_offer(s: State, seat: int, room: int) -> bool:
    """Whether a hand that is seen has the cards for an offering in a room."""
    ones = 2 * int(s.colour[room])
    return has_colour(s, room) and can_pay(int(s.hand[seat, ones]), int(s.hand[seat, ones + 1]), int(s.masks[room]))


@rule
def would_earn(s: State, seat: int, room: int) -> bool:
    """Whether an offering in a room would complete a seat's pile."""
    return has_colour(s, room) and pile_value(s, seat, int(s.colour[room])) + s.masks[room] >= OFFERING


@rule
def observe_rooms(s: State, seat: int, out: Row, at: int) -> None:
    """Colour, masks as they count now, curse, tile, the tile in hand, departure and start room, and what the seat can
    offer there."""
    for room in range(ROOMS):
        if has_colour(s, room):
            out[at + int(s.colour[room])] = 1
        out[at + COLOURS] = count_masks(s, room) / MOST_MASKS
        out[at + COLOURS + 1] = is_cursed(s, room)
        out[at + COLOURS + 2] = s.tile_on[room] != NO_TILE
        out[at + COLOURS + 3] = s.held_tile != NO_TILE and s.tile_on[room] == s.held_tile
        out[at + COLOURS + 4] = room == s.departure
        out[at + COLOURS + 5] = s.colour[room] == START
        if seat != NOBODY and can_offer(s, seat, room):
            out[at + COLOURS + 6] = 1
            out[at + COLOURS + 7] = would_earn(s, seat, room)
        at += ROOM_FEATURES


@rule
def observe_seat(s: State, seat: int, other: int, pawns: int, cursed: int, out: Row, at: int) -> None:
    """Pawn, cards that are seen or were shown, piles, ritual masks, hand size and part in the turn; where its walk can
    end, and what it can earn there."""
    out[at + int(s.pawn[other])] = 1
    at += ROOMS
    for kind in range(KINDS):
        out[at + kind] = s.hand[other, kind] / HAND
        out[at + KINDS + kind] = s.known[other, kind] / HAND
    at += 2 * KINDS
    for kind in range(COLOURED):
        out[at + kind] = s.pile[other, kind] / OFFERING
    at += COLOURED
    for colour in range(COLOURS):
        out[at + colour] = pile_value(s, other, colour) / OFFERING
        out[at + COLOURS + colour] = s.ritual[colour] == other
    at += 2 * COLOURS
    out[at] = s.hand_size[other] / HAND
    out[at + 1] = count_ritual_masks(s, other) / masks_needed(s)
    out[at + 2] = other == s.mover
    out[at + 3] = other == s.to_act
    out[at + 4] = other == s.victim
    at += 5
    ends = walk_ends(s, other, pawns, cursed)
    for room in range(ROOMS):
        if ends >> room & 1:
            out[at + room] = 1
            if would_earn(s, other, room) and (other != seat or can_offer(s, seat, room)):
                out[at + ROOMS + int(s.colour[room])] = 1


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """Phase, rooms, discards and deck, the turn, then each seat."""
    out[:] = 0
    out[s.phase] = 1
    at = PHASES
    observe_rooms(s, seat, out, at)
    at += ROOMS * ROOM_FEATURES
    for kind in range(KINDS):
        out[at + kind] = s.discards[kind] / MANY
        out[at + KINDS + kind] = s.cards[kind] / MANY
    at += 2 * KINDS
    out[at] = s.deck_left / (MANY * COLOURS)
    out[at + 1] = s.discarded / (MANY * COLOURS)
    out[at + 2] = s.turn / (TURN_LIMIT * s.players)
    out[at + 3] = s.players / SEATS
    out[at + 4] = s.reach / MOST_MASKS
    out[at + 5] = s.steps_left / MOST_MASKS
    out[at + 6] = s.to_offer / MOST_MASKS
    out[at + 7] = s.swapped / HAND
    out[at + 8] = s.owed / TRIBUTE
    out[at + 9] = masks_needed(s) / MOST_MASKS
    at += 10
    pawns = rooms_with_pawns(s)
    cursed = rooms_with_tiles(s) | grey_rooms(s)
    for i in range(count_seats(s)):
        other = (seat + i) % s.players if seat != NOBODY else i
        observe_seat(s, seat, other, pawns, cursed, out, at)
        at += SEAT_FEATURES
