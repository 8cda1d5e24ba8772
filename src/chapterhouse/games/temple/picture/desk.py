"""Temple: what all parts of the picture share."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

from chapterhouse.games.canvas import scene as canvas_scene
from chapterhouse.games.canvas import svg as canvas_svg
from chapterhouse.games.protocol import View
from chapterhouse.games.temple.picture.symbols import PAINT, PAPER
from chapterhouse.texts import Texts

COLOURS = tuple(PAINT)
GOLDEN = 'color="#b7791f"'
LETTER = 0.56  # width of an average letter in a wide font, as part of the size
SERIF_LETTER = 0.5
BOLD_LETTER = 0.62


@dataclass
class Desk:
    """One picture being drawn: what is seen, who says it, and which actions already have their place."""

    view: View
    texts: Texts
    legal: dict[str, str]  # notation → sentence
    placed: set[str] = field(default_factory=set)

    @property
    def viewer(self) -> int | None:
        seat: int | None = self.view.get("seat")
        return seat

    @property
    def asked(self) -> bool:
        """Is the viewer to decide something now?"""
        return bool(self.legal)

    def is_asked(self, seat: int) -> bool:
        return seat in self.view.get("asked", ())

    def says(self, key: str, **parts: Any) -> str:
        return self.texts(f"picture.{key}", **parts)

    def target(self, words: str, body: str, *, id: str, label: str = "", cls: str = "") -> str:
        self.placed.add(words)
        return canvas_scene.target(self.legal, words, body, id=id, label=label, cls=cls)


# Places are few, so what stands in a place is written once.


@functools.cache
def use(symbol: str, x: float, y: float, w: float, h: float | None = None, extra: str = "") -> str:
    """One of the room's own symbols."""
    return canvas_svg.use(f"temple-{symbol}", x, y, w, h, extra)


seal = functools.cache(canvas_svg.seal)


def fitted(said: str, size: float, width: float) -> str:
    """As much of a text as fits, by the width of an average letter."""
    most = int(width / (size * LETTER))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def wrapped(said: str, size: float, width: float, lines: int, letter: float = LETTER) -> list[str]:
    """A text in a few lines of about that width, none for no text; the last is cut where there is more."""
    most = int(width / (size * letter))
    made = [""]
    for word in said.split():
        if made[-1] and len(made[-1]) + 1 + len(word) > most:
            made.append(word)
        else:
            made[-1] = f"{made[-1]} {word}".strip()
    if len(made) > lines:
        made = [*made[: lines - 1], fitted(" ".join(made[lines - 1 :]), size, width)]
    return [line for line in made if line]


def card_symbol(card: str) -> str:
    """`red 2` → `card-red-2`."""
    return "card-" + card.replace(" ", "-")


@functools.cache
def eye(x: float, y: float, r: float) -> str:
    """The mark of a card that all have seen."""
    return (
        f'<circle class="badge" cx="{x:g}" cy="{y:g}" r="{r:g}"/><g color="{PAPER}">'
        + use("eye", x - r * 0.7, y - r * 0.7, r * 1.4)
        + "</g>"
    )
