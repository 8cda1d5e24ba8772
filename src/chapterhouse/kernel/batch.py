"""Many states at once: by threads without the GIL on the CPU, or on CUDA when a GPU is there. The same call on both.

batch = CpuBatch(rules, states, luck)  # or CudaBatch; rules: the functions below, of one game
batch.masks                            # int8[n, actions]: what is legal in each state
batch.step(actions)                    # act in every state, set up anew where over, write the masks
batch.random_steps(100)                # random play, without leaving the device
batch.states_on_host()

`luck` holds one generator a state, so that the same seeds give the same games on both, with any number of threads.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.jit import bind, dispatcher, is_simulated
from chapterhouse.kernel.memory import Shared, rows_apart
from chapterhouse.kernel.record import Row

States = Any
PIECE = 1 << 14  # decisions: about a millisecond, long beside what it takes to hand it out
MOST_PIECES = 32  # a thread
THREADS_A_BLOCK = 64
MOST_THREADS = 1024  # of a block
REGISTERS = 64  # of a thread: of so many a block can have its most threads, and it costs none of the kernels here
# A state of so many bytes lies in the thread's local memory while a kernel plays on. Games with larger ones have more
# rules than the GPU's caches for code hold: there all who do the same thing go side by side.
SMALL = 400


@dataclass(frozen=True)
class BatchRules:
    """What a batch needs of a game: compiled drivers for the CPU, rules for CUDA."""

    step_all: Callable[[States, int, int, Row, Row], int]
    mask_all: Callable[[States, int, int, Row], None]
    random_steps: Callable[[States, int, int, int, Row, Row], int]
    set_up: Callable[[Any], None]
    legal_mask: Callable[[Any, Row], int]
    first_code: Callable[[Any], int]
    act: Callable[[Any, int], None]
    over: int
    actions: int


def load_cuda() -> Any:
    import numba.cuda

    return numba.cuda


def has_gpu() -> bool:
    """Whether CUDA can be used from here: a GPU, or Numba's simulator when it is switched on."""
    try:
        return bool(load_cuda().is_available())
    except ImportError:
        return False


def count_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_actions(actions: Any, n: int) -> Row:
    """int16[n] of what was given on the host; -1, which is never legal, where a number is too large."""
    given = np.asarray(actions)
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise ValueError(f"actions are one whole number a game; given was {given.dtype}{list(given.shape)}")
    if len(given) != n:
        raise ValueError(f"{len(given)} actions for {n} games")
    chosen: Row = given.astype(np.int16, copy=False)
    return chosen if chosen is given else np.where(chosen == given, chosen, np.int16(-1))


class Crew:
    """Threads that share out the numbers 0 … n-1 in pieces: one each, or more of long work."""

    def __init__(self, n: int, threads: int | None = None) -> None:
        if threads is not None and threads < 1:
            raise ValueError(f"{threads} threads cannot play; one or more can")
        self.n = n
        self.threads = max(1, min(threads or count_cores(), n))
        self.most_pieces = min(n, MOST_PIECES * self.threads) if self.threads > 1 else 1
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def each(self, work: Callable[[int, int, int], Any], decisions: int = 0) -> list[Any]:
        """work(piece, first, last) for every piece, as many at once as there are threads. Many decisions are cut
        small, so that a thread that is slowed down holds the others up for no longer than one piece takes."""
        count = min(self.most_pieces, max(self.threads, decisions // PIECE))
        pieces = [(i, self.n * i // count, self.n * (i + 1) // count) for i in range(count)]
        if self._pool is None:
            return [work(*pieces[0])]
        return [job.result() for job in [self._pool.submit(work, *piece) for piece in pieces]]


class CpuBatch:
    """States in memory, cut into one piece a thread."""

    def __init__(self, rules: BatchRules, states: States, luck: Row, threads: int | None = None) -> None:
        self.rules, self.states, self.luck = rules, states, luck
        self.crew = Crew(len(states), threads)
        self.masks = np.zeros((len(states), rules.actions), np.int8)
        self._mask = rows_apart(self.crew.most_pieces, rules.actions, np.int8)
        self._write_masks()

    def _write_masks(self) -> None:
        self.crew.each(lambda i, first, last: self.rules.mask_all(self.states, first, last, self.masks))

    def step(self, actions: Any) -> None:
        """Act in every state, set up anew where over, write the masks. Raises where an action is not legal: that state
        stays as it is, and the others have gone on."""
        chosen = read_actions(actions, len(self.states))
        wrong = self.crew.each(lambda i, first, last: self.rules.step_all(self.states, first, last, chosen, self.masks))
        for first in wrong:
            if first >= 0:
                raise ValueError(f"action {actions[first]} is not legal in game {first}")

    def random_steps(self, decisions: int) -> int:
        """Random play of every state for so many decisions, then write the masks; how many games were begun anew."""
        begun = self.crew.each(
            lambda i, first, last: self.rules.random_steps(
                self.states, first, last, decisions, self.luck, self._mask[i]
            ),
            decisions * len(self.states),
        )
        self._write_masks()
        return sum(begun)

    def states_on_host(self) -> States:
        return self.states


class CudaBatch:
    """States in the GPU's memory, one thread each.

    In memory `masks` lies actions first, so that neighbouring threads write neighbouring bytes."""

    def __init__(self, rules: BatchRules, states: States, luck: Row, threads_a_block: int = THREADS_A_BLOCK) -> None:
        cuda = load_cuda()
        self._fill, self._step, roll, roll_sorted = _kernels(rules, states.dtype)
        is_small = states.dtype.itemsize <= SMALL
        self._roll = roll if is_small else roll_sorted
        self.states = cuda.to_device(states)
        self.luck = cuda.to_device(luck)
        self._masks = cuda.device_array((rules.actions, len(states)), np.int8)
        self.masks = Shared(self._masks)
        self._grid = grid(len(states), threads_a_block)
        self._roll_grid = self._grid if is_small else grid(len(states), MOST_THREADS)
        self._fill[self._grid](self.states, self._masks)

    def step(self, actions: Any) -> None:
        """Act in every state, set up anew where over, write the masks; `actions` may lie on the device. Nothing tells
        actions that are not legal, and what becomes of their games means nothing: environments do that."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = read_actions(actions, self.states.shape[0])
        self._step[self._grid](self.states, actions, self._masks)

    def random_steps(self, decisions: int) -> None:
        """Random play of every state for so many decisions, then write the masks."""
        self._roll[self._roll_grid](self.states, self.luck, decisions)
        self._fill[self._grid](self.states, self._masks)

    def states_on_host(self) -> States:
        load_cuda().synchronize()
        return self.states.copy_to_host()


def grid(n: int, threads_a_block: int = THREADS_A_BLOCK) -> tuple[int, int]:
    """Blocks, and threads in each, for one thread a state."""
    return (n + threads_a_block - 1) // threads_a_block, min(threads_a_block, n)


# The CUDA kernels. `bind` fills in the names that stand empty here: they must be globals for compiler and simulator.
cuda: Any = None
set_up: Any = None
legal_mask: Any = None
first_code: Any = None
act: Any = None
choose: Any = None
LAYOUT: Any = None
OVER = ACTIONS = 0


def _fill(states: States, masks: Row) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        legal_mask(states[i], masks[:, i])


def _step(states: States, chosen: Row, masks: Row) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        s = states[i]
        act(s, int(chosen[i]))
        if s.phase == OVER:
            set_up(s)
        legal_mask(s, masks[:, i])


def _roll(states: States, luck: Row, decisions: int) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        # the hardware interleaves local memory, so that neighbouring threads read neighbouring words
        here = cuda.local.array(1, LAYOUT)
        here[0] = states[i]
        s = here[0]
        own = cuda.local.array(4, np.int32)
        for k in range(4):
            own[k] = luck[i, k]
        mask = cuda.local.array(ACTIONS, np.int8)
        for _ in range(decisions):
            act(s, choose(mask, legal_mask(s, mask), own, first_code(s)))
            if s.phase == OVER:
                set_up(s)
        states[i] = here[0]
        for k in range(4):
            luck[i, k] = own[k]


def _roll_sorted(states: States, luck: Row, decisions: int) -> None:
    """The games of a block change hands before every decision: those in the same phase come to neighbouring threads,
    which then follow the same rules. It matters to no game who plays it."""
    order = cuda.shared.array(MOST_THREADS, np.int16)
    counts = cuda.shared.array(OVER, np.int32)
    mask = cuda.local.array(ACTIONS, np.int8)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    first = cuda.blockIdx.x * threads
    is_needed = thread < states.shape[0] - first
    game = thread
    for _ in range(decisions):
        for phase in range(thread, OVER, threads):
            counts[phase] = 0
        cuda.syncthreads()
        phase = 0
        place = 0
        if is_needed:
            phase = int(states[first + game].phase)
            place = cuda.atomic.add(counts, phase, 1)
        cuda.syncthreads()
        for earlier in range(phase):
            place += counts[earlier]
        if is_needed:
            order[place] = game
        cuda.syncthreads()
        if is_needed:
            game = int(order[thread])
            s = states[first + game]
            act(s, choose(mask, legal_mask(s, mask), luck[first + game], first_code(s)))
            if s.phase == OVER:
                set_up(s)


def cuda_kernels(
    kernels: tuple[Callable[..., None], ...], names: dict[str, Any], constants: dict[str, Any]
) -> list[Any]:
    """CUDA kernels with these rules and constants for their globals."""
    # the simulator runs Python, a GPU compiles what the dispatchers hold
    wrap: Callable[[Callable[..., Any]], Any] = (lambda f: f) if is_simulated() else dispatcher
    space = {name: wrap(f) for name, f in names.items()} | {"cuda": load_cuda()} | constants
    limits = {} if is_simulated() else {"max_registers": REGISTERS}
    return [load_cuda().jit(**limits)(bind(kernel, space, "cuda")) for kernel in kernels]


def cuda_record(layout: np.dtype[Any]) -> Any:
    """A record's type for `cuda.local.array`."""
    import numba

    return layout if is_simulated() else cast(Any, numba).from_dtype(layout)


@functools.cache
def _kernels(rules: BatchRules, layout: Any) -> list[Any]:
    names = {name: getattr(rules, name) for name in ("set_up", "legal_mask", "first_code", "act")} | {"choose": pick}
    constants = {"OVER": rules.over, "ACTIONS": rules.actions, "LAYOUT": layout}
    return cuda_kernels((_fill, _step, _roll, _roll_sorted), names, constants)
