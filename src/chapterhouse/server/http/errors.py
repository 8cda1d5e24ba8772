"""Every error as JSON to a program, and as a page to a person."""

from __future__ import annotations

import contextlib
import json

import jinja2
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope, Send

from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.store.db import Unavailable
from chapterhouse.server.tables.errors import RateLimited, RequestError

STATUS = {
    "bad_input": 422,
    "bad_notation": 422,
    "busy": 503,
    "curtain": 403,
    "forbidden": 403,
    "host": 421,
    "illegal": 409,
    "method": 405,
    "not_found": 404,
    "not_over": 409,
    "not_your_turn": 409,
    "origin": 403,
    "over": 409,
    "rate": 429,
    "stale": 409,
    "started": 409,
    "streams": 503,
    "taken": 409,
    "too_large": 413,
    "unavailable": 503,
    "undo": 409,
    "unplayable": 422,
    "waiting": 409,
}
NO_PAGES = ("/api/", "/static/", "/metrics", "/healthz")  # below these a program asks


def _headers(e: RequestError) -> dict[str, str]:
    return {"retry-after": str(int(e.wait) + 1)} if isinstance(e, RateLimited) else {}


async def send_error(e: RequestError, scope: Scope, send: Send, status: int | None = None) -> None:
    """The answer of the gate, which stands before the application."""
    body = json.dumps(e.body(language_of(scope))).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body))} | _headers(e)
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status or STATUS[e.kind], "headers": raw})
    await send({"type": "http.response.body", "body": body})


def answer_errors(app: FastAPI) -> None:
    """Handlers for all that can be raised while a request is answered."""

    async def answer(request: Request, e: RequestError) -> Response:
        if not request.url.path.startswith(NO_PAGES):
            from chapterhouse.server.http.pages import error_page

            with contextlib.suppress(jinja2.TemplateNotFound):
                return error_page(request, e, STATUS[e.kind])
        return Json(e.body(language_of(request.scope)), STATUS[e.kind], _headers(e))

    async def request_error(request: Request, e: Exception) -> Response:
        assert isinstance(e, RequestError)
        return await answer(request, e)

    async def invalid(request: Request, e: Exception) -> Response:
        assert isinstance(e, RequestValidationError)
        faults = [f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in e.errors()[:20]]
        what = ".".join(map(str, e.errors()[0]["loc"][1:])) or "body"
        return await answer(request, RequestError("bad_input", what=what[:100], faults=faults))

    async def http(request: Request, e: Exception) -> Response:
        assert isinstance(e, HTTPException)
        if isinstance(e.__cause__, RequestError):
            return await answer(request, e.__cause__)  # raised while the body was being read
        kinds = {404: "not_found", 405: "method", 413: "too_large", 422: "bad_input"}
        response = await answer(request, RequestError(kinds.get(e.status_code, "bad_input"), what="body"))
        response.status_code = e.status_code
        for name, value in (e.headers or {}).items():
            response.headers[name] = value
        return response

    async def unavailable(request: Request, e: Exception) -> Response:
        return await answer(request, RequestError("unavailable"))

    app.add_exception_handler(RequestError, request_error)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Unavailable, unavailable)
