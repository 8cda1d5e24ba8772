"""Templar: the table in a wide window: players above, the abbey and the harbor, the hand below."""

from __future__ import annotations

from chapterhouse.games.canvas.svg import group, moved, panel, rect, region
from chapterhouse.games.canvas.text import LEAST
from chapterhouse.games.templar.picture import actions, harbor, seats
from chapterhouse.games.templar.picture.board import board
from chapterhouse.games.templar.picture.hand import cards_of, hand
from chapterhouse.games.templar.picture.scene import Scene

WIDE = 1112.0
_GAP = 8
_BOARD = (760, 585.2)  # what the board may take
_CARD, _LOW_CARD = 148, 136  # height of a card in hand; where the panels are high


def _storehouses(scene: Scene) -> str:
    """The ring of storehouses on the harbor's own canvas."""
    plan, seen = scene.plan, scene.view["storehouses"]
    drawn = [harbor.waters(plan)]
    for each in seen:
        x, y = plan.storehouses[each["number"]]
        body = moved(x, y, harbor.house(each, harbor.is_asked_for(scene)))
        drawn.append(harbor.storehouse(scene, each["number"], body, rect(x - 3, y - 1, 86, 92, "ring", 8)))
    visiting = (harbor.visitors(plan, each["number"], each["pawns"], None) for each in seen)
    return "".join(drawn) + group("".join(visiting), "figures")


def table(scene: Scene) -> tuple[str, float, float]:
    """The whole picture and its size."""
    texts, view = scene.texts, scene.view
    w = WIDE
    count = len(view["seats"]) + (view["raphael"] is not None)
    each = (w - 2 - _GAP * (count - 1)) / count
    drawn = [seats.player(scene, seat, 1 + seat * (each + _GAP), 1, each) for seat in range(len(view["seats"]))]
    if view["raphael"]:
        drawn.append(seats.raphael(scene, 1 + (count - 1) * (each + _GAP), 1, each))
    top = seats.height(count) + 2 + _GAP
    bw, bh = _BOARD
    scale = min(bw / scene.plan.canvas[0], bh / scene.plan.canvas[1])
    abbey = f'<g transform="translate(1 {top}) scale({scale:g})">{board(scene)}</g>'
    drawn.append(region("abbey", texts("picture.abbey"), abbey))
    left, side = bw + _GAP + 1, w - bw - _GAP - 2
    quay_w, quay_h = harbor.canvas(scene.plan)
    scale, tall = min((side - 12) / quay_w, 304 / quay_h), 356.0
    at = f"translate({left + (side - quay_w * scale) / 2:g} {top + 12:g}) scale({scale:g})"
    ring = f'<g transform="{at}">{_storehouses(scene)}</g>'
    below = panel(left, top, side, tall) + ring + harbor.bag(scene, left + 12, top + tall - 38, side - 20)
    drawn.append(region("harbor", texts("word.harbor"), below))
    h = top + bh + 1
    if scene.me is not None:
        y = top + bh + _GAP + 4
        card = _LOW_CARD if count >= seats.CROWD else _CARD
        h = y + card + 5
        cards = hand(scene, 5, y, w - 10, card, len(cards_of(scene)), 10)
        drawn.append(region("hand", texts("picture.your_hand"), cards))
    y = top + tall + _GAP
    prompt, used = actions.prompt(scene, left + 14, y + 14, side - 28, 17.5, 3)
    buttons = actions.buttons(scene, narrow=False)
    asks = scene.legal and (buttons or view.get("prompt"))  # else what is asked is done elsewhere
    drawn.append(panel(left, y, side, top + bh - y, "active" if asks else "") + prompt)
    y += 14 + used + 12
    pressed, used = actions.lay(scene, buttons, left + 14, y, side - 28, 42, LEAST)
    table, more = actions.result(scene, left + 16, y - 10, side - 32, LEAST, top + bh - y + 6)
    drawn.append(pressed + table)
    y += used + more
    drawn.append(actions.reminder(scene, left + 14, y + 6, side - 28, top + bh - y - 12, LEAST))
    return group("".join(drawn), "templar"), w, h
