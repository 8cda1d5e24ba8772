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
    faults = Faults()
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
        faults.add("coins", f"purses and pot hold {total}; {s.players} players have {COINS * s.players} together")
    if s.fined and (not s.penalised or s.phase != Phase.BID or s.pot == 0):
        faults.add("fined", "a fine is paid to the pot where mistakes cost, and the same player bids again")


def _check_cards(s: State, faults: Faults) -> None:
    places = [int(place) for place in s.owner]
    for seat in range(s.players):
        held = [sum(p == seat and s.value[c] == v for c, p in enumerate(places)) for v in range(DIGITS)]
        if held != [int(n) for n in s.held[seat]]:
            faults.add("held", f"seat {seat} owns {held} cards of the values 0 to 9, not {s.held[seat].tolist()}")
    if OUT_OF_GAME in places and not s.penalised:
        faults.add("owner", "cards leave the game only where mistakes cost")
    lot = [int(card) for card in s.lot]
    if sorted(card for card in lot if card != NO_CARD) != [c for c, place in enumerate(places) if place == IN_LOT]:
        faults.add("lot", f"{lot} are not the cards that the owners show in the lot")
    count = 0 if s.phase not in IN_AUCTION else LOT if s.seller == NOBODY else 1
    if (NO_CARD in lot[:count]) or lot[count:] != [NO_CARD] * (LOT - count):
        faults.add("lot", f"{lot} is under the hammer, and it should be {count} cards")


def _check_deck(s: State, faults: Faults) -> None:
    places = [int(place) for place in s.owner]
    dealt = [int(card) for card in s.deck]
    if NO_CARD in dealt[: s.deck_left]:
        faults.add("deck", "is concealed")
    elif sorted(dealt[: s.deck_left]) != [card for card, place in enumerate(places) if place == IN_DECK]:
        faults.add("deck", "its cards are not those that the owners show in the deck")
    if dealt[s.deck_left :] != [NO_CARD] * (CARDS - s.deck_left):
        faults.add("deck", f"cards lie above the {s.deck_left} that are left")
    is_before_reveal = s.phase in (Phase.TAKE, Phase.GIVE, Phase.SELL) or s.seller != NOBODY
    reveals = s.turn - 1 if is_before_reveal else s.turn
    if s.deck_left != CARDS - LOT * reveals:
        faults.add("deck_left", f"{s.deck_left}, but in turn {s.turn} it is {CARDS - LOT * reveals}")
    if s.news != reveals:
        faults.add("news", f"{s.news}, but {reveals} lots have been revealed")


def _check_turn(s: State, faults: Faults) -> None:
    """Who is asked, and how far the turn has come."""
    phase = Phase(s.phase)
    if (s.to_act == NOBODY) != (phase == Phase.OVER):
        faults.add("to_act", "somebody is asked while the game is not over, and nobody then")
        return
    if phase == Phase.OVER and s.turn != TURNS:
        faults.add("turn", f"the game is over in turn {s.turn} of {TURNS}")
    if s.turn == 1 and s.start not in (NOBODY, s.first):
        faults.add("first", f"seat {s.start} begins")
    if phase in (Phase.TAKE, Phase.GIVE, Phase.SELL):
        asked = seat_at(s, s.place) if s.place < s.players else NOBODY
        if asked != s.to_act or s.seller != NOBODY:
            faults.add("place", f"{s.place} is not the place of seat {s.to_act}")
        if not (s.private_sales if phase == Phase.SELL else s.exchange):
            faults.add("phase", f"{phase.name.lower()} is not played")
    elif s.seller != NOBODY:
        if not s.private_sales or s.place >= s.players or seat_at(s, s.place) != s.seller:
            faults.add("seller", f"it is not for seat {s.seller} to sell")
    elif s.place != (s.players if s.private_sales else 0):
        faults.add("place", f"{s.place} is not where the sales end")
    _check_exchanges(s, faults)
    least = {Phase.TAKE: 1, Phase.GIVE: 2, Phase.SELL: 1, Phase.LOSE: 2}.get(phase, 0)
    if least and count_cards(s, s.to_act) < least:
        faults.add("phase", f"seat {s.to_act} has too few cards for {phase.name.lower()}")


def _check_exchanges(s: State, faults: Faults) -> None:
    for place in range(s.players):
        may_have = s.exchange and (s.phase not in (Phase.TAKE, Phase.GIVE) or place < s.place)
        if s.exchanged[seat_at(s, place)] and not may_have:
            faults.add("exchanged", f"seat {seat_at(s, place)} cannot have exchanged yet")
    if s.turn == 1 and any(s.exchanged):
        faults.add("exchanged", "there is no card to exchange in turn 1")
    if (s.phase == Phase.GIVE) != (s.taken != NO_CARD):
        faults.add("taken", "a card has been named while one is to be given for it, and at no other time")
    elif s.taken != NO_CARD and (s.owner[s.taken] < 0 or s.owner[s.taken] == s.to_act):
        faults.add("taken", "no card of another player has been named")
    if s.phase == Phase.TAKE and not has_card_to_take(s, s.to_act):
        faults.add("phase", f"there is no card that seat {s.to_act} could take")


def _check_no_auction(s: State, faults: Faults) -> None:
    if s.seller != NOBODY:
        faults.add("seller", "nothing is sold now")
    if s.offer != NO_OFFER or s.bidder != NOBODY or any(offer != NO_OFFER for offer in s.offered):
        faults.add("offer", "there is no auction now")
    if any(s.out) or any(s.broke):
        faults.add("out", "nobody is out of an auction when there is none")


def _check_auction(s: State, faults: Faults) -> None:
    if (s.offer == NO_OFFER) != (s.bidder == NOBODY):
        faults.add("offer", "a standing offer has a bidder, and no offer has none")
        return
    if any(s.broke) and not s.penalised:
        faults.add("broke", "everybody can pay where mistakes are prevented")
    bids = [int(bid) for bid in s.offered]
    is_first = s.bidder == NOBODY or (bids[s.bidder] == s.offer and bids.count(s.offer) == 1)
    if max(bids) != s.offer or not is_first:
        faults.add("offered", "the standing offer is the highest of all, and its bidder's")
    for seat in range(SEATS):
        is_in = not s.out[seat]
        barred = is_barred(s, seat)
        if barred and seat != s.bidder and (is_in or bids[seat] != NO_OFFER):
            faults.add("out", f"seat {seat} takes no part in this auction")
        elif bids[seat] != NO_OFFER:
            if bids[seat] > COINS * s.players or (not s.penalised and bids[seat] > s.coins[seat]):
                faults.add("offered", f"seat {seat} cannot pay {bids[seat]}")
            if is_cursed(s, seat, bids[seat]):
                faults.add("offered", f"{bids[seat]} is cursed for seat {seat}")
    if s.phase == Phase.LOSE:
        _check_loss(s, faults)
        return
    if s.out[s.to_act] or s.to_act == s.bidder:
        faults.add("to_act", f"seat {s.to_act} has no bid to make")
    if s.bidder != NOBODY and (s.out[s.bidder] or count_in(s) < 2):
        faults.add("out", "the auction is over")


def _check_loss(s: State, faults: Faults) -> None:
    if not s.penalised or s.bidder != s.to_act or not s.broke[s.to_act] or s.coins[s.to_act] >= s.offer:
        faults.add("phase", f"seat {s.to_act} can pay, or has made no offer, and loses no card")
    if count_in(s) != 1 or s.out[s.to_act]:
        faults.add("out", "others are still bidding")
