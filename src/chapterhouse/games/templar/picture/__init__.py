"""Templar: the table as SVG, for a wide window and for a phone."""

from __future__ import annotations

from chapterhouse.games.canvas.svg import svg
from chapterhouse.games.protocol import View
from chapterhouse.games.templar.picture.help import HELP
from chapterhouse.games.templar.picture.narrow import table as narrow_table
from chapterhouse.games.templar.picture.scene import scene
from chapterhouse.games.templar.picture.style import STYLE
from chapterhouse.games.templar.picture.symbols import SYMBOLS
from chapterhouse.games.templar.picture.wide import table as wide_table
from chapterhouse.texts import Texts

__all__ = ["HELP", "STYLE", "SYMBOLS", "picture"]


def picture(view: View, texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it; `narrow` is a layout for phones, 390 units wide."""
    shown = scene(view, texts)
    body, w, h = narrow_table(shown) if narrow else wide_table(shown)
    body = f'<g class="templar">{body}</g>'
    label = texts("picture.table", round=view["round"])
    return svg(body, w, h, label, symbols=SYMBOLS, style=STYLE, standalone=standalone)
