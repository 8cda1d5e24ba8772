"""Loops written once; `bind` gives them a game's rules in place of the names that stand empty here."""

from __future__ import annotations

from typing import Any

from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

State = Any
States = Any  # a NumPy array of one game's records
OVER = 0


@rule
def set_up(s: State) -> None: ...


@rule
def legal_mask(s: State, mask: Row) -> int: ...  # type: ignore[empty-body]


@rule
def act(s: State, action: int) -> None: ...


@rule
def sensible(s: State, luck: Row) -> int: ...  # type: ignore[empty-body]


@rule
def rank(s: State, ranks: Row) -> None: ...


@rule
def score(s: State, points: Row) -> None: ...


@rule
def conceal(s: State, seat: int) -> None: ...


def set_up_all(states: States, first: int, last: int) -> None:
    """Set up states first … last-1, each from its own generator."""
    for i in range(first, last):
        set_up(states[i])


def random_steps(states: States, first: int, last: int, decisions: int, luck: Row, mask: Row) -> int:
    """Random play of states first … last-1, each for so many decisions, set up anew when over; finished games."""
    finished = 0
    for i in range(first, last):
        s = states[i]
        for _ in range(decisions):
            count = legal_mask(s, mask)
            act(s, pick(mask, count, luck))
            if s.phase == OVER:
                finished += 1
                set_up(s)
    return finished


def step_all(states: States, first: int, last: int, actions: Row, masks: Row) -> None:
    """One environment step of states first … last-1: act, set up anew when over, write the mask."""
    for i in range(first, last):
        s = states[i]
        act(s, actions[i])
        if s.phase == OVER:
            set_up(s)
        legal_mask(s, masks[i])


def mask_all(states: States, first: int, last: int, masks: Row) -> None:
    """Write the masks of states first … last-1."""
    for i in range(first, last):
        legal_mask(states[i], masks[i])


def pick_all(masks: Row, first: int, last: int, luck: Row, actions: Row) -> None:
    """A random legal action for each of the states first … last-1; 0 where none is."""
    for i in range(first, last):
        count = 0
        for code in range(masks.shape[1]):
            count += masks[i, code]
        actions[i] = pick(masks[i], count, luck) if count > 0 else 0


def perft(states: States, depth: int, masks: Row) -> int:
    """Count the sequences of `depth` decisions from states[0], chance as its generator deals it; a game that ends
    sooner counts once. `states` and `masks` have depth + 1 rows."""
    leaves = 0
    level = 0
    legal_mask(states[0], masks[0])
    while level >= 0:
        if level == depth or states[level].phase == OVER:
            leaves += 1
            level -= 1
            continue
        code = 0
        while code < masks.shape[1] and masks[level, code] == 0:
            code += 1
        if code == masks.shape[1]:
            level -= 1
            continue
        masks[level, code] = 0
        states[level + 1] = states[level]
        level += 1
        act(states[level], code)
        legal_mask(states[level], masks[level])
    return leaves


RANDOM = 0
SENSIBLE = 1


def play_games(
    states: States, first: int, last: int, policies: Row, luck: Row, mask: Row, seen: States, counts: Row
) -> None:
    """Play states first … last-1 to their end; policies[seat] is RANDOM or SENSIBLE, which sees only what it may.

    counts[i] becomes the number of decisions. `seen` has one row, for the concealed state."""
    for i in range(first, last):
        s = states[i]
        set_up(s)
        counts[i] = 0
        while s.phase != OVER:
            if policies[s.to_act] == SENSIBLE:
                seen[0] = s
                conceal(seen[0], s.to_act)
                action = sensible(seen[0], luck)
            else:
                action = pick(mask, legal_mask(s, mask), luck)
            act(s, action)
            counts[i] += 1


def rate_games(states: States, first: int, last: int, ranks: Row, points: Row) -> None:
    """Write ranks[i] and points[i], one number a seat, of states first … last-1."""
    for i in range(first, last):
        rank(states[i], ranks[i])
        score(states[i], points[i])
