"""Going to a place that is several steps away: the steps that lead there, and whether it matters which way."""

from __future__ import annotations

from dataclasses import dataclass

from chapterhouse.play.table import Table

FARTHEST = 6  # steps


@dataclass(frozen=True)
class Route:
    """The notations of the steps, in order, and what each would do, in words."""

    steps: tuple[str, ...]
    says: tuple[str, ...]


def can_walk(table: Table, seat: int) -> bool:
    """Whether the seat is asked for a step now."""
    leads = table.game.leads_to
    return bool(leads and any(leads(table.seen(seat), each.code) for each in table.legal_for(seat)))


def routes(table: Table, seat: int, place: str, language: str = "en") -> list[Route]:
    """The shortest ways by which the seat's figure can go to a place of the picture; several only where they differ in
    points or in what comes to light. None when the place is out of reach."""
    leads = table.game.leads_to
    if leads is None:
        return []
    texts, front = table.texts(language), [(table, Route((), ()))]
    for _ in range(FARTHEST):
        there: dict[object, Route] = {}
        reached: dict[tuple[str, str], tuple[Table, Route]] = {}
        for at, so_far in front:
            seen = at.seen(seat)
            for action in at.legal_for(seat):
                to = leads(seen, action.code)
                if not to:
                    continue
                after = at.at(at.ply)
                after.act(action.code, seat)
                says = table.game.says(seen, action.code, texts)
                route = Route((*so_far.steps, action.words), (*so_far.says, says))
                if to == place:
                    there.setdefault(_cost(after), route)
                elif seat in after.asked:
                    reached.setdefault((to, repr(_cost(after))), (after, route))
        if there:
            return list(there.values())
        front = list(reached.values())
    return []


def _cost(table: Table) -> tuple[object, ...]:
    """What a way has cost and revealed."""
    outcome = table.outcome
    return (*table.scores(), table.news, outcome is not None)
