"""Whether a table allows hints, and reviews of games that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Tables of before allow hints where they would if they were new."""
    op.add_column("games", sa.Column("hints", sa.SmallInteger, nullable=True))
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Take both out again."""
    op.drop_table("reviews")
    op.drop_column("games", "hints")
