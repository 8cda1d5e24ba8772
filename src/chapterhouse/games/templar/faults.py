"""Templar: what cannot be. Tiles, valuables and cards are neither made nor lost."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.templar.state import State


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be."""
    if options["players"] == 5 and not options["stephanus"]:
        return ["stephanus: five players always play with Stephanus"]
    return []


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words."""
    return []
