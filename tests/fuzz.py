"""Positions and records, changed at random: each is refused with an error of ours, or makes a table that plays to its
end.

python -m tests.fuzz 100000                          # so many, over all games; prints what became of them
NUMBA_BOUNDSCHECK=1 python -m tests.fuzz 100000      # with Numba's bounds checks on, which are off by default
"""

from __future__ import annotations

import collections
import copy
import json
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from chapterhouse.games import NAMES, conformance, load
from chapterhouse.kernel.record import declared_in
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import Engine, load_engine
from chapterhouse.play.errors import TableError
from chapterhouse.play.record import from_json, position_faults
from chapterhouse.play.table import Table

Json = dict[str, Any]
BASES = 40  # positions and records of each game that changes start from
SHOWN = 0.25  # of the tables that can be played are looked at too, which takes long
LONGEST = 8_000  # decisions of a game; no game comes near
DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    None, True, False, 1.5, float("nan"), float("inf"), "", "many", "over", [], {}, [1], DEEP,
    -1, -2, -3, 0, 1, 2, 3, 4, 5, 9, 10, 15, 30, 60, 112, 127, -128, 128, 255, 32767, -32768, 2**31, 2**63, 10**40,
)  # fmt: skip


def bases(name: str, luck: random.Random, n: int = BASES) -> tuple[list[Json], list[Json]]:
    """Positions and records from random play under all options."""
    places, records = [], []
    sets = conformance.option_sets(load(name))
    for i in range(n):
        options = dict(sets[i % len(sets)])
        table = Table(name, options.pop("players"), seed=luck.randrange(10**6), **options)
        for _ in range(luck.choice((0, 3, 10, 30, 60, 120, 250))):
            if table.over:
                break
            table.act(luck.choice(table.legal))
        places.append(table.position())
        records.append(table.at(min(table.ply, 30)).save())
        records.append(Table.from_position(table.position(), 1).save())
    return places, records


# ── Changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def nudge(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """Another number in a field, near the old one or at the end of its range."""
    name, field = luck.choice([each for each in declared_in(load(game).state).items() if each[0] in state])
    row, at = _place(state, name, luck)
    ends = [*field.empty, field.low, field.low - 1, *([] if field.high is None else [field.high, field.high + 1])]
    old = row[at] if type(row[at]) is int else 0
    row[at] = luck.choice([old + 1, old - 1, luck.randrange(10), *ends])


def spoil(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """Something else altogether, in a field or in its place."""
    name = luck.choice([*state, "nonsense"])
    if luck.random() < 0.5 or name not in state:
        state[name] = copy.copy(luck.choice(ODD))
    else:
        row, at = _place(state, name, luck)
        row[at] = copy.copy(luck.choice(ODD))


def shift(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """One less here and one more there, so that the sum stays."""
    names = [name for name, value in state.items() if isinstance(value, list | int)]
    for name, step in zip(luck.choices(names, k=2), (1, -1), strict=True):
        row, at = _place(state, name, luck)
        if type(row[at]) is int:
            row[at] += step


def swap(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """Two numbers of one field change places."""
    name = luck.choice([name for name, value in state.items() if isinstance(value, list)])
    (row, i), (other, j) = _place(state, name, luck), _place(state, name, luck)
    row[i], other[j] = other[j], row[i]


def graft(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """Some fields of another position."""
    other = luck.choice(others)["state"]
    for name in luck.choices(list(state), k=luck.choice((1, 1, 2, 5))):
        if name in other:
            state[name] = copy.deepcopy(other[name])


def ask(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """Another question, or to another seat."""
    state["phase"] = luck.choice([phase.name.lower() for phase in load(game).phases])
    if luck.random() < 0.5:
        state["to_act"] = luck.randrange(-1, 5)


def lose(game: str, state: Json, others: list[Json], luck: random.Random) -> None:
    """A field less."""
    state.pop(luck.choice(list(state)))


CHANGES: tuple[Callable[[str, Json, list[Json], random.Random], None], ...] = (
    nudge, nudge, nudge, shift, shift, swap, graft, graft, ask, spoil, lose,
)  # fmt: skip


def _place(state: Json, name: str, luck: random.Random) -> tuple[Any, Any]:
    """A list or the state itself, and where in it one number of this field stands."""
    row, at = state, name
    while isinstance(row[at], list) and row[at]:
        row, at = row[at], luck.randrange(len(row[at]))  # type: ignore[assignment]
    return row, at


def copied(made: Json) -> Json:
    """A copy, but for the printed data, which is large."""
    return {name: value if name == "data" else copy.deepcopy(value) for name, value in made.items()}


def change_position(game: str, place: Json, others: list[Json], luck: random.Random, outside: bool) -> Json:
    made = copied(place)
    if outside and luck.random() < 0.2:
        change_outside(made, luck)
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        if isinstance(made.get("state"), dict) and made["state"]:
            luck.choice(CHANGES)(game, made["state"], others, luck)
    return made


def change_outside(made: Json, luck: random.Random) -> None:
    """Options, data, names, version, seed."""
    name = luck.choice(list(made))
    options, data = made.get("options"), made.get("data")
    if name == "options" and isinstance(options, dict) and options and luck.random() < 0.8:
        options[luck.choice([*options, "seed", "self", "cards", "board"])] = luck.choice([*ODD, "/etc/passwd"])
    elif name == "data" and isinstance(data, dict) and luck.random() < 0.8:
        made["data"] = row = copy.deepcopy(data)
        while isinstance(row, dict | list) and row:
            holder, at = row, luck.choice(list(row) if isinstance(row, dict) else range(len(row)))
            row = row[at]
        holder[at] = copy.copy(luck.choice(ODD))
    elif luck.random() < 0.2:
        del made[name]
    else:
        made[name] = copy.copy(luck.choice(ODD))


def change_record(game: str, record: Json, others: list[Json], luck: random.Random) -> Json:
    made = copied(record)
    start, actions = made["start"], made["actions"]
    how = luck.random()
    if how < 0.3 and actions:
        entry = actions[luck.randrange(len(actions))]
        entry[luck.randrange(3)] = luck.choice([*ODD, *(each[1] for each in actions)])
    elif how < 0.4 and actions:
        actions[luck.randrange(len(actions))] = copy.copy(luck.choice(ODD))
    elif how < 0.5 and actions:
        actions.insert(luck.randrange(len(actions)), copy.deepcopy(luck.choice(actions)))
    elif how < 0.6:
        start["seed"] = copy.copy(luck.choice(ODD))
    elif how < 0.8 and "position" in start:
        luck.choice(CHANGES)(game, start["position"], others, luck)
    else:
        change_outside(made, luck)
    return made


# ── What becomes of them ────────────────────────────────────────────────────────────────────────────────────────────


def show(table: Table) -> None:
    """All that a page asks of a table."""
    for seat in (None, *range(table.players)):
        table.view(seat)
    if not table.over:
        table.act(table.legal[0])
        for seat in (None, *range(table.players)):
            table.log(seat)


def play_out(engine: Engine, states: Any, luck: random.Random) -> None:
    """Random play of the compiled rules, past the end of the game. Where nothing is legal the code that is picked does
    nothing, so that no end comes."""
    if states["phase"][0] == engine.game.phases["OVER"]:
        return
    codes = engine.game.action_count
    mask = np.zeros(codes + 1, np.int8)
    mask[codes] = 1
    ended = engine.random_steps(states, 0, 1, LONGEST, seeded(luck.randrange(2**30)), mask[:codes])
    assert ended > 0, f"not over after {LONGEST} decisions"


def try_one(kind: str, made: Json, luck: random.Random) -> str:
    """`refused`, or `played`; anything else is raised."""
    try:
        table = Table.from_position(made) if kind == "position" else Table.load(made)
    except TableError as e:
        str(e)
        return "refused"
    if luck.random() < SHOWN:
        show(table.at(table.ply))
    play_out(table.engine, table._now.copy(), luck)
    return "played"


def try_state(engine: Engine, box: Any, state: Json, luck: random.Random) -> str:
    """The same for the fields of a position, without a table around them, which takes most of the time."""
    states = box.copy()
    if from_json(engine.game, state, states) or position_faults(engine.game, states[0]):
        return "refused"
    play_out(engine, states, luck)
    return "played"


def box_of(engine: Engine, place: Json) -> Any:
    """A state with the box of a position, and chance."""
    states = engine.blank()
    states["rng"] = seeded(1)
    engine.game.prepare(states[0], place["options"], place["data"])
    return states


def fuzz(games: list[str], n: int, seed: int, tables: float = 0.1) -> Iterator[tuple[str, str, str, Json, str]]:
    """game, kind, what became of it, the changed thing, and the traceback of what should not have happened. So many of
    the positions are given to a table, which all records are."""
    luck = random.Random(seed)
    start = {name: bases(name, luck) for name in games}
    boxes = {name: [box_of(load_engine(name), place) for place in start[name][0]] for name in games}
    for _ in range(n):
        name = luck.choice(games)
        places, records = start[name]
        engine, i = load_engine(name), luck.randrange(len(places))
        kind = luck.choice(("state", "state", "state", "state", "record"))
        if kind == "record":
            made = change_record(name, luck.choice(records), places, luck)
        else:
            kind = "position" if luck.random() < tables else kind
            made = change_position(name, places[i], places, luck, outside=kind == "position")
        try:
            if kind == "state":
                yield name, kind, try_state(engine, boxes[name][i], made["state"], luck), made, ""
            else:
                yield name, kind, try_one(kind, made, luck), made, ""
        except Exception:
            yield name, kind, "failed", made, traceback.format_exc()


def accepted(name: str, n: int, seed: int) -> Iterator[Any]:
    """Those of n changed positions that can be played on, as states."""
    luck, engine = random.Random(seed), load_engine(name)
    places, _ = bases(name, luck, 10)
    for _ in range(n):
        place = luck.choice(places)
        states = box_of(engine, place)
        made = change_position(name, place, places, luck, outside=False)["state"]
        faults = from_json(engine.game, made, states) or position_faults(engine.game, states[0])
        if not faults and states[0].phase != engine.game.phases["OVER"]:
            yield states


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    counts: collections.Counter[tuple[str, str, str]] = collections.Counter()
    failures: collections.Counter[str] = collections.Counter()
    began = time.monotonic()
    for name in NAMES:
        load_engine(name).compile()
    for i, (name, kind, end, made, trace) in enumerate(fuzz(NAMES, n, seed), 1):
        counts[name, kind, end] += 1
        if trace:
            where = " | ".join(line.strip() for line in trace.splitlines()[-3:])
            failures[where] += 1
            if failures[where] == 1:
                state = json.dumps(made.get("state", {}), default=str)[:3000]
                sys.stdout.write(f"{name} {kind} {where}\n{state}\n{trace}\n")
        if i % 2000 == 0:
            sys.stderr.write(f"{i} of {n}, {time.monotonic() - began:.0f} s, {sum(failures.values())} failed\n")
    for key, count in sorted(counts.items()):
        sys.stdout.write(f"{' '.join(key)}: {count}\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
