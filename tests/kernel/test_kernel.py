"""Records, rules in two modes, binding, the cache's key, action blocks, batches."""

from __future__ import annotations

import enum
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from chapterhouse.games import NAMES
from chapterhouse.kernel import jit
from chapterhouse.kernel.actions import Block, block_of, blocks, pick
from chapterhouse.kernel.batch import CpuBatch
from chapterhouse.kernel.dispatch import (
    NOT_ASKED,
    Choice,
    course_of,
    first_code_of,
    is_legal,
    legal_mask,
    refusal_of,
    verb_of,
)
from chapterhouse.kernel.record import Row, i8, i16, layout_of, numbers, record
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.batch import batch, batch_rules, prepared
from chapterhouse.play.engine import load_engine
from chapterhouse.play.options import read_data, resolve

LEAP = 3
Size = enum.IntEnum("Size", {"SMALL": 1, "LARGE": 2})


@record
class Pond:
    """A state for these tests."""

    phase: int = i8()
    round: int = i16()  # a name that NumPy has a method for
    frogs: Row = i8(4)


@jit.rule
def leap(s: Pond, by: int) -> None:
    s.round += 1
    s.frogs[s.round % 4] += by


@jit.rule
def leap_twice(s: Pond) -> None:
    leap(s, LEAP)
    leap(s, LEAP)


@jit.rule
def rest(s: Pond) -> None:
    s.round = 100


@jit.rule
def swim(n: int) -> int:
    return 3 * n + 1


@jit.rule
def dive(n: int) -> int:
    return swim(n) + swim(Size.LARGE) + swim(-128)


@jit.rule
def weigh(s: Pond) -> int:
    return swim(s.phase) + dive(int(s.frogs[1])) + dive(s.round) + swim(5)


@jit.rule
def reach(s: Pond, i: int) -> int:
    return int(s.frogs[i])


@jit.rule
def go(s: Pond) -> None: ...


def many(states: Any, n: int) -> None:
    for _ in range(n):
        for i in range(len(states)):
            go(states[i])


def test_fields_are_attributes_and_views() -> None:
    ponds = np.zeros(2, layout_of(Pond))
    s = ponds[1]
    s.round = 7
    s.frogs[:] = 2
    assert ponds["round"].tolist() == [0, 7]
    assert ponds["frogs"].tolist() == [[0] * 4, [2] * 4]
    assert type(s.round) is int


def test_numbers_are_a_copy_in_python_s_own() -> None:
    """To read from: every field has its value, and a change reaches nobody."""

    @record
    class Lake:
        depth: int = i16()
        fish: Row = i8(2)
        nets: Row = i8(2, 2)

    states: Any = np.zeros(1, layout_of(Lake))
    s = states[0]
    s.depth, s.fish[:], s.nets[1, 0] = 300, [4, -5], 6
    read = numbers(s)
    assert (read.depth, read.fish) == (300, [4, -5])
    assert {type(n) for n in (read.depth, *read.fish)} == {int}
    assert read.nets[1, 0] == 6
    read.depth, read.fish[0], read.nets[1, 0] = 1, 1, 1
    assert (s.depth, s.fish[0], s.nets[1, 0]) == (300, 4, 6)


def test_rule_is_the_same_compiled() -> None:
    ponds = np.zeros(2, layout_of(Pond))
    leap_twice(ponds[0])
    fast = jit.compiled(leap_twice, ponds[1])
    fast(ponds[1])
    assert ponds[0] == ponds[1]
    assert ponds["round"].tolist() == [2, 2]


def test_a_rule_that_others_brought_in_can_still_be_called() -> None:
    """What only rules call is compiled without a way in for Python; one that is asked for later gets it."""
    ponds = np.zeros(1, layout_of(Pond))
    jit.compiled(leap_twice, ponds[0])
    jit.compiled(leap, ponds[0], LEAP)(ponds[0], LEAP)
    assert ponds["round"].tolist() == [1]


@pytest.mark.parametrize("series", [jit.LEAN, ()], ids=["lean", "with another Numba"])
def test_a_rule_is_compiled_once_however_it_is_called(series: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """By several rules, with numbers of any width, constants and members of an enum; and equal numbers come out where
    Numba is not one whose inside is known."""
    monkeypatch.setattr(jit, "LEAN", series)
    rules: dict[str, Any] = {}
    for f in (swim, dive, weigh):
        rules[f.__name__] = jit.bind(f, rules, "pond")
    ponds: Any = np.zeros(1, layout_of(Pond))
    s = ponds[0]
    s.phase, s.round, s.frogs[1] = 120, 30_000, -7
    assert jit.compiled(rules["weigh"], s)(s) == weigh(s) == 89_606
    assert not series or [len(jit.dispatcher(rules[name]).overloads) for name in ("swim", "dive")] == [1, 1]


def test_a_rule_counts_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index is never negative, which the runs with bounds checks watch over."""
    import numba

    config: Any = numba.config
    monkeypatch.setattr(config, "BOUNDSCHECK", 1)
    ponds: Any = np.zeros(1, layout_of(Pond))
    reached = jit.compiled(jit.bind(reach, {}, "pond"), ponds[0], 0)
    assert reached(ponds[0], 3) == 0
    for wrong in (-1, 4):
        with pytest.raises(IndexError):
            reached(ponds[0], wrong)


def test_bind_gives_a_loop_its_rules() -> None:
    bound = jit.bind(many, {"go": leap_twice}, "pond")
    plain, fast = np.zeros(3, layout_of(Pond)), np.zeros(3, layout_of(Pond))
    bound(plain, 5)
    jit.compiled(bound, fast, 1)(fast, 5)
    assert (plain == fast).all()
    assert plain["round"].tolist() == [10, 10, 10]
    assert bound.__qualname__ == "pond.many"
    assert jit.is_rule(bound)
    assert not jit.is_rule(many)


def test_cache_key_covers_every_source() -> None:
    names = {path.name for path in jit.sources(load_engine("templari").plain.values())}
    assert {
        "auction.py",
        "legality.py",
        "scoring.py",
        "secrets.py",
        "sensible.py",
        "rng.py",
        "actions.py",
        "drivers.py",
    } <= names


def test_cache_folder_follows_the_constants(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """A constant is compiled in, wherever it comes from; a reason of a game's too, which rules name by its enum."""
    monkeypatch.setenv("CHAPTERHOUSE_CACHE", str(tmp_path))
    before = jit.cache_folder([leap_twice])
    monkeypatch.setitem(leap_twice.__globals__, "LEAP", 4)
    after = jit.cache_folder([leap_twice])
    assert after != before
    monkeypatch.setitem(leap_twice.__globals__, "LEAP", Size)
    by_size = jit.cache_folder([leap_twice])
    monkeypatch.setitem(leap_twice.__globals__, "LEAP", enum.IntEnum("Size", {"SMALL": 1, "LARGE": 3}))
    assert len({before, after, by_size, jit.cache_folder([leap_twice])}) == 4


def test_cache_folder_follows_the_tables(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is made of a table of blocks is another when a block grows, though no name in it changes."""
    monkeypatch.setenv("CHAPTERHOUSE_CACHE", str(tmp_path))
    table = (Choice("rest", (0,), None, leap_twice), Choice("leap", (0,), None, leap))
    made = [verb_of(blocks(("rest", 1), ("leap", count)), table) for count in (2, 3)]
    assert jit.cache_folder(made[:1]) != jit.cache_folder(made[1:])


def test_constants_are_spelt_alike_in_every_process() -> None:
    """What has an address in its text would never be found in the cache again."""
    for name in NAMES:
        assert not [each for each in jit.constants(load_engine(name).plain.values()) if " at 0x" in each]


def test_cache_folder_follows_the_flags(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    import numba

    monkeypatch.setenv("CHAPTERHOUSE_CACHE", str(tmp_path))
    before = jit.cache_folder([leap_twice])
    config: Any = numba.config
    monkeypatch.setattr(config, "BOUNDSCHECK", 1)
    assert jit.cache_folder([leap_twice]) != before
    assert before.parent == tmp_path


def test_import_is_light() -> None:
    """numba loads only when something is compiled."""
    code = (
        "import sys, chapterhouse as ch; assert 'numpy' not in sys.modules; "
        "t = ch.Table('templari', seed=1); t.act(t.legal[0]); assert 'numba' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_blocks_lie_one_after_the_other() -> None:
    made = blocks(("pass", 1), ("bid", 61))
    assert made == (Block("pass", 0, 1), Block("bid", 1, 61))
    assert block_of(made, 61).verb == "bid"
    with pytest.raises(ValueError, match="codes are 0 to 61"):
        block_of(made, 62)


def test_a_table_of_choices_refuses_acts_and_masks() -> None:
    """By block and phase, plain and compiled; what no line of the table speaks of is not asked."""

    @jit.rule
    def refuse_even(s: Pond, by: int) -> int:
        return 0 if by % 2 else 7

    layout = blocks(("rest", 1), ("leap", 4))
    table = (
        Choice("rest", (1,), None, leap_twice),
        Choice("rest", (2, 3), None, rest),
        Choice("leap", (1, 2), refuse_even, leap),
    )
    refusal, do = refusal_of(layout, table), verb_of(layout, table)
    asked = NOT_ASKED
    expected = {0: [asked] * 7, 1: [asked, 0, 7, 0, 7, 0, asked], 3: [asked, 0, *[asked] * 5]}
    bound: dict[str, Any] = {f.__name__: jit.bind(f, {"refusal": refusal}, "pond") for f in (is_legal, legal_mask)}
    states: Any = np.zeros(1, layout_of(Pond))
    s = states[0]
    fast = jit.compiled(refusal, s, 0)
    mask = np.full(5, 9, np.int8)
    fast_mask = jit.compiled(bound["legal_mask"], s, mask)
    for s.phase, reasons in expected.items():
        assert [refusal(s, action) for action in range(-1, 6)] == reasons
        assert [fast(s, action) for action in range(-1, 6)] == reasons
        for f in (bound["legal_mask"], fast_mask):
            mask[:] = 9
            assert f(s, mask) == reasons[1:6].count(0)
            assert mask.tolist() == [int(reason == 0) for reason in reasons[1:6]]
        assert [bound["is_legal"](s, action) for action in range(5)] == mask.astype(bool).tolist()
    for s.phase, action, rounds in ((1, 0, 2), (2, 0, 100), (3, 0, 100), (1, 2, 1)):
        for act in (do, jit.compiled(do, s, 0)):
            s.round = 0
            act(s, action)
            assert s.round == rounds
    first_code = first_code_of(layout, table[1:])
    fast_code = jit.compiled(first_code, s)
    for s.phase, code in ((1, 1), (2, 0), (3, 0), (4, 0)):
        assert first_code(s) == fast_code(s) == code
    with pytest.raises(AssertionError, match="leap"):
        refusal_of(layout, table[:2])


def test_a_course_goes_on_by_phase() -> None:
    carry_on = course_of((1, leap_twice), (2, rest))
    states: Any = np.zeros(1, layout_of(Pond))
    s = states[0]
    for s.phase, rounds in ((1, 2), (2, 100), (9, 100)):
        for f in (carry_on, jit.compiled(carry_on, s)):
            s.round = 0
            f(s)
            assert s.round == rounds


def test_pick_takes_every_legal_code_and_no_other() -> None:
    mask = np.zeros(40, np.int8)
    mask[[0, 3, 17, 39]] = 1
    luck = seeded(2)[0]
    assert {pick(mask, 4, luck) for _ in range(200)} == {0, 3, 17, 39}
    for size in (1, 8, 9, 16, 17):
        assert {pick(np.ones(size, np.int8), size, luck) for _ in range(400)} == {*range(size)}
    mask[0] = 0
    for first in range(4):
        assert {pick(mask, 3, luck, first) for _ in range(200)} == {3, 17, 39}


def test_threads_step_as_one_would() -> None:
    """Games are the same with any number of threads: each has its own generator."""
    engine = load_engine("templari").compile()
    options = resolve(engine.game, 4, {})
    states = prepared(engine, 5, 1, options, read_data(engine.game, options))
    threaded = CpuBatch(batch_rules(engine), states.copy(), seeded(7, 5), threads=2)
    threaded.random_steps(300)
    mask = np.zeros(engine.game.action_count, np.int8)
    engine.plain["random_steps"](states, 0, 5, 300, seeded(7, 5), mask)
    assert (threaded.states_on_host() == states).all()
    masks = np.zeros_like(threaded.masks)
    engine.plain["mask_all"](states, 0, 5, masks)
    assert (threaded.masks == masks).all()
    assert masks.any(axis=1).all()


def test_batch_steps_and_masks() -> None:
    made = batch("templari", 6, players=3, seed=2, device="cpu")
    assert isinstance(made, CpuBatch)
    for _ in range(200):
        actions = made.masks.argmax(axis=1).astype(np.int16)
        assert made.masks[np.arange(6), actions].all()
        made.step(actions)
    with pytest.raises(ValueError, match="auto, cpu and cuda"):
        batch("templari", 1, device="abacus")
