"""The same on PostgreSQL, and two processes on one database with the players of a table on different ones."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import random
import threading

import httpx
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from chapterhouse.load.client import Connection
from chapterhouse.play.table import Table
from chapterhouse.server.store import backup, queries
from chapterhouse.server.store.db import Store
from chapterhouse.server.store.rows import Entry
from chapterhouse.server.store.schema import metadata
from chapterhouse.server.tables.create import chairs_for, create
from tests.server.driving import Serving
from tests.server.driving_many import Driven, check, drive, lay
from tests.server.test_streams import Listening


@pytest.fixture
def database(postgresql: str, request: pytest.FixtureRequest) -> str:
    """A database of its own for each test."""
    name = f"test_{abs(hash(request.node.name)) % 10**9}"
    url = sa.make_url(postgresql)
    engine = sa.create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


def kept(database: str, tables: list[Driven]) -> list[list[Entry]]:
    engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        found = [queries.entries_of(connection, table.id) for table in tables]
    engine.dispose()
    return found


def test_migrations_lead_to_the_tables(database: str) -> None:
    kept_in = Store(database)
    kept_in.migrate()
    with kept_in.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    kept_in.engine.dispose()


def test_killed_at_random_moments(tmp_path: pathlib.Path, database: str) -> None:
    async def inside() -> None:
        serving = Serving(tmp_path, database=database)
        port = serving.port
        try:
            tables = [await lay(port, seed) for seed in range(40)]
            playing = [asyncio.ensure_future(drive(t, lambda _: port, 10, 0.4)) for t in tables]
            for _ in range(2):
                await asyncio.sleep(0.3 + random.random())
                serving.kill()
                serving = await asyncio.to_thread(Serving, tmp_path, port, database=database)
            await asyncio.gather(*playing)
            assert sum(t.repeated for t in tables) > 0
            for t, entries in zip(tables, kept(database, tables), strict=True):
                check(t, entries)
                assert t.acknowledged == 10
        finally:
            serving.stop()

    asyncio.run(inside())


def test_two_processes_and_one_is_killed(tmp_path: pathlib.Path, database: str) -> None:
    """Seat 0 sits at one process, the others at the second, which is killed and comes back."""

    async def inside() -> None:
        first, second = Serving(tmp_path, database=database), Serving(tmp_path, database=database)
        ports = (first.port, second.port)
        try:
            tables = [await lay(ports[n % 2], 100 + n) for n in range(20)]
            playing = [asyncio.ensure_future(drive(t, lambda seat: ports[seat > 0], 12, 0.2)) for t in tables]
            await asyncio.sleep(1.0)
            second.kill()
            second = await asyncio.to_thread(Serving, tmp_path, ports[1], database=database)
            await asyncio.gather(*playing)
            for t, entries in zip(tables, kept(database, tables), strict=True):
                check(t, entries)
                assert t.acknowledged == 12
        finally:
            first.stop()
            second.stop()

    asyncio.run(inside())


def test_one_table_over_two_processes(tmp_path: pathlib.Path, database: str) -> None:
    """Events cross from one process to the other; two answers to one step, one at each, and one wins."""

    async def inside() -> None:
        with Serving(tmp_path, database=database) as first, Serving(tmp_path, database=database) as second:
            one, two = Connection(first.port), Connection(second.port)
            table = await lay(first.port, 7)
            path = f"/api/tables/{table.id}"
            watching = await Listening.open(second.port, table.id, table.tokens[1])
            assert (await watching.event())["data"]["step"] == 0
            for n in range(6):
                seat, code = table.moves[n]
                body = {"action": code, "step": n, "now": False}
                await one.data("POST", f"{path}/act", body, table.tokens[seat])
                while (await watching.event())["data"].get("step") != n + 1:
                    pass
            await two.data("POST", f"{path}/name", {"name": "Ada"}, table.tokens[1])
            said = await two.data("POST", f"{path}/chat", {"text": "from the other side"}, table.tokens[1])
            for _ in range(1200):
                told = await one.data("GET", f"{path}?picture=false")
                if told["view"]["names"][1] == "Ada" and told["chat"] == said["id"]:
                    break
                await asyncio.sleep(0.05)
            assert told["view"]["names"][1] == "Ada"
            for n in range(6, 14):
                seat, code = table.moves[n]
                bodies = [{"action": code, "step": n, "now": False, "request": f"request-{n}-{i}"} for i in range(2)]
                answers = await asyncio.gather(
                    one.ask("POST", f"{path}/act", bodies[0], table.tokens[seat]),
                    two.ask("POST", f"{path}/act", bodies[1], table.tokens[seat]),
                )
                assert sorted(status for status, _ in answers) == [200, 409]
            # the same request at both: both get the first answer
            seat, code = table.moves[14]
            same = {"action": code, "step": 14, "now": False, "request": "the-same-at-both"}
            both = await asyncio.gather(*(c.ask("POST", f"{path}/act", same, table.tokens[seat]) for c in (one, two)))
            assert [status for status, _ in both] == [200, 200]
            assert both[0][1] == both[1][1]
            table.acknowledged = 15
            check(table, kept(database, [table])[0])
            watching.close()
            one.close()
            two.close()

    asyncio.run(inside())


def test_a_lobby_over_two_processes(tmp_path: pathlib.Path, database: str) -> None:
    """People sit down at one process while the host changes the table at the other: one holder a seat, one seat a
    person, and all are at the table after the start."""

    async def inside(first: Serving, second: Serving, stack: contextlib.AsyncExitStack) -> None:
        async def browser(at: Serving, name: str) -> httpx.AsyncClient:
            client = httpx.AsyncClient(base_url=at.address, timeout=60, cookies={"chapterhouse": name * 8})
            return await stack.enter_async_context(client)

        host = await browser(first, "the-host")
        guests = [await browser((first, second)[n % 2], f"guest-{n}") for n in range(6)]
        asked = {"game": "templari", "mode": "friends", "players": 4, "wait": True, "options": {"start": 0}}
        path = f"/api/tables/{(await host.post('/api/tables', json=asked)).json()['id']}"
        token = (await host.get(f"{path}/lobby")).json()["invitation"].rpartition("/")[2]

        async def change() -> list[int]:
            wanted = [{"options": {"exchange": bool(n % 2)}, "bot": ("novice", "knight")[n % 2]} for n in range(4)]
            return [(await host.post(f"{path}/lobby", json=each)).status_code for each in wanted]

        claims = [
            guest.post(f"{path}/claim", json={"token": token, "seat": seat, "name": f"Guest {n}"})
            for n, guest in enumerate(guests)
            for seat in (1, 2, 3)
        ]
        changed, *_ = await asyncio.gather(change(), *claims)
        assert changed == [200] * 4
        engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
        with engine.connect() as connection:
            held = queries.holders_of(connection, path.rpartition("/")[2])
        engine.dispose()
        assert sorted(seat for _, seat in held) == [0, 1, 2, 3]
        assert len({visitor for visitor, _ in held}) == 4
        for _ in range(1200):
            seen = (await guests[1].get(f"{path}/lobby")).json()  # at the second process
            if seen["bot"] == "knight" and [seat["kind"] for seat in seen["seats"]].count("open") == 0:
                break
            await asyncio.sleep(0.05)
        assert seen["options"]["exchange"]
        assert (await host.post(f"{path}/start")).status_code == 200
        while (await guests[1].get(path)).status_code != 200:
            await asyncio.sleep(0.05)
        begun = [(await client.get(path)).json() for client in (host, guests[1])]
        assert begun[0]["deal"] == begun[1]["deal"]
        assert begun[0]["view"]["asked"] == begun[1]["view"]["asked"] == [0]

    async def open_all() -> None:
        with Serving(tmp_path, database=database) as first, Serving(tmp_path, database=database) as second:
            async with contextlib.AsyncExitStack() as stack:
                await inside(first, second, stack)

    asyncio.run(open_all())


def test_bots_are_driven_once_over_two_processes(tmp_path: pathlib.Path, database: str) -> None:
    async def inside() -> None:
        with Serving(tmp_path, database=database) as first, Serving(tmp_path, database=database) as second:
            one, two = Connection(first.port), Connection(second.port)
            asked = {"game": "templari", "mode": "watch", "players": 3, "pace": 0.02}
            id = (await one.data("POST", "/api/tables", asked))["id"]
            for _ in range(400):
                told = await two.data("GET", f"/api/tables/{id}?picture=false")
                if told["over"]:
                    break
                await asyncio.sleep(0.1)
            assert told["over"]
            record = await two.data("GET", f"/api/tables/{id}/record")
            assert len(record["actions"]) == told["step"] == told["ply"]
            one.close()
            two.close()

    asyncio.run(inside())


def test_backup(tmp_path: pathlib.Path, database: str) -> None:
    kept_in = Store(database)
    kept_in.migrate()
    kept_in.engine.dispose()
    target = tmp_path / "copy.dump"
    backup.backup(database, target)
    assert target.read_bytes().startswith(b"PGDMP")
    with pytest.raises(backup.BackupFailed, match="exists"):
        backup.backup(database, target)
    with pytest.raises(backup.BackupFailed, match="failed"):
        backup.backup(database.replace("/test_", "/nothing_"), tmp_path / "other.dump")


def test_lines_of_one_table_are_numbered_as_they_are_committed(database: str) -> None:
    """Two servers say something at once: the later number is never seen before the earlier one, or it would be lost."""
    store = Store(database)
    store.migrate()
    new = create(Table("templari", 3, seed=1), chairs_for("one_screen", 3, "sensible"), "v" * 43, mode="one_screen").new
    with store.engine.begin() as connection:
        queries.add_game(connection, new)
    second: list[int] = []

    def say() -> None:
        with store.engine.begin() as other:
            second.append(queries.add_message(other, new.row.id, 1, "B", "second", 0.0).id)

    with store.engine.begin() as connection:
        first = queries.add_message(connection, new.row.id, 0, "A", "first", 0.0).id
        thread = threading.Thread(target=say)
        thread.start()
        thread.join(0.5)
        assert second == []  # it waits until the first is committed
    thread.join(20)
    assert second[0] > first
    store.engine.dispose()


def test_a_statement_is_given_up_by_the_database_itself(database: str) -> None:
    """And what waits for a lock, too: no question holds a connection for ever."""
    usual = Store(database)
    usual.migrate()
    usual.engine.dispose()
    store = Store(database, timeout=0.2)
    with store.engine.connect() as connection, pytest.raises(sa.exc.OperationalError, match="statement timeout"):
        connection.execute(sa.text("SELECT pg_sleep(60)"))
    with store.engine.begin() as first, store.engine.connect() as second:
        first.execute(sa.text("LOCK TABLE games"))
        with pytest.raises(sa.exc.OperationalError, match="timeout"):
            second.execute(sa.text("SELECT * FROM games"))
    store.engine.dispose()
