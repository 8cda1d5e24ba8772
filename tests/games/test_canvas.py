"""What the pictures of all games share."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from markupsafe import Markup

from chapterhouse.games import NAMES, load
from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.canvas.svg import kept, safe, text
from chapterhouse.games.canvas.text import fit, shrink, width, wrap
from chapterhouse.texts import Texts


def test_a_part_is_drawn_again_only_when_it_shows_something_else() -> None:
    drawn: list[Any] = []

    @kept(8)
    def part(seen: dict[str, Any], *, plan: str) -> str:
        drawn.append((seen, plan))
        return f"{seen} {plan}"

    assert part({"cards": [1, 2]}, plan="a") == part({"cards": [1, 2]}, plan="a")
    assert len(drawn) == 1
    assert part({"cards": [2, 1]}, plan="a") == "{'cards': [2, 1]} a"
    assert part({"cards": [1, 2]}, plan="b") == "{'cards': [1, 2]} b"
    assert part({"cards": [True, 2]}, plan="a") == "{'cards': [True, 2]} a"  # though True equals 1
    assert len(drawn) == 4


def test_what_a_part_keeps_cannot_be_changed_from_outside() -> None:
    @kept(8)
    def part(seen: list[int]) -> str:
        seen.append(9)
        return str(seen)

    cards = [1]
    assert part(cards) == part(cards) == "[1, 9]"
    assert cards == [1]


def test_text_that_is_safe_elsewhere_does_not_make_a_name_safe() -> None:
    """Both are equal and hash alike; only one of them is markup of ours."""
    assert safe(Markup("<b>")) == "<b>"
    assert safe("<b>") == "&lt;b&gt;"
    assert "&lt;b&gt;" in text(0, 0, "<b>")


@pytest.mark.parametrize("bold", [False, True])
def test_a_text_fits_its_space(bold: bool) -> None:
    said = "Who cannot pay puts one of his own cards out of the game"
    for space in (30, 80, 200, 1000):
        line = fit(said, 14, space, bold)
        assert width(line, 14, bold) <= space
        assert line == said or line.endswith("…")
        lines = wrap(said, 14, space, 3, bold)
        assert len(lines) <= 3
        assert all(width(each, 14, bold) <= space for each in lines)
    assert " ".join(wrap(said, 14, 200, 9)) == said
    assert wrap("", 14, 200, 9) == ()
    assert width(said, shrink(said, 14, 300, 1), bold=False) <= 300


def scene() -> Scene:
    legal = [{"code": 0, "words": "bid 3", "says": "Offer <3>"}]
    return Scene({"seat": 1, "phase": "bid", "asked": [1], "seats": [{}, {}, {}], "legal": legal}, Texts("en"))


def test_a_button_is_lit_when_it_can_be_pressed() -> None:
    drawn = scene()
    lit = ET.fromstring(drawn.button("bid 3", ["Offer", "three"], 0, 0, 120, 48, main=True))
    assert lit.attrib["class"].split() == ["button", "main", "lit"]
    assert (lit.attrib["role"], lit.attrib["aria-label"]) == ("button", "Offer <3>")
    assert [text.text for text in lit.iter("text")] == ["Offer", "three"]
    dark = ET.fromstring(drawn.button("pass", "Pass", 0, 0, 120, 48))
    assert dark.attrib["class"] == "button"
    assert dark.attrib["aria-label"] == "Pass"
    assert drawn.placed == {"bid 3", "pass"}


def test_a_scene_knows_who_sits_where() -> None:
    assert scene().others == [2, 0]
    assert scene().is_asked(1)
    assert not scene().is_asked(0)
    assert Scene({"seats": [{}, {}]}, Texts("en")).others == [0, 1]


PARTS = {"__init__", "scene", "wide", "narrow", "seats", "symbols", "style", "help"}


@pytest.mark.parametrize("game", NAMES)
def test_every_room_has_the_same_parts(game: str) -> None:
    """And none of them knows the rules: what a picture says about them stands in the view."""
    files = sorted((load(game).folder / "picture").glob("*.py"))
    assert {path.stem for path in files} >= PARTS
    assert [path.name for path in files if f"games.{game}.rules" in path.read_text(encoding="utf-8")] == []
