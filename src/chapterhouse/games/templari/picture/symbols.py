"""Templari: emblems of the six families, and the things on the table (`symbols.svg`).

Line, fill and light of a symbol are the CSS variables `--l`, `--f` and `--p`, so that an emblem can stand dark on a card,
light on its family's colour, or on a panel in either theme. The main fill is by default the family's colour (`color`).
"""

from __future__ import annotations

from chapterhouse.games.canvas.svg import read_symbols

FAMILY_COLOURS = ("#b24a2a", "#3f4a8a", "#8f6a0c", "#a53a68", "#4d565e", "#55702a")
SYMBOLS = read_symbols(__file__)
