"""Many games of one kind at once, for those who study them.

b = ch.batch("templari", 4096, players=4, seed=7)       # on the GPU when there is one, else on all cores
b.step(actions)                                         # one action for each game
b.masks, b.states_on_host()

Games to learn from, with observations and results, are in `play/environments.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chapterhouse.kernel.batch import BatchRules, CpuBatch, CudaBatch, has_gpu
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import Engine, load_engine
from chapterhouse.play.options import read_data, resolve


def prepared(engine: Engine, n: int, seed: int, options: dict[str, Any], data: dict[str, Any]) -> Any:
    """n games, each set up with a generator of its own from one seed."""
    first = engine.blank()
    engine.game.prepare(first[0], options, data)
    states = np.repeat(first, n)
    states["rng"] = seeded(seed, n)
    engine.set_up_all(states, 0, n)
    return states


def batch_rules(engine: Engine) -> BatchRules:
    """What a batch needs of a game."""
    engine.compile_now("step_all", "mask_all")
    return BatchRules(
        step_all=engine.step_all,
        mask_all=engine.mask_all,
        random_steps=engine.random_steps,
        set_up=engine.plain["set_up"],
        legal_mask=engine.plain["legal_mask"],
        first_code=engine.plain["first_code"],
        act=engine.plain["act"],
        over=int(engine.game.phases["OVER"]),
        actions=engine.game.action_count,
    )


DEVICES = ("auto", "cpu", "cuda")


def find_device(device: str) -> str:
    """ "cpu" or "cuda"; "auto" is the GPU where there is one."""
    if device not in DEVICES:
        raise ValueError(f"no device {device!r}; there are {', '.join(DEVICES[:-1])} and {DEVICES[-1]}")
    if device == "cuda" and not has_gpu():
        raise ValueError("no GPU can be used here: it takes one, and the extra `gpu` (pip install 'chapterhouse[gpu]')")
    if device == "auto":
        return "cuda" if has_gpu() else "cpu"
    return device


def batch(
    game: str,
    n: int,
    players: int | None = None,
    seed: int = 0,
    device: str = "auto",
    threads: int | None = None,
    **options: Any,
) -> CpuBatch | CudaBatch:
    """n games side by side; `device` is "cpu", "cuda" or "auto"; `threads` of the CPU, all cores by default."""
    if n < 1:
        raise ValueError(f"{n} games cannot be played; one or more can")
    device = find_device(device)
    engine = load_engine(game).compile()
    chosen = resolve(engine.game, players, options)
    states = prepared(engine, n, seed, chosen, read_data(engine.game, chosen))
    if device == "cuda":
        engine.load_for_cuda("random_steps")
        return CudaBatch(batch_rules(engine), states, seeded(~seed, n))
    return CpuBatch(batch_rules(engine), states, seeded(~seed, n), threads)
