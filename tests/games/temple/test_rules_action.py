"""Temple: the three actions: offering, curse, and the power of the room."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from chapterhouse.games.temple import GAME
from chapterhouse.games.temple.rules.cards import pile_value
from chapterhouse.games.temple.rules.legality import act
from chapterhouse.games.temple.rules.rooms import place_pawn
from chapterhouse.games.temple.state import NOBODY, NOWHERE, ROOMS, SIDE, Phase
from chapterhouse.games.temple.tables import room_name
from tests.games.temple.position import (
    COLOUR,
    KIND,
    ROOM,
    at_action,
    at_move,
    begin,
    code_of,
    copy,
    counts,
    do,
    legal,
    phase,
    position,
    refused,
    words_of,
)

DECK = "blue 1, blue 1, blue 1, green 1, green 1, green 1"


def offers(s: Any) -> set[str]:
    return {words for words in legal(s) if words.startswith("offer")}


# ── Offering ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_offer() -> None:
    """temple.offer: cards of the room's colour worth exactly its masks go to the own pile of that colour."""
    s = at_action(position("b1 e5", hands=("yellow 2, yellow 1, red 2", ""), deck=DECK))
    assert offers(s) == {"offer yellow 2"}  # one 1 alone cannot make 2
    assert refused(s, "offer yellow 1") == ("temple.offer", "not_exact")
    assert refused(s, "offer red 2") == ("temple.offer", "other_colour.yellow")
    do(s, "offer yellow 2")
    assert words_of(s.pile[0]) == "yellow 2"
    assert words_of(s.hand[0]) == "red 2, yellow 1"
    assert s.mover == 1


def test_offer_refuses() -> None:
    """temple.offer: exactly, so not more; only what one holds; not in a room without colour."""
    s = at_action(position("d1 e5", hands=("green 2, green 1",), deck=DECK))
    assert refused(s, "offer green 2") == ("temple.offer", "too_much")
    assert offers(s) == {"offer green 1"}
    s = at_action(position("b1 e5", hands=("yellow 2",), deck=DECK))
    assert refused(s, "offer yellow 1") == ("temple.offer", "not_in_hand")
    s = at_action(position("b2 e5", hands=("red 1, blue 1, yellow 1, green 1",), deck=DECK))
    assert offers(s) == set()
    assert refused(s, "offer red 1") == ("temple.offer", "no_colour")
    s = at_action(position("a1 e5", hands=("red 1, red 2",), tiles="a1 d2 b4 d4", deck=DECK))
    assert refused(s, "offer red 1") == ("temple.offer", "no_colour")


def test_offer_card_by_card() -> None:
    """temple.offer: a first 1 in a 3-mask room leaves a choice; value 1 that lacks is filled up with the only card."""
    s = at_action(position("a1 e5", hands=("red 1, red 1, red 1, red 2", ""), deck=DECK))
    assert offers(s) == {"offer red 1", "offer red 2"}
    one = do(copy(s), "offer red 1")
    assert (phase(one), one.to_offer, one.mover) == ("OFFER", 2, 0)
    assert legal(one) == {"offer red 1", "offer red 2"}
    assert refused(one, "power") == ("temple.offer", "not_asked.offer")
    assert words_of(do(copy(one), "offer red 1").pile[0]) == "red 1, red 1, red 1"
    assert words_of(do(copy(one), "offer red 2").pile[0]) == "red 1, red 2"
    two = do(copy(s), "offer red 2")
    assert (words_of(two.pile[0]), two.mover) == ("red 1, red 2", 1)


@pytest.mark.parametrize(("room", "masks"), [("c2", 1), ("a3", 2), ("a1", 3)])
def test_offer_by_enumeration(room: str, masks: int) -> None:
    """temple.offer: for every hand, a card is legal when some exact offering holds it, and there is no dead end."""
    for ones, twos in itertools.product(range(6), repeat=2):
        if not 1 <= ones + twos <= 5:
            continue
        exact = {(a, b) for a in range(ones + 1) for b in range(twos + 1) if a + 2 * b == masks}
        hand = ", ".join(["red 1"] * ones + ["red 2"] * twos)
        s = at_action(position(f"{room} e5", hands=(hand, ""), deck=DECK))
        firsts = {f"offer red {v + 1}" for v in range(2) if any(made[v] for made in exact)}
        assert offers(s) == firsts
        assert {pile for pile in played(s) if pile != (0, 0)} == exact


def played(s: Any) -> set[tuple[int, int]]:
    """All red piles that can come of the offers from here."""
    if s.mover != 0:
        return {(int(s.pile[0, 0]), int(s.pile[0, 1]))}
    found: set[tuple[int, int]] = set()
    choices = offers(s)
    assert choices or s.phase == Phase.ACTION
    for words in choices:
        found |= played(do(copy(s), words))
    return found


def test_offer_complete() -> None:
    """temple.offer.complete: a pile of 5 is discarded, the mask taken from the table; other piles of it are gone."""
    s = at_action(
        position(
            "b1 e5 a5",
            hands=("yellow 2, yellow 1", "yellow 1, yellow 2", ""),
            piles=("yellow 2, yellow 1, red 1", "yellow 2, blue 1", "yellow 1"),
            deck=DECK,
        )
    )
    do(s, "offer yellow 2")
    assert int(s.ritual[COLOUR["yellow"]]) == 0
    assert words_of(s.pile[0]) == "red 1"
    assert words_of(s.pile[1]) == "blue 1"
    assert words_of(s.pile[2]) == ""
    assert words_of(s.discards) == "yellow 1, yellow 1, yellow 2, yellow 2, yellow 2"
    assert int(s.hand[1, KIND["yellow 1"]]) == 1  # cards in hand are not touched
    assert int(s.hand[0, KIND["yellow 1"]]) == 1


def test_offer_complete_not_before_5() -> None:
    """temple.offer.complete: at 4 nothing happens, at 5 and more it does; the pile counts its values."""
    for pile, masks, done in (
        ("red 2", 2, False),
        ("red 2, red 1", 2, True),
        ("red 2, red 2", 3, True),
        ("", 3, False),
    ):
        room = {2: "a3", 3: "a1"}[masks]
        s = at_action(position(f"{room} e5", hands=("red 2, red 1",), piles=(pile,), deck=DECK))
        do(s, "offer red 2")
        assert (int(s.ritual[0]) == 0) == done
        assert (pile_value(s, 0, 0) == 0) == done


@pytest.mark.parametrize("owner", [NOBODY, 0, 1])
def test_offer_complete_takes_the_mask_from_anywhere(owner: int) -> None:
    """temple.offer.complete: from the table or from its owner, or one's own anew, which clears the others' piles."""
    ritual = {"red": owner} if owner != NOBODY else {}
    s = at_action(position("a3 e5", hands=("red 2",), piles=("red 2, red 1", "red 2, red 2"), ritual=ritual, deck=DECK))
    do(s, "offer red 2")
    assert int(s.ritual[0]) == 0
    assert pile_value(s, 1, 0) == 0


# ── Curse ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_curse() -> None:
    """temple.curse: a curse card is discarded; any one of the tiles moves to a room beside it."""
    s = at_action(position("e4 a5", hands=("curse, red 1",), deck=DECK))
    assert {w for w in legal(s) if w.startswith("curse")} == {"curse b2", "curse d2", "curse b4", "curse d4"}
    do(s, "curse b4")
    assert (phase(s), words_of(s.discards), int(s.hand_size[0])) == ("PUSH", "curse", 1)
    assert legal(s) == {"push north", "push east", "push south", "push west"}
    assert refused(s, "power") == ("temple.curse", "not_asked.push")
    do(s, "push west")
    assert int(s.tile_on[ROOM["a4"]]) == 2
    assert int(s.tile_on[ROOM["b4"]]) == -1
    assert s.mover == 1


def test_curse_needs_its_card_and_a_tile() -> None:
    """temple.curse: only with a curse card, and where a tile lies."""
    s = at_action(position("e4 a5", hands=("red 1",), deck=DECK))
    assert refused(s, "curse b2") == ("temple.curse", "no_curse_card")
    s = at_action(position("e4 a5", hands=("curse",), deck=DECK))
    assert refused(s, "curse a1") == ("temple.curse", "no_tile_there")


def test_curse_tiles_never_share_a_room() -> None:
    """temple.curse: a tile must move, not off the board, not onto another; the only way is gone at once."""
    s = at_action(position("e4 a5", hands=("curse, red 1",), tiles="a1 b1 a2 e1", deck=DECK))
    assert refused(s, "curse a1") == ("temple.curse", "tile_hemmed_in")
    assert {w for w in legal(s) if w.startswith("curse")} == {"curse b1", "curse a2", "curse e1"}
    do(s, "curse b1")
    assert legal(s) == {"push east", "push south"}
    assert refused(s, "push north") == ("temple.curse", "wall")
    assert refused(s, "push west") == ("temple.curse", "tile_there")
    s = at_action(position("e4 a5", hands=("curse",), tiles="a1 b1 e1 e2", deck=DECK))
    do(s, "curse a1")
    assert (int(s.tile[0]), s.mover) == (ROOM["a2"], 1)


def test_curse_moves_orthogonally_from_everywhere() -> None:
    """temple.curse: the ways of a tile are those to the free rooms beside it, for every place."""
    for room in range(ROOMS):
        rest = [r for r in (0, 4, 20) if r != room] + [24] * (room in (0, 4, 20))
        others = [room_name(r) for r in rest if r != room][:3]
        s = at_action(position("c3 c3", hands=("curse",), tiles=" ".join([room_name(room), *others]), deck=DECK))
        row, column = divmod(room, SIDE)
        beside = [(row + r, column + c) for r, c in ((-1, 0), (0, 1), (1, 0), (0, -1))]
        inside = [0 <= r < SIDE and 0 <= c < SIDE and room_name(r * SIDE + c) not in others for r, c in beside]
        act(s, code_of(s, f"curse {room_name(room)}"))
        ways = [way for way, free in zip(("north", "east", "south", "west"), inside, strict=True) if free]
        assert legal(s) == {f"push {way}" for way in ways}


def test_curse_blesses_the_room_it_leaves() -> None:
    """temple.curse: taking the tile off a coloured room blesses it; nobody there is cursed by that."""
    s = at_action(position("a5 a1", hands=("curse", "red 1, red 2"), tiles="a1 d2 b4 d4", deck=DECK))
    do(s, "curse a1", "push east")
    assert words_of(s.known[1]) == ""
    assert words_of(s.discards) == "curse"
    assert s.reach == 3  # his turn begins in a room of 3 masks again
    assert int(s.hand_size[1]) == 5


def test_curse_victims() -> None:
    """temple.curse.victims: who stands there shows his hand and discards all cards of the printed colour from it."""
    s = position("e4 a3", hands=("curse", "red 1, red 2, red 2, blue 1"), piles=("", "red 2"), tiles="a2 d2 b4 d4",
                 deck=DECK)  # fmt: skip
    do(at_action(s), "curse a2", "push south")
    assert words_of(s.discards) == "red 1, red 2, red 2, curse"
    assert words_of(s.known[1]) == "blue 1"
    assert words_of(s.pile[1]) == "red 2"  # hand, not piles
    assert [int(n) for n in s.taken] == [1, 2]
    assert int(s.hand_size[1]) == 2  # he has drawn 1 in the cursed room


def test_curse_victims_own_pawn_too() -> None:
    """temple.curse.victims: your own pawn too."""
    s = at_action(position("a3 e5", hands=("curse, red 1, green 1", "red 1"), tiles="a2 d2 b4 d4", deck=DECK))
    do(s, "curse a2", "push south")
    assert words_of(s.known[0]) == "green 1"
    assert words_of(s.hand[0]) == "green 1"
    assert words_of(s.known[1]) == ""


@pytest.mark.parametrize(("target", "tiles", "way"), [("b2", "a2 d2 b4 d4", "east"), ("c3", "c2 d2 b4 d4", "south")])
def test_curse_victims_without_colour_only_show(target: str, tiles: str, way: str) -> None:
    """temple.curse.victims: on a grey or the start room he only shows his hand; there all who share it do."""
    others = "c3 c3" if target == "c3" else target
    hands = ("curse", "red 1, blue 2", "green 2, curse")
    s = position(f"e4 {others}", hands=hands[: len(others.split()) + 1], tiles=tiles, deck=DECK)
    first = tiles.split()[0]
    do(at_action(s), f"curse {first}", f"push {way}")
    assert words_of(s.discards) == "curse"
    assert words_of(s.known[1]) == "red 1, blue 2"
    if target == "c3":
        assert words_of(s.known[2]) == "green 2, curse"


def test_curse_victims_shown_cards_are_known_until_they_go() -> None:
    """temple.curse.victims: what was shown is known until it is played or discarded; new cards are not."""
    s = position("e4 c3", hands=("curse", "red 1, red 1, blue 2"), tiles="c2 d2 b4 d4", deck="red 1, " * 8)
    do(at_action(s), "curse c2", "push south")
    assert s.mover == 1
    assert words_of(s.hand[1]) == "red 1, red 1, red 1, blue 2"  # he has drawn one more
    assert words_of(s.known[1]) == "red 1, red 1, blue 2"
    place = copy(s)
    do(s, "step west", "power", "done")
    assert words_of(s.known[1]) == "red 1, red 1, blue 2"
    at_action(place)
    from_hand = do(copy(place), "power", "done")
    assert words_of(from_hand.known[1]) == "red 1, red 1, blue 2"
    place_pawn(place, 1, ROOM["a3"])  # a red room of 2 masks
    do(place, "offer red 1")
    assert words_of(place.known[1]) == "blue 2"
    assert words_of(place.hand[1]) == "red 1, blue 2"


# ── Powers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_power_1() -> None:
    """temple.power.1: to any other 1-mask room without a pawn, cursed ones count; the turn ends there."""
    s = at_action(position("d1 b5 a2", hands=("red 1", "", ""), tiles="a1 d2 b4 d4", deck=DECK))
    do(s, "power")
    ones = {"a1", "b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4", "e4"}  # a1 is cursed; b5 and a2 are taken
    assert legal(s) == {f"leap {room}" for room in ones} | {"done"}
    assert refused(s, "leap d1") == ("temple.power.1", "same_room")
    assert refused(s, "leap b5") == ("temple.power.1", "room_taken")
    assert refused(s, "leap e1") == ("temple.power.1", "not_one_mask")
    assert refused(s, "stop") == ("temple.power.1", "not_asked.leap")
    do(s, "leap a1")
    assert (int(s.pawn[0]), s.mover) == (ROOM["a1"], 1)
    assert int(s.pawns_in[ROOM["d1"]]) == 0


def test_power_1_from_a_cursed_room_and_without_moving() -> None:
    """temple.power.1: in cursed rooms too; it may be used without moving."""
    s = at_action(position("a1 e5", hands=("red 1", ""), tiles="a1 d2 b4 d4", deck=DECK))
    do(s, "power")
    assert phase(s) == "LEAP"
    do(s, "done")
    assert (int(s.pawn[0]), s.mover) == (ROOM["a1"], 1)


def test_power_1_back_to_where_the_turn_began() -> None:
    """temple.power.1: any other 1-mask room, the one where the walk began among them."""
    s = at_action(position("d1 e5", hands=("red 1", ""), deck=DECK))
    s.departure, s.reach = ROOM["d2"], 1
    do(s, "power", "leap c2")
    assert (int(s.pawn[0]), s.mover) == (ROOM["c2"], 1)


def test_power_2() -> None:
    """temple.power.2: discard any number of cards, also none, and draw as many."""
    s = at_action(position("b1 e5", hands=("red 1, red 1, curse", ""), deck=DECK))
    none = do(copy(s), "power", "done")
    assert (words_of(none.hand[0]), none.news - s.news) == ("red 1, red 1, curse", 1)  # the news is seat 1's draw
    do(s, "power")
    assert legal(s) == {"swap red 1", "swap curse", "done"}
    assert refused(s, "swap blue 1") == ("temple.power.2", "not_in_hand")
    assert refused(s, "power") == ("temple.power.2", "not_asked.swap")
    do(s, "swap curse", "swap red 1")
    assert (phase(s), s.deck_left, s.swapped) == ("SWAP", 6, 2)
    do(s, "done")
    assert int(s.hand_size[0]) == 3
    assert int(s.hand[0, 0]) == 1
    assert words_of(s.discards) == "red 1, curse"
    assert s.mover == 1
    assert s.swapped == 0


def test_power_2_ends_when_the_hand_is_empty() -> None:
    """temple.power.2: with the last card put away nothing is left to ask."""
    s = at_action(position("b1 e5", hands=("red 1", ""), deck=DECK))
    do(s, "power", "swap red 1")
    assert (int(s.hand_size[0]), s.mover) == (1, 1)


def test_power_3() -> None:
    """temple.power.3: every other player in a room of the same colour gives value 2, clockwise, his choice."""
    s = at_action(
        position(
            "a1 a3 e4 d5",
            mover=1,
            hands=("", "red 1", "", ""),
            piles=("red 2, blue 1, blue 1", "red 2", "yellow 1, green 1, green 1", "blue 2"),
            deck=DECK,
        )
    )
    assert s.reach == 2  # seat 1 stands in a 2-mask room: this is no power of 3
    s = at_action(
        position(
            "a3 a1 e4 d5",
            mover=1,
            hands=("", "red 1", "", ""),
            piles=("red 2, blue 1, blue 1", "red 2", "yellow 1, green 1, green 1", "blue 2"),
            deck=DECK,
        )
    )
    do(s, "power")
    assert (s.to_act, s.mover, phase(s)) == (2, 1, "GIVE")
    assert legal(s) == {"give yellow 1", "give green 1"}
    assert refused(s, "give red 2") == ("temple.power.3", "not_in_pile")
    do(s, "give green 1")
    assert (s.to_act, s.owed) == (2, 1)
    do(s, "give yellow 1")
    assert words_of(s.pile[2]) == "green 1"
    assert words_of(s.pile[3]) == ""  # he had one way only
    assert s.to_act == 0
    assert legal(s) == {"give red 2", "give blue 1"}
    do(s, "give blue 1")  # the other 1 follows, there is no choice
    assert words_of(s.pile[0]) == "red 2"
    assert words_of(s.pile[1]) == "red 2"  # he himself is exempt
    assert words_of(s.discards) == "blue 1, blue 1, blue 2, yellow 1, green 1"
    assert s.mover == 2


def test_power_3_spares_other_colours_and_cursed_rooms() -> None:
    """temple.power.3: a cursed room has no colour; it may hit nobody."""
    s = at_action(position("a1 a3 d1", hands=("red 1",), piles=("", "red 2", "red 2"), tiles="a3 d2 b4 d4", deck=DECK))
    do(s, "power")
    assert (words_of(s.pile[1]), words_of(s.pile[2]), s.mover) == ("red 2", "red 2", 1)


def test_power_3_not_from_a_cursed_room() -> None:
    """temple.power.3, temple.room.cursed: a cursed 3-mask room has the power of 1 mask."""
    s = at_action(position("a1 a3", hands=("red 1",), piles=("", "red 2"), tiles="a1 d2 b4 d4", deck=DECK))
    do(s, "power")
    assert phase(s) == "LEAP"


def given(s: Any) -> set[tuple[int, ...]]:
    """The piles of seat 1 that can be left when the power has run."""
    if s.phase != Phase.GIVE:
        return {tuple(int(n) for n in s.pile[1])}
    found: set[tuple[int, ...]] = set()
    for words in legal(s):
        found |= given(do(copy(s), words))
    return found


def test_power_3_by_enumeration() -> None:
    """temple.power.3: for all small piles, one 2 or two 1s go, of any colours; who has only value 1 gives it."""
    for red, blue, twos, green in itertools.product(range(3), range(2), range(3), range(2)):
        pile = np.array([red, 0, blue, 0, 0, twos, 0, green])
        cards = words_of(pile)
        s = at_action(position("a1 a3", hands=("red 1", ""), piles=("", cards), deck=DECK))
        left = set()
        for one in (k for k in range(8) if pile[k]):
            if one % 2:
                left.add(tuple(pile - np.eye(8, dtype=int)[one]))
            for other in (k for k in range(0, 8, 2) if one % 2 == 0 and pile[k] - (k == one) > 0):
                left.add(tuple(pile - np.eye(8, dtype=int)[one] - np.eye(8, dtype=int)[other]))
        if not left:  # nothing, or a single 1
            left = {tuple([0] * 8)}
        do(s, "power")
        assert given(s) == left, cards


def test_power_3_refuses_what_would_fall_short() -> None:
    """temple.power.3: a lone 1 is no way out while there is a 2; once a 1 is given, only a 1 is owed."""
    s = at_action(position("a1 a3", hands=("red 1", ""), piles=("", "red 2, green 2, blue 1"), deck=DECK))
    do(s, "power")
    assert legal(s) == {"give red 2", "give green 2"}
    assert refused(s, "give blue 1") == ("temple.power.3", "not_two_ones")
    assert refused(s, "power") == ("temple.power.3", "not_asked.give")
    s = at_action(position("a1 a3", hands=("red 1", ""), piles=("", "red 2, blue 1, yellow 1, green 1"), deck=DECK))
    do(s, "power", "give blue 1")
    assert legal(s) == {"give yellow 1", "give green 1"}
    assert refused(s, "give red 2") == ("temple.power.3", "only_a_one")


def test_action_none() -> None:
    """temple.action.none: one of the three actions must be chosen; the power is always there and may do nothing."""
    for room in range(ROOMS):
        s = at_action(
            position(f"{room_name(room)} {'e5' if room != 24 else 'a1'}", hands=("curse, red 1, red 2",), deck=DECK)
        )
        assert phase(s) == "ACTION"
        assert "power" in legal(s)
        assert refused(s, "stop") == ("temple.action.none", "not_asked.action")
        assert refused(s, "done") == ("temple.action.none", "not_asked.action")


def test_action_none_with_an_empty_hand() -> None:
    """temple.action.none: all see an empty hand, so the power is used for him; a 2-mask room then does nothing."""
    s = at_action(position("b1 e5"))
    assert s.mover == 1
    s = at_action(position("d1 e5"))
    assert (phase(s), s.mover) == ("LEAP", 0)
    s = at_action(position("a1 a3", piles=("", "red 2, blue 2")))
    assert (phase(s), s.to_act) == ("GIVE", 1)
    s = at_action(position("b1 e5", hands=("red 1",)))
    assert legal(s) == {"power"}  # asked, though there is one answer: the others cannot see why


def test_a_turn_ends_even_when_nothing_is_left() -> None:
    """temple.action.none: with no card in the game and nowhere to go, turns still end, and the game with them."""
    s = begin(position("b1 d2 b5"))
    for _ in range(40):
        do(s, sorted(legal(s))[0])
    assert s.turn > 5
    assert s.pawn.tolist().count(NOWHERE) == 1
    assert counts("") == [int(n) for n in s.hand.sum(axis=0)]
    assert GAME.state_faults(s) == []


def test_decisions_between_turns_are_the_movers() -> None:
    """temple.turn: after an action the next on the left is asked, whoever was asked last."""
    s = at_action(
        position("a1 a3 e4", hands=("red 1", "", ""), piles=("", "red 2, blue 2", "red 2, green 2"), deck=DECK)
    )
    do(s, "power", "give red 2", "give green 2")
    assert (s.mover, s.to_act) == (1, 1)
    assert phase(at_move(s)) == "MOVE"
