"""Games whose decisions are known beforehand, so that the clients need not ask what is legal."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

from chapterhouse.bots import make, names
from chapterhouse.games import load
from chapterhouse.load.client import Connection, Stream
from chapterhouse.play.table import Table

PLAYERS = 3


@dataclass
class Game:
    """A game that clients play, from decisions (seat, code) that are known beforehand."""

    game: str
    seed: int
    decisions: list[tuple[int, int]]
    id: str = ""
    tokens: list[str] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)
    step: int = 0
    seat: int = 0  # who has just posted
    posted: float = 0.0
    heard: asyncio.Event = field(default_factory=asyncio.Event)


def players_of(game: str) -> int:
    """How many play it here: three, where that many can."""
    fewest, most = load(game).seats
    return min(max(PLAYERS, fewest), most)


def play_through(game: str, seed: int, most: int | None = None) -> Game:
    """A game between bots, to its end or so many decisions; not yet on any server."""
    table = Table(game, players_of(game), seed)
    bots = [make(names(game)[0], game, seed + seat) for seat in range(table.players)]
    while table.to_act is not None and (most is None or table.ply < most):
        seat = table.to_act
        table.act(bots[seat].choose(table.seen(seat), seat), seat)
    return Game(game, seed, [(decision.seat, decision.code) for decision in table.history])


async def create_table(connection: Connection, game: Game) -> Game:
    """The same game with a table on the server: all seats are the caller's, dealt from its seed."""
    asked = {"game": game.game, "mode": "one_screen", "players": players_of(game.game), "seed": game.seed, "pace": 0}
    created = await connection.data("POST", "/api/tables", asked)
    tokens = [seat["token"] for seat in created["seats"]]
    return replace(game, id=created["id"], tokens=tokens, streams=[], heard=asyncio.Event())


async def create_tables(port: int, games: list[Game]) -> list[Game]:
    connections = [Connection(port) for _ in range(8)]
    created = await asyncio.gather(*(create_table(connections[i % 8], game) for i, game in enumerate(games)))
    for connection in connections:
        connection.close()
    return list(created)
