"""What is asked of the database and changed in it. Each function runs inside a transaction of `db.Store`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects import postgresql, sqlite

from chapterhouse.server.store.rows import Entry, GameRow, Message, NewGame, SeatRow, Summary
from chapterhouse.server.store.schema import chat, entries, games, holders, reviews, seat_keys, seats


def unless_there(table: sa.Table) -> dict[str, Any]:
    """An insert that changes nothing where such a row stands already, for each kind of database."""
    return {
        "sqlite": sqlite.insert(table).on_conflict_do_nothing(),
        "postgresql": postgresql.insert(table).on_conflict_do_nothing(),
    }


# statements whose form never changes are built once
_ADD_ENTRY, _ADD_KEY, _ADD_HOLDER = unless_there(entries), unless_there(seat_keys), unless_there(holders)
_ADD_REVIEW = unless_there(reviews)
_ADD_GAME, _ADD_SEAT, _ADD_MESSAGE = sa.insert(games), sa.insert(seats), sa.insert(chat).returning(chat.c.id)
_SUMMARIZE = (
    sa.update(games)
    .where(games.c.id == bindparam("game_id"))
    .values({name: bindparam(f"new_{name}") for name in ("step", "ply", "asked", "over", "winners", "at")})
)
_ENTRY = [entries.c[name] for name in ("step", "kind", "seat", "code", "words", "doer", "request", "at")]
_SEAT = [seats.c[name] for name in ("seat", "kind", "claimed", "bot", "name", "seen", "link")]
_MESSAGE = [chat.c[name] for name in ("id", "seat", "name", "text", "at")]
_GAME = [games.c[name] for name in GameRow.__dataclass_fields__]
_ENTRIES = (
    sa.select(*_ENTRY)
    .where(entries.c.game_id == bindparam("id"), entries.c.step > bindparam("after"))
    .order_by(entries.c.step)
)
_SEATS = sa.select(*_SEAT).where(seats.c.game_id == bindparam("id")).order_by(seats.c.seat)
_REVISION = sa.select(games.c.seats_revision, games.c.rematch).where(games.c.id == bindparam("id"))
_LAST_MESSAGE = sa.select(sa.func.coalesce(sa.func.max(chat.c.id), 0)).where(chat.c.game_id == bindparam("id"))
_MARK_SEEN = (
    sa.update(seats)
    .where(seats.c.game_id == bindparam("of_game"), seats.c.seat == bindparam("of_seat"))
    .values(seen=bindparam("at"))
)


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_game(connection: sa.Connection, new: NewGame) -> None:
    row = new.row
    stored = {name: getattr(row, name) for name in GameRow.__dataclass_fields__}
    stored |= {"record": json.dumps(row.record, separators=(",", ":")), "clock": json.dumps(row.clock)}
    stored |= {"waiting": int(row.waiting), "listed": int(row.listed)}
    connection.execute(_ADD_GAME, stored | {"step": 0, "at": row.created} | summary_values(new.summary))
    for seat in new.seats:
        connection.execute(_ADD_SEAT, vars(seat.row) | {"game_id": row.id, "claimed": int(seat.row.claimed)})
        if seat.key:
            add_key(connection, seat.key, row.id, seat.row.seat)
        for visitor in seat.holders:
            add_holder(connection, visitor, row.id, seat.row.seat)


def add_rematch(connection: sa.Connection, old: str, new: NewGame) -> str:
    """Store the table that follows another, unless there is one; the id of the one there is."""
    connection.execute(sa.update(games).where(games.c.id == old, games.c.rematch.is_(None)).values(rematch=new.row.id))
    there = connection.scalar(sa.select(games.c.rematch).where(games.c.id == old))
    if there == new.row.id:
        add_game(connection, new)
        _revise(connection, old)
    return str(there)


def game(connection: sa.Connection, id: str) -> GameRow | None:
    row = connection.execute(sa.select(*_GAME).where(games.c.id == id)).mappings().one_or_none()
    if row is None:
        return None
    read = {"record": json.loads(row["record"]), "clock": json.loads(row["clock"])}
    read |= {"waiting": bool(row["waiting"]), "listed": bool(row["listed"])}
    return GameRow(**(dict(row) | read))


def tables_of(connection: sa.Connection, visitor: str, most: int) -> list[dict[str, Any]]:
    """The visitor's tables with the seats held, so many at most: running ones first, then the latest."""
    names = ("id", "game", "mode", "ply", "asked", "over", "winners", "clock", "waiting", "host", "created", "at")
    shown = [games.c[name] for name in names]
    own = sa.select(holders.c.game_id).where(holders.c.visitor == visitor)
    order = (games.c.over, games.c.at.desc(), games.c.id)
    rows = connection.execute(sa.select(*shown).where(games.c.id.in_(own)).order_by(*order).limit(most))
    tables = {
        row["id"]: dict(row) | {"held": [], "seats": [], "host": row["host"] == visitor} for row in rows.mappings()
    }
    held = sa.select(holders.c.game_id, holders.c.seat).where(
        holders.c.visitor == visitor, holders.c.game_id.in_(tables)
    )
    for id, seat in connection.execute(held):
        tables[id]["held"].append(seat)
    sitting = sa.select(seats.c.game_id, *_SEAT).where(seats.c.game_id.in_(tables)).order_by(seats.c.seat)
    for id, *row in connection.execute(sitting):
        tables[id]["seats"].append(SeatRow(*row))
    return list(tables.values())


def finished_of(connection: sa.Connection, visitor: str, names: list[str], most: int = 200) -> set[str]:
    """Which of these games the visitor has finished, played from their beginning; the latest tables are looked at."""
    own = sa.select(holders.c.game_id).where(holders.c.visitor == visitor)
    ended = sa.select(games.c.game, games.c.record).where(games.c.id.in_(own), games.c.over == 1)
    rows = connection.execute(ended.where(games.c.game.in_(names)).order_by(games.c.at.desc()).limit(most))
    records = [(name, json.loads(record)) for name, record in rows]
    return {name for name, record in records if not record["actions"] and "position" not in record["start"]}


WAITING = 2  # in `delete_old`, beside 0 for running and 1 for finished tables


def delete_old(connection: sa.Connection, before: dict[int, float], in_use: set[str], most: int = 100) -> int:
    """Delete tables that nobody has touched since; `before`: a time for running (0), for finished (1) and for WAITING
    ones. How many there were, so many at most."""
    kinds = {0: games.c.over == 0, 1: games.c.over == 1, WAITING: games.c.waiting == 1}
    old = sa.or_(*(sa.and_(kinds[kind], games.c.at < at) for kind, at in before.items()))
    old_ids = connection.scalars(sa.select(games.c.id).where(old).limit(most + len(in_use)))
    ids = [id for id in old_ids if id not in in_use][:most]
    delete_games(connection, ids)
    return len(ids)


def delete_games(connection: sa.Connection, ids: list[str]) -> None:
    for table in (reviews, chat, holders, seat_keys, seats, entries):
        connection.execute(sa.delete(table).where(table.c.game_id.in_(ids)))
    connection.execute(sa.delete(games).where(games.c.id.in_(ids)))


def forget_game(connection: sa.Connection, id: str, visitor: str) -> bool:
    """A visitor does not want to see a table any more; whether it went for good, as nobody else sits at it."""
    others = sa.select(holders.c.visitor).where(holders.c.game_id == id, holders.c.visitor != visitor)
    others = others.where(holders.c.visitor.not_in(sa.select(seat_keys.c.hash).where(seat_keys.c.game_id == id)))
    if connection.execute(others).first() is None:
        delete_games(connection, [id])
        return True
    connection.execute(sa.delete(holders).where(holders.c.game_id == id, holders.c.visitor == visitor))
    _revise(connection, id)
    return False


def _digits(numbers: Iterable[int]) -> str:
    """Seats as a column holds them: one digit each."""
    return "".join(map(str, numbers))


def set_winners(connection: sa.Connection, id: str, winners: list[int]) -> None:
    """Who won a game that ended before this was written with its last entry."""
    unknown = (games.c.id == id, games.c.over == 1, games.c.winners.is_(None))
    connection.execute(sa.update(games).where(*unknown).values(winners=_digits(winners)))


def revision(connection: sa.Connection, id: str) -> tuple[int, str | None]:
    row = connection.execute(_REVISION, {"id": id}).one()
    return row[0], row[1]


def _revise(connection: sa.Connection, id: str) -> None:
    connection.execute(sa.update(games).where(games.c.id == id).values(seats_revision=games.c.seats_revision + 1))


# ── entries ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def summary_values(summary: Summary) -> dict[str, Any]:
    """What lists show, as columns."""
    winners = None if summary.winners is None else _digits(summary.winners)
    return {"ply": summary.ply, "asked": _digits(summary.asked), "over": int(summary.over), "winners": winners}


def add_entry(connection: sa.Connection, game_id: str, entry: Entry, summary: Summary) -> bool:
    """Append an entry; False when another stands in its place, or the request has had its answer."""
    added = connection.execute(_ADD_ENTRY[connection.dialect.name], vars(entry) | {"game_id": game_id})
    if added.rowcount != 1:
        return False
    new = {"step": entry.step, "at": entry.at} | summary_values(summary)
    connection.execute(_SUMMARIZE, {"game_id": game_id} | {f"new_{name}": value for name, value in new.items()})
    return True


def entries_of(connection: sa.Connection, id: str, after: int = 0) -> list[Entry]:
    return [Entry(*row) for row in connection.execute(_ENTRIES, {"id": id, "after": after})]


def entry_of_request(connection: sa.Connection, id: str, request: str) -> Entry | None:
    query = sa.select(*_ENTRY).where(entries.c.game_id == id, entries.c.request == request)
    row = connection.execute(query).one_or_none()
    return None if row is None else Entry(*row)


# ── seats ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats_of(connection: sa.Connection, id: str) -> list[SeatRow]:
    rows = connection.execute(_SEATS, {"id": id})
    return [SeatRow(r.seat, r.kind, bool(r.claimed), r.bot, r.name, r.seen, r.link) for r in rows]


def change_seat(connection: sa.Connection, id: str, seat: int, **values: Any) -> None:
    """Change who sits in a seat or what they are called."""
    connection.execute(sa.update(seats).where(seats.c.game_id == id, seats.c.seat == seat).values(values))
    _revise(connection, id)


def set_pace(connection: sa.Connection, id: str, pace: float) -> None:
    connection.execute(sa.update(games).where(games.c.id == id).values(pace=pace))
    _revise(connection, id)


def set_hints(connection: sa.Connection, id: str, hints: int) -> None:
    connection.execute(sa.update(games).where(games.c.id == id).values(hints=hints))
    _revise(connection, id)


def hints_of(connection: sa.Connection, id: str) -> int | None:
    return connection.scalar(sa.select(games.c.hints).where(games.c.id == id))


def mark_seen(connection: sa.Connection, there: list[tuple[str, int]], at: float) -> None:
    """Pages of these seats are open now."""
    if there:
        rows = [{"of_game": id, "of_seat": seat, "at": at} for id, seat in sorted(there)]
        connection.execute(_MARK_SEEN, rows)


def seat_of_key(connection: sa.Connection, hash: str) -> tuple[str, int, str] | None:
    """The table, the seat and the kind of a link's token, by its hash."""
    query = sa.select(seat_keys.c.game_id, seat_keys.c.seat, seat_keys.c.kind).where(seat_keys.c.hash == hash)
    row = connection.execute(query).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def add_key(connection: sa.Connection, hash: str, id: str, seat: int, kind: str = "link") -> None:
    row = {"hash": hash, "game_id": id, "seat": seat, "kind": kind}
    connection.execute(_ADD_KEY[connection.dialect.name], row)


def add_holder(connection: sa.Connection, visitor: str, id: str, seat: int) -> None:
    connection.execute(_ADD_HOLDER[connection.dialect.name], {"visitor": visitor, "game_id": id, "seat": seat})


def claim_seat(connection: sa.Connection, hash: str, visitor: str, name: str, chosen: int | None = None) -> int | None:
    """Let a visitor sit down with the token of this hash: in its seat, or in the `chosen` one where it leads to the
    table as a whole. The seat; None when another holds it, or the link is gone."""
    key = seat_of_key(connection, hash)
    if key is None:
        return None
    id, seat, kind = key
    if kind == "table":
        if chosen is None:
            return None
        seat = chosen
    return seat if sit_down(connection, id, seat, visitor, name, is_gift=kind == "gift") else None


def sit_down(connection: sa.Connection, id: str, seat: int, visitor: str, name: str, is_gift: bool = False) -> bool:
    """Whether the visitor has the seat now. Before the start one visitor has one seat: who takes another leaves it."""
    of_seat = (seats.c.game_id == id, seats.c.seat == seat)
    # the row is held until the end: nobody takes two seats at once, and no start comes in between
    is_waiting = bool(connection.scalar(sa.select(games.c.waiting).where(games.c.id == id).with_for_update()))
    if visitor in _holders_of_seat(connection, id, seat):
        if is_waiting and name:
            connection.execute(sa.update(seats).where(*of_seat).values(name=name))
            _revise(connection, id)
        return True
    left = seats_held(connection, visitor, id) if is_waiting else []
    if left and not name:
        name = str(connection.scalar(sa.select(seats.c.name).where(seats.c.game_id == id, seats.c.seat == left[0])))
    taken = {"claimed": 1, "bot": None} | ({"name": name} if name else {})
    if is_gift:
        connection.execute(sa.update(seats).where(*of_seat).values(taken))
        _empty_seat(connection, id, seat)
    elif connection.execute(sa.update(seats).where(*of_seat, *_open()).values(taken)).rowcount != 1:
        return False
    for other in left:
        leave_seat(connection, id, other)
    add_holder(connection, visitor, id, seat)
    if is_waiting:
        connection.execute(sa.update(games).where(games.c.id == id).values(at=time.time()))
    _revise(connection, id)
    return True


def _open() -> tuple[Any, ...]:
    """A seat for a person, in which nobody has sat down."""
    return (seats.c.kind == "human", seats.c.claimed == 0)


def _holders_of_seat(connection: sa.Connection, id: str, seat: int) -> list[str]:
    held = sa.select(holders.c.visitor).where(holders.c.game_id == id, holders.c.seat == seat)
    return list(connection.scalars(held))


def _empty_seat(connection: sa.Connection, id: str, seat: int) -> None:
    """Nobody holds the seat any more, and gifts of who held it are void."""
    connection.execute(sa.delete(holders).where(holders.c.game_id == id, holders.c.seat == seat))
    gifts = (seat_keys.c.game_id == id, seat_keys.c.seat == seat, seat_keys.c.kind == "gift")
    connection.execute(sa.delete(seat_keys).where(*gifts))


def leave_seat(connection: sa.Connection, id: str, seat: int) -> None:
    """The seat is open again; the link that led to it is not."""
    _empty_seat(connection, id, seat)
    of_seat = (seats.c.game_id == id, seats.c.seat == seat)
    connection.execute(sa.update(seats).where(*of_seat).values(claimed=0, bot=None))
    is_waiting = sa.select(games.c.id).where(games.c.id == id, games.c.waiting == 1)
    connection.execute(sa.update(seats).where(*of_seat, seats.c.game_id.in_(is_waiting)).values(name="", seen=0.0))
    renew_link(connection, id, seat)


def renew_link(connection: sa.Connection, id: str, seat: int) -> None:
    """All links to the seat are void; the next one has another number."""
    connection.execute(sa.delete(seat_keys).where(seat_keys.c.game_id == id, seat_keys.c.seat == seat))
    of_seat = (seats.c.game_id == id, seats.c.seat == seat)
    connection.execute(sa.update(seats).where(*of_seat).values(link=seats.c.link + 1))
    _revise(connection, id)


def add_gift(connection: sa.Connection, hash: str, id: str, seat: int) -> None:
    """A link to a held seat, from its holder; the last one counts."""
    gifts = (seat_keys.c.game_id == id, seat_keys.c.seat == seat, seat_keys.c.kind == "gift")
    connection.execute(sa.delete(seat_keys).where(*gifts))
    add_key(connection, hash, id, seat, "gift")


def seats_held(connection: sa.Connection, visitor: str, id: str) -> list[int]:
    held = sa.select(holders.c.seat).where(holders.c.visitor == visitor, holders.c.game_id == id)
    return list(connection.scalars(held.order_by(holders.c.seat)))


def holders_of(connection: sa.Connection, id: str) -> list[tuple[str, int]]:
    rows = connection.execute(sa.select(holders.c.visitor, holders.c.seat).where(holders.c.game_id == id))
    return [(row[0], row[1]) for row in rows]


# ── chat ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def last_message(connection: sa.Connection, id: str) -> int:
    """The id of the table's last message, 0 without one."""
    return int(connection.scalar(_LAST_MESSAGE, {"id": id}) or 0)


def messages_of(connection: sa.Connection, id: str, after: int, limit: int = 200) -> list[Message]:
    """The last messages after one, the oldest first."""
    query = sa.select(*_MESSAGE).where(chat.c.game_id == id, chat.c.id > after).order_by(chat.c.id.desc()).limit(limit)
    return [Message(*row) for row in connection.execute(query)][::-1]


def messages_after(connection: sa.Connection, id: str, after: int, limit: int) -> list[Message]:
    """The first messages after one."""
    query = sa.select(*_MESSAGE).where(chat.c.game_id == id, chat.c.id > after).order_by(chat.c.id).limit(limit)
    return [Message(*row) for row in connection.execute(query)]


def add_message(connection: sa.Connection, id: str, seat: int | None, name: str, text: str, at: float) -> Message:
    # one after the other at each table: else a number could be seen before a smaller one is committed, and who has seen
    # the larger would never ask for the smaller
    connection.execute(sa.select(games.c.id).where(games.c.id == id).with_for_update())
    row = {"game_id": id, "seat": seat, "name": name, "text": text, "at": at}
    return Message(int(connection.execute(_ADD_MESSAGE, row).scalar_one()), seat, name, text, at)


# ── reviews ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_review(connection: sa.Connection, id: str, data: str, at: float) -> None:
    """Keep a review with its game; the first counts, and none where the game is gone."""
    if connection.execute(sa.select(games.c.id).where(games.c.id == id)).first() is not None:
        connection.execute(_ADD_REVIEW[connection.dialect.name], {"game_id": id, "data": data, "at": at})


def review_of(connection: sa.Connection, id: str) -> str | None:
    return connection.scalar(sa.select(reviews.c.data).where(reviews.c.game_id == id))
