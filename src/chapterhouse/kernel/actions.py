"""Action codes: small integers in named blocks that are never renumbered (saved games and trained nets hold them)."""

from __future__ import annotations

from dataclasses import dataclass

from chapterhouse.kernel.jit import inlined, rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw

EIGHT = 8


@dataclass(frozen=True)
class Block:
    """The codes `first … first + count - 1`: one verb with one number."""

    verb: str
    first: int
    count: int

    def __contains__(self, code: int) -> bool:
        return self.first <= code < self.first + self.count


def blocks(*verbs: tuple[str, int]) -> tuple[Block, ...]:
    """Lay out verbs one after the other from code 0."""
    all_blocks: list[Block] = []
    first = 0
    for verb, count in verbs:
        all_blocks.append(Block(verb, first, count))
        first += count
    return tuple(all_blocks)


def block_of(layout: tuple[Block, ...], code: int) -> Block:
    """The block that holds a code."""
    for block in layout:
        if code in block:
            return block
    raise ValueError(f"no action has code {code}; codes are 0 to {layout[-1].first + layout[-1].count - 1}")


@inlined
@rule
def pick(mask: Row, count: int, rng: Row, first: int = 0) -> int:
    """One of the `count` codes that are set in a mask, every one equally likely; none is set before `first`. It goes by
    eights, and in the right one counts the codes to pass over: a processor waits less than where every code is a branch
    that chance decides."""
    left = draw(rng, count)
    while first + EIGHT <= len(mask):
        here = 0
        for code in range(first, first + EIGHT):
            here += mask[code]
        if left < here:
            passed = 0
            here = 0
            for code in range(first, first + EIGHT):
                here += mask[code]
                passed += here <= left
            return first + passed
        left -= here
        first += EIGHT
    while first < len(mask) and left >= mask[first]:
        left -= mask[first]
        first += 1
    return first
