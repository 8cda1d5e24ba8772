"""Seats: how one is told from the others (a sign and a colour, never the colour alone), and the way round the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from chapterhouse.kernel.jit import rule
from chapterhouse.texts import Texts

SIGNS = ("cross", "crescent", "star", "tower", "lily")  # by seat
COLOURS = ("#a4243b", "#2a6f97", "#b7791f", "#3f7d4e", "#6a4c93")
# the same in a terminal
MARKS = ("✚", "☾", "★", "♜", "⚜")
BRIGHT = ("bold #d2435a", "bold #4a8be0", "bold #c9971c", "bold #43a360", "bold #a66bd4")


# How often a loop over an int8 can run at most compilers know, and write it out 127 times: too much code for the caches
# of a GPU. Of a number out of a table they know nothing.
NUMBERS = np.arange(8)


@rule
def count_seats(s: Any) -> int:
    """How many play, as the end of a loop over the seats."""
    return int(NUMBERS[s.players])


@rule
def clockwise(seat: int, places: int, players: int) -> int:
    """The seat so many places on, at most a whole round; without a division, the slowest of all integer operations."""
    on = seat + places
    return on - players if on >= players else on


def seat_says(seat: int, texts: Texts) -> Any:
    """A seat in the terminal: its sign and its name, in its colour."""
    from rich.text import Text

    return Text(f"{MARKS[seat]} {texts.name(seat)}", style=BRIGHT[seat])
