"""Long runs find what is wrong: faults are planted by binding faulty rules, and each is found and told."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.kernel.rng import seeded, seeded_each
from chapterhouse.play.engine import Engine
from chapterhouse.play.options import read_data, resolve
from chapterhouse.play.soak import Fault, Soak
from chapterhouse.play.table import Table

EVERY_GAME = pytest.mark.parametrize("name", NAMES)


@EVERY_GAME
def test_the_rules_hold(name: str) -> None:
    """A few games of every kind of bot, over the first option sets."""
    soak = Soak(Engine(load(name)), seed=1)
    assert soak.play(3) is None
    assert soak.games == 3
    assert soak.decisions > 300


def first_fault(name: str, **faulty: Callable[..., Any]) -> Fault | None:
    """What a run finds where some rules are replaced; each gets the true one as its last argument."""
    game = load(name)
    kernels = {}
    for kernel, f in faulty.items():
        true = getattr(game.kernels, kernel)
        kernels[kernel] = lambda *given, f=f, true=true: f(*given, true)
    planted = dataclasses.replace(game, kernels=dataclasses.replace(game.kernels, **kernels))
    soak = Soak(Engine(planted), seed=0, most=1000)
    return next((fault for fault in (soak.play(2) for _ in range(6)) if fault), None)


def lose_a_coin(s: Any, action: int, true: Any) -> None:
    true(s, action)
    if s.turn == 3 and s.pot > 0:
        s.pot -= 1


def give_a_card_twice(s: Any, action: int, true: Any) -> None:
    true(s, action)
    if s.turn == 4:
        s.owner[int(s.deck[0])] = 0


def forget_to_count(s: Any, action: int, true: Any) -> None:
    before = s.held.copy()
    true(s, action)
    if s.turn == 5:
        s.held[:] = before


def ask_nobody(s: Any, action: int, true: Any) -> None:
    true(s, action)
    if s.turn == 6:
        s.to_act = -1


def stand_still(s: Any, action: int, true: Any) -> None:
    if s.turn < 2:
        true(s, action)


def allow_nothing(s: Any, mask: Any, true: Any) -> int:
    count = int(true(s, mask))
    if s.turn == 2:
        mask[:], count = 0, 0
    return count


def allow_too_much(s: Any, mask: Any, true: Any) -> int:
    count = int(true(s, mask))
    if s.phase != 6 and not mask[-1]:
        mask[-1], count = 1, count + 1
    return count


def miscount(s: Any, mask: Any, true: Any) -> int:
    return int(true(s, mask)) + int(s.turn == 2)


def blind_the_seat(s: Any, seat: int, true: Any) -> None:
    true(s, seat)
    s.coins[:] = 0


def choose_the_first(s: Any, luck: Any, true: Any) -> int:
    return 0


def rank_nobody_best(s: Any, ranks: Any, true: Any) -> None:
    true(s, ranks)
    ranks[:] += 1


def draw_a_copy(s: Any, action: int, true: Any) -> None:
    left = s.deck_left
    true(s, action)
    if s.deck_left < left:
        s.deck[int(s.deck.argmax())] += 1


def leave_the_pawn_counted(s: Any, action: int, true: Any) -> None:
    before = s.pawns_in.copy()
    true(s, action)
    if s.turn > 3:
        s.pawns_in[:] = before


def find_a_chalice(s: Any, action: int, true: Any) -> None:
    true(s, action)
    if s.round == 2:
        s.stock[0, 0] += 1


def lose_a_tile(s: Any, action: int, true: Any) -> None:
    filled = s.filled.copy()
    true(s, action)
    for storehouse in np.flatnonzero(s.filled > filled):
        s.filled[storehouse] -= 1


PLANTED = [
    ("templari", "act", lose_a_coin, "coins"),
    ("templari", "act", give_a_card_twice, "counts"),
    ("templari", "act", forget_to_count, "counts"),
    ("templari", "act", ask_nobody, "no-seat"),
    ("templari", "act", stand_still, "endless"),
    ("templari", "legal_mask", allow_nothing, "stuck"),
    ("templari", "legal_mask", allow_too_much, "disagrees"),
    ("templari", "legal_mask", miscount, "stuck"),
    ("templari", "conceal", blind_the_seat, "unknown"),
    ("templari", "sensible", choose_the_first, "wrong-choice"),
    ("templari", "rank", rank_nobody_best, "wrong-ranks"),
    ("temple", "act", draw_a_copy, "cards"),
    ("temple", "act", leave_the_pawn_counted, "pawns"),
    ("templar", "act", find_a_chalice, "valuables"),
    ("templar", "act", lose_a_tile, "storehouses"),
]


@pytest.mark.parametrize(("name", "kernel", "faulty", "found"), PLANTED, ids=[case[2].__name__ for case in PLANTED])
def test_a_planted_fault_is_found(name: str, kernel: str, faulty: Callable[..., Any], found: str) -> None:
    fault = first_fault(name, **{kernel: faulty})
    assert fault is not None
    assert found == (fault.law or fault.kind)
    assert fault.actions
    record = json.loads(json.dumps(fault.record(load(name))))
    again = Table.load(record)
    assert [decision.code for decision in again.history] == fault.actions[: again.ply]
    assert (again.seed, again.players) == (fault.seed, fault.options["players"])


@EVERY_GAME
def test_a_broken_law_is_a_fault_of_the_state_too(name: str) -> None:
    """Whatever the laws find in a state with one number changed, the check of positions finds as well."""
    game = load(name)
    engine = Engine(game)
    options = resolve(game, None, {})
    states = engine.blank()
    game.prepare(states[0], options, read_data(game, options))
    states["rng"] = seeded(3)
    engine.set_up(states[0])
    assert engine.broken_law(states[0]) == 0
    rng = np.random.default_rng(0)
    broken = 0
    fields = [field for field in states.dtype.names if field not in ("rng", "news", "phase", "to_act", "players")]
    for _ in range(160):
        twin = states.copy()
        values = twin[fields[rng.integers(len(fields))]].reshape(-1)
        values[rng.integers(len(values))] += rng.choice([-1, 1])
        if game.state_faults(twin[0]) == []:
            assert engine.broken_law(twin[0]) == 0
        else:
            broken += bool(engine.broken_law(twin[0]))
    assert broken > 15


def test_seeds_of_many_games_are_those_of_each() -> None:
    seeds = [0, 1, -1, 2**40, ~5]
    assert seeded_each(seeds).tolist() == [seeded(seed)[0].tolist() for seed in seeds]
