"""JSON bodies, read within a bound.

A megabyte can hold so many values that reading it would keep everybody else waiting: the reader is quick, but nothing
else runs beside it, in a thread no more than on the event loop. So what a body may hold is bounded before it is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from chapterhouse.server.tables.errors import RequestError

SMALL = 64_000  # bytes of a body where no file is sent
WITH_FILES = ("/api/tables", "/api/records")
MOST_MARKS = 30_000  # commas, colons and opening brackets; a decision of a record has four, the longest games 15,000
MOST_FRACTIONS = 1_000  # no record of ours has one
MOST_DIGITS = 40


def most_bytes(path: str, limit: int) -> int:
    """How large the body of a request may be that is sent there."""
    return limit if path in WITH_FILES else min(limit, SMALL)


def parse(body: bytes) -> Any:
    """The data of a body; RequestError where it holds more than any honest one."""
    if sum(body.count(mark) for mark in (b",", b":", b"[", b"{")) > MOST_MARKS:
        raise RequestError("too_large", "too_many_values")
    fractions = 0

    def read_fraction(text: str) -> float:
        nonlocal fractions
        fractions += 1
        if fractions > MOST_FRACTIONS or len(text) > MOST_DIGITS:
            raise RequestError("too_large", "too_many_values")
        return float(text)

    def read_whole(text: str) -> int:
        if len(text) > MOST_DIGITS:  # the time to read a number grows with the square of its length
            raise RequestError("too_large", "too_many_values")
        return int(text)

    return json.loads(body, parse_float=read_fraction, parse_int=read_whole)


class BoundedRequest(Request):
    """A request whose body is read by `parse`."""

    async def json(self) -> Any:
        return parse(await self.body())


class BoundedRoute(APIRoute):
    """A route whose body is bounded."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_bounded(request: Request) -> Response:
            return await handle(BoundedRequest(request.scope, request.receive))

        return handle_bounded
