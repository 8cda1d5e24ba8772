"""The page of a table that waits, and of the links that lead to a seat."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import RedirectResponse, Response

from chapterhouse.games.seats import SIGNS
from chapterhouse.server.http.answers import language_of
from chapterhouse.server.http.api.lobby import lobby_of
from chapterhouse.server.http.auth import caller_of, service_of, settings_of, table_of, visitor_for
from chapterhouse.server.http.cookies import remember
from chapterhouse.server.http.pages import form_of, qr_code, render
from chapterhouse.server.http.schema import PlayerName
from chapterhouse.server.store import queries
from chapterhouse.server.tables import present
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.present import Caller
from chapterhouse.server.tokens import hashed

router = APIRouter(include_in_schema=False)
_name: TypeAdapter[str] = TypeAdapter(PlayerName)


async def _live_of_link(request: Request, token: str) -> tuple[LiveTable, int, str]:
    service, key = service_of(request), hashed(token)
    link = await service.store.read(lambda c: queries.seat_of_key(c, key))
    if link is None:
        raise RequestError("not_found", "no_seat_link")
    return await service.registry.get(link[0]), link[1], link[2]


@router.get("/seat/{token}")
async def seat(request: Request, token: str) -> Response:
    """Who looks at a link has not sat down yet: chats open links too, to show what is behind them."""
    live, seat, kind = await _live_of_link(request, token)
    caller = await caller_of(request, live)
    if kind == "table":
        if caller.yours:
            return RedirectResponse(live.url, 303)
        return await _lobby(request, live, caller, sit=f"/seat/{token}")
    if seat in caller.yours:
        return RedirectResponse(f"/table/{live.id}", 303)
    if live.seats[seat].claimed and kind == "link":
        raise RequestError("taken", "link_taken")
    language = language_of(request.scope)
    game = present.game_in_words(live.table.game.id, language)
    return render(
        request, "seat.html", game=game, seat=seat, name=live.table.texts(language).name(seat), deal=live.deal
    )


@router.post("/seat/{token}")
async def sit_down(request: Request, token: str) -> Response:
    """Take the seat and go on to the table, so that the token does not stay in the address bar."""
    live, _, kind = await _live_of_link(request, token)
    visitor, is_new = visitor_for(request)
    chosen, name = await _chosen(request, live) if kind == "table" else (None, "")
    await service_of(request).claim(live, token, visitor, name, chosen)
    return _seated(request, live, visitor, is_new)


@router.get("/lobby/{id}")
async def lobby(request: Request, id: str) -> Response:
    """Who is there, and what will be played; the table itself once it has been started."""
    live = await table_of(request, id, may_wait=True)
    if not live.is_waiting:
        return RedirectResponse(f"/table/{id}", 303)
    caller = await caller_of(request, live)
    is_open = live.row.listed and settings_of(request).open_tables
    return await _lobby(request, live, caller, sit=f"/lobby/{id}/sit" if caller.yours or is_open else "")


@router.post("/lobby/{id}/sit")
async def sit_at_open_table(request: Request, id: str) -> Response:
    """Take a seat at a table that is open to all, or another than one has."""
    live = await table_of(request, id, may_wait=True)
    caller = await caller_of(request, live)
    visitor, is_new = visitor_for(request)
    chosen, name = await _chosen(request, live)
    await service_of(request).lobbies.sit(live, visitor, name, chosen, is_there=bool(caller.yours))
    return _seated(request, live, visitor, is_new)


@router.get("/lobby/{id}/now")
async def lobby_now(request: Request, id: str, sit: bool = False) -> Response:
    """The part of the page that changes while people come and go; `sit`: the page has a form to sit down with."""
    live = await table_of(request, id, may_wait=True)
    if not live.is_waiting:
        return Response(status_code=204)  # it has been started
    return await _lobby(
        request, live, await caller_of(request, live), template="lobby_now.html", sit="here" if sit else ""
    )


def _seated(request: Request, live: LiveTable, visitor: str, is_new: bool) -> Response:
    response = RedirectResponse(live.url, 303)
    if is_new:
        remember(response, visitor, settings_of(request))
    return response


async def _chosen(request: Request, live: LiveTable) -> tuple[int, str]:
    """The seat and the name of a form."""
    form = await form_of(request)
    number = form.get("seat", "")
    if not (number.isdecimal() and len(number) < 3 and int(number) < live.table.players):
        raise RequestError("bad_input", what="seat")
    try:
        return int(number), _name.validate_python(form.get("name", ""))
    except ValidationError:
        raise RequestError("bad_input", what="name") from None


async def _lobby(
    request: Request, live: LiveTable, caller: Caller, *, sit: str, template: str = "lobby.html"
) -> Response:
    """`sit`: where the form of who takes a seat goes; empty: nobody can without the link."""
    now = await lobby_of(request, live, caller)
    game = live.table.game.id
    words = present.game_in_words(game, language_of(request.scope))
    return render(
        request,
        template,
        game,
        game=words,
        now=now,
        sit=sit,
        deal=live.deal,
        own_name=live.seats[caller.yours[0]].name if caller.yours else "",
        shown_name=live.table.texts(language_of(request.scope)).name(caller.yours[0]) if caller.yours else "",
        signs=SIGNS,
        chosen=present.chosen_options(live, words),
        qr=qr_code(now["invitation"]) if now["invitation"] else "",
    )
