"""Rules made of tables: which rule answers an action in a phase, and which one goes on when nobody is asked.

A table is written out as a chain of comparisons, because Numba has no lists of functions; compiled it is as quick as
one that is written by hand. In the debugger the chain stands at the line that made it.
"""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.kernel.actions import Block
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.unbound import refusal

LEGAL, NOT_ASKED = 0, 1  # the numbers of these reasons in every game
OVER = 0  # the phase in which a game is over, the last one


@dataclass(frozen=True)
class Choice:
    """The actions of one block in some phases: what refuses them (None: nothing does) and what they do.

    Both take the state, and where the block has more than one code the number in it."""

    verb: str
    phases: tuple[int, ...]
    refuse: Callable[..., int] | None
    do: Callable[..., None]


def refusal_of(blocks: Sequence[Block], choices: Sequence[Choice]) -> Callable[[Any, int], int]:
    """The rule `refusal(s, action)`: why `to_act` cannot do this now, or 0."""
    names = _Names()

    def answer(choice: Choice, block: Block) -> str:
        return f"return {LEGAL}" if choice.refuse is None else f"return {names.call(choice.refuse, block)}"

    lines = ["def refusal(s, action):", " phase = s.phase", f" if action < 0: return {NOT_ASKED}"]
    lines += _chain(blocks, choices, answer)
    return _define([*lines, f" return {NOT_ASKED}"], names.known)


def verb_of(blocks: Sequence[Block], choices: Sequence[Choice]) -> Callable[[Any, int], None]:
    """The rule `do(s, action)`: what a legal action itself does, before the rules go on."""
    names = _Names()
    lines = ["def do(s, action):", " phase = s.phase"]
    lines += _chain(blocks, choices, lambda choice, block: names.call(choice.do, block), is_legal=True)
    return _define(lines, names.known)


def first_code_of(blocks: Sequence[Block], choices: Sequence[Choice]) -> Callable[[Any], int]:
    """The rule `first_code(s)`: the lowest code that the table allows in this phase."""
    places = {block.verb: block.first for block in blocks}
    codes = [(int(phase), places[choice.verb]) for choice in choices for phase in choice.phases]
    over = max(codes)[0] + 1
    by_phase = np.array([min((code for p, code in codes if p == phase), default=0) for phase in range(over + 1)])
    return _define(["def first_code(s):", " return int(FIRST[s.phase])"], {"FIRST": by_phase})


def course_of(*steps: tuple[int, Callable[[Any], None]]) -> Callable[[Any], None]:
    """The rule `carry_on(s)`: the step that belongs to a phase in which nobody is asked; the last for all others."""
    names = _Names()
    lines = ["def carry_on(s):", " phase = s.phase"]
    for i, (phase, step) in enumerate(steps):
        test = "else:" if i == len(steps) - 1 else f"{'el' if i else ''}if phase == {int(phase)}:"
        lines.append(f" {test} {names.of(step)}(s)")
    return _define(lines, names.known)


def turn_to(s: Any, seat: int) -> None:
    """Let a seat that is asked be the one that acts."""
    s.to_act = seat


def is_asked(s: Any, seat: int) -> bool:
    """Where seats are asked one at a time; `bind` gives it the game's last phase."""
    return bool(s.to_act == seat and s.phase < OVER)


def is_legal(s: Any, action: int) -> bool:
    """Whether nothing refuses it; `bind` gives it a game's `refusal`."""
    return refusal(s, action) == LEGAL


def legal_mask(s: Any, mask: Row) -> int:
    """Set mask[action] for every legal action, clear it for the others; how many are legal. Slow, and always right:
    `bind` gives it a game's `refusal`."""
    count = 0
    for action in range(len(mask)):
        may = refusal(s, action) == LEGAL
        mask[action] = may
        count += may
    return count


def _chain(
    blocks: Sequence[Block],
    choices: Sequence[Choice],
    answer: Callable[[Choice, Block], str],
    is_legal: bool = False,
) -> list[str]:
    """First by block, in the order of the codes; then by phase, in the order of the table. Of a legal action that can
    be nothing else the phase is not asked."""
    lines: list[str] = []
    for i, block in enumerate(blocks):
        lines.append(f" {'el' if i else ''}if action < {block.first + block.count}:")
        here = [choice for choice in choices if choice.verb == block.verb]
        assert here, f"no choice for {block.verb}"
        for j, choice in enumerate(here):
            phases = " or ".join(f"phase == {int(phase)}" for phase in choice.phases)
            if is_legal and j == len(here) - 1:
                phases = "True"
            lines.append(f"  {'el' if j else ''}if {phases}: {answer(choice, block)}")
    assert {choice.verb for choice in choices} == {block.verb for block in blocks}, "a choice without a block"
    return lines


class _Names:
    """Functions by name, as the chain will call them; two of one name are told apart."""

    def __init__(self) -> None:
        self.known: dict[str, Callable[..., Any]] = {}

    def of(self, f: Callable[..., Any]) -> str:
        name = f.__name__
        while self.known.setdefault(name, f) is not f:
            name += "_"
        return name

    def call(self, f: Callable[..., Any], block: Block) -> str:
        number = "" if block.count == 1 else ", action" if block.first == 0 else f", action - {block.first}"
        return f"{self.of(f)}(s{number})"


def _define(lines: list[str], names: Mapping[str, Any]) -> Callable[..., Any]:
    """The rule that these lines define, at the place in the source that asked for it."""
    caller = sys._getframe(2)
    tree = ast.parse("\n".join(lines))
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno = node.end_lineno = caller.f_lineno
    space: dict[str, Any] = {"__name__": caller.f_globals["__name__"], **names}
    exec(compile(tree, caller.f_code.co_filename, "exec"), space)
    function: types.FunctionType = space[tree.body[0].name]  # type: ignore[attr-defined]
    return rule(function)
