"""New tables: from options, from a record, from a moment of another, and once more."""

from __future__ import annotations

import functools
import time
from typing import Any

from fastapi import Request
from starlette.responses import Response

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import TableId
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import address_of, base_of, caller_of, service_of, table_of, visitor_for
from chapterhouse.server.http.cookies import remember
from chapterhouse.server.http.gate import Buckets
from chapterhouse.server.tables.create import (
    Chair,
    Created,
    chairs_for,
    check_bot,
    create,
    deal,
    is_visible,
    load_record,
)
from chapterhouse.server.tables.errors import RateLimited, RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.lobby import NO_DEAL


def limit_tables(request: Request) -> None:
    """RequestError when this address has created too many tables in a short time."""
    buckets: tuple[Buckets, ...] = request.app.state.new_tables
    for bucket in buckets:
        wait = bucket.take(address_of(request), time.monotonic())
        if wait:
            raise RateLimited(wait)


def created_body(request: Request, live: LiveTable, tokens: dict[int, str]) -> dict[str, Any]:
    base = base_of(request)
    seats = [
        {
            "seat": s.seat,
            "kind": s.kind,
            "token": tokens.get(s.seat),
            "link": f"{base}/seat/{tokens[s.seat]}" if s.seat in tokens else None,
        }
        for s in live.seats
    ]
    watch = f"{base}/table/{live.id}"
    told = {"id": live.id, "mode": live.row.mode, "seats": seats, "watch": watch, "waiting": live.is_waiting}
    return told | {"url": live.url}


async def answer_created(request: Request, created: Created, visitor: str, is_new: bool) -> Response:
    """Store a new table, and tell who created it."""
    service = service_of(request)
    await service.add(created)
    response = Json(created_body(request, created.live, created.tokens), 201)
    if is_new:
        remember(response, visitor, service.settings)
    return response


def create_asked(asked: schema.NewTable, visitor: str, language: str) -> Created:
    """The table that was asked for, by who reads this language."""
    if asked.seed is not None and asked.mode == "friends":
        raise RequestError("bad_input", what="seed")  # who knows the seed knows the deal
    if asked.wait and asked.mode != "friends":
        raise RequestError("bad_input", what="wait")
    table = deal(asked.game, asked.players, asked.options, asked.data, NO_DEAL if asked.wait else asked.seed)
    check_bot(asked.bot, asked.game)
    chairs = [Chair(c.kind, c.bot, c.name) for c in asked.chairs or ()]
    chairs = chairs or chairs_for(asked.mode, table.players, asked.bot, asked.name)
    if len(chairs) != table.players or (asked.wait and [c.kind for c in chairs].count("you") != 1):
        raise RequestError("bad_input", what="chairs")
    clock = None if asked.clock is None else asked.clock.model_dump()
    return create(
        table,
        chairs,
        visitor,
        mode=asked.mode,
        clock=clock,
        pace=asked.pace,
        bot=asked.bot,
        hints=None if asked.hints is None else int(asked.hints),
        waits=asked.wait,
        language=language,
    )


@router.post("/tables", status_code=201, response_model=schema.TableCreated)
async def post_table(request: Request, asked: schema.NewTable) -> Response:
    """Create a table."""
    limit_tables(request)
    visitor, is_new = visitor_for(request)
    language = language_of(request.scope)
    if asked.data:  # a file is read and checked in a thread, so that others do not wait
        work = service_of(request).work
        created = await work.in_thread(address_of(request), create_asked, asked, visitor, language)
    else:
        created = create_asked(asked, visitor, language)
    return await answer_created(request, created, visitor, is_new)


@router.post("/records", status_code=201, response_model=schema.TableCreated)
async def post_record(request: Request, asked: schema.NewRecord) -> Response:
    """A table from a record: to be looked at when the game is over, else to be played on."""
    limit_tables(request)
    visitor, is_new = visitor_for(request)
    work = service_of(request).work
    try:
        *_, table = await work.in_parts(address_of(request), load_record(asked.record))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
        raise RequestError("unplayable") from None
    check_bot(asked.bot, table.game.id)
    chairs = chairs_for(asked.mode, table.players, asked.bot)
    for chair, name in zip(chairs, table.names or [], strict=False):
        chair.name = name.strip()[:24] if is_visible(name.strip()[:24]) else ""
    created = await work.in_thread(
        address_of(request), functools.partial(create, table, chairs, visitor, mode=asked.mode, bot=asked.bot)
    )
    return await answer_created(request, created, visitor, is_new)


@router.post("/tables/{id}/branch", status_code=201, response_model=schema.TableCreated)
async def post_branch(request: Request, id: TableId, asked: schema.Branch) -> Response:
    """A new table from one moment of a game that is over."""
    limit_tables(request)
    live, work = await table_of(request, id), service_of(request).work
    if not live.table.over:
        raise RequestError("not_over", step=live.step)  # the branch would tell what is still hidden
    if asked.ply > live.table.ply or asked.seat >= live.table.players:
        raise RequestError("bad_input", what="ply" if asked.ply > live.table.ply else "seat")
    check_bot(asked.bot, live.table.game.id)
    visitor, is_new = visitor_for(request)
    table = await work.in_thread(address_of(request), live.table.at, asked.ply)
    chairs = chairs_for(asked.mode, table.players, asked.bot, you=asked.seat)
    created = await work.in_thread(
        address_of(request), functools.partial(create, table, chairs, visitor, mode=asked.mode, bot=asked.bot)
    )
    return await answer_created(request, created, visitor, is_new)


@router.post("/tables/{id}/rematch", status_code=201, response_model=schema.TableCreated)
async def post_rematch(request: Request, id: TableId) -> Response:
    """The same seats again, each held by who held it; who asks later gets the same table."""
    limit_tables(request)
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    if not live.table.over:
        raise RequestError("not_over", step=live.step)
    if not caller.yours:
        raise RequestError("forbidden", "spectator", step=live.step)
    visitor, is_new = visitor_for(request)
    after, tokens = await service.rematch(live, caller.yours, visitor)
    response = Json(created_body(request, after, tokens), 201)
    if is_new and tokens:
        remember(response, visitor, service.settings)
    return response
