"""What the numbers of an observation mean, as data: names, how many numbers each has, and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """`count` numbers that belong together."""

    name: str
    count: int
    says: str


def repeated(name: str, times: int, spans: Sequence[Span]) -> Iterable[Span]:
    """The same spans for each of several things: `name 0 …`, `name 1 …`."""
    for i in range(times):
        for span in spans:
            yield Span(f"{name} {i} {span.name}", span.count, span.says)


def singles(**numbers: str) -> Iterable[Span]:
    """One number each, by name."""
    for name, says in numbers.items():
        yield Span(name, 1, says)


def length(spans: Iterable[Span]) -> int:
    return sum(span.count for span in spans)
