"""HTTP connections with bounds: how long a request may take to arrive, how large its head may be, and how many
connections and unfinished requests one address may have.

All of this happens before the application sees a request: half a request costs no task and no thread.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from chapterhouse.server.settings import Settings

LINGER = 1.0  # seconds for which the rest of a head that is too long is taken and thrown away


class Connections:
    """Who has how many connections; shared by all connections of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.trusted = frozenset(part.strip() for part in settings.trusted_proxies.split(",") if part.strip())
        self.open: Counter[str] = Counter()
        self.unfinished: Counter[str] = Counter()

    def protocol(self, *args: Any, **kwargs: Any) -> BoundedProtocol:
        """What uvicorn makes for each connection."""
        return BoundedProtocol(self, *args, **kwargs)

    def is_full(self, address: str) -> bool:
        """A proxy that is trusted speaks for many: it bounds them itself."""
        most = self.settings.connections_per_address
        return bool(most) and address not in self.trusted and self.open[address] >= most

    def has_too_many_unfinished(self, address: str) -> bool:
        most = self.settings.unfinished_per_address
        return bool(most) and address not in self.trusted and self.unfinished[address] > most

    def count(self, counter: Counter[str], address: str, by: int) -> None:
        counter[address] += by
        if not counter[address]:
            del counter[address]


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol; a request that goes out of bounds is answered in one line, and its connection closed."""

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.all, self.limits = connections, connections.settings
        self.address = ""
        self.is_counted = False  # among the open connections
        self.is_unfinished = False  # a request has begun and is not here yet
        self.is_refused = False
        self.has_head = False
        self.head_bytes = 0
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self.all.is_full(self.address):
            self.refuse(503)
            return
        self.is_counted = True
        self.all.count(self.all.open, self.address, 1)
        self._wait(self.limits.head_time)  # who connects says what they want

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._finish()
        if self.is_counted:
            self.is_counted = False
            self.all.count(self.all.open, self.address, -1)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        self._begin()
        if not self.has_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if not self.has_head and self.head_bytes > self.limits.head_limit:
            self.refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.has_head = False
        self._begin()

    def on_headers_complete(self) -> None:
        if self.is_refused:
            return
        self.has_head = True
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.limits.head_limit or len(self.headers) > self.limits.headers:
            self.refuse(431)
            return
        self._wait(self.limits.body_time)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._finish()
        self.has_head = False
        self.head_bytes = 0
        if not self.is_refused:
            super().on_message_complete()

    def _begin(self) -> None:
        """A request has begun to arrive."""
        if self.is_unfinished or self.is_refused:
            return
        self.is_unfinished = True
        self.all.count(self.all.unfinished, self.address, 1)
        self._wait(self.limits.head_time)
        if self.all.has_too_many_unfinished(self.address):
            self.refuse(503)

    def _finish(self) -> None:
        if self.is_unfinished:
            self.is_unfinished = False
            self.all.count(self.all.unfinished, self.address, -1)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        if seconds and not self.is_refused:
            self.deadline = self.loop.call_later(seconds, self.refuse, 408)

    def _stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def refuse(self, status: int) -> None:
        """Answer where nothing was answered yet, and close."""
        if self.is_refused:
            return
        self.is_refused = True
        self._stop_waiting()
        has_begun = self.cycle is not None and not self.cycle.response_complete and self.cycle.response_started
        if not self.transport.is_closing() and not has_begun:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        if status == 431:  # more is on its way: were it not taken, the answer would be lost too
            self.loop.call_later(LINGER, self.transport.close)
        else:
            self.transport.close()
