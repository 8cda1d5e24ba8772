"""What every command understands alike: a game, its players, options and bots."""

from __future__ import annotations

import pathlib
import secrets
from typing import TYPE_CHECKING, Any

from chapterhouse.cli.errors import Misuse, unknown
from chapterhouse.cli.language import in_words, tell

if TYPE_CHECKING:
    from chapterhouse.games.protocol import Game, Option
    from chapterhouse.play.engine import Engine
    from chapterhouse.play.errors import BadOptions
    from chapterhouse.play.seeds import Seed
    from chapterhouse.play.table import Table

ON = ("on", "yes", "true", "1")
OFF = ("off", "no", "false", "0")


def find_game(name: str) -> Game:
    """The game of that name; a misspelt one is a misuse that names the nearest."""
    from chapterhouse.games import NAMES, load

    if name.lower() not in NAMES:
        raise unknown("game", name, NAMES)
    return load(name.lower())


def find_file(path: pathlib.Path) -> pathlib.Path:
    """A file that is there, and that can be read more than once."""
    if not path.is_file():
        raise Misuse(tell("misuse.no_file", file=path))
    return path


def find_players(game: Game, players: int | None) -> int:
    """How many play: as asked, or four where the game allows it."""
    least, most = game.seats
    if players is None:
        return min(max(4, least), most)
    if not least <= players <= most:
        raise Misuse(tell("misuse.players", game=game.id, least=least, most=most, given=players))
    return players


def find_seed(seed: int | None) -> int:
    return secrets.randbelow(2**31) if seed is None else seed


def read_seed(given: str | None) -> Seed | None:
    """The seed of a table as it is typed: a number, or a secret."""
    from chapterhouse.play.seeds import is_secret

    if given is None or is_secret(given.lower()):
        return given and given.lower()
    try:
        return int(given)
    except ValueError:
        raise Misuse(tell("misuse.seed", given=given)) from None


def spelt(value: Any) -> str:
    """A value of an option as people type it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _value_of(option: Option, text: str) -> Any:
    if option.kind == "file":
        return text
    for value in option.values:
        if text.lower() == str(value).lower():
            return value
        if isinstance(value, bool) and text.lower() in (ON if value else OFF):
            return value
    if option.kind == "seat" and text.isdecimal():
        return int(text)
    known = [spelt(value) for value in option.values]
    raise unknown("value", f"{option.name}={text}", known)


def find_options(game: Game, given: list[str] | None) -> dict[str, Any]:
    """`name=value` texts as the game's options."""
    known = {option.name: option for option in game.options}
    values: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        name = name.strip().lower().replace("-", "_")
        if not equals:
            raise Misuse(tell("misuse.option", given=text))
        if name not in known:
            raise unknown("option", name, known)
        values[name] = _value_of(known[name], value.strip())
    return values


def find_bot(game: Game, name: str) -> str:
    from chapterhouse.bots import names

    known = names(game.id)
    if name not in known:
        raise unknown("bot", name, known)
    return name


def find_device(given: str) -> str:
    """Where it runs: `auto` is the GPU where there is one."""
    from chapterhouse.play.batch import DEVICES
    from chapterhouse.play.batch import find_device as find

    if given not in DEVICES:
        raise unknown("device", given, DEVICES)
    try:
        return find(given)
    except ValueError:
        raise Misuse(tell("misuse.no_gpu")) from None


def find_bots(game: Game, given: str, seats: int) -> list[str]:
    """`a,b,c` as one bot a seat, over and over."""
    names = [find_bot(game, name.strip()) for name in given.split(",")]
    return [names[seat % len(names)] for seat in range(seats)]


def cannot_be(e: BadOptions, options: dict[str, Any]) -> Misuse:
    """All faults of options in one line; those of a data file with the file's name."""
    what, file = "; ".join(in_words(e.faults)), str(options.get(e.option or "", ""))
    return Misuse(what if what.startswith(file) else f"{file}: {what}")


def open_table(
    game: Game, players: int, seed: Seed | None, options: dict[str, Any], names: list[str] | None = None
) -> Table:
    """A new table; options that cannot be are a misuse with the reason."""
    from chapterhouse.play.errors import BadOptions
    from chapterhouse.play.table import Table

    try:
        return Table(game.id, players=players, seed=seed, names=names, **options)
    except BadOptions as e:
        raise cannot_be(e, options) from None


def deal(game: Game, players: int, options: dict[str, Any], n: int = 1) -> tuple[Engine, Any]:
    """The engine, and n states whose box is filled: chance and the deal are still to come."""
    from chapterhouse.play.engine import load_engine
    from chapterhouse.play.errors import BadOptions
    from chapterhouse.play.options import read_data, resolve

    try:
        chosen = resolve(game, players, options)
        data = read_data(game, chosen)
    except BadOptions as e:
        raise cannot_be(e, options) from None
    engine = load_engine(game.id)
    states = engine.blank(n)
    game.prepare(states[0], chosen, data)
    states[1:] = states[0]
    return engine, states
