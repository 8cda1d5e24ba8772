"""Templar: a concealed state as numbers for a net, seen from one seat (own seat first, then clockwise)."""

from __future__ import annotations

from chapterhouse.games.templar.rules.abbey import bit, owner_of
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
    for i in range(s.players):
        at = observe_seat(s, (max(seat, 0) + i) % s.players, at, out)
