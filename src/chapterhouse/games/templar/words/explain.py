"""Templar: why not? The rule that refuses, and the sentence a player reads.

| key | parts |
|---|---|
| refused.not_asked.<phase>, for every phase up to over: place_remigius, … announce, over | |
| refused.not_in_hand: the card lies on the own pile; refused.not_in_game: Stephanus is not played with | |
| refused.barred: on top of another player's pile; refused.barred_raphael: on top of Raphael's | |
| refused.no_steps | |
| refused.no_passage, refused.closed | here, room |
| refused.no_passage_outside: in front of a portal, which leads to room `behind` only | behind, room |
| refused.entered, refused.vitus | room |
| refused.must_move, refused.must_drop | |
| refused.must_cross: Remigius cannot stop with Vitus | here |
| refused.severus_stash, refused.severus_take, refused.severus_drop | here |
| refused.no_stock.<kind>: chalice, book, round, square, lozenge | |
| refused.no_area | here, area |
| refused.other_rings.<kind that lies there>: round, square, lozenge | here, area |
| refused.no_place.chalice, refused.no_place.book | here |
| refused.no_place.ring | here, area |
| refused.outside: in front of a portal there is nothing to take | |
| refused.one_ring | |
| refused.no_ring | here, area |
| refused.only_own | |
| refused.no_drop_after_take | |
| refused.no_drop_after_step | room |
| refused.nothing_carried | |
| refused.same_room | here |
| refused.not_adjoining: Vitus beside Remigius, who is in room `here` | here, room |
| refused.no_doorway, refused.door_is_there | lower, upper |
| refused.nothing_to_flip | here, area |
"""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Refusal
from chapterhouse.games.templar.rules.abbey import LOWER, UPPER, all_cards
from chapterhouse.games.templar.rules.legality import refusal
from chapterhouse.games.templar.rules.moving import mover_of
from chapterhouse.games.templar.rules.stash import kind_stashed, shelf_stashed
from chapterhouse.games.templar.state import (
    ACTION_BLOCKS,
    FIRST_RING,
    MAIN,
    RINGS,
    ROOMS,
    SEATS,
    Final,
    Phase,
    Reason,
    State,
)
from chapterhouse.games.templar.tables import AREA_NAMES, KIND_NAMES
from chapterhouse.kernel.actions import block_of

_RULE_OF_PHASE = {
    Phase.PLACE_REMIGIUS: "templar.setup.placement",
    Phase.PLACE_VITUS: "templar.setup.placement",
    Phase.PLACE_SEVERUS: "templar.setup.placement",
    Phase.SINGLE: "templar.setup.rings",
    Phase.CHOOSE: "templar.turn.first-round",
    Phase.RETURN: "templar.return",
    Phase.CARD: "templar.turn.play",
    Phase.STEP: "templar.move.range",
    Phase.WALK: "templar.benjamin.move",
    Phase.STASH: "templar.stash.place",
    Phase.STOREHOUSE: "templar.maria.take",
    Phase.DOOR: "templar.porticus",
    Phase.FLIP: "templar.remigius.flip",
    Phase.ANNOUNCE: "templar.end.rooms",
    Phase.OVER: "templar.end.final-round",
}
_RULE = {
    Reason.NOT_IN_HAND: "templar.turn.play",
    Reason.BARRED: "templar.turn.visible",
    Reason.NO_STEPS: "templar.move.range",
    Reason.NO_PASSAGE: "templar.move.passage",
    Reason.CLOSED: "templar.move.door",
    Reason.ENTERED: "templar.move.no-return",
    Reason.VITUS: "templar.remigius.move",
    Reason.MUST_MOVE: "templar.move.range",
    Reason.MUST_CROSS: "templar.remigius.move",
    Reason.MUST_DROP: "templar.benjamin.drop",
    Reason.SEVERUS: "templar.stash.severus",
    Reason.NO_STOCK: "templar.stash.place",
    Reason.NO_AREA: "templar.stash.area",
    Reason.OTHER_RINGS: "templar.stash.area",
    Reason.NO_PLACE: "templar.stash.place",
    Reason.OUTSIDE: "templar.place-outside",
    Reason.ONE_RING: "templar.benjamin.take",
    Reason.NO_RING: "templar.benjamin.take",
    Reason.ONLY_OWN: "templar.benjamin.final",
    Reason.NO_DROP_AFTER_TAKE: "templar.benjamin.drop",
    Reason.NO_DROP_AFTER_STEP: "templar.benjamin.drop",
    Reason.NOTHING_CARRIED: "templar.benjamin.drop",
    Reason.SAME_ROOM: "templar.benjamin.drop",
    Reason.NOT_ADJOINING: "templar.setup.placement",
    Reason.NO_DOORWAY: "templar.porticus",
    Reason.DOOR_IS_THERE: "templar.porticus",
    Reason.NOTHING_TO_FLIP: "templar.remigius.flip",
}


def _here(s: State) -> int:
    """The place that a refusal speaks of."""
    if s.phase in (Phase.FLIP, Phase.PLACE_VITUS):
        return s.remigius
    return mover_of(s)


def _parts(s: State, why: Reason, verb: str, n: int) -> dict[str, Any]:
    """Numbers and letters of the sentence."""
    parts: dict[str, Any] = {}
    if verb in ("step", "place"):
        parts["room"] = n + 1
    if verb == "door":
        parts |= {"lower": int(LOWER[n]) + 1, "upper": int(UPPER[n]) + 1}
    elif verb != "card":
        parts["here"] = _here(s) + 1
    if verb in ("drop", "flip"):
        parts["area"] = AREA_NAMES[n]
    elif verb == "take":
        parts["area"] = AREA_NAMES[n // SEATS]
    elif verb == "stash" and n >= RINGS:
        parts["area"] = AREA_NAMES[shelf_stashed(n) - RINGS]
    if why == Reason.NO_PASSAGE and _here(s) >= ROOMS:
        parts["behind"] = int(s.portal_room[_here(s) - MAIN]) + 1
    return parts


def _key(s: State, why: Reason, verb: str, n: int) -> str:
    """The sentence; some are told apart further."""
    key = f"refused.{why.name.lower()}"
    if why == Reason.NOT_IN_HAND and not all_cards(s) >> n & 1:
        return "refused.not_in_game"
    if why == Reason.BARRED and s.raphael_top == n:
        return "refused.barred_raphael"
    if why == Reason.NO_PASSAGE and _here(s) >= ROOMS:
        return "refused.no_passage_outside"
    if why == Reason.SEVERUS:
        return f"{key}_{verb}"
    if why == Reason.NO_STOCK:
        return f"{key}.{KIND_NAMES[kind_stashed(n)]}"
    if why == Reason.OTHER_RINGS:
        area = n if verb == "drop" else shelf_stashed(n) - RINGS
        return f"{key}.{KIND_NAMES[s.ring_kind[_here(s), area]]}"
    if why == Reason.NO_PLACE:
        is_ring = verb == "drop" or kind_stashed(n) >= FIRST_RING
        return f"{key}.{'ring' if is_ring else KIND_NAMES[n]}"
    return key


def explain(s: State, action: int) -> Refusal | None:
    """Why `to_act` cannot do this now; None when it can be done."""
    why = Reason(refusal(s, action))
    if why == Reason.LEGAL:
        return None
    phase = Phase(s.phase)
    if why == Reason.NOT_ASKED:
        return Refusal(_RULE_OF_PHASE[phase], f"refused.not_asked.{phase.name.lower()}")
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    key = _key(s, why, block.verb, n)
    rule = "templar.raphael.bar" if key == "refused.barred_raphael" else _RULE[why]
    return Refusal(rule, key, _parts(s, why, block.verb, n))


def reason(s: State) -> str:
    """Why the game ended: what began its final round."""
    return f"end.{Final(s.final).name.lower()}"
