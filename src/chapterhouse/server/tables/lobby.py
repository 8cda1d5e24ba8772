"""Tables that wait: who invites others chooses the options, people sit down, and the host starts the game.

Nothing is dealt before the start: the `table` of one that waits stands for its options and printed data, from a seed
that everybody knows and nobody plays.
"""

from __future__ import annotations

import asyncio
import functools
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from chapterhouse.play.errors import BadOptions
from chapterhouse.play.table import Table
from chapterhouse.server.store import queries, waiting
from chapterhouse.server.store.rows import GameRow, SeatRow
from chapterhouse.server.tables.create import check_bot
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import SIGN_OF_LIFE, LiveTable, summarize
from chapterhouse.server.tokens import hashed

if TYPE_CHECKING:
    from chapterhouse.server.tables.service import Service

NO_DEAL = 0  # the seed of a table that waits
MOST_LISTED = 3  # open tables of one host
OPEN_LISTED = 30  # in the list of open tables
ATTEMPTS = 20  # at a change, while people sit down
UNSET: Any = object()


@dataclass(frozen=True)
class Change:
    """What a host wants otherwise; what is not named stays."""

    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: dict[str, Any] | None = UNSET
    bot: str | None = None  # plays where nobody sits, and for who is away
    listed: bool | None = None
    seats: Mapping[int, str | None] = field(default_factory=dict)  # seat → a bot's name, or None: free for a person


def laid_out(table: Table, players: int | None = None, options: Mapping[str, Any] | None = None) -> Table:
    """The same game with other options, not dealt: for a table that waits."""
    return _again(table, NO_DEAL, players, options)


def _again(table: Table, seed: int | None, players: int | None, options: Mapping[str, Any] | None) -> Table:
    chosen = {name: value for name, value in table.options.items() if name != "players"} | dict(options or {})
    try:
        return Table(table.game, players or table.players, seed, data=table.data, **chosen)
    except BadOptions as e:
        raise RequestError("unplayable", faults=e.faults, option=e.option) from None
    except TypeError:
        raise RequestError("bad_input", what="options") from None


class Lobbies:
    """What is done at tables that wait."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def change(self, live: LiveTable, wanted: Change) -> None:
        """Change options and seats; everybody there sees it."""
        await asyncio.shield(self.service.work.spawn(self._change(live, wanted)))

    async def start(self, live: LiveTable) -> None:
        """Deal; bots sit where nobody does."""
        await asyncio.shield(self.service.work.spawn(self._start(live)))

    async def close(self, live: LiveTable) -> None:
        """The table is gone, for everybody."""
        async with live.lock:
            await self.service.store.write(functools.partial(queries.delete_games, ids=[live.id]), live.id)
            self.service.registry.drop(live)
            live.revision += 1
            live.cache.clear()
            live.wake()

    async def sit(self, live: LiveTable, visitor: str, name: str, seat: int, *, is_there: bool = False) -> int:
        """Sit down at a table that is listed; or elsewhere, for who sits there already."""
        is_open = live.row.listed and self.service.settings.open_tables
        if not (live.is_waiting and (is_open or is_there)):
            raise RequestError("forbidden", "no_seat_link", step=live.step)
        sit_down = functools.partial(queries.sit_down, id=live.id, seat=seat, visitor=hashed(visitor), name=name)
        if not await self.service.change_holder(live, sit_down):
            raise RequestError("taken", step=live.step)
        return seat

    async def _change(self, live: LiveTable, wanted: Change) -> None:
        if wanted.listed and not self.service.settings.open_tables:
            raise RequestError("forbidden", "no_open_tables", step=live.step)
        async with live.lock:
            for _ in range(ATTEMPTS):
                _check_waiting(live)
                row, table, seats, moved = changed(live, wanted)
                if wanted.listed and not live.row.listed:
                    await self._check_listed(live)
                values = {name: getattr(row, name) for name in ("bot", "language")} | {
                    "record": json.dumps(row.record, separators=(",", ":")),
                    "clock": json.dumps(row.clock),
                    "listed": int(row.listed),
                    "at": time.time(),
                }
                write = functools.partial(
                    waiting.change, id=live.id, revision=live.revision, values=values, new=seats, moved=moved
                )
                if await self.service.store.write(write, live.id):
                    live.begin(replace(row, seats_revision=row.seats_revision + 1), table, seats)
                    live.wake()
                    return
                await self.service.registry.catch_up(live)
        raise RequestError("stale", step=live.step)

    async def _check_listed(self, live: LiveTable) -> None:
        count = functools.partial(waiting.count_listed, host=live.row.host, but=live.id)
        if await self.service.store.read(count) >= MOST_LISTED:
            raise RequestError("taken", "too_many_open", most=MOST_LISTED, step=live.step)

    async def _start(self, live: LiveTable) -> None:
        async with live.lock:
            for _ in range(ATTEMPTS):
                _check_waiting(live)
                table, at = _again(live.table, None, None, None), time.time()
                record = table.save() | {"names": None}
                values = {"record": json.dumps(record, separators=(",", ":")), "created": at, "at": at}
                values |= queries.summary_values(summarize(table))
                write = functools.partial(
                    waiting.start, id=live.id, revision=live.revision, values=values, bot=live.row.bot
                )
                if await self.service.store.write(write, live.id):
                    row = replace(live.row, record=record, waiting=False, listed=False, created=at)
                    seats = [
                        replace(s, kind="bot", claimed=True, bot=row.bot) if _is_free(s) else s for s in live.seats
                    ]
                    live.begin(replace(row, seats_revision=live.revision + 1), table, seats)
                    live.wake()
                    self.service.bots.go_on(live, True)
                    self.service.pushes.tell(live, live.step)
                    return
                await self.service.registry.catch_up(live)
        raise RequestError("stale", step=live.step)

    async def open_tables(self, game: str | None, language: str | None) -> list[dict[str, Any]]:
        """What strangers may join."""
        if not self.service.settings.open_tables:
            return []
        since = time.time() - 2 * SIGN_OF_LIFE
        read = functools.partial(waiting.open_tables, since=since, most=OPEN_LISTED, game=game, language=language)
        tables: list[dict[str, Any]] = await self.service.store.read(read)
        return tables


def _is_free(seat: SeatRow) -> bool:
    return seat.kind == "human" and not seat.claimed


def _check_waiting(live: LiveTable) -> None:
    if not live.is_waiting:
        raise RequestError("started", step=live.step)


def changed(live: LiveTable, wanted: Change) -> tuple[GameRow, Table, list[SeatRow], dict[int, int]]:
    """The table as it is wanted: its row, what it is played with, its seats, and which seat moves where."""
    table = live.table
    if wanted.players is not None or wanted.options:
        table = laid_out(table, wanted.players, wanted.options)
    bot = check_bot(wanted.bot, table.game.id) if wanted.bot else live.row.bot
    row = replace(
        live.row,
        record=table.save() | {"names": None},
        clock=live.row.clock if wanted.clock is UNSET else wanted.clock,
        bot=bot,
        listed=live.row.listed if wanted.listed is None else wanted.listed,
        seats_revision=live.revision,
    )
    seats, moved = _fitted(live.seats, table.players, live.step)
    for seat, name in wanted.seats.items():
        if seat >= table.players:
            raise RequestError("bad_input", what="seats")
        moved = {old: new for old, new in moved.items() if new != seat}
        if name is None:
            seats[seat] = SeatRow(seat, "human", False, None, "", 0.0)
        else:
            seats[seat] = SeatRow(seat, "bot", True, check_bot(name, table.game.id), "", 0.0)
    return row, table, seats, moved


def _fitted(seats: list[SeatRow], players: int, step: int) -> tuple[list[SeatRow], dict[int, int]]:
    """So many seats: people keep theirs as far as there are enough, and no person is sent away."""
    people = [s for s in seats if s.kind == "human" and s.claimed]
    if len(people) > players:
        raise RequestError("taken", "too_many_sit", step=step)
    kept = list(seats)
    while len(kept) > players:  # the last one that no person sits in
        kept.remove([s for s in kept if s not in people][-1])
    moved = {s.seat: n for n, s in enumerate(kept)}
    fitted = [replace(s, seat=n) for n, s in enumerate(kept)]
    fitted += [SeatRow(n, "human", False, None, "", 0.0) for n in range(len(kept), players)]
    return fitted, moved
