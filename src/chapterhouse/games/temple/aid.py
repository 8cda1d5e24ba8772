"""Temple: what lies beside the board for who wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chapterhouse.games.aid import Aid, Part, Points, steps_of
from chapterhouse.texts import Texts

STEPS = {"draw": "temple.draw", "move": "temple.move.range", "action": "temple.action.none"}
STEP_OF = {"discard": "draw", "move": "move", "over": None}  # by phase; all others are parts of the action
POWERS = {1: "temple.power.1", 2: "temple.power.2", 3: "temple.power.3"}  # by masks


def points_of(seen: Mapping[str, Any], goal: int, texts: Texts) -> tuple[Points, ...]:
    """temple.goal: the ritual masks of a seat."""
    return (Points(texts("aid.masks", goal=goal), len(seen["masks"]), "temple.goal"),)


def aid(view: dict[str, Any], texts: Texts) -> Aid:
    """From a viewer's own view."""
    now = STEP_OF.get(view["phase"], "action")
    seats = view["seats"]
    here = view["rooms"][seats[view["mover"]]["room"]]["counts_as"] if now else None
    powers = (
        Part("", texts(f"picture.legend.power.{n}"), rule, now == "action" and n == here) for n, rule in POWERS.items()
    )
    return Aid(
        turn=steps_of(texts, STEPS, now),
        powers=tuple(powers),
        points=tuple(points_of(seen, view["goal"], texts) for seen in seats),
        notes=_notes(view, texts) if view["legal"] else (),
    )


def _notes(view: dict[str, Any], texts: Texts) -> tuple[str, ...]:
    notes = [
        texts("aid.threat", who=view["names"][seen["seat"]], n=len(seen["masks"]))
        for seen in view["seats"]
        if seen["seat"] != view["seat"] and len(seen["masks"]) >= view["goal"]
    ]
    if view["phase"] == "action" and view["offering"]:
        notes.append(texts("aid.offering", n=view["offering"]["value"]))
    return tuple(notes)
