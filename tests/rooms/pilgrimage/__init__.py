"""Pilgrimage, a race for 2 or 3 players: the smallest room there is, as CONTRIBUTING.md walks through it."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Game, Kernels
from tests.rooms.pilgrimage.rules import act, is_asked, rank, refusal, score, set_up, turn_to
from tests.rooms.pilgrimage.secrets import conceal, redeal, view
from tests.rooms.pilgrimage.state import ACTION_BLOCKS, SEATS, Phase, State
from tests.rooms.pilgrimage.words import explain, prompt, reason, says, words


def prepare(s: State, options: dict[str, Any], data: dict[str, Any]) -> None:
    """Write the options into the box."""
    s.players = options["players"]


def state_faults(s: State) -> list[str]:
    """What cannot be: every card is somewhere, once."""
    from tests.rooms.pilgrimage.rules import count_cards
    from tests.rooms.pilgrimage.state import COPIES, VALUES

    return [
        f"value {value + 1}: {count_cards(s, value)} cards, not {COPIES}"
        for value in range(VALUES)
        if s.rng.any() and count_cards(s, value) != COPIES
    ]


GAME = Game(
    id="pilgrimage",
    version=1,
    seats=(2, SEATS),
    minutes=(2, 5),
    state=State,
    phases=Phase,
    actions=ACTION_BLOCKS,
    kernels=Kernels(
        set_up=set_up,
        refusal=refusal,
        act=act,
        is_asked=is_asked,
        turn_to=turn_to,
        score=score,
        rank=rank,
        conceal=conceal,
        redeal=redeal,
    ),
    prepare=prepare,
    state_faults=state_faults,
    words=words,
    view=view,
    prompt=prompt,
    says=says,
    explain=explain,
    reason=reason,
)
