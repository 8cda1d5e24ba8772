"""The past: played again off the event loop and in parts, so that one visitor's long games delay nobody else."""

from __future__ import annotations

import asyncio
import pathlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from chapterhouse.play.table import Table
from chapterhouse.server.app import create_app
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.server.tables.work import WAITING, Work
from tests.server.browser import Browser, House
from tests.server.driving import lay, play_alone, settings_for


def test_long_uploads_delay_nobody_elses_log(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten uploads that would never end, of five addresses, more than there are threads: a log is told all the same,
    and a table that is not in memory is loaded."""
    stop, begun = threading.Event(), threading.Semaphore(0)
    load = Table.load_in_parts
    table = Table("templari", 3, seed=1)

    def endless(record: dict[str, Any]) -> Iterator[Table]:
        if record["names"] is None:
            yield from load(record)
            return
        begun.release()
        while not stop.is_set():
            time.sleep(0.005)
            yield table

    monkeypatch.setattr(Table, "load_in_parts", endless)
    with House(create_app(settings_for(tmp_path))) as house:
        client = Browser(house)
        id = lay(client, mode="one_screen")["id"]
        play_alone(client, id, 12)
        record = table.save() | {"names": ["a", "b", "c"]}
        strangers = [Browser(house, f"10.0.0.{i // 2}") for i in range(10)]
        uploads = [
            asyncio.run_coroutine_threadsafe(s._client.post("/api/records", json={"record": record}), house.loop)
            for s in strangers
        ]
        for _ in range(5):  # one of each address; the other waits for it
            assert begun.acquire(timeout=60)
        assert not begun.acquire(timeout=0.2)
        house.app.state.service.registry.drop_all()
        assert len(client.get(f"/api/tables/{id}/log").json()["log"]) >= 12
        assert client.get(f"/api/tables/{id}/replay?ply=5").status_code == 200
        assert not any(upload.done() for upload in uploads)
        stop.set()
        for upload in uploads:
            upload.result(30)


def test_so_much_work_of_one_visitor_waits_and_no_more() -> None:
    async def inside() -> None:
        work, go_on = Work(2, "test"), threading.Event()
        tasks = [asyncio.ensure_future(work.in_thread("a", go_on.wait)) for _ in range(WAITING)]
        await asyncio.sleep(0.05)
        with pytest.raises(RequestError) as refused:
            await work.in_parts("a", iter([1]))
        assert refused.value.kind == "busy"
        assert await work.in_parts("b", iter([1, 2, 3])) == [1, 2, 3]
        go_on.set()
        await asyncio.gather(*tasks)
        assert await work.in_parts("a", iter([4])) == [4]
        await work.close()

    asyncio.run(inside())


def test_a_fault_in_the_middle_is_told(client: Browser) -> None:
    record = Table("templari", 3, seed=1).save() | {"actions": [[0, "bid 1", "00000000"]]}
    answer = client.post("/api/records", json={"record": record})
    assert answer.status_code == 422
    assert answer.json()["faults"]
