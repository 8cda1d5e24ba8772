"""The tables that are being played: loaded when asked for, changed one entry at a time, kept while somebody cares."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from chapterhouse.bots import make, names
from chapterhouse.games import NAMES
from chapterhouse.play.engine import load_engine
from chapterhouse.play.errors import BadNotation, BadRecord, IllegalAction, UndoRefused
from chapterhouse.play.table import Table
from chapterhouse.server import store
from chapterhouse.server.live import Live, begin, follow, sum_up
from chapterhouse.server.metrics import Metrics
from chapterhouse.server.problems import Refusal
from chapterhouse.server.settings import Settings
from chapterhouse.server.store import Entry, Store

T = TypeVar("T")
log = logging.getLogger("chapterhouse.house")
ATTEMPTS = 20  # at a step that other processes want too
LEAN_AFTER = 60.0  # seconds without a change or a question, after which a table keeps only what it cannot do without


class House:
    """All tables of this process."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self.store = Store(settings.url)
        self.live: OrderedDict[str, Live] = OrderedDict()
        self.streams = 0
        self.streams_of: dict[str, int] = {}  # address → open streams
        self.is_stopping = False
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinkers = ThreadPoolExecutor(settings.bots, "bot")
        self._workers = ThreadPoolExecutor(2, "replay")  # long replays and logs, off the event loop
        self._routine: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.open()
        self.store.listen(self._changed_elsewhere)
        if self.settings.compile:
            for name in NAMES:
                load_engine(name).compile_in_background()
        self._routine = asyncio.create_task(self._do_routine())

    def stop_streams(self) -> None:
        """Let every stream say goodbye: the browsers come back when the next server is there."""
        self.is_stopping = True
        for live in self.live.values():
            live.wake()

    async def close(self) -> None:
        self.stop_streams()
        if self._routine:
            self._routine.cancel()
        for live in list(self.live.values()):
            self._let_go(live)
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._workers.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    def _keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is not lost when who asked for it goes away."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def at_work(self, f: Any, *args: Any) -> Any:
        """Run something long in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, f, *args)

    # ── tables in memory ─────────────────────────────────────────────────────────────────────────────────────────

    async def get(self, id: str) -> Live:
        """The table of that id; Refusal when there is none."""
        live = self.live.get(id)
        if live is not None:
            self.live.move_to_end(id)
            live.used = time.monotonic()
            return live
        if id not in self._loading:
            self._loading[id] = self._keep(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Live:
        try:
            kept = await self.store.read(lambda c: _kept(c, id))
            if kept is None:
                raise Refusal("not_found", "no_table")
            row, seats, entries, chat = kept
            try:
                table = await self.at_work(begin, row.record)
                live: Live = await self.at_work(Live, row, table, seats, entries, chat)
            except BadRecord as e:
                # the rules of this server cannot play it: the game is kept, and told why it cannot be shown
                raise Refusal("unplayable", faults=e.faults) from None
            self.live[id] = live
            self._make_room()
        finally:
            del self._loading[id]
        self._go_on(live, is_ours=not self.store.is_shared)
        return live

    def add(self, live: Live) -> None:
        """A table that was just laid here."""
        self.live[live.id] = live
        self._make_room()
        self._go_on(live, is_ours=True)

    def _make_room(self) -> None:
        spare = len(self.live) - self.settings.tables
        for live in list(self.live.values()):
            if spare <= 0:
                return
            if _is_idle(live):
                self._let_go(live)
                spare -= 1

    def _let_go(self, live: Live) -> None:
        self.live.pop(live.id, None)
        if live.timer:
            live.timer.cancel()
        if live.driver:
            live.driver.cancel()

    async def _do_routine(self) -> None:
        """Every 15 s: signs of life of the seats that look, and tables that nobody has looked at for long go."""
        while True:
            await asyncio.sleep(15)
            there = [
                (live.id, seat)
                for live in self.live.values()
                for seat, n in live.streams.items()
                if n and seat is not None
            ]
            try:
                for start in range(0, len(there), 100):  # small parts: a decision may be waiting to be kept
                    part = there[start : start + 100]
                    await self.store.write(functools.partial(store.mark_seen, there=part, at=time.time()))
            except store.Unavailable:
                log.warning("signs of life could not be kept")
            now = time.monotonic()
            for live in list(self.live.values()):
                if now - live.used > self.settings.idle and _is_idle(live):
                    self._let_go(live)
                elif now - live.used > LEAN_AFTER:
                    live.slim()

    # ── other processes ──────────────────────────────────────────────────────────────────────────────────────────

    async def _changed_elsewhere(self, id: str | None) -> None:
        changed = list(self.live.values()) if id is None else [self.live[id]] if id in self.live else []
        for live in changed:
            self._keep(self._look_again(live))

    async def _look_again(self, live: Live) -> None:
        async with live.lock:
            try:
                await self._catch_up(live)
            except store.Unavailable:
                log.warning("could not catch up")

    async def _catch_up(self, live: Live) -> None:
        """Take in what other processes have committed."""
        after, said = live.step, live.chat
        kept = await self.store.read(lambda c: _newer(c, live.id, after))
        entries, seats, (revision, rematch), chat = kept
        for entry in entries:
            if entry.step == live.step + 1:
                live.take_in(entry, follow(live.table, entry))
        is_new = revision != live.revision or rematch != live.rematch
        if is_new:
            live.sit(seats)
            live.revision, live.rematch = revision, rematch
        live.held.clear()  # somebody may have sat down elsewhere
        live.chat = chat
        if is_new or entries or chat != said:
            live.wake()
        self._go_on(live, is_ours=False)

    # ── entries ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def act(
        self, live: Live, seat: int, action: str | int, step: int, *, doer: str = "human", request: str | None = None
    ) -> Entry:
        """A decision of a seat, in answer to what was asked at `step`; returns once it is committed."""
        return await asyncio.shield(self._keep(self._append(live, seat, action, step, doer, request)))

    async def undo(self, live: Live, seat: int, step: int, *, request: str | None = None) -> Entry:
        """Take a seat's last decision back."""
        return await asyncio.shield(self._keep(self._append(live, seat, None, step, "human", request)))

    async def _append(
        self, live: Live, seat: int, action: str | int | None, step: int, doer: str, request: str | None
    ) -> Entry:
        own = request or f"own.{secrets.token_hex(12)}"
        async with live.lock:
            for _ in range(ATTEMPTS):
                if step > live.step:
                    await self._catch_up(live)
                is_stale = step > live.step or (step < live.step and not self._is_still_asked(live, seat, action, step))
                if is_stale:
                    prior = await self._answered(live, seat, request)
                    if prior:
                        return prior
                    raise Refusal("over" if live.table.over else "stale", step=live.step)
                if doer == "human" and live.seats[seat].bot is not None:
                    raise Refusal("not_your_turn", "away", step=live.step)
                entry, after = self._next(live, seat, action, doer, own)
                change = functools.partial(store.add_entry, game_id=live.id, entry=entry, summary=sum_up(after))
                if await self.store.write(change, live.id):
                    live.take_in(entry, after)
                    self.metrics.count("chapterhouse_entries_total", doer=doer)
                    live.wake()
                    self._go_on(live, is_ours=True)
                    return entry
                # somebody else was quicker, or our own answer was lost on its way back
                await self._catch_up(live)
                prior = await self._answered(live, seat, own)
                if prior:
                    return prior
        raise Refusal("stale", step=live.step)

    def _is_still_asked(self, live: Live, seat: int, action: str | int | None, step: int) -> bool:
        """Whether a page that is behind still answers what is asked: seats that choose at the same time may."""
        return action is not None and seat in live.asked_since and step >= live.asked_since[seat]

    async def _answered(self, live: Live, seat: int, request: str | None) -> Entry | None:
        if request is None:
            return None
        entry = await self.store.read(lambda c: store.entry_of_request(c, live.id, request))
        return entry if entry and entry.seat == seat else None

    def _next(self, live: Live, seat: int, action: str | int | None, doer: str, request: str) -> tuple[Entry, Table]:
        """The entry, and the table after it."""
        step, table = live.step, live.table
        after = table.at(table.ply)
        at = time.time()
        if action is None:
            try:
                after.undo(seat)
            except UndoRefused:
                raise Refusal("undo", step=step) from None
            return Entry(step + 1, "undo", seat, None, None, doer, request, at), after
        if table.over:
            raise Refusal("over", step=step)
        if seat not in live.asked_since:
            raise Refusal("not_your_turn", step=step)
        try:
            done = after.act(action, seat)
        except BadNotation:
            raise Unread(table, action, step) from None
        except IllegalAction as e:
            refused = table.explain(action, seat)
            raise Illegal(table, refused, e.rule, step) from None
        return Entry(step + 1, "act", seat, done.code, done.words, doer, request, at), after

    # ── seats and chat ───────────────────────────────────────────────────────────────────────────────────────────

    async def change_seat(self, live: Live, seat: int, **values: Any) -> None:
        """Who plays a seat, or what it is called."""
        await asyncio.shield(self._keep(self._change_seat(live, seat, values)))

    async def _change_seat(self, live: Live, seat: int, values: dict[str, Any]) -> None:
        async with live.lock:
            kept = {name: int(v) if isinstance(v, bool) else v for name, v in values.items()}
            await self.store.write(lambda c: store.change_seat(c, live.id, seat, **kept), live.id)
            live.change_seat(seat, **values)
            live.wake()
            self._go_on(live, is_ours=True)

    async def say(self, live: Live, seat: int | None, name: str, text: str) -> store.SaidRow:
        at = time.time()
        said: store.SaidRow = await self.store.write(
            lambda c: store.add_chat(c, live.id, seat, name, text, at), live.id
        )
        live.chat = max(live.chat, said.id)
        live.wake()
        return said

    # ── bots and the clock ───────────────────────────────────────────────────────────────────────────────────────

    def _go_on(self, live: Live, *, is_ours: bool) -> None:
        """After a change: let bots think and set the clock. Another process' bots get a little time to answer first."""
        if live.id not in self.live or self.is_stopping:
            return
        self._wind(live)
        if not _bot_seats(live):
            return
        if is_ours:
            self._drive(live)
        else:
            step = live.step
            asyncio.get_running_loop().call_later(
                self.settings.bot_grace, lambda: self._drive(live) if live.step == step else None
            )

    def _drive(self, live: Live) -> None:
        if live.id in self.live and not self.is_stopping and (live.driver is None or live.driver.done()):
            live.driver = asyncio.get_running_loop().create_task(self._play_bots(live))

    async def _play_bots(self, live: Live) -> None:
        while seats := _bot_seats(live):
            seat, step = seats[0], live.step
            name = live.seats[seat].bot or "random"
            live.thinking.add(seat)
            try:
                begun = time.monotonic()
                code = await self._think(live, seat, name)
                left = live.row.pace - (time.monotonic() - begun)
                if left > 0:
                    await asyncio.sleep(left)
                if live.seats[seat].bot == name:
                    await self.act(live, seat, code, step, doer="bot")
            except Refusal:
                pass  # the table has moved on: look again
            except store.Unavailable:
                await asyncio.sleep(1)
            finally:
                live.thinking.discard(seat)

    async def _think(self, live: Live, seat: int, name: str) -> int:
        """A bot's choice, thought in a thread from what its seat may know."""
        begun = time.perf_counter()
        table = live.table
        try:
            bot = live.bots.get((seat, name))
            if bot is None:
                bot = live.bots[seat, name] = make(name, table.game.id, secrets.randbits(31))
            code = await asyncio.get_running_loop().run_in_executor(self._thinkers, bot.choose, table.seen(seat), seat)
            if table.explain(int(code), seat) is None:
                return int(code)
            log.error("bot chose what is not allowed", extra={"bot": name, "game": table.game.id})
        except Exception as e:
            log.error("bot failed", extra={"bot": name, "game": table.game.id, "kind": type(e).__name__})
        finally:
            self.metrics.count("chapterhouse_bot_seconds_total", time.perf_counter() - begun)
        self.metrics.count("chapterhouse_bot_failures_total")
        return secrets.choice(table.legal_for(seat)).code

    def _wind(self, live: Live) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if live.clock is None or not live.clock.is_hard:
            return
        due = [live.clock.due(at) for seat, at in live.asked_at.items() if live.seats[seat].bot is None]
        if due:
            wait = max(0.05, min(due) - time.time())
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._keep(self._ring(live)))

    async def _ring(self, live: Live) -> None:
        """A hard end: a bot decides for each seat whose time is up."""
        clock = live.clock
        assert clock is not None
        for seat, at in list(live.asked_at.items()):
            if live.seats[seat].bot is None and clock.is_up(at, time.time()):
                step = live.step
                code = await self._think(live, seat, names(live.table.game.id)[0])
                with contextlib.suppress(Refusal, store.Unavailable):
                    await self.act(live, seat, code, step, doer="clock")
        self._wind(live)


class Illegal(Refusal):
    """A decision that a rule forbids; the sentence comes in the viewer's language."""

    def __init__(self, table: Table, refused: Any, rule: str, step: int) -> None:
        super().__init__("illegal", rule=rule, step=step)
        self.table, self.refused = table, refused

    def told(self, language: str) -> dict[str, Any]:
        self.message = self.refused.says(self.table.texts(language))
        return super().told(language)


class Unread(Refusal):
    """Nothing is called that, in the notation or in the reader's language; with what is near."""

    def __init__(self, table: Table, action: str | int, step: int | None = None) -> None:
        super().__init__("bad_notation", step=step)
        self.table, self.action = table, action

    def told(self, language: str) -> dict[str, Any]:
        try:
            self.table.action(self.action, language)
        except BadNotation as e:
            if e.near:
                self.says = "error.ambiguous_notation" if e.is_ambiguous else "error.bad_notation_near"
                self.parts = {"near": " / ".join(e.near)}
        return super().told(language)


def read_action(table: Table, action: str | int, language: str) -> str | int:
    """The code of what is typed in the words of a language; as it is where nothing is called that, to be refused when
    the rest of the request has been looked at."""
    try:
        return table.action(action, language).code
    except BadNotation:
        return action


def _bot_seats(live: Live) -> list[int]:
    return [seat for seat in live.table.asked if live.seats[seat].bot is not None]


def _is_idle(live: Live) -> bool:
    is_busy = live.lock.locked() or (live.driver is not None and not live.driver.done())
    return not live.watchers and not is_busy and live.timer is None


def _kept(c: Any, id: str) -> Any:
    row = store.game(c, id)
    return None if row is None else (row, store.seats(c, id), store.entries(c, id), store.last_chat(c, id))


def _newer(c: Any, id: str, after: int) -> Any:
    return store.entries(c, id, after), store.seats(c, id), store.revision(c, id), store.last_chat(c, id)
