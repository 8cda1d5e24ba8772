"""Saved games and positions as readable JSON: what they begin with, and every field of a state under its own name."""

from __future__ import annotations

import hashlib
import json
import pathlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.games import NAMES, load
from chapterhouse.games.data import DEEPEST, Faults, fault, shown
from chapterhouse.games.protocol import Game
from chapterhouse.games.ranges import range_faults
from chapterhouse.kernel.record import declared_in
from chapterhouse.play.errors import BadOptions, BadPosition, BadRecord

RECORD = 1  # version of the form of saved games and positions; of games that a number deals
SECRET_RECORD = 2  # of games that a secret deals (play/seeds.py)
QUOTES = "'\""
TOO_DEEP = fault("JSON", "deep", most=DEEPEST)


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
    faults = Faults()
    name, options, data = record.get("game"), record.get("options"), record.get("data")
    names, form = record.get("names"), record.get("chapterhouse")
    if type(form) is not int or form not in (RECORD, SECRET_RECORD):
        faults.say("chapterhouse", "form", value=shown(form), one=RECORD, two=SECRET_RECORD)
    if not isinstance(options, dict):
        faults.say("options", "are_missing")
    if names is not None and not (isinstance(names, list) and all(isinstance(n, str) for n in names)):
        faults.say("names", "names")
    if not isinstance(data, dict):
        faults.say("data", "missing")
    if not isinstance(name, str) or name not in NAMES:
        faults.say("game", "no_game", value=shown(name), games=", ".join(NAMES))
        raise BadOptions("this cannot be read", faults.all)
    game = load(name)
    try:
        game = game.at_version(record.get("rules"))
    except ValueError:
        versions = ", ".join(str(each.version) for each in (game, *game.earlier))
        faults.say("rules", "rules_version", game=name, value=shown(record.get("rules")), versions=versions)
    known = {"players", *(option.name for option in game.options)}
    options = dict(options) if isinstance(options, dict) else {}
    for each in options:
        if each not in known:
            faults.say("options", "no_option", game=name, value=shown(each))
    if faults.all:
        raise BadOptions("this cannot be read", faults.all)
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


class Unreadable(ValueError):
    """A value that its field cannot hold: the key of a fault and its parts."""

    def __init__(self, key: str, **parts: Any) -> None:
        super().__init__(key)
        self.key, self.parts = key, parts


def _parsed(value: Any, shape: tuple[int, ...], names: tuple[str, ...]) -> Any:
    """A field's value as numbers, in lists as deep and as long as its shape; Unreadable says what is given instead."""
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            raise Unreadable("no_list", value=shown(value), n=shape[0])
        return [_parsed(each, shape[1:], names) for each in value]
    if isinstance(value, str) and value in names:
        return names.index(value)
    if type(value) is not int:
        if names:
            raise Unreadable("no_whole_nor", value=shown(value), names=", ".join(names))
        raise Unreadable("no_whole", value=shown(value))
    return value


def from_json(game: Game, fields: dict[str, Any], states: Any) -> list[str]:
    """Write named fields into states[0], whose box must have been prepared; the faults in words, none repaired.

    The box is never read from a position: where it has one, it must say the same. `rng` may be left out."""
    declared = declared_in(game.state)
    faults = Faults()
    for name in fields:
        if name not in declared:
            faults.say(shown(name).strip(QUOTES), "no_field")
    for name, field in declared.items():
        if name not in fields:
            if not field.box and name != "rng":
                faults.say(name, "missing")
            continue
        try:
            value = _parsed(fields[name], field.shape, game.spelling.get(name, ()))
            if field.box:
                if value != states[name][0].tolist():
                    faults.say(name, "not_as_options")
            else:
                states[name][0] = np.array(value, field.kind)
        except OverflowError:
            faults.say(name, "bounds", value=shown(fields[name]))
        except Unreadable as e:
            faults.say(name, e.key, **e.parts)
    if not states["rng"][0].any():
        faults.say("rng", "blank")
    return sorted(faults.all)


def position_faults(game: Game, s: Any) -> list[str]:
    """What is wrong with a state that came from outside: by the ranges of its fields, by the laws of the game, and
    whether it can go on."""
    faults = range_faults(s) or game.state_faults(s)
    if faults or s.phase == game.phases["OVER"]:
        return faults
    seats = [seat for seat in range(s.players) if game.kernels.is_asked(s, seat)]
    if s.to_act not in seats:
        return [fault("to_act", "not_asked", seat=s.to_act)]
    mask = np.zeros(game.action_count, np.int8)
    if not game.kernels.legal_mask(s, mask):
        return [fault("to_act", "stuck", seat=s.to_act)]
    return []


def read_json(x: dict[str, Any] | str | pathlib.Path, error: type[BadRecord] | type[BadPosition]) -> dict[str, Any]:
    """JSON data from data, text or a file."""
    data: Any = x
    try:
        if not isinstance(x, dict):
            is_text = isinstance(x, str) and x.lstrip().startswith("{")
            data = json.loads(str(x) if is_text else pathlib.Path(x).read_text(encoding="utf-8"))
    except OSError as e:
        raise error("this cannot be read", [fault(str(x), "closed", why=e.strerror or str(e))]) from None
    except (ValueError, TypeError) as e:
        raise error("this cannot be read", [fault("JSON", "json", why=str(e))]) from None
    except RecursionError:
        raise error("this cannot be read", [TOO_DEEP]) from None
    if not isinstance(data, dict):
        raise error("this cannot be read", [fault("JSON", "object")])
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
