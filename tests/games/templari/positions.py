"""Positions made by hand, in the words of the notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from chapterhouse.games.templari.faults import state_faults
from chapterhouse.games.templari.rules.cards import put
from chapterhouse.games.templari.rules.turn import go_on
from chapterhouse.games.templari.state import (
    CARDS,
    COINS,
    IN_DECK,
    IN_LOT,
    NO_CARD,
    NOBODY,
    OUT_OF_GAME,
    Phase,
    State,
)
from chapterhouse.games.templari.tables import card_name
from chapterhouse.play.errors import IllegalAction
from chapterhouse.play.table import Table

LOT = ("banners 6", "gauntlets 6")  # under the hammer where a test does not care which


def number(s: State, words: str) -> int:
    """The card of these words."""
    return next(card for card in range(CARDS) if card_name(s, card) == words)


def faults(s: State) -> list[str]:
    """What is wrong with a table that was arranged for a test: it need not have as many cards out as its turn says."""
    return [fault for fault in state_faults(s) if fault.split(":")[0] not in ("deck_left", "news")]


def position(
    players: int = 3,
    *,
    hands: Mapping[int, Sequence[str]] | None = None,
    lot: Sequence[str] = LOT,
    coins: Sequence[int] | None = None,
    pot: int = 0,
    first: int = 0,
    turn: int = 5,
    lost: Sequence[str] = (),
    **options: Any,
) -> Table:
    """A table with these cards and coins, the lot just revealed; without a lot a turn just begins. All cards that are
    not named lie in the deck."""
    table = Table("templari", players=players, seed=1, start=first, **options)
    s: State = table._now[0]
    s.owner[:] = IN_DECK
    s.held[:] = 0
    s.lot[:] = NO_CARD
    for seat, cards in (hands or {}).items():
        for words in cards:
            put(s, number(s, words), seat)
    for words in lost:
        put(s, number(s, words), OUT_OF_GAME)
    for i, words in enumerate(lot):
        put(s, number(s, words), IN_LOT)
        s.lot[i] = number(s, words)
    deck = [card for card in range(CARDS) if s.owner[card] == IN_DECK]
    s.deck[:] = NO_CARD
    s.deck[: len(deck)] = deck
    s.deck_left = len(deck)
    s.coins[:players] = [COINS] * players if coins is None else coins
    s.pot, s.first, s.turn = pot, first, turn
    s.place = -1 if not lot else players if s.private_sales else 0
    s.phase = Phase.OPENING if lot else Phase.EXCHANGES
    s.to_act = NOBODY
    s.out[:] = 0
    go_on(s)
    assert faults(s) == []
    return table


def do(table: Table, *actions: str) -> Table:
    """One after the other, each by the seat that is asked; coins and cards stay whole."""
    for action in actions:
        table.act(action)
        assert faults(table._now[0]) == []
    return table


def state(table: Table) -> State:
    s: State = table._now[0]
    return s


def phase(table: Table) -> str:
    return Phase(state(table).phase).name.lower()


def coins(table: Table) -> list[int]:
    return [int(n) for n in state(table).coins[: table.players]]


def hand(table: Table, seat: int) -> list[str]:
    s = state(table)
    return [card_name(s, card) for card in range(CARDS) if s.owner[card] == seat]


def lies(table: Table, words: str) -> int:
    """The seat or place where a card lies."""
    return int(state(table).owner[number(state(table), words)])


def sums(table: Table) -> list[int]:
    """What the seat that acts can offer."""
    return [int(action.args[0]) for action in table.legal if action.verb == "bid"]


def can(table: Table, action: str) -> bool:
    return action in map(str, table.legal)


def refused(table: Table, action: str) -> str:
    """The rule that refuses an action."""
    before = table._now.tobytes()
    with pytest.raises(IllegalAction) as e:
        table.act(action)
    assert table._now.tobytes() == before
    return e.value.rule
