"""The drawings of the games for the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from chapterhouse.bots import make, play
from chapterhouse.cli.language import speak, texts_for
from chapterhouse.games import NAMES, defaults, load
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

WIDTH = 80


def drawn(table: Table, seat: int | None, language: str) -> str:
    """The drawing as plain text, as wide as a narrow terminal."""
    speak(language)
    texts = texts_for(table.game.id)
    speak("en")
    said = Console(width=WIDTH, file=io.StringIO(), record=True)
    said.print(table.game.terminal(table.view(seat, language), texts))
    return said.export_text()


@pytest.mark.parametrize("name", NAMES)
def test_every_position_can_be_drawn(name: str) -> None:
    """Through a whole game, for the seat that acts and for a spectator: no text is missing, nothing is too wide."""
    game = load(name)
    table = Table(name, players=game.seats[1], seed=11)
    bot = make("random", name, 1)
    while not table.over:
        if table.ply % 19 == 0:
            language = LANGUAGES[table.ply // 19 % len(LANGUAGES)]
            for seat in (table.to_act, None):
                text = drawn(table, seat, language)
                assert "terminal." not in text
                assert max(map(len, text.splitlines())) <= WIDTH
                assert texts_for(name).name(0) in text or language != "en"
        play(table, bot)
    assert drawn(table, None, "en")


def test_templari_shows_what_a_bidder_must_know() -> None:
    """The lot, the own purse but no other, cursed sums, and whom a sum would pay."""
    table = Table("templari", players=3, seed=1, start=0, private_sales=False)
    table.act("bid 5")
    table.act("pass")
    table.act("pass")
    assert table.to_act == 0
    view = table.view(0)
    text = drawn(table, 0, "en")
    for card in view["lot"]:
        family, value = view["cards"][card]["words"].split()
        assert f"{family.capitalize()} {value}" in text
    own, *others = view["seats"]
    crimson = next(line for line in text.splitlines() if "Crimson" in line)
    assert str(own["coins"]) in crimson.split()
    assert all("?" in line.split() for line in text.splitlines() if "Azure" in line or "Gold" in line)
    assert len(others) == 2
    *_, sums, marks = [line for line in text.splitlines() if line.strip()]
    allowed = {str(sum) for sum in range(own["coins"] + 1) if sum % 10 not in own["cursed"]}
    columns = dict(zip(sums.split(), marks.split(), strict=True))
    assert {amount for amount, mark in columns.items() if mark != "✗"} == allowed


def test_a_game_without_a_drawing_is_drawn_from_its_view() -> None:
    """Every key of the view that holds something is there."""
    table = Table("templari", players=3, seed=1)
    for _ in range(20):
        table.act(table.legal[-1])
    view = table.view(0)
    said = Console(width=200, file=io.StringIO(), record=True)
    said.print(defaults.terminal(view, table.texts()))
    text = said.export_text()
    own = table.game.view(table.seen(0), 0)
    assert {key for key, value in own.items() if value not in ([], {}) and key not in text} == set()
    assert "Crimson" in text
