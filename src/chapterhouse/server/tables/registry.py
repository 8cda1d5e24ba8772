"""The tables in memory: loaded when they are asked for, dropped when nobody has looked at them for long."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from chapterhouse.play.errors import BadRecord
from chapterhouse.play.table import Table
from chapterhouse.server.settings import Settings
from chapterhouse.server.store import pushes, queries
from chapterhouse.server.store.db import Store, Unavailable
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable, apply_entry, load_in_parts
from chapterhouse.server.tables.work import Work

SHRINK_AFTER = 60.0  # seconds without a change or a question, after which a table keeps only what it cannot do without
DAY = 24 * 3600.0
ROUTINE = 15.0  # seconds between two rounds
log = logging.getLogger("chapterhouse.tables")


class Registry:
    """All tables in the memory of this process."""

    def __init__(
        self, store: Store, settings: Settings, work: Work, on_change: Callable[[LiveTable, bool], None]
    ) -> None:
        """`on_change(live, is_ours)` is called when a table was loaded or changed: bots and clocks go on from there."""
        self.store, self.settings, self.work = store, settings, work
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._on_change = on_change
        self._deletes_at = 0.0
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    async def get(self, id: str) -> LiveTable:
        """The table of that id; RequestError when there is none."""
        live = self.tables.get(id)
        if live is not None:
            self.tables.move_to_end(id)
            live.used = time.monotonic()
            return live
        if id not in self._loading:
            self._loading[id] = self.work.spawn(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        try:
            stored = await self.store.read(lambda c: _stored(c, id))
            if stored is None:
                raise RequestError("not_found", "no_table")
            row, seats, entries, chat = stored
            try:
                parts = await self.work.in_parts(f"table {id}", load_in_parts(row, seats, entries, chat))
                live = parts[-1]
                assert live is not None
            except BadRecord as e:
                # the rules of this server cannot play it: the game stays stored, and who asks is told why
                raise RequestError("unplayable", faults=e.faults) from None
            self.tables[id] = live
            self._drop_idle()
        finally:
            del self._loading[id]
        self._on_change(live, not self.store.is_shared)
        return live

    def add(self, live: LiveTable) -> None:
        """A table that was just created here."""
        self.tables[live.id] = live
        self._drop_idle()
        self._on_change(live, True)

    def _drop_idle(self) -> None:
        """The longest unused go, when there are too many."""
        spare = len(self.tables) - self.settings.tables
        for live in list(self.tables.values()):
            if spare <= 0:
                return
            if live.is_idle:
                self.drop(live)
                spare -= 1

    def drop(self, live: LiveTable) -> None:
        """Out of the memory; it comes back when it is asked for."""
        self.tables.pop(live.id, None)
        if live.timer:
            live.timer.cancel()
        if live.driver:
            live.driver.cancel()

    def drop_all(self) -> None:
        for live in list(self.tables.values()):
            self.drop(live)

    def wake_all(self) -> None:
        for live in self.tables.values():
            live.wake()

    async def run_routine(self) -> None:
        """For ever: store the signs of life of seats whose pages are open, drop and shrink what nobody looks at."""
        while True:
            await asyncio.sleep(ROUTINE)
            there = [
                (live.id, seat)
                for live in self.tables.values()
                for seat, n in live.streams.items()
                if n and seat is not None
            ]
            try:
                for start in range(0, len(there), 100):  # small parts: a decision may be waiting to be stored
                    part = there[start : start + 100]
                    await self.store.write(functools.partial(queries.mark_seen, there=part, at=time.time()))
            except Unavailable:
                log.warning("signs of life could not be stored")
            await self.delete_old()
            now = time.monotonic()
            for live in list(self.tables.values()):
                if now - live.used > self.settings.idle and live.is_idle:
                    self.drop(live)
                elif now - live.used > SHRINK_AFTER:
                    live.shrink()

    async def delete_old(self) -> None:
        """Once an hour: tables that nobody has touched for long are deleted, but none that somebody looks at."""
        now = time.time()
        if now < self._deletes_at:
            return
        self._deletes_at = now + 3600
        days = {0: self.settings.running_days, 1: self.settings.finished_days}
        days[queries.WAITING] = self.settings.waiting_hours / 24
        before = {kind: now - DAY * n for kind, n in days.items() if n > 0}
        if not before:
            return
        try:
            await self.store.write(functools.partial(pushes.delete_old_pushes, before=now - 365 * DAY))
            while True:
                for live in [live for live in self.tables.values() if live.is_idle]:
                    last = live.entered_at
                    kind = queries.WAITING if live.is_waiting else int(live.table.over)
                    if last < before.get(kind, 0):
                        self.drop(live)
                change = functools.partial(queries.delete_old, before=before, in_use=set(self.tables))
                if not await self.store.write(change):
                    return
        except Unavailable:
            log.warning("old tables could not be deleted")

    # ── other processes ──────────────────────────────────────────────────────────────────────────────────────────

    async def changed_elsewhere(self, id: str | None) -> None:
        """Another process has changed this table; None: any may have changed."""
        changed = list(self.tables.values()) if id is None else [self.tables[id]] if id in self.tables else []
        for live in changed:
            self.work.spawn(self._catch_up_alone(live))

    async def _catch_up_alone(self, live: LiveTable) -> None:
        async with live.lock:
            try:
                await self.catch_up(live)
            except Unavailable:
                log.warning("could not catch up")

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what other processes have committed; the caller holds the table's lock."""
        after, chat_before = live.step, live.chat
        if live.is_waiting:
            await self._begin_again(live)
            if live.is_waiting:  # all of it was read at once: what is read now could belong to a later change
                return
        entries, seats, (revision, rematch), chat, hints = await self.store.read(lambda c: _newer(c, live.id, after))
        for entry in entries:
            if entry.step == live.step + 1:
                live.append(entry, apply_entry(live.table, entry))
        is_new = revision != live.revision or rematch != live.rematch
        if is_new:
            live.set_seats(seats)
            live.revision, live.rematch = revision, rematch
            live.row = replace(live.row, hints=hints)
        live.held.clear()  # somebody may have sat down elsewhere
        live.chat = max(live.chat, chat)
        if is_new or entries or live.chat != chat_before:
            live.wake()
        self._on_change(live, False)

    async def _begin_again(self, live: LiveTable) -> None:
        """A table that waits may have other options by now, or be started, or be gone."""
        stored = await self.store.read(lambda c: _stored(c, live.id))
        if stored is None:
            self.drop(live)
            live.revision += 1
            live.wake()
            return
        row, seats, _, _ = stored
        if row.seats_revision != live.revision:
            live.begin(row, Table.load(row.record), seats)
            live.wake()


def _stored(c: Any, id: str) -> Any:
    row = queries.game(c, id)
    return (
        None if row is None else (row, queries.seats_of(c, id), queries.entries_of(c, id), queries.last_message(c, id))
    )


def _newer(c: Any, id: str, after: int) -> Any:
    entries, seats = queries.entries_of(c, id, after), queries.seats_of(c, id)
    return entries, seats, queries.revision(c, id), queries.last_message(c, id), queries.hints_of(c, id)
