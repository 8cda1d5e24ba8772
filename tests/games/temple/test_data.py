"""Temple: board and deck files, and positions that cannot be: every fault is listed."""

from __future__ import annotations

import copy as copies
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from chapterhouse.games.data import read_toml
from chapterhouse.games.temple import GAME, tables
from chapterhouse.games.temple.faults import state_faults
from chapterhouse.kernel.record import layout_of
from chapterhouse.play.errors import BadOptions
from chapterhouse.play.table import Table
from tests.games.temple.position import BOARD, ROOM, at_action, copy, dealt, do, position


def changed(**changes: Any) -> dict[str, Any]:
    """The board of the house with some entries replaced: `row3="…"`, `deck_curse=0`."""
    data = copies.deepcopy(BOARD)
    for name, value in changes.items():
        if name.startswith("row"):
            data["board"]["rows"][int(name[3:]) - 1] = value
        else:
            data["deck"][name.removeprefix("deck_").replace("_", " ")] = value
    return data


def test_the_board_of_the_house() -> None:
    """It has no faults, is marked as what it is, and holds what the rulebook says."""
    assert tables.faults(BOARD) == []
    assert {BOARD["board"]["provenance"], BOARD["deck"]["provenance"]} <= {"known", "reconstructed"}
    s = dealt()
    coloured = [room for room in range(25) if s.colour[room] < 4]
    assert len(coloured) == 20
    assert {(int(s.colour[room]), int(s.masks[room])) for room in coloured} >= {(1, 3), (2, 1), (0, 1)}
    for colour in range(4):
        assert sum(int(s.masks[room]) for room in coloured if s.colour[room] == colour) == 9
    assert int(s.cards.sum()) == 50
    assert [int(n) for n in s.cards] == [6, 5] * 4 + [6]


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ({}, ["[board]: rows must be a list of 5 rows", "[deck]: is missing"]),
        (changed(row1="R3 Y2 B2 G1"), ["row 1: must hold 5 rooms"]),
        (changed(row2=7), ["row 2: must hold 5 rooms"]),
        (changed(row1="R3 Y2 B4 G1 Q3"), ["room c1: 'B4' is not a room", "room e1: 'Q3' is not a room"]),
        (changed(row1=["R3", "Y2", 3, "G1", "B3"]), ["room c1: 3 is not a room"]),
        (changed(row3="R2 G1 R2 S2 Y2"), ["room c3: the start room", "room d3: the start room"]),
        (changed(row2="Y1 R1 X1 X1 G2"), ["room b2: the gray rooms", "room c2: the gray rooms"]),
        (
            changed(row3="R2 G1 S1 B1 Y2", row2="Y1 X2 R1 X3 G2"),
            ["room b2: a gray room", "room d2: a gray room", "room c3: the start room has 2"],
        ),
        (changed(deck_red_1=-1, deck_curse="six", deck_green_2=True), ["deck red 1", "deck green 2", "deck curse"]),
        (changed(deck_violet_1=3), ["deck violet 1: there is no such card"]),
        (changed(deck_red_1=60), ["[deck]: 104 cards in all"]),
        (
            changed(**{f"deck_{c}_{v}": 0 for c in ("red", "blue", "yellow", "green") for v in (1, 2)}),
            ["[deck]: 6 cards in all"],
        ),
        (changed(row1="", deck_curse=None), ["row 1: must hold 5 rooms", "deck curse"]),
    ],
)
def test_every_fault_is_listed(data: dict[str, Any], faults: list[str]) -> None:
    """A bad file is refused with the place and the reason of each fault, and nothing else."""
    found = tables.faults(data)
    assert len(found) == len(faults)
    for fault, begins in zip(found, faults, strict=True):
        assert fault.startswith(begins)


def test_a_file_of_ones_own(tmp_path: pathlib.Path) -> None:
    """An owner of the box can put in other values without touching code; a bad file names every fault."""
    text = (GAME.folder / "data" / "board.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace("R3 Y2", "B1 G3").replace('"curse" = 6', '"curse" = 9'), encoding="utf-8")
    table = Table("temple", players=2, seed=1, board=str(own))
    rooms = table.view(None)["rooms"]
    assert [(room["colour"], room["masks"]) for room in rooms[:2]] == [("blue", 1), ("green", 3)]
    assert table.view(None)["cards"]["curse"] == 9
    assert Table.load(table.save()).position() == table.position()
    own.write_text(text.replace("R3 Y2", "R9 Z2"), encoding="utf-8")
    with pytest.raises(BadOptions) as e:
        Table("temple", players=2, seed=1, board=str(own))
    assert [fault.split(":")[0] for fault in e.value.faults] == ["room a1", "room b1"]
    assert read_toml(GAME.folder / "data" / "board.toml") == BOARD


@pytest.mark.parametrize(
    ("field", "value", "place"),
    [
        ("players", 5, "players"),
        ("phase", 9, "phase"),
        ("turn", 400, ""),
        ("turn", 401, "turn"),
        ("winner", 0, "winner"),
        ("reach", 4, "reach"),
        ("departure", 25, "departure"),
        ("held_tile", 2, "held_tile"),
        ("to_offer", 2, "to_offer"),
        ("victim", 1, "victim"),
        ("owed", 1, "victim"),
        ("swapped", 1, "swapped"),
        ("to_act", 1, "to_act"),
        ("deck_left", 9, "deck"),
        ("discarded", 9, "discards"),
        ("top", 3, "top"),
    ],
)
def test_state_faults(field: str, value: int, place: str) -> None:
    """Each field that cannot be is named; one that can be is not."""
    s = at_action(position("a1 e5", hands=("red 1, curse", "blue 1"), deck="red 2, " * 4, discards="green 1"))
    assert state_faults(s) == []
    setattr(s, field, value)
    assert any(fault.startswith(place) for fault in state_faults(s)) == bool(place)


def test_state_faults_of_cards() -> None:
    """temple.setup: no card is made or lost, and what was shown is in the hand."""
    s = at_action(position("a1 e5", hands=("red 1, curse", "blue 1"), deck="red 2, " * 4, discards="green 1"))
    changes: list[tuple[Callable[[Any], None], str]] = [
        (lambda s: s.hand.__setitem__((0, 1), 1), "hand"),
        (lambda s: s.known.__setitem__((0, 3), 1), "known"),
        (lambda s: s.pile.__setitem__((0, 2), 1), "blue 1"),
        (lambda s: s.deck.__setitem__(2, 1), "deck"),
        (lambda s: s.pawns_in.__setitem__(3, 1), "room d1"),
        (lambda s: s.tile_on.__setitem__(3, 1), "room d1"),
        (lambda s: s.tile.__setitem__(1, ROOM["b2"]), "room b2"),
        (lambda s: s.pawn.__setitem__(3, 3), "pawn"),
        (lambda s: s.hand_size.__setitem__(3, 1), "hand_size"),
    ]
    for change, place in changes:
        wrong = copy(s)
        change(wrong)
        assert any(fault.startswith(place) for fault in state_faults(wrong)), place


def test_state_faults_of_piles_and_rooms() -> None:
    """temple.offer.complete, temple.setup: a pile of 5 has earned its mask; only the start room is shared."""
    s = at_action(position("a1 e5", hands=("red 1", ""), piles=("blue 2, blue 2, blue 1",)))
    assert [fault.split(":")[0] for fault in state_faults(s)] == ["pile"]
    s = at_action(position("a1 a1", hands=("red 1", "")))
    assert [fault.split(":")[0] for fault in state_faults(s)] == ["room a1"]
    s = at_action(
        position("a1 e5", hands=("red 1, red 1, red 1", ""), piles=("red 2, red 2",), deck="blue 1, blue 1, blue 1")
    )
    do(s, "offer red 1")
    assert int(s.pile[0, 0]) == 1  # a pile of 5 in the middle of an offering


def test_state_faults_of_nonsense() -> None:
    """Whatever numbers the fields hold, faults are listed and nothing breaks."""
    luck = np.random.default_rng(2)
    size = layout_of(GAME.state).itemsize
    for round_ in range(200):
        states = np.frombuffer(luck.bytes(size), layout_of(GAME.state)).copy()
        assert state_faults(states[0])
        s = dealt(4, round_)
        raw = np.zeros(1, layout_of(GAME.state))
        raw[0] = s
        data = bytearray(raw.tobytes())
        data[int(luck.integers(16, size))] = int(luck.integers(256))
        state_faults(np.frombuffer(bytes(data), layout_of(GAME.state)).copy()[0])
