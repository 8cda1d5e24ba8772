"""Small functions that return SVG text."""

from __future__ import annotations

import functools
import marshal
from collections.abc import Callable
from typing import Any, TypeVar, cast

from markupsafe import escape

from chapterhouse.games.canvas.style import DAYLIGHT, SIGNS, STYLE, SYMBOLS

F = TypeVar("F", bound=Callable[..., str])


@functools.lru_cache(4096, typed=True)
def safe(said: object) -> str:
    """A text as it may stand in SVG."""
    return str(escape(said))


@functools.lru_cache(16384, typed=True)  # most lines are drawn again and again
def text(x: float, y: float, said: object, size: float = 14, cls: str = "", anchor: str = "start") -> str:
    """A line of text; `said` is escaped."""
    classes = f' class="{cls}"' if cls else ""
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{classes}{anchored}>{safe(said)}</text>'


@functools.lru_cache(8192)
def use(symbol: str, x: float, y: float, w: float, h: float | None = None, extra: str = "") -> str:
    """A symbol with its top left corner at x, y."""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{w:g}" height="{w if h is None else h:g}" {extra}/>'


def kept(most: int) -> Callable[[F], F]:
    """A part of a picture that is drawn anew only when what it shows has changed: it gets plain data, and no more than it
    shows; by name what is the same object all along. Most of a table is the same for all who look, and after a move."""

    def keep(draw: F) -> F:
        @functools.lru_cache(most)
        def drawn(content: bytes, **fixed: Any) -> str:
            return draw(*marshal.loads(content), **fixed)

        @functools.wraps(draw)
        def part(*shown: Any, **fixed: Any) -> str:
            return drawn(marshal.dumps(shown, 2), **fixed)  # in its form 2 the same content is the same bytes

        return cast(F, part)

    return keep


def seal(seat: int, x: float, y: float, size: float) -> str:
    """A seat's colour and sign."""
    return use(f"seal-{SIGNS[seat]}", x, y, size)


@functools.lru_cache(1024)
def panel(x: float, y: float, w: float, h: float, extra: str = "") -> str:
    return f'<rect class="panel" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6" {extra}/>'


def svg(body: str, w: float, h: float, label: str, *, symbols: str, style: str = "", standalone: bool = True) -> str:
    """The whole picture, on a canvas of w by h units."""
    carried = (
        f"<style>svg.table{{{DAYLIGHT}}}{STYLE}{style}</style><defs>{SYMBOLS}{symbols}</defs>" if standalone else ""
    )
    ground = '<rect width="100%" height="100%" fill="var(--ground)"/>' if standalone else ""
    return (
        f'<svg class="table" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" role="group" '
        f'aria-label="{escape(label)}">{carried}{ground}{body}</svg>'
    )
