"""Temple: ritual masks, and who wins."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.state import COLOURS, NOBODY, SEATS, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row


@rule
def masks_needed(s: State) -> int:
    """temple.goal: 3 ritual masks win; 2 with four players."""
    return 2 if s.players == SEATS else 3


@rule
def count_ritual_masks(s: State, seat: int) -> int:
    """The ritual masks in front of a seat."""
    count = 0
    for colour in range(COLOURS):
        count += s.ritual[colour] == seat
    return count


@rule
def score(s: State, points: Row) -> None:
    """temple.goal: write every seat's ritual masks."""
    points[:] = 0
    for seat in range(count_seats(s)):
        points[seat] = count_ritual_masks(s, seat)


@rule
def rank(s: State, ranks: Row) -> None:
    """temple.goal: the winner is first and all others share the second place, since the goal knows no runner-up.
    temple.end: without a winner all are equal. Empty seats get 0."""
    ranks[:] = 0
    for seat in range(count_seats(s)):
        ranks[seat] = 1 if s.winner == NOBODY or s.winner == seat else 2
