"""Many games of one kind at once, for those who study them.

b = ch.batch("templari", 4096, players=4, seed=7)       # on the GPU when there is one, else on all cores
b.step(actions)                                         # one action for each game
b.masks, b.states_on_host()
"""

from __future__ import annotations

import os
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
    return BatchRules(
        step_all=engine.step_all,
        mask_all=engine.mask_all,
        random_steps=engine.random_steps,
        set_up=engine.plain["set_up"],
        legal_mask=engine.plain["legal_mask"],
        act=engine.plain["act"],
        over=int(engine.game.phases["OVER"]),
        actions=engine.game.action_count,
    )


def batch(
    game: str, n: int, players: int | None = None, seed: int = 0, device: str = "auto", **options: Any
) -> CpuBatch | CudaBatch:
    """n games side by side; `device` is "cpu", "cuda" or "auto"."""
    if device not in ("auto", "cpu", "cuda"):
        raise ValueError(f"no device {device!r}; there are auto, cpu and cuda")
    if device == "auto":
        device = "cuda" if has_gpu() else "cpu"
    engine = load_engine(game).compile()
    chosen = resolve(engine.game, players, options)
    states = prepared(engine, n, seed, chosen, read_data(engine.game, chosen))
    if device == "cuda":
        return CudaBatch(batch_rules(engine), states, seeded(seed + 1, n))
    threads = min(os.cpu_count() or 1, n)
    return CpuBatch(batch_rules(engine), states, seeded(seed + 1, threads), threads)
