"""`chapterhouse soak serve`: a steady load of tables, and beside it all that can go wrong.

A server of its own, over loopback, with the limits that a public one has. Every table is played by clients from an
address of their own, who send a request whose answer was lost once more, the same, until there is an answer. Strangers
from other addresses send half requests, floods, uploads, stale and doubled posts; the database is held up, its disk is
full, it is killed or stands still; the server is killed and started again. In the end the database is read: every
decision that was acknowledged must be there, once, in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import random
import resource
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from chapterhouse.games import NAMES
from chapterhouse.load.bench import spread
from chapterhouse.load.client import Connection, Served, wait_for_rules
from chapterhouse.load.games import Game, create_table, play_through
from chapterhouse.load.postgres import Postgres

LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)
HALVES = 400  # half requests at once
FLOOD = 40  # connections that ask as fast as they can
UPLOADS = 12
FAULT = 5.0  # seconds for which a database is out of order at most
STATEMENT = 3.0  # seconds after which the server gives a question to the database up, so that players are told


@dataclass
class Played:
    """A table, and what its players were told."""

    game: Game
    address: str
    told_in: list[str] = field(default_factory=list)  # the part in which each decision was sent
    repeated: int = 0

    @property
    def acknowledged(self) -> int:
        return len(self.told_in)


@dataclass
class Part:
    """A part of the run: how long acknowledgements took, what failed for players, and what was done or answered."""

    waits: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    done: dict[str, int] = field(default_factory=dict)
    lost: int = 0


Trouble = Callable[[float], Awaitable[dict[str, int]]]


class Soak:
    """One run, on SQLite or on a PostgreSQL of its own."""

    def __init__(
        self,
        folder: pathlib.Path,
        tables: int,
        every: float,
        seconds: float,
        postgres: Postgres | None = None,
        seed: int = 0,
    ) -> None:
        self.folder, self.every, self.seconds, self.postgres = folder, every, seconds, postgres
        self.url = postgres.url if postgres else f"sqlite:///{folder / 'load.db'}"
        self.luck = random.Random(seed)
        self.parts: dict[str, Part] = {"before": Part()}
        self.part = "before"
        self.is_over = False
        most = int(seconds / every) + 8
        games = [play_through(NAMES[n % len(NAMES)], n, most) for n in range(tables)]
        self.tables = [Played(game, f"127.1.{n // 200}.{1 + n % 200}") for n, game in enumerate(games)]
        self.server = self._serve()

    def _serve(self, port: int = 0) -> Served:
        usual = {"rate_reads": 40, "rate_posts": 15, "rate_tables": 0.5, "tables_per_day": 500}
        limits = {"connections_per_address": 200, "unfinished_per_address": 50, "streams_per_address": 100}
        own = {"database": self.url, "statement_timeout": STATEMENT, "log_level": "error", "head_time": 5}
        return Served(self.folder, port=port, **usual, **limits, **own)

    def troubles(self) -> dict[str, Trouble]:
        """What goes wrong, in order."""
        strangers: dict[str, Trouble] = {
            "half": self._half_requests,
            "flood": self._flood,
            "uploads": self._uploads,
            "stale": self._stale_posts,
        }
        of_database: dict[str, Trouble] = {"held": self._hold_database, "full": self._fill_disk}
        if self.postgres:
            of_database = {"frozen": self._freeze_postgres, "database_killed": self._kill_postgres}
        return strangers | of_database | {"killed": self._kill}

    async def run(self, say: Callable[[str], None]) -> dict[str, Any]:
        """All of it; what is being done is said."""
        await wait_for_rules(self.server.port)
        for played in self.tables:
            connection = Connection(self.server.port, played.address)
            played.game = await create_table(connection, played.game)
            connection.close()
        players = [asyncio.create_task(self._play(played, n)) for n, played in enumerate(self.tables)]
        try:
            await self._trouble(say)
        finally:
            self.is_over = True  # also where it is stopped on the way
        await asyncio.gather(*players)
        return self._told()

    async def _trouble(self, say: Callable[[str], None]) -> None:
        quiet, troubles = self.seconds / 4, self.troubles()
        await asyncio.sleep(quiet)
        for name, trouble in troubles.items():
            self._begin(name, say)
            self.parts[name].done = await trouble(self.seconds / 2 / len(troubles))
        self._begin("after", say)
        await asyncio.sleep(quiet)

    def _begin(self, part: str, say: Callable[[str], None]) -> None:
        say(part)
        self.part, self.parts[part] = part, Part()

    # ── the steady load ──────────────────────────────────────────────────────────────────────────────────────────

    async def _play(self, played: Played, n: int) -> None:
        await asyncio.sleep(self.every * n / len(self.tables))
        connection = Connection(self.server.port, played.address)
        game = played.game
        while not self.is_over and played.acknowledged < len(game.decisions):
            step = played.acknowledged
            seat, code = game.decisions[step]
            body = {"action": code, "step": step, "now": False, "request": f"{game.id}-{step}"}
            begun, part = time.perf_counter(), self.part
            if await self._post(connection, played, f"/api/tables/{game.id}/act", body, game.tokens[seat]):
                self.parts[part].waits.append(time.perf_counter() - begun)
                played.told_in.append(part)
            await asyncio.sleep(self.every)
        connection.close()

    async def _post(self, connection: Connection, played: Played, path: str, body: Any, token: str) -> bool:
        """Send it until there is an answer; whether it was acknowledged."""
        while not self.is_over:
            try:
                status, _ = await asyncio.wait_for(connection.ask("POST", path, body, token), 30)
            except LOST as e:
                self.parts[self.part].failed[type(e).__name__] += 1
                connection.close()
                played.repeated += 1
                await asyncio.sleep(0.1 + self.luck.random() * 0.2)
                continue
            if status == 200:
                return True
            self.parts[self.part].failed[str(status)] += 1
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
                    connection.close()
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
                    connection.close()
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
        await asyncio.sleep(min(seconds, FAULT))
        held.execute("ROLLBACK")
        held.close()
        await asyncio.sleep(max(0.0, seconds - FAULT))
        return {"times": 1}

    async def _fill_disk(self, seconds: float) -> dict[str, int]:
        """No byte more can be written: the system refuses it, as it does where a disk is full."""
        process, which = self.server.process.pid, resource.RLIMIT_FSIZE
        usual = resource.prlimit(process, which)
        resource.prlimit(process, which, (0, usual[1]))
        await asyncio.sleep(min(seconds / 2, FAULT))
        resource.prlimit(process, which, usual)
        await asyncio.sleep(seconds - min(seconds / 2, FAULT))
        return {"times": 1}

    async def _freeze_postgres(self, seconds: float) -> dict[str, int]:
        """It holds its connections and answers nothing, for longer than the server waits where there is time."""
        assert self.postgres is not None
        self.postgres.freeze()
        await asyncio.sleep(min(seconds / 2, 2 * FAULT))
        self.postgres.thaw()
        await asyncio.sleep(seconds - min(seconds / 2, 2 * FAULT))
        return {"times": 1}

    async def _kill_postgres(self, seconds: float) -> dict[str, int]:
        """No warning; it is away for a while and puts itself right when it starts again."""
        assert self.postgres is not None
        begun = time.monotonic()
        self.postgres.kill()
        await asyncio.sleep(min(seconds / 4, FAULT))
        await asyncio.to_thread(self.postgres.start)
        await asyncio.sleep(max(0.5, begun + seconds - time.monotonic()))
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
        wrong = 0
        engine = sa.create_engine(self.url.replace("postgresql:", "postgresql+psycopg:"))
        asked = sa.text("SELECT step, seat, code FROM entries WHERE game_id = :id ORDER BY step")
        with engine.connect() as stored:
            for played in self.tables:
                rows = stored.execute(asked, {"id": played.game.id}).all()
                kept = [(seat, code) for _, seat, code in rows]
                for part in played.told_in[len(kept) :]:
                    self.parts[part].lost += 1
                in_place = [step for step, _, _ in rows] == list(range(1, len(rows) + 1))
                is_right = in_place and kept == played.game.decisions[: len(kept)]
                wrong += not is_right or len(kept) > played.acknowledged + 1
        engine.dispose()
        return {
            "database": "PostgreSQL" if self.postgres else "SQLite",
            "tables": len(self.tables),
            "acknowledged": sum(played.acknowledged for played in self.tables),
            "lost": sum(part.lost for part in self.parts.values()),
            "wrong_tables": wrong,
            "sent_again": sum(played.repeated for played in self.tables),
            "parts": {
                name: {"acknowledged": len(part.waits), "lost": part.lost}
                | {"waited": spread(part.waits), "failed": dict(part.failed), "done": part.done}
                for name, part in self.parts.items()
            },
        }


def soak(
    tables: int = 300,
    every: float = 2.0,
    seconds: float = 120.0,
    say: Callable[[str], None] = lambda _: None,
    postgresql: bool = False,
) -> dict[str, Any]:
    """All figures, as plain data; `lost` and `wrong_tables` must be 0. NoPostgres where one is asked for in vain."""
    with contextlib.ExitStack() as ends, tempfile.TemporaryDirectory(prefix="chapterhouse-soak-") as name:
        postgres = Postgres() if postgresql else None
        if postgres:
            ends.callback(postgres.close)
        run = Soak(pathlib.Path(name), tables, every, seconds, postgres)
        ends.callback(lambda: run.server.stop())  # the one that runs then: it is started again on the way
        report = asyncio.run(run.run(say))
        run.server.stop()
    json.dumps(report)
    return report
