"""How wide a text is, and how it is made to fit. An SVG does not break lines, so widths are estimated, generously."""

from __future__ import annotations

import functools

_WIDTHS = (
    dict.fromkeys("iljI.,:;'’|!· ", 0.33)
    | dict.fromkeys("tfr()-", 0.41)
    | dict.fromkeys("mwMW—…", 0.86)
    | dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÉÈÀ&", 0.68)
)
_BOLD = 1.07
LEAST = 14.5  # the smallest letters of a wide picture: 11 pixels where the window is 1280 wide, 12 at 1440
PHONE_LEAST = 11.0  # and of a phone's, whose units are pixels


@functools.lru_cache(8192)
def width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a line is."""
    return sum(_WIDTHS.get(letter, 0.585) for letter in text) * size * (_BOLD if bold else 1)


@functools.lru_cache(4096)
def fit(text: str, size: float, space: float, bold: bool = False) -> str:
    """One line, cut with an ellipsis where it would be too long."""
    if width(text, size, bold) <= space:
        return text
    while text and width(text + "…", size, bold) > space:
        text = text[:-1]
    return text.rstrip() + "…"


@functools.lru_cache(4096)
def wrap(text: str, size: float, space: float, lines: int, bold: bool = False) -> tuple[str, ...]:
    """A text in at most so many lines, none for no text; what is left over is cut."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if width(longer, size, bold) <= space or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    if len(rows) > lines:
        rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
    return tuple(fit(line, size, space, bold) for line in rows if line)


def shrink(text: str, size: float, space: float, least: float, bold: bool = False) -> float:
    """The size at which a line fits."""
    return max(least, min(size, int(10 * size * space / width(text, size, bold)) / 10))
