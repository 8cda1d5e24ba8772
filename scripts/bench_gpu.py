"""What the same rules do on a GPU: equal states, and decisions a second. Needs a GPU, numba and numba-cuda.

python scripts/bench_gpu.py [GAME ...]
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from typing import Any

import numpy as np

from chapterhouse.games import NAMES
from chapterhouse.games.conformance import option_sets, same
from chapterhouse.kernel.batch import CpuBatch, CudaBatch, _cuda
from chapterhouse.kernel.jit import dispatcher
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.batch import batch_rules, prepared
from chapterhouse.play.engine import load_engine
from chapterhouse.play.options import read_data, resolve


def seconds(work: Any, synchronize: Any) -> float:
    """The best of three."""
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        work()
        synchronize()
        best = min(best, time.perf_counter() - begin)
    return best


def measure(name: str) -> dict[str, Any]:
    """Equality with the CPU over all option sets, then the speed of the default game at its fewest players."""
    engine = load_engine(name).compile()
    cuda = _cuda()
    rules = batch_rules(engine)
    made: dict[str, Any] = {"equal": True}
    for options in option_sets(engine.game):
        states = prepared(engine, 256, 1, options, read_data(engine.game, options))
        gpu = CudaBatch(rules, states.copy(), seeded(2, 256))
        gpu.random_steps(200)
        mask, luck = np.zeros(engine.game.action_count, np.int8), seeded(2, 256)
        for i in range(256):
            engine.random_steps(states, i, i + 1, 200, luck[i], mask)
        made["equal"] = made["equal"] and same(states, gpu.states_on_host()) == []
    options = resolve(engine.game, None, {})
    data = read_data(engine.game, options)
    states = prepared(engine, 4096, 3, options, data)
    cpu = CpuBatch(rules, states.copy(), seeded(4, 16), 16)
    made["cpu_16_threads_decisions_per_second"] = 4096 * 500 / seconds(lambda: cpu.random_steps(500), lambda: None)
    for n in (1 << 14, 1 << 17, 1 << 19):
        many = np.tile(states, n // 4096)
        many["rng"] = seeded(5, n)
        gpu = CudaBatch(rules, many, seeded(6, n))
        gpu.random_steps(20)
        made[f"cuda_playout_{n}"] = n * 200 / seconds(lambda gpu=gpu: gpu.random_steps(200), cuda.synchronize)
        chosen = cuda.device_array(n, np.int16)
        first_legal = cuda.jit(_first_legal)
        shape = ((n + 127) // 128, 128)

        def steps(gpu: Any = gpu, chosen: Any = chosen, first_legal: Any = first_legal, shape: Any = shape) -> None:
            for _ in range(50):
                first_legal[shape](gpu.masks, gpu.luck, chosen)
                gpu.step(chosen)

        steps()
        made[f"cuda_step_{n}"] = n * 50 / seconds(steps, cuda.synchronize)
    return made


def _first_legal(masks: Any, luck: Any, chosen: Any) -> None:
    i = cuda.grid(1)
    if i < masks.shape[1]:
        count = 0
        for code in range(masks.shape[0]):
            count += masks[code, i]
        chosen[i] = pick(masks[:, i], count, luck[i])


if __name__ == "__main__":
    from chapterhouse.kernel import actions

    warnings.simplefilter("ignore")  # small grids are meant where equality is checked
    cuda, pick = _cuda(), dispatcher(actions.pick)
    for game in sys.argv[1:] or NAMES:
        print(json.dumps({game: measure(game)}, indent=1), flush=True)  # noqa: T201
