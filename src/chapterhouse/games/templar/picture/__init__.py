"""Templar: the table as SVG, drawn from the view alone, for a wide window and for a phone."""

from __future__ import annotations

from chapterhouse.games.canvas.scene import drawn_by
from chapterhouse.games.templar.picture import narrow, wide
from chapterhouse.games.templar.picture.help import HELP
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.picture.style import STYLE
from chapterhouse.games.templar.picture.symbols import SYMBOLS

__all__ = ["HELP", "STYLE", "SYMBOLS", "picture"]

picture = drawn_by(Scene, wide.table, narrow.table, symbols=SYMBOLS, style=STYLE)
