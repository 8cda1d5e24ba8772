"""What a bot is asked, and what it answers.

A bot gets a state that is concealed for its seat, never the true one, and a budget. The same state, seed and budget in
simulations give the same answer; a budget in time ends on time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

State = Any
Progress = Callable[[float], None]  # is told the part that is done, 0 … 1
Stop = Callable[[], bool]  # is asked whether to end at once


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: so many seconds, so many simulations, or what ends first.

    `trees` search side by side, each in a thread of its own: by default one for simulations, so that the answer is the
    same on every machine, and one a free core for seconds."""

    seconds: float | None = None
    simulations: int | None = None
    trees: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise ValueError("a budget needs seconds or simulations")
        if (self.seconds is not None and not 0 < self.seconds < math.inf) or (
            self.simulations is not None and self.simulations < 1
        ):
            raise ValueError("a budget is more than nothing, and has an end")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """`2s`, `0.5s`, `300ms`, or a number of simulations; ValueError for anything else."""
        given = text.strip().lower()
        for unit, size in (("ms", 0.001), ("s", 1.0)):
            if given.endswith(unit):
                return cls(seconds=float(given.removesuffix(unit)) * size)
        return cls(simulations=int(given))


@dataclass(frozen=True)
class Choice:
    """One thing that can be done: the part of its thinking that the bot gave to it, what it seems worth (0 … 1: what
    the bot seeks), its own chance to win after it, and the points of each seat that it expects at the end. A bot that
    does not know leaves them out."""

    action: int
    share: float
    worth: float | None = None
    chance: float | None = None
    points: tuple[float, ...] = ()


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of a position: what it would do, each seat's chance to win, and its choices, the best first."""

    action: int
    chances: tuple[float, ...]
    choices: tuple[Choice, ...]
    simulations: int = 0
    seconds: float = 0.0


class Bot(Protocol):
    """A player. `seen` is the state as `seat` may know it, with `seat` to act."""

    def choose(self, seen: State, seat: int, budget: Budget | None = None) -> int: ...

    def consider(
        self,
        seen: State,
        seat: int,
        budget: Budget | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Thought: ...


@runtime_checkable
class Onlooker(Protocol):
    """A bot that learns from what others decide, if it `looks_on`; `watched` is how many decisions it was shown."""

    watched: int

    @property
    def looks_on(self) -> bool: ...

    def watch(self, before: State, after: State, seat: int, who: int) -> None:
        """`who` has decided; both states are as `seat` may know them."""
