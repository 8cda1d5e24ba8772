"""Temple: the move, and what rooms count as."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chapterhouse.games.temple import GAME
from chapterhouse.games.temple.rules.move import walk_ends
from chapterhouse.games.temple.rules.rooms import (
    count_masks,
    grey_rooms,
    has_colour,
    is_cursed,
    room_next_to,
    rooms_with_pawns,
    rooms_with_tiles,
)
from chapterhouse.games.temple.state import NOWHERE, ROOMS, Phase
from chapterhouse.games.temple.tables import room_name
from chapterhouse.games.temple.view import reachable
from tests.games.temple.position import ROOM, at_action, at_move, begin, copy, do, legal, phase, position, refused


def ends(s: Any) -> set[str]:
    """The rooms where the move can end, by playing every walk to its end."""
    if s.phase != Phase.MOVE:
        return {room_name(int(s.pawn[s.mover]))}
    found: set[str] = set()
    for words in legal(s):
        after = copy(s)
        do(after, words)
        found |= ends(after) if words != "stop" else {room_name(int(s.pawn[s.mover]))}
    return found


def observed(s: Any) -> set[str]:
    """The rooms where the first seat's walk can end, as it is observed."""
    found = walk_ends(s, 0, rooms_with_pawns(s), rooms_with_tiles(s) | grey_rooms(s))
    return {room_name(room) for room in range(ROOMS) if found >> room & 1}


def test_move_range() -> None:
    """temple.move.range: 1 up to the masks of the room where the turn began; never diagonal."""
    one = at_move(position("d1 a5", hands=("red 1",)))
    assert ends(one) == {"c1", "e1", "d2"}
    two = at_move(position("e2 a5", hands=("red 1",)))  # d2 is cursed
    assert ends(two) == {"e1", "d1", "d2", "e3", "d3", "e4"}
    three = at_move(position("a1 e5", hands=("red 1",)))
    assert ends(three) == {"b1", "c1", "d1", "c2", "a2", "a3", "a4", "b3", "b2"}
    assert refused(three, "step north") == ("temple.move.range", "wall")
    assert refused(three, "step west") == ("temple.move.range", "wall")
    assert refused(three, "stop") == ("temple.move.range", "must_step")


def test_move_range_counts_the_room_of_the_start_of_the_turn() -> None:
    """temple.move.range: a 3-mask room on the way gives no more steps, and a cursed room of departure only 1."""
    s = at_move(position("b1 e5", hands=("red 1",)))
    do(s, "step west")  # into a room of 3
    assert s.steps_left == 1
    do(s, "step south")
    assert phase(s) == "ACTION"
    s = at_move(position("a1 e5", hands=("red 1",), tiles="a1 d2 b4 d4"))
    assert ends(s) == {"b1", "a2"}


def test_rooms_beside() -> None:
    """temple.move.range: every room has its neighbours up, down, left and right, and no others."""
    for room in range(ROOMS):
        row, column = divmod(room, 5)
        beside = {(row - 1, column): 0, (row, column + 1): 1, (row + 1, column): 2, (row, column - 1): 3}
        for (r, c), way in beside.items():
            inside = 0 <= r < 5 and 0 <= c < 5
            assert room_next_to(room, way) == (r * 5 + c if inside else NOWHERE)


def test_move_occupied() -> None:
    """temple.move.occupied: not through or into a room with another pawn."""
    s = at_move(position("a1 c1 a3", hands=("red 1",)))
    assert ends(s) == {"b1", "a2", "b2"}
    do(s, "step east")
    assert refused(s, "step east") == ("temple.move.occupied", "occupied")


def test_move_a_single_first_step_is_taken() -> None:
    """temple.move.range: where only one first step is possible, it is taken for the player; then he may walk on."""
    s = at_move(position("a1 b1", hands=("red 1",)))
    assert (int(s.pawn[0]), phase(s)) == (ROOM["a2"], "MOVE")


def test_move_cursed() -> None:
    """temple.move.cursed: entering a cursed room ends the move, be it grey or under a tile."""
    s = at_move(position("b1 e5", hands=("red 1",)))
    do(s, "step south")  # b2, grey with its tile
    assert phase(s) == "ACTION"
    s = at_move(position("b1 e5", hands=("red 1",), tiles="c1 d2 b4 d4"))
    grey = do(copy(s), "step south")  # b2 without its tile is cursed all the same
    assert phase(grey) == "ACTION"
    tiled = do(copy(s), "step east")
    assert phase(tiled) == "ACTION"
    free = do(copy(s), "step west")
    assert phase(free) == "MOVE"


def test_move_return() -> None:
    """temple.move.return: not back into the room of departure, unless the other pawns leave no other step."""
    s = at_move(position("b1 e5 e1", hands=("red 1",)))
    do(s, "step west")  # into the corner a1; a2 is free
    assert legal(s) == {"stop", "step south"}
    assert refused(s, "step east") == ("temple.move.return", "departure")
    s = at_move(position("b1 a2 e1", hands=("red 1",)))
    do(s, "step west")  # a2 is taken: back is the only step, or stop
    assert legal(s) == {"stop", "step east"}
    do(s, "step east")
    assert (int(s.pawn[0]), phase(s)) == (ROOM["b1"], "ACTION")


def test_move_return_and_on() -> None:
    """temple.move.return: with 3 masks he may walk on from there, or stop."""
    s = at_move(position("e1 d2 c1 a5", hands=("red 1",), tiles="b2 b4 d4 a1"))
    assert s.reach == 3
    do(s, "step west")  # d1: c1 and d2 are taken
    assert legal(s) == {"stop", "step east"}
    do(s, "step east")
    assert legal(s) == {"stop", "step west", "step south"}
    do(s, "step south")
    assert (int(s.pawn[0]), phase(s)) == (ROOM["e2"], "ACTION")


def test_move_return_not_onto_a_pawn_left_behind() -> None:
    """temple.move.return, temple.move.occupied: the start room stays shut while another pawn is in it."""
    s = at_move(position("c3 c3 b3 c1", hands=("red 1",), tiles="b2 d2 b4 d4"))
    do(s, "step north")  # c2: b2, d2 cursed but free, c1 taken, c3 still held
    assert refused(s, "step south") == ("temple.move.occupied", "occupied")
    assert legal(s) == {"stop", "step east", "step west"}


def test_move_stuck() -> None:
    """temple.move.stuck: no legal step: he stays, and has ended his move there."""
    s = at_move(position("a1 b1 a2", hands=("red 1",)))
    assert (int(s.pawn[0]), phase(s)) == (ROOM["a1"], "ACTION")
    assert "power" in legal(s)
    s = at_move(position("a1 b1 e5", hands=("red 1",)))
    assert int(s.pawn[0]) == ROOM["a2"]


def walks(board: dict[str, Any], room: int, left: int, at_start: bool) -> set[int]:
    """The rooms where a move can end, told anew from the rules, as a check on the kernels."""
    if (left == 0 or room in board["cursed"]) and not at_start:
        return {room}
    row, column = divmod(room, 5)
    places = [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
    beside = {r * 5 + c for r, c in places if 0 <= r < 5 and 0 <= c < 5}
    free = beside - board["pawns"]
    steps = free - {board["departure"]} or free
    found = set() if at_start and steps else {room}
    for step in steps:
        found |= walks(board, step, left - 1, False)
    return found


def test_every_walk_by_enumeration() -> None:
    """temple.move.range, temple.move.occupied, temple.move.cursed, temple.move.return, temple.move.stuck: on 300 random
    boards the kernels reach the very rooms that the rules allow; so do the view and, unless he must go back, what
    is observed."""
    luck, straight = np.random.default_rng(1), 0
    for _ in range(300):
        names = [room_name(int(room)) for room in luck.choice(ROOMS, 8, replace=False)]
        if luck.random() < 0.5:  # crowd the mover
            corner = [["a1", "b1", "a2", "b3"], ["e5", "e4", "c5", "d4"]][luck.integers(2)]
            names = [*luck.permutation(corner).tolist(), *[n for n in names if n not in corner][:4]]
        s = position(" ".join(names[:4]), hands=("red 1",), tiles=" ".join(names[4:]))
        board = {
            "departure": int(s.pawn[0]),
            "pawns": {int(room) for room in s.pawn[1:]},
            "cursed": {room for room in range(ROOMS) if is_cursed(s, room)},
        }
        expected = {room_name(room) for room in walks(board, int(s.pawn[0]), s.reach, True)}
        if names[0] not in expected:  # else he was stuck, or nothing was left but to go back
            straight += 1
            assert observed(s) == expected
        moving = at_move(copy(s))
        assert ends(moving) == expected
        if moving.phase == Phase.MOVE and not np.array_equal(moving.pawn, s.pawn):
            continue  # the first step has been taken for him
        if moving.phase == Phase.MOVE:
            assert {room_name(room) for room in reachable(moving)} == expected
    assert straight > 200


def test_walk_ends_of_a_walk_that_has_begun() -> None:
    """temple.move.range: what is left of it; the room itself once a step is made, and alone when the move is over."""
    s = at_move(position("a1 e5", hands=("red 1",)))
    do(s, "step east")
    assert observed(s) == ends(s)
    do(s, "stop")
    assert observed(s) == {"b1"}


@pytest.mark.parametrize("name", ["b2", "d2", "b4", "d4"])
def test_room_cursed_grey(name: str) -> None:
    """temple.room.cursed: grey rooms always count as 1 mask, no colour, with or without a tile."""
    for tiles in ("b2 d2 b4 d4", "a1 b1 c1 d1"):
        s = position("e5 a5", tiles=tiles)
        assert is_cursed(s, ROOM[name])
        assert count_masks(s, ROOM[name]) == 1
        assert not has_colour(s, ROOM[name])


def test_room_cursed_by_a_tile() -> None:
    """temple.room.cursed: any room with a tile counts as 1 mask, no colour; moving the tile off restores it."""
    s = position("e5 a5", hands=("curse",), tiles="a1 d2 b4 d4", deck="red 1, red 1")
    assert (count_masks(s, ROOM["a1"]), has_colour(s, ROOM["a1"]), is_cursed(s, ROOM["a1"])) == (1, False, True)
    s = position("a1 e5", tiles="a1 d2 b4 d4", deck="red 1, red 1, red 1")
    begin(s)
    assert (s.reach, int(s.hand_size[0])) == (1, 1)
    s = at_action(position("e4 a5", hands=("curse",), tiles="a1 d2 b4 d4", deck="red 1, " * 3))
    do(s, "curse a1", "push east")
    assert (count_masks(s, ROOM["a1"]), has_colour(s, ROOM["a1"]), is_cursed(s, ROOM["a1"])) == (3, True, False)
    assert (count_masks(s, ROOM["b1"]), has_colour(s, ROOM["b1"])) == (1, False)


def test_room_start() -> None:
    """temple.room.start: 2 masks, no colour; while a tile lies there it is cursed and counts 1."""
    s = position("c3 a5", hands=("red 1",))
    assert (count_masks(s, ROOM["c3"]), has_colour(s, ROOM["c3"]), is_cursed(s, ROOM["c3"])) == (2, False, False)
    s = position("c3 a5", hands=("red 1",), tiles="c3 d2 b4 d4")
    assert (count_masks(s, ROOM["c3"]), has_colour(s, ROOM["c3"]), is_cursed(s, ROOM["c3"])) == (1, False, True)
    begun = begin(position("c3 a5", deck="red 1, red 1", tiles="c3 d2 b4 d4"))
    assert (begun.reach, int(begun.hand_size[0])) == (1, 1)
    assert GAME.state_faults(begun) == []
    s = at_action(position("c3 a5", hands=("red 1, red 2",)))
    assert legal(s) == {"power"}
    assert refused(s, "offer red 2") == ("temple.offer", "no_colour")
