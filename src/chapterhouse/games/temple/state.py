"""Temple: what is on the table, what must be decided, and the action codes."""

from __future__ import annotations

import enum

from chapterhouse.kernel.actions import blocks
from chapterhouse.kernel.record import Row, i8, i16, i32, record

SEATS = 4  # at most
SIDE = 5
ROOMS = SIDE * SIDE  # a room is its row * 5 + its column, from the top left
CENTRE = ROOMS // 2
COLOURS = 4  # red, blue, yellow, green
GREY = 4  # of a room: no colour, always cursed
START = 5  # of a room: no colour; where all pawns begin
TILES = 4
MOST_MASKS = 3  # of a room
START_MASKS = 2
WAYS = 4
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
EAST_WALL = sum(1 << room for room in range(SIDE - 1, ROOMS, SIDE))  # one bit for each room of the last column
WEST_WALL = sum(1 << room for room in range(0, ROOMS, SIDE))

# A card is its kind: colour * 2 + value - 1, or CURSE_CARD. Cards of one kind are interchangeable.
VALUES = 2
COLOURED = COLOURS * VALUES
CURSE_CARD = COLOURED
KINDS = COLOURED + 1
FIRST_HAND = 2
HAND = 5  # cards in a hand at most
OFFERING = 5  # a pile of this value earns the ritual mask
TRIBUTE = 2  # value that the 3-mask power takes
TURN_LIMIT = 200  # turns a player
MOST_CARDS = 100  # in the game
MOST_NEWS = 40  # in a turn

NOBODY = -1
NOWHERE = -1  # no room
NO_TILE = -1
NO_CARD = -1


class Phase(enum.IntEnum):
    """What `to_act` must decide now; from BEGIN on nobody is asked and the rules go on by themselves."""

    DISCARD = 0  # before drawing: which card goes
    MOVE = 1  # which way, or stop
    ACTION = 2  # the first card of an offering, a curse (which tile), or the room's power
    OFFER = 3  # the next card of the offering
    PUSH = 4  # which way the curse tile goes
    LEAP = 5  # power of a 1-mask room: where to, or done
    SWAP = 6  # power of a 2-mask room: which card goes, or done
    GIVE = 7  # power of a 3-mask room: what a victim gives up from his piles
    OVER = 8
    BEGIN = 9  # the next turn begins
    WALK = 10  # is there a step to choose?
    ARRIVE = 11  # the move has ended
    CLAIM = 12  # power of a 3-mask room: who is hit next?
    TURN_DONE = 13


# Action codes, by block. Never renumber: saved games and trained nets hold them.
ACTION_BLOCKS = blocks(
    ("stop", 1),  # end the move
    ("step", WAYS),  # + way
    ("discard", KINDS),  # + kind
    ("power", 1),  # use the power of the room
    ("offer", COLOURED),  # + kind
    ("push", WAYS),  # + way
    ("done", 1),  # no leap; no more cards to swap
    ("swap", KINDS),  # + kind
    ("give", COLOURED),  # + kind
    ("curse", ROOMS),  # + room of the curse tile
    ("leap", ROOMS),  # + room
)
STOP, STEP, DISCARD, POWER, OFFER, PUSH, DONE, SWAP, GIVE, CURSE, LEAP = (block.first for block in ACTION_BLOCKS)
ACTIONS = LEAP + ROOMS


class Reason(enum.IntEnum):
    """Why an action cannot be taken; each is explained under the rule that it names (`words/explain.py`)."""

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


@record
class State:
    """One game of Temple. Seats are 0 … players-1, clockwise."""

    rng: Row = i32(4, low=-(2**31), high=2**31 - 1)  # chance to come; all zero when concealed
    # the box: options and printed data, the same all game long
    players: int = i8(low=2, high=SEATS, box=True)
    start: int = i8(below="players", empty=NOBODY, box=True)  # the first player; NOBODY: drawn
    colour: Row = i8(ROOMS, high=START, box=True)  # printed: 0 … 3, GREY or START
    masks: Row = i8(ROOMS, low=1, high=MOST_MASKS, box=True)  # printed
    cards: Row = i8(KINDS, high=MOST_CARDS, box=True)  # how many of each kind are in the game
    # the table
    phase: int = i8(high=Phase.OVER)
    to_act: int = i8(below="players", empty=NOBODY)  # the seat that is asked
    news: int = i16(high=MOST_NEWS * TURN_LIMIT * SEATS)  # how often something hidden became known
    turn: int = i16(low=1, high=TURN_LIMIT * SEATS + 1)  # one more than the limit when that ended the game
    mover: int = i8(below="players")  # the seat whose turn it is
    winner: int = i8(below="players", empty=NOBODY)  # NOBODY: not over, or a draw
    pawn: Row = i8(SEATS, high=ROOMS - 1, vacant=NOWHERE)  # room of each seat's pawn
    pawns_in: Row = i8(ROOMS, high=SEATS)  # pawns in each room, as `pawn` says
    tile: Row = i8(TILES, high=ROOMS - 1)  # room of each curse tile
    tile_on: Row = i8(ROOMS, high=TILES - 1, empty=NO_TILE)  # curse tile in each room, as `tile` says
    ritual: Row = i8(COLOURS, below="players", empty=NOBODY)  # who has the mask of each colour; NOBODY: the table
    # cards
    deck: Row = i8(KINDS, high=MOST_CARDS)  # of each kind; their order is drawn as it is needed; 0 when concealed
    deck_left: int = i8(high=MOST_CARDS)  # cards in the deck
    discards: Row = i8(KINDS, high=MOST_CARDS)  # cards of each kind in the discard pile
    discarded: int = i8(high=MOST_CARDS)  # cards in the discard pile
    top: int = i8(high=KINDS - 1, empty=NO_CARD)  # kind of the card that was discarded last; NO_CARD: the pile is empty
    hand: Row = i8(SEATS, KINDS, high=HAND, vacant=0)  # cards of each kind in each hand; 0 when concealed
    hand_size: Row = i8(SEATS, high=HAND, vacant=0)  # cards in each hand
    known: Row = i8(SEATS, KINDS, high=HAND, vacant=0)  # of them, those that a curse has shown to all
    pile: Row = i8(SEATS, COLOURED, high=OFFERING, vacant=0)  # offerings in front of each seat
    # the turn
    reach: int = i8(low=1, high=MOST_MASKS)  # masks where the turn began: cards to draw, and the longest walk
    departure: int = i8(high=ROOMS - 1)  # the room where the turn began
    steps_left: int = i8(high=MOST_MASKS)
    to_offer: int = i8(high=MOST_MASKS)  # value that the offering still lacks; 0: none is being made
    held_tile: int = i8(high=TILES - 1, empty=NO_TILE)  # curse tile that is being moved
    taken: Row = i8(VALUES, high=HAND)  # cards of value 1 and of value 2 that the last curse took from a hand
    swapped: int = i8(high=HAND)  # cards put away by the 2-mask power
    victim: int = i8(below="players", empty=NOBODY)  # the last seat that the 3-mask power was asked of
    owed: int = i8(high=TRIBUTE)  # value that the victim still gives; 0: none
