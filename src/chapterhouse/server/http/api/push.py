"""Being told on the phone that it is one's turn."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import service_of
from chapterhouse.server.http.cookies import visitor_of
from chapterhouse.server.store.rows import Push
from chapterhouse.server.tables.errors import RequestError


@router.get("/push", response_model=schema.PushKey)
async def get_push(request: Request) -> Response:
    """The key with which a browser subscribes; null where the server tells nobody."""
    return Json({"key": service_of(request).pushes.public_key})


@router.post("/push", response_model=schema.PushKey)
async def post_push(request: Request, asked: schema.NewPush) -> Response:
    """Tell this browser when it is its visitor's turn in a game by correspondence; for who sits at a table."""
    service, visitor = service_of(request), visitor_of(request.headers)
    if visitor is None:
        raise RequestError("forbidden", "spectator")
    push = Push(asked.endpoint, asked.keys.p256dh, asked.keys.auth, language_of(request.scope))
    await service.pushes.subscribe(visitor, push)
    return Json({"key": service.pushes.public_key})


@router.post("/push/forget", response_model=schema.PushKey)
async def post_push_forget(request: Request, asked: schema.OldPush) -> Response:
    """Tell it no more: who knows the address of a subscription is the browser that has it."""
    service = service_of(request)
    await service.pushes.unsubscribe(asked.endpoint)
    return Json({"key": service.pushes.public_key})
