"""Templar: the table as SVG."""

from __future__ import annotations

from chapterhouse.games.protocol import View
from chapterhouse.voice import Voice


def picture(view: View, voice: Voice, *, narrow: bool = False) -> str:
    """The table as one viewer sees it."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{voice("game.name")}"></svg>'
