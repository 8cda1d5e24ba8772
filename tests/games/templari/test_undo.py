"""Templari: what cannot be taken back."""

from __future__ import annotations

import pytest

from chapterhouse.play.errors import UndoRefused
from chapterhouse.play.table import Table
from tests.games.templari.positions import do, position


def stands(table: Table) -> str | None:
    """The rule by which the last decision stands, "" where something was seen; None when it was taken back."""
    refusal = table.undo_refusal()
    if refusal is None:
        ply = table.ply
        words = table.undo().words
        assert table.ply == ply - 1
        table.act(words)
        return None
    with pytest.raises(UndoRefused):
        table.undo()
    return refusal.rule


def test_a_cursed_offer_stays_paid() -> None:
    """templari.mistake.curse: also the second one; the right offer after it can be taken back, but not beyond it."""
    table = position(hands={0: ["mail 4"]}, mistakes="penalised")
    for words in ("bid 4", "bid 14"):
        assert stands(do(table, words)) == "templari.mistake.curse"
    assert stands(do(table, "bid 5")) is None
    table.undo()
    assert stands(table) == "templari.mistake.curse"


def test_an_offer_above_ones_means_stays_in_the_light() -> None:
    """templari.mistake.funds: the offer itself can be taken back while nobody has noticed; the last pass and the lost
    card cannot."""
    table = position(4, hands={1: ["mail 4", "mail 7"]}, mistakes="penalised")
    for words in ("bid 2", "bid 18", "pass", "pass"):
        assert stands(do(table, words)) is None
    for words in ("pass", "lose mail 4"):
        assert stands(do(table, words)) == "templari.mistake.funds"
    assert stands(do(table, "bid 3")) is None


def test_an_only_card_that_was_lost_stays_lost() -> None:
    """templari.mistake.funds: also where there was nothing to choose, and for the last one who is in."""
    table = position(hands={1: ["mail 4"]}, mistakes="penalised", private_sales=False)
    do(table, "bid 0", "bid 15", "pass")
    assert stands(do(table, "pass")) == "templari.mistake.funds"
    do(table, "bid 20")
    assert stands(do(table, "pass")) == "templari.mistake.funds"
    assert stands(do(table, "bid 0")) == ""  # it ended the turn, and the next cards are revealed


def test_revealed_cards_stay_revealed() -> None:
    table = position(hands={0: ["mail 4"]}, lot=())
    assert stands(do(table, "pass")) == ""
    refusal = table.undo_refusal()
    assert refusal is not None
    assert refusal.says(table.texts("it")) == "Nel frattempo si è visto qualcosa di nuovo: non si può annullare."
