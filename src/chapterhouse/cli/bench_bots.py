"""`chapterhouse bench bots`: how fast bots think here, beside OpenSpiel's own tree search where that is installed."""

from __future__ import annotations

import importlib.util
import pathlib
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import typer

from chapterhouse.cli.bench import report_on
from chapterhouse.cli.language import tell

SLICES = 40  # a measurement is the best of so many, ours and OpenSpiel's alike
STEP = 64  # simulations in one call, from an empty tree, ours and OpenSpiel's alike
ASKED = 5  # decisions of a level
PEERS = {
    "hearts": "hearts",
    "goofspiel": "turn_based_simultaneous_game(game=goofspiel(imp_info=false,num_cards=13))",
    "gin_rummy": "gin_rummy",
}


def middle(game: str) -> Any:
    """A fixed position: half of a game by the rules of thumb, at a decision with a choice."""
    from chapterhouse.kernel.rng import seeded
    from chapterhouse.play.table import Table

    table, luck = Table(game, seed=3), seeded(3)[0]
    while not table.over:
        assert table.to_act is not None
        table.act(table.engine.sensible(table.seen(table.to_act), luck))
    ply = table.ply // 2
    while len(table.at(ply).legal) < 2:
        ply += 1
    return table.at(ply)


def _best(seconds: float, step: Callable[[], int], clock: Callable[[], float] = time.thread_time) -> float:
    """The most of whatever `step` counts in a second, over short slices: of this thread's own time, since it may have
    to share its core with others, or of another clock's."""
    most = 0.0
    for _ in range(SLICES):
        done, began = 0, clock()
        while True:
            done += step()
            passed = max(1e-9, clock() - began)
            if passed >= seconds / SLICES:
                break
        most = max(most, done / passed)
    return most


def measure(game: str, seconds: float) -> dict[str, float]:
    """All numbers of one game."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    from chapterhouse.bots.net import FOLDER
    from chapterhouse.bots.search import Question, Recipe, SearchTree, load_searcher, recipe_of
    from chapterhouse.kernel.batch import count_cores
    from chapterhouse.kernel.rng import seeded

    searcher = load_searcher(game).compile()
    table = middle(game)
    question = Question.about(searcher.engine, table.seen(table.to_act), table.to_act)
    by_thumb = recipe_of(searcher.game)
    at_random = replace(by_thumb, random_share=1.0, trust=0.0, rival_trust=0.0)  # as OpenSpiel's search has it

    def search_tree(seed: int) -> SearchTree:
        grown = SearchTree(searcher, 64 + 4 * STEP)
        grown.luck[:] = seeded(seed)[0]
        return grown

    def stepper(one: SearchTree, recipe: Recipe) -> Callable[[], int]:
        row = recipe.row()

        def step() -> int:
            one.nodes = 0
            one.simulate(question, STEP, row)
            return STEP

        return step

    alone, loose = search_tree(1), search_tree(1)
    figures = {"simulations_per_second": _best(seconds, stepper(alone, by_thumb))}
    crowd = [search_tree(2 + i) for i in range(count_cores())]
    with ThreadPoolExecutor(len(crowd)) as pool:
        speeds = pool.map(lambda one: _best(seconds, stepper(one, by_thumb), time.perf_counter), crowd)
        figures["simulations_per_second_all_cores"] = sum(speeds)
    figures["playout_decisions"] = float(alone.counts[1] / alone.counts[0])
    figures["playout_decisions_per_second"] = figures["simulations_per_second"] * figures["playout_decisions"]
    simulations = _best(seconds, stepper(loose, at_random))
    figures["random_playout_decisions_per_second"] = simulations * float(loose.counts[1] / loose.counts[0])
    if searcher.net is not None:
        asked = SearchTree(searcher, 1 << 16, has_net=True)
        asked.luck[:] = seeded(1)[0]
        row = replace(recipe_of(searcher.game, has_net=True), net_value=1.0).row()

        def ask() -> int:
            before = int(asked.counts[3])
            asked.simulate(question, 8, row)
            return int(asked.counts[3]) - before

        figures["net_evaluations_per_second"] = _best(seconds, ask)
        figures["weights_bytes"] = float((FOLDER / f"{game}.npz").stat().st_size)
    figures["tree_bytes_per_node"] = float(alone.tree[:1].nbytes + alone.sums[:1].nbytes)
    assert np.isfinite(list(figures.values())).all()
    return figures


def measure_levels(game: str) -> dict[str, dict[str, float]]:
    """What each level costs at the same position: milliseconds a decision, the middle of some (the last level takes
    its time, and is asked once), and the memory that it asks for."""
    import statistics
    import tracemalloc

    from chapterhouse.bots import levels, make

    table, costs = middle(game), {}
    for level in levels():
        times, peaks = [], []
        for seed in range(ASKED if level.budget.simulations else 1):
            bot = make(level.id, game, seed)
            tracemalloc.start()
            began = time.perf_counter()
            bot.choose(table.seen(table.to_act), table.to_act)
            times.append(1000 * (time.perf_counter() - began))
            peaks.append(float(tracemalloc.get_traced_memory()[1]))
            tracemalloc.stop()
        costs[level.id] = {"milliseconds": statistics.median(times), "bytes": max(peaks)}
    return costs


def measure_peer(name: str, seconds: float) -> dict[str, float]:
    """OpenSpiel's MCTS with one random rollout a simulation: simulations times mean playout length in a second."""
    import random

    import pyspiel

    chance = random.Random(1)
    game = pyspiel.load_game(PEERS[name])
    state = game.new_initial_state()

    def step(at: Any) -> int:
        if at.is_chance_node():
            codes, odds = zip(*at.chance_outcomes(), strict=True)
            at.apply_action(chance.choices(codes, odds)[0])
            return 0
        at.apply_action(chance.choice(at.legal_actions()))
        return 1

    decisions = 0
    while decisions < 12 or state.is_chance_node() or len(state.legal_actions()) < 2:
        decisions += step(state)
    lengths = []
    for _ in range(20):
        copy, n = state.clone(), 0
        while not copy.is_terminal():
            n += step(copy)
        lengths.append(n)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, STEP, 1000, False, 1, False)

    def think() -> int:
        bot.restart_at(state)
        bot.step(state)
        return STEP

    simulations = _best(seconds, think)
    length = sum(lengths) / len(lengths)
    return {"simulations_per_second": simulations, "playout_decisions_per_second": simulations * length}


def measure_all(games: list[str], seconds: float) -> dict[str, Any]:
    """Everything, under the names that the JSON file has."""
    report: dict[str, Any] = {"games": {game: measure(game, seconds) for game in games}, "peers": {}}
    report["levels"] = {game: measure_levels(game) for game in games}
    if importlib.util.find_spec("pyspiel"):
        report["peers"]["openspiel_mcts"] = {name: measure_peer(name, seconds) for name in PEERS}
    return report


def show(report: dict[str, Any]) -> None:
    from rich.table import Table as Grid

    from chapterhouse.cli.bench import short
    from chapterhouse.cli.screen import console

    screen, games = console(), report["games"]
    grid = Grid(tell("bench.measured"), *games)
    for key in dict.fromkeys(key for numbers in games.values() for key in numbers):
        cells = (short(games[game][key]) if key in games[game] else "" for game in games)
        grid.add_row(tell(f"bench.{key}"), *cells)
    for level in next(iter(report["levels"].values())):
        costs = (report["levels"][game][level] for game in games)
        cells = (f"{short(cost['milliseconds'])} ms, {short(cost['bytes'] / 1e6)} MB" for cost in costs)
        grid.add_row(tell("bench.level", level=level), *cells)
    for peer, numbers in report["peers"].get("openspiel_mcts", {}).items():
        speed = numbers["playout_decisions_per_second"]
        ratios = (games[game]["random_playout_decisions_per_second"] / speed for game in games)
        row = tell("bench.peer_mcts", peer=peer)
        grid.add_row(row, *(f"{short(speed)} (× {short(ratio)})" for ratio in ratios))
    for column in grid.columns[1:]:
        column.justify = "right"
    screen.print(grid)
    if not report["peers"]:
        screen.print(tell("bench.no_peers"))


def bench_bots(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help=tell("help.games_all"))] = None,
    file: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
    seconds: Annotated[float, typer.Option(min=0.0, help=tell("help.seconds"))] = 2.0,
) -> None:
    report_on(games, file, lambda names: measure_all(names, seconds), show)
