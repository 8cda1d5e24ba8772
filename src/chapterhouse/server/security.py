"""Tokens, and the gate through which every request goes: limits, origin, headers, a line in the log.

A token is 256 random bits. What is kept is its SHA-256: with that much chance in it there is nothing to guess, so a
slow hash would only make requests slow. Seat tokens follow from the host's own token (HMAC), so that the host can be
shown the links again although they are kept nowhere.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.cookies
import json
import logging
import re
import secrets
import time
import traceback
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chapterhouse.server.metrics import Metrics
from chapterhouse.server.problems import Refusal
from chapterhouse.server.settings import Settings
from chapterhouse.texts import LANGUAGES

log = logging.getLogger("chapterhouse.requests")
VISITOR = "chapterhouse"  # the cookie
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # any other word is a stranger's
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,128}")
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


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def seat_token(visitor: str, table: str, seat: int) -> str:
    """The token of a seat at a table that this visitor laid."""
    made = hmac.digest(visitor.encode(), f"{table}/{seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def visitor_of(headers: Headers) -> str | None:
    """The visitor's token, from the cookie."""
    return cookie(headers, VISITOR, TOKEN)


def cookie(headers: Headers, name: str, form: re.Pattern[str]) -> str | None:
    given = headers.get("cookie")
    if not given or name not in given:
        return None
    try:
        found = http.cookies.SimpleCookie(given).get(name)
    except http.cookies.CookieError:
        return None
    return found.value if found and form.fullmatch(found.value) else None


def bearer_of(headers: Headers) -> str | None:
    """The seat token that a program sends."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and TOKEN.fullmatch(token) else None


def language_of(scope: Scope) -> str:
    """What the viewer reads: by the address, the cookie, or the browser's preference."""
    asked = re.search(rb"(?:^|&)language=([a-z]{2})(?:&|$)", scope.get("query_string", b""))
    if asked and asked[1].decode() in LANGUAGES:
        return asked[1].decode()
    headers = Headers(scope=scope)
    chosen = cookie(headers, "language", re.compile("[a-z]{2}"))
    if chosen in LANGUAGES:
        return str(chosen)
    wanted: list[tuple[float, str]] = []
    for part in headers.get("accept-language", "")[:500].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), name[:2].lower()))
        except ValueError:
            continue
    for _, name in sorted(wanted, key=lambda w: w[0]):
        if name in LANGUAGES:
            return name
    return "en"


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


def redacted(path: str) -> str:
    """A path without its secrets."""
    return _clean(re.sub(r"^/seat/[^/]+", "/seat/…", path))


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
                    headers["referrer-policy"] = "no-referrer"
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if status == 413:
                    headers["connection"] = "close"  # the rest of the body is not read
            await send(message)

        try:
            await self._check(scope)
            await self.app(scope, self._limited(scope, receive), send_on)
        except Refusal as e:
            if not sent:
                await _refuse(e, scope, send_on)
        except Exception as e:
            # where it failed, without the message, which may hold what was sent
            log.error("failed", extra={"kind": type(e).__name__, "trace": traceback.format_tb(e.__traceback__)[-6:]})
            if not sent:
                await _refuse(Refusal("unavailable"), scope, send_on, 500)
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
                raise Limited(wait)
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise Refusal("bad_input", what="content-length")
        if int(length) > self.settings.body_limit:
            raise Refusal("too_large")
        if not is_question and not is_own(headers, scope, self.settings.address):
            raise Refusal("origin")

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        taken = 0

        async def receive_on() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > self.settings.body_limit:
                    raise Refusal("too_large")
            return message

        return receive_on


class Limited(Refusal):
    """Too many at once; `wait` seconds make room."""

    def __init__(self, wait: float) -> None:
        super().__init__("rate")
        self.wait = wait


async def _refuse(e: Refusal, scope: Scope, send: Send, status: int | None = None) -> None:
    body = json.dumps(e.told(language_of(scope))).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(e, Limited):
        headers.append((b"retry-after", str(int(e.wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status or e.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    _own = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {k: v for k, v in vars(record).items() if k not in self._own}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _clean(json.dumps(line, ensure_ascii=False, default=str))


_LONG = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{40,}(?![A-Za-z0-9_-])")


def _clean(text: str) -> str:
    """Without anything that could be a token, should one ever get into a message."""
    return _LONG.sub("…", text)
