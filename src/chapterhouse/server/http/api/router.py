"""The router that all routes of the API stand in, with the errors that any of them may answer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import Json
from chapterhouse.server.http.bodies import BoundedRoute

_error: dict[str, Any] = {"model": schema.Error}
ERRORS: dict[int | str, dict[str, Any]] = {
    400: _error | {"description": "Not JSON"},
    403: _error | {"description": "Not your seat"},
    404: _error | {"description": "No such thing"},
    409: _error | {"description": "Not now"},
    405: _error | {"description": "Not by this method"},
    408: {"description": "Too slow"},
    413: _error | {"description": "Too large"},
    422: _error | {"description": "Cannot be read or played"},
    421: _error | {"description": "Another server's name"},
    429: _error | {"description": "Too many requests"},
    503: _error | {"description": "Not available now"},
}

router = APIRouter(prefix="/api", responses=ERRORS, default_response_class=Json, route_class=BoundedRoute)
