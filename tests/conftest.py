"""For all tests."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """What the modules of the tests have imported stays: the collector need not look through it each time."""
    gc.collect()
    gc.freeze()
