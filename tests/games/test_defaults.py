"""A game that brings only its rules, its notation and its view is played, shown and told all the same."""

from __future__ import annotations

import dataclasses
import io
import pathlib
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from rich.console import Console

from chapterhouse.games import NAMES, conformance, load, register
from chapterhouse.games.protocol import DEFAULT, Game
from chapterhouse.kernel.jit import compiled
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.options import read_data
from chapterhouse.play.table import Table

OPTIONAL = [f.name for f in dataclasses.fields(Game) if f.default is DEFAULT]


@pytest.fixture
def bare() -> Game:
    """A game without anything that it could have left out."""
    whole = load("temple")
    kernels = dataclasses.replace(whole.kernels, observe=DEFAULT, sensible=DEFAULT)
    own = {f.name: getattr(whole, f.name) for f in dataclasses.fields(Game)}
    own |= dict.fromkeys(OPTIONAL, DEFAULT) | {"kernels": kernels, "id": "bare", "features": 0}
    own |= {"spelling": {}, "symbols": "", "style": "", "help": {}}
    return Game(**own)


def dealt(game: Game) -> conformance.States:
    options = {"players": 3, "start": "random", "board": "board"}
    return conformance.deal(game, game.kernels, options, read_data(load("temple"), options), 5)


def test_what_a_room_can_leave_out() -> None:
    assert {"picture", "terminal", "narrate", "is_secret"} <= set(OPTIONAL)


def test_any_legal_action_is_sensible(bare: Game) -> None:
    states = dealt(bare)
    luck, mask = seeded(1)[0], np.zeros(bare.action_count, np.int8)
    for now, _ in conformance.walk(bare, bare.kernels, states, seeded(2)[0], 40):
        if now[0].phase != bare.phases["OVER"]:
            bare.kernels.legal_mask(now[0], mask)
            chosen = {bare.kernels.sensible(now[0], luck) for _ in range(20 * int(mask.sum()))}
            assert chosen == set(np.flatnonzero(mask).tolist())


def test_an_observation_is_every_field_within_one(bare: Game) -> None:
    """Equal in plain and in compiled mode; different for each seat."""
    states = dealt(bare)
    seen = [np.full(bare.features, np.nan, np.float32) for _ in range(3)]
    bare.kernels.observe(states[0], 0, seen[0])
    bare.kernels.observe(states[0], 1, seen[1])
    compiled(bare.kernels.observe, states[0], 0, seen[2])(states[0], 0, seen[2])
    assert np.abs(seen[0]).max() <= 1
    assert not np.array_equal(seen[0], seen[1])
    assert np.array_equal(seen[0], seen[2])


def test_it_is_drawn_and_told(bare: Game) -> None:
    register(bare)
    board = read_data(load("temple"), {"board": "board"})["board"] | {"game": "bare"}
    table = Table("bare", players=3, seed=4, data={"board": board})
    NAMES.remove("bare")  # the other tests know nothing of it
    for _ in range(12):
        view = table.view(table.to_act)
        for narrow in (False, True):
            root = ET.fromstring(table.picture(table.to_act, narrow=narrow))
            lit = {g.get("data-act") for g in root.iter() if "lit" in (g.get("class") or "").split()}
            assert lit == {action["words"] for action in view["legal"]}
            assert view["prompt"].split()[0] in "".join(root.itertext())
        said = Console(width=200, file=io.StringIO(), record=True)
        said.print(bare.terminal(view, table.texts()))
        assert "seats" in said.export_text()
        table.act(table.legal[0])
    lines = table.log(None)
    assert len(lines) == 12
    assert all(played.words in line.text for played, line in zip(table.history, lines, strict=True))


def test_a_cover_without_a_file_is_the_name(bare: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ET.fromstring(bare.cover).get("viewBox") == "0 0 420 220"
    monkeypatch.setattr(Game, "folder", pathlib.Path("nowhere"))
    assert "game.name" in "".join(ET.fromstring(bare.cover).itertext())


def test_two_games_cannot_have_one_name() -> None:
    register(load("temple"))  # itself, again
    with pytest.raises(ValueError, match="temple"):
        register(dataclasses.replace(load("templar"), id="temple"))
