"""Hints, where a table allows them, and reviews of games that are over."""

from __future__ import annotations

import functools

from fastapi import Request
from starlette.responses import Response

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import LanguageQuery, TableId
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.api.seats import answer_now
from chapterhouse.server.http.auth import address_of, caller_of, eyes_of, service_of, sitter, table_of, viewer
from chapterhouse.server.tables import look_back
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.present import Caller


@router.post("/tables/{id}/hint", response_model=schema.Hint)
async def post_hint(request: Request, id: TableId, asked: schema.SeatBody, language: LanguageQuery = None) -> Response:
    """The best choices of your seat, while it is asked and the table allows hints."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    eyes_of(caller, live, seat)
    if not live.allows_hints:
        raise RequestError("forbidden", "no_hints", step=live.step)
    if live.table.over or seat not in live.asked_since:
        raise RequestError("over" if live.table.over else "not_your_turn", step=live.step)
    if live.seats[seat].bot is not None:
        raise RequestError("not_your_turn", "away", step=live.step)
    advice = service_of(request).advice
    return Json(await advice.hint(live, seat, language_of(request.scope), address_of(request)))


@router.post("/tables/{id}/hints", response_model=schema.Now)
async def post_hints(request: Request, id: TableId, asked: schema.HintsAllowed) -> Response:
    """Whether this table allows hints, for who created it; all who sit there are told."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    if not caller.is_host:
        raise RequestError("forbidden", step=live.step)
    await service.allow_hints(live, asked.allowed)
    return await answer_now(request, live, caller, viewer(caller, live, None))


async def _over(request: Request, id: str) -> tuple[LiveTable, Caller]:
    """A table whose game is over, as its record is open to all then."""
    live = await table_of(request, id)
    if not live.table.over:
        raise RequestError("not_over", step=live.step)
    return live, await caller_of(request, live)


async def _may_make(request: Request, id: str) -> tuple[LiveTable, Caller]:
    live, caller = await _over(request, id)
    if not (caller.yours or caller.is_host):
        raise RequestError("forbidden", "spectator", step=live.step)
    return live, caller


async def _answer(request: Request, live: LiveTable, caller: Caller) -> Response:
    service, language = service_of(request), language_of(request.scope)
    job, shown = service.advice.jobs.get(live.id), None
    state, done = ("none", 0.0) if job is None else ("running" if job.is_running else "waiting", round(job.done, 3))
    if job is None and (data := await service.advice.stored(live.id)) is not None:
        tell = functools.partial(look_back.in_words, live.table, data, language)
        state, done, shown = "done", 1.0, await service.work.in_thread(address_of(request), tell)
    elif job is None and live.id in service.advice.failed:
        state = "failed"
    can_start = bool(caller.yours or caller.is_host)
    return Json({"state": state, "done": done, "can_start": can_start, "review": shown})


@router.get("/tables/{id}/review", response_model=schema.Review)
async def get_review(request: Request, id: TableId, language: LanguageQuery = None) -> Response:
    """The review of a game that is over, or how far it is."""
    live, caller = await _over(request, id)
    return await _answer(request, live, caller)


@router.post("/tables/{id}/review", response_model=schema.Review)
async def post_review(request: Request, id: TableId) -> Response:
    """Have a review made in the background, for who sat at the table or created it; it is kept with the game."""
    live, caller = await _may_make(request, id)
    service = service_of(request)
    if await service.advice.stored(live.id) is None:
        service.advice.start(live, address_of(request))
    return await _answer(request, live, caller)


@router.post("/tables/{id}/review/stop", response_model=schema.Review)
async def post_stop(request: Request, id: TableId) -> Response:
    """Give up a review that is being made."""
    live, caller = await _may_make(request, id)
    service_of(request).advice.stop(live)
    return await _answer(request, live, caller)
