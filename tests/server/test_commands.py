"""Settings, the commands, the copy of all games, the figures."""

from __future__ import annotations

import pathlib
import socket
import sqlite3
from dataclasses import fields

import pytest

from chapterhouse.server import backup, bench, serve
from chapterhouse.server.settings import Settings, documented, from_environment
from tests.server.browser import Browser
from tests.server.driving import lay, play_alone


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
    assert serve.main([]) == 2


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = f"sqlite:///{tmp_path / 'x.db'}"
        assert serve.main(["--port", str(port), "--no-browser", "--database", database]) == 1
        assert str(port) in capsys.readouterr().err
        near = serve.listen("127.0.0.1", port, 20)
        assert port < near.getsockname()[1] <= port + 20
        near.close()


def test_the_settings_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert serve.main(["--settings"]) == 0
    assert "CHAPTERHOUSE_DATABASE" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        serve.main(["--no-such-thing"])
    assert stopped.value.code == 2


def test_a_copy_while_it_is_played(client: Browser, settings: Settings, tmp_path: pathlib.Path) -> None:
    made = lay(client, mode="one_screen")
    told = play_alone(client, made["id"], 5)
    target = tmp_path / "copy.db"
    assert backup.main([str(target), "--database", settings.url]) == 0
    play_alone(client, made["id"], 3)
    with sqlite3.connect(target) as copied:
        assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copied.execute("SELECT MAX(step) FROM entries").fetchone() == (told["step"],)
    copied.close()
    assert backup.main([str(target), "--database", settings.url]) == 1
    assert backup.main([str(tmp_path / "other.db"), "--database", f"sqlite:///{tmp_path}/nothing.db"]) == 1
    assert not (tmp_path / "other.db").exists()


def test_the_figures(tmp_path: pathlib.Path) -> None:
    target = tmp_path / "figures.json"
    assert bench.main(["--tables", "3", "--every", "0.5", "--seconds", "2", "--pages", "--json", str(target)]) == 0
    import json

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
