"""Templari: what a seat sees, as plain data."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.templari.rules.auction import is_cursed, must_open
from chapterhouse.games.templari.rules.scoring import card_points, card_values, coin_points
from chapterhouse.games.templari.rules.share_out import count_most, count_sharers, is_sharer
from chapterhouse.games.templari.state import (
    CARDS,
    DIGITS,
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


def _seat_view(s: State, seat: int, viewer: int) -> dict[str, Any]:
    counted = bool(s.memory_aid) or seat == viewer or s.phase == Phase.OVER
    return {
        "seat": seat,
        "cards": [card for card in range(CARDS) if s.owner[card] == seat],
        "points": int(card_points(s, seat)),
        "values": int(card_values(s, seat)),
        "coins": int(s.coins[seat]) if counted else None,
        "bonus": int(coin_points(s, seat)) if s.phase == Phase.OVER else None,
        "cursed": [digit for digit in range(DIGITS) if is_cursed(s, seat, digit)],
        "offered": int(s.offered[seat]) if s.offered[seat] != NO_OFFER else None,
        "out": bool(s.out[seat]),
        "broke": bool(s.broke[seat]),
        "exchanged": bool(s.exchanged[seat]),
    }


def ruler(s: State, seat: int) -> list[dict[str, Any]]:
    """For every sum that a seat could pay: which of his cards curse it, and who would get the pot if he won at it."""
    marks: list[dict[str, Any]] = []
    own = [card for card in range(CARDS) if s.owner[card] == seat]
    for amount in range(s.coins[seat] + 1):
        most = count_most(s, seat, amount)
        share, stays = divmod(s.pot + amount, count_sharers(s, seat, amount, most))
        marks.append(
            {
                "sum": amount,
                "cursed_by": [card for card in own if s.value[card] == amount % DIGITS],
                "to": [] if amount == 0 else [p for p in range(s.players) if is_sharer(s, seat, amount, most, p)],
                "each": share if amount else 0,
                "stays": stays if amount else s.pot,
            }
        )
    return marks


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
