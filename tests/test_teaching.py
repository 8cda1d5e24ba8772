"""What the rooms teach is true: every example and every step is played, and has its words in every language."""

from __future__ import annotations

import re

import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.games.teaching import Example, Start, Step, chapters, lessons
from chapterhouse.play.table import Table
from chapterhouse.play.teaching import faults_of_example, faults_of_step, open_start
from chapterhouse.texts import LANGUAGES

EXAMPLES = [
    pytest.param(name, example, id=f"{name}-{example.id}")
    for name in NAMES
    for chapter in chapters(load(name).folder)
    for example in chapter.examples
]
STEPS = [
    pytest.param(name, step, id=f"{name}-{lesson.id}-{step.id}")
    for name in NAMES
    for lesson in lessons(load(name).folder)
    for step in lesson.steps
]
EVERY_GAME = pytest.mark.parametrize("name", NAMES)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_example_is_true(name: str, example: Example) -> None:
    assert faults_of_example(load(name), example) == []


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_step_is_true(name: str, step: Step) -> None:
    assert faults_of_step(load(name), step) == []


@EVERY_GAME
def test_every_rule_stands_in_one_chapter(name: str) -> None:
    game = load(name)
    told = [rule for chapter in chapters(game.folder) for rule in chapter.rules]
    rules = [key.removeprefix("rules.") for key in game.texts("en").under("rules.")]
    assert sorted(told) == sorted(rules)
    assert any(chapter.examples for chapter in chapters(game.folder))
    for chapter in chapters(game.folder):
        assert {example.rule for example in chapter.examples} <= set(chapter.rules), chapter.id


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_has_words(name: str, language: str) -> None:
    game = load(name)
    texts = game.texts(language)
    keys = [f"chapter.{c.id}{end}" for c in chapters(game.folder) for end in ("", ".intro")]
    keys += [f"example.{e.id}" for c in chapters(game.folder) for e in c.examples]
    for lesson in lessons(game.folder):
        keys += [f"lesson.{lesson.id}", f"lesson.{lesson.id}.game"]
        keys += [f"lesson.{lesson.id}.{step.id}{end}" for step in lesson.steps for end in ("", ".right", ".wrong")]
    assert keys
    assert [key for key in keys if not texts.has(key)] == []


@EVERY_GAME
def test_lessons_are_short_and_end_in_a_game(name: str) -> None:
    game = load(name)
    assert lessons(game.folder)
    for lesson in lessons(game.folder):
        assert 8 <= len(lesson.steps) <= 12
        assert not open_start(game, lesson.game).over


def drawn_in(table: Table, seat: int) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', table.picture(seat, standalone=False)))


@EVERY_GAME
def test_what_is_pointed_at_is_in_the_picture(name: str) -> None:
    """What an example is cut to or marks and what a step lights is there by that name; `place-5-`: all of room 5."""
    game = load(name)
    shown: list[tuple[str, set[str], tuple[str, ...]]] = []
    for chapter in chapters(game.folder):
        if chapter.start is not None:
            table = open_start(game, chapter.start)
            shown.append((chapter.id, drawn_in(table, table.to_act or 0), chapter.look))
        for example in chapter.examples:
            table = open_start(game, example.start)
            names = drawn_in(table, example.seat)
            if example.action is not None:
                table.act(example.action)
                names |= drawn_in(table, example.seat)
            shown.append((example.id, names, (*example.look, *example.mark)))
    for lesson in lessons(game.folder):
        for step in lesson.steps:
            shown.append((step.id, drawn_in(open_start(game, step.start), step.seat), step.look))
    assert shown
    missing = [
        f"{id}: {look}"
        for id, names, looks in shown
        for look in looks
        if not any(name == look or (look.endswith("-") and name.startswith(look)) for name in names)
    ]
    assert missing == []


def test_faults_are_found() -> None:
    """The checks themselves refuse what is not true."""
    game = load("templari")
    start = Start(players=3, seed=7, options={"start": 0})
    untrue = Example("untrue", "templari.bid.raise", start, 0, (), action="bid 1", expect={"offer": 2})
    assert faults_of_example(game, untrue) == ["untrue: offer is 1, not 2"]
    idle = Example("idle", "templari.bid.raise", start, 0, (), action="bid 1", expect={"turn": 1})
    assert faults_of_example(game, idle) == ["idle: all of it was true before the action"]
    allowed = Example("allowed", "templari.bid.raise", start, 0, (), refused="bid 1")
    assert faults_of_example(game, allowed) == ["allowed: 'bid 1' is not refused"]
    other = Example("other", "templari.bid.raise", start, 0, (), refused="bid 13")
    assert faults_of_example(game, other) == ["other: templari.bid.funds refuses it, not templari.bid.raise"]
    assert faults_of_step(game, Step("wrong", start, 0, ("bid 60",))) == ["wrong: 'bid 60' cannot be done there"]
    assert faults_of_step(game, Step("late", start, 1, ("bid 1",))) == ["late: seat 0 is asked, not 1"]
