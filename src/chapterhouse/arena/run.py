"""Playing a match: here, over all cores, or over a cluster; it can be stopped, and goes on where it stopped.

A journal holds one line for the match and one for every game. No game is played twice; what is concluded rests on the
deals that were played in all rotations.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import multiprocessing
import pathlib
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from chapterhouse.arena.match import Match, Result, parse_bot, play_game
from chapterhouse.bots import cores
from chapterhouse.bots.search import load_searcher
from chapterhouse.games import load
from chapterhouse.play.engine import load_engine

Turn = tuple[int, int]  # a block and a rotation: one game
Games = Iterator[Result]
Way = Callable[[Match, Iterable[Turn]], Games]
SIMPLE = ("random", "sensible")


class OtherMatch(Exception):
    """The journal belongs to another match."""


def make_ready(match: Match) -> None:
    """Compile what this match needs."""
    engine = load_engine(match.game).compile()
    engine.compile_now("sensible", "redeal")
    if any(parse_bot(bot)[0] not in SIMPLE for bot in match.bots):
        load_searcher(match.game).compile()


def here(match: Match, todo: Iterable[Turn]) -> Games:
    """One game after the other in this process."""
    for block, rotation in todo:
        yield play_game(match, block, rotation)


def _play(match: Match, turn: Turn) -> Result:
    return play_game(match, *turn)


def _begin(match: Match, share: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    cores.limit(share)
    make_ready(match)


def over_processes(jobs: int) -> Way:
    """As many games at a time as there are jobs; the cores are shared out among them."""

    def way(match: Match, todo: Iterable[Turn]) -> Games:
        around = multiprocessing.get_context("spawn")
        with around.Pool(jobs, _begin, (match, max(1, cores.total // jobs))) as pool:
            yield from pool.imap_unordered(functools.partial(_play, match), todo)

    return way


class Journal:
    """The games of a match on disk, one line each."""

    def __init__(self, path: pathlib.Path, match: Match) -> None:
        self.path = path
        self.head = {"arena": 1, "rules": load(match.game).version} | {
            name: value for name, value in match.to_json().items() if name != "games"
        }

    def read(self) -> list[Result]:
        """The games so far, each once: two runs may have played the same. OtherMatch when it holds those of another
        match. A line that was cut off or damaged is a game that was not played."""
        if not self.path.exists():
            return []
        lines: list[Any] = []
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                lines.append(json.loads(line))
        if not lines:
            return []
        if lines[0] != self.head:
            raise OtherMatch(str(self.path))
        found = [result for line in lines[1:] if (result := self._result(line)) is not None]
        return list({(result.block, result.rotation): result for result in found}.values())

    def _result(self, line: Any) -> Result | None:
        """What a line tells, if it is one of a game."""
        try:
            result = Result.from_json(line)
            rows = (result.seats, result.ranks, result.points)
            is_whole = all(len(row) == self.head["players"] for row in rows) and set(result.seats) == set(
                result.seconds
            )
            return result if is_whole and result.block >= 0 and result.rotation in range(len(result.seats)) else None
        except (KeyError, TypeError, AttributeError):
            return None

    def write(self, results: list[Result]) -> None:
        """Begin anew with these games; who is stopped meanwhile has the file of before."""
        lines = [self.head, *(result.to_json() for result in results)]
        new = self.path.with_name(f"{self.path.name}.new")
        new.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        new.replace(self.path)

    def add(self, result: Result) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result.to_json()) + "\n")


def of_match(match: Match, old: list[Result]) -> list[Result]:
    """Those of the games that were kept that belong to this length of the match."""
    return [result for result in old if result.block < match.blocks]


def run(
    match: Match,
    way: Way = here,
    journal: pathlib.Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[list[Result], bool]:
    """All games that there are now, in order, and whether that is the whole match: Ctrl-C or `stop` ends it sooner."""
    kept = Journal(journal, match) if journal else None
    old = kept.read() if kept else []
    if kept:
        kept.write(old)
    results = of_match(match, old)
    done = {(result.block, result.rotation) for result in results}
    every = itertools.product(range(match.blocks), range(match.players))
    todo = [turn for turn in every if turn not in done]
    total = match.blocks * match.players
    if progress:
        progress(len(results), total)
    games = way(match, todo) if todo else iter(())
    try:
        for result in games:
            results.append(result)
            if kept:
                kept.add(result)
            if progress:
                progress(len(results), total)
            if stop is not None and stop():
                break
    except KeyboardInterrupt:
        pass
    finally:
        if hasattr(games, "close"):
            games.close()
    return sorted(results, key=lambda result: (result.block, result.rotation)), len(results) == total
