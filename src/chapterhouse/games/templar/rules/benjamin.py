"""Templar: carrying a ring with Benjamin."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templar.rules.abbey import (
    fits_area,
    free_place,
    has_passage,
    has_ring_place,
    has_unscored_ring,
    is_outside,
    is_single,
    is_spanish,
    lift_ring,
    open_around,
    open_from,
    put_piece,
    shelf_of,
    whole,
)
from chapterhouse.games.templar.rules.moving import mover_of, next_rooms, step
from chapterhouse.games.templar.rules.stash import refuse_shelf
from chapterhouse.games.templar.state import (
    EMPTY,
    NO_KIND,
    NOBODY,
    NOWHERE,
    RING_AREAS,
    RINGS,
    ROOMS,
    SEATS,
    Card,
    Final,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.bits import bit, lowest
from chapterhouse.kernel.jit import rule


@rule
def may_drop_in(s: State, room: int, kind: int, taken_in: int) -> bool:
    """templar.benjamin.drop: in another room than where the ring was taken (Spanish edition: there too), by the
    stashing rules, not with Severus."""
    return (room != taken_in or is_spanish(s)) and has_ring_place(s, room, kind)


@rule
def can_reach_drop(s: State, room: int, steps: int, kind: int, taken_in: int) -> bool:
    """templar.benjamin.drop: can the ring be dropped in a room that is at most so many steps away?"""
    seen = 0
    front = bit(room)
    while front:
        seen |= front
        rest = front
        while rest:
            near = lowest(rest)
            rest &= rest - 1
            if may_drop_in(s, near, kind, taken_in):
                return True
        front = open_around(s, front) & ~seen if steps > 0 else 0
        steps -= 1
    return False


@rule
def can_carry_to(s: State, room: int) -> bool:
    """templar.benjamin.drop: a step with a ring in hand must leave a drop in reach."""
    return s.carried == NO_KIND or can_reach_drop(s, room, s.steps - 1, whole(s.carried), whole(s.taken_in))


@rule
def can_carry_off(s: State, room: int, area: int) -> bool:
    """templar.benjamin.drop: a pick-up must leave a drop in reach; in the Spanish edition the ring can always go back
    to where it lay."""
    return is_spanish(s) or can_reach_drop(s, room, whole(s.steps), whole(s.ring_kind[room, area]), room)


@rule
def count_drops(s: State) -> int:
    """Areas of this room that can take the ring in hand."""
    room = whole(s.pawn[s.active])
    count = 0
    if may_drop_in(s, room, whole(s.carried), whole(s.taken_in)):
        for area in range(RING_AREAS):
            count += can_drop_on(s, room, area)
    return count


@rule
def can_drop_on(s: State, room: int, area: int) -> bool:
    """templar.stash.place, templar.stash.area: a free place in an area of the ring's type, or an empty area."""
    return fits_area(s, room, area, whole(s.carried)) and free_place(s, shelf_of(room, RINGS + area)) != EMPTY


@rule
def can_take_from(s: State, room: int, area: int) -> bool:
    """templar.benjamin.take: not outside, not where Severus is, and only with a drop in reach."""
    if room >= ROOMS or room == s.severus or s.ring_kind[room, area] == NO_KIND:
        return False
    return can_carry_off(s, room, area)


@rule
def has_ring_to_take(s: State) -> bool:
    """templar.benjamin.take: one ring a card. templar.benjamin.final: own rings only."""
    room = whole(s.pawn[s.active])
    if s.taken_in != NOWHERE:
        return False
    for area in range(RING_AREAS):
        if can_take_from(s, room, area):
            for seat in range(count_seats(s)):
                if may_take_of(s, seat) and has_unscored_ring(s, room, area, seat):
                    return True
    return False


@rule
def may_take_of(s: State, seat: int) -> bool:
    """templar.benjamin.take: whoever owns it. templar.benjamin.final: in the final round only one's own."""
    return s.final == Final.NOT_YET or seat == s.active


@rule
def carriable_rooms(s: State) -> int:
    """templar.benjamin.move: open passages, in any walk; with a ring in hand only where a drop stays in reach."""
    rooms = open_from(s, whole(s.pawn[s.active])) if s.steps > 0 else 0
    if s.carried == NO_KIND:
        return rooms
    kept = 0
    rest = rooms
    while rest:
        room = lowest(rest)
        rest &= rest - 1
        if can_carry_to(s, room):
            kept |= bit(room)
    return kept


@rule
def go_on_walking(s: State) -> None:
    """templar.benjamin.move: 1 to 3 steps; what has one possible answer is done."""
    rooms = carriable_rooms(s)
    if s.carried != NO_KIND:
        drops = count_drops(s)
        if drops == 1 and rooms == 0:
            drop(s, only_drop(s))
        elif drops == 0 and is_single(rooms):
            step(s, lowest(rooms))
        else:
            s.phase = Phase.WALK
    elif rooms == 0:
        if has_ring_to_take(s):
            s.phase = Phase.WALK
        else:
            s.phase = Phase.CARD_DONE
    elif s.moved == 0 and is_single(rooms) and not has_ring_to_take(s):
        step(s, lowest(rooms))
    else:
        s.phase = Phase.WALK


@rule
def only_drop(s: State) -> int:
    """The first area of this room that can take the ring in hand."""
    for area in range(RING_AREAS):
        if can_drop_on(s, whole(s.pawn[s.active]), area):
            return area
    return RING_AREAS


@rule
def refuse_step(s: State, room: int) -> int:
    """templar.move.range, templar.move.passage, templar.move.door, templar.move.no-return, templar.remigius.move,
    templar.benjamin.drop."""
    if s.steps == 0:
        return Reason.NO_STEPS
    here = mover_of(s)
    if open_from(s, here) & bit(room) == 0:
        is_closed = here < ROOMS and has_passage(s, here, room)
        return Reason.CLOSED if is_closed else Reason.NO_PASSAGE
    if s.card == Card.BENJAMIN:
        return Reason.LEGAL if can_carry_to(s, room) else Reason.NO_DROP_AFTER_STEP
    if s.entered & bit(room):
        return Reason.ENTERED
    return Reason.LEGAL if next_rooms(s) & bit(room) else Reason.VITUS


@rule
def refuse_take(s: State, what: int) -> int:
    """templar.benjamin.take, templar.benjamin.final, templar.benjamin.drop, templar.place-outside."""
    area, owner = what // SEATS, what % SEATS
    if s.taken_in != NOWHERE:
        return Reason.ONE_RING
    room = whole(s.pawn[s.active])
    if is_outside(room):
        return Reason.OUTSIDE
    if room == s.severus:
        return Reason.SEVERUS
    if owner >= s.players or not has_unscored_ring(s, room, area, owner):
        return Reason.NO_RING
    if not may_take_of(s, owner):
        return Reason.ONLY_OWN
    return Reason.LEGAL if can_carry_off(s, room, area) else Reason.NO_DROP_AFTER_TAKE


@rule
def take(s: State, what: int) -> None:
    """templar.benjamin.take: one unscored ring, whoever owns it."""
    area, owner = what // SEATS, what % SEATS
    room = whole(s.pawn[s.active])
    s.carried = s.ring_kind[room, area]
    s.carried_of = owner
    s.taken_in = room
    lift_ring(s, room, area, owner)
    s.phase = Phase.MOVE


@rule
def refuse_drop(s: State, area: int) -> int:
    """templar.benjamin.drop: in another room (Spanish edition: the same too), by the stashing rules."""
    if s.carried == NO_KIND:
        return Reason.NOTHING_CARRIED
    room = whole(s.pawn[s.active])
    why = refuse_shelf(s, room, RINGS + area, whole(s.carried))
    if why == Reason.LEGAL and room == s.taken_in and not is_spanish(s):
        return Reason.SAME_ROOM
    return why


@rule
def drop(s: State, area: int) -> None:
    """templar.benjamin.drop: the ring stays its owner's and stays unscored."""
    put_piece(s, whole(s.pawn[s.active]), RINGS + area, whole(s.carried), whole(s.carried_of))
    s.carried = NO_KIND
    s.carried_of = NOBODY
    s.phase = Phase.MOVE
