"""`docs/strength.md`: what matches have shown, one line a match, written by the arena's own command.

The numbers stand in the page itself, in a comment, so that a longer match of the same bots can take a line's place."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from chapterhouse.arena.files import span
from chapterhouse.texts import Texts

HEAD = """# How strong the bots are

Every line is one match: `chapterhouse arena GAME --bots … --players N --games N --into docs/strength.md`. Every deal is
played once for each rotation of the seats. A share is the part of the games that the
bot's seats won (a shared win counts in parts), beside its fair share; a share of pairs is how often the first bot came
out ahead of the second when both sat at a table, ties left out. Intervals hold 95 % and take deals, not games, for
independent: where games are few they are wide, and say so. `search:200` thinks 200 simulations about a decision,
`master:0.1s` for a tenth of a second, on one core where as many games are played at once as there are cores.
"""
ENGLISH = Texts("en")  # the page is in English, whoever writes it
BEGIN, END = "<!-- numbers\n", "\n-->\n"


def read(path: pathlib.Path) -> list[dict[str, Any]]:
    """The lines of a page that was written before."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    if BEGIN not in text:
        return []
    lines: list[dict[str, Any]] = json.loads(text.split(BEGIN)[1].split(END)[0])
    return lines


def line_of(report: dict[str, Any], date: str) -> dict[str, Any]:
    """What is kept of a match."""
    match = report["match"]
    kept = ("share", "low", "high", "fair", "rating", "milliseconds")
    return {
        "game": match["game"],
        "players": match["players"],
        "bots": match["bots"],
        "budget": match["budget"],
        "options": match["options"],
        "seed": match["seed"],
        "games": report["games"],
        "date": date,
        "numbers": {bot: {name: round(n[name], 4) for name in kept} for bot, n in report["bots"].items()},
        "pairs": report["pairs"],
    }


def _key(line: dict[str, Any]) -> tuple[Any, ...]:
    return line["game"], line["players"], line["bots"], line["budget"] or "", sorted(line["options"].items())


def _table(game: str, lines: list[dict[str, Any]]) -> str:
    rows = [
        f"\n## {game.capitalize()}\n",
        "| players | match | games | shares of wins (95 %; fair) | pairs (95 %) | ms a decision |",
        "|---|---|---|---|---|---|",
    ]
    for line in lines:
        fair = {bot: f"{ENGLISH.number(100 * n['fair'], 1)} %" for bot, n in line["numbers"].items()}
        shares = "<br>".join(f"{bot} {span(n, ENGLISH)}; {fair[bot]}" for bot, n in line["numbers"].items())
        pairs = "<br>".join(f"{each['bots'][0]} / {each['bots'][1]}: {span(each, ENGLISH)}" for each in line["pairs"])
        times = "<br>".join(f"{n['milliseconds']:.1f}" for n in line["numbers"].values())
        budget = f", budget {line['budget']}" if line["budget"] else ""
        cells = (str(line["players"]), ", ".join(line["bots"]) + budget, str(line["games"]), shares, pairs, times)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def write(path: pathlib.Path, report: dict[str, Any], date: str) -> None:
    """Put a match into the page, in place of an earlier one of the same bots."""
    new = line_of(report, date)
    lines = [line for line in read(path) if _key(line) != _key(new)]
    lines = sorted([*lines, new], key=lambda line: (line["game"], line["players"]))
    games = dict.fromkeys(line["game"] for line in lines)
    tables = [_table(game, [line for line in lines if line["game"] == game]) for game in games]
    text = HEAD + "".join(tables) + "\n" + BEGIN + json.dumps(lines, ensure_ascii=False) + END
    path.write_text(text, encoding="utf-8")
