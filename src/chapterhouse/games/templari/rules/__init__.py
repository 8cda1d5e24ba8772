"""Templari: one small function a rule, in the order of the rulebook."""

from __future__ import annotations

from chapterhouse.games.templari.rules.legality import (
    act,
    is_asked,
    is_legal,
    legal_mask,
    refusal,
    set_up,
    turn_to,
)

__all__ = ["act", "is_asked", "is_legal", "legal_mask", "refusal", "set_up", "turn_to"]
