"""Turns: templar.turn.*, templar.mistake, templar.return, and Raphael."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chapterhouse.games.templar.rules.raphael import reveal_raphael, shuffle_raphael
from chapterhouse.games.templar.state import HARBOR, MAIN, NO_CARD, SIDE, Card, Phase
from chapterhouse.kernel.rng import draw, seeded
from chapterhouse.play.errors import NotYourTurn
from chapterhouse.play.seeds import generator
from chapterhouse.play.table import Table
from tests.games.templar.scene import AZURE, CRIMSON, GOLD, Scene, act, legal, points, refuses, state


def first_round(players: int = 3, **options: Any) -> Table:
    t = Table("templar", players=players, seed=5, **{"start": 0, "placement": "first-game", **options})
    return act(t, *["single round"] * players)


def test_first_cards_are_chosen_at_once_in_any_order() -> None:
    """templar.turn.first-round: all are asked; they choose in any order, and nobody sees a card before all lie
    there."""
    t = first_round()
    s = state(t)
    assert t.asked == [0, 1, 2]
    t.act("maria", seat=2)
    assert t.asked == [0, 1]
    with pytest.raises(NotYourTurn):
        t.act("josua", seat=2)
    for viewer in (0, 1, None):
        assert t.view(viewer)["seats"][2]["chosen"] is True
        assert t.view(viewer)["seats"][2]["card"] is None
        assert len(t.view(viewer)["seats"][2]["hand"]) == 10
        assert "maria" not in str(t.log(viewer)).lower()
    assert t.view(2)["seats"][2]["card"] == "maria"
    news = s.news
    t.act("maria", seat=0)
    assert s.news == news
    t.act("bells", seat=1)
    assert s.news == news + 1
    assert [seat["top"] for seat in t.view(None)["seats"]] == ["maria", "bells", "maria"]
    assert t.to_act == 0


def test_first_card_binds_and_equal_cards_bar_later() -> None:
    """templar.turn.first-round: equal cards are allowed; they are carried out in turn order; The Bells bring nothing
    and come back; from round 2 on the cards of round 1 bar the others, also where two are equal."""
    t = first_round()
    s = state(t)
    harbor = s.harbor.copy()
    act(t, "porticus", "bells", "porticus")
    assert legal(t) >= {"door 1-2", "door 12-13"}
    act(t, "door 1-2")
    # Azure's Bells rang by themselves
    assert t.to_act == GOLD
    assert (s.harbor == harbor).all()
    assert s.hand[AZURE] == 0b1111111111
    assert s.top[AZURE] == NO_CARD
    act(t, "door 1-3")
    assert s.round == 2
    refuses(t, "porticus", "templar.turn.play")  # his own is on his pile
    act(t, "josua", "step 2", "done")  # the step into room 1 was the only one
    refuses(t, "porticus", "templar.turn.visible")
    refuses(t, "josua", "templar.turn.visible")


def test_useless_first_card_still_binds() -> None:
    """templar.turn.first-round: the revealed card is carried out even if it has become useless."""
    t = first_round(2)
    act(t, "maria", "maria")
    act(t, "storehouse 1")
    assert t.to_act == 1
    assert len(legal(t)) == 6
    act(t, "storehouse 1")  # empty now
    assert state(t).pawn[:2].tolist() == [HARBOR, HARBOR]


def test_play_goes_clockwise() -> None:
    """templar.turn.play: one card on top of the own pile, carried out, then the next player clockwise."""
    t = Scene(4).turn_of(2).ready()
    act(t, "porticus", "door 1-2")
    assert t.to_act == 3
    assert t.view(None)["seats"][2]["top"] == "porticus"
    assert t.view(None)["seats"][2]["pile"] == 1
    act(t, "severus", "step 6", "stop")
    assert t.to_act == 0
    assert state(t).round == 3
    refuses(t, "step 5", "templar.turn.play")


def test_visible_card_bars_the_others() -> None:
    """templar.turn.visible: a card on top of another's pile is barred; one under it is not; the own one is not in
    hand."""
    t = Scene().played(CRIMSON, "lucas").played(AZURE, "josua", "maria").played(GOLD, "anselmus").ready()
    assert legal(t) == {"josua", "benjamin", "stephanus", "porticus", "remigius", "severus", "bells"}
    refuses(t, "maria", "templar.turn.visible")
    refuses(t, "lucas", "templar.turn.play")


def test_bells_can_always_be_played() -> None:
    """templar.turn.bells-always: even with one card left in hand that is barred, The Bells are legal."""
    names = ("anselmus", "josua", "lucas", "benjamin", "maria", "stephanus", "porticus", "remigius")
    t = Scene().played(CRIMSON, *names).played(AZURE, "severus").ready()
    assert legal(t) == {"bells"}
    assert state(t).phase == Phase.CARD


def test_all_but_secrets_is_open() -> None:
    """templar.turn.open: everybody sees scores, stocks, reserves, harbor, what the bag holds, hands and tops."""
    t = Scene(2).played(AZURE, "josua", "maria").score(AZURE, 7).stock(AZURE, book=2).ready()
    seen = t.view(CRIMSON)
    for viewer in (AZURE, None):
        other = t.view(viewer)
        for key in ("rooms", "bag", "raphael", "final", "lost"):
            assert seen[key] == other[key]
        assert seen["seats"] == other["seats"]
    azure = seen["seats"][AZURE]
    assert azure["score"] == 7
    assert azure["stock"]["book"] == 2
    assert azure["pile"] == 2
    assert "josua" not in azure["hand"]
    assert azure["top"] == "maria"
    assert seen["bag"]["count"] == state(t).bag.sum()


def test_a_mistake_is_prevented_or_costs() -> None:
    """templar.mistake: penalised, a barred card can be played once a turn; it goes back, costs a point, never below
    0, and a legal one must follow."""
    for score, left in ((3, 2), (0, 0)):
        t = Scene(mistakes="penalised").played(AZURE, "josua").score(CRIMSON, score).ready()
        act(t, "josua")
        s = state(t)
        assert points(t)[CRIMSON] == left
        assert t.to_act == CRIMSON
        assert s.top[CRIMSON] == NO_CARD
        assert s.hand[CRIMSON] >> Card.JOSUA & 1
        refuses(t, "josua", "templar.turn.visible")
        act(t, "bells")
        assert s.harbor.sum() == 21  # the card that was taken back does not count
    refuses(Scene().played(AZURE, "josua").ready(), "josua", "templar.turn.visible")
    refuses(Scene(mistakes="penalised").played(CRIMSON, "josua").ready(), "josua", "templar.turn.play")


def test_a_mistake_is_possible_again_next_turn() -> None:
    """templar.mistake: once a turn."""
    t = Scene(2, mistakes="penalised").played(AZURE, "josua").score(CRIMSON, 5).ready()
    act(t, "josua", "porticus", "door 1-2", "severus", "step 6", "stop")
    assert "severus" in legal(t)
    act(t, "severus")
    assert points(t) == [4, 1]  # less 1, plus 1 for Porticus, less 1


def test_return_from_the_harbor() -> None:
    """templar.return: before any card the pawn goes in front of the portal of the player's choice."""
    for word, place in (("main", MAIN), ("side", SIDE)):
        t = Scene().pawn(CRIMSON, "storehouse 4")
        t.s.phase = Phase.RETURN
        table = t.ready()
        refuses(table, "porticus", "templar.return")
        act(table, f"portal {word}", "porticus", "door 1-2")
        assert state(table).pawn[CRIMSON] == place


# ── Raphael ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("stephanus", "cards"), [(True, 19), (False, 17)])
def test_raphaels_deck(stephanus: bool, cards: int) -> None:
    """templar.raphael.deck: two sets, one without its Bells; none with three players."""
    s = state(first_round(2, stephanus=stephanus))
    assert s.raphael.sum() == cards
    assert s.raphael[Card.BELLS] == 1
    assert set(s.raphael[: Card.BELLS].tolist()) == ({2} if stephanus else {0, 2})
    assert state(first_round(3)).raphael.sum() == 0


def play_round(t: Table) -> None:
    """Both players play The Bells."""
    act(t, "bells", "bells")


@pytest.mark.parametrize(("edition", "first"), [("en", 2), ("it", 2), ("es", 1)])
def test_raphael_reveals(edition: str, first: int) -> None:
    """templar.raphael.turn: from round 2 after both turns (en, it); before the first turn of round 2 (es)."""
    t = first_round(2, edition=edition)
    s = state(t)
    play_round(t)
    assert s.round == 2
    assert (s.raphael_top != NO_CARD) == (first == 1)
    act(t, "bells")
    assert (s.raphael_top != NO_CARD) == (first == 1)
    act(t, "bells")
    assert s.raphael_top != NO_CARD
    assert s.round == 3


def test_raphael_never_shows_a_players_card() -> None:
    """templar.raphael.turn: he reveals on while his card equals the top of a player's pile; every other can appear."""
    t = Scene(2).played(CRIMSON, "josua").played(AZURE, "maria").ready()
    s = state(t)
    seen: Counter[int] = Counter()
    for seed in range(400):
        s.rng[:] = seeded(seed)[0]
        shuffle_raphael(s)
        reveal_raphael(s)
        seen[s.raphael_top] += 1
        assert s.raphael[s.raphael_top] < 2
    assert set(seen) == set(range(9)) - {Card.JOSUA, Card.MARIA}


def test_raphaels_card_bars() -> None:
    """templar.raphael.bar: his visible card may not be played."""
    scene = Scene(2)
    scene.s.round = 3
    scene.s.raphael_top = Card.LUCAS
    scene.s.raphael[Card.LUCAS] = 1
    t = scene.ready()
    refuses(t, "lucas", "templar.raphael.bar")
    assert t.view(CRIMSON)["barred"] == ["lucas"]


def test_raphaels_bells_shuffle() -> None:
    """templar.raphael.bells: with only The Bells left all his cards are shuffled, and one is revealed from them."""
    t = Scene(2).ready()
    s = state(t)
    s.raphael[:] = 0
    s.raphael[Card.BELLS] = 1
    s.raphael_top = Card.LUCAS
    reveal_raphael(s)
    assert s.raphael.sum() == 18
    assert s.raphael_top not in (NO_CARD, Card.BELLS)
    assert s.raphael[s.raphael_top] == 1
    assert s.raphael[Card.BELLS] == 1


def test_raphaels_bells_are_told_though_his_deck_was_full() -> None:
    """templar.raphael.bells: they are shuffled in again, and the states show nothing of it; all at the table saw it."""
    rang = 0
    for seed in range(60):
        t = Scene(2).turn_of(AZURE).ready(seed)
        full = int(state(t).raphael.sum())
        is_rung = draw(state(t).rng.copy(), full) == full - 1  # The Bells are the last of his cards
        rang += is_rung
        act(t, "bells")
        for viewer in (CRIMSON, AZURE, None):
            said = [line.rule for line in t.log(viewer, since=0)]
            assert ("templar.raphael.bells" in said) == is_rung
    assert 0 < rang < 20


def test_raphael_is_told_alike_with_a_secret_seed() -> None:
    """templar.raphael.turn: the log draws his cards again from the chance of that very decision."""
    for n in range(40):
        scene = Scene(2).turn_of(AZURE)
        t = scene.ready(f"{n:032x}")
        act(t, "bells")
        lines = t.log(None)
        drawn = generator(f"{n:032x}", 1)
        is_rung = draw(drawn, int(scene.s.raphael.sum())) == int(scene.s.raphael.sum()) - 1
        assert ("templar.raphael.bells" in [line.rule for line in lines]) == is_rung


def test_raphael_does_nothing_else() -> None:
    """templar.raphael.rest: a reveal changes his cards, the news and chance, nothing else."""
    t = Scene(2).ready()
    before = t._now.copy()
    reveal_raphael(state(t))
    differ = {n for n in before.dtype.names if (before[n] != t._now[n]).any()}
    assert differ == {"raphael", "raphael_top", "news", "rng"}
