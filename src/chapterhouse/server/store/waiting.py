"""Tables that wait for their host to start: what is changed there before anything is dealt, and the list of open ones.

A change says which revision it was made from: where somebody sat down meanwhile it changes nothing, and is made anew.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from chapterhouse.server.store import queries
from chapterhouse.server.store.rows import SeatRow
from chapterhouse.server.store.schema import games, holders, seats

SHOWN = ("id", "game", "record", "clock", "language", "at")


def _update(connection: sa.Connection, id: str, revision: int, values: dict[str, Any]) -> bool:
    unchanged = (games.c.id == id, games.c.waiting == 1, games.c.seats_revision == revision)
    values = values | {"seats_revision": revision + 1}
    return connection.execute(sa.update(games).where(*unchanged).values(values)).rowcount == 1


def change(
    connection: sa.Connection,
    id: str,
    revision: int,
    values: dict[str, Any],
    new: list[SeatRow],
    moved: dict[int, int],
) -> bool:
    """Write columns of the table and all its seats; who held a seat of before holds the one it was `moved` to."""
    if not _update(connection, id, revision, values):
        return False
    rows = [
        {"visitor": visitor, "game_id": id, "seat": moved[seat]}
        for visitor, seat in queries.holders_of(connection, id)
        if seat in moved
    ]
    for table in (holders, seats):
        connection.execute(sa.delete(table).where(table.c.game_id == id))
    connection.execute(sa.insert(seats), [vars(s) | {"game_id": id, "claimed": int(s.claimed)} for s in new])
    if rows:
        connection.execute(sa.insert(holders), rows)
    return True


def start(connection: sa.Connection, id: str, revision: int, values: dict[str, Any], bot: str) -> bool:
    """The game begins: it has a deal, and bots sit where nobody does."""
    if not _update(connection, id, revision, values | {"waiting": 0, "listed": 0}):
        return False
    empty = (seats.c.game_id == id, seats.c.kind == "human", seats.c.claimed == 0)
    connection.execute(sa.update(seats).where(*empty).values(kind="bot", claimed=1, bot=bot))
    return True


def count_listed(connection: sa.Connection, host: str, but: str) -> int:
    """How many other tables a host has in the list of open ones."""
    listed = sa.select(sa.func.count()).select_from(games)
    listed = listed.where(games.c.waiting == 1, games.c.listed == 1, games.c.host == host, games.c.id != but)
    return int(connection.scalar(listed) or 0)


def open_tables(
    connection: sa.Connection, since: float, most: int, game: str | None, language: str | None
) -> list[dict[str, Any]]:
    """Tables that strangers may join: listed, with a free seat, and their host was there `since`; the latest first."""
    free = sa.select(seats.c.game_id).where(seats.c.kind == "human", seats.c.claimed == 0)
    there = (
        sa.select(seats.c.game_id)
        .join(holders, sa.and_(holders.c.game_id == seats.c.game_id, holders.c.seat == seats.c.seat))
        .where(holders.c.visitor == games.c.host, seats.c.game_id == games.c.id, seats.c.seen >= since)
    )
    wanted = [games.c.waiting == 1, games.c.listed == 1, games.c.id.in_(free)]
    wanted.append(sa.or_(games.c.at >= since, there.correlate(games).exists()))
    wanted += [games.c.game == game] if game else []
    wanted += [games.c.language == language] if language else []
    columns = [games.c[name] for name in SHOWN]
    order = (games.c.at.desc(), games.c.id)
    rows = connection.execute(sa.select(*columns).where(*wanted).order_by(*order).limit(most)).mappings()
    tables = [dict(row) | {"record": json.loads(row["record"]), "clock": json.loads(row["clock"])} for row in rows]
    return [table | {"seats": queries.seats_of(connection, table["id"])} for table in tables]
