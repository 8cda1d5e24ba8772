"""Templar: what a seat may know. Hidden are the first round's cards, the order of the bag and of Raphael's deck."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templar.rules.abbey import count_bits
from chapterhouse.games.templar.state import (
    CARDS,
    HIDDEN_CARD,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw


@rule
def conceal(s: State, seat: int) -> None:
    """templar.turn.open: blank what this seat cannot know: the cards that others chose in the first round and chance to
    come, with it the order of the bag and of Raphael's deck."""
    s.rng[:] = 0
    for other in range(count_seats(s)):
        if other != seat and s.chosen[other] >= 0:
            s.chosen[other] = HIDDEN_CARD


@rule
def redeal(s: State, seat: int) -> None:
    """Fill a concealed state: every hidden first-round card can be any card of that hand; `s.rng` must have been seeded
    anew, and with it the bag and Raphael's deck are shuffled anew."""
    for other in range(count_seats(s)):
        if s.chosen[other] == HIDDEN_CARD:
            left = draw(s.rng, count_bits(int(s.hand[other])))
            for card in range(CARDS):
                if int(s.hand[other]) >> card & 1:
                    if left == 0:
                        s.chosen[other] = card
                    left -= 1


def is_secret(s: State, action: int) -> bool:
    """templar.turn.first-round: the first card is chosen in secret."""
    return s.phase == Phase.CHOOSE
