"""Templari: why not? The rule that refuses, and the sentence a player reads."""

from __future__ import annotations

import re

from chapterhouse.games.protocol import Refusal
from chapterhouse.games.templari.rules.legality import refusal
from chapterhouse.games.templari.state import (
    ACTION_BLOCKS,
    BID,
    CARDS,
    COINS,
    DIGITS,
    FAMILY_CARDS,
    MOST_COINS,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Text

_RULE_OF_PHASE = {
    Phase.TAKE: "templari.exchange",
    Phase.GIVE: "templari.exchange",
    Phase.SELL: "templari.sale.offer",
    Phase.BID: "templari.bid.raise",
    Phase.LOSE: "templari.mistake.funds",
    Phase.OVER: "templari.end",
}
_RULE = {
    Reason.MUST_OPEN: "templari.bid.open",
    Reason.TOO_LOW: "templari.bid.raise",
    Reason.CURSED: "templari.bid.curse",
    Reason.FUNDS: "templari.bid.funds",
    Reason.TOO_HIGH: "templari.mistake.funds",
    Reason.CANNOT_BE_FINED: "templari.mistake.curse",
}


def card_text(s: State, card: int) -> Text:
    """A card as a person reads it: `Helmets 6`."""
    return Text("card", {"family": Text(f"family.{card // FAMILY_CARDS}"), "value": int(s.value[card])})


def cursing_card(s: State, amount: int) -> Text:
    """The card that forbids this sum to `to_act`; the first, where there are several."""
    for card in range(CARDS):
        if s.owner[card] == s.to_act and s.value[card] == amount % DIGITS:
            return card_text(s, card)
    raise AssertionError("a cursed sum has a card that curses it")


def explain(s: State, action: int) -> Refusal | None:
    """Why `to_act` cannot do this now; None when it can be done."""
    why = Reason(refusal(s, action))
    if why == Reason.LEGAL:
        return None
    if why == Reason.NOT_ASKED:
        return Refusal(_RULE_OF_PHASE[Phase(s.phase)], f"refused.not_asked.{Phase(s.phase).name.lower()}")
    if why in (Reason.NOT_YOURS, Reason.NOT_ANOTHERS):
        block = block_of(ACTION_BLOCKS, action)
        key = f"refused.{why.name.lower()}"
        return Refusal(_RULE_OF_PHASE[Phase(s.phase)], key, {"card": card_text(s, action - block.first)})
    return _refused_bid(s, why, action - BID)


def beyond(s: State, words: str) -> Refusal | None:
    """A sum above all that can be offered is refused like any other above all the coins in the game."""
    written = re.fullmatch(r"bid (\d{1,9})", words)
    if not written or int(written[1]) <= MOST_COINS:
        return None
    return _refused_bid(s, Reason.TOO_HIGH, int(written[1])) if s.phase == Phase.BID else explain(s, BID)


def _refused_bid(s: State, why: Reason, amount: int) -> Refusal:
    parts: dict[str, object] = {"amount": amount, "offer": s.offer, "coins": int(s.coins[s.to_act])}
    parts["most"] = COINS * s.players
    if why in (Reason.CURSED, Reason.CANNOT_BE_FINED):
        parts["card"] = cursing_card(s, amount)
    if why == Reason.TOO_HIGH and not s.penalised:
        return Refusal("templari.bid.funds", "refused.funds", parts)
    return Refusal(_RULE[why], f"refused.{why.name.lower()}", parts)


def reason(s: State) -> str:
    """Why the game ended: it always does after the last lot."""
    return "end.last_lot"
