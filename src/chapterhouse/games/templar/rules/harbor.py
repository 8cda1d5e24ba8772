"""Templar: Maria and The Bells."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.templar.rules.abbey import all_cards, is_spanish
from chapterhouse.games.templar.rules.setup import count_bag, draw_tile, put_tile
from chapterhouse.games.templar.state import (
    HARBOR,
    KINDS,
    NO_CARD,
    NOWHERE,
    STOREHOUSES,
    Card,
    Final,
    Kind,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule

# ── Maria ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def count_taken(s: State, seat: int, kind: int, tiles: int) -> int:
    """templar.maria.reserve: a tile whose kind is used up in the reserve stays."""
    return min(tiles, int(s.reserve[seat, kind]))


@rule
def take_tiles(s: State, seat: int, storehouse: int, kind: int, count: int) -> None:
    """templar.maria.take: for each tile the valuable from the reserve into the stock; the tiles leave the game."""
    s.harbor[storehouse, kind] -= count
    s.filled[storehouse] -= count
    s.reserve[seat, kind] -= count
    s.stock[seat, kind] += count


@rule
def visit(s: State, storehouse: int) -> None:
    """templar.maria.take: the pawn goes to any storehouse, an empty one too, and takes all its tiles."""
    s.pawn[s.active] = HARBOR + storehouse
    for kind in range(KINDS):
        count = count_taken(s, s.active, kind, int(s.harbor[storehouse, kind]))
        take_tiles(s, s.active, storehouse, kind, count)
        s.fresh[storehouse, kind] = min(int(s.fresh[storehouse, kind]), int(s.harbor[storehouse, kind]))
    s.phase = Phase.CARD_DONE


# ── The Bells ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def count_free_boxes(s: State) -> int:
    """Empty boxes in the whole harbor."""
    count = 0
    for storehouse in range(STOREHOUSES):
        count += s.boxes[storehouse] - s.filled[storehouse]
    return count


@rule
def has_room_for(s: State, storehouse: int, kind: int) -> bool:
    """templar.bells.draw: full storehouses are skipped. templar.bells.chalice: and for a chalice those with one."""
    if s.filled[storehouse] >= s.boxes[storehouse]:
        return False
    return kind != Kind.CHALICE or s.harbor[storehouse, Kind.CHALICE] == 0


@rule
def storehouse_for(s: State, kind: int, first: int) -> int:
    """The first storehouse clockwise from this one that can take the tile, or NOWHERE."""
    for i in range(STOREHOUSES):
        storehouse = clockwise(first, i, STOREHOUSES)
        if has_room_for(s, storehouse, kind):
            return storehouse
    return NOWHERE


@rule
def replenish(s: State, number: int) -> None:
    """templar.bells.draw: one at a time, from storehouse 1 on, until the number is reached or all are full.
    templar.bells.chalice: one that no storehouse can take leaves the game; in the Spanish edition it counts.
    templar.end.bag: the bag runs empty before the number is reached while a box is free: the final round begins."""
    s.fresh[:] = 0
    if number > 0:
        s.news += 1
    to = 0
    free = count_free_boxes(s)
    left = count_bag(s, Kind.CHALICE)
    while number > 0 and free > 0:
        if left == 0:
            begin_final_round(s, Final.BAG, s.active)
            return
        kind = draw_tile(s, Kind.CHALICE, left)
        left -= 1
        storehouse = storehouse_for(s, kind, to)
        if storehouse == NOWHERE:
            s.lost += 1
            number -= is_spanish(s)
        else:
            put_tile(s, storehouse, kind)
            s.fresh[storehouse, kind] += 1
            free -= 1
            to = storehouse + 1
            number -= 1


@rule
def serve_visitors(s: State) -> None:
    """templar.bells.visitor: each pawn in a storehouse takes the tiles that are new there as with Maria, clockwise from
    the active player."""
    for i in range(1, s.players):
        seat = clockwise(s.active, i, s.players)
        storehouse = int(s.pawn[seat]) - HARBOR
        if storehouse >= 0:
            for kind in range(KINDS):
                count = count_taken(s, seat, kind, int(s.fresh[storehouse, kind]))
                take_tiles(s, seat, storehouse, kind, count)
                s.fresh[storehouse, kind] -= count


@rule
def ring_bells(s: State, before: int) -> None:
    """templar.bells.number: the number on the card that was played on the turn before; no such card: none.
    templar.bells.hand: then the whole pile comes back to the hand."""
    if before != NO_CARD and before != Card.BELLS:
        replenish(s, int(s.number[before]))
        serve_visitors(s)
    s.hand[s.active] = all_cards(s)
    s.top[s.active] = NO_CARD
    s.phase = Phase.CARD_DONE


@rule
def begin_final_round(s: State, why: int, seat: int) -> None:
    """templar.end.final-round: each player has one more turn, the one who began it last; a second cause changes
    nothing."""
    if s.final == Final.NOT_YET:
        s.final = why
        s.final_by = seat
        s.turns_left = s.players + 1  # the present turn ends first
