"""The search finds what wins, compiled as plain, and takes what it may use."""

from __future__ import annotations

import pathlib
import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chapterhouse.bots import tree
from chapterhouse.bots.contract import Budget
from chapterhouse.bots.search import Question, SearchBot, Searcher, SearchTree, load_searcher, recipe_of
from chapterhouse.games import NAMES, load
from chapterhouse.kernel.jit import bind
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests.bots.conftest import late_table

POSITIONS = pathlib.Path(__file__).parent / "positions"


def test_templari_a_bid_that_cannot_be_beaten() -> None:
    """The last lot decides. The rival has 15 coins: only a bid of 15 ends the auction; the rules of thumb bid 9.

    The bot is asked without having seen anybody decide: at a table it would begin by taking the rival for one who goes
    by the rules of thumb, and those let a bid of 9 pass."""
    table = Table.from_position(POSITIONS / "templari.json")
    assert table.to_act == 2
    seen = table.seen(2)
    assert table.action(table.engine.sensible(seen, seeded(1)[0])).words != "bid 15"
    for seed in range(3):
        thought = SearchBot("templari", seed).consider(seen, 2, Budget(simulations=80))
        assert table.action(thought.action).words == "bid 15"


def test_temple_the_third_mask() -> None:
    """One step to the north lies the red room where the last red card completes the third mask; nobody can take one
    away before the next turn begins, and that wins."""
    table = Table.from_position(POSITIONS / "temple.json")
    bot = SearchBot("temple", 1)
    while table.to_act == 0:
        table.act(bot.choose(table.seen(0), 0, Budget(simulations=40)))
    assert [played.words for played in table.history] == ["step north", "stop", "offer red 1"]
    luck = seeded(1)[0]
    while not table.over:
        assert table.to_act is not None
        table.act(table.engine.sensible(table.seen(table.to_act), luck))
    assert table.outcome is not None
    assert table.outcome.winners == [0]


def test_templar_the_last_card() -> None:
    """The bag is empty and this is the last turn but one: Remigius scores what is needed, the rules of thumb go to the
    harbor."""
    table = Table.from_position(POSITIONS / "templar.json")
    seen = table.seen(0)
    assert table.action(table.engine.sensible(seen, seeded(1)[0])).words == "maria"
    assert table.action(SearchBot("templar", 1).choose(seen, 0, Budget(simulations=60))).words == "remigius"


@pytest.mark.parametrize("game", NAMES)
def test_a_tree_is_whole(game: str) -> None:
    """Every node but the root hangs on one parent, a parent was visited as often as its children or once more, and what
    is cut off keeps its numbers."""
    table = late_table(game, 12)
    searcher = load_searcher(game)
    assert table.to_act is not None
    search_tree = SearchTree(searcher, 400)
    search_tree.luck[:] = seeded(1)[0]
    question = Question.about(searcher.engine, table.seen(table.to_act), table.to_act)
    search_tree.simulate(question, 25, recipe_of(load(game)).row())
    assert search_tree.counts[0] == search_tree.tree[tree.ROOT, tree.VISITS] == 25
    check_tree(search_tree.tree[: search_tree.nodes])
    chosen = max(search_tree.firsts(), key=lambda node: int(search_tree.tree[node, tree.VISITS]))
    kept_tree = search_tree.keep_after(int(search_tree.tree[chosen, tree.ACTION]))
    assert kept_tree is not None
    check_tree(kept_tree.tree)
    assert (kept_tree.tree[0, 3:5] == search_tree.tree[chosen, 3:5]).all()
    assert np.allclose(kept_tree.sums[0], search_tree.sums[chosen])
    again = SearchTree(searcher, 400)
    again.luck[:] = seeded(2)[0]
    again.resume_from(kept_tree)
    assert again.nodes == len(kept_tree.tree)


def test_what_a_game_weighs_may_depend_on_the_players() -> None:
    game = replace(load("templari"), search={"explore": 0.5, "explore:4": 2.0}, guided={"net_value:3": 0.25})
    assert [recipe_of(game, players).explore for players in (3, 4)] == [0.5, 2.0]
    assert [recipe_of(game, players, has_net=True).net_value for players in (3, 4)] == [0.25, 1.0]
    assert recipe_of(game, 3).net_value == 0


def test_rivals_who_go_by_the_rules_of_thumb_do_so_in_the_tree() -> None:
    """Those who are known for it, and so there is less in the tree; others try what there is."""
    table = Table.from_position(POSITIONS / "templari.json")
    searcher, recipe = load_searcher("templari"), recipe_of(load("templari"), 3)
    nodes = {}
    for simple in (0b000, 0b011, 0b111):
        search_tree = SearchTree(searcher, 400)
        search_tree.luck[:] = seeded(1)[0]
        question = Question.about(searcher.engine, table.seen(2), 2)
        search_tree.simulate(question, 60, replace(recipe, simple=simple).row())
        check_tree(search_tree.tree[: search_tree.nodes])
        nodes[simple] = search_tree.nodes
    assert nodes[0b011] < nodes[0b000], nodes
    assert nodes[0b111] == nodes[0b011], "the seat itself is free"


def check_tree(nodes: np.ndarray) -> None:
    seen = [tree.ROOT]
    for node in range(len(nodes)):
        children = []
        child = int(nodes[node, tree.CHILD])
        while child != tree.NO_NODE:
            children.append(child)
            child = int(nodes[child, tree.SIBLING])
        assert len({int(nodes[each, tree.ACTION]) for each in children}) == len(children)
        assert sum(int(nodes[each, tree.VISITS]) for each in children) <= nodes[node, tree.VISITS]
        seen += children
    assert sorted(seen) == list(range(len(nodes)))


def test_a_full_tree_goes_on_with_what_it_has() -> None:
    table = late_table("templari", 12)
    searcher = load_searcher("templari")
    assert table.to_act is not None
    search_tree = SearchTree(searcher, 6)
    search_tree.luck[:] = seeded(1)[0]
    search_tree.simulate(
        Question.about(searcher.engine, table.seen(table.to_act), table.to_act), 30, recipe_of(load("templari")).row()
    )
    assert search_tree.nodes == 6
    assert search_tree.first[:, tree.SIMULATIONS].sum() == 30
    check_tree(search_tree.tree[:6])


def test_compiled_search_equals_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same thoughts to the last digit, with two trees; time ends it, in threads without the GIL; and the net guides
    it, alike for equal seeds, with chances for all seats and policies that are kept for the next small decision."""
    table = late_table("templari", 30)
    assert table.to_act is not None
    seen, seat, budget = table.seen(table.to_act), table.to_act, Budget(simulations=40, trees=2)
    plain = SearchBot("templari", 3, has_net=False).consider(seen, seat, budget)
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "jit")
    searcher = load_searcher("templari")
    before = (searcher.simulate, searcher.copy_subtree)
    try:
        searcher.compile()
        assert searcher.is_compiled
        fast = SearchBot("templari", 3, has_net=False).consider(seen, seat, budget)
        timed = SearchBot("templari", 3, has_net=False).consider(seen, seat, Budget(seconds=0.2, trees=2))
        guided = [SearchBot("templari", 3).consider(seen, seat, budget) for _ in range(2)]
        keeping = SearchBot("templari", 3)
        keeping.choose(seen, seat, budget)
        sharp, flat = (policy_at_root(searcher, seen, seat, temperature) for temperature in (1, 3))
        at_once, later = (asked_after(searcher, seen, seat, rounds) for rounds in (0, 1))
    finally:
        searcher.simulate, searcher.copy_subtree = before
        searcher.is_compiled = False
    assert fast.choices == plain.choices
    assert fast.chances == plain.chances
    assert timed.simulations > plain.simulations
    assert searcher.net is not None
    assert guided[0].choices == guided[1].choices
    assert guided[0].choices != fast.choices
    assert sum(guided[0].chances) == pytest.approx(1)
    assert keeping._memory is not None
    assert all(len(kept_tree.policies) for kept_tree in keeping._memory.kept_trees)
    assert sharp.sum() == pytest.approx(1)
    assert np.allclose(flat, sharp ** (1 / 3))
    assert at_once.counts[1] == 0
    assert later.counts[1] > 0
    for search_tree in (at_once, later):
        check_tree(search_tree.tree[: search_tree.nodes])
    # what is likely somewhere is asked only when it comes up again
    nodes = later.tree[1 : later.nodes]
    assert (nodes[nodes[:, tree.POLICY] != tree.NO_POLICY, tree.VISITS] > 1).all()
    assert (nodes[:, tree.POLICY] != tree.NO_POLICY).any()


def asked_after(searcher: Searcher, seen: Any, seat: int, rounds: int) -> SearchTree:
    """A tree whose leaves are worth what the net says, so many rounds later."""
    search_tree = SearchTree(searcher, 200, has_net=True)
    search_tree.luck[:] = seeded(1)[0]
    recipe = replace(recipe_of(searcher.game, 3, has_net=True), net_value=1, rounds=rounds)
    search_tree.simulate(Question.about(searcher.engine, seen, seat), 40, recipe.row())
    return search_tree


@pytest.mark.parametrize("game", NAMES)
def test_a_round_ends_where_it_began(game: str) -> None:
    """With another turn of who was to act, or with the game."""
    engine = load_searcher(game).engine
    rules = {"OVER": int(engine.game.phases["OVER"]), "act": engine.act, "sensible": engine.sensible}
    play_rounds = bind(tree.play_rounds, rules, game)
    came_round = 0
    for left in (12, 40, 70):
        table = late_table(game, left)
        (s,), (same,) = next(table.states(table.ply)), next(table.states(table.ply))
        who, others, luck = int(s.to_act), set[int](), seeded(1)[0]
        while s.phase != rules["OVER"] and not (others and s.to_act == who):
            others |= {int(s.to_act)} - {who}
            engine.act(s, engine.sensible(s, luck))
        play_rounds(same, seeded(1)[0], 1)
        assert same == s
        came_round += s.phase != rules["OVER"]
    assert came_round


def policy_at_root(searcher: Searcher, seen: Any, seat: int, temperature: float) -> np.ndarray:
    """What the first simulation holds for likely."""
    search_tree = SearchTree(searcher, 8, has_net=True)
    recipe = replace(recipe_of(searcher.game, 3, has_net=True), temperature=temperature)
    search_tree.simulate(Question.about(searcher.engine, seen, seat), 1, recipe.row())
    policy: np.ndarray = search_tree.policies[search_tree.tree[tree.ROOT, tree.POLICY]]
    return policy


def test_nobody_waits_for_the_compiled_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is compiled, who asks for it goes on in plain mode."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(f: Any, *_: Any, **how: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        return f

    searcher = Searcher("templari")
    monkeypatch.delenv("CHAPTERHOUSE_MODE")
    monkeypatch.setattr("chapterhouse.bots.search.compiled", slow)
    monkeypatch.setattr(searcher.engine, "compile", lambda: searcher.engine)
    searcher.compile_in_background()
    assert begun.wait(60)
    other = threading.Thread(target=searcher.compile_in_background, daemon=True)
    other.start()
    other.join(30)
    has_waited = other.is_alive()
    assert searcher.is_compiling
    go_on.set()
    other.join(60)
    assert not has_waited
