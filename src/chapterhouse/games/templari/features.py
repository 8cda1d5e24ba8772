"""Templari: a concealed state as numbers for a net, seen from one seat (own seat first, then clockwise)."""

from __future__ import annotations

from chapterhouse.games.layout import Span, repeated, singles
from chapterhouse.games.seats import count_seats
from chapterhouse.games.templari.rules.auction import is_cursed
from chapterhouse.games.templari.state import (
    CARDS,
    DIGITS,
    IN_LOT,
    MOST_COINS,
    NO_CARD,
    NOBODY,
    SEATS,
    TURNS,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

PHASES = Phase.OVER + 1
SEAT_FEATURES = CARDS + DIGITS + 8
FEATURES = PHASES + 2 * CARDS + 8 + SEATS * SEAT_FEATURES
_SEAT = (
    Span("cards", CARDS, "1: this card is in front of the seat"),
    Span("curses", DIGITS, "1: cards of this value are cursed for the seat"),
    *singles(
        coins="coins, / 60; 0 where the purse is hidden",
        offered="its last offer in this auction + 1, / 60",
        out="1: out of this auction",
        exchanged="1: has forced an exchange this turn",
        first="1: the first player",
        bidder="1: made the standing offer",
        seller="1: sells privately",
        to_act="1: is asked",
    ),
)
LAYOUT = (
    Span("phase", PHASES, "1 for the present phase"),
    Span("lot", CARDS, "1: under the hammer, or named in an exchange"),
    Span("values", CARDS, "value of the card, / 10"),
    *singles(
        turn="turn, / 15",
        pot="coins in the pot, / 60",
        offer="the standing offer + 1, / 60",
        players="players, / 5",
        private_sales="1: with private sales",
        exchange="1: with exchanges",
        penalised="1: mistakes can be made and cost",
        taken="1: a card has been named in an exchange",
    ),
    *repeated("seat", SEATS, _SEAT),
)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """Phase, lot, card values, table, then each seat's cards, curses, purse and part in the auction."""
    out[:] = 0
    out[s.phase] = 1
    at = PHASES
    for card in range(CARDS):
        out[at + card] = s.owner[card] == IN_LOT or card == s.taken
        out[at + CARDS + card] = s.value[card] / DIGITS
    at += 2 * CARDS
    out[at] = s.turn / TURNS
    out[at + 1] = s.pot / MOST_COINS
    out[at + 2] = (s.offer + 1) / MOST_COINS
    out[at + 3] = s.players / SEATS
    out[at + 4] = s.private_sales
    out[at + 5] = s.exchange
    out[at + 6] = s.penalised
    out[at + 7] = s.taken != NO_CARD
    at += 8
    for i in range(count_seats(s)):
        other = (seat + i) % s.players if seat != NOBODY else i
        for card in range(CARDS):
            out[at + card] = s.owner[card] == other
        at += CARDS
        for digit in range(DIGITS):
            out[at + digit] = is_cursed(s, other, digit)
        at += DIGITS
        out[at] = s.coins[other] / MOST_COINS
        out[at + 1] = (s.offered[other] + 1) / MOST_COINS
        out[at + 2] = s.out[other]
        out[at + 3] = s.exchanged[other]
        out[at + 4] = other == s.first
        out[at + 5] = other == s.bidder
        out[at + 6] = other == s.seller
        out[at + 7] = other == s.to_act
        at += 8
