"""Pages of the documentation that are made from the code when the site is built: rules with a picture of each game,
what observations mean, how to contribute. MkDocs calls `on_files` (mkdocs.yml)."""

from __future__ import annotations

import html
import pathlib
import re
from typing import Any

from mkdocs.structure.files import File, Files

from chapterhouse.games import NAMES, load
from chapterhouse.games.rulebook import PREFIX, rulebook
from chapterhouse.play.table import Table

ROOT = pathlib.Path(__file__).parents[1]


def rules_page() -> str:
    """Every rule of every game, in our words, under its id, with where it is enforced."""
    parts = ["# Rules", "Our own wording of every rule, with its id. The functions named below a rule enforce it."]
    for name in NAMES:
        game = load(name)
        texts = game.texts("en")
        parts += [f"## {name.capitalize()}", f"![A table of {name.capitalize()}]({name}.svg)"]
        for entry in rulebook(game):
            said = html.escape(texts(PREFIX + entry.id), quote=False)
            places = ", ".join(dict.fromkeys(f"`{place.name}`" for place in entry.functions))
            parts.append(f"**{entry.id}**<br>{said}<br><small>{places}</small>")
    return "\n\n".join(parts) + "\n"


def observations_page() -> str:
    """Every number of an observation, by game."""
    parts = [
        "# Observations",
        "What a seat observes is one row of numbers, made from the state as that seat may know it. Seats are counted"
        " from the observer: seat 0 is the observer, seat 1 the next one clockwise. Rows of empty seats are 0.",
    ]
    for name in NAMES:
        game = load(name)
        parts.append(f"## {name.capitalize()}: {game.features} numbers")
        lines, at = ["| numbers | name | what they say |", "|---|---|---|"], 0
        for span in game.layout:
            last = at + span.count - 1
            lines.append(f"| {at if span.count == 1 else f'{at}–{last}'} | {span.name} | {span.says} |")
            at += span.count
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def figures_page() -> str:
    """The games in figures: the pages of each game, one after the other."""
    return "\n\n".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in NAMES)


def contributing_page() -> str:
    """CONTRIBUTING.md, its links into the repository as plain text."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text)


def pages() -> dict[str, str]:
    """All generated files by their place in the site."""
    made = {
        "generated/rules.md": rules_page(),
        "generated/observations.md": observations_page(),
        "generated/figures.md": figures_page(),
        "generated/contributing.md": contributing_page(),
    }
    return made | {f"generated/{name}.svg": Table(name, seed=1).picture(0) for name in NAMES}


def on_files(files: Files, config: Any) -> Files:
    """Put the generated pages among the others; those of one game are part of a generated one."""
    for name in NAMES:
        old = files.get_file_from_path(f"{name}.md")
        if old is not None:
            files.remove(old)
    for place, content in pages().items():
        files.append(File.generated(config, place, content=content))
    return files
