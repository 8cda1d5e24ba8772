"""Bots. A bot gets what its seat may know, never the true state, and answers with the code of an action.

`chapterhouse.bots()` names them."""

from __future__ import annotations

import sys
import types
from typing import Any, Protocol

import numpy as np

from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.table import Action, Table

State = Any


class Bot(Protocol):
    """A player: `seen` is the state as this seat may know it, with `seat` to act."""

    def choose(self, seen: State, seat: int) -> int: ...


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine = load_engine(game)
        self.luck = seeded(seed)[0]
        self.mask = np.zeros(self.engine.game.action_count, np.int8)

    def choose(self, seen: State, seat: int) -> int:
        return pick(self.mask, self.engine.legal_mask(seen, self.mask), self.luck)


class SensibleBot:
    """The rules of thumb of the game's own room."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine = load_engine(game)
        self.luck = seeded(seed)[0]

    def choose(self, seen: State, seat: int) -> int:
        return self.engine.sensible(seen, self.luck)


_BOTS: dict[str, type[RandomBot] | type[SensibleBot]] = {"sensible": SensibleBot, "random": RandomBot}


def names(game: str | None = None) -> list[str]:
    """The bots that play a game, the best first."""
    return list(_BOTS)


def make(name: str, game: str, seed: int = 0) -> Bot:
    """A bot of that name for a game; equal seeds choose alike."""
    if name not in _BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(_BOTS)}")
    return _BOTS[name](game, seed)


def play(table: Table, bot: Bot, seat: int | None = None) -> Action:
    """Let a bot make the decision that its seat is asked for."""
    seat = table.to_act if seat is None else seat
    assert seat is not None
    return table.act(bot.choose(table.seen(seat), seat), seat)


class _Bots(types.ModuleType):
    # `import chapterhouse as ch; ch.bots()`: importing a folder of that name must not take the function's place
    def __call__(self, game: str | None = None) -> list[str]:
        return names(game)


sys.modules[__name__].__class__ = _Bots
