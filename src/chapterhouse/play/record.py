"""Saved games and positions as readable JSON: what they begin with, and every field of a state under its own name."""

from __future__ import annotations

import hashlib
import json
import pathlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.games import NAMES, load
from chapterhouse.games.data import shown
from chapterhouse.games.protocol import Game
from chapterhouse.games.ranges import range_faults
from chapterhouse.kernel.record import declared_in
from chapterhouse.play.errors import BadOptions, BadPosition, BadRecord

RECORD = 1  # version of the form of saved games and positions; of games that a number deals
SECRET_RECORD = 2  # of games that a secret deals (play/seeds.py)
TOO_DEEP = "its lists and objects lie too deep within each other"
DEEPEST = 20  # lists and objects within each other, in what is loaded
QUOTES = "'\""


@dataclass(frozen=True)
class Header:
    """What a saved game or a position begins with; the options and data are still to be checked by the game."""

    game: str
    rules: Any
    players: Any
    names: list[str] | None
    data: dict[str, Any]
    options: dict[str, Any]


def read_header(record: dict[str, Any]) -> Header:
    """The header of a record or position from outside; BadOptions lists all that is wrong with it."""
    faults: list[str] = []
    name, options, data = record.get("game"), record.get("options"), record.get("data")
    names, form = record.get("names"), record.get("chapterhouse")
    if type(form) is not int or form not in (RECORD, SECRET_RECORD):
        faults.append(f"chapterhouse: {shown(form)} is none of {RECORD} and {SECRET_RECORD}, which are read here")
    if not isinstance(options, dict):
        faults.append("options: are missing")
    if names is not None and not (isinstance(names, list) and all(isinstance(n, str) for n in names)):
        faults.append("names: a list of names is needed, or null")
    if not isinstance(data, dict):
        faults.append("data: is missing")
    if not isinstance(name, str) or name not in NAMES:
        faults.append(f"game: {shown(name)} is none of {', '.join(NAMES)}")
        raise BadOptions("this cannot be read", faults)
    game = load(name)
    try:
        game = game.at_version(record.get("rules"))
    except ValueError as e:
        faults.append(f"rules: {e}")
    known = {"players", *(option.name for option in game.options)}
    options = dict(options) if isinstance(options, dict) else {}
    faults += [f"options: {name} has no {shown(each)}" for each in options if each not in known]
    if faults:
        raise BadOptions("this cannot be read", faults)
    files = {option.name: (data or {}).get(option.name) for option in game.options if option.kind == "file"}
    return Header(name, record.get("rules"), options.pop("players", None), names, files, options)


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


def read_json(x: dict[str, Any] | str | pathlib.Path, error: type[BadRecord] | type[BadPosition]) -> dict[str, Any]:
    """JSON data from data, text or a file."""
    data: Any = x
    try:
        if not isinstance(x, dict):
            is_text = isinstance(x, str) and x.lstrip().startswith("{")
            data = json.loads(str(x) if is_text else pathlib.Path(x).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError) as e:
        raise error("this cannot be read", [str(e)]) from None
    except RecursionError:
        raise error("this cannot be read", [TOO_DEEP]) from None
    if not isinstance(data, dict):
        raise error("this cannot be read", ["a JSON object is needed"])
    if _is_too_deep(data):
        raise error("this cannot be read", [TOO_DEEP])
    return data


def _is_too_deep(data: Any) -> bool:
    """Whether lists and objects lie deeper within each other than any of ours; found without going as deep oneself."""
    level = [data]
    for _ in range(DEEPEST):
        level = [
            each for x in level for each in (x.values() if isinstance(x, dict) else x) if isinstance(each, dict | list)
        ]
        if not level:
            return False
    return True
