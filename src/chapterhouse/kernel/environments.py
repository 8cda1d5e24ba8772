"""Many games to learn from, on the CPU or on CUDA: what a seat observes, what it may do, and what came of a game.

The arrays are the same on both, written anew by every step: NumPy's on the CPU, `Shared` ones on CUDA.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.kernel.batch import THREADS_A_BLOCK, Crew, cuda_kernels, grid, load_cuda, read_actions
from chapterhouse.kernel.memory import Shared, rows_apart
from chapterhouse.kernel.record import Row

States = Any


@dataclass(frozen=True)
class LearningRules:
    """What environments need of a game: compiled drivers for the CPU, rules for CUDA."""

    step_learning: Callable[..., None]
    observe_all: Callable[..., None]
    step_game: Callable[..., int]
    show_seat: Callable[..., None]
    over: int
    actions: int
    features: int
    seats: int


class CpuEnvironments:
    """Games in memory, cut into one piece a thread."""

    def __init__(
        self, rules: LearningRules, states: States, luck: Row, policies: Row,
        resets: bool, features: int, threads: int | None,
    ) -> None:  # fmt: skip
        n = len(states)
        self.rules, self.states, self.luck, self.policies, self.resets = rules, states, luck, policies, int(resets)
        self.crew = Crew(n, threads)
        self.seats, self.finished = np.zeros(n, np.int8), np.zeros(n, np.int8)
        self.masks = np.zeros((n, rules.actions), np.int8)
        self.observations = np.zeros((n, features), np.float32)
        self.ranks, self.points = np.zeros((n, rules.seats), np.int32), np.zeros((n, rules.seats), np.int32)
        self.rewards = np.zeros((n, rules.seats), np.float32)
        self._seen = rows_apart(self.crew.threads, 1, states.dtype)

    def step(self, actions: Any) -> None:
        """One decision of the seat that is asked in every game; raises where one is not legal, and then plays none.
        A game that is over is set up anew, whatever the action."""
        chosen = read_actions(actions, len(self.states))
        wrong = self._are_wrong(chosen)
        if wrong.any():
            first = int(wrong.argmax())
            raise ValueError(f"action {actions[first]} is not legal in game {first}; {wrong.sum()} games have one")
        results = (self.finished, self.ranks, self.points, self.rewards)
        shown = (self.seats, self.masks, self.observations)
        self.crew.each(
            lambda i, first, last: self.rules.step_learning(
                self.states, first, last, chosen, self.policies, self.luck, self.resets, *shown, *results, self._seen[i]
            )
        )

    def _are_wrong(self, chosen: Row) -> Row:
        within = (chosen >= 0) & (chosen < self.rules.actions)
        wrong: Row = ~within | (self.masks[np.arange(len(chosen)), np.where(within, chosen, 0)] == 0)
        return wrong & (self.states["phase"] != self.rules.over) if wrong.any() else wrong

    def observe(self, seats: Any) -> Row:
        """What a seat of every game observes now: one seat for all, or one a game."""
        wanted = np.broadcast_to(np.asarray(seats, np.int8), len(self.states)).copy()
        observations = np.zeros((len(self.states), self.rules.features), np.float32)
        self.crew.each(
            lambda i, first, last: self.rules.observe_all(self.states, first, last, wanted, observations, self._seen[i])
        )
        return observations

    def synchronize(self) -> None:
        """Wait until all is done; on the CPU it is."""

    def states_on_host(self) -> States:
        return self.states


class CudaEnvironments:
    """Games in the GPU's memory, one thread each. Kernels never raise: a game whose action is not legal stays as it is,
    and `finished` says -1."""

    def __init__(
        self, rules: LearningRules, states: States, luck: Row, policies: Row,
        resets: bool, features: int, threads_a_block: int = THREADS_A_BLOCK,
    ) -> None:  # fmt: skip
        cuda, n = load_cuda(), len(states)
        self._step, self._show = _kernels(rules, states.dtype)
        self.rules, self.resets = rules, int(resets)
        self.states, self.luck, self.policies = (cuda.to_device(each) for each in (states, luck, policies))
        self._grid = grid(n, threads_a_block)
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "seats": ((n,), np.int8),
            "masks": ((rules.actions, n), np.int8),
            "observations": ((features, n), np.float32),
            "finished": ((n,), np.int8),
            "ranks": ((rules.seats, n), np.int32),
            "points": ((rules.seats, n), np.int32),
            "rewards": ((rules.seats, n), np.float32),
        }
        self._arrays = {name: cuda.to_device(np.zeros(shape, kind)) for name, (shape, kind) in shapes.items()}
        # one row a game, as on the CPU; in memory neighbouring games are neighbours
        shared = {name: Shared(each) for name, each in self._arrays.items()}
        self.seats, self.masks, self.observations = (shared[name] for name in ("seats", "masks", "observations"))
        self.finished, self.ranks, self.points, self.rewards = (shared[name] for name in list(shared)[3:])

    def step(self, actions: Any) -> None:
        """One decision of the seat that is asked in every game; `actions` may lie on the device."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = read_actions(actions, self._arrays["seats"].shape[0])
        self._step[self._grid](self.states, actions, self.policies, self.luck, self.resets, *self._arrays.values())

    def observe(self, seats: Any) -> Shared:
        """What a seat of every game observes now: one seat for all, or one a game."""
        n = self._arrays["seats"].shape[0]
        if not hasattr(seats, "__cuda_array_interface__"):
            seats = load_cuda().to_device(np.broadcast_to(np.asarray(seats, np.int8), n).copy())
        observations = load_cuda().device_array((self.rules.features, n), np.float32)
        self._show[self._grid](self.states, seats, observations)
        return Shared(observations)

    def synchronize(self) -> None:
        """Wait until all is done: before another library reads the arrays on a stream of its own."""
        load_cuda().synchronize()

    def states_on_host(self) -> States:
        self.synchronize()
        return self.states.copy_to_host()


# The CUDA kernels. `bind` fills in the names that stand empty here: they must be globals for compiler and simulator.
cuda: Any = None
step_game: Any = None
show_seat: Any = None
LAYOUT: Any = None
OVER = ACTIONS = 0


def _step(
    states: States, chosen: Row, policies: Row, luck: Row, resets: int,
    seats: Row, masks: Row, features: Row, finished: Row, ranks: Row, points: Row, rewards: Row,
) -> None:  # fmt: skip
    i = cuda.grid(1)
    if i < states.shape[0]:
        seen = cuda.local.array(1, LAYOUT)
        s = states[i]
        action = int(chosen[i])
        if s.phase != OVER and (action < 0 or action >= ACTIONS or masks[action, i] == 0):
            finished[i] = -1
        else:
            finished[i] = step_game(
                s, action, policies[i], luck[i], masks[:, i], seen, ranks[:, i], points[:, i], rewards[:, i], resets
            )
            if s.phase != OVER:
                seats[i] = s.to_act
            show_seat(s, int(seats[i]), features[:, i], seen)


def _show(states: States, seats: Row, features: Row) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        seen = cuda.local.array(1, LAYOUT)
        seat = int(seats[i])
        if seat < 0 or seat >= states[i].players:  # what lies on the device already nobody has looked at
            seat = -1
        show_seat(states[i], seat, features[:, i], seen)


@functools.cache
def _kernels(rules: LearningRules, layout: Any) -> list[Any]:
    names = {name: getattr(rules, name) for name in ("step_game", "show_seat")}
    constants = {"OVER": rules.over, "ACTIONS": rules.actions, "LAYOUT": layout}
    return cuda_kernels((_step, _show), names, constants)
