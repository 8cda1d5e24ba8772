"""Templari: cards in front of the players, and who comes after whom."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.templari.state import CARDS, DIGITS, NO_CARD, Reason, State
from chapterhouse.kernel.jit import rule


@rule
def put(s: State, card: int, place: int) -> None:
    """Lay a card in front of a seat, or elsewhere."""
    value = s.value[card]
    if s.owner[card] >= 0:
        s.held[s.owner[card], value] -= 1
    if place >= 0:
        s.held[place, value] += 1
    s.owner[card] = place


@rule
def seat_at(s: State, place: int) -> int:
    """The seat that comes `place` seats after the first player, clockwise."""
    return clockwise(s.first, place, s.players)


@rule
def count_value(s: State, seat: int, value: int) -> int:
    """Cards of one value in front of a seat."""
    return int(s.held[seat, value])


@rule
def count_cards(s: State, seat: int) -> int:
    count = 0
    for value in range(DIGITS):
        count += int(s.held[seat, value])
    return count


@rule
def first_card(s: State, seat: int) -> int:
    """The card with the lowest number in front of a seat, or NO_CARD."""
    for card in range(CARDS):
        if s.owner[card] == seat:
            return card
    return NO_CARD


@rule
def refuse_own(s: State, card: int) -> int:
    """templari.sale.offer, templari.exchange, templari.mistake.funds: a card of one's own."""
    return Reason.LEGAL if s.owner[card] == s.to_act else Reason.NOT_YOURS
