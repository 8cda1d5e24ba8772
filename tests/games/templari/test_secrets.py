"""Templari: what is hidden is the order of the deck, and `redeal` draws it from all orders alike."""

from __future__ import annotations

import itertools
from collections import Counter

from chapterhouse.games.conformance import same
from chapterhouse.games.templari.rules.cards import put
from chapterhouse.games.templari.secrets import conceal, redeal
from chapterhouse.games.templari.state import IN_DECK, NO_CARD, OUT_OF_GAME
from chapterhouse.kernel.rng import seeded
from tests.games.templari.positions import faults, position, state

LEFT = 4
DRAWS = 2400
CHI_SQUARE_23 = 56.0  # exceeded by chance once in ten thousand such tests; the seeds are fixed


def test_redeal_draws_every_order_alike() -> None:
    """templari.setup: who has seen all other cards knows which four are left, not in which order."""
    table = position(mistakes="penalised")
    s = state(table)
    deck = [int(card) for card in s.deck[: s.deck_left]]
    for card in deck[LEFT:]:
        put(s, card, OUT_OF_GAME)
    s.deck[LEFT:] = NO_CARD
    s.deck_left = LEFT
    assert faults(s) == []
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(DRAWS):
        states = table._now.copy()
        conceal(states[0], 0)
        states["rng"] = seeded(seed)
        redeal(states[0], 0)
        assert states[0].deck[LEFT:].tolist() == [NO_CARD] * (30 - LEFT)
        seen[tuple(int(card) for card in states[0].deck[:LEFT])] += 1
    orders = set(itertools.permutations(deck[:LEFT]))
    assert set(seen) == orders
    expected = DRAWS / len(orders)
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < CHI_SQUARE_23


def test_conceal_leaves_no_trace_of_the_deck() -> None:
    """templari.setup: two games that differ only in the order of the deck look the same to everybody."""
    table = position(hands={0: ["mail 1"]})
    other = table._now.copy()
    deck = other[0].deck
    deck[: other[0].deck_left] = deck[: other[0].deck_left][::-1].copy()
    other["rng"] = seeded(99)
    assert same(other, table._now) == ["rng", "deck"]
    for seat in (-1, 0, 1, 2):
        one, two = table._now.copy(), other.copy()
        conceal(one[0], seat)
        conceal(two[0], seat)
        assert same(one, two) == []
        assert (one[0].owner == IN_DECK).sum() == one[0].deck_left
