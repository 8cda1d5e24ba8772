"""Long runs: games by bots over all options and numbers of players, everything checked before every decision.

A fault comes back with the game in which it was found: its options, its seed and its actions, to be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.games.conformance import option_sets
from chapterhouse.games.protocol import Game
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded_each
from chapterhouse.kernel.soak import SoakRules, soak_on_cpu, soak_on_cuda
from chapterhouse.play import drivers
from chapterhouse.play.drivers import RANDOM, SENSIBLE
from chapterhouse.play.engine import Engine
from chapterhouse.play.errors import TableError
from chapterhouse.play.options import read_data
from chapterhouse.play.table import Table

MOST = 50_000  # decisions: no game by the rules comes near
FAULTS = {
    drivers.NO_SEAT: "no-seat",
    drivers.STUCK: "stuck",
    drivers.WRONG_CHOICE: "wrong-choice",
    drivers.DISAGREES: "disagrees",
    drivers.UNKNOWN: "unknown",
    drivers.ENDLESS: "endless",
    drivers.WRONG_RANKS: "wrong-ranks",
}


@dataclass(frozen=True)
class Fault:
    """What was wrong, and where."""

    kind: str  # one of FAULTS, or "law"
    law: str  # the law that was broken, where it is one
    options: dict[str, Any]
    seed: int
    actions: list[int]  # up to the fault; the last is the one that was about to be taken, if any was

    def record(self, game: Game) -> dict[str, Any]:
        """The game as a record, as far as it can be played again."""
        options = dict(self.options)
        table = Table(game.id, players=options.pop("players"), seed=self.seed, **options)
        for action in self.actions:
            try:
                table.act(action)
            except TableError:
                break
        return table.save()


class Soak:
    """A long run of one game. Games have the seeds seed, seed + 1, …; three in a row are played by random bots, by
    sensible ones, and by both in turn."""

    def __init__(
        self, engine: Engine, seed: int = 0, device: str = "cpu", threads: int | None = None, most: int = MOST
    ) -> None:
        self.engine, self.device, self.threads = engine, device, threads
        self.next = seed
        self.decisions = self.games = 0
        game = engine.game
        self.sets = option_sets(game)
        self._boxes = engine.blank(len(self.sets))
        for box, options in zip(self._boxes, self.sets, strict=True):
            game.prepare(box, options, read_data(game, options))
        seats = game.seats[1]
        mixed = [RANDOM if seat % 2 else SENSIBLE for seat in range(seats)]
        self._policies = np.array([[RANDOM] * seats, [SENSIBLE] * seats, mixed], np.int8)
        if device == "cuda":
            engine.load_for_cuda("soak_games")
        engine.compile_now("soak_games")
        self.rules = SoakRules(engine.soak_games, engine.parts["play_checked"], game.action_count, seats, most)

    def _dealt(self, seeds: range) -> tuple[Any, Row, Row]:
        numbers = np.array(seeds)
        states = self._boxes[numbers // 3 % len(self.sets)]
        states["rng"] = seeded_each(seeds)
        return states, self._policies[numbers % 3], seeded_each(~seed for seed in seeds)

    def play(self, games: int) -> Fault | None:
        """So many games more; the first fault."""
        seeds = range(self.next, self.next + games)
        self.next += games
        states, policies, luck = self._dealt(seeds)
        if self.device == "cuda":
            faults = soak_on_cuda(self.rules, states, policies, luck)
        else:
            faults = soak_on_cpu(self.rules, states, policies, luck, np.zeros(0, np.int16), self.threads)
        self.games += games
        self.decisions += int(faults[:, 0].sum(dtype=np.int64))
        wrong = np.flatnonzero(faults[:, 1])
        return self._fault(seeds[int(wrong[0])]) if len(wrong) else None

    def _fault(self, seed: int) -> Fault:
        """Play that game again alone, its actions written down."""
        log = np.full(self.rules.most + 1, -1, np.int16)
        states, policies, luck = self._dealt(range(seed, seed + 1))
        faults = soak_on_cpu(self.rules, states, policies, luck, log, 1)
        decisions, kind = (int(number) for number in faults[0])
        laws = self.engine.game.laws
        law = laws[kind - drivers.LAW - 1] if kind > drivers.LAW else ""
        actions = [int(code) for code in log[: decisions + 1] if code >= 0]
        return Fault(FAULTS.get(kind, "law"), law, self.sets[seed // 3 % len(self.sets)], seed, actions)

    def run(self, decisions: int, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[Fault | None]:
        """Play on until so many decisions are made, in pieces of about a second: after each what was found."""
        games = 32
        while self.decisions < decisions and not is_stopped():
            fault = self.play(games)
            yield fault
            if fault:
                return
            if games < (1 << 17 if self.device == "cuda" else 4096):
                games *= 2
