"""Templar: the harbor, a ring of storehouses round a basin, and the linen bag."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from chapterhouse.games.canvas.svg import centred, kept, safe, text, titled
from chapterhouse.games.templar.picture.abbey import KINDS, kind_icon, pawn
from chapterhouse.games.templar.picture.plan import Plan
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.words.spoken import bag_says, storehouse_says

HOUSE = (80, 92)


@functools.cache
def boxes(count: int, width: float, height: float) -> tuple[float, tuple[tuple[float, float], ...]]:
    """How big the boxes of a storehouse are and where their middles stand: two in a row, three where there are many."""
    in_row = 2 if count <= 4 else 3 if count <= 6 else 4
    rows = -(-count // in_row)
    size = min(30.0, (width - 4) / in_row - 2, (height - 2) / rows - 1)
    dx, dy = min(size + 2, width / in_row), size + 1
    return size, tuple(
        ((i % in_row - (in_row - 1) / 2) * dx, (i // in_row - (rows - 1) / 2) * dy) for i in range(count)
    )


def tiles(house: Mapping[str, Any], x: float, y: float, width: float, height: float, stays: bool) -> str:
    """The boxes of a storehouse round x, y, with their tiles; those that would stay are pale, new ones have a dot."""
    pale = house["stays"] if stays else []
    return _tiles(house["boxes"], house["tiles"], house["fresh"], pale, x, y, width, height)


@kept(1024)
def _tiles(
    count: int, kinds: list[str], fresh: list[str], pale: list[str], x: float, y: float, width: float, height: float
) -> str:
    size, spots = boxes(count, width, height)
    left, new, drawn = Counter(pale), Counter(fresh), []
    for n, (dx, dy) in enumerate(spots):
        at = (x + dx, y + dy)
        if n >= len(kinds):
            drawn.append(centred("box-empty", *at, size - 1, cls="box"))
            continue
        kind = kinds[n]
        stay = left[kind] > 0
        left[kind] -= 1
        drawn.append(
            f'<g class="tile{" stays" if stay else ""}">{centred("tile", *at, size, cls="box")}'
            f"{kind_icon(kind, *at, round(size * 0.74, 1), 'tk')}"
        )
        if new[kind] > 0:
            new[kind] -= 1
            drawn.append(
                f'<circle cx="{at[0] + size * 0.36:g}" cy="{at[1] - size * 0.36:g}" r="{size * 0.13:g}" class="new"/>'
            )
        drawn.append("</g>")
    return "".join(drawn)


def canvas(plan: Plan) -> tuple[float, float]:
    """The size of the ring of storehouses."""
    corners = plan.storehouses.values()
    return max(x for x, _ in corners) + HOUSE[0], max(y for _, y in corners) + HOUSE[1]


@functools.cache
def _waters(corners: tuple[tuple[int, tuple[float, float]], ...]) -> str:
    """What never changes: the basin, the ship at the first storehouse, and the way round."""
    places = dict(corners)
    middles = {n: (x + HOUSE[0] / 2, y + HOUSE[1] / 2) for n, (x, y) in places.items()}
    cx = sum(x for x, _ in middles.values()) / len(middles)
    cy = sum(y for _, y in middles.values()) / len(middles)
    drawn = [f'<ellipse cx="{cx:g}" cy="{cy:g}" rx="80" ry="54" class="basin"/>']
    for dx, dy in ((32, -28), (42, 0), (-52, 28), (32, 28), (-12, 40)):
        drawn.append(f'<path d="M{cx + dx:g} {cy + dy:g}q4 -4 8 0t8 0t8 0" class="wave"/>')
    fx, fy = middles[1]
    bow = (cx - 46, cy - 40)
    ropes = "".join(f"M{fx + d:g} {fy + 42:g}L{bow[0] + d * 0.4:g} {bow[1]:g}" for d in (0, 16))
    drawn.append(f'<path d="{ropes}" class="rope"/>')
    drawn.append(centred("ship", cx - 30, cy - 14, 66, 58, cls="ship"))
    order = sorted(middles)
    for a, b in zip(order, [*order[1:], order[0]], strict=True):  # a bow outwards, which the houses cover in part
        (x1, y1), (x2, y2) = middles[a], middles[b]
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        bow = (mx + (mx - cx) * 0.34, my + (my - cy) * 0.34)
        tip = ((mx + bow[0]) / 2, (my + bow[1]) / 2)
        turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
        drawn.append(
            f'<path d="M{x1:g} {y1:g}Q{bow[0]:g} {bow[1]:g} {x2:g} {y2:g}" class="way"/>'
            f'<path d="M-4 -5L6 0L-4 5Z" transform="translate({tip[0]:g} {tip[1]:g}) rotate({turn:.0f})" class="tip"/>'
        )
    return "".join(drawn)


def waters(plan: Plan) -> str:
    return _waters(tuple(plan.storehouses.items()))


def storehouse(scene: Scene, number: int, body: str, ring: str) -> str:
    """A storehouse, to be chosen when one is asked for."""
    id = f"storehouse-{number}"
    label = storehouse_says(scene.view, scene.view["storehouses"][number - 1], scene.texts)
    if not is_asked_for(scene):
        return f'<g id="{id}" class="house" role="img" aria-label="{safe(label)}">{body}</g>'
    words = {n + 1: action for n, action in scene.choices.get("storehouse", ())}
    return scene.target(words.get(number, f"storehouse {number}"), body + ring, id=id, label=label, cls="house")


def is_asked_for(scene: Scene) -> bool:
    return scene.phase == "storehouse" and scene.asks_me


def house(view: dict[str, Any], stays: bool) -> str:
    """A storehouse with its corner at 0, 0."""
    return (
        f"{centred('storehouse', 40, 46, 80, 92, 'store')}{text(40, 24, view['number'], 16, 'num b', 'middle')}"
        f"{tiles(view, 40, 58.5, 66, 62, stays)}"
    )


def visitors(plan: Plan, number: int, seats: Sequence[int], viewer: int | None) -> str:
    """Pawns that stand in a storehouse."""
    x, y = plan.visitors[number]
    return "".join(
        pawn(seat, x + (i - (len(seats) - 1) / 2) * 20, y, 0.94, id=f"pawn-{seat}", moves=seat == viewer)
        for i, seat in enumerate(seats)
    )


def counts(numbers: Mapping[str, int], x: float, y: float, step: float, icon: float, size: float, cls: str = "") -> str:
    """A row of the five kinds with a number each; x, y is the left end of the base line."""
    return _counts(tuple(numbers[kind] for kind in KINDS), x, y, step, icon, size, cls)


@functools.lru_cache(4096)
def _counts(numbers: tuple[int, ...], x: float, y: float, step: float, icon: float, size: float, cls: str) -> str:
    drawn = []
    for i, (kind, n) in enumerate(zip(KINDS, numbers, strict=True)):
        left = x + i * step
        drawn.append(
            f'<g class="count{"" if n else " zero"}">'
            f"{kind_icon(kind, round(left + icon / 2, 1), round(y - size * 0.35, 1), icon, cls)}"
            f"{text(round(left + icon + 2.5, 1), y, n, size, 'num b')}</g>"
        )
    return "".join(drawn)


def bag(scene: Scene, x: float, y: float, w: float) -> str:
    """The linen bag: how many tiles, and of which kinds; their order is nobody's."""
    bag, texts = scene.view["bag"], scene.texts
    step = min(42.0, (w - 78) / 5)
    return titled(
        bag_says(scene.view, texts),
        centred("bag", x + 14, y + 14, 28, 31)
        + text(x + 34, y + 21, bag["count"], 20, "num b")
        + counts(bag, x + w - 5 * step + 4, y + 20, step, 18, 14.5, "tk"),
    )
