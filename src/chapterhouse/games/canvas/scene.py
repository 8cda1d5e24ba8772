"""A view being drawn: what is seen, what the viewer can do, and the parts of the picture that stand for it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from chapterhouse.games.canvas.svg import rect, safe, svg, text
from chapterhouse.texts import Texts


def acts(view: dict[str, Any]) -> dict[str, str]:
    """What the viewer can do now: notation → sentence."""
    return {action["words"]: action["says"] for action in view.get("legal", ())}


def target(legal: Mapping[str, str], words: str, body: str, *, id: str, label: str = "", cls: str = "") -> str:
    """A group that stands for an action: lit, focusable and named when it is legal now; a page asks why when not."""
    names = f"{cls} lit".strip() if words in legal else cls
    classed = f' class="{names}"' if names else ""
    if words in legal:
        name = safe(legal[words])
        more = f' role="button" tabindex="0" aria-label="{name}"'
        body = f"<title>{name}</title>{body}"
    else:
        more = f' role="img" aria-label="{safe(label)}"' if label else ""
    return f'<g id="{id}"{classed} data-act="{safe(words)}"{more}>{body}</g>'


@functools.cache
def texts_in(language: str, game: str) -> Texts:
    """A game's texts, for a part of the picture that is kept and gets plain data alone; players' names are not in them."""
    return Texts(language, f"games/{game}")


class Scene:
    """A view, the texts it is said with, and the actions that already have their place in the picture."""

    def __init__(self, view: dict[str, Any], texts: Texts) -> None:
        self.view, self.texts = view, texts
        self.legal = acts(view)
        self.placed: set[str] = set()
        self.me: int | None = view.get("seat")  # None for a spectator
        self.phase: str = view.get("phase", "")
        self.is_over = self.phase == "over"
        self.players = len(view.get("seats", ()))

    @property
    def label(self) -> str:
        """What the picture shows, to those who cannot see it."""
        return self.texts("game.name")

    @property
    def asks_me(self) -> bool:
        """Is the viewer to decide something now?"""
        return bool(self.legal)

    def is_asked(self, seat: int) -> bool:
        return seat in self.view.get("asked", ())

    def seat(self, seat: int) -> dict[str, Any]:
        seen: dict[str, Any] = self.view["seats"][seat]
        return seen

    @functools.cached_property
    def others(self) -> list[int]:
        """Everybody else, clockwise from the viewer; all seats for a spectator."""
        start = 0 if self.me is None else self.me + 1
        around = [(start + i) % self.players for i in range(self.players)]
        return [seat for seat in around if seat != self.me]

    def says(self, key: str, **parts: Any) -> str:
        """A text of the picture."""
        return self.texts(f"picture.{key}", **parts)

    def can(self, verb: str) -> bool:
        """Is there an action with this verb?"""
        return any(words.startswith(verb) for words in self.legal)

    def target(self, words: str, body: str, *, id: str, label: str = "", cls: str = "") -> str:
        self.placed.add(words)
        return target(self.legal, words, body, id=id, label=label, cls=cls)

    def button(
        self, words: str, caption: str | Sequence[str], x: float, y: float, w: float, h: float, *,
        size: float = 15, icon: str = "", inset: float = 0, main: bool = False, id: str = "",
    ) -> str:  # fmt: skip
        """An action with its words on it, in a line or several; with an icon they stand `inset` from the left. `main` is
        what most will want."""
        rows = [caption] if isinstance(caption, str) else caption
        left, anchor = (x + inset, "start") if inset else (x + w / 2, "middle")
        top = y + h / 2 + size * 0.36 - size * 0.6 * (len(rows) - 1)
        label = "".join(text(left, top + size * 1.2 * n, row, size, "b", anchor) for n, row in enumerate(rows))
        body = rect(x, y, w, h, "face") + rect(x - 3, y - 3, w + 6, h + 6, "ring", 8) + icon + label
        cls = "button main" if main else "button"
        return self.target(words, body, id=id or f"button-{words.replace(' ', '-')}", label=" ".join(rows), cls=cls)


S = TypeVar("S", bound=Scene)
Layout = Callable[[S], tuple[str, float, float]]  # the picture without its frame, width, height


def drawn_by(scene: type[S], wide: Layout[S], narrow: Layout[S], *, symbols: str, style: str) -> Callable[..., str]:
    """A game's `picture`: both layouts, with what they need."""

    def picture(view: dict[str, Any], texts: Texts, *, narrow: bool = False, standalone: bool = True) -> str:
        """The table as one viewer sees it; `narrow` is the layout for phones, 390 units wide."""
        shown = scene(view, texts)
        body, w, h = (layouts[narrow])(shown)
        return svg(body, w, h, shown.label, symbols=symbols, style=style, standalone=standalone)

    layouts = (wide, narrow)
    return picture
