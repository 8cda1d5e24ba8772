"""Chance: published vectors, unbiased draws, uniform shuffles, the same in both modes."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from chapterhouse.kernel import rng
from chapterhouse.kernel.jit import compiled

# xoshiro128++ from the state 1, 2, 3, 4: the numbers of the authors' reference code, which other libraries test against
REFERENCE = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420]
# SplitMix64 from the seed 1234567: the numbers commonly published for it
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def state(*words: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(words, np.int32)


def test_reference_vector_in_both_modes() -> None:
    plain, fast = state(1, 2, 3, 4), state(1, 2, 3, 4)
    word = compiled(rng.word, fast)
    assert [rng.word(plain) for _ in REFERENCE] == REFERENCE
    assert [word(fast) for _ in REFERENCE] == REFERENCE


def test_long_streams_are_equal_in_both_modes() -> None:
    plain, fast = rng.seeded(5)[0], rng.seeded(5)[0]
    draw = compiled(rng.draw, fast, 1)
    sizes = [1, 2, 3, 7, 1000, 2**31 - 1] * 200
    assert [rng.draw(plain, n) for n in sizes] == [draw(fast, n) for n in sizes]
    assert (plain == fast).all()


def test_seeding_is_splitmix64() -> None:
    words = rng.seeded(1234567, 3).view(np.uint32).astype(object)
    flat = words.reshape(-1)
    assert [int(flat[2 * i]) + (int(flat[2 * i + 1]) << 32) for i in range(5)] == SPLITMIX


def test_seeds_give_different_generators_that_are_never_blank() -> None:
    made = rng.seeded(0, 1000)
    assert len({tuple(g) for g in made.tolist()}) == 1000
    assert made.any(axis=1).all()
    assert (rng.seeded(-1) == rng.seeded(2**64 - 1)).all()


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((c - mean) ** 2 for c in counts) / mean


@pytest.mark.parametrize("n", [2, 3, 5, 6, 10, 13])
def test_draws_are_uniform(n: int) -> None:
    luck = rng.seeded(n)[0]
    counts = Counter(rng.draw(luck, n) for _ in range(600 * n))
    assert set(counts) == set(range(n))
    # five standard deviations of the chi-square distribution: a bias of a few per cent is found, chance is not
    assert chi_square(list(counts.values())) < (n - 1) + 5 * math.sqrt(2 * (n - 1))


def test_bounded_draw_rejects_the_uneven_rest() -> None:
    """With n just above half of 2**32 nearly half of the words must be drawn again; a plain product would be biased."""
    n = 2**31 - 1
    luck = rng.seeded(8)[0]
    below = sum(rng.draw(luck, n) < n // 2 for _ in range(4000))
    assert abs(below - 2000) < 5 * math.sqrt(1000)


def test_shuffles_are_uniform() -> None:
    luck = rng.seeded(3)[0]
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 150):
        cards = np.arange(5, dtype=np.int8)
        rng.shuffle(luck, cards, 4)
        assert cards[4] == 4
        counts[tuple(cards[:4].tolist())] += 1
    assert set(counts) == set(itertools.permutations(range(4)))
    assert chi_square(list(counts.values())) < 23 + 5 * math.sqrt(46)


def test_split_begins_another_stream() -> None:
    luck, fresh = rng.seeded(1)[0], np.zeros(4, np.int32)
    rng.split(luck, fresh)
    assert [rng.word(luck) for _ in range(4)] != [rng.word(fresh) for _ in range(4)]


def test_a_blank_generator_does_not_hang() -> None:
    """Nothing may depend on chance in a concealed state, but a mistake there must not stop the house."""
    assert rng.draw(np.zeros(4, np.int32), 3) == 0
