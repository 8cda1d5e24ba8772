"""Templar: what is on the table, what must be decided, and the action codes."""

from __future__ import annotations

import enum

from chapterhouse.kernel.actions import blocks
from chapterhouse.kernel.record import Row, i8, i16, i32, record

SEATS = 5  # at most
ROOMS = 13
CHURCH = ROOMS - 1
STOREHOUSES = 6
PAIRS = ROOMS * (ROOMS - 1) // 2  # of rooms: the passages that a board can have
MOST_PLACES = 112  # for valuables, in the whole abbey
PORTALS = 2
MOST_BOXES = 8  # in a storehouse
RING_AREAS = 3  # in a room, at most
RING_KINDS = 3
RAPHAEL_COPIES = 2  # of each card but The Bells
LAST_ROUND = 150  # templar.end.stall
MOST_VALUABLES = 7  # of a kind, a player
MOST_TILES = 20  # of a kind
MOST_NUMBER = 9  # on a card
MOST_STEPS = 3  # of a card
MOST_STASHES = 3  # of a card
# of one player, if Remigius came to all of them at once, again and again: 5·5 + 6·3 + 2·(21 + 20 + … + 1)
POINTS_OF_VALUABLES = 505
POINTS_A_TURN = 7  # without valuables: Stephanus before all other figures
MOST_POINTS = POINTS_OF_VALUABLES + POINTS_A_TURN * (LAST_ROUND + 1)
FULL_ROOMS = (1 << ROOMS) - 1

NOBODY = -1
NOWHERE = -1
NO_CARD = -1
NO_KIND = -1
EMPTY = -1
HIDDEN_CARD = -2  # a first-round card that lies face down

# places of pawns and figures: rooms 0 … 12 (printed 1 … 13), then
MAIN = ROOMS  # in front of the main portal
SIDE = ROOMS + 1  # in front of the side portal
HARBOR = ROOMS + 2  # + storehouse
PLACES = HARBOR + STOREHOUSES

SCORED = SEATS  # a piece is its owner's seat, + SCORED when it lies on its scored side

EN, IT, ES = 0, 1, 2  # editions


class Kind(enum.IntEnum):
    """Valuables, and harbor tiles."""

    CHALICE = 0
    BOOK = 1
    ROUND = 2
    SQUARE = 3
    LOZENGE = 4


KINDS = 5
FIRST_RING = Kind.ROUND
SHELVES = 2 + RING_AREAS  # of a room: chalice places, book places, ring areas a, b, c
RINGS = 2  # the first shelf with rings


class Card(enum.IntEnum):
    """The cards of a player."""

    ANSELMUS = 0
    JOSUA = 1
    LUCAS = 2
    BENJAMIN = 3
    MARIA = 4
    STEPHANUS = 5
    PORTICUS = 6
    REMIGIUS = 7
    SEVERUS = 8
    BELLS = 9


CARDS = 10
ALL_CARDS = (1 << CARDS) - 1


class Final(enum.IntEnum):
    """Why the final round began."""

    NOT_YET = 0
    BAG = 1
    ROOMS = 2
    STALL = 3


class Phase(enum.IntEnum):
    """What `to_act` must decide now; from MOVE on nobody is asked and the rules go on by themselves."""

    PLACE_REMIGIUS = 0
    PLACE_VITUS = 1
    PLACE_SEVERUS = 2
    SINGLE = 3  # which ring kind the stock starts with only once
    CHOOSE = 4  # the first round's secret card
    RETURN = 5  # from the harbor: which portal
    CARD = 6
    STEP = 7  # own pawn, Remigius or Severus, as the card says
    WALK = 8  # Benjamin: step, stop, take or drop
    STASH = 9
    STOREHOUSE = 10
    DOOR = 11
    FLIP = 12  # the ring of which area turns to its scored side
    ANNOUNCE = 13  # the thirteenth room, or keep silent
    OVER = 14
    MOVE = 15  # may the figure go on?
    ARRIVE = 16
    STASHING = 17  # may the player stash on?
    FLIPS = 18  # who must flip a ring next?
    CARD_DONE = 19
    TURN_DONE = 20
    BEGIN_TURN = 21


# Action codes, by block. Never renumber: saved games and trained nets hold them.
ACTION_BLOCKS = blocks(
    ("card", CARDS),  # + card
    ("step", ROOMS),  # + room
    ("stop", 1),  # the move ends
    ("stash", 2 + RING_KINDS * RING_AREAS),  # chalice, book, then + 3 * ring kind + area
    ("done", 1),  # no more stashing
    ("take", RING_AREAS * SEATS),  # + 5 * area + owner
    ("drop", RING_AREAS),  # + area
    ("storehouse", STOREHOUSES),  # + storehouse
    ("portal", PORTALS),  # main, side
    ("flip", RING_AREAS),  # + area
    ("announce", 1),
    ("silent", 1),
    ("place", ROOMS),  # + room
    ("single", RING_KINDS),  # + ring kind
    ("door", PAIRS),  # + pair of rooms: 1-2, 1-3, … 12-13
)
(CARD, STEP, STOP, STASH, DONE, TAKE, DROP, STORE, PORTAL, FLIP, ANNOUNCE, SILENT, PLACE, SINGLE, DOOR) = (
    block.first for block in ACTION_BLOCKS
)
ACTIONS = DOOR + PAIRS


class Reason(enum.IntEnum):
    """Why an action cannot be taken; each is explained under the rule that it names (`words/explain.py`)."""

    LEGAL = 0
    NOT_ASKED = 1  # another kind of decision is asked
    NOT_IN_HAND = 2
    BARRED = 3
    NO_STEPS = 4
    NO_PASSAGE = 5
    CLOSED = 6
    ENTERED = 7
    VITUS = 8
    MUST_MOVE = 9
    MUST_CROSS = 10
    MUST_DROP = 11
    SEVERUS = 12
    NO_STOCK = 13
    NO_AREA = 14
    OTHER_RINGS = 15
    NO_PLACE = 16
    OUTSIDE = 17
    ONE_RING = 18
    NO_RING = 19
    ONLY_OWN = 20
    NO_DROP_AFTER_TAKE = 21
    NO_DROP_AFTER_STEP = 22
    NOTHING_CARRIED = 23
    SAME_ROOM = 24
    NOT_ADJOINING = 25
    NO_DOORWAY = 26
    DOOR_IS_THERE = 27
    NOTHING_TO_FLIP = 28


@record
class State:
    """One game of Templar. Seats are 0 … players-1, clockwise; rooms are 0 … 12, one less than printed."""

    rng: Row = i32(4, low=-(2**31), high=2**31 - 1)  # chance to come; all zero when concealed
    # the box: options and printed data, the same all game long
    players: int = i8(low=2, high=SEATS, box=True)
    edition: int = i8(low=EN, high=ES, box=True)
    stephanus: int = i8(high=1, box=True)  # 1: he is in the hands
    first_game: int = i8(high=1, box=True)  # 1: the placement that is advised for a first game
    penalised: int = i8(high=1, box=True)  # 1: a barred card can be played and costs; 0: it is prevented
    start: int = i8(below="players", empty=NOBODY, box=True)  # the starting player; NOBODY: drawn
    neighbours: Row = i16(ROOMS, low=1, high=FULL_ROOMS, box=True)  # bit r: a passage, with the door or without
    portal_room: Row = i8(2, high=ROOMS - 1, box=True)  # the rooms behind the main and the side portal
    door_at_start: Row = i8(2, high=ROOMS - 1, box=True)  # the two rooms of the passage, the lower first: 9-13
    first_place: Row = i8(ROOMS * SHELVES + 1, high=MOST_PLACES, box=True)  # of shelf 5 * room + k
    boxes: Row = i8(STOREHOUSES, low=3, high=MOST_BOXES, box=True)
    number: Row = i8(CARDS, high=MOST_NUMBER, box=True)  # tiles that The Bells bring after this card; 0 for The Bells
    # the table
    phase: int = i8(high=Phase.OVER)
    to_act: int = i8(below="players", empty=NOBODY)  # the seat that is asked
    news: int = i16(high=1 + (LAST_ROUND + 1) * (SEATS + 1))  # how often something hidden became known
    round: int = i16(high=LAST_ROUND + 1)  # 0 while the figures are placed
    first: int = i8(below="players")  # the starting player
    active: int = i8(below="players", empty=NOBODY)  # whose turn it is; NOBODY before the first and after the last
    piece: Row = i8(MOST_PLACES, high=SCORED + SEATS - 1, empty=EMPTY)  # on each place: owner, + SCORED when scored
    ring_kind: Row = i8(ROOMS, RING_AREAS, low=Kind.ROUND, high=Kind.LOZENGE, empty=NO_KIND)  # of each area
    in_rooms: Row = i16(SEATS, high=FULL_ROOMS, vacant=0)  # bit r: the seat has a valuable in room r
    stock: Row = i8(SEATS, KINDS, high=MOST_VALUABLES, vacant=0)  # valuables in front of each seat
    reserve: Row = i8(SEATS, KINDS, high=MOST_VALUABLES, vacant=0)  # valuables beside the board
    score: Row = i16(SEATS, high=MOST_POINTS, vacant=0)  # the track; the final scoring is not in it
    hand: Row = i16(SEATS, high=ALL_CARDS, vacant=0)  # bit c: card c is in hand
    top: Row = i8(SEATS, high=CARDS - 1, empty=NO_CARD, vacant=NO_CARD)  # on each pile; Bells only in round 1
    chosen: Row = i8(SEATS, high=CARDS - 1, empty=(NO_CARD, HIDDEN_CARD), vacant=NO_CARD)  # in the first round
    pawn: Row = i8(SEATS, high=PLACES - 1, vacant=NOWHERE)  # room, MAIN, SIDE or HARBOR + storehouse
    remigius: int = i8(high=ROOMS - 1, empty=NOWHERE)  # room; NOWHERE before he is placed
    vitus: int = i8(high=MAIN, empty=NOWHERE)  # room, MAIN at the start of a first game
    severus: int = i8(high=ROOMS - 1, empty=NOWHERE)  # room
    door: Row = i8(2, high=ROOMS - 1)  # the two rooms whose passage is closed, the lower first
    bag: Row = i8(KINDS, high=MOST_TILES)  # tiles of each kind; their order is chance
    harbor: Row = i8(STOREHOUSES, KINDS, high=MOST_BOXES)  # tiles in each storehouse
    filled: Row = i8(STOREHOUSES, high=MOST_BOXES)  # boxes with a tile, as `harbor` says; what The Bells read
    fresh: Row = i8(STOREHOUSES, KINDS, high=MOST_BOXES)  # of them, those that the last Bells brought
    lost: int = i8(high=MOST_TILES)  # chalice tiles that left the game because no storehouse could take them
    raphael: Row = i8(CARDS, high=RAPHAEL_COPIES)  # two players: cards in Raphael's deck; their order is chance
    raphael_top: int = i8(high=CARDS - 1, empty=NO_CARD)  # his visible card
    final: int = i8(low=Final.NOT_YET, high=Final.STALL)
    final_by: int = i8(below="players", empty=NOBODY)  # who began the final round
    turns_left: int = i8(high=SEATS)  # turns in the final round, the present one with them; 0 before it
    # the present turn
    fined: int = i8(high=1)  # 1: a barred card was played by mistake this turn
    card: int = i8(high=CARDS - 1, empty=NO_CARD)  # the card that is carried out
    origin: int = i8(high=SIDE, empty=NOWHERE)  # where the figure's move began
    steps: int = i8(high=MOST_STEPS)  # that the figure may still take
    moved: int = i8(high=MOST_STEPS)  # steps that it has taken
    entered: int = i16(high=FULL_ROOMS)  # bit r: room r was entered in this move, or is where it began
    stash_left: int = i8(high=MOST_STASHES)  # valuables that may still be stashed
    carried: int = i8(low=Kind.ROUND, high=Kind.LOZENGE, empty=NO_KIND)  # Benjamin: kind of the ring in hand
    carried_of: int = i8(below="players", empty=NOBODY)  # its owner
    taken_in: int = i8(high=ROOMS - 1, empty=NOWHERE)  # Benjamin: room of the pick-up; NOWHERE: none yet
    flips: int = i8(high=SEATS)  # seats after the active one that have been asked for their flips
