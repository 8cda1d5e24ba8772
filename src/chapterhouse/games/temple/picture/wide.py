"""Temple: the table in a wide window: seats, mat and table side by side, hand and actions below."""

from __future__ import annotations

from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.canvas.svg import moved, panel, text
from chapterhouse.games.temple.picture.actions import actions_wide, hand
from chapterhouse.games.temple.picture.mat import WIDE_MAT, mat_picture
from chapterhouse.games.temple.picture.scene import in_order
from chapterhouse.games.temple.picture.seats import seat_wide
from chapterhouse.games.temple.picture.table import legend, powers, table_wide

W, H = 1112.0, 828.0
COLUMN, GAP = 304.0, 10.0  # of seats
SEAT, PITCH = 200.0, 628 / 3


def table(scene: Scene) -> tuple[str, float, float]:
    """The whole picture and its size."""
    language, size = scene.texts.language, WIDE_MAT.size
    seats = in_order(scene)
    parts = [seat_wide(scene, seat, n * PITCH, COLUMN, SEAT) for n, seat in enumerate(seats)]
    help = [powers(language, 440 if scene.me is None else COLUMN), legend(language)]
    beside = help.pop(0) if scene.me is None else ""
    y = len(seats) * PITCH
    while help and y + SEAT <= H + 1:
        parts.append(moved(0, y, panel(0, 0, COLUMN, SEAT) + help.pop(0)))
        y += PITCH
    left, low = COLUMN + GAP, size + GAP
    right = left + size + GAP
    parts += [
        mat_picture(scene, WIDE_MAT, left, 0),
        table_wide(scene, right, 0, W - right, size),
        panel(left, low, 440, H - low),
    ]
    if scene.me is None:
        parts.append(moved(left, low, beside))
    else:
        parts.append(text(left + 12, low + 25, scene.says("your_hand"), 16, "disp b"))
        parts.append(hand(scene, left + 10, low + 42, 80, 85))
    parts.append(actions_wide(scene, left + 450, low, W - left - 450, H - low))
    return moved(2, 2, "".join(parts)), W + 4, H + 4
