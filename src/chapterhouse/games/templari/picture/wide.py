"""Templari: the table in a wide window: the others, the auction, the ruler of bids, the viewer's own cards."""

from __future__ import annotations

from chapterhouse.games.canvas.svg import circle, group, image, moved, panel, path, rect, seal, text, use
from chapterhouse.games.canvas.text import LEAST, fit
from chapterhouse.games.templari.picture import ruler
from chapterhouse.games.templari.picture.cards import (
    BIG_H,
    BIG_W,
    SWAP,
    back,
    emblem,
    empty,
    place_big,
    place_tag,
    place_taken,
    pot,
    turn_track,
)
from chapterhouse.games.templari.picture.scene import INK, PARCHMENT, Scene, auction_says
from chapterhouse.games.templari.picture.seats import mine, opponent, row_height
from chapterhouse.games.templari.words.spoken import result_says, seat_says

TABLE_W = 1112
EDGE = 16
WIDE = TABLE_W - 2 * EDGE


def table(scene: Scene) -> tuple[str, float, float]:
    """The whole picture and its size."""
    drawn = []
    y = 12.0

    def add(id: str, body: str, h: float, label: str = "") -> None:
        nonlocal y
        drawn.append(moved(EDGE, y, body, id, label))
        y += h + 12

    others = scene.others
    for row in [others] if len(others) <= 4 else [others[:3], others[3:]]:  # five, for a spectator
        h = row_height(scene, row)
        w = (WIDE - 12 * (len(row) - 1)) / len(row)
        drawn += [opponent(scene, seat, EDGE + i * (w + 12), y, w, h) for i, seat in enumerate(row)]
        y += h + 12
    if scene.is_over:
        add("results", *_results(scene))
    else:
        add(
            "auction",
            PLAN + _deck(scene) + _lot(scene) + _worth(scene) + _standing(scene) + _pot(scene),
            268,
            auction_says(scene),
        )
    if scene.me is not None:
        if not scene.is_over:
            add("bid-ruler", *ruler.ruler(scene, WIDE), scene.says("your_offer"))
        own = seat_says(scene.view, scene.seat(scene.me), scene.texts)
        add(f"player-{scene.me}", mine(scene, scene.me, WIDE), 112, own)
    return "".join(drawn), TABLE_W, y


# ── The auction ─────────────────────────────────────────────────────────────────────────────────────────────────────

PLAN = (
    '<g class="plan"><circle cx="412" cy="127" r="122"/><circle cx="412" cy="127" r="180" stroke-dasharray="2 5" '
    'clip-path="url(#clip-plan)"/><path d="M200 127H624M412 6V248M262 34L562 220M562 34L262 220"/></g>'
    '<clipPath id="clip-plan"><path d="M190 6H632V250H190Z"/></clipPath>'
)


def _deck(scene: Scene) -> str:
    left = scene.view["deck"]
    drawn = "".join(
        f'<rect x="{24 + i * 2.5:g}" y="{34 - i * 2.5:g}" width="96" height="132" rx="7" fill="{PARCHMENT}" '
        f'stroke="{INK}" stroke-width="1.3"/>'
        for i in range(min(6, (left + 4) // 5))
    )
    return (
        group(drawn + moved(36.5, 21.5, back(96, 132) if left else empty(96, 132)), id="deck")
        + text(82, 196, left, 26, "num b", "middle")
        + text(82, 213, scene.says("deck", n=left), LEAST, "mut", "middle")
        + turn_track(scene, 6, 226, 10.4)
        + text(82, 260, scene.says("turn", turn=scene.view["turn"], turns=scene.view["turns"]), LEAST, "", "middle")
    )


def _lot(scene: Scene) -> str:
    """Two cards; one in a private sale; the card named in an exchange; or where the next two will lie."""
    lot, taken = scene.view["lot"], scene.view["taken"]
    swap, free = moved(412, 127, SWAP), empty(BIG_W, BIG_H)
    if taken is not None:
        owner = next(at["seat"] for at in scene.view["seats"] if taken in at["cards"])
        card = place_taken(scene, taken, 236, 24) + seal(owner, 236 + BIG_W - 20, 14, 34)
        return group(card + swap + moved(438, 24, free), id="lot")
    if lot:
        places = (337,) if len(lot) == 1 else (252, 418)
        return group("".join(place_big(scene, card, x, 24) for card, x in zip(lot, places, strict=True)), id="lot")
    places_free = moved(252, 24, free) + moved(418, 24, free)
    return image(scene.says("no_lot"), places_free + (swap if scene.phase == "take" else ""), "lot")


def _worth(scene: Scene) -> str:
    """How many points the cards under the hammer would bring to each."""
    lot, seats = scene.view["lot"], scene.view["order"]
    if not lot:
        return ""
    x = 412 - (74 + len(seats) * 62) / 2
    drawn = [text(x + 64, 258, scene.says("lot_adds" if len(lot) > 1 else "card_adds"), LEAST, "mut", "end")]
    for i, seat in enumerate(seats):
        sx = x + 76 + i * 62
        if seat == scene.me:
            drawn.append(rect(sx - 5, 240, 60, 27, "panel mine", 13.5))
        drawn.append(seal(seat, sx, 242.5, 22) + text(sx + 26, 259, f"+{scene.seat(seat)['gain']}", 17, "num b"))
    return group("".join(drawn), id="lot-worth")


def _standing(scene: Scene) -> str:
    """The highest offer, who made it, and who bids in which order."""
    offer = scene.view["offer"]
    drawn = [panel(0, 0, 232, 258), group(use("gavel", 156, 14, 62), "thing"), text(18, 31, scene.title(), 15, "disp")]
    if offer is not None:
        drawn.append(text(18, 104, offer, 68, "num b") + use("coin", 66 if offer < 10 else 98, 68, 32))
        drawn.append(_named(scene, scene.view["bidder"], 122))
    elif scene.is_bidding:
        drawn.append(text(18, 90, scene.says("no_offer"), 17, "disp mut"))
        if scene.seller is not None:
            drawn.append(_named(scene, scene.seller, 122, "sells"))
    elif scene.acting is not None:
        drawn.append(_named(scene, scene.acting, 62))
    drawn.append(path("M18 164H214", "line") + _bidders(scene, 18, 174, 196))
    return moved(622, 4, "".join(drawn), "standing-offer")


def _named(scene: Scene, seat: int, y: float, key: str = "") -> str:
    name = scene.names[seat]
    label = scene.says(key, who=name) if key else name
    return seal(seat, 18, y, 26) + text(52, y + 19, fit(label, 16, 160), 16, "disp b")


def _bidders(scene: Scene, x: float, y: float, w: float) -> str:
    """The seats in their order: what each has offered, who is out, who is asked."""
    order = scene.view["order"]
    pitch = w / len(order)
    size = min(36, pitch - 10)
    drawn = []
    for i, seat in enumerate(order):
        offered, is_out = scene.seat(seat)["offered"], scene.is_out(seat)
        cx, middle = x + pitch * (i + 0.5), y + 6 + size / 2
        sealed = seal(seat, cx - size / 2, y + 6, size)
        body = group(sealed, "away") if is_out else sealed
        if seat == scene.acting:
            body += circle(cx, middle, size / 2 + 4, "halo")
        if offered is not None:
            weight = "num b" if seat == scene.view["bidder"] else "num mut" if is_out else "num"
            body += text(cx, y + size + 26, offered, 19, weight, "middle")
        elif seat == scene.acting:
            body += text(cx, y + size + 26, "?", 19, "num b acc", "middle")
        drawn.append(group(body, id=f"bidder-{seat}"))
        if i < len(order) - 1:
            drawn.append(path(f"M{cx + pitch / 2 - 4:g} {middle:g}h8m-4-3.5l4 3.5l-4 3.5", "arrow"))
    return "".join(drawn)


def _pot(scene: Scene) -> str:
    lost = scene.view["lost"]
    drawn = [
        panel(0, 0, 214, 258),
        text(18, 31, scene.says("pot"), 15, "disp"),
        group(pot(scene.view["pot"], 18, 64, 116), "thing"),
        text(170, 136, scene.view["pot"], 56, "num b", "middle"),
    ]
    if scene.seller is not None:
        drawn.append(text(18, 182, scene.says("paid_to"), LEAST, "mut") + _named(scene, scene.seller, 190))
    if lost:
        pitch = min(38, 178 / len(lost))
        drawn.append(text(18, 226, scene.says("lost"), LEAST, "mut"))
        drawn += [place_tag(scene.card(card), 18 + i * pitch, 231) for i, card in enumerate(lost)]
    return moved(866, 4, "".join(drawn), "pot-zone")


# ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _results(scene: Scene) -> tuple[str, float]:
    """Everybody's points, family by family, the bonus for coins, and who wins."""
    order = scene.ranking()
    h = 74 + 46 * len(order)
    drawn = [panel(0, 0, WIDE, h), use("first", 16, 14, 30), text(58, 38, fit(scene.winners(), 24, 480), 24, "disp b")]
    drawn += [emblem(f, name, 320 + f * 72, 42, 26, "thing") for f, name in enumerate(scene.families)]
    drawn.append(group(use("coin", 770, 44, 24), "thing") + text(1056, 60, scene.says("final"), LEAST, "mut", "end"))
    drawn += [_result(scene, seat, 74 + i * 46) for i, seat in enumerate(order)]
    return "".join(drawn), h


def _result(scene: Scene, seat: int, y: float) -> str:
    at, outcome = scene.seat(seat), scene.view["outcome"]
    drawn = [
        f'<rect class="won" x="1" y="{y:g}" width="{WIDE - 2}" height="46"/>' if seat in outcome["winners"] else "",
        path(f"M0 {y:g}H{WIDE}", "line"),
        text(20, y + 30, scene.says("rank", n=outcome["ranks"][seat]), 18, "num mut"),
        seal(seat, 52, y + 6, 34),
        text(98, y + 29, fit(scene.names[seat], 18, 200), 18, "disp b"),
    ]
    for family, points in enumerate(at["families"]):
        drawn.append(text(333 + family * 72, y + 30, points or "·", 19, "num b" if points else "num mut", "middle"))
    drawn.append(text(782, y + 30, at["coins"], 17, "num mut", "middle"))
    if at["bonus"]:
        drawn.append(text(806, y + 30, f"+{at['bonus']}", 19, "num b"))
    drawn.append(text(948, y + 29, scene.says("values", n=at["values"]), LEAST, "mut", "end"))
    drawn.append(text(1056, y + 33, outcome["scores"][seat], 30, "num b", "end"))
    return moved(0, 0, "".join(drawn), f"result-{seat}", result_says(scene.view, at, scene.texts))
