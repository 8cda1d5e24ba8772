"""Templar: what lies beside the board for who wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chapterhouse.games.aid import Aid, Part, Points, steps_of
from chapterhouse.games.templar.tables import CARD_NAMES
from chapterhouse.texts import Texts

SET_UP = {"place": "templar.setup.placement", "rings": "templar.setup.rings", "choose": "templar.turn.first-round"}
STEPS = {"return": "templar.return", "card": "templar.turn.visible", "do": "templar.turn.play"}
STEP_OF = {  # by phase; all others are parts of what a card does
    "place_remigius": "place",
    "place_vitus": "place",
    "place_severus": "place",
    "single": "rings",
    "choose": "choose",
    "return": "return",
    "card": "card",
    "over": None,
}
RULE_OF = {
    "benjamin": "templar.benjamin.move",
    "maria": "templar.maria.take",
    "remigius": "templar.remigius.score",
    "bells": "templar.bells.draw",
}


def points_of(seen: Mapping[str, Any], texts: Texts) -> tuple[Points, ...]:
    """templar.end.church, templar.end.rooms-bonus: a seat's points on the track, and what the end would add now."""
    return (
        Points(texts("aid.track"), seen["score"], "templar.end.win"),
        Points(texts("aid.church"), seen["church"], "templar.end.church", late=True),
        Points(texts("aid.rooms", n=len(seen["rooms"])), seen["bonus"], "templar.end.rooms-bonus", late=True),
    )


def aid(view: dict[str, Any], texts: Texts) -> Aid:
    """From a viewer's own view."""
    now = STEP_OF.get(view["phase"], "do")
    playing = view["going"]["card"] if view["going"] else None
    cards = [card for card in CARD_NAMES if card != "stephanus" or view["stephanus"]]
    powers = [
        Part(texts(f"card.{card}"), texts(f"about.{card}"), RULE_OF.get(card, f"templar.{card}"), card == playing)
        for card in cards
    ]
    return Aid(
        turn=steps_of(texts, SET_UP if now in SET_UP else STEPS, now),
        powers=(*powers, Part(texts("figure.vitus"), texts("about.vitus"), "templar.vitus")),
        points=tuple(points_of(seen, texts) for seen in view["seats"]),
        notes=_notes(view, texts) if view["legal"] else (),
    )


def _notes(view: dict[str, Any], texts: Texts) -> tuple[str, ...]:
    notes = []
    if view["final"]:
        notes.append(texts("aid.final", n=view["final"]["turns_left"]))
    if view["phase"] == "card":
        hand = view["seats"][view["seat"]]["hand"]
        barred = [_barred(card, who, view, texts) for card, who in view["barred_by"].items() if card in hand]
        if barred:
            notes.append(texts("aid.barred", n=len(barred), cards=texts.list(barred)))
        if not any(view["seats"][view["seat"]]["stock"].values()):
            notes.append(texts("aid.empty"))
    return tuple(notes)


def _barred(card: str, on_piles: list[int | None], view: dict[str, Any], texts: Texts) -> str:
    owners = [texts("word.raphael") if seat is None else view["names"][seat] for seat in on_piles]
    return texts("aid.barred_by", card=texts(f"card.{card}"), who=texts.list(owners))
