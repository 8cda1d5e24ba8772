"""What is on offer: games, rules, data files, and the visitor's own tables."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.responses import Response

from chapterhouse.games import NAMES, load
from chapterhouse.games.data import find
from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json, language_of
from chapterhouse.server.http.api.parameters import LanguageQuery
from chapterhouse.server.http.api.router import router
from chapterhouse.server.http.auth import service_of, settings_of
from chapterhouse.server.http.cookies import visitor_of
from chapterhouse.server.store import queries
from chapterhouse.server.tables import present
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tokens import hashed


@router.get("/house", response_model=schema.Offer)
async def get_offer(request: Request, language: LanguageQuery = None) -> Response:
    """What is on offer, in words."""
    return Json(present.offer(language_of(request.scope)))


@router.get("/engine", response_model=schema.Engine)
async def get_engine() -> Response:
    """How far the rules are compiled."""
    return Json(present.engine_now())


@router.get("/rules/{game}", response_model=schema.Rules)
async def get_rules(request: Request, game: str, language: LanguageQuery = None) -> Response:
    """All rules of a game in our words."""
    if game not in NAMES:
        raise RequestError("not_found")
    return Json({"game": game, "rules": present.rules(game, language_of(request.scope))})


@router.get(
    "/data/{game}/{option}",
    response_class=Response,
    responses={200: {"description": "A TOML file", "content": {"application/toml": {}}}},
)
async def get_data(game: str, option: str) -> Response:
    """The game's own file of a file option, to start from."""
    options = load(game).options if game in NAMES else ()
    chosen = next((o for o in options if (o.name, o.kind) == (option, "file")), None)
    if chosen is None:
        raise RequestError("not_found")
    named = {"content-disposition": f'attachment; filename="{game}-{option}.toml"'}
    path = find(load(game).folder / "data", chosen.default)
    return Response(path.read_bytes(), media_type="application/toml", headers=named)


@router.get("/mine", response_model=schema.Mine)
async def get_mine(request: Request, language: LanguageQuery = None) -> Response:
    """The visitor's tables."""
    return Json({"tables": await tables_of(request)})


async def tables_of(request: Request) -> list[dict[str, Any]]:
    """The visitor's tables, as a list shows them: the most urgent first."""
    visitor = visitor_of(request.headers)
    if visitor is None:
        return []
    me, most = hashed(visitor), settings_of(request).tables_listed
    rows = await service_of(request).store.read(lambda c: queries.tables_of(c, me, most))
    language = language_of(request.scope)
    unknown = [row["id"] for row in rows if row["over"] and row["winners"] is None]
    service_of(request).find_winners(unknown)
    return sorted((present.listed(row, language) for row in rows), key=present.urgency)
