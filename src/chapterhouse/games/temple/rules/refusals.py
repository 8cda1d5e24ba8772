"""Temple: the reasons for which an action is refused."""

from __future__ import annotations

import enum


class Refusal(enum.IntEnum):
    """Why an action cannot be taken; each is explained under the rule that it names (`explain.py`)."""

    LEGAL = 0
    NOT_ASKED = 1  # another kind of decision is asked
    NOT_IN_HAND = 2
    WALL = 3  # the temple ends there
    OCCUPIED = 4
    DEPARTURE = 5
    MUST_STEP = 6
    NO_COLOUR = 7  # an offering in a room without colour
    OTHER_COLOUR = 8
    TOO_MUCH = 9  # a card worth more than the offering lacks
    NOT_EXACT = 10  # with this card the exact value cannot be reached
    NO_CURSE_CARD = 11
    NO_TILE_THERE = 12
    TILE_THERE = 13
    SAME_ROOM = 14
    NOT_ONE_MASK = 15
    ROOM_TAKEN = 16
    NOT_IN_PILE = 17
    NOT_TWO_ONES = 18  # a 1 that no other 1 would follow
    ONLY_A_ONE = 19  # a 2 where only value 1 is owed
    TILE_HEMMED_IN = 20
