"""Many games to learn from, with one call on the CPU and on the GPU.

    e = ch.environments("templari", 4096, players=(3, 4), seed=7, opponents="sensible")
    e.seats            # int8[n]: the seat that is asked in each game
    e.observations     # float32[n, features]: what that seat observes, and nothing that it may not know
    e.masks            # int8[n, actions]: what it may do
    e.step(actions)    # one action a game; bots answer; all arrays are written anew
    e.finished         # int8[n]: 1 where that step ended a game
    e.rewards, e.ranks, e.points   # [n, seats]: of all seats of a game that was finished, else 0

On the CPU these are NumPy's arrays. On the GPU they lie there, and torch, JAX and CuPy use them without a copy. The
same seeds give the same games on both. A game that is over is set up anew within the step (`resets=True`), so that
`seats`, `masks` and `observations` are of the new game; or, with `resets=False`, by the next step, whose action does
not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from chapterhouse.kernel.environments import CpuEnvironments, CudaEnvironments, LearningRules
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.batch import find_device
from chapterhouse.play.drivers import LEARNER, RANDOM, SENSIBLE
from chapterhouse.play.engine import Engine, load_engine
from chapterhouse.play.options import read_data, resolve

POLICIES = {"random": RANDOM, "sensible": SENSIBLE}  # the bots that play inside a step
DRIVERS = ("step_learning", "observe_all")


def learning_rules(engine: Engine) -> LearningRules:
    """What environments need of a game."""
    engine.compile_now(*DRIVERS)
    return LearningRules(
        **{name: getattr(engine, name) for name in DRIVERS},
        step_game=engine.parts["step_game"],
        show_seat=engine.parts["show_seat"],
        over=int(engine.game.phases["OVER"]),
        actions=engine.game.action_count,
        features=engine.game.features,
        seats=engine.game.seats[1],
    )


def _policy(bot: str) -> int:
    if bot not in POLICIES:
        raise ValueError(f"no bot {bot!r} plays inside a step; there are {', '.join(POLICIES)}")
    return POLICIES[bot]


class Environments:
    """n games side by side; made by `ch.environments`."""

    def __init__(
        self,
        game: str,
        n: int,
        players: int | Iterable[int] | None = None,
        seed: int = 0,
        device: str = "auto",
        threads: int | None = None,
        opponents: str | None = None,
        bots: Mapping[int, str] | None = None,
        variants: Sequence[Mapping[str, Any]] = ({},),
        resets: bool = True,
        observe: bool = True,
        **options: Any,
    ) -> None:
        if n < 1:
            raise ValueError(f"{n} games cannot be played; one or more can")
        self.device = find_device(device)
        engine = load_engine(game).compile()
        self.game, self.n = engine.game, n
        counts = (players,) if players is None or isinstance(players, int) else [int(count) for count in players]
        if isinstance(variants, Mapping):
            raise ValueError("variants are several sets of options; those of one are given by their names")
        self.variants = [resolve(self.game, count, {**options, **v}) for v in variants for count in counts]
        if not 1 <= len(self.variants) <= n:
            raise ValueError(f"{len(self.variants)} kinds of games, by players and options, cannot share {n} games")
        self._boxes = engine.blank(n)
        for i, variant in enumerate(self.variants):
            self.game.prepare(self._boxes[i], variant, read_data(self.game, variant))
        for i in range(len(self.variants), n):
            self._boxes[i] = self._boxes[i % len(self.variants)]
        self.players: Row = self._boxes["players"].copy()  # int8[n]
        self.policies = self._policies(opponents, bots or {})
        luck, features = np.zeros((n, 4), np.int32), self.game.features if observe else 0
        self.core: CpuEnvironments | CudaEnvironments
        if self.device == "cuda":
            engine.load_for_cuda(*DRIVERS)
            rules = learning_rules(engine)
            self.core = CudaEnvironments(rules, self._boxes, luck, self.policies, resets, features)
        else:
            rules = learning_rules(engine)
            self.core = CpuEnvironments(rules, self._boxes.copy(), luck, self.policies, resets, features, threads)
        self.reset(seed)

    def _policies(self, opponents: str | None, bots: Mapping[int, str]) -> Row:
        """int8[n, seats]: who decides for a seat. With opponents the learner's seat is another one in every game."""
        most = self.game.seats[1]
        policies = np.full((self.n, most), LEARNER, np.int8)
        if opponents is not None:
            policies[:] = _policy(opponents)
            policies[np.arange(self.n), self.learners] = LEARNER
        last = int(self.players.max()) - 1
        for seat, bot in bots.items():
            if seat not in range(last + 1):
                raise ValueError(f"no seat {seat!r}; there are 0 to {last}")
            policies[:, seat] = _policy(bot)
        seated = np.arange(most) < self.players[:, None]
        if not ((policies == LEARNER) & seated).any(axis=1).all():
            raise ValueError("bots would play every seat of a game: a learner needs one")
        return policies

    @property
    def learners(self) -> Row:
        """int8[n]: with opponents, the learner's seat in each game."""
        seats: Row = ((np.arange(self.n) // len(self.variants)) % self.players).astype(np.int8)
        return seats

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew: from a seed, or with the chance to come of the games themselves."""
        states = self._boxes.copy()
        if seed is None:
            states["rng"] = self.core.states_on_host()["rng"]
        else:
            states["rng"] = seeded(seed, self.n)
            self._write(self.core.luck, seeded(~seed, self.n))
        states["phase"] = self.core.rules.over  # the step sets such games up
        self._write(self.core.states, states)
        self.core.step(np.zeros(self.n, np.int16))

    def _write(self, array: Any, values: Row) -> None:
        if self.device == "cuda":
            array.copy_to_device(values)
        else:
            array[:] = values

    def step(self, actions: Any) -> None:
        """One decision of the seat that is asked in every game, and the bots' answers.

        An action that is not legal raises on the CPU; on the GPU that game stays as it is, and `finished` says -1."""
        self.core.step(actions)

    def observe(self, seats: Any) -> Any:
        """float32[n, features]: what another seat observes now; one seat for all games, or one a game. -1 is a
        spectator, and so is on the GPU what is read there and is no seat."""
        if not hasattr(seats, "__cuda_array_interface__"):
            seats = np.asarray(seats)
            if seats.dtype.kind not in "iu" or seats.shape not in ((), (self.n,)):
                raise ValueError(
                    f"seats are one whole number, or one a game; given was {seats.dtype}{list(seats.shape)}"
                )
            wrong = np.broadcast_to((seats < -1) | (seats >= self.players), self.n)
            if wrong.any():
                first = int(wrong.argmax())
                seat = int(np.broadcast_to(seats, self.n)[first])
                raise ValueError(f"no seat {seat} in game {first}; there are 0 to {self.players[first] - 1}")
        return self.core.observe(seats)

    def states_on_host(self) -> Any:
        """The true states, with all that is hidden: for tests and for studies, not for learners."""
        return self.core.states_on_host()

    def synchronize(self) -> None:
        """Wait for the GPU: before a library reads the arrays on a stream of its own, as JAX does."""
        self.core.synchronize()

    @property
    def seats(self) -> Any:
        """int8[n]: the seat that is asked; in a game that is over, the one that was asked last."""
        return self.core.seats

    @property
    def masks(self) -> Any:
        """int8[n, actions]: what that seat may do."""
        return self.core.masks

    @property
    def observations(self) -> Any:
        """float32[n, features]: what that seat observes; no features with observe=False."""
        return self.core.observations

    @property
    def finished(self) -> Any:
        """int8[n]: 1 where the last step ended a game."""
        return self.core.finished

    @property
    def ranks(self) -> Any:
        """int32[n, seats]: where a game was finished, 1 for the best; 0 for an empty seat, and where none was."""
        return self.core.ranks

    @property
    def points(self) -> Any:
        """int32[n, seats]: final scores where a game was finished."""
        return self.core.points

    @property
    def rewards(self) -> Any:
        """float32[n, seats]: the share of the others that a seat has beaten, less the share that has beaten it."""
        return self.core.rewards


environments = Environments
