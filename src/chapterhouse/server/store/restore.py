"""`chapterhouse restore`: all games back from a copy, which is looked at before anything is touched."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sqlite3

import sqlalchemy as sa

from chapterhouse.server.store.backup import BackupFailed, copy_sqlite, run_tool
from chapterhouse.server.store.db import Store
from chapterhouse.server.store.schema import HEAD, games

SQLITE, POSTGRESQL = b"SQLite format 3\0", b"PGDMP"


def restore(url: str, file: pathlib.Path, force: bool = False) -> int:
    """Put the games of a copy into the database of that URL; how many there are now.

    BackupFailed when the copy is none, when a server uses the database, or when games are there and `force` is not
    given; the database is then as it was."""
    store = Store(url)
    try:
        with file.open("rb") as copy:
            begins = copy.read(len(SQLITE))
        wanted = POSTGRESQL if store.is_shared else SQLITE
        if not begins.startswith(wanted):
            is_other = begins.startswith((SQLITE, POSTGRESQL))
            raise BackupFailed("other_kind" if is_other else "no_copy", file=str(file))
        if store.is_shared:
            _restore_postgresql(store, file, force)
        else:
            _restore_sqlite(store, file, force)
        return _count(store.engine)
    except (sqlite3.Error, OSError, sa.exc.SQLAlchemyError) as e:
        raise BackupFailed("failed", why=str(getattr(e, "orig", None) or e).strip().splitlines()[0]) from e
    finally:
        store.unclaim()
        store.engine.dispose()


def _count(engine: sa.Engine) -> int:
    """How many games are there; none where there is no table of them."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(games.name):
            return 0
        return int(connection.scalar(sa.select(sa.func.count()).select_from(games)) or 0)


# ── SQLite ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _restore_sqlite(store: Store, file: pathlib.Path, force: bool) -> None:
    target = store.file
    _check_sqlite(file)
    store.claim_file()
    if not force and target.stat().st_size:
        is_empty = False
        with contextlib.suppress(sa.exc.SQLAlchemyError):  # what cannot be read may still be of worth to somebody
            is_empty = _count(store.engine) == 0
        if not is_empty:
            raise BackupFailed("not_empty", where=str(target))
    store.engine.dispose()
    new = target.with_name(target.name + ".new")
    copy_sqlite(file, new)
    for left in ("-wal", "-shm"):  # of the old database: they would be read into the new one
        target.with_name(target.name + left).unlink(missing_ok=True)
    os.replace(new, target)
    if os.geteuid() == 0:  # the files belong to who runs the server, as their folder does
        owner = target.parent.stat()
        for each in (target, target.with_name(target.name + ".lock")):
            os.chown(each, owner.st_uid, owner.st_gid)


def _check_sqlite(file: pathlib.Path) -> None:
    """The copy is whole, and a database that this program reads."""
    copy = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise BackupFailed("no_copy", file=str(file))
        (version,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError):
        raise BackupFailed("no_copy", file=str(file)) from None
    finally:
        copy.close()
    if version > HEAD:
        raise BackupFailed("newer", file=str(file))


# ── PostgreSQL ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _restore_postgresql(store: Store, file: pathlib.Path, force: bool) -> None:
    try:
        listed = run_tool("pg_restore", None, "--list", str(file))
    except BackupFailed as e:
        raise e if e.reason == "no_tool" else BackupFailed("no_copy", file=str(file)) from None
    if f"TABLE DATA public {games.name} " not in listed:
        raise BackupFailed("no_copy", file=str(file))
    with store.engine.connect() as connection:
        others = sa.text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        if connection.scalar(others):
            raise BackupFailed("connected")
    if not force and _count(store.engine):
        raise BackupFailed("not_empty", where=store.engine.url.render_as_string(hide_password=True))
    store.engine.dispose()
    # all of it or nothing; owners are who restores, since the old ones may not be there
    how = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    run_tool("pg_restore", store.engine.url, *how, str(file))
