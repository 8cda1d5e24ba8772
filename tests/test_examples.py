"""The examples run, and show what they say."""

from __future__ import annotations

import importlib.util
import pathlib
from typing import Any

import pytest
import torch

FOLDER = pathlib.Path(__file__).parents[1] / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_agent_learns() -> None:
    """A net that knows nothing does about as well as random players; soon it beats more of them than beat it."""
    torch.set_num_threads(1)  # the tensors are small, and the other core has tests of its own
    means = example("learn").learn("templari", updates=12, n=24, players=3, steps=120)
    assert abs(sum(means[:4]) / 4) < 0.2
    assert sum(means[-4:]) / 4 > 0.25


def test_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option is tried; the shares of the seats are shares."""
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    made = example("first_seat").study("templari", 3, 3)
    assert list(made) == ["defaults", "private_sales=false", "exchange=true", "mistakes=penalised", "memory_aid=true"]
    for shares in made.values():
        assert len(shares) == 3
        assert sum(shares) == pytest.approx(1)
