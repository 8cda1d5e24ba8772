from __future__ import annotations

import pytest

from chapterhouse.play import engine

_plain: dict[int, engine.Engine] = {}


@pytest.fixture(autouse=True)
def _plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are tested in plain Python, whatever other tests have compiled in this process: some are replaced here."""
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    monkeypatch.setattr(engine, "_engines", _plain)
