"""`@record`: a class of commented fields becomes a NumPy record whose fields are attributes."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np

T = TypeVar("T")
Row = np.ndarray[Any, Any]  # a sub-array of a record: one number for each seat, card, …


@dataclass(frozen=True)
class Field:
    """What a field of a record holds: numbers from `low`, 0 if nothing else is said, to `high`, or under that of the
    field `below`; or one of the numbers in `empty`, which say that nothing is there.

    Where the first index is a seat, the rows of seats that do not play hold `vacant`. `box`: options and printed data,
    which stay the same all game long."""

    kind: type[np.generic]
    shape: tuple[int, ...]
    low: int = 0
    high: int | None = None
    below: str | None = None
    empty: tuple[int, ...] = ()
    vacant: int | None = None
    box: bool = False


def _kind(kind: type[np.generic]) -> Any:
    def field(
        *shape: int,
        low: int = 0,
        high: int | None = None,
        below: str | None = None,
        empty: int | tuple[int, ...] = (),
        vacant: int | None = None,
        box: bool = False,
    ) -> Any:
        empties = empty if isinstance(empty, tuple) else (empty,)
        return Field(kind, shape, low, high, below, empties, vacant, box)

    return field


i8, i16, i32, f32 = (_kind(kind) for kind in (np.int8, np.int16, np.int32, np.float32))


def _scalar(name: str) -> property:
    # int() so that plain arithmetic is Python's: an int8 would wrap or warn where compiled code widens
    return property(lambda s: int(s[name]), lambda s, v: s.__setitem__(name, v))


def _array(name: str) -> property:
    return property(lambda s: s[name], lambda s, v: s.__setitem__(name, v))


def record(cls: type[T]) -> type[T]:
    """Turn a class of `name: int = i8(low=0, high=9)` lines into a NumPy record; `layout` is its dtype, and `declared`
    what each field can hold."""
    declared: dict[str, Field] = {name: field for name, field in vars(cls).items() if name in cls.__annotations__}
    attributes: dict[str, Any] = {n: _array(n) if field.shape else _scalar(n) for n, field in declared.items()}
    attributes |= {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__}
    scalar: Any = type(cls.__name__, (np.void,), attributes)
    fields: list[Any] = [(n, f.kind, f.shape) if f.shape else (n, f.kind) for n, f in declared.items()]
    scalar.layout = np.dtype((scalar, np.dtype(fields, align=True)))
    scalar.declared = declared
    return cast(type[T], scalar)


class _Numbers:
    """The fields of one state; made by `numbers`."""


@functools.cache
def _fields(layout: np.dtype[Any]) -> tuple[tuple[str, bool], ...]:
    """Every field's name, and whether it has rows of rows."""
    return tuple((name, len(layout[name].shape) > 1) for name in layout.names or ())


def numbers(s: T) -> T:
    """A state to read from, its fields as Python's own numbers and lists: many times quicker for code that asks much of
    it in plain mode. A change to it reaches nobody. Rows of rows stay arrays, because rules ask for `[i, j]`."""
    state, plain = cast(Any, s), _Numbers()
    for name, is_deep in _fields(state.dtype):
        plain.__dict__[name] = state[name].copy() if is_deep else state[name].tolist()
    return cast(T, plain)


def declared_in(state_type: type) -> dict[str, Field]:
    """What each field of a `@record` class can hold."""
    return cast("dict[str, Field]", state_type.declared)  # type: ignore[attr-defined]


def layout_of(state_type: type) -> np.dtype[Any]:
    """The dtype of a `@record` class."""
    return cast("np.dtype[Any]", state_type.layout)  # type: ignore[attr-defined]
