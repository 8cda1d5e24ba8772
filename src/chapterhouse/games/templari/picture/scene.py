"""Templari: a view made ready to be drawn."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games.aid import told
from chapterhouse.games.canvas import scene
from chapterhouse.games.canvas.scene import texts_in
from chapterhouse.games.templari.aid import points_of
from chapterhouse.games.templari.words.spoken import status_says
from chapterhouse.texts import Texts

INK = "#2b2118"  # on cards and on the ruler, which keep their colours in both themes
PARCHMENT = "#fffaf0"
Card = dict[str, Any]  # as it is drawn: family, name (of the family), value, words, act, says


@functools.cache
def card_says(language: str, family: int, value: int) -> str:
    texts = texts_in(language, "templari")
    return texts("card", family=texts(f"family.{family}"), value=value)


def auction_says(scene: Scene) -> str:
    """The auction, for those who cannot see it."""
    return " ".join(status_says(scene.view, scene.texts))


class Scene(scene.Scene):
    """What the drawings of Templari ask of a view."""

    def __init__(self, view: dict[str, Any], texts: Texts) -> None:
        super().__init__(view, texts)
        self.language = texts.language
        self.seller: int | None = view["seller"]
        self.acting: int | None = None if self.is_over else view["to_act"]
        self.is_bidding = self.phase in ("bid", "lose")
        self.families: list[str] = view["families"]
        self.names = [texts.name(seat) for seat in range(self.players)]

    @property
    def label(self) -> str:
        return self.says("table", turn=self.view["turn"], turns=self.view["turns"])

    @functools.cached_property
    def cards(self) -> list[list[list[Card]]]:
        """Every seat's cards, family by family, as they are drawn in front of it."""
        held: list[list[list[Card]]] = [[[] for _ in self.families] for _ in range(self.players)]
        for seat, families in enumerate(held):
            for card in self.seat(seat)["cards"]:
                drawn = self.card(card, seat)
                families[drawn["family"]].append(drawn)
        return held

    def points_told(self, seat: int) -> str:
        """What a seat's points are for."""
        points = points_of(self.seat(seat), self.view["cards"], self.texts)
        return told(self.texts, points) or self.texts("score.units", n=0)

    def card(self, card: int, owner: int | None = None) -> Card:
        """A card as it is drawn at its owner's, or elsewhere: what the viewer could do with it, and what that does."""
        shown = self.view["cards"][card]
        verb = None if owner is None else self._verb(owner)
        act = None if verb is None else f"{verb} {shown['words']}"
        return {**shown, "name": self.families[shown["family"]], "act": act, "says": self.legal.get(act or "")}

    def _verb(self, owner: int) -> str | None:
        """What the viewer would do with a card of this seat."""
        if self.me is None or self.is_over:
            return None
        if owner == self.me:
            return self.phase if self.phase in ("give", "lose") else "sell"
        return "take" if self.view["options"]["exchange"] else None

    def is_out(self, seat: int) -> bool:
        return bool(self.seat(seat)["out"] or self.seat(seat)["barred"])

    def title(self) -> str:
        """What is going on."""
        if self.seller is not None or self.phase == "sell":
            return self.says("sale")
        return self.says("exchange" if self.phase in ("take", "give") else "standing")

    def status(self, seat: int) -> list[tuple[str, str]]:
        """What there is to say of a seat's part in the auction: a kind and words."""
        at = self.seat(seat)
        lines = []
        if seat == self.view["first"] and not self.is_over:
            lines.append(("first", self.says("first")))
        if seat == self.acting:
            lines.append(("acts", self.says("acts")))
        if seat == self.seller:
            lines.append(("offers", self.says("sells_one")))
        elif self.is_bidding and at["broke"]:
            lines.append(("out", self.says("broke")))
        elif at["exchanged"] and self.seller is None:
            lines.append(("out", self.says("exchanged")))
        elif self.is_bidding and seat == self.view["bidder"]:
            lines.append(("offers", self.says("offers", n=at["offered"])))
        elif self.is_bidding and at["out"]:
            lines.append(("out", self.says("passed")))
        elif self.is_bidding and at["offered"] is not None:
            lines.append(("offered", self.says("offered", n=at["offered"])))
        return lines

    def winners(self) -> str:
        names = [self.names[seat] for seat in self.view["outcome"]["winners"]]
        return self.says("wins" if len(names) == 1 else "win", who=self.texts.list(names))

    def ranking(self) -> list[int]:
        return sorted(range(self.players), key=lambda seat: int(self.view["outcome"]["ranks"][seat]))
