"""Templari: what is on the table, what must be decided, and the action codes."""

from __future__ import annotations

import enum

from chapterhouse.kernel.actions import blocks
from chapterhouse.kernel.record import Row, i8, i16, i32, record

SEATS = 5  # at most
FAMILIES = 6
FAMILY_CARDS = 5
CARDS = FAMILIES * FAMILY_CARDS
LOT = 2
TURNS = CARDS // LOT
COINS = 12  # each player's at the start
MOST_COINS = COINS * SEATS
DIGITS = 10
COPIES = 3  # cards of each value
COIN_BONUS = 2

NOBODY = -1
NO_CARD = -1
NO_OFFER = -1
# where a card lies, when it is in front of nobody
IN_DECK = -1
IN_LOT = -2
OUT_OF_GAME = -3


class Phase(enum.IntEnum):
    """What `to_act` must decide now; from EXCHANGES on nobody is asked and the rules go on by themselves."""

    TAKE = 0  # exchange variant: which card of another player, or none
    GIVE = 1  # exchange variant: which own card for it
    SELL = 2  # which own card to put up for a private sale, or none
    BID = 3  # an offer, or pass
    LOSE = 4  # penalised: which own card leaves the game
    OVER = 5
    EXCHANGES = 6  # whose place in the exchanges is next?
    SALES = 7  # whose place in the private sales is next?
    REVEAL = 8
    OPENING = 9  # who is in, and who begins?
    KNOCK_DOWN = 10  # who takes the lot?
    SHARE_OUT = 11
    TURN_DONE = 12
    SALE_DONE = 13


# Action codes, by block. Never renumber: saved games and trained nets hold them.
ACTION_BLOCKS = blocks(
    ("pass", 1),  # no exchange, no sale, out of this auction
    ("bid", MOST_COINS + 1),  # + sum
    ("sell", CARDS),  # + card
    ("take", CARDS),  # + card
    ("give", CARDS),  # + card
    ("lose", CARDS),  # + card
)
PASS, BID, SELL, TAKE, GIVE, LOSE = (block.first for block in ACTION_BLOCKS)
ACTIONS = LOSE + CARDS


class Reason(enum.IntEnum):
    """Why an action cannot be taken; each is explained under the rule that it names (`words/explain.py`)."""

    LEGAL = 0
    NOT_ASKED = 1  # another kind of decision is asked
    MUST_OPEN = 2
    TOO_LOW = 3
    CURSED = 4
    FUNDS = 5
    TOO_HIGH = 6  # more than all the coins in the game
    CANNOT_BE_FINED = 7
    NOT_YOURS = 8
    NOT_ANOTHERS = 9


@record
class State:
    """One game of Templari. Seats are 0 … players-1, clockwise; a card is its number in the deck file."""

    rng: Row = i32(4, low=-(2**31), high=2**31 - 1)  # chance to come; all zero when concealed
    # the box: options and printed data, the same all game long
    players: int = i8(low=3, high=SEATS, box=True)
    private_sales: int = i8(high=1, box=True)  # 1 on
    exchange: int = i8(high=1, box=True)  # 1 on
    penalised: int = i8(high=1, box=True)  # 1: mistakes can be made and cost; 0: they are prevented
    start: int = i8(below="players", empty=NOBODY, box=True)  # the first player in turn 1; NOBODY: drawn
    memory_aid: int = i8(high=1, box=True)  # 1: views show every purse
    value: Row = i8(CARDS, high=DIGITS - 1, box=True)  # the family of a card is its number // 5
    # the table
    phase: int = i8(high=Phase.OVER)
    to_act: int = i8(below="players", empty=NOBODY)  # the seat that is asked
    news: int = i16(high=TURNS)  # how often something hidden became known
    turn: int = i8(low=1, high=TURNS)
    first: int = i8(below="players")  # the first player
    place: int = i8(high=SEATS)  # seats after the first player's whose place in the exchanges or sales it is
    deck: Row = i8(CARDS, high=CARDS - 1, empty=NO_CARD)  # deck[deck_left - 1] is the top card; from deck_left on none
    deck_left: int = i8(high=CARDS)
    owner: Row = i8(CARDS, below="players", empty=(IN_DECK, IN_LOT, OUT_OF_GAME))  # the seat of each card
    held: Row = i8(SEATS, DIGITS, high=COPIES, vacant=0)  # cards of each value, as `owner` says; what curses read
    lot: Row = i8(LOT, high=CARDS - 1, empty=NO_CARD)  # cards under the hammer; a private sale has one
    seller: int = i8(below="players", empty=NOBODY)  # who sells the lot privately; NOBODY: the turn's auction
    coins: Row = i8(SEATS, high=MOST_COINS, vacant=0)
    pot: int = i8(high=MOST_COINS)
    offer: int = i8(high=MOST_COINS, empty=NO_OFFER)  # the standing offer
    bidder: int = i8(below="players", empty=NOBODY)  # who made it
    offered: Row = i8(SEATS, high=MOST_COINS, empty=NO_OFFER, vacant=NO_OFFER)  # each seat's last offer in this auction
    out: Row = i8(SEATS, high=1)  # 1: passed, or may not take part in this auction, as seats that do not play
    broke: Row = i8(SEATS, high=1, vacant=0)  # 1: could not pay in this auction, which started again
    exchanged: Row = i8(SEATS, high=1, vacant=0)  # 1: forced an exchange this turn
    fined: int = i8(high=1)  # 1: to_act has paid for a cursed offer and is asked again
    taken: int = i8(high=CARDS - 1, empty=NO_CARD)  # card named in an exchange, before the own one is given
