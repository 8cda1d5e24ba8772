"""What comes from outside is rebuilt, never trusted; what cannot be is refused with all its faults."""

from __future__ import annotations

import builtins
import collections
import copy
import io
import json
import os
import pathlib
from typing import Any

import numpy as np
import pytest

from chapterhouse.games import load
from chapterhouse.games.ranges import range_faults
from chapterhouse.kernel.record import declared_in
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.errors import BadPosition, BadRecord, Unplayable
from chapterhouse.play.record import to_json
from chapterhouse.play.table import Table
from tests import fuzz

HOUSE = ("templar", "templari", "temple")
EVERY_GAME = pytest.mark.parametrize("name", HOUSE)


def played(name: str, decisions: int = 40, **options: Any) -> Table:
    table = Table(name, seed=5, **options)
    luck = seeded(5)[0]
    for _ in range(decisions):
        table.act(table.engine.sensible(table.seen(table.to_act), luck))
    return table


def faults_of(place: dict[str, Any]) -> list[str]:
    """The fields that a position is refused for."""
    with pytest.raises(BadPosition) as e:
        Table.from_position(place)
    return [fault.split(":")[0] for fault in e.value.faults]


@EVERY_GAME
def test_every_field_is_held_to_its_range(name: str) -> None:
    """One more than the most, one less than the least: each is refused under the field's name, also in the last of many
    places; the house checks this before the game's own checks look at anything."""
    table = played(name)
    for field_name, field in declared_in(load(name).state).items():
        if field.box or field_name == "rng":
            continue
        most = table.players - 1 if field.below else field.high
        assert most is not None
        for wrong in {most + 1, field.low - 1} - set(field.empty):
            states = table._now.copy()
            states[field_name].reshape(-1)[0 if field.vacant is not None else -1] = wrong
            assert field_name in [fault.split(":")[0] for fault in range_faults(states[0])], (field_name, wrong)


@EVERY_GAME
def test_the_box_comes_from_the_options(name: str) -> None:
    """A position's box may be left out; one that contradicts options and data is refused."""
    place = played(name).position()
    box = [field_name for field_name, field in declared_in(load(name).state).items() if field.box]
    bare = copy.deepcopy(place)
    for field_name in box:
        del bare["state"][field_name]
    assert Table.from_position(bare).position() == place
    for field_name in box:
        wrong = copy.deepcopy(place)
        row: Any = wrong["state"]
        at: Any = field_name
        while isinstance(row[at], list):
            row, at = row[at], -1
        row[at] = 3 if isinstance(row[at], str) else row[at] + 1
        assert faults_of(wrong) == [field_name]


def test_a_card_that_no_deck_has_is_never_played() -> None:
    """Templari's `value` is an index into `held`: a forged one would be written outside of it."""
    for value in (10, 100, 127, -1, -128):
        place = played("templari").position()
        place["state"]["value"][3] = value
        assert faults_of(place) == ["value"]
        record = played("templari").save()
        record["start"]["position"] = place["state"]
        with pytest.raises(BadRecord, match="value"):
            Table.load(record)


@EVERY_GAME
def test_a_concealed_position_is_refused(name: str) -> None:
    table = Table(name, seed=5)
    if name == "templar":
        for words in ("place 6", "place 5", "place 7", "single round", "single round", "josua"):
            table.act(words)
    engine = load_engine(name)
    for seat in range(-1, table.players):
        states = table._now.copy()
        engine.conceal(states[0], seat)
        with_chance = states.copy()
        with_chance["rng"] = seeded(1)
        place = table.position()
        place["state"] = to_json(load(name), states[0])
        assert "rng" in faults_of(place)
        if not np.array_equal(with_chance, table._now) and _hides(table, seat):
            place["state"] = to_json(load(name), with_chance[0])
            assert faults_of(place)


def _hides(table: Table, seat: int) -> bool:
    """Whether anything but chance is hidden from this seat."""
    seen = table._now.copy()
    table.engine.conceal(seen[0], seat)
    return any((seen[field] != table._now[field]).any() for field in seen.dtype.names if field != "rng")


FORGED: list[tuple[str, dict[str, Any], set[str]]] = [
    ("templari", {"turn": 3}, {"deck_left", "news"}),
    ("templari", {"news": 3}, {"news"}),
    ("templari", {"place": 1}, {"place"}),
    ("templari", {"taken": 4}, {"taken"}),
    ("templari", {"to_act": -1}, {"to_act"}),
    ("templari", {"phase": "over"}, {"to_act", "lot", "out"}),
    ("templari", {"phase": "share_out"}, {"phase"}),
    ("templari", {"phase": "lose"}, {"phase", "out"}),
    ("templari", {"seller": 1}, {"seller"}),
    ("templari", {"bidder": 1}, {"offer"}),
    ("templari", {"fined": 1}, {"fined"}),
    ("templari", {"exchanged": [1, 0, 0, 0, 0]}, {"exchanged"}),
    ("temple", {"winner": 0}, {"winner"}),
    ("temple", {"ritual": [0, 0, 0, -1]}, {"phase"}),
    ("temple", {"turn": 401}, {"turn"}),
    ("temple", {"news": 999}, {"news"}),
    ("temple", {"taken": [4, 4]}, {"taken"}),
    ("temple", {"reach": 1}, {"reach"}),
    ("temple", {"steps_left": 0}, {"steps_left"}),
    ("temple", {"held_tile": 1}, {"held_tile"}),
    ("temple", {"phase": "claim"}, {"phase"}),
    ("temple", {"phase": "give"}, {"victim"}),
    ("temple", {"to_act": 1}, {"to_act"}),
    ("templar", {"news": 40}, {"news"}),
    ("templar", {"phase": "flip"}, {"card"}),
    ("templar", {"phase": "turn_done"}, {"phase"}),
    ("templar", {"round": 0}, {"round"}),
    ("templar", {"score": [900, 0, 0, 0, 0]}, {"score"}),
    ("templar", {"in_rooms": [8191, 0, 0, 0, 0]}, {"in_rooms"}),
    ("templar", {"filled": [1, 1, 1, 1, 1, 1]}, {"filled"}),
]


@pytest.mark.parametrize(("name", "forged", "fields"), FORGED, ids=[f"{name} {forged}" for name, forged, _ in FORGED])
def test_forged_fields_are_found(name: str, forged: dict[str, Any], fields: set[str]) -> None:
    place = (Table(name, seed=5, start=0) if name != "templar" else played(name, 25)).position()
    place["state"] |= forged
    assert fields <= set(faults_of(place))


@EVERY_GAME
@pytest.mark.parametrize(
    "odd", [True, 1.5, "many", None, {}, [], [[[1]]], 10**40, float("nan"), fuzz.DEEP], ids=lambda x: str(type(x))
)
def test_what_is_no_number_is_refused(name: str, odd: Any) -> None:
    """In place of a field and in place of one of its numbers; NumPy would have taken `true` for 1."""
    place = Table(name, seed=1).position()
    state = place["state"]
    if odd is fuzz.DEEP:
        assert faults_of(place | {"state": dict.fromkeys(state, odd)})
        return
    assert faults_of(place | {"state": dict.fromkeys(state, odd)}) == sorted(state)
    parts = {field_name: [*value[:-1], odd] for field_name, value in state.items() if isinstance(value, list)}
    assert faults_of(place | {"state": state | parts}) == sorted(parts)


@EVERY_GAME
def test_lists_without_end_are_refused(name: str) -> None:
    """In every part of a record, and as text."""
    record = played(name, 3).save()
    for part in record:
        if part != "names":
            with pytest.raises(Unplayable):
                Table.load(record | {part: fuzz.DEEP})
    for option in load(name).options:
        if option.kind == "file":
            data = record["data"] | {option.name: record["data"][option.name] | {"more": fuzz.DEEP}}
            with pytest.raises(BadRecord):
                Table.load(record | {"data": data})
    with pytest.raises(BadRecord, match="too deep"):
        Table.load('{"start": ' + "[" * 200_000)


@EVERY_GAME
def test_no_record_opens_a_file(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """Records and positions carry their data; a path in them is a name and no more."""
    secret = tmp_path / "secret.toml"
    secret.write_text("password = 1", encoding="utf-8")
    file_option = next(option.name for option in load(name).options if option.kind == "file")
    table = played(name, 3)
    record, place = table.save(), table.position()
    opened: list[str] = []
    true_open = io.open

    def watch(path: Any, *rest: Any, **more: Any) -> Any:
        opened.append(os.fspath(path) if not isinstance(path, int) else str(path))
        return true_open(path, *rest, **more)

    monkeypatch.setattr(builtins, "open", watch)
    monkeypatch.setattr(io, "open", watch)
    for made, load_it in ((record, Table.load), (place, Table.from_position)):
        pointed = made | {"options": made["options"] | {file_option: str(secret)}}
        again = load_it(pointed)
        assert again.data == table.data
        for data in (None, {}, {file_option: None}, {file_option: str(secret)}, str(secret)):
            with pytest.raises(Unplayable):
                load_it(pointed | {"data": data})
    assert str(secret) not in opened


def test_a_position_is_a_copy() -> None:
    """What is done to it reaches neither the table nor another table that began with it."""
    table = played("templari", 10)
    before = json.dumps(table.position())
    place = table.position()
    again = Table.from_position(place)
    saved = json.dumps(again.save())
    place["state"]["coins"][0] = 99
    place["data"]["cards"]["family"].clear()
    place["options"]["players"] = 9
    assert json.dumps(table.position()) == before
    assert json.dumps(again.save()) == saved
    assert json.dumps(again.at(0).position()["state"]) == json.dumps(json.loads(before)["state"])


@EVERY_GAME
def test_changed_positions_and_records(name: str) -> None:
    """Some of what `python -m tests.fuzz 100000` does, compiled."""
    load_engine(name).compile()
    ends: collections.Counter[str] = collections.Counter()
    for _, kind, end, made, trace in fuzz.fuzz([name], 700, seed=3):
        assert not trace, f"{kind}\n{json.dumps(made.get('state'), default=str)}\n{trace}"
        ends[end] += 1
    assert ends["refused"] > 300
    assert ends["played"] > 30
