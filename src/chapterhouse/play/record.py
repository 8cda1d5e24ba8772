"""A whole position as readable JSON, and back: every field of the state under its own name."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from chapterhouse.games.protocol import Game
from chapterhouse.kernel.record import layout_of


def digest(state: Any) -> str:
    """A short fingerprint of a state: over its fields, since padding bytes may differ."""
    made = hashlib.sha256()
    for name in state.dtype.names:
        made.update(np.ascontiguousarray(state[name]).tobytes())
    return made.hexdigest()[:8]


def to_json(game: Game, state: Any) -> dict[str, Any]:
    """The fields of a state by name; values that have names are spelt out."""
    made: dict[str, Any] = {}
    for name in state.dtype.names:
        value = state[name].tolist()
        names = game.spelling.get(name)
        if names and isinstance(value, int):
            value = names[value]
        elif names and isinstance(value, list):
            value = [names[v] if 0 <= v < len(names) else v for v in value]
        made[name] = value
    return made


def _number(names: tuple[str, ...] | None, value: Any) -> Any:
    return names.index(value) if names and isinstance(value, str) and value in names else value


def from_json(game: Game, fields: dict[str, Any], states: Any) -> list[str]:
    """Write named fields into states[0]; the faults in words, none repaired. `rng` may be left out."""
    layout = layout_of(game.state)
    assert layout.names is not None
    faults = [f"{name}: the state has no such field" for name in fields.keys() - set(layout.names)]
    faults += [f"{name}: is missing" for name in layout.names if name not in fields and name != "rng"]
    for name in layout.names:
        if name not in fields:
            continue
        field: Any = layout[name]
        names = game.spelling.get(name)
        given = fields[name]
        value = [_number(names, v) for v in given] if isinstance(given, list) else _number(names, given)
        try:
            array = np.array(value)
        except ValueError:
            faults.append(f"{name}: is no even list of numbers")
            continue
        limits = np.iinfo(field.base)
        if array.shape != field.shape:
            faults.append(f"{name}: has shape {array.shape}, not {field.shape}")
        elif array.dtype.kind not in "iu":
            faults.append(
                f"{name}: {given!r} is no whole number" + (f" and none of {', '.join(names)}" if names else "")
            )
        elif array.min() < limits.min or array.max() > limits.max:
            faults.append(f"{name}: {given!r} is not within {limits.min} to {limits.max}")
        else:
            states[name][0] = array
    return sorted(faults)
