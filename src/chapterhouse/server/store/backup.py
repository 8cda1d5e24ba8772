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
    with sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True) as old, sqlite3.connect(copied) as new:
        old.backup(new)
    old.close()
    new.close()
    os.replace(copied, target)


def copy_postgresql(url: sa.URL, target: pathlib.Path) -> None:
    """`pg_dump` in its own compressed form; `pg_restore` reads it."""
    os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        run_tool("pg_dump", url, "--format=custom", f"--file={target}")
    except BackupFailed:
        target.unlink(missing_ok=True)
        raise


def run_tool(name: str, url: sa.URL | None, *arguments: str) -> str:
    """What a tool of PostgreSQL's prints; with the database where a URL is given."""
    own = max(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), default=None)
    tool = shutil.which(name) or own
    if tool is None:
        raise BackupFailed("no_tool", tool=name)
    environment, address = dict(os.environ), []
    if url is not None:
        plain = url.set(drivername="postgresql")
        # the password goes by the environment: arguments can be seen by everybody on the machine
        environment |= {"PGPASSWORD": str(plain.password)} if plain.password else {}
        address = [f"--dbname={plain.set(password=None).render_as_string(hide_password=False)}"]
    done = subprocess.run([tool, *arguments, *address], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise BackupFailed("failed", why=done.stderr.strip().splitlines()[-1] if done.stderr else name)
    return done.stdout


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
