"""The Bells: templar.bells.*"""

from __future__ import annotations

from typing import Any

import pytest

from chapterhouse.games.templar.rules import harbor as kernels
from chapterhouse.games.templar.state import NO_CARD, Kind
from tests.games.templar.scene import AZURE, CRIMSON, GOLD, Scene, act, kind_of, points, state

FULL = ("round", "round", "square", "lozenge")


def draws(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """The next tiles out of the bag, in this order."""
    order = [kind_of(name) for name in names]

    def draw_tile(s: Any, first_kind: int, count: int) -> int:
        kind = order.pop(0)
        assert kind >= first_kind
        assert count == s.bag[first_kind:].sum()
        assert s.bag[kind] > 0
        s.bag[kind] -= 1
        return kind

    monkeypatch.setattr(kernels, "draw_tile", draw_tile)


def test_number_of_the_card_before() -> None:
    """templar.bells.number: the number on the card of the turn before; none on the first turn or right after The
    Bells."""
    for card, number in (("anselmus", 3), ("josua", 4), ("lucas", 5), ("porticus", 6), ("severus", 6)):
        scene = Scene().played(CRIMSON, "benjamin", card)
        for n in range(1, 7):
            scene.storehouse(n)
        t = scene.ready()
        act(t, "bells")
        assert state(t).harbor.sum() == number
        assert state(t).fresh.sum() == number
        state(t).active = state(t).to_act = CRIMSON
        act(t, "bells")  # no card has been played since
        assert state(t).harbor.sum() == number
        assert state(t).final == 0


def test_tiles_go_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """templar.bells.draw: the first to storehouse 1, each next one clockwise, full ones skipped, round again, until the
    number is reached or all are full."""
    scene = Scene().played(CRIMSON, "porticus")  # 6
    for n in range(1, 7):
        scene.storehouse(n, *FULL)
    t = scene.storehouse(2, "round").storehouse(5, "square").ready()
    draws(monkeypatch, "book", "round", "square", "lozenge", "book", "square")
    act(t, "bells")
    assert state(t).harbor[1].tolist() == [0, 2, 1, 1, 0]  # round; book, square, book
    assert state(t).harbor[4].tolist() == [0, 0, 1, 2, 1]  # square; round, lozenge, square
    t = scene.storehouse(5, *FULL).ready()
    draws(monkeypatch, "book", "book", "book")  # asks for no more
    act(t, "bells")
    assert state(t).harbor.sum() == 24
    assert state(t).final == 0  # all full is no end


def test_second_chalice_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """templar.bells.chalice: to the next storehouse with a box and no chalice; the next tile goes on from there."""
    scene = Scene().played(CRIMSON, "anselmus")
    for n in range(1, 7):
        scene.storehouse(n)
    t = scene.storehouse(1, "chalice").storehouse(2, *FULL).storehouse(3, "chalice").ready()
    draws(monkeypatch, "chalice", "book", "round")
    act(t, "bells")
    s = state(t)
    assert s.harbor[:, Kind.CHALICE].tolist() == [1, 0, 1, 1, 0, 0]
    assert s.harbor[4].tolist() == [0, 1, 0, 0, 0]
    assert s.harbor[5].tolist() == [0, 0, 1, 0, 0]


@pytest.mark.parametrize(("edition", "third"), [("en", "square"), ("it", "square"), ("es", None)])
def test_chalice_that_fits_nowhere(monkeypatch: pytest.MonkeyPatch, edition: str, third: str | None) -> None:
    """templar.bells.chalice: it leaves the game, and the next tile goes where it would have gone; es: it counts, en and
    it: another is drawn in its stead."""
    scene = Scene(edition=edition).played(CRIMSON, "anselmus")
    for n in range(1, 7):
        scene.storehouse(n, "chalice")
    t = scene.ready()
    order = ["book", "chalice", "round"] + ([third] if third else [])
    draws(monkeypatch, *order)
    act(t, "bells")
    s = state(t)
    assert s.lost == 1
    assert s.harbor[0].tolist() == [1, 1, 0, 0, 0]
    assert s.harbor[1].tolist() == [1, 0, 1, 0, 0]
    assert s.harbor[2].tolist() == [1, 0, 0, 1 if third else 0, 0]
    assert not t.game.state_faults(s)


def test_visitors_take_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """templar.bells.visitor: a pawn in a storehouse takes its new tiles, not the older ones; of several the first
    clockwise from the active player, then the next, as far as their reserves go."""
    scene = Scene(4).played(CRIMSON, "anselmus").pawn(GOLD, "storehouse 1").pawn(AZURE, "storehouse 1")
    for n in range(2, 7):
        scene.storehouse(n, *FULL)
    scene.storehouse(1, "lozenge").stock(AZURE, lozenge=6).stock(GOLD, lozenge=4)
    t = scene.ready()
    draws(monkeypatch, "lozenge", "book", "lozenge")
    act(t, "bells")
    s = state(t)
    # Azure had one lozenge left, and takes it and the book; Gold the other lozenge; the old one stays
    assert s.stock[AZURE].tolist() == [0, 1, 2, 2, 7]
    assert s.stock[GOLD].tolist() == [0, 0, 2, 2, 5]
    assert s.harbor[0].tolist() == [0, 0, 0, 0, 1]
    assert s.fresh.sum() == 0


def test_new_tile_stays_when_the_visitor_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """templar.bells.visitor: as with Maria, a tile whose kind is used up in the reserve stays."""
    scene = Scene().played(CRIMSON, "anselmus").pawn(AZURE, "storehouse 1").stock(AZURE, lozenge=7)
    for n in range(2, 7):
        scene.storehouse(n, *FULL)
    t = scene.storehouse(1, "book").ready()
    draws(monkeypatch, "lozenge", "round", "square")
    act(t, "bells")
    s = state(t)
    assert s.harbor[0].tolist() == [0, 1, 0, 0, 1]
    assert s.fresh[0].tolist() == [0, 0, 0, 0, 1]
    assert s.stock[AZURE].tolist() == [0, 0, 3, 3, 7]


def test_pile_comes_back() -> None:
    """templar.bells.hand: the whole pile and The Bells come back to the hand; no card of his bars the others then."""
    t = Scene().played(CRIMSON, "josua", "maria").ready()
    act(t, "bells")
    assert state(t).hand[CRIMSON] == 0b1111111111
    assert state(t).top[CRIMSON] == NO_CARD
    assert points(t) == [0, 0, 0]
    assert t.view(AZURE)["barred"] == []
    t = Scene(stephanus=False).played(CRIMSON, "josua").ready()
    act(t, "bells")
    assert state(t).hand[CRIMSON] == 0b1111011111
