"""Small positions, built by hand: a scene is a quiet table in round 2 with an empty abbey, and what a test puts there.

Rooms have their printed numbers here. Every piece that is laid came from its owner's reserve for a harbor tile, so a
scene is always a position that could be.
"""

from __future__ import annotations

from typing import Any

import pytest

from chapterhouse.games.templar.rules.abbey import put_piece
from chapterhouse.games.templar.state import (
    ALL_CARDS,
    FIRST_RING,
    HARBOR,
    MAIN,
    RINGS,
    SCORED,
    SHELVES,
    SIDE,
    Card,
    Final,
    Kind,
    Phase,
)
from chapterhouse.play.errors import IllegalAction
from chapterhouse.play.record import to_json
from chapterhouse.play.table import Table

AREAS = "abc"
CRIMSON, AZURE, GOLD, VERT, PURPLE = range(5)


def kind_of(name: str) -> Kind:
    return Kind[name.upper()]


def place_of(where: int | str) -> int:
    """`5` is a room; `main`, `side`, `storehouse 3`."""
    if isinstance(where, int):
        return where - 1
    if where == "main":
        return MAIN
    return SIDE if where == "side" else HARBOR + int(where.split()[1]) - 1


class Scene:
    """Seat 0 begins and is asked for a card. Remigius in 6, Vitus in 5, Severus in 7, the door on 9-13, pawns in
    front of the main portal; stocks of two round, two square rings and one lozenge; full hands."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.table = Table("templar", players=players, seed=11, start=0, **options)
        self.s = self.table._now[0]
        self.s.phase, self.s.round, self.s.active, self.s.to_act, self.s.news = Phase.CARD, 2, 0, 0, 1
        self.figures(remigius=6, vitus=5, severus=7)
        for seat in range(players):
            for kind, count in ((Kind.ROUND, 2), (Kind.SQUARE, 2), (Kind.LOZENGE, 1)):
                self.s.stock[seat, kind] = count
                self.s.reserve[seat, kind] -= count

    def figures(self, **rooms: int) -> Scene:
        for name, room in rooms.items():
            setattr(self.s, name, room - 1)
        return self

    def pawn(self, seat: int, where: int | str) -> Scene:
        """Who is in the harbor has Maria on top of his pile."""
        self.s.pawn[seat] = place_of(where)
        return self.played(seat, "maria") if self.s.pawn[seat] >= HARBOR else self

    def door(self, lower: int, upper: int) -> Scene:
        self.s.door[:] = (lower - 1, upper - 1)
        return self

    def tile_out_of_bag(self, kind: Kind) -> None:
        assert self.s.bag[kind] > 0, f"no {kind.name} tile is left in the bag"
        self.s.bag[kind] -= 1

    def stock(self, seat: int, **counts: int) -> Scene:
        """So many of these kinds in the stock; what is too many goes back to the reserve, and its tile to the bag."""
        for name, count in counts.items():
            kind = kind_of(name)
            more = count - int(self.s.stock[seat, kind])
            self.s.stock[seat, kind] += more
            self.s.reserve[seat, kind] -= more
            self.s.bag[kind] -= more
        assert (self.s.bag >= 0).all()
        assert (self.s.reserve >= 0).all()
        return self

    def no_stock(self, seat: int) -> Scene:
        return self.stock(seat, chalice=0, book=0, round=0, square=0, lozenge=0)

    def lay(self, seat: int, name: str, room: int, area: str = "a", *, scored: bool = False) -> Scene:
        """A valuable in a room, out of the reserve."""
        kind = kind_of(name)
        self.tile_out_of_bag(kind)
        self.s.reserve[seat, kind] -= 1
        assert self.s.reserve[seat, kind] >= 0
        k = int(kind) if kind < FIRST_RING else RINGS + AREAS.index(area)
        before = self.s.piece.copy()
        put_piece(self.s, room - 1, k, kind, seat)
        if scored:
            self.s.piece[(self.s.piece != before).argmax()] += SCORED
        return self

    def storehouse(self, number: int, *names: str) -> Scene:
        """Exactly these tiles in a storehouse; the others go back to the bag."""
        h = number - 1
        self.s.bag += self.s.harbor[h]
        self.s.harbor[h] = 0
        for name in names:
            self.tile_out_of_bag(kind_of(name))
            self.s.harbor[h, kind_of(name)] += 1
        self.s.filled[h] = len(names)
        return self

    def empty_bag(self, leave: int = 0) -> Scene:
        """Give tiles to the seats until so many are left in the bag; chalices that nobody needs are lost."""
        for kind in Kind:
            for seat in range(self.s.players):
                while self.s.bag.sum() > leave and self.s.bag[kind] > 0 and self.s.reserve[seat, kind] > 0:
                    self.stock(seat, **{kind.name.lower(): int(self.s.stock[seat, kind]) + 1})
        assert self.s.bag.sum() == leave, "the seats cannot take so many tiles"
        return self

    def played(self, seat: int, *names: str) -> Scene:
        """These cards on the pile of a seat, the last on top."""
        for name in names:
            card = Card[name.upper()]
            self.s.hand[seat] &= ~(1 << card)
            self.s.top[seat] = card
        self.s.round = max(self.s.round, (ALL_CARDS & ~int(self.s.hand[seat])).bit_count())
        return self

    def score(self, seat: int, points: int) -> Scene:
        self.s.score[seat] = points
        return self

    def turn_of(self, seat: int) -> Scene:
        self.s.active = self.s.to_act = seat
        return self

    def final(self, why: int = Final.ROOMS, by: int = 0, turns_left: int = 1) -> Scene:
        self.s.final, self.s.final_by, self.s.turns_left = why, by, turns_left
        return self

    def ready(self, seed: int | str = 0) -> Table:
        """A table that stands so; the position is checked like any other."""
        place = self.table.position() | {"state": to_json(self.table.game, self.s)}
        del place["state"]["rng"]
        return Table.from_position(place, seed=seed)


def everywhere(scene: Scene, seat: int, rooms: int = 13, first: int = 1) -> Scene:
    """One valuable of a seat in each of so many rooms, of kinds that fit everywhere."""
    left = {"book": 6, "chalice": 5, "round": 5, "square": 5, "lozenge": 6}
    for room in range(first, first + rooms):
        name = next(n for n, count in left.items() if count > 0)
        left[name] -= 1
        scene.lay(seat, name, room)
    return scene


def state(table: Table) -> Any:
    return table._now[0]


def legal(table: Table) -> set[str]:
    return {str(action) for action in table.legal}


def points(table: Table) -> list[int]:
    return [int(p) for p in state(table).score[: table.players]]


def lying(table: Table, room: int) -> dict[str, list[tuple[int, bool]]]:
    """What lies in a room: `chalice`, `book`, `a`, `b`, `c` → owner and whether scored."""
    s = state(table)
    made: dict[str, list[tuple[int, bool]]] = {}
    for k, name in enumerate(("chalice", "book", *AREAS)):
        shelf = (room - 1) * SHELVES + k
        pieces = [int(p) for p in s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] if p >= 0]
        if pieces:
            made[name] = [(p % SCORED, p >= SCORED) for p in pieces]
    return made


def act(table: Table, *actions: str) -> Table:
    for action in actions:
        table.act(action)
    return table


def refuses(table: Table, action: str, rule: str) -> None:
    """The action is refused under this rule, and the reason is a sentence."""
    with pytest.raises(IllegalAction) as e:
        table.act(action)
    assert e.value.rule == rule
    assert action not in legal(table)
