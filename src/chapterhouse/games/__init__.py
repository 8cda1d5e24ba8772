"""The rooms of the house. A game is loaded when it is asked for; `chapterhouse.games()` names them all."""

from __future__ import annotations

import importlib
import sys
import types

from chapterhouse.games.protocol import Game

NAMES = ("templar", "templari", "temple")


def load(name: str) -> Game:
    """The game of that name."""
    if name not in NAMES:
        raise ValueError(f"no game {name!r}; there are {', '.join(NAMES)}")
    game: Game = importlib.import_module(f"chapterhouse.games.{name}").GAME
    return game


class _Rooms(types.ModuleType):
    # `import chapterhouse as ch; ch.games()`: importing a folder of that name must not take the function's place
    def __call__(self) -> list[str]:
        return list(NAMES)


sys.modules[__name__].__class__ = _Rooms
