"""The curves of a review: one picture a seat, its chance to win over the decisions of the game, drawn by our canvas.

A full line is what was true, a dashed one what the seat could know. Decisions that cost much have their number.
"""

from __future__ import annotations

from collections.abc import Sequence

from chapterhouse.games.canvas.svg import circle, group, path, rect, safe, seal, svg, text
from chapterhouse.games.canvas.text import fit
from chapterhouse.texts import Texts

WIDTH, HEIGHT = 360.0, 160.0  # as wide as a phone
LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 36.0, 24.0  # margins
MARK = 8.5  # radius of a number


class _Frame:
    """Where a chance at a ply stands."""

    def __init__(self, plies: int) -> None:
        self.plies = max(1, plies)

    def x(self, ply: float) -> float:
        return LEFT + ply / self.plies * (WIDTH - LEFT - RIGHT)

    def y(self, chance: float) -> float:
        return TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM)

    def line(self, chances: Sequence[float], cls: str) -> str:
        points = " ".join(f"{self.x(ply):.1f} {self.y(chance):.1f}" for ply, chance in enumerate(chances))
        return path(f"M{points}", cls)

    def scale(self) -> str:
        """Lines at none, half and all, and the first and last decision."""
        rows = "".join(
            path(f"M{LEFT:g} {self.y(part):g}H{WIDTH - RIGHT:g}", "line")
            + text(LEFT - 6, self.y(part) + 4, f"{100 * part:.0f} %", 13, "mut num", "end")
            for part in (0, 0.5, 1)
        )
        ends = text(LEFT, HEIGHT - 6, 0, 13, "mut num", "middle")
        return rows + ends + text(self.x(self.plies), HEIGHT - 6, self.plies, 13, "mut num", "end")


def _mark(frame: _Frame, number: int, ply: int, chance: float, label: str) -> str:
    """The number of a turning point, on the line; it leads to its moment."""
    x, y = frame.x(ply), min(max(frame.y(chance), TOP + MARK), HEIGHT - BOTTOM - MARK)
    body = circle(round(x, 1), round(y, 1), MARK, "mark") + text(
        round(x, 1), round(y + 4, 1), number, 11.5, "b", "middle"
    )
    return f'<a href="#{ply}" data-ply="{ply}" class="turned" aria-label="{safe(label)}">{body}</a>'


def curve(
    seat: int,
    true: Sequence[Sequence[float]],
    known: Sequence[Sequence[float]],
    turning: Sequence[tuple[int, int, float]],
    texts: Texts,
) -> str:
    """One seat's picture. `turning`: number, ply and loss of its decisions that cost much."""
    frame, own, last = _Frame(len(true) - 1), [point[seat] for point in true], true[-1][seat]
    name = texts.name(seat)
    body = seal(seat, LEFT - 2, 6, 20) + text(LEFT + 24, 21, fit(name, 16, WIDTH - LEFT - 40, bold=True), 16, "disp b")
    body += rect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, "field", 0) + frame.scale()
    body += frame.line([point[seat] for point in known], "known") + frame.line(own, "true")
    body += path(f"M{LEFT:g} {TOP:g}V{HEIGHT - BOTTOM:g}", "here")
    for number, ply, loss in turning:
        label = texts("review.mark", n=number, ply=ply + 1, percent=round(100 * loss))
        body += _mark(frame, number, ply, own[ply], label)
    ends = texts("review.curve", who=name, first=round(100 * own[0]), last=round(100 * last))
    return svg(group(body, "curve"), WIDTH, HEIGHT, ends, symbols="", standalone=False)
