"""The ladder: every level against the one below it, at every number of players, in as many sittings as it takes.

Every rung is a match of its own with its own journal, so that a sitting of any length adds to what is known. The rung
that has had least time is played next, a few deals more, until it is sure whether the upper level wins its share.
"""

from __future__ import annotations

import itertools
import pathlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from chapterhouse.arena.match import Match, Result
from chapterhouse.arena.numbers import pairs, report, whole_blocks
from chapterhouse.arena.run import Journal, Way, here, run
from chapterhouse.bots import levels
from chapterhouse.games import load

GOAL = 0.6  # of the pairs, that a level wins against the one below
FEWEST = 20  # deals before a rung can be sure: who looks after every deal soon finds what luck did
AT_A_TIME = 20.0  # seconds of thinking before another rung has its turn: to begin costs a second or two


@dataclass
class Rung:
    """A match of two levels, and what has been played of it."""

    match: Match
    journal: pathlib.Path
    results: list[Result]

    @property
    def deals(self) -> int:
        return len(whole_blocks(self.results, self.match.players))

    @property
    def seconds(self) -> float:
        """How long the bots have thought in it."""
        return sum(sum(result.seconds.values()) for result in self.results)

    @property
    def is_sure(self) -> bool:
        """Whether the interval of its pairs lies on one side of the goal, after more than a few deals."""
        blocks = whole_blocks(self.results, self.match.players)
        if len(blocks) < FEWEST:
            return False
        (pair,) = pairs(self.match, blocks)
        return bool(pair["low"] >= GOAL or pair["high"] < GOAL)

    def play_on(self, deals: int, way: Way, stop: Callable[[], bool] | None) -> None:
        """So many deals more, or as much of them as can be played until `stop`."""
        match = replace(self.match, games=(self.deals + deals) * self.match.players)
        self.results, _ = run(match, way, self.journal, stop=stop)

    def report(self) -> dict[str, Any]:
        return report(replace(self.match, games=self.deals * self.match.players), self.results)


def rungs(folder: pathlib.Path, games: list[str], seed: int = 1, names: list[str] | None = None) -> list[Rung]:
    """All rungs of these games, from the lowest on, with what was played of them before."""
    ladder: list[Rung] = []
    names = names or [level.id for level in levels()]
    for game in games:
        least, most = load(game).seats
        for players, (lower, upper) in itertools.product(range(least, most + 1), itertools.pairwise(names)):
            match = Match(game, (upper, lower), players, players, seed)
            journal = folder / f"{game}-{players}-{upper}-{lower}.jsonl".replace(":", "_")
            ladder.append(Rung(match, journal, Journal(journal, match).read()))
    return ladder


def climb(
    ladder: list[Rung], way: Way = here, deals: int = 1, stop: Callable[[], bool] | None = None
) -> Iterator[Rung]:
    """Play until every rung is sure or `stop` says so, at least so many deals at a time; yields every rung that has
    got on."""
    while todo := [rung for rung in ladder if not rung.is_sure]:
        rung = min(todo, key=lambda rung: rung.seconds)
        before = rung.deals
        pace = before / rung.seconds if rung.seconds else 0.0
        more = max(deals, min(FEWEST, int(AT_A_TIME * pace)))
        rung.play_on(more, way, stop)
        if rung.deals > before:
            yield rung
        if rung.deals < before + more or (stop is not None and stop()):
            return  # stopped, perhaps in the middle of a deal, which is kept
