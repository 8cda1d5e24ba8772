"""The rules of thumb: always legal, and clearly better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from chapterhouse.games.templar import GAME
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests.games.templar.scene import AZURE, CRIMSON, Scene, act, everywhere


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_beats_chance(players: int) -> None:
    """One sensible seat among random ones wins; all its actions are legal."""
    mask = np.zeros(GAME.action_count, np.int8)
    wins = 0
    for seed in range(3):
        t = Table("templar", players=players, seed=seed, edition=("en", "es", "it")[seed])
        luck = seeded(seed)[0]
        s = t._now[0]
        while not t.over:
            if s.to_act == seed % players:
                action = GAME.kernels.sensible(t.seen(s.to_act), luck)
                assert GAME.kernels.is_legal(s, action)
            else:
                action = pick(mask, GAME.kernels.legal_mask(s, mask), luck)
            GAME.kernels.act(s, action)
        assert t.outcome is not None
        wins += t.outcome.ranks[seed % players] == 1
    assert wins == 3


def choice(t: Table) -> str:
    return GAME.words(t._now[0], GAME.kernels.sensible(t.seen(t.to_act), seeded(1)[0]))


def test_never_plays_a_barred_card() -> None:
    """templar.mistake: bots do not make it."""
    t = Scene(mistakes="penalised").played(AZURE, "anselmus").ready()
    assert "anselmus" in {str(a) for a in t.legal}
    for seed in range(20):
        assert GAME.words(t._now[0], GAME.kernels.sensible(t.seen(0), seeded(seed)[0])) != "anselmus"


def test_scores_a_rich_room() -> None:
    scene = Scene().figures(remigius=6, vitus=5, severus=1)
    t = scene.lay(CRIMSON, "chalice", 13).lay(CRIMSON, "book", 13).lay(CRIMSON, "round", 13).ready()
    assert choice(t) == "remigius"
    act(t, "remigius")
    assert choice(t) == "step 13"
    act(t, "step 13")
    assert choice(t) == "stop"


def test_announces_when_it_leads() -> None:
    t = everywhere(Scene(2), CRIMSON).score(CRIMSON, 40).ready()
    act(t, "porticus", "door 1-2")
    assert choice(t) == "announce"
    t = everywhere(Scene(2), CRIMSON).score(AZURE, 60).ready()
    act(t, "porticus", "door 1-2")
    assert choice(t) == "silent"
