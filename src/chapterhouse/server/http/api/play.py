"""At a table: what is there to see, and decisions."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from chapterhouse.play.errors import BadNotation
from chapterhouse.play.walk import routes
from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import AfterQuery, LanguageQuery, SeatQuery, TableId
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import address_of, caller_of, eyes_of, service_of, sitter, table_of, viewer
from chapterhouse.server.http.events import Events
from chapterhouse.server.store.rows import Entry
from chapterhouse.server.tables import present
from chapterhouse.server.tables.errors import TEXTS, RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.present import Caller
from chapterhouse.server.tables.service import Service, bad_notation, read_action
from chapterhouse.texts import Texts

MOST_TABLES = 32  # in one stream
LONG = 30  # decisions whose log is told in a thread, so that others do not wait


async def table_now(
    service: Service,
    who: str,
    live: LiveTable,
    caller: Caller,
    seat: int | None,
    language: str,
    *,
    narrow: bool = False,
    picture: bool = True,
    after: int | None = None,
) -> dict[str, Any]:
    """Now; a long log is told in a thread, from the table as it stands. `who`: the address that waits for it."""
    log = None
    for _ in range(3):  # again when the table has moved on meanwhile; in the end without a thread
        if live.table.ply - live.log_from(after) <= LONG:
            break
        step, table, since = live.step, live.table, live.log_from(after)
        told = await service.work.in_parts(who, present.log_parts(table, seat, table.texts(language), since))
        log = [line for lines in told for line in lines]
        if (live.step, live.table.names) == (step, table.names):
            break
        log = None
    away_after = service.settings.away_after
    return present.table_now(
        live, caller, seat, language, away_after=away_after, narrow=narrow, picture=picture, after=after, log=log
    )


@router.get("/tables/{id}", response_model=schema.Now)
async def get_table(
    request: Request,
    id: TableId,
    seat: SeatQuery = None,
    narrow: bool = False,
    picture: bool = True,
    after: AfterQuery = None,
    language: LanguageQuery = None,
) -> Response:
    """All that a page shows."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    eyes = eyes_of(caller, live, seat)
    service, spoken = service_of(request), language_of(request.scope)
    return Json(
        await table_now(
            service, address_of(request), live, caller, eyes, spoken, narrow=narrow, picture=picture, after=after
        )
    )


@router.get("/tables/{id}/printed", response_model=schema.Printed)
async def get_printed(request: Request, id: TableId) -> Response:
    """What never changes at this table: the geometry of a board of one's own."""
    live = await table_of(request, id)
    return Json({"printed": live.table.printed})


@router.get(
    "/tables/{id}/events",
    response_class=Response,
    responses={200: {"description": "Server-sent events", "content": {"text/event-stream": {}}}},
)
async def get_events(request: Request, id: TableId, seat: SeatQuery = None) -> Response:
    """What happens at the table, from now on or from Last-Event-ID."""
    live, service = await table_of(request, id, may_wait=True), service_of(request)
    caller = await caller_of(request, live)
    eyes = viewer(caller, live, seat)
    last = request.headers.get("last-event-id")
    return Events(service, request.app.state.streams, [(live, eyes)], address_of(request), last)


@router.get(
    "/events",
    response_class=Response,
    responses={200: {"description": "Server-sent events", "content": {"text/event-stream": {}}}},
)
async def get_all_events(
    request: Request,
    table: Annotated[
        list[Annotated[str, Query(max_length=72)]],
        Query(description="`ID`, or `ID:SEAT` for a seat that the caller holds", min_length=1, max_length=MOST_TABLES),
    ],
) -> Response:
    """What happens at several tables, in one stream: a browser may hold only a few. Each event names its table; a table
    that is not there, or not with that seat, is left out."""
    service, watched = service_of(request), []
    for each in dict.fromkeys(table):
        id, _, seat = each.partition(":")
        try:
            live = await table_of(request, id, may_wait=True)
            caller = await caller_of(request, live)
            watched.append((live, viewer(caller, live, int(seat) if seat.isdecimal() and len(seat) < 3 else None)))
        except RequestError as e:
            if e.kind not in ("not_found", "forbidden"):
                raise
    if not watched:
        raise RequestError("not_found", "no_table")
    last = request.headers.get("last-event-id")
    return Events(service, request.app.state.streams, watched, address_of(request), last)


async def answer_entry(
    request: Request, live: LiveTable, caller: Caller, entry: Entry, wants_now: bool, narrow: bool, after: int | None
) -> Response:
    now = None
    if wants_now:
        service, who, language = service_of(request), address_of(request), language_of(request.scope)
        now = await table_now(service, who, live, caller, entry.seat, language, narrow=narrow, after=after)
    ply = live.plies[entry.step]
    return Json({"step": entry.step, "ply": ply, "seat": entry.seat, "words": entry.words, "now": now})


@router.post("/tables/{id}/act", response_model=schema.Decision)
async def post_act(request: Request, id: TableId, asked: schema.NewDecision) -> Response:
    """Decide; acknowledged once it is committed."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    action = read_action(live.table, asked.action, language_of(request.scope))
    doer = "forced" if asked.forced else "human"
    entry = await service.act(live, seat, action, asked.step, doer=doer, request=asked.request)
    return await answer_entry(request, live, caller, entry, asked.now, asked.narrow, asked.after)


@router.post("/tables/{id}/walk", response_model=schema.Walked)
async def post_walk(request: Request, id: TableId, asked: schema.NewWalk) -> Response:
    """Go to a place that is several steps away, and take them all back with one undo. Where ways differ in what they
    cost or reveal, they are told instead."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    seat, language = sitter(caller, live, asked.seat), language_of(request.scope)
    if asked.step != live.step:
        raise RequestError("over" if live.table.over else "stale", step=live.step)
    ways = await service.work.in_thread(address_of(request), routes, live.table, seat, asked.to, language)
    if not ways or (asked.way or 0) >= len(ways):
        message = Texts(language, TEXTS)("error.no_way" if seat in live.asked_since else "error.not_your_turn")
        return Json({"step": live.step, "ways": [], "message": message, "now": None})
    if len(ways) > 1 and asked.way is None:
        return Json({"step": live.step, "ways": [" ".join(route.says) for route in ways], "message": "", "now": None})
    entry = await service.walk(live, seat, ways[asked.way or 0].steps, asked.step, request=asked.request)
    who = address_of(request)
    now = await table_now(service, who, live, caller, seat, language, narrow=asked.narrow, after=asked.after)
    return Json({"step": entry.step, "ways": [], "message": "", "now": now})


@router.post("/tables/{id}/pace", response_model=schema.Now)
async def post_pace(request: Request, id: TableId, asked: schema.NewPace) -> Response:
    """How fast the bots play, for who created the table; they wait for a word only where nobody else sits."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    if not caller.is_host or (asked.pace < 0 and not live.is_held_by(caller.yours)):
        raise RequestError("forbidden", step=live.step)
    await service.set_pace(live, asked.pace)
    return await _answer_now(request, live, caller)


@router.post("/tables/{id}/next", response_model=schema.Now)
async def post_next(request: Request, id: TableId, asked: schema.SeatBody) -> Response:
    """Let a bot that waits for a word make one decision."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    if not caller.is_host:
        raise RequestError("forbidden", step=live.step)
    service.let_bot(live)
    return await _answer_now(request, live, caller)


async def _answer_now(request: Request, live: LiveTable, caller: Caller) -> Response:
    seat, language = viewer(caller, live, None), language_of(request.scope)
    return Json(
        await table_now(service_of(request), address_of(request), live, caller, seat, language, after=live.step)
    )


@router.post("/tables/{id}/undo", response_model=schema.Decision)
async def post_undo(request: Request, id: TableId, asked: schema.NewUndo) -> Response:
    """Take the last decision back, while nothing new has been seen."""
    live, service = await table_of(request, id), service_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    entry = await service.undo(live, seat, asked.step, request=asked.request)
    return await answer_entry(request, live, caller, entry, asked.now, asked.narrow, None)


@router.post("/tables/{id}/why", response_model=schema.Explanation)
async def post_why(request: Request, id: TableId, asked: schema.Question) -> Response:
    """Why can this not be done? The rule, and a sentence."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    table, texts = live.table, live.table.texts(language_of(request.scope))
    server_texts = Texts(language_of(request.scope), TEXTS)
    try:
        action = table.action(asked.action, language_of(request.scope))
    except BadNotation:
        raise bad_notation(table, asked.action, live.step) from None
    if seat not in live.asked_since:
        key = "error.over" if table.over else "error.not_your_turn"
        return Json({"legal": False, "rule": None, "message": server_texts(key)})
    refusal = table.explain(action, seat)
    if refusal is None:
        return Json({"legal": True, "rule": None, "message": server_texts("error.allowed")})
    return Json({"legal": False, "rule": refusal.rule, "message": refusal.says(texts)})
