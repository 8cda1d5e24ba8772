"""Positions to learn from, opened on a table, and the check that what is taught is true."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Game, View
from chapterhouse.games.teaching import Example, Start, Step
from chapterhouse.play.errors import IllegalAction
from chapterhouse.play.table import Table


def open_start(game: Game, start: Start) -> Table:
    """A table at the position of a start."""
    table = Table(game, players=start.players, seed=start.seed, **start.options)
    for words in start.before:
        table.act(words)
    if not start.state:
        return table
    place = table.position()
    for name, value in start.state.items():
        place["state"][name] = _changed(place["state"][name], value) if isinstance(value, dict) else value
    return Table.from_position(place, seed=start.seed)


def _changed(row: list[Any], changes: dict[str, Any]) -> list[Any]:
    """A row of numbers, or of rows, with some of them changed: `"12.3"` is the fourth number of the thirteenth row."""
    for path, value in changes.items():
        *outer, last = map(int, path.split("."))
        inner = row
        for number in outer:
            inner = inner[number]
        inner[last] = value
    return row


def told_by_example(game: Game, example: Example, language: str) -> tuple[str, bool]:
    """What the log says of an example's action, or the refusal it meets; and whether it is refused."""
    table = open_start(game, example.start)
    texts = table.texts(language)
    action = table.action(str(example.action or example.refused))
    refused = table.explain(action)
    if refused is not None:
        return refused.says(texts), True
    ply = table.ply
    table.act(action)
    return " ".join(line.text for line in table.log(example.seat, texts, since=ply)), False


def value_at(view: View, path: str) -> Any:
    """What a view holds at a path: `seats.0.coins`; None where there is nothing on the way."""
    value: Any = view
    for part in path.split("."):
        if value is None:
            return None
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def faults_of_example(game: Game, example: Example) -> list[str]:
    """What is not true of an example, in words; nothing when it teaches what the rules do."""
    table = open_start(game, example.start)
    if example.refused is not None:
        return _faults_of_refusal(table, example)
    if example.action is None or not example.expect:
        return [f"{example.id}: an action and what to expect of it are needed, or what is refused"]
    before = table.view(example.seat)
    table.act(example.action)
    after = table.view(example.seat)
    faults = [
        f"{example.id}: {path} is {value_at(after, path)!r}, not {value!r}"
        for path, value in example.expect.items()
        if value_at(after, path) != value
    ]
    if all(value_at(before, path) == value for path, value in example.expect.items()):
        faults.append(f"{example.id}: all of it was true before the action")
    return faults


def _faults_of_refusal(table: Table, example: Example) -> list[str]:
    try:
        table.act(str(example.refused))
    except IllegalAction as e:
        return [] if e.rule == example.rule else [f"{example.id}: {e.rule} refuses it, not {example.rule}"]
    return [f"{example.id}: {example.refused!r} is not refused"]


def faults_of_step(game: Game, step: Step) -> list[str]:
    """What is not true of a lesson's step, in words."""
    table = open_start(game, step.start)
    if table.to_act != step.seat:
        return [f"{step.id}: seat {table.to_act} is asked, not {step.seat}"]
    legal = {str(action) for action in table.legal}
    faults = [f"{step.id}: {words!r} cannot be done there" for words in step.accept if words not in legal]
    if not step.accept:
        faults.append(f"{step.id}: no right answer")
    return faults
