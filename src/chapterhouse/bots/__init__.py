"""Bots. A bot gets what its seat may know, never the true state, and answers with the code of an action.

bots.names(), bots.levels()                # also chapterhouse.bots()
bot = bots.make("knight", "templari", seed=7)
bot.choose(table.seen(seat), seat)         # with a Budget of its own, or the one that is given
bot.consider(table.seen(seat), seat)       # chances to win, and choices with their worth
bots.cores.limit(2)                        # what all bots of this process together may use
"""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections.abc import Callable, Iterator, Mapping

from chapterhouse.bots.contract import Bot, Budget, Choice, Onlooker, State, Thought
from chapterhouse.bots.cores import cores
from chapterhouse.bots.levels import LEVELS, Level, LevelBot
from chapterhouse.bots.search import SearchBot
from chapterhouse.bots.simple import RandomBot, SensibleBot
from chapterhouse.play.table import Action, Table

__all__ = [
    "Bot",
    "Budget",
    "Choice",
    "Level",
    "Thought",
    "cores",
    "levels",
    "make",
    "names",
    "onlookers",
    "play",
    "show",
    "sights",
    "watched",
]

LATEST = 48  # decisions that a bot is shown at most, when it comes to a game that has gone on without it

_BOTS: dict[str, Callable[[str, int], Bot]] = {
    "sensible": SensibleBot,
    "random": RandomBot,
    **{level.id: functools.partial(LevelBot, level) for level in LEVELS},
    "search": SearchBot,
    "bare": functools.partial(SearchBot, has_net=False),
}


def names(game: str | None = None) -> list[str]:
    """All that can sit in a seat: two simple ones, the levels from the weakest on, the search, and
    the search without its net."""
    return list(_BOTS)


def levels() -> tuple[Level, ...]:
    """What a person is offered, from the weakest on; their texts are `level.<id>` and `level.<id>_says`."""
    return LEVELS


def make(name: str, game: str, seed: int = 0) -> Bot:
    """A bot of that name for a game; equal seeds choose alike."""
    if name not in _BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(_BOTS)}")
    return _BOTS[name](game, seed)


def sights(bot: Bot, table: Table, seat: int) -> list[tuple[State, State, int]]:
    """What others have decided since a bot last looked: the states before and after, as `seat` knew them, and who."""
    if not (isinstance(bot, Onlooker) and bot.looks_on):
        return []
    first = max(min(bot.watched, table.ply), table.ply - LATEST)
    bot.watched = table.ply
    states = list(table.seen_since(seat, first))
    deciders = (decision.seat for decision in table.history[first:])
    return [step for step in zip(states, states[1:], deciders, strict=False) if step[2] != seat]


def show(bot: Bot, seen: list[tuple[State, State, int]], seat: int) -> None:
    """Let a bot learn from what was seen."""
    if isinstance(bot, Onlooker):
        for before, after, who in seen:
            bot.watch(before, after, seat, who)


def onlookers(bots: Mapping[int, Bot]) -> dict[int, Onlooker]:
    """Of the bots at these seats, those that can be shown what others decide; for `watched`."""
    return {seat: bot for seat, bot in bots.items() if isinstance(bot, Onlooker)}


@contextlib.contextmanager
def watched(onlookers: Mapping[int, Onlooker], seen: Callable[[int], State], who: int) -> Iterator[None]:
    """Where there is no table: `who` decides within, and the bots of other seats that look on see it as `seen` has it
    for their seat."""
    before = {seat: seen(seat) for seat, bot in onlookers.items() if seat != who and bot.looks_on}
    yield
    for seat, earlier in before.items():
        onlookers[seat].watch(earlier, seen(seat), seat, who)


def play(table: Table, bot: Bot, seat: int | None = None) -> Action:
    """Let a bot make the decision that its seat is asked for."""
    seat = table.to_act if seat is None else seat
    assert seat is not None
    show(bot, sights(bot, table, seat), seat)
    return table.act(bot.choose(table.seen(seat), seat), seat)


class _Bots(types.ModuleType):
    # `import chapterhouse as ch; ch.bots()`: importing a folder of that name must not take the function's place
    def __call__(self, game: str | None = None) -> list[str]:
        return names(game)


sys.modules[__name__].__class__ = _Bots
