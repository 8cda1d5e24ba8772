"""Creating a table: from what was asked for to what is stored."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chapterhouse.bots import names as bot_names
from chapterhouse.games import NAMES, load
from chapterhouse.games.data import Fault, shown
from chapterhouse.games.protocol import Game
from chapterhouse.play.errors import BadOptions, Unplayable
from chapterhouse.play.options import OWN, parse_data
from chapterhouse.play.table import Table
from chapterhouse.server.store.rows import GameRow, NewGame, NewSeat, SeatRow, Summary
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable, summarize
from chapterhouse.server.tokens import hashed, new_table_id, seat_token
from chapterhouse.texts import Text

FILE_LIMIT = 64_000  # bytes of a data file; the largest of ours has 7,000
NOTHING_ASKED = Summary(0, [], False)  # what lists show of a table that waits
RESERVED = frozenset({"players", "names", "data"})  # arguments of a table, and no options


# letters by their category, and yet nothing is seen of them
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")


def is_visible(text: str) -> bool:
    """Whether all of a text can be seen, and something of it stands by itself; nothing at all counts as seen."""
    if not all(c.isprintable() and c not in INVISIBLE for c in text):
        return False
    return not text or any(unicodedata.category(c)[0] not in "MZ" for c in text)


@dataclass
class Chair:
    """Who sits where when a table is created: `you`, `open` (a link) or `bot`."""

    kind: str
    bot: str | None = None
    name: str = ""


@dataclass(frozen=True)
class Created:
    """A table to be stored, the same in memory, and the tokens of its seats: told once, stored nowhere."""

    new: NewGame
    live: LiveTable
    tokens: dict[int, str]


def check_bot(name: str, game: str) -> str:
    known = bot_names(game)
    if name not in known:
        raise RequestError("bad_input", "no_bot", known=", ".join(known))
    return name


def deal(
    name: str,
    players: int | None,
    options: dict[str, Any],
    files: dict[str, str],
    seed: int | None = None,
) -> Table:
    """A new table, dealt. `files` holds the texts of data files by the name of their option."""
    if name not in NAMES:
        raise RequestError("not_found")
    for reserved in RESERVED & options.keys():
        raise RequestError("bad_input", what=f"options.{reserved}")
    game, own = load(name), dict.fromkeys(files, OWN)
    _check_files(game, options, files)
    try:
        data = parse_data(game, files) if own else None
        return Table(game, players, seed, data=data, **(options | own))
    except BadOptions as e:
        raise RequestError("unplayable", faults=e.faults, option=e.option) from None
    except TypeError:
        raise RequestError("bad_input", what="options") from None


def _check_files(game: Game, options: dict[str, Any], files: dict[str, str]) -> None:
    """A stranger names no file of this machine: only the game's own by name, or the text of one."""
    file_options = {option.name for option in game.options if option.kind == "file"}
    ours = {path.stem for path in (game.folder / "data").glob("*.toml")}
    for name, text in files.items():
        if name not in file_options:
            raise RequestError("bad_input", what=f"data.{name[:40]}")
        if len(text.encode("utf-8", "surrogatepass")) > FILE_LIMIT:
            raise RequestError("too_large", "file_too_large", kilobytes=FILE_LIMIT // 1000, option=name)
    for name in file_options & options.keys():
        given = options[name]
        if not isinstance(given, str) or given not in ours:
            fault = Fault(name, Text("fault.choice", {"value": shown(given), "allowed": ", ".join(sorted(ours))}))
            raise RequestError("unplayable", faults=[fault])


def load_record(record: dict[str, Any]) -> Iterator[Table]:
    """The table of a record from outside, in parts; no more of its data is kept than its game reads."""
    json.dumps(record, allow_nan=False).encode()  # whatever is stored can be stored, and read again
    data = record.get("data")
    if record.get("game") in NAMES and isinstance(data, dict):
        files = [option.name for option in load(record["game"]).options if option.kind == "file"]
        record = record | {"data": {name: data[name] for name in files if name in data}}
        for name, value in record["data"].items():
            if len(json.dumps(value, separators=(",", ":"))) > FILE_LIMIT:
                raise RequestError("too_large", "file_too_large", kilobytes=FILE_LIMIT // 1000, option=name)
    try:
        yield from Table.load_in_parts(record)
    except Unplayable as e:
        raise RequestError("unplayable", faults=e.faults) from None


def chairs_for(mode: str, players: int, bot: str, name: str = "", you: int = 0) -> list[Chair]:
    """Who sits where when a mode is asked for without more."""
    if mode == "one_screen":
        return [Chair("you", name=name if seat == 0 else "") for seat in range(players)]
    if mode == "watch":
        return [Chair("bot", bot) for _ in range(players)]
    other = Chair("open") if mode == "friends" else Chair("bot", bot)
    return [Chair("you", name=name) if seat == you else other for seat in range(players)]


def create(
    table: Table,
    chairs: list[Chair],
    visitor: str,
    *,
    mode: str,
    clock: dict[str, Any] | None = None,
    pace: float = 0.6,
    bot: str = "sensible",
    hints: int | None = None,
    holders: dict[int, tuple[str, ...]] | None = None,
    waits: bool = False,
    listed: bool = False,
    language: str = "",
) -> Created:
    """A table to be played on from where it stands. `holders`: who sits where from the start (hashed), besides `you`.
    One that `waits` (tables/lobby.py) has a link as a whole, and no tokens of seats."""
    id, at, me = new_table_id(), time.time(), hashed(visitor)
    record = table.save() | {"names": None}
    seats: list[NewSeat] = []
    tokens: dict[int, str] = {}
    for seat, chair in enumerate(chairs):
        if chair.kind == "bot":
            name = check_bot(chair.bot or bot, table.game.id)
            seats.append(NewSeat(SeatRow(seat, "bot", True, name, chair.name, 0.0), None))
            continue
        if waits:
            is_host = chair.kind == "you"
            seats.append(
                NewSeat(SeatRow(seat, "human", is_host, None, chair.name, 0.0), None, (me,) if is_host else ())
            )
            continue
        tokens[seat] = seat_token(visitor, id, seat)
        sitting = (holders or {}).get(seat, ())
        if chair.kind == "you" or me in sitting:
            sitting = (*sitting, me, hashed(tokens[seat]))  # a program of theirs may use the seat's token
        person = SeatRow(seat, "human", bool(sitting), None, chair.name, 0.0)
        seats.append(NewSeat(person, hashed(tokens[seat]), tuple(dict.fromkeys(sitting))))
        if sitting and me not in sitting:
            del tokens[seat]  # another's seat
    common = (id, table.game.id, table.game.version, mode, record, clock, pace, me, at, 0, None)
    row = GameRow(*common, bot, hints, waits, listed, language)
    live = LiveTable(row, table, [s.row for s in seats])
    for new in seats:
        for holder in new.holders:
            live.held.setdefault(holder, []).append(new.row.seat)
    return Created(NewGame(row, seats, NOTHING_ASKED if waits else summarize(table)), live, tokens)
