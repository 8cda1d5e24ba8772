"""What all answers share: JSON that any string fits in, and the language of who reads them."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import Scope

from chapterhouse.server.http.cookies import cookie
from chapterhouse.texts import LANGUAGES

_ASKED = re.compile(rb"(?:^|&)language=([a-z]{2})(?:&|$)")
_LANGUAGE = re.compile("[a-z]{2}")


def plain(number: Any) -> Any:
    """A number of NumPy's as JSON knows it."""
    if isinstance(number, np.generic):
        return number.item()
    raise TypeError(type(number).__name__)


class Json(JSONResponse):
    """Plain ASCII JSON. FastAPI tells the schema of an answer only where it is of this class."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":"), default=plain).encode()


def language_of(scope: Scope) -> str:
    """What the viewer reads: by the address, the cookie, or the browser's preference."""
    asked = _ASKED.search(scope.get("query_string", b""))
    if asked and asked[1].decode() in LANGUAGES:
        return asked[1].decode()
    headers = Headers(scope=scope)
    chosen = cookie(headers, "language", _LANGUAGE)
    if chosen in LANGUAGES:
        return str(chosen)
    wanted: list[tuple[float, str]] = []
    for part in headers.get("accept-language", "")[:500].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), name[:2].lower()))
        except ValueError:
            continue
    for _, name in sorted(wanted, key=lambda w: w[0]):
        if name in LANGUAGES:
            return name
    return "en"
