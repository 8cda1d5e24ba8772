"""Golden playthroughs: whole games as text, with what every seat could see and do.

`python -m tests.golden` writes them. One decision looks like this:

    12 [2] bid 14 of 15: Offer 14. Crimson and Azure get 7 coins each; 0 stay in the pot.
      asked: Raise the offer of 1 by Azure, or pass.
      can: pass, bid 2 … bid 14
      log: Gold raises to 14.
      all: to_act 2→0, offer 1→14, bidder 1→2, offered[2] -1→14
      0, 2: …             what only these seats see of what has changed, by the fields of the state
      features 0:1 7:.5   what a net would be shown, now and then

They are frozen so that a change of behaviour shows in a diff and is meant; they do not prove a rule, the rule tests do.
"""

from __future__ import annotations

import functools
import itertools
import json
import pathlib
import re
from collections import defaultdict
from typing import Any

import numpy as np

from chapterhouse.games import NAMES, load
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table

FOLDER = pathlib.Path(__file__).parent / "golden"
SENSIBLE_SHARE = 4  # of 5 decisions, so that games are lively but end
FEATURES_EVERY = 40  # decisions


def choose(table: Table, luck: np.ndarray[tuple[int], np.dtype[np.int32]]) -> int:
    """A random action one time in five, else the sensible one."""
    seat = table.to_act
    seen = table.seen(seat)
    mask = np.zeros(table.game.action_count, np.int8)
    count = table.engine.legal_mask(seen, mask)
    if pick(np.ones(SENSIBLE_SHARE + 1, np.int8), SENSIBLE_SHARE + 1, luck):
        return int(table.engine.sensible(seen, luck))
    return pick(mask, count, luck)


def shortened(words: list[str]) -> str:
    """Notations one after the other; where three or more count up, the first and the last."""
    made: list[str] = []
    i = 0
    while i < len(words):
        end = i
        while end + 1 < len(words) and _counts_up(words[end], words[end + 1]):
            end += 1
        made += [f"{words[i]} … {words[end]}"] if end - i > 1 else words[i : end + 1]
        i = end + 1
    return ", ".join(made)


def _counts_up(one: str, next_one: str) -> bool:
    a, b = re.fullmatch(r"(.*?)(\d+)", one), re.fullmatch(r"(.*?)(\d+)", next_one)
    return bool(a and b and a[1] == b[1] and int(b[2]) == int(a[2]) + 1)


@functools.cache
def places(layout: np.dtype[Any]) -> dict[str, list[str]]:
    """What each number of a state is called, field by field."""
    return {
        name: [f"{name}[{','.join(map(str, at))}]" for at in np.ndindex(layout[name].shape)]
        if layout[name].shape
        else [name]
        for name in layout.names or ()
    }


def fields(state: Any) -> dict[str, int]:
    """Every number of a state by its place."""
    found: dict[str, int] = {}
    for name, called in places(state.dtype).items():
        found.update(zip(called, np.ravel(state[name]).tolist(), strict=True))
    return found


def whole(state: Any) -> list[str]:
    """Every field of a state; numbers that stand in a row several times are counted."""
    return [
        f"{name} {' '.join(_run(n, len(list(row))) for n, row in itertools.groupby(np.ravel(state[name]).tolist()))}"
        for name in state.dtype.names
    ]


def _run(number: int, count: int) -> str:
    return f"{number}×{count}" if count > 1 else str(number)


def by_viewer(changes: dict[int | None, list[str]]) -> list[str]:
    """What all see alike is said once, the rest for those who see it."""
    seen: dict[str, list[str]] = defaultdict(list)
    for viewer, each in changes.items():
        for change in each:
            seen[change].append("spectator" if viewer is None else str(viewer))
    lines: dict[str, list[str]] = defaultdict(list)
    for change, who in seen.items():
        lines["all" if len(who) == len(changes) else ", ".join(who)].append(change)
    return [f"  {who}: {', '.join(each)}" for who, each in sorted(lines.items(), key=lambda line: line[0] != "all")]


def viewers(table: Table) -> tuple[int | None, ...]:
    """A spectator, and every seat."""
    return (None, *range(table.players))


def seen_by_all(table: Table) -> dict[int | None, dict[str, int]]:
    return {viewer: fields(table.seen(viewer)) for viewer in viewers(table)}


def features_of(table: Table, seat: int) -> str:
    made = np.zeros(table.game.features, np.float32)
    table.engine.observe(table.seen(seat), seat, made)
    return " ".join(f"{i}:{made[i]:.4g}" for i in np.flatnonzero(made))


def told(table: Table) -> list[str]:
    """The log of the last decision, as a spectator reads it, and as a seat does where that is more."""
    logs = {viewer: [line.text for line in table.log(viewer, since=table.ply - 1)] for viewer in viewers(table)}
    lines = [f"  log: {' / '.join(logs[None])}"]
    return lines + [f"  log for {v}: {' / '.join(log)}" for v, log in logs.items() if log != logs[None]]


def playthrough(game: str, players: int, seed: int) -> str:
    """One game, decision by decision."""
    table = Table(game, players=players, seed=seed)
    luck = seeded(seed + 100)[0]
    lines = [
        f"{game} version {table.game.version}, {players} players, seed {seed}, options {json.dumps(table.options)}"
    ]
    before = seen_by_all(table)
    lines += by_viewer({viewer: whole(table.seen(viewer)) for viewer in before})
    while not table.over:
        seat, legal = table.to_act, table.legal
        assert seat is not None
        asked = f"  asked: {table.prompt}\n  can: {shortened([action.words for action in legal])}"
        action = choose(table, luck)
        says = table.game.says(table.seen(seat), action, table.texts())
        if table.ply % FEATURES_EVERY == 0:
            asked += f"\n  features {features_of(table, seat)}"
        words = table.act(action).words
        after = seen_by_all(table)
        lines += [f"{table.ply} [{seat}] {words} of {len(legal)}: {says}", asked, *told(table)]
        lines += by_viewer(
            {
                v: [f"{k} {before[v][k]}→{n}" for k, n in state.items() if n != before[v][k]]
                for v, state in after.items()
            }
        )
        before = after
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
