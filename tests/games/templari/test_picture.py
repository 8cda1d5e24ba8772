"""Templari: the picture is well-formed, and everything that can be done can be touched in it."""

from __future__ import annotations

import functools
import re
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest

from chapterhouse.games.canvas import style as canvas_style
from chapterhouse.games.templari.picture import STYLE, SYMBOLS, picture
from chapterhouse.kernel.rng import draw, seeded
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES
from tests.games.templari.positions import do, position

SVG = "{http://www.w3.org/2000/svg}"
FINGER = 44  # units on a phone, where the picture is 390 wide


def play(seed: int, every: int = 11, **options: Any) -> list[Table]:
    """Random play: the table as it stands now and then, and the first time that each kind of decision is asked."""
    table = Table("templari", seed=seed, **options)
    luck = seeded(seed)[0]
    phases, seen = set(), []
    while not table.over:
        phase = table.view(None)["phase"]
        if table.ply % every == 0 or phase not in phases:
            phases.add(phase)
            seen.append(table.at(table.ply))
        legal = table.legal
        table.act(legal[draw(luck, len(legal))])
    return [*seen, table]


GAMES: list[dict[str, Any]] = [
    {"players": 3, "seed": 1},
    {"players": 4, "seed": 2, "exchange": True},
    {"players": 5, "seed": 3, "exchange": True, "memory_aid": True},
    {"players": 3, "seed": 4, "mistakes": "penalised", "every": 23},
    {"players": 5, "seed": 5, "mistakes": "penalised", "exchange": True, "every": 53},
]


@functools.cache
def played(game: int) -> list[Table]:
    return play(**GAMES[game])


def drawn(table: Table, seat: int | None, *, narrow: bool, language: str = "en") -> ET.Element:
    return ET.fromstring(table.picture(seat, language, narrow=narrow, standalone=False))


def lit(root: ET.Element) -> dict[str, ET.Element]:
    """What can be touched, by its notation."""
    return {
        group.attrib["data-act"]: group
        for group in root.iter(f"{SVG}g")
        if "data-act" in group.attrib and "lit" in group.attrib.get("class", "").split()
    }


@pytest.mark.parametrize("game", range(len(GAMES)))
@pytest.mark.parametrize("narrow", [False, True])
def test_every_legal_action_is_a_target(game: int, narrow: bool) -> None:
    """Exactly the legal actions are lit, each once, with a name for those who cannot see it."""
    phases = set()
    for table in played(game):
        seat = table.to_act
        phases.add(table.view(None)["phase"])
        root = drawn(table, seat, narrow=narrow)
        targets = lit(root)
        assert set(targets) == {str(action) for action in table.legal}
        for group in targets.values():
            assert group.attrib["role"] == "button"
            assert group.attrib["tabindex"] == "0"
            assert group.attrib["aria-label"]
            assert group.find(f"{SVG}title") is not None
        if seat is not None:
            assert lit(drawn(table, (seat + 1) % table.players, narrow=narrow)) == {}
        assert lit(drawn(table, None, narrow=narrow)) == {}
    expected = {"bid", "sell", "over"}
    expected |= {"take", "give"} if GAMES[game].get("exchange") else set()
    expected |= {"lose"} if GAMES[game].get("mistakes") else set()
    assert phases == expected


@pytest.mark.parametrize("game", range(len(GAMES)))
@pytest.mark.parametrize("narrow", [False, True])
def test_ids_are_unique_and_no_style_attributes(game: int, narrow: bool) -> None:
    """Also: no key stands where a text should, and every symbol that is used exists."""
    known = set(re.findall(r'id="([^"]+)"', canvas_style.SYMBOLS + SYMBOLS))
    for i, table in enumerate(played(game)):
        language = LANGUAGES[i % 4]
        for seat in (table.to_act, None):
            text = table.picture(seat, language, narrow=narrow, standalone=True)
            root = ET.fromstring(text)
            ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
            assert [each for each, n in ids.items() if n > 1] == []
            assert all("style" not in element.attrib for element in root.iter())
            assert not re.search(r">(picture|family|card)\.", text)
            assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= known


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_targets_on_a_phone_are_large_enough(game: int) -> None:
    for table in played(game):
        for words, group in lit(drawn(table, table.to_act, narrow=True)).items():
            box = group.find(f"{SVG}rect")
            assert box is not None, words
            assert float(box.attrib["width"]) >= FINGER, words
            assert float(box.attrib["height"]) >= FINGER, words


def spread(root: ET.Element) -> tuple[float, float]:
    """Where the boxes of the bids on a phone end to the right and below, within the ruler."""
    boxes = [box for g in root.iter(f"{SVG}g") if g.get("id", "").startswith("bid-") for box in g.findall(f"{SVG}rect")]
    right = max(float(box.attrib["x"]) + float(box.attrib["width"]) for box in boxes)
    below = max(float(box.attrib["y"]) + float(box.attrib["height"]) for box in boxes)
    return right, below


def test_a_purse_of_sixty() -> None:
    """All sums from 0 to 60 can be offered, and all stand within the picture."""
    table = position(5, coins=[60, 0, 0, 0, 0])
    assert len(lit(drawn(table, 0, narrow=False))) == 61
    root = drawn(table, 0, narrow=True)
    assert len(lit(root)) == 61
    right, below = spread(root)
    assert right <= 390
    assert below <= float(root.attrib["viewBox"].split()[3])


@pytest.mark.parametrize("narrow", [False, True])
def test_each_card_stands_once(narrow: bool) -> None:
    """A whole family in one hand, too, and the lot."""
    mail = ["mail 1", "mail 3", "mail 4", "mail 7", "mail 8"]
    table = position(hands={0: mail, 1: ["swords 0", "swords 1"]}, lot=("banners 6", "gauntlets 6"))
    ids = [element.attrib["id"] for element in drawn(table, 1, narrow=narrow).iter() if "id" in element.attrib]
    cards = sorted(each for each in ids if each.startswith("card-"))
    assert cards == sorted(
        "card-" + words.replace(" ", "-") for words in [*mail, "swords 0", "swords 1", "banners 6", "gauntlets 6"]
    )


def words_in(root: ET.Element, id: str) -> str:
    found = next(element for element in root.iter() if element.attrib.get("id") == id)
    return " ".join(found.itertext())


@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_to_be_read(narrow: bool) -> None:
    """Pot, standing offer, purse, points and turn are the view's; another's purse is nowhere."""
    table = position(4, hands={1: ["mail 1", "mail 3"]}, coins=[9, 17, 10, 7], pot=5, turn=7)
    do(table, "bid 6")
    root = drawn(table, 0, narrow=narrow)
    assert "5" in words_in(root, "pot-zone").split()
    assert "6" in words_in(root, "standing-offer").split()
    assert "9" in words_in(root, "purse-0").split()
    assert "3" in words_in(root, "player-1").split()
    assert "turn 7 of 15" in "".join(root.itertext())
    assert "17" not in " ".join(root.itertext()).split()


def test_ruler_says_who_is_paid() -> None:
    """A sum that ends in a card of another player shows his seal alone; a cursed one its card."""
    table = position(hands={0: ["helmets 4"], 2: ["mail 7"]})
    root = drawn(table, 0, narrow=False)
    marks = {group.attrib["id"]: group for group in root.iter(f"{SVG}g") if group.get("id", "").startswith("bid-")}
    used = {mark: [use.attrib["href"] for use in marks[mark].iter(f"{SVG}use")] for mark in ("bid-7", "bid-5", "bid-4")}
    assert used["bid-7"] == ["#seal-star"]
    assert used["bid-5"] == ["#seal-crescent", "#seal-star"]
    assert used["bid-4"] == ["#fam-helmets"]
    assert marks["bid-4"].attrib["aria-label"] == "4: cursed by Helmets 4"
    assert "Gold gets 7 coins" in marks["bid-7"].attrib["aria-label"]


def test_names_are_escaped() -> None:
    names = ['<b>"A"</b>', "B&C", "D'E"]
    table = Table("templari", players=3, seed=1, names=names)
    while not table.over:
        table.act("pass" if "pass" in map(str, table.legal) else table.legal[-1])
        for narrow in (False, True):
            assert ET.fromstring(table.picture(0, narrow=narrow)) is not None


def test_a_page_carries_style_and_symbols_itself() -> None:
    table = Table("templari", players=3, seed=1)
    view, texts = table.view(0), table.texts()
    alone, within = picture(view, texts), picture(view, texts, standalone=False)
    assert STYLE in alone
    assert SYMBOLS in alone
    assert "<style>" not in within
    assert "<symbol" not in within


@pytest.mark.parametrize("narrow", [False, True])
def test_the_end_names_the_winner(narrow: bool) -> None:
    table = play(7, every=10**6, players=4)[-1]
    assert table.outcome is not None
    root = drawn(table, None, narrow=narrow)
    text = " ".join(root.itertext())
    assert table.texts().name(table.outcome.winners[0]) + " wins" in text
    for score in table.outcome.scores:
        assert str(score) in text.split()
