"""Templar: the game in sentences, from what a viewer may know."""

from __future__ import annotations

from chapterhouse.games.protocol import Line, Move
from chapterhouse.games.templar.notation import words
from chapterhouse.games.templar.state import Phase, State
from chapterhouse.voice import Voice


def prompt(s: State, seat: int, voice: Voice) -> str:
    """What is asked now: of this viewer, or of whom the viewer waits for."""
    return voice(f"prompt.{Phase(s.phase).name.lower()}")


def says(s: State, action: int, voice: Voice) -> str:
    """What this action of `to_act` would do."""
    return words(s, action)


def narrate(before: State, move: Move, after: State, voice: Voice) -> list[Line]:
    """The sentences that one action adds to the log."""
    return [Line(move.seat, f"{voice.name(move.seat)}: {move.words}", "templar.turn.play")]
