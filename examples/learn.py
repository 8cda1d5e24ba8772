"""From import to a trained agent: a small net learns a game against random players, on the CPU or on the GPU.

    python examples/learn.py [GAME] [--updates 60] [--games 64] [--players N] [--device auto]

Every update plays some steps in all games at once, gives each decision of a finished game the reward that its seat got
(the share of the others that it beat, less the share that did better), and follows the gradient (REINFORCE).
"""

from __future__ import annotations

import argparse

import torch

import chapterhouse as ch


def read(array: object, device: str) -> torch.Tensor:
    """An array of the environments as a tensor, where it lies: nothing is copied."""
    return torch.as_tensor(array, device=device)


def scores(net: torch.nn.Module, seen: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Logarithms of how likely each action is; what is not legal never is."""
    made: torch.Tensor = net(seen).masked_fill(masks == 0, -1e9).log_softmax(dim=1)
    return made


def play(net: torch.nn.Module, games: ch.Environments, steps: int) -> tuple[torch.Tensor, ...]:
    """So many steps of all games: what was seen, legal and chosen, and what became of it (nan: not known yet)."""
    device = games.device
    seen, legal, chosen = [], [], []
    rewards = torch.full((steps, games.n), torch.nan)
    begun = [0] * games.n
    learners = torch.as_tensor(games.learners).long()
    for step in range(steps):
        seen.append(read(games.observations, device).clone())
        legal.append(read(games.masks, device).clone())
        with torch.no_grad():
            chosen.append(scores(net, seen[-1], legal[-1]).exp().multinomial(1).squeeze(1))
        games.step(chosen[-1])
        finished = read(games.finished, device).cpu()
        if finished.any():
            paid = read(games.rewards, device).cpu().gather(1, learners[:, None]).squeeze(1)
            for game in finished.nonzero().flatten().tolist():
                rewards[begun[game] : step + 1, game] = paid[game]
                begun[game] = step + 1
    return torch.cat(seen), torch.cat(legal), torch.cat(chosen), rewards.flatten().to(device)


def learn(
    game: str, updates: int, n: int, players: int | None = None, device: str = "cpu", steps: int = 160, seed: int = 1
) -> list[float]:
    """The mean reward of every update."""
    torch.manual_seed(seed)
    games = ch.environments(game, n, players=players, seed=seed, opponents="random", device=device)
    rules = games.game
    net = torch.nn.Sequential(
        torch.nn.Linear(rules.features, 128), torch.nn.ReLU(), torch.nn.Linear(128, rules.action_count)
    ).to(games.device)
    optimizer = torch.optim.Adam(net.parameters(), 0.003)
    means = []
    for _ in range(updates):
        seen, legal, chosen, rewards = play(net, games, steps)
        known = ~rewards.isnan()
        rewards = rewards[known]
        means.append(float(rewards.mean()))
        likely = scores(net, seen[known], legal[known]).gather(1, chosen[known][:, None]).squeeze(1)
        loss = -(likely * (rewards - rewards.mean())).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return means


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="templari", choices=ch.games())
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--players", type=int)
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"))
    given = parser.parse_args()
    means = learn(given.game, given.updates, given.games, given.players, given.device)
    for first in range(0, len(means), 10):
        some = means[first : first + 10]
        print(f"updates {first + 1}-{first + len(some)}: mean reward {sum(some) / len(some):+.3f}", flush=True)


if __name__ == "__main__":
    main()
