"""The picture of Temple: sound XML, a lit place for everything that can be done, and no secrets."""

from __future__ import annotations

import functools
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from chapterhouse.games import load
from chapterhouse.games.protocol import View
from chapterhouse.games.temple.picture import STYLE, picture
from chapterhouse.games.temple.picture.symbols import SYMBOLS
from chapterhouse.games.temple.state import Phase
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES, Texts

NAMES = ["Ines", "O'Neill & <Sons>", "Tomas", "A name that is much too long for its place"]
LAYOUTS = (False, True)  # narrow?
SEATS = (2, 3, 4)


PHASES = {"discard", "move", "action", "offer", "push", "leap", "swap", "give", "over"}
FEW, MANY = 2, 5  # moments of each phase, at least and at most


@dataclass(frozen=True)
class Moment:
    """A position, as everybody sees it."""

    phase: str
    views: dict[int | None, View]
    hands: list[list[str]]


@functools.cache
def moments(players: int) -> list[Moment]:
    """Positions of every phase, from games that are played by chance with a liking for offerings and powers."""
    found: list[Moment] = []
    count: Counter[str] = Counter()

    def keep(table: Table, phase: str) -> None:
        if count[phase] < MANY:
            count[phase] += 1
            views = {seat: table.view(seat) for seat in (None, *range(players))}
            found.append(Moment(phase, views, [views[seat]["seats"][seat]["cards"] for seat in range(players)]))

    for seed in range(60):
        table = Table("temple", players=players, seed=seed, names=NAMES[:players])
        chance = random.Random(seed)
        while not table.over:
            keep(table, Phase(int(table.seen(None).phase)).name.lower())
            legal = table.legal
            liked = [a for a in legal if a.verb in ("offer", "power")]
            table.act(chance.choice(liked if liked and chance.random() < 0.7 else legal))
        keep(table, "over")
        if all(count[phase] >= FEW for phase in PHASES):
            return found
    raise AssertionError(f"not every phase was met: {count}")


def texts(language: str = "en") -> Texts:
    return load("temple").texts(language, NAMES)


def drawn(view: View, *, narrow: bool, standalone: bool = False, language: str = "en") -> str:
    return picture(view, texts(language), narrow=narrow, standalone=standalone)


def words_of(root: ET.Element) -> list[str]:
    """All that a picture says, to the eye or to a screen reader."""
    said = list(root.itertext())
    said += [value for element in root.iter() for name, value in element.attrib.items() if name == "aria-label"]
    return said


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("narrow", LAYOUTS)
def test_pictures_are_sound(players: int, narrow: bool) -> None:
    """Well-formed, every id once, no style attribute, and every symbol that is used is there."""
    symbols = set(re.findall(r'id="([^"]+)"', SYMBOLS))
    for moment in moments(players):
        for view in moment.views.values():
            root = ET.fromstring(drawn(view, narrow=narrow))
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert not symbols & set(ids)
            assert not any("style" in element.attrib for element in root.iter())
            used = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
            assert {name for name in used if name.startswith("temple-")} <= symbols


@pytest.mark.parametrize("narrow", LAYOUTS)
def test_a_standalone_picture_carries_all_it_needs(narrow: bool) -> None:
    said = drawn(moments(3)[7].views[0], narrow=narrow, standalone=True)
    root = ET.fromstring(said)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
    assert used <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", said)) <= set(ids)
    assert not any("style" in element.attrib for element in root.iter())
    assert STYLE in said


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("narrow", LAYOUTS)
def test_everything_legal_is_lit_and_nothing_else(players: int, narrow: bool) -> None:
    for moment in moments(players):
        for view in moment.views.values():
            root = ET.fromstring(drawn(view, narrow=narrow))
            lit = [e for e in root.iter() if "lit" in e.attrib.get("class", "").split()]
            assert {e.attrib["data-act"] for e in lit} == {action["words"] for action in view["legal"]}
            assert all(e.attrib["role"] == "button" and e.attrib["tabindex"] == "0" for e in lit)
            assert all(e.attrib["aria-label"] for e in lit)


def test_an_action_without_a_place_gets_a_button() -> None:
    """Should the rules learn a verb that the picture does not know, it can still be done."""
    view = moments(3)[0].views[moments(3)[0].views[None]["to_act"]]
    more = view | {"legal": [*view["legal"], {"code": 250, "words": "dance a1", "says": "Dance in a1"}]}
    for narrow in LAYOUTS:
        assert 'data-act="dance a1"' in drawn(more, narrow=narrow)


def faces(root: ET.Element, group: str) -> list[str]:
    """The cards in a group of a picture: `red-2`, `curse`, `back`."""
    (found,) = (element for element in root.iter() if element.attrib.get("id") == group)
    cards = (element.attrib.get("href", "") for element in found.iter())
    return [card.removeprefix("#temple-card-") for card in cards if card.startswith("#temple-card-")]


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("narrow", LAYOUTS)
def test_hidden_cards_are_backs(players: int, narrow: bool) -> None:
    """Others' hands show what a curse has shown, and backs for the rest; the own hand is open."""
    for moment in moments(players):
        for seat, view in moment.views.items():
            root = ET.fromstring(drawn(view, narrow=narrow))
            for other in range(players):
                if narrow and other == seat:  # a phone shows the own hand only once
                    continue
                known = Counter(card.replace(" ", "-") for card in view["seats"][other]["known"])
                hidden = len(moment.hands[other]) - known.total()
                assert Counter(faces(root, f"cards-{other}")) == known + Counter({"back": hidden})
            if seat is not None:
                assert faces(root, "hand") == [card.replace(" ", "-") for card in moment.hands[seat]]


@pytest.mark.parametrize("narrow", LAYOUTS)
def test_only_the_viewers_own_cards_are_read(narrow: bool) -> None:
    """Even if a view held the others' hands, the picture would be the same; only where all is open all are shown."""
    for moment in moments(4):
        for seat, view in moment.views.items():
            seats: list[dict[str, Any]] = [dict(each) for each in view["seats"]]
            for other in range(4):
                if other != seat:
                    seats[other]["cards"] = moment.hands[other]
            said = drawn(view | {"seats": seats}, narrow=narrow)
            if seat is not None:
                assert said == drawn(view, narrow=narrow)
                continue
            for other in range(4):
                assert faces(ET.fromstring(said), f"cards-{other}") == [
                    c.replace(" ", "-") for c in moment.hands[other]
                ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("narrow", LAYOUTS)
def test_every_text_is_in_the_catalogue(language: str, narrow: bool) -> None:
    """A key without a text would be read as the key itself."""
    for moment in (*moments(2), *moments(3), *moments(4)):
        for seat in {None, moment.views[None]["to_act"]}:
            root = ET.fromstring(drawn(moment.views[seat], narrow=narrow, language=language))
            assert [said for said in words_of(root) if said.startswith(("picture.", "end.", "game."))] == []


def place(root: ET.Element, id: str) -> str:
    (found,) = (element for element in root.iter() if element.attrib.get("id") == id)
    return found.attrib["transform"]


@pytest.mark.parametrize("narrow", LAYOUTS)
def test_pawns_stand_in_their_rooms(narrow: bool) -> None:
    """A pawn that is alone stands in one place in each room, and in another in each other room."""
    places: dict[int, set[str]] = {}
    for moment in moments(3):
        view = moment.views[None]
        root = ET.fromstring(drawn(view, narrow=narrow))
        for seat in view["seats"]:
            room = view["rooms"][seat["room"]]
            if len(room["pawns"]) == 1 and room["tile"] is None:
                places.setdefault(seat["room"], set()).add(place(root, f"pawn-{seat['seat']}"))
        assert sum(e.attrib.get("id", "").startswith("tile-") for e in root.iter()) == 4
    assert len(places) > 8
    assert all(len(where) == 1 for where in places.values())
    assert len(set().union(*places.values())) == len(places)


@pytest.mark.parametrize("narrow", LAYOUTS)
@pytest.mark.parametrize("players", SEATS)
def test_the_winner_is_named(players: int, narrow: bool) -> None:
    won = [moment for moment in moments(players) if moment.phase == "over" and moment.views[None]["winner"] is not None]
    assert won
    for moment in won:
        winner = moment.views[None]["winner"]
        for view in moment.views.values():
            root = ET.fromstring(drawn(view, narrow=narrow))
            assert NAMES[winner][:10] in " ".join(words_of(root))
            crowned = [
                element.attrib["id"]
                for element in root.iter()
                if element.attrib.get("id", "").startswith("seat-")
                and any("won" in part.attrib.get("class", "").split() for part in element)
            ]
            assert crowned == [f"seat-{winner}"]
