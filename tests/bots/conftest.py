from __future__ import annotations

import functools

import pytest

from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain rules, so that nothing is compiled that a test does not ask for."""
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")


@functools.cache
def _finished(game: str, players: int | None, seed: int) -> Table:
    table = Table(game, players=players, seed=seed)
    luck = seeded(seed)[0]
    while not table.over:
        table.act(table.game.kernels.sensible(table.seen(table.to_act), luck))
    return table


def late_table(game: str, left: int = 6, players: int | None = None, seed: int = 3) -> Table:
    """A game by the rules of thumb shortly before its end, at a decision with a choice: playouts are short there."""
    whole = _finished(game, players, seed)
    ply = whole.ply - left
    while len(whole.at(ply).legal) < 2:
        ply -= 1
    return whole.at(ply)
