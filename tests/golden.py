"""Golden playthroughs: a whole game as text, with what every seat could see and do.

`python -m tests.golden` writes them.

They are frozen so that a change of behaviour shows in a diff and is meant; they do not prove a rule, the rule tests do.
"""

from __future__ import annotations

import hashlib
import json
import pathlib

import numpy as np

from chapterhouse.games import NAMES, load
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table

FOLDER = pathlib.Path(__file__).parent / "golden"
SENSIBLE_SHARE = 4  # of 5 decisions, so that games are lively but end


def short(x: object) -> str:
    return hashlib.sha256(json.dumps(x, sort_keys=True).encode()).hexdigest()[:8]


def choose(table: Table, luck: np.ndarray[tuple[int], np.dtype[np.int32]]) -> int:
    """A random action one time in five, else the sensible one."""
    seat = table.to_act
    seen = table.seen(seat)
    mask = np.zeros(table.game.action_count, np.int8)
    count = table.engine.legal_mask(seen, mask)
    if pick(np.ones(SENSIBLE_SHARE + 1, np.int8), SENSIBLE_SHARE + 1, luck):
        return int(table.engine.sensible(seen, luck))
    return pick(mask, count, luck)


def playthrough(game: str, players: int, seed: int) -> str:
    """One game, decision by decision: who, what of how many, what a spectator reads, and each seat's view."""
    table = Table(game, players=players, seed=seed)
    luck = seeded(seed + 100)[0]
    features = np.zeros(table.game.features, np.float32)
    lines = [
        f"{game} version {table.game.version}, {players} players, seed {seed}, options {json.dumps(table.options)}"
    ]
    while not table.over:
        seat, legal = table.to_act, table.legal
        views = []
        for each in range(players):
            table.engine.observe(table.seen(each), each, features)
            views.append(f"{short(table.view(each))}:{short(features.tolist())}")
        action = table.act(choose(table, luck))
        told = " / ".join(line.text for line in table.log(None, since=table.ply - 1))
        lines.append(
            f"{table.ply} [{seat}] {action} of {len(legal)} | {short(table.view(None))} {' '.join(views)} | {told}"
        )
    lines.append(f"{table.outcome}")
    return "\n".join(lines) + "\n"


def files() -> dict[pathlib.Path, tuple[str, int, int]]:
    """The golden files, and the games they hold."""
    made = {}
    for name in NAMES:
        least, most = load(name).seats
        for players in range(least, most + 1):
            made[FOLDER / f"{name}-{players}.txt"] = (name, players, players)
    return made


if __name__ == "__main__":
    for path, (name, players, seed) in files().items():
        path.write_text(playthrough(name, players, seed), encoding="utf-8")
