"""Templar: the table on a phone: the abbey above, prompt and hand where the thumb is, ledgers below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chapterhouse.games.aid import told
from chapterhouse.games.canvas.scene import texts_in
from chapterhouse.games.canvas.svg import centred, group, kept, panel, rect, region, seal, text
from chapterhouse.games.canvas.text import fit
from chapterhouse.games.templar.aid import points_of
from chapterhouse.games.templar.picture import actions, harbor, seats
from chapterhouse.games.templar.picture.abbey import close_up, pawn
from chapterhouse.games.templar.picture.board import area_letters, board, figures_in, pieces, place_targets
from chapterhouse.games.templar.picture.hand import hand, strip
from chapterhouse.games.templar.picture.plan import Room
from chapterhouse.games.templar.picture.scene import Scene

PHONE = 390
CHIP = 67  # height of a player at the top
CROP = 33  # of the board's canvas on a phone: the score track goes, chips show the scores


def _chip(scene: Scene, seat: int, x: float, w: float) -> str:
    """A player in short: score, top card, cards in hand."""
    seen, texts = scene.seat(seat), scene.texts
    return _chip_drawn(texts.language, texts.name(seat), seen, scene.is_asked(seat), scene.phase == "over", x, w)


@kept(512)
def _chip_drawn(language: str, who: str, seen: Mapping[str, Any], active: bool, over: bool, x: float, w: float) -> str:
    texts, seat = texts_in(language, "templar"), seen["seat"]
    total = seen["score"] + (seen["church"] + seen["bonus"] if over else 0)
    drawn = [
        panel(x, 1.5, w, CHIP, "active" if active else ""),
        seal(seat, x + 4, 6, 24),
        text(x + 31, 24, total, 17, "num b"),
        text(x + 5, 46, fit(who, 12, w - 8), 12),
        centred("hand-cards", x + 12, 58, 13, cls="quiet"),
        text(x + 21, 62, len(seen["hand"]), 12, "num mut"),
    ]
    if seen["top"]:
        drawn.append(centred(f"card-{seen['top']}", x + w - 13, 18, 22, cls="emblem"))
    elif seen["chosen"]:
        drawn.append(seats.card_back(x + w - 20, 7, 16, 22))
    label = texts("picture.seat", who=who, n=total, cards=len(seen["hand"]), rooms=len(seen["rooms"]))
    label = f"{label}. {told(texts, points_of(seen, texts))}"
    return region(f"player-{seat}", label, "".join(drawn), f"player s{seat}")


def _raphael_chip(scene: Scene, x: float, w: float) -> str:
    his, texts = scene.view["raphael"], scene.texts
    drawn = [
        panel(x, 1.5, w, CHIP),
        seats.card_back(x + 6, 6, 18, 24),
        text(x + 31, 24, his["deck"], 17, "num mut"),
        text(x + 5, 46, texts("word.raphael"), 12),
    ]
    if his["top"]:
        drawn.append(centred(f"card-{his['top']}", x + w - 15, 20, 24, cls="emblem"))
    return region("raphael", texts("picture.deck", n=his["deck"]), "".join(drawn))


def _quay(scene: Scene, y: float) -> tuple[str, float]:
    """The harbor on a phone: the storehouses in a row, the bag below."""
    w, h, drawn = (PHONE - 8 - 5 * 4) / 6, 70, []
    for i, seen in enumerate(scene.view["storehouses"]):
        n, x = seen["number"], 4 + i * (w + 4)
        body = (
            f'<path d="M{x:g} {y + 15:g}L{x + w / 2:g} {y + 1:g}L{x + w:g} {y + 15:g}V{y + h:g}H{x:g}Z" class="gable"/>'
            f"{text(x + w / 2, y + 15.5, n, 13, 'num b', 'middle')}"
            f"{harbor.tiles(seen, x + w / 2, y + 44.5, 52, 50, harbor.is_asked_for(scene))}"
        )
        if not i:
            body += centred("ship", x + 10, y + 6, 17, 15, "ship")
        for j, seat in enumerate(seen["pawns"]):
            body += pawn(seat, x + 9 + 12 * j, y + h + 2, 0.6, id=f"pawn-{seat}")
        drawn.append(harbor.storehouse(scene, n, body, rect(x - 2, y - 1, w + 4, h + 4, "ring")))
    return "".join(drawn) + harbor.bag(scene, 12, y + h + 7, PHONE - 24), h + 40


def frame(room: Room) -> tuple[float, float, float, float, float]:
    """What the lens shows: the whole room, or less where its places would come out too small; and the scale."""
    things = room.furniture
    whole = room.box
    close = (min(t[0] for t in things), min(t[1] for t in things), max(t[2] for t in things), max(t[3] for t in things))
    left = top = w = h = scale = 0.0
    for across, down in ((whole, whole), (close, whole), (whole, close), (close, close)):
        left, top = across[0] - 6, down[1] - 6
        w, h = across[2] + 6 - left, down[3] + 6 - top
        scale = min((PHONE - 16) / w, 260 / h, 1.75)
        if scale >= 1.02:
            break
    return left, top, w, h, scale


def _lens(scene: Scene, y: float) -> tuple[str, float]:
    """A close view of the room where something is stashed, dropped or flipped, with places as big as a thumb."""
    if scene.room is None or not any(verb in scene.choices for verb in ("stash", "take", "drop", "flip")):
        return "", 0
    room = scene.plan.rooms[scene.room]
    left, top, w, h, scale = frame(room)
    shape = (
        f'x="{(PHONE - w * scale) / 2:.1f}" y="{y:.1f}" width="{w * scale:.1f}" height="{h * scale:.1f}" '
        f'viewBox="{left:g} {top:g} {w:g} {h:g}"'
    )
    drawn = [
        close_up(scene.plan, scene.room),
        pieces(scene.room, room, scene.view["rooms"][scene.room - 1], "lens-"),
        f'<g class="figures">{figures_in(scene, scene.room, "lens-")}</g>',
        place_targets(scene, ids="lens-", chip=max(40, 46 / scale), takes=False),
        area_letters(room),
    ]
    return f"<svg {shape}>{''.join(drawn)}</svg>", h * scale + 10


def table(scene: Scene) -> tuple[str, float, float]:
    """The whole picture and its size."""
    texts, view, plan = scene.texts, scene.view, scene.plan
    count = scene.players + (view["raphael"] is not None)
    each = (PHONE - 8 - 4 * (count - 1)) / count
    drawn = [_chip(scene, seat, 4 + seat * (each + 4), each) for seat in range(scene.players)]
    if view["raphael"]:
        drawn.append(_raphael_chip(scene, 4 + scene.players * (each + 4), each))
    w, h = (side - 2 * CROP for side in plan.canvas)
    scale, y = PHONE / w, CHIP + 6.0
    drawn.append(
        region(
            "abbey",
            texts("picture.abbey"),
            f'<svg x="0" y="{y:g}" width="{PHONE}" height="{h * scale:.1f}" viewBox="{CROP} {CROP} {w:g} {h:g}">'
            f'<g class="small">{board(scene, narrow=True)}</g></svg>',
        )
    )
    y += h * scale + 6
    quay, used = _quay(scene, y)
    drawn.append(region("harbor", texts("word.harbor"), quay))
    y += used + 4
    dock = y
    prompt, used = actions.prompt(scene, 12, y + 10, PHONE - 24, 17, 3, narrow=True)
    if not view.get("prompt"):  # the page says it elsewhere: there is room for what the card does
        prompt += actions.reminder(scene, 66, y + 26, PHONE - 78, 32, 11.5)
    y += used + (18 if used > 18 else 10)
    close, used = _lens(scene, y)
    y += used
    table, used = actions.result(scene, 14, y, PHONE - 28, 11.5)
    y += used
    cards, held = "", 8
    if scene.me is not None and scene.phase != "over":
        if scene.legal and scene.phase not in ("card", "choose"):
            cards, held = strip(scene, 8, 4, PHONE - 16), 62
        else:
            cards, held = hand(scene, 8, 6, PHONE - 16, 112, 5, 6), 2 * 118 + 8
        cards = region("hand", texts("picture.your_hand"), cards)
    buttons = actions.buttons(scene, narrow=True)
    pressed, used = actions.lay(scene, buttons, 8, y, PHONE - 16, 46, 15)
    y += used
    cards = f'<g transform="translate(0 {y:g})">{cards}</g>'
    y += held
    drawn.append(
        panel(0.5, dock, PHONE - 1, y - dock, "active" if scene.legal else "")
        + prompt
        + close
        + table
        + pressed
        + cards
    )
    y += 8
    for seat in range(scene.players):
        drawn.append(seats.ledger(scene, seat, 4, y, PHONE - 8))
        y += seats.LEDGER + 4
    return group("".join(drawn), "templar"), PHONE, y
