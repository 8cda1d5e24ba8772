"""The learning curve as a drawing: wins against `sensible`, one line a player count, and what is fair."""

from __future__ import annotations

from typing import Any

WIDE, HIGH, LEFT, TOP, BELOW, RIGHT = 720, 420, 52, 24, 46, 92
LABEL = 12.0  # from one label to the next at least
COLOURS = ("#8c1c13", "#1f5673", "#5b7f3b", "#a06b00")


def curve(game: str, lines: list[dict[str, Any]]) -> str:
    """SVG of the progress lines of a training."""
    most = float(max([line["decisions"] for line in lines] + [1]))
    width, height = WIDE - LEFT - RIGHT, HIGH - TOP - BELOW

    def x(decisions: float) -> float:
        return round(LEFT + width * decisions / most, 1)

    def y(share: float) -> float:
        return round(TOP + height * (1 - share), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">',
        f"<title>{game}: one net seat against sensible in all others</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
    ]
    for percent in range(0, 101, 20):
        at = y(percent / 100)
        parts.append(f'<path d="M{LEFT} {at}H{WIDE - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4}" text-anchor="end">{percent} %</text>')
    for part in (0, 0.25, 0.5, 0.75, 1):
        at, millions = x(part * most), part * most / 1e6
        label = f"{millions:.0f} M" if most >= 4e6 else f"{1000 * millions:.0f} k"
        parts.append(f'<text x="{at}" y="{HIGH - 26}" text-anchor="middle">{label}</text>')
    parts.append(f'<text x="{LEFT + width / 2}" y="{HIGH - 8}" text-anchor="middle">{game}: decisions seen</text>')
    ends = lines[-1]["sensible"] if lines else {}
    labels, lowest = {}, 0.0
    for players in sorted(ends, key=lambda players: -ends[players]):
        lowest = labels[players] = round(max(y(ends[players]) + 4, lowest + LABEL), 1)
    for colour, players in zip(COLOURS, sorted(ends), strict=False):
        points = " ".join(f"{x(line['decisions'])},{y(line['sensible'][players])}" for line in lines)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        fair = y(1 / int(players))
        parts.append(f'<path d="M{LEFT} {fair}H{WIDE - RIGHT}" stroke="{colour}" stroke-dasharray="3 4"/>')
        label, at = f"{players} players {100 * ends[players]:.0f} %", labels[players]
        parts.append(f'<text x="{WIDE - RIGHT + 6}" y="{at}" fill="{colour}" font-size="11">{label}</text>')
    return "\n".join([*parts, "</svg>\n"])
