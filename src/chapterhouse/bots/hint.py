"""A hint: the best choices of a seat, and what each is expected to bring, from what that seat may know.

told = hint(table, seat, Budget(seconds=1), progress=…, stop=…)     # runs without the GIL: call it in a thread
told.to_json(texts)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chapterhouse.bots.contract import Budget, Progress, Stop
from chapterhouse.bots.search import SearchBot
from chapterhouse.play.errors import NotYourTurn
from chapterhouse.play.notation import in_language
from chapterhouse.play.table import Action, Table
from chapterhouse.texts import Texts

BUDGET = Budget(seconds=1.5)
MOST = 3  # choices that are told


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

    def compared(self, rest: list[Advice], texts: Texts, *, is_forced: bool) -> str:
        """How often it won, next to the other choices."""
        percent = round(100 * self.chance)
        better = [other for other in rest if other.action != self.action]
        if not better:
            return texts("hint.only" if is_forced else "hint.alone", percent=percent)
        ahead = round(100 * (self.chance - better[0].chance))
        if ahead >= 1:
            return texts("hint.ahead", percent=percent, ahead=ahead, other=in_language(better[0].action.words, texts))
        return texts("hint.level", percent=percent, other=in_language(better[0].action.words, texts))


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

    def to_json(self, texts: Texts) -> dict[str, Any]:
        """As plain data, with the sentences in the language of these texts."""
        rest = list(self.choices)
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
                    "expects": texts("score.units", n=round(each.points[self.seat])) if each.points else "",
                    "facts": each.facts,
                    "why": each.compared(
                        rest[:1] if each is not rest[0] else rest[1:], texts, is_forced=self.is_forced
                    ),
                }
                for each in self.choices
            ],
            "simulations": self.simulations,
            "seconds": round(self.seconds, 3),
        }


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
    bot = SearchBot(table.game.id, seed)
    thought = bot.consider(seen, seat, budget or BUDGET, progress, stop)
    words = texts or table.texts()
    choices = tuple(
        Advice(
            table.action(choice.action),
            choice.share,
            choice.chance if choice.chance is not None else thought.chances[seat],
            choice.points,
            table.game.says(seen, choice.action, words),
            table.game.why(seen, choice.action, words) if table.game.why else "",
        )
        for choice in thought.choices[:MOST]
    )
    return Hint(
        seat, ply, choices, thought.chances, thought.simulations, thought.seconds, len(table.legal_for(seat)) == 1
    )
