"""The seats that bots play, and the clock that lets a bot decide."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from chapterhouse.bots import Budget, make, show, sights
from chapterhouse.bots.search import load_searcher
from chapterhouse.server.store.db import Unavailable
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable

if TYPE_CHECKING:
    from chapterhouse.server.tables.service import Service

T = TypeVar("T")
LEAST = 0.1  # part of its time that a bot has at least, however many wait
log = logging.getLogger("chapterhouse.bots")


class Bots:
    """They think in threads of their own, from what their seat may know."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._threads = ThreadPoolExecutor(service.settings.bots, "bot")
        self._asked = 0  # bots that think, or wait for a thread
        self._ready: set[str] = set()  # games whose search is compiled, or soon will be

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[[float], T]) -> T:
        """Work of the bots, in their threads; it is told what part of its time it may take, which is less where more
        wait than there are threads."""
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(self._share))
        finally:
            self._asked -= 1

    @property
    def _share(self) -> float:
        return max(LEAST, min(1.0, self.service.settings.bots / max(1, self._asked)))

    def go_on(self, live: LiveTable, is_ours: bool) -> None:
        """After a change: let bots think and set the clock. Bots of another process get a little time to answer first,
        when the change was theirs."""
        if not self._is_in_play(live):
            return
        self._get_ready(live)
        self._set_timer(live)
        if not live.bot_seats:
            return
        if is_ours:
            self._start(live)
        else:
            step = live.step
            asyncio.get_running_loop().call_later(
                self.service.settings.bot_grace, lambda: self._start(live) if live.step == step else None
            )

    def _get_ready(self, live: LiveTable) -> None:
        """Where somebody may ask for a hint, the search is compiled before that."""
        game = live.table.game.id
        if live.allows_hints and live.table.engine.is_in_background and game not in self._ready:
            self._ready.add(game)
            self._threads.submit(lambda: load_searcher(game).compile_in_background())

    def _is_in_play(self, live: LiveTable) -> bool:
        return live.id in self.service.registry.tables and not self.service.is_stopping and not live.is_waiting

    def _start(self, live: LiveTable) -> None:
        if self._is_in_play(live) and (live.driver is None or live.driver.done()):
            live.driver = asyncio.get_running_loop().create_task(self._play(live))

    async def _play(self, live: LiveTable) -> None:
        """Decide for one bot's seat after the other, as long as one is asked."""
        while (seats := live.bot_seats) and not _is_held(live):
            seat, step = seats[0], live.step
            name = live.seats[seat].bot or "random"
            live.thinking.add(seat)
            try:
                begun = time.monotonic()
                code = await self._choose(live, seat, name)
                while time.monotonic() - begun < live.row.pace:  # looked at again: the speed may be changed meanwhile
                    await asyncio.sleep(min(0.1, live.row.pace))
                if live.seats[seat].bot == name and not _is_held(live):
                    live.permits = 0
                    await self.service.act(live, seat, code, step, doer="bot")
            except RequestError:
                pass  # the table has moved on: look again
            except Unavailable:
                await asyncio.sleep(1)
            finally:
                live.thinking.discard(seat)

    async def _choose(self, live: LiveTable, seat: int, name: str) -> int:
        """A bot's choice; chance decides where the bot fails."""
        begun = time.perf_counter()
        table, metrics = live.table, self.service.metrics
        try:
            bot = live.bots.get((seat, name))
            if bot is None:
                bot = live.bots[seat, name] = make(name, table.game.id, secrets.randbits(31))
            steps, seen = sights(bot, table, seat), table.seen(seat)

            def think(share: float) -> int:
                show(bot, steps, seat)
                return int(bot.choose(seen, seat, shortened(getattr(bot, "budget", None), share)))

            code = await self.think(think)
            if table.explain(code, seat) is None:
                return code
            log.error("bot chose what is not allowed", extra={"bot": name, "game": table.game.id})
        except Exception as e:
            log.error("bot failed", extra={"bot": name, "game": table.game.id, "kind": type(e).__name__})
        finally:
            metrics.count("chapterhouse_bot_seconds_total", time.perf_counter() - begun)
        metrics.count("chapterhouse_bot_failures_total")
        return secrets.choice(table.legal_for(seat)).code

    def _set_timer(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if live.clock is None or not live.clock.is_hard:
            return
        due = [live.clock.due(at) for seat, at in live.asked_at.items() if live.seats[seat].bot is None]
        if due:
            wait = max(0.05, min(due) - time.time())
            spawn = self.service.work.spawn
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: spawn(self._decide_late(live)))

    async def _decide_late(self, live: LiveTable) -> None:
        """The end of a hard clock: a bot decides for each seat whose time is up."""
        clock = live.clock
        assert clock is not None
        for seat, at in list(live.asked_at.items()):
            if live.seats[seat].bot is None and clock.is_up(at, time.time()):
                step = live.step
                code = await self._choose(live, seat, live.row.bot)
                with contextlib.suppress(RequestError, Unavailable):
                    await self.service.act(live, seat, code, step, doer="clock")
        self._set_timer(live)


def _is_held(live: LiveTable) -> bool:
    """Whether the bots wait for a word."""
    return live.row.pace < 0 and not live.permits


def shortened(budget: Budget | None, share: float) -> Budget | None:
    """Less time for who thinks for a time; who thinks a number of simulations is quick, and is what he is by them."""
    if budget is None or budget.seconds is None or budget.simulations is not None:
        return budget
    return replace(budget, seconds=budget.seconds * share)
