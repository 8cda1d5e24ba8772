"""What can go wrong at a table, by whose fault it is.

TableError                everything below
├── BadSeat               there is no such seat at this table
├── BadNotation           these words are no action of this game, or could be several; .near has what they may mean
├── IllegalAction         not allowed now; .rule names the rule, .reason says why
├── NotYourTurn           this seat is not asked
├── GameOver              the game has ended
├── StaleAction           the answer is to an earlier question; .ply is the one now
├── UndoRefused           the last decision stands; .refusal says why
└── Unplayable            something cannot be played with; .faults lists all that is wrong
    ├── BadOptions        options that cannot be, alone or together
    ├── BadPosition       a position that cannot be
    └── BadRecord         a saved game that cannot be replayed
"""

from __future__ import annotations

from chapterhouse.games.protocol import Refusal


class TableError(Exception):
    """Something that a table refuses."""


class BadSeat(TableError, ValueError):
    """There is no such seat at this table."""

    def __init__(self, seat: object, players: int) -> None:
        super().__init__(f"there is no seat {seat!r}; seats are 0 to {players - 1}, and None is a spectator")


class BadNotation(TableError):
    """These words are no action of this game, or could be several; `near` has what they may mean."""

    def __init__(self, what: str, near: list[str] | None = None, *, is_ambiguous: bool = False) -> None:
        super().__init__(what)
        self.near, self.is_ambiguous = near or [], is_ambiguous


class IllegalAction(TableError):
    """Not allowed now. `rule` is the id of the rule that refuses, `reason` the sentence for a player."""

    def __init__(self, action: str, rule: str, reason: str) -> None:
        super().__init__(f"{action}: {reason} ({rule})")
        self.action, self.rule, self.reason = action, rule, reason


class NotYourTurn(TableError):
    """This seat is not asked."""


class GameOver(TableError):
    """The game has ended."""


class StaleAction(TableError):
    """The answer is to an earlier question."""

    def __init__(self, answered: int, ply: int) -> None:
        super().__init__(f"this answers decision {answered}, but the table is at decision {ply}")
        self.ply = ply


class UndoRefused(TableError):
    """The last decision stands. `refusal` holds the rule, if one says so, and the sentence."""

    def __init__(self, reason: str, refusal: Refusal) -> None:
        super().__init__(f"{reason} ({refusal.rule})" if refusal.rule else reason)
        self.refusal = refusal


class Unplayable(TableError):
    """Something cannot be played with; `faults` lists all that is wrong."""

    def __init__(self, what: str, faults: list[str]) -> None:
        super().__init__(f"{what}: " + "; ".join(faults))
        self.faults = faults


class BadOptions(Unplayable):
    """Options that cannot be, alone or together. `option` is the one whose data file has the faults, if one has."""

    def __init__(self, what: str, faults: list[str], option: str | None = None) -> None:
        super().__init__(what, faults)
        self.option = option


class BadPosition(Unplayable):
    """A position that cannot be."""


class BadRecord(Unplayable):
    """A saved game that cannot be replayed."""
