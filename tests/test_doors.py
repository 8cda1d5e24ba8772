"""Doors for researchers pass the suites that their makers wrote."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import chapterhouse as ch
import chapterhouse.research
import chapterhouse.research.openspiel
from chapterhouse.games import NAMES, load
from chapterhouse.research import pettingzoo as door
from chapterhouse.research.playing import Playing

with warnings.catch_warnings():  # its tests load its own games in the way that it calls old
    warnings.simplefilter("ignore")
    import pettingzoo.test

EVERY_GAME = pytest.mark.parametrize("name", NAMES)
# PettingZoo says so of every observation with a mask in it, its own among them
WITH_MASKS = pytest.mark.filterwarnings("ignore:Observation")


def gym_id(name: str) -> str:
    return f"chapterhouse/{name.capitalize()}-v0"


def any_legal(mask: Any, rng: np.random.Generator) -> Any:
    return (rng.random(mask.shape) * mask).argmax(axis=-1)


@EVERY_GAME
def test_gymnasium_s_own_check(name: str) -> None:
    check_env(gymnasium.make(gym_id(name), opponents="random").unwrapped)


@EVERY_GAME
def test_a_seat_plays_a_game_in_gymnasium(name: str) -> None:
    """Seeds repeat games, observations stay in their space, and the end pays by rank."""
    players = load(name).seats[1]
    env: Any = gymnasium.make(gym_id(name), players=players, opponents="random", seat=1)
    played = []
    for _ in range(2):
        rng = np.random.default_rng(1)
        observation, info = env.reset(seed=3)
        seen, over, reward = [observation], False, 0.0
        while not over:
            assert info["seat"] == 1
            assert not reward
            observation, reward, over, cut, info = env.step(any_legal(info["action_mask"], rng))
            assert observation in env.observation_space
            assert not cut
            seen.append(observation)
        played.append(np.stack(seen))
        ranks = info["ranks"]
        assert reward == pytest.approx(sum(np.sign(r - ranks[1]) for r in ranks) / (players - 1))
    assert np.array_equal(played[0], played[1])


def test_gymnasium_refuses_what_cannot_be() -> None:
    env: Any = gymnasium.make(gym_id("templari"))
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    for given, why in (({"seat": 9}, "no seat 9"), ({"opponents": "oracle"}, "no bot"), ({"players": 9}, "players: 9")):
        with pytest.raises((ValueError, ch.BadOptions), match=why):
            gymnasium.make(gym_id("templari"), **given)


def test_gymnasium_vectors() -> None:
    """Many games at once, the next one begun by the step after the last of one."""
    made: Any = gymnasium.make_vec(gym_id("templari"), num_envs=6, vectorization_mode="vector_entry_point", players=4)
    observation, info = made.reset(seed=2)
    again, _ = made.reset(seed=2)
    assert np.array_equal(observation, again)
    rng = np.random.default_rng(0)
    ended = np.zeros(6, bool)
    finished = 0
    for _ in range(150):
        observation, rewards, over, cut, info = made.step(any_legal(info["action_mask"], rng))
        assert observation in made.observation_space
        assert not (ended & over).any()
        assert not cut.any()
        assert not rewards[~over].any()
        assert np.array_equal(info["action_mask"].any(axis=1), ~over)
        ended = over
        finished += int(over.sum())
    assert finished >= 6


@WITH_MASKS
@EVERY_GAME
def test_pettingzoo_s_own_suites(name: str) -> None:
    pettingzoo.test.api_test(door.env(name), num_cycles=150)
    pettingzoo.test.seed_test(lambda: door.env(name), num_cycles=40)


def test_pettingzoo_has_masks_in_observations_and_infos() -> None:
    env = door.env("templari", players=5, private_sales=False)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    for agent in env.agent_iter():
        observation, _, over, _, info = env.last()
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        for other in set(env.agents) - {agent}:
            assert not env.observe(other)["action_mask"].any()
        env.step(None if over else any_legal(info["action_mask"], rng))
    assert not env.agents
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        env.step(wrong)


@pytest.mark.parametrize("given", ["templari(players=3,deals=50)", "temple", "templar(stephanus=false)"])
def test_openspiel_s_own_simulation(given: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"chapterhouse_{given}"), num_sims=1, serialize=False, verbose=False)


def spiel(given: str, deal: int, decisions: int) -> tuple[Any, Any]:
    game = pyspiel.load_game(given)
    state = game.new_initial_state()
    state.apply_action(deal)
    rng = np.random.default_rng(deal)
    for _ in range(decisions):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return game, state


@EVERY_GAME
def test_openspiel_plays_the_game_of_the_table(name: str) -> None:
    """A deal is a table's seed; strings, tensors, copies and what was written down come back as they were."""
    game, state = spiel(f"chapterhouse_{name}", 7, 40)
    table = ch.Table(name, players=game.num_players(), seed=7)
    for action in state.history()[1:]:
        table.act(action)
    assert state.current_player() == table.to_act
    assert state.legal_actions() == [action.code for action in table.legal]
    assert [state.action_to_string(code) for code in state.legal_actions()] == [str(action) for action in table.legal]
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (state.clone(), again):
        for seat in range(game.num_players()):
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.history() == state.history()


@EVERY_GAME
def test_openspiel_draws_another_world_that_agrees(name: str) -> None:
    """The seat cannot tell it from the true one, and the game goes on in it; what differs is hidden from that seat."""
    _, state = spiel(f"chapterhouse_{name}", 3, 60)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, lambda each=each: each) for each in (0.1, 0.6)]
    for world in worlds:
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions()
        while not world.is_terminal():
            world.apply_action(world.legal_actions()[-1])
        assert sum(world.returns()) == pytest.approx(0)
    assert not state.is_terminal()


def test_a_seat_s_information_remembers() -> None:
    """The string tells two pasts apart that led to one position, and does not tell what was hidden from the seat."""
    pair = [Playing("templari", 3) for _ in range(2)]
    for each in pair:
        each.reset(5)
    assert pair[0].memory(0) == pair[1].memory(0)
    for each, code in zip(pair, (2, 3), strict=True):
        each.act(code)
    assert pair[0].memory(0) != pair[1].memory(0)
    twin = pickle.loads(pickle.dumps(copy.deepcopy(pair[0])))
    assert twin.memory(1) == pair[0].memory(1)
    secret = [Playing("templar", 3) for _ in range(2)]
    for each in secret:
        each.reset(1)
        while not each.game.is_secret(each._states[0], int(each.mask.argmax())):
            each.act(int(each.mask.argmax()))
    chooser = secret[0].seat
    codes = np.flatnonzero(secret[0].mask)[:2]
    for each, code in zip(secret, codes, strict=True):
        each.act(int(code))
    others = [seat for seat in range(3) if seat != chooser]
    assert [secret[0].memory(seat) for seat in others] == [secret[1].memory(seat) for seat in others]
    assert secret[0].memory(chooser) != secret[1].memory(chooser)


def test_openspiel_s_bots_and_learners_run() -> None:
    game, state = spiel("chapterhouse_templari(players=3,deals=8)", 1, 30)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 2.0, 4, random_state=random)
    assert bot.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver._infostates
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(3)]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)) == pytest.approx(0)


def test_openspiel_refuses_what_cannot_be() -> None:
    """No deal that there is not, and nothing of a seat that nobody has: not of the last one either, counted back."""
    with pytest.raises(ValueError, match="0 deals"):
        pyspiel.load_game("chapterhouse_templari(deals=0)")
    game, state = spiel("chapterhouse_templari(players=3,deals=8)", 1, 3)
    with pytest.raises(ValueError, match="no deal 8"):
        game.new_initial_state().apply_action(8)
    for seat in (-4, 3):
        for ask in (state.information_state_string, state.observation_string, state.observation_tensor):
            with pytest.raises(ValueError, match=f"no seat {seat}"):
                ask(seat)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_openspiel_lets_python_end() -> None:
    """A process that has played ends well: what OpenSpiel holds of ours outlives the interpreter."""
    code = (
        "import pyspiel, chapterhouse.research.openspiel; s = pyspiel.load_game('chapterhouse_templari');"
        "t = s.new_initial_state(); t.apply_action(1); t.clone()"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
