"""Before the start: who is there, options that can still be changed, and open tables."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import LanguageQuery, TableId
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import base_of, caller_of, service_of, settings_of, table_of
from chapterhouse.server.store import queries
from chapterhouse.server.tables import present
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.lobby import UNSET, Change
from chapterhouse.server.tables.present import Caller


async def lobby_of(request: Request, live: LiveTable, caller: Caller) -> dict[str, Any]:
    """Who sits at a table and what it will be played with, as anybody there may know; the link is the host's."""
    service, host = service_of(request), live.row.host
    held = live.held.get(host)
    if held is None:
        held = await service.store.read(lambda c: queries.seats_held(c, host, live.id))
    link = None
    if caller.is_host and caller.visitor is not None and live.is_waiting:
        link = f"{base_of(request)}/seat/{await service.invitation(live, caller.visitor)}"
    settings = settings_of(request)
    told = present.lobby(live, caller, language_of(request.scope), held, settings.away_after)
    return told | {"invitation": link, "may_list": settings.open_tables}


@router.get("/tables/{id}/lobby", response_model=schema.Lobby)
async def get_lobby(request: Request, id: TableId, language: LanguageQuery = None) -> Response:
    """Who is there; `waiting` is false once the game has been started."""
    live = await table_of(request, id, may_wait=True)
    return Json(await lobby_of(request, live, await caller_of(request, live)))


@router.post("/tables/{id}/lobby", response_model=schema.Lobby)
async def post_lobby(request: Request, id: TableId, asked: schema.LobbyChange) -> Response:
    """Change options and seats before the start, for the host; everybody there sees it."""
    live = await table_of(request, id, may_wait=True)
    await _host_of(request, live)
    clock = asked.clock.model_dump() if asked.clock else None
    wanted = Change(
        players=asked.players,
        options=asked.options,
        clock=clock if "clock" in asked.model_fields_set else UNSET,
        bot=asked.bot,
        listed=asked.listed,
        seats={
            chair.seat: (chair.bot or asked.bot or live.row.bot) if chair.kind == "bot" else None
            for chair in asked.seats
        },
    )
    await service_of(request).lobbies.change(live, wanted)
    return Json(await lobby_of(request, live, await caller_of(request, live)))


@router.post("/tables/{id}/start", response_model=schema.Started)
async def post_start(request: Request, id: TableId) -> Response:
    """Deal and begin, for the host; bots sit where nobody does."""
    live = await table_of(request, id, may_wait=True)
    await _host_of(request, live)
    await service_of(request).lobbies.start(live)
    return Json({"id": live.id, "url": f"/table/{live.id}"})


async def _host_of(request: Request, live: LiveTable) -> Caller:
    caller = await caller_of(request, live)
    if not caller.is_host:
        raise RequestError("forbidden", "not_host", step=live.step)
    return caller


@router.get("/open", response_model=schema.OpenTables)
async def get_open(
    request: Request,
    game: Annotated[str | None, Query(max_length=40, description="Of this game alone")] = None,
    spoken: Annotated[schema.Language | None, Query(description="Whose host reads this language")] = None,
    language: LanguageQuery = None,
) -> Response:
    """Tables that wait for strangers too."""
    return Json({"tables": await open_tables(request, game, spoken)})


async def open_tables(request: Request, game: str | None = None, spoken: str | None = None) -> list[dict[str, Any]]:
    """Open tables as a list shows them."""
    rows = await service_of(request).lobbies.open_tables(game, spoken)
    return [present.open_table(row, language_of(request.scope)) for row in rows]
