"""Temple: the sensible bot, notation, and the log."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chapterhouse.games.protocol import Decision
from chapterhouse.games.temple import GAME
from chapterhouse.games.temple.secrets import conceal
from chapterhouse.games.temple.sensible import sensible
from chapterhouse.games.temple.state import NOBODY, Phase
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests.games.temple.position import at_action, at_move, begin, code_of, copy, dealt, do, position


def chosen(s: Any) -> str:
    """What the bot does, from what it may see."""
    seen = copy(s)
    conceal(seen, s.to_act)
    return GAME.words(s, sensible(seen, seeded(1)[0]))


def test_notation() -> None:
    """One to one over all codes, and the same all game long."""
    s = dealt(4)
    words = [GAME.words(s, code) for code in range(GAME.action_count)]
    assert len(set(words)) == GAME.action_count == 95
    for expected in ("stop", "step north", "discard curse", "power", "offer red 2", "push west", "done", "swap green 1",
                     "give blue 2", "curse b2", "leap e5"):  # fmt: skip
        assert expected in words
    assert all(words[code] == GAME.words(position("a1 e5", tiles="a2 a3 a4 a5"), code) for code in range(len(words)))


@pytest.mark.parametrize(
    ("place", "hand", "prompt"),
    [
        ("a3", "red 2, curse", "Choose one: an offering worth exactly 2, a curse, or the power of the room."),
        ("a3", "red 1, red 1", "Choose one: an offering worth exactly 2, or the power of the room."),
        ("a3", "red 1, curse", "Choose one: a curse, or the power of the room. Your hand cannot make an offering worth "
         "exactly 2."),
        ("c3", "red 2, curse", "Choose one: a curse, or the power of the room. This room has no color, so no offering "
         "here."),
        ("a3", "blue 2", "Use the power of the room: you can neither make an offering nor move a curse now."),
        ("c3", "red 2", "Use the power of the room: you can neither make an offering nor move a curse now."),
    ],
)  # fmt: skip
def test_only_what_is_possible_is_asked(place: str, hand: str, prompt: str) -> None:
    """No offering that the hand cannot make, no curse without a curse card; the others read only whom they wait for."""
    s = at_action(position(f"{place} e5", hands=(hand, ""), deck="blue 1, " * 6))
    assert GAME.prompt(s, 0, GAME.texts("en")) == prompt
    assert GAME.prompt(s, 1, GAME.texts("en")) == "Waiting for Crimson."


def test_bot_offers_where_it_completes() -> None:
    """It walks to the room where an offering earns a mask, and makes it."""
    s = at_move(position("b3 e5", hands=("red 2, green 1", ""), piles=("red 2, red 1",), deck="blue 1, " * 6))
    assert chosen(s) == "step west"  # a3, red with 2 masks
    do(s, "step west")
    assert chosen(s) == "offer red 2"


def test_bot_takes_the_mask_of_a_leader() -> None:
    """Of two offerings that earn a mask it makes the one that keeps another from winning."""
    s = position(
        "b5 e1 c1",
        hands=("green 2, red 1, blue 1", "", ""),
        piles=("green 2, green 2, blue 2, blue 2", "", ""),
        ritual={"green": 1, "yellow": 1, "red": 1},
    )
    at_move(s)
    assert chosen(s) == "step east"  # c5, green with 2 masks, rather than a4 or b5
    do(s, "step east")
    assert chosen(s) == "offer green 2"


def test_bot_curses_a_full_hand() -> None:
    """It moves a curse tile onto another's pawn, never onto its own."""
    s = at_action(
        position("c3 a3", hands=("curse", "red 1, red 1, red 2, red 2"), tiles="a2 c2 b4 d4", deck="blue 1, " * 6)
    )
    assert chosen(s) == "curse a2"
    do(s, "curse a2")
    assert chosen(s) == "push south"


def test_bot_gives_up_what_matters_least() -> None:
    """It gives from the pile that is worth least to it."""
    s = at_action(position("a1 a3", hands=("red 1", ""), piles=("", "red 2, red 2, blue 2"), deck="blue 1, " * 6))
    do(s, "power")
    assert chosen(s) == "give blue 2"


def test_bot_discards_what_serves_least() -> None:
    """Cards of a colour whose mask it has go first."""
    s = begin(position("a1 e5", hands=("red 1, blue 2, green 2", ""), ritual={"blue": 0}, piles=("green 1",)))
    assert s.phase == Phase.DISCARD
    assert chosen(s) == "discard blue 2"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bot_beats_random(players: int) -> None:
    """One sensible seat among random ones wins nearly all games."""
    wins = 0
    for seed in range(4):
        s = dealt(players, seed, NOBODY)
        luck = seeded(seed)[0]
        mask = np.zeros(GAME.action_count, np.int8)
        seat = seed % players
        while s.phase != Phase.OVER:
            if s.to_act == seat:
                seen = copy(s)
                conceal(seen, seat)
                action = sensible(seen, luck)
            else:
                GAME.kernels.legal_mask(s, mask)
                codes = np.flatnonzero(mask)
                action = int(codes[int(luck[0]) % len(codes)])
                luck = seeded(int(luck[1]))[0]
            assert GAME.kernels.is_legal(s, action)
            GAME.kernels.act(s, action)
        wins += s.winner == seat
    assert wins == 4


def told(s: Any, words: str, seat: int = NOBODY, language: str = "en") -> list[str]:
    """The sentences that an action adds to a viewer's log."""
    code = code_of(s, words)
    mover = s.to_act
    before, after = copy(s), copy(s)
    do(after, words)
    conceal(before, seat)
    conceal(after, seat)
    lines = GAME.narrate(
        before, Decision(mover, code, words), after, GAME.texts(language, ["Ann", "Ben", "Cid", "Dot"])
    )
    return [line.text for line in lines]


def test_log_of_an_offering() -> None:
    """temple.offer.complete in words."""
    s = at_action(
        position("a1 e5", hands=("red 2, red 1", ""), piles=("red 2", "red 1"), ritual={"red": 1}, deck="blue 1, " * 3)
    )
    assert told(s, "offer red 2") == [
        "Ann offers red 1 and red 2.",
        "The offering is worth 5: Ann takes the red ritual mask from Ben.",
        "Ben discards the offering begun with red 1.",
        "Turn 2: Ben.",
        "Ben draws 3 cards.",
    ]


def test_log_shows_own_draws_only() -> None:
    """temple.draw: a viewer reads which cards he drew himself, and how many the others did."""
    s = at_action(position("b1 e5", hands=("red 1", ""), deck="blue 1, " * 4))
    do(s, "power")
    assert told(s, "swap red 1", 0)[1] == "Ann draws blue 1."
    assert told(s, "swap red 1", 1)[1] == "Ann draws 1 card."
    assert told(s, "swap red 1", 1)[3] == "Ben draws blue 1, blue 1 and blue 1."
    assert told(s, "swap red 1", NOBODY)[3] == "Ben draws 3 cards."


def test_log_of_a_curse_with_the_deck_running_out() -> None:
    """temple.curse.victims, temple.draw.reshuffle: what was taken is told, also when it is shuffled in at once."""
    s = at_action(position("e4 a3", hands=("curse", "red 1, red 2, blue 1"), tiles="a2 d2 b4 d4"))
    do(s, "curse a2")
    lines = told(s, "push south")
    assert lines[1] == "Ben is cursed and shows the whole hand; discarded: red 1 and red 2; left: blue 1."
    assert "The discards are shuffled into a new deck." in lines
    assert "Ben draws 1 card." in lines


def test_log_of_forced_steps() -> None:
    """temple.move.stuck, temple.move.return: what needed no decision is told."""
    s = at_action(position("e4 a1 b1 a2", hands=("red 1", "red 1"), deck="blue 1, " * 5, tiles="b2 d2 b4 a5"))
    do(s, "power")
    assert told(s, "done")[-1] == "Ben cannot move and stays in a1 (red, 3 masks)."
    s = at_action(position("e4 a1 b1 e1", hands=("red 1", "red 1"), deck="blue 1, " * 5, tiles="b2 d2 b4 a5"))
    do(s, "power")
    assert told(s, "done")[-1] == "Ben walks to a2 (yellow, 1 mask)."
    s = at_move(position("b1 a2 e1", hands=("red 1",)))
    do(s, "step west")
    assert told(s, "step east") == ["Ann has no other way and walks back to b1 (yellow, 2 masks)."]


def test_log_of_the_end() -> None:
    """temple.goal, temple.end in words."""
    s = at_action(position("d1 e5", hands=("red 1", ""), ritual={"red": 1, "blue": 1, "green": 1}))
    do(s, "power")
    assert told(s, "done")[-1] == "Ben begins the turn with 3 ritual masks and wins."
    s.ritual[:] = NOBODY
    s.turn = 400
    assert told(s, "done")[-1] == "Every player has had 200 turns: the game is a draw."


@pytest.mark.parametrize("language", ["en", "it", "es", "fr"])
def test_a_table_speaks(language: str) -> None:
    """Prompt, legal actions and log of a whole game in every language, with no key and no open part."""
    table = Table("temple", players=3, seed=5)
    luck = seeded(5)[0]
    for _ in range(60):
        if table.over:
            break
        view = table.view(table.to_act, language)
        said = [view["prompt"], *(action["says"] for action in view["legal"])]
        assert all(text and "{" not in text and not text.startswith(("prompt.", "does.")) for text in said)
        table.act(table.engine.sensible(table.seen(table.to_act), luck))
    lines = table.log(0, table.texts(language))
    assert len(lines) > 60
    assert all(line.rule.startswith("temple.") and "{" not in line.text and "log." not in line.text for line in lines)
