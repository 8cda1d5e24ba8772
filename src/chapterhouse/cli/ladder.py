"""`chapterhouse ladder`: how far each level is above the one below, in as many short sittings as it takes."""

from __future__ import annotations

import datetime
import pathlib
import time
from typing import Annotated

import typer

from chapterhouse.cli.language import tell, texts_for


def ladder(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=tell("help.ladder_games"))] = None,
    minutes: Annotated[float, typer.Option(min=0.01, help=tell("help.ladder_minutes"))] = 10.0,
    out: Annotated[pathlib.Path, typer.Option(file_okay=False, help=tell("help.ladder_out"))] = pathlib.Path("ladder"),
    into: Annotated[pathlib.Path | None, typer.Option(dir_okay=False, help=tell("help.arena_into"))] = None,
    bots: Annotated[str | None, typer.Option(help=tell("help.ladder_bots"))] = None,
    seed: Annotated[int, typer.Option(min=0, help=tell("help.seed"))] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help=tell("help.jobs"))] = None,
) -> None:
    from chapterhouse.arena.files import span
    from chapterhouse.arena.ladder import climb, rungs
    from chapterhouse.arena.run import OtherMatch, here, make_ready, over_processes
    from chapterhouse.arena.strength import write as write_strength
    from chapterhouse.cli.arena import find_bot, need
    from chapterhouse.cli.arguments import find_game
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import progress
    from chapterhouse.cli.signals import terminate_as_ctrl_c
    from chapterhouse.games import NAMES
    from chapterhouse.kernel.batch import count_cores

    need("openskill")
    games = [find_game(name) for name in names or NAMES]
    chosen = [find_bot(games[0], bot) for bot in bots.split(",")] if bots else None
    if chosen is not None and len(chosen) < 2:
        raise Misuse(tell("misuse.ladder_bots"))
    if into is not None and not into.absolute().parent.is_dir():
        raise Misuse(tell("misuse.no_folder", folder=into.parent))
    out.mkdir(parents=True, exist_ok=True)
    try:
        steps = rungs(out, [game.id for game in games], seed, chosen)
    except OtherMatch as e:
        raise Misuse(tell("misuse.other_match", file=e)) from None
    for game in games:
        with progress(tell("compiling", game=game.id)):
            make_ready(next(rung.match for rung in reversed(steps) if rung.match.game == game.id))
    end, workers = time.monotonic() + 60 * minutes, jobs or count_cores()
    way = here if workers == 1 else over_processes(workers)
    with terminate_as_ctrl_c():
        for rung in climb(steps, way, workers, lambda: time.monotonic() >= end):
            report = rung.report()
            pair, match = report["pairs"][0], rung.match
            parts = {"game": match.game, "players": match.players, "upper": match.bots[0], "lower": match.bots[1]}
            typer.echo(tell("ladder.rung", share=span(pair, texts_for(match.game)), n=report["games"], **parts))
            if into is not None:
                write_strength(into, report, datetime.date.today().isoformat())
    unsure = sum(not rung.is_sure for rung in steps)
    typer.echo(tell("ladder.unsure", n=unsure, all=len(steps)) if unsure else tell("ladder.sure"))
