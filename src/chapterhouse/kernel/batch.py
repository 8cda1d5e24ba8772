"""Many states at once: by threads without the GIL on the CPU, or on CUDA when a GPU is there. The same call on both.

batch = Batch(rules, states, luck)     # rules: the functions below, of one game
batch.masks                            # int8[n, actions]: what is legal in each state
batch.step(actions)                    # act in every state, set up anew where over, write the masks
batch.random_steps(100)                # random play, without leaving the device
batch.states_on_host()
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.jit import bind, dispatcher
from chapterhouse.kernel.record import Row

States = Any
THREADS_A_BLOCK = 128


@dataclass(frozen=True)
class BatchRules:
    """What a batch needs of a game: drivers for the CPU, rules for CUDA."""

    step_all: Callable[[States, int, int, Row, Row], None]
    mask_all: Callable[[States, int, int, Row], None]
    random_steps: Callable[[States, int, int, int, Row, Row], int]
    set_up: Callable[[Any], None]
    legal_mask: Callable[[Any, Row], int]
    act: Callable[[Any, int], None]
    over: int
    actions: int


def _cuda() -> Any:
    import numba.cuda

    return numba.cuda


def has_gpu() -> bool:
    """Whether CUDA can be used from here: a GPU, or Numba's simulator when it is switched on."""
    try:
        return bool(_cuda().is_available())
    except ImportError:
        return False


class CpuBatch:
    """States in memory, cut into one piece a thread. `luck` holds one generator a thread: int32[threads, 4]."""

    def __init__(self, rules: BatchRules, states: States, luck: Row, threads: int | None = None) -> None:
        self.rules, self.states = rules, states
        self.threads = min(threads or os.cpu_count() or 1, len(luck))
        self.luck = luck
        self.masks = np.zeros((len(states), rules.actions), np.int8)
        self._pool = ThreadPoolExecutor(self.threads)
        self._each(lambda i, first, last: rules.mask_all(states, first, last, self.masks))

    def _each(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        cuts = [len(self.states) * i // self.threads for i in range(self.threads + 1)]
        jobs = [self._pool.submit(work, i, cuts[i], cuts[i + 1]) for i in range(self.threads)]
        return [job.result() for job in jobs]

    def step(self, actions: Row) -> None:
        """Act in every state, set up anew where over, write the masks."""
        self._each(lambda i, first, last: self.rules.step_all(self.states, first, last, actions, self.masks))

    def random_steps(self, decisions: int) -> int:
        """Random play of every state for so many decisions, then write the masks; how many games were begun anew."""

        def work(i: int, first: int, last: int) -> int:
            mask = np.zeros(self.rules.actions, np.int8)
            begun = self.rules.random_steps(self.states, first, last, decisions, self.luck[i], mask)
            self.rules.mask_all(self.states, first, last, self.masks)
            return begun

        return sum(self._each(work))

    def states_on_host(self) -> States:
        return self.states


class CudaBatch:
    """States in the GPU's memory, one thread each. `luck` holds one generator a state: int32[n, 4].

    `masks` is a device array of shape [actions, n], so that neighbouring threads write neighbouring bytes."""

    def __init__(self, rules: BatchRules, states: States, luck: Row) -> None:
        cuda = _cuda()
        self._fill, self._step, self._roll = _cuda_kernels(rules)
        self.n = len(states)
        self.states = cuda.to_device(states)
        self.luck = cuda.to_device(luck)
        self.masks = cuda.device_array((rules.actions, self.n), np.int8)
        self._shape = ((self.n + THREADS_A_BLOCK - 1) // THREADS_A_BLOCK, min(THREADS_A_BLOCK, self.n))
        self._fill[self._shape](self.states, self.masks)

    def step(self, actions: Any) -> None:
        """Act in every state, set up anew where over, write the masks; `actions` may lie on the device."""
        self._step[self._shape](self.states, actions, self.masks)

    def random_steps(self, decisions: int) -> None:
        """Random play of every state for so many decisions, then write the masks."""
        self._roll[self._shape](self.states, self.luck, decisions)
        self._fill[self._shape](self.states, self.masks)

    def states_on_host(self) -> States:
        _cuda().synchronize()
        return self.states.copy_to_host()


# The CUDA kernels. `bind` fills in the names that stand empty here: they must be globals for compiler and simulator.
cuda: Any = None
set_up: Any = None
legal_mask: Any = None
act: Any = None
choose: Any = None
OVER = ACTIONS = 0


def _fill(states: States, masks: Row) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        legal_mask(states[i], masks[:, i])


def _step(states: States, chosen: Row, masks: Row) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = states[i]
        act(s, chosen[i])
        if s.phase == OVER:
            set_up(s)
        legal_mask(s, masks[:, i])


def _roll(states: States, luck: Row, decisions: int) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = states[i]
        mask = cuda.local.array(ACTIONS, np.int8)
        for _ in range(decisions):
            act(s, choose(mask, legal_mask(s, mask), luck[i]))
            if s.phase == OVER:
                set_up(s)


def on_cuda(
    kernels: Iterable[Callable[..., Any]], rules: Mapping[str, Any], constants: Mapping[str, Any]
) -> list[Any]:
    """These kernels for CUDA, with the rules and constants that they name."""
    import numba

    config: Any = numba.config
    # the simulator runs Python, a GPU compiles what the dispatchers hold
    made: Callable[[Callable[..., Any]], Any] = (lambda f: f) if config.ENABLE_CUDASIM else dispatcher
    space = {name: made(f) for name, f in rules.items()} | {"cuda": _cuda()} | constants
    return [_cuda().jit(bind(kernel, space, "cuda")) for kernel in kernels]


def cuda_record(layout: np.dtype[Any]) -> Any:
    """A record's type for `cuda.local.array`."""
    import numba

    config, from_dtype = cast(Any, numba.config), cast(Any, numba).from_dtype
    return layout if config.ENABLE_CUDASIM else from_dtype(layout)


@functools.cache
def _cuda_kernels(rules: BatchRules) -> list[Any]:
    names: dict[str, Any] = {"set_up": rules.set_up, "legal_mask": rules.legal_mask, "act": rules.act, "choose": pick}
    return on_cuda((_fill, _step, _roll), names, {"OVER": rules.over, "ACTIONS": rules.actions})
