"""Temple: the table as SVG, drawn from the view alone."""

from __future__ import annotations

from chapterhouse.games.temple.picture.help import HELP
from chapterhouse.games.temple.picture.symbols import SYMBOLS
from chapterhouse.games.temple.picture.wide import STYLE, picture

__all__ = ["HELP", "STYLE", "SYMBOLS", "picture"]
