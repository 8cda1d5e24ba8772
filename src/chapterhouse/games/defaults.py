"""What a game need not write: it can be played, shown and told by its rules, notation and view alone."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from typing import Any

from chapterhouse.games.aid import Aid
from chapterhouse.games.canvas.plain import cover, facts, picture, value_says
from chapterhouse.games.protocol import HIDDEN, Decision, Game, LogLine, Preset, State, View
from chapterhouse.games.spoken import Chart, Passage, Spoken, capital
from chapterhouse.kernel.jit import bind
from chapterhouse.kernel.record import Row, layout_of
from chapterhouse.kernel.rng import draw
from chapterhouse.kernel.unbound import is_legal
from chapterhouse.texts import Texts

__all__ = [
    "aid",
    "cover",
    "data_faults",
    "in_words",
    "is_secret",
    "narrate",
    "observe",
    "option_faults",
    "picture",
    "presets",
    "sensible",
    "terminal",
]

HALF = 8  # a field of this size is observed as one half

presets = (
    Preset("first", "novice"),
    Preset("family", "squire"),
    Preset("rulebook", "sergeant"),
    Preset("expert", "knight"),
)


def option_faults(_: dict[str, Any]) -> list[str]:
    return []


def data_faults(_: dict[str, Any]) -> list[str]:
    return []


def is_secret(_: State, action: int) -> bool:
    return False


# ── kernels ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ACTIONS = 0


def any_legal(s: State, luck: Row) -> int:
    """A legal action, every one equally likely."""
    chosen, count = 0, 0
    for action in range(ACTIONS):
        if is_legal(s, action):
            count += 1
            if draw(luck, count) == 0:
                chosen = action
    return chosen


def sensible(game: Game) -> Callable[[State, Row], int]:
    """`any_legal` with the game's own `is_legal`."""
    return bind(any_legal, {"is_legal": game.kernels.is_legal, "ACTIONS": game.action_count}, game.id)


def observe(game: Game) -> tuple[Callable[[State, int, Row], None], int]:
    """A kernel that writes every field of the concealed state but chance, each between -1 and 1, and a one for the seat
    that looks; and how many numbers these are. Its source is written field by field: rules cannot ask for names."""
    lines, at = ["def observe(s, seat, out):"], 0
    for name in layout_of(game.state).names or ():
        if name == "rng":
            continue
        for index in itertools.product(*map(range, layout_of(game.state)[name].shape)):
            value = f"int(s.{name}[{', '.join(map(str, index))}])" if index else f"s.{name}"
            lines.append(f"    x = {value}; out[{at}] = x / ({HALF} + abs(x))")
            at += 1
    for seat in range(game.seats[1]):
        lines.append(f"    out[{at}] = seat == {seat}")
        at += 1
    space: dict[str, Any] = {"__name__": game.state.__module__}
    # compiled code is kept under the file that the fields stand in
    exec(compile("\n".join(lines), str(sys.modules[game.state.__module__].__file__), "exec"), space)
    return bind(space["observe"], {}, game.id), at


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def narrate(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """One sentence: who did what, by its notation; it stands on the game's first rule."""
    rules = texts.under("rules.")
    key = "log.secret" if decision.code == HIDDEN else "log.does"
    text = texts(key, who=texts.name(decision.seat), words=decision.words)
    return [LogLine(decision.seat, text, next(iter(rules)).removeprefix("rules."))]


def aid(_: View, texts: Texts) -> Aid:
    return Aid()


def in_words(view: View, texts: Texts) -> Spoken:
    """Every fact of a view: single values as sentences, lists of things as tables; `fact.<name>` says what it is."""

    def named(name: str) -> str:
        return texts(f"fact.{name}") if texts.has(f"fact.{name}") else capital(name.replace("_", " "))

    def value_of(name: str, value: Any) -> str:
        if name == "seat" and isinstance(value, int):
            return texts.name(value)
        if isinstance(value, bool):
            return texts("in_words.yes" if value else "in_words.no")
        if isinstance(value, dict):
            return texts.list([f"{named(key)} {value_of(key, each)}" for key, each in value.items()])
        if isinstance(value, list):
            return texts.list([value_of("", each) for each in value]) or texts("in_words.none")
        return texts("in_words.none") if value is None else str(value)

    single, lists = facts(view)
    sentences = [f"{named(name)}: {value_of(name, value)}." for name, value in single.items()]
    parts: list[Passage | Chart] = []
    for name, value in lists.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            keys = list(value[0])
            rows = [[value_of(key, row.get(key)) for key in keys] for row in value]
            parts.append(Chart(named(name), [named(key) for key in keys], rows))
        else:
            sentences.append(f"{named(name)}: {value_of(name, value)}.")
    return [Passage(texts("in_words.status"), sentences), *parts]


def terminal(view: View, texts: Texts) -> Any:
    """Every fact of a view: single values in a row, lists of things as tables."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from chapterhouse.games.seats import seat_says

    single, lists = facts(view)
    parts: list[Any] = [Text(" · ".join(f"{name} {value_says(value)}" for name, value in single.items()))]
    for name, value in lists.items():
        rows = value if isinstance(value, list) and all(isinstance(row, dict) for row in value) else None
        if rows is None:
            parts.append(Text(f"{name}: {value_says(value)}"))
            continue
        grid = Table(*rows[0], title=name, title_justify="left", padding=(0, 1), show_lines=False)
        for row in rows:
            cells = {key: value_says(row.get(key)) for key in rows[0]}
            if isinstance(row.get("seat"), int):
                cells["seat"] = seat_says(row["seat"], texts)
            grid.add_row(*cells.values())
        parts.append(grid)
    return Group(*parts)
