"""Work that outlives who asked for it, and work that is too long for the event loop.

Long work is cut into parts: after each, whoever else waits for a thread has their turn. One visitor has one piece of
long work done at a time, so that nobody waits for all that another has sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from chapterhouse.server.tables.errors import RequestError

T = TypeVar("T")
PART = 0.02  # seconds of work before others have their turn
WAITING = 16  # pieces of work of one visitor at most, the one being done among them


class Work:
    """Background tasks and worker threads of one server."""

    def __init__(self, threads: int, name: str) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(threads, name)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is not lost when who asked for it goes away."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def in_thread(self, who: str, f: Callable[..., T], *args: Any) -> T:
        """Work of a visitor that cannot be cut."""
        async with self.turn(who):
            return await asyncio.get_running_loop().run_in_executor(self._threads, f, *args)

    async def in_parts(self, who: str, parts: Iterator[T]) -> list[T]:
        """All that an iterator yields, a little at a time."""
        done: list[T] = []
        loop = asyncio.get_running_loop()
        async with self.turn(who):
            while not await loop.run_in_executor(self._threads, _go_on, parts, done):
                pass
        return done

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """One visitor's work after the other; RequestError when too much of it waits."""
        if self._waiting.get(who, 0) >= WAITING:
            raise RequestError("busy")
        lock = self._turns.setdefault(who, asyncio.Lock())
        self._waiting[who] = self._waiting.get(who, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._turns[who]

    async def close(self) -> None:
        """Wait for the tasks; threads end by themselves."""
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        self._threads.shutdown(wait=False, cancel_futures=True)


def _go_on(parts: Iterator[T], done: list[T]) -> bool:
    """Work for a little while; whether all is done."""
    end = time.monotonic() + PART
    for part in parts:
        done.append(part)
        if time.monotonic() >= end:
            return False
    return True
