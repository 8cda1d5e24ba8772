"""Templar: actions in words, one notation for log, keyboard, screen reader, terminal and API."""

from __future__ import annotations

from chapterhouse.games.templar.rules.abbey import LOWER, UPPER
from chapterhouse.games.templar.rules.stash import kind_stashed, shelf_stashed
from chapterhouse.games.templar.state import ACTION_BLOCKS, FIRST_RING, RINGS, SEATS, State
from chapterhouse.games.templar.tables import AREA_NAMES, CARD_NAMES, KIND_NAMES, PORTAL_NAMES, SEAT_NAMES
from chapterhouse.kernel.actions import block_of


def words(s: State, action: int) -> str:
    """`josua`, `step 5`, `stop`, `stash book`, `stash round a`, `done`, `take a crimson`, `drop b`, `storehouse 3`,
    `portal side`, `flip a`, `announce`, `silent`, `place 5`, `single round`, `door 5-6`."""
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    match block.verb:
        case "card":
            return CARD_NAMES[n]
        case "stash":
            kind, shelf = kind_stashed(n), shelf_stashed(n)
            area = f" {AREA_NAMES[shelf - RINGS]}" if kind >= FIRST_RING else ""
            return f"stash {KIND_NAMES[kind]}{area}"
        case "take":
            return f"take {AREA_NAMES[n // SEATS]} {SEAT_NAMES[n % SEATS]}"
        case "drop" | "flip":
            return f"{block.verb} {AREA_NAMES[n]}"
        case "portal":
            return f"portal {PORTAL_NAMES[n]}"
        case "single":
            return f"single {KIND_NAMES[FIRST_RING + n]}"
        case "door":
            return f"door {LOWER[n] + 1}-{UPPER[n] + 1}"
        case "step" | "place" | "storehouse":
            return f"{block.verb} {n + 1}"
        case _:
            return block.verb


def leads_to(s: State, action: int) -> str:
    """The room of the picture into which a step leads."""
    block = block_of(ACTION_BLOCKS, action)
    return f"room-{action - block.first + 1}" if block.verb == "step" else ""
