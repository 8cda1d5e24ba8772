"""What training asks of the rules, for many games side by side: the same steps in a loop on the CPU and, one thread a
game, on CUDA. `bind` gives them a game's rules in place of those of `kernel/unbound.py`."""

from __future__ import annotations

from typing import Any

from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.unbound import State, States, act, conceal, legal_mask, observe, rank, sensible, set_up

LEARNER, SENSIBLE, EARLIER = range(3)  # who plays a seat: the net that learns, the rules of thumb, an earlier net
TO_ACT = -1  # look from the seat that is to act
IN_A_ROW = 24  # so many decisions at most before a net is asked again: fewer than any game has
cuda: Any = None
OVER = SEATS = 0
RECORD: Any = None
RANKS: Any = None


@rule
def look(s: State, who: int, features: Row, mask: Row) -> int:
    """What seat `who` may know, as numbers, and what is legal; which seat. `s` is a copy, concealed here."""
    seat = int(s.to_act) if who == TO_ACT else int(who)
    conceal(s, seat)
    observe(s, seat, features)
    legal_mask(s, mask)
    return seat


@rule
def judge(s: State, ranks: Row, result: Row) -> None:
    """Each seat's share of the win, then each seat's share of rivals beaten; a tie beats half."""
    rank(s, ranks)
    players = int(s.players)
    winners = 0
    for seat in range(players):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(players):
        beaten = 0.0
        for other in range(players):
            if ranks[other] > ranks[seat]:
                beaten += 1.0
            elif other != seat and ranks[other] == ranks[seat]:
                beaten += 0.5
        result[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
        result[SEATS + seat] = beaten / (players - 1)


@rule
def advance(s: State, action: int, kinds: Row, luck: Row, seen: States, ranks: Row, result: Row) -> int:
    """Act, then play for the seats of `sensible` until a net is asked; 1 where the game ended and another was begun."""
    ended = 0
    code = int(action)
    for _ in range(IN_A_ROW):
        if kinds[int(s.to_act)] == SENSIBLE:
            seen[0] = s
            conceal(seen[0], int(s.to_act))
            code = int(sensible(seen[0], luck))
        act(s, code)
        if s.phase == OVER:
            judge(s, ranks, result)
            set_up(s)
            ended = 1
        if kinds[int(s.to_act)] != SENSIBLE:
            break
    return ended


def look_all(
    states: States, first: int, last: int, who: Row, seen: States, features: Row, masks: Row, seats: Row
) -> None:
    """Write features[i], masks[i] and seats[i] of games first … last-1, as who[i] knows them. `seen` has one row."""
    for i in range(first, last):
        seen[0] = states[i]
        seats[i] = look(seen[0], who[i], features[i], masks[i])


def advance_all(
    states: States,
    first: int,
    last: int,
    actions: Row,
    kinds: Row,
    luck: Row,
    seen: States,
    ranks: Row,
    ended: Row,
    results: Row,
) -> None:
    """One decision of a net in each of the games first … last-1; results[i] is written where ended[i]."""
    for i in range(first, last):
        ended[i] = advance(states[i], actions[i], kinds[i], luck[i], seen, ranks, results[i])


def look_on_cuda(states: States, who: Row, features: Row, masks: Row, seats: Row) -> None:
    """`look_all` by one thread a game."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        seen = cuda.local.array(1, RECORD)
        seen[0] = states[i]
        seats[i] = look(seen[0], who[i], features[i], masks[i])


def advance_on_cuda(states: States, actions: Row, kinds: Row, luck: Row, ended: Row, results: Row) -> None:
    """`advance_all` by one thread a game."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        seen = cuda.local.array(1, RECORD)
        ranks = cuda.local.array(SEATS, RANKS)
        ended[i] = advance(states[i], actions[i], kinds[i], luck[i], seen, ranks, results[i])
