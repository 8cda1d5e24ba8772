"""Benjamin, Maria, Stephanus, Porticus, Remigius, Vitus, Severus: one or more tests for each rule."""

from __future__ import annotations

import pytest

from chapterhouse.games.templar.state import HARBOR, Phase
from tests.games.templar.scene import (
    AZURE,
    CRIMSON,
    GOLD,
    VERT,
    Scene,
    act,
    legal,
    lying,
    points,
    refuses,
    state,
)

# ── Benjamin ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_benjamin_may_enter_rooms_again() -> None:
    """templar.benjamin.move: 1 to 3 steps in any walk, back and forth too, through open passages."""
    t = Scene().pawn(CRIMSON, 1).ready()
    act(t, "benjamin")
    refuses(t, "stop", "templar.move.range")
    act(t, "step 2", "step 1")
    assert state(t).pawn[CRIMSON] == 0
    act(t, "step 2")
    assert t.to_act == AZURE
    assert state(t).pawn[CRIMSON] == 1


def test_benjamin_takes_one_unscored_ring() -> None:
    """templar.benjamin.take: where he starts or passes; area and owner of his choice; no scored one; one a card."""
    scene = (
        Scene().pawn(CRIMSON, 1).lay(AZURE, "round", 1).lay(GOLD, "round", 1).lay(GOLD, "square", 1, "b", scored=True)
    )
    t = scene.lay(AZURE, "lozenge", 2).ready()
    act(t, "benjamin")
    assert {"take a azure", "take a gold"} <= legal(t)
    refuses(t, "take b gold", "templar.benjamin.take")
    refuses(t, "take a crimson", "templar.benjamin.take")
    refuses(t, "take c azure", "templar.benjamin.take")
    act(t, "take a gold")
    refuses(t, "take a azure", "templar.benjamin.take")
    act(t, "step 3", "drop a", "step 2")
    refuses(t, "take a azure", "templar.benjamin.take")
    assert lying(t, 1) == {"a": [(AZURE, False)], "b": [(GOLD, True)]}


def test_benjamin_drops_in_another_room() -> None:
    """templar.benjamin.drop: en: not in the room of the pick-up, also when he comes back to it; he may not stop with
    the ring; it stays its owner's, unscored."""
    t = Scene().pawn(CRIMSON, 1).lay(AZURE, "round", 1).ready()
    act(t, "benjamin", "take a azure")
    refuses(t, "drop b", "templar.benjamin.drop")
    refuses(t, "stop", "templar.benjamin.drop")
    act(t, "step 2")
    refuses(t, "stop", "templar.benjamin.drop")
    act(t, "step 1")
    refuses(t, "drop a", "templar.benjamin.drop")
    act(t, "step 11")
    assert legal(t) == {"drop a", "drop b"}
    act(t, "drop b")
    assert lying(t, 11) == {"b": [(AZURE, False)]}
    assert state(t).in_rooms[AZURE] == 1 << 10
    assert t.to_act == AZURE


def test_benjamin_needs_a_ring_to_drop() -> None:
    """templar.benjamin.drop: without one there is nothing to drop."""
    t = Scene().pawn(CRIMSON, 1).ready()
    act(t, "benjamin", "step 2")
    refuses(t, "drop a", "templar.benjamin.drop")


@pytest.mark.parametrize("edition", ["en", "it"])
def test_benjamin_never_ends_without_a_drop(edition: str) -> None:
    """templar.benjamin.drop: a pick-up, or a step with a ring, after which no drop can be reached is illegal."""
    scene = Scene(edition=edition).pawn(CRIMSON, 4).figures(severus=3).lay(AZURE, "lozenge", 4)
    for area, count in (("a", 4), ("b", 1)):
        for i in range(count):
            scene.lay(GOLD if i < 3 else AZURE, "round" if area == "a" else "square", 5, area)
    t = scene.ready()
    act(t, "benjamin", "take a azure")
    # through 5, which is full, the ring can only come to 6: the second step is taken with the first
    act(t, "step 5")
    assert state(t).pawn[CRIMSON] == 5
    # with one step left it could come no further than 5 or 3, where Severus is
    again = scene.ready()
    act(again, "benjamin", "step 5", "step 4")
    refuses(again, "take a azure", "templar.benjamin.drop")
    # the last step must not lead to Severus
    t = Scene(edition=edition).pawn(CRIMSON, 2).figures(severus=9).lay(AZURE, "lozenge", 2).ready()
    act(t, "benjamin", "take a azure", "step 12", "step 10")
    refuses(t, "step 9", "templar.benjamin.drop")
    assert legal(t) == {"step 11", "step 12", "drop a"}


def test_benjamin_in_spain_may_drop_where_he_took() -> None:
    """templar.benjamin.drop: es: the same room too, in another area or the same, before a step or at the end."""
    t = Scene(edition="es").pawn(CRIMSON, 1).lay(AZURE, "round", 1).ready()
    act(t, "benjamin", "take a azure", "drop b")
    assert lying(t, 1) == {"b": [(AZURE, False)]}
    refuses(t, "stop", "templar.move.range")
    act(t, "step 2", "stop")
    assert t.to_act == AZURE
    t = Scene(edition="es").pawn(CRIMSON, 1).lay(AZURE, "round", 12).ready()
    act(t, "benjamin", "step 3", "step 2", "step 12")
    refuses(t, "step 13", "templar.move.range")
    assert legal(t) == {"take a azure", "stop"}
    act(t, "take a azure", "drop b")
    assert lying(t, 12) == {"b": [(AZURE, False)]}
    assert t.to_act == AZURE


def test_benjamin_in_the_final_round() -> None:
    """templar.benjamin.final: only own rings may be picked up."""
    scene = Scene().pawn(CRIMSON, 1).lay(AZURE, "round", 1).lay(CRIMSON, "round", 1)
    t = scene.final(by=GOLD, turns_left=3).ready()
    act(t, "benjamin")
    refuses(t, "take a azure", "templar.benjamin.final")
    act(t, "take a crimson")


# ── Maria ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_maria_takes_all_tiles() -> None:
    """templar.maria.take: any storehouse, an empty one too; each tile becomes a valuable of the stock, and leaves."""
    scene = Scene().storehouse(3, "chalice", "book", "round", "round").storehouse(4)
    t = scene.ready()
    act(t, "maria")
    assert legal(t) == {f"storehouse {n}" for n in range(1, 7)}
    refuses(t, "step 1", "templar.maria.take")
    act(t, "storehouse 3")
    s = state(t)
    assert s.stock[CRIMSON].tolist() == [1, 1, 4, 2, 1]
    assert s.reserve[CRIMSON].tolist() == [4, 5, 3, 5, 6]
    assert s.harbor[2].tolist() == [0] * 5
    assert s.pawn[CRIMSON] == HARBOR + 2
    t = scene.ready()
    act(t, "maria", "storehouse 4")
    assert state(t).stock[CRIMSON].tolist() == [0, 0, 2, 2, 1]


@pytest.mark.parametrize("edition", ["en", "it", "es"])
def test_tiles_stay_when_the_reserve_is_used_up(edition: str) -> None:
    """templar.maria.reserve: of two equal tiles and one valuable left one is taken; the view says so beforehand."""
    scene = Scene(edition=edition).storehouse(1, "lozenge", "lozenge", "book").stock(CRIMSON, lozenge=6)
    t = scene.ready()
    assert t.view(CRIMSON)["storehouses"][0]["stays"] == ["lozenge"]
    assert t.view(AZURE)["storehouses"][0]["stays"] == []
    act(t, "maria", "storehouse 1")
    s = state(t)
    assert s.stock[CRIMSON].tolist() == [0, 1, 2, 2, 7]
    assert s.harbor[0].tolist() == [0, 0, 0, 0, 1]
    assert s.filled[0] == 1


# ── Stephanus, Porticus, Severus ────────────────────────────────────────────────────────────────────────────────────


def test_stephanus_counts_others_only() -> None:
    """templar.stephanus: other pawns, Remigius, Severus, Vitus; 1 or 2 rooms; not the own pawn, nor other rooms."""
    scene = Scene(4).pawn(CRIMSON, 4).pawn(AZURE, 6).pawn(GOLD, 6).pawn(VERT, 5)
    t = scene.figures(remigius=6, severus=6, vitus=7).ready()
    act(t, "stephanus", "step 5", "step 6")
    assert points(t) == [4, 0, 0, 0]
    t = Scene().pawn(CRIMSON, 4).figures(vitus=5, remigius=6, severus=7).ready()
    act(t, "stephanus", "step 5", "stop")
    assert points(t) == [1, 0, 0]
    t = Scene().pawn(CRIMSON, 4).ready()
    act(t, "stephanus", "step 3", "stop")
    assert points(t) == [0, 0, 0]


@pytest.mark.parametrize("edition", ["en", "it", "es"])
def test_porticus_moves_the_door(edition: str) -> None:
    """templar.porticus: to any other passage between two rooms, never a portal, nor where it stands; 1 point."""
    t = Scene(edition=edition).ready()
    act(t, "porticus")
    assert len(legal(t)) == 16
    refuses(t, "door 9-13", "templar.porticus")
    refuses(t, "door 1-4", "templar.porticus")
    refuses(t, "portal main", "templar.porticus")
    act(t, "door 6-13")
    assert state(t).door.tolist() == [5, 12]
    assert points(t) == [1, 0, 0]


def test_severus_moves_and_scores() -> None:
    """templar.severus: 1 to 3 rooms, 1 point."""
    t = Scene().figures(severus=1).ready()
    act(t, "severus")
    assert legal(t) == {"step 2", "step 3", "step 11"}
    act(t, "step 2", "step 12", "step 13")
    assert state(t).severus == 12
    assert points(t) == [1, 0, 0]
    assert t.to_act == AZURE


# ── Remigius and Vitus ──────────────────────────────────────────────────────────────────────────────────────────────


def test_remigius_keeps_away_from_vitus() -> None:
    """templar.remigius.move: 1 or 2 rooms, never into Vitus's room while another open passage leads out."""
    t = Scene().figures(remigius=1, vitus=2, severus=7).ready()
    act(t, "remigius")
    refuses(t, "step 2", "templar.remigius.move")
    act(t, "step 3")
    refuses(t, "step 2", "templar.remigius.move")
    assert legal(t) == {"step 4", "stop"}


def test_remigius_must_cross_vitus() -> None:
    """templar.remigius.move: with no other way he crosses Vitus's room and stops beyond it, never in it."""
    t = (
        Scene()
        .figures(remigius=5, vitus=6, severus=1)
        .door(4, 5)
        .lay(CRIMSON, "book", 6)
        .lay(AZURE, "book", 13)
        .ready()
    )
    act(t, "remigius")
    # the step into 6 was the only one
    refuses(t, "stop", "templar.remigius.move")
    assert legal(t) == {"step 7", "step 13"}
    refuses(t, "step 5", "templar.move.no-return")
    act(t, "step 13")
    assert points(t) == [0, 3, 0]
    assert (state(t).remigius, state(t).vitus) == (12, 4)


@pytest.mark.parametrize(("edition", "score", "left"), [("en", 5, 5), ("it", 5, 5), ("es", 5, 3), ("es", 1, 0)])
def test_crossing_costs_in_spain(edition: str, score: int, left: int) -> None:
    """templar.remigius.penalty: es: 2 points when Remigius enters Vitus's room, before the scoring, never below 0."""
    scene = Scene(edition=edition).figures(remigius=5, vitus=6, severus=1).door(4, 5).score(CRIMSON, score)
    t = scene.lay(CRIMSON, "book", 13).ready()
    act(t, "remigius")
    assert points(t) == [left, 0, 0]
    act(t, "step 13")
    assert points(t) == [left + 3, 0, 0]


def test_remigius_scores() -> None:
    """templar.remigius.score: ring 2, book 3, chalice 5, to each owner, where he stops; scored pieces nothing."""
    scene = Scene().figures(remigius=2, vitus=3, severus=7)
    scene.lay(CRIMSON, "chalice", 12).lay(AZURE, "book", 12).lay(AZURE, "book", 12, scored=True)
    scene.lay(GOLD, "round", 12).lay(GOLD, "round", 12, scored=True).lay(GOLD, "square", 12, "b")
    t = scene.ready()
    act(t, "remigius", "step 12", "stop", "flip a")
    assert points(t) == [5, 3, 4]


def test_remigius_with_severus_scores_nothing() -> None:
    """templar.remigius.score, templar.vitus: no points and no flips with Severus; Vitus follows all the same."""
    t = Scene().figures(remigius=2, vitus=3, severus=12).lay(CRIMSON, "chalice", 12).lay(AZURE, "round", 12).ready()
    act(t, "remigius", "step 12", "stop")
    assert points(t) == [0, 0, 0]
    assert lying(t, 12) == {"chalice": [(CRIMSON, False)], "a": [(AZURE, False)]}
    assert state(t).vitus == 1


def test_each_owner_flips_one_ring() -> None:
    """templar.remigius.flip: books and chalices flip; of his rings each owner flips one; he chooses where they lie in
    more than one area, clockwise from the active player; else it is done for him."""
    scene = Scene().turn_of(AZURE).figures(remigius=6, vitus=5, severus=1)
    scene.lay(AZURE, "chalice", 13).lay(AZURE, "round", 13).lay(AZURE, "round", 13)  # one area: no choice
    scene.lay(GOLD, "round", 13).lay(GOLD, "square", 13, "b").lay(CRIMSON, "square", 13, "b").lay(CRIMSON, "round", 13)
    t = scene.ready()
    act(t, "remigius", "step 13", "stop")
    assert points(t) == [4, 9, 4]
    assert t.to_act == GOLD
    assert t.asked == [GOLD]
    assert legal(t) == {"flip a", "flip b"}
    refuses(t, "flip c", "templar.remigius.flip")
    act(t, "flip b")
    assert t.to_act == CRIMSON
    assert lying(t, 13)["b"] == [(GOLD, True), (CRIMSON, False)]  # the earlier flip is seen
    act(t, "flip a")
    assert lying(t, 13) == {
        "chalice": [(AZURE, True)],
        "a": [(AZURE, True), (AZURE, False), (GOLD, False), (CRIMSON, True)],
        "b": [(GOLD, True), (CRIMSON, False)],
    }
    assert t.to_act == GOLD
    assert state(t).phase == Phase.CARD


def test_rings_left_unscored_score_again() -> None:
    """templar.remigius.flip: the others stay unscored, and score when Remigius comes back."""
    scene = Scene(2).figures(remigius=6, vitus=5, severus=1).lay(CRIMSON, "round", 13).lay(CRIMSON, "round", 13)
    t = scene.ready()
    act(t, "remigius", "step 13", "stop")
    assert points(t)[0] == 4
    act(t, "bells", "bells", "bells")
    state(t).raphael_top = -1
    state(t).remigius, state(t).vitus = 11, 1
    act(t, "remigius", "step 13", "stop")
    assert points(t)[0] == 6


def test_vitus_follows() -> None:
    """templar.vitus: to the room where Remigius's move began, one or two rooms, whatever the door."""
    for steps, end in ((["step 3", "stop"], 2), (["step 3", "step 4"], 3)):
        t = Scene().figures(remigius=2, vitus=12, severus=7).ready()
        act(t, "remigius", *steps)
        assert (state(t).remigius, state(t).vitus) == (end, 1)
