"""Positions that cannot be are refused with their faults; those of real play have none (the house's suite)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chapterhouse.games.templar import GAME
from chapterhouse.games.templar.state import HARBOR, HIDDEN_CARD, PLACES, ROOMS, Card, Final, Kind, Phase
from chapterhouse.kernel.record import layout_of
from chapterhouse.play.table import Table
from tests.games.templar.scene import AZURE, CRIMSON, Scene, act, state

# name of the fault → fields to change: field, index or None, value
CASES: dict[str, list[tuple[str, Any, int]]] = {
    "in_rooms": [("in_rooms", AZURE, 1)],
    "valuables": [("stock", (CRIMSON, Kind.BOOK), 3)],
    "tiles": [("bag", Kind.CHALICE, 2)],
    "filled": [("filled", 0, 1)],
    "ring_kind": [("ring_kind", (0, 0), Kind.ROUND)],
    "piece": [("piece", 111, 0)],
    "harbor": [("boxes", 5, 3)],
    "fresh": [("fresh", (0, Kind.BOOK), 4)],
    "top": [("top", AZURE, Card.MARIA)],
    "hand": [("hand", AZURE, 0b0111111111)],
    "chosen": [("chosen", AZURE, HIDDEN_CARD)],
    "raphael": [("raphael", Card.MARIA, 1)],
    "final": [("turns_left", None, 1)],
    "final_by": [("final", None, Final.BAG), ("turns_left", None, 1)],
    "turns_left": [("final", None, Final.BAG), ("final_by", None, 0)],
    "vitus": [("vitus", None, 5)],
    "remigius": [("remigius", None, -1)],
    "pawn": [("pawn", CRIMSON, HARBOR)],
    "round": [("round", None, 151)],
    "active": [("active", None, -1)],
    "to_act": [("to_act", None, AZURE)],
    "card": [("card", None, Card.JOSUA)],
    "door": [("door", 0, 11 - 1)],
    "news": [("news", None, 9)],
    "flips": [("flips", None, 1)],
    "fined": [("fined", None, 1)],
    "first": [("first", None, AZURE)],
    "taken_in": [("taken_in", None, 20)],
    "phase": [("phase", None, Phase.ANNOUNCE)],
    "score": [("score", CRIMSON, -3)],
    "players": [("players", None, 9)],
}


def test_the_bells_of_the_first_round_are_those_of_who_comes_later() -> None:
    """templar.turn.bells-always: a hand that has lost The Bells could one day play nothing."""
    t = Table("templar", players=3, seed=4, start=0, placement="first-game")
    act(t, "single round", "single round", "single round", "porticus", "bells", "bells")
    s = state(t)
    assert (Phase(s.phase), GAME.state_faults(s)) == (Phase.DOOR, [])
    s.first = 2
    assert "hand" in {fault.split(":")[0] for fault in GAME.state_faults(s)}
    s.first = 0
    s.pawn[AZURE] = 0
    assert "top" in {fault.split(":")[0] for fault in GAME.state_faults(s)}


def test_who_stashes_is_in_a_room() -> None:
    """A pawn that was put outside is a fault, and no reason to look for shelves there."""
    s = state(act(Scene(2).pawn(CRIMSON, 5).ready(), "josua", "step 4", "stop"))
    assert (Phase(s.phase), GAME.state_faults(s)) == (Phase.STASH, [])
    for place in range(ROOMS, PLACES):
        s.pawn[CRIMSON] = place
        assert {"stash_left", "pawn"} & {fault.split(":")[0] for fault in GAME.state_faults(s)}


@pytest.mark.parametrize("name", CASES)
def test_fault_is_found(name: str) -> None:
    """One number is changed; the fault is found under its name."""
    s = state(Scene(2).ready())
    assert GAME.state_faults(s) == []
    for field, index, value in CASES[name]:
        if index is None:
            setattr(s, field, value)
        else:
            getattr(s, field)[index] = value
    assert name in {fault.split(":")[0] for fault in GAME.state_faults(s)}


def test_card_under_way_is_checked() -> None:
    """Steps, rooms entered, and what is carried go with the card."""
    t = Scene().pawn(CRIMSON, 1).lay(AZURE, "round", 1).ready()
    t.act("benjamin")
    t.act("take a azure")
    s = state(t)
    assert GAME.state_faults(s) == []
    changes = (("steps", 1), ("entered", 0b11110000), ("taken_in", -1), ("carried_of", -1))
    for name, value in changes:
        copy = t._now.copy()[0]
        setattr(copy, name, value)
        assert GAME.state_faults(copy), name
    copy = t._now.copy()[0]
    copy.card = Card.MARIA
    assert "card" in {fault.split(":")[0] for fault in GAME.state_faults(copy)}


def test_nonsense_is_listed_and_not_raised() -> None:
    """Any numbers within the types of the fields: faults are found, and none is an exception."""
    luck = np.random.default_rng(3)
    layout = layout_of(GAME.state)
    for _ in range(150):
        states = np.frombuffer(luck.bytes(layout.itemsize), layout).copy()
        assert GAME.state_faults(states[0])
    good = Scene(4).ready()._now
    raw = np.frombuffer(good.tobytes(), np.int8)
    for _ in range(300):
        changed = raw.copy()
        changed[luck.integers(16, len(raw))] = luck.integers(-128, 128)
        GAME.state_faults(np.frombuffer(changed.tobytes(), layout).copy()[0])
