"""Plots of a match, each as SVG and PNG (extra `arena`): shares, ratings, seats, points."""

from __future__ import annotations

import pathlib
import textwrap
from typing import Any

from chapterhouse.texts import Texts

COLOURS = ("#9b2335", "#2a5d9f", "#b8860b", "#3a7d44", "#6b4c9a", "#555555", "#c05a2b", "#2f8f8f")
WIDTH = 7.2  # inches
LETTERS = 78  # of a title in one line
FAIR = "#777777"


def _figure(title: str, height: float, rows: int = 1) -> tuple[Any, Any]:
    """A figure with its title, and the axes of its rows."""
    from matplotlib.figure import Figure

    lines = textwrap.wrap(title, LETTERS)
    figure = Figure((WIDTH, height + 0.2 * len(lines)), layout="constrained")
    figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=11)
    every = figure.subplots(rows, sharex=True, sharey=True, squeeze=False)[:, 0]
    for axes in every:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=9)
    return figure, every


def _bars(report: dict[str, Any], key: str, title: str, *, is_share: bool) -> Any:
    bots = list(report["bots"])
    low, high = (key + "_low", key + "_high") if key != "share" else ("low", "high")
    scale = 100 if is_share else 1
    figure, (axes,) = _figure(title, 0.6 + 0.4 * len(bots))
    for i, bot in enumerate(bots):
        numbers = report["bots"][bot]
        value = scale * numbers[key]
        spread = [[max(0.0, value - scale * numbers[low])], [max(0.0, scale * numbers[high] - value)]]
        axes.errorbar(value, i, xerr=spread, fmt="o", color=COLOURS[i % len(COLOURS)], capsize=4)
        if is_share:
            axes.plot([100 * numbers["fair"]] * 2, [i - 0.3, i + 0.3], color=FAIR, linestyle=":")
    axes.set_yticks(range(len(bots)), bots)
    axes.set_ylim(len(bots) - 0.5, -0.5)
    axes.grid(axis="x", color="#e6e6e6")
    axes.set_axisbelow(True)
    return figure


def _seats(report: dict[str, Any], title: str) -> Any:
    figure, (axes,) = _figure(title, 3.2)
    players, bots = report["match"]["players"], list(report["by_seat"])
    for i, bot in enumerate(bots):
        places = [seat + (i - (len(bots) - 1) / 2) * 0.8 / len(bots) for seat in range(players)]
        axes.bar(places, [100 * share for share in report["by_seat"][bot]], 0.8 / len(bots),
                 color=COLOURS[i % len(COLOURS)], label=bot)  # fmt: skip
    axes.set_xticks(range(players), [str(seat + 1) for seat in range(players)])
    figure.legend(frameon=False, loc="outside lower left", ncols=min(len(bots), 5), fontsize=9)
    return figure


def shares_of_points(counts: dict[str, int], least: int, most: int) -> list[float]:
    """How many % of the games ended with each number of points, those that never came among them."""
    total = sum(counts.values()) or 1
    return [100 * counts.get(str(points), 0) / total for points in range(least, most + 1)]


def _points(report: dict[str, Any], title: str) -> Any:
    """One row a bot, all over the same points."""
    every = [int(points) for counts in report["points"].values() for points in counts] or [0]
    least, most = min(every), max(every)
    figure, rows = _figure(title, 0.4 + 0.75 * len(report["points"]), len(report["points"]))
    for i, (axes, (bot, counts)) in enumerate(zip(rows, report["points"].items(), strict=True)):
        axes.bar(range(least, most + 1), shares_of_points(counts, least, most), 1.0, color=COLOURS[i % len(COLOURS)])
        axes.axvline(report["bots"][bot]["mean_points"], color="black", linestyle=":")
        axes.set_ylabel(bot, rotation=0, ha="right", va="center", fontsize=9)
        axes.xaxis.get_major_locator().set_params(integer=True)  # nobody has half a point
    return figure


def draw(report: dict[str, Any], folder: pathlib.Path, texts: Texts) -> dict[str, pathlib.Path]:
    """Write every plot into a folder; the SVG files by their titles."""
    titles = {name: texts(f"arena.plot_{name}") for name in ("shares", "ratings", "seats", "points")}
    figures = {
        "shares": _bars(report, "share", titles["shares"], is_share=True),
        "ratings": _bars(report, "rating", titles["ratings"], is_share=False),
        "seats": _seats(report, titles["seats"]),
        "points": _points(report, titles["points"]),
    }
    files = {}
    for name, figure in figures.items():
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        figure.savefig(folder / f"{name}.png", dpi=150)
        files[titles[name]] = folder / f"{name}.svg"
    return files
