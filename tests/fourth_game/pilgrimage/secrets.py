"""Pilgrimage: what a seat may know: its own hand, and what was walked by."""

from __future__ import annotations

from typing import Any

from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import numbers
from chapterhouse.kernel.rng import draw
from tests.fourth_game.pilgrimage.state import COPIES, NOBODY, SEATS, SHRINE, VALUES, Phase, State


@rule
def conceal(s: State, seat: int) -> None:
    """pilgrimage.setup: the hands of the others, the deck and chance are hidden."""
    s.rng[:] = 0
    s.deck[:] = 0
    for other in range(SEATS):
        if other != seat:
            s.hand[other, :] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Deal what the seat does not see to the other hands, every arrangement alike; the rest is the deck."""
    left = 0
    for value in range(VALUES):
        s.deck[value] = COPIES - s.walked[value] - (s.hand[seat, value] if seat != NOBODY else 0)
        left += s.deck[value]
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                nth = draw(s.rng, left)
                value = 0
                while nth >= s.deck[value]:
                    nth -= s.deck[value]
                    value += 1
                s.deck[value] -= 1
                left -= 1
                s.hand[other, value] += 1


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat sees, as plain data."""
    s = numbers(s)
    return {
        "phase": Phase(s.phase).name.lower(),
        "shrine": SHRINE,
        "deck": s.deck_left,
        "seats": [
            {"seat": each, "place": s.place[each], "rests": s.rests[each], "cards": s.hand_size[each]}
            for each in range(s.players)
        ],
        "hand": [value + 1 for value in range(VALUES) for _ in range(s.hand[seat, value])] if seat != NOBODY else [],
    }
