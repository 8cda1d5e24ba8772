"""What is delivered for hosting: a unit, a container file, and a document that names settings that are there."""

from __future__ import annotations

import pathlib
import re
import shutil
import signal
import subprocess
from dataclasses import fields

import httpx
import pytest

from chapterhouse.load.postgres import NoPostgres
from chapterhouse.load.soak import soak
from chapterhouse.server.settings import PREFIX, Settings, from_environment
from tests.server.container import Image
from tests.server.driving import Serving

ROOT = pathlib.Path(__file__).parents[2]
FILES = [*sorted((ROOT / "deploy").iterdir()), ROOT / "docs" / "hosting.md", ROOT / "SECURITY.md"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_variable_is_a_setting(path: pathlib.Path) -> None:
    known = {PREFIX + f.name.upper() for f in fields(Settings)} | {"CHAPTERHOUSE_CACHE", "CHAPTERHOUSE_MODE"}
    assert set(re.findall(r"CHAPTERHOUSE_[A-Z_]+", path.read_text())) <= known


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """What the container file makes."""
    image = Image(tmp_path_factory.mktemp("image") / "root", ROOT, (ROOT / "deploy" / "Containerfile").read_text())
    image.build()
    return image


@pytest.mark.xdist_group("container")  # one image for all of them
def test_the_container_serves(image: Image) -> None:
    assert image.user == "chapterhouse"
    assert not (image.root / "src").exists()
    assert image.is_healthy()
    kept = image.root / "var" / "lib" / "chapterhouse" / "chapterhouse.db"
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.xdist_group("container")
def test_a_container_that_does_not_serve_is_not_healthy(image: Image) -> None:
    health = image.last("HEALTHCHECK").removeprefix("CMD ")
    assert not image.is_healthy(health=health.replace("/healthz", "/health"))
    assert not image.is_healthy(command=["chapterhouse", "served"])


WRONG = {
    "LICENSE NOTICE": "LICENSE NOTICE COPYING",  # a file that is not there
    "/src[pages]": "/source[pages]",
    "/src/constraints.txt": "/src/constraint.txt",
    "USER chapterhouse": "USER house",
}


@pytest.mark.parametrize("right", WRONG)
def test_a_wrong_container_file_is_told(right: str, tmp_path: pathlib.Path) -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text()
    assert text.count(right) == 1
    wrong = re.sub("pip install .*? && ", "", text) if right.startswith("USER") else text
    with pytest.raises(AssertionError, match=r"COPY|RUN|USER"):
        Image(tmp_path / "root", ROOT, wrong.replace(right, WRONG[right])).build()


@pytest.mark.xdist_group("container")
def test_the_unit_serves(image: Image, tmp_path: pathlib.Path) -> None:
    """Its command with its settings, in folders of ours; read by systemd itself where it is installed."""
    text = (ROOT / "deploy" / "chapterhouse.service").read_text()
    unit: dict[str, list[str]] = {}
    for name, value in re.findall(r"(?m)^(\w+)=(.*)$", text):
        unit.setdefault(name, []).append(value)
    given = dict(value.split("=", 1) for value in unit["Environment"])
    settings = from_environment(given)
    assert settings.secure_cookies
    assert settings.allowed_hosts == {"play.example"}
    owned = [f"/var/lib/{unit['StateDirectory'][0]}", f"/var/cache/{unit['CacheDirectory'][0]}"]
    assert given["CHAPTERHOUSE_DATABASE"].startswith(f"sqlite:///{owned[0]}/")
    assert given["CHAPTERHOUSE_CACHE"] == owned[1]
    program, *arguments = unit["ExecStart"][0].split()
    assert program == "/opt/chapterhouse/bin/chapterhouse"
    here = {name: value.replace("/var/", f"{tmp_path}/var/") for name, value in given.items()}
    here = {name.removeprefix(PREFIX).lower(): value for name, value in here.items()} | {"port": "0"}
    with Serving(tmp_path, command=[str(image.bin / "chapterhouse"), *arguments], **here) as serving:
        assert httpx.get(f"{serving.address}/healthz", timeout=60).text == "ok"
        assert httpx.get(f"{serving.address}/api/engine", timeout=60).status_code == 421
        assert (
            httpx.get(f"{serving.address}/api/engine", headers={"host": "play.example"}, timeout=60).status_code == 200
        )
        assert serving.stop() in (0, -signal.SIGTERM)  # systemd takes both for a clean end
    tool = shutil.which("systemd-analyze")
    if tool is not None:
        path = tmp_path / "chapterhouse.service"
        path.write_text(text.replace(program, str(image.bin / "chapterhouse")))
        done = subprocess.run([tool, "verify", str(path)], capture_output=True, text=True)
        assert "chapterhouse.service" not in done.stderr, done.stderr


FAILS = {"503", "429", "ConnectionRefusedError", "ConnectionResetError", "IncompleteReadError", "TimeoutError"}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_short_soak_loses_nothing(database: str) -> None:
    """The same as the command, with few tables and for a few seconds: all troubles, and the death of the server."""
    try:
        report = soak(tables=5, every=0.25, seconds=7.0, postgresql=database == "postgresql")
    except NoPostgres as e:
        pytest.skip(f"not soaked with PostgreSQL: {e}")
    parts = report["parts"]
    own = {"sqlite": ["held", "full"], "postgresql": ["frozen", "database_killed"]}[database]
    assert list(parts) == ["before", "half", "flood", "uploads", "stale", *own, "killed", "after"]
    assert report["lost"] == report["wrong_tables"] == 0
    assert report["acknowledged"] >= 5 * 5
    assert report["acknowledged"] == sum(part["acknowledged"] for part in parts.values())
    assert set(parts["killed"]["failed"]) & FAILS
    assert all(set(part["failed"]) <= FAILS for part in parts.values()), parts
    assert set(parts["uploads"]["done"]) <= {"413", "429", "503", "IncompleteReadError", "ConnectionResetError"}
    told = {"doubled 200", "stale 409", "doubled 429", "stale 429"}
    assert set(parts["stale"]["done"]) <= told, parts["stale"]
