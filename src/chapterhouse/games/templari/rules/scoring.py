"""Templari: points, and who wins."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templari.state import CARDS, COIN_BONUS, FAMILIES, FAMILY_CARDS, SEATS, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row


@rule
def family_points(cards: int) -> int:
    """templari.end: 1, 3, 6, 10, 15 points for 1 to 5 cards of a family."""
    return cards * (cards + 1) // 2


@rule
def card_points(s: State, seat: int) -> int:
    """templari.end: the points of a seat's families."""
    points = 0
    for family in range(FAMILIES):
        cards = 0
        for card in range(family * FAMILY_CARDS, (family + 1) * FAMILY_CARDS):
            cards += int(s.owner[card] == seat)
        points += family_points(cards)
    return points


@rule
def coin_points(s: State, seat: int) -> int:
    """templari.end: most coins, 2 points, each of the tied."""
    for other in range(count_seats(s)):
        if s.coins[other] > s.coins[seat]:
            return 0
    return COIN_BONUS


@rule
def card_values(s: State, seat: int) -> int:
    """templari.end.win: the sum of the values of a seat's cards, which breaks a tie."""
    total = 0
    for card in range(CARDS):
        if s.owner[card] == seat:
            total += int(s.value[card])  # an int8 sum could pass 127
    return total


@rule
def score(s: State, points: Row) -> None:
    """templari.end: write every seat's points, if the game ended now."""
    points[:] = 0
    for seat in range(count_seats(s)):
        points[seat] = card_points(s, seat) + coin_points(s, seat)


@rule
def standing(s: State, seat: int) -> int:
    """templari.end.win: most points; tie: higher sum of card values. A number to compare seats by."""
    return (card_points(s, seat) + coin_points(s, seat)) * CARDS * SEATS * 10 + card_values(s, seat)


@rule
def rank(s: State, ranks: Row) -> None:
    """templari.end.win: write every seat's rank, 1 the best; still tied: shared. Empty seats get 0."""
    ranks[:] = 0
    for seat in range(count_seats(s)):
        ranks[seat] = 1
        for other in range(count_seats(s)):
            if standing(s, other) > standing(s, seat):
                ranks[seat] += 1
