"""The bot that looks ahead: `tree.simulate` bound to a game, on as many threads as it may have.

Where a net is shipped for the game it guides the search; else the rules of thumb do.

searcher = load_searcher("templari")     # plain until compiled, like an engine
bot = SearchBot("templari", seed=7)
bot.consider(table.seen(seat), seat, Budget(seconds=2))
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from chapterhouse.bots import net, tree
from chapterhouse.bots.contract import Budget, Choice, Progress, State, Stop, Thought
from chapterhouse.bots.cores import cores
from chapterhouse.bots.reading import Reader
from chapterhouse.bots.simple import even
from chapterhouse.games.protocol import Game, Kernels
from chapterhouse.kernel.jit import bind, cache_folder, compiled, door
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded, split
from chapterhouse.play.engine import Engine, load_engine

PATH = 512  # decisions that a simulation goes down inside the tree at most
MOST_NODES = 1 << 18  # of a tree that is bound by time
MOST_POLICIES = 1 << 16  # answers of the net that a tree holds
KEPT_NODES = 1 << 12  # of what is kept for the next small decision
SLICE = 0.01  # seconds between two looks at the clock
DEFAULT = Budget(simulations=1000)


@dataclass(frozen=True)
class Recipe:
    """How a search weighs things; one of these a game and level."""

    explore: float = 1.0
    rival_explore: float = 1.0
    trust: float = 0.5
    rival_trust: float = 0.8
    doubt: float = 0.0
    rival_doubt: float = 0.1
    win: float = 0.5
    margin: float = 0.5
    scale: float = 10.0
    random_share: float = 0.0
    net: float = 0.0
    net_value: float = 0.0
    simple: float = 0
    temperature: float = 1.0
    rounds: float = 0

    def row(self) -> Row:
        return np.array([getattr(self, each.name) for each in fields(self)], np.float64)


def recipe_of(game: Game, players: int = 0, *, has_net: bool = False) -> Recipe:
    """How a search weighs this game with so many players: as `Game.search` has it; with a net that is what it trusts,
    but for what `Game.guided` has."""
    recipe = Recipe(**_weights(game.search, players))
    if not has_net:
        return recipe
    return replace(
        recipe, **({"trust": 0.0, "rival_trust": 0.0, "net": 1.0, "net_value": 1.0} | _weights(game.guided, players))
    )


def _weights(given: Mapping[str, float], players: int) -> dict[str, float]:
    """Those of a recipe, `name:4` in place of `name` with four players."""
    names = [each.name for each in fields(Recipe)]
    by_name = {name: given.get(f"{name}:{players}", given.get(name)) for name in names}
    return {name: weight for name, weight in by_name.items() if weight is not None}


class Searcher:
    """The search of one game: its kernels in the mode that is ready."""

    simulate: Callable[..., int]
    copy_subtree: Callable[..., int]

    def __init__(self, game: str, known: net.Net | None = None) -> None:
        self.engine = engine = load_engine(game)
        self.game = engine.game
        self.seats = engine.game.seats[1]
        self.is_compiled = False
        self.net = known or net.load(game)
        self._lock, self._starting = threading.Lock(), threading.Lock()
        self._thread: threading.Thread | None = None
        rules: dict[str, Any] = {each.name: engine.plain[each.name] for each in fields(Kernels)}
        rules |= {"OVER": int(self.game.phases["OVER"]), "SEATS": self.seats, "ACTIONS": self.game.action_count}
        rules["evaluate"] = net.bound(self.net.shape if self.net else np.zeros(5, np.int32), game)["evaluate"]
        for name in tree.HELPERS:
            rules[name] = bind(getattr(tree, name), rules, game)
        self.plain: dict[str, Any] = {
            name: bind(getattr(tree, name), rules, game) for name in ("simulate", "copy_subtree")
        }
        self.simulate, self.copy_subtree = self.plain["simulate"], self.plain["copy_subtree"]

    def compile(self) -> Searcher:
        """Make the compiled search ready, from the cache when it is there."""
        if os.environ.get("CHAPTERHOUSE_MODE") == "plain":
            return self
        self.engine.compile()
        with self._lock:
            if not self.is_compiled:
                search_tree = SearchTree(self, 8)
                folder = cache_folder(self.plain.values())
                arguments = search_tree.arguments(Question(self.engine.blank(), 0), 0, recipe_of(self.game).row())
                simulate = compiled(door(self.plain["simulate"]), *arguments, folder=folder)
                trees = (search_tree.tree, search_tree.sums, 0, search_tree.tree, search_tree.sums, search_tree.path)
                copy_subtree = compiled(door(self.plain["copy_subtree"]), *trees, folder=folder)
                self.simulate, self.copy_subtree, self.is_compiled = simulate, copy_subtree, True
        return self

    def compile_in_background(self) -> None:
        """Compile in a thread; until it is done the search runs plain, which is slow and right."""
        with self._starting:  # not the lock of `compile`, which is held for as long as it takes
            if self._thread is None and not self.is_compiled:
                self._thread = threading.Thread(target=self.compile, name=f"search-{self.game.id}", daemon=True)
                self._thread.start()

    @property
    def is_compiling(self) -> bool:
        """Whether a thread makes the compiled search ready."""
        return not self.is_compiled and self._thread is not None and self._thread.is_alive()


@functools.cache
def load_searcher(game: str) -> Searcher:
    """The search of a game; one a process."""
    searcher = Searcher(game)
    return searcher.compile() if os.environ.get("CHAPTERHOUSE_MODE") == "jit" else searcher


@dataclass(frozen=True)
class Question:
    """What is searched: a state in an array of one, the seat that knows it, whether something is hidden from it, and
    the action that it begins with."""

    states: Any
    seat: int
    is_hidden: int = 1
    opening: int = tree.NO_ACTION

    @classmethod
    def about(cls, engine: Engine, state: State, seat: int, is_hidden: int = 1, opening: int | None = None) -> Question:
        states = engine.blank()
        states[0] = state
        return cls(states, seat, is_hidden, tree.NO_ACTION if opening is None else opening)


class SearchTree:
    """The tree of one search, with every array that its simulations write into."""

    def __init__(self, searcher: Searcher, size: int, *, has_net: bool = False) -> None:
        self.searcher = searcher
        engine, seats, actions = searcher.engine, searcher.seats, searcher.game.action_count
        self.tree = np.empty((size, tree.COLUMNS), np.int32)
        self.sums = np.empty((size, seats), np.float64)
        self.nodes = 0
        self.luck = np.zeros(4, np.int32)
        self.worlds = engine.blank()
        self.mask = np.zeros(actions, np.int8)
        self.path = np.zeros(PATH, np.int32)
        self.ranks, self.points = np.zeros(seats, np.int32), np.zeros(seats, np.int32)
        self.reals = np.zeros((2, seats), np.float64)
        self.first = np.zeros((actions, 2 + 2 * seats), np.float64)
        self.counts = np.zeros(4, np.int64)
        known = searcher.net if has_net else None
        self.policies = np.zeros((min(size, MOST_POLICIES) + 3 if known else 1, actions), np.float32)
        scratch, whole = known.scratch() if known else (np.zeros(1, np.float32), np.zeros(1, np.int16))
        self.guide = tree.Guide(
            weights=known.weights if known else np.zeros(1, np.float32),
            dense=known.dense if known else np.zeros((1, 1), np.int16),
            seen=engine.blank(),
            features=np.zeros(searcher.game.features, np.float32),
            scratch=scratch,
            whole=whole,
            policies=self.policies,
            expected=np.zeros((2, seats), np.float64),
        )

    def arguments(self, question: Question, simulations: int, recipe: Row) -> tuple[Any, ...]:
        return (
            question.states, question.seat, question.is_hidden, question.opening, simulations, self.luck, recipe,
            self.worlds, self.mask, self.tree, self.sums, self.nodes, self.path, self.ranks, self.points, self.reals,
            self.first, self.counts, self.guide,
        )  # fmt: skip

    def simulate(self, question: Question, simulations: int, recipe: Row) -> None:
        self.nodes = self.searcher.simulate(*self.arguments(question, simulations, recipe))

    def firsts(self) -> Iterator[int]:
        """The nodes of the first actions."""
        child = int(self.tree[tree.ROOT, tree.CHILD]) if self.nodes else tree.NO_NODE
        while child != tree.NO_NODE:
            yield child
            child = int(self.tree[child, tree.SIBLING])

    def visits(self, into: Row) -> None:
        """Add how often each first action was tried, what was kept from before included."""
        for child in self.firsts():
            into[self.tree[child, tree.ACTION]] += self.tree[child, tree.VISITS]

    def worths(self, seat: int, into: Row) -> None:
        """Add what a seat got after each first action."""
        for child in self.firsts():
            into[self.tree[child, tree.ACTION]] += self.sums[child, seat]

    def keep_after(self, action: int) -> KeptTree | None:
        """The subtree after a first action, for the next decision; None where there is none."""
        child = next((child for child in self.firsts() if self.tree[child, tree.ACTION] == action), None)
        if child is None:
            return None
        size = min(KEPT_NODES, int(self.tree[child, tree.VISITS]) + 1)
        grown, sums = np.empty((size, tree.COLUMNS), np.int32), np.empty((size, self.searcher.seats), np.float64)
        nodes = self.searcher.copy_subtree(self.tree, self.sums, child, grown, sums, np.zeros(size, np.int32))
        grown, sums = grown[:nodes], sums[:nodes]
        rows = grown[:, tree.POLICY]
        has_policy = rows != tree.NO_POLICY
        policies = self.policies[rows[has_policy]]
        grown[has_policy, tree.POLICY] = 1 + np.arange(len(policies))
        return KeptTree(grown, sums, policies)

    def resume_from(self, kept_tree: KeptTree) -> None:
        """Begin with what was kept."""
        self.nodes = min(len(kept_tree.tree), len(self.tree))
        self.tree[: self.nodes], self.sums[: self.nodes] = kept_tree.tree[: self.nodes], kept_tree.sums[: self.nodes]
        self.policies[1 : 1 + len(kept_tree.policies)] = kept_tree.policies
        self.policies[0, 0] = len(kept_tree.policies)


@dataclass(frozen=True)
class KeptTree:
    """A part of a tree that is kept for the next decision."""

    tree: Row
    sums: Row
    policies: Row


class Clock:
    """When a search must end: its budget in time or simulations, or because somebody no longer wants it."""

    def __init__(self, budget: Budget, progress: Progress | None, stop: Stop | None) -> None:
        self.began = time.monotonic()
        self.budget, self.progress, self.stop = budget, progress, stop
        self.is_sure = False  # more thinking cannot change the answer any more

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def is_over(self) -> bool:
        late = self.budget.seconds is not None and self.seconds >= self.budget.seconds
        return late or self.is_sure or (self.stop is not None and self.stop())

    def tell(self, done: int) -> None:
        if self.progress is not None:
            parts = [self.seconds / self.budget.seconds] if self.budget.seconds is not None else []
            parts += [done / self.budget.simulations] if self.budget.simulations is not None else []
            self.progress(min(1.0, max(parts)))


@dataclass
class _Memory:
    """What a bot keeps of its last decision."""

    seen: Any
    seat: int
    action: int
    recipe: Recipe
    kept_trees: list[KeptTree]


class SearchBot:
    """Looks ahead, guided by the net where there is one, else by the rules of thumb: as the game weighs it, or by a
    recipe that is given. Equal seeds, states and simulations choose alike, if they were shown the same."""

    def __init__(
        self,
        game: str,
        seed: int,
        budget: Budget = DEFAULT,
        recipe: Recipe | None = None,
        *,
        has_net: bool = True,
        searcher: Searcher | None = None,
    ) -> None:
        self.searcher = searcher or load_searcher(game)
        self.engine = self.searcher.engine
        self.budget = budget
        self.recipe, self.has_net = recipe, has_net
        self.luck = seeded(seed)[0]
        self._memory: _Memory | None = None
        self._has_decided = False
        self.watched = 0
        reads = has_net and recipe is None and self.searcher.net is not None and self.searcher.game.search.get("reads")
        self.reader = Reader(self.engine, seed) if reads else None

    @property
    def looks_on(self) -> bool:
        """Whether it matters to this bot what others decide; plain, all searches are without the net."""
        return self.reader is not None and self.searcher.is_compiled

    def watch(self, before: State, after: State, seat: int, who: int) -> None:
        """Learn what kind of rival `who` is, from a decision as `seat` saw it."""
        if self.reader is not None:
            self.reader.watch(before, after, seat, who)

    def choose(self, seen: State, seat: int, budget: Budget | None = None) -> int:
        """The action that was tried most."""
        legal = self._legal(seen)
        return legal[0] if len(legal) == 1 else self.decide(seen, seat, budget).action

    def decide(self, seen: State, seat: int, budget: Budget | None = None) -> Thought:
        """What to think of a position, to act upon it: what was thought is kept for the next small decision."""
        recipe = self._weigh(int(seen["players"]), seat, is_first=not self._has_decided)
        self._has_decided = True
        question = Question.about(self.engine, seen, seat)
        thought, search_trees = self._think(question, budget or self.budget, recipe)
        self._keep(seen, seat, thought.action, recipe, search_trees)
        return thought

    def consider(
        self,
        seen: State,
        seat: int,
        budget: Budget | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
        opening: int | None = None,
    ) -> Thought:
        """What to think of a position as `seat` knows it, whoever is to act; with `opening`, after that action."""
        question = Question.about(self.engine, seen, seat, 1, opening)
        recipe = self._weigh(int(seen["players"]), seat)
        return self._think(question, budget or self.budget, recipe, progress, stop)[0]

    def consider_truth(self, state: State, budget: Budget | None = None, stop: Stop | None = None) -> Thought:
        """The chances in a position of a finished game with all of it known; never for play."""
        question = Question.about(self.engine, state, int(state.to_act), 0)
        recipe = self._weigh(int(state["players"]), question.seat)
        return self._think(question, budget or self.budget, recipe, None, stop)[0]

    def _legal(self, seen: State) -> list[int]:
        mask = np.zeros(self.engine.game.action_count, np.int8)
        self.engine.legal_mask(seen, mask)
        return [int(code) for code in np.flatnonzero(mask)]

    def _weigh(self, players: int, seat: int, *, is_first: bool = False) -> Recipe:
        # in plain Python one question to the net would take longer than a whole playout
        can_ask = self.has_net and self.searcher.net is not None and self.searcher.is_compiled
        if self.recipe is not None and (can_ask or not self.recipe.net):
            return self.recipe
        recipe = recipe_of(self.searcher.game, players, has_net=can_ask)
        # who has decided before and was shown nothing does not look on, and knows nothing of anybody
        if self.reader is None or not (self.reader.shown or is_first):
            return recipe
        return replace(recipe, simple=sum(1 << rival for rival in self.reader.simple_rivals(seat, players)))

    def _think(
        self,
        question: Question,
        budget: Budget,
        recipe: Recipe,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> tuple[Thought, list[SearchTree]]:
        clock = Clock(budget, progress, stop)
        if self.engine.is_in_background:
            self.searcher.compile_in_background()
        wanted = budget.trees or (1 if budget.seconds is None else cores.total)
        is_own = question.is_hidden and question.opening == tree.NO_ACTION
        kept = self._kept(question.states, question.seat, recipe) if is_own else []
        with cores.lent(wanted, budget.seconds) as lent:
            # trees that were asked for are all made, whether there is a core for each or not
            trees = budget.trees or lent
            has_net = recipe.net > 0
            search_trees = [
                self._new_tree(budget, trees, has_net, kept[i] if i < len(kept) else None) for i in range(trees)
            ]
            if lent and trees:
                self._grow(search_trees, question, recipe.row(), clock, lent)
        if progress is not None:
            progress(1.0)
        return self._merge(search_trees, question, clock), search_trees

    def _new_tree(self, budget: Budget, trees: int, has_net: bool, kept: KeptTree | None) -> SearchTree:
        size = MOST_NODES
        if budget.simulations is not None:
            # forced actions are nodes too
            size = min(size, 64 + 4 * -(-budget.simulations // trees) + (len(kept.tree) if kept else 0))
        search_tree = SearchTree(self.searcher, size, has_net=has_net)
        split(self.luck, search_tree.luck)
        if kept is not None:
            search_tree.resume_from(kept)
        return search_tree

    def _grow(
        self, search_trees: list[SearchTree], question: Question, recipe: Row, clock: Clock, threads: int
    ) -> None:
        total, failed = clock.budget.simulations, list[BaseException]()
        shares = [None if total is None else (total + i) // len(search_trees) for i in range(len(search_trees))]

        def work(first: int) -> None:
            try:
                for i in range(first, len(search_trees), threads):
                    self._grow_one(search_trees, i, question, recipe, clock, shares[i])
            except BaseException as e:
                failed.append(e)

        helpers = [
            threading.Thread(target=work, args=(i,), daemon=True) for i in range(1, min(threads, len(search_trees)))
        ]
        for helper in helpers:
            helper.start()
        work(0)
        for helper in helpers:
            helper.join()
        if failed:
            raise failed[0]

    def _grow_one(
        self,
        search_trees: list[SearchTree],
        number: int,
        question: Question,
        recipe: Row,
        clock: Clock,
        share: int | None,
    ) -> None:
        search_tree, done, step = search_trees[number], 0, 1 if not self.searcher.is_compiled else 16
        while (share is None or done < share) and not clock.is_over:
            began = time.monotonic()
            if share is not None:
                step = min(step, share - done)
            search_tree.simulate(question, step, recipe)
            done += step
            passed = max(1e-6, time.monotonic() - began)
            step = max(1, int(min(2.0 * step, step * SLICE / passed)))
            if number == 0:
                clock.tell(done * len(search_trees))
                if clock.budget.simulations is None:
                    clock.is_sure = self._is_sure(search_trees, clock)

    def _is_sure(self, search_trees: list[SearchTree], clock: Clock) -> bool:
        """Whether no other action can be tried more often in the time that is left."""
        assert clock.budget.seconds is not None
        done, passed = sum(int(search_tree.counts[0]) for search_tree in search_trees), clock.seconds
        left = done / max(passed, 1e-6) * (clock.budget.seconds - passed)
        tried = np.zeros(self.searcher.game.action_count, np.int64)
        for search_tree in search_trees:
            search_tree.visits(tried)
        second, most = np.partition(tried, -2)[-2:]
        return bool(most - second > left)

    def _merge(self, search_trees: list[SearchTree], question: Question, clock: Clock) -> Thought:
        seen = question.states[0]
        game, players, seats = self.searcher.game, int(seen.players), self.searcher.seats
        seat = int(seen.to_act)
        tried, first = np.zeros(game.action_count, np.int64), np.zeros((game.action_count, 2 + 2 * seats))
        worths = np.zeros(game.action_count)
        for search_tree in search_trees:
            search_tree.visits(tried)
            search_tree.worths(seat, worths)
            first += search_tree.first
        if not tried.any():
            # no core was free in time
            action = int(self.engine.sensible(seen, self.luck))
            return Thought(action, even(players), (Choice(action, 1.0),), 0, clock.seconds)
        total, runs = tried.sum(), np.maximum(first[:, tree.SIMULATIONS], 1)
        wins = first[:, tree.WINS : tree.WINS + players] / runs[:, None]
        ended = first[:, tree.WINS + 2 * seats]
        points = first[:, tree.WINS + seats : tree.WINS + seats + players] / np.maximum(ended, 1)[:, None]
        # of those tried alike the one that brought more
        order = sorted(np.flatnonzero(tried).tolist(), key=lambda code: (-tried[code], -worths[code], code))
        choices = tuple(
            Choice(
                code,
                float(tried[code] / total),
                float(worths[code] / tried[code]),
                float(wins[code, seat]) if first[code, tree.SIMULATIONS] else None,
                tuple(points[code].tolist()) if ended[code] else (),
            )
            for code in order
        )
        simulations = int(sum(search_tree.counts[0] for search_tree in search_trees))
        chances = first[:, tree.WINS : tree.WINS + players].sum(axis=0) / max(1.0, first[:, tree.SIMULATIONS].sum())
        return Thought(order[0], tuple(chances.tolist()), choices, simulations, clock.seconds)

    # ── the tree that is kept ────────────────────────────────────────────────────────────────────────────────────

    def _keep(self, seen: State, seat: int, action: int, recipe: Recipe, search_trees: list[SearchTree]) -> None:
        kept_trees = [
            kept_tree for search_tree in search_trees if (kept_tree := search_tree.keep_after(action)) is not None
        ]
        states = self.engine.blank()
        states[0] = seen
        self._memory = _Memory(states, seat, action, recipe, kept_trees) if kept_trees else None

    def _kept(self, states: Any, seat: int, recipe: Recipe) -> list[KeptTree]:
        """What was kept, if this is the position that the last choice led to and nothing new was seen since."""
        last, self._memory = self._memory, None
        if last is None or (last.seat, last.recipe) != (seat, recipe) or last.seen["news"][0] != states["news"][0]:
            return []
        world = last.seen.copy()
        world["rng"] = seeded(1)
        self.engine.redeal(world[0], seat)
        self.engine.act(world[0], last.action)
        self.engine.conceal(world[0], seat)
        return last.kept_trees if (world == states).all() else []
