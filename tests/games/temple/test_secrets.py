"""Temple: what a seat may know, and worlds that agree with it."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from chapterhouse.games.conformance import walk
from chapterhouse.games.temple import GAME
from chapterhouse.games.temple.features import LAYOUT
from chapterhouse.games.temple.rules.cards import lay_down
from chapterhouse.games.temple.secrets import conceal, redeal
from chapterhouse.games.temple.state import KINDS, NOBODY, Phase
from chapterhouse.games.temple.view import view
from chapterhouse.kernel.record import layout_of
from chapterhouse.kernel.rng import seeded
from tests.games.temple.position import (
    COLOUR,
    ROOM,
    at_action,
    at_move,
    copy,
    counts,
    dealt,
    do,
    position,
    words_of,
)

World = tuple[tuple[int, ...], ...]  # every seat's hand by kind, then the deck


def small(players: int = 3) -> Any:
    """Seat 1 has 2 cards, one of them shown; seat 2 has 2 that nobody knows; 3 cards are in the deck."""
    hands = ("red 1, blue 2", "red 1, curse", "red 2, red 1")[:players]
    s = position(
        "a1 e5 c1"[: 3 * players - 1], hands=hands, piles=("blue 1",), deck="curse, red 1, blue 2", discards="red 2"
    )
    s.known[1] = counts("curse")
    s.phase = Phase.ACTION
    return s


def world_of(s: Any) -> World:
    return (*(tuple(int(n) for n in s.hand[seat]) for seat in range(s.players)), tuple(int(n) for n in s.deck))


def exact(s: Any, viewer: int) -> Counter[World]:
    """How many arrangements of the single cards make each world that agrees with what the viewer has seen."""
    hidden = [k for k in range(KINDS) for _ in range(int(s.deck[k]))]
    slots = []
    for seat in range(s.players):
        unknown = s.hand[seat] - s.known[seat] if seat != viewer else np.zeros(KINDS, np.int8)
        hidden += [k for k in range(KINDS) for _ in range(int(unknown[k]))]
        slots += [seat] * int(unknown.sum())
    worlds: Counter[World] = Counter()
    for cards in itertools.permutations(range(len(hidden)), len(slots)):
        hands = [s.hand[seat].astype(int) if seat == viewer else s.known[seat].astype(int) for seat in range(s.players)]
        deck = Counter(hidden)
        for card, seat in zip(cards, slots, strict=True):
            hands[seat] = hands[seat] + np.eye(KINDS, dtype=int)[hidden[card]]
            deck[hidden[card]] -= 1
        worlds[(*(tuple(int(n) for n in hand) for hand in hands), tuple(deck[k] for k in range(KINDS)))] += 1
    return worlds


@pytest.mark.parametrize("viewer", [NOBODY, 0, 1, 2])
def test_redeal_matches_exact_enumeration(viewer: int) -> None:
    """Every world that agrees comes up, as often as its arrangements of cards say, and no other does."""
    s = small()
    expected = exact(s, viewer)
    total, draws = sum(expected.values()), 2000
    seen = copy(s)
    conceal(seen, viewer)
    found: Counter[World] = Counter()
    for generator in seeded(viewer + 5, draws):
        world = copy(seen)
        world.rng[:] = generator
        redeal(world, viewer)
        found[world_of(world)] += 1
    assert set(found) <= set(expected)
    likely = {w for w, n in expected.items() if draws * n / total > 5}
    assert likely <= set(found)
    chi = sum((found[w] - draws * expected[w] / total) ** 2 / (draws * expected[w] / total) for w in likely)
    freedom = len(likely)
    assert chi < freedom + 5 * (2 * freedom) ** 0.5  # five standard deviations


@pytest.mark.parametrize("players", [2, 3, 4])
def test_redeal_agrees_all_game_long(players: int) -> None:
    """The concealed redealt world is the concealed world, for every viewer; hands hold what was shown."""
    states = np.zeros(1, layout_of(GAME.state))
    states[0] = dealt(players, 3)
    shown = 0
    for step, (now, _) in enumerate(walk(GAME, GAME.kernels, states, seeded(4)[0], 300)):
        if step % 3:
            continue
        for viewer in range(NOBODY, players):
            seen = copy(now[0])
            conceal(seen, viewer)
            world = copy(seen)
            world.rng[:] = seeded(step)[0]
            redeal(world, viewer)
            assert GAME.state_faults(world) == []
            assert (world.known <= world.hand).all()
            shown += int(world.known.sum())
            conceal(world, viewer)
            assert all(np.array_equal(world[name], seen[name]) for name in layout_of(GAME.state).names or ())
    assert shown


def test_conceal() -> None:
    """temple.setup: hands are secret, their sizes open; so are the deck and chance to come."""
    s = small()
    seen = copy(s)
    conceal(seen, 1)
    assert words_of(seen.hand[1]) == "red 1, curse"
    assert not seen.hand[0].any()
    assert not seen.hand[2].any()
    assert [int(n) for n in seen.hand_size] == [2, 2, 2, 0]
    assert not seen.deck.any()
    assert seen.deck_left == 3
    assert not seen.rng.any()
    conceal(seen, NOBODY)
    assert not seen.hand.any()
    assert words_of(seen.known[1]) == "curse"


def hands(size: int, known: tuple[int, ...], kinds: int) -> set[tuple[int, ...]]:
    """All hands of a size that hold at least what is known."""
    every = itertools.product(range(size + 1), repeat=kinds)
    return {hand for hand in every if sum(hand) == size and all(h >= k for h, k in zip(hand, known, strict=True))}


def test_known_cards_of_a_kind_go_first() -> None:
    """temple.curse.victims: after a card is laid down, the hands that others can think of are exactly those that come
    of the hands they could think of before: for all hands of up to 4 cards of 3 kinds, and all that can be known."""
    for size in range(1, 5):
        for known in itertools.product(range(size + 1), repeat=3):
            if sum(known) > size:
                continue
            for kind in range(3):
                could = {hand for hand in hands(size, known, 3) if hand[kind]}
                came = {tuple(n - (k == kind) for k, n in enumerate(hand)) for hand in could}
                if not could:
                    continue
                s = position("a1 e5", hands=("red 1",))
                s.hand[0, :3] = min(could)
                s.hand_size[0] = size
                s.known[0, :3] = known
                lay_down(s, 0, kind)
                assert hands(size - 1, tuple(int(n) for n in s.known[0, :3]), 3) == came


def test_news() -> None:
    """An unseen card that is shown, a draw and a struck hand are news; a known card, a step and a choice are not."""
    s = at_move(position("a1 e5", hands=("red 2, red 1, curse", ""), deck="blue 1, " * 4))
    do(s, "step east", "stop")
    assert s.news == 0
    s = at_action(position("b1 e5", hands=("red 1, red 1", ""), deck="blue 1, " * 4))
    s.known[0, 0] = 1
    do(s, "power", "swap red 1")
    assert s.news == 0
    do(s, "swap red 1")
    assert s.news > 0
    s = at_action(position("e4 a5", hands=("curse, red 1", "green 1"), deck="blue 1, " * 4))
    do(s, "curse b4")
    assert s.news == 1


def test_view_is_plain_data_and_shows_only_what_a_seat_knows() -> None:
    """The view of a seat holds its own cards and no other's."""
    s = small()
    for viewer in range(NOBODY, 3):
        seen = copy(s)
        conceal(seen, viewer)
        made = json.loads(json.dumps(view(seen, viewer)))
        assert [seat["cards"] is not None for seat in made["seats"]] == [seat == viewer for seat in range(3)]
        assert made["seats"][1]["known"] == ["curse"]
        assert made["discards"] == {"top": "red 2", "count": 1}
        assert made["discard_pile"]["red 2"] == 1
        assert made["deck"] == 3
        assert made["seats"][0]["piles"]["blue"] == {"ones": 1, "twos": 0, "value": 1}
        assert len(made["rooms"]) == 25


def test_view_of_rooms_and_reach() -> None:
    """What a room counts as, who stands there, and where the mover can go."""
    s = at_move(position("a1 e5", hands=("red 1", ""), tiles="b1 d2 b4 d4", ritual={"red": 1}, deck="red 2, red 2"))
    made = view(s, 0)
    assert made["rooms"][ROOM["b1"]] == {
        "name": "b1",
        "row": 0,
        "col": 1,
        "colour": "yellow",
        "masks": 2,
        "cursed": True,
        "counts_as": 1,
        "coloured": False,
        "pawns": [],
        "tile": 0,
    }
    assert made["rooms"][ROOM["a1"]]["pawns"] == [0]
    assert made["departure"] == ROOM["a1"]
    assert made["steps_left"] == 3
    assert made["ways"] == {"east": ROOM["b1"], "south": ROOM["a2"]}
    assert {"room": ROOM["a3"], "steps": 2} in made["reach"]
    assert {"room": ROOM["b1"], "steps": 1} in made["reach"]
    assert ROOM["a1"] not in {entry["room"] for entry in made["reach"]}
    assert view(s, 1)["reach"] == []
    assert made["ritual"] == {"red": 1, "blue": None, "yellow": None, "green": None}
    assert (made["goal"], made["phase"], made["mover"]) == (3, "move", 0)


def test_view_of_what_is_being_done() -> None:
    """The action as far as it has been chosen."""
    s = at_action(position("a1 a3", hands=("red 1, red 1, red 1, red 2, curse", ""), piles=("", "red 2, blue 2")))
    assert view(s, 0)["acting"] is None
    offer = do(copy(s), "offer red 1")
    assert view(offer, 0)["acting"] == {"kind": "offer", "colour": "red", "played": ["red 1"], "value_left": 2}
    push = do(copy(s), "curse b2")
    assert view(push, 0)["acting"] == {"kind": "curse", "tile": 0, "room": ROOM["b2"]}
    give = do(copy(s), "power")
    assert view(give, 1)["acting"] == {"kind": "power", "power": 3, "victim": 1, "owed": 2}
    swap = do(at_action(position("b1 a3", hands=("red 1, red 1", ""))), "power", "swap red 1")
    assert view(swap, 0)["acting"] == {"kind": "power", "power": 2, "swapped": 1}


def test_observation_puts_the_own_seat_first() -> None:
    """What a seat sees of itself stands at the same place for every seat."""
    s = small()
    made = []
    for viewer in range(3):
        turned = copy(s)
        for seat in range(3):
            for name in ("pawn", "hand", "hand_size", "known", "pile"):
                turned[name][(seat + viewer) % 3] = s[name][seat]
        turned.mover = turned.to_act = viewer
        conceal(turned, viewer)
        out = np.full(GAME.features, np.nan, np.float32)
        GAME.kernels.observe(turned, viewer, out)
        made.append(out)
    assert np.array_equal(made[0], made[1])
    assert np.array_equal(made[0], made[2])
    other = copy(s)
    other.hand[0] = counts("red 1, red 1")
    conceal(other, 0)
    out = np.zeros(GAME.features, np.float32)
    GAME.kernels.observe(other, 0, out)
    assert not np.array_equal(made[0], out)


def numbers(s: Any, viewer: int) -> dict[str, list[int]]:
    """What a seat observes, by name: of each span the places that are not 0."""
    seen, out = copy(s), np.full(GAME.features, np.nan, np.float32)
    conceal(seen, viewer)
    GAME.kernels.observe(seen, viewer, out)
    parts = np.split(out, np.cumsum([span.count for span in LAYOUT])[:-1])
    return {span.name: np.flatnonzero(part).tolist() for span, part in zip(LAYOUT, parts, strict=True)}


def test_observation_tells_what_can_be_earned() -> None:
    """Where walks can end, and where an offering can be made and earns its mask: by the own hand, not by another's."""
    s = at_move(position("a1 d5", hands=("blue 2", "green 2"), piles=("blue 2, blue 1", "green 2, green 1, green 1")))
    own, other = numbers(s, 0), numbers(s, 1)
    c1, e1, d1 = (ROOM[name] for name in ("c1", "e1", "d1"))
    assert own[f"room {c1} payable"] == own[f"room {c1} earns"] == [0]  # two of blue, and 3 lie there already
    assert own[f"room {e1} payable"] == own[f"room {d1} payable"] == []  # three of blue; green
    assert other[f"room {c1} payable"] == []
    assert own["seat 0 ends"] == other["seat 1 ends"]
    assert own["seat 0 completes"] == other["seat 1 completes"] == [COLOUR["blue"]]
    assert own["seat 1 completes"] == [COLOUR["green"]]  # in c5, for all that others know
    assert other["seat 0 completes"] == [COLOUR["green"]]
    s.hand[1] = counts("curse")
    assert numbers(s, 0) == own
    assert numbers(s, 1)["seat 0 completes"] == []


def test_a_state_is_small() -> None:
    """A batch of states stays in the cache."""
    assert layout_of(GAME.state).itemsize < 384
    assert GAME.action_count < 256
