"""Tables in memory: rules frozen with the game, simultaneous choices, clocks, bots that fail, memory."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest

import chapterhouse.server.tables.bots as bots_module
from chapterhouse.bots import Budget, levels, make
from chapterhouse.play.table import Table
from chapterhouse.play.walk import routes
from chapterhouse.server.http.events import Events, OpenStreams
from chapterhouse.server.metrics import Metrics
from chapterhouse.server.store import queries
from chapterhouse.server.store.rows import Entry
from chapterhouse.server.tables.create import chairs_for, create
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.pictures import Pictures
from chapterhouse.server.tables.service import Service
from tests.server.driving import settings_for


@contextlib.asynccontextmanager
async def opened(folder: pathlib.Path, **settings: Any) -> AsyncIterator[Service]:
    service = Service(settings_for(folder, **settings), Metrics())
    await service.open()
    try:
        yield service
    finally:
        await service.close()


def run(folder: pathlib.Path, work: Callable[[Service], Coroutine[Any, Any, None]], **settings: Any) -> None:
    async def inside() -> None:
        async with opened(folder, **settings) as service:
            await work(service)

    asyncio.run(inside())


async def add(service: Service, mode: str = "one_screen", seed: int = 3, **more: Any) -> LiveTable:
    table = Table("templari", 3, seed=seed, start=0)
    made = create(table, chairs_for(mode, 3, "sensible"), "v" * 43, mode=mode, pace=0.0, **more)
    await service.add(made)
    return made.live


async def until(true: Callable[[], bool], within: float = 60.0) -> None:
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        await asyncio.sleep(0.01)


def test_a_table_that_left_the_memory_comes_back_as_it_was(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        await service.act(live, 0, "bid 2", 0)
        await service.undo(live, 0, 1)
        await service.act(live, 0, "bid 3", 2)
        await service.change_seat(live, 1, name="Ada")
        view, step, plies = live.table.view(1), live.step, live.plies
        service.registry.drop(live)
        again = await service.registry.get(live.id)
        assert again is not live
        assert (again.table.view(1), again.step, again.plies) == (view, step, plies)
        assert again.asked_since == live.asked_since
        assert again.table.names == ["", "Ada", ""]

    run(tmp_path, work)


def test_a_slim_table_is_the_same_table(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        await service.act(live, 0, "bid 2", 0)
        before = live.table
        log, view = before.log(0), before.view(0)
        live.shrink()
        assert live.table is not before  # whoever reads the old one in a thread still has it whole
        assert before._past
        assert not live.table._past
        assert (live.table.log(0), live.table.view(0)) == (log, view)
        assert live.table.can_undo(0)
        await service.undo(live, 0, 1)
        assert live.table.ply == 0

    run(tmp_path, work)


def test_many_ask_for_one_table_that_is_not_in_memory(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        service.registry.drop(live)
        found = await asyncio.gather(*(service.registry.get(live.id) for _ in range(20)))
        assert all(f is found[0] for f in found)
        with pytest.raises(RequestError):
            await service.registry.get("A" * 16)

    run(tmp_path, work)


def test_only_so_many_tables_in_memory(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        lives = [await add(service, seed=i) for i in range(8)]
        assert len(service.registry.tables) == 3
        for live in lives:
            assert (await service.registry.get(live.id)).table.seed == live.table.seed
            assert len(service.registry.tables) <= 3

    run(tmp_path, work, tables=3)


def test_a_hundred_answers_at_once_and_one_wins(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        answers = await asyncio.gather(
            *(service.act(live, 0, f"bid {1 + i % 9}", 0, request=f"request-{i}") for i in range(100)),
            return_exceptions=True,
        )
        won = [a for a in answers if isinstance(a, Entry)]
        assert len(won) == 1
        assert {a.kind for a in answers if isinstance(a, RequestError)} == {"stale"}
        assert live.step == live.table.ply == 1

    run(tmp_path, work)


def test_seats_that_choose_at_the_same_time_do_not_outdate_each_other(tmp_path: pathlib.Path) -> None:
    """A page is behind when another seat has chosen, but its own question still stands. No game is needed to show
    this: the live table alone decides it, from which seats were asked before and after."""

    async def work(service: Service) -> None:
        live = await add(service)
        live.asked_since = {0: 4, 1: 4}  # both were asked at step 4
        live.step = 4

        class Both:
            ply, asked, names = 5, [1], live.table.names

        live.append(Entry(5, "act", 0, 1, "x", "human", "r", 0.0), Both())  # type: ignore[arg-type]
        assert live.asked_since == {1: 4}
        assert live.is_still_asked(1, 4)  # seat 1 had seen step 4 and answers late
        assert not live.is_still_asked(1, 3)
        assert not live.is_still_asked(0, 4)

    run(tmp_path, work)


def test_a_hard_clock_decides(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service, clock={"seconds": 0.2, "end": "hard"})
        await until(lambda: live.step >= 2)
        entries = await service.store.read(lambda c: queries.entries_of(c, live.id))
        assert {e.doer for e in entries} == {"clock"}

    run(tmp_path, work)


def test_a_soft_clock_only_shows_it(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service, clock={"seconds": 0.1, "end": "soft"})
        await asyncio.sleep(0.3)
        assert live.step == 0
        assert live.clock is not None
        assert live.clock.is_up(live.asked_at[0], time.time())

    run(tmp_path, work)


def test_a_bot_that_fails_is_replaced_by_chance(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, seen: Any, seat: int, budget: Any = None) -> int:
            raise RuntimeError("no idea")

    class Cheat:
        def choose(self, seen: Any, seat: int, budget: Any = None) -> int:
            return 59

    bots = iter([Broken(), Cheat(), Broken()])
    monkeypatch.setattr(bots_module, "make", lambda *_: next(bots))

    async def work(service: Service) -> None:
        live = await add(service, "watch")
        await until(lambda: live.step >= 6)
        assert service.metrics.counters["chapterhouse_bot_failures_total", ()] >= 6

    run(tmp_path, work)


def test_bots_think_while_others_are_served(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_enough = threading.Event()

    class Slow:
        def choose(self, seen: Any, seat: int, budget: Any = None) -> int:
            is_enough.wait(60)
            return 0

    monkeypatch.setattr(bots_module, "make", lambda *_: Slow())

    async def work(service: Service) -> None:
        await asyncio.gather(*(add(service, "watch", seed=i) for i in range(4)))
        live = await add(service)
        try:
            await service.act(live, 0, "bid 2", 0)
            assert not is_enough.is_set()
        finally:
            is_enough.set()

    run(tmp_path, work)


def test_where_many_wait_each_thinks_for_less_time(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve tables of masters on two threads: none has its two seconds, so that nobody waits for long."""
    seconds = list[float]()

    class Master:
        budget = Budget(seconds=2)

        def choose(self, seen: Any, seat: int, budget: Any = None) -> int:
            seconds.append(budget.seconds)
            time.sleep(0.02)
            return -1  # what is not allowed is decided by chance

    monkeypatch.setattr(bots_module, "make", lambda *_: Master())

    async def work(service: Service) -> None:
        await asyncio.gather(*(add(service, "watch", seed=i) for i in range(12)))
        await until(lambda: len(seconds) > 60)
        hints = await asyncio.gather(*(service.bots.think(lambda share: share) for _ in range(3)))
        assert max(hints) < 0.5

    run(tmp_path, work)
    assert 2 * bots_module.LEAST <= min(seconds) < 0.5
    assert max(seconds) <= 2


def test_only_time_is_shortened() -> None:
    assert bots_module.shortened(Budget(seconds=2), 0.25) == Budget(seconds=0.5)
    assert bots_module.shortened(Budget(seconds=2), 1) == Budget(seconds=2)
    quick = Budget(simulations=64, seconds=0.4)
    assert bots_module.shortened(quick, 0.25) == quick
    assert bots_module.shortened(None, 0.25) is None
    assert all(make(level.id, "templari", 1).budget == level.budget for level in levels())  # type: ignore[attr-defined]


def test_who_goes_away_in_the_middle_does_not_stop_an_action(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        asked = asyncio.ensure_future(service.act(live, 0, "bid 2", 0))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await until(lambda: live.step == 1)
        assert len(await service.store.read(lambda c: queries.entries_of(c, live.id))) == 1

    run(tmp_path, work)


def test_rules_of_another_version_are_not_played_by_ours(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        service.registry.drop(live)
        kept = await service.store.read(lambda c: queries.game(c, live.id))
        assert kept is not None
        assert kept.rules == live.table.game.version
        assert kept.record["options"] == live.table.options
        assert kept.record["data"] == live.table.data
        import json

        import sqlalchemy as sa

        later = json.dumps(kept.record | {"rules": 999})
        change = sa.text("UPDATE games SET record = :record WHERE id = :id")
        await service.store.write(lambda c: c.execute(change, {"record": later, "id": live.id}))
        with pytest.raises(RequestError) as refused:
            await service.registry.get(live.id)
        assert refused.value.kind == "unplayable"

    run(tmp_path, work)


def test_away_means_no_page_for_a_while(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        created = live.row.created
        assert live.away_from(1, 60) == created + 60
        live.streams[1] += 1
        assert live.away_from(1, 60) is None
        live.streams[1] -= 1
        live.left[1] = created + 50
        assert live.away_from(1, 60) == created + 110

    run(tmp_path, work)


async def _for_ever() -> dict[str, Any]:
    await asyncio.Event().wait()
    raise AssertionError


def test_a_reader_that_stops_gets_only_the_latest(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        sent: list[bytes] = []
        may_go = asyncio.Event()
        may_go.set()

        async def send(message: Any) -> None:
            await may_go.wait()
            sent.append(message.get("body", b""))

        streams = OpenStreams(service.settings)
        stream = asyncio.ensure_future(Events(service, streams, [(live, 1)], "a")({"type": "http"}, _for_ever, send))
        await until(lambda: any(b'"step": 0' in body for body in sent))
        may_go.clear()
        step = 0
        for _ in range(40):  # to and fro: eighty entries while nothing is read
            await service.act(live, 0, "bid 2", step)
            await service.undo(live, 0, step + 1)
            step += 2
        sent.clear()
        may_go.set()
        await until(lambda: any(b'"step": 80' in body for body in sent))
        assert len(sent) <= 2, "one may have been on its way, the other is the latest"
        stream.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await stream
        assert (streams.count, streams.of_address, live.watchers) == (0, {}, set())

    run(tmp_path, work)


def test_a_reader_that_never_reads_is_let_go(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)

        async def send(message: Any) -> None:
            if b"retry" in message.get("body", b""):
                await asyncio.Event().wait()

        streams = OpenStreams(service.settings)
        with pytest.raises(TimeoutError):
            await Events(service, streams, [(live, None)], "a")({"type": "http"}, _for_ever, send)
        assert streams.count == 0
        assert not live.watchers

    run(tmp_path, work, stall=0.2)


def test_a_walk_is_taken_back_as_one_and_comes_back_from_the_store(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        table = Table("temple", 2, seed=5, start=0)
        made = create(table, chairs_for("one_screen", 2, "sensible"), "v" * 43, mode="one_screen", pace=0.0)
        await service.add(made)
        live = made.live
        steps = routes(live.table, 0, "room-1-3")[0].steps
        await service.walk(live, 0, steps, 0, request="a" * 12)
        assert live.table.ply == len(steps) == 2
        assert (await service.walk(live, 0, steps, 0, request="a" * 12)).step == live.step  # asked twice, done once
        await service.undo(live, 0, live.step)
        assert live.table.ply == 0
        service.registry.drop(live)
        again = await service.registry.get(live.id)
        assert (again.step, again.plies, again.origins) == (live.step, live.plies, [])

    run(tmp_path, work)


def test_against_bots_alone_all_is_taken_back_and_counted(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service, "bots")
        await service.act(live, 0, "bid 1", 0)
        await until(lambda: live.table.ply > 1 and 0 in live.table.asked)
        assert live.table.undo_refusal(0) is not None
        await service.undo(live, 0, live.step)
        assert (live.table.ply, live.taken_back > 1) == (0, True)
        service.registry.drop(live)
        again = await service.registry.get(live.id)
        assert (again.table.ply, again.taken_back) == (0, live.taken_back)

    run(tmp_path, work)


def test_bots_wait_for_a_word(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service, "bots")
        await service.set_pace(live, -1)
        await service.act(live, 0, "bid 1", 0)
        await asyncio.sleep(0.3)
        assert live.table.ply == 1
        service.let_bot(live)
        await until(lambda: live.table.ply == 2)
        await asyncio.sleep(0.2)
        assert live.table.ply == 2
        await service.set_pace(live, 0)
        await until(lambda: live.table.ply > 2)

    run(tmp_path, work)


def test_only_what_leaves_no_choice_counts_as_forced(tmp_path: pathlib.Path) -> None:
    async def work(service: Service) -> None:
        live = await add(service)
        await service.act(live, 0, "bid 2", 0, doer="forced")
        assert live.origins[-1].doer == "human"

    run(tmp_path, work)


def test_pictures_are_kept_within_a_bound() -> None:
    """The longest unused go; one that is larger than all that may be kept is drawn and kept alone."""
    pictures, drawn = Pictures(most=100), []

    def picture(key: int, size: int = 40) -> str:
        def draw() -> str:
            drawn.append(key)
            return "x" * size

        return pictures.get((key,), draw)

    for key in (1, 2, 1, 3, 1, 2):
        assert len(picture(key)) == 40
        assert pictures.size <= 100
    assert drawn == [1, 2, 3, 2]
    assert len(picture(4, 500)) == 500
    assert len(picture(5)) == 40
    assert pictures.size == 40
    pictures.clear()
    assert pictures.size == 0
