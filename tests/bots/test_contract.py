"""What every bot keeps to: it answers legally from what its seat may know, alike for equal seeds, and in time."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import chapterhouse as ch
import chapterhouse.bots as bots
from chapterhouse.bots.contract import Budget
from chapterhouse.bots.cores import Cores
from chapterhouse.bots.levels import LevelBot
from chapterhouse.bots.search import Question, Recipe, SearchBot
from chapterhouse.games import NAMES, conformance, load
from chapterhouse.texts import LANGUAGES, Texts
from tests.bots.conftest import late_table

EVERY_GAME = pytest.mark.parametrize("game", NAMES)
EVERY_BOT = pytest.mark.parametrize("name", bots.names())
FEW = Budget(simulations=6)


def test_names_and_levels() -> None:
    """Levels are bots, each with a name and a sentence in every language."""
    assert ch.bots() == bots.names()
    assert [level.id for level in bots.levels()] == ["novice", "squire", "sergeant", "knight", "master"]
    assert {level.id for level in bots.levels()} < set(bots.names())
    for language in LANGUAGES:
        texts = Texts(language)
        said = [texts(f"level.{level.id}{tail}") for level in bots.levels() for tail in ("", "_says")]
        assert len(set(said)) == len(said)
        assert not any(each.startswith("level.") for each in said)
    with pytest.raises(ValueError, match="no bot 'abbot'"):
        bots.make("abbot", "templari")


def test_a_game_may_make_a_level_its_own() -> None:
    knight = next(level for level in bots.levels() if level.id == "knight")
    assert knight.budget_in("templari").simulations == knight.budget.simulations
    assert knight.has_net_in("templari")
    assert knight.budget_in("temple").simulations == load("temple").search["knight"]
    assert not knight.has_net_in("temple")
    assert not LevelBot(knight, "temple", 1).search.has_net


@EVERY_GAME
@EVERY_BOT
def test_a_bot_is_honest(name: str, game: str) -> None:
    """Non-interference: another world that agrees with what the seat has seen gives the same answer for the same seed;
    the answer is legal, and the state that the bot was handed is as it was."""
    table = late_table(game)
    seat = table.to_act
    assert seat is not None
    true = np.zeros(1, table.engine.layout)
    true[0] = table.truth()
    kernels = table.game.kernels
    other = conformance.redealt(kernels, conformance.concealed(kernels, true, seat), seat, 99)
    answers = []
    for world in (true, other):
        seen = conformance.concealed(kernels, world, seat)
        before = seen.copy()
        answers.append(bots.make(name, game, 5).choose(seen[0], seat, FEW))
        assert conformance.same(seen, before) == []
    assert answers[0] == answers[1]
    assert answers[0] in [action.code for action in table.legal]


@EVERY_BOT
def test_a_bot_says_what_it_thinks(name: str) -> None:
    """Chances are those of all seats together, and the choices are legal, the shares of thinking whole."""
    table = late_table("templari")
    assert table.to_act is not None
    thought = bots.make(name, "templari", 2).consider(table.seen(table.to_act), table.to_act, FEW)
    legal = {action.code for action in table.legal}
    assert len(thought.chances) == table.players
    assert sum(thought.chances) == pytest.approx(1)
    assert thought.action in legal
    assert {choice.action for choice in thought.choices} <= legal
    assert sum(choice.share for choice in thought.choices) == pytest.approx(1)


def test_budgets() -> None:
    assert Budget.parse("200") == Budget(simulations=200)
    assert Budget.parse("0.5s") == Budget(seconds=0.5)
    assert Budget.parse(" 300MS ") == Budget(seconds=0.3)
    for bad in ("", "fast", "0", "-1s", "2h", "nan", "1.5"):
        with pytest.raises(ValueError, match=r".*"):
            Budget.parse(bad)
    with pytest.raises(ValueError, match="seconds or simulations"):
        Budget()


@EVERY_GAME
def test_simulations_are_deterministic(game: str) -> None:
    """Equal seeds think alike, to the last digit; two trees too, on however many cores; another seed differs."""
    table = late_table(game, 12)
    assert table.to_act is not None
    seen, seat = table.seen(table.to_act), table.to_act
    two = Budget(simulations=12, trees=2)
    for budget in (Budget(simulations=8), two):
        one, other = (SearchBot(game, 4).consider(seen, seat, budget) for _ in range(2))
        assert one.choices == other.choices
        assert one.chances == other.chances
        assert one.simulations == budget.simulations
    whole = bots.cores.total
    bots.cores.limit(1)
    try:
        alone = SearchBot(game, 4).consider(seen, seat, two)
    finally:
        bots.cores.limit(whole)
    assert alone.choices == SearchBot(game, 4).consider(seen, seat, two).choices


def test_a_budget_in_time_ends() -> None:
    """It stops, has thought, and tells how far it is; somebody who does not want it any more is heard."""
    table = late_table("templari")
    assert table.to_act is not None
    told: list[float] = []
    bot = SearchBot("templari", 1)
    thought = bot.consider(table.seen(table.to_act), table.to_act, Budget(seconds=0.05), told.append)
    assert thought.simulations > 0
    assert told == sorted(told)
    assert 0 < told[-1] <= 1
    ended = bot.consider(table.seen(table.to_act), table.to_act, Budget(seconds=3600), stop=lambda: True)
    assert ended.action in [action.code for action in table.legal]


def test_a_failure_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    table = late_table("templari")
    assert table.to_act is not None
    bot = SearchBot("templari", 1)
    monkeypatch.setattr(Recipe, "row", lambda recipe: np.zeros(1))
    with pytest.raises(IndexError):
        bot.consider(table.seen(table.to_act), table.to_act, Budget(simulations=4, trees=2))


def test_a_forced_decision_takes_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    table = late_table("templari")
    while len(table.legal) > 1:
        table = table.at(table.ply - 1)
    assert table.to_act is not None
    bot = SearchBot("templari", 1)
    monkeypatch.setattr(bot, "_think", None)
    assert bot.choose(table.seen(table.to_act), table.to_act) == table.legal[0].code


def test_cores_are_shared() -> None:
    """All thinkers together never have more than there are; who waits too long gets none."""
    cores = Cores(2)
    with cores.lent(5) as all_of_them:
        assert all_of_them == 2
        with cores.lent(1, seconds=0.01) as none:
            assert none == 0
        got: list[int] = []

        def wait() -> None:
            with cores.lent(1) as one:
                got.append(one)

        waiter = threading.Thread(target=wait)
        waiter.start()
        time.sleep(0.01)
        assert got == []
        cores.limit(3)
        waiter.join()
        assert got == [1]
    with cores.lent(9) as all_of_them:
        assert all_of_them == 3
    with pytest.raises(ValueError, match="at least one"):
        cores.limit(0)


def test_without_a_core_the_rules_of_thumb_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = late_table("templari")
    assert table.to_act is not None
    none = Cores(1)
    monkeypatch.setattr("chapterhouse.bots.search.cores", none)
    with none.lent(1):
        thought = SearchBot("templari", 1).consider(table.seen(table.to_act), table.to_act, Budget(seconds=0.01))
    assert thought.simulations == 0
    assert thought.action in [action.code for action in table.legal]


def test_the_tree_is_kept_between_small_decisions() -> None:
    """After a choice that shows nothing new, what was thought about it is the beginning of the next thought."""
    table = late_table("temple", 40)
    bot, kept = SearchBot("temple", 1), 0
    for _ in range(30):
        seat = table.to_act
        if seat is None:
            break
        states = Question.about(table.engine, table.seen(seat), seat).states
        before, bot._memory = bot._memory, bot._memory
        recipe = bot._weigh(table.players, seat)
        assert bot._kept(states, seat, replace(recipe, explore=9.0)) == []  # another way to weigh, another tree
        bot._memory = before
        kept += len(bot._kept(states, seat, recipe))
        if kept:
            break
        bot._memory = before
        table.act(bot.choose(table.seen(seat), seat, FEW))
    assert kept > 0
