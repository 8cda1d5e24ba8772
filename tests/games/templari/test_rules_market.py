"""Templari: private sales, exchanges and the end, rule by rule, from positions made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from chapterhouse.games.templari.rules.auction import close_auction
from chapterhouse.games.templari.rules.cards import put
from chapterhouse.games.templari.rules.scoring import card_points, family_points
from chapterhouse.games.templari.state import IN_DECK, NO_CARD, Phase
from chapterhouse.play.errors import GameOver
from chapterhouse.play.table import Table
from tests.games.templari.positions import (
    LOT,
    can,
    coins,
    do,
    faults,
    hand,
    lies,
    phase,
    position,
    refused,
    state,
    sums,
)

# ── Private sales ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_sales_go_round_from_the_first_player() -> None:
    """templari.sale.offer: each who has a card is asked once, in seat order."""
    table = position(4, hands={0: ["mail 1"], 1: ["mail 3"], 3: ["mail 4"]}, lot=(), first=3)
    asked = []
    while phase(table) == "sell":
        asked.append(table.to_act)
        do(table, "pass")
    assert asked == [3, 0, 1]


def test_only_ones_own_card_can_be_sold() -> None:
    """templari.sale.offer: another's card, or one of the deck, is refused; so is an offer while sales are asked for."""
    table = position(hands={0: ["mail 1"], 1: ["mail 3"]}, lot=())
    assert list(map(str, table.legal)) == ["pass", "sell mail 1"]
    assert refused(table, "sell mail 3") == "templari.sale.offer"
    assert refused(table, "sell mail 7") == "templari.sale.offer"
    assert refused(table, "bid 2") == "templari.sale.offer"


def test_one_card_a_turn() -> None:
    """templari.sale.offer: after a sale the next player is asked, though the seller has more cards."""
    table = position(hands={0: ["mail 1", "mail 3"], 2: ["mail 4"]}, lot=())
    do(table, "sell mail 1", "pass", "pass")
    assert (phase(table), table.to_act) == ("sell", 2)


def test_no_sales_without_the_option() -> None:
    """templari.sale.offer: the tighter game goes from auction to auction."""
    table = position(hands={0: ["mail 1"]}, lot=(), private_sales=False)
    assert phase(table) == "bid"
    assert refused(table, "sell mail 1") == "templari.bid.raise"


def test_no_sales_after_the_last_auction() -> None:
    """templari.sale.offer: the game is over at once."""
    table = do(position(hands={0: ["mail 1"]}, turn=15), "bid 0", "pass", "pass")
    assert table.over


def test_a_bought_card_may_be_put_up_again() -> None:
    """templari.sale.offer: by its buyer, if his place is still to come."""
    table = position(hands={0: ["mail 1"]}, lot=(), first=0)
    do(table, "sell mail 1", "bid 2", "pass")
    assert (phase(table), table.to_act) == ("sell", 1)
    do(table, "sell mail 1", "pass", "bid 3")
    assert lies(table, "mail 1") == 0  # back with the first player, whose place is past
    assert phase(table) == "bid"
    assert coins(table) == [11, 13, 12]


def test_bidding_in_a_sale() -> None:
    """templari.sale.bid: begins at the seller's left, nobody must open, the seller is never asked, and the last may
    still offer after all others passed."""
    table = position(4, hands={1: ["mail 1"]}, lot=(), first=1)
    do(table, "sell mail 1")
    assert table.to_act == 2
    assert can(table, "pass")
    do(table, "pass", "pass")
    assert table.to_act == 0
    assert can(table, "bid 0")
    do(table, "bid 0")
    assert lies(table, "mail 1") == 0


def test_all_pass_and_the_card_stays() -> None:
    """templari.sale.bid: without an offer nothing changes hands."""
    table = position(hands={0: ["mail 1"]}, lot=())
    do(table, "sell mail 1", "pass", "pass")
    assert lies(table, "mail 1") == 0
    assert coins(table) == [12, 12, 12]


def test_same_limits_in_a_sale() -> None:
    """templari.sale.bid: curse, means and the standing offer limit it as always."""
    table = position(hands={0: ["mail 1"], 1: ["mail 4"]}, coins=[12, 6, 18], lot=())
    do(table, "sell mail 1")
    assert sums(table) == [0, 1, 2, 3, 5, 6]
    assert refused(table, "bid 4") == "templari.bid.curse"
    assert refused(table, "bid 7") == "templari.bid.funds"
    do(table, "bid 3")
    assert refused(table, "bid 3") == "templari.bid.raise"


def test_a_card_on_sale_curses_nobody() -> None:
    """templari.sale.bid: it lies in front of nobody while it is under the hammer, and of its buyer afterwards."""
    table = position(hands={0: ["mail 4", "mail 1"]}, lot=(), first=0)
    do(table, "sell mail 4")
    assert table.view(0)["seats"][0]["cursed"] == [1]
    do(table, "bid 4", "pass")
    assert table.view(0)["seats"][1]["cursed"] == [4]


def test_the_seller_is_paid() -> None:
    """templari.sale.pay: the money goes to the seller whatever its digit; pot and first player stay as they are."""
    hands = {0: ["mail 1"], 2: ["shields 3", "gauntlets 3"]}
    table = position(hands=hands, coins=[11, 11, 11], pot=3, lot=())
    do(table, "sell mail 1", "bid 3", "pass")
    assert coins(table) == [14, 8, 11]
    assert (state(table).pot, state(table).first) == (3, 0)


def test_sold_for_nothing() -> None:
    """templari.sale.pay: 0 is a price."""
    table = do(position(hands={0: ["mail 1"]}, lot=()), "sell mail 1", "bid 0", "pass")
    assert lies(table, "mail 1") == 1
    assert coins(table) == [12, 12, 12]


# ── Exchanges ───────────────────────────────────────────────────────────────────────────────────────────────────────

HANDS = {0: ["mail 1", "mail 3"], 1: ["helmets 2", "helmets 4"], 2: ["swords 5", "swords 7"]}


def test_exchange() -> None:
    """templari.exchange: one own card for one of another player's, from the first player in turn order."""
    table = position(hands=HANDS, lot=(), exchange=True, first=1)
    assert (phase(table), table.to_act) == ("take", 1)
    assert refused(table, "take helmets 2") == "templari.exchange"
    assert refused(table, "take shields 0") == "templari.exchange"
    assert refused(table, "give helmets 2") == "templari.exchange"
    do(table, "take mail 3")
    assert (phase(table), table.to_act) == ("give", 1)
    assert list(map(str, table.legal)) == ["give helmets 2", "give helmets 4"]
    assert refused(table, "pass") == "templari.exchange"
    assert refused(table, "give mail 3") == "templari.exchange"
    do(table, "give helmets 2")
    assert hand(table, 0) == ["helmets 2", "mail 1"]
    assert hand(table, 1) == ["helmets 4", "mail 3"]
    assert table.to_act == 2


def test_the_only_card_is_given_without_a_question() -> None:
    """templari.exchange: there is nothing to choose; the log tells of both cards."""
    table = position(hands={0: ["mail 1"], 1: ["helmets 2"]}, lot=(), exchange=True)
    do(table, "take helmets 2")
    assert (hand(table, 0), hand(table, 1)) == (["helmets 2"], ["mail 1"])
    assert [line.rule for line in table.log(None)][:2] == ["templari.exchange", "templari.exchange.price"]


def test_who_has_no_card_or_finds_none_is_skipped() -> None:
    """templari.exchange: such a player stays in the auction."""
    table = position(hands={0: ["mail 1"], 1: ["helmets 2"]}, lot=(), exchange=True, first=2, private_sales=False)
    assert table.to_act == 0  # 2 has no card
    do(table, "take helmets 2")
    assert table.to_act == 1
    do(table, "pass")
    assert (phase(table), table.to_act) == ("bid", 2)
    alone = position(hands={0: ["mail 1"]}, lot=(), exchange=True, private_sales=False)
    assert (phase(alone), alone.to_act) == ("bid", 0)  # nobody has a card that 0 could take


def test_no_exchange_without_the_option() -> None:
    """templari.exchange: it is a variant."""
    table = position(hands=HANDS, lot=())
    assert phase(table) == "sell"
    assert refused(table, "take helmets 2") == "templari.sale.offer"


def test_price_of_an_exchange() -> None:
    """templari.exchange.price: out of this turn's auction, not of private sales, and in again in the next turn."""
    table = position(hands=HANDS, lot=(), exchange=True)
    do(table, "take swords 5", "give mail 1", "pass", "pass")  # 0 exchanges, 1 and 2 do not
    do(table, "pass", "sell helmets 2")  # sales: 0 none, 1 sells
    assert table.to_act == 2
    do(table, "bid 0")
    assert table.to_act == 0  # who exchanged bids in a private sale
    do(table, "bid 2", "pass", "pass")
    assert (phase(table), table.to_act) == ("bid", 1)  # the turn's auction, without 0
    assert [at["out"] for at in table.view(None)["seats"]] == [True, False, False]
    do(table, "bid 0", "pass")
    assert state(table).turn == 6
    assert [at["exchanged"] for at in table.view(None)["seats"]] == [False] * 3


def test_taking_back() -> None:
    """templari.exchange.back: at one's own place, for any own card, at the same price."""
    table = position(hands=HANDS, lot=(), exchange=True)
    do(table, "take helmets 2", "give mail 1")
    assert table.to_act == 1
    do(table, "take helmets 2", "give helmets 4")
    assert hand(table, 0) == ["helmets 4", "mail 3"]
    assert hand(table, 1) == ["helmets 2", "mail 1"]
    assert [at["exchanged"] for at in table.view(None)["seats"]] == [True, True, False]
    do(table, "pass")
    assert phase(table) == "sell"  # 0 had his place; he is not asked again


def test_no_taking_back_before_ones_place() -> None:
    """templari.exchange.back: whose place is past has had his one exchange."""
    table = position(hands=HANDS, lot=(), exchange=True, first=2, private_sales=False)
    do(table, "pass", "pass", "take swords 5", "give helmets 2")
    assert phase(table) == "bid"
    assert hand(table, 2) == ["swords 7", "helmets 2"]


def test_all_exchanged() -> None:
    """templari.exchange.all: the lot goes free to the first player, who remains first; the pot stays."""
    table = position(hands=HANDS, lot=(), exchange=True, coins=[11, 11, 11], pot=3, first=1, private_sales=False)
    do(table, "take mail 1", "give helmets 2", "take mail 3", "give swords 5", "take swords 7", "give swords 5")
    s = state(table)
    assert (s.turn, s.first, s.pot, coins(table)) == (6, 1, 3, [11, 11, 11])
    assert len(hand(table, 1)) == 4
    assert s.deck_left == 22
    lines = table.log(None, since=5)
    assert [(line.seat, line.rule) for line in lines] == [
        (0, "templari.exchange.price"),
        (1, "templari.reveal"),
        (1, "templari.exchange.all"),
        (-1, "templari.turn"),
    ]
    cards = "Gauntlets 6 and Gauntlets 7"
    assert {"gauntlets 6", "gauntlets 7"} <= set(hand(table, 1))
    assert lines[1].text == f"Azure reveals {cards}."
    assert lines[2].text == f"All have forced an exchange: Azure takes {cards} free, and the pot stays."


def test_all_exchanged_their_only_cards() -> None:
    """templari.exchange.price, templari.exchange.all: the last swap is told, though the next turn has begun."""
    hands = {0: ["mail 1"], 1: ["mail 3"], 2: ["swords 5"]}
    table = position(hands=hands, lot=(), exchange=True, private_sales=False)
    do(table, "take mail 3", "take mail 3", "take mail 3")
    rules = [line.rule for line in table.log(None, since=2)]
    assert rules[:4] == ["templari.exchange", "templari.exchange.price", "templari.reveal", "templari.exchange.all"]


def test_all_exchanged_before_a_private_sale() -> None:
    """templari.exchange.all: the decision that ends the last sale is followed by the reveal and the free lot."""
    table = position(hands=HANDS, lot=(), exchange=True)
    do(table, "take helmets 2", "give mail 1", "take swords 5", "give helmets 4", "take mail 3", "give swords 7")
    while state(table).turn == 5:
        do(table, "pass")
    rules = [line.rule for line in table.log(None, since=table.ply - 1)]
    assert rules == ["templari.sale.offer", "templari.reveal", "templari.exchange.all", "templari.turn"]


def test_all_but_one_exchanged() -> None:
    """templari.exchange.all: the one left opens and wins at his offer, 0 allowed unless it is cursed."""
    moves = ("take helmets 2", "give mail 1", "take swords 5", "give helmets 4", "pass")
    table = do(position(hands=HANDS, lot=(), exchange=True, private_sales=False), *moves)
    assert table.to_act == 2
    assert refused(table, "pass") == "templari.bid.open"
    do(table, "bid 0")
    assert state(table).turn == 6
    assert (len(hand(table, 2)), state(table).first) == (4, 2)


def test_first_player_exchanged() -> None:
    """templari.exchange.all: the next player who is in must open."""
    table = position(hands=HANDS, lot=(), exchange=True, private_sales=False)
    do(table, "take helmets 2", "give mail 1", "pass", "pass")
    assert (phase(table), table.to_act) == ("bid", 1)
    assert refused(table, "pass") == "templari.bid.open"


def test_nobody_in_can_open() -> None:
    """templari.exchange.all: the first player takes the lot free, though he exchanged."""
    hands = {0: ["mail 1", "mail 3"], 1: ["shields 0", "helmets 2"], 2: ["swords 0"]}
    table = position(hands=hands, lot=(), exchange=True, coins=[36, 0, 0], private_sales=False, first=0)
    do(table, "take helmets 2", "give mail 1", "pass", "pass")
    assert list(map(str, table.legal)) == ["pass"]
    do(table, "pass", "pass")
    assert len(hand(table, 0)) == 4
    assert (state(table).first, coins(table)) == (0, [36, 0, 0])


# ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def finished(counts: Sequence[tuple[int, ...]], coins: list[int], pot: int = 0) -> Table:
    """A game that is over: for each seat the number of cards of each family, dealt from the lowest on."""
    table = position(len(counts), lot=(), turn=15, private_sales=False)
    s = state(table)
    s.owner[:] = IN_DECK
    s.held[:] = 0
    s.lot[:] = NO_CARD
    s.deck[:] = NO_CARD
    for family in range(6):
        card = family * 5
        for seat, families in enumerate(counts):
            for _ in range(families[family]):
                put(s, card, seat)
                card += 1
    s.deck_left = int((s.owner == IN_DECK).sum())
    s.deck[: s.deck_left] = np.flatnonzero(s.owner == IN_DECK)
    s.coins[: len(counts)] = coins
    close_auction(s)
    s.pot, s.phase = pot, Phase.OVER
    assert faults(s) == []
    return table


def test_example_of_the_rulebook() -> None:
    """templari.end: 4+2+1+1 cards and most coins are 17, 3+2+1+1+1 are 12, 3+2+2+1+1 are 14, 3+2 are 9."""
    counts = [(4, 2, 1, 1, 0, 0), (0, 1, 1, 1, 2, 3), (1, 2, 0, 1, 3, 2), (0, 0, 3, 2, 0, 0)]
    table = finished(counts, [15, 11, 11, 11])
    assert table.outcome is not None
    assert table.outcome.scores == [17, 12, 14, 9]
    assert table.outcome.ranks == [1, 3, 2, 4]


def test_points_of_a_family() -> None:
    """templari.end: 1, 3, 6, 10, 15 points for 1 to 5 cards, and none for none."""
    assert [family_points(n) for n in range(6)] == [0, 1, 3, 6, 10, 15]
    table = position(hands={0: ["mail 1", "mail 3", "mail 4", "mail 7", "mail 8", "swords 0"]})
    assert card_points(state(table), 0) == 16


@pytest.mark.parametrize(
    ("purses", "pot", "bonus"),
    [
        ([13, 12, 11], 0, [2, 0, 0]),
        ([13, 10, 13], 0, [2, 0, 2]),
        ([5, 5, 5], 21, [2, 2, 2]),
        ([0, 1, 0], 35, [0, 2, 0]),
    ],
)
def test_most_coins(purses: list[int], pot: int, bonus: list[int]) -> None:
    """templari.end: 2 points, each of the tied; coins in the pot are nobody's."""
    table = finished([(0,) * 6] * 3, purses, pot)
    assert table.outcome is not None
    assert table.outcome.scores == bonus
    assert [at["bonus"] for at in table.view(None)["seats"]] == bonus
    assert [at["coins"] for at in table.view(None)["seats"]] == purses  # shown at the end


def test_game_ends_after_turn_fifteen() -> None:
    """templari.end: with the last lot; nothing can be done any more."""
    table = do(position(turn=14, private_sales=False), "bid 0", "pass", "pass")
    assert (state(table).turn, phase(table)) == (15, "bid")
    do(table, "bid 1", "pass", "pass")
    assert table.over
    assert table.outcome is not None
    assert table.outcome.reason == "end.last_lot"
    with pytest.raises(GameOver):
        table.act("pass")
    why = table.explain("pass", 0)
    assert why is not None
    assert why.rule == "templari.end"


def test_most_points_win() -> None:
    """templari.end.win: points first, even against higher cards."""
    table = finished([(0, 0, 0, 0, 0, 2), (2, 1, 0, 0, 0, 0), (0,) * 6], [12, 12, 12])
    assert table.outcome is not None
    assert table.outcome.scores == [5, 6, 2]
    assert table.outcome.winners == [1]


def test_tie_goes_to_the_higher_cards() -> None:
    """templari.end.win: shields 0 and mail 1 are both one card; gauntlets 2 is worth more than either."""
    table = finished([(1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 0)], [12, 12, 12])
    assert table.outcome is not None
    assert table.outcome.scores == [3, 3, 3]
    assert table.outcome.ranks == [3, 1, 2]


def test_shared_victory() -> None:
    """templari.end.win: equal points and equal values share the rank."""
    table = finished([(0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 1, 0), (0,) * 6], [12, 12, 12])
    assert table.outcome is not None
    assert table.outcome.ranks == [1, 1, 3]
    assert table.outcome.winners == [0, 1]


def test_all_cards_with_one_player() -> None:
    """templari.end.win: the values of all cards are 135, more than a small number holds."""
    table = finished([(5,) * 6, (0,) * 6, (0,) * 6], [0, 18, 18])
    assert table.outcome is not None
    assert table.outcome.scores == [90, 2, 2]
    assert table.view(None)["seats"][0]["values"] == 135


def test_free_lot_in_the_last_turn() -> None:
    """templari.end: the game ends with turn 15 however its lot is taken."""
    zeros = {0: ["shields 0"], 1: ["swords 0"], 2: ["banners 0"]}
    table = do(position(hands=zeros, coins=[0, 0, 0], pot=36, turn=15), "pass", "pass", "pass")
    assert table.over
    assert hand(table, 0) == ["shields 0", *LOT]
