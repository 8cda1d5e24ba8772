"""Who plays by correspondence is told on the phone that it is their turn, if they want to be: Web Push."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from chapterhouse.server.store import pushes
from chapterhouse.server.store.db import Unavailable
from chapterhouse.server.store.rows import Push
from chapterhouse.server.tables import deliver
from chapterhouse.server.tables.errors import TEXTS, RequestError
from chapterhouse.server.tables.live import DAY, LiveTable
from chapterhouse.server.tokens import hashed
from chapterhouse.texts import Texts

if TYPE_CHECKING:
    from chapterhouse.server.tables.service import Service

log = logging.getLogger("chapterhouse.push")
GONE = (404, 410)  # a push service's word for a browser that is no longer there
WAITING = 500  # messages on their way at most; who misses one sees it on the page


class Pushes:
    """Messages to browsers, in threads of their own."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._threads = ThreadPoolExecutor(4, "push")
        self._key = ""
        self._waiting = 0

    async def open(self) -> None:
        """The key is made once and kept with the games."""
        if self.service.settings.push:
            keep = functools.partial(pushes.keep_key, name="vapid", value=deliver.new_key())
            self._key = await self.service.store.write(keep)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def public_key(self) -> str | None:
        """What a browser needs to subscribe; None where nobody is told anything."""
        return deliver.public_key(self._key) if self._key else None

    async def subscribe(self, visitor: str, push: Push) -> None:
        """A browser wants to be told."""
        try:
            deliver.check_endpoint(push.endpoint, self.service.settings.push_private)
        except deliver.BadEndpoint:
            raise RequestError("bad_input", what="endpoint") from None
        if not deliver.are_keys(push.p256dh, push.auth):
            raise RequestError("bad_input", what="keys")
        if not self._key:
            raise RequestError("forbidden", "no_push")
        add = functools.partial(pushes.subscribe, visitor=hashed(visitor), push=push, at=time.time())
        if not await self.service.store.write(add):
            raise RequestError("forbidden", "spectator")

    async def unsubscribe(self, endpoint: str) -> None:
        await self.service.store.write(functools.partial(pushes.unsubscribe, endpoint=endpoint))

    def tell(self, live: LiveTable, step: int, but: int | None = None) -> None:
        """Who is asked since this step and has no page open is told, but not who has just decided."""
        if not (self._key and live.row.mode == "friends"):
            return
        if live.clock is not None and live.clock.seconds < DAY:
            return
        for seat in [seat for seat, since in live.asked_since.items() if since == step and seat != but]:
            if not self._is_here(live, seat) and live.seats[seat].claimed and live.seats[seat].bot is None:
                self.service.work.spawn(self._tell(live, seat))

    def _is_here(self, live: LiveTable, seat: int) -> bool:
        is_elsewhere = self.service.store.is_shared and live.is_here(seat, time.time())
        return live.streams[seat] > 0 or is_elsewhere

    async def _tell(self, live: LiveTable, seat: int) -> None:
        try:
            to = await self.service.store.read(functools.partial(pushes.pushes_to, id=live.id, seat=seat))
        except Unavailable:
            return
        for push in to:
            if self._waiting < WAITING:
                self._waiting += 1
                self.service.work.spawn(self._send(live, seat, push))

    async def _send(self, live: LiveTable, seat: int, push: Push) -> None:
        settings = self.service.settings
        is_https = settings.address.startswith("https://")
        contact = settings.push_contact or (settings.address if is_https else "mailto:nobody@example.invalid")
        send = functools.partial(deliver.deliver, push, message(live, seat, push.language), self._key, contact, live.id)
        try:
            loop = asyncio.get_running_loop()
            status = await loop.run_in_executor(self._threads, send, settings.push_private)
            if status in GONE:
                await self.unsubscribe(push.endpoint)
            self.service.metrics.count("chapterhouse_pushes_total", status=str(status))
        except (OSError, deliver.BadEndpoint, Unavailable) as e:
            log.warning("push failed", extra={"kind": type(e).__name__})
            self.service.metrics.count("chapterhouse_pushes_total", status="none")
        finally:
            self._waiting -= 1


def message(live: LiveTable, seat: int, language: str) -> dict[str, str]:
    """What a phone shows: the game and the others, which everybody may know, and nothing of what is on the table."""
    texts = live.table.texts(language)
    others = [texts.name(s.seat) for s in live.seats if s.seat != seat]
    return {
        "title": Texts(language, TEXTS)("table.your_turn"),
        "body": f"{texts('game.name')}: {', '.join(others)}",
        "url": f"/table/{live.id}",
        "tag": live.id,
    }
