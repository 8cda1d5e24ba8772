"""The catalogues: the same keys and parts in all four languages, and every key that the source names."""

from __future__ import annotations

import pathlib
import re
import string
from collections.abc import Iterator

import pytest

import chapterhouse
from chapterhouse.games import NAMES, load
from chapterhouse.texts import LANGUAGES, Count, Texts, catalogue

HOME = pathlib.Path(chapterhouse.__path__[0])
SHELVES = sorted(folder.parent.relative_to(HOME).as_posix() for folder in HOME.rglob("texts"))
EVERYWHERE = tuple(shelf for shelf in SHELVES if shelf != ".")


def parts_of(text: str) -> set[str]:
    """The parts of a text; a part that chooses has two forms or three."""
    parts = set()
    for _, part, form, _ in string.Formatter().parse(text):
        if part is not None:
            assert part.isidentifier(), f"{part!r} in {text!r}"
            assert not form or form.count("|") in (1, 2), f"{form!r} in {text!r}"
            parts.add(part)
    return parts


@pytest.mark.parametrize("shelf", SHELVES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_same_keys_and_parts_in_all_languages(shelf: str, language: str) -> None:
    english, other = catalogue("en", shelf), catalogue(language, shelf)
    assert set(english) == set(other)
    for key, text in english.items():
        assert parts_of(text) == parts_of(other[key]), key
        assert bool(text.strip()) == bool(other[key].strip()), key


@pytest.mark.parametrize("shelf", SHELVES)
def test_a_number_chooses_its_form(shelf: str) -> None:
    """Every text can be said with numbers in all its parts."""
    for language in LANGUAGES:
        texts = Texts(language, shelf)
        for key, text in texts.under("").items():
            for n in (0, 1, 2):
                assert "|" not in texts(key, **dict.fromkeys(parts_of(text), n)), key


@pytest.mark.parametrize(("n", "rooms"), [(1, "one"), (2, "two"), (3, "3"), (0, "0")])
def test_a_number_may_have_a_form_for_two(n: int, rooms: str) -> None:
    assert f"{Count(n, 'en'):one|two|{n}}" == rooms


@pytest.mark.parametrize(
    ("names", "said"),
    [(["Ana", "Inés"], "Ana e Inés"), (["Ana", "Hilda"], "Ana e Hilda"), (["Ana", "Luis"], "Ana y Luis")],
)
def test_spanish_says_e_before_i(names: list[str], said: str) -> None:
    assert Texts("es").list(names) == said
    assert Texts("it").list(names) == f"{names[0]} e {names[1]}"


@pytest.mark.parametrize("shelf", SHELVES)
def test_french_spaces_are_narrow_and_do_not_break(shelf: str) -> None:
    """Before ; : ! ? % and inside « »: never a plain space, and never none."""
    spec = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
    for key, text in catalogue("fr", shelf).items():
        bare = spec.sub("0", text)
        assert not re.search(r"[ \u00a0][;:!?%»]|«[^\u202f]|[^\u202f]»", bare), key
        assert not re.search(r"[^\s\u202f][;:!?](?=\s|$)", bare), key


def sources() -> Iterator[tuple[pathlib.Path, tuple[str, ...]]]:
    """Every module, and the folders whose texts it may say."""
    for path in sorted(HOME.rglob("*.py")):
        place = path.relative_to(HOME).parts
        is_of_game = len(place) > 2 and place[0] == "games" and place[1] in NAMES
        yield path, (f"games/{place[1]}",) if is_of_game else EVERYWHERE


KEY = re.compile(r'texts(?:\.has)?\(\s*(f?)"([^"]+)"')


def test_every_key_in_the_source_has_a_text() -> None:
    seen = 0
    for path, shelves in sources():
        for is_made, key in KEY.findall(path.read_text(encoding="utf-8")):
            if key in LANGUAGES:  # game.texts("en")
                continue
            seen += 1
            texts = catalogue("en", *shelves)
            if is_made:  # f"family.{n}": there is at least one such key
                known = re.compile(re.sub(r"\\\{.*?\\\}", "[^.]+", re.escape(key)))
                assert any(known.fullmatch(k) for k in texts), f"{path.name}: {key}"
            else:
                assert key in texts, f"{path.name}: {key}"
    assert seen > 20


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_wording(name: str) -> None:
    """The rules in the catalogue are those that the game's source names."""
    named: set[str] = set()
    for path in sorted((HOME / "games" / name).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        named |= set(re.findall(rf"(?<![\w./]){name}\.[a-z0-9-]+(?:\.[a-z0-9-]+)*(?![\w/])", source))
    worded = {key.removeprefix("rules.") for key in catalogue("en", f"games/{name}") if key.startswith("rules.")}
    assert worded
    assert named == worded
    titled = {key.removeprefix("title.") for key in catalogue("en", f"games/{name}") if key.startswith("title.")}
    assert titled == worded


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_value_is_worded(name: str, language: str) -> None:
    game = load(name)
    texts = game.texts(language)
    keys = ["game.name", "game.subtitle", "game.tagline", "game.how"]
    for option in game.options:
        keys += [f"option.{option.name}.{what}" for what in ("title", "help")]
        keys += [f"option.{option.name}.{str(value).lower()}" for value in option.values]
    assert [key for key in keys if not texts.has(key)] == []
    assert texts("game.name")
    assert texts("game.how")


@pytest.mark.parametrize(
    ("language", "written"), [("en", "1\u202f234.50"), ("it", "1\u202f234,50"), ("fr", "1\u202f234,50")]
)
def test_numbers_are_written_as_the_language_does(language: str, written: str) -> None:
    texts = Texts(language)
    assert texts.number(1234.5, 2) == written
    assert texts.number(12) == "12"
