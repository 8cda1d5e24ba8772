"""Templari: the exchange variant, before the sales."""

from __future__ import annotations

from chapterhouse.games.templari.rules.cards import count_cards, first_card, put, seat_at
from chapterhouse.games.templari.state import CARDS, NO_CARD, NOBODY, Phase, Reason, State
from chapterhouse.kernel.jit import rule


@rule
def next_exchange(s: State) -> None:
    """templari.exchange: from the first player, each may swap; who has no card, or finds none to take, is skipped."""
    s.place += 1
    if not s.exchange or s.place >= s.players:
        s.place = -1
        s.phase = Phase.SALES
        return
    seat = seat_at(s, s.place)
    if count_cards(s, seat) > 0 and has_card_to_take(s, seat):
        s.phase = Phase.TAKE
        s.to_act = seat


@rule
def has_card_to_take(s: State, seat: int) -> bool:
    for card in range(CARDS):
        if s.owner[card] >= 0 and s.owner[card] != seat:
            return True
    return False


@rule
def refuse_take(s: State, card: int) -> int:
    """templari.exchange: a card of another player."""
    anothers = s.owner[card] >= 0 and s.owner[card] != s.to_act
    return Reason.LEGAL if anothers else Reason.NOT_ANOTHERS


@rule
def take(s: State, card: int) -> None:
    """templari.exchange: any card of another player, who cannot refuse; templari.exchange.back: also one just lost."""
    s.taken = card
    if count_cards(s, s.to_act) == 1:
        give(s, first_card(s, s.to_act))
    else:
        s.phase = Phase.GIVE


@rule
def give(s: State, card: int) -> None:
    """templari.exchange.price: the own card for it; who forced an exchange is out of this turn's auction."""
    put(s, card, s.owner[s.taken])
    put(s, s.taken, s.to_act)
    s.taken = NO_CARD
    s.exchanged[s.to_act] = 1
    s.to_act = NOBODY
    s.phase = Phase.EXCHANGES


@rule
def pass_exchange(s: State) -> None:
    """templari.exchange: nobody must swap."""
    s.phase = Phase.EXCHANGES
