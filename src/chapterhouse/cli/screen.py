"""The terminal as a page: progress bars, the log, and how a game ended."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from chapterhouse.cli.language import tell

if TYPE_CHECKING:
    from chapterhouse.games.protocol import LogLine
    from chapterhouse.play.engine import Engine
    from chapterhouse.play.table import Table
    from chapterhouse.texts import Texts


def console(*, is_error: bool = False) -> Console:
    """A console for the streams of now. Numbers and words keep the colours that we give them."""
    return Console(highlight=False, stderr=is_error, soft_wrap=False)


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


def log_lines(lines: Sequence[LogLine], texts: Texts) -> Iterator[Text]:
    """Lines of the log, each with the sign of the seat that it is about."""
    from chapterhouse.games.seats import BRIGHT, MARKS

    for line in lines:
        is_of_seat = line.seat >= 0
        text = Text(MARKS[line.seat] if is_of_seat else "·", style=BRIGHT[line.seat] if is_of_seat else "dim")
        text.append(f" {line.text}", style="default" if is_of_seat else "dim")
        yield text


def outcome_says(table: Table, texts: Texts) -> RenderableType:
    """How a game ended: why, and every seat's rank and points."""
    from chapterhouse.games.seats import seat_says

    outcome = table.outcome
    assert outcome is not None
    grid = Grid(tell("end.rank"), tell("end.seat"), tell("end.points"), title=texts(outcome.reason))
    for seat in sorted(range(table.players), key=lambda each: (outcome.ranks[each], each)):
        grid.add_row(str(outcome.ranks[seat]), seat_says(seat, texts), str(outcome.scores[seat]))
    winners = texts.list([texts.name(seat) for seat in outcome.winners])
    key = "end.wins" if len(outcome.winners) == 1 else "end.share"
    return Group(grid, Text(tell(key, who=winners), style="bold"))
