"""Notation in the words of a language: every action of every game, read back to the same code."""

from __future__ import annotations

import pytest

from chapterhouse.games import NAMES
from chapterhouse.games.templar.tables import SEAT_NAMES
from chapterhouse.games.templari.tables import FAMILY_NAMES
from chapterhouse.games.temple.tables import COLOUR_NAMES, WAY_NAMES
from chapterhouse.play import notation
from chapterhouse.play.errors import BadNotation, IllegalAction
from chapterhouse.play.notation import fold, forms, in_language
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

FIRST = {
    "en": ("bid 9", "offer red 2", "stash round a"),
    "it": ("offri 9", "offri rossa 2", "nascondi tondo a"),
    "es": ("ofrecer 9", "ofrendar roja 2", "esconder redondo a"),
    "fr": ("offrir 9", "offrir rouge 2", "cacher ronde a"),
}
CANONICAL = ("bid 9", "offer red 2", "stash round a")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_read_in_every_language(name: str, language: str) -> None:
    """All forms of every code, shown or only read, mean that code alone; so does the notation itself."""
    table = Table(name, seed=1)
    texts = table.texts(language)
    for code in range(table.game.action_count):
        words = table.action(code).words
        assert table.action(words, language).code == code
        for form in [in_language(words, texts), *forms(words, texts)]:
            action = table.action(form, language)
            assert (action.code, action.words) == (code, words), form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_verb_and_name_has_its_words(name: str, language: str) -> None:
    """Whatever is not a number or a letter of the board has an entry, and no entry is for nothing."""
    table = Table(name, seed=1)
    texts = table.texts(language)
    said: set[str] = set()
    for code in range(table.game.action_count):
        verb, *names = table.action(code).words.split()
        said |= {f"notation.{verb}" if texts.has(f"notation.{verb}") else f"notation.word.{verb}"}
        said |= {f"notation.word.{each}" for each in names if each.isalpha() and len(each) > 1}
    assert said == set(texts.under("notation."))


@pytest.mark.parametrize(("language", "shown"), FIRST.items())
def test_what_is_shown(language: str, shown: tuple[str, ...]) -> None:
    games = ("templari", "temple", "templar")
    said = [
        in_language(words, Table(game, seed=1).texts(language)) for game, words in zip(games, CANONICAL, strict=True)
    ]
    assert tuple(said) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_on_the_table_are_read(language: str) -> None:
    """What the table calls a family, a colour, a way or a seat can be typed."""
    templari, temple, templar = (Table(name, seed=1) for name in ("templari", "temple", "templar"))
    for table, words, key in [
        *((templari, f"notation.word.{name}", f"family.{n}") for n, name in enumerate(FAMILY_NAMES)),
        *((temple, f"notation.word.{name}", f"way.{name}") for name in WAY_NAMES),
        *((temple, f"notation.word.{name}", f"terminal.colour.{name}") for name in COLOUR_NAMES[:4]),
        *((templar, f"notation.word.{name}", f"seat.{n}") for n, name in enumerate(SEAT_NAMES)),
    ]:
        texts = table.texts(language)
        assert fold(texts(key)) in [fold(each) for each in texts(words).split(", ")], key


@pytest.mark.parametrize("typed", ["offri 3", "OFFRI  3", "offro 3", "rilancia 3", "bid 3", "Bid 3"])
def test_an_action_in_italian(typed: str) -> None:
    """The game is played on and kept in the notation itself."""
    table = Table("templari", seed=1)
    assert str(table.act(typed, language="it")) == "bid 3"
    assert table.save()["actions"][0][1] == "bid 3"
    assert Table.load(table.save()).history == table.history


@pytest.mark.parametrize("typed", ["vai giù", "VAI GIU", "passo sud", "Spostati in giu"])
def test_accents_and_capitals_do_not_matter(typed: str) -> None:
    assert str(Table("temple", seed=1).action(typed, "it")) == "step south"
    assert str(Table("templar", seed=1).action("porta 5–6", "it")) == "door 5-6"
    assert str(Table("temple", seed=1).action("s’arrêter", "fr")) == "stop"


def test_only_the_language_that_is_spoken() -> None:
    """Another language's words are no action; what is near is said in one's own."""
    table = Table("templari", seed=1)
    with pytest.raises(BadNotation, match=r"'offri 3' is no action of templari"):
        table.action("offri 3")
    with pytest.raises(BadNotation, match="did you mean offri 3") as e:
        table.action("offrj 3", "it")
    assert e.value.near[0] == "offri 3"
    assert not e.value.is_ambiguous


def test_a_refusal_is_said_in_the_language() -> None:
    table = Table("templari", seed=1)
    with pytest.raises(IllegalAction, match="Hai 12 monete"):
        table.act("offri 30", language="it")


def test_what_could_be_two_actions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that a catalogue gives to two actions are refused, with both."""
    table = Table("templari", seed=1)
    monkeypatch.setattr(
        "chapterhouse.play.table.readings", lambda actions, *_: {"x": (actions.index("pass"), actions.index("bid 3"))}
    )
    with pytest.raises(BadNotation, match="'X' could be passa or offri 3") as e:
        table.action("X", "it")
    assert e.value.is_ambiguous
    assert notation.fold("Épées’ –") == "epees' -"
