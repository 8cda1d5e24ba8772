"""What the numbers of an observation mean: the description fits what `observe` writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.games.layout import length
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests import golden

EVERY_GAME = pytest.mark.parametrize("name", NAMES)


def by_name(game: Any, features: Any) -> dict[str, Any]:
    made, at = {}, 0
    for span in game.layout:
        assert span.name not in made
        made[span.name] = features[at : at + span.count]
        at += span.count
    return made


@EVERY_GAME
def test_the_layout_says_what_is_observed(name: str) -> None:
    """In games of all sizes: the phase, the number of players, who is asked, and nothing for empty seats."""
    game = load(name)
    assert length(game.layout) == game.features
    assert all(span.says for span in game.layout)
    for players in range(game.seats[0], game.seats[1] + 1):
        table, luck = Table(name, players=players, seed=players), seeded(1)[0]
        for _ in range(60):
            seat = table.ply % players
            features = np.zeros(game.features, np.float32)
            seen = table.seen(seat)
            game.kernels.observe(seen, seat, features)
            said = by_name(game, features)
            assert said["phase"].tolist() == [int(i == table._now["phase"][0]) for i in range(len(said["phase"]))]
            assert said["players"][0] == pytest.approx(players / game.seats[1])
            asked = [said[f"seat {i} to_act"][0] for i in range(game.seats[1])]
            assert asked == [i < players and (seat + i) % players == seen["to_act"] for i in range(game.seats[1])]
            for i in range(players, game.seats[1]):
                assert not any(values.any() for key, values in said.items() if key.startswith(f"seat {i} "))
            table.act(golden.choose(table, luck))
