"""The palette, the players' seals and the style that all pictures share."""

from __future__ import annotations

from chapterhouse.games.seats import COLOURS, SIGNS

DAYLIGHT = (
    "--ground:#f6efdf;--panel:#fffaf0;--stone:#e4d8bf;--hair:#b9a886;--ink:#2b2118;--muted:#685a48;"
    "--accent:#0e716a;--accent-soft:#d9ebe4;--on-accent:#fffaf0;--warn:#a54a07;"
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
svg.table .panel.active{{stroke:var(--accent);stroke-width:2.5}}
svg.table .head{{fill:var(--stone);opacity:.55}}
svg.table .line{{fill:none;stroke:var(--hair)}}
svg.table .empty{{fill:none;stroke:var(--hair);stroke-width:1.2;stroke-dasharray:3 3}}
svg.table .lit{{cursor:pointer}}
svg.table .lit .ring{{fill:none;stroke:var(--accent);stroke-width:3;animation:pulse 2.2s ease-in-out infinite}}
svg.table .ring{{display:none}}
svg.table .lit .ring{{display:inline}}
svg.table [data-act]:focus{{outline:none}}
svg.table [data-act]:focus-visible .ring{{display:inline;fill:none;stroke:var(--ink);stroke-width:4}}
svg.table .button .face{{fill:var(--panel);stroke:var(--hair);stroke-width:1.5}}
svg.table .button text{{fill:var(--muted)}}
svg.table .button.lit .face{{stroke:var(--ink)}}
svg.table .button.lit text{{fill:var(--ink)}}
svg.table .button.lit:hover .face{{fill:var(--accent-soft)}}
svg.table .button.main.lit{{color:var(--on-accent)}}
svg.table .button.main.lit .face{{fill:var(--accent);stroke:var(--accent)}}
svg.table .button.main.lit text{{fill:var(--on-accent)}}
svg.table .button.main.lit:hover .face{{opacity:.88}}
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
    parts = []
    for sign, colour in zip(SIGNS, COLOURS, strict=True):
        parts.append(
            f'<symbol id="sign-{sign}" viewBox="0 0 32 32"><g fill="currentColor">{_SIGN_SHAPES[sign]}</g></symbol>'
            f'<symbol id="seal-{sign}" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18.6" fill="{colour}" '
            'stroke="#2b2118" stroke-width="1.6"/><circle cx="20" cy="20" r="15.9" fill="none" stroke="#fffaf0" '
            f'stroke-width=".9" opacity=".55"/><use href="#sign-{sign}" x="9" y="9" width="22" height="22" '
            'color="#fffaf0"/></symbol>'
        )
    return "".join(parts)


SYMBOLS = _seals()  # the house's own; each game has its own beside them


def page_symbols(own: str = "") -> str:
    """The symbols of the house and those of a game, hidden, for the body of a page."""
    return f'<svg aria-hidden="true" class="symbols" width="0" height="0"><defs>{SYMBOLS}{own}</defs></svg>'


def page_style(own: str = "") -> str:
    """A style sheet: the two palettes, of which paper knows only the light one, the style of all pictures, a game's."""
    themes = (
        f":root{{{DAYLIGHT}color-scheme:light}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=day]){{{CANDLELIGHT}color-scheme:dark}}}}\n"
        f"@media screen{{:root[data-theme=candle]{{{CANDLELIGHT}color-scheme:dark}}}}\n"
    )
    return themes + STYLE + own
