"""Templar: how pawns, Remigius and Severus walk through the abbey."""

from __future__ import annotations

from chapterhouse.games.templar.rules.abbey import add_points, is_single, is_spanish, open_from, whole
from chapterhouse.games.templar.state import NO_KIND, ROOMS, Card, Phase, Reason, State
from chapterhouse.kernel.bits import bit, lowest
from chapterhouse.kernel.jit import rule

CROSSING_COSTS = 2


@rule
def range_of(card: int) -> int:
    """templar.move.range: the most rooms that a card moves its figure."""
    if card == Card.ANSELMUS:
        return 1
    if card == Card.JOSUA or card == Card.STEPHANUS or card == Card.REMIGIUS:
        return 2
    return 3


@rule
def mover_of(s: State) -> int:
    """Where the figure stands that the card moves."""
    place = int(s.pawn[s.active])
    place = int(s.remigius) if s.card == Card.REMIGIUS else place
    return int(s.severus) if s.card == Card.SEVERUS else place


@rule
def begin_move(s: State) -> None:
    """templar.move.no-return: the room where the move begins counts as entered."""
    s.origin = mover_of(s)
    s.steps = range_of(s.card)
    s.moved = 0
    s.entered = bit(s.origin) if s.origin < ROOMS else 0
    s.phase = Phase.MOVE


@rule
def next_rooms(s: State) -> int:
    """templar.move.passage, templar.move.door, templar.move.no-return: the rooms that the next step can enter."""
    here = mover_of(s)
    rooms = open_from(s, here)
    if s.card == Card.BENJAMIN:
        return rooms
    rooms &= ~s.entered
    return rooms_for_remigius(s, here, rooms) if s.card == Card.REMIGIUS else rooms


@rule
def rooms_for_remigius(s: State, here: int, rooms: int) -> int:
    """templar.remigius.move: not into Vitus's room, unless no other open passage leads out of his room and he can go
    on to a room beyond it."""
    if s.vitus >= ROOMS or here == s.vitus:
        return rooms
    spy = bit(s.vitus)
    if s.moved > 0 or rooms & ~spy:
        return rooms & ~spy
    return rooms if open_from(s, whole(s.vitus)) & ~bit(here) else 0


@rule
def is_crossing(s: State) -> bool:
    """templar.remigius.move: Remigius has entered Vitus's room, where he cannot stop."""
    return s.card == Card.REMIGIUS and s.moved > 0 and s.remigius == s.vitus


@rule
def can_stop(s: State) -> bool:
    """templar.move.range: at least one room."""
    return s.moved > 0 and not is_crossing(s) and s.carried == NO_KIND


@rule
def go_on_moving(s: State) -> None:
    """templar.move.stuck: a figure with no legal step stays, and its room action is skipped. A step that is the only
    one and must be taken is taken; a move that cannot go on ends."""
    rooms = next_rooms(s) if s.steps > 0 else 0
    if rooms == 0:
        s.phase = Phase.ARRIVE if s.moved > 0 else Phase.CARD_DONE
    elif not can_stop(s) and is_single(rooms):
        step(s, lowest(rooms))
    else:
        s.phase = Phase.STEP


@rule
def step(s: State, room: int) -> None:
    """One step of the figure that the card moves."""
    if s.card == Card.REMIGIUS:
        s.remigius = room
    elif s.card == Card.SEVERUS:
        s.severus = room
    else:
        s.pawn[s.active] = room
    s.steps -= 1
    s.moved += 1
    s.entered |= bit(room)
    if is_crossing(s):
        pay_for_crossing(s)
    s.phase = Phase.MOVE


@rule
def refuse_stop(s: State) -> int:
    """templar.move.range: at least one room. templar.remigius.move: not in Vitus's room. templar.benjamin.drop: not
    with a ring in hand."""
    if can_stop(s):
        return Reason.LEGAL
    if s.carried != NO_KIND:
        return Reason.MUST_DROP
    return Reason.MUST_CROSS if is_crossing(s) else Reason.MUST_MOVE


@rule
def stop(s: State) -> None:
    """templar.move.range: the move ends before its last step."""
    s.phase = Phase.CARD_DONE if s.card == Card.BENJAMIN else Phase.ARRIVE


@rule
def pay_for_crossing(s: State) -> None:
    """templar.remigius.penalty: in the Spanish edition crossing Vitus's room costs the player 2 points."""
    if is_spanish(s):
        add_points(s, s.active, -CROSSING_COSTS)
