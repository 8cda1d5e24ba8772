"""What lies beside the board: the turn's order, powers, points taken apart, and the guide's words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chapterhouse.bots import make
from chapterhouse.games import NAMES, load
from chapterhouse.games.aid import Aid
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

OPTIONS: dict[str, dict[str, Any]] = {"templari": {"exchange": True}}  # so that every step of a turn is played
EVERY_GAME = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")


def aid_of(table: Table, seat: int | None, language: str = "en") -> Aid:
    return table.game.aid(table.view(seat, language), table.texts(language))


@EVERY_GAME
def test_beside_a_game_from_its_beginning_to_its_end(name: str) -> None:
    game, table = load(name), Table(name, 3, seed=5, **OPTIONS.get(name, {}))
    rules = {key.removeprefix("rules.") for key in game.texts().under("rules.")}
    guided = {key.removeprefix("guide.") for key in game.texts().under("guide.")}
    bots = [make("sensible", name, seat) for seat in range(3)]
    steps: set[str] = set()
    while table.to_act is not None:
        if table.ply % 3 == 0 or table.ply < 20:
            view, asked = table.view(table.to_act), aid_of(table, table.to_act)
            assert view["phase"] in guided
            assert [step.now for step in asked.turn].count(True) == 1
            steps |= {step.title for step in asked.turn if step.now}
            assert {part.rule for part in asked.turn + asked.powers} <= rules
            assert {each.rule for seat in asked.points for each in seat} <= rules
            assert all(part.text and part.text[0] != "{" for part in asked.turn + asked.powers)
            watching = aid_of(table, None)
            assert watching.notes == ()
            assert watching.points == asked.points  # nobody's points are hidden
            out = np.zeros(game.seats[1], np.int32)
            game.kernels.score(table.seen(None), out)
            known = [sum(each.points for each in seat) for seat in asked.points]
            if name == "templari":  # coins are secret, and the points for them
                assert known == [seat["points"] for seat in view["seats"]]
            else:
                assert known == out[:3].tolist()
        table.act(bots[table.to_act].choose(table.seen(table.to_act), table.to_act))
    assert len(steps) >= 3
    assert table.outcome is not None
    ended = aid_of(table, 0)
    assert [sum(each.points for each in seat) for seat in ended.points] == table.outcome.scores
    assert not any(step.now for step in ended.turn)


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_has_words(name: str, language: str) -> None:
    table = Table(name, 3, seed=5, **OPTIONS.get(name, {}))
    catalogue = set(table.game.texts(language).under(""))
    beside = aid_of(table, table.to_act, language)
    texts = [text for part in beside.turn + beside.powers for text in (part.title, part.text)]
    texts += [each.text for seat in beside.points for each in seat]
    assert texts
    assert not catalogue & set(texts)  # a key that is missing is said as it is


@EVERY_GAME
def test_the_guide_speaks_of_phases_and_rules(name: str) -> None:
    """Every phase in which a player can be asked has its words; every other word is told by a rule of the log."""
    game = load(name)
    keys = {key.removeprefix("guide.") for key in game.texts().under("guide.")}
    asked = {phase.name.lower() for phase in game.phases if phase < game.phases["OVER"]}
    assert asked <= keys
    told = keys - asked
    assert told
    assert told <= {key.removeprefix("rules.") for key in game.texts().under("rules.")}
    source = "".join(path.read_text() for path in (game.folder / "words").glob("*.py"))
    assert [rule for rule in told if f'"{rule}"' not in source] == []


def test_templar_says_who_bars_a_card() -> None:
    table = Table("templar", 3, seed=3, placement="first-game", start=0)
    for _ in range(200):
        assert table.to_act is not None
        view = table.view(table.to_act)
        barred = set(view["barred_by"]) & set(view["seats"][table.to_act]["hand"])
        if view["phase"] == "card" and barred:
            break
        table.act(table.legal[0])
    notes = " ".join(aid_of(table, table.to_act).notes)
    for card in barred:
        for seat in view["barred_by"][card]:
            assert f"{table.texts('en')(f'card.{card}')} ({view['names'][seat]}" in notes


def test_temple_warns_of_who_is_about_to_win() -> None:
    table = Table("temple", 2, seed=3, start=0)
    place = table.position()
    place["state"] |= {"ritual": [1, 1, 1, -1]}
    table = Table.from_position(place, seed=3)
    assert "has 3 ritual masks and wins" in aid_of(table, table.to_act).notes[0]
    assert aid_of(table, 1).notes == ()  # who is not asked is not told
