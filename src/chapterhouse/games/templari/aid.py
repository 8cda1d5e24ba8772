"""Templari: what lies beside the board for who wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chapterhouse.games.aid import Aid, Points, rule_of, steps_of
from chapterhouse.texts import Texts

STEPS = {
    "exchange": "templari.exchange",
    "sale": "templari.sale.offer",
    "auction": "templari.bid.raise",
    "share": "templari.share.majority",
}
STEP_OF = {"take": "exchange", "give": "exchange", "sell": "sale", "bid": "auction", "lose": "auction"}
POWERS = ("templari.bid.curse", "templari.share.majority", "templari.share.even", "templari.end")


def points_of(seen: Mapping[str, Any], cards: list[Mapping[str, Any]], texts: Texts) -> tuple[Points, ...]:
    """templari.end: what a seat's families are worth, and at the end its coins."""
    families = [cards[card]["family"] for card in seen["cards"]]
    counted = [
        Points(texts("aid.family", family=texts(f"family.{n}"), n=families.count(n)), points, "templari.end")
        for n, points in enumerate(seen["families"])
        if points
    ]
    if seen["bonus"]:
        counted.append(Points(texts("aid.coins"), seen["bonus"], "templari.end", late=True))
    return tuple(counted)


def aid(view: dict[str, Any], texts: Texts) -> Aid:
    """From a viewer's own view."""
    now = "sale" if view["seller"] is not None else STEP_OF.get(view["phase"])
    played = {"exchange": view["options"]["exchange"], "sale": view["options"]["private_sales"]}
    steps = {step: rule for step, rule in STEPS.items() if played.get(step, True)}
    return Aid(
        turn=steps_of(texts, steps, now),
        powers=tuple(rule_of(texts, rule) for rule in POWERS),
        points=tuple(points_of(seen, view["cards"], texts) for seen in view["seats"]),
        notes=_notes(view, texts) if view["phase"] == "bid" and view["legal"] else (),
    )


def _notes(view: dict[str, Any], texts: Texts) -> tuple[str, ...]:
    """What a bidder should know: whom the coins go to, what the cards are worth to him, which sums he may not offer."""
    seen, notes = view["seats"][view["seat"]], []
    if view["seller"] is not None:
        notes.append(texts("aid.sale", who=view["names"][view["seller"]]))
    notes.append(texts("aid.gain", n=seen["gain"]))
    if seen["cursed"]:
        notes.append(texts("aid.cursed", digits=texts.list([str(digit) for digit in seen["cursed"]])))
    return tuple(notes)
