"""`chapterhouse soak serve`: a steady load of tables, and beside it all that can go wrong.

A server of its own, over loopback, with the limits that a public one has. Every table is played by clients from an
address of their own, who send a request whose answer was lost once more, the same, until there is an answer. Strangers
from other addresses send half requests, floods, uploads, stale and doubled posts; the database is held up; the server
is killed and started again. In the end the database is read: every decision that was acknowledged must be there, once,
in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from chapterhouse.games import NAMES
from chapterhouse.load.bench import spread
from chapterhouse.load.client import Connection, Served, wait_for_rules
from chapterhouse.load.games import Game, create_table, play_through

LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)
HALVES = 400  # half requests at once
FLOOD = 40  # connections that ask as fast as they can
UPLOADS = 12


@dataclass
class Played:
    """A table, and what its players were told."""

    game: Game
    address: str
    acknowledged: int = 0
    repeated: int = 0


@dataclass
class Report:
    """What was measured: how long an acknowledgement took, in which part, and what failed."""

    waits: dict[str, list[float]] = field(default_factory=lambda: {"before": [], "during": [], "after": []})
    failures: Counter[str] = field(default_factory=Counter)
    troubles: dict[str, dict[str, int]] = field(default_factory=dict)
    part: str = "before"


class Soak:
    """One run."""

    def __init__(self, folder: pathlib.Path, tables: int, every: float, seconds: float, seed: int = 0) -> None:
        self.folder, self.every, self.seconds = folder, every, seconds
        self.luck = random.Random(seed)
        self.report = Report()
        self.is_over = False
        most = int(seconds / every) + 8
        games = [play_through(NAMES[n % len(NAMES)], n, most) for n in range(tables)]
        self.tables = [Played(game, f"127.1.{n // 200}.{1 + n % 200}") for n, game in enumerate(games)]
        self.server = self._serve()

    def _serve(self, port: int = 0) -> Served:
        usual = {"rate_reads": 40, "rate_posts": 15, "rate_tables": 0.5, "tables_per_day": 500}
        limits = {"connections_per_address": 200, "unfinished_per_address": 50, "streams_per_address": 100}
        return Served(self.folder, port=port, log_level="error", head_time=5, **usual, **limits)

    async def run(self, say: Callable[[str], None]) -> dict[str, Any]:
        """All of it; what is being done is said."""
        await wait_for_rules(self.server.port)
        for played in self.tables:
            connection = Connection(self.server.port, played.address)
            played.game = await create_table(connection, played.game)
            connection.close()
        players = [asyncio.create_task(self._play(played, n)) for n, played in enumerate(self.tables)]
        quiet = self.seconds / 4
        await asyncio.sleep(quiet)
        self.report.part = "during"
        troubles: dict[str, Callable[[float], Awaitable[dict[str, int]]]] = {
            "half requests": self._half_requests,
            "flood": self._flood,
            "uploads": self._uploads,
            "stale and doubled posts": self._stale_posts,
            "database held up": self._hold_database,
            "killed": self._kill,
        }
        for name, trouble in troubles.items():
            say(name)
            self.report.troubles[name] = await trouble(self.seconds / 2 / len(troubles))
        self.report.part = "after"
        say("after")
        await asyncio.sleep(quiet)
        self.is_over = True
        await asyncio.gather(*players)
        return self._told()

    # ── the steady load ──────────────────────────────────────────────────────────────────────────────────────────

    async def _play(self, played: Played, n: int) -> None:
        await asyncio.sleep(self.every * n / len(self.tables))
        connection = Connection(self.server.port, played.address)
        game = played.game
        while not self.is_over and played.acknowledged < len(game.decisions):
            step = played.acknowledged
            seat, code = game.decisions[step]
            body = {"action": code, "step": step, "now": False, "request": f"{game.id}-{step}"}
            begun = time.perf_counter()
            if await self._post(connection, played, f"/api/tables/{game.id}/act", body, game.tokens[seat]):
                self.report.waits[self.report.part].append(time.perf_counter() - begun)
                played.acknowledged += 1
            await asyncio.sleep(self.every)
        connection.close()

    async def _post(self, connection: Connection, played: Played, path: str, body: Any, token: str) -> bool:
        """Send it until there is an answer; whether it was acknowledged."""
        while not self.is_over:
            try:
                status, _ = await asyncio.wait_for(connection.ask("POST", path, body, token), 30)
            except LOST as e:
                self.report.failures[type(e).__name__] += 1
                connection.close()
                connection.writer = None
                played.repeated += 1
                await asyncio.sleep(0.1 + self.luck.random() * 0.2)
                continue
            if status == 200:
                return True
            self.report.failures[str(status)] += 1
            if status not in (429, 503):
                return False
            played.repeated += 1
            await asyncio.sleep(0.2 + self.luck.random() * 0.3)
        return False

    # ── what goes wrong ──────────────────────────────────────────────────────────────────────────────────────────

    async def _half_requests(self, seconds: float) -> dict[str, int]:
        """Heads that never end, from one address."""
        told: Counter[str] = Counter()
        halves: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        for _ in range(HALVES):
            with contextlib.suppress(OSError):
                halves.append(await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=("127.2.0.1", 0)))
                halves[-1][1].write(b"GET / HTTP/1.1\r\nhost: x\r\nhalf: ")
        await asyncio.sleep(seconds)
        for reader, writer in halves:
            try:
                async with asyncio.timeout(0.01):
                    told[(await reader.read(100))[9:12].decode() or "closed"] += 1
            except (TimeoutError, OSError) as e:
                told["open" if isinstance(e, TimeoutError) else "reset"] += 1
            writer.close()
        return dict(told)

    async def _flood(self, seconds: float) -> dict[str, int]:
        """Questions as fast as they are answered, from one address."""
        told: Counter[str] = Counter()
        end = time.monotonic() + seconds

        async def ask() -> None:
            connection = Connection(self.server.port, "127.2.0.2")
            while time.monotonic() < end:
                try:
                    status, _ = await connection.ask("GET", "/api/house")
                    told[str(status)] += 1
                except LOST as e:
                    told[type(e).__name__] += 1
                    connection.writer = None
                await asyncio.sleep(0)
            connection.close()

        await asyncio.gather(*(ask() for _ in range(FLOOD)))
        return dict(told)

    async def _uploads(self, seconds: float) -> dict[str, int]:
        """Records that are none, and as large as may be."""
        told: Counter[str] = Counter()
        bulk = {"record": {"chapterhouse": 1, "game": NAMES[0], "data": {"x": [[] for _ in range(200_000)]}}}
        end = time.monotonic() + seconds

        async def send(n: int) -> None:
            connection = Connection(self.server.port, f"127.2.1.{1 + n % 3}")
            while time.monotonic() < end:
                try:
                    status, _ = await asyncio.wait_for(connection.ask("POST", "/api/records", bulk), 60)
                    told[str(status)] += 1
                except LOST as e:
                    told[type(e).__name__] += 1
                    connection.writer = None
                await asyncio.sleep(0.2)
            connection.close()

        await asyncio.gather(*(send(n) for n in range(UPLOADS)))
        return dict(told)

    async def _stale_posts(self, seconds: float) -> dict[str, int]:
        """Answers to questions of long ago, and the same post many times at once; none may change a table."""
        told: Counter[str] = Counter()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            played = self.luck.choice(self.tables)
            if not played.acknowledged:
                await asyncio.sleep(0.05)
                continue
            step = self.luck.randrange(played.acknowledged)
            seat, code = played.game.decisions[step]
            for request in (f"{played.game.id}-{step}", f"stale-{self.luck.getrandbits(60):x}"):
                connection = Connection(self.server.port, "127.2.0.3")
                body = {"action": code, "step": step, "now": False, "request": request}
                try:
                    path = f"/api/tables/{played.game.id}/act"
                    status, _ = await connection.ask("POST", path, body, played.game.tokens[seat])
                    told[f"{'doubled' if request.startswith(played.game.id) else 'stale'} {status}"] += 1
                except LOST as e:
                    told[type(e).__name__] += 1
                connection.close()
            await asyncio.sleep(0.1)
        return dict(told)

    async def _hold_database(self, seconds: float) -> dict[str, int]:
        """Another program writes to the database and takes its time."""
        held = sqlite3.connect(self.folder / "load.db", timeout=10, isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(min(seconds, 4.0))
        held.execute("ROLLBACK")
        held.close()
        await asyncio.sleep(max(0.0, seconds - 4.0))
        return {"times": 1}

    async def _kill(self, seconds: float) -> dict[str, int]:
        """No warning, in the middle of everything; and started again at once."""
        times = max(1, int(seconds // 4))
        for _ in range(times):
            port = self.server.port
            self.server.process.kill()
            self.server.stop()
            self.server = await asyncio.to_thread(self._serve, port)
            await asyncio.sleep(max(0.5, seconds / times - 2))
        return {"times": times}

    # ── what came of it ──────────────────────────────────────────────────────────────────────────────────────────

    def _told(self) -> dict[str, Any]:
        lost = wrong = 0
        stored = sqlite3.connect(f"file:{self.folder / 'load.db'}?mode=ro", uri=True)
        for played in self.tables:
            rows = stored.execute(
                "SELECT step, seat, code FROM entries WHERE game_id = ? ORDER BY step", (played.game.id,)
            ).fetchall()
            kept = [(seat, code) for _, seat, code in rows]
            lost += max(0, played.acknowledged - len(kept))
            in_place = [step for step, _, _ in rows] == list(range(1, len(rows) + 1))
            wrong += not in_place or kept != played.game.decisions[: len(kept)] or len(kept) > played.acknowledged + 1
        stored.close()
        return {
            "tables": len(self.tables),
            "acknowledged": sum(played.acknowledged for played in self.tables),
            "lost": lost,
            "wrong_tables": wrong,
            "sent_again": sum(played.repeated for played in self.tables),
            "failures": dict(self.report.failures),
            "troubles": self.report.troubles,
            "acknowledged_after": {part: spread(waits) for part, waits in self.report.waits.items()},
        }


def soak(
    tables: int = 300, every: float = 2.0, seconds: float = 120.0, say: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """All figures, as plain data; `lost` and `wrong_tables` must be 0."""
    with tempfile.TemporaryDirectory(prefix="chapterhouse-soak-") as name:
        run = Soak(pathlib.Path(name), tables, every, seconds)
        try:
            report = asyncio.run(run.run(say))
        finally:
            run.server.stop()
    json.dumps(report)
    return report
