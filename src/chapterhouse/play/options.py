"""Options: defaults filled in, faults listed, data files read."""

from __future__ import annotations

import difflib
from typing import Any

from chapterhouse.games.data import DataFaults, Fault, Faults, find, odd_values, parse_toml, read_toml, shown
from chapterhouse.games.protocol import Game, Option
from chapterhouse.play.errors import BadOptions
from chapterhouse.texts import Text

OWN = "own"  # the value of a file option whose data came with the table


def _check(faults: Faults, option: Option, value: Any, players: int) -> None:
    allowed = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in option.values)
    if option.kind == "file":
        if not isinstance(value, str):
            faults.say(option.name, "file")
    elif any(type(v) is type(value) and v == value for v in option.values):
        return
    elif option.kind != "seat":
        faults.say(option.name, "choice", value=shown(value), allowed=allowed)
    elif isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < players:
        faults.say(option.name, "seat", value=shown(value), allowed=allowed, last=players - 1)


def resolve(game: Game, players: int | None, given: dict[str, Any]) -> dict[str, Any]:
    """All options of a game, defaults filled in; BadOptions lists everything that cannot be."""
    least, most = game.seats
    chosen = {"players": least if players is None else players}
    noted = Faults()
    if type(chosen["players"]) is not int or not least <= chosen["players"] <= most:
        noted.say("players", "players", value=shown(chosen["players"]), least=least, most=most)
        chosen["players"] = most
    known = {option.name: option for option in game.options}
    for name in given.keys() - known.keys():
        near = difflib.get_close_matches(name, known, 1)
        if near:
            noted.say(name, "near", game=game.id, near=near[0])
        else:
            noted.say(name, "unknown", game=game.id, known=", ".join(known))
    for name, option in known.items():
        chosen[name] = given.get(name, option.default)
        _check(noted, option, chosen[name], chosen["players"])
    faults = sorted(noted.all) or game.option_faults(chosen)
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
                raise BadOptions(f"{option.name}: {e.source}", e.faults, option.name) from None
    check_data(game, data)
    return data


def parse_data(game: Game, texts: dict[str, str]) -> dict[str, Any]:
    """The data of all file options, some of them from the text of a file; its faults are found by `check_data`."""
    data = read_data(game, {option.name: option.default for option in game.options})
    for name, text in texts.items():
        try:
            data[name] = parse_toml(name, text)
        except DataFaults as e:
            raise BadOptions(name, e.faults, name) from None
    return data


def check_data(game: Game, data: dict[str, Any]) -> None:
    """BadOptions lists every fault of printed data."""
    for option in game.options:
        if option.kind == "file":
            faults = _data_faults(game, option, data.get(option.name) if isinstance(data, dict) else None)
            if faults:
                raise BadOptions(f"{option.name} of {game.id}", faults, option.name)


def _data_faults(game: Game, option: Option, entry: Any) -> list[str]:
    if not isinstance(entry, dict):
        return [Fault(option.name, Text("fault.missing"))]
    if entry.get("game", game.id) != game.id:
        return [Fault("game", Text("fault.other_game", {"value": shown(entry["game"]), "game": game.id}))]
    return odd_values(entry) or game.data_faults(entry)
