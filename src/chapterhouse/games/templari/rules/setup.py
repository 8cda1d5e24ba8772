"""Templari: before the first turn."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templari.rules.auction import close_auction
from chapterhouse.games.templari.rules.turn import begin_turn, go_on
from chapterhouse.games.templari.state import CARDS, COINS, IN_DECK, NO_CARD, NOBODY, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw, shuffle


@rule
def set_up(s: State) -> None:
    """templari.setup: shuffle the cards; 12 coins each; who has most coins in the purse is first, else it is drawn."""
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, s.deck, CARDS)
    s.deck_left = CARDS
    s.owner[:] = IN_DECK
    s.held[:] = 0
    s.coins[:] = 0
    for seat in range(count_seats(s)):
        s.coins[seat] = COINS
    s.pot = 0
    s.news = 0
    s.turn = 0
    s.taken = NO_CARD
    s.fined = 0
    s.lot[:] = NO_CARD
    s.seller = NOBODY
    close_auction(s)
    s.first = s.start if s.start != NOBODY else draw(s.rng, s.players)
    begin_turn(s)
    go_on(s)
