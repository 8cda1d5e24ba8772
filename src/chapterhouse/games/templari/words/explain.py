"""Templari: why not? The rule that refuses, and the sentence a player reads."""

from __future__ import annotations

from chapterhouse.games.protocol import Refused
from chapterhouse.games.templari.rules.legality import Refusal, refusal
from chapterhouse.games.templari.state import ACTION_BLOCKS, BID, CARDS, COINS, DIGITS, FAMILY_CARDS, Phase, State
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
    Refusal.MUST_OPEN: "templari.bid.open",
    Refusal.TOO_LOW: "templari.bid.raise",
    Refusal.CURSED: "templari.bid.curse",
    Refusal.FUNDS: "templari.bid.funds",
    Refusal.TOO_HIGH: "templari.mistake.funds",
    Refusal.CANNOT_BE_FINED: "templari.mistake.curse",
    Refusal.ONLY_RIGHT: "templari.mistake.curse",
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


def explain(s: State, action: int) -> Refused | None:
    """Why `to_act` cannot do this now; None when it can be done."""
    why = Refusal(refusal(s, action))
    if why == Refusal.LEGAL:
        return None
    if why == Refusal.NOT_ASKED:
        return Refused(_RULE_OF_PHASE[Phase(s.phase)], f"refused.not_asked.{Phase(s.phase).name.lower()}")
    if why in (Refusal.NOT_YOURS, Refusal.NOT_ANOTHERS):
        block = block_of(ACTION_BLOCKS, action)
        key = f"refused.{why.name.lower()}"
        return Refused(_RULE_OF_PHASE[Phase(s.phase)], key, {"card": card_text(s, action - block.first)})
    amount = action - BID
    parts: dict[str, object] = {"amount": amount, "offer": s.offer, "coins": int(s.coins[s.to_act])}
    parts["most"] = COINS * s.players
    if why in (Refusal.CURSED, Refusal.CANNOT_BE_FINED):
        parts["card"] = cursing_card(s, amount)
    if why == Refusal.TOO_HIGH and not s.penalised:
        return Refused("templari.bid.funds", "refused.funds", parts)
    return Refused(_RULE[why], f"refused.{why.name.lower()}", parts)


def reason(s: State) -> str:
    """Why the game ended: it always does after the last lot."""
    return "end.last_lot"
