"""Where browsers are told that it is their turn, and the key that the server signs with."""

from __future__ import annotations

import sqlalchemy as sa

from chapterhouse.server.store import queries
from chapterhouse.server.store.rows import Push
from chapterhouse.server.store.schema import holders, house_keys, pushes
from chapterhouse.server.tokens import hashed

MOST = 5  # browsers of one visitor; the oldest goes


def keep_key(connection: sa.Connection, name: str, value: str) -> str:
    """The key of that name: this one, unless there is one already."""
    connection.execute(queries.unless_there(house_keys)[connection.dialect.name], {"name": name, "value": value})
    return str(connection.scalar(sa.select(house_keys.c.value).where(house_keys.c.name == name)))


def subscribe(connection: sa.Connection, visitor: str, push: Push, at: float) -> bool:
    """A browser of this visitor wants to be told; False for who sits at no table, and will never be."""
    if connection.scalar(sa.select(holders.c.seat).where(holders.c.visitor == visitor).limit(1)) is None:
        return False
    unsubscribe(connection, push.endpoint)
    row = vars(push) | {"hash": hashed(push.endpoint), "visitor": visitor, "at": at}
    connection.execute(sa.insert(pushes), row)
    own = sa.select(pushes.c.hash).where(pushes.c.visitor == visitor).order_by(pushes.c.at.desc(), pushes.c.hash)
    too_many = list(connection.scalars(own.offset(MOST)))
    connection.execute(sa.delete(pushes).where(pushes.c.hash.in_(too_many)))
    return True


def unsubscribe(connection: sa.Connection, endpoint: str) -> None:
    connection.execute(sa.delete(pushes).where(pushes.c.hash == hashed(endpoint)))


def pushes_to(connection: sa.Connection, id: str, seat: int) -> list[Push]:
    """The browsers of who holds this seat."""
    of_seat = sa.select(holders.c.visitor).where(holders.c.game_id == id, holders.c.seat == seat)
    columns = [pushes.c[name] for name in Push.__dataclass_fields__]
    return [Push(*row) for row in connection.execute(sa.select(*columns).where(pushes.c.visitor.in_(of_seat)))]


def delete_old_pushes(connection: sa.Connection, before: float) -> None:
    """Of browsers that have not been seen since."""
    connection.execute(sa.delete(pushes).where(pushes.c.at < before))
