"""What lies beside the board for who wants it: the order of a turn, powers, points taken apart, what to look at now.

A room fills an `Aid` from a viewer's own view (`Game.aid`), so nothing here knows more than that viewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chapterhouse.texts import Texts


@dataclass(frozen=True)
class Part:
    """One step of a turn, or one power: what it is, the rule it stands on, and whether it is the one of this moment."""

    title: str
    text: str
    rule: str
    now: bool = False


@dataclass(frozen=True)
class Points:
    """Some of a seat's points and what they are for. `late`: they count at the end, as things stand now."""

    text: str
    points: int
    rule: str
    late: bool = False


@dataclass(frozen=True)
class Aid:
    """All of it; a room without one has nothing to show."""

    turn: tuple[Part, ...] = ()
    powers: tuple[Part, ...] = ()
    points: tuple[tuple[Points, ...], ...] = ()  # of each seat
    notes: tuple[str, ...] = ()  # facts of this moment that matter to who is asked


def steps_of(texts: Texts, rules: Mapping[str, str], now: str | None) -> tuple[Part, ...]:
    """The steps of a turn from `[turn]` of the catalogue, each with its rule; `now` is where the turn stands."""
    return tuple(Part(texts(f"turn.{step}"), texts(f"turn.{step}.text"), rules[step], step == now) for step in rules)


def rule_of(texts: Texts, rule: str) -> Part:
    """A rule of the game as it stands in the rulebook."""
    title, text = f"title.{rule}", f"rules.{rule}"
    return Part(texts(title), texts(text), rule)


def told(texts: Texts, points: Sequence[Points]) -> str:
    """Points in one line: "On the track: 31 points, 7 rooms: 4 points at the end"."""
    return ", ".join(
        texts("aid.late" if each.late else "aid.now", text=each.text, points=texts("score.units", n=each.points))
        for each in points
    )
