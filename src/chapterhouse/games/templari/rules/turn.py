"""Templari: the order of a turn, and its beginning, reveal and end."""

from __future__ import annotations

from chapterhouse.games.templari.rules.auction import close_auction, knock_down, open_auction
from chapterhouse.games.templari.rules.cards import put
from chapterhouse.games.templari.rules.exchange import next_exchange
from chapterhouse.games.templari.rules.sales import end_sale, next_sale
from chapterhouse.games.templari.rules.share_out import share_out
from chapterhouse.games.templari.state import IN_LOT, LOT, NO_CARD, NOBODY, TURNS, Phase, State
from chapterhouse.kernel.dispatch import course_of
from chapterhouse.kernel.jit import rule


@rule
def begin_turn(s: State) -> None:
    """templari.turn: exchanges, private sales, reveal, auction, share-out, in this order; 15 times."""
    s.turn += 1
    s.exchanged[:] = 0
    s.place = -1
    s.phase = Phase.EXCHANGES


@rule
def reveal(s: State) -> None:
    """templari.reveal: the top two cards of the deck are one lot."""
    for i in range(LOT):
        s.deck_left -= 1
        card = s.deck[s.deck_left]
        s.deck[s.deck_left] = NO_CARD
        put(s, card, IN_LOT)
        s.lot[i] = card
    s.news += 1
    s.phase = Phase.OPENING


@rule
def end_turn(s: State) -> None:
    """templari.first: the winner of the auction is the next first player. templari.end: the game ends with turn 15."""
    if s.bidder != NOBODY:
        s.first = s.bidder
    close_auction(s)
    if s.turn == TURNS:
        s.phase = Phase.OVER
    else:
        begin_turn(s)


# templari.turn: what comes after what; in each line what the players are asked in it
carry_on = course_of(
    (Phase.EXCHANGES, next_exchange),  # TAKE, GIVE: from the first player, each in his place
    (Phase.SALES, next_sale),  # SELL: from the first player, each in his place; what he puts up goes to OPENING
    (Phase.REVEAL, reveal),
    (Phase.OPENING, open_auction),  # BID, round by round
    (Phase.KNOCK_DOWN, knock_down),  # LOSE, when the winner cannot pay; then OPENING again
    (Phase.SALE_DONE, end_sale),  # back to SALES
    (Phase.SHARE_OUT, share_out),
    (Phase.TURN_DONE, end_turn),  # EXCHANGES of the next turn, or OVER
)


@rule
def go_on(s: State) -> None:
    """templari.turn: carry on until somebody must decide or the game is over."""
    while s.phase > Phase.OVER:
        carry_on(s)
