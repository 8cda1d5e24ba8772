"""Games in files: where they are kept, and how they are written so that nothing is ever half there."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import pathlib
import re
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chapterhouse.arena.match import Match
    from chapterhouse.play.table import Table


def data_folder() -> pathlib.Path:
    """Where the user's games are: CHAPTERHOUSE_DATA, or the system's folder for such things."""
    own = os.environ.get("CHAPTERHOUSE_DATA")
    if own:
        return pathlib.Path(own)
    above = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (pathlib.Path(above) if above else pathlib.Path.home() / ".local" / "share") / "chapterhouse"


def fresh_file(table: Table) -> pathlib.Path:
    """A file for a game that has begun now."""
    mark = table.commitment[:8] if table.commitment else table.seed  # a secret does not stand in the name of a file
    return data_folder() / "games" / f"{table.game.id}-{time.strftime('%Y%m%d-%H%M%S')}-{mark}.json"


def arena_file(match: Match, box: bytes) -> pathlib.Path:
    """Where the games of a match are kept, by all that decides how they go: the box too, since the name of a data file
    does not say what is in it, and all of Chapterhouse, since another one may have other bots."""
    from chapterhouse.arena.cluster import fingerprint

    told = match.to_json()
    del told["games"]  # a longer match goes on from a shorter one
    mark = hashlib.sha256(json.dumps(told).encode() + fingerprint().encode() + box).hexdigest()[:12]
    bots = "-".join(re.sub(r"[^\w.]", "_", bot) for bot in match.bots)[:80]
    return data_folder() / "arena" / f"{match.game}-{match.players}-{bots}-{match.seed}-{mark}.jsonl"


def write(table: Table, seats: list[str], file: pathlib.Path) -> None:
    """Save a game with who sits where; the old file stays until the new one is whole."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    record: dict[str, Any] = table.save() | {"terminal": {"seats": seats}}
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".new")
    beside.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    os.replace(beside, file)


def seats_in(file: pathlib.Path) -> list[str] | None:
    """Who sat where when this file was written in the terminal."""
    record = json.loads(file.read_text(encoding="utf-8"))
    terminal = record.get("terminal")
    seats = terminal.get("seats") if isinstance(terminal, dict) else None
    return seats if isinstance(seats, list) and all(isinstance(seat, str) for seat in seats) else None
