"""`chapterhouse review`: a saved game looked at afterwards: chances, losses, turning points."""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.errors import Misuse
from chapterhouse.cli.language import number, tell, texts_for

if TYPE_CHECKING:
    from chapterhouse.play.table import Table

BARS = " ▁▂▃▄▅▆▇█"
WIDTH = 60


def curve(values: list[float]) -> str:
    """A chance over time in one line."""
    width = min(WIDTH, len(values))
    picked = [values[i * (len(values) - 1) // max(1, width - 1)] for i in range(width)]
    return "".join(BARS[round(value * (len(BARS) - 1))] for value in picked)


def show(table: Table, done: dict[str, Any], file: pathlib.Path) -> None:
    """Turning points first, then a curve a seat. Decisions have the numbers that the pages give them, from 1 on."""
    from rich.table import Table as Grid

    from chapterhouse.cli.screen import console
    from chapterhouse.games.seats import seat_says
    from chapterhouse.play.notation import in_language

    screen, texts = console(), texts_for(table.game.id, table.names)
    grid = Grid(*(tell(f"review.{head}") for head in ("ply", "seat", "played", "better", "loss")))
    by_ply = {each["ply"]: each for each in done["decisions"]}
    for ply in done["turning"]:
        each = by_ply[ply]
        grid.add_row(
            str(ply + 1),
            seat_says(each["seat"], texts),
            in_language(each["words"], texts),
            in_language(each["best"]["words"], texts),
            f"−{100 * each['loss']:.0f} %",
        )
    screen.print(tell("review.turning") if done["turning"] else tell("review.calm"), style="bold")
    if done["turning"]:
        screen.print(grid)
        ply = done["turning"][0]
        screen.print(tell("review.again", file=file, ply=ply, n=ply + 1), soft_wrap=True, markup=False)
    for key in ("known", "true"):
        screen.print(tell(f"review.{key}"), style="bold")
        curves = Grid.grid(padding=(0, 1, 0, 0))
        for seat in range(table.players):
            curves.add_row(seat_says(seat, texts), curve([point[seat] for point in done[key]]))
        screen.print(curves)
    for seat, loss in enumerate(done["losses"]):
        screen.print(seat_says(seat, texts), tell("review.given_away", games=number(loss, 2)))


def review(
    file: Annotated[pathlib.Path, typer.Argument(metavar="FILE", help=tell("help.saved"))],
    budget: Annotated[str, typer.Option(help=tell("help.budget"))] = "400",
    seed: Annotated[int, typer.Option(min=0, help=tell("help.seed"))] = 0,
    target: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
) -> None:
    from chapterhouse.bots.contract import Budget
    from chapterhouse.bots.review import review as look_back
    from chapterhouse.bots.search import load_searcher
    from chapterhouse.cli.arena import find_budget
    from chapterhouse.cli.replay import load
    from chapterhouse.cli.screen import progress

    if target is not None and not target.absolute().parent.is_dir():
        raise Misuse(tell("misuse.no_folder", folder=target.parent))
    find_budget(budget)
    table = load(file)
    with progress(tell("compiling", game=table.game.id)):
        load_searcher(table.game.id).compile()
    with progress(tell("review.looking")) as bar:
        done = look_back(table, Budget.parse(budget), seed=seed, progress=lambda part: bar(round(100 * part), 100))
    assert done is not None
    show(table, done, file)
    if target is not None:
        target.write_text(json.dumps(done, indent=2) + "\n", encoding="utf-8")
        typer.echo(tell("simulate.written", file=target))
