"""Templar: a view made ready to be drawn: what the viewer can do, by place, and where everything stands."""

from __future__ import annotations

import functools
import json
from typing import Any

from chapterhouse.games.canvas import scene
from chapterhouse.games.templar.picture.plan import Plan, read
from chapterhouse.games.templar.state import ACTION_BLOCKS
from chapterhouse.games.templar.tables import own_drawing
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts


@functools.cache
def _house_plan() -> Plan:
    return read(own_drawing())


@functools.lru_cache(32)
def _brought_plan(drawing: str) -> Plan:
    return read(json.loads(drawing))


class Scene(scene.Scene):
    """What the drawings of Templar ask of a view."""

    def __init__(self, view: dict[str, Any], texts: Texts) -> None:
        super().__init__(view, texts)
        drawing = view.get("drawing")  # of a board that a player brought
        self.plan = _house_plan() if drawing is None else _brought_plan(json.dumps(drawing))
        self.choices: dict[str, list[tuple[int, str]]] = {}  # block of actions → number in the block, notation
        for action in view.get("legal", ()):
            block = block_of(ACTION_BLOCKS, action["code"])
            self.choices.setdefault(block.verb, []).append((action["code"] - block.first, action["words"]))

    @property
    def label(self) -> str:
        return self.says("table", round=self.view["round"])

    @property
    def playing(self) -> str | None:
        """The card that is carried out now."""
        return self.view["going"]["card"] if self.view["going"] else None

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
