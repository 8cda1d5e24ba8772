"""Proximal policy optimisation: play so many decisions in every game, then learn from those that were the learner's.

The reward comes at the end alone: half the share of the win, half the share of rivals beaten. Advantages run over a
seat's own decisions. The value of every seat is learnt: the own one from what this seat came to, each rival's from what
that rival came to; and not only from who decides, but from somebody who waits too: where a rollout breaks off the net
is asked on behalf of all seats.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from chapterhouse.bots.train.games import Games
from chapterhouse.bots.train.loops import EARLIER, LEARNER
from chapterhouse.bots.train.model import Model

CLIP = 0.2  # of the ratio of new to old probability
MOST_GRADIENT = 0.5
TRACE = 0.95  # how far an advantage looks ahead, a decision of the same seat
FAR = -1.0e9  # the logit of what is not legal
RIVALS = 0.5  # weight of rivals' values beside the own one
WAITING = 2  # at every so manieth decision somebody who waits is looked at too
WAITED = 0.5  # weight of what those know beside what the decider does


@dataclass(frozen=True)
class Recipe:
    """The numbers of a training."""

    games: int = 1 << 15
    decisions: int = 48  # of each game before each update
    minibatch: int = 1 << 16
    epochs: int = 2
    width: int = 256
    blocks: int = 3
    rate: tuple[float, float] = (5e-4, 2e-5)  # of learning, at the beginning and at the end
    entropy: tuple[float, float] = (2e-2, 1e-3)  # worth of staying undecided, likewise
    snapshots: int = 32  # earlier nets that are kept, spread over the whole training
    judged: int = 1 << 11  # games of each player count for a progress line
    nets_only: bool = False  # nobody at the tables goes by the rules of thumb


def along(ends: tuple[float, float], part: float) -> float:
    """The number between two ends, `part` of the way."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, part)


def logits(model: Model, features: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """The net's numbers for actions, those that are not legal far below, and for seats."""
    actions, seats = model(features.float())
    return torch.where(masks > 0, actions, FAR), seats


def sample(scores: Tensor) -> Tensor:
    """An action for each row by its probability."""
    noise = torch.rand_like(scores).clamp_(1e-9, 1 - 1e-7)
    return (scores - torch.log(-torch.log(noise))).argmax(1)


def weights_of_seats(players: Tensor, most: int) -> Tensor:
    """What the two values of every seat weigh in a loss, own seat first: that one 1, rivals less, empty seats 0."""
    places = torch.arange(2 * most, device=players.device)[None] % most
    return torch.where(places == 0, 1.0, RIVALS * (places < players[:, None]).float())


def value_loss(seats: Tensor, targets: Tensor, players: Tensor) -> Tensor:
    """How far the net's numbers for seats are from what they came to."""
    weight = weights_of_seats(players, seats.shape[1] // 2)
    apart = binary_cross_entropy_with_logits(seats, targets, reduction="none") * weight
    return apart.sum() / weight.sum().clamp(min=1)


class Rollout:
    """What happened in all games during some decisions, kept for learning."""

    def __init__(self, games: Games, recipe: Recipe) -> None:
        game, n, t = games.engine.game, games.n, recipe.decisions
        self.games, self.most = games, game.seats[1]
        half = torch.float16 if games.device != "cpu" else torch.float32

        def zeros(*size: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(t, n, *size, dtype=dtype, device=games.device)

        self.features, self.masks = zeros(game.features, dtype=half), zeros(game.action_count, dtype=torch.int8)
        self.seats, self.actions = zeros(dtype=torch.int64), zeros(dtype=torch.int64)
        self.is_learners, self.ended = zeros(dtype=torch.bool), zeros(dtype=torch.bool)
        self.chosen, self.values, self.results = zeros(), zeros(2), zeros(2, self.most)
        self.waiting_features, self.waiting = self.features[::WAITING].clone(), self.seats[::WAITING].clone()
        # the first game with an earlier net; they come last
        earlier = (games.kinds == EARLIER).any(1).nonzero()
        self.first_earlier = int(earlier[0]) if len(earlier) else n
        self.order = torch.arange(self.most, device=games.device)[None]

    @torch.no_grad()
    def play(self, model: Model, earlier: Model) -> None:
        """Fill all arrays from where the games stand."""
        games, cut = self.games, self.first_earlier
        for t in range(len(self.seats)):
            games.look()
            self.features[t], self.masks[t], self.seats[t] = games.features, games.masks, games.seats
            scores, seats = logits(model, games.features, games.masks)
            scores = torch.log_softmax(scores, 1)
            action = sample(scores)
            kind = games.kinds.gather(1, games.seats[:, None])[:, 0]
            if cut < games.n:
                other = sample(logits(earlier, games.features[cut:], games.masks[cut:])[0])
                action[cut:] = torch.where(kind[cut:] == EARLIER, other, action[cut:])
            games.actions.copy_(action)
            self.actions[t], self.is_learners[t] = action, kind == LEARNER
            self.chosen[t] = scores.gather(1, action[:, None])[:, 0]
            self.values[t] = torch.sigmoid(seats[:, :: self.most])
            if t % WAITING == 0:
                others = (torch.rand_like(self.chosen[t]) * (games.players - 1)).long()
                games.look((games.seats + 1 + others) % games.players)
                self.waiting_features[t // WAITING], self.waiting[t // WAITING] = games.features, games.seats
            games.advance()
            self.ended[t], self.results[t] = games.ended > 0, games.results.view(-1, 2, self.most)

    def waiting_learners(self) -> Tensor:
        """Whether the learner plays the seats that wait [t, n]."""
        kinds = self.games.kinds.expand(len(self.waiting), -1, -1)
        return kinds.gather(2, self.waiting[:, :, None])[:, :, 0] == LEARNER

    def _own_first(self, by_seat: Tensor, seats: Tensor) -> Tensor:
        """[n, 2, seats] as [n, 2 * seats], beginning with a seat of every game."""
        clockwise = (seats[:, None] + self.order) % self.games.players[:, None]
        return by_seat.gather(2, clockwise[:, None].expand(-1, 2, -1)).clamp(0, 1).flatten(1)

    @torch.no_grad()
    def look_back(self, model: Model) -> tuple[Tensor, Tensor, Tensor]:
        """Advantages [t, n] of the decisions and, for all seats, own first, what they came to [t, n, 2 * seats]; the
        last as those know it who wait."""
        games, n, most = self.games, self.games.n, self.most
        value = torch.zeros(n, 2, most, device=games.device)  # what each seat thought at its next decision
        for seat in range(most):
            games.look(seat % games.players)
            value[:, :, seat] = torch.sigmoid(logits(model, games.features, games.masks)[1][:, ::most])
        ahead = torch.zeros_like(value)  # each seat's advantage at its next decision
        advantages = torch.zeros_like(self.chosen)
        targets = torch.zeros(*self.seats.shape, 2 * most, device=games.device)
        waiting_targets = torch.zeros(*self.waiting.shape, 2 * most, device=games.device)
        for t in range(len(self.seats) - 1, -1, -1):
            over = self.ended[t][:, None, None]
            value = torch.where(over, self.results[t], value)
            ahead = torch.where(over, 0.0, ahead)
            mover = self.seats[t][:, None, None].expand(-1, 2, 1)
            own = self.values[t][:, :, None]
            gain = value.gather(2, mover) - own + TRACE * ahead.gather(2, mover)
            value, ahead = value.scatter(2, mover, own), ahead.scatter(2, mover, gain)
            advantages[t] = gain.mean((1, 2))
            targets[t] = self._own_first(value + ahead, self.seats[t])
            if t % WAITING == 0:
                waiting_targets[t // WAITING] = self._own_first(value + ahead, self.waiting[t // WAITING])
        return advantages, targets, waiting_targets


@dataclass(frozen=True)
class Losses:
    """What an update last saw."""

    policy: float
    value: float
    entropy: float


def update(model: Model, optimizer: torch.optim.Optimizer, rollout: Rollout, recipe: Recipe, part: float) -> Losses:
    """Learn from a rollout; `part` of the training is done."""
    for group in optimizer.param_groups:
        group["lr"] = along(recipe.rate, part)
    advantages, targets, waiting_targets = (x.flatten(0, 1) for x in rollout.look_back(model))
    features, masks, actions, chosen = (
        x.flatten(0, 1) for x in (rollout.features, rollout.masks, rollout.actions, rollout.chosen)
    )
    is_free = (masks.sum(1, dtype=torch.int32) > 1) & rollout.is_learners.flatten()
    learners = rollout.is_learners.flatten().nonzero()[:, 0]
    mean, spread = advantages[is_free].mean(), advantages[is_free].std() + 1e-6
    players = rollout.games.players.repeat(len(rollout.seats))
    waiting_features = rollout.waiting_features.flatten(0, 1)
    waiting = rollout.waiting_learners().flatten().nonzero()[:, 0]
    worth = along(recipe.entropy, part)
    size = min(recipe.minibatch, len(learners))
    steps = recipe.epochs * max(1, (len(learners) + size // 2) // size)
    beside = iter(waiting[torch.randperm(len(waiting), device=waiting.device)].tensor_split(steps))  # each once
    for _ in range(recipe.epochs):
        order = learners[torch.randperm(len(learners), device=learners.device)]
        for first in range(0, len(order) - size // 2, size):
            at = order[first : first + size]
            other = next(beside)
            scores, seats = logits(model, features[at], masks[at])
            scores = torch.log_softmax(scores, 1)
            ratio = (scores.gather(1, actions[at][:, None])[:, 0] - chosen[at]).exp()
            gain, free = (advantages[at] - mean) / spread, is_free[at].float()
            bounded = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            total = free.sum().clamp(min=1)
            policy = -(bounded * free).sum() / total
            entropy = -((scores.exp() * scores.clamp(min=-30)).sum(1) * free).sum() / total
            value = value_loss(seats, targets[at], players[at])
            waited = value_loss(model(waiting_features[other].float())[1], waiting_targets[other], players[other])
            loss = policy + value + WAITED * waited - worth * entropy
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
            optimizer.step()
    return Losses(policy.item(), value.item(), entropy.item())
