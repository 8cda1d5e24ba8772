"""All that is done at tables: decisions, seats, messages. Each change is answered once it is committed."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from chapterhouse.games import NAMES
from chapterhouse.play.engine import load_engine
from chapterhouse.play.errors import BadNotation, IllegalAction, UndoRefused
from chapterhouse.play.table import Table
from chapterhouse.server.metrics import Metrics
from chapterhouse.server.settings import Settings
from chapterhouse.server.store import queries
from chapterhouse.server.store.db import Store, Unavailable
from chapterhouse.server.store.rows import Entry, Message
from chapterhouse.server.tables.advice import Advice
from chapterhouse.server.tables.bots import Bots
from chapterhouse.server.tables.create import Chair, Created, create
from chapterhouse.server.tables.errors import TEXTS, RequestError
from chapterhouse.server.tables.live import LiveTable, summarize
from chapterhouse.server.tables.lobby import Lobbies
from chapterhouse.server.tables.push import Pushes
from chapterhouse.server.tables.registry import Registry
from chapterhouse.server.tables.work import Work
from chapterhouse.server.tokens import hashed, new_token, seat_token
from chapterhouse.texts import Texts

ANY_SEAT = 99  # in the key of the link to the table as a whole
WINNERS_AT_ONCE = 4  # games replayed for one list of tables
ATTEMPTS = 20  # at a step that other processes want too


class Service:
    """What the routes call, the clock and the bots too."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self.store = Store(settings.url, settings.statement_timeout)
        self.work = Work(4, "replay")
        self.bots = Bots(self)
        self.lobbies = Lobbies(self)
        self.pushes = Pushes(self)
        self.advice = Advice(self)
        self.registry = Registry(self.store, settings, self.work, self.bots.go_on)
        self.is_stopping = False
        self._routine: asyncio.Task[None] | None = None
        self._searched: set[str] = set()  # finished games whose winners were asked for

    async def open(self) -> None:
        await self.store.open()
        await self.pushes.open()
        self.store.listen(self.registry.changed_elsewhere)
        if self.settings.compile:
            for name in NAMES:
                load_engine(name).compile_in_background()
        self._routine = asyncio.create_task(self.registry.run_routine())

    def stop_streams(self) -> None:
        """Let every stream say goodbye: the browsers come back when the next server is there."""
        self.is_stopping = True
        self.registry.wake_all()

    async def close(self) -> None:
        self.stop_streams()
        if self._routine:
            self._routine.cancel()
        self.registry.drop_all()
        self.advice.close()
        await self.work.close()
        self.bots.close()
        self.pushes.close()
        await self.store.close()

    # ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def add(self, created: Created) -> None:
        """Store a new table and take it into memory."""
        await self.store.write(lambda c: queries.add_game(c, created.new), created.new.row.id)
        self.registry.add(created.live)

    def find_winners(self, ids: list[str]) -> None:
        """Who won games that ended before the list of tables told it: found out in the background, a few at a time."""
        for id in [id for id in ids if id not in self._searched][:WINNERS_AT_ONCE]:
            self._searched.add(id)
            self.work.spawn(self._find_winners(id))

    async def _find_winners(self, id: str) -> None:
        with contextlib.suppress(RequestError, Unavailable):  # it stays as it is: the game cannot be played here
            live = await self.registry.get(id)
            if live.table.outcome:
                winners = live.table.outcome.winners
                await self.store.write(functools.partial(queries.set_winners, id=id, winners=winners))

    async def rematch(self, live: LiveTable, seats: tuple[int, ...], visitor: str) -> tuple[LiveTable, dict[int, str]]:
        """The table that follows this one, and the tokens of open seats and of the caller's when it was created just
        now. `seats` are the caller's; every other seat is held by who held it."""
        tokens: dict[int, str] = {}
        if live.rematch is None:
            created = await self._create_again(live, seats, visitor)
            there = await self.store.write(lambda c: queries.add_rematch(c, live.id, created.new), live.id)
            live.rematch = there
            if there == created.new.row.id:
                live.revision += 1
                self.registry.add(created.live)
                tokens = created.tokens
            live.wake()
        assert live.rematch is not None
        return await self.registry.get(live.rematch), tokens

    async def _create_again(self, live: LiveTable, seats: tuple[int, ...], visitor: str) -> Created:
        options = {k: v for k, v in live.table.options.items() if k != "players"}
        table = Table(live.table.game, live.table.players, data=live.table.data, **options)
        chairs = [Chair("bot", s.bot, s.name) if s.kind == "bot" else Chair("open", name=s.name) for s in live.seats]
        held: dict[int, tuple[str, ...]] = {}
        for holder, seat in await self.store.read(lambda c: queries.holders_of(c, live.id)):
            held[seat] = (*held.get(seat, ()), holder)
        for seat in seats:
            held[seat] = (*held.get(seat, ()), hashed(visitor))
        row = live.row
        return create(
            table,
            chairs,
            visitor,
            mode=row.mode,
            clock=row.clock,
            pace=row.pace,
            bot=row.bot,
            holders=held,
            hints=row.hints,
        )

    # ── decisions ────────────────────────────────────────────────────────────────────────────────────────────────

    async def act(
        self,
        live: LiveTable,
        seat: int,
        action: str | int,
        step: int,
        *,
        doer: str = "human",
        request: str | None = None,
    ) -> Entry:
        """A decision of a seat, in answer to what was asked at `step`."""
        return await asyncio.shield(self.work.spawn(self._append(live, seat, action, step, doer, request)))

    async def undo(self, live: LiveTable, seat: int, step: int, *, request: str | None = None) -> Entry:
        """Take a seat's last decision back: a walk as a whole, and what was no choice along with it."""
        return await asyncio.shield(self.work.spawn(self._undo(live, seat, step, request)))

    async def _undo(self, live: LiveTable, seat: int, step: int, request: str | None) -> Entry:
        last = live.origins[-1] if live.origins else None
        entry = await self._append(live, seat, None, step, "human", request)
        while last and last.goes_with_last and entry.kind == "undo" and entry.step == step + 1 == live.step:
            last, step = live.origins[-1] if live.origins else None, entry.step
            if last is None or live.table.undo_refusal(seat) is not None:
                break
            entry = await self._append(live, seat, None, step, "human", None)
        return entry

    async def walk(
        self, live: LiveTable, seat: int, steps: tuple[str, ...], step: int, *, request: str | None = None
    ) -> Entry:
        """Several steps of a seat's figure, as one: they are taken back together."""
        own = request or f"own-{secrets.token_hex(12)}"
        for n, words in enumerate(steps):
            entry = await self.act(live, seat, words, step + n, request=f"{own}.{n}")
        return entry

    async def _append(
        self, live: LiveTable, seat: int, action: str | int | None, step: int, doer: str, request: str | None
    ) -> Entry:
        """Append an entry: a decision, or without an action the taking back of one."""
        own = request or f"own.{secrets.token_hex(12)}"
        async with live.lock:
            for _ in range(ATTEMPTS):
                if step > live.step:
                    await self.registry.catch_up(live)
                is_behind = step < live.step and (action is None or not live.is_still_asked(seat, step))
                if step > live.step or is_behind:
                    prior = await self._entry_of(live, seat, request)
                    if prior:
                        return prior
                    raise RequestError("over" if live.table.over else "stale", step=live.step)
                if live.is_waiting:
                    raise RequestError("waiting", step=live.step)
                if doer in ("human", "forced") and live.seats[seat].bot is not None:
                    raise RequestError("not_your_turn", "away", step=live.step)
                entry, after = _next(live, seat, action, doer, own)
                change = functools.partial(queries.add_entry, game_id=live.id, entry=entry, summary=summarize(after))
                if await self.store.write(change, live.id):
                    live.append(entry, after)
                    self.metrics.count("chapterhouse_entries_total", doer=doer)
                    live.wake()
                    self.bots.go_on(live, True)
                    self.pushes.tell(live, entry.step, entry.seat)
                    return entry
                # somebody else was quicker, or our own answer was lost on its way back
                await self.registry.catch_up(live)
                prior = await self._entry_of(live, seat, own)
                if prior:
                    return prior
        raise RequestError("stale", step=live.step)

    async def _entry_of(self, live: LiveTable, seat: int, request: str | None) -> Entry | None:
        """The entry that answered this request of this seat before."""
        if request is None:
            return None
        entry = await self.store.read(lambda c: queries.entry_of_request(c, live.id, request))
        return entry if entry and entry.seat == seat else None

    # ── seats and chat ───────────────────────────────────────────────────────────────────────────────────────────

    async def change_seat(self, live: LiveTable, seat: int, **values: Any) -> None:
        """Who plays a seat, or what it is called."""
        await asyncio.shield(self.work.spawn(self._change_seat(live, seat, values)))

    async def _change_seat(self, live: LiveTable, seat: int, values: dict[str, Any]) -> None:
        async with live.lock:
            stored = {name: int(v) if isinstance(v, bool) else v for name, v in values.items()}
            await self.store.write(lambda c: queries.change_seat(c, live.id, seat, **stored), live.id)
            live.change_seat(seat, **values)
            live.wake()
            self.bots.go_on(live, True)

    async def set_pace(self, live: LiveTable, pace: float) -> None:
        """How long bots take at least; below 0 they wait for a word before each decision."""
        await self.store.write(lambda c: queries.set_pace(c, live.id, pace), live.id)
        live.row, live.permits = replace(live.row, pace=pace), 0
        live.revision += 1
        live.cache.clear()
        live.wake()
        self.bots.go_on(live, True)

    async def allow_hints(self, live: LiveTable, is_allowed: bool) -> None:
        """Whether who is asked may have a hint; all at the table are told."""
        await self.store.write(lambda c: queries.set_hints(c, live.id, int(is_allowed)), live.id)
        live.row = replace(live.row, hints=int(is_allowed))
        live.revision += 1
        live.wake()

    def let_bot(self, live: LiveTable) -> None:
        """A bot that waits for a word may make one decision."""
        live.permits = 1
        self.bots.go_on(live, True)

    async def claim(self, live: LiveTable, token: str, visitor: str, name: str = "", chosen: int | None = None) -> int:
        """Sit down with the token of a link; the seat. The link to the table as a whole leaves the choice."""
        key, me = hashed(token), hashed(visitor)
        link = await self.store.read(lambda c: queries.seat_of_key(c, key))
        if link is None or link[0] != live.id:
            raise RequestError("forbidden", "no_seat_link", step=live.step)
        seat: int | None = await self.change_holder(live, lambda c: queries.claim_seat(c, key, me, name, chosen))
        if seat is None:
            raise RequestError("taken", "link_taken", step=live.step)
        return seat

    async def leave(self, live: LiveTable, seat: int) -> None:
        """The seat is open again."""
        await self.change_holder(live, lambda c: queries.leave_seat(c, live.id, seat))

    async def forget(self, live: LiveTable, seats: tuple[int, ...], visitor: str) -> None:
        """A visitor's table goes out of their list, and for good when nobody else sits at it; one that waits when its
        host wants it."""
        if live.is_waiting:
            if hashed(visitor) == live.row.host:
                await self.lobbies.close(live)
                return
            for seat in seats:
                await self.leave(live, seat)
            return
        async with live.lock:
            for seat in () if live.table.over else seats:  # others may sit down there
                if not live.is_held_by(seats):
                    await self.store.write(functools.partial(queries.leave_seat, id=live.id, seat=seat), live.id)
            gone = await self.store.write(lambda c: queries.forget_game(c, live.id, hashed(visitor)), live.id)
            if gone:
                self.registry.drop(live)
            else:
                await self.registry.catch_up(live)

    async def give(self, live: LiveTable, seat: int) -> str:
        """A token that passes a held seat on to who sits down with it."""
        token = new_token()
        await self.store.write(lambda c: queries.add_gift(c, hashed(token), live.id, seat), live.id)
        return token

    async def renew_link(self, live: LiveTable, seat: int) -> None:
        """The links of an open seat lead nowhere any more."""
        if live.seats[seat].claimed:
            raise RequestError("taken", step=live.step)
        await self.change_holder(live, lambda c: queries.renew_link(c, live.id, seat))

    async def invitation(self, live: LiveTable, host: str) -> str:
        """The token of the one link to the table, with which anybody takes any open seat; for who created it."""
        token = seat_token(host, live.id, ANY_SEAT)
        if ANY_SEAT not in live.links:
            add_key = functools.partial(queries.add_key, hash=hashed(token), id=live.id, seat=ANY_SEAT, kind="table")
            await self.store.write(add_key)
            live.links[ANY_SEAT] = 0
        return token

    async def links(self, live: LiveTable, host: str) -> dict[int, str]:
        """The tokens of the links to open seats, for who created the table."""
        is_open = [s for s in live.seats if s.kind == "human" and not s.claimed]
        tokens = {s.seat: seat_token(host, live.id, s.seat, s.link) for s in is_open}
        for s in is_open:
            if s.link and s.link > live.links.get(s.seat, 0):  # a renewed link is known only once its host asks for it
                add_key = functools.partial(queries.add_key, hash=hashed(tokens[s.seat]), id=live.id, seat=s.seat)
                await self.store.write(add_key)
                live.links[s.seat] = s.link
        return tokens

    async def change_holder(self, live: LiveTable, change: Callable[[Any], Any]) -> Any:
        """Let somebody sit down or stand up; what the change came to."""
        return await asyncio.shield(self.work.spawn(self._change_and_catch_up(live, change)))

    async def _change_and_catch_up(self, live: LiveTable, change: Callable[[Any], Any]) -> Any:
        async with live.lock:
            result = await self.store.write(change, live.id)
            await self.registry.catch_up(live)
            self.bots.go_on(live, True)
            return result

    async def say(self, live: LiveTable, seat: int | None, name: str, text: str) -> Message:
        at = time.time()
        message: Message = await self.store.write(
            lambda c: queries.add_message(c, live.id, seat, name, text, at), live.id
        )
        live.chat = max(live.chat, message.id)
        live.wake()
        return message


def _next(live: LiveTable, seat: int, action: str | int | None, doer: str, request: str) -> tuple[Entry, Table]:
    """The entry, and the table after it; RequestError when it cannot be."""
    step, table = live.step, live.table
    after = table.at(table.ply)
    at = time.time()
    if action is None:
        try:
            after.undo(seat)
        except UndoRefused as e:
            ply, refused = live.taken_back_to(seat), e.refusal
            if ply is not None:
                return Entry(step + 1, "back", seat, ply, None, doer, request, at), table.at(ply)
            raise RequestError(
                "undo", step=step, sentence=lambda language: refused.says(table.texts(language))
            ) from None
        return Entry(step + 1, "undo", seat, None, None, doer, request, at), after
    if table.over:
        raise RequestError("over", step=step)
    if seat not in live.asked_since:
        raise RequestError("not_your_turn", step=step)
    if doer == "forced" and len(table.legal_for(seat)) != 1:
        doer = "human"
    try:
        done = after.act(action, seat)
    except BadNotation:
        raise bad_notation(table, action, step) from None
    except IllegalAction as e:
        refusal = table.explain(action, seat)
        assert refusal is not None
        raise RequestError(
            "illegal", rule=e.rule, step=step, sentence=lambda language: refusal.says(table.texts(language))
        ) from None
    return Entry(step + 1, "act", seat, done.code, done.words, doer, request, at), after


def bad_notation(table: Table, action: str | int, step: int | None = None) -> RequestError:
    """Nothing is called that, in the notation or in the reader's language; with what is near."""

    def sentence(language: str) -> str:
        texts = Texts(language, TEXTS)
        try:
            table.action(action, language)
        except BadNotation as e:
            if e.near:
                key = "error.ambiguous_notation" if e.is_ambiguous else "error.bad_notation_near"
                return texts(key, near=" / ".join(e.near))
        return texts("error.bad_notation")

    return RequestError("bad_notation", sentence=sentence, step=step)


def read_action(table: Table, action: str | int, language: str) -> str | int:
    """What is typed in the words of a language, in the notation itself; as it is where nothing is called that, to be
    refused when the rest of the request has been looked at."""
    try:
        return table.action(action, language).words
    except BadNotation:
        return action
