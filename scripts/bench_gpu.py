"""What the same rules do on a GPU: equal games, decisions a second, a long run; on all cores beside it; and PGX on the
same GPU. Needs a GPU, numba and numba-cuda, and for the last JAX and PGX.

python scripts/bench_gpu.py [GAME | cores | pgx ...]
"""

from __future__ import annotations

import functools
import json
import multiprocessing
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import chapterhouse as ch
from chapterhouse.cli.pgx import GAMES, pgx
from chapterhouse.games import NAMES
from chapterhouse.games.conformance import option_sets, same
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.batch import MOST_THREADS, CudaBatch, count_cores, cuda_kernels, grid, load_cuda
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.batch import batch_rules, prepared
from chapterhouse.play.engine import Engine, load_engine
from chapterhouse.play.options import read_data, resolve
from chapterhouse.play.soak import Soak

MANY = (1 << 17, 1 << 19)
SOAK_SECONDS = 120
ARRAYS = ("seats", "masks", "observations", "finished", "ranks", "points", "rewards")


def millions(decisions: int, work: Callable[[], Any]) -> float:
    """Millions of decisions a second, the best of five."""
    best = float("inf")
    for _ in range(5):
        load_cuda().synchronize()
        begin = time.perf_counter()
        work()
        load_cuda().synchronize()
        best = min(best, time.perf_counter() - begin)
    return round(decisions / best / 1e6, 1)


def pick_all(masks: Any, luck: Any, chosen: Any) -> None:
    """A random legal action for every game; `masks` lies actions first."""
    i = cuda.grid(1)
    if i < masks.shape[1]:
        count = 0
        for code in range(masks.shape[0]):
            count += masks[code, i]
        chosen[i] = choose(masks[:, i], count, luck[i]) if count > 0 else 0


def is_play_equal(engine: Engine) -> str:
    """Random play in every option set, of more games than a block has threads, compared with the CPU field by field."""
    sets = option_sets(engine.game)
    equal, n = 0, MOST_THREADS + 76
    for options in sets:
        states = prepared(engine, n, 1, options, read_data(engine.game, options))
        gpu = CudaBatch(batch_rules(engine), states.copy(), seeded(2, n))
        gpu.random_steps(300)
        engine.random_steps(states, 0, n, 300, seeded(2, n), np.zeros(engine.game.action_count, np.int8))
        equal += same(states, gpu.states_on_host()) == []
    return f"{equal} of {len(sets)} option sets"


def is_learning_equal(engine: Engine) -> str:
    """Environments with bots and all numbers of players on both, every array after every step."""
    counts = range(engine.game.seats[0], engine.game.seats[1] + 1)
    pair = [
        ch.environments(engine.game.id, 600, players=counts, seed=5, opponents="sensible", device=device)
        for device in ("cpu", "cuda")
    ]
    random = np.random.default_rng(1)
    for step in range(150):
        for array in ARRAYS:
            if not np.array_equal(getattr(pair[0], array), np.asarray(getattr(pair[1], array))):
                return f"{array} differ at step {step}"
        actions = (random.random(pair[0].masks.shape) * pair[0].masks).argmax(axis=1)
        for each in pair:
            each.step(actions)
    return str(same(pair[0].states_on_host(), pair[1].states_on_host()) or "all arrays and fields")


def measure(name: str) -> dict[str, Any]:
    """Everything of one game, at its fewest players where speed is measured."""
    engine = load_engine(name).compile()
    engine.load_for_cuda("random_steps")
    cuda = load_cuda()
    picker = cuda_kernels((pick_all,), {"choose": pick}, {})[0]
    made: dict[str, Any] = {"play_equal": is_play_equal(engine)}
    options = resolve(engine.game, None, {})
    base = prepared(engine, 4096, 3, options, read_data(engine.game, options))
    for n in MANY:
        states = np.tile(base, n // len(base))
        states["rng"] = seeded(5, n)
        gpu = CudaBatch(batch_rules(engine), states, seeded(6, n))
        gpu.random_steps(30)
        made[f"playouts_{n}"] = millions(n * 200, lambda gpu=gpu: gpu.random_steps(200))
        chosen = cuda.device_array(n, np.int16)

        def steps(gpu: Any = gpu, chosen: Any = chosen, n: int = n) -> None:
            for _ in range(50):
                picker[grid(n)](gpu.masks.array, gpu.luck, chosen)
                gpu.step(chosen)

        steps()
        made[f"step_{n}"] = millions(n * 50, steps)
    made["learning_equal"] = is_learning_equal(engine)
    n = 1 << 16
    for what, how in {"alone": {}, "sensible": {"opponents": "sensible"}, "masks": {"observe": False}}.items():
        games = ch.environments(name, n, seed=1, device="cuda", **how)
        chosen, luck = cuda.device_array(n, np.int16), cuda.to_device(seeded(9, n))

        def learn(games: Any = games, chosen: Any = chosen, luck: Any = luck) -> None:
            for _ in range(20):
                picker[grid(n)](games.masks.array, luck, chosen)
                games.step(chosen)

        learn()
        made[f"learning_{what}_{n}"] = millions(n * 20, learn)
    soak, begin, fault = Soak(engine, device="cuda"), time.perf_counter(), None
    while fault is None and soak.decisions < 10**9 and time.perf_counter() - begin < SOAK_SECONDS:
        fault = soak.play(1 << 17)
    made["soak"] = {"decisions": soak.decisions, "games": soak.games, "fault": str(fault)}
    return made


def pinned(name: str, core: int, gate: Any, speeds: Any) -> None:
    """One thread on a core of its own, for a second and a half from when all are ready."""
    os.sched_setaffinity(0, {core})
    cpu = ch.batch(name, 1024, seed=3, device="cpu", threads=1)
    cpu.random_steps(50)
    gate.wait()
    begin, rounds = time.perf_counter(), 0
    while time.perf_counter() - begin < 1.5:
        cpu.random_steps(100)
        rounds += 1
    speeds.put(rounds * 1024 * 100 / (time.perf_counter() - begin) / 1e6)


def processes(name: str, count: int) -> list[float]:
    """So many programs that share nothing, millions of decisions a second of each."""
    around = multiprocessing.get_context("spawn")
    gate, speeds = around.Barrier(count), around.Queue()
    crowd = [around.Process(target=pinned, args=(name, core, gate, speeds)) for core in range(count)]
    for each in crowd:
        each.start()
    return [round(speeds.get(), 1) for _ in crowd]


def on_cores() -> dict[str, Any]:
    """Random play by one thread and more, in turn, and by processes; millions of decisions a second."""
    made: dict[str, Any] = {}
    for name in NAMES:
        batches = {n: ch.batch(name, 16384, seed=3, device="cpu", threads=n) for n in (1, 2, 4, 8, 16)}
        speeds = dict.fromkeys(batches, 0.0)
        for _ in range(6):
            for n, cpu in batches.items():
                begin = time.perf_counter()
                cpu.random_steps(40 * n)
                speeds[n] = max(speeds[n], 16384 * 40 * n / (time.perf_counter() - begin) / 1e6)
        made[name] = {"threads": {n: round(speed, 1) for n, speed in speeds.items()}}
        made[name]["processes"] = {n: processes(name, n) for n in (1, count_cores())}
    return made


def on_pgx() -> dict[str, float]:
    """PGX's games side by side on the GPU, millions of decisions a second."""
    plays = {name: pgx(name, MANY[0], "gpu") for name in GAMES}
    return {name: millions(play(0) * 4, lambda play=play: [play(0) for _ in range(4)]) for name, play in plays.items()}


cuda: Any = None
choose: Any = None

if __name__ == "__main__":
    warnings.simplefilter("ignore")  # small grids are meant where equality is checked
    parts: dict[str, Callable[[], Any]] = {game: functools.partial(measure, game) for game in NAMES}
    parts |= {"cores": on_cores, "pgx": on_pgx}
    for part in sys.argv[1:] or parts:
        print(json.dumps({part: parts[part]()}, indent=1), flush=True)  # noqa: T201
