from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

import chapterhouse
from chapterhouse.cli.app import build

SOURCE = pathlib.Path(chapterhouse.__path__[0]).parent
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain rules, a data folder of the test's own, English, and a wide screen."""
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    monkeypatch.setenv("CHAPTERHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CHAPTERHOUSE_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERMINAL_WIDTH", "160")


@pytest.fixture
def run() -> Run:
    """Run the command line in this process: `run("play", "templari", text="1\\n")`."""

    def go(*arguments: object, text: str = "", language: str = "en") -> Any:
        return CliRunner().invoke(build(language), [str(a) for a in arguments], input=text)

    return go


@pytest.fixture
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start the command line as a process of its own."""

    def go(*arguments: object, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "chapterhouse", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"} | environment,
            # a test run in the background of a shell hands down an ignored Ctrl-C
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    return go
