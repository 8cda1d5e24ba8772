"""Who asks, and which seats are theirs."""

from __future__ import annotations

import re

from fastapi import Request

from chapterhouse.server.http.cookies import bearer_of, visitor_of
from chapterhouse.server.settings import Settings
from chapterhouse.server.store import queries
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.present import Caller
from chapterhouse.server.tables.service import Service
from chapterhouse.server.tokens import hashed, new_token

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def settings_of(request: Request) -> Settings:
    return service_of(request).settings


def address_of(request: Request) -> str:
    """The network address that the request came from."""
    return request.client.host if request.client else ""


def base_of(request: Request) -> str:
    """What links begin with."""
    return settings_of(request).address.rstrip("/") or str(request.base_url).rstrip("/")


async def table_of(request: Request, id: str, *, may_wait: bool = False) -> LiveTable:
    """The table of that id; one that waits for its start only to who says so: there is nothing to see or do at it."""
    if not TABLE_ID.fullmatch(id):
        raise RequestError("not_found", "no_table")
    live = await service_of(request).registry.get(id)
    if live.is_waiting and not may_wait:
        raise RequestError("waiting", step=live.step)
    return live


def visitor_for(request: Request) -> tuple[str, bool]:
    """The visitor's token, and whether it is new."""
    visitor = bearer_of(request.headers) or visitor_of(request.headers)
    return (visitor, False) if visitor else (new_token(), True)


async def caller_of(request: Request, live: LiveTable) -> Caller:
    """The seats that the caller holds: a program by the token it sends, a browser by its cookie."""
    store = service_of(request).store
    token = bearer_of(request.headers)
    visitor = token or visitor_of(request.headers)
    if visitor is None:
        return Caller()
    me = hashed(visitor)
    seats = live.held.get(me)
    if seats is None:
        seats = await store.read(lambda c: queries.seats_held(c, me, live.id))
        if seats:
            live.held[me] = seats
    if token and not seats:
        raise RequestError("forbidden", step=live.step)
    return Caller(tuple(seats), me == live.row.host, visitor)


def viewer(caller: Caller, live: LiveTable, seat: int | None) -> int | None:
    """The seat through whose eyes the caller looks."""
    if seat is None:
        return caller.yours[0] if len(caller.yours) == 1 else None
    if seat not in caller.yours:
        raise RequestError("forbidden", step=live.step)
    return seat


def eyes_of(caller: Caller, live: LiveTable, seat: int | None) -> int | None:
    """The seat whose secrets the caller may see now. Around one screen it is the seat that has the device in hand."""
    viewing = viewer(caller, live, seat)
    is_one_screen = live.row.mode == "one_screen" and len(caller.yours) > 1 and not live.table.over
    if viewing is not None and is_one_screen and viewing not in live.in_hand(caller.yours):
        raise RequestError("curtain", step=live.step)
    return viewing


def sitter(caller: Caller, live: LiveTable, seat: int | None) -> int:
    """The seat that the caller acts for."""
    viewing = viewer(caller, live, seat)
    if viewing is None:
        if caller.yours:
            raise RequestError("bad_input", "no_seat")
        raise RequestError("forbidden", "spectator", step=live.step)
    return viewing
