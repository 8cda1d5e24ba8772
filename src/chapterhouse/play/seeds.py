"""Where the chance of a table comes from.

A seed is one of two things.

A **number** is chosen by somebody, to study or to repeat a deal. It begins one xoshiro128++ generator, which goes on
from the deal to the end of the game. Who knows the number knows all that comes; and who has seen enough cards can
find the number, or the generator's state, by search. So it is nothing to hide, and whoever sits down at such a table
is told.

A **secret** is what a new table takes: 128 bits from the system's generator, written as 32 hexadecimal digits.
xoshiro128++ is quick and fair but no cipher: its state is 128 bits, and every card that chance turns up tells
something of it. So its state is never let run on. Before the deal, and again before every decision, the generator
begins anew with 128 bits of BLAKE2b, keyed with the secret, over the number of decisions made. What a player could
work out from cards that he has seen is at best the state from which those very cards were drawn; it says nothing of
the states after it, short of inverting BLAKE2b or trying 2^128 keys. The one thing that a single state decides for
long is the deal. Templari's deck of 30 cards has 108 bits in all, fewer than the state: however many cards have been
turned up, the next is as open as if shuffled by hand. Templar draws when a tile or card is turned up, and Temple
draws from counts in the same way, so that their deals fix only what is dealt.

Kernels know nothing of this: they draw from `s.rng`, whatever it holds, and the table writes it. A record with a
secret has form 2; records of form 1 have a number and replay as they always did.

The secret is committed to when the table is made and opened with the record when the game is over, so that players
can check that the deal was not changed on the way: `commitment` is the SHA-256 of the JSON text

    {"game":"templari","options":{…},"rules":1,"seed":"9f86d081884c7d659a2feaa0c55ad015"}

with sorted keys and no spaces. `chapterhouse check` compares it.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from typing import Any

import numpy as np

from chapterhouse.kernel.rng import keyed, seeded

Seed = int | str
_FORM = re.compile(r"[0-9a-f]{32}")


def fresh() -> str:
    """A new secret."""
    return secrets.token_hex(16)


def is_secret(seed: Any) -> bool:
    return isinstance(seed, str) and _FORM.fullmatch(seed) is not None


def is_number(seed: Any) -> bool:
    return isinstance(seed, int) and not isinstance(seed, bool)


def generator(seed: Seed, drawn: int = 0) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The generator that the deal begins with; of a secret also the one of decision number `drawn`, from 1 on."""
    return keyed(bytes.fromhex(seed), drawn) if isinstance(seed, str) else seeded(seed)[0]


def commitment(seed: Seed, game: str, rules: int, options: dict[str, Any]) -> str | None:
    """What can be shown before the secret is; None for a number, which could be found from it."""
    if not isinstance(seed, str):
        return None
    text = json.dumps(
        {"game": game, "rules": rules, "options": options, "seed": seed},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    return hashlib.sha256(text.encode()).hexdigest()


def for_bot(seed: Seed, players: int, seat: int) -> int:
    """A number from which a bot in this seat can draw its own chance; it says nothing of the table's."""
    if isinstance(seed, str):
        return int.from_bytes(hashlib.blake2b(bytes([seat]), key=bytes.fromhex(seed), digest_size=6).digest())
    return seed * players + seat
