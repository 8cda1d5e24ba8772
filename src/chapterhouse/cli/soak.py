"""`chapterhouse soak`: games by bots for as long as asked, everything checked before every decision."""

from __future__ import annotations

import json
import pathlib
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.language import number, tell, texts_for

if TYPE_CHECKING:
    from chapterhouse.play.soak import Fault, Soak


def run(
    soak: Soak, decisions: int, seconds: float | None, show: Callable[[int, int], None]
) -> tuple[Fault | None, bool]:
    """Play on until enough is done, a fault is found, or Ctrl-C; the fault, and whether it was stopped."""
    stopped: list[Any] = []
    began = time.monotonic()
    before = signal.signal(signal.SIGINT, lambda *_: stopped.append(True))

    def is_enough() -> bool:
        return bool(stopped) or (seconds is not None and time.monotonic() - began > seconds)

    fault = None
    try:
        for latest in soak.run(decisions, is_enough):
            fault = latest
            show(min(soak.decisions, decisions), decisions)
    finally:
        signal.signal(signal.SIGINT, before)
    return fault, bool(stopped)


def soak(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help=tell("help.games_all"))] = None,
    decisions: Annotated[int, typer.Option("--decisions", "-n", min=1, help=tell("help.soak_decisions"))] = 1_000_000,
    seconds: Annotated[float | None, typer.Option(min=0.0, help=tell("help.soak_seconds"))] = None,
    seed: Annotated[int, typer.Option(help=tell("help.seeds"))] = 0,
    device: Annotated[str, typer.Option(metavar="auto|cpu|cuda", help=tell("help.play_device"))] = "auto",
    threads: Annotated[int | None, typer.Option(min=1, help=tell("help.threads"))] = None,
    out: Annotated[pathlib.Path, typer.Option(dir_okay=False, help=tell("help.soak_out"))] = pathlib.Path("fault.json"),
) -> None:
    from chapterhouse.cli.arguments import find_device, find_game
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import make_ready, progress
    from chapterhouse.games import NAMES
    from chapterhouse.play.engine import load_engine
    from chapterhouse.play.soak import Soak

    chosen = [find_game(name) for name in games or NAMES]
    if not out.absolute().parent.is_dir():
        raise Misuse(tell("misuse.no_folder", folder=out.parent))
    place = find_device(device)
    for game in chosen:
        engine = load_engine(game.id)
        make_ready(engine, "soak_games")
        soaking = Soak(engine, seed, place, threads)
        began = time.monotonic()
        with progress(tell("soak.playing", game=game.id)) as show:
            fault, is_stopped = run(soaking, decisions, seconds, show)
        passed = max(time.monotonic() - began, 1e-9)
        told = {
            "decisions": number(soaking.decisions),
            "games": number(soaking.games),
            "speed": number(int(soaking.decisions / passed)),
        }
        typer.echo(tell("soak.done", game=game.id, sets=len(soaking.sets), **told))
        if fault is not None:
            what = texts_for(game.id)(f"law.{fault.law}") if fault.law else tell(f"soak.{fault.kind}")
            place_of = ", ".join(f"{name}={value}" for name, value in fault.options.items())
            typer.echo(
                tell("soak.fault", game=game.id, what=what, ply=len(fault.actions), seed=fault.seed, how=place_of)
            )
            out.write_text(json.dumps(fault.record(game), indent=1) + "\n", encoding="utf-8")
            typer.echo(tell("simulate.written", file=out))
            raise typer.Exit(1)
        typer.echo(tell("soak.sound", game=game.id))
        if is_stopped:
            raise typer.Exit(130)
