"""What ends a command from outside."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from typing import NoReturn


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


@contextlib.contextmanager
def terminate_as_ctrl_c() -> Iterator[None]:
    """Meanwhile SIGTERM is as good as Ctrl-C, which a shell keeps from what it runs in the background."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
