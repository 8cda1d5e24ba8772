"""The eight examples of the rulebooks, each from its position to its end. Crimson, Azure and Gold are the players."""

from __future__ import annotations

from chapterhouse.games.templar.state import HARBOR
from tests.games.templar.scene import AZURE, CRIMSON, GOLD, Scene, act, legal, lying, points, refuses, state


def test_josua_beside_a_ring() -> None:
    """templar.josua, templar.stash.area: one ring lies there; two of its type go in, another type is refused."""
    t = Scene().pawn(CRIMSON, 1).lay(GOLD, "round", 2).ready()
    act(t, "josua", "step 2", "stop")
    refuses(t, "stash square a", "templar.stash.area")
    act(t, "stash round a", "stash round a")
    assert lying(t, 2) == {"a": [(GOLD, False), (CRIMSON, False), (CRIMSON, False)]}
    assert t.to_act == AZURE


def test_benjamin_carries_a_ring_and_walks_on() -> None:
    """templar.benjamin.move, templar.benjamin.take, templar.benjamin.drop: next room, another's ring, next room, drop,
    one room on."""
    t = Scene().pawn(CRIMSON, 1).lay(AZURE, "square", 2).ready()
    act(t, "benjamin", "step 2", "take a azure", "step 12", "drop b", "step 13")
    assert lying(t, 2) == {}
    assert lying(t, 12) == {"b": [(AZURE, False)]}
    assert state(t).pawn[CRIMSON] == 12
    assert t.to_act == AZURE


def test_maria_in_the_second_storehouse() -> None:
    """templar.maria.take, templar.return: three tiles; on the next turn the pawn stands at a portal."""
    t = Scene(2).pawn(CRIMSON, 4).storehouse(2, "book", "round", "lozenge").ready()
    act(t, "maria", "storehouse 2")
    s = state(t)
    assert s.stock[CRIMSON].tolist() == [0, 1, 3, 2, 2]
    assert s.harbor[1].sum() == 0
    assert s.pawn[CRIMSON] == HARBOR + 1
    act(t, "porticus", "door 1-2")
    assert legal(t) == {"portal main", "portal side"}
    act(t, "portal side", "anselmus")
    assert s.pawn[CRIMSON] == 8


def test_stephanus_finds_three_others() -> None:
    """templar.stephanus: one pawn, Severus and Remigius are 3 points."""
    t = Scene().pawn(CRIMSON, 4).pawn(AZURE, 5).pawn(GOLD, 4).figures(remigius=5, severus=5, vitus=6).ready()
    act(t, "stephanus", "step 5", "stop")
    assert points(t) == [3, 0, 0]


def test_porticus_in_the_way_of_another_pawn() -> None:
    """templar.porticus, templar.move.door: the door moves to a passage of Azure's room; 1 point; Azure must go
    round."""
    t = Scene().pawn(AZURE, 9).ready()
    act(t, "porticus", "door 9-10")
    assert points(t) == [1, 0, 0]
    act(t, "anselmus")
    refuses(t, "step 10", "templar.move.door")
    assert legal(t) == {"step 8", "step 13"}


def test_bells_after_anselmus() -> None:
    """templar.bells.number, templar.bells.draw, templar.bells.chalice, templar.bells.visitor: 3 tiles; 1 and 2 are
    full, the first goes to 3; the second is a chalice and 4 has one, so 5, whose visitor gets it; the third goes to
    6."""
    scene = Scene().played(CRIMSON, "anselmus").pawn(AZURE, "storehouse 5")
    full = ("round", "round", "square", "lozenge")
    scene.storehouse(1, *full).storehouse(2, *full).storehouse(3, "round", "square").storehouse(4, "chalice", "book")
    scene.storehouse(5, "round").storehouse(6, "lozenge")
    # the order of the bag is chance: look for one in which a chalice comes second, and only there
    for seed in range(200):
        t = scene.ready(seed)
        s = state(t)
        before = s.harbor.copy()
        act(t, "bells")
        third, sixth = s.harbor[2] - before[2], s.harbor[5] - before[5]
        if s.stock[AZURE, 0] == 1 and third[0] == 0 and sixth[0] == 0:
            break
    assert s.stock[AZURE, 0] == 1, "no order of the bag had the chalice second"
    assert third.sum() == 1
    assert (s.harbor[3] == before[3]).all()
    assert (s.harbor[4] == before[4]).all()
    assert sixth.sum() == 1
    assert s.hand[CRIMSON] == 0b1111111111


def test_remigius_scores_a_room() -> None:
    """templar.remigius.score, templar.remigius.flip: a book and two rings are 7 points, a ring 2, a scored chalice 0;
    the book and one ring of each owner flip."""
    scene = Scene().figures(remigius=1, vitus=11)
    scene.lay(CRIMSON, "book", 12).lay(CRIMSON, "round", 12).lay(CRIMSON, "round", 12)
    scene.lay(AZURE, "round", 12).lay(GOLD, "chalice", 12, scored=True)
    t = scene.ready()
    act(t, "remigius", "step 2", "step 12")
    assert points(t) == [7, 2, 0]
    assert lying(t, 12) == {
        "chalice": [(GOLD, True)],
        "book": [(CRIMSON, True)],
        "a": [(CRIMSON, True), (CRIMSON, False), (AZURE, True)],
    }
    assert state(t).vitus == 0


def test_severus_next_door_stops_the_scoring() -> None:
    """templar.severus, templar.remigius.score: 1 point for Severus, and the room that he entered is not scored."""
    t = Scene().figures(remigius=10, vitus=11, severus=12).lay(AZURE, "book", 13).ready()
    act(t, "severus", "step 13", "stop")
    assert points(t) == [1, 0, 0]
    act(t, "remigius", "step 12", "step 13")
    assert points(t) == [1, 0, 0]
    assert lying(t, 13) == {"book": [(AZURE, False)]}
    assert state(t).vitus == 9
