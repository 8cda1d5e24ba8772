"""Hints and reviews: from what a seat may know, with progress, and to be stopped."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import chapterhouse as ch
from chapterhouse.bots.contract import Budget, Choice, Thought
from chapterhouse.bots.hint import ROUGH, Advice, Hint, worth_telling
from chapterhouse.bots.review import FEWEST, review
from chapterhouse.bots.search import SearchBot, Searcher
from chapterhouse.games import NAMES
from chapterhouse.games.templari.rules.scoring import card_points
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


def test_what_is_told_first_wins_most_often() -> None:
    """Of what was tried well; what was tried seldom is no rival to it, and never seems better."""
    tried = [(0.5, 0.32), (0.29, 0.36), (0.15, 0.35), (0.05, 0.41), (0.01, 0.2)]
    choices = [Choice(code, share, chance=chance) for code, (share, chance) in enumerate(tried)]
    assert [each.action for each in worth_telling(choices)] == [1, 2, 0]
    assert [each.action for each in worth_telling([choices[0], *choices[3:]])] == [0, 4]
    assert [each.action for each in worth_telling([Choice(7, 1.0)])] == [7]
    seldom = [
        Choice(code, share, chance=chance) for code, share, chance in [(0, 0.9, 0.3), (1, 0.06, 0.1), (2, 0.04, 0.2)]
    ]
    assert [each.action for each in worth_telling(seldom)] == [0, 2, 1]


def test_a_rough_hint_tells_no_chances() -> None:
    table = late_table("templari")
    told = [table.hint(budget=Budget(simulations=n)).to_json(table.texts()) for n in (100, ROUGH)]
    assert [each["rough"] for each in told] == [True, False]
    (only,) = told[0]["choices"]
    assert "rough" in only["why"]
    assert only["expects"] == ""
    assert "%" not in only["why"]
    assert "% of the games" in told[1]["choices"][0]["why"]


def test_a_rough_hint_tells_what_was_tried_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few games each, which won more often is luck."""
    table = late_table("templari")
    tried = [
        Choice(action.code, share, chance=1 - share) for action, share in zip(table.legal, (0.6, 0.4), strict=False)
    ]
    for simulations, best in ((ROUGH - 1, 0), (ROUGH, 1)):
        thought = Thought(tried[0].action, (0.5,) * table.players, tuple(tried), simulations)
        monkeypatch.setattr("chapterhouse.bots.search.SearchBot.consider", lambda *_, told=thought: told)
        assert table.hint().best.code == tried[best].action


def test_points_are_told_where_the_net_judges_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Templari a search asks the net alone, which knows no points."""
    monkeypatch.delenv("CHAPTERHOUSE_MODE")
    own = Searcher("templari").compile()  # that of the process stays plain for other tests
    monkeypatch.setattr("chapterhouse.bots.search.load_searcher", lambda game: own)
    table = ch.Table("templari", players=3, seed=1)
    for choice in table.hint(budget=Budget(simulations=200)).choices:
        assert len(choice.points) == 3
        assert all(0 < points < 200 for points in choice.points)


def test_a_hint_calls_other_choices_what_it_lists_them_as() -> None:
    table = ch.Table("templari", seed=1)
    first, second = (
        Advice(action, 0.5, chance, (), table.game.says(table.seen(table.to_act), action.code, table.texts()), "")
        for action, chance in zip(table.legal, (0.624, 0.618), strict=False)
    )
    told = Hint(0, 0, (first, second), (0.62, 0.38), ROUGH, 1.0, False).to_json(table.texts())["choices"]
    assert f"“{second.does.split('. ')[0].rstrip('.')}”" in told[0]["why"]
    assert "about as many" in told[0]["why"]  # both say 62 %


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


def test_a_review_keeps_to_its_seconds() -> None:
    """With next to no time each decision gets few simulations, and the review is whole all the same."""
    table = late_table("templari", 3)
    while not table.over:
        table.act(table.legal[0])
    last = ch.Table.from_position(late_table("templari", 3).position())
    for played in table.history[late_table("templari", 3).ply :]:
        last.act(played.words)
    asked: list[int] = []

    class Counting(SearchBot):
        def consider(self, *given: Any, **more: Any) -> Any:
            asked.append(given[2].simulations)
            return super().consider(*given, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chapterhouse.bots.review.SearchBot", Counting)
        done = review(last, Budget(simulations=10_000), seconds=0.001)
    assert done is not None
    assert len(done["decisions"]) == last.ply
    assert max(asked) == FEWEST


# ── what speaks for an action ────────────────────────────────────────────────────────────────────────────────────────


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def why(table: ch.Table, action: Any, language: str = "en") -> str:
    assert table.game.why is not None
    return table.game.why(table.seen(table.to_act), action.code, table.texts(language))


@pytest.mark.parametrize("game", NAMES)
def test_every_action_is_spoken_for_in_every_language(game: str) -> None:
    """Whatever can be done in a game: whole sentences, with the same numbers in all languages."""
    whole, spoken = late_table(game, 1), 0
    for ply in range(0, whole.ply, 9):
        table = whole.at(ply)
        for action in table.legal:
            told = [why(table, action, language) for language in LANGUAGES]
            assert not any("{" in text or text.startswith("why.") for text in told)
            assert len({tuple(sorted(numbers(text))) for text in told}) == 1
            assert all(told) or not any(told)
            spoken += any(told)
    assert spoken


def test_templari_says_what_a_lot_adds() -> None:
    """Who wins an auction has as many points more on cards as was told before the last bid."""
    whole, compared = late_table("templari", 1), 0
    states = [states[0] for states in whole.states()]
    for ply, decision in enumerate(whole.history):
        before = states[ply]
        cards = [int(card) for card in before.lot if card >= 0]
        if not decision.words.startswith("bid") or not cards:
            continue
        end = next((s for s in states[ply + 1 :] if s.owner[cards[0]] >= 0), None)
        if end is None or end.owner[cards[0]] != decision.seat:
            continue
        gain = card_points(end, decision.seat) - card_points(before, decision.seat)
        table = whole.at(ply)
        assert numbers(why(table, table.action(decision.code)))[0] == gain
        compared += 1
    assert compared > 3


def test_temple_says_what_an_offering_earns() -> None:
    """Where a mask is promised, it lies before who offered once the offering is made."""
    whole, kept = late_table("temple", 1), 0
    for ply, decision in enumerate(whole.history[:-1]):
        table = whole.at(ply)
        told = why(table, table.action(decision.code)) if decision.words.startswith("offer") else ""
        if "earns you" not in told and "takes" not in told:
            continue
        done = next(whole.at(n) for n in range(ply + 1, whole.ply + 1) if not whole.at(n).truth().to_offer)
        masks = [int((table.truth().ritual == decision.seat).sum()) for table in (table, done)]
        assert masks[1] == masks[0] + 1
        kept += 1
    assert kept


def test_templar_says_in_how_many_rooms_one_would_be() -> None:
    whole, counted = late_table("templar", 1), 0
    for ply, decision in enumerate(whole.history[:-1]):
        if not decision.words.startswith("stash"):
            continue
        table, after = whole.at(ply), whole.at(ply + 1)
        told = why(table, table.action(decision.code))
        if "would then" not in told:
            continue
        assert numbers(told)[1] == int(after.truth().in_rooms[decision.seat]).bit_count()
        counted += 1
    assert counted


def test_a_hint_of_one_choice_says_whether_there_were_others() -> None:
    advice = Advice(ch.Table("templari", seed=1).legal[0], 1.0, 0.62, (), "", "")
    told = [
        Hint(0, 0, (advice,), (0.62, 0.38), ROUGH, 1.0, is_forced).to_json(ch.Table("templari", seed=1).texts())
        for is_forced in (True, False)
    ]
    assert ["nothing else" in each["choices"][0]["why"] for each in told] == [False, True]
