"""Templar: one small function a rule, by chapter.

`abbey` passages, places and pieces · `setup` before the first card · `moving` how figures walk · `valuables` stash,
carry and score · `harbor` Maria and The Bells · `raphael` the third at the table of two · `turn` turns, cards and the
end · `asked` what is legal, why not, and the one door in.
"""

from chapterhouse.games.templar.rules.legality import (
    act,
    do,
    is_asked,
    is_legal,
    legal_mask,
    refusal,
    turn_to,
)
from chapterhouse.games.templar.rules.setup import set_up

__all__ = ["act", "do", "is_asked", "is_legal", "legal_mask", "refusal", "set_up", "turn_to"]
