"""Many games driven by clients that go on through crashes: every answer that was given is remembered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from chapterhouse.load.client import Connection
from chapterhouse.load.games import create_table, play_through

LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


@dataclass
class Driven:
    """A table that a client plays: all its seats, from moves known beforehand."""

    id: str
    tokens: list[str]
    moves: list[tuple[int, int]]
    acknowledged: int = 0  # how many decisions the server has said to keep
    repeated: int = 0  # how often a request was sent again
    errors: list[str] = field(default_factory=list)


async def lay(port: int, seed: int) -> Driven:
    connection = Connection(port)
    game = await create_table(connection, play_through("templari", seed, 24))
    connection.close()
    return Driven(game.id, game.tokens, game.decisions)


async def drive(table: Driven, ports: Callable[[int], int], until: int, pause: float = 0.0) -> None:
    """Play up to decision `until`; a request whose answer was lost is sent again, the same, until there is an answer.

    `ports` says where a seat's player sits at this moment."""
    connections: dict[int, Connection] = {}
    while table.acknowledged < min(until, len(table.moves)):
        n = table.acknowledged
        seat, code = table.moves[n]
        body = {"action": code, "step": n, "now": False, "request": f"{table.id}-{n}"}
        try:
            port = ports(seat)
            connection = connections.setdefault(port, Connection(port))
            status, answer = await asyncio.wait_for(
                connection.ask("POST", f"/api/tables/{table.id}/act", body, table.tokens[seat]), 30
            )
        except (*LOST, TimeoutError):
            for old in connections.values():
                old.close()
            connections.clear()
            table.repeated += 1
            await asyncio.sleep(0.1 + random.random() * 0.1)
            continue
        if status == 503:
            await asyncio.sleep(0.1)
            continue
        if status != 200 or f'"step":{n + 1},'.encode() not in answer:
            table.errors.append(f"{n}: {status} {answer[:200]!r}")
            break
        table.acknowledged += 1
        await asyncio.sleep(pause * random.random())
    for old in connections.values():
        old.close()
    await asyncio.sleep(0)


def check(table: Driven, entries: list[Any]) -> None:
    """Every acknowledged decision is there, once, in its place; nothing is there that was not sent."""
    assert table.errors == []
    assert [e.step for e in entries] == list(range(1, len(entries) + 1))
    assert len(entries) >= table.acknowledged
    assert len(entries) <= table.acknowledged + 1  # one may have been kept whose answer was lost
    kept = [(e.seat, e.code) for e in entries]
    assert kept == table.moves[: len(kept)]
