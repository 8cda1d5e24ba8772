"""One holder a seat: who sat down last keeps it, the host only what nobody else has taken. Links can be renewed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

games = sa.table("games", sa.column("id"), sa.column("host"))
seats = sa.table("seats", sa.column("game_id"), sa.column("seat"), sa.column("kind"), sa.column("claimed"))
keys = sa.table("seat_keys", sa.column("hash"), sa.column("game_id"), sa.column("seat"))
holders = sa.table("holders", sa.column("visitor"), sa.column("game_id"), sa.column("seat"))


def upgrade() -> None:
    """Add what renewing needs, and let each seat have one holder."""
    op.add_column("seats", sa.Column("link", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seat_keys", sa.Column("kind", sa.String(8), nullable=False, server_default="link"))
    op.create_index("seat_keys_of_game", "seat_keys", ["game_id"])
    op.create_index("games_by_age", "games", ["over", "at"])
    connection = op.get_bind()
    held: dict[tuple[str, int], list[str]] = {}
    for row in connection.execute(sa.select(holders).order_by(holders.c.visitor)):
        held.setdefault((row.game_id, row.seat), []).append(row.visitor)
    hosts = {row.id: row.host for row in connection.execute(sa.select(games))}
    for (game, seat), visitors in held.items():
        host = hosts[game]
        keeps = next((visitor for visitor in visitors if visitor != host), host)
        others = (holders.c.game_id == game, holders.c.seat == seat, holders.c.visitor != keeps)
        connection.execute(sa.delete(holders).where(*others))
        connection.execute(sa.update(seats).where(seats.c.game_id == game, seats.c.seat == seat).values(claimed=1))
        if keeps == host:  # the tokens of the host's own seats go on being the host's
            hashes = connection.scalars(sa.select(keys.c.hash).where(keys.c.game_id == game, keys.c.seat == seat))
            rows = [{"visitor": hash, "game_id": game, "seat": seat} for hash in hashes]
            if rows:
                connection.execute(sa.insert(holders), rows)
    # a seat that counted as taken and that no browser holds was taken by a program, by the token of its link
    for row in connection.execute(sa.select(seats).where(seats.c.kind == "human", seats.c.claimed == 1)).all():
        if (row.game_id, row.seat) not in held:
            of_seat = (keys.c.game_id == row.game_id, keys.c.seat == row.seat)
            rows = [
                {"visitor": hash, "game_id": row.game_id, "seat": row.seat}
                for hash in connection.scalars(sa.select(keys.c.hash).where(*of_seat))
            ]
            if rows:
                connection.execute(sa.insert(holders), rows)


def downgrade() -> None:
    """Take the columns out again; who holds what stays, programs by the links' own tokens."""
    op.get_bind().execute(sa.delete(holders).where(holders.c.visitor.in_(sa.select(keys.c.hash))))
    op.drop_index("games_by_age", "games")
    op.drop_index("seat_keys_of_game", "seat_keys")
    op.drop_column("seat_keys", "kind")
    op.drop_column("seats", "link")
