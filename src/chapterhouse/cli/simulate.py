"""`chapterhouse simulate`: many games by bots, and what came of them."""

from __future__ import annotations

import importlib.util
import math
import os
import pathlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.language import choose, number, tell, texts_for

if TYPE_CHECKING:
    from chapterhouse.arena.cluster import Cluster
    from chapterhouse.games.protocol import Game
    from chapterhouse.play.engine import Engine

CHUNK = 64  # games that share one stream of luck: results do not depend on the number of threads
LONGEST = 100_000  # decisions of a game that are written down; none comes near
KERNELS = {"random", "sensible"}  # bots that play within the compiled driver
MOST_SEED = 2**62  # a column holds 64 bits, and every game has a seed of its own
CLOCKS = ("round", "turn")  # fields of a state that count how far a game has come


@dataclass(frozen=True)
class Result:
    """One finished game."""

    seed: int
    decisions: int
    turns: int | None
    reason: str
    scores: list[int]
    ranks: list[int]
    log: Any = None  # int32[decisions, 3], where asked for: seat, how many actions were legal, action


@dataclass
class Tally:
    """What came of the games so far."""

    bots: list[str]
    results: list[Result] = field(default_factory=list)
    seconds: float = 0.0

    def wins(self, seat: int) -> float:
        """Games that this seat won; a shared win counts in parts."""
        return sum(1 / r.ranks.count(1) for r in self.results if r.ranks[seat] == 1)

    @property
    def draws(self) -> int:
        return sum(r.ranks.count(1) > 1 for r in self.results)


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def rated(
    engine: Engine, states: Any, first: int, players: int, seeds: range, decisions: Any, logs: list[Any]
) -> list[Result]:
    """The results of finished games, of which the first has number `first` in its chunk."""
    import numpy as np

    shape = (len(states), engine.game.seats[1])
    ranks, points = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    engine.rate_games(states, 0, len(states), ranks, points)
    clock = next((name for name in CLOCKS if name in states.dtype.names), None)
    turns = states[clock].tolist() if clock else [None] * len(states)
    columns = (decisions.tolist(), turns, points[:, :players].tolist(), ranks[:, :players].tolist())
    return [
        Result(seeds[first + i], n, turn, engine.game.reason(states[i]), scores, places, logs[i] if logs else None)
        for i, (n, turn, scores, places) in enumerate(zip(*columns, strict=True))
    ]


def by_kernels(
    engine: Engine, boxes: Any, bots: list[str], seeds: range, is_logged: bool, is_stopped: Callable[[], bool]
) -> list[Result]:
    """One chunk of games through the compiled driver; game by game where rules run plain, so that it can stop, or where
    every decision is written down."""
    import numpy as np

    from chapterhouse.kernel.memory import rows_apart
    from chapterhouse.kernel.rng import seeded
    from chapterhouse.play.drivers import RANDOM, SENSIBLE

    n, players = len(seeds), len(bots)
    states = engine.blank(n)
    states[:] = boxes[0]
    for i, seed in enumerate(seeds):
        states["rng"][i] = seeded(seed)[0]
    policies = np.array([SENSIBLE if bot == "sensible" else RANDOM for bot in bots], np.int8)
    # chunks are played by threads at the same time: what they write all the while must not share cache lines
    luck, mask = rows_apart(1, 4, np.int32)[0], rows_apart(1, engine.game.action_count, np.int8)[0]
    seen, counts = rows_apart(1, 1, engine.layout)[0], rows_apart(1, n, np.int32)[0]
    luck[:] = seeded(~seeds.start)[0]
    step = n if engine.mode == "jit" and not is_logged else 1
    paper = np.zeros(3 * LONGEST, np.int32) if is_logged else None
    results: list[Result] = []
    for first in range(0, n, max(step, 1)):
        if is_stopped():
            break
        logs = []
        if paper is None:
            engine.play_games(states, first, first + step, policies, luck, mask, seen, counts)
        else:
            counts[first] = engine.log_game(states, first, policies, luck, mask, seen, paper)
            logs = [paper[: 3 * counts[first]].reshape(-1, 3).copy()]
        piece = slice(first, first + step)
        results += rated(engine, states[piece], first, players, seeds, counts[piece], logs)
    return results


def by_tables(
    game: Game, options: dict[str, Any], bots: list[str], seeds: range, is_logged: bool, is_stopped: Callable[[], bool]
) -> list[Result]:
    """One chunk of games at tables, for bots that are no kernels."""
    import numpy as np

    from chapterhouse.bots import make, play
    from chapterhouse.cli.arguments import open_table

    results: list[Result] = []
    for seed in seeds:
        table = open_table(game, len(bots), seed, options)
        minds = [make(bot, game.id, seed * len(bots) + seat) for seat, bot in enumerate(bots)]
        log: list[tuple[int, int, int]] = []
        while not table.over and not is_stopped():
            seat = table.to_act
            assert seat is not None
            legal = len(table.legal) if is_logged else 0
            log.append((seat, legal, play(table, minds[seat], seat).code))
        if not table.over:
            break
        outcome = table.outcome
        assert outcome is not None
        seen = table.seen(None)
        turns = next((int(seen[name]) for name in CLOCKS if name in seen.dtype.names), None)
        written = np.array(log, np.int32) if is_logged else None
        results.append(Result(seed, table.ply, turns, outcome.reason, outcome.scores, outcome.ranks, written))
    return results


def chunk_of(
    name: str, options: dict[str, Any], bots: list[str], seeds: range, is_logged: bool, is_stopped: Callable[[], bool]
) -> list[Result]:
    """One chunk of games, whichever way these bots are played."""
    from chapterhouse.bots.search import load_searcher
    from chapterhouse.cli.arguments import deal, find_game

    game = find_game(name)
    if set(bots) <= KERNELS:
        engine, boxes = deal(game, len(bots), options)
        return by_kernels(engine.compile(), boxes, bots, seeds, is_logged, is_stopped)
    load_searcher(name).compile()
    return by_tables(game, options, bots, seeds, is_logged, is_stopped)


def chunks(bots: list[str], seed: int, games: int) -> Iterator[range]:
    """The seeds of all games, a chunk at a time; at tables every game has a luck of its own."""
    size = CHUNK if set(bots) <= KERNELS else 1
    for first in range(seed, seed + games, size):
        yield range(first, min(first + size, seed + games))


def run(
    work: Callable[[range, Callable[[], bool]], list[Result]],
    tally: Tally,
    seed: int,
    games: int,
    threads: int,
    show_progress: Callable[[int, int], None],
) -> bool:
    """Play all chunks over threads, in order; False when it was stopped, with the results so far in the tally."""
    import threading
    from concurrent.futures import Future, ThreadPoolExecutor

    stop = threading.Event()
    waiting: list[Future[list[Result]]] = []

    def collect() -> None:
        results = waiting[0].result()
        waiting.pop(0)  # before it is counted: an interruption between the two must not count it twice
        tally.results += results
        show_progress(len(tally.results), games)

    show_progress(0, games)
    began = time.perf_counter()
    pool = ThreadPoolExecutor(threads)
    try:
        for chunk in chunks(tally.bots, seed, games):
            waiting.append(pool.submit(work, chunk, stop.is_set))
            while len(waiting) >= 2 * threads:
                collect()
        while waiting:
            collect()
    except KeyboardInterrupt:
        stop.set()
        for each in waiting:
            tally.results += each.result()
        return False
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
        tally.seconds = time.perf_counter() - began
    return True


def run_over(
    cluster: Cluster,
    job: Callable[[range], tuple[Any, ...]],
    tally: Tally,
    seed: int,
    games: int,
    show_progress: Callable[[int, int], None],
) -> bool:
    """The same over a cluster. What is being played when it is stopped, or the cluster is lost, is left out."""
    show_progress(0, games)
    began = time.perf_counter()
    pieces = cluster.spread(chunk_of, (job(seeds) for seeds in chunks(tally.bots, seed, games)))
    try:
        for results in pieces:
            tally.results += results
            show_progress(len(tally.results), games)
    except KeyboardInterrupt:
        return False
    finally:
        pieces.close()
        tally.results.sort(key=lambda result: result.seed)
        tally.seconds = time.perf_counter() - began
    return cluster.error is None


def write_csv(path: pathlib.Path, tally: Tally) -> None:
    """One line a game."""
    import csv

    seats = range(len(tally.bots))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        head = ["game", "seed", "decisions", "turns", "reason"]
        writer.writerow(head + [f"{what}_{seat}" for seat in seats for what in ("bot", "points", "rank")])
        for game, r in enumerate(tally.results):
            cells: list[Any] = [game, r.seed, r.decisions, r.turns, r.reason]
            for seat in seats:
                cells += [tally.bots[seat], r.scores[seat], r.ranks[seat]]
            writer.writerow(cells)


def _spread(numbers: list[int]) -> str:
    return f"{min(numbers)} / {number(sum(numbers) / len(numbers), 1)} / {max(numbers)}"


def show(tally: Tally, game: Game) -> None:
    """The tables of results."""
    from rich.table import Table as Grid

    from chapterhouse.cli.screen import console
    from chapterhouse.games.seats import seat_says

    screen, texts = console(), texts_for(game.id)
    games = len(tally.results)
    if not games:
        screen.print(tell("simulate.none"))
        return
    heads = ("seat", "bot", "wins", "share", "points", "rank")
    grid = Grid(*(tell(f"simulate.{head}") for head in heads), title=tell("simulate.title", game=game.id, n=games))
    for column in grid.columns[2:]:
        column.justify = "right"
    for seat, bot in enumerate(tally.bots):
        wins = tally.wins(seat)
        low, high = interval(wins, games)
        grid.add_row(
            seat_says(seat, texts),
            bot,
            number(wins, 0 if wins == int(wins) else 1),
            f"{number(100 * wins / games, 1)} % ({number(100 * low, 1)}–{number(100 * high, 1)})",
            number(sum(r.scores[seat] for r in tally.results) / games, 2),
            number(sum(r.ranks[seat] for r in tally.results) / games, 2),
        )
    screen.print(grid)
    decisions = [r.decisions for r in tally.results]
    screen.print(f"{tell('simulate.decisions')}: {_spread(decisions)}")
    turns = [r.turns for r in tally.results if r.turns is not None]
    if turns:
        screen.print(f"{tell('simulate.turns')}: {_spread(turns)}")
    reasons = Counter(r.reason for r in tally.results)
    summary = ", ".join(f"{choose(texts, key, key).rstrip('.')} {n}" for key, n in reasons.most_common())
    screen.print(f"{tell('simulate.reasons')}: {summary}")
    screen.print(f"{tell('simulate.draws')}: {tally.draws}")
    speed = sum(decisions) / max(tally.seconds, 1e-9)
    screen.print(tell("simulate.speed", seconds=number(tally.seconds, 1), speed=number(speed)))


def simulate(
    name: Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help=tell("help.games"))] = 1000,
    players: Annotated[int | None, typer.Option(help=tell("help.players"))] = None,
    bots: Annotated[str, typer.Option(help=tell("help.bots_list"))] = "sensible",
    seed: Annotated[int | None, typer.Option(min=-MOST_SEED, max=MOST_SEED, help=tell("help.seeds"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=tell("help.option"))] = None,
    csv: Annotated[pathlib.Path | None, typer.Option(dir_okay=False, help=tell("help.csv"))] = None,
    out: Annotated[pathlib.Path | None, typer.Option(dir_okay=False, help=tell("help.out"))] = None,
    threads: Annotated[int | None, typer.Option(min=1, help=tell("help.threads"))] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help=tell("help.cluster"))] = None,
) -> None:
    from chapterhouse.cli.arguments import deal, find_bots, find_game, find_options, find_players, find_seed
    from chapterhouse.cli.cluster import join, tell_error
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.screen import make_ready, progress

    game = find_game(name)
    count = find_players(game, players)
    chosen = find_options(game, option)
    tally = Tally(find_bots(game, bots, count))
    seed = find_seed(seed)
    for path in (csv, out):
        if path is not None and not path.absolute().parent.is_dir():
            raise Misuse(tell("misuse.no_folder", folder=path.parent))
        if path is not None:
            path.open("ab").close()  # what cannot be written is said before hours of play
    if out is not None and importlib.util.find_spec("pyarrow") is None:
        raise Misuse(tell("misuse.needs_extra", extra="data"))
    engine, boxes = deal(game, count, chosen)

    def job(seeds: range, is_stopped: Callable[[], bool] = bool) -> tuple[Any, ...]:
        return game.id, chosen, tally.bots, seeds, out is not None, is_stopped

    def work(seeds: range, is_stopped: Callable[[], bool]) -> list[Result]:
        return chunk_of(*job(seeds, is_stopped))

    is_lost = False
    if cluster is None:
        make_ready(engine, "play_games" if out is None else "log_game", "rate_games")
        with progress(tell("simulate.playing", game=game.id)) as show_progress:
            is_whole = run(work, tally, seed, games, threads or os.cpu_count() or 1, show_progress)
    else:
        joined = join(cluster)
        with progress(tell("simulate.playing", game=game.id)) as show_progress:
            is_whole = run_over(joined, job, tally, seed, games, show_progress)
        is_lost = tell_error(joined)
    if not is_whole:
        typer.echo(tell("simulate.stopped", done=len(tally.results), n=games), err=True)
    show(tally, game)
    if csv is not None:
        write_csv(csv, tally)
        typer.echo(tell("simulate.written", file=csv))
    if out is not None:
        from chapterhouse.cli.parquet import write_parquet

        write_parquet(out, tally, game, {"players": count, **chosen}, boxes[0])
        typer.echo(tell("simulate.written", file=out))
    if not is_whole:
        raise typer.Exit(1 if is_lost else 130)
