"""Set-up: templar.setup.*"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chapterhouse.games.templar.rules.setup import fill_bag, fill_storehouse, set_up
from chapterhouse.games.templar.state import CHURCH, MAIN, NO_CARD, Kind, Phase
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.errors import BadOptions
from chapterhouse.play.table import Table
from tests.games.templar.scene import act, legal, refuses, state


def table(players: int = 3, **options: Any) -> Table:
    return Table("templar", players=players, seed=5, **{"start": 0, **options})


def test_harbor_is_filled() -> None:
    """templar.setup.harbor: 3 tiles in storehouses 1 to 3, 4 in 4 to 6, at most one chalice each, over many deals."""
    s = state(table())
    for seed in range(100):
        s.rng[:] = seeded(seed)[0]
        set_up(s)
        assert s.harbor.sum(axis=1).tolist() == [3, 3, 3, 4, 4, 4]
        assert s.harbor[:, Kind.CHALICE].max() <= 1
        assert (s.bag + s.harbor.sum(axis=0)).tolist() == [13, 17, 20, 20, 20]


def test_harbor_has_a_chalice_as_often_as_chance_has_it() -> None:
    """templar.setup.harbor: set-aside chalices go back before the next box, so a storehouse that has no chalice yet
    draws one from the whole bag. The first box of storehouse 1 is a chalice in 13 of 90 deals; a first storehouse
    without one has odds 77/90 * 76/89 * 75/88."""
    s = state(table())
    deals = 1000
    without = 0
    for seed in range(deals):
        s.rng[:] = seeded(seed)[0]
        s.harbor[0] = 0
        s.filled[0] = 0
        fill_bag(s)
        fill_storehouse(s, 0)
        without += s.harbor[0, Kind.CHALICE] == 0
    expected = 77 / 90 * 76 / 89 * 75 / 88
    spread = np.sqrt(deals * expected * (1 - expected))
    assert abs(without - deals * expected) < 4 * spread


def test_two_players_take_tiles_out() -> None:
    """templar.setup.two-players: 7 rings of each type, 5 books and 4 chalices are out of the game."""
    s = state(table(2))
    assert (s.bag + s.harbor.sum(axis=0)).tolist() == [9, 12, 13, 13, 13]


def test_door_pawns_scores_hands() -> None:
    """templar.setup.door, templar.setup.tokens, templar.setup.hand: the door on 9-13, all pawns in front of the main
    portal, scores 0, ten cards in hand, nine without Stephanus."""
    for stephanus, cards in ((True, 10), (False, 9)):
        t = table(4, stephanus=stephanus)
        s = state(t)
        assert s.door.tolist() == [8, 12]
        assert s.pawn[:4].tolist() == [MAIN] * 4
        assert s.score.tolist() == [0] * 5
        assert [len(seat["hand"]) for seat in t.view(0)["seats"]] == [cards] * 4
        assert s.top[:4].tolist() == [NO_CARD] * 4
    assert all("stephanus" not in seat["hand"] for seat in t.view(0)["seats"])


def test_five_players_need_stephanus() -> None:
    """templar.setup.hand: five players always play with Stephanus."""
    with pytest.raises(BadOptions, match="stephanus"):
        table(5, stephanus=False)


@pytest.mark.parametrize(("players", "order"), [(2, [0, 1, 0]), (3, [0, 2, 1]), (4, [0, 3, 2]), (5, [0, 4, 3])])
def test_figures_are_placed_to_the_right(players: int, order: list[int]) -> None:
    """templar.setup.placement: to the right of the starting player Remigius, then Vitus beside him, then Severus."""
    t = table(players, start=1)
    s = state(t)
    asked = [t.to_act]
    assert len(legal(t)) == 13
    act(t, "place 13")
    asked.append(t.to_act)
    # 9-13 has the door, and adjoins all the same
    assert legal(t) == {"place 6", "place 9", "place 12"}
    refuses(t, "place 5", "templar.setup.placement")
    act(t, "place 9")
    asked.append(t.to_act)
    assert len(legal(t)) == 13
    act(t, "place 13")
    assert asked == order
    assert (s.remigius, s.vitus, s.severus) == (12, 8, 12)
    assert s.phase == Phase.SINGLE
    assert t.to_act == 1


def test_first_game_placement() -> None:
    """templar.setup.placement: Severus in 13, Remigius in 1, Vitus in front of the main portal, where he bars nothing;
    he enters room 1 after Remigius's first move."""
    t = table(3, placement="first-game")
    s = state(t)
    assert (s.remigius, s.vitus, s.severus) == (0, MAIN, CHURCH)
    act(t, "single round", "single round", "single round", "remigius", "remigius", "porticus")
    assert legal(t) == {"step 2", "step 3", "step 11"}
    act(t, "step 11", "stop")
    assert s.vitus == 0


def test_youngest_begins_or_chance() -> None:
    """templar.setup.placement: the option names the starting player; without it chance does, each seat alike."""
    assert [state(table(start=seat)).first for seat in range(3)] == [0, 1, 2]
    firsts = [state(Table("templar", players=3, seed=seed)).first for seed in range(90)]
    assert all(15 < firsts.count(seat) < 45 for seat in range(3))


def test_first_rings() -> None:
    """templar.setup.rings: one of the named type, two of the others; 27 pieces stay in the reserve; asked openly, from
    the starting player on."""
    t = table(3, start=1, placement="first-game")
    s = state(t)
    assert legal(t) == {"single round", "single square", "single lozenge"}
    refuses(t, "josua", "templar.setup.rings")
    order = []
    for single in ("round", "square", "lozenge"):
        order.append(t.to_act)
        act(t, f"single {single}")
    assert order == [1, 2, 0]
    assert s.stock[:3].tolist() == [[0, 0, 2, 2, 1], [0, 0, 1, 2, 2], [0, 0, 2, 1, 2]]
    assert s.reserve[:3].sum(axis=1).tolist() == [27, 27, 27]
    assert s.phase == Phase.CHOOSE
