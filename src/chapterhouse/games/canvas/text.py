"""How wide a text is, and how it is made to fit."""

from __future__ import annotations

import functools


@functools.lru_cache(4096)
def width(said: object, size: float) -> float:
    """About how wide a text is; no font is measured."""
    return sum(_WIDE.get(letter, 0.6) for letter in str(said)) * size


@functools.lru_cache(4096)
def shorten(said: str, room: float, size: float) -> str:
    """A text that fits into so much room, cut with an ellipsis if it must be."""
    if width(said, size) <= room:
        return said
    while said and width(said, size) + 0.8 * size > room:
        said = said[:-1]
    return said.rstrip() + "…"


_WIDE = dict.fromkeys("iljt.,:;'|! ", 0.34) | dict.fromkeys("mwMW", 0.86) | dict.fromkeys("ABCDEGHKNOQRSUVXYZ", 0.7)


@functools.lru_cache(1024)
def wrap(said: str, room: float, size: float) -> tuple[str, ...]:
    """The lines of a text that is so wide; a word that is wider than a line is cut."""
    lines: list[str] = []
    for word in said.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(shorten(word, room, size))
    return tuple(lines)
