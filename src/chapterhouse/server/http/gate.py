"""The gate through which every request goes: limits, origin, headers, a line in the log."""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections import Counter, OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapterhouse.server.http.bodies import most_bytes
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
HSTS = {"strict-transport-security": "max-age=31536000"}


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
        self.uploads = Uploads(settings.upload_memory)
        self.headers = HEADERS | (HSTS if settings.secure_cookies else {})

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
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if status == 413:
                    headers["connection"] = "close"  # the rest of the body is not read
            await send(message)

        address = scope["client"][0] if scope.get("client") else ""
        upload = Upload(self.uploads, address, most_bytes(scope["path"], self.settings.body_limit))
        try:
            await self._check(scope, address)
            await self.app(scope, upload.counted(receive), send_on)
        except RequestError as e:
            if not sent:
                await send_error(e, scope, send_on)
        except ClientDisconnect:
            pass
        except Exception as e:
            # where it failed, without the message, which may hold what was sent
            log.error("failed", extra={"kind": type(e).__name__, "trace": traceback.format_tb(e.__traceback__)[-6:]})
            if not sent:
                await send_error(RequestError("unavailable"), scope, send_on, 500)
        finally:
            upload.close()
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

    async def _check(self, scope: Scope, address: str) -> None:
        headers = Headers(scope=scope)
        is_question = scope["method"] in ("GET", "HEAD", "OPTIONS")
        if scope["path"] not in ("/healthz", "/metrics"):
            hosts = self.settings.allowed_hosts
            if hosts and _host_name(headers.get("host", "")) not in hosts:
                raise RequestError("host")
            wait = (self.reads if is_question else self.posts).take(address, time.monotonic())
            if wait:
                self.metrics.count("chapterhouse_limited_total")
                raise RateLimited(wait)
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise RequestError("bad_input", what="content-length")
        if int(length) > most_bytes(scope["path"], self.settings.body_limit):
            raise RequestError("too_large")
        if not is_question and not is_own(headers, scope, self.settings.address):
            raise RequestError("origin")


def _host_name(host: str) -> str:
    """A host header without its port."""
    return re.sub(r":\d+$", "", host.strip()).strip("[]").lower()


class Uploads:
    """Bytes of bodies that are in memory, in all and of each address."""

    def __init__(self, most: int) -> None:
        self.most, self.most_of_one = most, max(1, most // 4)
        self.total = 0
        self.of_address: Counter[str] = Counter()

    def add(self, address: str, size: int) -> None:
        self.total += size
        self.of_address[address] += size
        if not self.of_address[address]:
            del self.of_address[address]

    def is_full(self, address: str) -> bool:
        return self.total > self.most or self.of_address[address] > self.most_of_one


class Upload:
    """The body of one request, counted while it is read and until it is answered."""

    def __init__(self, all: Uploads, address: str, most: int) -> None:
        self.all, self.address, self.most = all, address, most
        self.size = 0

    def counted(self, receive: Receive) -> Receive:
        async def receive_on() -> Message:
            message = await receive()
            if message["type"] == "http.request" and message.get("body"):
                size = len(message["body"])
                self.size += size
                self.all.add(self.address, size)
                if self.size > self.most:
                    raise RequestError("too_large")
                if self.all.is_full(self.address):
                    raise RequestError("busy")
            return message

        return receive_on

    def close(self) -> None:
        if self.size:
            self.all.add(self.address, -self.size)
