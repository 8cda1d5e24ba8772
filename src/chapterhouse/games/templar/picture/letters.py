"""Templar: lines that must fit. An SVG does not break text, so widths are estimated, on the generous side."""

from __future__ import annotations

import functools

_WIDTHS = (
    dict.fromkeys("iljtfrI.,:;'’|!()-· ", 0.33)
    | dict.fromkeys("mwMW—…", 0.86)
    | dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÉÈÀ&", 0.68)
)


@functools.lru_cache(4096)
def width(said: str, size: float, bold: bool = False) -> float:
    """About how wide a line is."""
    return sum(_WIDTHS.get(c, 0.585) for c in said) * size * (1.07 if bold else 1)


def shrink(said: str, size: float, room: float, least: float, bold: bool = False) -> float:
    """The size at which a line fits."""
    return max(least, min(size, int(10 * size * room / width(said, size, bold)) / 10))


@functools.lru_cache(4096)
def wrap(said: str, size: float, room: float, lines: int, bold: bool = False) -> tuple[str, ...]:
    """A text in at most so many lines, none for no text; what is left over is cut with an ellipsis."""
    made = [""]
    for word in said.split():
        longer = f"{made[-1]} {word}".strip()
        if width(longer, size, bold) <= room or not made[-1]:
            made[-1] = longer
        else:
            made.append(word)
    if len(made) > lines:
        made = [*made[: lines - 1], " ".join(made[lines - 1 :])]
    return tuple(fit(line, size, room, bold) for line in made if line)


@functools.lru_cache(4096)
def fit(said: str, size: float, room: float, bold: bool = False) -> str:
    """One line, cut where it would be too long."""
    if width(said, size, bold) <= room:
        return said
    while said and width(said + "…", size, bold) > room:
        said = said[:-1]
    return said.rstrip() + "…"


def capital(said: str) -> str:
    return said[:1].upper() + said[1:]
