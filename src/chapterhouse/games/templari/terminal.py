"""Templari: the table in a terminal, from a view alone."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import View
from chapterhouse.games.seats import BRIGHT, MARKS, seat_says
from chapterhouse.texts import Texts

CURSED = "✗"
EVERYBODY = "="


def _cards(view: View, cards: list[int], texts: Texts) -> str:
    """Cards by family: `Shields 0 3 · Mail 4`."""
    families: dict[int, list[str]] = {}
    for card in cards:
        families.setdefault(view["cards"][card]["family"], []).append(str(view["cards"][card]["value"]))
    return " · ".join(f"{texts(f'family.{family}')} {' '.join(values)}" for family, values in families.items())


def _lot(view: View, texts: Texts) -> Any:
    from rich.text import Text

    text = Text()
    if view["lot"]:
        text.append(f"{texts('terminal.sale' if view['seller'] is not None else 'terminal.lot')}  ")
        for card in view["lot"]:
            entry = view["cards"][card]
            text.append(
                f" {texts('card', family=texts('family.' + str(entry['family'])), value=entry['value'])} ", "reverse"
            )
            text.append(" ")
        if view["seller"] is not None:
            text.append_text(seat_says(view["seller"], texts))
            text.append("  ")
    if view["offer"] is not None:
        text.append(f" {texts('terminal.offer', amount=view['offer'])} ")
        text.append_text(seat_says(view["bidder"], texts))
    return text


def _state_of(view: View, seat: View, texts: Texts) -> str:
    """What a seat has said in this auction."""
    if view["phase"] != "bid":
        return texts("terminal.exchanged") if seat["exchanged"] else ""
    if seat["seat"] == view["seller"]:
        return texts("terminal.sells")
    if seat["exchanged"] and seat["out"] and seat["offered"] is None:
        return texts("terminal.exchanged")
    if seat["out"]:
        return texts("terminal.out")
    return "" if seat["offered"] is None else str(seat["offered"])


def _seats(view: View, texts: Texts) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    heads = ("player", "cards", "points", "coins", "cursed", "said")
    grid = Table(*(texts(f"terminal.{head}") for head in heads), box=SIMPLE_HEAD, expand=True, padding=(0, 1))
    for i in (2, 3):
        grid.columns[i].justify = "right"
    for i in (0, 2, 3, 5):
        grid.columns[i].no_wrap = True
    grid.columns[1].ratio = 1
    for seat in view["seats"]:
        name = seat_says(seat["seat"], texts)
        if seat["seat"] == view["first"]:
            name.append(" ①")
        points = str(seat["points"]) + (f"+{seat['bonus']}" if seat["bonus"] else "")
        coins = "?" if seat["coins"] is None else str(seat["coins"])
        cursed = Text(" ".join(map(str, seat["cursed"])), style="red")
        grid.add_row(name, _cards(view, seat["cards"], texts), points, coins, cursed, _state_of(view, seat, texts))
    return grid


def _ruler(view: View, texts: Texts) -> Any:
    """Every sum that the viewer could offer now: cursed, or whom it would pay."""
    from rich.columns import Columns
    from rich.text import Text

    others = view["players"] - 1
    marks = []
    for mark in view["ruler"]:
        if mark["beyond"] or (view["offer"] is not None and mark["sum"] <= view["offer"]):
            continue
        is_cursed = bool(mark["cursed_by"])
        text = Text(f"{mark['sum']}\n", style="dim" if is_cursed else "bold", justify="right")
        if is_cursed:
            text.append(CURSED, style="red")
        elif len(mark["to"]) == others:
            text.append(EVERYBODY)
        elif not mark["to"]:
            text.append("–")
        for seat in mark["to"] if not is_cursed and len(mark["to"]) < others else ():
            text.append(MARKS[seat], style=BRIGHT[seat])
        marks.append(text)
    return Columns(marks, padding=(0, 1))


def terminal(view: View, texts: Texts) -> Any:
    """The table as a viewer sees it, for `rich`."""
    from rich.console import Group
    from rich.text import Text

    head = texts("terminal.head", turn=view["turn"], turns=view["turns"], deck=view["deck"], pot=view["pot"])
    parts: list[Any] = [Text(head)]
    if view["lost"]:
        parts.append(Text(texts("terminal.lost", cards=_cards(view, view["lost"], texts)), style="dim"))
    parts.append(_seats(view, texts))
    if view["lot"]:
        parts.append(_lot(view, texts))
    if view["phase"] == "bid" and view["seller"] is None and view["ruler"]:
        parts += [Text(texts("terminal.ruler"), style="dim"), _ruler(view, texts)]
    return Group(*parts)
