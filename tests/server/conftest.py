from __future__ import annotations

import pathlib
import shutil
from collections.abc import Iterator

import pytest

from chapterhouse.server.app import create_app
from chapterhouse.server.settings import Settings
from chapterhouse.server.store.db import Store
from tests.server.browser import Browser, House
from tests.server.driving import settings_for
from tests.server.postgres import cluster


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server of these tests compiles; for them alone, since others ask for compiled rules in the same process."""
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A database with all its tables and nothing in them: made once, copied for each test."""
    folder = tmp_path_factory.mktemp("empty")
    store = Store(settings_for(folder).url)
    store.migrate()
    store.engine.dispose()
    return folder / "games.db"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL for all tests of a worker; who writes to its first database leaves nothing open."""
    yield from cluster()


@pytest.fixture
def settings(tmp_path: pathlib.Path, empty: pathlib.Path) -> Settings:
    shutil.copy(empty, tmp_path / "games.db")
    return settings_for(tmp_path)


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    with House(create_app(settings)) as made:
        yield made


@pytest.fixture
def client(house: House) -> Browser:
    return Browser(house)
