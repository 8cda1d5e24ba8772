"""How many threads all bots of this process may think in at once."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

from chapterhouse.kernel.batch import count_cores


class Cores:
    """So many cores, lent to whoever thinks."""

    def __init__(self, total: int) -> None:
        self._total, self._taken = total, 0
        self._changed = threading.Condition()

    @property
    def total(self) -> int:
        return self._total

    def limit(self, total: int) -> None:
        """From now on so many; who has more keeps them until he has done."""
        if total < 1:
            raise ValueError(f"{total}: bots need at least one core")
        with self._changed:
            self._total = total
            self._changed.notify_all()

    @contextlib.contextmanager
    def lent(self, most: int, seconds: float | None = None) -> Iterator[int]:
        """Wait for a core, at most so long, and take those that are free, up to `most`; 0 when time ran out."""
        end = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            while self._taken >= self._total:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    break
                self._changed.wait(left)
            given = max(0, min(most, self._total - self._taken))
            self._taken += given
        try:
            yield given
        finally:
            with self._changed:
                self._taken -= given
                self._changed.notify_all()


cores = Cores(count_cores())
