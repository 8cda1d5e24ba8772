"""The table in words, for who cannot see the picture: sentences under a heading, and tables whose rows have a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Passage:
    """Sentences, one a thing: `Room 5: you have 2 round rings; free: a chalice.`"""

    title: str
    sentences: Sequence[str]


@dataclass(frozen=True)
class Chart:
    """A table: the names of its columns, and rows whose first cell is the row's own name."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Spoken = Sequence[Passage | Chart]


def capital(text: str) -> str:
    """A text at the beginning of a sentence."""
    return text[:1].upper() + text[1:]
