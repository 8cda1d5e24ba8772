"""The database: SQLAlchemy over a SQLite file or PostgreSQL, off the event loop.

A game is its append-only list of entries. The key (game, step) keeps two answers to one question apart, in whatever
process they are given; an entry is acknowledged only once it is committed. Writes of many tables share a commit: one
thread takes all that wait, writes them in one transaction and answers them together.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pathlib
import queue
import re
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from chapterhouse.server.store.schema import HEAD

T = TypeVar("T")
Change = Callable[[sa.Connection], Any]
CHANNEL = "chapterhouse"
MIGRATION_LOCK = 20260101  # any number, the same in all processes
PAUSES = (0.05, 0.2, 0.8)  # seconds before a write that failed is tried again
BATCH = 500  # writes that share a commit at most
GATHER = 0.004  # seconds for which a commit waits for more when the last was shared: one flush to disk costs as much
log = logging.getLogger("chapterhouse.store")


class Unavailable(Exception):
    """The database does not answer."""


class BadDatabase(Exception):
    """The database cannot be used: `reason` names why, and `parts` are told with it."""

    def __init__(self, reason: str, **parts: str) -> None:
        super().__init__(reason, parts)
        self.reason, self.parts = reason, parts


@dataclass
class _Waiting:
    change: Change
    touched: str | None
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


def _parsed(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
        kind = parsed.get_backend_name()
    except (sa.exc.ArgumentError, ValueError):
        raise BadDatabase("url", url=_without_password(url)) from None
    if kind not in ("sqlite", "postgresql", "postgres"):
        raise BadDatabase("kind", kind=kind)
    if kind == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise BadDatabase("memory")
    return parsed


def _without_password(url: str) -> str:
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:…@", url)


def _engine(parsed: sa.URL, timeout: float) -> sa.Engine:
    if parsed.get_backend_name() == "sqlite":
        engine = sa.create_engine(parsed)

        @sa.event.listens_for(engine, "connect")
        def _prepare(connection: Any, _record: Any) -> None:
            wait = f"busy_timeout={int(timeout * 1000)}"
            for pragma in (wait, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}").close()

        return engine
    limits = {"statement_timeout": timeout, "lock_timeout": timeout, "idle_in_transaction_session_timeout": 3 * timeout}
    options = " ".join(f"-c {name}={int(seconds * 1000)}" for name, seconds in limits.items())
    return sa.create_engine(
        parsed.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        pool_size=8,
        pool_timeout=timeout,
        # a machine that is gone without a word is noticed after as long as an answer is awaited
        connect_args={
            "options": options,
            "connect_timeout": max(2, int(timeout)),
            "tcp_user_timeout": int(2000 * timeout),
            "keepalives_idle": max(2, int(timeout)),
        },
    )


class Store:
    """The database, off the event loop."""

    def __init__(self, url: str, timeout: float = 10.0) -> None:
        """`timeout`: seconds after which a statement is given up; an answer is awaited twice as long."""
        self._url = _parsed(url)
        self.engine = _engine(self._url, timeout)
        self.patience = 2 * timeout
        self.is_shared = self.engine.dialect.name == "postgresql"  # may several processes share it?
        self.origin = f"{os.getpid()}.{os.urandom(4).hex()}"  # tells our own notifications from others'
        self.commits = 0
        self.commit_seconds = 0.0
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "store-read")
        self._writer: threading.Thread | None = None
        self._listener: asyncio.Task[None] | None = None
        self._connection: sa.Connection | None = None  # the writer's own
        self._lock: sqlite3.Connection | None = None  # keeps other servers away from a SQLite file

    # ── opening and closing ──────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Bring the database to its last form and begin to write."""
        self._loop = asyncio.get_running_loop()
        await self._loop.run_in_executor(self._readers, self.prepare)
        self._writer = threading.Thread(target=self._write_all, name="store-write", daemon=True)
        self._writer.start()

    def prepare(self) -> None:
        """Make sure that the database can be used, a file by this server alone; BadDatabase says why not."""
        try:
            if not self.is_shared:
                self.claim_file()
            self.migrate()
        except SQLAlchemyError as e:
            self.unclaim()
            why = str(getattr(e, "orig", None) or e).strip().splitlines()[0]
            is_damaged = isinstance(getattr(e, "orig", None), sqlite3.DatabaseError) and "open" not in why
            raise BadDatabase("damaged" if is_damaged else "unreachable", url=self._shown, why=why) from None
        except (BadDatabase, OSError) as e:
            self.unclaim()
            if isinstance(e, OSError):
                raise BadDatabase("unreachable", url=self._shown, why=e.strerror or str(e)) from None
            raise

    @property
    def _shown(self) -> str:
        return self._url.render_as_string(hide_password=True)

    @property
    def file(self) -> pathlib.Path:
        """Where a SQLite database is."""
        return pathlib.Path(self._url.database or "")

    def claim_file(self) -> None:
        """Files that nobody else can read, and a lock that the system releases however this process ends."""
        path = self.file
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for each in (path, lock := path.with_name(path.name + ".lock")):
            os.close(os.open(each, os.O_CREAT | os.O_RDWR, 0o600))
        self._lock = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise BadDatabase("in_use", file=str(path)) from None

    def unclaim(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def migrate(self) -> None:
        """Run the migrations that are missing; one process at a time."""
        with self.engine.connect() as connection:
            if sa.inspect(connection).has_table("alembic_version"):
                version: Any = sa.select(sa.column("version_num")).select_from(sa.table("alembic_version"))
                revision = connection.scalar(version)
                if revision == HEAD:
                    return
                if revision is not None and revision > HEAD:
                    raise BadDatabase("newer", url=self._shown)
        # imported only when there is something to do: it takes a third of a second
        from alembic import command
        from alembic.config import Config

        with self.engine.begin() as connection:
            if self.is_shared:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config = Config()
            config.set_main_option("script_location", str(pathlib.Path(__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    async def close(self) -> None:
        """Write what waits, then let go."""
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._writer is not None:
            self._queue.put(None)
            await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        if self._connection is not None:
            self._connection.close()
        self._readers.shutdown()
        self.engine.dispose()
        self.unclaim()

    # ── reading and writing ──────────────────────────────────────────────────────────────────────────────────────

    async def read(self, question: Callable[[sa.Connection], T]) -> T:
        """Ask the database, in a thread."""

        def ask() -> T:
            with self.engine.connect() as connection:
                return question(connection)

        try:
            async with asyncio.timeout(self.patience):
                return await self._loop.run_in_executor(self._readers, ask)
        except TimeoutError as e:
            log.warning("read failed: no answer")
            raise Unavailable from e
        except SQLAlchemyError as e:
            log.warning("read failed: %s", type(getattr(e, "orig", None) or e).__name__)
            raise Unavailable from e

    async def write(self, change: Change, touched: str | None = None) -> Any:
        """Change the database; returns once it is committed. `touched` is the table that other processes look at."""
        waiting = _Waiting(change, touched, self._loop.create_future())
        self._queue.put(waiting)
        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.shield(waiting.future)
        except TimeoutError as e:  # whether it will be written is not known: the same request again tells
            log.warning("write failed: no answer")
            raise Unavailable from e

    def _write_all(self) -> None:
        stopped, is_busy = False, False
        while not stopped:
            first = self._queue.get()
            if first is None:
                return
            if is_busy:
                time.sleep(GATHER)
            batch = [first]
            while len(batch) < BATCH:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stopped = True
                    break
                batch.append(more)
            self._commit(batch)
            is_busy = len(batch) > 1
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_tell, batch)

    def _commit(self, batch: list[_Waiting]) -> None:
        begun = time.perf_counter()
        # one order in all processes, so that two batches never wait for each other
        batch.sort(key=lambda w: w.touched or "")
        try:
            self._transact(batch)
        except Exception:
            # one of them spoils the others: each on its own, and once more where the connection was lost
            pauses: tuple[float, ...] = PAUSES
            for waiting in batch:
                self._write_alone(waiting, pauses)
                if isinstance(waiting.error, Unavailable):
                    pauses = ()  # the database is out of order: the others are told so at once
        self.commits += 1
        self.commit_seconds += time.perf_counter() - begun

    def _write_alone(self, waiting: _Waiting, pauses: tuple[float, ...]) -> None:
        for pause in (*pauses, None):
            waiting.error = None
            try:
                return self._transact([waiting])
            except SQLAlchemyError as e:
                log.warning("write failed: %s", type(getattr(e, "orig", None) or e).__name__)
                waiting.error = Unavailable()
            except Exception as e:
                waiting.error = e
                return None
            if pause is not None:
                time.sleep(pause)
        return None

    def _transact(self, batch: list[_Waiting]) -> None:
        if self._connection is None or self._connection.invalidated:
            self._connection = self.engine.connect()
        try:
            with self._connection.begin():
                for waiting in batch:
                    waiting.result = waiting.change(self._connection)
                if self.is_shared:
                    for touched in {w.touched for w in batch if w.touched}:
                        self._connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.origin} {touched}")))
        except Exception:
            broken, self._connection = self._connection, None
            with contextlib.suppress(Exception):
                broken.close()
            raise

    # ── other processes ──────────────────────────────────────────────────────────────────────────────────────────

    def listen(self, on_change: Callable[[str | None], Awaitable[None]]) -> None:
        """Call back with the id of every table that another process changes; None: any may have changed."""
        if self.is_shared:
            self._listener = asyncio.create_task(self._listen(on_change))

    async def _listen(self, on_change: Callable[[str | None], Awaitable[None]]) -> None:
        import psycopg

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await on_change(None)
                    async for notice in connection.notifies():
                        origin, _, touched = notice.payload.partition(" ")
                        if origin != self.origin:
                            await on_change(touched)
            except psycopg.Error as e:
                log.warning("listening failed: %s", type(e).__name__)
            await asyncio.sleep(1)


def _tell(batch: list[_Waiting]) -> None:
    for waiting in batch:
        if waiting.future.done():
            continue
        if waiting.error is not None:
            waiting.future.set_exception(waiting.error)
            waiting.future.exception()  # who asked may be gone
        else:
            waiting.future.set_result(waiting.result)
