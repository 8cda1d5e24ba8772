"""`chapterhouse bench serve`: real clients over loopback against a server of its own.

Every seat of every table has its event stream open. The games are dealt from known seeds and played through beforehand,
so that the clients need not ask what is legal; what is measured is the time from a post to the event on another seat's
stream. With `pages` every event is answered as a browser does: by asking for the whole table with its picture.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from chapterhouse.bots import make
from chapterhouse.play.table import Table

STEP = re.compile(rb'"step": (\d+)')
PLAYERS = 3


class Connection:
    """One kept-alive HTTP connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.lock = asyncio.Lock()
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, bytes]:
        """Status and body of the answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-length: {len(data)}\r\n"
        if data:
            head += "content-type: application/json\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        async with self.lock:
            if self.writer is None or self.writer.is_closing():
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            assert self.reader is not None
            self.writer.write(head.encode() + b"\r\n" + data)
            top = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", top.lower())
            return int(top[9:12]), await self.reader.readexactly(int(length[1])) if length else b""

    async def data(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        status, answer = await self.ask(method, path, body, token)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]!r}")
        return json.loads(answer)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


class Stream(asyncio.Protocol):
    """A seat's event stream; calls back with every step it tells."""

    def __init__(self, on_step: Callable[[int], None]) -> None:
        self.on_step, self.buffer = on_step, b""
        self.is_open = asyncio.Event()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        *whole, self.buffer = (self.buffer + data).split(b"\n\n")
        for event in whole:
            told = STEP.search(event)
            if told:
                self.is_open.set()
                self.on_step(int(told[1]))


@dataclass
class Game:
    """A table that clients play, from moves that are known beforehand."""

    id: str
    tokens: list[str]
    moves: list[tuple[int, int]]
    streams: list[Stream] = field(default_factory=list)
    step: int = 0
    seat: int = 0  # who has just posted
    posted: float = 0.0
    heard: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Counts:
    """What was measured, in seconds."""

    heard: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    failures: int = 0


def play_through(seed: int, most: int | None = None, game: str = "templari") -> list[tuple[int, int]]:
    """The moves of a game between sensible bots, to its end or so many."""
    table = Table(game, PLAYERS, seed)
    bots = [make("sensible", game, seed + seat) for seat in range(PLAYERS)]
    while table.to_act is not None and (most is None or table.ply < most):
        seat = table.to_act
        table.act(bots[seat].choose(table.seen(seat), seat), seat)
    return [(decision.seat, decision.code) for decision in table.history]


class Served:
    """A server of our own, on a free port."""

    def __init__(self, folder: pathlib.Path, **settings: Any) -> None:
        given = {
            "database": f"sqlite:///{folder / 'bench.db'}",
            "port": 0,
            "browser": 0,
            "rate_reads": 0,
            "rate_posts": 0,
            "rate_tables": 0,
            "streams": 100_000,
            "streams_per_address": 100_000,
            "tables": 100_000,
            "log_level": "warning",
        } | settings
        environment = os.environ | {f"CHAPTERHOUSE_{name.upper()}": str(value) for name, value in given.items()}
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chapterhouse", "serve"], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.ready = time.perf_counter() - self.begun
        found = re.search(r":(\d+)/", line)
        if not found:
            raise RuntimeError("the server did not start")
        self.port = int(found[1])

    def memory(self) -> int:
        """Bytes of main memory in use."""
        text = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """Seconds of processor time used."""
        parts = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


async def wait_for_rules(port: int) -> None:
    """Until the rules are compiled, if they are to be."""
    if os.environ.get("CHAPTERHOUSE_MODE") == "plain":
        return
    connection = Connection(port)
    while not (await connection.data("GET", "/api/engine"))["ready"]:
        await asyncio.sleep(0.1)
    connection.close()


async def lay_tables(port: int, games: list[list[tuple[int, int]]]) -> list[Game]:
    connections = [Connection(port) for _ in range(8)]

    async def lay(i: int) -> Game:
        asked = {"game": "templari", "mode": "one_screen", "players": PLAYERS, "seed": i, "pace": 0}
        made = await connections[i % 8].data("POST", "/api/tables", asked)
        return Game(made["id"], [seat["token"] for seat in made["seats"]], games[i % len(games)])

    made = await asyncio.gather(*(lay(i) for i in range(len(games))))
    for connection in connections:
        connection.close()
    return list(made)


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
        for n, (seat, code) in enumerate(game.moves):
            await asyncio.sleep(max(0.0, turn - time.perf_counter()))
            if time.perf_counter() - begun > seconds:
                return
            game.heard.clear()
            game.step, game.seat, game.posted = n + 1, seat, time.perf_counter()
            body = {"action": code, "step": n, "now": False, "request": f"{game.id}-{n}"}
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
    """Bytes of the home page and a table page with all that they load, uncompressed."""

    async def weigh() -> dict[str, int]:
        connection = Connection(port)
        made = await connection.data("POST", "/api/tables", {"game": "templari", "mode": "watch", "pace": 0})
        sizes: dict[str, int] = {}
        for name, path in (("home_bytes", "/"), ("table_bytes", made["url"])):
            status, page = await connection.ask("GET", path)
            if status != 200:
                continue
            parts = set(re.findall(r'(?:src|href)="(/(?:static|style)[^"]+)"', page.decode()))
            loaded = [await connection.ask("GET", part) for part in parts]
            sizes[name] = len(page) + sum(len(body) for _, body in loaded)
        connection.close()
        return sizes

    return asyncio.run(weigh())


def measure(tables: int = 500, every: float = 2.0, seconds: float = 20.0, pages: bool = False) -> dict[str, Any]:
    """All figures, as plain data."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        Served(folder).stop()  # once, so that the database and the cache are there
        most = int(seconds / every) + 2
        games = [play_through(seed, most) for seed in range(tables)]
        served = Served(folder)
        try:
            made: dict[str, Any] = {"ready_s": round(served.ready, 2), "cores": os.cpu_count()}
            asyncio.run(wait_for_rules(served.port))
            made["compiled_s"] = round(time.perf_counter() - served.begun, 2)
            made |= page_sizes(served.port)
            asyncio.run(lay_tables(served.port, games[:1] * min(50, tables)))
            before = served.memory()
            asyncio.run(lay_tables(served.port, games[:1] * tables))
            made["idle_table_bytes"] = round((served.memory() - before) / tables)
            laid = asyncio.run(_lay_and_play(served, games, every, seconds, pages))
            return made | laid
        finally:
            served.stop()


async def _lay_and_play(
    served: Served, games: list[list[tuple[int, int]]], every: float, seconds: float, pages: bool
) -> dict[str, Any]:
    laid = await lay_tables(served.port, games)
    used, begun = served.processor(), time.perf_counter()
    counts = await play(served.port, laid, every, seconds, pages)
    wall = time.perf_counter() - begun
    return {
        "tables": len(laid),
        "streams": len(laid) * PLAYERS,
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
