"""A rule changes: its version goes up, games of before go on by the rules that they began with, new ones by the new."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

import chapterhouse as ch
from chapterhouse.bots import make, play
from chapterhouse.games import NAMES, load, register
from chapterhouse.kernel.dispatch import Choice, verb_of
from chapterhouse.kernel.jit import rule
from chapterhouse.play.engine import load_engine
from tests.fourth_game.pilgrimage import GAME as FIRST
from tests.fourth_game.pilgrimage.rules import draw_card, refuse_rest, refuse_walk, rest, walk
from tests.fourth_game.pilgrimage.state import ACTION_BLOCKS, Phase, State

NAME = FIRST.id


@rule
def rest_and_draw(s: State) -> None:
    """pilgrimage.rest, as version 2 has it: who rests draws a card."""
    draw_card(s, s.to_act)
    s.news += 1
    rest(s)


CHOICES = (
    Choice("walk", (Phase.WALK,), refuse_walk, walk),
    Choice("rest", (Phase.WALK,), refuse_rest, rest_and_draw),
)
SECOND = replace(
    FIRST,
    version=2,
    kernels=replace(FIRST.kernels, act=verb_of(ACTION_BLOCKS, CHOICES)),
    earlier=(FIRST,),
)


@pytest.fixture
def begun() -> Iterator[ch.Table]:
    """A game that is under way when the new rules come."""
    register(FIRST)
    table = ch.Table(NAME, players=2, seed=3)
    table.act("rest")
    NAMES.remove(NAME)
    register(SECOND)
    yield table
    NAMES.remove(NAME)


def cards(table: ch.Table) -> list[int]:
    return [seat["cards"] for seat in table.view(None)["seats"]]


def test_a_running_game_goes_on_by_its_own_rules(begun: ch.Table) -> None:
    loaded = ch.Table.load(json.loads(json.dumps(begun.save())))
    for old in (
        begun,
        loaded,
        ch.Table.from_position(begun.position()),
        ch.Table(NAME, 2, 3, rules=1),
        ch.Table(FIRST, 2, 3),
    ):
        assert (old.game.version, old.view(0)["version"], cards(old)) == (1, 1, [2, 2])
        old.act("rest")
        assert cards(old) == [2, 2]
        again = ch.Table.load(old.save()) if old.history else old
        assert again.position() == old.position()


def test_a_new_game_is_played_by_the_new_rules(begun: ch.Table) -> None:
    new = ch.Table(NAME, players=2, seed=3)
    first = new.to_act
    new.act("rest")
    assert new.game.version == 2
    assert cards(new) == [3 if seat == first else 2 for seat in range(2)]
    saved = new.save()
    assert saved["rules"] == 2
    assert ch.Table.load(saved).position() == new.position()
    with pytest.raises(ch.BadRecord, match="another position"):
        ch.Table.load(saved | {"rules": 1})
    with pytest.raises(ch.BadRecord, match="version 3 of pilgrimage is not played here; there is 2, 1"):
        ch.Table.load(saved | {"rules": 3})
    for rules in (True, "1", None, 1.0):
        with pytest.raises(ch.BadRecord, match="is not played here"):
            ch.Table.load(saved | {"rules": rules})


def test_bots_play_by_the_rules_of_their_table(begun: ch.Table) -> None:
    assert (begun.engine.name, load_engine(NAME).name) == (f"{NAME}@1", NAME)
    for table in (begun, ch.Table(NAME, players=2, seed=3)):
        bots = [make(name, table.engine.name, 5) for name in ("random", "sensible")]
        while table.to_act is not None:
            play(table, bots[table.to_act])
        assert ch.Table.load(table.save()).outcome == table.outcome


def test_every_version_has_an_engine_of_its_own(begun: ch.Table) -> None:
    assert load_engine(f"{NAME}@2") is load_engine(NAME)
    assert load_engine(f"{NAME}@1") is load_engine(f"{NAME}@1") is not load_engine(NAME)
    assert load(f"{NAME}@1") is FIRST
    for name in (f"{NAME}@", f"{NAME}@0", f"{NAME}@x", f"{NAME}@-1"):
        with pytest.raises(ValueError, match="is not played here"):
            load(name)
