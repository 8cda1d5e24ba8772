"""What a person reads, in English, Italian, Spanish or French.

Texts are TOML catalogues: `chapterhouse/texts/<language>.toml` for the house and
`games/<game>/texts/<language>.toml` for a game. Nested tables make dotted keys. A text is a format string; a number can
choose between two forms, `"{n} {n:coin|coins}"`, or three, `"{n:1 room|1 or 2 rooms|1 to {n} rooms}"`. French is
written with plain spaces before `; : ! ? %` and inside « »; they become narrow and do not break when it is read here.
"""

from __future__ import annotations

import functools
import pathlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

LANGUAGES = ("en", "it", "es", "fr")
_HOME = pathlib.Path(__file__).parents[1]
_FRENCH_SPACE = re.compile(r" (?=[;:!?%»])|(?<=«) ")
_NARROW_SPACE = "\u202f"
_SOUNDS_AS_I = re.compile(r"(?!hie|hia)h?[ií]", re.IGNORECASE)


class Count(int):
    """A number in a text: `{n}` prints it, `{n:coin|coins}` chooses the singular or the plural of the language, and
    `{n:one|two|more}` knows a form for 2."""

    one_at_most: int

    def __new__(cls, n: int, language: str) -> Count:
        count = super().__new__(cls, n)
        count.one_at_most = 0 if language == "fr" else 1
        return count

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(int(self), spec)
        one, *two, many = spec.split("|")
        if self.one_at_most <= self <= 1:
            return one
        return two[0] if two and self == 2 else many


@dataclass(frozen=True)
class Text:
    """A text that is said later, in the language of whoever reads it; it can be a part of another text."""

    key: str
    parts: Mapping[str, Any] = field(default_factory=dict)


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


@functools.cache
def catalogue(language: str, *folders: str) -> dict[str, str]:
    """The texts of the house and of these folders below the package (`games/templari`, `cli`, `server`)."""
    entries: dict[str, str] = {}
    for folder in (_HOME, *(_HOME / each for each in folders)):
        path = folder / "texts" / f"{language}.toml"
        if path.is_file():
            entries |= _flat(tomllib.loads(path.read_text(encoding="utf-8")))
    if language == "fr":
        entries = {key: _FRENCH_SPACE.sub(_NARROW_SPACE, text) for key, text in entries.items()}
    return entries


class Texts:
    """Says things in one language, and knows the players' names.

    `texts("prompt.raise", n=4)` is the text of that key. A key that is missing is a mistake in the catalogues: the
    tests find it, and a player reads the key itself rather than nothing.
    """

    def __init__(self, language: str = "en", *folders: str, names: list[str] | None = None) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.folders = folders
        self._texts = catalogue(language, *folders)
        self.names = names

    def __call__(self, key: str, /, **parts: Any) -> str:
        text = self._texts.get(key)
        if text is None:
            return key
        return text.format_map({name: self._part(part) for name, part in parts.items()}) if parts else text

    def _part(self, part: Any) -> Any:
        if type(part) is str:
            return part
        if type(part) is int:
            return Count(part, self.language)
        if isinstance(part, Text):
            return self(part.key, **part.parts)
        return Count(int(part), self.language) if isinstance(part, Integral) else part

    def under(self, prefix: str) -> dict[str, str]:
        """The texts whose keys begin so, as they stand in the catalogue."""
        return {key: text for key, text in self._texts.items() if key.startswith(prefix)}

    def has(self, key: str) -> bool:
        return key in self._texts

    def name(self, seat: int) -> str:
        """What a seat is called: the player's name, or the seat's sign."""
        if self.names is not None and seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self(f"seat.{seat}")

    def number(self, value: float, digits: int = 0) -> str:
        """With so many decimals, and a space between thousands."""
        text = f"{value:,.{digits}f}".replace(",", _NARROW_SPACE)
        return text if self.language == "en" else text.replace(".", ",")

    def list(self, parts: list[str]) -> str:
        """Several things in a row: `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        key = "list.before_i" if _SOUNDS_AS_I.match(parts[-1]) else "list.last"  # Spanish: Ana e Inés
        return self(key, first=", ".join(parts[:-1]), last=parts[-1])
