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

    rng: Row = i32(4)  # chance to come; all zero when concealed
    # the box: options and printed data, the same all game long
    players: int = i8()  # 2 … 5
    edition: int = i8()  # EN, IT or ES
    stephanus: int = i8()  # 1: he is in the hands
    first_game: int = i8()  # 1: the placement that is advised for a first game
    penalised: int = i8()  # 1: a barred card can be played and costs; 0: it is prevented
    start: int = i8()  # seat of the starting player, or NOBODY: drawn
    neighbours: Row = i16(ROOMS)  # bit r: a passage leads to room r, with or without the door
    portal_room: Row = i8(2)  # the rooms behind the main and the side portal
    door_at_start: Row = i8(2)  # the two rooms of the passage, the lower first: 9-13
    first_place: Row = i8(ROOMS * SHELVES + 1)  # shelf 5 * room + k has the places first_place[shelf] … of the next
    boxes: Row = i8(STOREHOUSES)  # 4 … 8
    number: Row = i8(CARDS)  # tiles that The Bells bring after this card; 0 for The Bells
    # the table
    phase: int = i8()
    to_act: int = i8()  # the seat that is asked, or NOBODY
    news: int = i16()  # how often something hidden became known
    round: int = i16()  # 0 while the figures are placed, then 1 …
    first: int = i8()  # seat of the starting player
    active: int = i8()  # seat whose turn it is; NOBODY before the first and after the last
    piece: Row = i8(MOST_PLACES)  # on each place: owner, + SCORED when scored; or EMPTY
    ring_kind: Row = i8(ROOMS, RING_AREAS)  # Kind of the rings in this area, or NO_KIND when it is empty
    in_rooms: Row = i16(SEATS)  # bit r: the seat has a valuable in room r
    stock: Row = i8(SEATS, KINDS)  # valuables in front of each seat
    reserve: Row = i8(SEATS, KINDS)  # valuables beside the board
    score: Row = i16(SEATS)  # the track, 0 …; the final scoring is not in it
    hand: Row = i16(SEATS)  # bit c: card c is in hand
    top: Row = i8(SEATS)  # the visible card of each pile, or NO_CARD; The Bells only in round 1
    chosen: Row = i8(SEATS)  # first round, until all have chosen: card, HIDDEN_CARD, or NO_CARD: not yet
    pawn: Row = i8(SEATS)  # room, MAIN, SIDE or HARBOR + storehouse; NOWHERE for an empty seat
    remigius: int = i8()  # room, or NOWHERE before he is placed
    vitus: int = i8()  # room, MAIN at the start of a first game, or NOWHERE
    severus: int = i8()  # room or NOWHERE
    door: Row = i8(2)  # the two rooms whose passage is closed, the lower first
    bag: Row = i8(KINDS)  # tiles of each kind; their order is chance
    harbor: Row = i8(STOREHOUSES, KINDS)  # tiles in each storehouse
    filled: Row = i8(STOREHOUSES)  # boxes with a tile, as `harbor` says; what The Bells read
    fresh: Row = i8(STOREHOUSES, KINDS)  # of them, those that the last Bells brought
    lost: int = i8()  # chalice tiles that left the game because no storehouse could take them
    raphael: Row = i8(CARDS)  # two players: cards in Raphael's deck; their order is chance
    raphael_top: int = i8()  # his visible card, or NO_CARD
    final: int = i8()  # Final
    final_by: int = i8()  # seat that began the final round, or NOBODY
    turns_left: int = i8()  # turns in the final round, the present one with them; 0 before it
    # the present turn
    fined: int = i8()  # 1: a barred card was played by mistake this turn
    card: int = i8()  # the card that is carried out, or NO_CARD
    origin: int = i8()  # where the figure's move began, or NOWHERE
    steps: int = i8()  # that the figure may still take
    moved: int = i8()  # steps that it has taken
    entered: int = i16()  # bit r: room r was entered in this move, or is where it began
    stash_left: int = i8()  # valuables that may still be stashed
    carried: int = i8()  # Benjamin: kind of the ring in hand, or NO_KIND
    carried_of: int = i8()  # its owner, or NOBODY
    taken_in: int = i8()  # Benjamin: room of the pick-up, or NOWHERE: none yet
    flips: int = i8()  # seats after the active one that have been asked for their flips
