"""Settings, the commands, the copy of all games, the figures."""

from __future__ import annotations

import json
import pathlib
import socket
import sqlite3
from dataclasses import fields
from typing import Any

import pytest
from typer.testing import CliRunner

from chapterhouse.cli.app import build
from chapterhouse.server import serve
from chapterhouse.server.settings import Settings, documented, from_environment
from tests.server.browser import Browser
from tests.server.driving import lay, play_alone


def run(*arguments: object, language: str = "en") -> Any:
    """The command line in this process."""
    return CliRunner().invoke(build(language), [str(a) for a in arguments])


def test_every_setting_is_a_variable_and_documented() -> None:
    text = documented()
    for field in fields(Settings):
        assert f"CHAPTERHOUSE_{field.name.upper()}" in text
        assert field.metadata["says"]
        if isinstance(field.default, str):
            given, expected = "some text", "some text"
        elif isinstance(field.default, bool):
            given, expected = ("no", False) if field.default else ("yes", True)  # type: ignore[assignment]
        else:
            given, expected = "7", 7  # type: ignore[assignment]
        read = from_environment({f"CHAPTERHOUSE_{field.name.upper()}": given})
        assert getattr(read, field.name) == expected
    assert from_environment({"CHAPTERHOUSE_PORT": "1"}, port=2).port == 2
    assert from_environment({"CHAPTERHOUSE_PORT": "1"}, port=None).port == 1


@pytest.mark.parametrize(("name", "given"), [("PORT", "high"), ("BROWSER", "maybe"), ("BURST", "x")])
def test_settings_that_cannot_be_read(name: str, given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=f"CHAPTERHOUSE_{name}"):
        from_environment({f"CHAPTERHOUSE_{name}": given})
    monkeypatch.setenv(f"CHAPTERHOUSE_{name}", given)
    done = run("serve")
    assert done.exit_code == 2
    assert f"CHAPTERHOUSE_{name}" in done.stderr
    assert repr(given) in done.stderr


def test_a_port_that_is_taken(tmp_path: pathlib.Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'x.db'}"
        done = run("serve", "--port", port, "--no-browser", "--database", database)
        assert done.exit_code == 1
        assert str(port) in done.stderr
        near = serve.listen("127.0.0.1", port, 20)
        assert port < near.getsockname()[1] <= port + 20
        near.close()


def test_the_settings_are_printed() -> None:
    done = run("serve", "--settings")
    assert done.exit_code == 0
    assert done.stdout.strip() == documented()
    assert run("serve", "--no-such-thing").exit_code == 2


def test_a_copy_while_it_is_played(client: Browser, settings: Settings, tmp_path: pathlib.Path) -> None:
    made = lay(client, mode="one_screen")
    told = play_alone(client, made["id"], 5)
    target = tmp_path / "copy.db"
    assert run("backup", target, "--database", settings.url).exit_code == 0
    play_alone(client, made["id"], 3)
    with sqlite3.connect(target) as copied:
        assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copied.execute("SELECT MAX(step) FROM entries").fetchone() == (told["step"],)
    copied.close()
    there = run("backup", target, "--database", settings.url)
    assert (there.exit_code, str(target) in there.stderr) == (1, True)
    for wrong in (f"sqlite:///{tmp_path}/nothing.db", "no URL"):
        failed = run("backup", tmp_path / "other.db", "--database", wrong, language="it")
        assert failed.exit_code == 1
        assert len(failed.stderr.splitlines()) == 1
        assert not (tmp_path / "other.db").exists()


def test_the_figures(tmp_path: pathlib.Path) -> None:
    target = tmp_path / "figures.json"
    asked = ["--tables", 3, "--every", 0.5, "--seconds", 2, "--pages", "--json", target]
    assert run("bench", "serve", *asked).exit_code == 0
    figures = json.loads(target.read_text())
    assert figures["failures"] == figures["unheard"] == 0
    assert figures["actions"] >= 3
    assert figures["heard"]["p50_ms"] > 0
    assert figures["page"]["p50_ms"] > 0
    assert figures["idle_table_bytes"] < 200_000
    assert 0 < figures["ready_s"] < 60


def test_the_list_of_settings_in_the_docs_is_the_list() -> None:
    page = pathlib.Path(__file__).parents[2] / "docs" / "pages.md"
    assert documented() in page.read_text(encoding="utf-8")
