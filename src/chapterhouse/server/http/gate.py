"""The gate through which every request goes: limits, origin, headers, a line in the log."""

from __future__ import annotations

import logging
import time
import traceback
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapterhouse.server.http.cookies import bearer_of
from chapterhouse.server.http.errors import send_error
from chapterhouse.server.logs import redacted
from chapterhouse.server.metrics import Metrics
from chapterhouse.server.settings import Settings
from chapterhouse.server.tables.errors import RateLimited, RequestError

log = logging.getLogger("chapterhouse.requests")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # any other word is a stranger's
ADDRESSES = 20_000  # remembered for the limits at most

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",  # with no-referrer a browser sends a form with the origin "null"
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Buckets:
    """So many a second for each address, with a reserve that refills."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.size = rate, max(1.0, rate * burst)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, now: float) -> float:
        """0 when there was one to take; else the seconds to wait."""
        if self.rate <= 0:
            return 0.0
        left, since = self._left.pop(address, (self.size, now))
        left = min(self.size, left + (now - since) * self.rate)
        short = left < 1
        self._left[address] = (left if short else left - 1, now)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return (1 - left) / self.rate if short else 0.0


def is_own(headers: Headers, scope: Scope, address: str) -> bool:
    """Whether a post comes from a page of ours, or from a program that is no browser."""
    if bearer_of(headers):
        return True
    site = headers.get("sec-fetch-site")  # a browser's own word: no page can set it
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return True
    if address and origin == address.rstrip("/"):
        return True
    return origin != "null" and urlsplit(origin).netloc == headers.get("host", "")


class Gate:
    """Pure ASGI, around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics
        self.reads = Buckets(settings.rate_reads, settings.burst)
        self.posts = Buckets(settings.rate_posts, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500
        sent = False

        async def send_on(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status, sent = message["status"], True
                headers = MutableHeaders(scope=message)
                if scope["path"].startswith("/seat/"):  # the address is a secret, on a page of ours too
                    headers["referrer-policy"] = "strict-origin"
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if status == 413:
                    headers["connection"] = "close"  # the rest of the body is not read
            await send(message)

        try:
            await self._check(scope)
            await self.app(scope, self._limited(scope, receive), send_on)
        except RequestError as e:
            if not sent:
                await send_error(e, scope, send_on)
        except Exception as e:
            # where it failed, without the message, which may hold what was sent
            log.error("failed", extra={"kind": type(e).__name__, "trace": traceback.format_tb(e.__traceback__)[-6:]})
            if not sent:
                await send_error(RequestError("unavailable"), scope, send_on, 500)
        finally:
            seconds = time.perf_counter() - begun
            route = getattr(scope.get("route"), "path", "(none)")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.request(method, route, status, seconds)
            if log.isEnabledFor(logging.INFO):
                log.info(
                    "request",
                    extra={
                        "method": method,
                        "path": redacted(scope["path"]),
                        "status": status,
                        "ms": round(seconds * 1000, 1),
                    },
                )

    async def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        is_question = scope["method"] in ("GET", "HEAD", "OPTIONS")
        address = scope["client"][0] if scope.get("client") else ""
        if scope["path"] not in ("/healthz", "/metrics"):
            wait = (self.reads if is_question else self.posts).take(address, time.monotonic())
            if wait:
                self.metrics.count("chapterhouse_limited_total")
                raise RateLimited(wait)
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise RequestError("bad_input", what="content-length")
        if int(length) > self.settings.body_limit:
            raise RequestError("too_large")
        if not is_question and not is_own(headers, scope, self.settings.address):
            raise RequestError("origin")

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        taken = 0

        async def receive_on() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > self.settings.body_limit:
                    raise RequestError("too_large")
            return message

        return receive_on
