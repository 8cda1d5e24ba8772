"""The living rulebook: chapters, rules and examples of a game as a page shows them, and their pictures."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games import load
from chapterhouse.games.protocol import Game
from chapterhouse.games.teaching import Chapter, Example, chapters
from chapterhouse.play.table import Table
from chapterhouse.play.teaching import open_start
from chapterhouse.server.tables import present

PICTURES = 256  # of examples and chapters that are kept, each some 20 KB


def example_of(game: Game, id: str) -> Example | None:
    """The example of that name."""
    found = (example for chapter in chapters(game.folder) for example in chapter.examples if example.id == id)
    return next(found, None)


@functools.cache
def rulebook(name: str, language: str) -> list[dict[str, Any]]:
    """The chapters of a game in order, each with its rules and their examples; one chapter where a room has none."""
    game = load(name)
    texts = game.texts(language)
    if not chapters(game.folder):
        rules = [key.removeprefix("rules.") for key in texts.under("rules.")]
        return [
            {
                "id": "all",
                "title": "",
                "intro": "",
                "has_picture": False,
                "look": "",
                "rules": _rules(game, rules, (), language),
            }
        ]
    return [_chapter(game, chapter, language) for chapter in chapters(game.folder)]


def _chapter(game: Game, chapter: Chapter, language: str) -> dict[str, Any]:
    texts = game.texts(language)
    return {
        "id": chapter.id,
        "title": texts(f"chapter.{chapter.id}"),
        "intro": texts(f"chapter.{chapter.id}.intro"),
        "has_picture": chapter.start is not None,
        "look": " ".join(chapter.look),
        "rules": _rules(game, chapter.rules, chapter.examples, language),
    }


def _rules(game: Game, rules: Any, examples: tuple[Example, ...], language: str) -> list[dict[str, Any]]:
    told = {entry["rule"]: entry for entry in present.rules(game.id, language)}
    return [
        {
            **told[rule],
            "examples": [_example(game, each, language) for each in examples if each.rule == rule],
        }
        for rule in rules
    ]


def _example(game: Game, example: Example, language: str) -> dict[str, Any]:
    table = open_start(game, example.start)
    texts = table.texts(language)
    action = table.action(str(example.action or example.refused))
    refused = table.explain(action)
    lines: list[str] = []
    if refused is None:
        ply = table.ply
        table.act(action)
        lines = [line.text for line in table.log(example.seat, texts, since=ply)]
    return {
        "id": example.id,
        "why": texts(f"example.{example.id}"),
        "refusal": refused.says(texts) if refused else "",
        "lines": lines,
        "look": " ".join(example.look),
    }


@functools.lru_cache(PICTURES)
def picture_of(name: str, id: str, language: str, *, after: bool, inline: bool) -> str | None:
    """The position of an example before or after its action, or that which opens a chapter; None if there is none."""
    game = load(name)
    example = example_of(game, id)
    if example is None:
        chapter = next((c for c in chapters(game.folder) if c.id == id and c.start is not None), None)
        if chapter is None or chapter.start is None:
            return None
        table = open_start(game, chapter.start)
        return table.picture(table.to_act, language, standalone=not inline)
    table = open_start(game, example.start)
    if after and example.action is not None:
        table.act(example.action)
    return table.picture(example.seat, language, standalone=not inline)


def table_to_try(game: Game, example: Example) -> Table:
    """The position of an example, to be played on."""
    return open_start(game, example.start)
