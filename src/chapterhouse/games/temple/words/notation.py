"""Temple: actions in words, one notation for log, keyboard, screen reader, terminal and API."""

from __future__ import annotations

from chapterhouse.games.temple.rules.rooms import room_next_to, room_of
from chapterhouse.games.temple.state import ACTION_BLOCKS, SIDE, State
from chapterhouse.games.temple.tables import WAY_NAMES, card_name, room_name
from chapterhouse.kernel.actions import block_of


def words(s: State, action: int) -> str:
    """`stop`, `step north`, `discard red 2`, `power`, `offer red 2`, `curse b2` (the room of the tile), `push north`,
    `done`, `swap curse`, `leap b2`, `give red 2`."""
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    if block.verb in ("step", "push"):
        return f"{block.verb} {WAY_NAMES[n]}"
    if block.verb in ("curse", "leap"):
        return f"{block.verb} {room_name(n)}"
    return block.verb if block.count == 1 else f"{block.verb} {card_name(n)}"


def leads_to(s: State, action: int) -> str:
    """The room of the picture into which a step leads."""
    block = block_of(ACTION_BLOCKS, action)
    if block.verb != "step":
        return ""
    room = int(room_next_to(room_of(s, s.mover), action - block.first))
    return f"room-{room // SIDE + 1}-{room % SIDE + 1}"
