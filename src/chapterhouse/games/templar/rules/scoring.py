"""Templar: points, and who wins."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templar.rules.abbey import count_bits, shelf_of
from chapterhouse.games.templar.state import CHURCH, RING_AREAS, RINGS, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

CHURCH_RING = 2


@rule
def church_points(s: State, seat: int) -> int:
    """templar.end.church: each unscored ring in the church, 2 points; Severus does not bar this."""
    points = 0
    for area in range(RING_AREAS):
        shelf = shelf_of(CHURCH, RINGS + area)
        for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
            if s.piece[place] == seat:
                points += CHURCH_RING
    return points


@rule
def bonus_for(rooms: int) -> int:
    """templar.end.rooms-bonus: points for so many rooms."""
    if rooms < 7:
        return 0
    if rooms <= 9:
        return rooms - 3  # 7, 8, 9: 4, 5, 6
    if rooms == 10:
        return 8
    if rooms == 11:
        return 11
    return 15 if rooms == 12 else 20


@rule
def rooms_bonus(s: State, seat: int) -> int:
    """templar.end.rooms-bonus: for the number of rooms that hold own valuables, scored or not."""
    return bonus_for(count_bits(int(s.in_rooms[seat])))


@rule
def points_of(s: State, seat: int) -> int:
    return int(s.score[seat]) + church_points(s, seat) + rooms_bonus(s, seat)


@rule
def score(s: State, points: Row) -> None:
    """templar.end.church, templar.end.rooms-bonus: write every seat's points, if the game ended now."""
    points[:] = 0
    for seat in range(count_seats(s)):
        points[seat] = points_of(s, seat)


@rule
def rank(s: State, ranks: Row) -> None:
    """templar.end.win: write every seat's rank, 1 the best; the tied share it. Empty seats get 0."""
    ranks[:] = 0
    for seat in range(count_seats(s)):
        ranks[seat] = 1
        for other in range(count_seats(s)):
            if points_of(s, other) > points_of(s, seat):
                ranks[seat] += 1
