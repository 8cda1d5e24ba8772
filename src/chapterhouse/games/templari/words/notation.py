"""Templari: actions in words, one notation for log, keyboard, screen reader, terminal and API."""

from __future__ import annotations

from chapterhouse.games.templari.state import ACTION_BLOCKS, State
from chapterhouse.games.templari.tables import card_name
from chapterhouse.kernel.actions import block_of


def words(s: State, action: int) -> str:
    """`pass`, `bid 11`, `sell helmets 6`, `take …`, `give …`, `lose …`."""
    block = block_of(ACTION_BLOCKS, action)
    if block.verb == "pass":
        return "pass"
    n = action - block.first
    return f"bid {n}" if block.verb == "bid" else f"{block.verb} {card_name(s, n)}"
