"""SIGKILL at random moments while forty games are played: what was acknowledged is there, once, and all goes on."""

from __future__ import annotations

import asyncio
import pathlib
import random

import sqlalchemy as sa

from chapterhouse.load.client import Connection
from chapterhouse.server.store import queries
from chapterhouse.server.store.rows import Entry
from tests.server.driving import Serving
from tests.server.driving_many import Driven, check, drive, lay

GAMES, KILLS, DECISIONS = 40, 4, 12


def kept(folder: pathlib.Path, table: Driven) -> list[Entry]:
    engine = sa.create_engine(f"sqlite:///{folder / 'games.db'}")
    with engine.connect() as connection:
        found = queries.entries_of(connection, table.id)
    engine.dispose()
    return found


def test_killed_at_random_moments(tmp_path: pathlib.Path) -> None:
    async def inside() -> None:
        serving = Serving(tmp_path)
        port = serving.port
        try:
            tables = [await lay(port, seed) for seed in range(GAMES)]
            connection = Connection(port)
            watched = {"game": "templari", "mode": "watch", "pace": 0.05}
            bots = [(await connection.data("POST", "/api/tables", watched))["id"] for _ in range(3)]
            connection.close()
            playing = [asyncio.ensure_future(drive(t, lambda _: port, DECISIONS, 0.4)) for t in tables]
            for _ in range(KILLS):
                await asyncio.sleep(0.3 + random.random() * 1.2)
                serving.kill()
                before = {t.id: t.acknowledged for t in tables}
                for t in tables:
                    entries = kept(tmp_path, t)
                    assert len(entries) >= before[t.id]
                serving = await asyncio.to_thread(Serving, tmp_path, port)
            await asyncio.gather(*playing)
            assert sum(t.repeated for t in tables) > 0, "no request was ever lost: nothing was shown"
            for t in tables:
                check(t, kept(tmp_path, t))
                assert t.acknowledged == DECISIONS
            # every game goes on, those of bots as soon as somebody looks
            await asyncio.gather(*(drive(t, lambda _: port, DECISIONS + 2) for t in tables))
            for t in tables:
                check(t, kept(tmp_path, t))
                assert t.acknowledged == DECISIONS + 2
            connection = Connection(port)
            for id in bots:
                first = (await connection.data("GET", f"/api/tables/{id}?picture=false"))["step"]
                for _ in range(600):
                    told = await connection.data("GET", f"/api/tables/{id}?picture=false")
                    if told["step"] > first or told["over"]:
                        break
                    await asyncio.sleep(0.1)
                assert told["step"] > first or told["over"]
            connection.close()
        finally:
            serving.stop()

    asyncio.run(inside())
