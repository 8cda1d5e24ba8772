"""Templari: what cannot be. Coins and cards are neither made nor lost."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Faults
from chapterhouse.games.ranges import check_ranges
from chapterhouse.games.templari.rules.auction import count_in, is_barred, is_cursed
from chapterhouse.games.templari.rules.cards import count_cards, seat_at
from chapterhouse.games.templari.rules.exchange import has_card_to_take
from chapterhouse.games.templari.state import (
    CARDS,
    COINS,
    DIGITS,
    IN_DECK,
    IN_LOT,
    LOT,
    NO_CARD,
    NO_OFFER,
    NOBODY,
    OUT_OF_GAME,
    SEATS,
    TURNS,
    Phase,
    State,
)

IN_AUCTION = (Phase.BID, Phase.LOSE)


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be; in Templari all go together."""
    return []


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words; where numbers are out of range nothing else is looked at."""
    faults = Faults("templari")
    check_ranges(s, faults)
    if faults.all:
        return faults.all
    _check_coins(s, faults)
    _check_cards(s, faults)
    _check_deck(s, faults)
    _check_turn(s, faults)
    if s.phase in IN_AUCTION:
        _check_auction(s, faults)
    else:
        _check_no_auction(s, faults)
    return faults.all


def _check_coins(s: State, faults: Faults) -> None:
    total = sum(int(c) for c in s.coins) + s.pot
    if total != COINS * s.players:
        faults.say("coins", "state.coins", total=total, players=s.players, right=COINS * s.players)
    if s.fined and (not s.penalised or s.phase != Phase.BID or s.pot == 0):
        faults.say("fined", "state.fined")


def _check_cards(s: State, faults: Faults) -> None:
    places = [int(place) for place in s.owner]
    for seat in range(s.players):
        held = [sum(p == seat and s.value[c] == v for c, p in enumerate(places)) for v in range(DIGITS)]
        if held != [int(n) for n in s.held[seat]]:
            faults.say("held", "state.held", seat=seat, cards=str(held), noted=str(s.held[seat].tolist()))
    if OUT_OF_GAME in places and not s.penalised:
        faults.say("owner", "state.out_of_game")
    lot = [int(card) for card in s.lot]
    if sorted(card for card in lot if card != NO_CARD) != [c for c, place in enumerate(places) if place == IN_LOT]:
        faults.say("lot", "state.lot", lot=str(lot))
    count = 0 if s.phase not in IN_AUCTION else LOT if s.seller == NOBODY else 1
    if (NO_CARD in lot[:count]) or lot[count:] != [NO_CARD] * (LOT - count):
        faults.say("lot", "state.hammer", lot=str(lot), count=count)


def _check_deck(s: State, faults: Faults) -> None:
    places = [int(place) for place in s.owner]
    dealt = [int(card) for card in s.deck]
    if NO_CARD in dealt[: s.deck_left]:
        faults.say("deck", "state.concealed")
    elif sorted(dealt[: s.deck_left]) != [card for card, place in enumerate(places) if place == IN_DECK]:
        faults.say("deck", "state.deck")
    if dealt[s.deck_left :] != [NO_CARD] * (CARDS - s.deck_left):
        faults.say("deck", "state.above", count=s.deck_left)
    is_before_reveal = s.phase in (Phase.TAKE, Phase.GIVE, Phase.SELL) or s.seller != NOBODY
    reveals = s.turn - 1 if is_before_reveal else s.turn
    if s.deck_left != CARDS - LOT * reveals:
        faults.say("deck_left", "state.deck_left", count=s.deck_left, turn=s.turn, right=CARDS - LOT * reveals)
    if s.news != reveals:
        faults.say("news", "state.news", value=s.news, count=reveals)


def _check_turn(s: State, faults: Faults) -> None:
    """Who is asked, and how far the turn has come."""
    phase = Phase(s.phase)
    if (s.to_act == NOBODY) != (phase == Phase.OVER):
        faults.say("to_act", "asked")
        return
    if phase == Phase.OVER and s.turn != TURNS:
        faults.say("turn", "state.over", turn=s.turn, turns=TURNS)
    if s.turn == 1 and s.start not in (NOBODY, s.first):
        faults.say("first", "begins", seat=s.start)
    if phase in (Phase.TAKE, Phase.GIVE, Phase.SELL):
        asked = seat_at(s, s.place) if s.place < s.players else NOBODY
        if asked != s.to_act or s.seller != NOBODY:
            faults.say("place", "state.place", place=s.place, seat=s.to_act)
        if not (s.private_sales if phase == Phase.SELL else s.exchange):
            faults.say("phase", "state.not_played", phase=phase.name.lower())
    elif s.seller != NOBODY:
        if not s.private_sales or s.place >= s.players or seat_at(s, s.place) != s.seller:
            faults.say("seller", "state.seller", seat=s.seller)
    elif s.place != (s.players if s.private_sales else 0):
        faults.say("place", "state.sales_end", place=s.place)
    _check_exchanges(s, faults)
    least = {Phase.TAKE: 1, Phase.GIVE: 2, Phase.SELL: 1, Phase.LOSE: 2}.get(phase, 0)
    if least and count_cards(s, s.to_act) < least:
        faults.say("phase", "state.few_cards", seat=s.to_act, phase=phase.name.lower())


def _check_exchanges(s: State, faults: Faults) -> None:
    for place in range(s.players):
        may_have = s.exchange and (s.phase not in (Phase.TAKE, Phase.GIVE) or place < s.place)
        if s.exchanged[seat_at(s, place)] and not may_have:
            faults.say("exchanged", "state.not_yet", seat=seat_at(s, place))
    if s.turn == 1 and any(s.exchanged):
        faults.say("exchanged", "state.turn_one")
    if (s.phase == Phase.GIVE) != (s.taken != NO_CARD):
        faults.say("taken", "state.named")
    elif s.taken != NO_CARD and (s.owner[s.taken] < 0 or s.owner[s.taken] == s.to_act):
        faults.say("taken", "state.not_named")
    if s.phase == Phase.TAKE and not has_card_to_take(s, s.to_act):
        faults.say("phase", "state.nothing_to_take", seat=s.to_act)


def _check_no_auction(s: State, faults: Faults) -> None:
    if s.seller != NOBODY:
        faults.say("seller", "state.no_sale")
    if s.offer != NO_OFFER or s.bidder != NOBODY or any(offer != NO_OFFER for offer in s.offered):
        faults.say("offer", "state.no_auction")
    if any(s.out) or any(s.broke):
        faults.say("out", "state.nobody_out")


def _check_auction(s: State, faults: Faults) -> None:
    if (s.offer == NO_OFFER) != (s.bidder == NOBODY):
        faults.say("offer", "state.bidder")
        return
    if any(s.broke) and not s.penalised:
        faults.say("broke", "state.can_pay")
    bids = [int(bid) for bid in s.offered]
    is_first = s.bidder == NOBODY or (bids[s.bidder] == s.offer and bids.count(s.offer) == 1)
    if max(bids) != s.offer or not is_first:
        faults.say("offered", "state.highest")
    for seat in range(SEATS):
        is_in = not s.out[seat]
        barred = is_barred(s, seat)
        if barred and seat != s.bidder and (is_in or bids[seat] != NO_OFFER):
            faults.say("out", "state.no_part", seat=seat)
        elif bids[seat] != NO_OFFER:
            if bids[seat] > COINS * s.players or (not s.penalised and bids[seat] > s.coins[seat]):
                faults.say("offered", "state.cannot_pay", seat=seat, coins=bids[seat])
            if is_cursed(s, seat, bids[seat]):
                faults.say("offered", "state.cursed", coins=bids[seat], seat=seat)
    if s.phase == Phase.LOSE:
        _check_loss(s, faults)
        return
    if s.out[s.to_act] or s.to_act == s.bidder:
        faults.say("to_act", "state.no_bid", seat=s.to_act)
    if s.bidder != NOBODY and (s.out[s.bidder] or count_in(s) < 2):
        faults.say("out", "state.auction_over")


def _check_loss(s: State, faults: Faults) -> None:
    if not s.penalised or s.bidder != s.to_act or not s.broke[s.to_act] or s.coins[s.to_act] >= s.offer:
        faults.say("phase", "state.no_loss", seat=s.to_act)
    if count_in(s) != 1 or s.out[s.to_act]:
        faults.say("out", "state.still_bidding")
