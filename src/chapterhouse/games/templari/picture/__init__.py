"""Templari: the table as SVG, drawn from the view alone."""

from __future__ import annotations

from chapterhouse.games.templari.picture.help import HELP
from chapterhouse.games.templari.picture.symbols import SYMBOLS
from chapterhouse.games.templari.picture.wide import STYLE, picture

__all__ = ["HELP", "STYLE", "SYMBOLS", "picture"]
