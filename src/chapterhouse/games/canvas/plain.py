"""A table of a game that has no picture of its own: what the view says, line by line, and a button for each action."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.canvas.style import SERIF
from chapterhouse.games.canvas.svg import panel, safe, seal, svg, text
from chapterhouse.games.canvas.text import fit, wrap
from chapterhouse.texts import Texts

WIDE, NARROW, EDGE, LINE, BUTTON = 1000.0, 390.0, 16.0, 24.0, 44.0

# what the table puts around a game's own view
ENVELOPE = frozenset(
    ("game", "version", "seat", "players", "ply", "to_act", "asked", "over", "options", "names", "prompt", "legal")
) | {"outcome"}


def facts(view: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game's own part of a view: single values, and lists and tables that hold something."""
    own = {name: value for name, value in view.items() if name not in ENVELOPE}
    lists = {name: value for name, value in own.items() if isinstance(value, dict | list)}
    single = {name: value for name, value in own.items() if name not in lists}
    return single, {name: value for name, value in lists.items() if value}


def value_says(value: Any) -> str:
    if value is None or value == []:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, dict):
        return " ".join(f"{name}={value_says(each)}" for name, each in value.items())
    if isinstance(value, list):
        return " ".join(map(value_says, value))
    return str(value)


def picture(view: dict[str, Any], texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
    """The view as lines, then the players, then what can be done."""
    scene = Scene(view, texts)
    w = NARROW if narrow else WIDE
    inner = w - 2 * EDGE
    drawn: list[str] = []
    y = EDGE
    for line in wrap(view["prompt"], 18, inner, 9):
        y += LINE
        drawn.append(text(EDGE, y, line, 18, "disp"))
    single, lists = facts(view)
    sentences = [" · ".join(f"{name} {value_says(value)}" for name, value in single.items())]
    for name, value in lists.items():
        rows = value if isinstance(value, list) else [value]
        sentences += [name, *(f"  {value_says(row)}" for row in rows)] if isinstance(rows[0], dict) else []
        sentences += [] if isinstance(rows[0], dict) else [f"{name}: {value_says(value)}"]
    for line in (part for each in sentences for part in wrap(each, 14, inner, 99)):
        y += LINE
        drawn.append(text(EDGE, y, line, 14, "mut"))
    y += EDGE
    for seat, name in enumerate(view["names"]):
        score = f" · {view['outcome']['scores'][seat]}" if view["outcome"] else ""
        cls = "b" if seat in view["asked"] else ""
        drawn.append(
            f'<g id="player-{seat}">{panel(EDGE, y, inner, 40)}{seal(seat, EDGE + 6, y + 6, 28)}'
            f"{text(EDGE + 44, y + 26, name + score, 16, cls)}</g>"
        )
        y += 48
    columns = 1 if narrow else 3
    cell = (inner - (columns - 1) * 8) / columns
    for n, action in enumerate(view["legal"]):
        x, top = EDGE + n % columns * (cell + 8), y + n // columns * (BUTTON + 8)
        label = fit(action["says"], 15, cell - 16, True)
        drawn.append(scene.button(action["words"], label, x, top, cell, BUTTON, id=f"act-{action['code']}"))
    y += (len(view["legal"]) + columns - 1) // columns * (BUTTON + 8) + EDGE
    return svg("".join(drawn), w, y, texts("game.name"), symbols="", standalone=standalone)


def cover(name: str) -> str:
    """A game's name on parchment."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 220"><rect width="420" height="220" fill="#e4d8bf"/>'
        f'<text x="210" y="124" font-size="44" text-anchor="middle" fill="#2b2118" font-family="{safe(SERIF)}">'
        f"{safe(name)}</text></svg>"
    )
