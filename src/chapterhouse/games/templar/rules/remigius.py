"""Templar: scoring with Remigius, and with Stephanus."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise, count_seats
from chapterhouse.games.templar.rules.abbey import add_points, has_unscored_ring, shelf_of, whole
from chapterhouse.games.templar.state import EMPTY, RING_AREAS, RINGS, SCORED, SHELVES, Kind, Phase, Reason, State
from chapterhouse.kernel.jit import rule


@rule
def points_for(k: int) -> int:
    """templar.remigius.score: what an unscored piece on this shelf is worth."""
    return 5 if k == Kind.CHALICE else 3 if k == Kind.BOOK else 2


@rule
def score_room(s: State, room: int) -> bool:
    """templar.remigius.score: every unscored ring 2, book 3, chalice 5 points to its owner. templar.remigius.flip: all
    scored books and chalices flip. Whether a ring has scored."""
    has_ring = False
    k = 0
    for place in range(s.first_place[shelf_of(room, 0)], s.first_place[shelf_of(room, SHELVES)]):
        while place >= s.first_place[shelf_of(room, k + 1)]:
            k += 1
        if EMPTY < s.piece[place] < SCORED:
            add_points(s, int(s.piece[place]), points_for(k))
            if k < RINGS:
                s.piece[place] += SCORED
            else:
                has_ring = True
    return has_ring


@rule
def arrive_as_remigius(s: State) -> None:
    """templar.remigius.score: with Severus there nobody scores and nothing flips. templar.vitus: Vitus goes to the
    room where Remigius's move began."""
    s.vitus = s.origin
    must_flip = s.remigius != s.severus and score_room(s, whole(s.remigius))
    s.phase = Phase.FLIPS if must_flip else Phase.CARD_DONE


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
def refuse_flip(s: State, area: int) -> int:
    """templar.remigius.flip: an area with an own ring that has just scored."""
    can_flip = has_unscored_ring(s, whole(s.remigius), area, whole(s.to_act))
    return Reason.LEGAL if can_flip else Reason.NOTHING_TO_FLIP


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
    for seat in range(count_seats(s)):
        count += seat != s.active and s.pawn[seat] == room
    return count + (s.remigius == room) + (s.severus == room) + (s.vitus == room)
