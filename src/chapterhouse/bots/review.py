"""A game looked at afterwards: every seat's chance to win over time, what each decision cost, and where it turned.

done = review(table, Budget(simulations=400), seconds=60, progress=…, stop=…)    # JSON data; None when it was stopped

The chance that a seat could know comes from searches over worlds that agree with what it had seen; the true one from
the cards as they lay. A loss is what the best choice would have won more often than the one that was made, as the seat
that made it could judge; both are searched with the same number of simulations. A review that may take only so many
seconds looks less closely where it would need more.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from chapterhouse.bots.contract import Budget, Progress, Stop, Thought
from chapterhouse.bots.search import SearchBot
from chapterhouse.play.table import Table

BUDGET = Budget(simulations=400)
CURVE_PART = 4  # a point of a curve gets one part in so many of a decision's budget
TURNING = 0.05  # a loss of so much of the chance to win makes a turning point
MOST_TURNING = 8
FEWEST = 32  # simulations of a decision, however little time there is
POINTS = 160  # of a curve that are searched, about; those of a longer game lie on the lines between them


def _part(budget: Budget) -> Budget:
    """The budget of a point of a curve."""
    most = budget.simulations
    simulations = None if most is None else min(most, max(FEWEST, most // CURVE_PART))
    return replace(
        budget, simulations=simulations, seconds=None if budget.seconds is None else budget.seconds / CURVE_PART
    )


class _Pace:
    """Keeps a review within its seconds: the slower it gets on, the fewer simulations a decision has."""

    def __init__(self, budget: Budget, seconds: float | None, plies: int) -> None:
        self.budget, self.seconds, self.plies = budget, seconds, plies
        self.began, self.asked = time.monotonic(), 0

    def budget_at(self, ply: int) -> Budget:
        """What the decision after so many others may use."""
        most = self.budget.simulations
        if self.seconds is None or most is None:
            return self.budget
        passed = max(1e-6, time.monotonic() - self.began)
        left = max(0.0, self.seconds - passed) / (self.plies - ply)
        most = min(most, max(FEWEST, int(left * self.asked / passed)))
        self.asked += most
        return replace(self.budget, simulations=most)


def _line(points: dict[int, list[float]]) -> list[list[float]]:
    """A point for every ply, between those that were searched."""
    plies = np.arange(max(points) + 1)
    seats = [np.interp(plies, list(points), column) for column in zip(*points.values(), strict=True)]
    return [[round(float(chance), 4) for chance in point] for point in zip(*seats, strict=True)]


def _chance(thought: Thought, seat: int) -> float:
    """The chance of the seat that acts after the only opening that was searched."""
    return thought.chances[seat]


def _decision(bot: SearchBot, at: Table, ply: int, budget: Budget, stop: Stop | None) -> dict[str, Any]:
    """One decision: what was done, what would have been best, and what the difference cost."""
    whole = at.history[ply]
    table = at.at(ply)
    seat, seen = whole.seat, table.seen(whole.seat)
    legal = table.legal_for(seat)
    entry = {"ply": ply, "seat": seat, "code": whole.code, "words": whole.words, "forced": len(legal) == 1}
    if len(legal) == 1:
        return entry | {"loss": 0.0, "best": None}
    best = bot.consider(seen, seat, budget, stop=stop).action
    if best == whole.code:
        return entry | {"loss": 0.0, "best": None}
    mine = _chance(bot.consider(seen, seat, budget, stop=stop, opening=whole.code), seat)
    theirs = _chance(bot.consider(seen, seat, budget, stop=stop, opening=best), seat)
    loss = max(0.0, theirs - mine)
    better = {"code": best, "words": table.action(best).words, "chance": round(theirs, 4)}
    return entry | {"loss": round(loss, 4), "chance": round(mine, 4), "best": better if loss > 0 else None}


def _point(bot: SearchBot, table: Table, budget: Budget, stop: Stop | None) -> tuple[list[float], list[float]]:
    """Every seat's chance as that seat could know it, and as it truly was."""
    outcome = table.outcome
    if outcome is not None:
        won = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(table.players)]
        return won, won
    known = [bot.consider(table.seen(seat), seat, budget, stop=stop).chances[seat] for seat in range(table.players)]
    return known, list(bot.consider_truth(table.truth(), budget, stop).chances)


def review(
    table: Table,
    budget: Budget | None = None,
    *,
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> dict[str, Any] | None:
    """All about a game that has been played, as JSON data; None when it was stopped."""
    pace = _Pace(budget or BUDGET, seconds, table.ply + 1)
    bot = SearchBot(table.game.id, seed)
    known, true, decisions = dict[int, list[float]](), dict[int, list[float]](), list[dict[str, Any]]()
    stride = -(-table.ply // POINTS) or 1
    for ply in range(table.ply + 1):
        if progress is not None:
            progress(ply / (table.ply + 1))
        if stop is not None and stop():
            return None
        now = pace.budget_at(ply)
        if ply % stride == 0 or ply == table.ply:
            known[ply], true[ply] = _point(bot, table.at(ply), _part(now), stop)
        if ply < table.ply:
            decisions.append(_decision(bot, table, ply, now, stop))
    if progress is not None:
        progress(1.0)
    turning = sorted((each for each in decisions if each["loss"] >= TURNING), key=lambda each: -each["loss"])
    return {
        "review": 1,
        "game": table.game.id,
        "players": table.players,
        "plies": table.ply,
        "over": table.over,
        "turning": [each["ply"] for each in turning[:MOST_TURNING]],
        "known": _line(known),  # by ply, then seat
        "true": _line(true),
        "decisions": decisions,
        "losses": [
            round(sum(each["loss"] for each in decisions if each["seat"] == s), 4) for s in range(table.players)
        ],
    }
