"""Every registered game passes these by being registered (design §4, §7)."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import subprocess
import sys
import tomllib
from typing import Any

import numpy as np
import pytest

from chapterhouse.bots import levels
from chapterhouse.games import NAMES, conformance, load
from chapterhouse.games.protocol import SEEN
from chapterhouse.games.rulebook import rulebook
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.batch import prepared
from chapterhouse.play.engine import load_engine
from chapterhouse.play.errors import BadOptions, BadPosition, UndoRefused
from chapterhouse.play.options import read_data, resolve
from chapterhouse.play.table import Table
from tests import golden

HERE = pathlib.Path(__file__).parent
CASES = [
    pytest.param(name, options, id="-".join([name, *(str(v) for v in options.values())]))
    for name in NAMES
    for options in conformance.option_sets(load(name))
]
EVERY_GAME = pytest.mark.parametrize("name", NAMES)
EVERY_CASE = pytest.mark.parametrize(("name", "options"), CASES)


@functools.cache
def rule_ids(name: str) -> set[str]:
    prefix = "rules."
    return {key.removeprefix(prefix) for key in load(name).texts("en").under(prefix)}


def resolve_and_read(name: str, options: dict[str, Any]) -> None:
    read_data(load(name), resolve(load(name), None, options))


def case_seed(options: dict[str, Any]) -> int:
    return sum(repr(sorted(options.items())).encode())


def dealt(name: str, options: dict[str, Any]) -> tuple[Any, Any, Any]:
    game = load(name)
    return (
        game,
        game.kernels,
        conformance.deal(game, game.kernels, options, read_data(game, options), case_seed(options)),
    )


@EVERY_GAME
def test_presets_can_be_played(name: str) -> None:
    conformance.check_presets(load(name), {level.id for level in levels()})


@EVERY_CASE
def test_play_by_the_rules(name: str, options: dict[str, Any]) -> None:
    """At every step: masks agree with is_legal, fields keep to their ranges, nothing is made or lost, and an unfinished
    game goes on."""
    game, kernels, states = dealt(name, options)
    first = states.copy()
    conformance.check_declared(game)
    conformance.check_words(game, states)
    for step, (now, _) in enumerate(conformance.walk(game, kernels, states, seeded(1)[0], 400)):
        conformance.check_faultless(game, now)
        if step % 5 == 0:
            conformance.check_mask(game, kernels, now)
    conformance.check_box(game, states, first)


@EVERY_CASE
def test_secrets_stay_secret(name: str, options: dict[str, Any]) -> None:
    """Another world that agrees with what a viewer has seen changes nothing that the viewer sees."""
    game, kernels, states = dealt(name, options)
    for step, (now, action) in enumerate(conformance.walk(game, kernels, states, seeded(2)[0], 150)):
        if step % 3 == 0:
            conformance.check_secrets(game, kernels, now, action, seed=step)


@EVERY_CASE
def test_everything_is_told_and_explained(name: str, options: dict[str, Any]) -> None:
    """Every action and every refusal has its sentence in every language, under a rule of the game."""
    game, kernels, states = dealt(name, options)
    for step, (now, action) in enumerate(conformance.walk(game, kernels, states, seeded(3)[0], 150)):
        if action >= 0 and step % 4 == 0:
            conformance.check_explained(game, now, rule_ids(name))
            after = now.copy()
            kernels.act(after[0], action)
            conformance.check_told(game, now, action, after, rule_ids(name))


@EVERY_GAME
def test_last_line_is_told(name: str) -> None:
    """A whole game can be told to every seat, and its outcome has a reason in every language."""
    for players in range(load(name).seats[0], load(name).seats[1] + 1):
        table = Table(name, players=players, seed=players)
        luck = seeded(players)[0]
        while not table.over:
            table.act(table.engine.sensible(table.seen(table.to_act), luck))
        outcome = table.outcome
        assert outcome is not None
        assert sorted(outcome.ranks)[0] == 1
        assert len(outcome.scores) == players
        for language in ("en", "it", "es", "fr"):
            assert table.texts(language).has(outcome.reason)
        for seat in (None, *range(players)):
            assert table.log(seat)


@EVERY_CASE
def test_compiled_play_equals_plain_play(name: str, options: dict[str, Any]) -> None:
    """The same seeds give the same states in plain Python and through Numba."""
    engine = load_engine(name).compile()
    assert engine.mode == "jit"
    data = read_data(engine.game, options)
    plain = prepared(engine, 3, case_seed(options), options, data)
    fast = plain.copy()
    mask = np.zeros(engine.game.action_count, np.int8)
    for states, steps in ((plain, engine.plain["random_steps"]), (fast, engine.random_steps)):
        luck = seeded(5, 3)
        steps(states, 0, len(states), 150, luck, mask)
    assert conformance.same(plain, fast) == []


@EVERY_GAME
def test_compiled_secrets_and_bots_equal_plain_ones(name: str) -> None:
    """conceal, redeal, sensible, observe, score and rank give the same in both modes."""
    engine = load_engine(name).compile()
    engine.compile_now("sensible")
    game = engine.game
    options = resolve(game, game.seats[1], {})
    states = prepared(engine, 1, 11, options, read_data(game, options))
    for _, (now, action) in zip(range(200), conformance.walk(game, engine, states, seeded(6)[0]), strict=False):
        if action < 0:
            break
        seat = now[0].to_act
        seen = [now.copy(), now.copy()]
        chosen, features, numbers = [], [], []
        modes: tuple[Any, Any] = (game.kernels, engine)
        for copy, kernels in zip(seen, modes, strict=True):
            kernels.conceal(copy[0], seat)
            chosen.append(kernels.sensible(copy[0], seeded(7)[0]))
            features.append(np.zeros(game.features, np.float32))
            kernels.observe(copy[0], seat, features[-1])
            copy["rng"] = seeded(8)
            kernels.redeal(copy[0], seat)
            numbers.append(np.zeros(game.seats[1], np.int32))
            kernels.score(now[0], numbers[-1])
        assert conformance.same(*seen) == []
        assert chosen[0] == chosen[1]
        assert np.array_equal(features[0], features[1])
        assert np.array_equal(numbers[0], numbers[1])


IN_BOUNDS = """
import numpy as np
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.batch import prepared
from chapterhouse.play.options import read_data
from chapterhouse.games.conformance import option_sets
from tests.fuzz import LONGEST, accepted
engine = load_engine({name!r})
steps, games = engine._compiled("random_steps"), engine._compiled("play_games")
mask = np.zeros(engine.game.action_count, np.int8)
for options in option_sets(engine.game):
    states = prepared(engine, 2, 1, options, read_data(engine.game, options))
    steps(states, 0, 2, 3000, seeded(1, 2), mask)
    policies, counts = np.ones(engine.game.seats[1], np.int8), np.zeros(2, np.int32)
    games(states, 0, 2, policies, seeded(2)[0], mask, states[:1].copy(), counts)
for states in accepted({name!r}, 200, 1):
    assert steps(states, 0, 1, LONGEST, seeded(1), mask) > 0
print("in bounds")
"""


@EVERY_GAME
def test_compiled_play_stays_in_bounds(name: str) -> None:
    """One pass with Numba's bounds checks on, which are off by default: from the deal, and from positions that were
    changed at random and can still be."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", IN_BOUNDS.format(name=name)],
        cwd=HERE.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "in bounds", done.stderr[-2000:]


ON_CUDA = """
import numpy as np
from chapterhouse.kernel.batch import CudaBatch, has_gpu
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.batch import batch_rules, prepared
from chapterhouse.play.options import read_data, resolve
from chapterhouse.games.conformance import same
assert has_gpu()
engine = load_engine({name!r})
options = resolve(engine.game, None, {{}})
states = prepared(engine, 4, 3, options, read_data(engine.game, options))
batch = CudaBatch(batch_rules(engine), states.copy(), seeded(9, 4))
batch.random_steps(25)
engine.plain["random_steps"](states, 0, 4, 25, seeded(9, 4), np.zeros(engine.game.action_count, np.int8))
assert same(states, batch.states_on_host()) == []
masks = np.zeros((4, engine.game.action_count), np.int8)
engine.plain["mask_all"](states, 0, 4, masks)
assert (np.asarray(batch.masks) == masks).all()
actions = masks.argmax(axis=1).astype(np.int16)
batch.step(actions)
engine.plain["step_all"](states, 0, 4, actions, masks)
assert same(states, batch.states_on_host()) == []
assert (np.asarray(batch.masks) == masks).all()
print("equal")
"""


@EVERY_GAME
def test_cuda_equals_plain(name: str) -> None:
    """The same batch on CUDA: a GPU where there is one, else Numba's simulator."""
    environment = dict(os.environ)
    probe = "import sys; from chapterhouse.kernel.batch import has_gpu; sys.exit(not has_gpu())"
    if subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False).returncode:
        environment["NUMBA_ENABLE_CUDASIM"] = "1"
    command = [sys.executable, "-W", "ignore", "-c", ON_CUDA.format(name=name)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "equal", done.stderr[-2000:]


def random_table(name: str, options: dict[str, Any], decisions: int) -> Table:
    chosen = dict(options)
    table = Table(name, players=chosen.pop("players"), seed=case_seed(options), **chosen)
    luck = seeded(4)[0]
    for _ in range(decisions):
        if table.over:
            break
        table.act(golden.choose(table, luck))
    return table


@EVERY_CASE
def test_round_trips(name: str, options: dict[str, Any]) -> None:
    """Saved games, positions and notation come back as they went out."""
    table = random_table(name, options, 60)
    saved = json.loads(json.dumps(table.save()))
    assert Table.load(saved).save() == saved
    place = json.loads(json.dumps(table.position()))
    again = Table.from_position(place)
    assert again.position() == place
    assert again.legal == table.legal
    for action in again.legal[:20]:
        assert again.action(str(action)) == action
        assert again.action(action.code) == action
    if again.legal:
        again.act(again.legal[-1])
        assert Table.load(again.save()).position() == again.position()
    half = table.ply // 2
    assert table.at(half).save() == Table.load(saved).at(half).save()


@EVERY_CASE
def test_undo_goes_back_while_nothing_is_new(name: str, options: dict[str, Any]) -> None:
    """Undo restores the very position, and refuses when something hidden has become known since."""
    table = random_table(name, options, 0)
    luck = seeded(9)[0]
    undone = refused = 0
    for _ in range(80):
        if table.over:
            break
        before, news = table.position(), int(table._now["news"][0])
        action = golden.choose(table, luck)
        table.act(action)
        refusal = table.undo_refusal()
        if refusal is None:
            table.undo()
            assert table.position() == before
            table.act(action)
            undone += 1
        else:
            with pytest.raises(UndoRefused):
                table.undo()
            refused += 1
            is_new = bool(table._now["news"][0] != news)
            assert table.over or is_new == (refusal == SEEN) or ".mistake" in refusal.rule
    assert undone
    assert refused


@EVERY_CASE
def test_forgotten_past_is_played_again(name: str, options: dict[str, Any]) -> None:
    """A table that keeps only its actions tells the same game."""
    table = random_table(name, options, 30)
    whole, told = table.save(), table.log(None)
    table.forget_past()
    assert table.save() == whole
    assert table.log(None) == told


@EVERY_GAME
def test_a_position_with_faults_is_refused_with_all_of_them(name: str) -> None:
    place = Table(name, seed=1).position()
    state = place["state"]
    state["players"], state["phase"], state["news"] = "many", 3.5, 10**9
    state["nonsense"] = 1
    with pytest.raises(BadPosition) as e:
        Table.from_position(place)
    assert [fault.split(":")[0] for fault in e.value.faults] == ["news", "nonsense", "phase", "players"]


@EVERY_GAME
def test_options_that_cannot_be_are_refused_with_the_reason(name: str) -> None:
    game = load(name)
    with pytest.raises(BadOptions) as e:
        Table(name, players=game.seats[1] + 1, start=99, nonsense=1)
    assert [fault.split(":")[0] for fault in e.value.faults] == ["nonsense", "players", "start"]
    for option in game.options:
        if option.kind == "file":
            with pytest.raises(BadOptions, match="no-such-file"):
                resolve_and_read(name, {option.name: "no-such-file"})


@EVERY_GAME
def test_every_rule_has_its_function_and_its_test(name: str) -> None:
    """Each id of the game's catalogue opens the docstring of a rule or stands in one, and is named by a test."""
    enforced = {entry.id for entry in rulebook(load(name)) if entry.functions}
    assert rule_ids(name) - enforced == set()
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (HERE / "games" / name).glob("*.py"))
    untested = {i for i in rule_ids(name) if i not in tests}
    assert untested == set()


@EVERY_GAME
def test_golden_playthroughs(name: str) -> None:
    """Whole games as they were when frozen; `python -m tests.golden` writes them anew when a change is meant."""
    for path, (game, players, seed) in golden.files().items():
        if game == name:
            assert golden.playthrough(game, players, seed) == path.read_text(encoding="utf-8"), path.name


PERFT = tomllib.loads((HERE / "golden" / "perft.toml").read_text(encoding="utf-8"))


@EVERY_GAME
def test_perft(name: str) -> None:
    """Frozen counts of all sequences of decisions; the shallow ones are counted by hand through the table too."""
    assert {case["players"] for case in PERFT[name]} == set(range(load(name).seats[0], load(name).seats[1] + 1))
    for case in PERFT[name]:
        options = {k: v for k, v in case.items() if k not in ("players", "seed", "leaves")}
        table = Table(name, players=case["players"], seed=case["seed"], **options)
        for depth, leaves in enumerate(case["leaves"]):
            if leaves < 3000:
                assert _leaves(table, depth) == leaves, case
            states = np.repeat(table._now, depth + 1)
            masks = np.zeros((depth + 1, table.game.action_count), np.int8)
            assert table.engine.compile().perft(states, depth, masks) == leaves, case


def _leaves(table: Table, depth: int) -> int:
    if depth == 0 or table.over:
        return 1
    ply = table.ply
    return sum(_leaves(_after(table, action), depth - 1) for action in table.at(ply).legal)


def _after(table: Table, action: Any) -> Table:
    next_table = table.at(table.ply)
    next_table.act(action)
    return next_table
