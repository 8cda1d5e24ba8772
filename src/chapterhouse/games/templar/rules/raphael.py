"""Templar: Raphael, who is the third at the table of two."""

from __future__ import annotations

from chapterhouse.games.templar.state import CARDS, RAPHAEL_COPIES, Card, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw


@rule
def raphael_copies(s: State, card: int) -> int:
    """templar.raphael.deck: two of each card, one of The Bells; Stephanus only when he is in the hands."""
    if card == Card.BELLS:
        return 1
    return 0 if card == Card.STEPHANUS and not s.stephanus else RAPHAEL_COPIES


@rule
def shuffle_raphael(s: State) -> None:
    """templar.raphael.deck: all his cards face down; their order is chance."""
    for card in range(CARDS):
        s.raphael[card] = raphael_copies(s, card)


@rule
def draw_raphael(s: State) -> int:
    """The top card of his deck."""
    count = 0
    for card in range(CARDS):
        count += s.raphael[card]
    left = draw(s.rng, count)
    for card in range(CARDS):
        left -= s.raphael[card]
        if left < 0:
            s.raphael[card] -= 1
            return card
    return Card.BELLS


@rule
def is_covered(s: State, card: int) -> bool:
    """templar.raphael.turn: it equals the top of a player's pile, or it is The Bells: another one comes."""
    return card == Card.BELLS or card == s.top[0] or card == s.top[1]


@rule
def cover_raphael(s: State, card: int) -> int:
    """templar.raphael.bells: when they appear all his cards are shuffled, and the top card is revealed."""
    if card == Card.BELLS:
        shuffle_raphael(s)
    return draw_raphael(s)


@rule
def reveal_raphael(s: State) -> None:
    """templar.raphael.turn: his top card, and the next as long as it equals the top of a player's pile.
    templar.raphael.rest: he does nothing else."""
    s.news += 1
    card = draw_raphael(s)
    while is_covered(s, card):
        card = cover_raphael(s, card)
    s.raphael_top = card
