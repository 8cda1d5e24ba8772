"""Tables that wait for their host to start, lists of them, who won, and what tells a phone that it is its turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Tables of before have been started; who won the finished ones is found out when somebody asks."""
    op.add_column("games", sa.Column("waiting", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("listed", sa.SmallInteger, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("language", sa.String(8), nullable=False, server_default=""))
    op.add_column("games", sa.Column("winners", sa.String(16), nullable=True))
    op.create_index("games_that_wait", "games", ["waiting", "listed"])
    op.create_table(
        "pushes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("pushes_of_visitor", "pushes", ["visitor"])
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take it all out again; a table that was never started goes with it, as nothing was dealt."""
    connection = op.get_bind()
    games = sa.table("games", sa.column("id"), sa.column("waiting"))
    waiting = sa.select(games.c.id).where(games.c.waiting == 1)
    for name in ("chat", "holders", "seat_keys", "seats", "entries"):
        of_game = sa.table(name, sa.column("game_id"))
        connection.execute(sa.delete(of_game).where(of_game.c.game_id.in_(waiting)))
    connection.execute(sa.delete(games).where(games.c.waiting == 1))
    op.drop_table("house_keys")
    op.drop_table("pushes")
    op.drop_index("games_that_wait", "games")
    for name in ("winners", "language", "listed", "waiting"):
        op.drop_column("games", name)
