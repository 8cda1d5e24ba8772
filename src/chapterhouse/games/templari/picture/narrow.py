"""Templari: the table in portrait, 390 units wide, for a phone. Everything that can be touched is 44 units or more."""

from __future__ import annotations

from chapterhouse.games.canvas.svg import circle, group, hit, image, lines, moved, panel, path, seal, text, titled, use
from chapterhouse.games.canvas.text import PHONE_LEAST, fit, wrap
from chapterhouse.games.templari.picture import ruler
from chapterhouse.games.templari.picture.cards import (
    BIG_W,
    SWAP,
    card_id,
    emblem,
    empty,
    place_big,
    place_mini,
    place_taken,
    pot,
    turn_track,
)
from chapterhouse.games.templari.picture.scene import INK, Card, Scene, auction_says, card_says
from chapterhouse.games.templari.picture.symbols import FAMILY_COLOURS
from chapterhouse.games.templari.words.spoken import result_says, seat_says

W = 390
EDGE = 8
WIDE = W - 2 * EDGE
PICKING = ("take", "give", "sell", "lose")
Block = tuple[str, float]  # a part of the picture, and its height


def table(scene: Scene) -> tuple[str, float, float]:
    """Blocks below each other: turn, players, auction, and what the viewer can do now; and the size."""
    blocks = {"deck": _header(scene), "players": _matrix(scene)}
    if scene.is_over:
        blocks["results"] = _results(scene)
    else:
        blocks["auction"] = _lot(scene) + _standing(scene) + _pot(scene), HIGH
        blocks["order"] = _bidders(scene)
        if scene.me is not None and _is_picking(scene):
            blocks["picker"] = _framed(*_picker(scene, scene.me))
        elif scene.me is not None:
            blocks["bid-ruler"] = _framed(*ruler.board(scene, EDGE, WIDE))
    labels = {"auction": "" if scene.is_over else auction_says(scene), "bid-ruler": scene.says("your_offer")}
    drawn = []
    y = 6.0
    for id, (body, h) in blocks.items():
        drawn.append(moved(0, y, body, id, labels.get(id, "")))
        y += h + 8
    return "".join(drawn), W, y


def _framed(body: str, h: float) -> Block:
    return panel(EDGE, 0, WIDE, h) + body, h


def _is_picking(scene: Scene) -> bool:
    return scene.phase in PICKING and scene.acting == scene.me


def _header(scene: Scene) -> Block:
    view = scene.view
    return (
        turn_track(scene, EDGE, 3, 10.4)
        + text(EDGE + 166, 15, scene.says("turn", turn=view["turn"], turns=view["turns"]), 13, "disp b")
        + text(W - EDGE, 15, scene.says("deck_short", n=view["deck"]), 12, "mut", "end")
    ), 20


# ── The players ─────────────────────────────────────────────────────────────────────────────────────────────────────

LEFT = 116  # where the families begin
COLUMN = 36
PLAYER = 46


def _matrix(scene: Scene) -> Block:
    """A row a player, a column a family."""
    seats = [*scene.others, *([] if scene.me is None else [scene.me])]
    h = 30 + PLAYER * len(seats)
    drawn = [panel(EDGE, 0, WIDE, h)]
    for family, name in enumerate(scene.families):
        x = LEFT + family * COLUMN + COLUMN / 2
        drawn.append(titled(scene.texts(f"family.{family}"), emblem(family, name, x - 11, 4, 22, "thing")))
    drawn.append(text(W - EDGE - 8, 20, scene.says("points_head"), 11, "mut", "end"))
    drawn += [_player(scene, seat, 30 + i * PLAYER) for i, seat in enumerate(seats)]
    return "".join(drawn), h


def _player(scene: Scene, seat: int, y: float) -> str:
    at, status = scene.seat(seat), dict(scene.status(seat))
    drawn = []
    if seat == scene.acting:
        drawn.append(f'<rect class="won" x="{EDGE + 1}" y="{y + 1:g}" width="{WIDE - 2}" height="{PLAYER - 2}"/>')
    drawn += [
        path(f"M{EDGE} {y:g}H{W - EDGE}", "line"),
        group(seal(seat, 13, y + 8, 30), "away" if "out" in status else "here", f"pawn-{seat}"),
        text(48, y + 20, fit(scene.names[seat], 14, 74), 14, "disp b"),
    ]
    if first := status.pop("first", ""):
        drawn.append(titled(first, use("first", 9, y + 1, 17)))
    if status:
        kind, words = list(status.items())[-1]
        cls = {"acts": "acc b", "offers": "b"}.get(kind, "mut")
        drawn.append(text(48, y + 37, fit(words, PHONE_LEAST, LEFT - 48), PHONE_LEAST, cls))
    elif at["coins"] is not None and seat != scene.me:
        drawn.append(group(use("coin", 48, y + 26, 13) + text(64, y + 37, at["coins"], 12, "num")))
    for family, cards in enumerate(scene.cards[seat]):
        drawn.append(_cell(scene, family, cards, LEFT + family * COLUMN + 1, y + 4))
    points = hit(W - EDGE - 36, y + 2, 34, PLAYER - 4) + text(W - EDGE - 8, y + 31, at["points"], 21, "num b", "end")
    drawn.append(image(scene.points_told(seat), points, f"points-{seat}"))
    return moved(0, 0, "".join(drawn), f"player-{seat}", seat_says(scene.view, at, scene.texts))


_SPOTS: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {  # by number of cards: size of type, places
    1: (20, ((17, 26),)),
    2: (18, ((10, 25), (24, 25))),
    3: (15, ((7, 24), (17, 24), (27, 24))),
    4: (15, ((10, 16), (24, 16), (10, 33), (24, 33))),
    5: (15, ((7, 16), (17, 16), (27, 16), (11, 33), (23, 33))),
}


def _cell(scene: Scene, family: int, cards: list[Card], x: float, y: float) -> str:
    """The values that a player holds of a family."""
    if not cards:
        return f'<circle cx="{x + 17:g}" cy="{y + 19:g}" r="1.800" fill="var(--hair)"/>'
    size, spots = _SPOTS[len(cards)]
    drawn = [
        f'<rect width="34" height="38" rx="5" fill="{FAMILY_COLOURS[family]}" stroke="{INK}" stroke-width="1.100"/>'
    ]
    is_named = not _is_picking(scene)  # else the card itself is among those to pick from
    for card, (cx, cy) in zip(cards, spots, strict=True):
        digit = text(cx, cy, card["value"], size, "num b light", "middle")
        drawn.append(group(digit, id=card_id(card)) if is_named else digit)
    label = scene.texts.list([card_says(scene.language, family, card["value"]) for card in cards])
    return f'<g role="img" aria-label="{label}" transform="translate({x:g} {y:g})">{"".join(drawn)}</g>'


# ── The auction ─────────────────────────────────────────────────────────────────────────────────────────────────────

SMALL = 0.585  # scale of the cards under the hammer
HIGH = 122


def _lot(scene: Scene) -> str:
    lot, taken = scene.view["lot"], scene.view["taken"]
    w = BIG_W * SMALL
    if taken is not None:
        return group(place_taken(scene, taken, 10, 0, SMALL) + moved(145, 60, SWAP), id="lot")
    if lot:
        x = 10 if len(lot) > 1 else 72
        drawn = "".join(place_big(scene, card, x + i * (w + 6), 0, SMALL) for i, card in enumerate(lot))
        return group(drawn + (seal(scene.seller, x - 38, 44, 32) if scene.seller is not None else ""), id="lot")
    drawn = "".join(moved(10 + i * (w + 6), 0, empty(w, HIGH - 2)) for i in range(2))
    return image(scene.says("no_lot"), drawn + (moved(101, 60, SWAP) if scene.phase == "take" else ""), "lot")


def _standing(scene: Scene) -> str:
    view = scene.view
    drawn = [panel(198, 0, 98, HIGH), lines(205, 15, wrap(scene.title(), 11, 88, 2), 12.5, 11, "mut")]
    drawn.append(group(use("gavel", 256, 32, 34), "thing"))
    who = view["bidder"] if view["bidder"] is not None else scene.seller
    if view["offer"] is not None:
        drawn.append(text(206, 70, view["offer"], 46, "num b"))
    elif scene.is_bidding:
        drawn.append(titled(scene.says("no_offer"), text(206, 66, "–", 40, "num mut")))
    elif who is None:
        who = scene.acting
    if who is not None:
        drawn.append(seal(who, 205, 90, 24) + text(233, 107, fit(scene.names[who], 13, 70), 13, "disp b"))
    return group("".join(drawn), id="standing-offer")


def _pot(scene: Scene) -> str:
    drawn = (
        panel(302, 0, 80, HIGH)
        + text(309, 17, fit(scene.says("pot"), 11, 74), 11, "mut")
        + group(pot(scene.view["pot"], 308, 24, 52), "thing")
        + text(342, 108, scene.view["pot"], 38, "num b", "middle")
    )
    return group(drawn, id="pot-zone")


def _bidders(scene: Scene) -> Block:
    """The seats in their order: what each has offered, and what the lot would add for each."""
    view, order = scene.view, scene.view["order"]
    pitch = WIDE / len(order)
    drawn = []
    for i, seat in enumerate(order):
        at = scene.seat(seat)
        x = EDGE + pitch * i + (pitch - 64) / 2
        body = seal(seat, x, 4, 28)
        if scene.is_out(seat):
            body = group(body, "away")
        if seat == scene.acting:
            body += circle(x + 14, 18, 17, "halo")
        if at["offered"] is not None:
            body += text(x + 36, 18, at["offered"], 18, "num b" if seat == view["bidder"] else "num mut")
        elif seat == scene.acting:
            body += text(x + 36, 18, "?", 18, "num b acc")
        if view["lot"]:
            body += text(x + 36, 34, f"+{at['gain']}", 13, "num mut")
        drawn.append(group(body, id=f"bidder-{seat}"))
        if i < len(order) - 1:
            drawn.append(path(f"M{EDGE + pitch * (i + 1) - 9:g} 18h8m-4-3.5l4 3.5l-4 3.5", "arrow"))
    key = "order_only" if not view["lot"] else "order" if len(view["lot"]) > 1 else "order_card"
    drawn.append(text(W / 2, 50, scene.says(key), 11, "mut", "middle"))
    return "".join(drawn), 54


def _picker(scene: Scene, me: int) -> Block:
    """The cards that the viewer chooses from now, by owner, each large enough for a finger."""
    title = {"take": "exchange", "sell": "sale"}.get(scene.phase, "your_cards")
    drawn = [text(16, 25, scene.says(title), 16, "disp b"), ruler.own_purse(scene, W - EDGE, 4)]
    top = 42.0
    for owner in scene.others if scene.phase == "take" else [me]:
        cards = [card for family in scene.cards[owner] for card in family]
        if not cards:
            continue
        drawn.append(seal(owner, EDGE + 6, top + 14, 30))
        for i, card in enumerate(cards):
            if i % 6 == 0 and i:
                top += 66
            drawn.append(place_mini(scene.language, card, EDGE + 42 + i % 6 * 55, top))
        top += 68
    if scene.phase in ("take", "sell"):
        drawn.append(scene.button("pass", scene.says("pass"), EDGE + 8, top + 6, WIDE - 16, ruler.PASS, id="pass"))
        top += ruler.PASS + 14
    return "".join(drawn), top + 4


# ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _results(scene: Scene) -> Block:
    outcome, order = scene.view["outcome"], scene.ranking()
    h = 72 + 48 * len(order)
    drawn = [
        panel(EDGE, 0, WIDE, h),
        use("first", 18, 10, 26),
        text(52, 31, fit(scene.winners(), 19, WIDE - 56), 19, "disp b"),
        text(W - 18, 62, scene.says("final"), 11, "mut", "end"),
        group(use("coin", 226, 48, 18), "thing"),
    ]
    for i, seat in enumerate(order):
        at, top = scene.seat(seat), 72 + i * 48
        won = f'<rect class="won" x="{EDGE + 1}" y="{top}" width="{WIDE - 2}" height="47"/>'
        row = [
            won if seat in outcome["winners"] else "",
            path(f"M{EDGE} {top}H{W - EDGE}", "line"),
            text(16, top + 30, scene.says("rank", n=outcome["ranks"][seat]), 15, "num mut"),
            seal(seat, 38, top + 9, 30),
            text(76, top + 22, fit(scene.names[seat], 15, 130), 15, "disp b"),
            text(76, top + 39, scene.says("values", n=at["values"]), 11, "mut"),
            text(236, top + 30, at["coins"], 17, "num mut", "middle"),
            text(290, top + 30, f"{at['points']} + {at['bonus']}", 15, "num mut", "middle"),
            text(W - 18, top + 33, outcome["scores"][seat], 26, "num b", "end"),
        ]
        drawn.append(moved(0, 0, "".join(row), f"result-{seat}", result_says(scene.view, at, scene.texts)))
    return "".join(drawn), h
