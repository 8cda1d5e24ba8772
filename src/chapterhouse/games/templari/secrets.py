"""Templari: what a seat may know. Only the deck's order is hidden from those who count; a view hides purses too."""

from __future__ import annotations

from chapterhouse.games.templari.state import (
    CARDS,
    IN_DECK,
    NO_CARD,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import shuffle


@rule
def conceal(s: State, seat: int) -> None:
    """templari.setup: blank what this seat cannot know: the order of the deck and chance to come. Purses stay: all
    payments are public, so who counts knows them, and bots may count."""
    s.rng[:] = 0
    s.deck[:] = NO_CARD


@rule
def redeal(s: State, seat: int) -> None:
    """Fill a concealed state with a deck drawn from all orders alike; `s.rng` must have been seeded anew."""
    left = 0
    for card in range(CARDS):
        if s.owner[card] == IN_DECK:
            s.deck[left] = card
            left += 1
    shuffle(s.rng, s.deck, left)


def is_secret(s: State, action: int) -> bool:
    """Whether an action is hidden from the other seats while it is made; nothing in Templari is."""
    return False
