"""What is delivered for hosting: a unit, a container file, and a document that names settings that are there."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import fields

import httpx
import pytest

from chapterhouse.load.soak import soak
from chapterhouse.server.settings import PREFIX, Settings, from_environment
from tests.server.driving import Serving

ROOT = pathlib.Path(__file__).parents[2]
FILES = [*sorted((ROOT / "deploy").iterdir()), ROOT / "docs" / "hosting.md", ROOT / "SECURITY.md"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_variable_is_a_setting(path: pathlib.Path) -> None:
    known = {PREFIX + f.name.upper() for f in fields(Settings)} | {"CHAPTERHOUSE_CACHE"}
    assert set(re.findall(r"CHAPTERHOUSE_[A-Z_]+", path.read_text())) <= known


def test_the_unit_is_one(tmp_path: pathlib.Path) -> None:
    """Read by systemd itself where it is installed, and its settings by ours."""
    text = (ROOT / "deploy" / "chapterhouse.service").read_text()
    given = dict(line.split("=", 2)[1:] for line in text.splitlines() if line.startswith("Environment=CHAPTERHOUSE_"))
    settings = from_environment(given)
    assert settings.secure_cookies
    assert settings.allowed_hosts == {"play.example"}
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed here: the unit's form is not tested")
    unit = tmp_path / "chapterhouse.service"
    unit.write_text(text.replace("/opt/chapterhouse/bin/chapterhouse", sys.executable))
    done = subprocess.run([tool, "verify", str(unit)], capture_output=True, text=True)
    assert "chapterhouse.service" not in done.stderr, done.stderr


def test_the_container_file_names_what_is_there(tmp_path: pathlib.Path) -> None:
    """Its files are in the repository, and a server starts with its settings and answers its health check."""
    text = (ROOT / "deploy" / "Containerfile").read_text()
    for line in re.findall(r"^COPY (.*) \S+$", text, re.M):
        for name in line.split():
            assert (ROOT / name).exists(), name
    given = dict(re.findall(r"CHAPTERHOUSE_(\w+)=(\S+)", text))
    own = {"PORT": "0", "HOST": "127.0.0.1", "DATABASE": f"sqlite:///{tmp_path / 'games.db'}", "CACHE": str(tmp_path)}
    assert given.keys() >= own.keys()
    with Serving(tmp_path, **{name.lower(): value for name, value in (given | own).items()}) as serving:
        assert httpx.get(f"{serving.address}/healthz").text == "ok"


def test_a_short_soak_loses_nothing() -> None:
    """The same as the command, with few tables and for a few seconds: all troubles, and two deaths of the server."""
    report = soak(tables=6, every=0.25, seconds=12.0)
    assert report["lost"] == report["wrong_tables"] == 0
    assert report["acknowledged"] >= 6 * 5
    assert report["troubles"]["killed"]["times"] >= 1
    stale = report["troubles"]["stale and doubled posts"]
    assert set(stale) <= {"doubled 200", "stale 409", "doubled 429", "stale 429"}, stale
    assert set(report["failures"]) <= {
        "503",
        "429",
        "ConnectionRefusedError",
        "ConnectionResetError",
        "IncompleteReadError",
    }
