"""Templar: what can be done now, why not, and what it does."""

from __future__ import annotations

from chapterhouse.games.templar.rules.abbey import (
    count_bits,
    fits_area,
    free_place,
    pair_of,
    shelf_of,
    whole,
)
from chapterhouse.games.templar.rules.benjamin import (
    can_take_from,
    carriable_rooms,
    drop,
    may_take_of,
    refuse_drop,
    refuse_step,
    refuse_take,
    take,
)
from chapterhouse.games.templar.rules.harbor import visit
from chapterhouse.games.templar.rules.moving import can_stop, next_rooms, refuse_stop, step, stop
from chapterhouse.games.templar.rules.remigius import flip, refuse_flip
from chapterhouse.games.templar.rules.setup import place_figure, refuse_place, take_first_rings
from chapterhouse.games.templar.rules.stash import refuse_stash, stash, stop_stashing
from chapterhouse.games.templar.rules.turn import (
    announce,
    barred_cards,
    choose,
    go_on,
    keep_silent,
    move_door,
    play,
    refuse_card,
    refuse_door,
    return_to,
)
from chapterhouse.games.templar.state import (
    ACTION_BLOCKS,
    ACTIONS,
    ANNOUNCE,
    CARDS,
    DONE,
    DOOR,
    DROP,
    EMPTY,
    FIRST_RING,
    FLIP,
    NO_CARD,
    NO_KIND,
    NOWHERE,
    PLACE,
    PORTAL,
    PORTALS,
    RING_AREAS,
    RING_KINDS,
    RINGS,
    ROOMS,
    SCORED,
    SEATS,
    SINGLE,
    STASH,
    STEP,
    STOP,
    STORE,
    STOREHOUSES,
    TAKE,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.bits import bit, lowest
from chapterhouse.kernel.dispatch import Choice, first_code_of, refusal_of, verb_of
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

# ── What is asked ───────────────────────────────────────────────────────────────────────────────────────────────────


CHOICES = (
    Choice("place", (Phase.PLACE_REMIGIUS, Phase.PLACE_VITUS, Phase.PLACE_SEVERUS), refuse_place, place_figure),
    Choice("single", (Phase.SINGLE,), None, take_first_rings),
    Choice("card", (Phase.CHOOSE,), refuse_card, choose),
    Choice("card", (Phase.CARD,), refuse_card, play),
    Choice("portal", (Phase.RETURN,), None, return_to),
    Choice("step", (Phase.STEP, Phase.WALK), refuse_step, step),
    Choice("stop", (Phase.STEP, Phase.WALK), refuse_stop, stop),
    Choice("stash", (Phase.STASH,), refuse_stash, stash),
    Choice("done", (Phase.STASH,), None, stop_stashing),
    Choice("take", (Phase.WALK,), refuse_take, take),
    Choice("drop", (Phase.WALK,), refuse_drop, drop),
    Choice("storehouse", (Phase.STOREHOUSE,), None, visit),
    Choice("door", (Phase.DOOR,), refuse_door, move_door),
    Choice("flip", (Phase.FLIP,), refuse_flip, flip),
    Choice("announce", (Phase.ANNOUNCE,), None, announce),
    Choice("silent", (Phase.ANNOUNCE,), None, keep_silent),
)
refusal = refusal_of(ACTION_BLOCKS, CHOICES)
do = verb_of(ACTION_BLOCKS, CHOICES)
first_code = first_code_of(ACTION_BLOCKS, CHOICES)


@rule
def act(s: State, action: int) -> None:
    """The one way into the rules; `action` must be legal."""
    do(s, action)
    go_on(s)


@rule
def is_asked(s: State, seat: int) -> bool:
    """templar.turn.first-round: all who have not chosen yet are asked at once; later one seat at a time."""
    if s.phase == Phase.CHOOSE:
        return seat < s.players and s.chosen[seat] == NO_CARD
    return s.to_act == seat and s.phase < Phase.OVER


# ── The mask ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def mark_rooms(mask: Row, first: int, rooms: int) -> int:
    """Set mask[first + room] for every room of a set; how many."""
    for room in range(ROOMS):
        mask[first + room] = rooms >> room & 1
    return count_bits(rooms)


@rule
def mark_cards(mask: Row, cards: int) -> int:
    """Set the code of every card of a set; how many."""
    for card in range(CARDS):
        mask[card] = cards >> card & 1
    return count_bits(cards)


@rule
def mark_stop(s: State, mask: Row) -> int:
    may_stop = can_stop(s)
    mask[STOP] = may_stop
    return 1 if may_stop else 0


@rule
def mark_stashes(s: State, mask: Row) -> int:
    mask[DONE] = 1
    count = 1
    room = whole(s.pawn[s.active])
    for k in range(RINGS):
        may = (s.stock[s.active, k] > 0) & (free_place(s, shelf_of(room, k)) != EMPTY)
        mask[STASH + k] = may
        count += may
    for area in range(RING_AREAS):
        if free_place(s, shelf_of(room, RINGS + area)) != EMPTY:
            for i in range(RING_KINDS):
                may = (s.stock[s.active, FIRST_RING + i] > 0) & fits_area(s, room, area, FIRST_RING + i)
                mask[STASH + RINGS + i * RING_AREAS + area] = may
                count += may
    return count


@rule
def mark_walk(s: State, mask: Row) -> int:
    count = mark_rooms(mask, STEP, carriable_rooms(s)) + mark_stop(s, mask)
    if s.carried != NO_KIND:
        for area in range(RING_AREAS):
            if refuse_drop(s, area) == Reason.LEGAL:
                mask[DROP + area] = 1
                count += 1
    elif s.taken_in == NOWHERE:
        room = whole(s.pawn[s.active])
        for area in range(RING_AREAS):
            if can_take_from(s, room, area):
                shelf = shelf_of(room, RINGS + area)
                for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
                    owner = int(s.piece[place])
                    if EMPTY < owner < SCORED and may_take_of(s, owner):
                        count += 1 - int(mask[TAKE + area * SEATS + owner])
                        mask[TAKE + area * SEATS + owner] = 1
    return count


@rule
def mark_doors(s: State, mask: Row) -> int:
    count = 0
    for lower in range(ROOMS - 1):
        rooms = int(s.neighbours[lower]) & ~(bit(lower + 1) - 1)
        while rooms:
            mask[DOOR + pair_of(lower, lowest(rooms))] = 1
            rooms &= rooms - 1
            count += 1
    mask[DOOR + pair_of(int(s.door[0]), int(s.door[1]))] = 0
    return count - 1


@rule
def mark_flips(s: State, mask: Row) -> int:
    count = 0
    for area in range(RING_AREAS):
        if refuse_flip(s, area) == Reason.LEGAL:
            mask[FLIP + area] = 1
            count += 1
    return count


@rule
def mark_free_choices(mask: Row, phase: int) -> int:
    """Where every answer is legal: templar.maria.take, templar.return, templar.end.rooms, templar.setup.rings."""
    first = SINGLE
    count = RING_KINDS if phase == Phase.SINGLE else 0
    if phase == Phase.STOREHOUSE:
        first = STORE
        count = STOREHOUSES
    elif phase == Phase.RETURN:
        first = PORTAL
        count = PORTALS
    elif phase == Phase.ANNOUNCE:
        first = ANNOUNCE
        count = 2  # or SILENT
    for i in range(count):
        mask[first + i] = 1
    return count


@rule
def legal_mask(s: State, mask: Row) -> int:
    """Set mask[action] for every legal action, clear it for the others; how many are legal."""
    for action in range(ACTIONS):
        mask[action] = 0
    phase = s.phase
    if phase == Phase.STEP:
        return mark_rooms(mask, STEP, next_rooms(s)) + mark_stop(s, mask)
    if phase == Phase.CARD:
        cards = whole(s.hand[s.to_act])
        if not s.penalised or s.fined:
            cards &= ~barred_cards(s, whole(s.to_act))
        return mark_cards(mask, cards)
    if phase == Phase.STASH:
        return mark_stashes(s, mask)
    if phase == Phase.WALK:
        return mark_walk(s, mask)
    if phase == Phase.DOOR:
        return mark_doors(s, mask)
    if phase == Phase.CHOOSE:
        return mark_cards(mask, whole(s.hand[s.to_act]))
    if phase == Phase.FLIP:
        return mark_flips(s, mask)
    if phase == Phase.PLACE_VITUS:
        return mark_rooms(mask, PLACE, whole(s.neighbours[s.remigius]))
    if phase <= Phase.PLACE_SEVERUS:
        return mark_rooms(mask, PLACE, bit(ROOMS) - 1)
    return mark_free_choices(mask, phase)
