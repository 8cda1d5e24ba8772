"""Templar: the drawn signs of treasures, figures, cards and furniture (`symbols.svg`).

A treasure is two `<use>`: its shape (`chalice`, `ring-round`, … or the `-scored` form, turned over) and its owner's
sign on top. The owner's colour comes in as `currentColor`, the others as custom properties of `picture.STYLE`.
"""

from __future__ import annotations

from chapterhouse.games.canvas.svg import read_symbols

SYMBOLS = read_symbols(__file__)
