"""`chapterhouse bench peers`: our games and those of other libraries in one run, each by its own random play."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import pathlib
import platform
import random
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from chapterhouse.cli.bench import DECISIONS, STATES, RandomPlay, short
from chapterhouse.cli.language import tell
from chapterhouse.cli.pgx import GAMES as PGX
from chapterhouse.cli.pgx import pgx

Play = Callable[[int], float]  # play one game from a seed; how many decisions it had
COUNTED = 50  # games whose decisions are counted
SLICES = 20  # the best of so many: other work on the machine only slows

OPENSPIEL = ("backgammon", "gin_rummy", "goofspiel", "hearts")
PETTINGZOO = ("connect_four_v3", "tictactoe_v3")
RLCARD = ("limit-holdem", "uno", "gin-rummy")


def openspiel(name: str) -> Play:
    """OpenSpiel's own bots in its own loop. Decisions are counted beforehand: to ask a state for them takes longer than
    to play it."""
    import pyspiel

    game = pyspiel.load_game(name)

    def run(seed: int) -> Any:
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(game.num_players())]
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return state

    counts = [sum(entry.player >= 0 for entry in run(seed).full_history()) for seed in range(COUNTED)]
    mean: float = sum(counts) / COUNTED

    def play(seed: int) -> float:
        run(seed)
        return mean

    return play


def pettingzoo(name: str) -> Play:
    """The loop of PettingZoo's own documentation."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()

    def play(seed: int) -> int:
        env.reset(seed=seed)
        decisions = 0
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            action = None if over or cut else env.action_space(agent).sample(observation["action_mask"])
            decisions += action is not None
            env.step(action)
        return decisions

    return play


def rlcard(name: str) -> Play:
    """RLCard's random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(seed: int) -> int:
        paths, _ = env.run(is_training=False)
        return sum(len(path) // 2 for path in paths)

    return play


def catanatron(name: str) -> Play:
    """Catanatron's random players, four of them."""
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions)

    return play


# library → (what is imported, what is installed, its games, how one is played)
PEERS: dict[str, tuple[str, str, tuple[str, ...], Callable[[str], Play]]] = {
    "OpenSpiel": ("pyspiel", "open_spiel", OPENSPIEL, openspiel),
    "PettingZoo": ("pettingzoo", "pettingzoo", PETTINGZOO, pettingzoo),
    "RLCard": ("rlcard", "rlcard", RLCARD, rlcard),
    "Catanatron": ("catanatron", "catanatron", ("base",), catanatron),
    "PGX": ("pgx", "pgx", PGX, pgx),
}


def speed_of(play: Play, seconds: float) -> float:
    """Decisions a second: the best of some short slices, each of one game or more."""
    best, seed = 0.0, 0
    for _ in range(SLICES):
        decisions, began = 0.0, time.perf_counter()
        passed = 0.0
        while not passed or passed < seconds / SLICES:
            seed += 1
            decisions += play(seed)
            passed = time.perf_counter() - began
        best = max(best, decisions / passed)
    return best


def measure_ours(names: list[str], seconds: float) -> dict[str, float]:
    """One thread, the mask of all legal actions made for every decision."""
    from chapterhouse.cli.arguments import deal, find_game, find_players
    from chapterhouse.cli.screen import make_ready

    rates = {}
    for name in names:
        game = find_game(name)
        engine, boxes = deal(game, find_players(game, None), {}, STATES)
        make_ready(engine)
        play = RandomPlay(engine, boxes, 1, DECISIONS if engine.mode == "jit" else 1)
        play.run(engine.random_steps, 0.0)
        rates[name] = max(play.run(engine.random_steps, seconds / SLICES) for _ in range(SLICES))
    return rates


def measure_all(names: list[str], seconds: float, show: Callable[[int, int], None]) -> dict[str, Any]:
    """Everything, under the names that the JSON file has; a peer that cannot be measured is named with the reason."""
    random.seed(0)
    ours = measure_ours(names, seconds)
    peers: list[dict[str, Any]] = []
    absent: dict[str, str] = {}
    for done, (library, (module, package, games, prepare)) in enumerate(PEERS.items()):
        show(done, len(PEERS))
        if importlib.util.find_spec(module) is None:
            absent[library] = "-"
            continue
        version = importlib.metadata.version(package)
        for game in games:
            try:
                speed = speed_of(prepare(game), seconds)
            except Exception as e:  # a peer that fails here must not take the others with it; it is named
                absent[f"{library} {version} {game}"] = f"{type(e).__name__}: {e}".splitlines()[0][:80]
                continue
            ratios = {name: own / speed for name, own in ours.items()}
            peers.append({"library": library, "version": version, "game": game, "speed": speed, "ratios": ratios})
    machine = {"python": platform.python_version(), "machine": platform.machine(), "date": time.strftime("%Y-%m-%d")}
    return {"machine": machine, "ours": ours, "peers": peers, "absent": absent}


def draw_plot(report: dict[str, Any], path: pathlib.Path) -> None:
    """Decisions a second of all games, on a logarithmic scale."""
    from matplotlib.figure import Figure

    rows = [(tell("peers.ours") + " " + name, speed, "#8c2f2f") for name, speed in report["ours"].items()]
    rows += [(f"{peer['library']} {peer['game']}", peer["speed"], "#6b7a8f") for peer in report["peers"]]
    rows.sort(key=lambda row: row[1])
    figure = Figure(figsize=(8, 0.32 * len(rows) + 1), layout="constrained")
    axes = figure.subplots()
    axes.barh([row[0] for row in rows], [row[1] for row in rows], color=[row[2] for row in rows])
    axes.set_xscale("log")
    axes.set_xlabel(tell("peers.title"))
    figure.savefig(path)


def show_table(report: dict[str, Any]) -> None:
    """The same for people, as a table."""
    from rich.table import Table as Grid

    from chapterhouse.cli.screen import console

    ours = report["ours"]
    heads = [tell("peers.library"), tell("peers.game"), tell("peers.speed")]
    grid = Grid(*heads, *(tell("peers.times", game=name) for name in ours), title=tell("peers.title"))
    for column in grid.columns[2:]:
        column.justify = "right"
    for name, speed in ours.items():
        grid.add_row(tell("peers.ours"), name, short(speed), *("" for _ in ours))
    for peer in report["peers"]:
        ratios = [f"× {short(peer['ratios'][name])}" for name in ours]
        grid.add_row(f"{peer['library']} {peer['version']}", peer["game"], short(peer["speed"]), *ratios)
    console().print(grid)
    if report["absent"]:
        names = "; ".join(name if why == "-" else f"{name} ({why})" for name, why in report["absent"].items())
        console().print(tell("peers.absent", names=names))


def bench_peers(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help=tell("help.games_all"))] = None,
    seconds: Annotated[float, typer.Option(min=0.0, help=tell("help.seconds"))] = 2.0,
    file: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
    plot: Annotated[pathlib.Path | None, typer.Option(dir_okay=False, help=tell("help.plot"))] = None,
) -> None:
    from chapterhouse.cli.arguments import find_game
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import progress
    from chapterhouse.games import NAMES

    names = [find_game(name).id for name in games or NAMES]
    for path in (file, plot):
        if path is not None and not path.absolute().parent.is_dir():
            raise Misuse(tell("misuse.no_folder", folder=path.parent))
    if plot is not None and importlib.util.find_spec("matplotlib") is None:
        raise Misuse(tell("misuse.needs_extra", extra="peers"))
    with progress(tell("peers.title")) as show:
        report = measure_all(names, seconds, show)
    show_table(report)
    if file is not None:
        file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        typer.echo(tell("simulate.written", file=file))
    if plot is not None:
        draw_plot(report, plot)
        typer.echo(tell("simulate.written", file=plot))
