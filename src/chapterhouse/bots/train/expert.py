"""Expert iteration (Anthony, Tian & Barber 2017; AlphaZero): the search plays, and the net learns to see at once what
the search found after a while. The better net makes a better search, so it goes in rounds.

What is learnt of every choice of the search: how often it tried each action, and what it expected for each seat,
together with what came of the game. Of the choices of rules of thumb only what came of the game is learnt: a search
asks the net about the positions of its rivals too. Search and games run on the cores of this machine, the learning on
the GPU if there is one.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import pathlib
import signal
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from chapterhouse.bots import cores, onlookers, watched
from chapterhouse.bots.contract import Bot, Budget
from chapterhouse.bots.net import FOLDER, load_from, read, save
from chapterhouse.bots.search import SearchBot, Searcher, recipe_of
from chapterhouse.bots.simple import SensibleBot
from chapterhouse.bots.train.games import observed, option_mix
from chapterhouse.bots.train.learn import MOST_GRADIENT, along, logits, weights_of_seats
from chapterhouse.bots.train.loops import judge
from chapterhouse.bots.train.measure import figures, wins
from chapterhouse.bots.train.model import Model
from chapterhouse.games.conformance import concealed
from chapterhouse.kernel.jit import bind
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import Engine, load_engine
from chapterhouse.play.options import read_data, resolve

ROUND = 5.0  # minutes of play, after which the net learns
KINDS = ("net", "thumb", "bare")  # who can sit there: the search, the rules of thumb, the search without the net
# shares of the tables, and of the kinds of rivals there; a net that has met only its like forgets how others play
TABLES = ((0.45, (1.0, 0.0, 0.0)), (0.25, (0.0, 1.0, 0.0)), (0.3, (0.5, 0.25, 0.25)))
STRAYS = 0.2  # part of the choices that are drawn by how often each was tried, so that games differ
FORESEEN = 0.7  # weight of what the search expected, beside what came of the game
HELD_OUT = 20  # every so manieth game is not learnt from, but measures what was learnt


@dataclass(frozen=True)
class Recipe:
    """The numbers of the learning."""

    simulations: int = 400
    epochs: int = 6
    minibatch: int = 1 << 12
    rate: tuple[float, float] = (3e-4, 1e-6)
    judged: int = 1 << 10  # games of each player count for the figures


def recipe_for(device: str, simulations: int | None = None) -> Recipe:
    """The numbers for a device: a CPU plays fewer games for the figures."""
    recipe = Recipe() if device == "cuda" else Recipe(judged=1 << 7)
    return replace(recipe, simulations=simulations) if simulations else recipe


@dataclass(frozen=True)
class Choices:
    """What was chosen in some games, a row a choice."""

    states: Row  # as the seat knew them
    policy: Row  # float16: how often each action was tried, as a share; all 0 where nothing was searched
    expected: Row  # float32, likewise: the utility of the own seat, then every seat's chance to win, own first
    results: Row  # float32: every seat's share of the win, own first, then of rivals beaten
    game: Row  # int32: which game

    @classmethod
    def joined(cls, parts: list[Choices]) -> Choices:
        columns = zip(*((p.states, p.policy, p.expected, p.results, p.game) for p in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))

    def save(self, path: pathlib.Path) -> None:
        part = path.with_suffix(".part")
        rows = self.states.view(np.uint8).reshape(len(self.states), -1)
        with part.open("wb") as file:
            np.savez_compressed(file, **(vars(self) | {"states": rows}))
        os.replace(part, path)

    @classmethod
    def load(cls, path: pathlib.Path, layout: Any) -> Choices:
        with np.load(path) as file:
            columns = dict(file)
        if columns["states"].shape[1] != layout.itemsize:
            raise ValueError(f"{path} holds states of another version of the game")
        return cls(**(columns | {"states": columns["states"].view(layout)[:, 0]}))


# ── play ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def some_box(engine: Engine, luck: np.random.Generator) -> Any:
    """A box for any number of players, half of the time as it comes, else with options that change play."""
    game = engine.game
    players = int(luck.integers(game.seats[0], game.seats[1] + 1))
    options = resolve(game, players, {})
    if luck.random() < 0.5:
        shares, sets = zip(*option_mix(game, players), strict=True)
        options = sets[luck.choice(len(sets), p=shares)]
    states = engine.blank()
    game.prepare(states[0], options, read_data(game, options))
    return states


def some_minds(
    searcher: Searcher, players: int, simulations: int, luck: np.random.Generator
) -> tuple[list[str], list[Bot]]:
    """Who sits at a table, one at least who searches with the net; of what kind each is."""
    table = luck.choice(len(TABLES), p=[share for share, _ in TABLES])
    kinds = luck.permutation(["net", *luck.choice(KINDS, players - 1, p=TABLES[table][1])]).tolist()
    minds = list[Bot]()
    for kind in kinds:
        seed, game = int(luck.integers(1 << 40)), searcher.game.id
        if kind == "thumb":
            minds.append(SensibleBot(game, seed))
        else:
            budget = Budget(simulations=simulations * (1 if kind == "net" else 2))  # without the net it is quicker
            minds.append(SearchBot(game, seed, budget, has_net=kind == "net", searcher=searcher))
    return kinds, minds


def play_game(searcher: Searcher, simulations: int, seed: int, number: int) -> Choices:
    """One game; its choices are those of the seats that search with the net or go by the rules of thumb."""
    engine, game = searcher.engine, searcher.game
    luck = np.random.default_rng((seed, number))
    states = some_box(engine, luck)
    states["rng"] = seeded(int(luck.integers(1 << 40)))
    engine.set_up(states[0])
    players, most = int(states[0].players), game.seats[1]
    kinds, minds = some_minds(searcher, players, simulations, luck)
    watching = onlookers(dict(enumerate(minds)))
    s, over, mask = states[0], int(game.phases["OVER"]), np.zeros(game.action_count, np.int8)
    rows = list[tuple[Any, Row, Row, int]]()
    while s.phase != over:
        seat = int(s.to_act)
        mind, seen = minds[seat], concealed(engine, states, seat)
        tried, expected = np.zeros(game.action_count), np.zeros(1 + most)
        has_choice = engine.legal_mask(seen[0], mask) > 1
        if kinds[seat] == "net" and isinstance(mind, SearchBot) and has_choice:
            thought = mind.decide(seen[0], seat)
            tried[[choice.action for choice in thought.choices]] = [choice.share for choice in thought.choices]
            expected[0] = sum(choice.share * (choice.worth or 0.0) for choice in thought.choices)
            expected[1 : 1 + players] = np.roll(thought.chances, -seat)
            action = thought.action
            if luck.random() < STRAYS:
                action = int(luck.choice(game.action_count, p=tried / tried.sum()))
        else:
            action = mind.choose(seen[0], seat)
        if has_choice and kinds[seat] != "bare":
            rows.append((seen, tried, expected, seat))
        with watched(watching, lambda other: concealed(engine, states, other)[0], seat):
            engine.act(s, action)
    shares = np.zeros((2, most), np.float32)
    shares[:, :players] = results_of(engine, s)
    return Choices(
        np.concatenate([row[0] for row in rows]) if rows else engine.blank(0),
        np.array([row[1] for row in rows], np.float16).reshape(-1, game.action_count),
        np.array([row[2] for row in rows], np.float32).reshape(-1, 1 + most),
        np.array([_own_first(shares, row[3], players) for row in rows], np.float32).reshape(-1, 2 * most),
        np.full(len(rows), number, np.int32),
    )


def results_of(engine: Engine, s: Any) -> Row:
    """Each seat's share of the win, and of rivals beaten; a tie beats half."""
    most = engine.game.seats[1]
    shares = np.zeros(2 * most)
    bind(judge, {"rank": engine.rank, "SEATS": most}, engine.game.id)(s, np.zeros(most, np.int32), shares)
    return shares.reshape(2, most)[:, : int(s.players)]


def _own_first(shares: Row, seat: int, players: int) -> Row:
    turned = shares.copy()
    turned[:, :players] = np.roll(shares[:, :players], -seat, axis=1)
    return turned.ravel()


_searcher: Searcher | None = None  # of a worker


def _begin(game: str, path: pathlib.Path) -> None:
    global _searcher
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    cores.limit(1)
    load_engine(game).compile().compile_now("sensible", "redeal")
    _searcher = Searcher(game, load_from(game, path)).compile()


def _play(simulations: int, seed: int, number: int) -> Choices:
    assert _searcher is not None
    return play_game(_searcher, simulations, seed, number)


def play_for(
    engine: Engine, path: pathlib.Path, seconds: float, simulations: int, jobs: int, seed: int, first: int
) -> Generator[Choices]:
    """Games with the net of a file, on so many cores, numbered from `first` on; as many at least. Those that have begun
    in time are played to their end, or long games would be missing."""
    around, number = multiprocessing.get_context("spawn"), first
    with concurrent.futures.ProcessPoolExecutor(jobs, around, _begin, (engine.game.id, path)) as pool:
        running = set[concurrent.futures.Future[Choices]]()
        try:
            concurrent.futures.wait([pool.submit(os.getpid) for _ in range(jobs)])  # to begin takes a while
            end = time.monotonic() + seconds
            while True:
                while len(running) < jobs and (number < first + jobs or time.monotonic() < end):
                    running.add(pool.submit(_play, simulations, seed, number))
                    number += 1
                if not running:
                    return
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        except (KeyboardInterrupt, GeneratorExit):
            for process in list(pool._processes.values()):
                process.terminate()
            raise


# ── learn ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Lessons:
    """Choices as torch learns from them."""

    def __init__(self, engine: Engine, choices: Choices, device: str) -> None:
        game = engine.game
        self.most, self.win = game.seats[1], recipe_of(game, has_net=True).win
        features, masks = observed(engine, choices.states)
        self.features, self.masks = torch.from_numpy(features).half().to(device), torch.from_numpy(masks).to(device)
        self.policy = torch.from_numpy(choices.policy).to(device)
        self.targets = self._targets(choices).to(device)
        players = torch.from_numpy(choices.states["players"].astype(np.int64))
        self.weights = weights_of_seats(players, self.most).to(device)
        is_held_out = torch.from_numpy(choices.game % HELD_OUT == 0).to(device)
        self.held_out, self.learnt = is_held_out.nonzero()[:, 0], (~is_held_out).nonzero()[:, 0]

    def _targets(self, choices: Choices) -> Tensor:
        """What is to be said of every seat: mostly what the search expected; of rivals beaten it knows only the own."""
        expected, targets = torch.from_numpy(choices.expected), torch.from_numpy(choices.results).clone()
        chances, foreseen = expected[:, 1:], FORESEEN * torch.from_numpy(choices.policy > 0).any(1).float()
        targets[:, : self.most] += foreseen[:, None] * (chances - targets[:, : self.most])
        if self.win < 1:
            beaten = ((expected[:, 0] - self.win * chances[:, 0]) / (1 - self.win)).clamp(0, 1)
            targets[:, self.most] += foreseen * (beaten - targets[:, self.most])
        return targets

    def losses(self, model: Model, at: Tensor) -> tuple[Tensor, Tensor]:
        """How far the net is from the search, in its policy and in what it expects."""
        scores, seats = logits(model, self.features[at], self.masks[at])
        tried = self.policy[at].float()
        policy = -(tried * torch.log_softmax(scores, 1).clamp(min=-50)).sum() / tried.sum().clamp(min=1)
        weights = self.weights[at]
        apart = binary_cross_entropy_with_logits(seats, self.targets[at], reduction="none") * weights
        return policy, apart.sum() / weights.sum()

    @torch.no_grad()
    def measure(self, model: Model) -> tuple[float, float]:
        """The same over the games that are not learnt from."""
        at = self.held_out if len(self.held_out) else self.learnt
        parts = [[float(x) * len(some) for x in self.losses(model, some)] for some in torch.split(at, 1 << 14)]
        policy, value = (sum(column) / len(at) for column in zip(*parts, strict=True))
        return policy, value


def learn(model: Model, lessons: Lessons, recipe: Recipe, tell: Callable[[int, int], None]) -> None:
    """Some epochs over all lessons."""
    size = min(recipe.minibatch, len(lessons.learnt))
    steps = recipe.epochs * (len(lessons.learnt) // size) if size else 0
    optimizer, done = torch.optim.Adam(model.parameters(), recipe.rate[0], eps=1e-5), 0
    for _ in range(recipe.epochs):
        order = lessons.learnt[torch.randperm(len(lessons.learnt), device=lessons.learnt.device)]
        for first in range(0, len(order) - size + 1, max(1, size)):
            for group in optimizer.param_groups:
                group["lr"] = along(recipe.rate, done / steps)
            policy, value = lessons.losses(model, order[first : first + size])
            optimizer.zero_grad(set_to_none=True)
            (policy + value).backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
            optimizer.step()
            done += 1
            tell(done, steps)


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Plan:
    """How long, and where; `is_resumed`: with the net and the games of the folder, not with the net that is shipped."""

    folder: pathlib.Path
    minutes: float
    device: str = "cpu"  # or cuda
    jobs: int = 1
    seed: int = 1
    is_resumed: bool = False
    command: str = "chapterhouse train --search"

    @property
    def rounds(self) -> int:
        """So many rounds, of about the same length."""
        return max(1, round(self.minutes / ROUND))


@dataclass(frozen=True)
class Round:
    """What a round has come to: all choices so far, and how far the net was from the search before and after."""

    games: int
    choices: int
    before: tuple[float, float]
    after: tuple[float, float]


class Expert:
    """One net on its way."""

    def __init__(self, engine: Engine, plan: Plan, recipe: Recipe) -> None:
        self.engine, self.plan, self.recipe = engine.compile(), plan, recipe
        self.device = plan.device
        torch.manual_seed(plan.seed)
        plan.folder.mkdir(parents=True, exist_ok=True)
        self.path = plan.folder / f"{engine.game.id}.npz"
        if not plan.is_resumed and (self.path.exists() or self._files()):
            raise FileExistsError(f"{plan.folder} holds an earlier training of {engine.game.id}")
        shape, given = read(self.path if plan.is_resumed else FOLDER / f"{engine.game.id}.npz")
        self.model, self.first = Model(shape).to(self.device), Model(shape).to(self.device)
        self.model.take(shape, given)
        self.first.take(shape, given)
        self.past = [Choices.load(path, engine.layout) for path in self._files()] if plan.is_resumed else []
        if not plan.is_resumed:
            save(self.path, shape, given)
        self.seconds = 0.0

    def _files(self) -> list[pathlib.Path]:
        return sorted(self.plan.folder.glob(f"{self.engine.game.id}-games-*.npz"))

    def learn(self, tell: Callable[[int, int], None]) -> Round:
        """Learn from all games so far, and write the net; `tell` is told the steps."""
        choices = Choices.joined(self.past)
        lessons = Lessons(self.engine, choices, self.device)
        before = lessons.measure(self.model)
        learn(self.model, lessons, self.recipe, tell)
        save(self.path, self.model.shape, self.model.arrays())
        return Round(self.games, len(choices.game), before, lessons.measure(self.model))

    @property
    def games(self) -> int:
        return sum(len(np.unique(part.game)) for part in self.past)

    def play(self, tell: Callable[[int, int], None]) -> None:
        """One round of games; `tell` is told the seconds. At Ctrl-C those that have ended are kept."""
        began, number = time.monotonic(), 1 + max((int(part.game.max(initial=0)) for part in self.past), default=-1)
        fresh, plan = list[Choices](), self.plan
        seconds = 60 * plan.minutes / plan.rounds
        games = play_for(self.engine, self.path, seconds, self.recipe.simulations, plan.jobs, plan.seed, number)
        try:
            with contextlib.closing(games):
                for choices in games:
                    fresh.append(choices)
                    tell(min(int(time.monotonic() - began), int(seconds)), int(seconds))
        finally:
            self.seconds += time.monotonic() - began
            if fresh:
                self.past.append(Choices.joined(fresh))
                self.past[-1].save(plan.folder / f"{self.engine.game.id}-games-{number:06}.npz")

    def finish(self) -> dict[str, dict[int, float]]:
        """Measure the net, and write down how it was made."""
        n = self.recipe.judged
        shares = {
            "sensible": wins(self.engine, self.model, None, n, self.device),
            "past": wins(self.engine, self.model, self.first, n, self.device),
        }
        game = self.engine.game
        lines = [
            f'command = "{self.plan.command}"',
            f"date = {datetime.now(UTC).date().isoformat()}",
            f"cores = {self.plan.jobs}",
            f"seconds = {self.seconds:.0f}  # of play",
            f"games = {self.games}",
            f"choices = {sum(len(part.game) for part in self.past)}  # of the search, that were learnt from",
            f"simulations = {self.recipe.simulations}  # for each of them",
            f"rules_version = {game.version}",
            f"features = {game.features}",
            f"actions = {game.action_count}",
            *figures(shares, {"sensible": "`sensible`", "past": "the net that it began with"}),
        ]
        self.path.with_suffix(".toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return shares
