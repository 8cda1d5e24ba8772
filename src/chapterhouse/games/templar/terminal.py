"""Templar: the table in a terminal, from a view alone."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import View
from chapterhouse.games.seats import BRIGHT, MARKS, seat_says
from chapterhouse.texts import Texts

GLYPHS = {"chalice": "Y", "book": "▤", "round": "○", "square": "□", "lozenge": "◇"}
EMPTY = "·"
SCORED = "'"
DOOR = "‖"


def _signs(seats: list[int]) -> Any:
    from rich.text import Text

    return Text("").join(Text(MARKS[seat], style=BRIGHT[seat]) for seat in seats)


def _places(places: list[Any]) -> Any:
    """What lies on a shelf: the owner's sign, with a stroke when it is scored, or a free place."""
    from rich.text import Text

    text = Text()
    for piece in places:
        if piece is None:
            text.append(EMPTY, style="dim")
        else:
            text.append(MARKS[piece["owner"]] + (SCORED if piece["scored"] else ""), style=BRIGHT[piece["owner"]])
    return text


def _rings(areas: list[View]) -> Any:
    """The ring areas of a room, each with the type that it holds so far."""
    from rich.text import Text

    cells = [Text.assemble(GLYPHS[area["kind"]] if area["kind"] else "", _places(area["places"])) for area in areas]
    return Text(" ").join(cells)


def _beside(view: View, number: int) -> str:
    """The rooms beside a room; the door stands before the one that it shuts off."""
    parts = []
    for passage in view["passages"]:
        if number in passage["between"]:
            other = next(room for room in passage["between"] if room != number)
            parts.append((DOOR if passage["door"] else "") + str(other))
    return " ".join(parts)


def _rooms(view: View, texts: Texts) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    heads = [texts("terminal.room"), texts("terminal.beside"), GLYPHS["chalice"], GLYPHS["book"]]
    grid = Table(*heads, texts("terminal.rings"), texts("terminal.here"), box=SIMPLE_HEAD, padding=(0, 1))
    for room in view["rooms"]:
        figures = ", ".join(texts(f"figure.{name}") for name in room["figures"])
        here = Text(" ").join(part for part in (_signs(room["pawns"]), Text(figures)) if part)
        number = f"{room['number']} ✝" if room["church"] else str(room["number"])
        shelves = (_places(room["chalices"]), _places(room["books"]), _rings(room["rings"]))
        grid.add_row(number, _beside(view, room["number"]), *shelves, here)
    return grid


def _harbor(view: View, texts: Texts) -> Any:
    """One line: what every storehouse holds, and who is there."""
    from rich.text import Text

    text = Text(texts("terminal.harbor") + " ")
    for storehouse in view["storehouses"]:
        tiles = "".join(GLYPHS[tile] for tile in storehouse["tiles"]) or EMPTY
        text.append(f" {storehouse['number']}:", style="dim")
        text.append(tiles)
        text.append_text(_signs(storehouse["pawns"]))
    return text


def _counts(counts: View) -> str:
    """So many of each kind: `Y2 ○3`."""
    return " ".join(f"{GLYPHS[kind]}{n}" for kind, n in counts.items() if n)


def _pawn(place: Any, texts: Texts) -> str:
    """Where a pawn is, in short: the room's number, a portal or a storehouse."""
    if place in ("main", "side"):
        return texts(f"terminal.{place}")
    return texts("terminal.storehouse", n=str(place).split()[-1]) if "storehouse" in str(place) else str(place or "–")


def _seats(view: View, texts: Texts) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    heads = ("player", "points", "place", "stock", "reserve", "cards", "top")
    grid = Table(*(texts(f"terminal.{head}") for head in heads), box=SIMPLE_HEAD, padding=(0, 1))
    for seat in view["seats"]:
        name = seat_says(seat["seat"], texts)
        if seat["seat"] == view["active"]:
            name.append(" ▸")
        top = texts(f"card.{seat['top']}") if seat["top"] else ("✓" if seat["chosen"] else "")
        place = _pawn(seat["pawn"], texts)
        stock, reserve = _counts(seat["stock"]), _counts(seat["reserve"])
        grid.add_row(name, str(seat["score"]), place, stock, reserve, str(len(seat["hand"])), top)
    return grid


def terminal(view: View, texts: Texts) -> Any:
    """The table as a viewer sees it, for `rich`."""
    from rich.console import Group
    from rich.text import Text

    head = texts("terminal.head", round=view["round"], bag=view["bag"]["count"])
    parts: list[Any] = [Text(head), _rooms(view, texts), _harbor(view, texts), _seats(view, texts)]
    if view["final"] is not None:
        parts.append(Text(texts("terminal.final"), style="bold"))
    if view["raphael"] is not None and view["raphael"]["top"]:
        parts.append(Text(texts("terminal.raphael", card=texts(f"card.{view['raphael']['top']}"))))
    if view["seat"] is not None:
        own = view["seats"][view["seat"]]["hand"]
        parts.append(Text(texts("terminal.own", cards=", ".join(texts(f"card.{card}") for card in own))))
    parts.append(Text(texts("terminal.legend"), style="dim"))
    return Group(*parts)
