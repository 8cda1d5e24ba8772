"""Small functions that return SVG text. Most of a table is drawn again and again, so what they return is kept."""

from __future__ import annotations

import functools
import marshal
import pathlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from markupsafe import escape

from chapterhouse.games.canvas.style import DAYLIGHT, STYLE, SYMBOLS
from chapterhouse.games.seats import SIGNS

F = TypeVar("F", bound=Callable[..., str])


@functools.lru_cache(4096, typed=True)
def safe(value: object) -> str:
    """A text as it may stand in SVG."""
    return str(escape(value))


@functools.lru_cache(16384, typed=True)
def text(x: float, y: float, content: object, size: float = 14, cls: str = "", anchor: str = "start") -> str:
    """A line of text; `content` is escaped."""
    classes = f' class="{cls}"' if cls else ""
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{classes}{anchored}>{safe(content)}</text>'


def lines(
    x: float, y: float, rows: Sequence[str], pitch: float, size: float, cls: str = "", anchor: str = "start"
) -> str:
    """Lines below each other."""
    return "".join(text(x, y + n * pitch, line, size, cls, anchor) for n, line in enumerate(rows))


@functools.lru_cache(16384)
def use(symbol: str, x: float, y: float, w: float, h: float | None = None, cls: str = "") -> str:
    """A symbol with its top left corner at x, y."""
    classes = f' class="{cls}"' if cls else ""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{w:g}" height="{w if h is None else h:g}"{classes}/>'


def centred(symbol: str, x: float, y: float, w: float, h: float | None = None, cls: str = "") -> str:
    """A symbol with its middle at x, y."""
    return use(symbol, x - w / 2, y - (w if h is None else h) / 2, w, h, cls)


@functools.lru_cache(8192)
def rect(x: float, y: float, w: float, h: float, cls: str, r: float = 6) -> str:
    return f'<rect class="{cls}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}"/>'


def panel(x: float, y: float, w: float, h: float, cls: str = "") -> str:
    """Where things lie beside the board; the one that is asked has an `active` one."""
    return rect(x, y, w, h, f"panel {cls}" if cls else "panel")


@functools.lru_cache(1024)
def circle(x: float, y: float, r: float, cls: str) -> str:
    return f'<circle class="{cls}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def polygon(corners: Iterable[tuple[float, float]], cls: str) -> str:
    around = " ".join(f"{x:g},{y:g}" for x, y in corners)
    return f'<polygon points="{around}" class="{cls}"/>'


def path(d: str, cls: str) -> str:
    return f'<path class="{cls}" d="{d}"/>'


def group(body: str, cls: str = "", id: str = "") -> str:
    named = f' id="{id}"' if id else ""
    return f'<g{named} class="{cls}">{body}</g>' if cls else f"<g{named}>{body}</g>"


def moved(x: float, y: float, body: str, id: str = "", label: object = "") -> str:
    """A group whose own 0, 0 lies at x, y; with a name it is a part of the picture for those who cannot see it."""
    named = f' id="{id}"' if id else ""
    if label:
        named += f' role="group" aria-label="{safe(label)}"'
    return f'<g{named} transform="translate({x:g} {y:g})">{body}</g>'


def titled(label: object, body: str, cls: str = "") -> str:
    """A group with a sentence for those who point at it."""
    return group(f"<title>{safe(label)}</title>{body}", cls)


def region(id: str, label: object, body: str, cls: str = "") -> str:
    """A part of the picture with a name for those who cannot see it."""
    classes = f' class="{cls}"' if cls else ""
    return f'<g id="{id}"{classes} role="group" aria-label="{safe(label)}">{body}</g>'


def image(label: object, body: str, id: str = "") -> str:
    """A thing that says what it is, to those who point at it and to those who cannot see it."""
    named = f'id="{id}" ' if id else ""
    return f'<g {named}role="img" aria-label="{safe(label)}"><title>{safe(label)}</title>{body}</g>'


def hit(x: float, y: float, w: float, h: float) -> str:
    """An area that is not seen, so that a pointer meets a thing between its letters too."""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="none" pointer-events="all"/>'


def seal(seat: int, x: float, y: float, size: float) -> str:
    """A seat's colour and sign."""
    return use(f"seal-{SIGNS[seat]}", x, y, size)


def seals(seats: Sequence[int], cx: float, y: float, size: float, space: float) -> str:
    """Several seals side by side around cx, overlapping where there is little space."""
    n = len(seats)
    step = size * 0.82 if n < 2 else min(size * 0.82, (space - size) / (n - 1))
    x = cx - (size + step * (n - 1)) / 2
    return "".join(seal(seat, x + i * step, y, size) for i, seat in enumerate(seats))


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


def read_symbols(module: str) -> str:
    """The `<symbol>`s of `symbols.svg` beside a module's file."""
    whole = pathlib.Path(module).with_name("symbols.svg").read_text(encoding="utf-8")
    return whole[whole.index(">") + 1 : whole.rindex("</svg>")].replace("\n", "")


def svg(body: str, w: float, h: float, label: str, *, symbols: str, style: str = "", standalone: bool = True) -> str:
    """The whole picture, on a canvas of w by h units."""
    carried = (
        f"<style>svg.table{{{DAYLIGHT}}}{STYLE}{style}</style><defs>{SYMBOLS}{symbols}</defs>"
        '<rect width="100%" height="100%" fill="var(--ground)"/>'
        if standalone
        else ""
    )
    return (
        f'<svg class="table" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" role="group" '
        f'aria-label="{escape(label)}">{carried}{body}</svg>'
    )
