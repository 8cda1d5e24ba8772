"""Templari: which decisions stand for good."""

from __future__ import annotations

from chapterhouse.games.protocol import SEEN, Decision, Refusal
from chapterhouse.games.templari.state import Phase, State
from chapterhouse.games.templari.words.narrate import is_broke

MISTAKE = "undo.mistake"


def lasting(before: State, decision: Decision, after: State) -> Refusal | None:
    """Cards that were revealed; a cursed offer that was paid for (templari.mistake.curse); the decision that brought an
    offer to light that cannot be paid, and the card that was lost for it (templari.mistake.funds)."""
    if after.fined:
        return Refusal("templari.mistake.curse", MISTAKE)
    if before.phase == Phase.LOSE or is_broke(before, decision, after):
        return Refusal("templari.mistake.funds", MISTAKE)
    return SEEN if after.news != before.news else None
