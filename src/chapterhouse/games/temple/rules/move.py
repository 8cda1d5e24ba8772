"""Temple: the move."""

from __future__ import annotations

from chapterhouse.games.temple.rules.rooms import (
    count_masks,
    is_cursed,
    place_pawn,
    room_next_to,
    room_of,
    rooms_beside,
)
from chapterhouse.games.temple.state import NOWHERE, WAYS, Phase, Reason, State
from chapterhouse.kernel.bits import bit
from chapterhouse.kernel.jit import rule


@rule
def begin_move(s: State) -> None:
    """temple.move.range: 1 room up to the masks of the room where the turn began."""
    s.steps_left = s.reach
    s.phase = Phase.WALK


@rule
def has_moved(s: State) -> bool:
    return s.steps_left < s.reach


@rule
def has_other_step(s: State) -> bool:
    """temple.move.return: do the other pawns leave a step that does not lead back to the room of departure?"""
    for way in range(WAYS):
        room = room_next_to(room_of(s, s.mover), way)
        if room != NOWHERE and room != s.departure and s.pawns_in[room] == 0:
            return True
    return False


@rule
def refuse_step(s: State, way: int) -> int:
    """temple.move.range: to a room beside, never diagonal. temple.move.occupied: not into a room with another pawn.
    temple.move.return: not back into the room of departure, unless the other pawns leave no other step."""
    room = room_next_to(room_of(s, s.mover), way)
    if room == NOWHERE:
        return Reason.WALL
    if s.pawns_in[room] > 0:
        return Reason.OCCUPIED
    if room == s.departure and has_other_step(s):
        return Reason.DEPARTURE
    return Reason.LEGAL


@rule
def refuse_stop(s: State) -> int:
    """temple.move.range: at least 1 room; after that the player may always stop."""
    return Reason.LEGAL if has_moved(s) else Reason.MUST_STEP


@rule
def next_step(s: State, way: int) -> int:
    """The first way from this one on that the pawn can go, or WAYS: there is none."""
    while way < WAYS and refuse_step(s, way) != Reason.LEGAL:
        way += 1
    return way


@rule
def walk_on(s: State) -> None:
    """temple.move.range: ask for the next step while there is one. temple.move.stuck: who has no legal step stays, and
    has ended his move there. A first step that is the only one is taken for the player."""
    way = next_step(s, 0) if s.steps_left > 0 else WAYS
    if way == WAYS:
        s.phase = Phase.ARRIVE
    elif has_moved(s) or next_step(s, way + 1) < WAYS:
        s.phase = Phase.MOVE
    else:
        step(s, way)


@rule
def step(s: State, way: int) -> None:
    """temple.move.range: one room on. temple.move.cursed: entering a cursed room ends the move."""
    room = room_next_to(room_of(s, s.mover), way)
    place_pawn(s, s.mover, room)
    s.steps_left -= 1
    s.phase = Phase.ARRIVE if is_cursed(s, room) else Phase.WALK


@rule
def stop(s: State) -> None:
    """temple.move.range: fewer rooms than the masks allow."""
    s.phase = Phase.ARRIVE


@rule
def ends_after(first: int, steps: int, cursed: int, closed: int) -> int:
    """The rooms where a walk can end that has come to this one and has up to 2 steps more."""
    ends = first
    front = first
    for _ in range(steps):
        front = rooms_beside(front & ~cursed) & ~closed
        ends |= front
    return ends


@rule
def walk_ends(s: State, seat: int, closed: int, cursed: int) -> int:
    """The rooms where a seat's walk can end, the one it is on or the next; `closed` are those with pawns. (That nothing
    else may be left than to go back is not looked at.)"""
    here = bit(room_of(s, seat))
    steps = count_masks(s, room_of(s, seat))
    ends = 0
    if seat == s.mover and s.phase == Phase.MOVE:
        closed |= bit(int(s.departure))
        steps = int(s.steps_left)
        ends = here if has_moved(s) else 0
    elif seat == s.mover and (s.phase == Phase.ACTION or s.phase == Phase.OFFER):
        return here
    return ends | ends_after(rooms_beside(here) & ~closed, steps - 1, cursed, closed)
