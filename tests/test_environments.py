"""Many games to learn from: the same on the CPU, in plain Python and on CUDA, and the same as at a table."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import chapterhouse as ch
from chapterhouse.games import NAMES, load
from chapterhouse.kernel import memory
from chapterhouse.kernel.environments import CpuEnvironments
from chapterhouse.play.engine import Engine
from chapterhouse.play.environments import learning_rules

# what one test of a game compiles the others of that game find compiled, so they stay with one worker
EVERY_GAME = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.xdist_group(f"environments {n}")) for n in NAMES]
)
ARRAYS = ("seats", "masks", "observations", "finished", "ranks", "points", "rewards")


def legal(environments: ch.Environments, rng: np.random.Generator) -> Any:
    masks = np.asarray(environments.masks)
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@EVERY_GAME
def test_compiled_environments_equal_plain_ones(name: str) -> None:
    """Every array and every field, with bots in some seats and all numbers of players in one batch."""
    game = load(name)
    counts = range(game.seats[0], game.seats[1] + 1)
    fast = ch.environments(name, 2 * len(counts), players=counts, seed=5, opponents="sensible", device="cpu", threads=2)
    plain = ch.environments(name, 2 * len(counts), players=counts, seed=5, opponents="sensible", device="cpu")
    assert isinstance(plain.core, CpuEnvironments)
    plain.core.rules = learning_rules(Engine(game))
    plain.reset(5)
    rng = np.random.default_rng(1)
    for _ in range(15):
        for array in ARRAYS:
            assert np.array_equal(getattr(fast, array), getattr(plain, array)), array
        assert np.array_equal(fast.states_on_host(), plain.states_on_host())
        assert np.array_equal(fast.seats, fast.learners)
        actions = legal(fast, rng)
        fast.step(actions)
        plain.step(actions)
    assert np.array_equal(fast.observe(1), plain.observe(1))
    assert fast.players.tolist() == list(counts) * 2


@EVERY_GAME
def test_an_environment_is_the_game_at_the_table(name: str) -> None:
    """The same seed: the same seats, actions and observations, and the outcome as rewards."""
    alone = ch.environments(name, 1, seed=9, device="cpu", resets=False)
    table = ch.Table(name, seed=9)
    seen = np.zeros(load(name).features, np.float32)
    rng = np.random.default_rng(2)
    while not alone.finished[0]:
        seat = table.to_act
        assert seat == alone.seats[0]
        assert [action.code for action in table.legal] == np.flatnonzero(alone.masks[0]).tolist()
        table.engine.observe(table.seen(seat), seat, seen)
        assert np.array_equal(seen, alone.observations[0])
        assert not alone.rewards.any()
        action = int(legal(alone, rng)[0])
        alone.step([action])
        table.act(action)
    outcome = table.outcome
    assert outcome is not None
    n = table.players
    assert alone.ranks[0, :n].tolist() == outcome.ranks
    assert alone.points[0, :n].tolist() == outcome.scores
    assert alone.rewards.sum() == pytest.approx(0)
    assert {int(np.sign(r)) for r in alone.rewards[0, :n]} <= {-1, 0, 1}
    assert alone.rewards[0, :n].argmax() == np.argmin(outcome.ranks)
    assert not alone.masks.any()
    alone.step([0])
    assert not alone.finished[0]
    assert alone.masks.any()


def test_variants_players_and_bots_share_a_batch() -> None:
    made = ch.environments(
        "templari", 12, players=(3, 5), seed=1, device="cpu", variants=[{}, {"exchange": True}], bots={1: "random"}
    )
    assert made.players.tolist() == [3, 5] * 6
    assert made.states_on_host()["exchange"].tolist() == [0, 0, 1, 1] * 3
    rng = np.random.default_rng(3)
    finished = 0
    for _ in range(400):
        assert (made.seats != 1).all()
        made.step(legal(made, rng))
        ended = made.finished == 1
        finished += int(ended.sum())
        assert not made.rewards[~ended].any()
        assert (made.rewards[ended].min(axis=1, initial=0) < 0).all()
        assert (made.ranks[ended].max(axis=1) <= made.players[ended]).all()
    assert finished > 12


def test_threads_and_seeds() -> None:
    """The same seed gives the same games with any number of threads; reset begins them again."""
    pair = [ch.environments("templari", 7, seed=4, device="cpu", threads=n) for n in (1, 3)]
    first = pair[0].observations.copy()
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = legal(pair[0], rng)
        for each in pair:
            each.step(actions)
    assert np.array_equal(pair[0].states_on_host(), pair[1].states_on_host())
    pair[0].reset(4)
    assert np.array_equal(pair[0].observations, first)
    pair[0].reset()
    assert not np.array_equal(pair[0].observations, first)


def test_what_cannot_be_is_refused() -> None:
    made = ch.environments("templari", 3, device="cpu", seed=1)
    before = made.states_on_host().copy()
    wrong = int(np.flatnonzero(made.masks[1] == 0)[0])
    for action in (wrong, -1, 10_000):
        actions = made.masks.argmax(axis=1)
        actions[1] = action
        with pytest.raises(ValueError, match=f"action {action} is not legal in game 1"):
            made.step(actions)
    assert np.array_equal(made.states_on_host(), before)
    actions = made.masks.argmax(axis=1)
    actions[1] += 2**16  # would be legal if it were cut down to 16 bits
    with pytest.raises(ValueError, match=f"action {actions[1]} is not legal in game 1"):
        made.step(actions)
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        made.step([0, 0])
    for no_actions in (made.masks.argmax(axis=1) / 1, made.masks, 3, None, ["bid 3"] * 3):
        with pytest.raises(ValueError, match="actions are one whole number a game"):
            made.step(no_actions)
    assert np.array_equal(made.states_on_host(), before)
    for seats, why in (
        (4, "no seat 4 in game 0"),
        ([0, -2, 0], "no seat -2 in game 1"),
        ([0, 1], "one a game"),
        (0.5, "whole number"),
    ):
        with pytest.raises(ValueError, match=why):
            made.observe(seats)
    with pytest.raises(ValueError, match="there are random, sensible"):
        ch.environments("templari", 3, device="cpu", opponents="oracle")
    wrong_kinds: list[tuple[dict[str, Any], str]] = [
        ({"players": 3, "bots": dict.fromkeys(range(3), "random")}, "a learner needs one"),
        ({"players": 3, "bots": {3: "random"}}, "no seat 3; there are 0 to 2"),
        ({"bots": {"1": "random"}}, "no seat '1'"),
        ({"threads": 0}, "0 threads"),
        ({"players": ()}, "0 kinds of games"),
        ({"players": (3, 4), "variants": [{}, {"exchange": True}]}, "4 kinds of games"),
        ({"variants": {"exchange": True}}, "by their names"),
    ]
    for given, why in wrong_kinds:
        with pytest.raises(ValueError, match=why):
            ch.environments("templari", 3, device="cpu", **given)
    with pytest.raises(TypeError, match="integer"):
        made.reset("seven")  # type: ignore[arg-type]
    with pytest.raises(ch.BadOptions):
        ch.environments("templari", 3, players=9, device="cpu")


def test_a_batch_plays_what_is_legal_and_nothing_else() -> None:
    """A state whose action is not legal stays as it is; the others go on."""
    games: Any = ch.batch("templari", 5, device="cpu", threads=2, seed=1)
    before, actions = games.states_on_host().copy(), games.masks.argmax(axis=1)
    for place, wrong in ((1, int((games.masks[1] == 0).argmax())), (4, int(actions[4]) + 2**16)):
        actions[place] = wrong
    with pytest.raises(ValueError, match=f"action {actions[1]} is not legal in game 1"):
        games.step(actions)
    has_stayed = [bool(a == b) for a, b in zip(games.states_on_host(), before, strict=True)]
    assert has_stayed == [False, True, False, False, True]
    games.step(games.masks.argmax(axis=1).tolist())
    with pytest.raises(ValueError, match="4 actions for 5 games"):
        games.step([0] * 4)
    with pytest.raises(ValueError, match="0 games"):
        ch.batch("templari", 0, device="cpu")


def test_rows_of_threads_lie_apart() -> None:
    rows = memory.rows_apart(3, 130, np.int8)
    places = [row.ctypes.data for row in rows]
    assert all(place % memory.LINE == 0 for place in places)
    assert [b - a for a, b in itertools.pairwise(places)] == [2 * memory.LINE] * 2
    assert not any(row.any() for row in rows)


ON_CUDA = """
import gc
import numpy as np
import chapterhouse as ch
from chapterhouse.games import load
from chapterhouse.kernel import memory
game = load({name!r})
n = game.seats[1] - game.seats[0] + 1
counts = range(game.seats[0], game.seats[1] + 1)
pair = [ch.environments({name!r}, n, players=counts, seed=5, opponents="sensible", device=d) for d in ("cpu", "cuda")]
cpu, gpu = pair
rng = np.random.default_rng(1)
for _ in range(12):
    for array in {arrays!r}:
        here, there = getattr(cpu, array), np.asarray(getattr(gpu, array))
        assert here.shape == there.shape and here.dtype == there.dtype and (here == there).all(), array
    assert (cpu.states_on_host() == gpu.states_on_host()).all()
    actions = (rng.random(cpu.masks.shape) * cpu.masks).argmax(axis=1)
    for each in pair:
        each.step(actions)
assert (np.asarray(gpu.observe(1)) == cpu.observe(1)).all()
assert (np.asarray(gpu.observe(-1)) == cpu.observe(-1)).all()
before = gpu.states_on_host().copy()
gpu.step(np.full(n, -1))
assert np.asarray(gpu.finished).tolist() == [-1] * n and (gpu.states_on_host() == before).all()
if not gpu.masks.is_on_device:
    taken = np.from_dlpack(gpu.observations)
    assert (taken == np.asarray(gpu.observations)).all() and len(memory._lent) == 1
    assert np.shares_memory(taken, gpu.observations.array)
    del taken
    gc.collect()
    unused = gpu.masks.__dlpack__()
    del unused
    gc.collect()
    assert not memory._lent
print("equal")
"""


@EVERY_GAME
def test_cuda_environments_equal_those_of_the_cpu(name: str) -> None:
    """On a GPU where there is one, else in Numba's simulator; other libraries see the same memory."""
    environment = os.environ | {"CHAPTERHOUSE_MODE": "plain"}
    probe = "import sys; from chapterhouse.kernel.batch import has_gpu; sys.exit(not has_gpu())"
    if subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False).returncode:
        environment["NUMBA_ENABLE_CUDASIM"] = "1"
    code = ON_CUDA.format(name=name, arrays=ARRAYS)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "equal", done.stderr[-2000:]
