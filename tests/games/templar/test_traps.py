"""Where implementations go wrong, against plain re-tellings of the rules that share no code with the room.

Each re-telling enumerates whole moves from the text of the rule; the room is played through all its decisions. What can
come of it must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from chapterhouse.games.templar.rules import harbor as kernels
from chapterhouse.games.templar.rules.legality import act as do_act
from chapterhouse.games.templar.rules.legality import legal_mask
from chapterhouse.games.templar.state import (
    ACTIONS,
    CARD,
    EMPTY,
    HARBOR,
    ROOMS,
    SCORED,
    SHELVES,
    STORE,
    Card,
    Kind,
    Phase,
)
from chapterhouse.play.table import Table
from tests.games.templar.scene import CRIMSON, Scene

PASSAGES = [(1, 2), (1, 3), (1, 11), (2, 3), (2, 12), (3, 4), (4, 5), (5, 6), (6, 7), (6, 13), (7, 8), (8, 9), (9, 10)]
PASSAGES += [(9, 13), (10, 11), (10, 12), (12, 13)]
AREAS = {1: [3, 2], 2: [4], 3: [3, 1], 4: [2, 2], 5: [4, 1], 6: [3, 3], 7: [2, 2, 1], 8: [4], 9: [3, 2], 10: [5]}
AREAS |= {11: [2, 2], 12: [3, 1], 13: [4, 3, 3]}


def neighbours(room: int, door: tuple[int, int]) -> set[int]:
    return {b if a == room else a for a, b in PASSAGES if room in (a, b) and (a, b) != door}


def outcomes(table: Table, card: Card) -> Iterator[Any]:
    """Every state in which the turn that begins with this card can end, through all decisions of the room."""
    todo = [table._now.copy()]
    do_act(todo[0][0], CARD + card)
    mask = np.zeros(ACTIONS, np.int8)
    while todo:
        now = todo.pop()
        if now[0].phase in (Phase.CARD, Phase.RETURN, Phase.ANNOUNCE, Phase.OVER):
            yield now[0]
            continue
        assert legal_mask(now[0], mask) > 1, "a decision with one answer was asked, or a dead end was reached"
        for code in np.flatnonzero(mask):
            after = now.copy()
            do_act(after[0], int(code))
            todo.append(after)


# ── Benjamin ────────────────────────────────────────────────────────────────────────────────────────────────────────

Ring = tuple[int, int, bool]  # kind, owner, scored
Rings = dict[tuple[int, int], tuple[Ring, ...]]  # room, area → rings, sorted


def put(rings: Rings, spot: tuple[int, int], ring: Ring) -> Rings:
    return rings | {spot: tuple(sorted((*rings[spot], ring)))}


def without(rings: Rings, spot: tuple[int, int], ring: Ring) -> Rings:
    left = list(rings[spot])
    left.remove(ring)
    return rings | {spot: tuple(left)}


def fits(rings: Rings, room: int, area: int, kind: int) -> bool:
    lying = rings[room, area]
    return len(lying) < AREAS[room][area] and all(r[0] == kind for r in lying)


def benjamin_by_the_book(
    rings: Rings, room: int, door: tuple[int, int], severus: int, spanish: bool, only: int | None
) -> set[tuple[int, Any]]:
    """All ends of a walk: room of the pawn and rings, by trying everything and keeping what ends by the rules."""
    ends: set[tuple[int, Any]] = set()
    # room, steps taken, rings, ring in hand, room of the pick-up
    todo: list[tuple[int, int, Rings, Ring | None, int | None]] = [(room, 0, rings, None, None)]
    while todo:
        here, steps, lying, held, taken = todo.pop()
        if steps >= 1 and held is None:
            ends.add((here, tuple(sorted(lying.items()))))
        if steps < 3:
            todo += [(there, steps + 1, lying, held, taken) for there in neighbours(here, door)]
        if here == severus:
            continue
        for area in range(len(AREAS[here])):
            if taken is None:
                for ring in {r for r in lying[here, area] if not r[2] and (only is None or r[1] == only)}:
                    todo.append((here, steps, without(lying, (here, area), ring), ring, here))
            if held is not None and (spanish or here != taken) and fits(lying, here, area, held[0]):
                todo.append((here, steps, put(lying, (here, area), held), None, taken))
    return ends


def rings_of(s: Any) -> Rings:
    made: Rings = {}
    for room, areas in AREAS.items():
        for area in range(len(areas)):
            shelf = (room - 1) * SHELVES + 2 + area
            pieces = [int(p) for p in s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] if p != EMPTY]
            kind = int(s.ring_kind[room - 1, area])
            made[room, area] = tuple(sorted((kind, p % SCORED, p >= SCORED) for p in pieces))
    return made


def crowded(luck: random.Random, share: float, edition: str) -> Scene:
    """Rings of three players strewn over the abbey, so that many areas are full or of another kind."""
    scene = Scene(3, edition=edition)
    for room, areas in AREAS.items():
        for area, size in enumerate(areas):
            kind = luck.choice(("round", "square", "lozenge"))
            for _ in range(size):
                if luck.random() < share:
                    seats = [p for p in range(3) if scene.s.reserve[p, Kind[kind.upper()]] > 0]
                    if seats and scene.s.bag[Kind[kind.upper()]] > 0:
                        scene.lay(luck.choice(seats), kind, room, "abc"[area], scored=luck.random() < 0.3)
    scene.pawn(CRIMSON, luck.randint(1, 13)).figures(severus=luck.randint(1, 13)).door(*luck.choice(PASSAGES))
    return scene


@pytest.mark.parametrize("edition", ["en", "es"])
@pytest.mark.parametrize("final", [False, True])
def test_benjamin_walks_as_the_book_says(edition: str, final: bool) -> None:
    """templar.benjamin.move, templar.benjamin.take, templar.benjamin.drop, templar.benjamin.final: the ends that the
    room allows are exactly those of all walks that end with no ring in hand; no decision is a dead end."""
    luck = random.Random(f"{edition} {final}")
    some_taken = 0
    for share in (0.3, 0.9, 0.9, 1.0, 1.0):
        scene = crowded(luck, share, edition)
        if final:
            scene.final(by=scene.s.players - 1, turns_left=scene.s.players)
        t = scene.ready()
        s = t._now[0]
        door = (int(s.door[0]) + 1, int(s.door[1]) + 1)
        start, severus = int(s.pawn[CRIMSON]) + 1, s.severus + 1
        only = CRIMSON if final else None
        book = benjamin_by_the_book(rings_of(s), start, door, severus, edition == "es", only)
        room = {
            (int(after.pawn[CRIMSON]) + 1, tuple(sorted(rings_of(after).items())))
            for after in outcomes(t, Card.BENJAMIN)
        }
        assert room == book
        some_taken += len({rings for _, rings in book}) > 1
    assert some_taken >= 2, "the positions never let Benjamin carry anything"


def test_benjamin_before_a_wall_of_full_rooms() -> None:
    """templar.benjamin.drop: one free place in the whole abbey, at every distance: a ring may be taken exactly where
    that place, or none, lets it be dropped in time."""
    legal = 0
    for free_room in (1, 2, 3, 11, 12, 4, 10):
        t = Scene(3).pawn(CRIMSON, 1).figures(severus=7).ready()
        s = t._now[0]
        s.piece[: s.first_place[ROOMS * SHELVES]] = 1
        s.ring_kind[:] = Kind.ROUND
        s.piece[s.first_place[(free_room - 1) * SHELVES + 2]] = EMPTY
        door = (9, 13)
        book = benjamin_by_the_book(rings_of(s), 1, door, 7, False, None)
        room = {
            (int(after.pawn[CRIMSON]) + 1, tuple(sorted(rings_of(after).items())))
            for after in outcomes(t, Card.BENJAMIN)
        }
        assert room == book
        legal += len(book) > 13
    assert legal


# ── Remigius ────────────────────────────────────────────────────────────────────────────────────────────────────────


def remigius_by_the_book(start: int, vitus: int, door: tuple[int, int]) -> set[tuple[int, int, int]]:
    """Where Remigius can end, where Vitus is then, and how often Vitus's room was entered."""
    paths = [[a] for a in neighbours(start, door)]
    paths += [[a, b] for a in neighbours(start, door) for b in neighbours(a, door) if b != start]
    free = [p for p in paths if vitus not in p]
    if any(room != vitus for room in neighbours(start, door)):
        allowed = free
    else:
        allowed = [p for p in paths if len(p) == 2 and p[0] == vitus]
    return {(p[-1], start, int(vitus in p)) for p in allowed} or {(start, vitus, 0)}


def test_remigius_and_vitus_everywhere() -> None:
    """templar.remigius.move, templar.vitus, templar.remigius.penalty: for all adjoining rooms of both and all places of
    the door, and for some where Vitus is further off, as after a first game's start."""
    t = Scene(edition="es").ready()
    crossings = 0
    pairs = [(a, b) for a, b in product(range(1, 14), repeat=2) if a != b]
    near = [(a, b, door) for a, b in pairs if (a, b) in PASSAGES or (b, a) in PASSAGES for door in PASSAGES]
    far = [(a, b, door) for a, b in pairs for door in PASSAGES if (a, b, door) not in near]
    for start, vitus, door in near + random.Random(4).sample(far, 60):
        s = t._now[0]
        s.remigius, s.vitus = start - 1, vitus - 1
        s.door[:] = (door[0] - 1, door[1] - 1)
        s.score[CRIMSON] = 10
        book = remigius_by_the_book(start, vitus, door)
        room = {
            (after.remigius + 1, after.vitus + 1, (10 - int(after.score[CRIMSON])) // 2)
            for after in outcomes(t, Card.REMIGIUS)
        }
        assert room == book, (start, vitus, door)
        crossings += any(crossed for _, _, crossed in book)
    assert crossings >= 10


def test_remigius_walled_in() -> None:
    """templar.remigius.move, templar.move.stuck: Vitus at the only open passage, and nothing beyond him: he stays."""
    t = Scene(edition="es").figures(remigius=4, vitus=5).door(3, 4).score(CRIMSON, 10).ready()
    s = t._now[0]
    s.neighbours[4] = 1 << 3  # brick up 5-6; no allowed board has such a room
    s.neighbours[5] &= ~(1 << 4)
    ends = [(after.remigius, after.vitus, int(after.score[CRIMSON])) for after in outcomes(t, Card.REMIGIUS)]
    assert ends == [(3, 4, 10)]


# ── The Bells ───────────────────────────────────────────────────────────────────────────────────────────────────────


def bells_by_the_book(
    harbor: list[list[int]], number: int, order: list[int], spanish: bool
) -> tuple[list[list[int]], list[list[int]], int, bool]:
    """The harbor afterwards, the new tiles, the chalices lost, and whether the bag ran empty too soon."""
    houses = [list(h) for h in harbor]
    new: list[list[int]] = [[] for _ in houses]
    bag = list(order)
    lost, here = 0, 0
    while number > 0:
        if all(len(h) == 4 for h in houses):
            return houses, new, lost, False
        if not bag:
            return houses, new, lost, True
        tile = bag.pop(0)
        ring = [(here + i) % 6 for i in range(6)]
        takers = [n for n in ring if len(houses[n]) < 4 and not (tile == 0 and 0 in houses[n])]
        if takers:
            houses[takers[0]].append(tile)
            new[takers[0]].append(tile)
            here = takers[0] + 1
            number -= 1
        else:
            lost += 1
            if spanish:
                number -= 1
    return houses, new, lost, False


def visits_by_the_book(
    houses: list[list[int]], new: list[list[int]], visitors: list[tuple[int, int]], reserves: list[list[int]]
) -> list[list[int]]:
    """What each visitor takes, in their order; the tiles and reserves change."""
    taken: list[list[int]] = []
    for seat, house in visitors:
        got: list[int] = []
        for tile in list(new[house]):
            if reserves[seat][tile] > 0:
                reserves[seat][tile] -= 1
                new[house].remove(tile)
                houses[house].remove(tile)
                got.append(tile)
        taken.append(sorted(got))
    return taken


HOUSES: tuple[list[int], ...] = ([], [0], [4, 4, 4, 4], [0, 4, 4, 4], [4, 4, 4], [0, 4, 4])


@pytest.mark.parametrize("edition", ["en", "es"])
def test_bells_fill_the_harbor_as_the_book_says(monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    """templar.bells.draw, templar.bells.chalice, templar.bells.visitor, templar.maria.reserve, templar.end.bag: every
    order of chalices and others over many harbors, with visitors whose reserves are short."""
    order: list[int] = []

    def draw_tile(s: Any, first_kind: int, count: int) -> int:
        kind = order.pop(0)
        s.bag[kind] -= 1
        return kind

    monkeypatch.setattr(kernels, "draw_tile", draw_tile)
    t = Scene(4, edition=edition).played(CRIMSON, "anselmus").ready()
    luck = random.Random(edition)
    lost = ended = skipped = 0
    for drawn in product((0, 4), repeat=4):
        for _ in range(25):
            s = t._now.copy()[0]
            houses = [list(luck.choice(HOUSES)) for _ in range(6)]
            tiles = list(drawn[: luck.choice((1, 2, 3, 4, 4))])
            # other kinds beside the lozenges, so that more than one reserve is in play
            tiles = [tile and luck.choice((1, 4)) for tile in tiles]
            for n, house in enumerate(houses):
                s.harbor[n] = [house.count(kind) for kind in range(5)]
                s.filled[n] = len(house)
            s.bag[:] = [tiles.count(kind) for kind in range(5)]
            for seat in range(1, 4):
                s.pawn[seat] = HARBOR + luck.randrange(6) if luck.random() < 0.6 else 0
                s.reserve[seat] = [luck.randrange(2) for _ in range(5)]
            reserves = [[int(n) for n in row] for row in s.reserve]
            stock = s.stock.copy()
            order[:] = tiles
            after, new, gone, ends = bells_by_the_book(houses, 3, tiles, edition == "es")
            skipped += any(len(h) < 4 and 0 in h for h in houses) and 0 in tiles
            visitors = [(seat, int(s.pawn[seat]) - HARBOR) for seat in range(1, 4) if s.pawn[seat] >= HARBOR]
            taken = visits_by_the_book(after, new, visitors, reserves)
            do_act(s, CARD + Card.BELLS)
            assert [[int(n) for n in row] for row in s.harbor] == [[h.count(k) for k in range(5)] for h in after]
            assert [[int(n) for n in row] for row in s.fresh] == [[h.count(k) for k in range(5)] for h in new]
            assert s.filled.tolist() == [len(h) for h in after]
            assert s.lost == gone
            assert (s.final != 0) == ends
            assert [[int(n) for n in row] for row in s.reserve] == reserves
            for (seat, _), got in zip(visitors, taken, strict=True):
                assert (s.stock[seat] - stock[seat]).tolist() == [got.count(k) for k in range(5)]
            lost += gone
            ended += ends
    assert lost > 10
    assert ended > 10
    assert skipped > 50


def test_maria_leaves_what_the_reserve_lacks() -> None:
    """templar.maria.take, templar.maria.reserve: for all numbers of two kinds of tiles and valuables left."""
    t = Scene(2).ready()
    for books, rounds, book_left, round_left in product(range(3), range(3), range(3), range(3)):
        s = t._now.copy()[0]
        s.harbor[2] = [1, books, rounds, 0, 0]
        s.filled[2] = 1 + books + rounds
        s.reserve[CRIMSON] = [5, book_left, round_left, 0, 0]
        before = s.stock[CRIMSON].copy()
        do_act(s, CARD + Card.MARIA)
        view = t.game.view(s, CRIMSON)["storehouses"][2]["stays"]
        do_act(s, STORE + 2)
        left = [0, max(0, books - book_left), max(0, rounds - round_left), 0, 0]
        assert s.harbor[2].tolist() == left
        assert view == ["book"] * left[1] + ["round"] * left[2]
        assert (s.stock[CRIMSON] - before).tolist() == [1, books - left[1], rounds - left[2], 0, 0]
