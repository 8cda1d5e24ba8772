"""Bots that answer without thinking ahead: at random, and by the rules of thumb of the game itself."""

from __future__ import annotations

import numpy as np

from chapterhouse.bots.contract import Budget, Choice, Progress, State, Stop, Thought
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine


def even(players: int) -> tuple[float, ...]:
    """The chances of a bot that has no opinion."""
    return (1.0 / players,) * players


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine = load_engine(game)
        self.luck = seeded(seed)[0]
        self.mask = np.zeros(self.engine.game.action_count, np.int8)

    def choose(self, seen: State, seat: int, budget: Budget | None = None) -> int:
        return pick(self.mask, self.engine.legal_mask(seen, self.mask), self.luck)

    def consider(
        self,
        seen: State,
        seat: int,
        budget: Budget | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Thought:
        action = self.choose(seen, seat)
        legal = np.flatnonzero(self.mask).tolist()
        return Thought(action, even(seen.players), tuple(Choice(code, 1 / len(legal)) for code in legal))


class SensibleBot:
    """The rules of thumb of the game itself."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine = load_engine(game)
        self.luck = seeded(seed)[0]

    def choose(self, seen: State, seat: int, budget: Budget | None = None) -> int:
        return self.engine.sensible(seen, self.luck)

    def consider(
        self,
        seen: State,
        seat: int,
        budget: Budget | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Thought:
        action = self.choose(seen, seat)
        return Thought(action, even(seen.players), (Choice(action, 1.0),))
