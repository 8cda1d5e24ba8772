"""What a game teaches with: the chapters of its rulebook with examples, and its lessons; data that a test plays.

`rulebook.toml` of a game holds its chapters, each with the ids of its rules and examples of them; `lessons.toml` its
lessons, step by step. The words stand in the game's catalogues, by the ids that are used here:

    chapter.<chapter>               the chapter's title
    chapter.<chapter>.intro         what it is about
    example.<example>               why it goes as it goes
    lesson.<lesson>                 the lesson's title
    lesson.<lesson>.<step>          what is to be learnt, and what to do
    lesson.<lesson>.<step>.right    what happened, when it was done
    lesson.<lesson>.<step>.wrong    what another legal choice does instead

A start is a deal and the decisions that led from it to the position: `players`, `seed`, `options`, `before`. `state`
then changes fields of that position, whole (`remigius = 5`) or in places (`piece = {"12" = 0, "13" = 0}`), and what
comes of it is checked like any position from outside.
"""

from __future__ import annotations

import functools
import pathlib
import tomllib
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Start:
    """How to come to a position."""

    players: int
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    before: tuple[str, ...] = ()  # decisions in notation, each by the seat that is asked
    state: dict[str, Any] = field(default_factory=dict)  # fields of the position that are changed then


@dataclass(frozen=True)
class Example:
    """A position, an action, and what follows; or an action that the rule refuses."""

    id: str
    rule: str
    start: Start
    seat: int  # who looks on
    look: tuple[str, ...]  # things of the picture that matter, by the names of the game's help
    action: str | None = None  # what is done …
    refused: str | None = None  # … or what cannot be done
    expect: dict[str, Any] = field(default_factory=dict)  # path in the view after the action → value
    mark: tuple[str, ...] = ()  # what is marked as changed, if not all that has changed


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rulebook: its rules in order, with their examples."""

    id: str
    rules: tuple[str, ...]
    look: tuple[str, ...] = ()  # what its opening picture shows, if it has one
    start: Start | None = None
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Step:
    """One thing to learn and one thing to do."""

    id: str
    start: Start
    seat: int
    accept: tuple[str, ...]  # right answers, in notation
    look: tuple[str, ...] = ()
    rule: str | None = None  # where it is told in full


@dataclass(frozen=True)
class Lesson:
    """Steps on prepared positions, and then a short game from one."""

    id: str
    minutes: int
    steps: tuple[Step, ...]
    game: Start
    seat: int  # the learner's in that game


def chapters(folder: pathlib.Path) -> tuple[Chapter, ...]:
    """The rulebook of a game, none if it has no such file."""
    return _chapters(folder / "rulebook.toml")


def lessons(folder: pathlib.Path) -> tuple[Lesson, ...]:
    """The lessons of a game, none if it has no such file."""
    return _lessons(folder / "lessons.toml")


@functools.cache
def _chapters(path: pathlib.Path) -> tuple[Chapter, ...]:
    return tuple(_chapter(entry) for entry in _read(path).get("chapter", []))


@functools.cache
def _lessons(path: pathlib.Path) -> tuple[Lesson, ...]:
    return tuple(_lesson(entry) for entry in _read(path).get("lesson", []))


def _read(path: pathlib.Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _start(entry: dict[str, Any]) -> Start:
    return Start(**{**entry, "before": tuple(entry.get("before", ()))})


def _chapter(entry: dict[str, Any]) -> Chapter:
    return Chapter(
        id=entry["id"],
        rules=tuple(entry["rules"]),
        look=tuple(entry.get("look", ())),
        start=_start(entry["start"]) if "start" in entry else None,
        examples=tuple(_example(each) for each in entry.get("example", [])),
    )


def _example(entry: dict[str, Any]) -> Example:
    names = {key: tuple(entry.get(key, ())) for key in ("look", "mark")}
    return Example(**{**entry, **names, "start": _start(entry["start"])})


def _step(entry: dict[str, Any]) -> Step:
    whole = {**entry, "start": _start(entry["start"]), "accept": tuple(entry["accept"])}
    return Step(**{**whole, "look": tuple(entry.get("look", ()))})


def _lesson(entry: dict[str, Any]) -> Lesson:
    return Lesson(
        id=entry["id"],
        minutes=entry["minutes"],
        steps=tuple(_step(each) for each in entry["step"]),
        game=_start(entry["game"]),
        seat=entry["seat"],
    )
