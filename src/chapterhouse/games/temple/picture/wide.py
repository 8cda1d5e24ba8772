"""Temple: the table as SVG: the mat with its rooms, the offerings, the hands as the viewer may see them.

Two layouts from the same parts: wide (seats, mat and table side by side) and narrow (a phone held in one hand, what
can be done at the bottom). Everything is drawn from the view alone.
"""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games.canvas.scene import acts
from chapterhouse.games.canvas.svg import kept, panel, svg, text
from chapterhouse.games.protocol import View
from chapterhouse.games.temple.picture.choices import actions_narrow, actions_wide, hand_picture
from chapterhouse.games.temple.picture.desk import COLOURS, GOLDEN, Desk, card_symbol, eye, fitted, seal, use, wrapped
from chapterhouse.games.temple.picture.mat import NARROW_MAT, WIDE_MAT, mat_picture
from chapterhouse.games.temple.picture.seats import seat_narrow, seat_wide
from chapterhouse.games.temple.picture.symbols import SYMBOLS
from chapterhouse.texts import Texts

# The cloth is the same by daylight and by candlelight, so what lies on it keeps daylight's accent.
STYLE = """
svg.table .cloth{--accent:#0b7f75;--accent-soft:#d9ebe4;--on-accent:#fffaf0;--ink:#2b2118;--hair:#b9a886}
svg.table .fabric{opacity:.93}
svg.table .far{opacity:.62}
svg.table .none{opacity:.42}
svg.table .dash{fill:none;stroke:var(--hair);stroke-width:1.3;stroke-dasharray:3 3}
svg.table .later{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:5 4}
svg.table .spot{fill:var(--accent);stroke:#fffaf0;stroke-width:2}
svg.table .spot.soft{fill:#fffaf0;stroke:var(--accent)}
svg.table .say{fill:var(--on-accent)}
svg.table .cell{fill:none;stroke:var(--hair)}
svg.table .held{fill:none;stroke:var(--accent);stroke-width:4}
svg.table .touch{fill:transparent}
svg.table .step{fill:none;stroke:var(--hair)}
svg.table .here .step{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1.6}
svg.table .here text{font-weight:700;fill:var(--accent)}
svg.table .next text{fill:var(--muted)}
svg.table .past text{fill:var(--muted)}
svg.table .past .step{fill:var(--stone)}
svg.table .lamp{fill:none;stroke:var(--accent);stroke-width:3}
svg.table .more{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1.6;stroke-dasharray:3 2}
svg.table .panel.now{stroke:var(--accent);stroke-width:2.4}
svg.table .panel.turn{stroke:var(--ink);stroke-width:1.8}
svg.table .panel.won{stroke:var(--warn);stroke-width:3}
svg.table .head{fill:var(--stone);opacity:.5}
svg.table .rule{stroke:var(--hair);fill:none}
svg.table .seen{fill:none;stroke:var(--warn);stroke-width:2}
svg.table .badge{fill:var(--warn);stroke:#fffaf0;stroke-width:1.4}
svg.table .btn .face{fill:var(--panel);stroke:var(--hair);stroke-width:1.4}
svg.table .btn.lit .face{fill:var(--accent);stroke:var(--accent)}
svg.table .btn.lit text{fill:var(--on-accent)}
svg.table .btn.lit{color:var(--on-accent)}
svg.table .btn.lit .ring{stroke:var(--accent)}
svg.table .sign{color:var(--muted)}
svg.table .arrow .face{fill:#3a322b;stroke:#fffaf0;stroke-width:2}
svg.table .arrow{color:#fffaf0}
"""


def picture(view: View, texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it."""
    desk = Desk(view, texts, acts(view))
    body, w, h = narrow_picture(desk) if narrow else wide_picture(desk)
    return svg(body, w, h, texts("game.name"), symbols=SYMBOLS, style=STYLE, standalone=standalone)


def in_order(desk: Desk) -> list[dict[str, Any]]:
    """The seats in order of play, the viewer's own last."""
    seats: list[dict[str, Any]] = desk.view["seats"]
    first = 0 if desk.viewer is None else desk.viewer + 1
    return [seats[(first + n) % len(seats)] for n in range(len(seats))]


def wide_picture(desk: Desk) -> tuple[str, float, float]:
    """Seats on the left, mat in the middle, the table's things on the right, hand and actions below."""
    w, h, column, gap = 1112.0, 828.0, 304.0, 10.0
    each, pitch = 200.0, 628 / 3
    language = desk.texts.language
    made = []
    y = 0.0
    for seat in in_order(desk):
        made.append(seat_wide(desk, seat, y, column, each))
        y += pitch
    help = [legend(language), powers(language, 440 if desk.viewer is None else column)]
    beside = help.pop() if desk.viewer is None else ""
    while help and y + each <= h + 1:
        made.append(f'<g transform="translate(0 {y:g})">{panel(0, 0, column, each)}{help.pop(0)}</g>')
        y += pitch
    left, size = column + gap, WIDE_MAT.size
    right, low = left + size + gap, size + gap
    made.append(mat_picture(desk, WIDE_MAT, left, 0))
    made.append(table_wide(desk, right, 0, w - right, size))
    made.append(panel(left, low, 440, h - low))
    if desk.viewer is None:
        made.append(f'<g transform="translate({left:g} {low:g})">{beside}</g>')
    else:
        made.append(text(left + 12, low + 25, desk.says("your_hand"), 16, "disp b"))
        made.append(hand_picture(desk, left + 10, low + 42, 80, 85))
    made.append(actions_wide(desk, left + 450, low, w - left - 450, h - low))
    return f'<g transform="translate(2 2)">{"".join(made)}</g>', w + 4, h + 4


def narrow_picture(desk: Desk) -> tuple[str, float, float]:
    """From the top: the table's things, the others, the mat, the own seat and hand, what can be done."""
    made = [table_narrow(desk, 4)]
    y = 56.0
    seats = in_order(desk)
    for seat in seats if desk.viewer is None else seats[:-1]:
        made.append(seat_narrow(desk, seat, y))
        y += 50
    made.append(mat_picture(desk, NARROW_MAT, 8, y))
    y += NARROW_MAT.size + 4
    if desk.viewer is not None:
        made.append(seat_narrow(desk, seats[-1], y))
        made.append(hand_picture(desk, 14, y + 55, 60, 75.5))
        y += 144
    drawn, height = actions_narrow(desk, y)
    made.append(drawn)
    return "".join(made), 390, y + max(height, 104) + 6


# The table beside the mat


def rituals_wide(desk: Desk, x: float, y: float, w: float) -> str:
    """The four ritual masks: on the table, or whose they are."""
    made = [text(x + w / 2, y + 22, fitted(desk.says("rituals"), 14, w), 14, "disp b", "middle")]
    for n, colour in enumerate(COLOURS):
        owner = desk.view["ritual"][colour]
        at, top = x + 7 + (n % 2) * 70, y + 32 + (n // 2) * 82
        if owner is None:
            made.append(f'<g id="ritual-{colour}">{use(f"ritual-{colour}", at, top, 64, 75)}</g>')
        else:
            made.append(
                f'<g id="ritual-{colour}"><circle class="dash" cx="{at + 32:g}" cy="{top + 30:g}" r="28"/>'
                f'<g class="none">{use(f"mask-{colour}", at + 8, top + 6, 48)}</g>'
                f"{seal(owner, at + 34, top + 34, 30)}</g>"
            )
    return "".join(made)


def stacks(desk: Desk, x: float, y: float, w: float, gap: float) -> str:
    """The deck and the discards."""
    h = w * 1.4
    view = desk.view
    top, count = view["discards"]["top"], view["discards"]["count"]
    deck = "".join(
        use("card-back", x + d, y - d, w, h) for d in ((4, 2, 0) if view["deck"] > 2 else (0,)) if view["deck"]
    )
    empty = f'<rect class="dash" x="{{:g}}" y="{y:g}" width="{w:g}" height="{h:g}" rx="5"/>'
    at = x + w + gap
    return (
        f'<g id="deck">{deck or empty.format(x)}</g>'
        f'<g id="discards">{use(card_symbol(top), at, y, w, h) if top else empty.format(at)}</g>'
        + text(x + w / 2, y + h + 17, view["deck"], 15, "num b", "middle")
        + text(at + w / 2, y + h + 17, count, 15, "num b", "middle")
    )


def discards_wide(desk: Desk, x: float, y: float) -> str:
    """What lies in the discards, all of it face up: how many of each kind."""
    pile = desk.view["discard_pile"]
    made = []
    for n, colour in enumerate(COLOURS):
        top = y + n * 27
        made.append(use(f"mask-{colour}", x, top, 24))
        for value in (1, 2):
            count = pile[f"{colour} {value}"]
            at = x + 32 + (value - 1) * 50
            blank = "" if count else ' class="none"'
            made.append(
                f"<g{blank}>"
                + use(card_symbol(f"{colour} {value}"), at, top - 1, 18, 25)
                + text(at + 23, top + 17, count, 14, "num b")
                + "</g>"
            )
    made.append(
        use("card-curse", x + 32, y + 4 * 27 - 1, 18, 25) + text(x + 55, y + 4 * 27 + 17, pile["curse"], 14, "num b")
    )
    return f'<g id="discarded">{"".join(made)}</g>'


def table_wide(desk: Desk, x: float, y: float, w: float, h: float) -> str:
    shown = ("ritual", "deck", "discards", "discard_pile", "goal", "round")
    return _table_wide(desk.texts.language, {key: desk.view[key] for key in shown}, x, y, w, h)


@kept(256)
def _table_wide(language: str, view: View, x: float, y: float, w: float, h: float) -> str:
    desk = Desk(view, Texts(language, "games/temple"), {})
    return (
        panel(x, y, w, 204)
        + rituals_wide(desk, x, y, w)
        + panel(x, y + 212, w, h - 212)
        + text(x + 40, y + 232, fitted(desk.says("deck"), 13, 66), 13, "mut", "middle")
        + text(x + 110, y + 232, fitted(desk.says("discards"), 13, 66), 13, "mut", "middle")
        + stacks(desk, x + 12, y + 242, 56, 14)
        + f'<path class="rule" d="M{x + 10:g} {y + 352:g}H{x + w - 10:g}"/>'
        + discards_wide(desk, x + 14, y + 364)
        + f'<path class="rule" d="M{x + 10:g} {y + 508:g}H{x + w - 10:g}"/>'
        + use("crown", x + 14, y + 522, 22, None, GOLDEN)
        + "".join(
            text(x + 44, y + 534 + 17 * n, line, 13)
            for n, line in enumerate(wrapped(desk.says("goal", n=view["goal"]), 13, w - 54, 4))
        )
        + text(x + 14, y + h - 14, fitted(desk.says("round", n=view["round"]), 13, w - 24), 13, "mut")
    )


def table_narrow(desk: Desk, y: float) -> str:
    """One strip: ritual masks with their owners, deck, discards."""
    made = [panel(8, y, 374, 48)]
    for n, colour in enumerate(COLOURS):
        owner = desk.view["ritual"][colour]
        x = 14 + n * 44
        if owner is None:
            made.append(f'<g id="ritual-{colour}">{use(f"ritual-{colour}", x, y + 3, 36, 42)}</g>')
        else:
            made.append(
                f'<g id="ritual-{colour}"><circle class="dash" cx="{x + 19:g}" cy="{y + 21:g}" r="17"/>'
                f'<g class="none">{use(f"mask-{colour}", x + 5, y + 7, 28)}</g>{seal(owner, x + 18, y + 22, 22)}</g>'
            )
    view = desk.view
    made.append(
        (
            use("card-back", 200, y + 4, 28, 40)
            if view["deck"]
            else f'<rect class="dash" x="200" y="{y + 4:g}" width="28" height="40" rx="4"/>'
        )
        + text(236, y + 30, view["deck"], 16, "num b")
        + (
            use(card_symbol(view["discards"]["top"]), 262, y + 4, 28, 40)
            if view["discards"]["top"]
            else f'<rect class="dash" x="262" y="{y + 4:g}" width="28" height="40" rx="4"/>'
        )
        + text(298, y + 30, view["discards"]["count"], 16, "num b")
        + use("crown", 330, y + 6, 20, None, GOLDEN)
        + text(356, y + 22, view["goal"], 18, "num b")
        + text(376, y + 40, fitted(desk.says("round", n=view["round"]), 11, 60), 11, "mut", "end")
    )
    return f'<g id="table">{"".join(made)}</g>'


# Help beside the table


@functools.cache
def legend(language: str) -> str:
    """How the mat is read."""
    texts = Texts(language, "games/temple")

    def line(n: int, mark: str, key: str) -> str:
        return mark + text(46, 60 + n * 28, fitted(texts(f"picture.legend.{key}"), 13, 258), 13)

    return (
        text(14, 28, texts("picture.legend.title"), 16, "disp b")
        + line(0, '<rect class="lamp" x="14" y="46" width="22" height="20" rx="4"/>', "reach")
        + line(1, use("curse-tile", 13, 72, 24), "cursed")
        + line(2, use("mask-grey", 13, 100, 24), "grey")
        + line(3, eye(25, 139, 10), "seen")
        + line(4, '<rect class="more" x="14" y="160" width="22" height="11" rx="2"/>', "more")
    )


@functools.cache
def powers(language: str, width: float) -> str:
    """What the rooms can do."""
    texts = Texts(language, "games/temple")
    made = [text(14, 28, texts("picture.legend.powers"), 16, "disp b")]
    for n, sign in enumerate(("leap", "swap", "drop")):
        y = 42 + n * 48
        made.append(f'<g color="var(--muted)">{use(sign, 14, y + 4, 24)}</g>')
        lines = wrapped(texts(f"picture.legend.power.{n + 1}"), 13, width - 54, 2)
        for k, said in enumerate(lines):
            made.append(text(48, y + (14 if len(lines) > 1 else 21) + k * 17, said, 13))
    return "".join(made)
