"""A database that cannot be used: a sentence before anything starts, and a 503 while it lasts."""

from __future__ import annotations

import pathlib
import resource
import sqlite3
import stat

import httpx
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from chapterhouse.cli.app import build
from chapterhouse.server.store.backup import backup
from tests.server.browser import Browser
from tests.server.driving import Serving, lay


def serve(*arguments: str) -> str:
    """What `chapterhouse serve` says and cannot do."""
    done = CliRunner().invoke(build(), ["serve", "--no-browser", "--port", "0", *arguments])
    assert done.exit_code == 1, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("chapterhouse: ")
    return lines[0]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAPTERHOUSE_LANGUAGE", "en")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "no address of a database"),
        ("mysql://a:secret@b/c", "SQLite or PostgreSQL"),
        ("sqlite://", "must be a file"),
        ("postgresql://someone:secret@127.0.0.1:9/none", "cannot be opened"),
        ("sqlite:////proc/nothing/games.db", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be(url: str, says: str) -> None:
    said = serve("--database", url)
    assert says in said
    assert "secret" not in said


def test_a_damaged_or_newer_database(tmp_path: pathlib.Path) -> None:
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"this is no database, and never was one" * 200)
    assert "damaged" in serve("--database", f"sqlite:///{damaged}")
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    assert "newer Chapterhouse" in serve("--database", f"sqlite:///{newer}")


def test_a_second_server_on_the_same_file(tmp_path: pathlib.Path) -> None:
    with Serving(tmp_path):
        assert "Another server" in serve("--database", f"sqlite:///{tmp_path / 'games.db'}")
    with Serving(tmp_path) as again:  # the first is gone
        again.kill()
    with Serving(tmp_path):  # and one that was killed holds nothing
        pass


def test_files_are_the_owners_alone(tmp_path: pathlib.Path) -> None:
    with Serving(tmp_path) as serving:
        backup(f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db")
    files = [path for path in tmp_path.iterdir() if path != serving.log]
    assert {path.name for path in files} >= {"games.db", "copy.db"}
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


def test_every_database_error_is_a_503(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    service = client.house.app.state.service
    client.house.run(service.store.write(lambda c: c.execute(sa.text("DROP TABLE chat"))))
    for answer in (
        client.get(f"/api/tables/{id}/chat"),
        client.post(f"/api/tables/{id}/chat", json={"text": "hello", "seat": 0}),
        client.get("/table/" + "A" * 16),
    ):
        if answer.headers["content-type"] == "application/json":
            assert (answer.status_code, answer.json()["error"]) == (503, "unavailable"), answer.text
    service.registry.drop_all()
    assert client.get(f"/api/tables/{id}").status_code == 503


def test_a_full_disk_is_a_503_and_the_same_request_is_kept_once_there_is_space(tmp_path: pathlib.Path) -> None:
    """No byte more can be written, as where a disk is full: nothing is acknowledged, what is kept can be read, and the
    same request is answered when it is over."""
    with Serving(tmp_path) as serving, httpx.Client(base_url=serving.address, timeout=60) as client:
        asked = {"game": "templari", "players": 3, "mode": "one_screen", "options": {"start": 0}}
        path = f"/api/tables/{client.post('/api/tables', json=asked).json()['id']}"
        body = {"action": "bid 2", "step": 0, "seat": 0, "request": "the-same-request", "now": False}
        usual = resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (0, usual[1]))
        refused = client.post(f"{path}/act", json=body)
        assert (refused.status_code, refused.json()["error"]) == (503, "unavailable")
        assert client.get(path).json()["step"] == 0
        resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, usual)
        assert client.post(f"{path}/act", json=body).json()["step"] == 1
        assert client.post(f"{path}/act", json=body).json()["step"] == 1
        assert client.get(path).json()["step"] == 1
