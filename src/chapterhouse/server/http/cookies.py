"""Our cookies, read and written; nobody else's are looked at."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.responses import Response

from chapterhouse.server.settings import Settings
from chapterhouse.server.tokens import TOKEN

VISITOR = "chapterhouse"
YEAR = 365 * 24 * 3600
MOST = 16_384  # bytes of a cookie header that are looked at


def cookie(headers: Headers, name: str, form: re.Pattern[str]) -> str | None:
    """The value of a cookie, where it has this form. Ours are never quoted, so splitting is all there is to it."""
    for part in headers.get("cookie", "")[:MOST].split(";"):
        key, _, value = part.partition("=")
        if key.strip() == name and form.fullmatch(value.strip()):
            return value.strip()
    return None


def visitor_of(headers: Headers) -> str | None:
    """The visitor's token."""
    return cookie(headers, VISITOR, TOKEN)


def bearer_of(headers: Headers) -> str | None:
    """The seat token that a program sends."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and TOKEN.fullmatch(token) else None


def remember(response: Response, visitor: str, settings: Settings) -> None:
    """Let the browser keep its visitor's token."""
    response.set_cookie(
        VISITOR, visitor, max_age=YEAR, httponly=True, samesite="lax", secure=settings.secure_cookies, path="/"
    )
