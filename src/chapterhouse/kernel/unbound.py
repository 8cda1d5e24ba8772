"""The rules of a game under the names that loops call them by; `bind` puts a game's own in their place."""

from __future__ import annotations

from typing import Any

from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

State = Any
States = Any  # a NumPy array of one game's records


@rule
def set_up(s: State) -> None: ...


@rule
def refusal(s: State, action: int) -> int: ...  # type: ignore[empty-body]


@rule
def is_legal(s: State, action: int) -> bool: ...  # type: ignore[empty-body]


@rule
def legal_mask(s: State, mask: Row) -> int: ...  # type: ignore[empty-body]


@rule
def first_code(s: State) -> int: ...  # type: ignore[empty-body]


@rule
def act(s: State, action: int) -> None: ...


@rule
def sensible(s: State, luck: Row) -> int: ...  # type: ignore[empty-body]


@rule
def rank(s: State, ranks: Row) -> None: ...


@rule
def score(s: State, points: Row) -> None: ...


@rule
def conceal(s: State, seat: int) -> None: ...


@rule
def redeal(s: State, seat: int) -> None: ...


@rule
def observe(s: State, seat: int, out: Row) -> None: ...


@rule
def broken_law(s: State) -> int: ...  # type: ignore[empty-body]
