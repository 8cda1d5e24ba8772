"""Templar: stashing with the monks."""

from __future__ import annotations

from chapterhouse.games.templar.rules.abbey import (
    count_places,
    fits_area,
    free_place,
    has_ring_place,
    put_piece,
    shelf_of,
    whole,
)
from chapterhouse.games.templar.state import (
    EMPTY,
    FIRST_RING,
    KINDS,
    RING_AREAS,
    RINGS,
    SHELVES,
    Card,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.jit import rule


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
    for k in range(SHELVES):
        if has_stock_for(s, room, k) and free_place(s, shelf_of(room, k)) != EMPTY:
            return True
    return False


@rule
def has_stock_for(s: State, room: int, k: int) -> bool:
    """templar.stash.place: has the player a valuable of the kind that this shelf takes?"""
    if k < RINGS:
        return int(s.stock[s.active, k]) > 0
    for kind in range(FIRST_RING, KINDS):
        if s.stock[s.active, kind] > 0 and fits_area(s, room, k - RINGS, kind):
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
def refuse_shelf(s: State, room: int, k: int, kind: int) -> int:
    """templar.stash.severus, templar.stash.place, templar.stash.area: can this kind be put on this shelf?"""
    if room == s.severus:
        return Reason.SEVERUS
    if k >= RINGS:
        if count_places(s, shelf_of(room, k)) == 0:
            return Reason.NO_AREA
        if not fits_area(s, room, k - RINGS, kind):
            return Reason.OTHER_RINGS
    return Reason.LEGAL if free_place(s, shelf_of(room, k)) != EMPTY else Reason.NO_PLACE


@rule
def refuse_stash(s: State, what: int) -> int:
    """templar.stash.place: a valuable of the own stock."""
    kind = kind_stashed(what)
    if s.stock[s.active, kind] == 0:
        return Reason.NO_STOCK
    return refuse_shelf(s, whole(s.pawn[s.active]), shelf_stashed(what), kind)


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
