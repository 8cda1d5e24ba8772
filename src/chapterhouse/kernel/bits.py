"""Small sets as numbers, a bit for each member 0 … 31."""

from __future__ import annotations

import numpy as np

from chapterhouse.kernel.jit import rule

# a de Bruijn sequence: any five bits of it in a row stand there only once, so that a bit finds its member at once
SEQUENCE = 0x077CB531
MEMBER = np.array([next(n for n in range(32) if (SEQUENCE << n) >> 27 & 31 == five) for five in range(32)], np.int8)


@rule
def bit(member: int) -> int:
    """The set that holds one member."""
    return 1 << member


@rule
def lowest(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return 0 + int(MEMBER[(members & -members) * SEQUENCE >> 27 & 31])
