"""Templar: the table as SVG, drawn from the view alone, for a wide window and for a phone."""

from __future__ import annotations

from chapterhouse.games.canvas.svg import group, svg
from chapterhouse.games.protocol import View
from chapterhouse.games.templar.picture import narrow as narrow_layout
from chapterhouse.games.templar.picture import wide as wide_layout
from chapterhouse.games.templar.picture.help import HELP
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.picture.style import STYLE
from chapterhouse.games.templar.picture.symbols import SYMBOLS
from chapterhouse.texts import Texts

__all__ = ["HELP", "STYLE", "SYMBOLS", "picture"]


def picture(view: View, texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it; `narrow` is the layout for phones, 390 units wide."""
    scene = Scene(view, texts)
    body, w, h = (narrow_layout if narrow else wide_layout).table(scene)
    label = scene.says("table", round=view["round"])
    return svg(group(body, "templar"), w, h, label, symbols=SYMBOLS, style=STYLE, standalone=standalone)
