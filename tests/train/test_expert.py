"""Learning from the search: what is kept of its games, what is learnt of it, and that it can be stopped and goes on."""

from __future__ import annotations

import functools
import pathlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed, so no net can be trained here")

from chapterhouse.bots import net as nets  # noqa: E402
from chapterhouse.bots.search import Searcher  # noqa: E402
from chapterhouse.bots.train import expert as experts  # noqa: E402
from chapterhouse.bots.train.expert import Choices, Expert, Lessons, Plan, Recipe, learn, play_game  # noqa: E402
from chapterhouse.bots.train.model import Model  # noqa: E402
from chapterhouse.play.engine import load_engine  # noqa: E402

torch.set_num_threads(1)  # small matrices gain nothing from two, and tests share the cores
FEW = Recipe(simulations=4, epochs=2, minibatch=64, judged=2)


@functools.cache
def searcher_of(game: str) -> Searcher:
    """One of our own: that of the process stays plain for other tests."""
    return Searcher(game).compile()


def some_choices(game: str, numbers: range = range(1)) -> Choices:
    return Choices.joined([play_game(searcher_of(game), 4, seed=5, number=number) for number in numbers])


@pytest.mark.parametrize("game", ["templari", "temple"])
def test_what_is_kept_is_what_the_seat_knew_and_what_the_search_found(game: str) -> None:
    engine, choices = load_engine(game), some_choices(game)
    assert len(choices.game) > 10
    again = some_choices(game)
    assert (again.states == choices.states).all()
    assert (again.policy == choices.policy).all()
    mask, players = np.zeros(engine.game.action_count, np.int8), int(choices.states["players"][0])
    for state, policy, expected, result in zip(
        choices.states, choices.policy, choices.expected, choices.results, strict=True
    ):
        bare = engine.blank()
        bare[0] = state
        engine.conceal(bare[0], int(state["to_act"]))
        assert bare[0] == state
        assert engine.legal_mask(bare[0], mask) > 1
        assert not policy[mask == 0].any()
        assert policy.sum() == pytest.approx(1 if policy.any() else 0, abs=0.01)
        assert expected[1:].sum() == pytest.approx(1 if policy.any() else 0, abs=0.01)
        assert not expected[1 + players :].any()
        assert result[: engine.game.seats[1]].sum() == pytest.approx(1)
        # every pair of rivals has one point between them, and each divides by its rivals
        assert result[engine.game.seats[1] :].sum() == pytest.approx(players / 2)
    # the own seat comes first: whoever chose, what came of the game was the same for him
    own = {int(state["to_act"]): result[0] for state, result in zip(choices.states, choices.results, strict=True)}
    assert sum(own.values()) <= 1


def test_choices_of_the_rules_of_thumb_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what a search would have found: what came of the game is all that is known of them."""
    monkeypatch.setattr(experts, "TABLES", ((1.0, (0.0, 1.0, 0.0)),))
    choices = some_choices("templari")
    is_searched = (choices.policy > 0).any(axis=1)
    seats = {bool(one): set(choices.states["to_act"][is_searched == one].tolist()) for one in (True, False)}
    assert len(seats[True]) == 1
    assert seats[False] == set(range(int(choices.states["players"][0]))) - seats[True]
    assert not choices.expected[~is_searched].any()
    assert choices.results[~is_searched].any()


def test_results_of_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = load_engine("templari")
    state = engine.blank()[0]
    state["players"] = 4

    def rank(_state: Any, ranks: Any) -> None:
        ranks[:4] = [3, 1, 1, 4]

    monkeypatch.setattr(engine, "rank", rank)
    wins, beaten = experts.results_of(engine, state)
    assert wins.tolist() == [0, 0.5, 0.5, 0]
    assert beaten == pytest.approx([1 / 3, 2.5 / 3, 2.5 / 3, 0])


def test_targets_are_mostly_what_the_search_expected() -> None:
    engine, choices = load_engine("templari").compile(), some_choices("templari")
    lessons = Lessons(engine, choices, "cpu")
    weight, expected, result = experts.FORESEEN, choices.expected[0], choices.results[0]
    assert choices.policy[0].any()
    win = weight * expected[1:] + (1 - weight) * result[:5]
    assert lessons.targets[0, :5].numpy() == pytest.approx(win, abs=1e-6)
    own = np.clip((expected[0] - lessons.win * expected[1]) / (1 - lessons.win), 0, 1)
    assert float(lessons.targets[0, 5]) == pytest.approx(weight * own + (1 - weight) * result[5], abs=1e-6)
    assert lessons.targets[0, 6:].numpy() == pytest.approx(result[6:], abs=1e-6)
    blind = replace(choices, policy=np.zeros_like(choices.policy))  # as rules of thumb choose: nothing was foreseen
    assert Lessons(engine, blind, "cpu").targets[0].numpy() == pytest.approx(result, abs=1e-6)
    players = int(choices.states["players"][0])
    assert lessons.weights[0].tolist() == ([1.0] + [0.5] * (players - 1) + [0.0] * (5 - players)) * 2


def test_learning_brings_the_net_nearer_to_the_search() -> None:
    engine, choices = load_engine("templari").compile(), some_choices("templari", range(1, 3))
    lessons = Lessons(engine, choices, "cpu")
    torch.manual_seed(1)
    model, steps = Model(np.array([engine.game.features, 16, 1, engine.game.action_count, 5])), list[tuple[int, int]]()
    policy, value = lessons.measure(model)
    learn(model, lessons, FEW, lambda done, total: steps.append((done, total)))
    nearer_policy, nearer_value = lessons.measure(model)
    assert nearer_policy < policy
    assert nearer_value < value
    assert steps[-1][0] == steps[-1][1] == len(steps)


def test_rounds_are_kept_and_go_on(tmp_path: pathlib.Path) -> None:
    """Two games at least, a net, and how it was made; a second sitting learns from the games of both."""
    engine, plan = load_engine("templari"), Plan(tmp_path, 0.001, "cpu", jobs=2)
    first = Expert(engine, plan, FEW)
    first.play(lambda done, total: None)
    done = first.learn(lambda done, total: None)
    assert done.games == first.games >= 2
    second = Expert(engine, replace(plan, is_resumed=True), FEW)
    assert second.games == first.games
    assert (Choices.joined(second.past).states == Choices.joined(first.past).states).all()
    for name, weights in first.model.state_dict().items():
        assert second.model.state_dict()[name].numpy() == pytest.approx(weights.numpy(), rel=1e-3, abs=1e-4), name
    assert set(second.finish()) == {"sensible", "past"}
    net = nets.load_from("templari", tmp_path / "templari.npz")
    assert net.facts["games"] == first.games
    with pytest.raises(FileExistsError):  # nothing is begun anew over it
        Expert(engine, plan, FEW)


def test_ctrl_c_keeps_the_games_so_far(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = some_choices("templari")

    def interrupted(*_given: object) -> Any:
        yield played
        raise KeyboardInterrupt

    monkeypatch.setattr(experts, "play_for", interrupted)
    engine, plan = load_engine("templari"), Plan(tmp_path, 1.0, "cpu")
    with pytest.raises(KeyboardInterrupt):
        Expert(engine, plan, FEW).play(lambda done, total: None)
    assert Expert(engine, replace(plan, is_resumed=True), FEW).games == 1


def test_games_of_another_version_are_refused(tmp_path: pathlib.Path) -> None:
    engine = load_engine("templari")
    some_choices("templari").save(tmp_path / "templari-games-000000.npz")
    with pytest.raises(ValueError, match="another version"):
        Choices.load(tmp_path / "templari-games-000000.npz", load_engine("temple").layout)
    assert len(Choices.load(tmp_path / "templari-games-000000.npz", engine.layout).game) > 10
