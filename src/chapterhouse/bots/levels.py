"""Five levels, from a first evening's opponent to the strongest that there is.

The first three make the mistakes of people: the novice and the squire go by rules of thumb, and the novice often takes
something that only seems nearly as good; the sergeant looks just a little ahead, and without the net. The knight
looks further, in most games with the net; the master has it in all, and takes its time. Names and sentences stand in
the house's texts: `level.<id>` and `level.<id>_says`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from chapterhouse.bots.contract import Budget, Progress, State, Stop, Thought
from chapterhouse.bots.search import SearchBot
from chapterhouse.bots.simple import SensibleBot
from chapterhouse.games import load
from chapterhouse.kernel.rng import draw, seeded

AT_ONCE = 0.4  # seconds after which a level that answers at once does, whatever it still wanted to look at
BLUR = 0.1  # so much less worth is hard to tell from the best for who slips
PARTS = 1 << 24


@dataclass(frozen=True)
class Level:
    """How much a level looks ahead; whether it goes by rules of thumb all the same, and how often it slips then;
    and whether it has the net. A game may say how many simulations make the level there, and that it has no net
    (`Game.search`: `knight` and `knight_net`)."""

    id: str
    budget: Budget
    is_simple: bool = False
    slips: float = 0.0
    has_net: bool = False

    def budget_in(self, game: str) -> Budget:
        own = load(game).search.get(self.id)
        return self.budget if own is None else replace(self.budget, simulations=int(own))

    def has_net_in(self, game: str) -> bool:
        return self.has_net and bool(load(game).search.get(f"{self.id}_net", True))


LEVELS = (
    Level("novice", Budget(simulations=12, seconds=AT_ONCE, trees=1), is_simple=True, slips=0.4),
    Level("squire", Budget(simulations=12, seconds=AT_ONCE, trees=1), is_simple=True),
    Level("sergeant", Budget(simulations=64, seconds=AT_ONCE, trees=1)),
    Level("knight", Budget(simulations=64, seconds=AT_ONCE, trees=1), has_net=True),
    Level("master", Budget(seconds=2.0), has_net=True),
)


class LevelBot:
    """One of the levels at a table."""

    def __init__(self, level: Level, game: str, seed: int) -> None:
        self.level = level
        self.search = SearchBot(game, seed, level.budget_in(game), has_net=level.has_net_in(game))
        self.simple = SensibleBot(game, seed)
        self.luck = seeded(~seed)[0]
        self.watched = 0

    @property
    def budget(self) -> Budget:
        return self.search.budget

    @property
    def looks_on(self) -> bool:
        return self.search.looks_on

    def watch(self, before: State, after: State, seat: int, who: int) -> None:
        self.search.watch(before, after, seat, who)

    def choose(self, seen: State, seat: int, budget: Budget | None = None) -> int:
        if not self.level.is_simple:
            return self.search.choose(seen, seat, budget)
        if draw(self.luck, PARTS) < self.level.slips * PARTS:
            return self._slip(self.search.consider(seen, seat, budget))
        return self.simple.choose(seen, seat)

    def consider(
        self,
        seen: State,
        seat: int,
        budget: Budget | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Thought:
        thought = self.search.consider(seen, seat, budget, progress, stop)
        return replace(thought, action=self.choose(seen, seat, budget)) if self.level.is_simple else thought

    def _slip(self, thought: Thought) -> int:
        """One of the choices, the more likely the more it seems worth: what is nearly as good is often taken for the
        best, what is far worse seldom."""
        worths = [choice.worth or 0.0 for choice in thought.choices]
        weights = [math.exp((worth - max(worths)) / BLUR) for worth in worths]
        left = draw(self.luck, PARTS) / PARTS * sum(weights)
        for choice, weight in zip(thought.choices, weights, strict=True):
            left -= weight
            if left < 0:
                return choice.action
        return thought.action
