"""`chapterhouse backup`: a consistent copy of all games while the server goes on."""

from __future__ import annotations

import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence

import sqlalchemy as sa

from chapterhouse.server.command import Parser, complain, say, voice
from chapterhouse.server.settings import from_environment


class BackupFailed(Exception):
    """The copy could not be made; `key` and `parts` say why."""

    def __init__(self, key: str, **parts: str) -> None:
        super().__init__(key)
        self.key, self.parts = key, parts


def copy_sqlite(source: pathlib.Path, target: pathlib.Path) -> None:
    """SQLite's own backup: one moment of the database, whatever is written meanwhile."""
    if not source.is_file():
        raise BackupFailed("backup_no_file", file=str(source))
    copied = target.with_name(target.name + ".part")
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(copied) as new:
        old.backup(new)
    old.close()
    new.close()
    os.replace(copied, target)


def copy_postgresql(url: sa.URL, target: pathlib.Path) -> None:
    """`pg_dump` in its own compressed form; `pg_restore` reads it."""
    tool = shutil.which("pg_dump") or next(map(str, pathlib.Path("/usr/lib/postgresql").glob("*/bin/pg_dump")), None)
    if tool is None:
        raise BackupFailed("backup_no_tool")
    plain = url.set(drivername="postgresql")
    # the password goes by the environment: arguments can be seen by everybody on the machine
    environment = os.environ | ({"PGPASSWORD": str(plain.password)} if plain.password else {})
    address = plain.set(password=None).render_as_string(hide_password=False)
    done = subprocess.run(
        [tool, "--format=custom", f"--file={target}", address], env=environment, capture_output=True, text=True
    )
    if done.returncode:
        target.unlink(missing_ok=True)
        raise BackupFailed("backup_failed", why=done.stderr.strip().splitlines()[-1] if done.stderr else "pg_dump")


def backup(url: str, target: pathlib.Path) -> None:
    """Copy the database of that URL to a file."""
    if target.exists():
        raise BackupFailed("backup_exists", file=str(target))
    made = sa.make_url(url)
    if made.get_backend_name() == "sqlite":
        copy_sqlite(pathlib.Path(made.database or ""), target)
    else:
        copy_postgresql(made, target)


def main(arguments: Sequence[str] = ()) -> int:
    """The command."""
    tell = voice()
    parser = Parser("chapterhouse backup", description=tell("command.backup"))
    parser.add_argument("file", type=pathlib.Path, help=tell("command.backup_to"))
    parser.add_argument("--database", metavar="URL", help=tell("command.database"))
    given = parser.parse_args(list(arguments))
    try:
        backup(from_environment(database=given.database).url, given.file)
    except BackupFailed as e:
        complain(tell(f"command.{e.key}", **e.parts))
        return 1
    except (sqlite3.Error, OSError, ValueError, sa.exc.ArgumentError) as e:
        complain(tell("command.backup_failed", why=str(e)))
        return 1
    say(tell("command.backed_up", file=str(given.file)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
