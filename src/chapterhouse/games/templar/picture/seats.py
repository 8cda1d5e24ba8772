"""Templar: what lies in front of the players: pile, hand, stock, reserve, rooms reached, score; and Raphael."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games.aid import told
from chapterhouse.games.canvas.scene import texts_in
from chapterhouse.games.canvas.svg import centred, hit, image, kept, panel, rect, region, safe, seal, text, titled
from chapterhouse.games.canvas.text import LEAST, PHONE_LEAST, fit
from chapterhouse.games.spoken import capital
from chapterhouse.games.templar.aid import points_of
from chapterhouse.games.templar.picture.harbor import counts
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.tables import CARD_NAMES
from chapterhouse.games.templar.words.spoken import reserve_says, stock_says
from chapterhouse.texts import Texts

ROOMS = range(1, 14)
CROWD = 5  # so many panels are too narrow for 13 rooms in a row


def height(panels: int) -> float:
    """How high the players' panels are, where so many stand side by side."""
    return 156 if panels >= CROWD else 140


def _held(label: str, cls: str, body: str) -> str:
    """What a player has of each kind."""
    return f'<g class="{cls}" role="img" aria-label="{safe(label)}">{body}</g>'


def card_back(x: float, y: float, w: float, h: float) -> str:
    """A card that lies face down."""
    return (
        rect(x, y, w, h, "back", 4)
        + rect(x + 3, y + 3, w - 6, h - 6, "back-rim", 2.5)
        + centred("sign-cross", x + w / 2, y + h / 2, w * 0.44, cls="back-sign")
    )


def pile(texts: Texts, top: str | None, count: int, x: float, y: float, w: float, h: float) -> str:
    """A discard pile: its top card, with the edges of those below; an outline when there is none."""
    if top is None:
        return rect(x, y, w, h, "empty", 4)
    name = texts(f"card.{top}")
    under = "".join(rect(x + d, y + d, w, h, "card under", 4) for d in range(2 * min(count - 1, 2), 0, -2))
    return titled(
        texts("picture.pile", card=name, n=count),
        under + rect(x, y, w, h, "card", 4) + centred(f"card-{top}", x + w / 2, y + h / 2, h * 0.8, cls="emblem"),
    )


@functools.lru_cache(2048)
def room_strip(
    rooms: tuple[int, ...], seat: int, x: float, y: float, w: float, h: float, size: float, rows: int = 1
) -> str:
    """Rooms 1 to 13; those where the seat has a valuable are filled."""
    in_row = -(-len(ROOMS) // rows)
    step = w / in_row
    drawn = []
    for i, n in enumerate(ROOMS):
        on = " on" if n in rooms else ""
        left, top = x + i % in_row * step, y + i // in_row * (h + 2)
        drawn.append(
            f'<rect x="{left:.1f}" y="{top:g}" width="{step - 1.6:.1f}" height="{h:g}" rx="2" class="tick{on}"/>'
            f"{text(round(left + (step - 1.6) / 2, 1), top + h - 3.2, n, size, f'tick-no{on}', 'middle')}"
        )
    return f'<g class="s{seat}">{"".join(drawn)}</g>'


def _points(texts: Texts, seen: dict[str, Any], over: bool, x: float, y: float) -> str:
    """The score; when all is over the final one, else with what the end would add now."""
    more = seen["church"] + seen["bonus"]
    total = seen["score"] + more if over else seen["score"]
    under = texts("picture.sum", track=seen["score"], church=seen["church"], rooms=seen["bonus"]) if over else ""
    if not over and more:
        under = texts("picture.more", n=more)
    drawn = hit(x - 40, y - 24, 44, 40) + text(x, y, total, 25, "num b", "end")
    drawn += text(x, y + 14, under, LEAST, "mut", "end")
    return image(told(texts, points_of(seen, texts)), drawn, f"points-{seen['seat']}")


def player(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """One player's panel."""
    seen, texts = scene.seat(seat), scene.texts
    active = scene.is_asked(seat)
    won = seat in (scene.view.get("outcome") or {}).get("winners", ())
    status = ""
    if won:
        status = "picture.winner"
    elif active:
        status = "picture.to_act"
    elif seen["chosen"]:
        status = "picture.chosen"
    elif seat == scene.view["first"] and not scene.view["round"]:
        status = "picture.first"
    elif seat == scene.me:
        status = "picture.you"
    h = height(scene.players + (scene.view["raphael"] is not None))
    return _player(texts.language, texts.name(seat), seen, status, active, won, scene.phase == "over", x, y, w, h)


@kept(512)
def _player(
    language: str, who: str, seen: dict[str, Any], status: str, active: bool, won: bool, over: bool,
    x: float, y: float, w: float, h: float,
) -> str:  # fmt: skip
    texts, seat = texts_in(language, "templar"), seen["seat"]
    name_room = w - 46 - 88
    name = fit(who, 16, name_room, True)
    status_text = texts(status) if status else ""
    drawn = [
        panel(x, y, w, h, "active" if active else ""),
        f'<path d="M{x + 5:g} {y:g}H{x + 6:g}V{y + h:g}H{x + 5:g}A6 6 0 0 1 {x - 1:g} {y + h - 6:g}V{y + 6:g}'
        f'A6 6 0 0 1 {x + 5:g} {y:g}Z" class="edge"/>',
        seal(seat, x + 12, y + 8, 29),
        text(x + 47, y + (22 if status_text else 28), name, 16, "disp b"),
        text(x + 47, y + 38, fit(status_text, LEAST, name_room + 6), LEAST, "acc" if active or won else "mut"),
        titled(
            texts("picture.hand", n=len(seen["hand"])),
            centred("hand-cards", x + w - 75, y + 18, 18, cls="quiet")
            + text(x + w - 64, y + 23, len(seen["hand"]), 15, "num b"),
        ),
        _points(texts, seen, over, x + w - 9, y + 27),
    ]
    top = y + 46
    if seen["chosen"] and not seen["top"]:
        drawn.append(card_back(x + 13, top, 44, 52))
    else:
        drawn.append(pile(texts, seen["top"], seen["pile"], x + 13, top, 48, 52))
    left, step = x + 72, min((w - 72 - 3) / 5, 56)
    icon = 14 if step < 32 else 17
    drawn.append(text(left, top + 10, capital(texts("word.stock")), LEAST, "mut"))
    drawn.append(_held(stock_says(seen, texts), f"s{seat}", counts(seen["stock"], left, top + 26, step, icon, LEAST)))
    drawn.append(text(left, top + 43, capital(texts("word.reserve")), LEAST, "mut"))
    reserve = counts(seen["reserve"], left, top + 59, step, icon - 2, LEAST)
    drawn.append(_held(reserve_says(seen, texts), f"s{seat} reserve", reserve))
    rooms = tuple(seen["rooms"])
    drawn.append(room_strip(rooms, seat, x + 12, y + 116, w - 20, 16, LEAST, 2 if h > height(1) else 1))
    status_text = texts(
        "picture.seat",
        who=who,
        n=seen["score"],
        cards=len(seen["hand"]),
        rooms=len(seen["rooms"]),
    )
    return region(f"player-{seat}", status_text, "".join(drawn), f"player s{seat}")


def raphael(scene: Scene, x: float, y: float, w: float) -> str:
    """With two players: Raphael's visible card, his deck, and what of it has been used."""
    his, texts = scene.view["raphael"], scene.texts
    drawn = [
        panel(x, y, w, height(3)),
        card_back(x + 12, y + 8, 22, 29),
        text(x + 47, y + 22, texts("word.raphael"), 16, "disp b"),
        text(x + 47, y + 36, texts("picture.deck", n=his["deck"]), LEAST, "mut"),
        pile(texts, his["top"], 1, x + 13, y + 46, 48, 52),
        text(x + 74, y + 58, texts("picture.used"), LEAST, "mut"),
    ]
    step = (w - 74 - 8) / 5
    shown = [card for card in CARD_NAMES if card != "stephanus" or scene.view["stephanus"]]
    for i, card in enumerate(shown):
        cx, cy = x + 74 + (i % 5) * step, y + 66 + (i // 5) * 34
        used = his["used"][card]
        dots = "".join(
            f'<circle cx="{cx + 33 + 8 * d:g}" cy="{cy + 13:g}" r="3" class="dot{" on" if d < used else ""}"/>'
            for d in range(his["copies"][card])
        )
        icon = centred(f"card-{card}", cx + 13, cy + 13, 26, cls="emblem")
        drawn.append(titled(texts(f"card.{card}"), icon + dots, "count" if used else "count zero"))
    return region("raphael", texts("word.raphael"), "".join(drawn))


LEDGER = 58


def ledger(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """On a phone, below the hand: stock, reserve and rooms of one player."""
    seen, texts = scene.seat(seat), scene.texts
    shown = {key: seen[key] for key in ("seat", "stock", "reserve", "rooms", "score", "church", "bonus")}
    return _ledger(texts.language, texts.name(seat), shown, x, y, w)


@kept(512)
def _ledger(language: str, who: str, seen: dict[str, Any], x: float, y: float, w: float) -> str:
    texts, seat = texts_in(language, "templar"), seen["seat"]
    half = (w - 44) / 2
    step = half / 5
    labels = [(x + 40, "word.stock"), (x + 48 + half, "word.reserve")]
    drawn = [panel(x, y, w, LEDGER), seal(seat, x + 7, y + 7, 26)]
    drawn += [text(left, y + 12, capital(texts(key)), PHONE_LEAST, "mut") for left, key in labels]
    drawn.append(_held(stock_says(seen, texts), "stock", counts(seen["stock"], x + 40, y + 28, step, 15, 13.5)))
    reserve = counts(seen["reserve"], x + 48 + half, y + 28, step, 14, 13)
    drawn.append(_held(reserve_says(seen, texts), "reserve", reserve))
    drawn.append(room_strip(tuple(seen["rooms"]), seat, x + 40, y + 37, w - 46, 15, PHONE_LEAST))
    more = seen["church"] + seen["bonus"]
    drawn.append(text(x + 20, y + 49, texts("picture.more", n=more) if more else "", 11, "num mut", "middle"))
    label = f"{who}. {told(texts, points_of(seen, texts))}"
    return region(f"ledger-{seat}", label, "".join(drawn), f"s{seat}")
