"""Five levels, from a first evening's opponent to the strongest that there is.

The first three make the mistakes of people: they look only a little ahead and take for best what is nearly as good.
The others look further. Names and sentences stand in the house's texts: `level.<id>` and `level.<id>_says`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from chapterhouse.bots.contract import Budget, Progress, State, Stop, Thought
from chapterhouse.bots.search import SearchBot
from chapterhouse.kernel.rng import draw, seeded

AT_ONCE = 0.4  # seconds after which a level that answers at once does, whatever it still wanted to look at
PARTS = 1 << 24


@dataclass(frozen=True)
class Level:
    """How much a level looks ahead, and how easily it takes one thing for as good as another (0: never)."""

    id: str
    budget: Budget
    slip: float = 0.0


LEVELS = (
    Level("novice", Budget(simulations=8, seconds=AT_ONCE, trees=1), 0.3),
    Level("squire", Budget(simulations=16, seconds=AT_ONCE, trees=1), 0.1),
    Level("sergeant", Budget(simulations=48, seconds=AT_ONCE, trees=1), 0.02),
    Level("knight", Budget(simulations=400, seconds=AT_ONCE, trees=1)),
    Level("master", Budget(seconds=2.0)),
)


class LevelBot:
    """A level: a search that is cut short, and that slips."""

    def __init__(self, level: Level, game: str, seed: int) -> None:
        self.level = level
        self.search = SearchBot(game, seed, level.budget)
        self.luck = seeded(~seed)[0]

    def choose(self, seen: State, seat: int, budget: Budget | None = None) -> int:
        if not self.level.slip:
            return self.search.choose(seen, seat, budget)
        return self.consider(seen, seat, budget).action

    def consider(
        self,
        seen: State,
        seat: int,
        budget: Budget | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Thought:
        thought = self.search.consider(seen, seat, budget, progress, stop)
        return replace(thought, action=self._slip(thought)) if self.level.slip else thought

    def _slip(self, thought: Thought) -> int:
        """One of the choices, the more likely the more it seems worth: what is nearly as good is often taken for the
        best, what is far worse seldom."""
        worths = [choice.worth or 0.0 for choice in thought.choices]
        weights = [math.exp((worth - max(worths)) / self.level.slip) for worth in worths]
        left = draw(self.luck, PARTS) / PARTS * sum(weights)
        for choice, weight in zip(thought.choices, weights, strict=True):
            left -= weight
            if left < 0:
                return choice.action
        return thought.action
