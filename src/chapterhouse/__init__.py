"""Chapterhouse: three Templar board games to play and to study.

import chapterhouse as ch
t = ch.Table("templari", players=4, seed=7)
t.act(t.legal[0])
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    def games() -> list[str]: ...  # the games of the house
    def bots(game: str | None = None) -> list[str]: ...  # the bots that can sit in any seat

    from chapterhouse.play.batch import batch
    from chapterhouse.play.environments import Environments, environments
    from chapterhouse.play.errors import (
        BadNotation,
        BadOptions,
        BadPosition,
        BadRecord,
        BadSeat,
        GameOver,
        IllegalAction,
        NotYourTurn,
        StaleAction,
        TableError,
        UndoRefused,
        Unplayable,
    )
    from chapterhouse.play.table import Action, Outcome, Table

__version__ = "0.1.0"
__all__ = [
    "Action",
    "BadNotation",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BadSeat",
    "Environments",
    "GameOver",
    "IllegalAction",
    "NotYourTurn",
    "Outcome",
    "StaleAction",
    "Table",
    "TableError",
    "UndoRefused",
    "Unplayable",
    "batch",
    "bots",
    "environments",
    "games",
]


def __getattr__(name: str) -> Any:
    # loaded when asked for: `import chapterhouse` itself stays light
    if name in ("Table", "Action", "Outcome"):
        from chapterhouse.play import table

        return getattr(table, name)
    if name in ("games", "bots"):
        return importlib.import_module(f"chapterhouse.{name}")
    if name == "batch":
        from chapterhouse.play.batch import batch

        return batch
    if name in ("environments", "Environments"):
        from chapterhouse.play import environments

        return getattr(environments, name)
    if name in __all__:
        from chapterhouse.play import errors

        return getattr(errors, name)
    raise AttributeError(f"module 'chapterhouse' has no attribute {name!r}")
