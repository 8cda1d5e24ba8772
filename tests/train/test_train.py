"""Training on the CPU with small numbers: it learns, it can be stopped and goes on exactly, and CUDA plays the same."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed, so no net can be trained here")

from chapterhouse.bots import net as nets  # noqa: E402
from chapterhouse.bots.train.games import Games, mixed_boxes, mixed_kinds, option_mix  # noqa: E402
from chapterhouse.bots.train.learn import WAITING, Recipe, Rollout  # noqa: E402
from chapterhouse.bots.train.loops import EARLIER, LEARNER, SENSIBLE  # noqa: E402
from chapterhouse.bots.train.measure import wins  # noqa: E402
from chapterhouse.bots.train.model import Model  # noqa: E402
from chapterhouse.bots.train.run import Plan, Training, recipe_for, train  # noqa: E402
from chapterhouse.games import NAMES  # noqa: E402
from chapterhouse.play.engine import load_engine  # noqa: E402

torch.set_num_threads(1)  # small matrices gain nothing from two, and tests share the cores
SMALL = Recipe(games=48, decisions=12, minibatch=256, width=16, blocks=1, judged=8, snapshots=4)


def run(folder: pathlib.Path, updates: int, *, is_resumed: bool = False, stop_after: int = 0) -> Training:
    """A training of so many updates; `stop_after` presses Ctrl-C at that one."""
    plan = Plan(folder, updates=updates, device="cpu")
    training = Training(load_engine("templari").compile(), plan, SMALL)
    if is_resumed:
        training.go_on()
    while not training.done or (training.part < 1 and training.done != stop_after):
        training.step()
    training.keep()
    return training


def test_goes_on_exactly_where_it_was_stopped(tmp_path: pathlib.Path) -> None:
    whole = run(tmp_path / "a", 4)
    run(tmp_path / "b", 4, stop_after=2)
    resumed = run(tmp_path / "b", 4, is_resumed=True)
    assert resumed.decisions == whole.decisions
    for name, weights in whole.model.state_dict().items():
        assert torch.equal(weights, resumed.model.state_dict()[name]), name
    assert (whole.games.states == resumed.games.states).all()


def test_begins_with_the_net_that_is_shipped(tmp_path: pathlib.Path) -> None:
    engine, shipped = load_engine("templari").compile(), nets.load("templari")
    assert shipped is not None
    _, width, blocks, *_ = (int(n) for n in shipped.shape)
    recipe = replace(SMALL, width=width, blocks=blocks)
    training = Training(engine, Plan(tmp_path, updates=4, device="cpu", is_shipped=True), recipe)
    weights, dense = nets.flat(training.model.shape, training.model.arrays())
    assert (weights == shipped.weights).all()
    assert (dense == shipped.dense).all()
    assert training.schedule == 0.5
    training.step()
    assert training.schedule == 0.625
    training.keep()
    resumed = Training(engine, Plan(tmp_path, updates=4, device="cpu"), recipe)
    resumed.go_on()
    assert resumed.schedule == 0.625
    with pytest.raises(ValueError, match="shape"):
        Training(engine, Plan(tmp_path, updates=4, device="cpu", is_shipped=True), SMALL)


def test_ctrl_c_keeps_the_checkpoint_and_all_files(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain_step = Training.step

    def step(self: Training) -> None:
        if self.done == 1:
            raise KeyboardInterrupt
        plain_step(self)

    monkeypatch.setattr(Training, "step", step)
    engine = load_engine("templari")
    with pytest.raises(KeyboardInterrupt):
        train(engine, Plan(tmp_path, updates=3, device="cpu"), SMALL, False, lambda *_: None)
    monkeypatch.setattr(Training, "step", plain_step)
    told: list[Any] = []
    done = train(engine, Plan(tmp_path, updates=3, device="cpu"), SMALL, True, lambda _, line: told.append(line))
    assert done.done == 3
    assert set(told[-1]["sensible"]) == set(told[-1]["past"]) == {"3", "4", "5"}
    ElementTree.fromstring((tmp_path / "templari.svg").read_text())
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    nets.load.cache_clear()
    net = nets.load("templari")
    nets.load.cache_clear()
    assert net is not None
    assert net.facts["updates"] == 3
    assert net.facts["decisions"] == done.decisions
    other = Recipe(games=48, decisions=12, minibatch=256, width=32, blocks=1, judged=8, snapshots=4)
    with pytest.raises(ValueError, match="other numbers"):
        train(engine, Plan(tmp_path, updates=3, device="cpu"), other, True, lambda *_: None)


def test_learns_to_win_against_the_rules_of_thumb(tmp_path: pathlib.Path) -> None:
    """At first a small net wins next to nothing; after some seconds of learning, a good part of what is fair."""
    recipe = Recipe(games=128, decisions=24, minibatch=512, width=48, blocks=1, rate=(2e-3, 5e-4), snapshots=4)
    training = Training(load_engine("templari").compile(), Plan(tmp_path, updates=45, device="cpu"), recipe)

    def part_of_fair() -> float:
        shares = wins(training.engine, training.model, None, 100, "cpu")
        return float(np.mean([players * share for players, share in shares.items()]))

    assert part_of_fair() < 0.1
    while training.part < 1:
        training.step()
    assert part_of_fair() > 0.3


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_mixed(name: str) -> None:
    """All player counts and options are there, every table has a learner, earlier nets sit at the last tables alone."""
    engine = load_engine(name)
    luck = np.random.default_rng(1)
    boxes = mixed_boxes(engine, 4000, luck)
    least, most = engine.game.seats
    counts = {players: int((boxes["players"] == players).sum()) for players in range(least, most + 1)}
    assert all(counts[players] < counts[players + 1] for players in range(least, most))
    for players in counts:
        mix = option_mix(engine.game, players)
        assert sum(share for share, _ in mix) == pytest.approx(1)
        assert max(mix, key=lambda each: each[0])[1] | {"players": players} == {
            option.name: option.default for option in engine.game.options
        } | {"players": players}
    kinds = mixed_kinds(boxes["players"], most, luck)
    seated = np.arange(most)[None] < boxes["players"][:, None]
    assert ((kinds == LEARNER) & seated).any(axis=1).all()
    assert (kinds[:1600] == LEARNER).all()
    assert ((kinds[1600:2600] == LEARNER).sum(axis=1) == 1).all()
    assert not (kinds[:2600] == EARLIER).any()
    for kind in (LEARNER, SENSIBLE, EARLIER):
        assert 0.2 < (kinds[2600:][seated[2600:]] == kind).mean() < 0.6
    kinds = mixed_kinds(boxes["players"], most, luck, nets_only=True)
    assert ((kinds == LEARNER) & seated).any(axis=1).all()
    assert (kinds[:2400] == LEARNER).all()
    assert not (kinds == SENSIBLE).any()
    assert 0.2 < (kinds[2400:][seated[2400:]] == EARLIER).mean() < 0.6


def test_nets_alone_learn_more_slowly(tmp_path: pathlib.Path) -> None:
    """A net that knows the game is not to forget it; and a training goes on only as it was begun."""
    among_all, alone = recipe_for("cpu", 16), recipe_for("cpu", 16, nets_only=True)
    assert alone.rate[0] < among_all.rate[0]
    assert alone.entropy[0] < among_all.entropy[0]
    engine, plan = load_engine("templari").compile(), Plan(tmp_path, updates=1, device="cpu")
    training = Training(engine, plan, alone)
    assert not (training.games.kinds == SENSIBLE).any()
    training.keep()
    with pytest.raises(ValueError, match="'nets_only': True"):
        Training(engine, plan, among_all).go_on()


def test_a_seat_of_sensible_never_asks_the_net() -> None:
    """After a decision the net is asked next, but where a game has just begun or `sensible` has had many in a row."""
    engine = load_engine("templari").compile()
    luck = np.random.default_rng(2)
    boxes = mixed_boxes(engine, 40, luck)
    kinds = mixed_kinds(boxes["players"], 5, luck)
    games = Games(engine, boxes, kinds, 3, "cpu")
    ended = asked = 0
    for step in range(200):
        games.look()
        who = games.kinds.gather(1, games.seats[:, None])[:, 0]
        if step:
            asked += int((who == SENSIBLE).sum())
        games.actions.copy_(games.masks.float().argmax(1))
        games.advance()
        ended += int(games.ended.sum())
        over = games.results[games.ended > 0].view(-1, 2, 5)
        assert over[:, 0].sum(1).tolist() == pytest.approx([1.0] * len(over))
    assert ended > 10
    assert asked < 20


def test_who_waits_is_asked_too_and_learns_what_came_of_it() -> None:
    """A seat that is not asked again before the game ends has come to exactly what the game brought."""
    engine = load_engine("templari").compile()
    luck = np.random.default_rng(4)
    boxes = mixed_boxes(engine, 60, luck)
    games = Games(engine, boxes, mixed_kinds(boxes["players"], 5, luck, nets_only=True), 5, "cpu")
    model = Model(np.array([engine.game.features, 16, 1, engine.game.action_count, 5], np.int32))
    rollout = Rollout(games, replace(SMALL, decisions=160))
    rollout.play(model, model)
    targets = rollout.look_back(model)[2].view(-1, games.n, 2, 5)
    assert (rollout.waiting < games.players).all()
    assert not (rollout.waiting == rollout.seats[::WAITING]).any()
    assert not torch.equal(rollout.waiting_features, rollout.features[::WAITING])
    is_learners = games.kinds.gather(1, rollout.waiting[0][:, None])[:, 0] == LEARNER
    assert torch.equal(rollout.waiting_learners()[0], is_learners)
    checked = set()
    for game in range(games.n):
        for end in rollout.ended[:, game].nonzero()[:, 0].tolist():
            for row in range(end // WAITING, max(0, end // WAITING - 6), -1):
                seat = int(rollout.waiting[row, game])
                if seat in rollout.seats[row * WAITING : end + 1, game].tolist():
                    continue
                assert targets[row, game, :, 0].tolist() == pytest.approx(rollout.results[end, game, :, seat].tolist())
                checked.add(round(float(targets[row, game, 0, 0]), 3))
    assert {0.0, 1.0} <= checked


SAME_ON_CUDA = """
import numpy as np
from chapterhouse.bots.train import games as g
from chapterhouse.games.conformance import same
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
engine, n, luck = load_engine("temple"), 4, np.random.default_rng(0)
boxes = g.mixed_boxes(engine, n, luck)
most = engine.game.seats[1]
kinds = g.mixed_kinds(boxes["players"], most, luck)
boxes["rng"] = seeded(1, n)
engine.set_up_all(boxes, 0, n)
def arrays():
    shown = np.zeros((n, engine.game.features), np.float32), np.zeros((n, engine.game.action_count), np.int8)
    return *shown, np.zeros(n, np.int64), seeded(2, n), np.zeros(n, np.int8), np.zeros((n, 2 * most), np.float32)
look, advance = g._cpu_loops(engine)
cuda_look, cuda_advance = g._cuda_loops(engine)
a, b, seen, ranks = boxes.copy(), boxes.copy(), engine.blank(), np.zeros(most, np.int32)
x, y = arrays(), arrays()
for t in range(8):
    for who in (np.full(n, t) % a["players"], np.full(n, -1)):
        look(a, 0, n, who, seen, *x[:3])
        cuda_look[1, 8](b, who, *y[:3])
        assert all((p == q).all() for p, q in zip(x, y))
        assert (x[2] == np.where(who < 0, a["to_act"], who)).all()
    actions = np.array([np.flatnonzero(mask)[t % mask.sum()] for mask in x[1]])
    advance(a, 0, n, actions, kinds, x[3], seen, ranks, *x[4:])
    cuda_advance[1, 8](b, actions, kinds, *y[3:])
    assert same(a, b) == []
print("same")
"""


def test_cuda_plays_the_same() -> None:
    around = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "CHAPTERHOUSE_MODE": "plain"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SAME_ON_CUDA], env=around, capture_output=True, text=True, check=False
    )
    assert done.stdout == "same\n", done.stderr
