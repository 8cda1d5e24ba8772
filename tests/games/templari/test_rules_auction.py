"""Templari: set-up, turn, auction, mistakes and share-out, rule by rule, from positions made by hand."""

from __future__ import annotations

import pytest

from chapterhouse.games.templari.state import IN_DECK, OUT_OF_GAME
from chapterhouse.play.errors import UndoRefused
from chapterhouse.play.table import Table
from tests.games.templari.positions import (
    LOT,
    can,
    coins,
    do,
    hand,
    lies,
    number,
    phase,
    position,
    refused,
    state,
    sums,
)

# ── Set-up and turn ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up(players: int) -> None:
    """templari.setup: 12 coins each, none at empty seats; all 30 cards in the deck but the first lot."""
    table = Table("templari", players=players, seed=3)
    s = state(table)
    assert s.coins.tolist() == [12] * players + [0] * (5 - players)
    assert (s.pot, s.turn, s.deck_left) == (0, 1, 28)
    assert sorted([*s.deck[:28].tolist(), *s.lot.tolist()]) == list(range(30))
    assert [hand(table, seat) for seat in range(players)] == [[]] * players


def test_set_up_shuffles_and_draws_the_first_player() -> None:
    """templari.setup: the order of the cards and the first player come from the seed, unless a seat was chosen."""
    assert len({bytes(state(Table("templari", players=3, seed=seed)).deck) for seed in range(20)}) == 20
    assert {state(Table("templari", players=4, seed=seed)).first for seed in range(40)} == {0, 1, 2, 3}
    assert {state(Table("templari", players=4, seed=seed, start=2)).first for seed in range(40)} == {2}


def test_purses_are_secret_and_cards_lie_open() -> None:
    """templari.setup: a view shows the own purse alone; the memory aid shows all; cards are never hidden."""
    table = position(hands={1: ["mail 1"]}, coins=[9, 12, 15])
    assert [at["coins"] for at in table.view(0)["seats"]] == [9, None, None]
    assert [at["coins"] for at in table.view(None)["seats"]] == [None, None, None]
    assert all(view["seats"][1]["cards"] == [number(state(table), "mail 1")] for view in (table.view(0), table.view(2)))
    aided = position(coins=[9, 12, 15], memory_aid=True)
    assert [at["coins"] for at in aided.view(None)["seats"]] == [9, 12, 15]


def test_order_of_a_turn() -> None:
    """templari.turn: exchanges, private sales, reveal, auction, share-out."""
    table = position(hands={0: ["mail 1"], 1: ["mail 3"]}, lot=(), exchange=True, first=1)
    seen = []
    while state(table).turn == 5:
        seen.append((phase(table), table.to_act, len(table.view(None)["lot"])))
        do(table, "bid 0" if can(table, "bid 0") and table.to_act == 1 else "pass")
    assert seen == [
        ("take", 1, 0),
        ("take", 0, 0),
        ("sell", 1, 0),
        ("sell", 0, 0),
        ("bid", 1, 2),
        ("bid", 2, 2),
        ("bid", 0, 2),
    ]
    assert phase(table) == "take"


def test_first_turn_begins_with_the_auction() -> None:
    """templari.turn: nobody has a card yet, so nothing can be exchanged or sold."""
    table = Table("templari", players=3, seed=1, exchange=True)
    assert (phase(table), state(table).turn) == ("bid", 1)
    assert refused(table, "sell mail 1") == "templari.bid.raise"


def test_fifteen_turns() -> None:
    """templari.turn: the fifteenth auction is the last."""
    table = Table("templari", players=3, seed=2)
    turns = set()
    while not table.over:
        turns.add(state(table).turn)
        table.act("pass" if can(table, "pass") else table.legal[0])
    assert turns == set(range(1, 16))
    assert state(table).deck_left == 0


def test_reveal() -> None:
    """templari.reveal: the top two cards of the deck are the lot; once they are seen nothing is taken back."""
    table = position(hands={0: ["mail 1"]}, lot=())
    s = state(table)
    top = [int(card) for card in s.deck[s.deck_left - 2 : s.deck_left]]
    left, news = s.deck_left, s.news
    assert phase(table) == "sell"
    do(table, "pass")
    s = state(table)
    assert sorted(s.lot.tolist()) == sorted(top)
    assert (s.deck_left, s.news) == (left - 2, news + 1)
    with pytest.raises(UndoRefused):
        table.undo()


def test_a_decision_that_reveals_nothing_can_be_taken_back() -> None:
    """templari.reveal: only the reveal makes something known."""
    table = do(position(), "bid 3")
    table.undo()
    assert (table.to_act, state(table).offer) == (0, -1)


def test_winner_is_first_player() -> None:
    """templari.first: the winner of the auction begins the next turn; a private sale changes nothing."""
    table = do(position(first=0), "bid 1", "pass", "bid 2", "pass")
    assert state(table).first == 2
    assert table.to_act == 2
    sale = position(hands={0: ["mail 1"]}, lot=(), first=0)
    do(sale, "sell mail 1", "bid 0", "pass")
    assert lies(sale, "mail 1") == 1
    assert state(sale).first == 0


# ── Auction ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_first_player_must_open() -> None:
    """templari.bid.open: pass is refused, 0 is an offer; the others may pass."""
    table = position(first=2)
    assert table.to_act == 2
    assert refused(table, "pass") == "templari.bid.open"
    do(table, "bid 0")
    assert can(table, "pass")


def test_who_can_offer_nothing_passes_and_the_next_must_open() -> None:
    """templari.bid.open: with 0 coins and a card of value 0 there is no sum to offer."""
    table = position(hands={0: ["shields 0"]}, coins=[0, 18, 18])
    assert list(map(str, table.legal)) == ["pass"]
    do(table, "pass")
    assert table.to_act == 1
    assert refused(table, "pass") == "templari.bid.open"
    do(table, "bid 0", "pass")
    assert hand(table, 1) == list(LOT)


def test_nobody_can_open() -> None:
    """templari.bid.open: then the first player takes the lot free, the pot stays and he remains first."""
    zeros = {0: ["shields 0"], 1: ["swords 0"], 2: ["banners 0"]}
    table = do(position(hands=zeros, coins=[0, 0, 0], pot=36, first=1), "pass", "pass", "pass")
    assert hand(table, 1) == ["swords 0", *LOT]
    assert (coins(table), state(table).pot, state(table).first, state(table).turn) == ([0, 0, 0], 36, 1, 6)
    assert "templari.bid.open" in [line.rule for line in table.log(None, since=2)]


def test_raise_or_pass() -> None:
    """templari.bid.raise: any whole sum above the standing offer, clockwise; who passes is not asked again."""
    table = do(position(4), "bid 2")
    assert table.to_act == 1
    assert sums(table) == list(range(3, 13))
    assert refused(table, "bid 2") == "templari.bid.raise"
    assert refused(table, "bid 0") == "templari.bid.raise"
    do(table, "pass", "bid 7", "bid 8", "bid 9")  # 1 passes; 2, 3 and 0 raise
    assert table.to_act == 2
    assert [at["out"] for at in table.view(None)["seats"]] == [False, True, False, False]
    do(table, "pass", "pass")
    assert hand(table, 0) == list(LOT)


def test_auction_ends_when_one_is_left() -> None:
    """templari.bid.raise: a first offer does not end it while others are in; the last pass does."""
    table = do(position(), "bid 12", "pass")
    assert (state(table).turn, table.to_act) == (5, 2)
    do(table, "pass")
    assert state(table).turn == 6


def test_curse() -> None:
    """templari.bid.curse: the rulebook's example, a player who owns 0, 3, 4 and 8."""
    own = {0: ["shields 0", "mail 3", "helmets 4", "banners 8"]}
    table = position(hands=own, coins=[30, 3, 3])
    cursed = [0, 3, 4, 8, 10, 13, 14, 18, 20, 23, 24, 28, 30]
    assert sums(table) == [n for n in range(31) if n not in cursed]
    for n in cursed:
        assert refused(table, f"bid {n}") == "templari.bid.curse"
    do(table, "bid 1")
    assert 3 in sums(table)  # another's cards forbid nothing


def test_curse_names_the_card() -> None:
    """templari.bid.curse: the sentence names the card, in the language of the reader."""
    table = position(hands={0: ["helmets 4"]})
    why = table.explain("bid 4")
    assert why is not None
    assert "Helmets 4" in why.says(table.texts("en"))
    assert "Heaumes 4" in why.says(table.texts("fr"))


def test_funds() -> None:
    """templari.bid.funds: all that one has, and no more."""
    table = position(coins=[7, 20, 9])
    assert max(sums(table)) == 7
    assert refused(table, "bid 8") == "templari.bid.funds"
    assert refused(table, "bid 60") == "templari.bid.funds"
    do(table, "bid 7")
    assert max(sums(table)) == 20


def test_win() -> None:
    """templari.bid.win: the highest offer takes both cards and pays."""
    table = do(position(hands={1: ["mail 8"]}), "bid 1", "bid 5", "pass", "pass")
    assert hand(table, 1) == ["banners 6", "mail 8", "gauntlets 6"]
    assert coins(table) == [14, 7, 14]  # 5 paid, 2 for each of the others
    assert state(table).pot == 1


def test_won_at_zero() -> None:
    """templari.bid.zero: nothing is paid and the pot stays, though others own cards of value 0."""
    table = do(position(hands={1: ["shields 0"]}, coins=[10, 10, 10], pot=6), "bid 0", "pass", "pass")
    assert hand(table, 0) == list(LOT)
    assert (coins(table), state(table).pot) == ([10, 10, 10], 6)
    ten = do(position(hands={1: ["shields 0"]}, coins=[10, 10, 10], pot=6), "bid 10", "pass", "pass")
    assert (coins(ten), state(ten).pot) == ([0, 26, 10], 0)  # 10 ends in 0, too, but it is paid


# ── Mistakes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cursed_offer_costs_a_coin() -> None:
    """templari.mistake.curse: 1 coin to the pot; then he offers anew or passes. Where it is prevented it is refused."""
    hands = {0: ["mail 4"]}
    assert refused(position(hands=hands), "bid 4") == "templari.bid.curse"
    table = do(position(hands=hands, mistakes="penalised"), "bid 4")
    assert (table.to_act, coins(table)[0], state(table).pot, state(table).offer) == (0, 11, 1, -1)
    do(table, "bid 14")  # above his means and cursed: it counts as cursed
    assert (table.to_act, coins(table)[0], state(table).pot) == (0, 10, 2)
    do(table, "bid 3", "pass", "pass")
    assert coins(table) == [7, 14, 14]  # pot of 2 + 3, shared by two
    assert state(table).pot == 1


def test_a_fined_opener_may_withdraw() -> None:
    """templari.mistake.curse: then the next player who is in must open."""
    table = position(hands={0: ["mail 4"]}, mistakes="penalised")
    assert refused(table, "pass") == "templari.bid.open"
    do(table, "bid 4", "pass")
    assert table.to_act == 1
    assert refused(table, "pass") == "templari.bid.open"
    do(table, "bid 0", "pass")
    assert hand(table, 1) == list(LOT)
    assert state(table).pot == 1


def test_a_fine_is_over_with_the_next_player() -> None:
    """templari.mistake.curse: only who has paid may withdraw from opening."""
    table = do(position(hands={0: ["mail 4"]}, mistakes="penalised"), "bid 4")
    assert state(table).fined
    do(table, "bid 5")
    assert not state(table).fined


def test_no_coin_left_for_a_fine() -> None:
    """templari.mistake.curse: who has no coin cannot be fined; fined to nothing he makes an offer that is not cursed,
    also one above his means (templari.mistake.funds), or passes."""
    poor = position(hands={0: ["mail 4"]}, coins=[0, 18, 18], mistakes="penalised")
    assert refused(poor, "bid 4") == "templari.mistake.curse"
    assert can(poor, "bid 0")
    table = do(position(hands={0: ["mail 4"]}, coins=[1, 17, 18], mistakes="penalised"), "bid 4")
    assert coins(table)[0] == 0
    assert list(map(str, table.legal)) == ["pass", *(f"bid {n}" for n in range(37) if n % 10 != 4)]
    assert refused(table, "bid 14") == "templari.mistake.curse"
    assert can(table, "pass")
    do(table, "bid 5", "pass", "pass")
    assert (hand(table, 0), lies(table, "mail 4")) == ([], OUT_OF_GAME)  # it won, and could not be paid
    assert (table.to_act, state(table).pot, state(table).offer) == (1, 1, -1)


def test_cursed_offer_in_a_private_sale() -> None:
    """templari.mistake.curse: the coin goes to the pot there, too."""
    table = position(hands={0: ["mail 1"], 1: ["mail 4"]}, lot=(), mistakes="penalised")
    do(table, "sell mail 1", "bid 4")
    assert (coins(table), state(table).pot, table.to_act) == ([12, 11, 12], 1, 1)
    do(table, "bid 2", "pass")
    assert (coins(table), state(table).pot) == ([14, 9, 12], 1)


def test_offer_above_ones_means() -> None:
    """templari.mistake.funds: it stands until it wins; then a card of his choice leaves the game and the auction starts
    again without him: all others are in, the first player opens, and he still shares in the pot."""
    hands = {1: ["mail 4", "mail 7"]}
    assert refused(do(position(hands=hands), "bid 0"), "bid 13") == "templari.bid.funds"
    table = position(4, hands=hands, mistakes="penalised")
    do(table, "bid 2", "bid 18", "pass", "pass")
    assert (phase(table), table.to_act) == ("bid", 0)  # nobody has noticed anything yet
    do(table, "pass")
    assert (phase(table), table.to_act) == ("lose", 1)
    assert list(map(str, table.legal)) == ["lose mail 4", "lose mail 7"]
    assert refused(table, "lose mail 1") == "templari.mistake.funds"
    do(table, "lose mail 4")
    assert lies(table, "mail 4") == OUT_OF_GAME
    assert (table.to_act, state(table).offer) == (0, -1)
    assert [at["out"] for at in table.view(None)["seats"]] == [False, True, False, False]
    assert refused(table, "pass") == "templari.bid.open"
    do(table, "bid 3", "pass", "pass")
    assert coins(table) == [9, 13, 13, 13]


def test_no_offer_above_all_coins() -> None:
    """templari.mistake.funds: there are 12 coins a player, and no offer is higher."""
    table = position(3, mistakes="penalised")
    assert max(sums(table)) == 36
    assert refused(table, "bid 37") == "templari.mistake.funds"
    assert max(sums(position(5, mistakes="penalised"))) == 60


def test_cannot_pay_with_one_card_or_none() -> None:
    """templari.mistake.funds: the only card is lost without a question; who has none loses none. Coins that were paid
    for curses stay in the pot."""
    table = position(hands={1: ["mail 4"]}, mistakes="penalised")
    do(table, "bid 0", "bid 4", "bid 15", "pass", "pass")
    assert lies(table, "mail 4") == OUT_OF_GAME
    assert (table.to_act, coins(table), state(table).pot) == (0, [12, 11, 12], 1)
    do(table, "bid 20", "pass")  # 0 cannot pay, and has no card
    assert (table.to_act, phase(table)) == (2, "bid")
    assert [at["broke"] for at in table.view(None)["seats"]] == [True, True, False]
    do(table, "bid 0")  # the last one left wins at his own offer
    assert hand(table, 2) == list(LOT)


def test_nobody_is_left_who_can_pay() -> None:
    """templari.mistake.funds: the first player takes the lot free; nothing is shared."""
    table = position(mistakes="penalised")
    do(table, "bid 20", "pass", "pass")  # 0 cannot pay
    do(table, "bid 20", "pass")  # nor 1
    do(table, "bid 20")  # nor 2
    assert hand(table, 0) == list(LOT)
    assert (coins(table), state(table).pot, state(table).first, state(table).turn) == ([12] * 3, 0, 0, 6)
    told = [line.text for line in table.log(None, since=5)]
    assert told[1].startswith("Gold cannot pay 20")
    assert "Crimson takes Banners 6 and Gauntlets 6 free" in told[2]


def test_nobody_can_pay_in_a_private_sale() -> None:
    """templari.mistake.funds: the card stays with its owner."""
    table = position(hands={0: ["mail 1"]}, lot=(), mistakes="penalised")
    do(table, "sell mail 1", "bid 20", "pass", "bid 20")
    assert lies(table, "mail 1") == 0
    assert (phase(table), state(table).seller) == ("bid", -1)
    assert [at["broke"] for at in table.view(None)["seats"]] == [False] * 3  # in again, in the turn's auction
    told = [line.text for line in table.log(None, since=3)]
    assert told[1] == "Gold cannot pay 20; the auction starts again without this player."
    assert told[2] == "Nobody buys Mail 1; Crimson keeps it."


# ── Share-out ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_even_share_and_remainder() -> None:
    """templari.share.even: payment and what was in the pot go to all but the winner, also to who passed at once; what
    cannot be divided stays."""
    table = do(position(4, coins=[12, 12, 12, 10], pot=2), "bid 1", "pass", "pass", "bid 9", "pass")
    assert coins(table) == [15, 15, 15, 1]  # 11 by three
    assert state(table).pot == 2


def test_a_share_too_small_to_divide_stays() -> None:
    """templari.share.even: 1 coin among two is nobody's yet."""
    table = do(position(), "bid 1", "pass", "pass")
    assert (coins(table), state(table).pot) == ([11, 12, 12], 1)


def test_most_cards_of_the_last_digit_take_all() -> None:
    """templari.share.majority: two cards of the digit beat one; the whole pot, with remainder, goes to their owner."""
    hands = {1: ["shields 2"], 2: ["helmets 2", "gauntlets 2"]}
    table = do(position(4, hands=hands, coins=[12, 12, 10, 11], pot=3), "bid 12", "pass", "pass", "pass")
    assert coins(table) == [0, 12, 25, 11]
    assert state(table).pot == 0


def test_one_card_is_enough() -> None:
    """templari.share.majority: 2 and 12 and 22 have the same last digit."""
    for payment in (2, 12, 22):
        table = position(4, hands={3: ["mail 1", "shields 2"]}, coins=[24, 8, 8, 8])
        do(table, f"bid {payment}", "pass", "pass", "pass")
        assert coins(table) == [24 - payment, 8, 8, 8 + payment]


@pytest.mark.parametrize(
    ("hands", "expected", "stays"),
    [
        ({1: ["shields 2"], 2: ["helmets 2"]}, [9, 15, 15, 9], 0),
        ({1: ["shields 2"], 2: ["helmets 2"], 3: ["gauntlets 2"]}, [9, 13, 13, 13], 0),
    ],
)
def test_the_tied_share(hands: dict[int, list[str]], expected: list[int], stays: int) -> None:
    """templari.share.majority: two or three who own equally many share evenly among themselves; here 10 and 2 coins."""
    table = position(4, hands=hands, coins=[11, 9, 9, 9], pot=10)
    do(table, "bid 2", "pass", "pass", "pass")
    assert coins(table) == expected
    assert state(table).pot == stays


def test_remainder_of_the_tied_stays() -> None:
    """templari.share.majority: what the tied cannot divide is in the next pot."""
    table = position(4, hands={1: ["shields 3"], 2: ["mail 3"]})
    do(table, "bid 3", "pass", "pass", "pass")
    assert coins(table) == [9, 13, 13, 12]
    assert state(table).pot == 1


def test_winners_cards_neither_win_nor_block() -> None:
    """templari.share.majority: cards that the winner has just won do not count against the one who owns less."""
    table = position(hands={1: ["mail 4"]}, lot=("helmets 4", "banners 4"))
    do(table, "bid 4", "pass", "pass")
    assert hand(table, 0) == ["helmets 4", "banners 4"]
    assert coins(table) == [8, 16, 12]
    even = do(position(lot=("helmets 4", "banners 4")), "bid 4", "pass", "pass")
    assert coins(even) == [8, 14, 14]


def test_view_foretells_the_share_out() -> None:
    """templari.share.majority, templari.share.even: what the ruler of bids says is what comes to pass."""
    hands = {1: ["shields 2", "mail 1"], 2: ["helmets 2", "swords 5"]}
    for amount in range(11):
        table = position(4, hands=hands, coins=[10, 12, 12, 11], pot=3)
        mark = table.view(0)["ruler"][amount]
        before = coins(table)
        do(table, f"bid {amount}", "pass", "pass", "pass")
        gained = [seat for seat in (1, 2, 3) if coins(table)[seat] > before[seat]]
        assert gained == (mark["to"] if mark["each"] else [])
        assert all(coins(table)[seat] - before[seat] == mark["each"] for seat in gained)
        assert state(table).pot == mark["stays"]


def test_lost_cards_are_nowhere() -> None:
    """templari.mistake.funds: a card out of the game is in no hand, no lot and no deck."""
    table = position(lost=["mail 1"], mistakes="penalised")
    assert lies(table, "mail 1") not in (IN_DECK, 0, 1, 2)
    assert table.view(None)["lost"] == [number(state(table), "mail 1")]
