"""Templari: what cannot be. Coins and cards are neither made nor lost."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Faults
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


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be; in Templari all go together."""
    return []


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words."""
    found = Faults()
    found.within("players", s.players, 3, SEATS)
    found.within("phase", s.phase, 0, Phase.OVER)
    found.within("turn", s.turn, 1, TURNS)
    found.within("deck_left", s.deck_left, 0, CARDS)
    found.within("offer", s.offer, NO_OFFER, COINS * SEATS)
    for name in ("first", "to_act", "seller", "bidder"):
        least = 0 if name == "first" or (name == "to_act" and s.phase != Phase.OVER) else NOBODY
        found.within(name, getattr(s, name), least, s.players - 1)
    if found.all:
        return found.all
    _check_coins(s, found)
    _check_cards(s, found)
    return found.all


def _check_coins(s: State, found: Faults) -> None:
    for seat in range(s.players):
        if s.coins[seat] < 0:
            found.add("coins", f"seat {seat} has {s.coins[seat]}")
    total = int(sum(int(c) for c in s.coins)) + s.pot
    if s.pot < 0 or total != COINS * s.players:
        found.add("coins", f"purses and pot hold {total}; {s.players} players have {COINS * s.players} together")
    if (s.offer == NO_OFFER) != (s.bidder == NOBODY):
        found.add("offer", "a standing offer has a bidder, and no offer has none")


def _check_cards(s: State, found: Faults) -> None:
    places = [int(place) for place in s.owner]
    for card, place in enumerate(places):
        if place not in (IN_DECK, IN_LOT, OUT_OF_GAME) and not 0 <= place < s.players:
            found.add("owner", f"card {card} is at {place}, which is no seat and no place")
    if places.count(IN_DECK) != s.deck_left:
        found.add("deck_left", f"{s.deck_left}, but {places.count(IN_DECK)} cards are in the deck")
    for seat in range(s.players):
        held = [sum(p == seat and s.value[c] == v for c, p in enumerate(places)) for v in range(DIGITS)]
        if held != [int(n) for n in s.held[seat]]:
            found.add("held", f"seat {seat} owns {held} cards of the values 0 to 9, not {s.held[seat].tolist()}")
    lot = [int(card) for card in s.lot if card != NO_CARD]
    if sorted(lot) != [card for card, place in enumerate(places) if place == IN_LOT]:
        found.add("lot", f"{lot} are not the cards that the owners show in the lot")
    if s.phase in (Phase.BID, Phase.LOSE) and len(lot) != (LOT if s.seller == NOBODY else 1):
        found.add("lot", f"{len(lot)} cards are under the hammer")
    dealt = [int(card) for card in s.deck[: s.deck_left]]
    if dealt != [NO_CARD] * s.deck_left and sorted(dealt) != [c for c, place in enumerate(places) if place == IN_DECK]:
        found.add("deck", "its cards are not those that the owners show in the deck")
    if s.phase == Phase.GIVE and (s.taken == NO_CARD or places[s.taken] in (s.to_act, IN_DECK, IN_LOT, OUT_OF_GAME)):
        found.add("taken", "no card of another player has been named")
