"""A table has a bot of its own, which plays for who is away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables of before have the usual one."""
    op.add_column("games", sa.Column("bot", sa.String(40), nullable=False, server_default="sensible"))


def downgrade() -> None:
    """Take it out again."""
    op.drop_column("games", "bot")
