"""What was: moments of a game, its record and its log."""

from __future__ import annotations

import functools
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import EyesQuery, LanguageQuery, PlyQuery, SeatQuery, TableId
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import address_of, caller_of, eyes_of, service_of, table_of
from chapterhouse.server.tables import present
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable


async def moment_of(
    request: Request, live: LiveTable, ply: int | None, eyes: str, *, narrow: bool, standalone: bool, acts: bool = False
) -> dict[str, Any]:
    """A moment as the caller may see it: own eyes and a spectator's always, all eyes once it is over."""
    table = live.table
    ply = table.ply if ply is None else ply
    if ply > table.ply:
        raise RequestError("bad_input", what="ply")
    if eyes.isdecimal() and int(eyes) >= table.players:
        raise RequestError("bad_input", what="eyes")
    caller = await caller_of(request, live)
    is_own = eyes.isdecimal() and int(eyes) in caller.yours
    if not table.over and eyes != "watch" and not is_own:
        raise RequestError("not_over" if eyes == "open" else "forbidden", step=live.step)
    if is_own:
        eyes_of(caller, live, int(eyes))
    language = language_of(request.scope)
    how = {"narrow": narrow, "standalone": standalone, "acts": acts and table.over}
    return await service_of(request).work.in_thread(
        address_of(request), functools.partial(present.moment, live.id, table, ply, eyes, language, **how)
    )


@router.get("/tables/{id}/replay", response_model=schema.Moment)
async def get_replay(
    request: Request,
    id: TableId,
    ply: PlyQuery = None,
    eyes: EyesQuery = "watch",
    narrow: bool = False,
    acts: bool = False,
    language: LanguageQuery = None,
) -> Response:
    """The table as it stood after so many decisions; with `acts`, once it is over, what that seat could do then."""
    live = await table_of(request, id)
    return Json(await moment_of(request, live, ply, eyes, narrow=narrow, standalone=False, acts=acts))


@router.get(
    "/tables/{id}/picture.svg",
    response_class=Response,
    responses={200: {"description": "The picture", "content": {"image/svg+xml": {}}}},
)
async def get_picture(
    request: Request,
    id: TableId,
    ply: PlyQuery = None,
    eyes: EyesQuery = "watch",
    narrow: bool = False,
    language: LanguageQuery = None,
) -> Response:
    """The picture of a moment, standing alone."""
    live = await table_of(request, id)
    moment = await moment_of(request, live, ply, eyes, narrow=narrow, standalone=True)
    headers = {
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        "content-disposition": f'inline; filename="{live.table.game.id}-{moment["ply"]}.svg"',
    }
    return Response(moment["picture"].encode(), media_type="image/svg+xml", headers=headers)


@router.get("/tables/{id}/record", response_model=schema.Record)
async def get_record(request: Request, id: TableId) -> Response:
    """The whole record, once the game is over: it holds the seed."""
    live = await table_of(request, id)
    if not live.table.over:
        raise RequestError("not_over", step=live.step)
    work, table = service_of(request).work, live.table
    await work.in_parts(address_of(request), table.digests())
    record = await work.in_thread(address_of(request), table.save)
    if live.backs:  # the record says so; what is played again from it does not need it
        record["taken_back"] = [[b.ply, b.seat, [decision.words for decision in b.decisions]] for b in live.backs]
    named = {"content-disposition": f'attachment; filename="{live.table.game.id}-{live.id}.json"'}
    return Json(record, headers=named)


@router.get(
    "/tables/{id}/log",
    response_model=schema.Log,
    responses={200: {"description": "Lines, or text with `as=text`", "content": {"text/plain": {}}}},
)
async def get_log(
    request: Request,
    id: TableId,
    seat: SeatQuery = None,
    as_: Annotated[str, Query(alias="as", pattern="^(json|text)$")] = "json",
    language: LanguageQuery = None,
) -> Response:
    """The game in sentences, as the viewer may know it."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    table = live.table
    texts = table.texts(language_of(request.scope))
    eyes = eyes_of(caller, live, seat)
    told = await service_of(request).work.in_parts(address_of(request), present.log_parts(table, eyes, texts, 0))
    lines = [line for part in told for line in part]
    if as_ == "json":
        return Json({"log": lines})
    named = {"content-disposition": f'attachment; filename="{table.game.id}-{live.id}.txt"'}
    text = "".join(f"{line['text']}\n" for line in lines)
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=named)
