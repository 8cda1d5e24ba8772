"""The first form: games, their entries, seats, who holds them, and what is said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("pace", sa.Float, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("asked", sa.String(16), nullable=False),
        sa.Column("over", sa.SmallInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seats_revision", sa.Integer, nullable=False),
        sa.Column("rematch", sa.String(32), nullable=True),
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("code", sa.Integer, nullable=True),
        sa.Column("words", sa.String(200), nullable=True),
        sa.Column("doer", sa.String(8), nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("game_id", "request", name="one_answer_a_request"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("claimed", sa.SmallInteger, nullable=False),
        sa.Column("bot", sa.String(40), nullable=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "seat_keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True),
    )
    op.create_index("holders_of_game", "holders", ["game_id"])
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("chat_of_game", "chat", ["game_id", "id"])


def downgrade() -> None:
    """Take all tables out."""
    for name in ("chat", "holders", "seat_keys", "seats", "entries", "games"):
        op.drop_table(name)
