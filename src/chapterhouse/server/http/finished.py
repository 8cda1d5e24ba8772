"""Which games a browser has finished at least once: until then its first games are laid as the rulebook proposes."""

from __future__ import annotations

import re

from fastapi import Request
from starlette.responses import Response

from chapterhouse.games import NAMES
from chapterhouse.server.http.auth import service_of, settings_of
from chapterhouse.server.http.cookies import YEAR, cookie, visitor_of
from chapterhouse.server.store import queries
from chapterhouse.server.tokens import hashed

NAME = "finished"  # the cookie, since finished tables are deleted one day
FORM = re.compile(r"[a-z0-9_.-]{1,400}")


def _kept(request: Request) -> set[str]:
    return set((cookie(request.headers, NAME, FORM) or "").split(".")) & set(NAMES)


async def finished_by(request: Request) -> set[str]:
    """By what the browser remembers, and by the visitor's tables."""
    kept, visitor = _kept(request), visitor_of(request.headers)
    others = [name for name in NAMES if name not in kept]
    if visitor is None or not others:
        return kept
    me = hashed(visitor)
    return kept | await service_of(request).store.read(lambda c: queries.finished_of(c, me, others))


def remember_finished(request: Request, response: Response, finished: set[str]) -> None:
    """Let the browser keep it, where there is something new."""
    if finished != _kept(request):
        value = ".".join(sorted(finished))
        secure = settings_of(request).secure_cookies
        response.set_cookie(NAME, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
