"""What the games teach is true: every example and every step is played, and has its words in every language."""

from __future__ import annotations

import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.games.teaching import Example, Start, Step, chapters, lessons
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
# The games that have a rulebook and a lesson by now; the others show their rules without chapters.
TAUGHT = [name for name in NAMES if (load(name).folder / "rulebook.toml").is_file()]
EVERY_GAME = pytest.mark.parametrize("name", TAUGHT)


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


def test_templari_is_taught() -> None:
    """So that the tests above cannot all be about nothing."""
    assert "templari" in TAUGHT


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
