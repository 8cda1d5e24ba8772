"""A question that people have: does who begins have an advantage, and which option balances it?

    python examples/first_seat.py [GAME] [--games 4000] [--players N]

Sensible bots play with seat 0 as the first player, once by the game's defaults and once for every other value of every
option; `chapterhouse simulate --out` writes the decisions, and from them come the shares of wins by seat.
"""

from __future__ import annotations

import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

import pyarrow.parquet as pq

import chapterhouse as ch
from chapterhouse.games import load


def shares(game: str, players: int, games: int, options: list[str]) -> list[float]:
    """How large a part of the games each seat won; a shared win counts in parts."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "games.parquet"
        command = [sys.executable, "-m", "chapterhouse", "simulate", game, "--games", str(games), "--seed", "1"]
        command += ["--players", str(players), "--option", "start=0", "--out", str(file)]
        for option in options:
            command += ["--option", option]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = pq.read_table(file, columns=["seed", "seat", "rank"]).group_by(["seed", "seat", "rank"]).aggregate([])
    best: dict[int, list[int]] = {}
    for row in rows.to_pylist():
        if row["rank"] == 1:
            best.setdefault(row["seed"], []).append(row["seat"])
    won = [0.0] * players
    for seats in best.values():
        for seat in seats:
            won[seat] += 1 / len(seats)
    return [each / games for each in won]


def study(game: str, players: int, games: int) -> dict[str, list[float]]:
    """The shares by seat for the defaults and for each other value of an option."""
    rules = load(game)
    made = {"defaults": shares(game, players, games, [])}
    for option in rules.options:
        for value in option.values[1:] if option.kind == "choice" else ():
            said = f"{option.name}={str(value).lower() if isinstance(value, bool) else value}"
            chosen = {o.name: o.default for o in rules.options} | {"players": players, option.name: value}
            if not rules.option_faults(chosen):
                made[said] = shares(game, players, games, [said])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="templar", choices=ch.games())
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--players", type=int)
    given = parser.parse_args()
    players = given.players or max(load(given.game).seats[0], 4)
    fair = 1 / players
    unsure = 1.96 * math.sqrt(fair * (1 - fair) / given.games)
    print(f"{given.game}, {players} players, seat 0 begins; fair is {fair:.1%}, known to {unsure:.1%} (95 %)")
    for option, won in study(given.game, players, given.games).items():
        print(
            f"{option:24} {'  '.join(f'{share:.1%}' for share in won)}   farthest {max(abs(s - fair) for s in won):.1%}"
        )


if __name__ == "__main__":
    main()
