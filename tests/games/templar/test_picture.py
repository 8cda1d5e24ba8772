"""The picture of Templar: well formed, and everything that can be done has a lit target."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from chapterhouse.games.templar.art import plan, scene
from chapterhouse.games.templar.picture import STYLE, SYMBOLS, picture
from chapterhouse.games.templar.tables import own_drawing
from chapterhouse.play.table import Table
from chapterhouse.voice import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"


def games(players: int, seed: int, plies: int, **options: Any) -> Iterator[Table]:
    """A random game, position by position."""
    table = Table("templar", players=players, seed=seed, **options)
    chance = random.Random(seed)
    while not table.over and table.ply < plies:
        yield table
        seat = chance.choice(table.asked)
        table.act(chance.choice(table.legal_for(seat)), seat)
    yield table


def lit(root: ET.Element) -> Counter[str]:
    """The notation of every lit target."""
    return Counter(
        each.get("data-act", "")
        for each in root.iter(f"{SVG}g")
        if "lit" in (each.get("class") or "").split() and each.get("data-act") is not None
    )


def check(drawn: str, view: dict[str, Any]) -> None:
    root = ET.fromstring(drawn)
    ids = Counter(each.get("id") for each in root.iter() if each.get("id"))
    assert [name for name, n in ids.items() if n > 1] == []
    assert [each for each in root.iter() if each.get("style")] == []
    legal = [action["words"] for action in view["legal"]]
    assert lit(root) == Counter(legal)  # each once, and nothing else
    known = set(ids)
    for use in root.iter(f"{SVG}use"):
        assert (use.get("href") or "").removeprefix("#") in known
    for each in root.iter(f"{SVG}g"):
        if "lit" in (each.get("class") or "").split():
            assert each.get("tabindex") == "0"
            assert each.get("aria-label")
            assert each.find(f"{SVG}title") is not None


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_action_has_one_lit_target(players: int, narrow: bool) -> None:
    met = set[str]()
    for table in games(players, 20 + players, 420):
        view = table.view(table.to_act)
        if table.ply % 3 == 0 or view["phase"] not in met:
            met.add(view["phase"])
            check(picture(view, table.voice(), narrow=narrow), view)
    assert {
        "place_remigius",
        "single",
        "choose",
        "card",
        "step",
        "walk",
        "stash",
        "storehouse",
        "door",
        "return",
    } <= met


@pytest.mark.parametrize("narrow", [False, True])
def test_flips_and_announcements_have_targets(narrow: bool) -> None:
    met = Counter[str]()
    for seed in range(1, 40):
        for table in games(2 + seed % 4, seed, 900):
            phase = table.engine_phase if hasattr(table, "engine_phase") else table.view(table.to_act)["phase"]
            if phase in ("flip", "announce") and met[phase] < 4:
                met[phase] += 1
                view = table.view(table.to_act)
                check(picture(view, table.voice(), narrow=narrow), view)
        if met["flip"] >= 4:
            break
    assert met["flip"]
