"""`chapterhouse bench serve`: real clients over loopback against a server of its own.

Every seat of every table has its event stream open. What is measured is the time from a post to the event on another
seat's stream. The clients take the path that a browser takes: answers come compressed, a decision is answered with the
whole table and its picture, and every event is followed by asking for both. Without `pages` they are programs, which
ask for neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from chapterhouse.games import NAMES
from chapterhouse.load.client import Connection, Served, Stream, wait_for_rules
from chapterhouse.load.games import Game, create_tables, play_through


@dataclass
class Counts:
    """What was measured, in seconds."""

    heard: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    failures: int = 0


async def open_streams(port: int, game: Game, counts: Counts, on_page: Callable[[Game, int], None] | None) -> None:
    loop = asyncio.get_running_loop()
    for seat, token in enumerate(game.tokens):

        def on_step(step: int, seat: int = seat) -> None:
            if step == game.step and seat != game.seat and game.posted:
                if not game.heard.is_set():
                    counts.heard.append(time.perf_counter() - game.posted)
                    game.heard.set()
            if on_page:
                on_page(game, seat)

        _, stream = await loop.create_connection(functools.partial(Stream, on_step), "127.0.0.1", port)
        head = f"GET /api/tables/{game.id}/events HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
        assert stream.transport is not None
        stream.transport.write(f"{head}authorization: Bearer {token}\r\n\r\n".encode())
        game.streams.append(stream)


async def play(port: int, tables: list[Game], every: float, seconds: float, pages: bool) -> Counts:
    """Let every table play an action every so many seconds."""
    counts = Counts()
    pool = [Connection(port) for _ in range(32)]
    asked: set[asyncio.Task[None]] = set()
    measuring = False

    async def fetch(game: Game, seat: int) -> None:
        begun = time.perf_counter()
        connection = pool[(hash(game.id) + seat) % len(pool)]
        await connection.ask("GET", f"/api/tables/{game.id}?after={game.step}", token=game.tokens[seat])
        counts.pages.append(time.perf_counter() - begun)

    def on_page(game: Game, seat: int) -> None:
        if measuring:
            task = asyncio.get_running_loop().create_task(fetch(game, seat))
            asked.add(task)
            task.add_done_callback(asked.discard)

    for game in tables:
        await open_streams(port, game, counts, on_page if pages else None)
    for game in tables:
        await asyncio.gather(*(stream.is_open.wait() for stream in game.streams))
    await asyncio.sleep(1)
    begun = time.perf_counter()
    measuring = True

    async def one(i: int, game: Game) -> None:
        connection = pool[i % len(pool)]
        turn = begun + every * i / len(tables)  # evenly spread
        for n, (seat, code) in enumerate(game.decisions):
            await asyncio.sleep(max(0.0, turn - time.perf_counter()))
            if time.perf_counter() - begun > seconds:
                return
            game.heard.clear()
            game.step, game.seat, game.posted = n + 1, seat, time.perf_counter()
            body = {"action": code, "step": n, "now": pages, "after": n, "request": f"{game.id}-{n}"}
            status, answer = await connection.ask("POST", f"/api/tables/{game.id}/act", body, game.tokens[seat])
            counts.acknowledged.append(time.perf_counter() - game.posted)
            if status != 200:
                counts.failures += 1
                sys.stderr.write(f"{status} {answer[:200]!r}\n")
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(game.heard.wait(), 10)
            turn += every

    await asyncio.gather(*(one(i, game) for i, game in enumerate(tables)))
    if asked:
        await asyncio.gather(*asked, return_exceptions=True)
    for game in tables:
        for stream in game.streams:
            if stream.transport:
                stream.transport.close()
        game.streams.clear()
    for connection in pool:
        connection.close()
    return counts


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    if not seconds:
        return {}
    ordered = sorted(seconds)
    worst = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {
        "p50_ms": round(statistics.median(ordered) * 1000, 2),
        "p99_ms": round(worst * 1000, 2),
        "max_ms": round(ordered[-1] * 1000, 2),
    }


def page_sizes(port: int) -> dict[str, int]:
    """Bytes of the home page and of each game's table page with all that they load, as they are sent."""

    async def weigh() -> dict[str, int]:
        connection = Connection(port)
        addresses = {"home_bytes": "/"}
        for game in NAMES:
            created = await connection.data("POST", "/api/tables", {"game": game, "mode": "watch", "pace": 0})
            addresses[f"{game}_bytes"] = created["url"]
        sizes: dict[str, int] = {}
        for name, path in addresses.items():
            before = connection.received
            _, page = await connection.ask("GET", path)
            for part in set(re.findall(r'(?:src|href)="(/(?:static|style)[^"]+)"', page.decode())):
                await connection.ask("GET", part)
            sizes[name] = connection.received - before
        connection.close()
        return sizes

    return asyncio.run(weigh())


def measure(tables: int = 500, every: float = 2.0, seconds: float = 20.0, pages: bool = True) -> dict[str, Any]:
    """All figures, as plain data."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        Served(folder).stop()  # once, so that the database and the cache are there
        most = int(seconds / every) + 2
        games = [play_through(NAMES[seed % len(NAMES)], seed, most) for seed in range(tables)]
        served = Served(folder)
        try:
            figures: dict[str, Any] = {"ready_s": round(served.ready, 2), "cores": os.cpu_count()}
            asyncio.run(wait_for_rules(served.port))
            figures["compiled_s"] = round(time.perf_counter() - served.begun, 2)
            figures |= page_sizes(served.port)
            asyncio.run(create_tables(served.port, games[:50]))
            before = served.memory()
            asyncio.run(create_tables(served.port, games))
            figures["idle_table_bytes"] = round((served.memory() - before) / tables)
            return figures | asyncio.run(_create_and_play(served, games, every, seconds, pages))
        finally:
            served.stop()


async def _create_and_play(
    served: Served, games: list[Game], every: float, seconds: float, pages: bool
) -> dict[str, Any]:
    created = await create_tables(served.port, games)
    used, begun = served.processor(), time.perf_counter()
    counts = await play(served.port, created, every, seconds, pages)
    wall = time.perf_counter() - begun
    return {
        "tables": len(created),
        "streams": sum(len(game.tokens) for game in created),
        "pages": pages,
        "seconds": round(wall, 1),
        "actions": len(counts.acknowledged),
        "actions_per_s": round(len(counts.acknowledged) / seconds, 1),
        "failures": counts.failures,
        "unheard": len(counts.acknowledged) - len(counts.heard),
        "heard": spread(counts.heard),
        "acknowledged": spread(counts.acknowledged),
        "page": spread(counts.pages),
        "server_cpu": round((served.processor() - used) / wall, 2),
    }
