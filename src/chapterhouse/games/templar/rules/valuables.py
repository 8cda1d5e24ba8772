"""Templar: stashing with the monks, carrying with Benjamin, scoring with Remigius."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.templar.rules.abbey import (
    add_points,
    bit,
    fits_area,
    free_place,
    has_ring_place,
    has_unscored_ring,
    is_single,
    is_spanish,
    lift_ring,
    lowest_room,
    open_around,
    open_from,
    put_piece,
    shelf_of,
    whole,
)
from chapterhouse.games.templar.rules.moving import step
from chapterhouse.games.templar.state import (
    EMPTY,
    FIRST_RING,
    KINDS,
    NO_KIND,
    NOBODY,
    NOWHERE,
    RING_AREAS,
    RINGS,
    ROOMS,
    SCORED,
    SEATS,
    SHELVES,
    Card,
    Final,
    Kind,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule

# ── Anselmus, Josua, Lucas ──────────────────────────────────────────────────────────────────────────────────────────


@rule
def stashes_of(card: int) -> int:
    """templar.anselmus: 1 room, then up to 3 valuables. templar.josua: 1 or 2 rooms, up to 2. templar.lucas: 1 to 3
    rooms, up to 1."""
    if card == Card.ANSELMUS:
        return 3
    return 2 if card == Card.JOSUA else 1


@rule
def has_place_for(s: State, room: int, kind: int) -> bool:
    """templar.stash.place: is there an empty place of its kind?"""
    if kind >= FIRST_RING:
        return has_ring_place(s, room, kind)
    return free_place(s, shelf_of(room, kind)) != EMPTY


@rule
def can_stash(s: State) -> bool:
    """templar.stash.severus: nothing is stashed where Severus is."""
    room = whole(s.pawn[s.active])
    if room == s.severus:
        return False
    for kind in range(KINDS):
        if s.stock[s.active, kind] > 0 and has_place_for(s, room, kind):
            return True
    return False


@rule
def go_on_stashing(s: State) -> None:
    """Whether the player may stash one more is asked only where one can be stashed."""
    s.phase = Phase.STASH if s.stash_left > 0 and can_stash(s) else Phase.CARD_DONE


@rule
def kind_stashed(what: int) -> int:
    """The kind in a stash code: chalice, book, then three areas for each ring kind."""
    return what if what < RINGS else FIRST_RING + (what - RINGS) // RING_AREAS


@rule
def shelf_stashed(what: int) -> int:
    """The shelf of the room in a stash code."""
    return what if what < RINGS else RINGS + (what - RINGS) % RING_AREAS


@rule
def stash(s: State, what: int) -> None:
    """templar.stash.place: out of the stock onto a place in the room where the pawn stopped."""
    kind = kind_stashed(what)
    s.stock[s.active, kind] -= 1
    put_piece(s, whole(s.pawn[s.active]), shelf_stashed(what), kind, whole(s.active))
    s.stash_left -= 1
    s.phase = Phase.STASHING


@rule
def stop_stashing(s: State) -> None:
    """templar.anselmus, templar.josua, templar.lucas: fewer than could be stashed, also none."""
    s.phase = Phase.CARD_DONE


# ── Benjamin ────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    for _ in range(steps + 1):
        front &= ~seen
        seen |= front
        rest = front
        while rest:
            near = lowest_room(rest)
            rest &= rest - 1
            if may_drop_in(s, near, kind, taken_in):
                return True
        front = open_around(s, front)
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
            for seat in range(s.players):
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
        room = lowest_room(rest)
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
            step(s, lowest_room(rooms))
        else:
            s.phase = Phase.WALK
    elif rooms == 0:
        if has_ring_to_take(s):
            s.phase = Phase.WALK
        else:
            s.phase = Phase.CARD_DONE
    elif s.moved == 0 and is_single(rooms) and not has_ring_to_take(s):
        step(s, lowest_room(rooms))
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
def drop(s: State, area: int) -> None:
    """templar.benjamin.drop: the ring stays its owner's and stays unscored."""
    put_piece(s, whole(s.pawn[s.active]), RINGS + area, whole(s.carried), whole(s.carried_of))
    s.carried = NO_KIND
    s.carried_of = NOBODY
    s.phase = Phase.MOVE


# ── Remigius ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def points_for(k: int) -> int:
    """templar.remigius.score: what an unscored piece on this shelf is worth."""
    return 5 if k == Kind.CHALICE else 3 if k == Kind.BOOK else 2


@rule
def score_room(s: State, room: int) -> None:
    """templar.remigius.score: every unscored ring 2, book 3, chalice 5 points to its owner. templar.remigius.flip: all
    scored books and chalices flip."""
    for k in range(SHELVES):
        shelf = shelf_of(room, k)
        for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
            if EMPTY < s.piece[place] < SCORED:
                add_points(s, int(s.piece[place]), points_for(k))
                if k < RINGS:
                    s.piece[place] += SCORED


@rule
def arrive_as_remigius(s: State) -> None:
    """templar.remigius.score: with Severus there nobody scores and nothing flips. templar.vitus: Vitus goes to the
    room where Remigius's move began."""
    s.vitus = s.origin
    if s.remigius == s.severus:
        s.phase = Phase.CARD_DONE
    else:
        score_room(s, whole(s.remigius))
        s.flips = 0
        s.phase = Phase.FLIPS


@rule
def next_flip(s: State) -> None:
    """templar.remigius.flip: each owner flips exactly one ring; clockwise from the active player. He is asked where his
    unscored rings lie in more than one area."""
    if s.flips == s.players:
        s.phase = Phase.CARD_DONE
        return
    seat = clockwise(whole(s.active), whole(s.flips), s.players)
    areas = 0
    last = 0
    for area in range(RING_AREAS):
        if has_unscored_ring(s, whole(s.remigius), area, seat):
            areas += 1
            last = area
    if areas > 1:
        s.to_act = seat
        s.phase = Phase.FLIP
    else:
        if areas == 1:
            flip_ring(s, seat, last)
        s.flips += 1


@rule
def flip_ring(s: State, seat: int, area: int) -> None:
    """templar.remigius.flip: one of his rings in this area to its scored side."""
    shelf = shelf_of(whole(s.remigius), RINGS + area)
    for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
        if s.piece[place] == seat:
            s.piece[place] += SCORED
            return


@rule
def flip(s: State, area: int) -> None:
    """templar.remigius.flip: the owner has chosen the area."""
    flip_ring(s, whole(s.to_act), area)
    s.flips += 1
    s.to_act = s.active
    s.phase = Phase.FLIPS


# ── Stephanus ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def count_audience(s: State, room: int) -> int:
    """templar.stephanus: the other figures in a room."""
    count = 0
    for seat in range(s.players):
        count += seat != s.active and s.pawn[seat] == room
    return count + (s.remigius == room) + (s.severus == room) + (s.vitus == room)
