"""Temple: the symbols of the picture: four faces, rooms, cards, ritual masks, pawns, and small signs for the buttons.

A face is told by its silhouette as well as by its colour: jaguar red, serpent blue, sun yellow, leaf green. Ids begin
with `temple-`, so that pictures of several games can stand on one page.
"""

from __future__ import annotations

from chapterhouse.games.seats import COLOURS as SEAT_COLOURS
from chapterhouse.games.seats import SIGNS

INK = "#2b2118"
LIGHT = "#fff4e2"
PAPER = "#fffaf0"
PAINT = {  # colour → the mask, the cloth below it, the shade
    "red": ("#b5392b", "#f0d3c6", "#7d2018"),
    "blue": ("#2f6fa6", "#cfdfe8", "#1c4567"),
    "yellow": ("#dba321", "#f5e3b0", "#8a5f08"),
    "green": ("#4c8a3f", "#d5e2c2", "#2b5423"),
}
ROUND = 'stroke-linejoin="round" stroke-linecap="round"'


def _symbol(name: str, w: int, h: int, body: str) -> str:
    return f'<symbol id="temple-{name}" viewBox="0 0 {w} {h}">{body}</symbol>'


def _use(name: str, x: float, y: float, w: float, h: float | None = None) -> str:
    return f'<use href="#temple-{name}" x="{x:g}" y="{y:g}" width="{w:g}" height="{w if h is None else h:g}"/>'


def _path(d: str, fill: str = "none", line: float = 0, stroke: str = INK) -> str:
    drawn = f' stroke="{stroke}" stroke-width="{line:g}" {ROUND}' if line else ""
    return f'<path d="{d}" fill="{fill}"{drawn}/>'


def _disc(x: float, y: float, r: float, fill: str, line: float = 0, stroke: str = INK) -> str:
    drawn = f' stroke="{stroke}" stroke-width="{line:g}"' if line else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{drawn}/>'


def _leaf(x: float, y: float, turn: float, length: float, w: float, fill: str, vein: str = INK, line: float = 2) -> str:
    blade = (
        f"M0 0C{w:g} {-length * 0.28:.1f} {w * 0.75:.1f} {-length * 0.75:.1f} 0 {-length:g}"
        f"C{-w * 0.75:.1f} {-length * 0.75:.1f} {-w:g} {-length * 0.28:.1f} 0 0Z"
    )
    drawn = _path(blade, fill, line) + _path(f"M0 {-length * 0.12:.1f}V{-length * 0.8:.1f}", "none", 1.2, vein)
    return f'<g transform="translate({x:g} {y:g}) rotate({turn:g})">{drawn}</g>'


def _jaguar() -> str:
    mask, _, shade = PAINT["red"]
    spots = (
        (36, 24, 2.7), (60, 24, 2.7), (27, 27.5, 2), (69, 27.5, 2), (16.5, 51, 2.5), (79.5, 51, 2.5),
        (20.5, 59, 2), (75.5, 59, 2), (41.5, 34, 2), (54.5, 34, 2),
    )  # fmt: skip
    return (
        _path("M13 36C4 18 9 5 15 5C24 5 33 13 37 20ZM83 36C92 18 87 5 81 5C72 5 63 13 59 20Z", mask, 2.6)
        + _path(
            "M16.5 27C13 18 14.5 12.5 17 12.5C22 13 27 18 29 21ZM79.5 27C83 18 81.5 12.5 79 12.5C74 13 69 18 67 21Z",
            shade,
            1.6,
        )
        + _path(
            "M48 13C68 13 85 23 87 43C88 59 80 68 72 75C66 88 56 91 48 91"
            "S30 88 24 75C16 68 8 59 9 43C11 23 28 13 48 13Z",
            mask,
            2.6,
        )
        + _path("M48 50C58 47 72 56 71 69C69 84 57 87 48 87S27 84 25 69C24 56 38 47 48 50Z", LIGHT, 2)
        + _path("M31 66Q48 70 65 66C66 79 57 83.5 48 83.5S30 79 31 66Z", "#5b1712", 2)
        + _path("M34.5 67l3.6 10.5l4-9.7ZM61.5 67l-3.6 10.5l-4-9.7Z", LIGHT, 1.3)
        + _path("M43 79.5l2-4l2.2 3.6l2.4-3.6l2.4 4", "none", 1.8, LIGHT)
        + _path("M38.5 49.5Q48 45.5 57.5 49.5L50.5 58.5Q48 60 45.5 58.5Z", INK)
        + _path("M48 59V66", "none", 2.2)
        + _path("M17 37Q29 30 40.5 44Q26 50 17 37ZM79 37Q67 30 55.5 44Q70 50 79 37Z", "#f7dc8c", 2.2)
        + _path("M29.5 35.5v9.5M66.5 35.5v9.5", "none", 4)
        + _path("M48 17.5l4 6l-4 6l-4-6z", INK)
        + "".join(_disc(x, y, r, INK) for x, y, r in spots)
        + _path("M36 59.5h-6M36 62.5l-5.5 1M60 59.5h6M60 62.5l5.5 1", "none", 1.3)
    )


def _serpent() -> str:
    mask, _, shade = PAINT["blue"]
    feathers = (
        (-15, -52, 30, shade),
        (15, 52, 30, shade),
        (-9, -26, 30, mask),
        (9, 26, 30, mask),
        (0, 0, 29, "#6fa9c9"),
    )
    tongue = "M48 74V85L42 93M48 85L54 93"
    eyes = "".join(_disc(x, 46.5, 10, LIGHT, 2.3) + _disc(x, 46.5, 5.6, "#f2c14e", 1.6) for x in (34.5, 61.5))
    return (
        "".join(_leaf(48 + x, 30, turn, length, 7.5, fill, LIGHT) for x, turn, length, fill in feathers)
        + _path(tongue, "none", 5.6)
        + _path(tongue, "none", 2.6, "#d65a4a")
        + _path("M30 27H66L75 41L71 60L60 77Q48 84 36 77L25 60L21 41Z", mask, 2.6)
        + _path("M34 27H62L56 35H40Z", LIGHT, 1.8)
        + _path("M48 36V54M40.5 66.5Q48 71 55.5 66.5", "none", 1.6)
        + eyes
        + _path("M34.5 41.5v10M61.5 41.5v10", "none", 3)
        + _path("M31 63.5Q48 58 65 63.5L60 74Q48 80 36 74Z", shade, 2)
        + _path("M37 62l3 9.5l3.5-10.5ZM59 62l-3 9.5l-3.5-10.5Z", LIGHT, 1.3)
        + _disc(44, 57, 1.7, INK)
        + _disc(52, 57, 1.7, INK)
    )


def _sun() -> str:
    mask, _, shade = PAINT["yellow"]
    bright, warm = "#f3cf6b", "#dd7d33"
    rays = "".join(
        f'<path d="M40.5 20L48 {7 if n % 2 else 1.5}L55.5 20Z" transform="rotate({n * 30} 48 48)" '
        f'fill="{bright if n % 2 else mask}"/>'
        for n in range(12)
    )
    return (
        f'<g stroke="{INK}" stroke-width="2.2" stroke-linejoin="round">{rays}</g>'
        + _disc(48, 48, 31, mask, 2.6)
        + _disc(48, 48, 26.5, bright, 1.3, shade)
        + _path("M28 40Q35.5 31.5 43.5 40.5M68 40Q60.5 31.5 52.5 40.5", "none", 2.6)
        + _path("M28.5 44.5H43.5Q36 54 28.5 44.5ZM67.5 44.5H52.5Q60 54 67.5 44.5Z", LIGHT, 2)
        + _disc(36, 46.8, 2.5, INK)
        + _disc(60, 46.8, 2.5, INK)
        + _path("M48 38L43.5 56H52.5Z", mask, 1.8)
        + _path("M36.5 61Q48 66 59.5 61Q57 71 48 71T36.5 61Z", shade, 2)
        + _path("M40.5 63.6Q48 66 55.5 63.6L54.5 66Q48 68 41.5 66Z", LIGHT)
        + _disc(29.5, 56, 3.6, warm)
        + _disc(66.5, 56, 3.6, warm)
        + _path("M48 24.5l3.6 4.5l-3.6 4.5l-3.6-4.5z", warm, 1.4)
    )


def _leafman() -> str:
    mask, _, shade = PAINT["green"]
    young = "#7fae5c"
    crown = (
        (30, 52, -112, 31, 10, shade), (66, 52, 112, 31, 10, shade), (32, 44, -78, 30, 10, mask),
        (64, 44, 78, 30, 10, mask),
        (34, 36, -48, 32, 10, young), (62, 36, 48, 32, 10, young), (40, 32, -20, 31, 9, mask),
        (56, 32, 20, 31, 9, mask),
        (48, 31, 0, 30, 8.5, young), (34, 62, -140, 30, 10, mask), (62, 62, 140, 30, 10, mask),
        (40, 68, -160, 27, 9, young), (56, 68, 160, 27, 9, young), (48, 68, 180, 26, 9, mask),
    )  # fmt: skip
    return (
        "".join(_leaf(*leaf) for leaf in crown)
        + _path("M48 25C62 25 70 36 69 49C68 63 58 73 48 77C38 73 28 63 27 49C26 36 34 25 48 25Z", "#b9d08c", 2.4)
        + _path("M48 27V40M48 33l-6-4M48 33l6-4M48 38.5l-8-5M48 38.5l8-5", "none", 1.6, shade)
        + _path("M30 46.5Q37.5 38.5 45 47Q37.5 53 30 46.5ZM66 46.5Q58.5 38.5 51 47Q58.5 53 66 46.5Z", LIGHT, 2)
        + _disc(37.7, 46.4, 3.1, INK)
        + _disc(58.3, 46.4, 3.1, INK)
        + _path("M46.5 46L43.5 57.5Q48 61 52.5 57.5L49.5 46", "none", 2)
        + _path("M42 68.5Q48 65.5 54 68.5Q48 73.5 42 68.5Z", shade, 1.6)
        + _leaf(47.5, 62.5, -104, 20, 5.5, mask, line=1.7)
        + _leaf(48.5, 62.5, 104, 20, 5.5, mask, line=1.7)
    )


def _stone_face() -> str:
    return (
        _path("M22 20Q48 4 74 20L79 47Q77 72 61 85L48 91L35 85Q19 72 17 47Z", "#a79f92", 2.6)
        + _path("M25 41Q34 34 42 42L39 49Q31 51 26 47ZM71 41Q62 34 54 42L57 49Q65 51 70 47Z", INK)
        + _path("M48 41L43 60H53Z", "#8c8477", 1.7)
        + _path("M35 71H61V76H35Z", INK)
        + _path("M42 71v5M48 71v5M54 71v5", "none", 1.8, "#a79f92")
        + _path("M58 13L53 23L59 29L54 37M19 58L29 60L33 66", "none", 2)
    )


def _wooden_face() -> str:
    return (
        _path("M48 8C68 8 78 22 77 44C76 68 62 88 48 90C34 88 20 68 19 44C18 22 28 8 48 8Z", "#f4e6c8", 2.6)
        + _path("M27 42H43Q35 50 27 42ZM69 42H53Q61 50 69 42Z", INK)
        + _path("M27 36Q35 30 43 36M53 36Q61 30 69 36M48 40V58M43 58Q48 62 53 58", "none", 2.2)
        + _path("M39 71Q48 66 57 71Q48 76 39 71Z", INK)
        + _path("M32 21.5Q48 14 64 21.5", "none", 1.4)
    )


def _skull() -> str:
    dark = "#1d1712"
    bone = (
        "M48 12C68 12 79 25 79 42C79 53 74 59 68 63V73Q68 77 64 77"
        "H32Q28 77 28 73V63C22 59 17 53 17 42C17 25 28 12 48 12Z"
    )
    drawn = (
        _path(bone, "#f4ead6", 2.4, "#120d09")
        + _path("M25 45Q34 35 43 44Q43 56 33 56Q25 55 25 45ZM71 45Q62 35 53 44Q53 56 63 56Q71 55 71 45Z", dark)
        + _path("M48 53L43 63H53Z", dark)
        + _path("M36 67V77M42 67V77M48 67V77M54 67V77M60 67V77", "none", 2.2, dark)
        + _path("M56 14L52 22L57 27", "none", 1.7, dark)
        + _disc(33.5, 47, 2.4, "#d4572a")
        + _disc(62.5, 47, 2.4, "#d4572a")
    )
    return f'<g transform="translate(0 3)">{drawn}</g>'


_WEAVES = {  # colour → width and height of the repeat, its line, the line's colour and strength
    "red": (20, 20, "M10 2l4 8l-4 8l-4-8z", "#b5392b", 0.28),
    "blue": (20, 12, "M0 8q5-6 10 0t10 0", "#2f6fa6", 0.34),
    "yellow": (20, 16, "M0 13L5 4L10 13L15 4L20 13", "#a8780c", 0.34),
    "green": (16, 20, "M8 1V19M8 7L3 3M8 7L13 3M8 15L3 11M8 15L13 11", "#4c8a3f", 0.34),
    "grey": (9, 9, "M0 9L9 0", INK, 0.28),
}
_PLACES = {1: ((20, 19, 82),), 2: ((7, 8, 64), (51, 50, 64)), 3: ((34, 6, 54), (6, 58, 55), (61, 58, 55))}
_BOX = 'x="1" y="1" width="120" height="120" rx="6"'


def _weaves() -> str:
    return "".join(
        f'<pattern id="temple-weave-{colour}" width="{w}" height="{h}" patternUnits="userSpaceOnUse">'
        f'<path d="{d}" fill="none" stroke="{line}" stroke-width="1" opacity="{strength}"/></pattern>'
        for colour, (w, h, d, line, strength) in _WEAVES.items()
    )


def _room(cloth: str, weave: str, hem: str, dash: str, faces: str) -> str:
    """A room of the mat, on a field of 122 by 122."""
    return (
        f'<rect {_BOX} fill="{cloth}"/><rect {_BOX} fill="url(#temple-weave-{weave})"/>'
        f'<rect x="4.5" y="4.5" width="113" height="113" rx="4" fill="none" stroke="{hem}" stroke-width="2" '
        f'stroke-dasharray="{dash}"/><rect {_BOX} fill="none" stroke="{INK}" stroke-width="1.5"/>{faces}'
    )


def _rooms() -> str:
    parts = []
    for colour, (mask, cloth, _) in PAINT.items():
        for masks, places in _PLACES.items():
            faces = "".join(_use(f"mask-{colour}", x, y, size) for x, y, size in places)
            parts.append(_symbol(f"room-{colour}-{masks}", 122, 122, _room(cloth, colour, mask, "6 4", faces)))
    parts.append(
        _symbol("room-grey", 122, 122, _room("#cfc6b6", "grey", "#6f675b", "2 4", _use("mask-grey", 21, 19, 80)))
    )
    maze = "M12 12H110V110H12ZM22 22H100V100H22ZM32 32H90V90H32ZM12 12L32 32M110 12L90 32M12 110L32 90M110 110L90 90"
    parts.append(
        _symbol(
            "room-start",
            122,
            122,
            f'<rect {_BOX} fill="#fbf3e0"/>'
            + _path(maze, "none", 1.3, "#b9a886")
            + f'<rect {_BOX} fill="none" stroke="{INK}" stroke-width="1.5"/>'
            + _use("mask-start", 8, 8, 64)
            + _use("mask-start", 50, 50, 64),
        )
    )
    return "".join(parts)


_DIGITS = {  # drawn, so that no font decides how a card looks; on a field of 20 by 20
    1: "M6.6 5.2L10.4 3H12.4V15.2H15V17H6.6V15.2H9.6V5.6L6.6 7Z",
    2: "M5.2 17V14.6C9.6 11 12 9.2 12 7C12 5.6 11.2 4.8 9.9 4.8C8.6 4.8 7.6 5.6 7.2 7.1"
    "L4.9 6.5C5.4 4.2 7.3 2.8 10 2.8C12.9 2.8 14.8 4.4 14.8 6.9C14.8 9.7 12.5 11.7 9 14.7H15.2V17Z",
}


def _figure(colour: str, value: int) -> str:
    """The number in a card's corner."""
    fill = INK if colour == "yellow" else PAPER
    return (
        _disc(20, 21, 13, PAINT[colour][0], 1.5)
        + f'<path transform="translate(9.5 10.5) scale(1.050)" d="{_DIGITS[value]}" fill="{fill}"/>'
    )


def _sheet(inside: str) -> str:
    """A card's paper, 100 by 140."""
    return (
        f'<rect x="1" y="1" width="98" height="138" rx="8" fill="{PAPER}" stroke="{INK}" stroke-width="1.8"/>{inside}'
    )


def _cards() -> str:
    field = 'x="6" y="6" width="88" height="128" rx="4"'
    parts = []
    for colour, (mask, cloth, _) in PAINT.items():
        for value in (1, 2):
            faces = (
                _use(f"mask-{colour}", 15, 37, 70)
                if value == 1
                else _use(f"mask-{colour}", 35, 16, 54) + _use(f"mask-{colour}", 11, 71, 54)
            )
            figure = _figure(colour, value)
            inside = (
                f'<rect {field} fill="{cloth}"/><rect {field} fill="url(#temple-weave-{colour})" stroke="{mask}" '
                f'stroke-width="1.6"/>{faces}{figure}<g transform="rotate(180 50 70)">{figure}</g>'
            )
            parts.append(_symbol(f"card-{colour}-{value}", 100, 140, _sheet(inside)))
    dashed = "M50 14L86 50V90L50 126L14 90V50Z"
    parts.append(
        _symbol(
            "card-curse",
            100,
            140,
            _sheet(
                f'<rect {field} fill="#3a322b"/><path d="{dashed}" fill="none" stroke="#a08c6f" stroke-width="1.4" '
                'stroke-dasharray="4 3"/>'
                + _use("skull", 17, 37, 66)
                + _path("M50 12l5 7h-10zM50 128l5-7h-10zM12 70l7 5v-10zM88 70l-7 5v-10z", "#a08c6f")
            ),
        )
    )
    corners = (
        "M22 22h18v8h-10v10h-8zM78 22h-18v8h10v10h8zM22 118h18v-8h-10v-10h-8z"
        "M78 118h-18v-8h10v-10h8zM50 55L64 70L50 85L36 70Z"
    )
    parts.append(
        _symbol(
            "card-back",
            100,
            140,
            _sheet(
                f'<rect {field} fill="#7a6a55"/>'
                + _path("M14 14H86V126H14ZM50 44L74 70L50 96L26 70Z", "none", 1.8, "#e4d8bf")
                + _path(corners, "#e4d8bf")
                + _disc(50, 70, 4.5, "#7a6a55")
            ),
        )
    )
    return "".join(parts)


def _rituals() -> str:
    """The same face, large, in a corded ring on a stand."""
    parts = []
    for colour, (mask, cloth, _) in PAINT.items():
        parts.append(
            _symbol(
                f"ritual-{colour}",
                120,
                140,
                _path("M60 104V130", "none", 9)
                + _path("M60 104V130", "none", 5.5, "#8a5a2c")
                + _path("M30 138Q32 127 60 127T90 138Z", "#8a5a2c", 2)
                + _disc(60, 56, 53.5, cloth, 2)
                + f'<circle cx="60" cy="56" r="48.5" fill="none" stroke="{mask}" stroke-width="4" '
                'stroke-dasharray="7 4"/>' + _use(f"mask-{colour}", 17, 13, 86),
            )
        )
    return "".join(parts)


_WALKER = (
    "M28 2.5C38 2.5 43 10.5 40.5 19.5C39.5 23 42 26 44.5 31C48.5 40 50.5 52 51 61Q40 68.5 28 68.5T5 61"
    "C5.5 52 7.5 40 11.5 31C14 26 16.5 23 15.5 19.5C13 10.5 18 2.5 28 2.5Z"
)
_HOOD = "M28 7.5C34.5 7.5 37 12.5 35.5 17.5Q34 23.5 28 23.5T20.5 17.5C19 12.5 21.5 7.5 28 7.5Z"


def _pawns() -> str:
    """Hooded walkers with the seat's sign, and a trace of one where the turn began.

    Seats echo the masks' colours, so a pawn stands in a white outline that no mask has, and carries its sign large.
    """
    parts = []
    for sign, colour in zip(SIGNS, SEAT_COLOURS, strict=True):
        emblem = f'<use href="#sign-{sign}" x="14" y="29" width="28" height="28" color="{{}}"/>'
        parts.append(
            _symbol(
                f"pawn-{sign}",
                56,
                72,
                f'<ellipse cx="28" cy="65" rx="25" ry="6.5" fill="{INK}" opacity=".3"/>'
                + _path(_WALKER, colour, 7, PAPER)
                + _path(_WALKER, colour, 2.2)
                + _path(_HOOD, INK)
                + _disc(25, 15.5, 1.5, PAPER)
                + _disc(31, 15.5, 1.5, PAPER)
                + emblem.format(PAPER),
            )
        )
        parts.append(
            _symbol(
                f"trace-{sign}",
                56,
                72,
                f'<path d="{_WALKER}" fill="{PAPER}" fill-opacity=".8" stroke="{colour}" stroke-width="2.8" '
                f'stroke-dasharray="5 3.5" {ROUND}/><path d="{_HOOD}" fill="{colour}" opacity=".35"/>'
                + emblem.format(colour),
            )
        )
    return "".join(parts)


def _signs() -> str:
    """Small signs, drawn in the current colour on a field of 32 by 32."""

    def stroked(d: str, line: float = 2.8) -> str:
        return _path(d, "none", line, "currentColor")

    return (
        _symbol(
            "eye", 32, 32, stroked("M2.5 16Q16 2.5 29.5 16Q16 29.5 2.5 16Z", 3.2) + _disc(16, 16, 5, "currentColor")
        )
        + _symbol("arrow", 32, 32, _path("M16 3L29 18H21V29H11V18H3Z", "currentColor"))
        + _symbol("leap", 32, 32, stroked("M5 26Q8 7 22 12", 3.4) + _path("M17.5 4L29.5 14L15.5 20.5Z", "currentColor"))
        + _symbol("swap", 32, 32, stroked("M6 11H25M19 4.5L25.5 11L19 17.5M26 21H7M13 14.5L6.5 21L13 27.5", 3))
        + _symbol(
            "stop",
            32,
            32,
            _path("M10 3H22L29 10V22L22 29H10L3 22V10Z", "none", 3, "currentColor") + stroked("M10 16H22", 3.6),
        )
        + _symbol(
            "steps",
            32,
            32,
            "".join(
                f'<g transform="translate({x} {y}) rotate(14)" fill="currentColor">'
                '<ellipse cx="0" cy="0" rx="4" ry="6.2"/><ellipse cx="0" cy="9.6" rx="2.9" ry="2.7"/></g>'
                for x, y in ((10.5, 16), (22.5, 8))
            ),
        )
        + _symbol("done", 32, 32, stroked("M5 17L12.5 25L27 7", 4))
        + _symbol("drop", 32, 32, stroked("M16 4V20M9 14L16 21L23 14M5 27.5H27", 3.2))
        + _symbol(
            "crown",
            32,
            32,
            _path("M3 23.5L1.5 9L9.5 15L16 5L22.5 15L30.5 9L29 23.5ZM3.5 26.5H28.5V29H3.5Z", "currentColor"),
        )
    )


def _curse_tile() -> str:
    return _symbol(
        "curse-tile",
        96,
        96,
        _path("M29 4H67L92 29V67L67 92H29L4 67V29Z", "#3a322b", 2.6, "#120d09")
        + '<path d="M31.5 10H64.5L86 31.5V64.5L64.5 86H31.5L10 64.5V31.5Z" fill="none" stroke="#a08c6f" '
        'stroke-width="1.6" stroke-dasharray="4 3"/>' + _use("skull", 17, 16, 62),
    )


SYMBOLS = (
    _weaves()
    + _symbol("mask-red", 96, 96, _jaguar())
    + _symbol("mask-blue", 96, 96, _serpent())
    + _symbol("mask-yellow", 96, 96, _sun())
    + _symbol("mask-green", 96, 96, _leafman())
    + _symbol("mask-grey", 96, 96, _stone_face())
    + _symbol("mask-start", 96, 96, _wooden_face())
    + _symbol("skull", 96, 96, _skull())
    + _curse_tile()
    + _rooms()
    + _cards()
    + _rituals()
    + _pawns()
    + _signs()
)
