"""Temple: the board and deck file becomes numbers; a bad one is refused with every fault."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Faults, is_whole, shown
from chapterhouse.games.temple.state import (
    CENTRE,
    CURSE_CARD,
    FIRST_HAND,
    GREY,
    KINDS,
    MOST_CARDS,
    MOST_MASKS,
    ROOMS,
    SEATS,
    SIDE,
    START,
    START_MASKS,
    VALUES,
    State,
)
from chapterhouse.texts import Text

COLOUR_NAMES = ("red", "blue", "yellow", "green", "grey", "start")
WAY_NAMES = ("north", "east", "south", "west")
_LETTERS = {"R": 0, "B": 1, "Y": 2, "G": 3, "X": GREY, "S": START}
_GREY_ROOMS = tuple(CENTRE + row * SIDE + column for row in (-1, 1) for column in (-1, 1))


def card_name(kind: int) -> str:
    """The notation of a card: `red 2`, `curse`."""
    return "curse" if kind == CURSE_CARD else f"{COLOUR_NAMES[kind // VALUES]} {kind % VALUES + 1}"


def room_name(room: int) -> str:
    """The notation of a room: its column a to e and its row 1 to 5 from the top; the start room is `c3`."""
    return f"{'abcde'[room % SIDE]}{room // SIDE + 1}"


def _square(text: object) -> tuple[int, int] | None:
    """Colour and masks of `R3`, `X1` or `S2`."""
    if not isinstance(text, str) or len(text) != 2 or text[0] not in _LETTERS or not "1" <= text[1] <= "3":
        return None
    return _LETTERS[text[0]], int(text[1])


def _check_room(faults: Faults, room: int, text: object) -> None:
    place = Text("fault.of_room", {"room": room_name(room)})
    square = _square(text)
    if square is None:
        faults.say(place, "room", text=shown(text), most=MOST_MASKS)
        return
    colour, masks = square
    if (colour == START) != (room == CENTRE):
        faults.say(place, "start")
    elif (colour == GREY) != (room in _GREY_ROOMS):
        faults.say(place, "grey")
    elif colour == START and masks != START_MASKS:
        faults.say(place, "start_masks", n=START_MASKS)
    elif colour == GREY and masks != 1:
        faults.say(place, "grey_masks")


def _check_rooms(faults: Faults, data: dict[str, Any]) -> None:
    board = data.get("board")
    rows = board.get("rows") if isinstance(board, dict) else None
    if not isinstance(rows, list) or len(rows) != SIDE:
        faults.say("[board]", "rows", n=SIDE)
        return
    for number, row in enumerate(rows):
        squares = row.split() if isinstance(row, str) else row
        if not isinstance(squares, list) or len(squares) != SIDE:
            faults.say(Text("fault.of_row", {"row": number + 1}), "row", n=SIDE)
            continue
        for column, text in enumerate(squares):
            _check_room(faults, number * SIDE + column, text)


def _check_deck(faults: Faults, data: dict[str, Any]) -> None:
    deck = data.get("deck")
    if not isinstance(deck, dict):
        faults.say("[deck]", "deck")
        return
    total = 0
    for kind in range(KINDS):
        name = card_name(kind)
        count: Any = deck.get(name)
        if is_whole(count, 0, MOST_CARDS):
            total += int(count)
        else:
            faults.say(f"deck {name}", "count", count=shown(count), most=MOST_CARDS)
    for name in deck:
        if name != "provenance" and name not in map(card_name, range(KINDS)):
            faults.say(f"deck {shown(name)[1:-1]}", "card")
    if not faults.all and not SEATS * FIRST_HAND <= total <= MOST_CARDS:
        faults.say("[deck]", "total", total=total, least=SEATS * FIRST_HAND, most=MOST_CARDS)


def faults(data: dict[str, Any]) -> list[str]:
    """All that is wrong with a board and its deck, in words; nothing when they can be played."""
    faults = Faults("temple")
    _check_rooms(faults, data)
    _check_deck(faults, data)
    return faults.all


def fill(s: State, data: dict[str, Any]) -> None:
    """Write a board and a deck without faults into the box."""
    rows = [row.split() if isinstance(row, str) else row for row in data["board"]["rows"]]
    for room in range(ROOMS):
        square = _square(rows[room // SIDE][room % SIDE])
        assert square is not None
        s.colour[room], s.masks[room] = square
    for kind in range(KINDS):
        s.cards[kind] = data["deck"][card_name(kind)]
