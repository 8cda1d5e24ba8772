"""`chapterhouse train`: a net of a game by self-play."""

from __future__ import annotations

import importlib.util
import pathlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.language import tell

if TYPE_CHECKING:
    from chapterhouse.bots.train.run import Training


def _percent(shares: dict[str, float]) -> str:
    return ", ".join(f"{players}: {100 * share:.1f} %" for players, share in shares.items())


def show(training: Training, line: dict[str, Any]) -> None:
    """One progress line."""
    from chapterhouse.cli.screen import console

    millions = f"{line['decisions'] / 1e6:.2f}"
    console().print(
        tell(
            "train.line",
            percent=f"{100 * min(1.0, training.part):.0f}",
            minutes=f"{line['seconds'] / 60:.1f}",
            millions=millions,
            sensible=_percent(line["sensible"]),
            past=_percent(line["past"]),
        )
    )


def train(
    name: Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))],
    minutes: Annotated[float, typer.Option(min=0.0, help=tell("help.minutes"))] = 20.0,
    resume: Annotated[bool, typer.Option("--resume", help=tell("help.resume_training"))] = False,
    shipped: Annotated[bool, typer.Option("--shipped", help=tell("help.shipped"))] = False,
    folder: Annotated[pathlib.Path, typer.Option(file_okay=False, help=tell("help.nets_folder"))] = pathlib.Path(
        "nets"
    ),
    device: Annotated[str, typer.Option(metavar="auto|cpu|cuda", help=tell("help.train_device"))] = "auto",
    games: Annotated[int | None, typer.Option(min=16, help=tell("help.games_at_once"))] = None,
    seed: Annotated[int, typer.Option(help=tell("help.seed_training"))] = 1,
) -> None:
    from chapterhouse.cli.arguments import find_device, find_game
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import make_ready
    from chapterhouse.play.engine import load_engine

    game = find_game(name)
    if importlib.util.find_spec("torch") is None:
        raise Misuse(tell("misuse.no_torch"))
    device = find_device(device)
    if resume and not (folder / f"{game.id}.pt").exists():
        raise Misuse(tell("misuse.no_file", file=folder / f"{game.id}.pt"))
    if resume and shipped:
        raise Misuse(tell("misuse.resume_or_shipped"))
    from chapterhouse.bots.train.run import Plan, recipe_for
    from chapterhouse.bots.train.run import train as run

    engine = load_engine(game.id)
    make_ready(engine)
    command = f"chapterhouse train {game.id} --minutes {minutes:g}" + (f" --games {games}" if games else "")
    command += " --shipped" if shipped else ""
    plan = Plan(folder, minutes=minutes, device=device, seed=seed, is_shipped=shipped, command=command)
    typer.echo(tell("train.begin", game=game.id, device=device, minutes=f"{minutes:g}"))
    try:
        trained = run(engine, plan, recipe_for(device, games), resume, show)
    except KeyboardInterrupt:
        typer.echo(tell("train.stopped", file=folder / f"{game.id}.pt"), err=True)
        raise typer.Exit(130) from None
    except ValueError as e:
        raise Misuse(str(e)) from None
    typer.echo(tell("train.written", file=trained.path.with_suffix(".npz")))
