"""Who sits where, and what is said at the table."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import TableId
from chapterhouse.server.http.api.play import table_now
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import (
    address_of,
    base_of,
    caller_of,
    service_of,
    sitter,
    table_of,
    viewer,
    visitor_for,
)
from chapterhouse.server.http.cookies import remember
from chapterhouse.server.store import queries
from chapterhouse.server.tables.create import check_bot
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.present import Caller
from chapterhouse.server.tokens import new_token


async def answer_now(request: Request, live: LiveTable, caller: Caller, seat: int | None) -> Response:
    language = language_of(request.scope)
    who = address_of(request)
    return Json(await table_now(service_of(request), who, live, caller, seat, language, after=live.step))


@router.post("/tables/{id}/name", response_model=schema.Now)
async def post_name(request: Request, id: TableId, asked: schema.NewName) -> Response:
    """What a seat is called."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    await service.change_seat(live, seat, name=asked.name)
    return await answer_now(request, live, caller, seat)


@router.post("/tables/{id}/claim", response_model=schema.Claimed)
async def post_claim(request: Request, id: TableId, asked: schema.Claim) -> Response:
    """Sit down with the token of a link, or without one at an open table. The link to the table as a whole, and an open
    table, need a seat to be chosen. A program without a token of its own gets one here, which nobody else has."""
    live, service = await table_of(request, id, may_wait=True), service_of(request)
    if asked.seat is not None and asked.seat >= live.table.players:
        raise RequestError("bad_input", what="seat")
    visitor, is_new = visitor_for(request)
    if visitor == asked.token:  # the host knows it too
        visitor, is_new = new_token(), True
    if asked.token is not None:
        seat = await service.claim(live, asked.token, visitor, asked.name, asked.seat)
    elif asked.seat is not None:
        seat = await service.lobbies.sit(live, visitor, asked.name, asked.seat)
    else:
        raise RequestError("bad_input", what="seat")
    body = {"id": live.id, "seat": seat, "url": live.url, "token": visitor if is_new else None}
    response = Json(body)
    if is_new:
        remember(response, visitor, service.settings)
    return response


@router.post("/tables/{id}/leave", response_model=schema.Now)
async def post_leave(request: Request, id: TableId, asked: schema.SeatBody) -> Response:
    """Leave your seat: it is open again, and the link that led to it leads nowhere."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    await service.leave(live, sitter(caller, live, asked.seat))
    visitor = caller.visitor
    return await answer_now(request, live, Caller(is_host=caller.is_host, visitor=visitor), None)


@router.post("/tables/{id}/forget", response_model=schema.Forgotten)
async def post_forget(request: Request, id: TableId) -> Response:
    """Take a table out of your list; it is deleted when nobody else sits at it, or when it waits and you are its host.
    At a table that waits, this leaves your seat."""
    live, service = await table_of(request, id, may_wait=True), service_of(request)
    caller = await caller_of(request, live)
    if not (caller.yours or (live.is_waiting and caller.is_host)) or caller.visitor is None:
        raise RequestError("forbidden", step=live.step)
    await service.forget(live, caller.yours, caller.visitor)
    return Json({"id": id})


@router.post("/tables/{id}/give", response_model=schema.SeatLink)
async def post_give(request: Request, id: TableId, asked: schema.SeatBody) -> Response:
    """A link that passes your seat on to who sits down with it; until then it is yours. The last one counts."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    token = await service.give(live, seat)
    return Json({"seat": seat, "kind": "human", "link": f"{base_of(request)}/seat/{token}", "token": token})


@router.post("/tables/{id}/renew", response_model=schema.Links)
async def post_renew(request: Request, id: TableId, asked: schema.SeatBody) -> Response:
    """A new link to an open seat, for the host; the old one leads nowhere."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    if not caller.is_host:
        raise RequestError("forbidden", step=live.step)
    if asked.seat is None or asked.seat >= live.table.players or live.seats[asked.seat].kind != "human":
        raise RequestError("bad_input", what="seat")
    await service.renew_link(live, asked.seat)
    return await answer_links(request, live, caller)


@router.post("/tables/{id}/bot", response_model=schema.Now)
async def post_bot(request: Request, id: TableId, asked: schema.NewBot) -> Response:
    """Let a bot play a seat on: your own, or another's that is open or away, and then it is the table's own bot."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    bot = check_bot(asked.bot or live.row.bot, live.table.game.id)
    if not caller.yours:
        raise RequestError("forbidden", "spectator", step=live.step)
    seat = asked.seat if asked.seat is not None else sitter(caller, live, None)
    if seat >= live.table.players:
        raise RequestError("bad_input", what="seat")
    if seat not in caller.yours:
        free_from = live.free_from(seat, service.settings.away_after)
        if free_from is None or time.time() < free_from:
            raise RequestError("taken", step=live.step)
        bot = live.row.bot  # nobody chooses a worse one for another
    await service.change_seat(live, seat, bot=bot)
    return await answer_now(request, live, caller, viewer(caller, live, None))


@router.post("/tables/{id}/back", response_model=schema.Now)
async def post_back(request: Request, id: TableId, asked: schema.SeatBody) -> Response:
    """Take your seat back from the bot."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    await service.change_seat(live, seat, bot=None)
    return await answer_now(request, live, caller, seat)


async def links_of(request: Request, live: LiveTable, caller: Caller) -> list[dict[str, Any]]:
    """The links to the open seats, for the host."""
    if not caller.is_host or caller.visitor is None:
        return []
    tokens = await service_of(request).links(live, caller.visitor)
    base = base_of(request)
    return [
        {"seat": seat, "kind": "human", "link": f"{base}/seat/{token}", "token": token}
        for seat, token in tokens.items()
    ]


async def answer_links(request: Request, live: LiveTable, caller: Caller) -> Response:
    links = await links_of(request, live, caller)
    return Json({"seats": links, "watch": f"{base_of(request)}/table/{live.id}"})


@router.get("/tables/{id}/links", response_model=schema.Links)
async def get_links(request: Request, id: TableId) -> Response:
    """The links to the open seats, for who created the table."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    if not caller.is_host:
        raise RequestError("forbidden", step=live.step)
    return await answer_links(request, live, caller)


@router.get("/tables/{id}/chat", response_model=schema.Chat)
async def get_chat(request: Request, id: TableId, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    """The last messages."""
    live = await table_of(request, id, may_wait=True)
    messages = await service_of(request).store.read(lambda c: queries.messages_of(c, live.id, after))
    return Json({"chat": [vars(message) for message in messages]})


@router.post("/tables/{id}/chat", status_code=201, response_model=schema.Message)
async def post_chat(request: Request, id: TableId, asked: schema.NewMessage) -> Response:
    """Say something; only who sits at the table can. Seats change hands before the start: what is said there stands
    under a name alone."""
    live, service = await table_of(request, id, may_wait=True), service_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    if live.is_waiting:
        message = await service.say(live, None, live.table.texts(language_of(request.scope)).name(seat), asked.text)
    else:
        message = await service.say(live, seat, live.seats[seat].name, asked.text)
    return Json(vars(message), 201)
