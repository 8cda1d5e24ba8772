"""Nets for play: what they answer is what torch answers, and every shipped one fits its game."""

from __future__ import annotations

import functools
import pathlib
from typing import Any

import numpy as np
import pytest

from chapterhouse.bots import net as nets
from chapterhouse.games import NAMES, load
from chapterhouse.kernel.jit import compiled

SHAPE = np.array([30, 16, 2, 9, 4], np.int32)
ROUNDING = 2e-4  # what is rounded to 16 bits has a dozen of them in a number of the usual size


def some_arrays(shape: Any = SHAPE) -> dict[str, Any]:
    luck = np.random.default_rng(5)
    return {name: luck.normal(0, 0.4, size).astype(np.float32) for name, size in nets.arrays(shape).items()}


def some_question() -> tuple[Any, Any]:
    luck = np.random.default_rng(6)
    features = np.where(luck.random(30) < 0.4, luck.random(30), 0).astype(np.float32)
    return features, np.array([1, 0, 1, 1, 0, 0, 0, 1, 0], np.int8)


def answer(evaluate: Any, given: dict[str, Any], features: Any, mask: Any, seat: int, players: int) -> list[Any]:
    policy, utility, chance = np.full(9, 7, np.float32), np.full(4, 7, np.float32), np.full(4, 7, np.float32)
    scratch, whole = np.full(3 * 16, 7, np.float32), np.full(16, 7, np.int16)
    evaluate(*nets.flat(SHAPE, given), features, mask, seat, players, scratch, whole, policy, utility, chance)
    return [policy, utility, chance]


def by_hand(given: dict[str, Any], features: Any, mask: Any) -> tuple[Any, Any, Any]:
    """The same in float64 and matrices: policy, then win and beaten, the own seat first."""

    def norm(x: Any) -> Any:
        return (x - x.mean()) / np.sqrt(x.var() + 1e-5)

    x = np.maximum(features.astype(float) @ given["input"] + given["input_bias"], 0)
    for i in range(2):
        inner = np.maximum(norm(x) @ given[f"first_{i}"] + given[f"first_bias_{i}"], 0)
        x = x + inner @ given[f"second_{i}"] + given[f"second_bias_{i}"]
    x = norm(x)
    scores = np.where(mask > 0, np.exp(given["policy"] @ x + given["policy_bias"]), 0)
    shares = 1 / (1 + np.exp(-(given["seats"] @ x + given["seats_bias"])))
    return scores / scores.sum(), shares[:4], shares[4:]


@functools.cache
def evaluators() -> list[Any]:
    """Plain and compiled."""
    plain = nets.bound(SHAPE, "some")["evaluate"]
    numbers, whole, mask = np.zeros(1, np.float32), np.zeros(1, np.int16), np.zeros(1, np.int8)
    dense, answers = np.zeros((1, 1), np.int16), (numbers, numbers, numbers)
    return [plain, compiled(plain, numbers, dense, numbers, mask, 0, 0, numbers, whole, *answers)]


@pytest.mark.parametrize("mode", [0, 1], ids=["plain", "compiled"])
@pytest.mark.parametrize(("seat", "players"), [(0, 2), (2, 3), (1, 4)])
def test_answers_by_the_seats_of_the_table(mode: int, seat: int, players: int) -> None:
    given, (features, mask) = some_arrays(), some_question()
    policy, utility, chance = answer(evaluators()[mode], given, features, mask, seat, players)
    expected, win, beaten = by_hand(given, features, mask)
    assert policy == pytest.approx(expected, abs=ROUNDING)
    assert policy[mask == 0].tolist() == [0] * 5
    order = [(seat + k) % players for k in range(players)]
    assert utility[order] == pytest.approx((0.5 * win + 0.5 * beaten)[:players], abs=ROUNDING)
    assert chance[order] == pytest.approx(win[:players] / win[:players].sum(), abs=ROUNDING)
    assert not utility[players:].any()
    assert not chance[players:].any()


def test_rows_that_lie_along_the_input_do_not_overflow() -> None:
    """The largest sum that there can be: one output of the first block points where its input does, one against it,
    and one input outweighs all others."""
    given, (features, mask) = some_arrays(), some_question()
    given["input_bias"][3] += 1000
    for at, sign in enumerate((50, -50)):
        given["first_0"][:, at] = sign * (np.eye(16, dtype=np.float32)[3] - 1 / 16)
    for evaluate in evaluators():
        policy, _utility, _chance = answer(evaluate, given, features, mask, 0, 4)
        assert policy == pytest.approx(by_hand(given, features, mask)[0], abs=ROUNDING)


def test_equals_torch() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed, so nothing is compared with it")
    from chapterhouse.bots.train.model import Model

    torch.manual_seed(3)
    model = Model(SHAPE)
    with torch.no_grad():
        for weights in model.parameters():
            weights.add_(0.3 * torch.randn_like(weights))
    features, mask = some_question()
    with torch.no_grad():
        scores, seats = model(torch.from_numpy(features)[None])
    scores[0][torch.from_numpy(mask) == 0] = -torch.inf
    shares = torch.sigmoid(seats[0]).numpy()
    policy, utility, chance = answer(nets.bound(SHAPE, "some")["evaluate"], model.arrays(), features, mask, 0, 4)
    assert policy == pytest.approx(torch.softmax(scores[0], 0).numpy(), abs=ROUNDING)
    assert utility == pytest.approx((shares[:4] + shares[4:]) / 2, abs=ROUNDING)
    assert chance == pytest.approx(shares[:4] / shares[:4].sum(), abs=ROUNDING)


def test_a_net_of_another_shape_is_refused() -> None:
    given = some_arrays()
    given["second_1"] = given["second_1"][:, 1:]
    with pytest.raises(ValueError, match="second_1"):
        nets.flat(SHAPE, given)


def test_half_precision_survives_the_file(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = some_arrays()
    nets.save(tmp_path / "some.npz", SHAPE, given)
    (tmp_path / "some.toml").write_text("decisions = 5\n")
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    net = nets.load("some")
    assert net is not None
    assert net.facts == {"decisions": 5}
    assert net.shape.tolist() == SHAPE.tolist()
    weights, dense = nets.flat(SHAPE, given)
    assert net.weights == pytest.approx(weights, rel=1e-3, abs=1e-6)
    assert net.dense == pytest.approx(dense, rel=1e-3, abs=8)
    assert nets.load("none at all") is None


@pytest.mark.parametrize("name", NAMES)
def test_every_game_ships_a_net_that_fits_it(name: str) -> None:
    """A change of features, actions or rules asks for a new net: `chapterhouse train`."""
    net, game = nets.load(name), load(name)
    assert net is not None
    features, _width, _blocks, actions, seats = net.shape.tolist()
    assert (features, actions, seats) == (game.features, game.action_count, game.seats[1])
    assert net.facts["rules_version"] == game.version
    assert np.isfinite(net.weights).all()
    assert set(net.facts["sensible"]) == {str(n) for n in range(game.seats[0], game.seats[1] + 1)}
    for players, share in net.facts["sensible"].items():
        assert share > 1.5 / int(players)  # far above what is fair
