"""The terminal as a page: seats in their colours, progress bars, and a drawing of what a viewer may know."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from chapterhouse.cli.language import tell

if TYPE_CHECKING:
    from chapterhouse.games.protocol import Game, LogLine, View
    from chapterhouse.play.engine import Engine
    from chapterhouse.play.table import Table
    from chapterhouse.texts import Texts

# what the table puts around a room's own view
ENVELOPE = frozenset(
    (
        "game",
        "version",
        "seat",
        "players",
        "ply",
        "to_act",
        "asked",
        "over",
        "options",
        "names",
        "prompt",
        "legal",
        "outcome",
    )
)


def console(*, is_error: bool = False) -> Console:
    """A console for the streams of now. Numbers and words keep the colours that we give them."""
    return Console(highlight=False, stderr=is_error, soft_wrap=False)


def seat_says(seat: int, texts: Texts) -> Text:
    """A seat with its sign, in its colour: never by the colour alone."""
    from chapterhouse.games.seats import COLOURS, SIGNS

    return Text(f"{SIGNS[seat]} {texts.name(seat)}", style=COLOURS[seat])


@contextlib.contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the error stream; yields the function that is told how much is done, of how much."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = console(is_error=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def make_ready(engine: Engine, *drivers: str) -> None:
    """Compile the rules and these drivers, with a bar while it lasts; from the cache it takes a moment."""
    with progress(tell("compiling", game=engine.game.id)) as show:
        engine.compile(show)
        engine.compile_now(*drivers)


def draw(game: Game, view: View, texts: Texts) -> RenderableType:
    """The table as a viewer sees it: the room's own drawing, or a plain one of all that the view holds."""
    if game.terminal is not None:
        drawing: RenderableType = game.terminal(view, texts)
        return drawing
    return draw_plainly(view, texts)


def _cell(value: Any) -> str:
    if value is None or value == []:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, dict):
        return " ".join(f"{k}={_cell(v)}" for k, v in value.items())
    if isinstance(value, list):
        return " ".join(_cell(v) for v in value)
    return str(value)


def draw_plainly(view: View, texts: Texts) -> RenderableType:
    """Every key of a view: single values in a row, lists of things as tables."""
    own = {key: value for key, value in view.items() if key not in ENVELOPE}
    single = {k: v for k, v in own.items() if not isinstance(v, dict | list)}
    parts: list[RenderableType] = [Text(" · ".join(f"{k} {_cell(v)}" for k, v in single.items()))]
    for key, value in own.items():
        if key in single or not value:
            continue
        if isinstance(value, list) and all(isinstance(v, dict) for v in value):
            grid = Grid(*value[0], title=key, title_justify="left", padding=(0, 1), show_lines=False)
            for entry in value:
                cells: list[RenderableType] = [_cell(entry.get(k)) for k in value[0]]
                if "seat" in value[0] and isinstance(entry.get("seat"), int):
                    cells[list(value[0]).index("seat")] = seat_says(entry["seat"], texts)
                grid.add_row(*cells)
            parts.append(grid)
        else:
            parts.append(Text(f"{key}: {_cell(value)}"))
    return Group(*parts)


def log_lines(lines: Sequence[LogLine], texts: Texts) -> Iterator[Text]:
    """Lines of the log, each with the sign of the seat that it is about."""
    from chapterhouse.games.seats import COLOURS, SIGNS

    for line in lines:
        is_of_seat = line.seat >= 0
        said = Text(SIGNS[line.seat] if is_of_seat else "·", style=COLOURS[line.seat] if is_of_seat else "dim")
        said.append(f" {line.text}", style="default" if is_of_seat else "dim")
        yield said


def outcome_says(table: Table, texts: Texts) -> RenderableType:
    """How a game ended: why, and every seat's rank and points."""
    outcome = table.outcome
    assert outcome is not None
    grid = Grid(tell("end.rank"), tell("end.seat"), tell("end.points"), title=texts(outcome.reason))
    for seat in sorted(range(table.players), key=lambda each: (outcome.ranks[each], each)):
        grid.add_row(str(outcome.ranks[seat]), seat_says(seat, texts), str(outcome.scores[seat]))
    winners = texts.list([texts.name(seat) for seat in outcome.winners])
    key = "end.wins" if len(outcome.winners) == 1 else "end.share"
    return Group(grid, Text(tell(key, who=winners), style="bold"))
