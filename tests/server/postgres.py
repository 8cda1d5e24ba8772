"""A PostgreSQL of our own for the tests, where one is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chapterhouse.load.postgres import NoPostgres, Postgres, free_port

__all__ = ["cluster", "free_port"]


def cluster() -> Iterator[str]:
    """The address of a server with nothing in it."""
    try:
        postgres = Postgres()
    except NoPostgres as e:
        pytest.skip(f"not tested with PostgreSQL: {e}")
    yield postgres.url
    postgres.close()
