"""Bots. A bot gets what its seat may know, never the true state, and answers with the code of an action.

`chapterhouse.bots()` names them."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable

from chapterhouse.bots.contract import Bot, Budget, Choice, Thought
from chapterhouse.bots.search import SearchBot
from chapterhouse.bots.simple import RandomBot, SensibleBot
from chapterhouse.play.table import Action, Table

__all__ = ["Action", "Bot", "Budget", "Choice", "Thought", "make", "names", "play"]

_BOTS: dict[str, Callable[[str, int], Bot]] = {"sensible": SensibleBot, "random": RandomBot, "search": SearchBot}


def names(game: str | None = None) -> list[str]:
    """The bots that play a game."""
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
