"""Templar in sentences: every action is told in every language, nothing hidden is, and all of it happened so."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from chapterhouse.games import conformance, load
from chapterhouse.games.protocol import HIDDEN, NOBODY, Decision, LogLine
from chapterhouse.games.templar.rules.abbey import pair_of, put_piece, shelf_of
from chapterhouse.games.templar.state import (
    ALL_CARDS,
    CARD,
    CHURCH,
    DOOR,
    DROP,
    FIRST_RING,
    HARBOR,
    MAIN,
    NO_CARD,
    RINGS,
    SCORED,
    STASH,
    STEP,
    STOP,
    STORE,
    TAKE,
    Card,
    Final,
    Kind,
    Phase,
)
from chapterhouse.games.templar.words.events import first_state, rest_of_states
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.options import read_data, resolve
from chapterhouse.texts import LANGUAGES, Texts

GAME = load("templar")
KERNELS = GAME.kernels
TEXTS = {language: GAME.texts(language) for language in LANGUAGES}
TABLES = {key.split(".")[0] for key in TEXTS["en"].under("")}
RAW_KEY = re.compile(rf"\b(?:{'|'.join(sorted(TABLES))})\.[a-z_]")
RULES = {key.removeprefix("rules.") for key in TEXTS["en"].under("rules.")}
CASES: list[dict[str, Any]] = [
    {"players": 2, "mistakes": "penalised"},
    {"players": 2, "edition": "es", "stephanus": False},
    {"players": 3, "placement": "first-game", "mistakes": "penalised"},
    {"players": 4, "edition": "it"},
    {"players": 5, "edition": "es"},
]
EVERY_CASE = pytest.mark.parametrize("options", CASES, ids=lambda options: "-".join(map(str, options.values())))


def dealt(seed: int, **options: Any) -> Any:
    """A game that has just been set up, as an array with one state."""
    chosen = resolve(GAME, options.pop("players", 3), options)
    return conformance.deal(GAME, KERNELS, chosen, read_data(GAME, chosen), seed)


def told(states: Any, code: int, viewer: int = NOBODY, language: str = "en") -> list[LogLine]:
    """Do it, and what this viewer reads of it."""
    before, seat = states.copy(), int(states[0].to_act)
    KERNELS.act(states[0], code)
    return told_of(before, code, states, seat, viewer, TEXTS[language])


def told_of(before: Any, code: int, after: Any, seat: int, viewer: int, texts: Texts) -> list[LogLine]:
    is_hidden = viewer != seat and GAME.is_secret(before[0], code)
    decision = Decision(seat, code, GAME.words(before[0], code))
    then, now = (conformance.concealed(KERNELS, states, viewer)[0] for states in (before, after))
    return GAME.narrate(then, decision.hidden() if is_hidden else decision, now, texts)


def texts(lines: list[LogLine]) -> list[str]:
    return [line.text for line in lines]


def check(text: str) -> None:
    """It reads like a sentence."""
    assert text
    assert "{" not in text
    assert "}" not in text
    assert "  " not in text
    assert not RAW_KEY.search(text), text


# ── Whole games ─────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_CASE
def test_every_action_is_told_in_every_language(options: dict[str, Any]) -> None:
    states = dealt(11, **options)
    for n, (now, code) in enumerate(conformance.walk(GAME, KERNELS, states, seeded(5)[0], 1200)):
        if code < 0:
            break
        texts = TEXTS[LANGUAGES[n % 4]]
        seat, viewer = int(now[0].to_act), n % (now[0].players + 1) - 1
        own = conformance.concealed(KERNELS, now, seat)[0]
        check(GAME.says(own, code, texts))
        check(GAME.prompt(own, seat, texts))
        check(GAME.prompt(conformance.concealed(KERNELS, now, viewer)[0], viewer, texts))
        after = now.copy()
        KERNELS.act(after[0], code)
        lines = told_of(now, code, after, seat, viewer, texts)
        assert lines, GAME.words(now[0], code)
        for line in lines:
            check(line.text)
            assert line.text.endswith(".")
            assert line.rule in RULES
            assert NOBODY <= line.seat < now[0].players


@EVERY_CASE
def test_the_log_follows_the_game_exactly(options: dict[str, Any]) -> None:
    """What the log plays again, rule by rule, ends in the state in which the game really is."""
    states = dealt(12, **options)
    followed = 0
    for now, code in conformance.walk(GAME, KERNELS, states, seeded(6)[0], 1500):
        if code < 0:
            break
        after = now.copy()
        KERNELS.act(after[0], code)
        if after[0].phase == Phase.CHOOSE:
            continue
        then, seen = (conformance.concealed(KERNELS, each, NOBODY) for each in (now, after))
        s = first_state(then[0], HIDDEN if GAME.is_secret(now[0], code) else code, seen[0])
        for _ in rest_of_states(s, seen[0]):
            followed += 1
        then[0] = s
        assert conformance.same(then, seen, ("rng", "news")) == []
    assert followed > 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_action_says_what_it_does(language: str) -> None:
    states = dealt(13, players=4, mistakes="penalised")
    mask = np.zeros(GAME.action_count, np.int8)
    for n, (now, _) in enumerate(conformance.walk(GAME, KERNELS, states, seeded(7)[0], 300)):
        if n % 3 == 0 and now[0].phase != Phase.OVER:
            own = conformance.concealed(KERNELS, now, int(now[0].to_act))[0]
            KERNELS.legal_mask(own, mask)
            said = [GAME.says(own, int(code), TEXTS[language]) for code in np.flatnonzero(mask)]
            for each in said:
                check(each)
            assert len(set(said)) == len(said), "two actions read the same"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence(language: str) -> None:
    states = dealt(14, players=3, edition="en")
    for n, (now, _) in enumerate(conformance.walk(GAME, KERNELS, states, seeded(8)[0], 400)):
        if n % 4 == 0:
            own = conformance.concealed(KERNELS, now, max(0, int(now[0].to_act)))[0]
            for code in range(GAME.action_count):
                refused = GAME.explain(own, code)
                if refused:
                    assert refused.rule in RULES
                    check(refused.says(TEXTS[language]))


# ── Secrets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def at_first_choice(players: int = 3) -> Any:
    states = dealt(3, players=players, start=0)
    mask = np.zeros(GAME.action_count, np.int8)
    while states[0].phase != Phase.CHOOSE:
        KERNELS.legal_mask(states[0], mask)
        KERNELS.act(states[0], int(np.flatnonzero(mask)[0]))
    return states


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_round_choices_never_leak(language: str) -> None:
    """templar.turn.first-round: others read only that a card was chosen, whichever it is."""
    for viewer in (NOBODY, 1, 2):
        said = {str(texts(told(at_first_choice(), CARD + card, viewer, language))) for card in range(10)}
        assert len(said) == 1
    own = {str(texts(told(at_first_choice(), CARD + card, 0, language))) for card in range(10)}
    assert len(own) == 10


def test_first_round_cards_are_told_when_all_have_chosen() -> None:
    """templar.turn.first-round, templar.bells.hand: The Bells bring nothing and the turn goes on at once."""
    states = at_first_choice()
    assert texts(told(states, CARD + Card.BELLS, viewer=1)) == ["Crimson has chosen a card."]
    assert texts(told(states, CARD + Card.MARIA, viewer=1)) == ["Azure has chosen Maria, face down."]
    lines = told(states, CARD + Card.MARIA, viewer=1)
    assert texts(lines) == [
        "Gold has chosen a card.",
        "The cards are revealed: Crimson shows The Bells, Azure shows Maria and Gold shows Maria.",
        "Crimson carries out the card: The Bells.",
        "The Bells bring nothing in the first round.",
        "Azure carries out the card: Maria.",
    ]
    assert {line.rule for line in lines} == {"templar.turn.first-round"}


def test_who_is_waited_for() -> None:
    states = at_first_choice()
    texts = TEXTS["en"]
    assert GAME.prompt(states[0], NOBODY, texts) == "Waiting for Crimson, Azure and Gold."
    KERNELS.act(states[0], CARD + Card.JOSUA)
    assert GAME.prompt(states[0], 0, texts) == "Waiting for Azure and Gold."
    assert GAME.prompt(states[0], 2, texts) == "Choose a card in secret. All are revealed together."


# ── Positions made by hand, most of them the rulebooks' examples ────────────────────────────────────────────────────


def position(**options: Any) -> Any:
    """Round 2, Crimson to play a card; all pawns at the main portal, figures far away, no piece placed, all in hand."""
    states = dealt(1, **{"start": 0} | options)
    s = states[0]
    s.phase, s.to_act, s.active, s.round = Phase.CARD, 0, 0, 2
    s.remigius, s.vitus, s.severus = 6, 5, CHURCH
    return states


def put(s: Any, room: int, k: int, kind: int, seat: int, is_scored: bool = False) -> None:
    """A piece of the seat's reserve on a shelf of a room (printed number)."""
    s.reserve[seat, kind] -= 1
    put_piece(s, room - 1, k, kind, seat)
    if is_scored:
        shelf = shelf_of(room - 1, k)
        places = range(s.first_place[shelf], s.first_place[shelf + 1])
        last = max(place for place in places if s.piece[place] == seat)
        s.piece[last] += SCORED


def stock_harbor(s: Any, tiles: dict[int, list[int]]) -> None:
    """These tiles of each kind in these storehouses (printed numbers), none in the others."""
    s.harbor[:] = 0
    for number, counts in tiles.items():
        s.harbor[number - 1] = counts
    s.filled[:] = s.harbor.sum(axis=1)


STEPHANUS = {
    "en": "Crimson scores 3 points in room 2: Azure, Remigius and Severus look on.",
    "it": "Cremisi guadagna 3 punti nella stanza 2: assistono Azzurro, Remigius e Severus.",
    "es": "Carmesí gana 3 puntos en la habitación 2: miran Azur, Remigius y Severus.",
    "fr": "Carmin marque 3 points dans la salle 2\u202f: Azur, Remigius et Severus regardent.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_stephanus_in_a_full_room(language: str) -> None:
    """templar.stephanus: a pawn, Severus and Remigius, 3 points."""
    states = position()
    s = states[0]
    s.pawn[0], s.pawn[1], s.remigius, s.severus = 0, 1, 1, 1
    KERNELS.act(s, CARD + Card.STEPHANUS)
    own = TEXTS[language]
    assert "3" in GAME.says(s, STEP + 1, own)
    KERNELS.act(s, STEP + 1)
    assert "3" in GAME.says(s, STOP, own)
    lines = told(states, STOP, language=language)
    assert lines[1] == LogLine(0, STEPHANUS[language], "templar.stephanus")


def test_what_stephanus_would_do() -> None:
    states = position()
    s = states[0]
    s.pawn[0], s.remigius = 0, 1
    KERNELS.act(s, CARD + Card.STEPHANUS)
    assert GAME.says(s, STEP + 1, TEXTS["en"]) == "Move to room 2; if you stop there: 1 point."
    assert GAME.says(s, STEP + 1, TEXTS["fr"]) == "Aller dans la salle 2\u202f; si vous vous y arrêtez\u202f: 1 point."


def test_remigius_scores_a_room() -> None:
    """templar.remigius.score, templar.remigius.flip, templar.vitus: book 3 and two rings 2 + 2 for one owner, a ring 2
    for another, nothing for a scored chalice."""
    states = position()
    s = states[0]
    put(s, 8, 1, Kind.BOOK, 0)
    put(s, 8, RINGS, Kind.ROUND, 0)
    put(s, 8, RINGS, Kind.ROUND, 0)
    put(s, 8, RINGS, Kind.ROUND, 1)
    put(s, 8, 0, Kind.CHALICE, 2, is_scored=True)
    KERNELS.act(s, CARD + Card.REMIGIUS)
    # from room 7 he goes straight on to 8, as Vitus is in 6, and may go on to 9
    assert GAME.says(s, STOP, TEXTS["en"]) == "Remigius stops in room 8: Crimson 7 and Azure 2."
    lines = told(states, STOP)
    assert texts(lines) == [
        "Crimson has Remigius stop in room 8.",
        "Crimson scores 7 points in room 8: a book and 2 round rings.",
        "Azure scores 2 points in room 8: a round ring.",
        "Scored now: a book.",
        "Vitus follows to room 7.",
        "Crimson flips a round ring in room 8.",
        "Azure flips a round ring in room 8.",
    ]
    assert [line.rule for line in lines[1:]] == [
        "templar.remigius.score",
        "templar.remigius.score",
        "templar.remigius.flip",
        "templar.vitus",
        "templar.remigius.flip",
        "templar.remigius.flip",
    ]


def test_remigius_scores_nothing_before_severus() -> None:
    """templar.remigius.score: with Severus there nobody scores, and Vitus follows."""
    states = position()
    s = states[0]
    s.severus = 7
    put(s, 8, 1, Kind.BOOK, 0)
    KERNELS.act(s, CARD + Card.REMIGIUS)
    assert GAME.says(s, STOP, TEXTS["en"]) == "Remigius stops in room 8: Severus is there, nobody scores."
    assert texts(told(states, STOP))[1:3] == ["Severus is in room 8: nobody scores.", "Vitus follows to room 7."]


def test_the_price_of_crossing() -> None:
    """templar.remigius.penalty: in the Spanish edition crossing Vitus's room costs 2 points, never below 0."""
    for score, line in ((5, "Crimson loses 2 points."), (1, "Crimson loses 1 point.")):
        states = position(edition="es")
        s = states[0]
        s.score[0] = score
        s.door[0], s.door[1] = 6, 7  # 7-8 is closed; Vitus is in 6
        lines = told(states, CARD + Card.REMIGIUS)
        assert texts(lines) == [
            "Crimson plays Remigius.",
            "Crimson leads Remigius to room 6.",
            f"Remigius had to cross Vitus's room: {line}",
        ]
        assert lines[2].rule == "templar.remigius.penalty"
        assert GAME.prompt(s, 0, TEXTS["en"]) == "Remigius may not stop with Vitus: lead him one room further."


def test_maria_and_what_stays() -> None:
    """templar.maria.take, templar.maria.reserve: what will stay is said beforehand, and told afterwards."""
    states = position()
    s = states[0]
    stock_harbor(s, {2: [1, 2, 1, 0, 0]})
    s.reserve[0, Kind.CHALICE], s.reserve[0, Kind.BOOK] = 0, 1
    KERNELS.act(s, CARD + Card.MARIA)
    said = GAME.says(s, STORE + 1, TEXTS["en"])
    assert said == (
        "Go to storehouse 2 and take a book and a round ring. "
        "Stay there, your reserve has no more: a chalice and a book."
    )
    lines = told(states, STORE + 1)
    assert texts(lines) == [
        "Crimson goes to storehouse 2 and takes a book and a round ring.",
        "Storehouse 2 keeps a chalice and a book: the reserve of Crimson has no more.",
    ]
    assert [line.rule for line in lines] == ["templar.maria.take", "templar.maria.reserve"]


def rung(want: str) -> list[LogLine]:
    """The Bells after Anselmus, 3 tiles: storehouses 1 and 2 are full, 4 has a chalice, Azure's pawn is in 5; chance is
    tried until the tiles are drawn in the order that tells this line."""
    for seed in range(200):
        states = position()
        s = states[0]
        s.rng[:] = seeded(seed)[0]
        s.top[0], s.hand[0] = Card.ANSELMUS, ALL_CARDS & ~(1 << Card.ANSELMUS)
        stock_harbor(s, {1: [0, 0, 0, 4, 0], 2: [0, 0, 0, 4, 0], 4: [1, 0, 0, 0, 0]})
        s.bag[:] = [1, 0, 2, 0, 0]
        s.pawn[1] = HARBOR + 4
        lines = told(states, CARD + Card.BELLS)
        if want in texts(lines):
            return lines
    raise AssertionError("no order of the tiles tells this")


def test_bells_after_anselmus() -> None:
    """templar.bells.draw, templar.bells.chalice, templar.bells.visitor, templar.bells.hand: the rulebook's example."""
    lines = rung("Storehouse 6 gets a round ring.")
    assert texts(lines)[:7] == [
        "Crimson plays The Bells.",
        "Anselmus was played before: 3 tiles are due.",
        "Storehouse 3 gets a round ring.",
        "Storehouse 5 gets a chalice.",
        "Storehouse 6 gets a round ring.",
        "Azure stands in storehouse 5 and takes a chalice.",
        "Crimson takes 2 cards back into hand.",
    ]
    assert [line.rule for line in lines[:7]] == [
        "templar.turn.play",
        "templar.bells.number",
        "templar.bells.draw",
        "templar.bells.draw",
        "templar.bells.draw",
        "templar.bells.visitor",
        "templar.bells.hand",
    ]


@pytest.mark.parametrize("edition", ["en", "es"])
def test_bells_with_a_chalice_too_many(edition: str) -> None:
    """templar.bells.chalice: a chalice that finds no storehouse leaves the game. templar.end.bag: then the bag is
    empty; in the Spanish edition the chalice counted, and the number was reached."""
    states = position(edition=edition)
    s = states[0]
    s.top[0], s.hand[0] = Card.ANSELMUS, ALL_CARDS & ~(1 << Card.ANSELMUS)
    stock_harbor(s, {n: [1, 0, 0, 0, 0] for n in range(1, 7)})
    s.bag[:] = [3, 0, 0, 0, 0]
    lines = told(states, CARD + Card.BELLS)
    said = texts(lines)
    assert said[2] == "3 chalices find no storehouse and leave the game."
    empty = ["The bag is empty: no more tiles come."]
    final = [
        "The storehouses could not be fully refilled: the final round begins.",
        "Each player has one more turn; Crimson is last.",
    ]
    hand = ["Crimson takes 2 cards back into hand."]
    assert said[3:6] == hand if edition == "es" else said[3:7] == empty + hand + final


def test_bells_into_a_full_harbor() -> None:
    """templar.bells.draw: until all storehouses are full; that is no end."""
    states = position()
    s = states[0]
    s.top[0], s.hand[0] = Card.ANSELMUS, ALL_CARDS & ~(1 << Card.ANSELMUS)
    stock_harbor(s, {n: [0, 0, 0, 4, 0] for n in range(1, 7)})
    said = texts(told(states, CARD + Card.BELLS))
    assert said[2] == "Every storehouse is full: no more tiles come."
    assert s.final == Final.NOT_YET


def test_a_mistake_and_its_price() -> None:
    """templar.mistake: the card goes back, and costs 1 point where there is one."""
    states = position(players=2, mistakes="penalised")
    s = states[0]
    s.score[0], s.top[1], s.raphael_top = 1, Card.LUCAS, Card.SEVERUS
    assert GAME.prompt(s, 0, TEXTS["en"]) == "Play a card. You may not play: Lucas and Severus."
    assert (
        GAME.says(s, CARD + Card.LUCAS, TEXTS["en"])
        == "Play Lucas, which is barred: it comes back and you lose 1 point."
    )
    (line,) = told(states, CARD + Card.LUCAS)
    assert line == LogLine(
        0,
        "Crimson plays Lucas, which Azure shows: it goes back to the player's hand and costs 1 point.",
        "templar.mistake",
    )
    assert GAME.prompt(s, 0, TEXTS["en"]) == "That card was barred. Play another one."
    states = position(players=2, mistakes="penalised")
    states[0].raphael_top = Card.SEVERUS
    (line,) = told(states, CARD + Card.SEVERUS)
    assert (
        line.text == "Crimson plays Severus, which Raphael shows: it goes back to the player's hand and costs 0 points."
    )


def test_benjamin_carries_a_ring() -> None:
    """templar.benjamin.take, templar.benjamin.drop: next door, another's ring, carried on and stashed; then he may
    walk on."""
    states = position()
    s = states[0]
    put(s, 2, RINGS, Kind.SQUARE, 1)
    s.pawn[0] = 0
    KERNELS.act(s, CARD + Card.BENJAMIN)
    KERNELS.act(s, STEP + 1)
    take = TAKE + 1
    assert GAME.says(s, take, TEXTS["en"]) == "Pick up Azure's square ring in room 2."
    assert GAME.says(s, take, TEXTS["it"]) == "Raccogli un anello quadrato di Azzurro nella stanza 2."
    (line,) = told(states, take)
    assert line == LogLine(0, "Crimson picks up Azure's square ring in room 2.", "templar.benjamin.take")
    assert GAME.prompt(s, 0, TEXTS["en"]) == "You carry a square ring: stash it in a room on your way (2 steps left)."
    assert GAME.says(s, STEP + 11, TEXTS["en"]) == "Carry the ring to room 12."
    assert texts(told(states, STEP + 11)) == ["Crimson moves to room 12."]
    assert GAME.says(s, DROP, TEXTS["en"]) == "Stash the square ring in room 12, area a."
    (line,) = told(states, DROP)
    assert line == LogLine(0, "Crimson stashes the square ring in room 12, area a.", "templar.benjamin.drop")
    assert GAME.prompt(s, 0, TEXTS["en"]) == "Benjamin: walk on, 1 step left, or stop."


def test_a_monk_stashes() -> None:
    """templar.stash.area: the area is named where a room has several. templar.stash.severus: nothing before Severus."""
    states = position()
    s = states[0]
    s.stock[0] = [0, 0, 1, 0, 0]
    s.reserve[0, FIRST_RING] -= 1
    KERNELS.act(s, CARD + Card.ANSELMUS)  # from the main portal there is one way: room 1
    assert GAME.prompt(s, 0, TEXTS["en"]) == "Stash 1 valuable in room 1, or finish."
    lines = told(states, STASH + RINGS + 1)
    assert texts(lines) == ["Crimson stashes a round ring in room 1, area b.", "Crimson has nothing more in stock."]
    states = position()
    states[0].severus = 0
    lines = told(states, CARD + Card.ANSELMUS)
    assert lines[2] == LogLine(0, "Severus is in room 1: Crimson can stash nothing.", "templar.stash.severus")


def test_a_figure_that_cannot_move() -> None:
    """templar.move.stuck: it stays, and its fixed point counts."""
    states = position()
    s = states[0]
    s.neighbours[CHURCH] = 1 << 8
    s.door[0], s.door[1] = 8, CHURCH
    lines = told(states, CARD + Card.SEVERUS)
    assert texts(lines) == ["Crimson plays Severus.", "Crimson scores 1 point.", "Severus cannot move and stays."]
    assert [line.rule for line in lines] == ["templar.turn.play", "templar.severus", "templar.move.stuck"]


def test_the_door() -> None:
    """templar.porticus: the point comes with the card, then the door moves."""
    states = position()
    assert texts(told(states, CARD + Card.PORTICUS)) == ["Crimson plays Porticus.", "Crimson scores 1 point."]
    assert texts(told(states, DOOR + pair_of(4, 5)))[0] == "Crimson moves the door from 9–13 to 5–6."


def test_raphael() -> None:
    """templar.raphael.turn, templar.raphael.bells: what he turned over, and when his deck is shuffled again."""
    states = position(players=2)
    s = states[0]
    s.active = s.to_act = 1
    s.top[0], s.pawn[1] = Card.LUCAS, MAIN
    s.raphael[:] = 0
    s.raphael[Card.LUCAS], s.raphael[Card.MARIA] = 1, 1
    said = set()
    for seed in range(20):
        tried = states.copy()
        tried[0].rng[:] = seeded(seed)[0]
        said.add(tuple(texts(told(tried, CARD + Card.BELLS))[-3:]))
    assert said == {
        ("Azure takes 1 card back into hand.", "Raphael shows Maria.", "Round 3."),
        ("Raphael turns over Lucas, which a player shows already.", "Raphael shows Maria.", "Round 3."),
    }
    s.raphael[:] = 0
    s.raphael[Card.BELLS] = 1
    shuffled = texts(told(states, CARD + Card.BELLS))
    assert shuffled[-3] == "Raphael's Bells ring: all his cards are shuffled again."
    assert shuffled[-2].startswith("Raphael shows ")


def test_the_end() -> None:
    """templar.end.church, templar.end.rooms-bonus, templar.end.win: the last turn is followed by the final scoring."""
    states = position()
    s = states[0]
    s.final, s.final_by, s.turns_left = Final.BAG, 0, 1
    s.score[:3] = [10, 14, 0]
    for room in range(1, 8):
        put(s, room, 1, Kind.BOOK, 0) if room < 7 else put(s, room, 0, Kind.CHALICE, 0)
    put(s, 13, RINGS, Kind.ROUND, 1)
    put(s, 13, RINGS, Kind.ROUND, 2, is_scored=True)
    lines = told(states, CARD + Card.BELLS)[3:]
    assert texts(lines) == [
        "Crimson has valuables in 7 rooms: 4 points.",
        "Crimson has 14 points.",
        "Azure has 1 unscored ring in the church: 2 points.",
        "Azure has valuables in 1 room: 0 points.",
        "Azure has 16 points.",
        "Gold has valuables in 1 room: 0 points.",
        "Gold has 0 points.",
        "Azure wins.",
    ]
    s.score[0], s.phase, s.turns_left, s.active, s.to_act, s.top[0] = 12, Phase.CARD, 1, 0, 0, NO_CARD
    assert texts(told(states, CARD + Card.BELLS))[-1] == "Crimson and Azure share the victory."


def test_the_thirteenth_room() -> None:
    """templar.end.rooms, templar.end.final-round."""
    states = position()
    s = states[0]
    s.in_rooms[0] = (1 << 13) - 1
    KERNELS.act(s, CARD + Card.BELLS)
    silent = states.copy()
    announce = next(block.first for block in GAME.actions if block.verb == "announce")
    assert texts(told(states, announce)) == [
        "Crimson announces valuables in all 13 rooms.",
        "The final round begins.",
        "Each player has one more turn; Crimson is last.",
    ]
    assert texts(told(silent, announce + 1)) == ["Crimson has valuables in all 13 rooms and keeps silent."]


def test_a_game_that_stalls() -> None:
    """templar.end.stall: after round 150 the final round begins; the starting player's neighbour is last."""
    states = position()
    s = states[0]
    s.round, s.active, s.to_act = 150, 2, 2
    lines = told(states, CARD + Card.BELLS)
    assert texts(lines)[-3:] == [
        "Round 151.",
        "150 rounds have been played: the final round begins.",
        "Each player has one more turn; Gold is last.",
    ]
    assert lines[-2].rule == "templar.end.stall"
