"""Hints and reviews: from what a seat may know, with progress, and to be stopped."""

from __future__ import annotations

import json

import pytest

import chapterhouse as ch
from chapterhouse.bots.contract import Budget
from chapterhouse.bots.review import review
from chapterhouse.games import NAMES
from chapterhouse.texts import LANGUAGES
from tests.bots.conftest import late_table

FEW = Budget(simulations=12)


@pytest.mark.parametrize("game", NAMES)
def test_a_hint_names_legal_choices(game: str) -> None:
    table = late_table(game)
    hint = table.hint(budget=FEW)
    legal = [action.words for action in table.legal]
    assert hint.seat == table.to_act
    assert hint.best.words in legal
    for language in LANGUAGES:
        data = hint.to_json(table.texts(language))
        assert json.loads(json.dumps(data)) == data
        for choice in data["choices"]:
            assert choice["words"] in legal
            assert 0 <= choice["chance"] <= 1
            assert "{" not in choice["why"]
            assert choice["why"] != choice["does"]
            assert not choice["why"].startswith("hint.")


def test_a_hint_is_for_a_seat_that_is_asked() -> None:
    table = late_table("templari")
    assert table.to_act is not None
    with pytest.raises(ch.NotYourTurn):
        table.hint((table.to_act + 1) % table.players)


def test_a_review_tells_chances_losses_and_turns() -> None:
    """Curves for every seat at every decision, one that ends with the result; losses are never negative."""
    table = late_table("templari", 4)
    while not table.over:
        table.act(table.legal[-1])  # some of these are mistakes
    last = ch.Table.from_position(late_table("templari", 4).position())
    for played in table.history[late_table("templari", 4).ply :]:
        last.act(played.words)
    told: list[float] = []
    done = review(last, Budget(simulations=8), progress=told.append)
    assert done is not None
    assert json.loads(json.dumps(done)) == done
    assert len(done["known"]) == len(done["true"]) == last.ply + 1
    assert all(len(point) == last.players for point in (*done["known"], *done["true"]))
    assert all(sum(point) == pytest.approx(1, abs=0.01) for point in done["true"])
    assert last.outcome is not None
    assert [seat for seat, chance in enumerate(done["true"][-1]) if chance] == last.outcome.winners
    assert len(done["decisions"]) == last.ply
    assert all(0 <= each["loss"] <= 1 for each in done["decisions"])
    losses = {each["ply"]: each["loss"] for each in done["decisions"]}
    turns = [losses[ply] for ply in done["turning"]]
    assert turns == sorted(turns, reverse=True)
    assert told[-1] == 1.0


def test_a_review_can_be_stopped() -> None:
    assert review(late_table("templari"), FEW, stop=lambda: True) is None
