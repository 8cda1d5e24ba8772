"""Temple: why not? The rule that refuses, and the sentence a player reads."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Refusal
from chapterhouse.games.temple.rules.legality import refusal
from chapterhouse.games.temple.rules.offer import count_lacking
from chapterhouse.games.temple.rules.rooms import room_next_to
from chapterhouse.games.temple.state import ACTION_BLOCKS, NOBODY, NOWHERE, Phase, Reason, State
from chapterhouse.games.temple.tables import COLOUR_NAMES, room_name
from chapterhouse.kernel.actions import block_of

_RULE_OF_PHASE = {
    Phase.DISCARD: "temple.draw.limit",
    Phase.MOVE: "temple.move.range",
    Phase.ACTION: "temple.action.none",
    Phase.OFFER: "temple.offer",
    Phase.PUSH: "temple.curse",
    Phase.LEAP: "temple.power.1",
    Phase.SWAP: "temple.power.2",
    Phase.GIVE: "temple.power.3",
    Phase.OVER: "temple.end",
}
_RULE = {
    Reason.WALL: "temple.move.range",
    Reason.OCCUPIED: "temple.move.occupied",
    Reason.DEPARTURE: "temple.move.return",
    Reason.MUST_STEP: "temple.move.range",
    Reason.NO_COLOUR: "temple.offer",
    Reason.OTHER_COLOUR: "temple.offer",
    Reason.TOO_MUCH: "temple.offer",
    Reason.NOT_EXACT: "temple.offer",
    Reason.NO_CURSE_CARD: "temple.curse",
    Reason.NO_TILE_THERE: "temple.curse",
    Reason.TILE_HEMMED_IN: "temple.curse",
    Reason.TILE_THERE: "temple.curse",
    Reason.SAME_ROOM: "temple.power.1",
    Reason.NOT_ONE_MASK: "temple.power.1",
    Reason.ROOM_TAKEN: "temple.power.1",
    Reason.NOT_IN_PILE: "temple.power.3",
    Reason.NOT_TWO_ONES: "temple.power.3",
    Reason.ONLY_A_ONE: "temple.power.3",
}


def _parts(s: State, verb: str, n: int) -> dict[str, Any]:
    """What the sentence names: the room, the card, the value."""
    at = int(s.pawn[s.mover])
    room = at
    if verb in ("step", "push"):
        beside = room_next_to(at if verb == "step" else int(s.tile[s.held_tile]), n)
        room = beside if beside != NOWHERE else at
    elif verb in ("curse", "leap"):
        room = n
    return {"room": room_name(room), "value": count_lacking(s)}


def explain(s: State, action: int) -> Refusal | None:
    """Why `to_act` cannot do this now; None when it can be done."""
    why = Reason(refusal(s, action))
    if why == Reason.LEGAL:
        return None
    phase = Phase(s.phase)
    if why == Reason.NOT_ASKED:
        return Refusal(_RULE_OF_PHASE[phase], f"refused.not_asked.{phase.name.lower()}")
    block = block_of(ACTION_BLOCKS, action)
    key = f"refused.{why.name.lower()}"
    if why == Reason.OTHER_COLOUR:
        key += f".{COLOUR_NAMES[s.colour[s.pawn[s.mover]]]}"
    rule = "temple.curse" if phase == Phase.PUSH else _RULE.get(why, _RULE_OF_PHASE[phase])
    if block.verb == "offer":
        rule = "temple.offer"
    return Refusal(rule, key, _parts(s, block.verb, action - block.first))


def reason(s: State) -> str:
    """Why the game ended: somebody began his turn with enough ritual masks, or the limit of turns was reached."""
    return "end.turn_limit" if s.winner == NOBODY else "end.masks"
