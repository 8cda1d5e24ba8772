"""A whole position as readable JSON, and back: every field of the state under its own name."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from chapterhouse.games.data import shown
from chapterhouse.games.protocol import Game
from chapterhouse.games.ranges import range_faults
from chapterhouse.kernel.record import declared_in

QUOTES = "'\""


def digest(state: Any) -> str:
    """A short fingerprint of a state: over its fields, since padding bytes may differ."""
    sha = hashlib.sha256()
    for name in state.dtype.names:
        sha.update(np.ascontiguousarray(state[name]).tobytes())
    return sha.hexdigest()[:8]


def to_json(game: Game, state: Any) -> dict[str, Any]:
    """The fields of a state by name; values that have names are spelt out."""
    fields: dict[str, Any] = {}
    for name in state.dtype.names:
        value = state[name].tolist()
        names = game.spelling.get(name)
        if names and isinstance(value, int):
            value = names[value]
        elif names and isinstance(value, list):
            value = [names[v] if 0 <= v < len(names) else v for v in value]
        fields[name] = value
    return fields


def _parsed(value: Any, shape: tuple[int, ...], names: tuple[str, ...]) -> Any:
    """A field's value as numbers, in lists as deep and as long as its shape; ValueError says what is given instead."""
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            raise ValueError(f"{shown(value)} is no list of {shape[0]}")
        return [_parsed(each, shape[1:], names) for each in value]
    if isinstance(value, str) and value in names:
        return names.index(value)
    if type(value) is not int:
        raise ValueError(f"{shown(value)} is no whole number" + (f" and none of {', '.join(names)}" if names else ""))
    return value


def from_json(game: Game, fields: dict[str, Any], states: Any) -> list[str]:
    """Write named fields into states[0], whose box must have been prepared; the faults in words, none repaired.

    The box is never read from a position: where it has one, it must say the same. `rng` may be left out."""
    declared = declared_in(game.state)
    faults = [f"{shown(name).strip(QUOTES)}: the state has no such field" for name in fields if name not in declared]
    for name, field in declared.items():
        if name not in fields:
            if not field.box and name != "rng":
                faults.append(f"{name}: is missing")
            continue
        try:
            value = _parsed(fields[name], field.shape, game.spelling.get(name, ()))
            if field.box:
                if value != states[name][0].tolist():
                    faults.append(f"{name}: is not what the options and data say")
            else:
                states[name][0] = np.array(value, field.kind)
        except OverflowError:
            faults.append(f"{name}: {shown(fields[name])} is beyond all bounds")
        except ValueError as e:
            faults.append(f"{name}: {e}")
    if not states["rng"][0].any():
        faults.append("rng: is blank, as in a position that was concealed")
    return sorted(faults)


def position_faults(game: Game, s: Any) -> list[str]:
    """What is wrong with a state that came from outside: by the ranges of its fields, by the laws of the game, and
    whether it can go on."""
    faults = range_faults(s) or game.state_faults(s)
    if faults or s.phase == game.phases["OVER"]:
        return faults
    seats = [seat for seat in range(s.players) if game.kernels.is_asked(s, seat)]
    if s.to_act not in seats:
        return [f"to_act: seat {s.to_act} is not asked"]
    mask = np.zeros(game.action_count, np.int8)
    if not game.kernels.legal_mask(s, mask):
        return [f"to_act: seat {s.to_act} can do nothing, and the game is not over"]
    return []
