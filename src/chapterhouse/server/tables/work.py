"""Work that outlives who asked for it, and work that is too long for the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Work:
    """Background tasks and worker threads of one server."""

    def __init__(self, threads: int, name: str) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(threads, name)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is not lost when who asked for it goes away."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def in_thread(self, f: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, f, *args)

    async def close(self) -> None:
        """Wait for the tasks; threads end by themselves."""
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        self._threads.shutdown(wait=False, cancel_futures=True)
