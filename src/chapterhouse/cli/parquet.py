"""`chapterhouse simulate --out games.parquet`: one row a decision. docs/data.md names the columns.

SCHEMA goes up when a column changes its name, type or meaning; a new column at the end does not raise it.
"""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from chapterhouse.cli.simulate import Tally
    from chapterhouse.games.protocol import Game

SCHEMA = 1
GAMES_AT_ONCE = 512  # in a group of rows
_NAME = pa.dictionary(pa.int16(), pa.string())

# name, type, what it says
COLUMNS = (
    ("seed", pa.int64(), "seed of the game: `ch.Table(game, seed=…)` with the same options deals the same"),
    ("ply", pa.int32(), "decisions that were made before this one"),
    ("seat", pa.int8(), "who decided"),
    ("bot", _NAME, "the bot of that seat"),
    ("legal", pa.int16(), "how many actions were legal"),
    ("action", pa.int16(), "code of the action that was taken"),
    ("words", _NAME, "the same in the notation of the game"),
    ("decisions", pa.int32(), "how many decisions the whole game had"),
    ("rank", pa.int8(), "final rank of the seat that decided, 1 the best, ties share"),
    ("points", pa.int32(), "its final points"),
    ("reason", _NAME, "why the game ended, as a key of the texts"),
)


def schema(game: Game, options: dict[str, Any]) -> Any:
    """The columns, and in the file's metadata what all rows share."""
    from chapterhouse import __version__

    shared = {
        "chapterhouse.schema": str(SCHEMA),
        "chapterhouse.version": __version__,
        "chapterhouse.game": game.id,
        "chapterhouse.rules": str(game.version),
        "chapterhouse.options": json.dumps(options),
    }
    return pa.schema([pa.field(name, kind) for name, kind, _ in COLUMNS], metadata=shared)


def _named(numbers: Any, names: list[str]) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int16()), pa.array(names, pa.string()))


def write_parquet(path: pathlib.Path, tally: Tally, game: Game, options: dict[str, Any], box: Any) -> None:
    """All decisions of all games."""
    layout = schema(game, options)
    words = [game.words(box, code) for code in range(game.action_count)]
    bots, reasons = sorted(set(tally.bots)), sorted({result.reason for result in tally.results})
    bot_of = np.array([bots.index(bot) for bot in tally.bots])
    with pq.ParquetWriter(path, layout, compression="zstd") as writer:
        for first in range(0, len(tally.results), GAMES_AT_ONCE):
            results = tally.results[first : first + GAMES_AT_ONCE]
            counts = [len(result.log) for result in results]
            seats, legal, actions = np.concatenate([result.log for result in results]).T
            game_of = np.repeat(np.arange(len(results)), counts)
            ranks, points = np.array([r.ranks for r in results]), np.array([r.scores for r in results])
            columns = {
                "seed": np.array([result.seed for result in results])[game_of],
                "ply": np.concatenate([np.arange(n) for n in counts]),
                "seat": seats,
                "bot": _named(bot_of[seats], bots),
                "legal": legal,
                "action": actions,
                "words": _named(actions, words),
                "decisions": np.array(counts)[game_of],
                "rank": ranks[game_of, seats],
                "points": points[game_of, seats],
                "reason": _named(np.array([reasons.index(result.reason) for result in results])[game_of], reasons),
            }
            arrays = [c if isinstance(c, pa.Array) else pa.array(c, layout.field(n).type) for n, c in columns.items()]
            writer.write_table(pa.Table.from_arrays(arrays, schema=layout))
