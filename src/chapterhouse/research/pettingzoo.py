"""PettingZoo: every seat is an agent, in turn.

    env = chapterhouse.research.pettingzoo.env("templari", players=4)

An observation is a dict: `observation` is float32[features] of the state as that seat may know it (docs:
"Observations"), `action_mask` int8[actions] what it may do now: nothing while another seat is asked. The mask stands in
`infos` too. Rewards come at the end: the share of the others that were beaten, less the share that did better.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from chapterhouse.research.gymnasium import observation_space
from chapterhouse.research.playing import Playing

Agent = str


class Seats(AECEnv):  # type: ignore[misc]
    """All seats of one game."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.playing = Playing(game, players, options)
        self.metadata = {**Seats.metadata, "name": f"chapterhouse_{game}_v{self.playing.game.version}"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.playing.players)]
        self.agents: list[Agent] = []
        mask = Box(0, 1, (self.playing.game.action_count,), np.int8)
        seen = Dict({"observation": observation_space(self.playing.game.features), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(self.playing.game.action_count) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: Agent) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, the next one of the last seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.playing.reset(int(self._random.integers(2**31)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._write_infos()
        self.agent_selection = self.possible_agents[self.playing.seat]

    def _mask(self, agent: Agent) -> Any:
        is_asked = not self.playing.is_over and self.possible_agents[self.playing.seat] == agent
        return self.playing.mask if is_asked else np.zeros(self.playing.game.action_count, np.int8)

    def _write_infos(self) -> None:
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def observe(self, agent: Agent) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.playing.observation(seat), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """A decision of the agent that is selected; None from one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action")
        self._cumulative_rewards[agent] = 0.0
        self.playing.act(int(action))
        if self.playing.is_over:
            self.rewards = dict(zip(self.possible_agents, self.playing.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.playing.seat]
        self._write_infos()
        self._accumulate_rewards()

    def render(self) -> Any:
        """What the seat that is asked may know, as JSON."""
        if self.render_mode != "ansi":
            return None
        return self.playing.view(self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """Nothing is open."""


def env(game: str, players: int | None = None, render_mode: str | None = None, **options: Any) -> Any:
    """A game with its seats as agents, steps out of order refused."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(Seats(game, players, render_mode, **options)))
