"""Hypothesis plays: acts, wrong words, undo, saving, positions and visits to the past, in any order it can think of."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import chapterhouse as ch
from chapterhouse.games import NAMES, conformance, load


def machine_of(name: str) -> type[RuleBasedStateMachine]:
    """A machine that plays one game."""
    cases = conformance.option_sets(load(name))

    class Playing(RuleBasedStateMachine):
        table: ch.Table

        @initialize(case=st.sampled_from(cases), seed=st.integers(0, 2**53))
        def lay(self, case: dict[str, Any], seed: int) -> None:
            options = dict(case)
            self.table = ch.Table(name, players=options.pop("players"), seed=seed, **options)

        @precondition(lambda self: not self.table.over)
        @rule(choice=st.integers(0, 10**6), steps=st.integers(1, 30))
        def act(self, choice: int, steps: int) -> None:
            for step in range(steps):
                legal = self.table.legal
                if not legal:
                    break
                self.table.act(legal[(choice + 7919 * step) % len(legal)])

        @rule(code=st.integers(0, 255))
        def try_anything(self, code: int) -> None:
            """Whatever is not legal is refused, and nothing has changed."""
            before = self.table.position()
            legal = {action.code for action in self.table.legal}
            if code in legal:
                return
            with pytest.raises(ch.TableError):
                self.table.act(code)
            assert self.table.position() == before

        @rule()
        def undo(self) -> None:
            ply = self.table.ply
            if self.table.can_undo():
                expected = self.table.at(ply - 1).position()
                self.table.undo()
                assert self.table.position() == expected
            else:
                with pytest.raises(ch.UndoRefused):
                    self.table.undo()
                assert self.table.ply == ply

        @rule()
        def save_and_load(self) -> None:
            record = json.loads(json.dumps(self.table.save()))
            self.table = ch.Table.load(record)
            assert self.table.save() == record

        @rule()
        def forget(self) -> None:
            self.table.forget_past()

        @rule(where=st.floats(0, 1))
        def branch(self, where: float) -> None:
            """From a moment of the past a position can be set up anew."""
            past = self.table.at(int(where * self.table.ply))
            again = ch.Table.from_position(past.position())
            assert again.legal == past.legal

        @invariant()
        def stands(self) -> None:
            """Nothing is made or lost, and it is always somebody's turn or over."""
            table = getattr(self, "table", None)
            if table is not None:
                assert table.game.state_faults(table._now[0]) == []
                assert bool(table.legal) != table.over
                assert bool(table.asked) != table.over

    return Playing


@pytest.mark.parametrize("name", NAMES)
def test_any_order_of_doing_things(name: str) -> None:
    run_state_machine_as_test(
        machine_of(name),
        settings=settings(
            max_examples=12,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )
