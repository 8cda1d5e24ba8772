"""Templari: what stays whole through every decision. Compiled with the rules, so that long runs can watch over it."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templari.state import (
    CARDS,
    COINS,
    DIGITS,
    IN_DECK,
    IN_LOT,
    LOT,
    NO_CARD,
    OUT_OF_GAME,
    SEATS,
    State,
)
from chapterhouse.kernel.jit import rule

LAWS = (
    "coins",
    "places",
    "counts",
    "lot",
    "deck",
)


@rule
def keeps_coins(s: State) -> bool:
    total = int(s.pot)
    for seat in range(SEATS):
        if s.coins[seat] < 0:
            return False
        total += int(s.coins[seat])
    return s.pot >= 0 and total == COINS * s.players


@rule
def keeps_places(s: State) -> bool:
    for card in range(CARDS):
        place = int(s.owner[card])
        if not (0 <= place < s.players or place == IN_DECK or place == IN_LOT or place == OUT_OF_GAME):
            return False
    return True


@rule
def keeps_counts(s: State) -> bool:
    for seat in range(count_seats(s)):
        for digit in range(DIGITS):
            count = 0
            for card in range(CARDS):
                if s.owner[card] == seat and s.value[card] == digit:
                    count += 1
            if count != s.held[seat, digit]:
                return False
    return True


@rule
def keeps_lot(s: State) -> bool:
    count = 0
    for card in range(CARDS):
        if s.owner[card] == IN_LOT:
            count += 1
    for i in range(LOT):
        card = int(s.lot[i])
        if card != NO_CARD:
            count -= 1
            if card < 0 or card >= CARDS or s.owner[card] != IN_LOT:
                return False
    return count == 0


@rule
def keeps_deck(s: State) -> bool:
    count = 0
    for card in range(CARDS):
        if s.owner[card] == IN_DECK:
            count += 1
    if count != s.deck_left:
        return False
    seen = 0
    for i in range(s.deck_left):
        card = int(s.deck[i])
        if card < 0 or card >= CARDS or s.owner[card] != IN_DECK or seen >> card & 1:
            return False
        seen |= 1 << card
    return True


@rule
def broken_law(s: State) -> int:
    """The first of LAWS that does not hold, counted from 1; 0 when all do."""
    if not keeps_coins(s):
        return 1
    if not keeps_places(s):
        return 2
    if not keeps_counts(s):
        return 3
    if not keeps_lot(s):
        return 4
    return 0 if keeps_deck(s) else 5
