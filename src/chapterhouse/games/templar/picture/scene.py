"""Templar: a view made ready to be drawn: what the viewer can do, by place, and where everything stands."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chapterhouse.games.canvas.scene import acts
from chapterhouse.games.protocol import View
from chapterhouse.games.templar.picture.plan import Plan, read
from chapterhouse.games.templar.state import ACTION_BLOCKS
from chapterhouse.games.templar.tables import own_drawing
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts


@dataclass(frozen=True)
class Scene:
    view: View
    texts: Texts
    plan: Plan
    viewer: int | None  # seat, or None for a spectator
    legal: dict[str, str]  # notation → sentence
    can: dict[str, list[tuple[int, str]]]  # block of actions → number in the block, notation

    def seat(self, seat: int) -> Mapping[str, Any]:
        seen: Mapping[str, Any] = self.view["seats"][seat]
        return seen

    @property
    def phase(self) -> str:
        phase: str = self.view["phase"]
        return phase

    @property
    def playing(self) -> str | None:
        """The card that is carried out now."""
        return self.view["going"]["card"] if self.view["going"] else None

    def is_asked(self, seat: int) -> bool:
        return seat in self.view.get("asked", ())

    @property
    def mover(self) -> str | int | None:
        """Who moves now: a figure, or the seat of a pawn."""
        card = self.playing
        if card in ("remigius", "severus"):
            return card
        return self.view["going"]["seat"] if card and card not in ("porticus", "bells") else None

    @property
    def room(self) -> int | None:
        """The room where things are being put or turned."""
        if self.phase in ("stash", "walk") and self.view["going"]:
            at = self.seat(self.view["going"]["seat"])["pawn"]
            return at if isinstance(at, int) else None
        return self.view["figures"]["remigius"] if self.phase == "flip" else None


@functools.cache
def _house_plan() -> Plan:
    return read(own_drawing())


@functools.lru_cache(32)
def _brought_plan(drawing: str) -> Plan:
    return read(json.loads(drawing))


def plan_of(view: View) -> Plan:
    """The drawn board: the house's own, or the one that a player brought."""
    drawing = view.get("drawing")
    return _house_plan() if drawing is None else _brought_plan(json.dumps(drawing))


def sort_acts(view: View) -> dict[str, list[tuple[int, str]]]:
    """What can be done now, by block of actions."""
    can: dict[str, list[tuple[int, str]]] = {}
    for action in view.get("legal", ()):
        block = block_of(ACTION_BLOCKS, action["code"])
        can.setdefault(block.verb, []).append((action["code"] - block.first, action["words"]))
    return can


def scene(view: View, texts: Texts) -> Scene:
    return Scene(view, texts, plan_of(view), view.get("seat"), acts(view), sort_acts(view))
