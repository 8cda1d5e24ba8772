"""Temple: the table in a terminal, from a view alone."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import View
from chapterhouse.games.seats import BRIGHT, MARKS, seat_says
from chapterhouse.texts import Texts

MASK = "●"
CURSE = "☠"
REACHED = "*"
INK = {
    "red": "#d2435a",
    "blue": "#4a8be0",
    "yellow": "#c9971c",
    "green": "#43a360",
    "grey": "#8a8a8a",
    "start": "#b0a48a",
    "curse": "#a66bd4",
}


def _room(view: View, room: View, texts: Texts) -> Any:
    """One room in two lines: its name, masks and tile; its colour, and who stands there."""
    from rich.text import Text

    index = view["rooms"].index(room)
    is_reached = any(mark["room"] == index for mark in view["reach"])
    text = Text(room["name"] + (REACHED if is_reached else " "), style="bold" if is_reached else "")
    text.append(" " + MASK * room["masks"], style=INK[room["colour"]])
    if room["tile"] is not None:
        text.append(f" {CURSE}", style=INK["curse"])
    text.append(f"\n{texts('terminal.colour.' + room['colour'])} ", style=INK[room["colour"]])
    for seat in room["pawns"]:
        text.append(MARKS[seat], style=BRIGHT[seat])
    return text


def _board(view: View, texts: Texts) -> Any:
    from rich.box import SQUARE
    from rich.table import Table

    grid = Table(box=SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    rows: dict[int, list[View]] = {}
    for room in view["rooms"]:
        rows.setdefault(room["row"], []).append(room)
    for row in sorted(rows):
        grid.add_row(*(_room(view, room, texts) for room in sorted(rows[row], key=lambda each: each["col"])))
    return grid


def _card(words: str, texts: Texts) -> Any:
    """A card as a person reads it, in its colour: `red 2`."""
    from rich.text import Text

    colour, _, value = words.partition(" ")
    return Text(texts(f"card.{colour}", value=value), style=INK[colour])


def _cards(cards: list[str], texts: Texts) -> Any:
    from rich.text import Text

    return Text(", ").join(_card(words, texts) for words in cards)


def _piles(piles: View, texts: Texts) -> Any:
    """What lies on each pile together: `red 3, green 1`; empty ones are left out."""
    from rich.text import Text

    laid = {colour: pile["value"] for colour, pile in piles.items() if pile["value"]}
    return Text(", ").join(_card(f"{colour} {value}", texts) for colour, value in laid.items())


def _hand(seat: View, texts: Texts) -> Any:
    """The cards where the viewer may see them, else how many, and what is known of them."""
    from rich.text import Text

    if seat["cards"] is not None:
        return _cards(seat["cards"], texts)
    text = Text(str(seat["hand"]))
    if seat["known"]:
        text.append(" (")
        text.append_text(_cards(seat["known"], texts))
        text.append(")")
    return text


def _seats(view: View, texts: Texts) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    heads = ("player", "room", "hand", "piles", "masks")
    grid = Table(*(texts(f"terminal.{head}") for head in heads), box=SIMPLE_HEAD, padding=(0, 1))
    for seat in view["seats"]:
        name = seat_says(seat["seat"], texts)
        if seat["seat"] == view["mover"]:
            name.append(" ▸")
        masks = Text(" ").join(Text(texts(f"terminal.mask.{colour}"), style=INK[colour]) for colour in seat["masks"])
        room = view["rooms"][seat["room"]]["name"]
        grid.add_row(name, room, _hand(seat, texts), _piles(seat["piles"], texts), masks)
    return grid


def terminal(view: View, texts: Texts) -> Any:
    """The table as a viewer sees it, for `rich`."""
    from rich.console import Group
    from rich.text import Text

    discards = view["discards"]["count"]
    head = texts("terminal.head", turn=view["turn"], deck=view["deck"], discards=discards, goal=view["goal"])
    return Group(Text(head), _board(view, texts), _seats(view, texts), Text(texts("terminal.legend"), style="dim"))
