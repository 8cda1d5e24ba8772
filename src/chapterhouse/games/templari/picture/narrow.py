"""Templari: the table in portrait, 390 units wide, for a phone. Everything that can be touched is 44 units or more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chapterhouse.games.canvas.scene import target
from chapterhouse.games.canvas.svg import kept, panel, seal, text, use
from chapterhouse.games.canvas.text import shorten
from chapterhouse.games.templari.picture.pieces import (
    BIG_W,
    SWAP,
    Scene,
    button,
    card_id,
    hollow,
    mark_says,
    mini,
    place_big,
    place_card,
    place_emblems,
    plain_mark,
    read_mark,
    seals,
    turn_track,
)
from chapterhouse.games.templari.picture.symbols import FAMILY_COLOURS
from chapterhouse.texts import Texts

W = 390
EDGE = 8
WIDE = W - 2 * EDGE
PICKING = ("take", "give", "sell", "lose")
Block = tuple[str, float]


def table(scene: Scene) -> tuple[str, float, float]:
    """Blocks below each other: turn, players, auction, and what the viewer can do now."""
    blocks: list[Callable[[Scene, float], Block]] = [_header, _matrix]
    if scene.phase == "over":
        blocks.append(_results)
    else:
        blocks += [_auction, _bidders]
        if scene.me is not None:
            blocks.append(_picker if _is_picking(scene) else _ruler)
    parts = []
    y = 6.0
    for block in blocks:
        drawn, h = block(scene, y)
        parts.append(drawn)
        y += h + 8
    return "".join(parts), W, y


def _is_picking(scene: Scene) -> bool:
    return scene.phase in PICKING and scene.acting == scene.me


def _header(scene: Scene, y: float) -> Block:
    view, texts = scene.view, scene.texts
    drawn = (
        turn_track(scene, EDGE, y + 3, 10.4)
        + text(EDGE + 166, y + 15, texts("picture.turn", turn=view["turn"], turns=view["turns"]), 13, "disp b")
        + text(W - EDGE, y + 15, texts("picture.deck_short", n=view["deck"]), 12, "mut", "end")
    )
    return f'<g id="deck">{drawn}</g>', 20


# ── The players ─────────────────────────────────────────────────────────────────────────────────────────────────────

LEFT = 116  # where the families begin
COLUMN = 36
PLAYER = 46


def _matrix(scene: Scene, y: float) -> Block:
    """A row a player, a column a family."""
    seats = [*scene.others, *([] if scene.me is None else [scene.me])]
    h = 30 + PLAYER * len(seats)
    drawn = [panel(EDGE, 0, WIDE, h)]
    for family, name in enumerate(scene.families):
        x = LEFT + family * COLUMN + COLUMN / 2
        said = scene.texts(f"family.{family}")
        drawn.append(f'<g class="thing fam-{family}"><title>{said}</title>{use("fam-" + name, x - 11, 4, 22)}</g>')
    drawn.append(text(W - EDGE - 8, 20, scene.texts("picture.points_head"), 11, "mut", "end"))
    for i, seat in enumerate(seats):
        drawn.append(_player(scene, seat, 30 + i * PLAYER))
    return f'<g id="players" transform="translate(0 {y:g})">{"".join(drawn)}</g>', h


def _player(scene: Scene, seat: int, y: float) -> str:
    at, texts = scene.seat(seat), scene.texts
    drawn = []
    if seat == scene.acting:
        drawn.append(f'<rect class="won" x="{EDGE + 1}" y="{y + 1:g}" width="{WIDE - 2}" height="{PLAYER - 2}"/>')
    drawn.append(f'<path class="line" d="M{EDGE} {y:g}H{W - EDGE}"/>')
    status = scene.status(seat)
    is_out = any(kind == "out" for kind, _ in status)
    sealed = seal(seat, 13, y + 8, 30)
    drawn.append(f'<g id="pawn-{seat}" class="{"away" if is_out else "here"}">{sealed}</g>')
    drawn.append(text(48, y + 20, shorten(texts.name(seat), 74, 14), 14, "disp b"))
    if seat == scene.view["first"] and scene.phase != "over":
        drawn.append(f"<g><title>{texts('picture.first')}</title>{use('first', 9, y + 1, 17)}</g>")
    said = [(kind, words) for kind, words in status if kind != "first"]
    if said:
        kind, words = said[-1]
        cls = {"acts": "acc b", "offers": "b"}.get(kind, "mut")
        drawn.append(text(48, y + 37, shorten(words, LEFT - 48, 10.5), 10.5, cls))
    elif at["coins"] is not None and seat != scene.me:
        drawn.append(f"<g>{use('coin', 48, y + 26, 13)}{text(64, y + 37, at['coins'], 12, 'num')}</g>")
    for family, cards in enumerate(scene.by_family(seat)):
        drawn.append(_cell(scene, family, cards, LEFT + family * COLUMN + 1, y + 4))
    drawn.append(text(W - EDGE - 8, y + 31, at["points"], 21, "num b", "end"))
    return f'<g id="player-{seat}">{"".join(drawn)}</g>'


_SPOTS: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {  # by number of cards: size of type, places
    1: (20, ((17, 26),)),
    2: (18, ((10, 25), (24, 25))),
    3: (15, ((7, 24), (17, 24), (27, 24))),
    4: (15, ((10, 16), (24, 16), (10, 33), (24, 33))),
    5: (15, ((7, 16), (17, 16), (27, 16), (11, 33), (23, 33))),
}


def _cell(scene: Scene, family: int, cards: list[int], x: float, y: float) -> str:
    """The values that a player holds of a family."""
    if not cards:
        return f'<circle cx="{x + 17:g}" cy="{y + 19:g}" r="1.800" fill="var(--hair)"/>'
    size, spots = _SPOTS[len(cards)]
    colour = FAMILY_COLOURS[family]
    drawn = [f'<rect width="34" height="38" rx="5" fill="{colour}" stroke="#2b2118" stroke-width="1.100"/>']
    is_named = not _is_picking(scene)  # else the card itself is among those to pick from
    for card, (cx, cy) in zip(cards, spots, strict=True):
        digit = text(cx, cy, scene.cards[card]["value"], size, "num b light", "middle")
        drawn.append(f'<g id="{card_id(scene.cards[card]["words"])}">{digit}</g>' if is_named else digit)
    said = scene.texts.list([scene.card_says(card) for card in cards])
    return f'<g role="img" aria-label="{said}" transform="translate({x:g} {y:g})">{"".join(drawn)}</g>'


# ── The auction ─────────────────────────────────────────────────────────────────────────────────────────────────────

SMALL = 0.585  # scale of the cards under the hammer
HIGH = 122


def _auction(scene: Scene, y: float) -> Block:
    drawn = _lot(scene) + _standing(scene) + _pot(scene)
    return f'<g id="auction" transform="translate(0 {y:g})">{drawn}</g>', HIGH


def _lot(scene: Scene) -> str:
    lot, taken = scene.view["lot"], scene.view["taken"]
    w = BIG_W * SMALL
    if taken is not None:
        copy = place_big(scene, taken, 10, 0, SMALL).replace(' id="card-', ' id="taken-', 1)
        return f'<g id="lot">{copy}<g transform="translate(145 60)">{SWAP}</g></g>'
    if lot:
        x = 10 if len(lot) > 1 else 72
        drawn = [place_big(scene, card, x + i * (w + 6), 0, SMALL) for i, card in enumerate(lot)]
        if scene.seller is not None:
            drawn.append(seal(scene.seller, x - 38, 44, 32))
        return f'<g id="lot">{"".join(drawn)}</g>'
    said = scene.texts("picture.no_lot")
    places = "".join(f'<g transform="translate({10 + i * (w + 6):g} 0)">{hollow(w, HIGH - 2)}</g>' for i in range(2))
    swap = f'<g transform="translate(101 60)">{SWAP}</g>' if scene.phase == "take" else ""
    return f'<g id="lot" role="img" aria-label="{said}"><title>{said}</title>{places}{swap}</g>'


def _standing(scene: Scene) -> str:
    view, texts = scene.view, scene.texts
    if scene.seller is not None or scene.phase == "sell":
        title = texts("picture.sale")
    else:
        title = texts("picture.exchange" if scene.phase in ("take", "give") else "picture.standing")
    drawn = [panel(198, 0, 98, HIGH), text(205, 17, shorten(title, 96, 11), 11, "mut")]
    drawn.append(f'<g class="thing">{use("gavel", 256, 28, 34)}</g>')
    who = view["bidder"] if view["bidder"] is not None else scene.seller
    if view["offer"] is not None:
        drawn.append(text(206, 70, view["offer"], 46, "num b"))
    elif scene.bidding:
        drawn.append(text(206, 66, "–", 40, "num mut") + f"<title>{texts('picture.no_offer')}</title>")
    if who is None and not scene.bidding:
        who = scene.acting
    if who is not None:
        drawn.append(seal(who, 205, 90, 24) + text(233, 107, shorten(texts.name(who), 70, 13), 13, "disp b"))
    return f'<g id="standing-offer">{"".join(drawn)}</g>'


def _pot(scene: Scene) -> str:
    view, texts = scene.view, scene.texts
    drawn = [
        panel(302, 0, 80, HIGH),
        text(309, 17, shorten(texts("picture.pot"), 74, 11), 11, "mut"),
        f'<g class="thing">{use("pot", 308, 24, 52, 43)}</g>',
        text(342, 108, view["pot"], 38, "num b", "middle"),
    ]
    return f'<g id="pot-zone">{"".join(drawn)}</g>'


def _bidders(scene: Scene, y: float) -> Block:
    """The seats in their order: what each has offered, and what the lot would add for each."""
    view, order = scene.view, scene.bidding_order
    pitch = WIDE / len(order)
    drawn = []
    for i, seat in enumerate(order):
        at = scene.seat(seat)
        x = EDGE + pitch * i + (pitch - 64) / 2
        is_out = (scene.bidding and (at["out"] or at["broke"])) or (at["exchanged"] and scene.seller is None)
        inside = seal(seat, x, 4, 28)
        if is_out:
            inside = f'<g class="away">{inside}</g>'
        if seat == scene.acting:
            inside += f'<circle class="halo" cx="{x + 14:g}" cy="18" r="17"/>'
        if at["offered"] is not None:
            inside += text(x + 36, 18, at["offered"], 18, "num b" if seat == view["bidder"] else "num mut")
        elif seat == scene.acting:
            inside += text(x + 36, 18, "?", 18, "num b acc")
        if view["lot"]:
            inside += text(x + 36, 34, f"+{scene.gain(seat)}", 13, "num mut")
        drawn.append(f'<g id="bidder-{seat}">{inside}</g>')
        if i < len(order) - 1:
            drawn.append(f'<path class="arrow" d="M{EDGE + pitch * (i + 1) - 9:g} 18h8m-4-3.5l4 3.5l-4 3.5"/>')
    key = "picture.order_only" if not view["lot"] else "picture.order" if len(view["lot"]) > 1 else "picture.order_card"
    said = scene.texts(key)
    drawn.append(text(W / 2, 50, said, 11, "mut", "middle"))
    return f'<g id="order" transform="translate(0 {y:g})">{"".join(drawn)}</g>', 54


# ── What the viewer can do ──────────────────────────────────────────────────────────────────────────────────────────

CELL = 45.75  # eight in a row
LEFT_CELL = EDGE + 4
PASS_H = 48


def _purse(scene: Scene, y: float) -> str:
    assert scene.me is not None
    coins = scene.seat(scene.me)["coins"]
    said = f"{coins} {scene.texts('picture.coins', n=coins)}"
    return (
        f'<g id="purse-{scene.me}" role="img" aria-label="{said}"><title>{said}</title>'
        f'<g class="thing">{use("purse-open", W - 84, y, 30)}</g>{text(W - 16, y + 25, coins, 24, "num b", "end")}</g>'
    )


def _ruler(scene: Scene, y: float) -> Block:
    """Every sum above the standing offer that the viewer can pay; the lower ones share one place."""
    texts, offer = scene.texts, scene.view["offer"]
    marks = [mark for mark in scene.bids() if offer is None or mark["sum"] > offer]
    drawn = [text(16, 25, texts("picture.your_offer"), 16, "disp b"), _purse(scene, 4)]
    x, top = 0, 40.0
    if offer is not None:
        drawn.append(_too_low(scene, offer, top))
        x = 1
    lowest = 46.0 if offer is None else 70.0  # height of the row: lower where nothing stands below the sums
    for mark in marks:
        if x == 8:
            x, top, lowest = 0, top + lowest + 6, 46.0
        shown = scene.mark(mark)
        drawn.append(_mark(texts.language, plain_mark(shown), LEFT_CELL + x * CELL, top))
        h = 82.0 if shown.to and not shown.cursed_by else 46.0
        lowest = max(lowest, h)
        x += 1
    top += lowest + 8
    drawn.append(button(scene, "pass", texts("picture.pass"), EDGE + 8, top, WIDE - 16, PASS_H))
    h = top + PASS_H + 10
    return f'<g id="bid-ruler" transform="translate(0 {y:g})">{panel(EDGE, 0, WIDE, h)}{"".join(drawn)}</g>', h


def _too_low(scene: Scene, offer: int, y: float) -> str:
    said = scene.texts("picture.low")
    sums = "0" if offer == 0 else f"0–{offer}"
    return (
        f'<g id="bid-low" role="img" aria-label="{sums}: {said}"><title>{sums}: {said}</title>'
        f'<rect class="rule" x="{LEFT_CELL + 1:g}" y="{y:g}" width="44" height="46" rx="5"/>'
        f'<rect class="toolow" x="{LEFT_CELL + 1:g}" y="{y:g}" width="44" height="46" rx="5"/>'
        + text(LEFT_CELL + CELL / 2, y + 28, sums, 14, "num dim", "middle")
        + seal(scene.view["bidder"], LEFT_CELL + CELL / 2 - 9, y + 49, 18)
        + "</g>"
    )


@kept(2048)
def _mark(language: str, given: tuple[Any, ...], x: float, y: float) -> str:
    """One sum, 44 by 46, the cards that curse it in its corner, and who would be paid below, to 82."""
    mark = read_mark(given)
    amount, cursing, to = mark.sum, mark.cursed_by, mark.to
    kinds = ["bid", "cursed" if cursing else "", "beyond" if mark.is_beyond else ""]
    cx, w = x + CELL / 2, 44
    body = [
        f'<rect class="rule" x="{cx - w / 2:g}" y="{y:g}" width="{w}" height="46" rx="5"/>'
        f'<rect class="box" x="{cx - w / 2 + 1.5:g}" y="{y + 1:g}" width="{w - 3}" height="44" rx="5"/>'
    ]
    if cursing:
        body.append(f'<path class="strike" d="M{cx - 15:g} {y + 41:g}L{cx + 15:g} {y + 19:g}"/>')
        body.append(place_emblems(cursing, cx, y + 2, 14))
    body.append(text(cx, y + (38 if cursing else 32), amount, 20 if cursing else 23, "num sum", "middle"))
    body.append(f'<rect class="ring" x="{cx - w / 2 - 1:g}" y="{y - 1:g}" width="{w + 2}" height="48" rx="6"/>')
    if to and not cursing:
        said = str(mark.each) if len(to) == 1 else Texts(language, "games/templari")("picture.each", n=mark.each)
        body.append(seals(to, cx, y + 49, 18, w))
        body.append(text(cx, y + 78, shorten(said, CELL, 10.5), 10.5, "num mut", "middle"))
    kind = " ".join(k for k in kinds if k)
    label = mark_says(language, mark)
    return target(mark.legal, f"bid {amount}", "".join(body), id=f"bid-{amount}", label=label, cls=kind)


def _picker(scene: Scene, y: float) -> Block:
    """The cards that the viewer chooses from now, by owner, each large enough for a finger."""
    assert scene.me is not None
    texts = scene.texts
    owners = scene.others if scene.phase == "take" else [scene.me]
    title = texts({"take": "picture.exchange", "sell": "picture.sale"}.get(scene.phase, "picture.your_cards"))
    drawn = [text(16, 25, title, 16, "disp b"), _purse(scene, 4)]
    top = 42.0
    for owner in owners:
        cards = scene.seat(owner)["cards"]
        if not cards:
            continue
        drawn.append(seal(owner, EDGE + 6, top + 14, 30))
        for i, card in enumerate(cards):
            face = scene.cards[card]
            body = mini(face["family"], scene.families[face["family"]], face["value"], 50, 60)
            if i % 6 == 0 and i:
                top += 66
            drawn.append(place_card(scene, card, owner, EDGE + 42 + i % 6 * 55, top, 50, 60, body))
        top += 68
    if scene.phase in ("take", "sell"):
        drawn.append(button(scene, "pass", texts("picture.pass"), EDGE + 8, top + 6, WIDE - 16, PASS_H))
        top += PASS_H + 14
    h = top + 4
    return f'<g id="picker" transform="translate(0 {y:g})">{panel(EDGE, 0, WIDE, h)}{"".join(drawn)}</g>', h


# ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _results(scene: Scene, y: float) -> Block:
    outcome, texts = scene.view["outcome"], scene.texts
    order = sorted(range(scene.players), key=lambda seat: int(outcome["ranks"][seat]))
    h = 72 + 48 * len(order)
    names = texts.list([texts.name(seat) for seat in outcome["winners"]])
    title = texts("picture.wins" if len(outcome["winners"]) == 1 else "picture.win", who=names)
    drawn = [
        panel(EDGE, 0, WIDE, h),
        use("first", 18, 10, 26),
        text(52, 31, shorten(title, WIDE - 56, 19), 19, "disp b"),
        text(W - 18, 62, texts("picture.final"), 11, "mut", "end"),
        f'<g class="thing">{use("coin", 226, 48, 18)}</g>',
    ]
    for i, seat in enumerate(order):
        at, top = scene.seat(seat), 72 + i * 48
        if seat in outcome["winners"]:
            drawn.append(f'<rect class="won" x="{EDGE + 1}" y="{top}" width="{WIDE - 2}" height="47"/>')
        drawn += [
            f'<path class="line" d="M{EDGE} {top}H{W - EDGE}"/>',
            text(16, top + 30, texts("picture.rank", n=outcome["ranks"][seat]), 15, "num mut"),
            seal(seat, 38, top + 9, 30),
            text(76, top + 22, shorten(texts.name(seat), 130, 15), 15, "disp b"),
            text(76, top + 39, texts("picture.values", n=at["values"]), 11, "mut"),
            text(236, top + 30, at["coins"], 17, "num mut", "middle"),
            text(290, top + 30, f"{at['points']} + {at['bonus']}", 15, "num mut", "middle"),
            text(W - 18, top + 33, outcome["scores"][seat], 26, "num b", "end"),
        ]
    return f'<g id="results" transform="translate(0 {y:g})">{"".join(drawn)}</g>', h
