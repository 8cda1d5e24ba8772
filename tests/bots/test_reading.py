"""A bot that looks on: it sees what its seat may know, and tells rivals who go by the rules of thumb from others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import chapterhouse as ch
import chapterhouse.bots as bots
from chapterhouse.arena import match
from chapterhouse.bots.contract import Bot, Budget, Onlooker
from chapterhouse.bots.levels import LevelBot
from chapterhouse.bots.reading import MOST, SURE, Reader
from chapterhouse.bots.search import SearchBot, recipe_of
from chapterhouse.bots.simple import SensibleBot
from chapterhouse.games import NAMES, conformance
from chapterhouse.research import gymnasium

EVERY_GAME = pytest.mark.parametrize("game", NAMES)


class Clerk:
    """Decides at random, and writes down what it is shown."""

    def __init__(self, game: str, seed: int) -> None:
        self.bot = bots.make("random", game, seed)
        self.looks_on, self.watched, self.steps = True, 0, list[tuple[Any, Any, int, int]]()

    def choose(self, seen: Any, seat: int, budget: Budget | None = None) -> int:
        return self.bot.choose(seen, seat)

    def consider(self, *given: Any, **more: Any) -> Any:
        return self.bot.consider(*given, **more)

    def watch(self, before: Any, after: Any, seat: int, who: int) -> None:
        self.steps.append((before, after, seat, who))


def read(game: str, rival: str, decisions: int, seed: int = 3) -> Reader:
    """What seat 0 thinks of rivals of a kind after so many decisions of a game."""
    table = ch.Table(game, players=3, seed=seed)
    reader, minds = Reader(table.engine, 1), [bots.make(rival, game, seat) for seat in range(3)]
    for _ in range(decisions):
        seat = table.to_act
        if seat is None:
            break
        before = table.seen(0)
        table.act(minds[seat].choose(table.seen(seat), seat))
        if seat:
            reader.watch(before, table.seen(0), 0, seat)
    return reader


@pytest.mark.parametrize("game", ["templar", "templari"])
def test_rivals_are_told_apart(game: str) -> None:
    """Those who go by the rules of thumb are known for it, and no others."""
    assert read(game, "sensible", 90).simple_rivals(0, 3) == [1, 2]
    other = read(game, "random", 90)
    assert other.simple_rivals(0, 3) == []
    assert (other.odds[1:3] < 0).all()


def test_nobody_is_a_rival_of_his_own() -> None:
    reader = Reader(ch.Table("templari", players=3).engine, 1)
    assert reader.simple_rivals(0, 3) == [1, 2]
    assert reader.simple_rivals(1, 3) == [0, 2]
    reader.odds[1] = 0.0
    assert reader.simple_rivals(0, 3) == [2]


def test_one_decision_of_another_kind_is_enough() -> None:
    """Everybody is taken for simple at first, and stays so for what the rules of thumb say alone."""
    table = ch.Table("templari", players=3, seed=2)
    seat = table.to_act
    assert seat is not None
    said = SensibleBot("templari", 1).choose(table.seen(seat), seat)
    kept = list[int]()
    for code in [action.code for action in table.legal]:
        branch, other = ch.Table("templari", players=3, seed=2), (seat + 1) % 3
        reader, before = Reader(table.engine, 1), branch.seen(other)
        branch.act(code)
        reader.watch(before, branch.seen(other), other, seat)
        kept += [code] if seat in reader.simple_rivals(other, 3) else []
    assert kept == [said]


def test_who_is_shown_nothing_presumes_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its first decision it takes all for simple; at the second it has not been looking on, and knows of nobody."""
    bot, table = SearchBot("templari", 1, Budget(simulations=2)), ch.Table("templari", players=3, seed=2)
    monkeypatch.setattr(bot.searcher, "is_compiled", True)
    weighed = list[float]()

    def think(question: Any, budget: Any, recipe: Any) -> Any:
        weighed.append(recipe.simple)
        return SensibleBot("templari", 1).consider(table.seen(0), 0), []

    monkeypatch.setattr(bot, "_think", think)
    monkeypatch.setattr(bot, "_keep", lambda *args: None)
    for _ in range(2):
        bot.decide(table.seen(0), 0)
    bot.watch(table.seen(0), table.seen(0), 0, 1)
    bot.decide(table.seen(0), 0)
    assert weighed == [0b110, 0, 0b110]


def test_what_cannot_be_seen_says_nothing() -> None:
    """A choice that is made in secret looks the same whatever it is."""
    table = ch.Table("templar", players=3, seed=2)
    reader = Reader(table.engine, 1)
    while len(table.asked) < 2:  # until all choose at the same time
        table.act(table.legal[0])
    before = table.seen(0)
    table.act(table.legal_for(1)[0], 1)
    reader.watch(before, table.seen(0), 0, 1)
    assert (reader.odds == MOST).all()
    assert reader.shown == 1


@EVERY_GAME
def test_a_bot_at_a_table_is_shown_what_its_seat_may_know(game: str) -> None:
    """The decisions of others, each once, and nothing that its seat does not know."""
    table, clerk = ch.Table(game, players=3, seed=4), Clerk(game, 1)
    rival = bots.make("random", game, 2)
    for _ in range(40):
        seat = table.to_act
        assert seat is not None
        bots.play(table, clerk if seat == 1 else rival, seat)
    bots.show(clerk, bots.sights(clerk, table, 1), 1)
    assert clerk.watched == table.ply == 40
    assert [who for *_, who in clerk.steps] == [decision.seat for decision in table.history if decision.seat != 1]
    for before, after, seat, _ in clerk.steps:
        assert seat == 1
        for state in (before, after):
            known = np.zeros(1, table.engine.layout)
            known[0] = state
            assert conformance.same(conformance.concealed(table.game.kernels, known, 1), known, ("to_act",)) == []


def test_a_latecomer_is_shown_the_latest() -> None:
    table, clerk = ch.Table("templari", players=3, seed=4), Clerk("templari", 1)
    rival = bots.make("random", "templari", 2)
    while table.ply < bots.LATEST + 20:
        bots.play(table, rival)
    sights = bots.sights(clerk, table, 0)
    assert len(sights) == sum(decision.seat != 0 for decision in table.history[-bots.LATEST :])
    assert bots.sights(clerk, table, 0) == []
    assert bots.sights(rival, table, 0) == []  # it does not look on


def test_the_arena_shows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    clerks: list[Clerk] = []

    def make(name: str, game: str, seed: int) -> Bot:
        if name != "clerk":
            return bots.make(name, game, seed)
        clerks.append(Clerk(game, seed))
        return clerks[-1]

    monkeypatch.setattr(match, "make", make)
    result = match.play_game(match.Match("templari", ("clerk", "random", "random"), 3, 3), 0, 0)
    assert [seat for _, _, seat, _ in clerks[0].steps] == [0] * len(clerks[0].steps)
    assert len(clerks[0].steps) == result.answers["random"]


def test_gymnasium_shows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every opponent sees what all others decide, the one that learns too, and no decision that was refused."""
    clerks: list[Clerk] = []

    def make(name: str, game: str, seed: int = 0) -> Bot:
        clerks.append(Clerk(game, seed))
        return clerks[-1]

    monkeypatch.setattr(gymnasium, "make", make)
    env = gymnasium.OneSeat("templari", players=3, opponents="clerk", seat=1)
    clerks.clear()
    _, info = env.reset(seed=3)
    for _ in range(20):
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        assert not over
    first, second = clerks
    assert {seat for *_, seat, _ in first.steps} == {0}
    assert {seat for *_, seat, _ in second.steps} == {2}
    assert [who for *_, who in first.steps if who == 1] == [who for *_, who in second.steps if who == 1] == [1] * 20
    before = len(first.steps)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert len(first.steps) == before


def test_who_goes_by_the_rules_of_thumb_is_held_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = SearchBot("templari", 1)
    monkeypatch.setattr(bot.searcher, "is_compiled", True)
    recipe = recipe_of(bot.searcher.game, 3, has_net=True)
    assert isinstance(bot, Onlooker)
    assert bot.looks_on
    assert bot.reader is not None
    assert bot._weigh(3, 0) == recipe  # asked once, for a hint: it has seen nothing
    assert bot._weigh(3, 0, is_first=True) == replace(recipe, simple=0b110)
    bot.reader.shown, bot.reader.odds[:] = 9, (0.0, SURE + 0.1, SURE + 0.1, 0.0, 0.0)
    assert bot._weigh(3, 0) == replace(recipe, simple=0b110)
    assert bot._weigh(3, 1) == replace(recipe, simple=0b100)
    assert not SearchBot("templari", 1, has_net=False).looks_on
    temple = SearchBot("temple", 1)
    assert not temple.looks_on  # what rivals hold is hidden, and with it whether a rule of thumb says so
    monkeypatch.setattr(temple.searcher, "is_compiled", True)
    assert [temple._weigh(players, 0).simple for players in (2, 3, 4)] == [0, 0, 0b1111]
    onlookers = {level.id for level in bots.levels() if LevelBot(level, "templari", 1).looks_on}
    assert onlookers == {"knight", "master"}
