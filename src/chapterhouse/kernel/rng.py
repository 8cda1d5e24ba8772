"""Chance: xoshiro128++ by Blackman and Vigna, in 32-bit steps on plain integers.

Every intermediate value is a non-negative integer below 2**63, so plain Python, CPU and CUDA give equal numbers with no
special care. A generator is four int32 words in a record (`rng: Row = i32(4)`); a generator that is all zero is blank:
concealed states hold such a one.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

WORD = 0xFFFFFFFF
TRIES = 64  # so many uneven words in a row never come but from a blank generator, which must not hang


@rule
def _signed(x: int) -> int:
    """The int32 that holds the 32-bit word `x`."""
    return x - ((x >> 31) << 32)


@rule
def _turned(x: int, k: int) -> int:
    return ((x << k) & WORD) | (x >> (32 - k))


@rule
def word(rng: Row) -> int:
    """The next 32 random bits."""
    a = int(rng[0]) & WORD
    b = int(rng[1]) & WORD
    c = int(rng[2]) & WORD
    d = int(rng[3]) & WORD
    bits = (_turned((a + d) & WORD, 7) + a) & WORD
    c ^= a
    d ^= b
    rng[1] = _signed(b ^ c)
    rng[0] = _signed(a ^ d)
    rng[2] = _signed(c ^ ((b << 9) & WORD))
    rng[3] = _signed(_turned(d, 11))
    return bits


@rule
def draw(rng: Row, n: int) -> int:
    """A number 0 … n-1, every one equally likely (Lemire's method; 1 <= n < 2**31)."""
    n = int(n)
    product = word(rng) * n
    if (product & WORD) < n:
        least = (WORD + 1 - n) % n
        tries = 0
        while (product & WORD) < least and tries < TRIES:
            product = word(rng) * n
            tries += 1
    return product >> 32


@rule
def shuffle(rng: Row, cards: Row, n: int) -> None:
    """Put the first n cards into an order drawn from all n! alike."""
    for i in range(n - 1, 0, -1):
        j = draw(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def split(rng: Row, fresh: Row) -> None:
    """Begin a new generator from four words of another."""
    for i in range(4):
        fresh[i] = _signed(word(rng))


def seeded(seed: int, n: int = 1) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """n generators for one seed: SplitMix64 words, as the authors of xoshiro advise; shape (n, 4)."""
    first = np.uint64(operator.index(seed) % 2**64)
    return _spread(first + np.arange(1, 2 * n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def seeded_each(seeds: Iterable[int]) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """One generator for each of many seeds, the same that `seeded` gives to each; shape (n, 4)."""
    firsts = np.array([seed % 2**64 for seed in seeds], np.uint64)
    return _spread((firsts[:, None] + np.array([1, 2], np.uint64) * np.uint64(0x9E3779B97F4A7C15)).ravel())


def _spread(z: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    words = z.astype("<u8").view("<i4").reshape(-1, 4).astype(np.int32)
    words[~words.any(axis=1)] = 1
    return words


def keyed(key: bytes, n: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Generator number n of a secret key: four words of keyed BLAKE2b, so that one tells nothing of another."""
    digest = hashlib.blake2b(n.to_bytes(8, "little"), key=key, digest_size=16, person=b"chapterhouse").digest()
    words = np.frombuffer(digest, "<i4").astype(np.int32)
    return words if words.any() else np.ones(4, np.int32)
