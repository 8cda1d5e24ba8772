"""`chapterhouse replay`: a saved game, told and drawn."""

from __future__ import annotations

import pathlib
import time
from typing import TYPE_CHECKING, Annotated

import typer

from chapterhouse.cli.language import in_words, tell, texts_for

if TYPE_CHECKING:
    from chapterhouse.play.table import Table


def load(file: pathlib.Path) -> Table:
    """The saved game; one that cannot be replayed is a misuse with the reason."""
    from chapterhouse.cli.arguments import find_file
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.play.errors import Unplayable
    from chapterhouse.play.table import Table

    try:
        return Table.load(find_file(file))
    except Unplayable as e:
        raise Misuse(f"{file}: {'; '.join(in_words(e.faults))}") from None


def replay(
    file: Annotated[pathlib.Path, typer.Argument(metavar="FILE", help=tell("help.saved"))],
    start: Annotated[int, typer.Option("--from", min=0, metavar="PLY", help=tell("help.from"))] = 0,
    seat: Annotated[int | None, typer.Option(min=0, help=tell("help.as_seat"))] = None,
    delay: Annotated[float, typer.Option(min=0, max=3600, help=tell("help.delay"))] = 0.0,
) -> None:
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import console, log_lines, outcome_says

    whole = load(file)
    if start > whole.ply:
        raise Misuse(tell("misuse.from", given=start, most=whole.ply))
    if seat is not None and seat >= whole.players:
        raise Misuse(tell("misuse.seat", given=seat, most=whole.players - 1))
    texts, screen = texts_for(whole.game.id, whole.names), console()
    drawn: object = None
    for ply in range(start, whole.ply + 1):
        table = whole.at(ply)
        if ply > start:
            for line in log_lines(table.log(seat, texts, ply - 1), texts):
                screen.print(line)
        else:
            screen.print(tell("replay.start", game=whole.game.id, n=whole.ply, ply=ply))
        # a drawing at the start and the end, and where the game's own clock has gone on
        view = table.view(seat, texts.language)
        clock = (view.get("turn"), view.get("round"))
        if clock != drawn or table.over or ply == whole.ply:
            screen.rule(tell("replay.ply", ply=ply, n=whole.ply))
            screen.print(whole.game.terminal(view, texts))
            drawn = clock
        if delay and ply < whole.ply:
            time.sleep(delay)
    if whole.over:
        screen.print(outcome_says(whole, texts))
