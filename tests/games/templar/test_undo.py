"""Templar: what cannot be taken back, and what can."""

from __future__ import annotations

from chapterhouse.games.templar.state import Kind
from tests.games.templar.scene import AZURE, CRIMSON, Scene, act, state


def full_harbor() -> Scene:
    """Every storehouse full, and tiles left in the bag."""
    scene = Scene().played(CRIMSON, "josua")
    for number, boxes in enumerate(scene.s.boxes.tolist(), 1):
        names = [kind.name.lower() for kind in Kind if kind != Kind.CHALICE] * 2
        scene.storehouse(number, *names[:boxes])
    assert scene.s.bag.sum() > 0
    return scene


def test_a_mistake_stands() -> None:
    """templar.mistake: the point is paid, even where there was none to pay."""
    for score in (3, 0):
        t = Scene(mistakes="penalised").played(AZURE, "josua").score(CRIMSON, score).ready()
        act(t, "josua")
        refusal = t.undo_refusal(CRIMSON)
        assert refusal is not None
        assert (refusal.rule, refusal.key) == ("templar.mistake", "undo.mistake")
        act(t, "porticus")
        assert t.can_undo(CRIMSON)
        t.undo()
        assert not t.can_undo(CRIMSON)


def test_the_bells_that_drew_nothing_can_be_taken_back() -> None:
    """templar.bells.draw: a full harbor; templar.end.bag: an empty bag, which everybody sees; no card before."""
    empty = Scene(5).played(CRIMSON, "josua").empty_bag()
    for t in (full_harbor().ready(), empty.ready(), Scene().ready()):
        before, bag = t.position(), state(t).bag.tolist()
        act(t, "bells")
        assert state(t).bag.tolist() == bag
        assert t.can_undo(CRIMSON)
        t.undo()
        assert t.position() == before


def test_the_bells_that_drew_stand() -> None:
    t = Scene().played(CRIMSON, "josua").ready()
    act(t, "bells")
    assert state(t).bag.sum() < Scene().s.bag.sum()
    assert t.undo_refusal() is not None


def test_raphaels_card_stands() -> None:
    """templar.raphael.turn: with two players a round ends with a card of his, whatever The Bells brought."""
    for scene in (Scene(2), Scene(2).played(AZURE, "josua").empty_bag()):
        t = scene.turn_of(AZURE).ready()
        act(t, "bells")
        assert state(t).round == 3
        assert t.undo_refusal() is not None
