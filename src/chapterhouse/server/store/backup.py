"""`chapterhouse backup`: a consistent copy of all games while the server goes on."""

from __future__ import annotations

import os
import pathlib
import shutil
import sqlite3
import subprocess

import sqlalchemy as sa


class BackupFailed(Exception):
    """The copy could not be made; `reason` is its name, `parts` are told with it."""

    def __init__(self, reason: str, **parts: str) -> None:
        super().__init__(reason, parts)
        self.reason, self.parts = reason, parts


def copy_sqlite(source: pathlib.Path, target: pathlib.Path) -> None:
    """SQLite's own backup: one moment of the database, whatever is written meanwhile."""
    if not source.is_file():
        raise BackupFailed("no_file", file=str(source))
    copied = target.with_name(target.name + ".part")
    os.close(os.open(copied, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))  # it holds what no player may see
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(copied) as new:
        old.backup(new)
    old.close()
    new.close()
    os.replace(copied, target)


def copy_postgresql(url: sa.URL, target: pathlib.Path) -> None:
    """`pg_dump` in its own compressed form; `pg_restore` reads it."""
    tool = shutil.which("pg_dump") or next(map(str, pathlib.Path("/usr/lib/postgresql").glob("*/bin/pg_dump")), None)
    if tool is None:
        raise BackupFailed("no_tool")
    plain = url.set(drivername="postgresql")
    # the password goes by the environment: arguments can be seen by everybody on the machine
    environment = os.environ | ({"PGPASSWORD": str(plain.password)} if plain.password else {})
    address = plain.set(password=None).render_as_string(hide_password=False)
    os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    done = subprocess.run(
        [tool, "--format=custom", f"--file={target}", address], env=environment, capture_output=True, text=True
    )
    if done.returncode:
        target.unlink(missing_ok=True)
        raise BackupFailed("failed", why=done.stderr.strip().splitlines()[-1] if done.stderr else "pg_dump")


def backup(url: str, target: pathlib.Path) -> None:
    """Copy the database of that URL to a file."""
    if target.exists():
        raise BackupFailed("exists", file=str(target))
    try:
        address = sa.make_url(url)
        if address.get_backend_name() == "sqlite":
            copy_sqlite(pathlib.Path(address.database or ""), target)
        else:
            copy_postgresql(address, target)
    except (sqlite3.Error, OSError, sa.exc.ArgumentError) as e:
        raise BackupFailed("failed", why=str(e)) from e
