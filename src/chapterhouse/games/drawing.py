"""What every picture shares: palette, players' seals, and small functions that return SVG text.

A picture is one `<svg>`. On a page the symbols and the style stand once in the page itself (`standalone=False`); in a
notebook or a file the picture carries them (`standalone=True`). Colours are CSS variables, so that both themes draw the
same picture; there are no `style` attributes, which a strict content policy would drop.

What can be acted on carries `data-act`, the notation of the action; it is `lit` when the action is legal now. A page posts
the notation, and asks why not where it is not lit. What goes from place to place and keeps its id is a `piece`: a page
lets it slide.
"""

from __future__ import annotations

import functools
import marshal
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from markupsafe import escape

F = TypeVar("F", bound=Callable[..., str])

SIGNS = ("cross", "crescent", "star", "tower", "lily")  # by seat
COLOURS = ("#a4243b", "#2a6f97", "#b7791f", "#3f7d4e", "#6a4c93")  # by seat

DAYLIGHT = (
    "--ground:#f6efdf;--panel:#fffaf0;--stone:#e4d8bf;--hair:#b9a886;--ink:#2b2118;--muted:#6d5f4d;"
    "--accent:#0f766e;--accent-soft:#d9ebe4;--on-accent:#fffaf0;--warn:#b45309;"
)
CANDLELIGHT = (
    "--ground:#1c1814;--panel:#26201a;--stone:#3a3128;--hair:#5b4d3d;--ink:#f1e6d2;--muted:#b5a68f;"
    "--accent:#4fd1c0;--accent-soft:#1f3a36;--on-accent:#1c1814;--warn:#e59a4a;"
)
SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"Liberation Serif",serif'
SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif'

STYLE = f"""
svg.table text{{font-family:{SANS};fill:var(--ink)}}
svg.table .num,svg.table .disp{{font-family:{SERIF}}}
svg.table .num{{font-variant-numeric:lining-nums tabular-nums}}
svg.table .mut{{fill:var(--muted)}}
svg.table .light{{fill:#fffaf0}}
svg.table .acc{{fill:var(--accent)}}
svg.table .wrn{{fill:var(--warn)}}
svg.table .b{{font-weight:700}}
svg.table .panel{{fill:var(--panel);stroke:var(--hair);stroke-width:1.2}}
svg.table .lit{{cursor:pointer}}
svg.table .lit .ring{{fill:none;stroke:var(--accent);stroke-width:3;animation:pulse 2.2s ease-in-out infinite}}
svg.table .ring{{display:none}}
svg.table .lit .ring{{display:inline}}
svg.table [data-act]:focus{{outline:none}}
svg.table [data-act]:focus-visible .ring{{display:inline;fill:none;stroke:var(--ink);stroke-width:4}}
@keyframes pulse{{0%,100%{{opacity:1}}50%{{opacity:.45}}}}
@media (prefers-reduced-motion:reduce){{svg.table .lit .ring{{animation:none}}}}
"""

_SIGN_SHAPES = {
    "cross": '<path d="M11.6 2.5h8.8q-2.2 6.6-2.5 11.6q5-.3 11.6-2.5v8.8q-6.6-2.2-11.6-2.5q.3 5 2.5 11.6h-8.8q2.2-6.6 2.5-11.6q-5 .3-11.6 2.5v-8.8q6.6 2.2 11.6 2.5q-.3-5-2.5-11.6z"/>',
    "crescent": '<path d="M20.5 3.6A13 13 0 1 0 28.6 20.4A10.2 10.2 0 1 1 20.5 3.6Z"/>',
    "star": '<path d="M16.0 1.8L19.3 10.3L28.3 8.9L22.6 16.0L28.3 23.1L19.3 21.7L16.0 30.2L12.7 21.7L3.7 23.1L9.4 16.0L3.7 8.9L12.7 10.3Z"/>',
    "tower": '<path fill-rule="evenodd" d="M5.5 3.5h5v3.8h3V3.500h5v3.800h3V3.500h5v9l-3 2.500v9.500h3v4.200H5.500v-4.200h3v-9.500l-3-2.500zM13.8 28.7h4.4v-5.6a2.2 2.2 0 0 0-4.4 0z"/>',
    "lily": '<path d="M16 1.8c4.3 5.2 5.2 10.2 2.3 16h-4.6C10.8 12 11.7 7 16 1.8zM12 17.8C11.8 12.6 9.8 9.6 6.4 9.9C2.6 10.3 1.9 15.4 5 18c.3-2 2.7-2.6 3.3-.2zM20 17.8c.2-5.2 2.200-8.200 5.600-7.900c3.800.4 4.500 5.500 1.400 8.100c-.3-2-2.700-2.600-3.300-.2zM7.600 19.200h16.800v3H7.600zM14 23.600h4c0 2.600.9 4.600-2 7c-2.900-2.400-2-4.400-2-7zM11.400 23.600c0 2.200-1.200 3.700-3.400 4c.2-1.600-.1-2.800.6-4zM20.600 23.600c0 2.200 1.200 3.700 3.400 4c-.2-1.600.1-2.800-.6-4z"/>',
}


def _seals() -> str:
    made = []
    for sign, colour in zip(SIGNS, COLOURS, strict=True):
        made.append(
            f'<symbol id="sign-{sign}" viewBox="0 0 32 32"><g fill="currentColor">{_SIGN_SHAPES[sign]}</g></symbol>'
            f'<symbol id="seal-{sign}" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18.6" fill="{colour}" '
            'stroke="#2b2118" stroke-width="1.6"/><circle cx="20" cy="20" r="15.9" fill="none" stroke="#fffaf0" '
            f'stroke-width=".9" opacity=".55"/><use href="#sign-{sign}" x="9" y="9" width="22" height="22" '
            'color="#fffaf0"/></symbol>'
        )
    return "".join(made)


SYMBOLS = _seals()  # the house's own; each room has its own beside them


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


def acts(view: Mapping[str, Any]) -> dict[str, str]:
    """What the viewer can do now: notation → sentence."""
    return {action["words"]: action["says"] for action in view.get("legal", ())}


def target(legal: Mapping[str, str], words: str, body: str, *, id: str, label: str = "", cls: str = "") -> str:
    """A group that stands for an action: lit, focusable and named when it is legal now; a page asks why when not."""
    names = f"{cls} lit".strip() if words in legal else cls
    classed = f' class="{names}"' if names else ""
    if words in legal:
        said = safe(legal[words])
        more = f' role="button" tabindex="0" aria-label="{said}"'
        body = f"<title>{said}</title>{body}"
    else:
        more = f' role="img" aria-label="{safe(label)}"' if label else ""
    return f'<g id="{id}"{classed} data-act="{safe(words)}"{more}>{body}</g>'


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


@functools.lru_cache(4096)
def width(said: object, size: float) -> float:
    """About how wide a text is; no font is measured."""
    return sum(_WIDE.get(letter, 0.6) for letter in str(said)) * size


@functools.lru_cache(4096)
def shorten(said: str, room: float, size: float) -> str:
    """A text that fits into so much room, cut with an ellipsis if it must be."""
    if width(said, size) <= room:
        return said
    while said and width(said, size) + 0.8 * size > room:
        said = said[:-1]
    return said.rstrip() + "…"


_WIDE = dict.fromkeys("iljt.,:;'|! ", 0.34) | dict.fromkeys("mwMW", 0.86) | dict.fromkeys("ABCDEGHKNOQRSUVXYZ", 0.7)
