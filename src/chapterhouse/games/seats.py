"""How a seat is told from the others in the terminal: a sign and a colour, never the colour alone."""

from __future__ import annotations

SIGNS = ("✚", "☾", "★", "♜", "⚜")  # cross, crescent, star, tower, lily
COLOURS = ("bold #d2435a", "bold #4a8be0", "bold #c9971c", "bold #43a360", "bold #a66bd4")
