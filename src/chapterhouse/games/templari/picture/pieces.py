"""Templari: what both layouts of the picture are made of: cards, tags, seals in a row, and a reading of the view."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from chapterhouse.games.canvas import scene as canvas_scene
from chapterhouse.games.canvas import text as canvas_text
from chapterhouse.games.canvas.scene import target
from chapterhouse.games.canvas.svg import safe, seal, text, use
from chapterhouse.games.canvas.text import shorten
from chapterhouse.games.protocol import View
from chapterhouse.games.templari.picture.symbols import FAMILY_COLOURS
from chapterhouse.texts import Texts

INK = "#2b2118"  # on cards and on the ruler, which keep their colours in both themes
PARCHMENT = "#fffaf0"
BIG_W, BIG_H = 150, 206
FAMILY_POINTS = (0, 1, 3, 6, 10, 15)

# ── A reading of the view ───────────────────────────────────────────────────────────────────────────────────────────


class Scene:
    """A view, with what a drawing asks of it."""

    def __init__(self, view: View, texts: Texts) -> None:
        self.view, self.texts = view, texts
        self.legal = canvas_scene.acts(view)
        self.me: int | None = view["seat"]
        self.players: int = len(view["seats"])
        self.phase: str = view["phase"]
        self.seller: int | None = view["seller"]
        self.acting: int | None = view["to_act"] if self.phase != "over" else None
        self.cards: list[dict[str, Any]] = view["cards"]
        self.families: list[str] = view["families"]
        options = view.get("options", {})
        self.exchange = bool(options.get("exchange"))
        self._sorted: dict[int, list[list[int]]] = {}

    @property
    def others(self) -> list[int]:
        """Everybody else, clockwise; all seats for a spectator."""
        start = 0 if self.me is None else self.me + 1
        around = [(start + i) % self.players for i in range(self.players)]
        return [seat for seat in around if seat != self.me]

    @property
    def bidding_order(self) -> list[int]:
        """The seats that can bid, clockwise from the one that begins."""
        start = self.view["first"] if self.seller is None else self.seller + 1
        around = [(start + i) % self.players for i in range(self.players)]
        return [seat for seat in around if seat != self.seller]

    @property
    def bidding(self) -> bool:
        return self.phase in ("bid", "lose")

    def seat(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.view["seats"][seat]
        return found

    def by_family(self, seat: int) -> list[list[int]]:
        """A seat's cards, family by family, in the order of their values."""
        if seat not in self._sorted:
            cards: list[list[int]] = [[] for _ in self.families]
            for card in self.seat(seat)["cards"]:
                cards[self.cards[card]["family"]].append(card)
            self._sorted[seat] = cards
        return self._sorted[seat]

    def gain(self, seat: int) -> int:
        """The points that the cards under the hammer would add for a seat."""
        counts = [len(cards) for cards in self.by_family(seat)]
        gained = 0
        for card in self.view["lot"]:
            family = self.cards[card]["family"]
            counts[family] += 1
            gained += counts[family]
        return gained

    def card_says(self, card: int) -> str:
        face = self.cards[card]
        return _card_says(self.texts.language, face["family"], face["value"])

    def status(self, seat: int) -> list[tuple[str, str]]:
        """What there is to say of a seat's part in the auction: a kind and words."""
        at, texts = self.seat(seat), self.texts
        said = []
        if seat == self.view["first"] and self.phase != "over":
            said.append(("first", texts("picture.first")))
        if seat == self.acting:
            said.append(("acts", texts("picture.acts")))
        if seat == self.seller:
            said.append(("offers", texts("picture.sells_one")))
        elif self.bidding and at["broke"]:
            said.append(("out", texts("picture.broke")))
        elif at["exchanged"] and self.seller is None:
            said.append(("out", texts("picture.exchanged")))
        elif self.bidding and seat == self.view["bidder"]:
            said.append(("offers", texts("picture.offers", n=at["offered"])))
        elif self.bidding and at["out"]:
            said.append(("out", texts("picture.passed")))
        elif self.bidding and at["offered"] is not None:
            said.append(("offered", texts("picture.offered", n=at["offered"])))
        return said

    def verb(self, card_of: int) -> str | None:
        """What the viewer would do with a card of this seat, or None."""
        if self.me is None or self.phase == "over":
            return None
        if card_of == self.me:
            return self.phase if self.phase in ("give", "lose") else "sell"
        return "take" if self.exchange else None

    def face(self, card: int, owner: int | None = None) -> Face:
        """A card as it is drawn at its owner's, or elsewhere."""
        shown = self.cards[card]
        verb = None if owner is None else self.verb(owner)
        act = None if verb is None else f"{verb} {shown['words']}"
        says = None if act is None else self.legal.get(act)
        return Face(shown["family"], self.families[shown["family"]], shown["value"], shown["words"], act, says)

    def mark(self, mark: dict[str, Any]) -> Mark:
        """A mark of the ruler with all that is drawn of it."""
        to, each = self.pay(mark)
        cursing = [self.face(card) for card in mark["cursed_by"]]
        names = [self.texts.name(seat) for seat in to]
        says = self.legal.get(f"bid {mark['sum']}")
        return Mark(mark["sum"], says, cursing, "beyond" in mark, to, each, names, self.seller is not None)

    def pay(self, mark: dict[str, Any]) -> tuple[list[int], int]:
        """Who would be paid if the viewer won at this mark of the ruler, and how much each."""
        if self.seller is not None:
            return ([self.seller], mark["sum"]) if self.seller != self.me else ([], 0)
        return mark["to"], mark["each"]

    def bids(self) -> list[dict[str, Any]]:
        """The marks of the ruler; where mistakes are penalised also the sums beyond the purse that can be offered."""
        marks: list[dict[str, Any]] = list(self.view["ruler"])
        most = max((int(words[4:]) for words in self.legal if words.startswith("bid ")), default=-1)
        for n in range(len(marks), most + 1):
            cursing = [card for card in self.seat(self.me or 0)["cards"] if self.cards[card]["value"] == n % 10]
            marks.append({"sum": n, "cursed_by": cursing, "to": [], "each": 0, "beyond": True})
        return marks


@functools.cache
def _card_says(language: str, family: int, value: int) -> str:
    texts = Texts(language, "games/templari")
    return texts("card", family=texts(f"family.{family}"), value=value)


# ── Cards ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@functools.cache
def mini(family: int, name: str, value: int, w: float = 50, h: float = 60, covered: str = "") -> str:
    """A small open card; `covered` says which part of it another card leaves free: "top" or "left"."""
    colour = FAMILY_COLOURS[family]
    drawn = [
        f'<rect width="{w:g}" height="{h:g}" rx="5" fill="{PARCHMENT}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M.7 20V5.7a5 5 0 0 1 5-5H{w - 5.7:g}a5 5 0 0 1 5 5V20Z" fill="{colour}"/>',
        text(8, 16, value, 16, "num light b"),
    ]
    if w >= 36:
        drawn.append(f'<g class="inv-{family}">{use("fam-" + name, w - 20, 3, 15)}</g>')
    if covered == "left":
        drawn.append(f'<g class="fam-{family}">{use("fam-" + name, 3, 31, 18)}</g>')
    elif not covered:
        size = min(32, w - 8)
        drawn.append(f'<g class="fam-{family}">{use("fam-" + name, (w - size) / 2, 24 + (32 - size) / 2, size)}</g>')
    return "".join(drawn)


@functools.cache
def big(family: int, name: str, value: int, title: str, values: tuple[int, ...]) -> str:
    """A card under the hammer, with the five values of its family."""
    colour = FAMILY_COLOURS[family]
    drawn = [
        f'<rect x="3" y="4" width="{BIG_W}" height="{BIG_H}" rx="9" fill="{INK}" opacity=".13"/>'
        f'<rect width="{BIG_W}" height="{BIG_H}" rx="9" fill="{PARCHMENT}" stroke="{INK}" stroke-width="1.8"/>'
        f'<rect x="6.5" y="6.5" width="137" height="193" rx="5" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        f'<path d="M6.500 50V11.500a5 5 0 0 1 5-5H138.500a5 5 0 0 1 5 5V50Z" fill="{colour}"/>',
        text(20, 42, value, 40, "num light b"),
        text(133, 34, title, 17 if len(title) < 11 else 13 if len(title) < 14 else 11.5, "disp light", "end"),
        f'<circle cx="75" cy="109" r="49" fill="{colour}" opacity=".1"/>',
        f'<g class="fam-{family}">{use("fam-" + name, 34, 67, 82)}</g>',
        '<path d="M14 162H136" stroke="#b9a886"/>',
    ]
    for i, each in enumerate(values):
        x = 23 + i * 26
        if each == value:
            drawn.append(f'<rect x="{x - 11}" y="168" width="22" height="24" rx="4" fill="{colour}"/>')
        drawn.append(text(x, 186, each, 17, "num light b" if each == value else "num dim", "middle"))
    return "".join(drawn)


@functools.cache
def tag(family: int, name: str, value: int, w: float = 34, h: float = 22) -> str:
    """A card as a small label."""
    return (
        f'<rect width="{w:g}" height="{h:g}" rx="4" fill="{FAMILY_COLOURS[family]}" stroke="{PARCHMENT}" '
        f'stroke-width="1.2"/><g class="inv-{family}">{use("fam-" + name, 3, (h - 14) / 2, 14)}</g>'
        + text(w - 8, h / 2 + 5.2, value, 14, "num light b", "middle")
    )


@functools.cache
def emblem(family: int, name: str, size: float = 18) -> str:
    """A family's emblem on its colour."""
    return (
        f'<rect width="{size:g}" height="{size:g}" rx="4" fill="{FAMILY_COLOURS[family]}" stroke="{PARCHMENT}"/>'
        f'<g class="inv-{family}">{use("fam-" + name, 2, 2, size - 4)}</g>'
    )


def card_id(words: str) -> str:
    return "card-" + words.replace(" ", "-")


class Face(NamedTuple):
    """A card as it is drawn."""

    family: int
    name: str  # of the family
    value: int
    words: str
    act: str | None = None  # what the viewer could do with it
    says: str | None = None  # what that would do; None: it cannot be done now


def place_face(language: str, face: Face, x: float, y: float, w: float, h: float, body: str) -> str:
    """A card at its place: what the viewer can do with it, or only what it is."""
    said = safe(_card_says(language, face.family, face.value))
    if face.act is None:
        named = f'id="{card_id(face.words)}" class="piece" role="img" aria-label="{said}"'
        inside = f"<g {named}><title>{said}</title>{body}</g>"
    else:
        ring = f'<rect class="ring" x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="5"/>'
        legal = {} if face.says is None else {face.act: face.says}
        inside = target(legal, face.act, body + ring, id=card_id(face.words), label=said, cls="piece card")
    return f'<g transform="translate({x:g} {y:g})">{inside}</g>'


def place_card(scene: Scene, card: int, owner: int | None, x: float, y: float, w: float, h: float, body: str) -> str:
    return place_face(scene.texts.language, scene.face(card, owner), x, y, w, h, body)


def place_mini(language: str, face: Face, x: float, y: float, w: float = 50, covered: str = "") -> str:
    return place_face(language, face, x, y, w, 60, mini(face.family, face.name, face.value, w, 60, covered))


def place_big(scene: Scene, card: int, x: float, y: float, scale: float = 1) -> str:
    face = scene.cards[card]
    family = face["family"]
    values = tuple(each["value"] for each in scene.cards if each["family"] == family)
    body = big(family, scene.families[family], face["value"], scene.texts(f"family.{family}"), values)
    if scale != 1:
        body = f'<g transform="scale({scale:g})">{body}</g>'
    return place_card(scene, card, None, x, y, BIG_W * scale, BIG_H * scale, body)


def place_emblems(cards: Sequence[Face], cx: float, y: float, size: float) -> str:
    """The families of several cards side by side."""
    drawn = []
    for i, face in enumerate(cards):
        x = cx + (i - len(cards) / 2) * (size + 1)
        drawn.append(f'<g transform="translate({x:g} {y:g})">{emblem(face.family, face.name, size)}</g>')
    return "".join(drawn)


def place_tag(face: Face, x: float, y: float, w: float = 34, h: float = 22) -> str:
    return f'<g transform="translate({x:g} {y:g})">{tag(face.family, face.name, face.value, w, h)}</g>'


@functools.cache
def hollow(w: float, h: float) -> str:
    """A place where a card will lie."""
    return f'<rect class="hollow" width="{w:g}" height="{h:g}" rx="{8 if w > 60 else 5}"/>'


@functools.cache
def back(w: float, h: float) -> str:
    """A card face down."""
    cx, cy = w / 2, h / 2
    return (
        f'<rect width="{w:g}" height="{h:g}" rx="7" fill="{PARCHMENT}" stroke="{INK}" stroke-width="1.5"/>'
        f'<rect x="6" y="6" width="{w - 12:g}" height="{h - 12:g}" rx="4" fill="#6a5a49"/>'
        f'<g fill="none" stroke="#e4d8bf" stroke-width="1.3"><rect x="12" y="12" width="{w - 24:g}" '
        f'height="{h - 24:g}" rx="2"/><path d="M12 12L{w - 12:g} {h - 12:g}M{w - 12:g} 12L12 {h - 12:g}" '
        'opacity=".35"/>'
        f'<circle cx="{cx:g}" cy="{cy:g}" r="{w / 4 + 1:g}" fill="#6a5a49"/>'
        f'<circle cx="{cx:g}" cy="{cy:g}" r="{w / 5:g}"/></g>'
        + use("sign-cross", cx - w / 7, cy - w / 7, w * 2 / 7, extra='color="#e4d8bf"')
    )


SWAP = '<path class="swap" d="M0 8H34m-9-8l9 8l-9 8M44 30H10m9-8l-9 8l9 8" transform="translate(-22 -19)"/>'  # centred


# ── Small things ────────────────────────────────────────────────────────────────────────────────────────────────────


def seals(seats: Sequence[int], cx: float, y: float, size: float, room: float) -> str:
    """Several seals side by side around cx, overlapping where there is little room."""
    n = len(seats)
    if n == 0:
        return ""
    step = size * 0.82 if n < 2 else min(size * 0.82, (room - size) / (n - 1))
    x = cx - (size + step * (n - 1)) / 2
    return "".join(seal(seat, x + i * step, y, size) for i, seat in enumerate(seats))


def chip(x: float, y: float, kind: str, words: str, room: float) -> tuple[str, float]:
    """A status in a pill, and its width; the first player's crown stands alone where there is little room."""
    title = ""
    icon = 18 if kind == "first" else 0
    if icon and room < 120:
        title, words = f"<title>{safe(words)}</title>", ""
    words = shorten(words, max(20, room - icon - 11), 11.5)
    w = canvas_text.width(words, 11.5) * 1.12 + 14 + icon if words else 28
    drawn = f'<rect class="chip-{kind}" x="{x:g}" y="{y:g}" width="{w:.1f}" height="20" rx="10"/>'
    if icon:
        drawn += use("first", x + 7, y + 3, 14)
    return f"<g>{title}{drawn}{text(x + 8 + icon, y + 14.2, words, 11.5, f'b said-{kind}')}</g>", w


def digits(values: Iterable[int], x: float, y: float, room: float) -> str:
    """The last digits that are cursed."""
    values = list(values)
    pitch = min(27, room / max(1, len(values)))
    w = pitch - 4
    return "".join(
        f'<rect class="digit" x="{x + i * pitch:.1f}" y="{y:g}" width="{w:.1f}" height="20" rx="4"/>'
        + text(x + i * pitch + w / 2, y + 15.5, value, 14.5, "num b wrn", "middle")
        for i, value in enumerate(values)
    )


def button(scene: Scene, words: str, said: str, x: float, y: float, w: float, h: float) -> str:
    """A button that stands for an action."""
    body = (
        f'<rect class="button" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"/>'
        + text(x + w / 2, y + h / 2 + 5.5, said, 15, "b", "middle")
        + f'<rect class="ring" x="{x - 3:g}" y="{y - 3:g}" width="{w + 6:g}" height="{h + 6:g}" rx="8"/>'
    )
    return target(scene.legal, words, body, id=words, label=said, cls="do")


def turn_track(scene: Scene, x: float, y: float, pitch: float) -> str:
    """Fifteen small marks: done, now, to come."""
    now, turns = scene.view["turn"], scene.view["turns"]
    drawn = []
    for turn in range(1, turns + 1):
        kind = "done" if turn < now or scene.phase == "over" else "now" if turn == now else "next"
        drawn.append(
            f'<rect class="turn-{kind}" x="{x + (turn - 1) * pitch:.1f}" y="{y:g}" width="{pitch - 3:.1f}" '
            'height="14" rx="2"/>'
        )
    return f'<g id="turn-track">{"".join(drawn)}</g>'


class Mark(NamedTuple):
    """A sum on the ruler of bids."""

    sum: int
    says: str | None  # what to offer it would do; None: it cannot be offered now
    cursed_by: list[Face]
    is_beyond: bool  # more than the viewer has
    to: list[int]  # who would be paid
    each: int  # how much
    names: list[str]  # of those
    is_sale: bool

    @property
    def legal(self) -> dict[str, str]:
        return {} if self.says is None else {f"bid {self.sum}": self.says}


def plain_mark(mark: Mark) -> tuple[Any, ...]:
    """A mark as plain data."""
    return (*mark[:2], [tuple(face) for face in mark.cursed_by], *mark[3:])


def read_mark(mark: Sequence[Any]) -> Mark:
    """A mark that was handed over as plain data."""
    read = Mark(*mark)
    return read._replace(cursed_by=[Face(*face) for face in read.cursed_by])


def mark_says(language: str, mark: Mark) -> str:
    """What a mark of the ruler means for the viewer; a mark that is lit says what the action does instead."""
    if mark.says is not None:
        return ""
    texts = Texts(language, "games/templari")
    if mark.cursed_by:
        cards = [_card_says(language, face.family, face.value) for face in mark.cursed_by]
        return texts("picture.curses", amount=mark.sum, card=texts.list(cards))
    if mark.is_beyond:
        return f"{mark.sum}: {texts('picture.beyond')}"
    if not mark.to:
        return texts("picture.keeps", amount=mark.sum)
    key = "picture.pays_seller" if mark.is_sale else "picture.pays"
    return texts(key, amount=mark.sum, who=texts.list(mark.names))
