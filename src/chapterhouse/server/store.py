"""What is kept: SQLAlchemy over a SQLite file or PostgreSQL.

A game is its append-only list of entries. The key (game, step) keeps two answers to one question apart, in whatever
process they are given; an entry is acknowledged only once it is committed. Writes of many tables share a commit: one
thread takes all that wait, writes them in one transaction and tells them together. Nothing here runs on the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import pathlib
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from chapterhouse.server.tables import HEAD

T = TypeVar("T")
Change = Callable[[sa.Connection], Any]
CHANNEL = "chapterhouse"
BATCH = 500  # writes that share a commit at most
GATHER = 0.004  # seconds for which a commit waits for more when the last was shared: one flush to disk costs as much
log = logging.getLogger("chapterhouse.store")


class Unavailable(Exception):
    """The database does not answer."""


@dataclass(frozen=True)
class Entry:
    """One entry of a table's list."""

    step: int
    kind: str
    seat: int
    code: int | None
    words: str | None
    doer: str
    request: str
    at: float


@dataclass(frozen=True)
class SeatRow:
    """Who sits in a seat."""

    seat: int
    kind: str
    claimed: bool
    bot: str | None
    name: str
    seen: float


@dataclass(frozen=True)
class GameRow:
    """A table as it is kept, without its entries."""

    id: str
    game: str
    rules: int
    mode: str
    record: dict[str, Any]
    clock: dict[str, Any] | None
    pace: float
    host: str
    created: float
    seats_revision: int
    rematch: str | None


@dataclass(frozen=True)
class Summary:
    """What lists show of a table; goes into its row with every entry."""

    ply: int
    asked: list[int]
    over: bool


@dataclass(frozen=True)
class SaidRow:
    """A message."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float


@dataclass
class _Waiting:
    change: Change
    touched: str | None
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


def _engine(url: str) -> sa.Engine:
    made = sa.make_url(url)
    if made.get_backend_name() == "sqlite":
        if made.database in (None, "", ":memory:"):
            raise ValueError("the database must be a file, so that a game outlives the server")
        assert made.database is not None
        pathlib.Path(made.database).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(made)

        @sa.event.listens_for(engine, "connect")
        def _prepare(connection: Any, _record: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}").close()

        return engine
    if made.get_backend_name() in ("postgresql", "postgres"):
        return sa.create_engine(made.set(drivername="postgresql+psycopg"), pool_pre_ping=True, pool_size=8)
    raise ValueError(f"{made.get_backend_name()}: SQLite and PostgreSQL are supported")


class Store:
    """The database, off the event loop."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.is_shared = self.engine.dialect.name == "postgresql"  # may several processes share it?
        self.origin = f"{os.getpid()}.{os.urandom(4).hex()}"  # tells our own notifications from others'
        self.commits = 0
        self.commit_seconds = 0.0
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, "store-read")
        self._writer: threading.Thread | None = None
        self._listener: asyncio.Task[None] | None = None
        self._connection: sa.Connection | None = None  # the writer's own

    # ── opening and closing ──────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Bring the database to its last form and begin to write."""
        self._loop = asyncio.get_running_loop()
        await self._loop.run_in_executor(self._readers, self.migrate)
        self._writer = threading.Thread(target=self._write_all, name="store-write", daemon=True)
        self._writer.start()

    def migrate(self) -> None:
        """Run the migrations that are missing; one process at a time."""
        with self.engine.connect() as connection:
            if sa.inspect(connection).has_table("alembic_version"):
                if connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == HEAD:
                    return
        # imported only when there is something to do: it takes a third of a second
        from alembic import command
        from alembic.config import Config

        with self.engine.begin() as connection:
            if self.is_shared:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(20260101)"))
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

    # ── reading and writing ──────────────────────────────────────────────────────────────────────────────────────

    async def read(self, question: Callable[[sa.Connection], T]) -> T:
        """Ask the database, in a thread."""

        def ask() -> T:
            with self.engine.connect() as connection:
                return question(connection)

        try:
            return await self._loop.run_in_executor(self._readers, ask)
        except DBAPIError as e:
            log.warning("read failed: %s", type(e.orig).__name__)
            raise Unavailable from e

    async def write(self, change: Change, touched: str | None = None) -> Any:
        """Change the database; returns once it is committed. `touched` is the table that other processes look at."""
        waiting = _Waiting(change, touched, self._loop.create_future())
        self._queue.put(waiting)
        return await asyncio.shield(waiting.future)

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
            for waiting in batch:
                for attempt in range(3):
                    waiting.error = None
                    try:
                        self._transact([waiting])
                        break
                    except OperationalError as e:
                        log.warning("write failed: %s", type(e.orig).__name__)
                        waiting.error = Unavailable()
                        time.sleep(0.05 * 4**attempt)
                    except Exception as e:
                        waiting.error = e
                        break
        self.commits += 1
        self.commit_seconds += time.perf_counter() - begun

    def _transact(self, batch: list[_Waiting]) -> None:
        if self._connection is None or self._connection.invalidated:
            self._connection = self.engine.connect()
        try:
            with self._connection.begin():
                for waiting in batch:
                    waiting.result = waiting.change(self._connection)
                if self.is_shared:
                    for touched in {w.touched for w in batch if w.touched}:
                        payload = {"channel": CHANNEL, "payload": f"{self.origin} {touched}"}
                        self._connection.execute(_NOTIFY, payload)
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


# ── what is asked and changed ────────────────────────────────────────────────────────────────────────────────────────

_NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")
_ADD_GAME = sa.text(
    "INSERT INTO games (id, game, rules, mode, record, clock, pace, host, created, step, ply, asked, over, at, "
    "seats_revision) VALUES (:id, :game, :rules, :mode, :record, :clock, :pace, :host, :created, 0, :ply, :asked, "
    ":over, :created, 0)"
)
_ADD_SEAT = sa.text(
    "INSERT INTO seats (game_id, seat, kind, claimed, bot, name, seen) "
    "VALUES (:game_id, :seat, :kind, :claimed, :bot, :name, 0)"
)
_ADD_KEY = sa.text("INSERT INTO seat_keys (hash, game_id, seat) VALUES (:hash, :game_id, :seat) ON CONFLICT DO NOTHING")
_ADD_HOLDER = sa.text(
    "INSERT INTO holders (visitor, game_id, seat) VALUES (:visitor, :game_id, :seat) ON CONFLICT DO NOTHING"
)
_ADD_ENTRY = sa.text(
    "INSERT INTO entries (game_id, step, kind, seat, code, words, doer, request, at) "
    "VALUES (:game_id, :step, :kind, :seat, :code, :words, :doer, :request, :at) ON CONFLICT DO NOTHING"
)
_SUM_UP = sa.text(
    "UPDATE games SET step = :step, ply = :ply, asked = :asked, over = :over, at = :at WHERE id = :game_id"
)
_GAME = sa.text(
    "SELECT id, game, rules, mode, record, clock, pace, host, created, seats_revision, rematch "
    "FROM games WHERE id = :id"
)
_ENTRIES = sa.text(
    "SELECT step, kind, seat, code, words, doer, request, at FROM entries WHERE game_id = :id AND step > :after "
    "ORDER BY step"
)
_BY_REQUEST = sa.text(
    "SELECT step, kind, seat, code, words, doer, request, at FROM entries WHERE game_id = :id AND request = :request"
)
_SEATS = sa.text("SELECT seat, kind, claimed, bot, name, seen FROM seats WHERE game_id = :id ORDER BY seat")
_REVISION = sa.text("SELECT seats_revision, rematch FROM games WHERE id = :id")
_REVISE = sa.text("UPDATE games SET seats_revision = seats_revision + 1 WHERE id = :id")
_LAST_CHAT = sa.text("SELECT COALESCE(MAX(id), 0) FROM chat WHERE game_id = :id")
_CHAT = sa.text(
    "SELECT id, seat, name, text, at FROM chat WHERE game_id = :id AND id > :after ORDER BY id DESC LIMIT :limit"
)
_ADD_CHAT = sa.text(
    "INSERT INTO chat (game_id, seat, name, text, at) VALUES (:game_id, :seat, :name, :text, :at) RETURNING id"
)
_BY_KEY = sa.text("SELECT game_id, seat FROM seat_keys WHERE hash = :hash")
_HELD = sa.text("SELECT seat FROM holders WHERE visitor = :visitor AND game_id = :id ORDER BY seat")
_HOLDERS = sa.text("SELECT visitor, seat FROM holders WHERE game_id = :id")
_MINE = sa.text(
    "SELECT g.id, g.game, g.mode, g.ply, g.asked, g.over, g.at, h.seat FROM games g JOIN holders h ON h.game_id = g.id "
    "WHERE h.visitor = :visitor ORDER BY g.over, g.at DESC, g.id, h.seat LIMIT 240"
)
_NEXT = sa.text("UPDATE games SET rematch = :next WHERE id = :id AND rematch IS NULL")
_SEEN = sa.text("UPDATE seats SET seen = :at WHERE game_id = :id AND seat = :seat")


@dataclass(frozen=True)
class NewSeat:
    """A seat to be laid: its row, the hash of its token, and the visitors that hold it from the start."""

    row: SeatRow
    key: str | None
    holders: tuple[str, ...] = ()


@dataclass(frozen=True)
class NewGame:
    """A table to be laid."""

    row: GameRow
    seats: list[NewSeat]
    summary: Summary


def add_game(connection: sa.Connection, new: NewGame) -> None:
    row = new.row
    connection.execute(
        _ADD_GAME,
        {
            "id": row.id,
            "game": row.game,
            "rules": row.rules,
            "mode": row.mode,
            "record": json.dumps(row.record, separators=(",", ":")),
            "clock": json.dumps(row.clock),
            "pace": row.pace,
            "host": row.host,
            "created": row.created,
            **_summed(new.summary),
        },
    )
    for seat in new.seats:
        s = seat.row
        connection.execute(
            _ADD_SEAT,
            {
                "game_id": row.id,
                "seat": s.seat,
                "kind": s.kind,
                "claimed": int(s.claimed),
                "bot": s.bot,
                "name": s.name,
            },
        )
        if seat.key:
            connection.execute(_ADD_KEY, {"hash": seat.key, "game_id": row.id, "seat": s.seat})
        for visitor in seat.holders:
            connection.execute(_ADD_HOLDER, {"visitor": visitor, "game_id": row.id, "seat": s.seat})


def add_rematch(connection: sa.Connection, old: str, new: NewGame) -> str:
    """Lay the table that follows another, unless there is one; the id of the one there is."""
    connection.execute(_NEXT, {"id": old, "next": new.row.id})
    there = connection.scalar(sa.text("SELECT rematch FROM games WHERE id = :id"), {"id": old})
    if there == new.row.id:
        add_game(connection, new)
        connection.execute(_REVISE, {"id": old})
    return str(there)


def _summed(summary: Summary) -> dict[str, Any]:
    return {"ply": summary.ply, "asked": "".join(map(str, summary.asked)), "over": int(summary.over)}


def add_entry(connection: sa.Connection, game_id: str, entry: Entry, summary: Summary) -> bool:
    """Append an entry; False when another stands in its place, or the request has had its answer."""
    row = vars(entry) | {"game_id": game_id}
    if connection.execute(_ADD_ENTRY, row).rowcount != 1:
        return False
    connection.execute(_SUM_UP, {"game_id": game_id, "step": entry.step, "at": entry.at, **_summed(summary)})
    return True


def game(connection: sa.Connection, id: str) -> GameRow | None:
    found = connection.execute(_GAME, {"id": id}).mappings().one_or_none()
    if found is None:
        return None
    return GameRow(**(dict(found) | {"record": json.loads(found["record"]), "clock": json.loads(found["clock"])}))


def entries(connection: sa.Connection, id: str, after: int = 0) -> list[Entry]:
    return [Entry(*row) for row in connection.execute(_ENTRIES, {"id": id, "after": after})]


def entry_of_request(connection: sa.Connection, id: str, request: str) -> Entry | None:
    row = connection.execute(_BY_REQUEST, {"id": id, "request": request}).one_or_none()
    return None if row is None else Entry(*row)


def seats(connection: sa.Connection, id: str) -> list[SeatRow]:
    rows = connection.execute(_SEATS, {"id": id})
    return [SeatRow(r.seat, r.kind, bool(r.claimed), r.bot, r.name, r.seen) for r in rows]


def revision(connection: sa.Connection, id: str) -> tuple[int, str | None]:
    row = connection.execute(_REVISION, {"id": id}).one()
    return row[0], row[1]


def change_seat(connection: sa.Connection, id: str, seat: int, **values: Any) -> None:
    """Change who sits in a seat or what they are called."""
    allowed = {"kind", "claimed", "bot", "name"}
    assert values.keys() <= allowed
    parts = ", ".join(f"{name} = :{name}" for name in values)
    connection.execute(
        sa.text(f"UPDATE seats SET {parts} WHERE game_id = :id AND seat = :seat"), values | {"id": id, "seat": seat}
    )
    connection.execute(_REVISE, {"id": id})


def last_chat(connection: sa.Connection, id: str) -> int:
    return int(connection.scalar(_LAST_CHAT, {"id": id}) or 0)


def chat(connection: sa.Connection, id: str, after: int, limit: int = 200) -> list[SaidRow]:
    """The last messages after one, the oldest first."""
    rows = connection.execute(_CHAT, {"id": id, "after": after, "limit": limit})
    return [SaidRow(*row) for row in rows][::-1]


def add_chat(connection: sa.Connection, id: str, seat: int | None, name: str, text: str, at: float) -> SaidRow:
    row = {"game_id": id, "seat": seat, "name": name, "text": text, "at": at}
    return SaidRow(int(connection.execute(_ADD_CHAT, row).scalar_one()), seat, name, text, at)


def seat_of_key(connection: sa.Connection, hash: str) -> tuple[str, int] | None:
    row = connection.execute(_BY_KEY, {"hash": hash}).one_or_none()
    return None if row is None else (row[0], row[1])


def add_key(connection: sa.Connection, hash: str, id: str, seat: int) -> None:
    connection.execute(_ADD_KEY, {"hash": hash, "game_id": id, "seat": seat})


def add_holder(connection: sa.Connection, visitor: str, id: str, seat: int) -> None:
    connection.execute(_ADD_HOLDER, {"visitor": visitor, "game_id": id, "seat": seat})


def held(connection: sa.Connection, visitor: str, id: str) -> list[int]:
    return [row[0] for row in connection.execute(_HELD, {"visitor": visitor, "id": id})]


def holders(connection: sa.Connection, id: str) -> list[tuple[str, int]]:
    return [(row[0], row[1]) for row in connection.execute(_HOLDERS, {"id": id})]


def mine(connection: sa.Connection, visitor: str) -> list[dict[str, Any]]:
    """The visitor's games with the seats held: running ones first, then the latest."""
    made: dict[str, dict[str, Any]] = {}
    for row in connection.execute(_MINE, {"visitor": visitor}).mappings():
        game = made.setdefault(row["id"], dict(row) | {"held": []})
        game["held"].append(row["seat"])
    for id, game in made.items():
        game["seats"] = seats(connection, id)
    return list(made.values())


def mark_seen(connection: sa.Connection, there: list[tuple[str, int]], at: float) -> None:
    if there:
        connection.execute(_SEEN, [{"id": id, "seat": seat, "at": at} for id, seat in sorted(there)])
