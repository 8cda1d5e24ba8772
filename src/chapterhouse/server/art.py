"""Pictures for pages: what the rooms draw, and the symbols and style that stand once in a page."""

from __future__ import annotations

import functools
import importlib
import inspect

from chapterhouse.games import drawing, load
from chapterhouse.games.protocol import Game, View
from chapterhouse.texts import Texts


@functools.cache
def _part(game: str, name: str) -> str:
    return str(getattr(importlib.import_module(f"chapterhouse.games.{game}.picture"), name, ""))


@functools.cache
def _is_either(game: str) -> bool:
    """Whether a room's picture can be drawn without its symbols and style."""
    return "standalone" in inspect.signature(load(game).picture).parameters


def draw(game: Game, view: View, texts: Texts, *, narrow: bool, standalone: bool = False) -> str:
    """The picture of a view: for a page that has symbols and style, or one that stands alone."""
    how = {"standalone": standalone} if _is_either(game.id) else {}
    return game.picture(view, texts, narrow=narrow, **how)


def symbols(game: str | None = None) -> str:
    """The symbols of the house and a room, hidden, for the body of a page."""
    room = _part(game, "SYMBOLS") if game else ""
    return f'<svg aria-hidden="true" class="symbols" width="0" height="0"><defs>{drawing.SYMBOLS}{room}</defs></svg>'


@functools.cache
def style(game: str | None = None) -> str:
    """The two palettes, the style of all drawings and of one room's own."""
    room = _part(game, "STYLE") if game else ""
    themes = (
        f":root{{{drawing.DAYLIGHT}color-scheme:light}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=day]){{{drawing.CANDLELIGHT}color-scheme:dark}}}}\n"
        f":root[data-theme=candle]{{{drawing.CANDLELIGHT}color-scheme:dark}}\n"
    )
    return themes + drawing.STYLE + room
