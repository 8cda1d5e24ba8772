"""What a match leaves behind: games as Parquet, and one page that holds all (extra `arena`)."""

from __future__ import annotations

import html
import pathlib
from typing import Any

from chapterhouse.arena.match import Match, Result
from chapterhouse.texts import Texts

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
background: #fff; color-scheme: light; }
h1 { font-size: 1.7rem; line-height: 1.2; } .wide { overflow-x: auto; } figure { margin: 1.5rem 0; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .3rem .8rem; text-align: right; }
th { vertical-align: bottom; } td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; } tr + tr td { border-top: 1px solid #ddd; }
svg { max-width: 100%; height: auto; } code { background: #f3f0ea; padding: .1rem .3rem; }
"""


def write_parquet(path: pathlib.Path, match: Match, results: list[Result]) -> None:
    """One row a seat of every game."""
    import pyarrow
    import pyarrow.parquet

    rows = [
        {
            "game": match.game,
            "players": match.players,
            "seed": match.seed,
            "block": result.block,
            "rotation": result.rotation,
            "seat": seat,
            "bot": bot,
            "rank": result.ranks[seat],
            "points": result.points[seat],
            "decisions": result.decisions,
            "reason": result.reason,
        }
        for result in results
        for seat, bot in enumerate(result.seats)
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def span(numbers: dict[str, Any], texts: Texts) -> str:
    """A share with its interval."""
    share, low, high = (texts.number(100 * numbers[name], 1) for name in ("share", "low", "high"))
    return f"{share} % ({low}–{high})"


def bot_rows(report: dict[str, Any], texts: Texts) -> list[list[str]]:
    """One line a bot: name, share, fair share, rating, points, milliseconds."""
    number = texts.number
    return [
        [
            bot,
            span(n, texts),
            f"{number(100 * n['fair'], 1)} %",
            f"{number(n['rating'], 1)} ({number(n['rating_low'], 1)}–{number(n['rating_high'], 1)})",
            number(n["mean_points"], 1),
            number(n["milliseconds"], 1),
        ]
        for bot, n in report["bots"].items()
    ]


HEADS = ("bot", "share", "fair", "rating", "points", "milliseconds")


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{html.escape(each)}</th>' for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _figure(title: str, plot: pathlib.Path) -> str:
    drawing = plot.read_text(encoding="utf-8")
    named = f'<svg role="img" aria-label="{html.escape(title)}"'
    return f"<figure>{drawing[drawing.index('<svg') :].replace('<svg', named, 1)}</figure>"


def how(match: dict[str, Any], texts: Texts) -> str:
    """What was played, beyond who and how often."""
    parts = [texts("arena.how", seed=match["seed"])]
    if match["budget"]:
        parts.append(texts("arena.budget", budget=match["budget"]))
    if match["options"]:
        parts.append(texts("arena.options", options=", ".join(f"{name}={v}" for name, v in match["options"].items())))
    return " ".join(parts)


def page(report: dict[str, Any], plots: dict[str, pathlib.Path], texts: Texts) -> str:
    """The whole match as one HTML page that needs nothing else."""
    match = report["match"]
    title = texts("arena.title", game=texts("game.name"), players=match["players"], n=report["games"])
    parts = [f"<h1>{html.escape(title)}</h1>", f"<p>{html.escape(how(match, texts))}</p>"]
    parts.append(_table([texts(f"arena.{head}") for head in HEADS], bot_rows(report, texts)))
    duels = [[f"{one['bots'][0]} / {one['bots'][1]}", span(one, texts), str(one["pairs"])] for one in report["pairs"]]
    if duels:
        parts.append(f"<h2>{html.escape(texts('arena.pairs'))}</h2><p>{html.escape(texts('arena.pairs_say'))}</p>")
        parts.append(_table([texts(f"arena.{head}") for head in ("pair", "pair_share", "pairs_count")], duels))
    parts += [_figure(title, plot) for title, plot in plots.items()]
    body = "\n".join(parts)
    return (
        f'<!doctype html><html lang="{texts.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{html.escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>{body}</body></html>\n"
    )
