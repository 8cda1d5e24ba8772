"""Playing a match: here, over all cores, or over a cluster; it can be stopped, and goes on where it stopped.

A journal holds one line for the match and one for every game. Deals that were played in all rotations are not played
again.
"""

from __future__ import annotations

import contextlib
import functools
import json
import multiprocessing
import pathlib
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from chapterhouse.arena.match import Match, Result, parse_bot, play_block
from chapterhouse.arena.numbers import whole_blocks
from chapterhouse.bots import cores
from chapterhouse.bots.search import load_searcher
from chapterhouse.games import load
from chapterhouse.play.engine import load_engine

Blocks = Iterator[list[Result]]
Way = Callable[[Match, Iterable[int]], Blocks]
SIMPLE = ("random", "sensible")


class OtherMatch(Exception):
    """The journal belongs to another match."""


def make_ready(match: Match) -> None:
    """Compile what this match needs."""
    engine = load_engine(match.game).compile()
    engine.compile_now("sensible", "redeal")
    if any(parse_bot(bot)[0] not in SIMPLE for bot in match.bots):
        load_searcher(match.game).compile()


def here(match: Match, todo: Iterable[int]) -> Blocks:
    """One deal after the other in this process."""
    for block in todo:
        yield play_block(match, block)


def _begin(match: Match, share: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    cores.limit(share)
    make_ready(match)


def over_processes(jobs: int) -> Way:
    """As many deals at a time as there are jobs; the cores are shared out among them."""

    def way(match: Match, todo: Iterable[int]) -> Blocks:
        around = multiprocessing.get_context("spawn")
        with around.Pool(jobs, _begin, (match, max(1, cores.total // jobs))) as pool:
            yield from pool.imap_unordered(functools.partial(play_block, match), todo)

    return way


class Journal:
    """The games of a match on disk, one line each."""

    def __init__(self, path: pathlib.Path, match: Match) -> None:
        self.path = path
        self.head = {"arena": 1, "rules": load(match.game).version} | {
            name: value for name, value in match.to_json().items() if name != "games"
        }

    def read(self) -> list[Result]:
        """The games so far; OtherMatch when it holds those of another match."""
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        results: list[Any] = []
        for line in lines:
            with contextlib.suppress(json.JSONDecodeError):  # the last one may have been cut off
                results.append(json.loads(line))
        if not results or results[0] != self.head:
            raise OtherMatch(str(self.path))
        return [Result.from_json(line) for line in results[1:]]

    def write(self, results: list[Result]) -> None:
        """Begin anew with these games."""
        lines = [self.head, *(result.to_json() for result in results)]
        self.path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    def add(self, results: list[Result]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(result.to_json()) + "\n" for result in results))


def run(
    match: Match,
    way: Way = here,
    journal: pathlib.Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[Result], bool]:
    """All games that there are now, in order, and whether that is the whole match: Ctrl-C ends it sooner."""
    kept = Journal(journal, match) if journal else None
    old = whole_blocks(kept.read(), match.players) if kept else []
    results = [result for block in old for result in block if result.block < match.blocks]
    if kept:
        kept.write([result for block in old for result in block])
    done = {result.block for result in results}
    todo = [block for block in range(match.blocks) if block not in done]
    total = match.blocks * match.players
    if progress:
        progress(len(results), total)
    is_whole = True
    blocks = way(match, todo)
    try:
        for block in blocks:
            results += block
            if kept:
                kept.add(block)
            if progress:
                progress(len(results), total)
    except KeyboardInterrupt:
        is_whole = False
    finally:
        if hasattr(blocks, "close"):
            blocks.close()
    return sorted(results, key=lambda result: (result.block, result.rotation)), is_whole
