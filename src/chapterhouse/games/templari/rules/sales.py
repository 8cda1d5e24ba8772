"""Templari: private sales, before the reveal."""

from __future__ import annotations

from chapterhouse.games.templari.rules.auction import close_auction
from chapterhouse.games.templari.rules.cards import count_cards, put, seat_at
from chapterhouse.games.templari.state import IN_LOT, NOBODY, Phase, State
from chapterhouse.kernel.jit import rule


@rule
def next_sale(s: State) -> None:
    """templari.sale.offer: from the first player, each who has a card may put up one; then the reveal."""
    s.place += 1
    if not s.private_sales or s.place >= s.players:
        s.phase = Phase.REVEAL
        return
    seat = seat_at(s, s.place)
    if count_cards(s, seat) > 0:
        s.phase = Phase.SELL
        s.to_act = seat


@rule
def sell(s: State, card: int) -> None:
    """templari.sale.offer: one own card comes under the hammer."""
    s.seller = s.to_act
    s.lot[0] = card
    put(s, card, IN_LOT)
    s.phase = Phase.OPENING


@rule
def pass_sale(s: State) -> None:
    """templari.sale.offer: nobody must put up a card."""
    s.phase = Phase.SALES


@rule
def end_sale(s: State) -> None:
    """templari.sale.pay: the money is the seller's, whatever its digit; the first player does not change.
    templari.sale.offer: on to the next player's place."""
    if s.bidder != NOBODY:
        s.coins[s.seller] += s.offer
    s.seller = NOBODY
    close_auction(s)
    s.phase = Phase.SALES
