"""Templari: the table as SVG. The wide layout is here, the portrait one for phones in `narrow.py`."""

from __future__ import annotations

import functools
import math
from typing import Any

from chapterhouse.games.canvas import svg as canvas_svg
from chapterhouse.games.canvas import text as canvas_text
from chapterhouse.games.canvas.scene import target
from chapterhouse.games.canvas.svg import kept, panel, seal, text, use
from chapterhouse.games.canvas.text import shorten
from chapterhouse.games.protocol import View
from chapterhouse.games.templari.picture.narrow import table as narrow_table
from chapterhouse.games.templari.picture.pieces import (
    BIG_H,
    BIG_W,
    FAMILY_POINTS,
    SWAP,
    Face,
    Scene,
    back,
    button,
    chip,
    digits,
    hollow,
    mark_says,
    place_big,
    place_emblems,
    place_mini,
    place_tag,
    plain_mark,
    read_mark,
    seals,
    turn_track,
)
from chapterhouse.games.templari.picture.symbols import FAMILY_COLOURS, SYMBOLS
from chapterhouse.texts import Texts

STYLE = (
    "".join(
        f"svg.table .fam-{i}{{color:{colour}}}svg.table .inv-{i}{{--f:#fffaf0;--l:{colour};--p:#fffaf0}}"
        for i, colour in enumerate(FAMILY_COLOURS)
    )
    + """
svg.table .dim{fill:#6d5f4d}
svg.table .thing{--l:var(--ink);--p:var(--panel)}
svg.table .faint{opacity:.35}
svg.table .away{opacity:.42}
svg.table .hollow{fill:none;stroke:var(--hair);stroke-dasharray:3 3}
svg.table .line{fill:none;stroke:var(--hair)}
svg.table .head{fill:var(--stone);opacity:.55}
svg.table .mine{stroke:var(--ink);stroke-width:1.5}
svg.table .turned{stroke:var(--accent);stroke-width:2}
svg.table .plan{fill:none;stroke:var(--hair);opacity:.6}
svg.table .swap{fill:none;stroke:var(--muted);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
svg.table .arrow{fill:none;stroke:var(--muted);stroke-width:1.5}
svg.table .halo{fill:none;stroke:var(--accent);stroke-width:2.6}
svg.table .curse{color:var(--warn)}
svg.table .digit{fill:none;stroke:var(--warn);stroke-width:1.2}
svg.table .chip-first{fill:#f0dcae}
svg.table .said-first{fill:#2b2118}
svg.table .chip-acts{fill:var(--accent)}
svg.table .said-acts{fill:var(--on-accent)}
svg.table .chip-offers{fill:var(--ink)}
svg.table .said-offers{fill:var(--panel)}
svg.table .chip-offered{fill:var(--panel);stroke:var(--hair)}
svg.table .chip-out{fill:none;stroke:var(--muted);stroke-dasharray:3 2}
svg.table .said-out{fill:var(--muted)}
svg.table .turn-done{fill:var(--ink);stroke:var(--ink)}
svg.table .turn-now{fill:var(--accent);stroke:var(--accent)}
svg.table .turn-next{fill:none;stroke:var(--ink)}
svg.table .button{fill:var(--panel);stroke:var(--hair);stroke-width:1.5}
svg.table .do text{fill:var(--muted)}
svg.table .do.lit .button{stroke:var(--ink)}
svg.table .do.lit text{fill:var(--ink)}
svg.table .do.lit:hover .button{fill:var(--accent-soft)}
svg.table .rule{fill:#efe2c4;stroke:#2b2118;stroke-width:1.5}
svg.table .ticks{fill:none;stroke:#2b2118;stroke-width:.8;opacity:.55}
svg.table .toolow{fill:#2b2118;opacity:.1}
svg.table .bid .sum{fill:#2b2118}
svg.table .bid .box{fill:none}
svg.table .bid.lit .rule{stroke:none;fill:none}
svg.table .bid.low .sum{opacity:.5}
svg.table .bid.cursed .sum{opacity:.8}
svg.table .bid .strike{stroke:#c2600f;stroke-width:3;stroke-linecap:round;opacity:.85}
svg.table .bid.low .strike{opacity:.35}
svg.table .bid .tie{stroke:var(--warn);stroke-width:1.4;stroke-dasharray:2 2}
svg.table .bid.lit .box{fill:var(--accent-soft);stroke:var(--accent);stroke-width:2.4}
svg.table .bid.lit .sum{fill:var(--accent);font-weight:700;opacity:1}
svg.table .bid.lit.cursed .box,svg.table .bid.lit.beyond .box{fill:var(--panel);stroke:var(--warn);stroke-dasharray:4 3;stroke-width:1.6}
svg.table .bid.lit.cursed .sum,svg.table .bid.lit.beyond .sum{fill:var(--warn)}
svg.table .bid.lit:hover .box{fill:var(--accent)}
svg.table .bid.lit:hover .sum{fill:var(--on-accent)}
svg.table .bid.lit .ring{animation:none;opacity:0}
svg.table .bid:focus-visible .ring{opacity:1}
svg.table .standing{stroke:var(--ink);stroke-width:3}
svg.table .won{fill:var(--accent-soft)}
"""
)

W = 1112
EDGE = 16
WIDE = W - 2 * EDGE


def picture(view: View, texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it; `narrow` is the portrait layout, 390 units wide."""
    scene = Scene(view, texts)
    body, w, h = narrow_table(scene) if narrow else _table(scene)
    label = texts("picture.table", turn=view["turn"], turns=view["turns"])
    return canvas_svg.svg(body, w, h, label, symbols=SYMBOLS, style=STYLE, standalone=standalone)


def _table(scene: Scene) -> tuple[str, float, float]:
    """Opponents, then the lot, the ruler of bids and the viewer's own cards; or how it ended."""
    parts = []
    y = 12.0
    for row in _rows(scene.others):
        drawn, h = _opponents(scene, row, y)
        parts.append(drawn)
        y += h + 12
    middle = _results if scene.phase == "over" else _auction
    drawn, h = middle(scene, y)
    parts.append(drawn)
    y += h + 12
    if scene.me is not None:
        if scene.phase != "over":
            drawn, h = _ruler(scene, y)
            parts.append(drawn)
            y += h + 12
        parts.append(_mine(scene, scene.me, y))
        y += 124
    return "".join(parts), W, y


# ── The others ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _rows(seats: list[int]) -> list[list[int]]:
    """Up to four panels in a row; five, for a spectator, in two rows."""
    return [seats] if len(seats) <= 4 else [seats[:3], seats[3:]]


def _opponents(scene: Scene, row: list[int], y: float) -> tuple[str, float]:
    w = (WIDE - 12 * (len(row) - 1)) / len(row)
    deepest = max(3, *(len(cards) for seat in row for cards in scene.by_family(seat)))
    h = 60 + 60 + 22 * (deepest - 1) + 24 + 30
    drawn = (_opponent(scene, seat, EDGE + i * (w + 12), y, w, h) for i, seat in enumerate(row))
    return "".join(drawn), h


def _opponent(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    at = scene.seat(seat)
    stacks = [[tuple(scene.face(card, seat)) for card in cards] for cards in scene.by_family(seat)]
    seen = (at["points"], at["coins"], at["cursed"], scene.status(seat), seat == scene.acting)
    drawn = _opponent_drawn(scene.texts.language, seat, scene.texts.name(seat), *seen, scene.families, stacks, w, h)
    return f'<g id="player-{seat}" transform="translate({x:g} {y:g})">{drawn}</g>'


@kept(512)
def _opponent_drawn(
    language: str, seat: int, name: str, points: int, coins: int | None, cursed: list[int],
    status: list[tuple[str, str]], is_acting: bool, families: list[str], stacks: list[list[Any]], w: float, h: float,
) -> str:  # fmt: skip
    texts = Texts(language, "games/templari")
    frame = "panel turned" if is_acting else "panel"
    drawn = [
        f'<rect class="{frame}" width="{w:g}" height="{h:g}" rx="6"/>'
        f'<path class="head" d="M1 50V6a5 5 0 0 1 5-5H{w - 6:g}a5 5 0 0 1 5 5V50Z"/>'
        f'<path class="line" d="M0 50H{w:g}"/>',
        f'<g id="pawn-{seat}">{seal(seat, 9, 7, 36)}</g>',
        text(54, 22 if status else 31, shorten(name, w - 54 - 104, 18), 18, "disp b"),
        _purse(texts, seat, coins, w - 92, 8),
        text(w - 14, 31, points, 28, "num b", "end"),
        text(w - 14, 45, texts("picture.points", n=points), 10.5, "mut", "end"),
    ]
    cx = 54.0
    for kind, words in status:
        pill, pw = chip(cx, 27, kind, words, w - 100 - cx)
        drawn.append(pill)
        cx += pw + 5
    pitch = (w - 22) / 6
    cw = min(50.0, pitch - 5)
    for i, cards in enumerate(stacks):
        x = 11 + i * pitch + (pitch - cw) / 2
        drawn.append(
            _stack(texts, [Face(*card) for card in cards], x, cw) if cards else _empty(i, families[i], x, 60, cw)
        )
    drawn.append(_curses(texts, cursed, w, h))
    return "".join(drawn)


def _purse(texts: Texts, seat: int, coins: int | None, x: float, y: float) -> str:
    said = texts("picture.purse_secret") if coins is None else f"{coins} {texts('picture.coins', n=coins)}"
    inside = f'<title>{said}</title><g class="thing">{use("purse", x, y, 36)}</g>'
    if coins is not None:
        inside += f'<circle cx="{x + 18:g}" cy="{y + 24:g}" r="10.5" fill="#7c2d2d" stroke="#2b2118"/>'
        inside += text(x + 18, y + 29, coins, 14, "num b light", "middle")
    return f'<g id="purse-{seat}" role="img" aria-label="{said}">{inside}</g>'


def _empty(family: int, name: str, x: float, y: float, w: float) -> str:
    size = min(26.0, w - 8)
    emblem = use("fam-" + name, (w - size) / 2, (60 - size) / 2, size)
    return f'<g transform="translate({x:g} {y:g})">{hollow(w, 60)}<g class="thing faint fam-{family}">{emblem}</g></g>'


def _stack(texts: Texts, cards: list[Face], x: float, w: float) -> str:
    """Cards of one family below each other; of all but the last the value shows."""
    last = len(cards) - 1
    drawn = [
        place_mini(texts.language, face, x, 60 + i * 22, w, "" if i == last else "top") for i, face in enumerate(cards)
    ]
    points = texts("picture.pts", n=FAMILY_POINTS[len(cards)])
    drawn.append(text(x + w / 2, 60 + last * 22 + 60 + 16, points, 11.5, "num mut", "middle"))
    return "".join(drawn)


def _curses(texts: Texts, cursed: list[int], w: float, h: float) -> str:
    said = texts("picture.cursed" if cursed else "picture.nothing_cursed")
    listed = f"{said} {', '.join(map(str, cursed))}"
    y = h - 30
    drawn = f'<path class="line" d="M0 {y:g}H{w:g}"/><g class="thing curse">{use("curse", 12, y + 6, 18)}</g>'
    x = 38.0
    if not cursed or canvas_text.width(said, 11.5) + 46 + len(cursed) * 24 < w:
        drawn += text(x, y + 20, said, 11.5, "mut")
        x += canvas_text.width(said, 11.5) + 8
    drawn += digits(cursed, x, y + 5, w - x - 6)
    return f'<g role="img" aria-label="{listed}"><title>{listed}</title>{drawn}</g>'


# ── The auction ─────────────────────────────────────────────────────────────────────────────────────────────────────

PLAN = (
    '<g class="plan"><circle cx="412" cy="127" r="122"/><circle cx="412" cy="127" r="180" stroke-dasharray="2 5" '
    'clip-path="url(#clip-plan)"/><path d="M200 127H624M412 6V248M262 34L562 220M562 34L262 220"/></g>'
    '<clipPath id="clip-plan"><path d="M190 6H632V250H190Z"/></clipPath>'
)


def _auction(scene: Scene, y: float) -> tuple[str, float]:
    """Deck, what is under the hammer, the standing offer and the pot."""
    drawn = PLAN + _deck(scene) + _lot(scene) + _worth(scene) + _standing(scene) + _pot(scene)
    return f'<g id="auction" transform="translate({EDGE} {y:g})">{drawn}</g>', 268


def _deck(scene: Scene) -> str:
    left, texts = scene.view["deck"], scene.texts
    drawn = []
    for i in range(min(6, (left + 4) // 5)):
        drawn.append(
            f'<rect x="{24 + i * 2.5:g}" y="{34 - i * 2.5:g}" width="96" height="132" rx="7" fill="#fffaf0" '
            'stroke="#2b2118" stroke-width="1.3"/>'
        )
    top = back(96, 132) if left else hollow(96, 132)
    drawn.append(f'<g transform="translate(36.5 21.5)">{top}</g>')
    return (
        f'<g id="deck">{"".join(drawn)}</g>'
        + text(82, 196, left, 26, "num b", "middle")
        + text(82, 213, texts("picture.deck", n=left), 12.5, "mut", "middle")
        + turn_track(scene, 6, 226, 10.4)
        + text(82, 260, texts("picture.turn", turn=scene.view["turn"], turns=scene.view["turns"]), 12.5, "", "middle")
    )


def _lot(scene: Scene) -> str:
    """Two cards; one in a private sale; the card named in an exchange; or where the next two will lie."""
    lot, taken = scene.view["lot"], scene.view["taken"]
    if taken is not None:
        return (
            f'<g id="lot">{_taken(scene, taken, 236)}<g transform="translate(412 127)">{SWAP}</g>'
            f'<g transform="translate(438 24)">{hollow(BIG_W, BIG_H)}</g></g>'
        )
    if len(lot) == 1:
        return f'<g id="lot">{place_big(scene, lot[0], 337, 24)}</g>'
    if lot:
        return f'<g id="lot">{place_big(scene, lot[0], 252, 24)}{place_big(scene, lot[1], 418, 24)}</g>'
    places = "".join(f'<g transform="translate({x} 24)">{hollow(BIG_W, BIG_H)}</g>' for x in (252, 418))
    swap = f'<g transform="translate(412 127)">{SWAP}</g>' if scene.phase == "take" else ""
    said = scene.texts("picture.no_lot")
    return f'<g id="lot" role="img" aria-label="{said}"><title>{said}</title>{places}{swap}</g>'


def _taken(scene: Scene, card: int, x: float) -> str:
    """The card that is taken; it still lies in front of its owner, so this one is a copy without a name."""
    owner = next(at["seat"] for at in scene.view["seats"] if card in at["cards"])
    copy = place_big(scene, card, x, 24).replace(' id="card-', ' id="taken-', 1)
    return copy + seal(owner, x + BIG_W - 20, 14, 34)


def _worth(scene: Scene) -> str:
    """How many points the cards under the hammer would bring to each."""
    lot = scene.view["lot"]
    if not lot:
        return ""
    seats = scene.bidding_order
    x = 412 - (74 + len(seats) * 62) / 2
    said = scene.texts("picture.lot_adds" if len(lot) > 1 else "picture.card_adds")
    drawn = [text(x + 64, 258, said, 12.5, "mut", "end")]
    for i, seat in enumerate(seats):
        sx = x + 76 + i * 62
        if seat == scene.me:
            drawn.append(f'<rect class="panel mine" x="{sx - 5:g}" y="240" width="60" height="27" rx="13.5"/>')
        drawn.append(seal(seat, sx, 242.5, 22) + text(sx + 26, 259, f"+{scene.gain(seat)}", 17, "num b"))
    return f'<g id="lot-worth">{"".join(drawn)}</g>'


def _standing(scene: Scene) -> str:
    """The highest offer, who made it, and who bids in which order."""
    view, texts = scene.view, scene.texts
    drawn = [panel(0, 0, 232, 258), f'<g class="thing">{use("gavel", 156, 14, 62)}</g>']
    if scene.seller is not None or scene.phase == "sell":
        title = texts("picture.sale")
    else:
        title = texts("picture.exchange" if scene.phase in ("take", "give") else "picture.standing")
    drawn.append(text(18, 31, title, 15, "disp"))
    if view["offer"] is not None:
        offer = view["offer"]
        drawn.append(text(18, 104, offer, 68, "num b") + use("coin", 66 if offer < 10 else 98, 68, 32))
        drawn.append(_named(scene, view["bidder"], 122))
    elif scene.bidding:
        drawn.append(text(18, 90, texts("picture.no_offer"), 17, "disp mut"))
        if scene.seller is not None:
            drawn.append(_named(scene, scene.seller, 122, "picture.sells"))
    elif scene.acting is not None:
        drawn.append(_named(scene, scene.acting, 62))
    drawn.append('<path class="line" d="M18 164H214"/>' + _bidders(scene, 18, 174, 196))
    return f'<g id="standing-offer" transform="translate(622 4)">{"".join(drawn)}</g>'


def _named(scene: Scene, seat: int, y: float, key: str = "") -> str:
    name = scene.texts.name(seat)
    said = scene.texts(key, who=name) if key else name
    return seal(seat, 18, y, 26) + text(52, y + 19, shorten(said, 160, 16), 16, "disp b")


def _bidders(scene: Scene, x: float, y: float, w: float) -> str:
    """The seats in their order: what each has offered, who is out, who is asked."""
    order = scene.bidding_order
    pitch = w / len(order)
    size = min(36, pitch - 10)
    drawn = []
    for i, seat in enumerate(order):
        at = scene.seat(seat)
        cx = x + pitch * (i + 0.5)
        is_out = scene.bidding and (at["out"] or at["broke"])
        is_out = is_out or (at["exchanged"] and scene.seller is None)
        drawn.append(f'<g id="bidder-{seat}">')
        sealed = seal(seat, cx - size / 2, y + 6, size)
        drawn.append(f'<g class="away">{sealed}</g>' if is_out else sealed)
        if seat == scene.acting:
            drawn.append(f'<circle class="halo" cx="{cx:g}" cy="{y + 6 + size / 2:g}" r="{size / 2 + 4:g}"/>')
        if seat == scene.acting and at["offered"] is None:
            drawn.append(text(cx, y + size + 26, "?", 19, "num b acc", "middle"))
        elif at["offered"] is not None:
            weight = "num b" if seat == scene.view["bidder"] else "num mut" if is_out else "num"
            drawn.append(text(cx, y + size + 26, at["offered"], 19, weight, "middle"))
        elif is_out:
            drawn.append(text(cx, y + size + 24, shorten(scene.texts("picture.out"), pitch, 12), 12, "mut", "middle"))
        drawn.append("</g>")
        if i < len(order) - 1:
            ax = cx + pitch / 2 - 4
            drawn.append(f'<path class="arrow" d="M{ax:g} {y + 6 + size / 2:g}h8m-4-3.5l4 3.5l-4 3.5"/>')
    return "".join(drawn)


def _pot(scene: Scene) -> str:
    view, texts = scene.view, scene.texts
    drawn = [
        panel(0, 0, 214, 258),
        text(18, 31, texts("picture.pot"), 15, "disp"),
        f'<g class="thing">{use("pot", 18, 64, 116, 97)}</g>',
        text(170, 136, view["pot"], 56, "num b", "middle"),
    ]
    if scene.seller is not None:
        drawn.append(text(18, 182, texts("picture.paid_to"), 13, "mut"))
        drawn.append(_named(scene, scene.seller, 190))
    if view["lost"]:
        drawn.append(text(18, 226, texts("picture.lost"), 11.5, "mut"))
        pitch = min(38, 178 / len(view["lost"]))
        drawn += [place_tag(scene.face(card), 18 + i * pitch, 231) for i, card in enumerate(view["lost"])]
    return f'<g id="pot-zone" transform="translate(866 4)">{"".join(drawn)}</g>'


# ── The ruler of bids ───────────────────────────────────────────────────────────────────────────────────────────────

PER_ROW = 21
MARGIN = 112  # room for the names of the lines
ROW = 142


def _ruler(scene: Scene, y: float) -> tuple[str, float]:
    """Every sum that the viewer can pay: cursed by which card, and whom it would pay."""
    marks, texts, offer = scene.bids(), scene.texts, scene.view["offer"]
    if len(marks) > PER_ROW and offer is not None:  # the sums that are too low share one place
        marks = [{"sum": offer, "low": True, "cursed_by": [], "to": []}, *marks[offer + 1 :]]
    rows = math.ceil(len(marks) / PER_ROW)
    per_row = max(15, math.ceil(len(marks) / rows))
    h = 44 + ROW * rows
    coins = len(scene.view["ruler"]) - 1
    drawn = [
        panel(0, 0, WIDE, h),
        text(16, 27, texts("picture.your_offer"), 18, "disp b"),
        text(28 + canvas_text.width(texts("picture.your_offer"), 18), 27, texts("picture.upto", n=coins), 12.5, "mut"),
        _legend(scene, WIDE - 140),
        button(scene, "pass", texts("picture.pass"), WIDE - 124, 8, 108, 36),
    ]
    for row in range(rows):
        drawn.append(_ruler_row(scene, marks[row * per_row : (row + 1) * per_row], per_row, 50 + row * ROW))
    return f'<g id="bid-ruler" transform="translate({EDGE} {y:g})">{"".join(drawn)}</g>', h


def _legend(scene: Scene, right: float) -> str:
    """What the marks mean, ending at `right`."""
    signs = {
        "low": '<rect width="16" height="16" rx="4" fill="var(--stone)"/>',
        "curse": '<path d="M1 15L15 1" stroke="var(--warn)" stroke-width="2.6"/>',
        "may": '<rect width="16" height="16" rx="4" fill="var(--accent-soft)" stroke="var(--accent)" stroke-width="2"/>',
    }
    drawn = []
    for key, sign in signs.items():
        said = scene.texts(f"picture.{key}")
        right -= canvas_text.width(said, 12) + 22
        drawn.append(f'<g transform="translate({right:.1f} 14)">{sign}{text(22, 13, said, 12)}</g>')
        right -= 14
    return "".join(drawn)


def _ruler_row(scene: Scene, marks: list[dict[str, Any]], per_row: int, y: float) -> str:
    texts = scene.texts
    cw = (WIDE - MARGIN - 10) / per_row
    bar = y + 38
    wide = cw * len(marks)
    offer = scene.view["offer"]
    low = 0 if offer is None else min(len(marks), max(0, offer + 1 - marks[0]["sum"]))
    paid = texts("picture.paid_to" if scene.seller is not None else "picture.pot_to")
    drawn = [
        text(16, y + 16, shorten(texts("picture.cursed_by"), MARGIN - 18, 12), 12, "mut"),
        text(16, bar + 30, texts("picture.sum"), 12, "mut"),
        text(16, bar + 72, shorten(paid, MARGIN - 18, 12), 12, "mut"),
        f'<rect class="rule" x="{MARGIN}" y="{bar:g}" width="{wide:.1f}" height="50" rx="3"/>',
        f'<path class="ticks" d="{_ticks(len(marks), cw, bar)}"/>',
    ]
    if low:
        drawn.append(f'<rect class="toolow" x="{MARGIN}" y="{bar:g}" width="{low * cw:.1f}" height="50" rx="3"/>')
    for i, mark in enumerate(marks):
        cx = MARGIN + cw * (i + 0.5)
        if "low" in mark:
            said = "0" if mark["sum"] == 0 else f"0–{mark['sum']}"
            drawn.append(f'<g class="bid low">{text(cx, bar + 31, said, 17, "num sum", "middle")}</g>')
        else:
            drawn.append(_mark(texts.language, plain_mark(scene.mark(mark)), cx, y, cw, i < low))
    if offer is not None and marks[0]["sum"] <= offer <= marks[-1]["sum"]:
        x = MARGIN + cw * low
        drawn.append(f'<path class="standing" d="M{x:.1f} {bar - 10:g}V{bar + 60:g}"/>')
        drawn.append(seal(scene.view["bidder"], x - 12, bar - 31, 24))
    return "".join(drawn)


@functools.cache
def _ticks(n: int, cw: float, y: float) -> str:
    """Long ticks between the sums, short ones at the quarters."""
    return "".join(
        f"M{MARGIN + i * cw / 4:.1f} {y:g}v{9 if i % 4 == 0 else 4}"
        f"M{MARGIN + i * cw / 4:.1f} {y + 50:g}v{-9 if i % 4 == 0 else -4}"
        for i in range(1, n * 4)
    )


@functools.lru_cache(1024)
def _sum(amount: int, cx: float, y: float, cw: float, is_cursed: bool) -> str:
    """A number on the ruler, with the box that shows when it can be offered."""
    size = 27 if cw > 56 else 21
    drawn = f'<rect class="box" x="{cx - cw / 2 + 3:.1f}" y="{y - 7:g}" width="{cw - 6:.1f}" height="64" rx="6"/>'
    if is_cursed:
        reach = min(20, cw / 2 - 6)
        drawn += f'<path class="strike" d="M{cx - reach:.1f} {y + 41:g}L{cx + reach:.1f} {y + 9:g}"/>'
    return (
        drawn
        + text(cx, y + 25 + size * 0.34, amount, size, "num sum", "middle")
        + f'<rect class="ring" x="{cx - cw / 2 + 1:.1f}" y="{y - 9:g}" width="{cw - 2:.1f}" height="68" rx="7"/>'
    )


@kept(2048)
def _mark(language: str, given: tuple[Any, ...], cx: float, y: float, cw: float, is_low: bool) -> str:
    """One sum: a target, the cards that curse it, and who would be paid."""
    mark = read_mark(given)
    amount, cursing, to = mark.sum, mark.cursed_by, mark.to
    bar = y + 38
    kinds = ["bid", "low" if is_low else "", "cursed" if cursing else "", "beyond" if mark.is_beyond else ""]
    body = _sum(amount, cx, bar, cw, bool(cursing))
    extra = ""
    if cursing:
        if len(cursing) == 1:
            tags = place_tag(cursing[0], cx - 17, y)
        else:
            tag_size = min(19, cw / len(cursing) - 1)
            tags = place_emblems(cursing, cx, y + 22 - tag_size, tag_size)
        extra = f'<path class="tie" d="M{cx:.1f} {y + 23:g}v14"/>{tags}'
        if is_low:
            extra = f'<g class="away">{extra}</g>'
    if to and not cursing:
        paid = seals(to, cx, bar + 58, 22 if not is_low else 16, cw - 2)
        if not is_low:
            said = str(mark.each) if len(to) == 1 else Texts(language, "games/templari")("picture.each", n=mark.each)
            paid += text(cx, bar + 94, shorten(said, cw, 11.5), 11.5, "num mut", "middle")
        extra += f'<g class="away">{paid}</g>' if is_low else paid
    kind = " ".join(k for k in kinds if k)
    label = mark_says(language, mark)
    return target(mark.legal, f"bid {amount}", body + extra, id=f"bid-{amount}", label=label, cls=kind)


# ── The viewer's own ────────────────────────────────────────────────────────────────────────────────────────────────


def _mine(scene: Scene, me: int, y: float) -> str:
    at, texts = scene.seat(me), scene.texts
    drawn = [
        f'<rect class="panel {"turned" if me == scene.acting else "mine"}" width="{WIDE}" height="112" rx="6"/>',
        f'<g id="pawn-{me}">{seal(me, 14, 12, 46)}</g>',
        text(68, 32, shorten(texts.name(me), 98, 18), 18, "disp b"),
        text(68, 51, texts("picture.you"), 12.5, "mut"),
        text(14, 97, at["points"], 32, "num b"),
        text(20 + 17 * len(str(at["points"])), 97, texts("picture.points", n=at["points"]), 12.5, "mut"),
        '<path class="line" d="M158 12V100M868 12V100"/>',
    ]
    if me == scene.view["first"] and scene.phase != "over":
        drawn.append(f"<g><title>{texts('picture.first')}</title>{use('first', 128, 76, 24)}</g>")
    drawn.append(_fans(scene, me, 170, 686))
    coins = at["coins"]
    said = f"{coins} {texts('picture.coins', n=coins)}"
    stacks = "".join(
        f'<ellipse cx="{1022 + i // 8 * 21}" cy="{88 - i % 8 * 9}" rx="9.400" ry="4.600" fill="#e3bd62" '
        'stroke="#2b2118" stroke-width="1.200"/>'
        for i in range(min(coins, 24))
    )
    drawn.append(
        f'<g id="purse-{me}" role="img" aria-label="{said}"><title>{said}</title>'
        f'<g class="thing">{use("purse-open", 876, 18, 66)}</g>'
        + text(948, 60, coins, 38, "num b")
        + text(948, 78, texts("picture.coins", n=coins), 11.5, "mut")
        + stacks
        + "</g>"
    )
    if scene.phase != "over":
        drawn.append(text(880, 102, texts("picture.seen_by_you"), 11, "mut"))
    return f'<g id="player-{me}" transform="translate({EDGE} {y:g})">{"".join(drawn)}</g>'


def _fans(scene: Scene, me: int, x: float, room: float) -> str:
    """Own cards, each family a fan; the fans close where there is little room."""
    families = scene.by_family(me)
    hidden = sum(max(0, len(cards) - 1) for cards in families)
    gap = 14.0
    step = min(27.0, (room - 6 * 50 - 5 * gap) / max(1, hidden))
    spare = room - 6 * 50 - step * hidden - 5 * gap
    gap += min(50.0, spare / 5)
    drawn = []
    for family, cards in enumerate(families):
        w = 50 + step * max(0, len(cards) - 1)
        name = scene.texts(f"family.{family}")
        if cards:
            for i, card in enumerate(cards):
                covered = "" if i == len(cards) - 1 else "left"
                drawn.append(place_mini(scene.texts.language, scene.face(card, me), x + i * step, 12, 50, covered))
            points = scene.texts("picture.pts", n=FAMILY_POINTS[len(cards)])
            drawn.append(text(x, 88, shorten(name, w + gap - 4, 12.5), 12.5, "disp b"))
            drawn.append(text(x, 103, points, 11.5, "num mut"))
        else:
            drawn.append(_empty(family, scene.families[family], x, 12, 50))
            drawn.append(text(x, 88, shorten(name, 50 + gap - 4, 12.5), 12.5, "disp mut"))
        x += w + gap
    return "".join(drawn)


# ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _results(scene: Scene, y: float) -> tuple[str, float]:
    """Everybody's points, family by family, the bonus for coins, and who wins."""
    outcome, texts = scene.view["outcome"], scene.texts
    order = sorted(range(scene.players), key=lambda seat: int(outcome["ranks"][seat]))
    h = 74 + 46 * len(order)
    names = [texts.name(seat) for seat in outcome["winners"]]
    title = texts("picture.wins" if len(names) == 1 else "picture.win", who=texts.list(names))
    drawn = [panel(0, 0, WIDE, h), use("first", 16, 14, 30), text(58, 38, shorten(title, 480, 24), 24, "disp b")]
    for family, name in enumerate(scene.families):
        drawn.append(f'<g class="thing fam-{family}">{use("fam-" + name, 320 + family * 72, 42, 26)}</g>')
    drawn.append(f'<g class="thing">{use("coin", 770, 44, 24)}</g>')
    drawn.append(text(1056, 60, texts("picture.final"), 13, "mut", "end"))
    for i, seat in enumerate(order):
        drawn.append(_result(scene, seat, 74 + i * 46))
    return f'<g id="results" transform="translate({EDGE} {y:g})">{"".join(drawn)}</g>', h


def _result(scene: Scene, seat: int, y: float) -> str:
    at, outcome, texts = scene.seat(seat), scene.view["outcome"], scene.texts
    drawn = []
    if seat in outcome["winners"]:
        drawn.append(f'<rect class="won" x="1" y="{y:g}" width="{WIDE - 2}" height="46"/>')
    drawn += [
        f'<path class="line" d="M0 {y:g}H{WIDE}"/>',
        text(20, y + 30, texts("picture.rank", n=outcome["ranks"][seat]), 18, "num mut"),
        seal(seat, 52, y + 6, 34),
        text(98, y + 29, shorten(texts.name(seat), 200, 18), 18, "disp b"),
    ]
    for family, cards in enumerate(scene.by_family(seat)):
        points = FAMILY_POINTS[len(cards)]
        drawn.append(text(333 + family * 72, y + 30, points or "·", 19, "num b" if points else "num mut", "middle"))
    drawn.append(text(782, y + 30, at["coins"], 17, "num mut", "middle"))
    if at["bonus"]:
        drawn.append(text(806, y + 30, f"+{at['bonus']}", 19, "num b"))
    drawn.append(text(948, y + 29, texts("picture.values", n=at["values"]), 12.5, "mut", "end"))
    drawn.append(text(1056, y + 33, outcome["scores"][seat], 30, "num b", "end"))
    return f'<g id="result-{seat}">{"".join(drawn)}</g>'
