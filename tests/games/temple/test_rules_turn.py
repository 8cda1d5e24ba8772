"""Temple: set-up, the course of a turn, drawing, and the end."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from chapterhouse.games.temple import GAME
from chapterhouse.games.temple.rules.scoring import rank, score
from chapterhouse.games.temple.rules.setup import set_up
from chapterhouse.games.temple.state import NO_CARD, NO_TILE, NOBODY, TURN_LIMIT, Phase
from tests.games.temple.position import (
    ROOM,
    at_action,
    at_move,
    begin,
    copy,
    counts,
    dealt,
    do,
    legal,
    phase,
    position,
    refused,
    words_of,
)


def ranks_of(s: object) -> list[int]:
    ranks = np.zeros(4, np.int32)
    rank(s, ranks)  # type: ignore[arg-type]
    return [int(r) for r in ranks]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players: int) -> None:
    """temple.setup: pawns in the start room, a tile on each grey room, 2 cards each, masks on the table."""
    s = dealt(players)
    assert [int(room) for room in s.pawn] == [ROOM["c3"]] * players + [-1] * (4 - players)
    assert s.pawns_in[ROOM["c3"]] == players
    assert [int(room) for room in s.tile] == [ROOM[name] for name in ("b2", "d2", "b4", "d4")]
    assert [int(owner) for owner in s.ritual] == [NOBODY] * 4
    assert [int(n) for n in s.hand_size[:players]] == [2 + 2 * (seat == 0) for seat in range(players)]  # seat 0 drew
    assert s.deck_left == 50 - 2 * players - 2
    assert s.mover == s.to_act == 0
    assert GAME.state_faults(s) == []


def test_setup_draws_the_first_player_by_lot() -> None:
    """temple.setup: the youngest begins; where that is not said, each seat can."""
    assert {dealt(3, seed, NOBODY).mover for seed in range(40)} == {0, 1, 2}
    assert {dealt(3, seed, 2).mover for seed in range(10)} == {2}


def test_setup_pawns_share_the_start_room() -> None:
    """temple.setup: pawns that still share the start room do not block each other; nobody can enter it."""
    s = at_move(position("c3 c3"))
    assert legal(s) == {"step north", "step east", "step south", "step west"}
    do(s, "step north")
    assert refused(s, "step south") == ("temple.move.occupied", "occupied")
    s = at_move(position("c2 c3", mover=0))
    assert refused(s, "step south") == ("temple.move.occupied", "occupied")
    s = at_move(position("c2 a1", mover=0))
    assert "step south" in legal(s)


@pytest.mark.parametrize(("players", "needed"), [(2, 3), (3, 3), (4, 2)])
def test_goal(players: int, needed: int) -> None:
    """temple.goal: 3 ritual masks at the start of one's own turn win; 2 with four players."""
    colours = ("red", "blue", "yellow", "green")
    for owned in range(5):
        ritual = dict.fromkeys(colours[:owned], 1)
        pawns = " ".join(("a1", "b1", "c1", "d1")[:players])
        s = begin(position(pawns, deck="red 1, red 1, red 1", ritual=ritual, mover=1))
        assert (phase(s) == "OVER") == (owned >= needed)
        if owned >= needed:
            assert (s.winner, s.to_act) == (1, NOBODY)
            assert GAME.reason(s) == "end.masks"
            assert ranks_of(s) == [1 if seat == 1 else 2 for seat in range(players)] + [0] * (4 - players)
            assert legal(s) == set()
            assert refused(s, "power") == ("temple.end", "not_asked.over")
        else:
            assert s.winner == NOBODY


def test_goal_is_not_reached_in_the_turn_of_another() -> None:
    """temple.goal: masks count when one's own turn begins, so that the others have a turn to break it."""
    s = at_action(position("a1 a5", hands=("red 2, red 1", "blue 2"), piles=("red 2",), deck="green 1, " * 5,
                           ritual={"blue": 0, "green": 0}))  # fmt: skip
    do(s, "offer red 2")
    assert int(s.ritual[0]) == 0
    assert (phase(s), s.mover, s.winner) == ("MOVE", 1, NOBODY)
    points = np.zeros(4, np.int32)
    score(s, points)
    assert [int(n) for n in points] == [3, 0, 0, 0]
    s.ritual[0] = 1  # he breaks it
    do(s, "step north", "stop", "power", "done")
    assert (s.mover, s.winner, phase(s)) == (0, NOBODY, "MOVE")


def test_goal_of_two_players_at_once() -> None:
    """temple.goal: with four players two can hold 2 masks; the one whose turn begins first wins."""
    s = position("a1 b1 c1 d1", ritual={"red": 3, "blue": 3, "green": 2, "yellow": 2}, mover=2)
    assert begin(s).winner == 2
    assert ranks_of(s) == [2, 2, 1, 2]


def test_turn() -> None:
    """temple.turn: draw, move, one action, then the next on the left."""
    s = begin(position("b1 e5 a5", hands=("", "", ""), deck="red 1, red 1, blue 1, blue 1, green 2, green 2, curse"))
    assert (s.to_act, int(s.hand_size[0]), phase(s)) == (0, 2, "MOVE")
    assert refused(s, "power") == ("temple.move.range", "not_asked.move")
    do(s, "step east", "stop")
    assert phase(s) == "ACTION"
    assert refused(s, "step east") == ("temple.action.none", "not_asked.action")
    do(s, "power", "done")
    assert (s.mover, s.to_act, s.turn) == (1, 1, 3)
    for seat in (1, 2, 0):
        assert s.mover == seat
        do(s, sorted(a for a in legal(s) if a.startswith("step"))[0])
        if phase(s) == "MOVE":
            do(s, "stop")
        do(s, "power")
        if phase(s) in ("LEAP", "SWAP"):
            do(s, "done")


@pytest.mark.parametrize(("room", "masks"), [("d1", 1), ("b1", 2), ("a1", 3), ("b2", 1), ("c3", 2)])
def test_draw(room: str, masks: int) -> None:
    """temple.draw: exactly as many cards as the room has masks where the turn begins."""
    s = begin(position(f"{room} e5", deck="red 1, red 2, blue 1, blue 2"))
    assert int(s.hand_size[0]) == masks
    assert s.deck_left == 4 - masks
    assert s.news == 1


@pytest.mark.parametrize("held", range(6))
@pytest.mark.parametrize(("room", "masks"), [("d1", 1), ("b1", 2), ("a1", 3)])
def test_draw_limit(room: str, masks: int, held: int) -> None:
    """temple.draw.limit: discard exactly the excess of hand and draw over 5, of one's own choice, before drawing."""
    hand = ", ".join(["red 1", "curse", "blue 2", "green 1", "green 1"][:held])
    s = begin(position(f"{room} e5", hands=(hand,), deck="yellow 1, " * 4))
    for _ in range(max(0, held + masks - 5)):
        assert phase(s) == "DISCARD"
        assert s.deck_left == 4  # nothing has been drawn yet
        assert legal(s) == {f"discard {card.strip()}" for card in words_of(s.hand[0]).split(",")}
        assert refused(s, "discard yellow 1") == ("temple.draw.limit", "not_in_hand")
        assert refused(s, "stop") == ("temple.draw.limit", "not_asked.discard")
        do(s, max(legal(s)))
    assert phase(s) == "MOVE"
    assert int(s.hand_size[0]) == min(5, held + masks)
    assert int(s.hand[0, 4]) == masks


def test_draw_limit_is_asked_of_a_hand_of_one_kind() -> None:
    """temple.draw.limit: the choice is asked even where there is none, since to be skipped would tell the hand."""
    s = begin(position("a1 e5", hands=("red 1, red 1, red 1",), deck="blue 1, blue 1, blue 1"))
    assert legal(s) == {"discard red 1"}
    do(s, "discard red 1")
    assert s.top == 0


def test_draw_reshuffle() -> None:
    """temple.draw.reshuffle: draw what is left, shuffle all discards into a new deck, draw the rest."""
    s = begin(position("a1 e5", deck="red 1", discards="blue 1, blue 1, blue 1, green 2"))
    assert int(s.hand[0, 0]) == 1  # the last card of the old deck is in any case his
    assert int(s.hand_size[0]) == 3
    assert (s.deck_left, s.discarded, s.top) == (2, 0, NO_CARD)
    assert words_of(s.hand[0] + s.deck) == "red 1, blue 1, blue 1, blue 1, green 2"
    s = begin(position("a1 e5", deck="red 1, red 1, red 1", discards="blue 1"))
    assert (s.deck_left, s.discarded) == (0, 1)  # not before it is needed


def test_draw_reshuffle_when_both_run_out() -> None:
    """temple.draw.reshuffle: if both run out, draw what there is."""
    s = begin(position("a1 e5", deck="red 1", discards="blue 1"))
    assert words_of(s.hand[0]) == "red 1, blue 1"
    assert (s.deck_left, s.discarded) == (0, 0)
    s = begin(position("a1 e5"))
    assert int(s.hand_size[0]) == 0


def test_draw_reshuffle_takes_own_discards_in() -> None:
    """temple.draw.reshuffle: what the 2-mask power puts away is in the pile by then, and can come back."""
    s = at_action(position("b1 e5", hands=("red 1, red 2", "")))
    do(s, "power", "swap red 1", "swap red 2")
    assert words_of(s.hand[0]) == "red 1, red 2"
    assert s.mover == 1


def test_draws_are_equally_likely() -> None:
    """temple.draw: each card of the deck is drawn alike: 3 kinds with 1, 2 and 3 cards."""
    drawn = [0, 0, 0]
    for seed in range(600):
        s = position("d1 e5", deck="red 1, red 2, red 2, blue 1, blue 1, blue 1", seed=seed)
        begin(s)
        drawn[int(np.flatnonzero(s.hand[0])[0])] += 1
    expected = (100, 200, 300)
    assert sum((n - e) ** 2 / e for n, e in zip(drawn, expected, strict=True)) < 13.8  # 1 in 1000 by chance


def test_end() -> None:
    """temple.end: after 200 turns a player it is a draw, unless the next one begins with his masks."""
    for players, owned in itertools.product((2, 3, 4), (0, 4)):
        pawns = " ".join(("a1", "b1", "c1", "d1")[:players])
        s = position(
            pawns, deck="red 1, red 1, red 1", ritual=dict.fromkeys(("red", "blue", "green"), 0) if owned else {}
        )
        s.turn = TURN_LIMIT * players - 1
        last = begin(copy(s)) if not owned else None
        assert last is None or phase(last) == "MOVE"
        s.turn = TURN_LIMIT * players
        begin(s)
        assert phase(s) == "OVER"
        assert GAME.state_faults(s) == []
        if owned:
            assert (s.winner, GAME.reason(s)) == (0, "end.masks")
        else:
            assert (s.winner, GAME.reason(s)) == (NOBODY, "end.turn_limit")
            assert ranks_of(s) == [1] * players + [0] * (4 - players)


def test_end_is_looked_at_only_when_a_turn_begins() -> None:
    """temple.end: masks that pass from hand to hand within a turn decide nothing."""
    s = at_action(position("a1 e5", hands=("red 2, red 1",), piles=("red 2",), deck="blue 1, " * 3,
                           ritual={"red": 1, "blue": 1, "green": 1}))  # fmt: skip
    do(s, "offer red 2")
    assert (phase(s), s.winner) == ("MOVE", NOBODY)


def test_a_tile_lies_on_every_grey_room_even_after_a_game() -> None:
    """temple.setup: a new game on the same table begins as the first did."""
    s = position(
        "a1 e5", tiles="a1 a2 a3 a4", ritual={"red": 0}, hands=("red 1", "curse"), deck="blue 1, blue 2, red 2"
    )
    s.phase = Phase.OVER
    s.start = 1
    set_up(s)
    assert [int(room) for room in s.tile] == [ROOM[name] for name in ("b2", "d2", "b4", "d4")]
    assert sum(int(t) != NO_TILE for t in s.tile_on) == 4
    assert s.mover == 1
    assert s.turn == 1
    assert counts("red 1, red 2, blue 1, blue 2, curse") == [int(n) for n in s.deck + s.discards + s.hand.sum(axis=0)]
