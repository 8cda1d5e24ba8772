"""The table in words, for who cannot see the picture: what a game draws for a terminal, as paragraphs and tables."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console, Group
from rich.table import Table as RichTable
from rich.text import Text

from chapterhouse.games.protocol import Game, View
from chapterhouse.texts import Texts

Part = dict[str, Any]  # {"text"} or {"head", "rows"}


def in_words(game: Game, view: View, texts: Texts) -> list[Part]:
    """Paragraphs and tables, from a viewer's own view."""
    return _parts(game.terminal(view, texts))


def _parts(drawn: Any) -> list[Part]:
    if isinstance(drawn, Group):
        return [part for each in drawn.renderables for part in _parts(each)]
    if isinstance(drawn, RichTable):
        head = [_plain(column.header) for column in drawn.columns] if drawn.show_header else []
        rows = [list(row) for row in zip(*([_plain(cell) for cell in c.cells] for c in drawn.columns), strict=True)]
        return [{"head": head, "rows": rows}]
    text = _plain(drawn).strip()
    return [{"text": text}] if text else []


def _plain(drawn: Any) -> str:
    if isinstance(drawn, Text):
        return drawn.plain
    if isinstance(drawn, str):
        return Text.from_markup(drawn).plain
    console = Console(width=200, file=io.StringIO(), color_system=None)
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip()
