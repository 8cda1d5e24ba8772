"""`chapterhouse bench`: how fast every game runs here, beside OpenSpiel where that is installed."""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.language import number, tell

if TYPE_CHECKING:
    from chapterhouse.play.engine import Engine

SLICES = 100  # a measurement is the best of so many, ours and OpenSpiel's alike: other work on the machine only slows
STATES = 16
DECISIONS = 1000  # of each state in one call of the compiled loop
PEERS = ("hearts", "goofspiel", "gin_rummy", "backgammon")
IMPORT = "import time; t = time.perf_counter(); import chapterhouse; print(time.perf_counter() - t)"
COMPILE = """
import sys, time
t = time.perf_counter()
from chapterhouse.play.engine import load_engine
load_engine(sys.argv[1]).compile().compile_now(*sys.argv[2:])
print(time.perf_counter() - t)
"""


def _in_subprocess(code: str, *arguments: str, **environment: str) -> float:
    """The number that a fresh Python prints."""
    import chapterhouse

    home = str(pathlib.Path(chapterhouse.__file__).parent.parent)
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    around = {name: value for name, value in os.environ.items() if name != "CHAPTERHOUSE_MODE"}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, env=around | {"PYTHONPATH": path} | environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def import_seconds() -> float:
    """Of `import chapterhouse`, the best of three fresh processes."""
    return min(_in_subprocess(IMPORT) for _ in range(3))


def compile_seconds(game: str, *loops: str) -> tuple[float, float]:
    """Until what a table needs, and these loops, is compiled, imports included, in a fresh process: with an empty
    cache, and with a full one."""
    with tempfile.TemporaryDirectory(prefix="chapterhouse-bench-") as cache:
        cold = _in_subprocess(COMPILE, game, *loops, CHAPTERHOUSE_CACHE=cache)
        warm = min(_in_subprocess(COMPILE, game, *loops, CHAPTERHOUSE_CACHE=cache) for _ in range(2))
    return cold, warm


class RandomPlay:
    """Random play of a few states of one game, the full legal mask made for every decision."""

    def __init__(self, engine: Engine, boxes: Any, seed: int, decisions: int) -> None:
        import numpy as np

        from chapterhouse.kernel.memory import rows_apart
        from chapterhouse.kernel.rng import seeded

        self.states = boxes.copy()
        self.states["rng"] = seeded(seed, len(self.states))
        for s in self.states:
            engine.set_up(s)
        self.luck = seeded(~seed, len(self.states))
        self.mask = rows_apart(1, engine.game.action_count, np.int8)[0]
        self.step = decisions
        self.decisions = self.games = 0

    def run(self, loop: Callable[..., int], seconds: float) -> float:
        """Play for so long; decisions a second."""
        before, began = self.decisions, time.perf_counter()
        while True:
            self.games += loop(self.states, 0, len(self.states), self.step, self.luck, self.mask)
            self.decisions += len(self.states) * self.step
            passed = time.perf_counter() - began
            if passed >= seconds:
                return (self.decisions - before) / passed


def measure(name: str, seconds: float) -> dict[str, float]:
    """All numbers of one game."""
    from concurrent.futures import ThreadPoolExecutor

    from chapterhouse.cli.arguments import deal, find_game, find_players
    from chapterhouse.cli.screen import make_ready
    from chapterhouse.kernel.batch import count_cores

    game = find_game(name)
    engine, boxes = deal(game, find_players(game, None), {}, STATES)
    plain = RandomPlay(engine, boxes[:1], 1, 20)
    plain_speed = _best(lambda: plain.run(engine.plain["random_steps"], seconds / SLICES))
    at_table, _ = compile_seconds(game.id)
    cold, warm = compile_seconds(game.id, "random_steps")
    make_ready(engine)
    alone = RandomPlay(engine, boxes, 2, DECISIONS if engine.mode == "jit" else 1)
    alone.run(engine.random_steps, 0.0)
    crowd = [RandomPlay(engine, boxes, 3 + i, alone.step) for i in range(count_cores())]
    alone_speed = crowd_speed = 0.0
    with ThreadPoolExecutor(len(crowd)) as pool:
        for _ in range(SLICES):  # in turn: other work on the machine comes and goes
            alone_speed = max(alone_speed, alone.run(engine.random_steps, seconds / SLICES))
            together = pool.map(lambda each: each.run(engine.random_steps, seconds / SLICES), crowd)
            crowd_speed = max(crowd_speed, sum(together))
    return {
        "decisions_per_second": alone_speed,
        "decisions_per_second_all_cores": crowd_speed,
        "plain_decisions_per_second": plain_speed,
        "games_per_second": alone_speed * alone.games / alone.decisions,
        "state_bytes": engine.layout.itemsize,
        "compile_table_seconds": at_table,
        "compile_cold_seconds": cold,
        "compile_warm_seconds": warm,
    }


def _best(measured: Callable[[], float]) -> float:
    return max(measured() for _ in range(SLICES))


def measure_peer(name: str, seconds: float) -> float:
    """Decisions a second of OpenSpiel's own random bots in its own loop over one game after the other."""
    import pyspiel

    game = pyspiel.load_game(name)
    seed = 0

    def run() -> float:
        nonlocal seed
        decisions, passed = 0, 0.0
        while not passed or passed < seconds / SLICES:
            bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(game.num_players())]
            state = game.new_initial_state()
            seed += 1
            began = time.perf_counter()
            pyspiel.evaluate_bots(state, bots, seed)
            passed += time.perf_counter() - began
            decisions += sum(entry.player >= 0 for entry in state.full_history())
        return decisions / passed

    return _best(run)


def measure_all(games: list[str], seconds: float) -> dict[str, Any]:
    """Everything, under the names that the JSON file has."""
    report: dict[str, Any] = {"import_seconds": import_seconds()}
    report["games"] = {game: measure(game, seconds) for game in games}
    report["peers"] = {}
    if importlib.util.find_spec("pyspiel"):
        report["peers"]["openspiel"] = {}
        for name in PEERS:
            speed = measure_peer(name, seconds)
            ratios = {game: report["games"][game]["decisions_per_second"] / speed for game in games}
            report["peers"]["openspiel"][name] = {"decisions_per_second": speed, "ratios": ratios}
    return report


def short(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def show(report: dict[str, Any]) -> None:
    """The same as tables for people."""
    from rich.table import Table as Grid

    from chapterhouse.cli.screen import console

    screen, games = console(), report["games"]
    grid = Grid(tell("bench.measured"), *games)
    for key in next(iter(games.values())):
        grid.add_row(tell(f"bench.{key}"), *(short(games[game][key]) for game in games))
    for peer, measured in report["peers"].get("openspiel", {}).items():
        cells = [f"{short(measured['decisions_per_second'])} (× {short(measured['ratios'][game])})" for game in games]
        grid.add_row(tell("bench.peer", peer=peer), *cells)
    for column in grid.columns[1:]:
        column.justify = "right"
    screen.print(grid)
    screen.print(tell("bench.import", seconds=number(report["import_seconds"], 3)))
    if not report["peers"]:
        screen.print(tell("bench.no_peers"))


def report_on(
    games: list[str] | None,
    file: pathlib.Path | None,
    measure: Callable[[list[str]], dict[str, Any]],
    show: Callable[[dict[str, Any]], None],
) -> None:
    """Measure these games, or all, and show it; write it down too where that was asked for."""
    from chapterhouse.cli.arguments import find_game
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.games import NAMES

    names = [find_game(name).id for name in games or NAMES]
    if file is not None and not file.absolute().parent.is_dir():
        raise Misuse(tell("misuse.no_folder", folder=file.parent))
    report = measure(names)
    show(report)
    if file is not None:
        file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        typer.echo(tell("simulate.written", file=file))


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help=tell("help.games_all"))] = None,
    file: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
    seconds: Annotated[float, typer.Option(min=0.0, help=tell("help.seconds"))] = 2.0,
) -> None:
    report_on(games, file, lambda names: measure_all(names, seconds), show)
