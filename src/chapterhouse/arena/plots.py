"""Plots of a match, each as SVG and PNG (extra `arena`): shares, pairs, ratings, seats, points."""

from __future__ import annotations

import pathlib
from typing import Any

from chapterhouse.texts import Texts

COLOURS = ("#9b2335", "#2a5d9f", "#b8860b", "#3a7d44", "#6b4c9a", "#555555", "#c05a2b", "#2f8f8f")


def _axes(title: str, size: tuple[float, float] = (6.4, 3.6)) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(size, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _bars(report: dict[str, Any], key: str, title: str, *, is_share: bool) -> Any:
    bots = list(report["bots"])
    low, high = (key + "_low", key + "_high") if key != "share" else ("low", "high")
    scale = 100 if is_share else 1
    figure, axes = _axes(title, (6.4, 1.2 + 0.45 * len(bots)))
    for i, bot in enumerate(bots):
        numbers = report["bots"][bot]
        value = scale * numbers[key]
        spread = [[max(0.0, value - scale * numbers[low])], [max(0.0, scale * numbers[high] - value)]]
        axes.errorbar(value, i, xerr=spread, fmt="o", color=COLOURS[i % len(COLOURS)], capsize=4)
        if is_share:
            axes.plot([100 * numbers["fair"]] * 2, [i - 0.3, i + 0.3], color="#999999", linestyle=":")
    axes.set_yticks(range(len(bots)), bots)
    axes.invert_yaxis()
    return figure


def _seats(report: dict[str, Any], title: str) -> Any:
    figure, axes = _axes(title)
    players, bots = report["match"]["players"], list(report["by_seat"])
    for i, bot in enumerate(bots):
        places = [seat + (i - (len(bots) - 1) / 2) * 0.8 / len(bots) for seat in range(players)]
        axes.bar(places, [100 * share for share in report["by_seat"][bot]], 0.8 / len(bots),
                 color=COLOURS[i % len(COLOURS)], label=bot)  # fmt: skip
    axes.set_xticks(range(players), [str(seat + 1) for seat in range(players)])
    axes.legend(frameon=False)
    return figure


def _points(report: dict[str, Any], title: str) -> Any:
    figure, axes = _axes(title)
    for i, (bot, counts) in enumerate(report["points"].items()):
        total = sum(counts.values()) or 1
        points = sorted(int(each) for each in counts)
        shares = [100 * counts[str(each)] / total for each in points]
        axes.step(points, shares, where="mid", color=COLOURS[i % len(COLOURS)], label=bot)
    axes.legend(frameon=False)
    return figure


def draw(report: dict[str, Any], folder: pathlib.Path, texts: Texts) -> list[pathlib.Path]:
    """Write every plot into a folder; the SVG files."""
    figures = {
        "shares": _bars(report, "share", texts("arena.plot_shares"), is_share=True),
        "ratings": _bars(report, "rating", texts("arena.plot_ratings"), is_share=False),
        "seats": _seats(report, texts("arena.plot_seats")),
        "points": _points(report, texts("arena.plot_points")),
    }
    files = []
    for name, figure in figures.items():
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        figure.savefig(folder / f"{name}.png", dpi=150)
        files.append(folder / f"{name}.svg")
    return files
