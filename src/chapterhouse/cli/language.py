"""In which language the terminal speaks: `--language`, CHAPTERHOUSE_LANGUAGE, or the system's."""

from __future__ import annotations

import os
from typing import Any

from chapterhouse.texts import LANGUAGES, Texts

_now = Texts("en", "cli")


def system_language() -> str:
    """The first of CHAPTERHOUSE_LANGUAGE, LC_ALL, LC_MESSAGES and LANG that names a language of ours; else English."""
    for name in ("CHAPTERHOUSE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def speak(language: str) -> None:
    """From now on the terminal speaks this language."""
    global _now
    _now = Texts(language, "cli")


def tell(key: str, /, **parts: Any) -> str:
    """A text of the terminal."""
    return _now(key, **parts)


def number(value: float, digits: int = 0) -> str:
    """A number as the language writes it."""
    return _now.number(value, digits)


def texts_for(game: str, names: list[str] | None = None) -> Texts:
    """The terminal's and a game's texts."""
    from chapterhouse.games import load

    return Texts(_now.language, "cli", str(load(game).folder), names=names)


def in_words(faults: list[str]) -> list[str]:
    """Faults in the language of the terminal."""
    from chapterhouse.games.data import translate_faults

    return translate_faults(faults, _now.language)


def choose(texts: Texts, key: str, otherwise: str) -> str:
    """The text of a key, or something else where a catalogue has none."""
    return texts(key) if texts.has(key) else otherwise
