"""A whole training: play, learn, measure, keep; it can be stopped at any time and goes on exactly where it was.

In the folder: GAME.pt (all that the training goes on from), GAME.npz and GAME.toml (the net as it is shipped), GAME.svg
(the learning curve).
"""

from __future__ import annotations

import os
import pathlib
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import torch

from chapterhouse.bots.net import FOLDER, read, save
from chapterhouse.bots.train.curve import curve
from chapterhouse.bots.train.games import Games, mixed_boxes, mixed_kinds
from chapterhouse.bots.train.learn import Losses, Recipe, Rollout, update
from chapterhouse.bots.train.measure import figures, wins
from chapterhouse.bots.train.model import Model
from chapterhouse.play.engine import Engine

KEEP_EVERY = 75.0  # seconds
HALFWAY = 0.5  # where the schedule begins for a net that knows the game already
ANOTHER_RIVAL = 8  # updates until another of the earlier nets plays


@dataclass(frozen=True)
class Plan:
    """How long, and where: `updates` takes the place of `minutes` where a run must be repeatable to the last bit."""

    folder: pathlib.Path
    minutes: float = 20.0
    updates: int = 0
    device: str = "auto"
    seed: int = 1
    is_shipped: bool = False  # begins with the net that is shipped, not from nothing
    command: str = "chapterhouse train"


class Training:
    """One net on its way."""

    def __init__(self, engine: Engine, plan: Plan, recipe: Recipe) -> None:
        self.engine, self.plan, self.recipe = engine, plan, recipe
        self.device = plan.device
        if self.device == "auto":
            self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.manual_seed(plan.seed)
        self.luck = np.random.default_rng(plan.seed)
        game = engine.game
        shape = np.array([game.features, recipe.width, recipe.blocks, game.action_count, game.seats[1]], np.int32)
        self.model, self.earlier = Model(shape).to(self.device), Model(shape).to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), recipe.rate[0], eps=1e-5)
        self.first = HALFWAY if plan.is_shipped else 0.0
        if plan.is_shipped:
            self.model.take(*read(FOLDER / f"{game.id}.npz"))
        self.past: list[dict[str, torch.Tensor]] = []
        self._remember()
        boxes = mixed_boxes(engine, recipe.games, self.luck)
        kinds = mixed_kinds(boxes["players"], game.seats[1], self.luck, nets_only=recipe.nets_only)
        self.games = Games(engine, boxes, kinds, plan.seed, self.device)
        self.rollout = Rollout(self.games, recipe)
        self.done = 0  # updates
        self.decisions = 0
        self.seconds = 0.0
        self.lines: list[dict[str, Any]] = []
        self.losses = Losses(0.0, 0.0, 0.0)

    @property
    def part(self) -> float:
        """How much of the training is done, 0 … 1."""
        return self.done / self.plan.updates if self.plan.updates else self.seconds / (60 * self.plan.minutes)

    @property
    def schedule(self) -> float:
        """How far the rates of learning have come, 0 … 1."""
        return self.first + (1 - self.first) * self.part

    def _remember(self) -> None:
        self.past.append({name: x.detach().half().clone() for name, x in self.model.state_dict().items()})

    def step(self) -> None:
        """One rollout and one update."""
        began = time.perf_counter()
        if self.done % ANOTHER_RIVAL == 0:
            # half of the time one of the latest
            first = len(self.past) * 3 // 4 if self.luck.random() < 0.5 else 0
            self.earlier.load_state_dict(self.past[int(self.luck.integers(first, len(self.past)))])
        self.rollout.play(self.model, self.earlier)
        self.losses = update(self.model, self.optimizer, self.rollout, self.recipe, self.schedule)
        self.done += 1
        self.decisions += int(self.rollout.is_learners.sum())
        self.seconds += time.perf_counter() - began
        if self.part * self.recipe.snapshots >= len(self.past):
            self._remember()

    def measure(self) -> dict[str, Any]:
        """A progress line: wins against `sensible` and against the net of halfway."""
        half = Model(self.model.shape).to(self.device)
        half.load_state_dict(self.past[len(self.past) // 2])
        n, keys = self.recipe.judged, (asdict(self.losses) | {"seconds": round(self.seconds, 1)})
        against = {"sensible": None, "past": half}
        line: dict[str, Any] = {"decisions": self.decisions, "updates": self.done} | keys
        for name, rival in against.items():
            shares = wins(self.engine, self.model, rival, n, self.device)
            line[name] = {str(players): round(share, 4) for players, share in shares.items()}
        self.lines.append(line)
        return line

    @property
    def path(self) -> pathlib.Path:
        return self.plan.folder / f"{self.engine.game.id}.pt"

    def keep(self) -> None:
        """Write checkpoint, net, facts and curve; a checkpoint is whole or not there."""
        self.plan.folder.mkdir(parents=True, exist_ok=True)
        kept = {
            "model": self.model.state_dict(),
            "earlier": self.earlier.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "past": self.past,
            "games": self.games.keep(),
            "counts": [self.done, self.decisions, self.seconds],
            "first": self.first,
            "lines": self.lines,
            "recipe": asdict(self.recipe),
            "luck": self.luck.bit_generator.state,
            "torch_luck": torch.get_rng_state(),
            "cuda_luck": torch.cuda.get_rng_state() if self.device == "cuda" else None,
        }
        part = self.path.with_suffix(".part")
        torch.save(kept, part)
        os.replace(part, self.path)
        save(self.path.with_suffix(".npz"), self.model.shape, self.model.arrays())
        self.path.with_suffix(".toml").write_text(self.facts(), encoding="utf-8")
        self.path.with_suffix(".svg").write_text(curve(self.engine.game.id, self.lines), encoding="utf-8")

    def facts(self) -> str:
        """What made the net and what it can do, as TOML."""
        machine = torch.cuda.get_device_name() if self.device == "cuda" else f"CPU, {torch.get_num_threads()} threads"
        game = self.engine.game
        lines = [
            f'command = "{self.plan.command}"',
            f"date = {datetime.now(UTC).date().isoformat()}",
            f'machine = "{machine}"',
            f"seconds = {self.seconds:.0f}",
            f"updates = {self.done}",
            f"decisions = {self.decisions}  # that the learner made and learnt from",
            f"rules_version = {game.version}",
            f"features = {game.features}",
            f"actions = {game.action_count}",
        ]
        if self.lines:
            rivals = {"sensible": "`sensible`", "past": "the net of halfway"}
            lines += figures({name: self.lines[-1][name] for name in rivals}, rivals)
        return "\n".join(lines) + "\n"

    def go_on(self) -> None:
        """Take up the checkpoint in the folder."""
        kept = torch.load(self.path, map_location=self.device, weights_only=False)
        if kept["recipe"] != asdict(self.recipe):
            raise ValueError(f"{self.path} was made with other numbers: {kept['recipe']}")
        self.model.load_state_dict(kept["model"])
        self.earlier.load_state_dict(kept["earlier"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.past, self.lines, self.first = kept["past"], kept["lines"], kept["first"]
        self.games.go_on(kept["games"])
        self.done, self.decisions, self.seconds = kept["counts"]
        self.luck.bit_generator.state = kept["luck"]
        torch.set_rng_state(kept["torch_luck"].cpu())
        if self.device == "cuda":
            torch.cuda.set_rng_state(kept["cuda_luck"].cpu())


def recipe_for(device: str, games: int | None = None, *, nets_only: bool = False) -> Recipe:
    """The numbers for a device: a CPU plays fewer games at once."""
    recipe = Recipe() if device == "cuda" else Recipe(games=1 << 10, minibatch=1 << 12, judged=1 << 7)
    if nets_only:
        # a net that knows the game learns to play among its like
        recipe = replace(recipe, nets_only=True, rate=(4e-4, 2e-5), entropy=(6e-3, 5e-4))
    return replace(recipe, games=games) if games else recipe


def train(
    engine: Engine, plan: Plan, recipe: Recipe, is_resumed: bool, tell: Callable[[Training, dict[str, Any]], None]
) -> Training:
    """Train until the plan is fulfilled or Ctrl-C is pressed; `tell` gets every progress line."""
    training = Training(engine.compile(), plan, recipe)
    if is_resumed:
        training.go_on()
    try:
        last = time.perf_counter()
        while training.part < 1:
            training.step()
            if time.perf_counter() - last > KEEP_EVERY and training.part < 1:
                tell(training, training.measure())
                training.keep()
                last = time.perf_counter()
        tell(training, training.measure())
    finally:
        # an interruption comes between two launches at most: what was learnt is whole or is learnt again
        training.keep()
    return training
