"""The games, a package each. A game is loaded when it is asked for; `chapterhouse.games()` names them all."""

from __future__ import annotations

import importlib
import pathlib
import sys
import types

from chapterhouse.games.protocol import Game

NAMES = sorted(path.parent.name for path in pathlib.Path(__file__).parent.glob("*/state.py"))
_registered: dict[str, Game] = {}


def load(name: str) -> Game:
    """The game of that name by its newest rules, or, as in `templari@1`, by those of a version still played."""
    name, at, version = name.partition("@")
    if name not in NAMES:
        raise ValueError(f"no game {name!r}; there are {', '.join(NAMES)}")
    if name not in _registered:
        _registered[name] = importlib.import_module(f"chapterhouse.games.{name}").GAME
    return _registered[name].at_version(int(version) if version.isdecimal() else version) if at else _registered[name]


def register(game: Game) -> None:
    """Take in a game whose package lies elsewhere: from now on it is known like the others."""
    if game.id in NAMES and load(game.id) is not game:
        raise ValueError(f"there is a game {game.id!r} already")
    _registered[game.id] = game
    if game.id not in NAMES:
        NAMES.append(game.id)


class _Rooms(types.ModuleType):
    # `import chapterhouse as ch; ch.games()`: importing a folder of that name must not take the function's place
    def __call__(self) -> list[str]:
        return list(NAMES)


sys.modules[__name__].__class__ = _Rooms
