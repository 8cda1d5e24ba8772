"""Templar: a few rules of thumb, as kernels; a bot, and a policy for playouts."""

from __future__ import annotations

from chapterhouse.games.templar.rules.asked import is_legal
from chapterhouse.games.templar.state import ACTIONS, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row


@rule
def sensible(s: State, luck: Row) -> int:
    """A legal action by rules of thumb."""
    for action in range(ACTIONS):
        if is_legal(s, action):
            return action
    return 0
