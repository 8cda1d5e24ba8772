"""Templari: cards, large and small, and what lies on the table with them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from chapterhouse.games.canvas.scene import target
from chapterhouse.games.canvas.svg import group, image, moved, path, rect, text, use
from chapterhouse.games.canvas.text import LEAST, PHONE_LEAST, fit, shrink
from chapterhouse.games.templari.picture.scene import INK, PARCHMENT, Card, Scene, card_says
from chapterhouse.games.templari.picture.symbols import FAMILY_COLOURS

BIG_W, BIG_H = 150, 206
W, H = 50.0, 60.0  # a small card


def emblem(family: int, name: str, x: float, y: float, size: float, cls: str = "") -> str:
    """A family's emblem in its colour; `inv` is light, for its colour as the ground."""
    return group(use("fam-" + name, x, y, size), f"inv-{family}" if cls == "inv" else f"{cls} fam-{family}".strip())


@functools.cache
def mini(family: int, name: str, value: int, w: float = W, covered: str = "") -> str:
    """A small open card; `covered` says which part of it another card leaves free: "top" or "left"."""
    drawn = (
        f'<rect width="{w:g}" height="{H:g}" rx="5" fill="{PARCHMENT}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M.7 20V5.7a5 5 0 0 1 5-5H{w - 5.7:g}a5 5 0 0 1 5 5V20Z" fill="{FAMILY_COLOURS[family]}"/>'
        + text(8, 16, value, 16, "num light b")
    )
    if w >= 36:
        drawn += emblem(family, name, w - 20, 3, 15, "inv")
    if covered == "left":
        drawn += emblem(family, name, 3, 31, 18)
    elif not covered:
        size = min(32, w - 8)
        drawn += emblem(family, name, (w - size) / 2, 24 + (32 - size) / 2, size)
    return drawn


@functools.cache
def big(family: int, name: str, value: int, title: str, values: tuple[int, ...], scale: float) -> str:
    """A card under the hammer, with the five values of its family; small on a phone, its title stands in the middle."""
    colour, letters = FAMILY_COLOURS[family], LEAST if scale == 1 else round(PHONE_LEAST / scale + 0.1, 1)
    if scale == 1:
        size = shrink(title, 17, 72, letters)
        named = text(138, 34, fit(title, size, 76), size, "disp light", "end") + emblem(family, name, 34, 67, 82)
    else:
        named = text(75, 74, fit(title, letters, 132), letters, "disp dim", "middle") + emblem(family, name, 41, 84, 68)
    drawn = [
        f'<rect x="3" y="4" width="{BIG_W}" height="{BIG_H}" rx="9" fill="{INK}" opacity=".13"/>'
        f'<rect width="{BIG_W}" height="{BIG_H}" rx="9" fill="{PARCHMENT}" stroke="{INK}" stroke-width="1.8"/>'
        f'<rect x="6.5" y="6.5" width="137" height="193" rx="5" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        f'<path d="M6.500 50V11.500a5 5 0 0 1 5-5H138.500a5 5 0 0 1 5 5V50Z" fill="{colour}"/>',
        text(20, 42, value, 40, "num light b"),
        f'<circle cx="75" cy="109" r="49" fill="{colour}" opacity=".1"/>',
        named,
        '<path d="M14 162H136" stroke="#b9a886"/>',
    ]
    for i, each in enumerate(values):
        x = 23 + i * 26
        if each == value:
            drawn.append(f'<rect x="{x - 11}" y="168" width="22" height="24" rx="4" fill="{colour}"/>')
        drawn.append(text(x, 187, each, max(17, letters), "num light b" if each == value else "num dim", "middle"))
    return "".join(drawn)


@functools.cache
def label(family: int, name: str, w: float, h: float, value: int | None = None) -> str:
    """A card, or its family alone, as a small label."""
    size = 14 if value is not None else w - 4
    line = ' stroke-width="1.2"' if value is not None else ""
    drawn = f'<rect width="{w:g}" height="{h:g}" rx="4" fill="{FAMILY_COLOURS[family]}" stroke="{PARCHMENT}"{line}/>'
    drawn += emblem(family, name, 2 if value is None else 3, (h - size) / 2, size, "inv")
    return drawn if value is None else drawn + text(w - 8, h / 2 + 5.2, value, 14, "num light b", "middle")


def place_tag(card: Card, x: float, y: float) -> str:
    return moved(x, y, label(card["family"], card["name"], 34, 22, card["value"]))


def place_emblems(cards: Sequence[Card], cx: float, y: float, size: float) -> str:
    """The families of several cards side by side."""
    return "".join(
        moved(cx + (i - len(cards) / 2) * (size + 1), y, label(card["family"], card["name"], size, size))
        for i, card in enumerate(cards)
    )


def card_id(card: Card) -> str:
    return "card-" + str(card["words"]).replace(" ", "-")


def place(language: str, card: Card, x: float, y: float, w: float, h: float, body: str) -> str:
    """A card at its place: what the viewer can do with it, or only what it is."""
    name, act = card_says(language, card["family"], card["value"]), card["act"]
    if act is None:
        inside = image(name, body, card_id(card)).replace(' role="img"', ' class="piece" role="img"', 1)
    else:
        legal = {} if card["says"] is None else {act: card["says"]}
        ring = rect(1, 1, w - 2, h - 2, "ring", 5)
        inside = target(legal, act, body + ring, id=card_id(card), label=name, cls="piece card")
    return moved(x, y, inside)


def place_mini(language: str, card: Card, x: float, y: float, w: float = W, covered: str = "") -> str:
    return place(language, card, x, y, w, H, mini(card["family"], card["name"], card["value"], w, covered))


def place_big(scene: Scene, card: int, x: float, y: float, scale: float = 1) -> str:
    shown = scene.card(card)
    family = shown["family"]
    values = tuple(each["value"] for each in scene.view["cards"] if each["family"] == family)
    body = big(family, shown["name"], shown["value"], scene.texts(f"family.{family}"), values, scale)
    if scale != 1:
        body = f'<g transform="scale({scale:g})">{body}</g>'
    return place(scene.language, shown, x, y, BIG_W * scale, BIG_H * scale, body)


def place_taken(scene: Scene, card: int, x: float, y: float, scale: float = 1) -> str:
    """The card that is taken in an exchange; it still lies in front of its owner, so this one is a copy."""
    return place_big(scene, card, x, y, scale).replace(' id="card-', ' id="taken-', 1)


@functools.cache
def empty(w: float, h: float) -> str:
    """A place where a card will lie."""
    return f'<rect class="empty" width="{w:g}" height="{h:g}" rx="{8 if w > 60 else 5}"/>'


@functools.cache
def back(w: float, h: float) -> str:
    """A card face down."""
    cx, cy = w / 2, h / 2
    return (
        f'<rect width="{w:g}" height="{h:g}" rx="7" fill="{PARCHMENT}" stroke="{INK}" stroke-width="1.5"/>'
        f'<rect x="6" y="6" width="{w - 12:g}" height="{h - 12:g}" rx="4" fill="#6a5a49"/>'
        f'<g fill="none" stroke="#e4d8bf" stroke-width="1.3"><rect x="12" y="12" width="{w - 24:g}" '
        f'height="{h - 24:g}" rx="2"/><path d="M12 12L{w - 12:g} {h - 12:g}M{w - 12:g} 12L12 {h - 12:g}" '
        f'opacity=".35"/><circle cx="{cx:g}" cy="{cy:g}" r="{w / 4 + 1:g}" fill="#6a5a49"/>'
        f'<circle cx="{cx:g}" cy="{cy:g}" r="{w / 5:g}"/></g>'
        f'<g color="#e4d8bf">{use("sign-cross", cx - w / 7, cy - w / 7, w * 2 / 7)}</g>'
    )


_COINS = ((47, 22), (34, 22), (60, 22), (41, 16.5), (55, 15), (48, 9.5))  # a heap; more than these do not show


@functools.cache
def pot(coins: int, x: float, y: float, w: float) -> str:
    """The pot, as full as it is."""
    heap = "".join(
        f'<ellipse cx="{cx}" cy="{cy}" rx="13" ry="6" fill="#e3bd62" stroke="{INK}" stroke-width="1.7"/>'
        for cx, cy in _COINS[:coins]
    )
    inside = '<ellipse cx="48" cy="27" rx="37" ry="9" fill="#5d5448"/>'
    at = f"translate({x:g} {y:g}) scale({w / 96:.3f})"
    return f'<g transform="{at}">{inside}{heap}{use("pot", 0, 0, 96, 80)}</g>'


SWAP = path("M-22 -11H12m-9-8l9 8l-9 8M22 11H-12m9-8l-9 8l9 8", "swap")  # centred


def purse(scene: Scene, seat: int, body: str) -> str:
    """A purse that the viewer may look into says what is in it."""
    coins = scene.seat(seat)["coins"]
    return image(f"{coins} {scene.says('coins', n=coins)}", body, f"purse-{seat}")


def turn_track(scene: Scene, x: float, y: float, pitch: float) -> str:
    """A small mark for each turn: done, now, to come."""
    turns = scene.view["turns"]
    return _turns(turns + 1 if scene.is_over else scene.view["turn"], turns, x, y, pitch)


@functools.cache
def _turns(now: int, turns: int, x: float, y: float, pitch: float) -> str:
    drawn = []
    for turn in range(1, turns + 1):
        kind = "done" if turn < now else "now" if turn == now else "next"
        drawn.append(rect(round(x + (turn - 1) * pitch, 1), y, round(pitch - 3, 1), 14, f"turn-{kind}", 2))
    return group("".join(drawn), id="turn-track")
