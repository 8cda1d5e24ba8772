"""The clock: time for each decision. It starts anew whenever a seat is asked. A soft end shows overtime, a hard one
lets a bot decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

GRACE = 10.0  # seconds at least, once a table comes back into memory: nobody could play while it was away


@dataclass(frozen=True)
class Clock:
    """So many seconds a decision."""

    seconds: float
    is_hard: bool

    @classmethod
    def read(cls, data: Mapping[str, Any] | None) -> Clock | None:
        return None if data is None else cls(float(data["seconds"]), data["end"] == "hard")

    def due(self, asked_at: float) -> float:
        return asked_at + self.seconds

    def is_up(self, asked_at: float, now: float) -> bool:
        return now >= self.due(asked_at)

    def resumed(self, asked_at: float, now: float) -> float:
        """When a seat counts as asked, for a table that comes back into memory now."""
        return max(asked_at, now - self.seconds + min(GRACE, self.seconds))
