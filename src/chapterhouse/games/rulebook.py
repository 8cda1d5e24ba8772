"""Where a rule lives: an index from rule ids to the functions that enforce them, read from the sources.

A rule function names its ids in its docstring; `explain.py` maps every refusal to the id that a player is told.
"""

from __future__ import annotations

import ast
import functools
import pathlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from chapterhouse.games.protocol import Game

PREFIX = "rules."  # of the keys under which a game's catalogue words its rules


@dataclass(frozen=True)
class Place:
    """A function, or an entry of an explain table."""

    name: str
    file: str  # below the package, with slashes: games/<game>/rules/turn.py
    line: int


@dataclass(frozen=True)
class RuleEntry:
    """A rule id, and where it is enforced: rule functions first, then what explains a refusal by it."""

    id: str
    functions: tuple[Place, ...]


def rulebook(game: Game) -> list[RuleEntry]:
    """All rules of a game in the order of its catalogue, with the places that enforce them."""
    return _index(game.id, game.folder)


@functools.cache
def _index(game: str, folder: pathlib.Path) -> list[RuleEntry]:
    from chapterhouse.texts import catalogue

    texts = catalogue("en", str(folder))
    ids = [key.removeprefix(PREFIX) for key in texts if key.startswith(PREFIX + game + ".")]
    places: dict[str, list[Place]] = {each: [] for each in ids}
    pattern = re.compile(rf"(?<![\w.]){game}(?:\.[a-z0-9-]+)+")
    files = sorted(folder.rglob("*.py"), key=lambda path: (path.name == "explain.py", path))
    for path in files:
        file = path.relative_to(folder.parent.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        rules = _explained(tree) if path.name == "explain.py" else _enforced(tree)
        for name, line, text in rules:
            for each in dict.fromkeys(pattern.findall(text)):
                if each in places:
                    places[each].append(Place(name, file, line))
    return [RuleEntry(each, tuple(places[each])) for each in ids]


def _enforced(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Name, line and docstring of every function that is marked as a rule."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list
        ):
            yield node.name, node.lineno, ast.get_docstring(node) or ""


def _explained(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The entries of the tables that map a refusal to a rule id, and ids that a function names itself."""
    for node in tree.body:
        for each in ast.walk(node):
            if isinstance(each, ast.Dict):
                for key, value in zip(each.keys, each.values, strict=True):
                    if key is not None and isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield ast.unparse(key), value.lineno, value.value
            elif isinstance(each, ast.Call):
                for value in each.args:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield getattr(node, "name", "explain"), value.lineno, value.value
