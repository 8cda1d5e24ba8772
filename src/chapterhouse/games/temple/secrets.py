"""Temple: what a seat may know: its own hand, all piles and discards, the size of every hand, what curses showed."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.rules.cards import take_one
from chapterhouse.games.temple.state import (
    COLOURED,
    KINDS,
    SEATS,
    State,
)
from chapterhouse.kernel.jit import rule


@rule
def conceal(s: State, seat: int) -> None:
    """temple.setup: blank what this seat cannot know: the other hands (not their size, nor what a curse showed), the
    deck, and chance to come.

    What remains is what lies on the table and what curses have shown; a seat is not held to remember which discards
    went into the deck when it was last shuffled."""
    s.rng[:] = 0
    s.deck[:] = 0
    for other in range(SEATS):
        if other != seat:
            s.hand[other, :] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Fill a concealed state: what neither lies open, nor is in the own hand, nor was shown, is dealt to the hands of
    the others, every arrangement of the cards alike; the rest is the deck. `s.rng` must have been seeded anew."""
    left = 0
    for kind in range(KINDS):
        hidden = int(s.cards[kind]) - int(s.discards[kind])
        for other in range(count_seats(s)):
            if kind < COLOURED:
                hidden -= int(s.pile[other, kind])
            hidden -= int(s.hand[other, kind]) if other == seat else int(s.known[other, kind])
        s.deck[kind] = hidden
        left += hidden
    for other in range(count_seats(s)):
        if other != seat:
            unknown = int(s.hand_size[other])
            for kind in range(KINDS):
                s.hand[other, kind] = s.known[other, kind]
                unknown -= int(s.known[other, kind])
            for _ in range(unknown):
                s.hand[other, take_one(s, left)] += 1
                left -= 1


def is_secret(s: State, action: int) -> bool:
    """Whether an action is hidden from the other seats while it is made; nothing in Temple is."""
    return False
