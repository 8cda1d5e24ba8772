"""Templar: small shapes that every part of the picture uses."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from markupsafe import escape

from chapterhouse.games.canvas import svg as canvas_svg
from chapterhouse.games.templar.picture.plan import Point

text = canvas_svg.text


@functools.lru_cache(8192)
def centred(symbol: str, x: float, y: float, w: float, h: float | None = None, cls: str = "") -> str:
    """A symbol with its middle at x, y."""
    h = w if h is None else h
    classed = f' class="{cls}"' if cls else ""
    return f'<use href="#{symbol}" x="{x - w / 2:g}" y="{y - h / 2:g}" width="{w:g}" height="{h:g}"{classed}/>'


def around(polygon: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in polygon)


@functools.lru_cache(8192)
def box(x: float, y: float, w: float, h: float, cls: str, r: float = 6) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" class="{cls}"/>'


def titled(said: object, body: str, cls: str = "") -> str:
    """A group with a sentence for those who point at it, or hear it."""
    classed = f' class="{cls}"' if cls else ""
    return f"<g{classed}><title>{escape(said)}</title>{body}</g>"


def region(id: str, said: object, body: str, cls: str = "") -> str:
    """A part of the picture with a name."""
    classed = f' class="{cls}"' if cls else ""
    return f'<g id="{id}"{classed} role="group" aria-label="{escape(said)}">{body}</g>'
