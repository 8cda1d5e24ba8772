"""Templari: what is asked, and who gets what of the pot, in words."""

from __future__ import annotations

import pytest

from tests.games.templari.positions import do, position


def test_only_what_is_possible_is_asked() -> None:
    """Who can only pass is not asked to raise, and 0 is not offered to whom it is cursed."""
    assert position().prompt == "Open the auction with an offer; 0 is allowed."
    assert position(hands={0: ["banners 0"]}).prompt == "Open the auction with an offer; 0 is cursed for you."
    poor = position(hands={0: ["banners 0"]}, coins=[0, 18, 18])
    assert poor.prompt == "Every sum that you can pay is cursed for you: pass, and the next player opens."
    table = do(position(coins=[21, 3, 12]), "bid 3")
    assert table.prompt == "Crimson offers 3. You cannot raise: pass."
    assert list(map(str, table.legal)) == ["pass"]
    assert do(table, "pass").prompt == "Crimson offers 3. Raise, or pass."


def test_only_what_is_possible_is_asked_in_a_sale() -> None:
    table = do(position(hands={0: ["mail 1"], 1: ["banners 0"]}, coins=[18, 0, 18], lot=()), "sell mail 1")
    assert table.prompt == "Crimson sells Mail 1. You can make no offer: pass."
    assert do(table, "pass").prompt == "Crimson sells Mail 1. Make an offer, or pass."
    table = do(position(hands={0: ["mail 1"]}, coins=[17, 17, 2], lot=()), "sell mail 1", "bid 2")
    assert table.prompt == "Crimson sells Mail 1; the offer stands at 2. You cannot raise: pass."


@pytest.mark.parametrize(
    ("offer", "line"),
    [
        (4, "Azure and Gold get 2 coins each."),
        (5, "Azure and Gold get 2 coins each; 1 stays in the pot."),
        (1, "Too little to share among Azure and Gold; the 1 coin stays in the pot."),
    ],
)
def test_the_pot_is_told_as_it_is_shared(offer: int, line: str) -> None:
    """templari.share.even: evenly, with a remainder, or too little for all; the same in what an offer would do."""
    table = position()
    entry = next(a for a in table.view(0)["legal"] if a["words"] == f"bid {offer}")
    assert entry["says"] == f"Offer {offer}. If it wins: {line}"
    do(table, f"bid {offer}", "pass", "pass")
    assert line in [told.text for told in table.log(None)]
