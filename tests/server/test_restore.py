"""Backup and restore as docs/hosting.md says: what was acknowledged before the copy is there after the loss."""

from __future__ import annotations

import os
import pathlib
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from chapterhouse.play.table import Table
from chapterhouse.server.store import queries
from chapterhouse.server.store.backup import BackupFailed, backup
from chapterhouse.server.store.db import BadDatabase, Store
from chapterhouse.server.store.restore import restore
from chapterhouse.server.tables.create import chairs_for, create
from tests.server.driving import Serving

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "hosting.md"
NAME, LINES = "Ada the copyist", ["first", "second: è, 日本"]


def page_commands() -> list[str]:
    """The lines of the page's section, in order."""
    section = PAGE.read_text(encoding="utf-8").split("## 4. ")[1].split("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.S)
    return [line for block in blocks for line in block.splitlines()]


class Shell:
    """Runs the page's lines in folders of ours; what sets something stays set for the lines after it."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.set: list[str] = []
        tools = root / "opt" / "chapterhouse" / "bin"
        for folder in (tools, root / "etc", root / "var" / "backups", root / "var" / "lib" / "chapterhouse"):
            folder.mkdir(parents=True)
        self._tool(tools / "chapterhouse", f'exec "{sys.executable}" -m chapterhouse "$@"')
        self._tool(tools / "date", "echo 2026-01-01")  # the day may end between two lines
        self.path = f"{tools}:{os.environ['PATH']}"

    def _tool(self, path: pathlib.Path, text: str) -> None:
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def run(self, line: str) -> None:
        line = re.sub(r"(?<=[=/ :])/(?=(?:opt|etc|var)/)", f"{self.root}/", line)
        if line.startswith(("export ", "copy=")):
            self.set.append(line)
            return
        known = {name: value for name, value in os.environ.items() if name != "CHAPTERHOUSE_DATABASE"}
        script = "\n".join(["set -eu", *self.set, line])
        done = subprocess.run(["sh", "-c", script], env=known | {"PATH": self.path}, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"


def play(client: httpx.Client, decisions: int) -> dict[str, Any]:
    """A table with a name and chat, some decisions played; all that must be there again."""
    asked = {"game": "templari", "players": 3, "mode": "one_screen", "pace": 0}
    id = client.post("/api/tables", json=asked).raise_for_status().json()["id"]
    path = f"/api/tables/{id}"
    client.post(f"{path}/name", json={"seat": 0, "name": NAME}).raise_for_status()
    for text in LINES:
        client.post(f"{path}/chat", json={"seat": 0, "text": text}).raise_for_status()
    for _ in range(decisions):
        told = client.get(path, params={"picture": "false"}).json()
        seat = told["view"]["to_act"]
        mine = client.get(path, params={"picture": "false", "seat": seat}).json()
        action = mine["view"]["legal"][0]["words"]
        body = {"action": action, "step": told["step"], "seat": seat}
        client.post(f"{path}/act", json=body).raise_for_status()
    return kept(client, id)


def kept(client: httpx.Client, id: str) -> dict[str, Any]:
    told = client.get(f"/api/tables/{id}", params={"picture": "false"}).raise_for_status().json()
    chat = client.get(f"/api/tables/{id}/chat").raise_for_status().json()["chat"]
    log = client.get(f"/api/tables/{id}/log").raise_for_status().json()["log"]
    return {"id": id, "step": told["step"], "names": told["view"]["names"], "chat": chat, "log": log}


def do_what_the_page_says(root: pathlib.Path, database: str, lose: Callable[[], None]) -> None:
    shell, lines = Shell(root), page_commands()
    if database.startswith("postgresql"):
        (root / "etc" / "chapterhouse.env").write_text(f"CHAPTERHOUSE_DATABASE={database}\n")
        lines = [line.split("# or: ")[1] if "# or: " in line else line for line in lines]
    assert sum(line.startswith("chapterhouse backup ") for line in lines) == 1
    assert sum(line.startswith("chapterhouse restore ") for line in lines) == 1
    serving = Serving(root, database=database)
    try:
        with httpx.Client(base_url=serving.address, timeout=60) as client:
            told = [play(client, decisions) for decisions in (9, 4)]
            for line in lines:
                if line == "systemctl stop chapterhouse":
                    serving.stop()
                    lose()
                elif line == "systemctl start chapterhouse":
                    serving = Serving(root, port=serving.port, database=database)
                else:
                    shell.run(line)
            assert [kept(client, table["id"]) for table in told] == told
            assert [table["step"] for table in told] == [9, 4]
            assert all(table["names"][0] == NAME for table in told)
            assert all([line["text"] for line in table["chat"]] == LINES for table in told)
            play(client, 2)  # and all goes on
    finally:
        serving.stop()


def test_sqlite_as_the_page_says(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "var" / "lib" / "chapterhouse" / "chapterhouse.db"

    def lose() -> None:
        for each in file.parent.iterdir():
            each.unlink()

    do_what_the_page_says(tmp_path, f"sqlite:///{file}", lose)


def test_postgresql_as_the_page_says(tmp_path: pathlib.Path, postgresql: str) -> None:
    def lose() -> None:
        engine = sa.create_engine(sa.make_url(postgresql).set(drivername="postgresql+psycopg"))
        with engine.begin() as connection:
            connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            connection.execute(sa.text("CREATE SCHEMA public"))
        engine.dispose()

    do_what_the_page_says(tmp_path, postgresql, lose)


# ── what is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


def store_with(url: str, count: int) -> Store:
    store = Store(url)
    store.migrate()
    with store.engine.begin() as connection:
        for _ in range(count):
            chairs = chairs_for("one_screen", 3, "sensible")
            queries.add_game(connection, create(Table("templari", 3), chairs, "v" * 43, mode="one_screen").new)
    store.engine.dispose()
    return store


def reason_of(url: str, file: pathlib.Path, force: bool = False) -> str:
    with pytest.raises((BackupFailed, BadDatabase)) as failed:
        restore(url, file, force)
    return str(failed.value.reason)  # type: ignore[attr-defined]


def test_games_that_are_there_stay_without_force(tmp_path: pathlib.Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy"
    store_with(url, 2)
    backup(url, copy)
    store_with(url, 3)
    before = (tmp_path / "games.db").read_bytes()
    assert reason_of(url, copy) == "not_empty"
    assert (tmp_path / "games.db").read_bytes() == before
    assert restore(url, copy, force=True) == 2
    (tmp_path / "games.db").write_bytes(b"no database at all")
    assert reason_of(url, copy) == "not_empty"
    assert restore(url, copy, force=True) == 2
    assert (tmp_path / "games.db").stat().st_mode & 0o777 == 0o600
    store_with(f"sqlite:///{tmp_path / 'empty.db'}", 0)
    assert restore(f"sqlite:///{tmp_path / 'empty.db'}", copy) == 2


def test_a_copy_is_looked_at_first(tmp_path: pathlib.Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy"
    store_with(url, 1)
    backup(url, copy)
    whole = copy.read_bytes()
    for text in (b"", b"junk", whole[:-5000], whole[:8192] + bytes(8192) + whole[16384:]):
        copy.write_bytes(text)
        assert reason_of(url, copy, force=True) == "no_copy"
    copy.write_bytes(b"PGDMP and more")
    assert reason_of(url, copy, force=True) == "other_kind"
    copy.write_bytes(whole)
    with sqlite3.connect(copy) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    assert reason_of(url, copy, force=True) == "newer"
    assert reason_of("no URL", copy) == "url"
    copy.write_bytes(whole)
    assert restore(url, copy, force=True) == 1


def test_a_server_must_be_stopped_first(tmp_path: pathlib.Path, postgresql: str) -> None:
    url, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy"
    store = store_with(url, 1)
    backup(url, copy)
    store.claim_file()
    assert reason_of(url, copy, force=True) == "in_use"
    store.unclaim()

    store = store_with(postgresql, 1)
    backup(postgresql, tmp_path / "dump")
    assert reason_of(postgresql, tmp_path / "dump") == "not_empty"
    assert reason_of(postgresql, copy) == "other_kind"
    (tmp_path / "cut").write_bytes((tmp_path / "dump").read_bytes()[:400])
    assert reason_of(postgresql, tmp_path / "cut", force=True) == "no_copy"
    with store.engine.connect():
        assert reason_of(postgresql, tmp_path / "dump", force=True) == "connected"
    store.engine.dispose()
    assert restore(postgresql, tmp_path / "dump", force=True) >= 1
