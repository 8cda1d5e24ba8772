"""Temple: a view made ready to be drawn, and the small things that many parts show."""

from __future__ import annotations

import functools

from chapterhouse.games.canvas import svg
from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.temple.picture.symbols import PAINT, PAPER

COLOURS = tuple(PAINT)
CARD = 1.4  # how much higher than wide


@functools.lru_cache(8192)
def use(symbol: str, x: float, y: float, w: float, h: float | None = None, cls: str = "") -> str:
    """One of the room's own symbols."""
    return svg.use(f"temple-{symbol}", x, y, w, h, cls)


@functools.lru_cache(4096)
def card(name: str | None, x: float, y: float, w: float) -> str:
    """`red 2`, `curse`, or a back."""
    return use("card-" + (name or "back").replace(" ", "-"), x, y, w, w * CARD)


@functools.cache
def eye(x: float, y: float, r: float) -> str:
    """The mark of a card that all have seen."""
    inside = use("eye", x - r * 0.7, y - r * 0.7, r * 1.4)
    return svg.circle(x, y, r, "badge") + f'<g color="{PAPER}">{inside}</g>'


def offering(scene: Scene) -> tuple[str, int]:
    """The colour of the viewer's pile that an offering would add to now, and by how much; none while he is not asked."""
    adds = scene.view["offering"] if scene.asks_me else None
    return (adds["colour"], adds["value"]) if adds else ("", 0)


def in_order(scene: Scene) -> list[int]:
    """The seats in order of play, the viewer's own last."""
    return scene.others if scene.me is None else [*scene.others, scene.me]
