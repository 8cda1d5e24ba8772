"""Templar: before the first card."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise, count_seats
from chapterhouse.games.templar.rules.abbey import all_cards, has_passage, is_single, whole
from chapterhouse.games.templar.rules.raphael import shuffle_raphael
from chapterhouse.games.templar.state import (
    CHURCH,
    EMPTY,
    FIRST_RING,
    KINDS,
    MAIN,
    NO_CARD,
    NO_KIND,
    NOBODY,
    NOWHERE,
    RING_KINDS,
    STOREHOUSES,
    Final,
    Kind,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.bits import lowest
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw


@rule
def tiles_of(kind: int) -> int:
    """Harbor tiles of a kind in the box."""
    return 13 if kind == Kind.CHALICE else 17 if kind == Kind.BOOK else 20


@rule
def tiles_without(kind: int) -> int:
    """templar.setup.two-players: tiles of a kind that are taken out."""
    return 4 if kind == Kind.CHALICE else 5 if kind == Kind.BOOK else 7


@rule
def valuables_of(kind: int) -> int:
    """Valuables of a kind that each player has."""
    return 5 if kind == Kind.CHALICE else 6 if kind == Kind.BOOK else 7


@rule
def set_up(s: State) -> None:
    """templar.setup.harbor to templar.setup.hand, in this order; then the figures are placed."""
    clear_table(s)
    fill_bag(s)
    for storehouse in range(STOREHOUSES):
        fill_storehouse(s, storehouse)
    s.door[0] = s.door_at_start[0]  # one by one: a slice from a slice needs memory that CUDA does not have
    s.door[1] = s.door_at_start[1]
    if s.players == 2:
        shuffle_raphael(s)
    s.first = s.start if s.start != NOBODY else draw(s.rng, s.players)
    if s.first_game:
        place_for_first_game(s)
    else:
        s.phase = Phase.PLACE_REMIGIUS
        s.to_act = seat_to_the_right(s, 1)


@rule
def clear_table(s: State) -> None:
    """templar.setup.tokens: all pawns in front of the main portal, all scores 0. templar.setup.hand: all cards in hand.
    templar.setup.door: the door on its passage."""
    s.news = 0
    s.round = 0
    s.active = NOBODY
    s.piece[:] = EMPTY
    s.ring_kind[:] = NO_KIND
    s.in_rooms[:] = 0
    s.stock[:] = 0
    s.reserve[:] = 0
    s.score[:] = 0
    s.hand[:] = 0
    s.top[:] = NO_CARD
    s.chosen[:] = NO_CARD
    s.pawn[:] = NOWHERE
    for seat in range(count_seats(s)):
        s.hand[seat] = all_cards(s)
        s.pawn[seat] = MAIN
        for kind in range(KINDS):
            s.reserve[seat, kind] = valuables_of(kind)
    s.remigius = NOWHERE
    s.vitus = NOWHERE
    s.severus = NOWHERE
    s.bag[:] = 0
    s.harbor[:] = 0
    s.filled[:] = 0
    s.fresh[:] = 0
    s.lost = 0
    s.raphael[:] = 0
    s.raphael_top = NO_CARD
    s.final = Final.NOT_YET
    s.final_by = NOBODY
    s.turns_left = 0
    s.fined = 0
    forget_card(s)


@rule
def forget_card(s: State) -> None:
    """No card is being carried out."""
    s.card = NO_CARD
    s.origin = NOWHERE
    s.steps = 0
    s.moved = 0
    s.entered = 0
    s.stash_left = 0
    s.carried = NO_KIND
    s.carried_of = NOBODY
    s.taken_in = NOWHERE
    s.flips = 0


# ── Harbor ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def fill_bag(s: State) -> None:
    """templar.setup.harbor: all tiles in the bag. templar.setup.two-players: without those that are taken out."""
    for kind in range(KINDS):
        s.bag[kind] = tiles_of(kind)
        if s.players == 2:
            s.bag[kind] -= tiles_without(kind)


@rule
def count_bag(s: State, first_kind: int) -> int:
    """Tiles of this kind and of those after it in the bag."""
    count = 0
    for kind in range(first_kind, KINDS):
        count += s.bag[kind]
    return count


@rule
def draw_tile(s: State, first_kind: int, count: int) -> int:
    """One of the `count` tiles of this kind and of those after it out of the bag, every one equally likely."""
    left = draw(s.rng, count)
    kind = first_kind
    while left >= s.bag[kind]:
        left -= s.bag[kind]
        kind += 1
    s.bag[kind] -= 1
    return kind


@rule
def put_tile(s: State, storehouse: int, kind: int) -> None:
    s.harbor[storehouse, kind] += 1
    s.filled[storehouse] += 1


@rule
def fill_storehouse(s: State, storehouse: int) -> None:
    """templar.setup.harbor: 3 tiles in storehouses 1 to 3, 4 in 4 to 6. A second chalice is set aside until a tile fits
    and goes back at once, which is to say that the tile is drawn from all that are no chalice."""
    for _ in range(3 if storehouse < 3 else 4):
        first_kind = Kind.BOOK if s.harbor[storehouse, Kind.CHALICE] > 0 else Kind.CHALICE
        put_tile(s, storehouse, draw_tile(s, first_kind, count_bag(s, first_kind)))


# ── Figures and first rings ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def seat_to_the_right(s: State, places: int) -> int:
    """The seat so many places to the right of the starting player: against the clock."""
    return (s.first - places + 2 * s.players) % s.players


@rule
def refuse_place(s: State, room: int) -> int:
    """templar.setup.placement: Vitus stands in a room adjoining Remigius's, the others in any."""
    if s.phase == Phase.PLACE_VITUS and not has_passage(s, whole(s.remigius), room):
        return Reason.NOT_ADJOINING
    return Reason.LEGAL


@rule
def place_figure(s: State, room: int) -> None:
    """templar.setup.placement: to the right of the starting player Remigius, then Vitus next to him, then Severus."""
    if s.phase == Phase.PLACE_REMIGIUS:
        s.remigius = room
        if is_single(int(s.neighbours[room])):
            s.vitus = lowest(int(s.neighbours[room]))
            s.phase = Phase.PLACE_SEVERUS
            s.to_act = seat_to_the_right(s, 3)
        else:
            s.phase = Phase.PLACE_VITUS
            s.to_act = seat_to_the_right(s, 2)
    elif s.phase == Phase.PLACE_VITUS:
        s.vitus = room
        s.phase = Phase.PLACE_SEVERUS
        s.to_act = seat_to_the_right(s, 3)
    else:
        s.severus = room
        begin_rings(s)


@rule
def place_for_first_game(s: State) -> None:
    """templar.setup.placement: Remigius in room 1, Severus in the church, Vitus in front of the main portal."""
    s.remigius = 0
    s.severus = CHURCH
    s.vitus = MAIN
    begin_rings(s)


@rule
def begin_rings(s: State) -> None:
    s.phase = Phase.SINGLE
    s.to_act = s.first


@rule
def take_first_rings(s: State, single: int) -> None:
    """templar.setup.rings: two rings of each type, but one of the type that the player names."""
    for i in range(RING_KINDS):
        count = 1 if i == single else 2
        s.stock[s.to_act, FIRST_RING + i] = count
        s.reserve[s.to_act, FIRST_RING + i] -= count
    s.to_act = clockwise(s.to_act, 1, s.players)
    if s.to_act == s.first:
        s.round = 1
        s.phase = Phase.CHOOSE
