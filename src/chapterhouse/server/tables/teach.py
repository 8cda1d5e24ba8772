"""The living rulebook and the lessons of a game as pages show them: chapters, examples, steps, their pictures."""

from __future__ import annotations

import functools
from typing import Any

from chapterhouse.games import load
from chapterhouse.games.protocol import Game
from chapterhouse.games.teaching import Chapter, Example, Lesson, Step, chapters
from chapterhouse.play.teaching import open_start, told_by_example
from chapterhouse.server.tables import present

PICTURES = 256  # of examples and chapters that are kept, each some 20 KB


def example_of(game: Game, id: str) -> Example | None:
    """The example of that name."""
    matches = (example for chapter in chapters(game.folder) for example in chapter.examples if example.id == id)
    return next(matches, None)


@functools.cache
def rulebook(name: str, language: str) -> list[dict[str, Any]]:
    """The chapters of a game in order, each with its rules and their examples; one chapter where a game has none."""
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
    told, is_refused = told_by_example(game, example, language)
    return {
        "id": example.id,
        "why": game.texts(language)(f"example.{example.id}"),
        "told": told,
        "is_refused": is_refused,
        "look": " ".join(example.look),
        "mark": " ".join(example.mark),
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


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one."""
    return next(iter(game.lessons), None)


def step_of(game: Game, id: str) -> Step | None:
    """The step of that name of the game's lesson."""
    lesson = lesson_of(game)
    return next((step for step in lesson.steps if step.id == id), None) if lesson else None


def lesson_in_words(game: Game, lesson: Lesson, language: str) -> dict[str, Any]:
    """What a lesson's page says, without its positions."""
    texts = game.texts(language)
    return {
        "title": texts(f"lesson.{lesson.id}"),
        "minutes": lesson.minutes,
        "steps": [{"id": step.id, "text": texts(f"lesson.{lesson.id}.{step.id}")} for step in lesson.steps],
        "game": texts(f"lesson.{lesson.id}.game"),
    }


def board_of(game: Game, step: Step, language: str, *, narrow: bool) -> dict[str, Any]:
    """The position of a step, as its seat sees it, and what can be done there."""
    table = open_start(game, step.start)
    view = table.view(step.seat, language)
    return {
        "picture": table.picture(step.seat, language, standalone=False, narrow=narrow),
        "legal": view["legal"],
        "look": list(step.look),
    }


def answer_to(game: Game, step: Step, action: str, language: str, *, narrow: bool) -> dict[str, Any]:
    """What comes of an answer: right (and the position after it), wrong though legal, or refused by a rule."""
    table = open_start(game, step.start)
    texts = table.texts(language)
    key = f"lesson.{game.lessons[0].id}.{step.id}"
    meant = table.action(action)
    refused = table.explain(meant)
    if refused is not None:
        return {"verdict": "refused", "says": refused.says(texts), "rule": refused.rule or None, "picture": None}
    if str(meant) not in step.accept:
        does = next(each["says"] for each in table.view(step.seat, language)["legal"] if each["words"] == str(meant))
        return {"verdict": "wrong", "says": f"{does} {texts(key + '.wrong')}", "rule": step.rule, "picture": None}
    ply = table.ply
    table.act(meant)
    told = " ".join(line.text for line in table.log(step.seat, texts, since=ply))
    picture = table.picture(step.seat, language, standalone=False, narrow=narrow)
    return {"verdict": "right", "says": f"{told} {texts(key + '.right')}", "rule": step.rule, "picture": picture}
