"""Gymnasium: one seat learns, bots play the others. `import chapterhouse.research` registers `chapterhouse/<Game>-v0`.

    gymnasium.make("chapterhouse/Templari-v0", players=4, opponents="sensible")
    gymnasium.make_vec("chapterhouse/Templari-v0", num_envs=4096, vectorization_mode="vector_entry_point")

An observation is float32[features] of the state as the seat may know it (docs: "Observations"). What is legal stands in
`info["action_mask"]` and in `action_masks()`. The reward comes at the end: the share of the other players that were
beaten, less the share that did better. An action that is not legal loses the game at once: reward -1, and
`info["illegal"]` says so.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from chapterhouse.bots import make, onlookers, watched
from chapterhouse.games import NAMES
from chapterhouse.kernel.record import Row
from chapterhouse.play.environments import Environments
from chapterhouse.research.playing import Playing

Info = dict[str, Any]
MOST = 8.0  # features are shares of a usual most; only points go beyond it


def register() -> None:
    """Make every game known to Gymnasium."""
    for name in NAMES:
        gymnasium.register(
            id=f"chapterhouse/{name.capitalize()}-v0",
            entry_point="chapterhouse.research.gymnasium:OneSeat",
            vector_entry_point="chapterhouse.research.gymnasium:ManySeats",
            kwargs={"game": name},
        )


def observation_space(features: int) -> Box:
    return Box(0.0, MOST, (features,), np.float32)


class OneSeat(gymnasium.Env[Row, np.int64]):
    """One seat of one game. `opponents` names the bot of all other seats; `seat` is drawn at every reset if None."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium types it)

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str = "sensible",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.playing = Playing(game, players, options)
        if seat is not None and not 0 <= seat < self.playing.players:
            raise ValueError(f"no seat {seat}; there are 0 to {self.playing.players - 1}")
        make(opponents, game)  # an unknown name is refused here and not at the first reset
        self.opponents, self.fixed, self.seat, self.render_mode = opponents, seat, 0, render_mode
        self.observation_space = observation_space(self.playing.game.features)
        self.action_space = Discrete(self.playing.game.action_count)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Row, Info]:
        """Begin a game and go on to the first decision of the seat that learns."""
        super().reset(seed=seed)
        draws = [int(n) for n in self.np_random.integers(2**31, size=self.playing.players + 1)]
        drawn = int(self.np_random.integers(self.playing.players))
        self.seat = drawn if self.fixed is None else self.fixed
        self._bots = {
            seat: make(self.opponents, self.playing.game.id, n) for seat, n in enumerate(draws[1:]) if seat != self.seat
        }
        self._onlookers = onlookers(self._bots)
        self.playing.reset(draws[0])
        self._play_bots()
        return self.playing.observation(self.seat), self._info()

    def _play_bots(self) -> None:
        while not self.playing.is_over and self.playing.seat != self.seat:
            seat = self.playing.seat
            self._act(seat, self._bots[seat].choose(self.playing.seen(seat), seat))

    def _act(self, seat: int, action: int) -> None:
        with watched(self._onlookers, self.playing.seen, seat):
            self.playing.act(action)

    def _info(self) -> Info:
        info: Info = {"action_mask": self.action_masks(), "seat": self.seat}
        if self.playing.is_over:
            info["ranks"] = self.playing.ranks
        return info

    def action_masks(self) -> Row:
        """What is legal now, as some libraries ask for it."""
        return self.playing.mask

    def step(self, action: Any) -> tuple[Row, float, bool, bool, Info]:
        """A decision, and the answers of the bots."""
        try:
            self._act(self.seat, int(action))
        except ValueError:
            return self.playing.observation(self.seat), -1.0, True, False, {**self._info(), "illegal": True}
        self._play_bots()
        reward, over = self.playing.rewards[self.seat], self.playing.is_over
        return self.playing.observation(self.seat), reward, over, False, self._info()

    def render(self) -> Any:
        """What the seat may know, as JSON."""
        return self.playing.view(self.seat) if self.render_mode == "ansi" else None


class ManySeats(VectorEnv[Row, Row, Row]):
    """One seat in each of many games, by `ch.environments` on all cores. A game that is over is set up by the next
    step, whose action does not count; an action that is not legal raises."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (as Gymnasium types it)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str = "sensible",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.num_envs = num_envs
        self.games = Environments(
            game, num_envs, players, device="cpu", threads=threads, opponents=opponents, resets=False, **options
        )
        self.single_observation_space = observation_space(self.games.game.features)
        self.single_action_space = Discrete(self.games.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([self.games.game.action_count] * num_envs)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Row, Info]:
        """Begin all games anew."""
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(2**31)))
        return self.games.observations.copy(), self._info()

    def _info(self) -> Info:
        return {"action_mask": self.games.masks.copy(), "seat": self.games.learners}

    def step(self, actions: Row) -> tuple[Row, Row, Row, Row, Info]:
        """One decision in every game, and the answers of the bots."""
        self.games.step(actions)
        rewards = self.games.rewards[self._rows, self.games.learners].astype(np.float64)
        over = self.games.finished == 1
        return self.games.observations.copy(), rewards, over, np.zeros_like(over), self._info()
