"""Pictures that were drawn a moment ago, within a bound of memory for all tables together."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

BYTES = 64_000_000


class Pictures:
    """The latest pictures by their key; the longest unused go."""

    def __init__(self, most: int = BYTES) -> None:
        self.most, self.size = most, 0
        self._all: OrderedDict[tuple[Any, ...], str] = OrderedDict()

    def get(self, key: tuple[Any, ...], draw: Callable[[], str]) -> str:
        """The picture of that key, drawn if it is not there."""
        picture = self._all.pop(key, None)
        if picture is None:
            picture = draw()
            self.size += len(picture)
        self._all[key] = picture
        while self.size > self.most and len(self._all) > 1:
            _, gone = self._all.popitem(last=False)
            self.size -= len(gone)
        return picture

    def clear(self) -> None:
        self._all.clear()
        self.size = 0


PICTURES = Pictures()
