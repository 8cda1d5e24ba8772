"""Templar: the table as SVG, for a wide window and for a phone."""

from __future__ import annotations

from chapterhouse.games.drawing import COLOURS, seal, svg, target, text
from chapterhouse.games.protocol import View
from chapterhouse.games.templar import harbor, players, tray
from chapterhouse.games.templar.board import board, place_targets
from chapterhouse.games.templar.hand import cards_of, hand
from chapterhouse.games.templar.letters import fit
from chapterhouse.games.templar.scene import Scene, scene
from chapterhouse.games.templar.shapes import box, centred, region, titled
from chapterhouse.games.templar.symbols import SYMBOLS
from chapterhouse.voice import Voice

_SEATS = "".join(
    f".templar .s{seat}{{color:color-mix(in srgb,{colour} 86%,var(--ink))}}" for seat, colour in enumerate(COLOURS)
)

STYLE = f"""
.templar{{--line:color-mix(in srgb,var(--ink) 88%,var(--ground));--floor:color-mix(in srgb,var(--panel) 90%,var(--stone));
--masonry:color-mix(in srgb,var(--hair) 75%,var(--stone));--outside:color-mix(in srgb,var(--ground) 91%,#000);
--wood-top:color-mix(in srgb,var(--stone) 62%,var(--hair));--grain:color-mix(in srgb,var(--hair) 45%,var(--muted));
--edge:var(--ink);--dark:#2b2118;--sign:#fffaf0;--scored:color-mix(in srgb,var(--stone) 55%,var(--panel));
--ivory:#fffaf0;--severus:#3a2f25;--vitus:#9c8a6c;--wood:#8a5a2c;--sail:var(--panel);
--tile:color-mix(in srgb,var(--stone) 50%,var(--panel));--cardground:var(--panel);
--water:color-mix(in srgb,#5b8fa3 24%,var(--panel));--lawn:color-mix(in srgb,#7d9a4a 26%,var(--stone))}}
{_SEATS}
.templar .piece .sg{{color:var(--sign)}}.templar .piece.scored .sg{{color:inherit}}
.templar .disc{{fill:currentColor;stroke:var(--edge);stroke-width:1.4}}
.templar .lap{{fill:var(--panel);stroke:currentColor;stroke-width:1.8}}
.templar .outside{{fill:var(--outside)}}
.templar .cell{{fill:var(--ground);stroke:var(--hair);stroke-width:1}}.templar .cell.five{{fill:var(--stone)}}
svg.table .templar .cell-no{{fill:var(--muted)}}svg.table .templar .cell-no.five{{fill:var(--ink);font-weight:700}}
.templar .frame{{fill:none;stroke:var(--line);stroke-width:1.5}}
.templar .shade{{fill:none;stroke:var(--hair);stroke-width:26;stroke-linejoin:round;opacity:.3}}
.templar .fore{{fill:var(--floor);stroke:var(--hair);stroke-width:1.2;stroke-dasharray:4 3}}
.templar .floor{{fill:var(--floor)}}.templar .floor.church{{fill:var(--panel)}}
.templar .wall-ink,.templar .outer-ink{{fill:none;stroke:var(--line);stroke-width:9}}.templar .outer-ink{{stroke-width:14}}
.templar .wall-stone,.templar .outer-stone{{fill:none;stroke:var(--masonry);stroke-width:6}}
.templar .outer-stone{{stroke-width:11}}.templar .outer-hatch{{fill:none;stroke:url(#hatch);stroke-width:11}}
.templar .sill{{fill:var(--floor)}}.templar .tread{{fill:var(--hair)}}.templar .jamb{{fill:var(--line)}}
svg.table .templar .label{{fill:var(--muted);letter-spacing:.08em}}
.templar .niche{{fill:var(--masonry);fill-opacity:.6;stroke:var(--grain);stroke-width:1.3}}
.templar .lectern{{fill:var(--wood-top);stroke:var(--grain);stroke-width:1.3;stroke-linejoin:round}}
.templar .lip{{stroke:var(--grain);stroke-width:1.3}}
.templar .board{{fill:var(--wood-top);stroke:var(--grain);stroke-width:1.4}}
.templar .inlay{{fill:none;stroke:var(--grain);stroke-width:.8;opacity:.5}}
.templar .socket{{color:var(--muted);opacity:.62}}
.templar .vault{{fill:none;stroke:var(--hair);stroke-width:1;stroke-dasharray:3 4;opacity:.75}}
.templar .column{{fill:var(--masonry);stroke:var(--line);stroke-width:1.2}}.templar .step{{fill:none;stroke:var(--hair);stroke-width:1.4}}
.templar .garth,.templar .walk{{fill:var(--stone)}}.templar .walk{{stroke:var(--hair)}}
.templar .lawn{{fill:var(--lawn);stroke:var(--grain)}}.templar .path{{stroke:var(--stone);stroke-width:6}}
.templar .well,.templar .ship,.templar .store{{color:var(--line)}}
.templar .watched{{fill:url(#bar-hatch)}}
.templar .tint{{fill:var(--accent);fill-opacity:.13}}.templar .tint.far{{fill-opacity:.055}}.templar .pip{{fill:var(--accent)}}
.templar .hit{{fill:#fff;fill-opacity:0}}.templar .spot{{fill:var(--accent);fill-opacity:.16}}
.templar .lit:hover .spot,.templar .lit.room:hover .hit{{fill:var(--accent);fill-opacity:.3}}
.templar .lit.room:hover .hit{{fill-opacity:.12}}
.templar .ghost{{opacity:.55}}.templar .slip{{fill:var(--panel);stroke:var(--accent);stroke-width:2}}
.templar .me{{fill:none;stroke:var(--accent);stroke-width:3}}.templar .figures{{pointer-events:none}}
.templar .letter{{fill:var(--panel);stroke:var(--grain);stroke-width:1.2}}
.templar .box{{color:var(--hair)}}.templar .tk{{color:color-mix(in srgb,var(--ink) 70%,var(--muted));--sign:var(--panel)}}
.templar .tile.stays{{opacity:.36}}.templar .new{{fill:var(--warn)}}
.templar .basin{{fill:var(--water);stroke:#7f9592;stroke-width:1.3}}.templar .wave{{fill:none;stroke:#7f9592;stroke-width:1.2}}
.templar .rope{{stroke:var(--muted);stroke-width:1.2;fill:none}}
.templar .way{{fill:none;stroke:var(--hair);stroke-width:1.6;stroke-dasharray:5 4}}.templar .tip{{fill:var(--muted)}}
.templar .player .edge{{fill:currentColor}}.templar .panel.active{{stroke:var(--accent);stroke-width:3}}
.templar .count.none{{opacity:.34}}.templar .reserve{{opacity:.66}}
.templar .tick{{fill:none;stroke:var(--hair);stroke-width:.9}}.templar .tick.on{{fill:currentColor;stroke:var(--edge)}}
svg.table .templar .tick-no{{fill:var(--muted)}}svg.table .templar .tick-no.on{{fill:#fffaf0;font-weight:700}}
.templar .card{{fill:var(--panel);stroke:var(--line);stroke-width:1.5}}.templar .card.under{{stroke:var(--hair)}}
.templar .slot{{fill:none;stroke:var(--hair);stroke-width:1.2;stroke-dasharray:4 4}}
.templar .emblem{{color:var(--ink)}}.templar .emblem.faded{{opacity:.2}}.templar .emblem.now{{color:var(--accent)}}
.templar .quiet{{color:var(--muted)}}.templar .line{{stroke:var(--hair);stroke-width:1}}
.templar .back{{fill:#6b5a49;stroke:var(--line);stroke-width:1.4}}.templar .back-rim{{fill:none;stroke:#d8c9ab;stroke-width:.9;opacity:.7}}
.templar .back-sign{{color:#d8c9ab}}
.templar .dot{{fill:none;stroke:var(--muted);stroke-width:1.1}}.templar .dot.on{{fill:var(--muted)}}
.templar .in-hand.barred{{--cardground:var(--stone)}}
.templar .in-hand.barred .card{{fill:var(--stone);stroke:var(--hair);stroke-dasharray:4 3}}
.templar .in-hand.barred .emblem{{opacity:.4}}.templar .in-hand.barred .title{{text-decoration:line-through}}
.templar .in-hand.playing .card{{stroke:var(--accent);stroke-width:2.5}}.templar .in-hand.playing .emblem{{color:var(--accent)}}
.templar .in-hand.lit:hover .card{{fill:var(--accent-soft)}}.templar .in-hand.lit:hover{{--cardground:var(--accent-soft)}}
.templar .tag{{fill:var(--accent)}}svg.table .templar .on-tag,svg.table .templar .on-main{{fill:var(--on-accent)}}
.templar .button{{fill:var(--panel);stroke:var(--line);stroke-width:1.5}}
.templar .button.main{{fill:var(--accent);stroke:var(--accent)}}.templar .coin{{fill:var(--panel)}}
.templar .press:hover .button{{fill:var(--accent-soft)}}.templar .press:hover .button.main{{fill:var(--accent);opacity:.88}}
.templar .house{{color:var(--line)}}.templar .gable{{fill:var(--panel);stroke:var(--line);stroke-width:1.3;stroke-linejoin:round}}
.templar.phone .no{{font-size:34px}}.templar.phone #abbey-plan .ring{{stroke-width:6}}
"""

WIDE = (1112, 868)
_GAP = 8
_SCALE = 0.76  # of the board on the wide picture


def _storehouses(shown: Scene) -> str:
    """The ring of storehouses on the harbor's own canvas."""
    asked = shown.phase == "storehouse" and bool(shown.legal)
    words = {n + 1: said for n, said in shown.can.get("storehouse", ())}
    drawn = [harbor.waters(shown.plan)]
    for seen in shown.view["storehouses"]:
        n = seen["number"]
        x, y = shown.plan.storehouses[n]
        body = f'<g transform="translate({x:g} {y:g})">{harbor.house(seen, asked)}</g>'
        if asked:
            body += box(x - 3, y - 1, 86, 92, "ring", 8)
            drawn.append(target(shown.legal, words.get(n, f"storehouse {n}"), body, id=f"storehouse-{n}", cls="house"))
        else:
            drawn.append(f'<g id="storehouse-{n}" class="house">{body}</g>')
    visiting = [harbor.visitors(shown.plan, seen["number"], seen["pawns"], None) for seen in shown.view["storehouses"]]
    return "".join(drawn) + f'<g class="figures">{"".join(visiting)}</g>'


def _bag(shown: Scene, x: float, y: float, w: float) -> str:
    """The linen bag: how many tiles, and of which kinds; their order is nobody's."""
    bag, voice = shown.view["bag"], shown.voice
    step = min(42.0, (w - 78) / 5)
    return titled(
        voice("picture.bag", n=bag["count"]),
        centred("bag", x + 14, y + 14, 28, 31)
        + text(x + 34, y + 21, bag["count"], 20, "num b")
        + harbor.counts(bag, x + w - 5 * step + 4, y + 20, step, 18, 14, "tk"),
    )


def _wide(shown: Scene) -> str:
    voice, view = shown.voice, shown.view
    w, h = WIDE
    count = len(view["seats"]) + (view["raphael"] is not None)
    each = (w - 2 - _GAP * (count - 1)) / count
    drawn = [players.player(shown, seat, 1 + seat * (each + _GAP), 1, each) for seat in range(len(view["seats"]))]
    if view["raphael"]:
        drawn.append(players.raphael(shown, 1 + (count - 1) * (each + _GAP), 1, each))
    top = players.HEIGHT + 2 + _GAP
    bw, bh = (side * _SCALE for side in shown.plan.canvas)
    abbey = f'<g transform="translate(1 {top}) scale({_SCALE})">{board(shown)}</g>'
    drawn.append(region("abbey", voice("picture.abbey"), abbey))
    left, side = bw + _GAP + 1, w - bw - _GAP - 2
    house_w, house_h = harbor.CANVAS
    scale = min((side - 8) / house_w, 1.0)
    tall = 8 + house_h * scale + 44
    ring = f'<g transform="translate({left + (side - house_w * scale) / 2 + 2:g} {top + 10:g}) scale({scale:g})">{_storehouses(shown)}</g>'
    below = box(left, top, side, tall, "panel") + ring + _bag(shown, left + 12, top + tall - 38, side - 20)
    drawn.append(region("harbor", voice("word.harbor"), below))
    y = top + tall + _GAP
    said, used = tray.prompt(shown, left + 14, y + 14, side - 28, 17.5, 3)
    pressed, _ = tray.lay(shown, tray.buttons(shown, False), left + 14, y + 14 + used + 14, side - 28, 42, 14.5)
    drawn.append(box(left, y, side, top + bh - y, "panel active" if shown.legal else "panel") + said + pressed)
    if shown.viewer is not None:
        y = top + bh + _GAP + 4
        drawn.append(region("hand", voice("picture.your_hand"), hand(shown, 5, y, w - 10, h - y - 5, len(cards_of(shown)), 10)))
    return "".join(drawn)


PHONE = 390
_CROP = 33  # of the board's canvas on a phone: the score track goes, chips show the scores


def _chip(shown: Scene, seat: int, x: float, w: float) -> str:
    """A player in short: score, top card, cards in hand."""
    seen, voice = shown.seat(seat), shown.voice
    active = shown.active == seat
    over = shown.phase == "over"
    total = seen["score"] + (seen["church"] + seen["bonus"] if over else 0)
    drawn = [
        box(x, 1.5, w, 56, "panel active" if active else "panel"),
        seal(seat, x + 4, 6, 24),
        text(x + 31, 24, total, 17, "num b"),
        text(x + 5, 48, fit(voice.name(seat), 11.5, w - 31), 11.5, "mut"),
        text(x + w - 5, 48, len(seen["hand"]), 11.5, "num mut", "end"),
        centred("hand-cards", x + w - 18, 44, 13, cls="quiet"),
    ]
    if seen["top"]:
        drawn.append(centred(f"card-{seen['top']}", x + w - 13, 18, 22, cls="emblem"))
    elif seen["chosen"]:
        drawn.append(players.card_back(x + w - 20, 7, 16, 22))
    said = voice("picture.seat", who=voice.name(seat), n=total, cards=len(seen["hand"]), rooms=len(seen["rooms"]))
    return region(f"player-{seat}", said, "".join(drawn), f"player s{seat}")


def _raphael_chip(shown: Scene, x: float, w: float) -> str:
    his, voice = shown.view["raphael"], shown.voice
    drawn = [
        box(x, 1.5, w, 56, "panel"),
        players.card_back(x + 6, 6, 18, 24),
        text(x + 31, 24, his["deck"], 17, "num mut"),
        text(x + 5, 48, voice("word.raphael"), 11.5, "mut"),
    ]
    if his["top"]:
        drawn.append(centred(f"card-{his['top']}", x + w - 15, 20, 24, cls="emblem"))
    return region("raphael", voice("picture.deck", n=his["deck"]), "".join(drawn))


def _quay(shown: Scene, y: float) -> tuple[str, float]:
    """The harbor on a phone: the storehouses in a row, the bag below."""
    asked = shown.phase == "storehouse" and bool(shown.legal)
    words = {n + 1: said for n, said in shown.can.get("storehouse", ())}
    w, h, drawn = (PHONE - 8 - 5 * 4) / 6, 70, []
    for i, seen in enumerate(shown.view["storehouses"]):
        n, x = seen["number"], 4 + i * (w + 4)
        body = (
            f'<path d="M{x:g} {y + 15:g}L{x + w / 2:g} {y + 1:g}L{x + w:g} {y + 15:g}V{y + h:g}H{x:g}Z" class="gable"/>'
            f"{text(x + w / 2, y + 15.5, n, 13, 'num b', 'middle')}"
            f"{harbor.tiles(seen, x + w / 2, y + 44.5, 52, 50, asked)}"
        )
        if not i:
            body += centred("ship", x + 8, y + h - 6, 22, 19, "ship")
        for j, seat in enumerate(seen["pawns"]):
            body += harbor.pawn(seat, x + 9 + 12 * j, y + h + 2, 0.6, id=f"pawn-{seat}")
        if asked:
            body += box(x - 2, y - 1, w + 4, h + 4, "ring")
            drawn.append(target(shown.legal, words.get(n, f"storehouse {n}"), body, id=f"storehouse-{n}", cls="house"))
        else:
            drawn.append(f'<g id="storehouse-{n}" class="house">{body}</g>')
    return "".join(drawn) + _bag(shown, 12, y + h + 7, PHONE - 24), h + 40


def _lens(shown: Scene, y: float) -> tuple[str, float]:
    """A phone's close view of the room where something is stashed, dropped or flipped, with places as big as a thumb."""
    if shown.room is None or not shown.legal:
        return "", 0
    left, top, right, bottom = shown.plan.rooms[shown.room].box
    w, h = right - left + 12, bottom - top + 12
    scale = min((PHONE - 16) / w, 250 / h, 1.75)
    shape = (
        f'x="{(PHONE - w * scale) / 2:.1f}" y="{y:.1f}" width="{w * scale:.1f}" height="{h * scale:.1f}" '
        f'viewBox="{left - 6:g} {top - 6:g} {w:g} {h:g}"'
    )
    targets = place_targets(shown, ids="lens-", chip=max(40, 46 / scale), takes=False)
    return f'<svg {shape} class="lens"><use href="#abbey-plan"/>{targets}</svg>', h * scale + 10


def _narrow(shown: Scene) -> tuple[str, float]:
    voice, view, plan = shown.voice, shown.view, shown.plan
    seats = len(view["seats"])
    count = seats + (view["raphael"] is not None)
    each = (PHONE - 8 - 4 * (count - 1)) / count
    drawn = [_chip(shown, seat, 4 + seat * (each + 4), each) for seat in range(seats)]
    if view["raphael"]:
        drawn.append(_raphael_chip(shown, 4 + seats * (each + 4), each))
    w, h = (side - 2 * _CROP for side in plan.canvas)
    scale, y = PHONE / w, 62.0
    drawn.append(
        region(
            "abbey",
            voice("picture.abbey"),
            f'<svg x="0" y="{y:g}" width="{PHONE}" height="{h * scale:.1f}" viewBox="{_CROP} {_CROP} {w:g} {h:g}">'
            f'<g id="abbey-plan">{board(shown, narrow=True)}</g></svg>',
        )
    )
    y += h * scale + 6
    quay, used = _quay(shown, y)
    drawn.append(region("harbor", voice("word.harbor"), quay))
    y += used + 4
    dock = y
    said, used = tray.prompt(shown, 12, y + 12, PHONE - 24, 17, 3)
    y += 12 + used + 8
    close, used = _lens(shown, y)
    y += used
    pressed, used = tray.lay(shown, tray.buttons(shown, True), 8, y, PHONE - 16, 46, 15)
    y += used
    cards = ""
    if shown.viewer is not None:
        cards = region("hand", voice("picture.your_hand"), hand(shown, 8, y + 6, PHONE - 16, 104, 5, 7))
        y += 2 * 111 + 10
    drawn.append(box(0.5, dock, PHONE - 1, y - dock, "panel active" if shown.legal else "panel") + said + close + pressed + cards)
    y += 8
    for seat in range(seats):
        drawn.append(players.ledger(shown, seat, 4, y, PHONE - 8))
        y += players.LEDGER + 4
    return "".join(drawn), y


def picture(view: View, voice: Voice, *, narrow: bool = False, standalone: bool = True) -> str:
    """The table as one viewer sees it."""
    shown = scene(view, voice)
    if narrow:
        body, h = _narrow(shown)
        w = PHONE
    else:
        body, (w, h) = _wide(shown), WIDE
    body = f'<g class="templar{" phone" if narrow else ""}">{body}</g>'
    return svg(body, w, h, voice("picture.table"), symbols=SYMBOLS, style=STYLE, standalone=standalone)
