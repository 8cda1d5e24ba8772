"""Pilgrimage: what is on the table, what must be decided, and the action codes."""

from __future__ import annotations

import enum

from chapterhouse.kernel.actions import blocks
from chapterhouse.kernel.record import Row, i8, i16, i32, record

SEATS = 3  # at most
VALUES = 3  # a card is worth 1 … 3 steps
COPIES = 5  # of each value
HAND = 2
RESTS = 2  # of each player
SHRINE = 12  # where the road ends
NOBODY = -1


class Phase(enum.IntEnum):
    """What `to_act` must decide now."""

    WALK = 0  # which card to walk by, or rest
    OVER = 1


class Reason(enum.IntEnum):
    """Why an action cannot be taken."""

    LEGAL = 0
    NOT_ASKED = 1
    NOT_IN_HAND = 2
    OCCUPIED = 3
    RESTED = 4


ACTION_BLOCKS = blocks(("walk", VALUES), ("rest", 1))  # + value - 1


@record
class State:
    """One game of Pilgrimage. Seats are 0 … players-1, clockwise."""

    rng: Row = i32(4, low=-(2**31), high=2**31 - 1)  # chance to come; all zero when concealed
    players: int = i8(low=2, high=SEATS, box=True)
    phase: int = i8(high=Phase.OVER)
    to_act: int = i8(below="players", empty=NOBODY)  # the seat that is asked
    news: int = i16(high=COPIES * VALUES)  # how often something hidden became known
    place: Row = i8(SEATS, high=SHRINE + VALUES - 1, vacant=0)  # steps on the road; at SHRINE or beyond: arrived
    rests: Row = i8(SEATS, high=RESTS, vacant=0)  # rests left
    deck: Row = i8(VALUES, high=COPIES)  # of each value; their order is drawn as it is needed; 0 when concealed
    deck_left: int = i8(high=COPIES * VALUES)  # cards in the deck
    hand: Row = i8(SEATS, VALUES, high=HAND, vacant=0)  # cards of each value in each hand; 0 when concealed
    hand_size: Row = i8(SEATS, high=HAND, vacant=0)  # cards in each hand
    walked: Row = i8(VALUES, high=COPIES)  # cards of each value that were walked by
