"""Log lines: one JSON object each, without tokens."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

_LONG = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{40,}(?![A-Za-z0-9_-])")


def _clean(text: str) -> str:
    """Without anything that could be a token, should one ever get into a message."""
    return _LONG.sub("…", text)


def redacted(path: str) -> str:
    """A path without its secrets."""
    return _clean(re.sub(r"^/seat/[^/]+", "/seat/…", path))


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    _own = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {k: v for k, v in vars(record).items() if k not in self._own}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _clean(json.dumps(line, ensure_ascii=False, default=str))


def set_up_logs(level: str) -> None:
    """JSON lines on standard error, ours and uvicorn's."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for quiet in ("alembic", "uvicorn.error"):
        logging.getLogger(quiet).setLevel(max(root.level, logging.WARNING))
