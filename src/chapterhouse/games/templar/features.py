"""Templar: a concealed state as numbers for a net, seen from one seat (own seat first, then clockwise)."""

from __future__ import annotations

from chapterhouse.games.layout import Span, repeated, singles
from chapterhouse.games.seats import count_seats
from chapterhouse.games.templar.rules.abbey import owner_of
from chapterhouse.games.templar.state import (
    CARDS,
    EMPTY,
    FIRST_RING,
    KINDS,
    MOST_BOXES,
    NO_CARD,
    NO_KIND,
    PLACES,
    RAPHAEL_COPIES,
    RING_AREAS,
    RING_KINDS,
    ROOMS,
    SCORED,
    SEATS,
    SHELVES,
    STOREHOUSES,
    Final,
    Phase,
    State,
)
from chapterhouse.kernel.bits import bit
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

PHASES = Phase.OVER + 1
SHELF_FEATURES = 1 + 2 * SEATS  # free places, then unscored and scored pieces of each seat
SEAT_FEATURES = 2 * KINDS + CARDS + CARDS + PLACES + 8
FEATURES = (
    PHASES
    + 12
    + 3 * CARDS
    + 3 * PLACES
    + ROOMS * ROOMS
    + ROOMS * (SHELVES * SHELF_FEATURES + RING_AREAS * RING_KINDS)
    + (2 * STOREHOUSES + 1) * KINDS
    + STOREHOUSES
    + 2 * KINDS
    + 2 * ROOMS
    + SEATS * SEAT_FEATURES
)
POINTS = 100.0  # a good score
MOST_TILES = 20.0
MOST_NUMBER = 9.0
LONG_GAME = 150.0
_SHELF = (
    Span("free", 1, "free places, / 4"),
    Span("pieces", 2 * SEATS, "for each seat, the own one first: valuables not scored, then scored, / 4"),
)
_ROOM = (
    *repeated("shelf", SHELVES, _SHELF),
    Span("ring kinds", RING_AREAS * RING_KINDS, "1: rings of this kind lie in this area; area by area"),
)
_SEAT = (
    Span("stock", KINDS, "valuables of this kind in front of the seat, / 7"),
    Span("reserve", KINDS, "valuables of this kind beside the board, / 7"),
    Span("hand", CARDS, "1: this card is in hand"),
    Span("top", CARDS, "1: this card is on top of the pile, or was chosen face down by the observer"),
    Span("pawn", PLACES, "1: its pawn is at this place"),
    *singles(
        score="points on the track, / 100",
        rooms="rooms with a valuable of the seat, / 13",
        first="1: the starting player",
        active="1: it is its turn",
        to_act="1: is asked",
        final_by="1: began the final round",
        chosen="1: has chosen a card face down",
        seated="1: somebody plays there",
    ),
)
LAYOUT = (
    Span("phase", PHASES, "1 for the present phase"),
    *singles(
        players="players, / 5",
        edition="edition, / 2",
        stephanus="1: with Stephanus",
        penalised="1: a barred card can be played and costs",
        round="round, / 150",
        final="1: the final round has begun",
        turns_left="turns left in it, / 5",
        fined="1: a barred card was played this turn",
        steps="steps that the figure may still take, / 3",
        moved="steps that it has taken, / 3",
        stash_left="valuables that may still be stashed, / 3",
        lost="chalice tiles that left the game, / 20",
    ),
    Span("numbers", CARDS, "tiles that The Bells bring after this card, / 9"),
    Span("raphael", CARDS, "copies of this card in Raphael's deck, / 2"),
    Span("raphael top", CARDS, "1: his visible card"),
    Span("remigius", PLACES, "1: he is at this place"),
    Span("vitus", PLACES, "1: he is at this place"),
    Span("severus", PLACES, "1: he is at this place"),
    Span("passages", ROOMS * ROOMS, "1: a passage leads from room to room, row by row; a half: the door closes it"),
    Span("bag", KINDS, "tiles of this kind in the bag, / 20"),
    Span("harbor", STOREHOUSES * KINDS, "tiles of this kind in each storehouse, / 8"),
    Span("fresh", STOREHOUSES * KINDS, "of them, those that the last Bells brought, / 8"),
    Span("boxes", STOREHOUSES, "boxes of each storehouse, / 8"),
    *repeated("room", ROOMS, _ROOM),
    Span("carried", KINDS, "1: Benjamin carries a ring of this kind"),
    Span("carried of", KINDS, "1: it belongs to this seat, the own one first"),
    Span("entered", ROOMS, "1: the room was entered in this move, or is where it began"),
    Span("taken in", ROOMS, "1: the ring was picked up here"),
    *repeated("seat", SEATS, _SEAT),
)


@rule
def observe_table(s: State, at: int, out: Row) -> int:
    """Options, round, card numbers, Raphael, figures, door, harbor, bag; where the next features begin."""
    out[at] = s.players / SEATS
    out[at + 1] = s.edition / 2
    out[at + 2] = s.stephanus
    out[at + 3] = s.penalised
    out[at + 4] = s.round / LONG_GAME
    out[at + 5] = s.final != Final.NOT_YET
    out[at + 6] = s.turns_left / SEATS
    out[at + 7] = s.fined
    out[at + 8] = s.steps / 3
    out[at + 9] = s.moved / 3
    out[at + 10] = s.stash_left / 3
    out[at + 11] = s.lost / MOST_TILES
    at += 12
    for card in range(CARDS):
        out[at + card] = s.number[card] / MOST_NUMBER
        out[at + CARDS + card] = s.raphael[card] / RAPHAEL_COPIES
        out[at + 2 * CARDS + card] = s.raphael_top == card
    at += 3 * CARDS
    if s.remigius >= 0:
        out[at + s.remigius] = 1
    if s.vitus >= 0:
        out[at + PLACES + s.vitus] = 1
    if s.severus >= 0:
        out[at + 2 * PLACES + s.severus] = 1
    at += 3 * PLACES
    for room in range(ROOMS):
        for other in range(ROOMS):
            if int(s.neighbours[room]) & bit(other):
                out[at + room * ROOMS + other] = 1
    # a closed passage reads as half a passage
    lower = int(s.door[0])
    upper = int(s.door[1])
    out[at + lower * ROOMS + upper] = 0.5
    out[at + upper * ROOMS + lower] = 0.5
    at += ROOMS * ROOMS
    for kind in range(KINDS):
        out[at + kind] = s.bag[kind] / MOST_TILES
        for storehouse in range(STOREHOUSES):
            out[at + KINDS + storehouse * KINDS + kind] = s.harbor[storehouse, kind] / MOST_BOXES
            out[at + KINDS + (STOREHOUSES + storehouse) * KINDS + kind] = s.fresh[storehouse, kind] / MOST_BOXES
    at += (2 * STOREHOUSES + 1) * KINDS
    for storehouse in range(STOREHOUSES):
        out[at + storehouse] = s.boxes[storehouse] / MOST_BOXES
    return at + STOREHOUSES


@rule
def observe_rooms(s: State, seat: int, at: int, out: Row) -> int:
    """For each shelf: free places, and the pieces of each seat on each side; the ring kind of each area."""
    for room in range(ROOMS):
        for k in range(SHELVES):
            shelf = room * SHELVES + k
            for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
                piece = int(s.piece[place])
                if piece == EMPTY:
                    out[at] += 0.25
                else:
                    i = (owner_of(piece) - max(seat, 0) + s.players) % s.players
                    out[at + 1 + 2 * i + (piece >= SCORED)] += 0.25
            at += SHELF_FEATURES
        for area in range(RING_AREAS):
            if s.ring_kind[room, area] != NO_KIND:
                out[at + area * RING_KINDS + int(s.ring_kind[room, area]) - FIRST_RING] = 1
        at += RING_AREAS * RING_KINDS
    return at


@rule
def observe_turn(s: State, seat: int, at: int, out: Row) -> int:
    """The ring in hand and its owner, the rooms entered, the room of the pick-up."""
    if s.carried != NO_KIND:
        out[at + s.carried] = 1
        out[at + KINDS + (s.carried_of - max(seat, 0) + s.players) % s.players] = 1
    at += 2 * KINDS
    for room in range(ROOMS):
        out[at + room] = int(s.entered) >> room & 1
    if s.taken_in >= 0:
        out[at + ROOMS + s.taken_in] = 1
    return at + 2 * ROOMS


@rule
def observe_seat(s: State, other: int, at: int, out: Row) -> int:
    """Stock, reserve, hand, top card, pawn and standing of one seat."""
    for kind in range(KINDS):
        out[at + kind] = s.stock[other, kind] / 7
        out[at + KINDS + kind] = s.reserve[other, kind] / 7
    at += 2 * KINDS
    for card in range(CARDS):
        out[at + card] = int(s.hand[other]) >> card & 1
    at += CARDS
    if s.top[other] != NO_CARD:
        out[at + int(s.top[other])] = 1
    elif s.chosen[other] >= 0:
        out[at + int(s.chosen[other])] = 1
    at += CARDS
    out[at + int(s.pawn[other])] = 1
    at += PLACES
    out[at] = s.score[other] / POINTS
    rooms = 0
    for room in range(ROOMS):
        rooms += int(s.in_rooms[other]) >> room & 1
    out[at + 1] = rooms / ROOMS
    out[at + 2] = other == s.first
    out[at + 3] = other == s.active
    out[at + 4] = other == s.to_act
    out[at + 5] = other == s.final_by
    out[at + 6] = s.chosen[other] != NO_CARD
    out[at + 7] = 1
    return at + 8


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """Phase, table, rooms, the present turn, then each seat, the own one first."""
    out[:] = 0
    out[s.phase] = 1
    at = observe_table(s, PHASES, out)
    at = observe_rooms(s, seat, at, out)
    at = observe_turn(s, seat, at, out)
    for i in range(count_seats(s)):
        at = observe_seat(s, (max(seat, 0) + i) % s.players, at, out)
