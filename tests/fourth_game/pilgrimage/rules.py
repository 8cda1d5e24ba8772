"""Pilgrimage: one small function a rule, in the order of the rulebook."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.kernel.dispatch import Choice, refusal_of, verb_of
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw
from tests.fourth_game.pilgrimage.state import (
    ACTION_BLOCKS,
    COPIES,
    HAND,
    NOBODY,
    RESTS,
    SEATS,
    SHRINE,
    VALUES,
    Phase,
    Reason,
    State,
)


@rule
def set_up(s: State) -> None:
    """pilgrimage.setup: two cards each; the first player is drawn."""
    s.phase = Phase.WALK
    s.news = 0
    s.place[:] = 0
    s.walked[:] = 0
    s.hand[:] = 0
    s.hand_size[:] = 0
    s.rests[:] = 0
    s.deck[:] = COPIES
    s.deck_left = COPIES * VALUES
    for seat in range(s.players):
        s.rests[seat] = RESTS
        for _ in range(HAND):
            draw_card(s, seat)
    s.to_act = draw(s.rng, s.players)


@rule
def draw_card(s: State, seat: int) -> None:
    """pilgrimage.walk: a card from the deck, while there is one."""
    if s.deck_left == 0:
        return
    left = draw(s.rng, s.deck_left)
    value = 0
    while left >= s.deck[value]:
        left -= s.deck[value]
        value += 1
    s.deck[value] -= 1
    s.deck_left -= 1
    s.hand[seat, value] += 1
    s.hand_size[seat] += 1


@rule
def is_free(s: State, place: int) -> bool:
    """pilgrimage.walk.occupied: one pilgrim a place; at the start and at the shrine all may stand."""
    for seat in range(s.players):
        if s.place[seat] == place and place < SHRINE:
            return False
    return True


@rule
def refuse_walk(s: State, value: int) -> int:
    """pilgrimage.walk: by a card in hand. pilgrimage.walk.occupied: to a free place."""
    if s.hand[s.to_act, value] == 0:
        return Reason.NOT_IN_HAND
    return Reason.LEGAL if is_free(s, int(s.place[s.to_act]) + value + 1) else Reason.OCCUPIED


@rule
def refuse_rest(s: State) -> int:
    """pilgrimage.rest: twice a game, and whenever no card can be walked by."""
    if s.rests[s.to_act] > 0:
        return Reason.LEGAL
    for value in range(VALUES):
        if refuse_walk(s, value) == Reason.LEGAL:
            return Reason.RESTED
    return Reason.LEGAL


@rule
def walk(s: State, value: int) -> None:
    """pilgrimage.walk: the card is shown, the pilgrim goes as far, and a card is drawn."""
    s.hand[s.to_act, value] -= 1
    s.hand_size[s.to_act] -= 1
    s.walked[value] += 1
    s.place[s.to_act] += value + 1
    draw_card(s, s.to_act)
    s.news += 1
    end_turn(s)


@rule
def rest(s: State) -> None:
    """pilgrimage.rest: nothing happens."""
    s.rests[s.to_act] = max(s.rests[s.to_act] - 1, 0)
    end_turn(s)


@rule
def end_turn(s: State) -> None:
    """pilgrimage.end: the game ends when a pilgrim has arrived, or when all hands are empty."""
    cards = 0
    for seat in range(s.players):
        cards += int(s.hand_size[seat])
    if s.place[s.to_act] >= SHRINE or cards == 0:
        s.phase = Phase.OVER
        s.to_act = NOBODY
    else:
        s.to_act = clockwise(s.to_act, 1, s.players)


CHOICES = (
    Choice("walk", (Phase.WALK,), refuse_walk, walk),
    Choice("rest", (Phase.WALK,), refuse_rest, rest),
)
refusal = refusal_of(ACTION_BLOCKS, CHOICES)
act = verb_of(ACTION_BLOCKS, CHOICES)


@rule
def score(s: State, points: Row) -> None:
    """pilgrimage.end: as many points as steps."""
    points[:] = 0
    for seat in range(s.players):
        points[seat] = s.place[seat]


@rule
def rank(s: State, ranks: Row) -> None:
    """pilgrimage.end: the farthest is first; the tied share a rank."""
    ranks[:] = 0
    for seat in range(s.players):
        ranks[seat] = 1
        for other in range(s.players):
            ranks[seat] += int(s.place[other] > s.place[seat])


@rule
def count_cards(s: State, value: int) -> int:
    """Cards of a value, wherever they are."""
    count = int(s.deck[value]) + int(s.walked[value])
    for seat in range(SEATS):
        count += int(s.hand[seat, value])
    return count
