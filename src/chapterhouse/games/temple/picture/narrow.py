"""Temple: the table on a phone held in one hand: what can be done is at the bottom."""

from __future__ import annotations

from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.temple.picture.actions import actions_narrow, hand
from chapterhouse.games.temple.picture.mat import NARROW_MAT, mat_picture
from chapterhouse.games.temple.picture.seats import seat_narrow
from chapterhouse.games.temple.picture.table import table_narrow


def table(scene: Scene) -> tuple[str, float, float]:
    """From the top: the table's things, the others, the mat, the own seat and hand, what can be done; and the size."""
    parts = [table_narrow(scene, 4)]
    y = 56.0
    for seat in scene.others:
        parts.append(seat_narrow(scene, seat, y))
        y += 50
    parts.append(mat_picture(scene, NARROW_MAT, 8, y))
    y += NARROW_MAT.size + 4
    if scene.me is not None:
        parts.append(seat_narrow(scene, scene.me, y) + hand(scene, 14, y + 55, 60, 75.5))
        y += 144
    drawn, height = actions_narrow(scene, y)
    return "".join(parts) + drawn, 390, y + max(height, 104) + 6
