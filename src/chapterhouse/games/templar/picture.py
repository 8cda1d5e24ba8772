"""Templar: the table as SVG, for a wide window and for a phone. The parts are in `art/`."""

from __future__ import annotations

from chapterhouse.games.drawing import svg
from chapterhouse.games.protocol import View
from chapterhouse.games.templar.art import phone, wide
from chapterhouse.games.templar.art.scene import scene
from chapterhouse.games.templar.art.style import STYLE
from chapterhouse.games.templar.art.symbols import SYMBOLS
from chapterhouse.voice import Voice

__all__ = ["STYLE", "SYMBOLS", "picture"]


def picture(view: View, voice: Voice, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it; `narrow` is a layout for phones, 390 units wide."""
    shown = scene(view, voice)
    body, w, h = phone.table(shown) if narrow else wide.table(shown)
    body = f'<g class="templar">{body}</g>'
    label = voice("picture.table", round=view["round"])
    return svg(body, w, h, label, symbols=SYMBOLS, style=STYLE, standalone=standalone)
