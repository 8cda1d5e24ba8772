"""What a viewer can do, and the groups of a picture that stand for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chapterhouse.games.canvas.svg import safe, text
from chapterhouse.games.canvas.text import shorten


def acts(view: Mapping[str, Any]) -> dict[str, str]:
    """What the viewer can do now: notation → sentence."""
    return {action["words"]: action["says"] for action in view.get("legal", ())}


def target(legal: Mapping[str, str], words: str, body: str, *, id: str, label: str = "", cls: str = "") -> str:
    """A group that stands for an action: lit, focusable and named when it is legal now; a page asks why when not."""
    names = f"{cls} lit".strip() if words in legal else cls
    classed = f' class="{names}"' if names else ""
    if words in legal:
        said = safe(legal[words])
        more = f' role="button" tabindex="0" aria-label="{said}"'
        body = f"<title>{said}</title>{body}"
    else:
        more = f' role="img" aria-label="{safe(label)}"' if label else ""
    return f'<g id="{id}"{classed} data-act="{safe(words)}"{more}>{body}</g>'


def button(
    legal: Mapping[str, str],
    words: str,
    said: str,
    x: float,
    y: float,
    w: float,
    h: float,
    *,
    id: str,
    size: float = 15,
) -> str:
    """A target that looks like a button, with what it does written on it."""
    shape = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"'
    face = f'<rect class="button" {shape}/><rect class="ring" {shape}/>'
    label = text(x + w / 2, y + h / 2 + size / 3, shorten(said, w - 16, size), size, "on", "middle")
    return target(legal, words, face + label, id=id, label=said)
