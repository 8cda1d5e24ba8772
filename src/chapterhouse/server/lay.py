"""Laying a table: from what a client asked for to what is kept."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any

from chapterhouse.bots import names as bot_names
from chapterhouse.games import NAMES, load
from chapterhouse.games.data import Fault, shown
from chapterhouse.games.protocol import Game
from chapterhouse.play.errors import BadOptions
from chapterhouse.play.options import OWN, parse_data
from chapterhouse.play.table import Table
from chapterhouse.server.live import Live, sum_up
from chapterhouse.server.problems import Refusal
from chapterhouse.server.schema import FILE_LIMIT, Chair, NewTable
from chapterhouse.server.security import hashed, seat_token
from chapterhouse.server.store import GameRow, NewGame, NewSeat, SeatRow
from chapterhouse.texts import Text


@dataclass(frozen=True)
class Laid:
    """A table to be kept, the same in memory, and the tokens of its seats: told once, kept nowhere."""

    new: NewGame
    live: Live
    tokens: dict[int, str]


def new_id() -> str:
    return secrets.token_urlsafe(12)


def check_bot(name: str, game: str) -> str:
    if name not in bot_names(game):
        raise Refusal("bad_input", "no_bot")
    return name


def open_table(asked: NewTable) -> Table:
    """The table that was asked for, dealt; Refusal lists what cannot be."""
    if asked.game not in NAMES:
        raise Refusal("not_found")
    if asked.seed is not None and asked.mode == "friends":
        # who knows the seed knows the deal
        raise Refusal("bad_input", what="seed")
    for name in {"players", "names", "data"} & asked.options.keys():  # a table's own, and no options
        raise Refusal("bad_input", what=f"options.{name}")
    game, own = load(asked.game), dict.fromkeys(asked.data, OWN)
    _check_files(game, asked)
    try:
        data = parse_data(game, asked.data) if own else None
        seed = secrets.randbits(53) if asked.seed is None else asked.seed
        return Table(game, asked.players, seed, data=data, **(asked.options | own))
    except BadOptions as e:
        raise Refusal("unplayable", faults=e.faults, option=e.option) from None
    except TypeError:
        raise Refusal("bad_input", what="options") from None


def _check_files(game: Game, asked: NewTable) -> None:
    """A file comes as its text or is one of ours by name: a path would let a stranger read files of this machine."""
    files = {option.name for option in game.options if option.kind == "file"}
    ours = {path.stem for path in (game.folder / "data").glob("*.toml")}
    for name, text in asked.data.items():
        if name not in files:
            raise Refusal("bad_input", what=f"data.{name[:40]}")
        if len(text.encode("utf-8", "surrogatepass")) > FILE_LIMIT:
            raise Refusal("too_large", "file_too_large", kilobytes=FILE_LIMIT // 1000, option=name)
    for name in files & asked.options.keys():
        given = asked.options[name]
        if not isinstance(given, str) or given not in ours:
            fault = Fault(name, Text("fault.choice", {"value": shown(given), "allowed": ", ".join(sorted(ours))}))
            raise Refusal("unplayable", faults=[fault])


def chairs_for(mode: str, players: int, bot: str, name: str = "", you: int = 0) -> list[Chair]:
    """Who sits where when a mode is asked for without more."""
    mine = Chair(kind="you", name=name)
    if mode == "one_screen":
        return [Chair(kind="you", name=name if seat == 0 else "") for seat in range(players)]
    if mode == "watch":
        return [Chair(kind="bot", bot=bot) for _ in range(players)]
    other = Chair(kind="open") if mode == "friends" else Chair(kind="bot", bot=bot)
    return [mine if seat == you else other for seat in range(players)]


def lay(
    table: Table,
    chairs: list[Chair],
    visitor: str,
    *,
    mode: str,
    clock: dict[str, Any] | None = None,
    pace: float = 0.6,
    bot: str = "sensible",
    holders: dict[int, tuple[str, ...]] | None = None,
) -> Laid:
    """A table to be played on from here. `holders`: visitors (hashed) that sit from the start, besides `you`."""
    id, at, me = new_id(), time.time(), hashed(visitor)
    record = table.save() | {"names": None}
    seats: list[NewSeat] = []
    tokens: dict[int, str] = {}
    for seat, chair in enumerate(chairs):
        if chair.kind == "bot":
            name = check_bot(chair.bot or bot, table.game.id)
            seats.append(NewSeat(SeatRow(seat, "bot", True, name, chair.name, 0.0), None))
            continue
        tokens[seat] = seat_token(visitor, id, seat)
        sitting = (holders or {}).get(seat, ())
        if chair.kind == "you":
            sitting = (*sitting, me)
        person = SeatRow(seat, "human", bool(sitting), None, chair.name, 0.0)
        seats.append(NewSeat(person, hashed(tokens[seat]), tuple(dict.fromkeys(sitting))))
    row = GameRow(id, table.game.id, table.game.version, mode, record, clock, pace, me, at, 0, None)
    live = Live(row, table, [s.row for s in seats], [], 0)
    for new in seats:
        for holder in new.holders:
            live.held.setdefault(holder, []).append(new.row.seat)
        if new.key:
            live.keys[new.key] = new.row.seat
    return Laid(NewGame(row, seats, sum_up(table)), live, tokens)
