"""The table in words: sentences and tables that a screen reader reads, in every language, of every game."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from chapterhouse.bots import make, play
from chapterhouse.games import NAMES
from chapterhouse.games.spoken import Chart, Passage
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

GLYPHS = re.compile(r"[✚☾★♜⚜▤○□◇●☠✝‖✓✗=*|]|[a-z]\.[a-z_]+\.|[{}]")  # signs, keys without a text, open parts


def played(name: str, decisions: int) -> Table:
    table = Table(name, seed=5)
    bot = make("sensible", name, 1)
    while table.ply < decisions and not table.over:
        play(table, bot)
    return table


@pytest.mark.parametrize("name", NAMES)
def test_the_table_in_words_is_sentences_and_proper_tables(name: str) -> None:
    for decisions in (0, 45, 100_000 if name == "templari" else 120):
        table = played(name, decisions)
        for language in LANGUAGES:
            texts = table.texts(language)
            for seat in (None, 0, 1):
                parts = table.game.in_words(table.view(seat, language), texts)
                assert {type(part) for part in parts} == {Passage, Chart}
                for part in parts:
                    assert part.title
                    lines = part.sentences if isinstance(part, Passage) else [cell for row in part.rows for cell in row]
                    assert all(lines)
                    if isinstance(part, Passage):
                        assert all(line.endswith((".", "!")) for line in lines)
                    else:
                        assert {len(row) for row in part.rows} == {len(part.head)}
                        assert all(part.head)
                    assert [line for line in lines if GLYPHS.search(line)] == []


def labels(table: Table, seat: int, narrow: bool) -> str:
    root = ET.fromstring(table.picture(seat, "en", narrow=narrow))
    return "\n".join(each.get("aria-label", "") for each in root.iter())


@pytest.mark.parametrize("narrow", [False, True])
def test_pieces_places_and_the_own_hand_have_names_in_the_picture(narrow: bool) -> None:
    """A picture has no letters for a screen reader: its labels say all that is drawn."""
    templar = played("templar", 60)
    said = labels(templar, 0, narrow)
    view = templar.view(0)
    for number in range(1, 13):
        assert f"Room {number}: " in said
    for thing in (
        "The church: ",
        "Remigius: ",
        "Severus: ",
        "Vitus: ",
        "Your pawn: ",
        "Azure's pawn: ",
        "The door closes",
    ):
        assert thing in said
    assert said.count("Storehouse ") == len(view["storehouses"])
    assert said.count("Stock: ") == said.count("Reserve: ") == len(view["seats"])
    temple = played("temple", 40)
    said, view = labels(temple, 0, narrow), temple.view(0)
    for room in view["rooms"]:
        assert f"{room['name']}, " in said
    assert "You in " in said
    assert "curse tile" in said
    assert "cards in the deck" in said
    for card in view["seats"][0]["cards"]:
        assert card.replace("curse", "a curse card") in said
    templari = played("templari", 40)
    said, view = labels(templari, 0, narrow), templari.view(0)
    assert f"Turn {view['turn']} of 15" in said
    assert "You: " in said
    assert "in the pot" in said


def test_a_room_is_told_as_a_person_would() -> None:
    table = played("templar", 60)
    (abbey,) = (p for p in table.game.in_words(table.view(0), table.texts()) if p.title == "The abbey")
    assert isinstance(abbey, Passage)
    assert len(abbey.sentences) == 13
    assert any("you have" in each for each in abbey.sentences)
    assert all("free: " in each or "has" in each or "you have" in each for each in abbey.sentences)
