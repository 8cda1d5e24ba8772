"""The end: templar.end.*"""

from __future__ import annotations

from typing import Any

import pytest

from chapterhouse.games.templar.rules.scoring import bonus_for
from chapterhouse.games.templar.state import FULL_ROOMS, LAST_ROUND, NOBODY, Final, Phase
from chapterhouse.play.table import Table
from tests.games.templar.scene import AZURE, CRIMSON, GOLD, Scene, act, everywhere, legal, refuses, state


def nearly_empty(leave: int, **options: Any) -> Scene:
    """So few tiles in the bag; the harbor is empty, Crimson's last card was Anselmus (3 tiles)."""
    scene = Scene(4, **options).played(CRIMSON, "anselmus")
    for kind in range(5):
        for seat in range(4):
            want = min(int(scene.s.reserve[seat, kind]), max(0, int(scene.s.bag[kind])))
            name = ("chalice", "book", "round", "square", "lozenge")[kind]
            scene.stock(seat, **{name: int(scene.s.stock[seat, kind]) + want})
    # what the harbor holds goes to those who need it, as if Maria had fetched it
    for number in range(1, 7):
        tiles = scene.s.harbor[number - 1].copy()
        scene.storehouse(number)
        for kind, count in enumerate(tiles.tolist()):
            for _ in range(count):
                seat = next(seat for seat in range(4) if scene.s.reserve[seat, kind] > 0)
                name = ("chalice", "book", "round", "square", "lozenge")[kind]
                scene.stock(seat, **{name: int(scene.s.stock[seat, kind]) + 1})
    for _ in range(leave):
        scene.stock(CRIMSON, round=int(scene.s.stock[CRIMSON, 2]) - 1)
    assert scene.s.bag.sum() == leave
    return scene


@pytest.mark.parametrize(("leave", "ends"), [(0, True), (2, True), (3, False)])
def test_bag_runs_empty(leave: int, ends: bool) -> None:
    """templar.end.bag: before the number is reached while a box is free; exactly enough is no end."""
    t = nearly_empty(leave).ready()
    act(t, "bells")
    s = state(t)
    assert s.harbor.sum() == leave
    assert s.final == (Final.BAG if ends else Final.NOT_YET)
    assert s.final_by == (CRIMSON if ends else NOBODY)


def test_no_number_is_no_end() -> None:
    """templar.end.bag: a number of 0 is none."""
    scene = nearly_empty(0)
    scene.s.hand[CRIMSON] = 0b1111111111
    scene.s.top[CRIMSON] = -1
    t = scene.ready()
    act(t, "bells")
    assert state(t).final == Final.NOT_YET


def test_full_harbor_is_no_end() -> None:
    """templar.end.bag: a stop because every box is full is none."""
    scene = nearly_empty(0)
    t = scene.ready()
    state(t).harbor[:, 4] = state(t).filled[:] = 4
    act(t, "bells")
    assert state(t).final == Final.NOT_YET


def test_all_rooms_can_be_announced() -> None:
    """templar.end.rooms: with a valuable in each room, scored or not, he is asked at the end of his turn, and again
    next turn while he is silent."""
    t = everywhere(Scene(2), CRIMSON).ready()
    s = state(t)
    assert s.in_rooms[CRIMSON] == FULL_ROOMS
    act(t, "porticus", "door 1-2")
    assert legal(t) == {"announce", "silent"}
    refuses(t, "josua", "templar.end.rooms")
    act(t, "silent")
    assert t.to_act == AZURE
    assert s.final == Final.NOT_YET
    act(t, "severus", "step 6", "stop", "maria", "storehouse 1")
    assert legal(t) == {"announce", "silent"}
    act(t, "announce")
    assert (s.final, s.final_by, s.turns_left) == (Final.ROOMS, CRIMSON, 2)


def test_twelve_rooms_are_not_enough() -> None:
    """templar.end.rooms: nothing is asked with twelve, nor once the final round has begun."""
    t = everywhere(Scene(), CRIMSON, 12).ready()
    act(t, "porticus", "door 1-2")
    assert t.to_act == AZURE
    t = everywhere(Scene(), CRIMSON).final(by=AZURE, turns_left=2).ready()
    act(t, "porticus", "door 1-2")
    assert t.to_act == AZURE


def test_room_given_by_another_counts_from_the_own_turn() -> None:
    """templar.end.rooms: a 13th room that another's Benjamin gave counts from the own next turn."""
    scene = everywhere(Scene(2), AZURE, 12).lay(AZURE, "round", 12, "b").pawn(CRIMSON, 12)
    t = scene.ready()
    act(t, "benjamin", "take b azure", "step 13", "drop a", "stop")
    assert state(t).in_rooms[AZURE] == FULL_ROOMS
    assert t.to_act == AZURE
    assert "porticus" in legal(t)
    act(t, "porticus", "door 1-2")
    assert legal(t) == {"announce", "silent"}


def quick_turn(t: Table) -> None:
    """The shortest turn: Bells, which are always allowed."""
    act(t, "bells")


@pytest.mark.parametrize("edition", ["en", "it", "es"])
def test_final_round(edition: str) -> None:
    """templar.end.final-round: one more turn each, from the next clockwise, the one who began it last."""
    t = everywhere(Scene(3, edition=edition), AZURE).turn_of(AZURE).ready()
    act(t, "porticus", "door 1-2", "announce")
    for seat in (GOLD, CRIMSON, AZURE):
        assert t.to_act == seat
        quick_turn(t)
    assert t.over
    assert t.outcome is not None
    assert t.outcome.reason == "end.rooms"


def test_second_cause_changes_nothing() -> None:
    """templar.end.final-round: a bag that runs empty in the final round neither ends nor prolongs it; Raphael goes
    on."""
    t = nearly_empty(0).final(why=Final.ROOMS, by=GOLD, turns_left=3).ready()
    act(t, "bells")
    s = state(t)
    assert (s.final, s.final_by, s.turns_left) == (Final.ROOMS, GOLD, 2)
    t = everywhere(Scene(2), CRIMSON).ready()
    act(t, "porticus", "door 1-2", "announce", "bells")
    assert state(t).raphael_top >= 0
    act(t, "bells")
    assert t.over


def test_endless_game_ends() -> None:
    """templar.end.stall: if nothing else began it, the final round begins after round 150."""
    scene = Scene(3).turn_of(GOLD)
    scene.s.round = LAST_ROUND
    t = scene.ready()
    quick_turn(t)
    s = state(t)
    assert (s.final, s.final_by, s.turns_left) == (Final.STALL, NOBODY, 3)
    for _ in range(3):
        quick_turn(t)
    assert t.over
    assert t.outcome is not None
    assert t.outcome.reason == "end.stall"
    scene = Scene(3).turn_of(GOLD)
    scene.s.round = LAST_ROUND - 1
    t = scene.ready()
    quick_turn(t)
    assert state(t).final == Final.NOT_YET


def last_turn(scene: Scene) -> Table:
    t = scene.turn_of(GOLD).final(by=GOLD, turns_left=1).ready()
    quick_turn(t)
    assert t.over
    return t


def test_church() -> None:
    """templar.end.church: 2 for each unscored ring there, with Severus there too; books, chalices, scored rings,
    stock and reserve count nothing."""
    scene = Scene().figures(severus=13).lay(CRIMSON, "round", 13).lay(CRIMSON, "round", 13)
    scene.lay(AZURE, "round", 13, scored=True).lay(AZURE, "book", 13).lay(GOLD, "chalice", 13)
    t = last_turn(scene)
    assert t.outcome is not None
    assert t.outcome.scores == [4, 0, 0]


def test_rooms_bonus() -> None:
    """templar.end.rooms-bonus: 7 to 13 rooms bring 4, 5, 6, 8, 11, 15, 20 points; fewer nothing."""
    assert [bonus_for(n) for n in range(14)] == [0, 0, 0, 0, 0, 0, 0, 4, 5, 6, 8, 11, 15, 20]
    for rooms, bonus in ((6, 0), (7, 4), (12, 15), (13, 20 + 2)):  # the thirteenth is a ring in the church
        scene = everywhere(Scene(), CRIMSON, rooms)
        t = last_turn(scene)
        assert t.outcome is not None
        assert t.outcome.scores[CRIMSON] == bonus


def test_most_points_win_and_ties_share() -> None:
    """templar.end.win: most points win; the tied share the victory."""
    t = last_turn(Scene().score(CRIMSON, 12).score(AZURE, 9).score(GOLD, 12))
    assert t.outcome is not None
    assert t.outcome.scores == [12, 9, 12]
    assert t.outcome.ranks == [1, 3, 1]
    assert t.outcome.winners == [CRIMSON, GOLD]
    assert t.to_act is None
    assert state(t).phase == Phase.OVER
