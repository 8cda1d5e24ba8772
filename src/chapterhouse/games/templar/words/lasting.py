"""Templar: which decisions stand for good."""

from __future__ import annotations

from chapterhouse.games.protocol import SEEN, Decision, Refusal
from chapterhouse.games.templar.state import NO_CARD, Card, Phase, State


def lasting(before: State, decision: Decision, after: State) -> Refusal | None:
    """A barred card that was tried (templar.mistake); choices that were revealed, tiles and cards of Raphael's that
    were drawn. The Bells that found no free box or an empty bag have shown nothing."""
    if after.fined > before.fined:
        return Refusal("templar.mistake", "undo.mistake")
    silent = int(_rang(before, decision.code) and (after.bag == before.bag).all())
    return SEEN if after.news - before.news > silent else None


def _rang(before: State, code: int) -> bool:
    """Whether this rings The Bells for some tiles, which counts as news whatever comes."""
    card = int(before.top[before.active]) if before.phase == Phase.CARD and code == Card.BELLS else NO_CARD
    return card not in (NO_CARD, Card.BELLS) and before.number[card] > 0
