"""Temple: the table as SVG, drawn from the view alone, for a wide window and for a phone."""

from __future__ import annotations

from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.canvas.svg import svg
from chapterhouse.games.protocol import View
from chapterhouse.games.temple.picture import narrow as narrow_layout
from chapterhouse.games.temple.picture import wide as wide_layout
from chapterhouse.games.temple.picture.help import HELP
from chapterhouse.games.temple.picture.style import STYLE
from chapterhouse.games.temple.picture.symbols import SYMBOLS
from chapterhouse.texts import Texts

__all__ = ["HELP", "STYLE", "SYMBOLS", "picture"]


def picture(view: View, texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it; `narrow` is the layout for phones, 390 units wide."""
    body, w, h = (narrow_layout if narrow else wide_layout).table(Scene(view, texts))
    return svg(body, w, h, texts("game.name"), symbols=SYMBOLS, style=STYLE, standalone=standalone)
