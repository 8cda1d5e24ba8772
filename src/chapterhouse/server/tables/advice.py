"""Hints while a game is played, and reviews of games that are over: both by the bots' search, within its bounds.

A hint is thought of in the threads of the bots. Reviews have one thread for all of them, so that none delays a bot for
longer than one search; each is kept with its game.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chapterhouse.bots.contract import Budget
from chapterhouse.bots.hint import Hint, hint
from chapterhouse.bots.review import review
from chapterhouse.bots.search import load_searcher
from chapterhouse.play.table import Table
from chapterhouse.server.store import queries
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable

if TYPE_CHECKING:
    from chapterhouse.server.tables.service import Service

WAITING = 20  # reviews of all visitors, the one being made among them
WAITING_EACH = 3  # of one visitor
MOST_SIMULATIONS = 100_000  # of a hint: more would tell nothing new
SIMULATIONS = 400  # of a decision in a review, where there is time for so many
log = logging.getLogger("chapterhouse.advice")


@dataclass
class Job:
    """A review that is being made, or waits for its turn."""

    who: str
    is_running: bool = False
    is_stopped: bool = False
    done: float = 0.0  # 0 … 1


class Advice:
    """What the bots tell people."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.jobs: dict[str, Job] = {}  # by the id of the table
        self.failed: set[str] = set()  # tables whose review broke, until it is begun again
        self._threads = ThreadPoolExecutor(1, "review")

    def close(self) -> None:
        """Reviews that are not done are given up."""
        for job in self.jobs.values():
            job.is_stopped = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hint(self, live: LiveTable, seat: int, language: str, who: str) -> dict[str, Any]:
        """The best choices of a seat that is asked, from what it may know; one question of a visitor at a time."""
        table, step, key = live.table, live.step, ("hint", seat, language)
        texts = table.texts(language)
        async with self.service.work.turn(who):
            advice: Hint | None = live.cache.get(key)
            if advice is None:
                seconds = self.service.settings.hint_seconds

                def ask(share: float) -> Hint:
                    budget = Budget(seconds=seconds * share, simulations=MOST_SIMULATIONS)
                    return hint(table, seat, budget, texts=texts, stop=lambda: live.step != step)

                advice = await self.service.bots.think(ask)
                if live.step != step:
                    raise RequestError("stale", step=live.step)
                if not advice.simulations:
                    raise RequestError("busy", "busy_bots", step=live.step)
                live.cache[key] = advice
        self.service.metrics.count("chapterhouse_hints_total")
        return advice.to_json(texts) | {"step": step}

    # ── reviews ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def stored(self, id: str) -> dict[str, Any] | None:
        """The review that is kept with a game."""
        text = await self.service.store.read(lambda c: queries.review_of(c, id))
        return None if text is None else json.loads(text)

    def start(self, live: LiveTable, who: str) -> None:
        """Make a review in the background, unless that is being done."""
        if live.id in self.jobs:
            return
        if len(self.jobs) >= WAITING or sum(job.who == who for job in self.jobs.values()) >= WAITING_EACH:
            raise RequestError("busy", "busy_bots", step=live.step)
        self.failed.discard(live.id)
        job = self.jobs[live.id] = Job(who)
        self.service.work.spawn(self._make(live.id, live.table, job))

    def stop(self, live: LiveTable) -> None:
        if live.id in self.jobs:
            self.jobs[live.id].is_stopped = True

    async def _make(self, id: str, table: Table, job: Job) -> None:
        try:
            data = await asyncio.get_running_loop().run_in_executor(self._threads, self._look_back, table, job)
            if data is not None:
                text = json.dumps(data, separators=(",", ":"))
                await self.service.store.write(lambda c: queries.add_review(c, id, text, time.time()))
                self.service.metrics.count("chapterhouse_reviews_total")
        except Exception as e:
            self.failed.add(id)
            log.error("review failed", extra={"game": table.game.id, "kind": type(e).__name__})
        finally:
            del self.jobs[id]

    def _look_back(self, table: Table, job: Job) -> dict[str, Any] | None:
        if job.is_stopped:
            return None
        job.is_running = True
        searcher = load_searcher(table.game.id)
        if table.engine.is_in_background:
            searcher.compile_in_background()
        while searcher.is_compiling and not job.is_stopped:  # with plain rules it would take hours
            time.sleep(0.2)

        def tell(done: float) -> None:
            job.done = done

        seconds = self.service.settings.review_seconds
        budget = Budget(simulations=SIMULATIONS)
        return review(table, budget, seconds=seconds, progress=tell, stop=lambda: job.is_stopped)
