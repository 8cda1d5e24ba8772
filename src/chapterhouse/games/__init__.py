"""The rooms of the house. A game is loaded when it is asked for."""

from __future__ import annotations

import importlib

from chapterhouse.games.protocol import Game

NAMES = ("templari", "templar")


def load(name: str) -> Game:
    """The game of that name."""
    if name not in NAMES:
        raise ValueError(f"no game {name!r}; there are {', '.join(NAMES)}")
    game: Game = importlib.import_module(f"chapterhouse.games.{name}").GAME
    return game
