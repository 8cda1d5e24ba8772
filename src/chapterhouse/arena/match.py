"""Matches: who sits where, and the games themselves.

A block is one deal played once for every rotation of the seats, by one line-up of bots; all numbers that are concluded
take blocks, not games, for independent of each other.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from chapterhouse.bots import make, onlookers, watched
from chapterhouse.bots.contract import Budget
from chapterhouse.games.conformance import concealed
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.options import read_data, resolve


@dataclass(frozen=True)
class Match:
    """What is played: bots as `name` or `name:budget`, such as `search:200` or `search:0.5s`."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 0
    budget: str | None = None  # of every bot that names none of its own
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def lineups(self) -> list[tuple[str, ...]]:
        """All line-ups that are played in turn: every choice among many bots, or few bots over and over."""
        n = self.players
        if len(self.bots) >= n:
            return list(dict.fromkeys(itertools.combinations(self.bots, n)))
        turns = [tuple(self.bots[(first + i) % len(self.bots)] for i in range(n)) for first in range(len(self.bots))]
        seatings: list[tuple[str, ...]] = []
        for turn in turns:
            if not any(turn[i:] + turn[:i] in seatings for i in range(n)):
                seatings.append(turn)
        return seatings

    @property
    def blocks(self) -> int:
        """How many deals are played; the games are rounded up to whole ones."""
        return -(-self.games // self.players)

    def seats(self, block: int, rotation: int) -> tuple[str, ...]:
        """Who sits where in one game of a block."""
        lineup = self.lineups[block % len(self.lineups)]
        return lineup[-rotation:] + lineup[:-rotation] if rotation else lineup

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"bots": list(self.bots)}


@dataclass(frozen=True)
class Result:
    """One finished game, seat by seat."""

    block: int
    rotation: int
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    decisions: int
    reason: str
    seconds: dict[str, float]  # thought by each bot
    answers: dict[str, int]  # and how many decisions that were

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Result:
        rows = {name: tuple(data[name]) for name in ("seats", "ranks", "points")}
        return cls(**(data | rows))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def parse_bot(text: str) -> tuple[str, Budget | None]:
    """`search:200` is the bot of that name with a budget of its own; ValueError for what is no budget."""
    name, colon, budget = text.partition(":")
    return name, Budget.parse(budget) if colon else None


@functools.lru_cache(8)
def _box(game: str, players: int, options: tuple[tuple[str, Any], ...]) -> Any:
    engine = load_engine(game)
    chosen = resolve(engine.game, players, dict(options))
    states = engine.blank()
    engine.game.prepare(states[0], chosen, read_data(engine.game, chosen))
    return states


def play_game(match: Match, block: int, rotation: int) -> Result:
    """One game to its end."""
    import time

    engine, game = load_engine(match.game), load_engine(match.game).game
    states = _box(match.game, match.players, tuple(sorted(match.options.items()))).copy()
    states["rng"] = seeded(match.seed * 1_000_003 + block)
    engine.set_up(states[0])
    seats = match.seats(block, rotation)
    shared = Budget.parse(match.budget) if match.budget else None
    minds = []
    for seat, text in enumerate(seats):
        name, own = parse_bot(text)
        seed = ((match.seed * 1_000_003 + block) * 16 + rotation) * 16 + seat
        minds.append((make(name, match.game, seed), own or shared))
    seconds, answers = dict.fromkeys(seats, 0.0), dict.fromkeys(seats, 0)
    watching = onlookers({seat: mind for seat, (mind, _) in enumerate(minds)})
    s, over, decisions = states[0], int(game.phases["OVER"]), 0
    while s.phase != over:
        seat = int(s.to_act)
        mind, budget = minds[seat]
        seen = concealed(engine, states, seat)
        began = time.perf_counter()
        action = mind.choose(seen[0], seat, budget)
        seconds[seats[seat]] += time.perf_counter() - began
        answers[seats[seat]] += 1
        with watched(watching, lambda other: concealed(engine, states, other)[0], seat):
            engine.act(s, action)
        decisions += 1
    ranks, points = np.zeros(game.seats[1], np.int32), np.zeros(game.seats[1], np.int32)
    engine.rank(s, ranks)
    engine.score(s, points)
    n = match.players
    return Result(
        block, rotation, seats, tuple(ranks[:n].tolist()), tuple(points[:n].tolist()), decisions, game.reason(s),
        {bot: round(each, 4) for bot, each in seconds.items()}, answers,
    )  # fmt: skip
