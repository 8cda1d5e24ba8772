"""The picture of Templar: well formed, and everything that can be done has one lit target."""

from __future__ import annotations

import copy
import functools
import json
import pathlib
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest

from chapterhouse.games import templar
from chapterhouse.games.templar.picture import STYLE, picture
from chapterhouse.games.templar.picture import narrow as narrow_layout
from chapterhouse.games.templar.picture.abbey import markers
from chapterhouse.games.templar.picture.plan import FIGURE, Plan, crowd, inset, outlines, read
from chapterhouse.games.templar.tables import CARD_NAMES, own_drawing
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
PHASES = ("card", "choose", "door", "return", "single", "stash", "step", "storehouse", "walk")


@functools.cache
def views(players: int) -> list[dict[str, Any]]:
    """Positions of a random game as the seat that is asked sees them: some of each kind of choice, and some more."""
    table, chance, met = Table("templar", players=players, seed=players), random.Random(players), Counter[str]()
    kept = []
    while not table.over and table.ply < 500:
        seat = chance.choice(table.asked)
        legal = table.legal_for(seat)
        choice = " ".join(sorted({"card" if action.words in CARD_NAMES else action.verb for action in legal}))
        met[choice] += 1
        if met[choice] <= 2 or table.ply % 25 == 0:
            kept.append(table.view(seat))
        table.act(chance.choice(legal), seat)
    assert set(PHASES) <= {view["phase"] for view in kept}
    return kept


def classes(element: ET.Element) -> list[str]:
    return (element.get("class") or "").split()


def lit(root: ET.Element) -> list[ET.Element]:
    return [group for group in root.iter(f"{SVG}g") if "lit" in classes(group)]


def check(drawn: str, view: dict[str, Any]) -> ET.Element:
    """What holds for every picture."""
    root = ET.fromstring(drawn)
    ids = Counter(each.get("id") for each in root.iter() if each.get("id"))
    assert [name for name, n in ids.items() if n > 1] == []
    assert [each.tag for each in root.iter() if each.get("style")] == []
    used = {(use.get("href") or "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= set(ids)
    assert Counter(group.get("data-act") for group in lit(root)) == Counter(act["words"] for act in view["legal"])
    for group in lit(root):
        assert group.get("tabindex") == "0"
        assert group.get("role") == "button"
        assert group.findtext(f"{SVG}title") == group.get("aria-label") != ""
    figures = {f"pawn-{seat}" for seat in range(view["players"])}
    figures |= {name for name, at in view["figures"].items() if at is not None}
    assert figures <= set(ids)
    return root


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_action_has_one_lit_target(players: int, narrow: bool) -> None:
    texts = templar.GAME.texts()
    for view in views(players):
        check(picture(view, texts, narrow=narrow), view)


@pytest.mark.parametrize("narrow", [False, True])
def test_flip_and_announce_have_targets(narrow: bool) -> None:
    """Rare decisions, put on the table by hand: the owner of rings in two areas flips one; all rooms are reached."""
    from chapterhouse.games.templar.state import ANNOUNCE, FLIP, SILENT

    texts = templar.GAME.texts()
    view = copy.deepcopy(next(view for view in views(3) if view["phase"] == "card"))
    view |= {"phase": "announce", "legal": [act(ANNOUNCE, "announce"), act(SILENT, "silent")]}
    check(picture(view, texts, narrow=narrow), view)
    view |= {"phase": "flip", "legal": [act(FLIP, "flip a"), act(FLIP + 2, "flip c")]}
    view["figures"]["remigius"] = 13
    check(picture(view, texts, narrow=narrow), view)


def act(code: int, words: str) -> dict[str, Any]:
    return {"code": code, "words": words, "says": f"{words}!"}


@pytest.mark.parametrize("narrow", [False, True])
def test_over_and_spectator(narrow: bool) -> None:
    """Nothing is lit when the game is over, and never for a spectator; the points are those of the outcome."""
    table, chance = Table("templar", players=2, seed=5), random.Random(5)
    while not table.over:
        if table.ply in (0, 40, 200):
            view = table.view(None)
            check(picture(view, table.texts(), narrow=narrow), view)
            assert view["legal"] == []
        table.act(chance.choice(table.legal))
    assert table.outcome
    for seat in (0, None):
        view = table.view(seat)
        root = check(picture(view, table.texts(), narrow=narrow), view)
        shown = {text.text for text in root.iter(f"{SVG}text")}
        assert {str(points) for points in table.outcome.scores} <= shown


@pytest.mark.parametrize("narrow", [False, True])
def test_first_round_choices_stay_secret(narrow: bool) -> None:
    """templar.turn.first-round: games that differ only in what others chose look alike to those who may not know."""
    pictures: dict[int | None, set[str]] = {None: set(), 2: set()}
    for card in CARD_NAMES:
        table = Table("templar", players=3, seed=11, placement="first-game", start=0)
        while table.view(None)["phase"] == "single":
            table.act(table.legal[0])
        table.act(card, 0)
        table.act(CARD_NAMES[(CARD_NAMES.index(card) + 3) % 10], 1)
        for seat, seen in pictures.items():
            seen.add(picture(table.view(seat), table.texts(), narrow=narrow))
        own = picture(table.view(0), table.texts(), narrow=narrow)
        marked = ET.fromstring(own).findall(f".//{SVG}g[@id='card-in-hand-{card}']")
        assert ["playing" in classes(each) for each in marked] == [True]
    assert [len(seen) for seen in pictures.values()] == [1, 1]


def test_barred_cards_name_who_bars_them() -> None:
    """templar.turn.visible: a card on top of another's pile is marked in the hand, and the rest is not."""
    told = 0
    for view in views(4):
        if view["phase"] != "card":
            continue
        root = ET.fromstring(picture(view, templar.GAME.texts()))
        hand = view["seats"][view["seat"]]["hand"]
        for card in hand:
            (group,) = root.findall(f".//{SVG}g[@id='card-in-hand-{card}']")
            assert ("barred" in classes(group)) == (card in view["barred"])
            if card in view["barred"]:
                told += 1
                seals = [use.get("href") for use in group.iter(f"{SVG}use") if "seal-" in (use.get("href") or "")]
                assert len(seals) == sum(seat["top"] == card for seat in view["seats"])
    assert told


def test_scored_valuables_are_turned() -> None:
    """The scored side has another shape, not only another colour."""
    texts, turned = templar.GAME.texts(), 0
    for view in views(3)[-6:]:
        root = ET.fromstring(picture(view, texts))
        pieces = [each for each in root.iter(f"{SVG}g") if "piece" in classes(each)]
        lies = [
            lie
            for room in view["rooms"]
            for places in (room["chalices"], room["books"], *(area["places"] for area in room["rings"]))
            for lie in places
            if lie
        ]
        scored = [each for each in pieces if "scored" in classes(each)]
        assert len(scored) == sum(lie["scored"] for lie in lies)
        assert all((each[0].get("href") or "").endswith("-scored") for each in scored)
        turned += len(scored)
    assert turned


def test_both_themes() -> None:
    """All colours of the room's style come from the palette, the seats' colours and a few woods and waters."""
    fixed = set(re.findall(r"#[0-9a-fA-F]{3,6}", STYLE))
    assert len(fixed) < 20
    assert "style=" not in STYLE
    for rule in re.findall(r"^([^{}\n-][^{}]*)\{", STYLE, re.MULTILINE):
        assert all(each.startswith("svg.table .templar") for each in rule.split(",")), rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages(language: str) -> None:
    """Every text is there: no key is shown in its stead."""
    texts = templar.GAME.texts(language, ["<Ada & Bo>", "Bruno", "Chiara"])
    for view in views(3)[::7]:
        for narrow in (False, True):
            root = check(picture(view, texts, narrow=narrow), view)
            shown = [
                *(each.text or "" for each in root.iter()),
                *(each.get("aria-label") or "" for each in root.iter()),
            ]
            assert [said for said in shown if re.fullmatch(r"[a-z_]+\.[a-z_.]+", said)] == []


# ---- geometry


def house() -> Plan:
    return read(own_drawing())


def test_figures_never_stand_on_furniture() -> None:
    """Up to eight figures stand in any room, on free floor, at two thirds of their size at least."""
    for number, room in house().rooms.items():
        for n in range(1, 9):
            size, spots = crowd(room.zone, room.stand[0], n)
            assert len(spots) == n
            assert size >= 0.65, (number, n)
            for x, y in spots:
                left, top, right, bottom = x - 12 * size, y - FIGURE[1] * size, x + 12 * size, y
                assert room.box[0] < left < right < room.box[2]
                assert room.box[1] < top
                for l, t, r, b in room.furniture:  # noqa: E741
                    assert not (left < r and l < right and top < b - 1 and t < bottom), (number, n)


def test_a_thumb_finds_every_place_on_a_phone() -> None:
    """Rooms on the plan and places in the lens are 44 units big at least; a unit is a pixel on a phone of 390."""
    plan = house()
    scale = narrow_layout.PHONE / (plan.canvas[0] - 2 * narrow_layout.CROP)
    for number, room in plan.rooms.items():
        left, top, right, bottom = room.box
        assert min(right - left, bottom - top) * scale >= 44, number
        lens = narrow_layout.frame(room)
        assert 44 * lens[-1] >= 44, number  # a table with its ring, or the ring round a niche or lectern
        for l, t, r, b in room.furniture:  # noqa: E741
            assert lens[0] <= l < r <= lens[0] + lens[2]
            assert lens[1] <= t < b <= lens[1] + lens[3]


def test_outline_of_the_abbey() -> None:
    plan = house()
    (loop,) = outlines([*(room.polygon for room in plan.rooms.values()), plan.garth])
    assert len(loop) == 10
    assert {(44, 44), (956, 366), (884, 726), (92, 434)} <= set(loop)
    assert inset([(0, 0), (10, 0), (10, 6), (0, 6)], 2) == [(2, 2), (8, 2), (8, 4), (2, 4)]


def test_score_track() -> None:
    """Equal scores share a cell without covering each other's middle; past 80 the marker has a second rim."""
    plan = house()
    for scores in ([0] * 5, [7, 7, 7, 7, 30], [23, 23, 40, 40, 40], [80, 81, 160, 1, 0]):
        root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markers(scores, plan=plan)}</svg>')
        found = {}
        for group in root:
            *rims, disc = group.findall(f"{SVG}circle")
            seat = int((group.get("id") or "").removeprefix("marker-"))
            found[seat] = (float(disc.get("cx") or 0), float(disc.get("cy") or 0), float(disc.get("r") or 0))
            assert len(rims) == (scores[seat] > 80)
        assert len(found) == 5
        for a, (x1, y1, r1) in found.items():
            for b, (x2, y2, r2) in found.items():
                if a < b and (scores[a] > 80) == (scores[b] > 80):
                    assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 > 0.8 * max(r1, r2)


def test_own_board_brings_its_own_geometry(tmp_path: pathlib.Path) -> None:
    """A board file of a player's own is drawn with its own numbers, also after the game was saved and loaded."""
    source = (pathlib.Path(templar.__path__[0]) / "data" / "board.toml").read_text(encoding="utf-8")
    own = source.replace('rings = [[420, 626, 5, "h"]]', 'rings = [[420, 626, 4, "h"], [640, 690, 1, "h"]]')
    own = own.replace(
        "polygon = [[92, 434], [300, 434], [300, 596], [92, 596]]",
        "polygon = [[92, 596], [300, 596], [300, 434], [92, 434]]",
    )  # the other way round
    path = tmp_path / "own.toml"
    path.write_text(own, encoding="utf-8")
    table, chance = Table("templar", players=3, seed=1, board=str(path)), random.Random(1)
    for _ in range(60):
        table.act(chance.choice(table.legal))
    again = Table.load(json.loads(json.dumps(table.save())))
    for each in (table, again):
        view = each.view(each.to_act)
        assert view["drawing"] is not None
        root = check(picture(view, each.texts()), view)
        assert root.find(f".//{SVG}g[@id='place-10-ring-b-1']") is not None
