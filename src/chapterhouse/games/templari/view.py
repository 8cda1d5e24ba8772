"""Templari: what a seat sees, as plain data."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.seats import clockwise
from chapterhouse.games.templari.rules.auction import is_barred, is_cursed, must_open
from chapterhouse.games.templari.rules.legality import refusal
from chapterhouse.games.templari.rules.scoring import card_points, card_values, coin_points, family_points
from chapterhouse.games.templari.rules.share_out import count_most, count_sharers, is_sharer
from chapterhouse.games.templari.state import (
    BID,
    CARDS,
    DIGITS,
    FAMILIES,
    FAMILY_CARDS,
    MOST_COINS,
    NO_CARD,
    NO_OFFER,
    NOBODY,
    OUT_OF_GAME,
    TURNS,
    Phase,
    State,
)
from chapterhouse.games.templari.tables import FAMILY_NAMES, card_name
from chapterhouse.kernel.record import numbers


def _counts(cards: list[int]) -> list[int]:
    """How many cards of each family."""
    return [sum(card // FAMILY_CARDS == family for card in cards) for family in range(FAMILIES)]


def _seat_view(s: State, seat: int, viewer: int) -> dict[str, Any]:
    counted = bool(s.memory_aid) or seat == viewer or s.phase == Phase.OVER
    cards = [card for card in range(CARDS) if s.owner[card] == seat]
    has, lot = _counts(cards), _counts([card for card in s.lot if card != NO_CARD])
    return {
        "seat": seat,
        "cards": cards,
        "points": int(card_points(s, seat)),
        "families": [family_points(n) for n in has],  # points of each
        # what the lot would add
        "gain": sum(family_points(n + more) - family_points(n) for n, more in zip(has, lot, strict=True)),
        "values": int(card_values(s, seat)),
        "coins": int(s.coins[seat]) if counted else None,
        "bonus": int(coin_points(s, seat)) if s.phase == Phase.OVER else None,
        "cursed": [digit for digit in range(DIGITS) if is_cursed(s, seat, digit)],
        "offered": int(s.offered[seat]) if s.offered[seat] != NO_OFFER else None,
        "out": bool(s.out[seat]),
        "barred": bool(is_barred(s, seat)),
        "broke": bool(s.broke[seat]),
        "exchanged": bool(s.exchanged[seat]),
    }


def ruler(s: State, seat: int) -> list[dict[str, Any]]:
    """For every sum that a seat could pay, and those beyond that he can offer all the same: which of his cards curse
    it, and who would be paid if he won at it."""
    own = [card for card in range(CARDS) if s.owner[card] == seat]
    coins = s.coins[seat]
    sums = range(coins + 1, MOST_COINS + 1) if s.penalised and s.to_act == seat else ()
    most = max((amount for amount in sums if refusal(s, BID + amount) == 0), default=coins)
    marks: list[dict[str, Any]] = []
    for amount in range(most + 1):
        to, each, stays = _payment(s, seat, amount)
        marks.append(
            {
                "sum": amount,
                "cursed_by": [card for card in own if s.value[card] == amount % DIGITS],
                "to": to if amount <= coins else [],
                "each": each,
                "stays": stays,
                "beyond": amount > coins,
            }
        )
    return marks


def _payment(s: State, seat: int, amount: int) -> tuple[list[int], int, int]:
    """Who is paid if a seat wins at this sum, how much each, and what stays in the pot."""
    if s.seller != NOBODY:
        return ([s.seller] if s.seller != seat else []), amount, s.pot
    if amount == 0:
        return [], 0, s.pot
    most = count_most(s, seat, amount)
    share, stays = divmod(s.pot + amount, count_sharers(s, seat, amount, most))
    return [p for p in range(s.players) if is_sharer(s, seat, amount, most, p)], share, stays


def _order(s: State) -> list[int]:
    """The seats that bid, clockwise from the one that begins."""
    first = s.first if s.seller == NOBODY else s.seller
    around = [clockwise(first, place, s.players) for place in range(s.players)]
    return [seat for seat in around if seat != s.seller]


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat sees, as plain data; `s` must be concealed for that seat (NOBODY: a spectator)."""
    s = numbers(s)
    return {
        "phase": Phase(s.phase).name.lower(),
        "turn": s.turn,
        "turns": TURNS,
        "first": s.first,
        "deck": s.deck_left,
        "families": list(FAMILY_NAMES),
        "cards": [
            {"family": card // 5, "value": int(s.value[card]), "words": card_name(s, card)} for card in range(CARDS)
        ],
        "lot": [int(card) for card in s.lot if card != NO_CARD],
        "order": _order(s),
        "seller": s.seller if s.seller != NOBODY else None,
        "offer": s.offer if s.offer != NO_OFFER else None,
        "bidder": s.bidder if s.bidder != NOBODY else None,
        "must_open": bool(s.phase == Phase.BID and must_open(s) and not s.fined),
        "fined": bool(s.fined),
        "taken": s.taken if s.taken != NO_CARD else None,
        "pot": s.pot,
        "lost": [card for card in range(CARDS) if s.owner[card] == OUT_OF_GAME],
        "ruler": ruler(s, seat) if seat != NOBODY else [],
        "seats": [_seat_view(s, each, seat) for each in range(s.players)],
    }
