"""Templar: the table in a wide window: players above, the abbey and the harbor, the hand below."""

from __future__ import annotations

from chapterhouse.games.canvas.scene import target
from chapterhouse.games.templar.picture import harbor, players, tray
from chapterhouse.games.templar.picture.board import board
from chapterhouse.games.templar.picture.hand import cards_of, hand
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.picture.shapes import box, region

WIDE = (1112.0, 868.0)
_GAP = 8
_BOARD = (760, 585.2)  # room for the board


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


def table(shown: Scene) -> tuple[str, float, float]:
    """The whole picture and its size."""
    texts, view = shown.texts, shown.view
    w = WIDE[0]
    count = len(view["seats"]) + (view["raphael"] is not None)
    each = (w - 2 - _GAP * (count - 1)) / count
    drawn = [players.player(shown, seat, 1 + seat * (each + _GAP), 1, each) for seat in range(len(view["seats"]))]
    if view["raphael"]:
        drawn.append(players.raphael(shown, 1 + (count - 1) * (each + _GAP), 1, each))
    top = players.HEIGHT + 2 + _GAP
    bw, bh = _BOARD
    scale = min(bw / shown.plan.canvas[0], bh / shown.plan.canvas[1])
    abbey = f'<g transform="translate(1 {top}) scale({scale:g})">{board(shown)}</g>'
    drawn.append(region("abbey", texts("picture.abbey"), abbey))
    left, side = bw + _GAP + 1, w - bw - _GAP - 2
    quay_w, quay_h = harbor.canvas(shown.plan)
    scale, tall = min((side - 12) / quay_w, 304 / quay_h), 356.0
    at = f"translate({left + (side - quay_w * scale) / 2:g} {top + 12:g}) scale({scale:g})"
    ring = f'<g transform="{at}">{_storehouses(shown)}</g>'
    below = box(left, top, side, tall, "panel") + ring + harbor.bag(shown, left + 12, top + tall - 38, side - 20)
    drawn.append(region("harbor", texts("word.harbor"), below))
    h = WIDE[1] if shown.viewer is not None else top + bh + 1
    if shown.viewer is not None:
        y = top + bh + _GAP + 4
        cards = hand(shown, 5, y, w - 10, h - y - 5, len(cards_of(shown)), 10)
        drawn.append(region("hand", texts("picture.your_hand"), cards))
    y = top + tall + _GAP
    said, used = tray.prompt(shown, left + 14, y + 14, side - 28, 17.5, 3)
    made = tray.buttons(shown, "".join(drawn), narrow=False)
    asks = shown.legal and (made or view.get("prompt"))  # else what is asked is done elsewhere
    drawn.append(box(left, y, side, top + bh - y, "panel active" if asks else "panel") + said)
    y += 14 + used + 12
    pressed, used = tray.lay(shown, made, left + 14, y, side - 28, 42, 14.5)
    table, more = tray.result(shown, left + 16, y - 10, side - 32)
    drawn.append(pressed + table)
    y += used + more
    drawn.append(tray.reminder(shown, left + 14, y + 6, side - 28, top + bh - y - 12))
    return "".join(drawn), w, h
