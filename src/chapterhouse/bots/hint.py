"""A hint: the best choices of a seat, and what each is expected to bring, from what that seat may know.

told = hint(table, seat, Budget(seconds=1), progress=…, stop=…)     # runs without the GIL: call it in a thread
told.to_json(texts)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from chapterhouse.bots.contract import Budget, Choice, Progress, Stop
from chapterhouse.bots.search import SearchBot, recipe_of
from chapterhouse.play.errors import NotYourTurn
from chapterhouse.play.table import Action, Table
from chapterhouse.texts import Texts

BUDGET = Budget(seconds=1.5)
MOST = 3  # choices that are told
NET_VALUE = 0.9  # at most: the net knows no points, so something of every leaf is played out
CLOSE = 0.25  # as part of what the most tried choice got: so well tried, chances can be compared
ROUGH = 400  # simulations under which chances say nothing yet: of so many, one in two is known to within 5 %


@dataclass(frozen=True)
class Advice:
    """One choice: the part of the thinking that it got, the own chance to win after it, and the points that every seat
    is expected to have at the end (none, where the net alone judged)."""

    action: Action
    share: float
    chance: float
    points: tuple[float, ...]
    does: str  # what the action does, in words
    facts: str  # what the room has to say for it or against it; may be empty

    @property
    def percent(self) -> int:
        return round(100 * self.chance)

    def compared(self, rest: list[Advice], texts: Texts, *, is_forced: bool) -> str:
        """How often it won, next to the other choices, which are called what they do."""
        others = [other for other in rest if other.action != self.action]
        if not others:
            return texts("hint.only" if is_forced else "hint.alone", percent=self.percent)
        ahead, other = self.percent - others[0].percent, others[0].does.split(". ")[0].rstrip(".")
        if ahead >= 1:
            return texts("hint.ahead", percent=self.percent, ahead=ahead, other=other)
        return texts("hint.level", percent=self.percent, other=other)


@dataclass(frozen=True)
class Hint:
    """What a seat is advised to do, the best first, and every seat's chance to win as this seat can judge it."""

    seat: int
    ply: int
    choices: tuple[Advice, ...]
    chances: tuple[float, ...]
    simulations: int
    seconds: float
    is_forced: bool  # there is nothing else that can be done

    @property
    def best(self) -> Action:
        return self.choices[0].action

    @property
    def is_rough(self) -> bool:
        """Whether so little was tried that chances say nothing: before the search is compiled, or on a busy machine."""
        return self.simulations < ROUGH

    def to_json(self, texts: Texts) -> dict[str, Any]:
        """As plain data, with the sentences in the language of these texts. A rough one has one choice, the best."""
        rest = list(self.choices[: 1 if self.is_rough else None])
        return {
            "seat": self.seat,
            "ply": self.ply,
            "chances": [round(chance, 4) for chance in self.chances],
            "choices": [
                {
                    "code": each.action.code,
                    "words": each.action.words,
                    "does": each.does,
                    "share": round(each.share, 4),
                    "chance": round(each.chance, 4),
                    "points": [round(points, 1) for points in each.points],
                    "expects": self._expects(each, texts),
                    "facts": each.facts,
                    "why": self._why(each, rest[:1] if each is not rest[0] else rest[1:], texts),
                }
                for each in rest
            ],
            "rough": self.is_rough,
            "simulations": self.simulations,
            "seconds": round(self.seconds, 3),
        }

    def _expects(self, each: Advice, texts: Texts) -> str:
        if self.is_rough or not each.points:
            return ""
        return texts("score.units", n=round(each.points[self.seat]))

    def _why(self, each: Advice, rest: list[Advice], texts: Texts) -> str:
        return texts("hint.rough") if self.is_rough else each.compared(rest, texts, is_forced=self.is_forced)


def worth_telling(choices: Sequence[Choice]) -> list[Choice]:
    """A few of the choices, which come in the order of how often they were tried, in the order of what they brought.
    One that was tried seldom and seems better than those that were tried well does so by luck: it is left out."""
    well = [each for each in choices if each.share >= CLOSE * choices[0].share][:MOST]
    least = min(each.chance or 0.0 for each in well)
    told = [*well, *(each for each in choices[len(well) :] if (each.chance or 0.0) <= least)][:MOST]
    return sorted(told, key=lambda each: -(each.chance or 0.0))


def hint(
    table: Table,
    seat: int | None = None,
    budget: Budget | None = None,
    *,
    seed: int = 0,
    texts: Texts | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Hint:
    """The best choices of a seat that is asked, by default the one that acts."""
    seat = table.to_act if seat is None else seat
    if seat is None or seat not in table.asked:
        raise NotYourTurn(f"hint: seat {seat} is not asked now; seat {table.to_act} is")
    seen, ply = table.seen(seat), table.ply
    recipe = recipe_of(table.game, table.players, has_net=True)
    bot = SearchBot(table.game.id, seed, recipe=replace(recipe, net_value=min(NET_VALUE, recipe.net_value)))
    thought = bot.consider(seen, seat, budget or BUDGET, progress, stop)
    words = texts or table.texts()
    is_rough = thought.simulations < ROUGH  # chances put nothing in order then: what was tried most is best
    told = thought.choices[:1] if is_rough else worth_telling(thought.choices)
    choices = tuple(
        Advice(
            table.action(choice.action),
            choice.share,
            choice.chance if choice.chance is not None else thought.chances[seat],
            choice.points,
            table.game.says(seen, choice.action, words),
            table.game.why(seen, choice.action, words) if table.game.why else "",
        )
        for choice in told
    )
    return Hint(
        seat, ply, choices, thought.chances, thought.simulations, thought.seconds, len(table.legal_for(seat)) == 1
    )
