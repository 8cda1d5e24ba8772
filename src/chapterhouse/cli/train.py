"""`chapterhouse train`: a net of a game by self-play."""

from __future__ import annotations

import importlib.util
import pathlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.language import number, tell

if TYPE_CHECKING:
    from chapterhouse.bots.train.run import Training


def _percent(shares: dict[str, float]) -> str:
    return ", ".join(f"{players}: {number(100 * share, 1)} %" for players, share in shares.items())


def show(training: Training, line: dict[str, Any]) -> None:
    """One progress line."""
    from chapterhouse.cli.screen import console

    console().print(
        tell(
            "train.line",
            percent=f"{100 * min(1.0, training.part):.0f}",
            minutes=number(line["seconds"] / 60, 1),
            millions=number(line["decisions"] / 1e6, 2),
            sensible=_percent(line["sensible"]),
            past=_percent(line["past"]),
        )
    )


def train(
    name: Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))],
    minutes: Annotated[float, typer.Option(min=0.0, help=tell("help.minutes"))] = 20.0,
    resume: Annotated[bool, typer.Option("--resume", help=tell("help.resume_training"))] = False,
    shipped: Annotated[bool, typer.Option("--shipped", help=tell("help.shipped"))] = False,
    nets_only: Annotated[bool, typer.Option("--nets-only", help=tell("help.nets_only"))] = False,
    folder: Annotated[pathlib.Path, typer.Option(file_okay=False, help=tell("help.nets_folder"))] = pathlib.Path(
        "nets"
    ),
    device: Annotated[str, typer.Option(metavar="auto|cpu|cuda", help=tell("help.train_device"))] = "auto",
    games: Annotated[int | None, typer.Option(min=16, help=tell("help.games_at_once"))] = None,
    seed: Annotated[int, typer.Option(help=tell("help.seed_training"))] = 1,
    search: Annotated[bool, typer.Option("--search", help=tell("help.train_search"))] = False,
    simulations: Annotated[int | None, typer.Option(min=2, help=tell("help.train_simulations"))] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help=tell("help.jobs"))] = None,
) -> None:
    from chapterhouse.cli.arguments import find_device, find_file, find_game
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import make_ready
    from chapterhouse.play.engine import load_engine

    game = find_game(name)
    if importlib.util.find_spec("torch") is None:
        raise Misuse(tell("misuse.no_torch"))
    device = find_device(device)
    kept = folder / f"{game.id}{'.npz' if search else '.pt'}"
    if resume:
        find_file(kept)
    earlier = [path for end in (".pt", ".npz", "-games-*.npz") for path in sorted(folder.glob(game.id + end))]
    if earlier and not resume:
        raise Misuse(tell("misuse.trained_before", file=earlier[0]))
    without_search = {"games": games, "shipped": shipped, "nets-only": nets_only}
    others = without_search if search else {"simulations": simulations, "jobs": jobs}
    for option, given in others.items():
        if given:
            raise Misuse(tell("misuse.not_with_search" if search else "misuse.only_with_search", option=option))
    if resume and shipped:
        raise Misuse(tell("misuse.resume_or_shipped"))
    folder.mkdir(parents=True, exist_ok=True)  # where nothing can be written is said before the work
    if search:
        _learn_from_search(game.id, minutes, folder, device, seed, jobs, simulations, is_resumed=resume)
        return
    from chapterhouse.bots.train.run import Plan, recipe_for
    from chapterhouse.bots.train.run import train as run

    engine = load_engine(game.id)
    make_ready(engine)
    command = f"chapterhouse train {game.id} --minutes {minutes:g}" + (f" --games {games}" if games else "")
    command += (" --shipped" if shipped else "") + (" --nets-only" if nets_only else "")
    plan = Plan(folder, minutes=minutes, device=device, seed=seed, is_shipped=shipped, command=command)
    typer.echo(tell("train.begin", game=game.id, device=device, minutes=f"{minutes:g}"))
    try:
        trained = run(engine, plan, recipe_for(device, games, nets_only=nets_only), resume, show)
    except KeyboardInterrupt:
        typer.echo(tell("train.stopped", file=folder / f"{game.id}.pt"), err=True)
        raise typer.Exit(130) from None
    except ValueError as e:
        raise Misuse(str(e)) from None
    typer.echo(tell("train.written", file=trained.path.with_suffix(".npz")))


def _learn_from_search(
    game: str,
    minutes: float,
    folder: pathlib.Path,
    device: str,
    seed: int,
    jobs: int | None,
    simulations: int | None,
    *,
    is_resumed: bool,
) -> None:
    from chapterhouse.bots import cores
    from chapterhouse.bots.train.expert import Expert, Plan, recipe_for
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import console, progress
    from chapterhouse.play.engine import load_engine

    recipe = recipe_for(device, simulations)
    jobs = jobs or cores.total
    command = f"chapterhouse train {game} --search --minutes {minutes:g}"
    command += f" --simulations {recipe.simulations}" if simulations else ""
    command += " --resume" if is_resumed else ""
    plan = Plan(folder, minutes, device, jobs, seed, is_resumed, command)
    try:
        expert = Expert(load_engine(game), plan, recipe)
    except ValueError as e:
        raise Misuse(str(e)) from None
    rounds = tell("train.round") if plan.rounds == 1 else tell("train.rounds", n=plan.rounds)
    typer.echo(tell("train.search_begin", game=game, minutes=f"{minutes:g}", jobs=jobs, rounds=rounds))
    try:
        for _ in range(plan.rounds):
            with progress(tell("train.playing")) as show:
                expert.play(show)
            with progress(tell("train.learning")) as show:
                done = expert.learn(show)
            (policy_before, value_before), (policy, value) = done.before, done.after
            losses = {"policy_before": policy_before, "value_before": value_before, "policy": policy, "value": value}
            parts = {name: number(loss, 3) for name, loss in losses.items()}
            console().print(tell("train.search_line", games=done.games, choices=done.choices, **parts))
    except KeyboardInterrupt:
        typer.echo(tell("train.search_stopped", games=expert.games, folder=folder), err=True)
        raise typer.Exit(130) from None
    shares = {name: _percent({str(n): share for n, share in each.items()}) for name, each in expert.finish().items()}
    console().print(tell("train.search_shares", **shares))
    typer.echo(tell("train.written", file=expert.path))
