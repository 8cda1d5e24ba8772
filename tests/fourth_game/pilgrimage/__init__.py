"""Pilgrimage, a race for 2 or 3 players: the smallest game there is, as CONTRIBUTING.md walks through it."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Game, Kernels
from tests.fourth_game.pilgrimage.rules import act, count_cards, rank, refusal, score, set_up
from tests.fourth_game.pilgrimage.secrets import conceal, redeal, view
from tests.fourth_game.pilgrimage.state import ACTION_BLOCKS, COPIES, SEATS, SHRINE, VALUES, Phase, State
from tests.fourth_game.pilgrimage.words import explain, prompt, reason, says, words


def prepare(s: State, options: dict[str, Any], data: dict[str, Any]) -> None:
    """Write the options into the box."""
    s.players = options["players"]


def state_faults(s: State) -> list[str]:
    """What cannot be: every card is somewhere, once, as the sizes say; who has arrived has ended the game."""
    faults = []
    if s.rng.any():  # else it is a concealed state, in which cards are hidden
        faults += [
            f"value {value + 1}: {count_cards(s, value)} cards, not {COPIES}"
            for value in range(VALUES)
            if count_cards(s, value) != COPIES
        ]
        if s.deck_left != s.deck.sum():
            faults.append(f"deck_left: {s.deck_left}, but {s.deck.sum()} cards are in the deck")
        if (s.hand_size != s.hand.sum(axis=1)).any():
            faults.append("hand_size: not as many cards as are in the hands")
    has_ended = s.place.max() >= SHRINE or not s.hand_size.any()
    if has_ended != (s.phase == Phase.OVER):
        faults.append("phase: the game ends when somebody has arrived or no hand has a card, and not before")
    return faults


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
