"""Actions as people type them: the notation itself, or the same in the words of a language.

A game's catalogue has the words: `notation.bid = "offri, offro"` for a verb, `notation.word.helmets = "elmi, elmo"` for
what follows it. The first is what is shown, all are read. What has no entry (a number, `b2`, `5-6`) is the same in all
languages. Capitals, accents and the kind of apostrophe or dash do not matter. Records hold only the notation itself.
"""

from __future__ import annotations

import functools
import itertools
import unicodedata
from collections.abc import Iterator, Mapping

from chapterhouse.texts import Texts

_SIGNS = str.maketrans({"’": "'", "–": "-", "—": "-", "\u202f": " ", "\u00a0": " "})


def fold(text: str) -> str:
    """A text without what people leave out when they type."""
    letters = unicodedata.normalize("NFD", text.translate(_SIGNS).casefold())
    return " ".join("".join(each for each in letters if not unicodedata.combining(each)).split())


def _ways(words: str, texts: Texts) -> Iterator[list[str]]:
    """For each word of an action all words of the language that stand for it."""
    for place, word in enumerate(words.split()):
        keys = [f"notation.{word}"] * (place == 0) + [f"notation.word.{word}"]
        known = next((texts(key) for key in keys if texts.has(key)), word)
        yield known.split(", ")


def in_language(words: str, texts: Texts) -> str:
    """An action as it is shown in a language: `offri 9`."""
    return " ".join(ways[0] for ways in _ways(words, texts))


def forms(words: str, texts: Texts) -> list[str]:
    """Every way to type an action in a language, folded."""
    return [fold(" ".join(way)) for way in itertools.product(*_ways(words, texts))]


def from_language(typed: str, texts: Texts) -> str:
    """What is typed with the notation's own verb, where it begins with one of the language: for what no code has, as an
    offer above all sums."""
    for key, known in texts.under("notation.").items():
        for verb in known.split(", "):
            if fold(typed).startswith(fold(verb) + " ") and not key.startswith("notation.word."):
                return key.removeprefix("notation.") + fold(typed).removeprefix(fold(verb))
    return typed


@functools.lru_cache(64)
def readings(actions: tuple[str, ...], language: str, *folders: str) -> Mapping[str, tuple[int, ...]]:
    """What can be typed in a language, and the codes that it means: one each, unless a catalogue is ambiguous."""
    texts = Texts(language, *folders)
    codes: dict[str, tuple[int, ...]] = {}
    for code, words in enumerate(actions):
        for form in forms(words, texts):
            codes[form] = (*(each for each in codes.get(form, ()) if each != code), code)
    return codes
