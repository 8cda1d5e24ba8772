"""The rows of the database as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Entry:
    """One entry of a table's list: a decision (`kind` act), or the taking back of one (`kind` undo, no code)."""

    step: int
    kind: str
    seat: int
    code: int | None
    words: str | None
    doer: str
    request: str
    at: float


@dataclass(frozen=True)
class SeatRow:
    """Who sits in a seat."""

    seat: int
    kind: str
    claimed: bool
    bot: str | None
    name: str
    seen: float
    link: int = 0


@dataclass(frozen=True)
class GameRow:
    """A table as it is stored, without its entries."""

    id: str
    game: str
    rules: int
    mode: str
    record: dict[str, Any]
    clock: dict[str, Any] | None
    pace: float
    host: str
    created: float
    seats_revision: int
    rematch: str | None
    bot: str = "sensible"
    hints: int | None = None
    waiting: bool = False  # not started: its record holds options and data, and a deal that nobody plays
    listed: bool = False
    language: str = ""


@dataclass(frozen=True)
class Summary:
    """What lists show of a table; written into its row with every entry."""

    ply: int
    asked: list[int]
    over: bool
    winners: list[int] | None = None


@dataclass(frozen=True)
class Message:
    """A message of the chat."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class NewSeat:
    """A seat of a new table: its row, the hash of its link's token, and who holds it from the start."""

    row: SeatRow
    key: str | None
    holders: tuple[str, ...] = ()


@dataclass(frozen=True)
class NewGame:
    """A new table, to be stored."""

    row: GameRow
    seats: list[NewSeat]
    summary: Summary


@dataclass(frozen=True)
class Push:
    """Where a browser is told something, and the keys that make it unreadable on the way."""

    endpoint: str
    p256dh: str
    auth: str
    language: str
