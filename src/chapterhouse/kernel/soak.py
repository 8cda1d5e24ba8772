"""Whole games that check themselves, by threads on the CPU or on CUDA."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.kernel.batch import Crew, cuda_kernels, grid, load_cuda
from chapterhouse.kernel.memory import rows_apart
from chapterhouse.kernel.record import Row

States = Any


@dataclass(frozen=True)
class SoakRules:
    """What a long run needs of a game: a compiled driver for the CPU, a rule for CUDA."""

    soak_games: Callable[..., None]
    play_checked: Callable[..., None]
    actions: int
    seats: int
    most: int  # decisions after which a game is endless


def soak_on_cpu(rules: SoakRules, states: States, policies: Row, luck: Row, log: Row, threads: int | None) -> Row:
    """int32[n, 2]: of every game the number of decisions, and what is wrong with it; `log` is for one game alone."""
    faults = np.zeros((len(states), 2), np.int32)
    crew = Crew(len(states), threads)
    masks = rows_apart(crew.most_pieces, rules.actions, np.int8)
    seen = rows_apart(crew.most_pieces, 1, states.dtype)
    ranks = rows_apart(crew.most_pieces, rules.seats, np.int32)
    crew.each(
        lambda i, first, last: rules.soak_games(
            states, first, last, policies, luck, rules.most, masks[i], seen[i], ranks[i], log, faults
        ),
        len(states) * rules.most,
    )
    return faults


def soak_on_cuda(rules: SoakRules, states: States, policies: Row, luck: Row) -> Row:
    """The same on a GPU."""
    cuda = load_cuda()
    faults = cuda.to_device(np.zeros((len(states), 2), np.int32))
    kernel = _kernel(rules, states.dtype)
    log = cuda.device_array(1, np.int16)[:0]
    arrays = [cuda.to_device(each) for each in (states, policies, luck)]
    kernel[grid(len(states))](*arrays, rules.most, log, faults)
    on_host: Row = faults.copy_to_host()
    return on_host


# The CUDA kernel. `bind` fills in the names that stand empty here: they must be globals for compiler and simulator.
cuda: Any = None
play_checked: Any = None
LAYOUT: Any = None
ACTIONS = SEATS = 0


def _soak(states: States, policies: Row, luck: Row, most: int, log: Row, faults: Row) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        # local memory is interleaved by the hardware, so that neighbouring threads read neighbouring words
        here = cuda.local.array(1, LAYOUT)
        here[0] = states[i]
        seen = cuda.local.array(1, LAYOUT)
        mask = cuda.local.array(ACTIONS, np.int8)
        ranks = cuda.local.array(SEATS, np.int32)
        play_checked(here[0], policies[i], luck[i], most, mask, seen, ranks, log, faults[i])


@functools.cache
def _kernel(rules: SoakRules, layout: Any) -> Any:
    constants = {"ACTIONS": rules.actions, "SEATS": rules.seats, "LAYOUT": layout}
    return cuda_kernels((_soak,), {"play_checked": rules.play_checked}, constants)[0]
