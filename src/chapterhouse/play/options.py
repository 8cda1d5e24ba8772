"""Options: defaults filled in, faults listed, data files read."""

from __future__ import annotations

import difflib
from typing import Any

from chapterhouse.games.data import DataFaults, find, read_toml
from chapterhouse.games.protocol import Game, Option
from chapterhouse.play.errors import BadOptions


def _fault(option: Option, value: Any, players: int) -> str | None:
    allowed = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in option.values)
    if option.kind == "file":
        return None if isinstance(value, str) else f"{option.name}: the name or path of a data file is needed"
    if any(type(v) is type(value) and v == value for v in option.values):
        return None
    if option.kind == "seat":
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < players:
            return None
        return f"{option.name}: {value!r} is neither {allowed} nor a seat from 0 to {players - 1}"
    return f"{option.name}: {value!r} is not one of {allowed}"


def resolve(game: Game, players: int | None, given: dict[str, Any]) -> dict[str, Any]:
    """All options of a game, defaults filled in; BadOptions lists everything that cannot be."""
    least, most = game.seats
    chosen = {"players": least if players is None else players}
    faults: list[str] = []
    if type(chosen["players"]) is not int or not least <= chosen["players"] <= most:
        faults.append(f"players: {chosen['players']!r} is not a number from {least} to {most}")
        chosen["players"] = most
    known = {option.name: option for option in game.options}
    for name in given.keys() - known.keys():
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        faults.append(f"{name}: {game.id} has no such option; {hint}")
    for name, option in known.items():
        chosen[name] = given.get(name, option.default)
        fault = _fault(option, chosen[name], chosen["players"])
        if fault:
            faults.append(fault)
    faults = sorted(faults) or game.option_faults(chosen)
    if faults:
        raise BadOptions(f"{game.id} cannot be played so", faults)
    return chosen


def read_data(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """The printed data of all file options, by the option's name; BadOptions lists every fault."""
    data: dict[str, Any] = {}
    for option in game.options:
        if option.kind == "file":
            try:
                path = find(game.folder / "data", options[option.name])
                data[option.name] = read_toml(path)
            except DataFaults as e:
                raise BadOptions(f"{option.name}: {e.source}", e.faults) from None
    check_data(game, data)
    return data


def check_data(game: Game, data: dict[str, Any]) -> None:
    """BadOptions lists every fault of printed data."""
    for option in game.options:
        if option.kind == "file":
            entry = data.get(option.name)
            faults = game.data_faults(entry) if isinstance(entry, dict) else ["is missing"]
            if faults:
                raise BadOptions(f"{option.name} of {game.id}", faults)
