"""Server-sent events of tables.

Nothing is queued: a stream that wakes sends what is new by then, so a slow reader gets the latest and costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Sequence
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from chapterhouse.server.settings import Settings
from chapterhouse.server.store import queries
from chapterhouse.server.store.db import Unavailable
from chapterhouse.server.store.rows import Message
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.service import Service

ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,15})")


class OpenStreams:
    """How many streams are open, in all and of each address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.count = 0
        self.of_address: dict[str, int] = {}

    def open(self, address: str) -> None:
        """Count one more; RequestError when there are too many."""
        own = self.of_address.get(address, 0)
        if self.count >= self.settings.streams or own >= self.settings.streams_per_address:
            raise RequestError("streams")
        self.count += 1
        self.of_address[address] = own + 1

    def close(self, address: str) -> None:
        self.count -= 1
        self.of_address[address] -= 1
        if not self.of_address[address]:
            del self.of_address[address]


def table_event(live: LiveTable) -> bytes:
    """What changed, small: a page asks for the rest."""
    key = ("event", live.revision, live.presence)
    if key not in live.cache:
        table = live.table
        data = {
            "table": live.id,
            "step": live.step,
            "ply": table.ply,
            "asked": table.asked,
            "over": table.over,
            "seats": live.revision,
        }
        live.cache[key] = f"event: table\ndata: {json.dumps(data)}\n".encode()
    event: bytes = live.cache[key]
    return event


def chat_event(live: LiveTable, message: Message) -> bytes:
    return f"event: chat\ndata: {json.dumps({'table': live.id} | vars(message))}\n".encode()


class Watch:
    """What a stream has sent of one table, and the seat that looks on."""

    def __init__(self, live: LiveTable, seat: int | None, last: str) -> None:
        """`last` is the part of the last event's id that speaks of this table."""
        self.live, self.seat = live, seat
        known = ID.fullmatch(last)
        self.sent_step, self.sent_revision = (int(known[1]), int(known[2])) if known else (-1, -1)
        self.sent_presence = live.presence
        self.sent_chat = int(known[3]) if known else live.chat

    def begin(self, woken: asyncio.Event) -> None:
        self.live.watchers.add(woken)
        self.live.streams[self.seat] += 1
        if self.seat is not None and self.live.streams[self.seat] == 1:
            self._tell_presence()
        self.sent_presence = self.live.presence

    def end(self, woken: asyncio.Event) -> None:
        live = self.live
        live.watchers.discard(woken)
        live.streams[self.seat] -= 1
        if self.seat is not None:
            live.left[self.seat] = time.time()
            if not live.streams[self.seat]:
                self._tell_presence()

    def _tell_presence(self) -> None:
        """Somebody has come or gone. Nobody is told of another page of the same seat, nor of who only watches."""
        self.live.presence += 1
        self.live.wake()

    async def news(self, service: Service) -> list[bytes]:
        """What has not been sent yet of this table."""
        live, parts = self.live, []
        here: tuple[Any, ...] = (live.step, live.revision, live.presence)
        if here != (self.sent_step, self.sent_revision, self.sent_presence):
            self.sent_step, self.sent_revision, self.sent_presence = here
            parts.append(table_event(live))
        if live.chat > self.sent_chat:
            after = self.sent_chat
            with contextlib.suppress(Unavailable):
                messages = await service.store.read(lambda c: queries.messages_after(c, live.id, after, 50))
                parts += [chat_event(live, s) for s in messages]
                self.sent_chat = messages[-1].id if messages else live.chat
        return parts

    @property
    def id(self) -> str:
        return f"{self.sent_step}.{self.sent_revision}.{self.sent_chat}"


class Events(Response):
    """An open stream: of one table, or of all tables that a browser has open."""

    media_type = "text/event-stream"

    def __init__(
        self,
        service: Service,
        streams: OpenStreams,
        tables: Sequence[tuple[LiveTable, int | None]],
        address: str,
        last: str | None = None,
    ) -> None:
        """`last` is the id of the last event that this reader has."""
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.service, self.streams, self.address = service, streams, address
        known = (last or "").split(",")
        known = known if len(known) == len(tables) else [""] * len(tables)
        self.watches = [Watch(live, seat, part) for (live, seat), part in zip(tables, known, strict=True)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.service.is_stopping:
            raise RequestError("streams")
        self.streams.open(self.address)
        woken = asyncio.Event()
        for watch in self.watches:
            watch.begin(woken)
        gone = asyncio.ensure_future(_until_gone(receive))
        gone.add_done_callback(lambda _: woken.set())
        try:
            await self._run(send, woken, gone)
        finally:
            gone.cancel()
            for watch in self.watches:
                watch.end(woken)
            self.streams.close(self.address)

    async def _run(self, send: Send, woken: asyncio.Event, gone: asyncio.Future[None]) -> None:
        settings = self.service.settings
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await self._send(send, b"retry: 1000\n\n")
        while not gone.done():
            woken.clear()
            if self.service.is_stopping:
                await self._send(send, b"event: bye\ndata: {}\n\n")
                break
            news = await self._news()
            if news:
                self.service.metrics.count("chapterhouse_events_total")
                await self._send(send, news)
                continue
            try:
                async with asyncio.timeout(settings.heartbeat):
                    await woken.wait()
            except TimeoutError:
                await self._send(send, b":\n\n")
        with contextlib.suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, body: bytes) -> None:
        """Wait for a reader that is slow, but not for ever."""
        async with asyncio.timeout(self.service.settings.stall):
            await send({"type": "http.response.body", "body": body, "more_body": True})

    async def _news(self) -> bytes:
        """What this stream has not sent yet."""
        parts = [part for watch in self.watches for part in await watch.news(self.service)]
        id = f"id: {','.join(watch.id for watch in self.watches)}\n\n".encode()
        return b"".join(part + id for part in parts)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
