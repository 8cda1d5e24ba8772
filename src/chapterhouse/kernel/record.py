"""`@record`: a class of commented fields becomes a NumPy record whose fields are attributes."""

from __future__ import annotations

import functools
from typing import Any, TypeVar, cast

import numpy as np

T = TypeVar("T")
Row = np.ndarray[Any, Any]  # a sub-array of a record: one number for each seat, card, room, …


def _kind(kind: type[np.generic]) -> Any:
    def field(*shape: int) -> Any:
        return (kind, shape) if shape else (kind,)

    return field


i8, i16, i32, f32 = (_kind(kind) for kind in (np.int8, np.int16, np.int32, np.float32))


def _scalar(name: str) -> property:
    # int() so that plain arithmetic is Python's: an int8 would wrap or warn where compiled code widens
    return property(lambda s: int(s[name]), lambda s, v: s.__setitem__(name, v))


def _array(name: str) -> property:
    return property(lambda s: s[name], lambda s, v: s.__setitem__(name, v))


def record(cls: type[T]) -> type[T]:
    """Turn a class of `name: int = i8()` lines into a NumPy record; `layout` is its dtype."""
    fields = [(name, *spec) for name, spec in vars(cls).items() if name in cls.__annotations__]
    attributes: dict[str, Any] = {f[0]: _array(f[0]) if len(f) > 2 else _scalar(f[0]) for f in fields}
    attributes |= {"__slots__": (), "__module__": cls.__module__, "__doc__": cls.__doc__}
    scalar: Any = type(cls.__name__, (np.void,), attributes)
    scalar.layout = np.dtype((scalar, np.dtype(fields, align=True)))
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
    state, made = cast(Any, s), _Numbers()
    for name, is_deep in _fields(state.dtype):
        made.__dict__[name] = state[name].copy() if is_deep else state[name].tolist()
    return cast(T, made)


def layout_of(state_type: type) -> np.dtype[Any]:
    """The dtype of a `@record` class."""
    return cast("np.dtype[Any]", state_type.layout)  # type: ignore[attr-defined]
