"""Movement: templar.move.*, templar.place-outside; and the monks: templar.anselmus to templar.stash.severus."""

from __future__ import annotations

from itertools import product

import pytest

from chapterhouse.games.templar.state import MAIN, Card, Phase
from tests.games.templar.scene import AZURE, CRIMSON, GOLD, Scene, act, legal, lying, points, refuses, state


def test_through_passages_and_portals() -> None:
    """templar.move.passage: to adjoining rooms; the first step from a portal enters its room; nobody goes out."""
    t = Scene().pawn(CRIMSON, 10).ready()
    act(t, "anselmus")
    assert legal(t) == {"step 9", "step 11", "step 12"}
    refuses(t, "step 2", "templar.move.passage")
    for portal, room, on in (("main", 1, {"step 2", "step 3", "step 11"}), ("side", 9, {"step 8", "step 10"})):
        t = Scene().pawn(CRIMSON, portal).no_stock(CRIMSON).ready()
        act(t, "lucas")
        # the only first step is taken; no step leads out again
        assert state(t).pawn[CRIMSON] == room - 1
        assert legal(t) == {"stop"} | on
    t = Scene().pawn(CRIMSON, "side").no_stock(CRIMSON).ready()
    act(t, "anselmus")
    assert state(t).pawn[CRIMSON] == 8


@pytest.mark.parametrize(
    ("card", "most"),
    [("anselmus", 1), ("josua", 2), ("lucas", 3), ("benjamin", 3), ("stephanus", 2), ("remigius", 2), ("severus", 3)],
)
def test_range(card: str, most: int) -> None:
    """templar.move.range: at least one room, at most the card's number."""
    t = Scene().pawn(CRIMSON, 1).no_stock(CRIMSON).figures(remigius=1, severus=1, vitus=7).ready()
    act(t, card)
    steps = 0
    for room in (2, 12, 13, 6):
        if t.to_act != CRIMSON:
            break
        if steps == 0:
            refuses(t, "stop", "templar.move.range")
        else:
            assert "stop" in legal(t)
        act(t, f"step {room}")
        steps += 1
    assert steps == most


def test_no_room_twice() -> None:
    """templar.move.no-return: no room is entered twice, nor the one where the move began."""
    t = Scene().pawn(CRIMSON, 1).ready()
    act(t, "lucas", "step 2")
    refuses(t, "step 1", "templar.move.no-return")
    act(t, "step 3")
    refuses(t, "step 2", "templar.move.no-return")
    refuses(t, "step 1", "templar.move.no-return")
    for card in ("severus", "remigius"):
        t = Scene().figures(remigius=1, severus=1, vitus=7).ready()
        act(t, card, "step 2")
        refuses(t, "step 1", "templar.move.no-return")


def test_door_closes_for_all_but_vitus() -> None:
    """templar.move.door: pawns, Remigius and Severus do not pass it, from either side; Vitus does."""
    for here, there in ((1, 2), (2, 1)):
        t = Scene().door(1, 2).pawn(CRIMSON, here).figures(remigius=here, severus=here, vitus=7).ready()
        for card in ("anselmus", "benjamin", "remigius", "severus"):
            again = t.at(0)
            again.act(card)
            refuses(again, f"step {there}", "templar.move.door")
    # Remigius goes 1-3-2; Vitus, in front of the closed passage, ends in room 1 all the same
    t = Scene().door(1, 2).figures(remigius=1, vitus=2, severus=7).ready()
    act(t, "remigius", "step 3", "step 4")
    assert state(t).vitus == 0


def test_stuck_figure_stays() -> None:
    """templar.move.stuck: with no legal step the card is played, its fixed point counts, its room action is skipped."""
    s_points = {"severus": 1, "remigius": 0, "stephanus": 0, "josua": 0, "benjamin": 0}
    for card, gained in s_points.items():
        scene = Scene().pawn(CRIMSON, 4).pawn(AZURE, 4).figures(remigius=4, severus=4, vitus=5).lay(CRIMSON, "book", 4)
        t = scene.ready()
        s = state(t)
        # no board that is allowed has such a room: brick it up
        s.neighbours[3] = 0
        act(t, card)
        assert t.to_act == AZURE
        assert s.top[CRIMSON] == Card[card.upper()]
        assert points(t) == [gained, 0, 0]
        assert (s.remigius, s.vitus, s.severus, s.pawn[CRIMSON]) == (3, 4, 3, 3)
        assert lying(t, 4) == {"book": [(CRIMSON, False)]}


def test_outside_is_no_room() -> None:
    """templar.place-outside: in front of a portal nothing is taken, and those who stand there are no audience."""
    t = Scene().pawn(AZURE, "main").figures(severus=13).ready()
    act(t, "benjamin")
    # his only first step was taken for him; before it nothing could be taken
    assert state(t).pawn[CRIMSON] == 0
    scene = Scene().lay(AZURE, "round", 1)
    scene.s.phase, scene.s.card, scene.s.steps = Phase.WALK, Card.BENJAMIN, 3
    scene.s.origin = MAIN
    scene.played(CRIMSON, "benjamin")
    refuses(scene.ready(), "take a azure", "templar.place-outside")
    t = Scene().pawn(AZURE, "main").pawn(GOLD, "main").ready()
    act(t, "stephanus", "stop")
    assert points(t) == [0, 0, 0]


# ── The monks ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("card", "most"), [("anselmus", 3), ("josua", 2), ("lucas", 1)])
def test_monks_stash(card: str, most: int) -> None:
    """templar.anselmus, templar.josua, templar.lucas: none to so many valuables of the stock, of any kinds."""
    for count in range(most + 1):
        t = Scene().pawn(CRIMSON, 12).stock(CRIMSON, chalice=1, book=1).ready()
        act(t, card, "step 2")
        if card != "anselmus":
            act(t, "stop")
        act(t, *["stash chalice", "stash book", "stash lozenge a"][:count])
        if count < most:
            act(t, "done")
        assert t.to_act == AZURE
        assert sum(map(len, lying(t, 2).values())) == count
        assert state(t).stock[CRIMSON].sum() == 7 - count


def test_stash_on_its_place() -> None:
    """templar.stash.place: on an empty place of its kind, unscored; refused where none is free or none is in stock."""
    scene = Scene().pawn(CRIMSON, 1).stock(CRIMSON, chalice=2, book=1)
    for _ in range(4):
        scene.lay(AZURE, "round", 2)
    t = scene.ready()
    act(t, "anselmus", "step 2")
    refuses(t, "stash round a", "templar.stash.place")
    act(t, "stash chalice")
    refuses(t, "stash chalice", "templar.stash.place")
    act(t, "stash book")
    assert t.to_act == AZURE  # nothing more could be stashed: it was done for him
    assert lying(t, 2)["chalice"] == [(CRIMSON, False)]
    t = Scene().pawn(CRIMSON, 1).stock(CRIMSON, book=1).lay(AZURE, "book", 2, scored=True).ready()
    act(t, "anselmus", "step 2")
    refuses(t, "stash book", "templar.stash.place")  # a scored one keeps its place
    refuses(t, "stash chalice", "templar.stash.place")  # none in stock


def test_one_type_an_area() -> None:
    """templar.stash.area: one type an area, whoever owns the rings, scored or not; an empty one takes any, and so
    does one that Benjamin emptied; an area that the room lacks is refused."""
    t = Scene().pawn(CRIMSON, 1).lay(GOLD, "square", 3, scored=True).ready()
    act(t, "anselmus", "step 3")
    refuses(t, "stash round a", "templar.stash.area")
    refuses(t, "stash round c", "templar.stash.area")
    assert {"stash square a", "stash round b", "stash square b", "stash lozenge b"} <= legal(t)
    t = Scene().pawn(CRIMSON, 3).pawn(AZURE, 1).lay(GOLD, "square", 3).ready()
    act(t, "benjamin", "take a gold", "step 4", "drop a", "stop", "anselmus", "step 3")
    assert {"stash round a", "stash square a", "stash lozenge a"} <= legal(t)


def test_nothing_where_severus_is() -> None:
    """templar.stash.severus: no stash, pick-up, drop or scoring in his room; everyone may enter, cross and stop
    there."""
    t = Scene().pawn(CRIMSON, 1).figures(severus=2).ready()
    act(t, "josua", "step 2")
    act(t, "stop")
    assert t.to_act == AZURE  # there was nothing to ask
    scene = Scene().pawn(CRIMSON, 1).figures(severus=2).lay(AZURE, "round", 2).lay(AZURE, "round", 1)
    t = scene.ready()
    act(t, "benjamin", "step 2")
    refuses(t, "take a azure", "templar.stash.severus")
    t = scene.ready()
    act(t, "benjamin", "take a azure", "step 2")
    refuses(t, "drop a", "templar.stash.severus")
    act(t, "step 12", "drop a", "stop")
    assert lying(t, 12) == {"a": [(AZURE, False)]}
    t = Scene().figures(remigius=1, vitus=11, severus=2).lay(AZURE, "book", 2).ready()
    act(t, "remigius", "step 2", "stop")
    assert points(t) == [0, 0, 0]


def test_every_step_follows_an_open_passage() -> None:
    """templar.move.passage, templar.move.door: with any door, each room's steps are its passages but the closed one."""
    t = Scene().ready()
    passages = [tuple(p["between"]) for p in t.view(None)["passages"]]
    assert len(passages) == 17
    for door, room in product(passages, range(1, 14)):
        table = t.at(0)
        s = state(table)
        s.door[:] = (door[0] - 1, door[1] - 1)
        s.pawn[CRIMSON] = room - 1
        act(table, "anselmus")
        open_rooms = {b if a == room else a for a, b in passages if room in (a, b) and (a, b) != door}
        if len(open_rooms) == 1:
            assert s.pawn[CRIMSON] == next(iter(open_rooms)) - 1
        else:
            assert legal(table) == {f"step {n}" for n in open_rooms}
