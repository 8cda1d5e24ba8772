"""TorchRL: proximal policy optimisation on our environments, against random players, on the CPU.

    python examples/torchrl_ppo.py [GAME] [--updates 30] [--games 32] [--players N]

`Games` is all that TorchRL needs to know: many games side by side, which begin anew by themselves when they are over.
Before and after learning, the net plays games that it does not learn from, and what it won there is printed.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase, ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import chapterhouse as ch

GAMES_TO_MEASURE = 256


class Games(EnvBase):  # type: ignore[misc]
    """One seat in each of many games; random players have the others."""

    def __init__(self, game: str, n: int, players: int | None, seed: int) -> None:
        super().__init__(batch_size=torch.Size([n]))
        self.games = ch.environments(game, n, players=players, seed=seed, opponents="random", device="cpu")
        self.rows = torch.arange(n)
        features, actions = self.games.game.features, self.games.game.action_count
        self.observation_spec = Composite(
            observation=Unbounded((n, features), dtype=torch.float32),
            action_mask=Binary(actions, shape=(n, actions), dtype=torch.bool),
            shape=(n,),
        )
        self.action_spec = Categorical(actions, shape=(n,))
        self.reward_spec = Unbounded((n, 1))

    def _seen(self) -> dict[str, torch.Tensor]:
        seen = torch.as_tensor(self.games.observations).clone()
        return {"observation": seen, "action_mask": torch.as_tensor(self.games.masks).bool()}

    def _reset(self, tensordict: TensorDict | None, **_: Any) -> TensorDict:
        """Games that are over have begun anew in the step that ended them, so there is nothing to do but look."""
        return TensorDict(self._seen(), self.batch_size)

    def _step(self, tensordict: TensorDict) -> TensorDict:
        self.games.step(tensordict["action"].numpy())
        learners = torch.as_tensor(self.games.learners).long()
        reward = torch.as_tensor(self.games.rewards)[self.rows, learners].clone()
        over = torch.as_tensor(self.games.finished).bool()
        ends = {"reward": reward[:, None], "done": over[:, None], "terminated": over[:, None].clone()}
        return TensorDict(self._seen() | ends, self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            self.games.reset(seed)


def net(inputs: int, outputs: int) -> torch.nn.Sequential:
    return torch.nn.Sequential(torch.nn.Linear(inputs, 128), torch.nn.Tanh(), torch.nn.Linear(128, outputs))


def mean_reward(games: Games, policy: ProbabilisticActor) -> tuple[float, float]:
    """Of the first game of every row, played to its end: the mean reward and its standard error."""
    n = len(games.rows)
    paid, is_over = torch.zeros(n), torch.zeros(n, dtype=torch.bool)
    games.set_seed(n)
    seen = games.reset()
    with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
        while not is_over.all():
            after = games.step(policy(seen))["next"]
            ends = after["done"][:, 0] & ~is_over
            paid[ends] = after["reward"][ends, 0]
            is_over |= ends
            seen = after.select("observation", "action_mask")
    return float(paid.mean()), float(paid.std() / n**0.5)


def learn(game: str, updates: int, n: int, players: int | None = None, steps: int = 128, seed: int = 1) -> list[float]:
    """Learn, and print what the net wins before and after; both mean rewards."""
    torch.manual_seed(seed)
    games, fresh = Games(game, n, players, seed), Games(game, GAMES_TO_MEASURE, players, seed + 1)
    rules = games.games.game
    policy = ProbabilisticActor(
        TensorDictModule(net(rules.features, rules.action_count), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        spec=games.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(net(rules.features, 1), in_keys=["observation"])
    loss_of = ClipPPOLoss(policy, critic, clip_epsilon=0.2, entropy_coeff=0.003)
    advantage = GAE(gamma=1.0, lmbda=0.98, value_network=critic, average_gae=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), 0.001)
    means = []

    def show(when: str) -> None:
        mean, error = mean_reward(fresh, policy)
        means.append(mean)
        print(f"{when}: mean reward {mean:+.3f} ± {1.96 * error:.3f} in {GAMES_TO_MEASURE} games", flush=True)

    show("before")
    began = time.monotonic()
    batches = Collector(
        games,
        policy,
        frames_per_batch=n * steps,
        total_frames=updates * n * steps,
        auto_register_policy_transforms=False,
    )
    for batch in batches:
        for _ in range(4):
            with torch.no_grad():
                advantage(batch)
            rows = batch.reshape(-1)
            for part in torch.randperm(len(rows)).split(1024):  # type: ignore[no-untyped-call]
                losses = loss_of(rows[part])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                optimizer.step()
    batches.shutdown()
    show(f"after {updates * n * steps:,} decisions, {time.monotonic() - began:.0f} s")
    return means


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="templari", choices=ch.games())
    parser.add_argument("--updates", type=int, default=30)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--players", type=int)
    given = parser.parse_args()
    learn(given.game, given.updates, given.games, given.players)


if __name__ == "__main__":
    main()
