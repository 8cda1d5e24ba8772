"""A table in memory, rebuilt by replaying its entries.

Its `Table` is never changed in place: an entry makes the next one from it, so that a thread can go on reading the one
it has.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from chapterhouse.games.protocol import Decision
from chapterhouse.play.table import Table
from chapterhouse.server.store.rows import Entry, GameRow, SeatRow, Summary
from chapterhouse.server.tables.clock import Clock

Seat = int | None  # None: a spectator
DAY = 24 * 3600.0
SIGN_OF_LIFE = 40  # seconds for which the sign of life of a seat's page counts; one is stored every 15


@dataclass(frozen=True)
class Origin:
    """How a decision came about."""

    seat: int
    doer: str  # human | bot | clock | forced: the only thing that could be done
    request: str

    @property
    def goes_with_last(self) -> bool:
        """Whether it was made along with the one before: a later step of a walk, or one that was no choice."""
        _, dot, step = self.request.rpartition(".")
        return self.doer == "forced" or (dot == "." and step.isdecimal() and step != "0")


@dataclass(frozen=True)
class TakenBack:
    """Decisions that who plays against bots alone has taken back, though something hidden may have been seen."""

    ply: int  # decisions before them
    seat: int
    decisions: tuple[Decision, ...]


def apply_entry(table: Table, entry: Entry) -> Table:
    """The table after an entry; the one before stays as it is."""
    if entry.kind == "back":
        assert entry.code is not None
        return table.at(entry.code)
    after = table.at(table.ply)
    if entry.kind == "undo":
        after.undo(entry.seat)
    else:
        assert entry.code is not None
        after.act(entry.code, entry.seat)
    return after


def summarize(table: Table) -> Summary:
    return Summary(table.ply, table.asked, table.over, table.outcome.winners if table.outcome else None)


def how_it_began(record: dict[str, Any]) -> str:
    """`secret`: from a deal that nobody could foresee; `seed`: from one that its maker could; `record`: further on."""
    if record["actions"] or record["start"].get("position") is not None:
        return "record"
    return "secret" if isinstance(record["start"]["seed"], str) else "seed"


def load_in_parts(row: GameRow, seats: list[SeatRow], entries: list[Entry], chat: int) -> Iterator[LiveTable | None]:
    """A stored table, replayed in parts; the last one is the table."""
    parts = Table.load_in_parts(row.record)
    table = next(parts)
    for _ in parts:
        yield None
    live = LiveTable(row, table, seats, chat)
    for entry in entries:
        live.append(entry, apply_entry(live.table, entry))
        yield None
    live.resume()
    yield live


def url_of(id: str, is_waiting: bool) -> str:
    """The page of a table: its lobby until it is started."""
    return f"/{'lobby' if is_waiting else 'table'}/{id}"


class LiveTable:
    """A table, who sits at it, and who looks at it."""

    def __init__(self, row: GameRow, table: Table, seats: list[SeatRow], chat: int = 0) -> None:
        self.id, self.chat = row.id, chat
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.streams: Counter[Seat] = Counter()
        self.left: dict[int, float] = {}  # when the last page of a seat was closed
        self.presence = 0  # changes when somebody comes or goes
        self.thinking: set[int] = set()
        self.bots: dict[tuple[int, str], Any] = {}
        self.driver: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.cache: dict[tuple[Any, ...], Any] = {}  # views and pictures of the position of now
        self.used = time.monotonic()
        self.begin(row, table, seats)

    def begin(self, row: GameRow, table: Table, seats: list[SeatRow]) -> None:
        """From its first moment on: when it comes into memory, and again when a table that waited has changed or is
        started. Who looks at it goes on looking."""
        self.row = replace(row, record={})  # what was in the record is in the table
        self.deal = how_it_began(row.record)
        self.clock = Clock.read(row.clock)
        self.revision, self.rematch = row.seats_revision, row.rematch
        self.table, self.step = table, 0
        self.entered_at = row.created  # when the last entry was made
        self.plies = [table.ply]  # ply after each step
        self.origins: list[Origin] = []  # of each decision since then
        self.backs: list[TakenBack] = []  # what was taken back though the rules of undoing would not have it
        self.permits = 0  # decisions that bots may still make while they wait for a word
        asked = [] if row.waiting else table.asked
        self.asked_since = dict.fromkeys(asked, 0)  # step at which each seat was asked what it is asked now
        self.asked_at = dict.fromkeys(asked, row.created)  # and when
        self.held: dict[str, list[int]] = {}  # hash of a visitor's token → seats, as far as known
        self.links: dict[int, int] = {}  # seat → number of its link that is stored
        self.set_seats(seats)

    @property
    def url(self) -> str:
        return url_of(self.id, self.is_waiting)

    @property
    def is_waiting(self) -> bool:
        """Whether its host has not started it: `table` then stands for the options alone, and its deal is nobody's."""
        return self.row.waiting

    def resume(self) -> None:
        """The clock of a table that comes back into memory leaves a little time: nobody could play meanwhile."""
        if self.clock is not None:
            now = time.time()
            self.asked_at = {seat: self.clock.resumed(at, now) for seat, at in self.asked_at.items()}

    def set_seats(self, seats: list[SeatRow]) -> None:
        """Who sits where, and the names."""
        self.seats = seats
        self.table = self.table.at(self.table.ply)
        self.table.names = [seat.name for seat in seats]
        self.cache.clear()

    def change_seat(self, seat: int, **values: Any) -> None:
        self.set_seats([replace(s, **values) if s.seat == seat else s for s in self.seats])
        self.revision += 1

    def append(self, entry: Entry, after: Table) -> None:
        """An entry that is committed, and the table after it."""
        assert entry.step == self.step + 1
        before, after.names = self.table, self.table.names
        self.table, self.step, self.entered_at = after, entry.step, entry.at
        if entry.kind == "act":
            self.origins.append(Origin(entry.seat, entry.doer, entry.request))
        else:
            if entry.kind == "back":
                self.backs.append(TakenBack(after.ply, entry.seat, tuple(before.history[after.ply :])))
            del self.origins[max(0, after.ply - self.plies[0]) :]
        self.plies.append(after.ply)
        asked = after.asked
        for seat in asked:
            if seat not in self.asked_since or seat == entry.seat:
                self.asked_since[seat], self.asked_at[seat] = entry.step, entry.at
        for seat in self.asked_since.keys() - set(asked):
            del self.asked_since[seat], self.asked_at[seat]
        self.cache.clear()

    @property
    def taken_back(self) -> int:
        """How many decisions were taken back so."""
        return sum(len(back.decisions) for back in self.backs)

    def is_still_asked(self, seat: int, step: int) -> bool:
        """Whether a page that has seen `step` answers what its seat is still asked, though others have decided since:
        so it is where seats choose at the same time."""
        return seat in self.asked_since and step >= self.asked_since[seat]

    def shrink(self) -> None:
        """Drop what can be computed again."""
        self.cache.clear()
        self.bots.clear()
        self.table = self.table.at(self.table.ply)
        self.table.forget_past()

    def wake(self) -> None:
        """Wake all streams."""
        self.used = time.monotonic()
        for watcher in self.watchers:
            watcher.set()

    @property
    def is_idle(self) -> bool:
        """Whether it can leave the memory: nobody looks, nothing is being decided, no clock runs."""
        is_busy = self.lock.locked() or (self.driver is not None and not self.driver.done())
        return not self.watchers and not is_busy and self.timer is None

    def in_hand(self, seats: tuple[int, ...]) -> list[int]:
        """Which of these seats, around one screen, have the device in hand: who is asked, else who decided last."""
        asked = [seat for seat in self.table.asked if seat in seats and self.seats[seat].bot is None]
        last = [decision.seat for decision in reversed(self.table.history) if decision.seat in seats][:1]
        return asked or last or list(seats)

    @property
    def bot_seats(self) -> list[int]:
        """The seats that are asked and played by a bot."""
        return [seat for seat in self.table.asked if self.seats[seat].bot is not None]

    def is_held_by(self, seats: tuple[int, ...]) -> bool:
        """Whether all others than these seats are bots."""
        return all(s.kind == "bot" or s.seat in seats for s in self.seats)

    @property
    def allows_hints(self) -> bool:
        """As who created the table says; else where one person plays against bots alone."""
        if self.row.hints is not None:
            return bool(self.row.hints)
        return sum(s.kind != "bot" for s in self.seats) == 1

    def taken_back_to(self, seat: int) -> int | None:
        """The decision to which who plays against bots alone may go back: the last that was a choice of theirs."""
        if self.table.over or not self.is_held_by((seat,)):
            return None
        own = [n for n, decision in enumerate(self.origins) if decision.seat == seat and not decision.goes_with_last]
        return self.plies[0] + own[-1] if own else None

    def is_here(self, seat: int, now: float) -> bool:
        """Whether a page of this seat is open, here or (as its sign of life says) in another process."""
        return self.streams[seat] > 0 or now - self.seats[seat].seen < SIGN_OF_LIFE

    def away_from(self, seat: int, after: float) -> float | None:
        """When nobody will have had a page of this seat open for so long; None while one is open. Who plays by
        correspondence has a day at least."""
        if self.clock is not None and self.clock.seconds >= DAY:
            after = max(after, DAY)
        last = max(self.left.get(seat, self.row.created), self.seats[seat].seen)
        return None if self.streams[seat] else last + after

    def free_from(self, seat: int, after: float) -> float | None:
        """From when on others may let a bot play the seat: at once where nobody ever sat, else once it is away."""
        return self.away_from(seat, after) if self.seats[seat].claimed else self.row.created

    def log_from(self, after: int | None) -> int:
        """The ply up to which a page that knew `after` entries still has the right log."""
        if after is None or not 0 <= after <= self.step:
            return self.plies[0]
        return min(self.plies[after:])
