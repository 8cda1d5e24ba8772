"""What is kept: one answer a step, shared commits, migrations."""

from __future__ import annotations

import asyncio
import pathlib
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from chapterhouse.play.table import Table
from chapterhouse.server.store import db, queries
from chapterhouse.server.store.db import Store
from chapterhouse.server.store.rows import Entry, Summary
from chapterhouse.server.store.schema import HEAD, metadata
from chapterhouse.server.tables.create import Chair, Created, create
from tests.server.driving import settings_for


def run(folder: pathlib.Path, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def inside() -> None:
        kept = Store(settings_for(folder).url)
        await kept.open()
        try:
            await work(kept)
        finally:
            await kept.close()

    asyncio.run(inside())


def created() -> Created:
    chairs = [Chair("you") for _ in range(3)]
    return create(Table("templari", 3, seed=5), chairs, "v" * 43, mode="one_screen")


def entry(step: int, request: str, seat: int = 0) -> Entry:
    return Entry(step, "act", seat, 3, "bid 2", "human", request, time.time())


SUMMARY = Summary(1, [1], False)


def test_migrations_lead_to_the_tables(tmp_path: pathlib.Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    kept = Store(settings_for(tmp_path).url)
    kept.migrate()
    kept.migrate()
    with kept.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == HEAD
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(sa.text("PRAGMA synchronous")) == 2
    kept.engine.dispose()
    config = Config()
    config.set_main_option("script_location", str(pathlib.Path(queries.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_one_answer_a_step_and_one_a_request(tmp_path: pathlib.Path) -> None:
    async def work(kept: Store) -> None:
        new = created().new
        id = new.row.id
        await kept.write(lambda c: queries.add_game(c, new))

        def add(e: Entry) -> Any:
            return kept.write(lambda c: queries.add_entry(c, id, e, SUMMARY), id)

        won = await asyncio.gather(*(add(entry(1, f"request-{i}", i % 3)) for i in range(50)))
        assert sum(won) == 1
        first = await kept.read(lambda c: queries.entries_of(c, id))
        assert len(first) == 1
        assert not await add(entry(2, first[0].request))  # the same request again
        assert await add(entry(2, "another"))
        assert [e.step for e in await kept.read(lambda c: queries.entries_of(c, id))] == [1, 2]
        found = await kept.read(lambda c: queries.entry_of_request(c, id, "another"))
        assert found is not None
        assert found.step == 2

    run(tmp_path, work)


def test_a_bad_write_harms_no_other(tmp_path: pathlib.Path) -> None:
    async def work(kept: Store) -> None:
        new = created().new
        await kept.write(lambda c: queries.add_game(c, new))

        def spoil(c: sa.Connection) -> None:
            c.execute(sa.text("INSERT INTO nowhere VALUES (1)"))

        def fail(_: sa.Connection) -> None:
            raise ZeroDivisionError

        good = [
            kept.write(partial(queries.add_entry, game_id=new.row.id, entry=entry(n, f"r{n}"), summary=SUMMARY))
            for n in range(1, 20)
        ]
        bad = [kept.write(spoil), kept.write(fail)]
        answers = await asyncio.gather(*good, *bad, return_exceptions=True)
        assert answers[:19] == [True] * 19
        assert isinstance(answers[19], db.Unavailable)
        assert isinstance(answers[20], ZeroDivisionError)
        assert len(await kept.read(lambda c: queries.entries_of(c, new.row.id))) == 19

    run(tmp_path, work)


def test_writes_share_commits(tmp_path: pathlib.Path) -> None:
    async def work(kept: Store) -> None:
        many = [created().new for _ in range(100)]
        before = kept.commits
        await asyncio.gather(*(kept.write(partial(queries.add_game, new=new)) for new in many))
        assert kept.commits - before < 50
        count = await kept.read(lambda c: c.scalar(sa.text("SELECT COUNT(*) FROM games")))
        assert count == 100

    run(tmp_path, work)


def test_a_database_must_outlive_the_server() -> None:
    with pytest.raises(db.BadDatabase, match="memory"):
        Store("sqlite://")
    with pytest.raises(db.BadDatabase, match="kind"):
        Store("mysql://x/y")
