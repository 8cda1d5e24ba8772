"""Temple: one small function a rule, in the order of the rulebook; a file a chapter, and `door.py` the way in."""

from __future__ import annotations

from chapterhouse.games.temple.rules.legality import act, is_asked, is_legal, legal_mask, refusal, set_up, turn_to

__all__ = ["act", "is_asked", "is_legal", "legal_mask", "refusal", "set_up", "turn_to"]
