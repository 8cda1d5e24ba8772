"""What a seat may know: templar.turn.open, templar.turn.first-round."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from chapterhouse.games.templar.rules.legality import act as do_act
from chapterhouse.games.templar.rules.legality import is_asked
from chapterhouse.games.templar.secrets import conceal, is_secret, redeal
from chapterhouse.games.templar.state import HIDDEN_CARD, NO_CARD, NOBODY, Card, Phase
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests.games.templar.scene import Scene, act, state


def choosing(players: int = 3, **options: Any) -> Table:
    t = Table("templar", players=players, seed=2, **{"start": 0, "placement": "first-game", **options})
    return act(t, *["single square"] * players)


def concealed(t: Table, seat: int) -> Any:
    seen = t._now.copy()
    conceal(seen[0], seat)
    return seen


def test_only_cards_face_down_and_chance_are_hidden() -> None:
    """templar.turn.open: concealing blanks the others' first cards and the generator, and nothing else, ever."""
    t = choosing()
    t.act("maria", seat=1)
    for seat in (0, 1, 2, NOBODY):
        seen = concealed(t, seat)
        assert not seen["rng"].any()
        assert seen[0].chosen.tolist()[:3] == [NO_CARD, Card.MARIA if seat == 1 else HIDDEN_CARD, NO_CARD]
        same = [n for n in seen.dtype.names if n not in ("rng", "chosen")]
        assert all((seen[n] == t._now[n]).all() for n in same)
    later = Scene(2).ready()
    seen = concealed(later, NOBODY)
    assert all((seen[n] == later._now[n]).all() for n in seen.dtype.names if n != "rng")


def test_only_the_first_choice_is_secret() -> None:
    """templar.turn.first-round: a choice in the first round is secret while it is made; no other action is."""
    t = choosing()
    assert state(t).phase == Phase.CHOOSE
    assert is_secret(state(t), Card.MARIA)
    later = Scene().ready()
    assert not is_secret(state(later), Card.MARIA)


def test_who_has_chosen_is_known_from_a_concealed_state() -> None:
    """templar.turn.first-round: asked are those who have not chosen."""
    t = choosing()
    t.act("maria", seat=1)
    for seat in (0, 2, NOBODY):
        assert [is_asked(concealed(t, seat)[0], each) for each in range(5)] == [True, False, True, False, False]


@pytest.mark.parametrize("stephanus", [True, False])
def test_redeal_draws_every_world_alike(stephanus: bool) -> None:
    """templar.turn.first-round: the worlds that agree are all pairs of cards that the others may have chosen; redeal
    draws them uniformly (chi-square over all of them)."""
    t = choosing(3, stephanus=stephanus)
    t.act("maria", seat=1)
    t.act("lucas", seat=2)
    seen = concealed(t, 0)
    cards = [card for card in range(10) if stephanus or card != Card.STEPHANUS]
    worlds: Counter[tuple[int, int]] = Counter()
    draws = 40 * len(cards) ** 2
    world = seen.copy()
    for seed in seeded(77, draws):
        world[:] = seen
        world["rng"] = seed
        redeal(world[0], 0)
        worlds[int(world[0].chosen[1]), int(world[0].chosen[2])] += 1
    possible = set(product(cards, cards))
    assert set(worlds) <= possible
    expected = draws / len(possible)
    chi = sum((worlds[w] - expected) ** 2 / expected for w in possible)
    freedom = len(possible) - 1
    assert abs(chi - freedom) < 5 * np.sqrt(2 * freedom)


def test_redeal_keeps_what_the_seat_knows() -> None:
    """templar.turn.open: the own card, and all that is open, stay; concealed again it is the same."""
    t = choosing()
    t.act("maria", seat=1)
    t.act("lucas", seat=2)
    for seat in (1, 2, NOBODY):
        seen = concealed(t, seat)
        world = seen.copy()
        world["rng"] = seeded(5)
        redeal(world[0], seat)
        again = world.copy()
        conceal(again[0], seat)
        assert all((again[n] == seen[n]).all() for n in seen.dtype.names)
        if seat == 1:
            assert world[0].chosen[1] == Card.MARIA


def test_draws_from_the_bag_are_uniform() -> None:
    """templar.bells.draw, templar.turn.open: the first tile is of each kind as often as the bag holds it."""
    scene = Scene().played(0, "anselmus")
    for number in range(1, 7):
        scene.storehouse(number)
    t = scene.ready()
    bag = [int(n) for n in t._now[0].bag]
    found = [0] * 5
    draws = 600
    for seed in seeded(3, draws):
        now = t._now.copy()
        now["rng"] = seed
        do_act(now[0], Card.BELLS)
        found[int(now[0].harbor[0].argmax())] += 1
    expected = [draws * n / sum(bag) for n in bag]
    assert sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True)) < 20
