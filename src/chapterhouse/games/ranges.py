"""Whether a state keeps to what its record declares: the same check for every game."""

from __future__ import annotations

from typing import Any

import numpy as np

from chapterhouse.games.data import Faults
from chapterhouse.kernel.record import Field, declared_in
from chapterhouse.texts import Text

PLAYERS = "players"  # the field that says how many seats play; the rows of the others are vacant


def range_faults(s: Any) -> list[str]:
    """All fields that hold what they cannot hold, in words."""
    faults = Faults()
    check_ranges(s, faults)
    return faults.all


def check_ranges(s: Any, faults: Faults) -> None:
    """Every field against its declaration; where the number of players cannot be, nothing else is looked at."""
    declared = declared_in(type(s))
    _check_field(s, PLAYERS, declared[PLAYERS], faults)
    if not faults.all:
        for name, field in declared.items():
            if name != PLAYERS:
                _check_field(s, name, field, faults)


def most_of(s: Any, field: Field) -> int:
    """The highest number that a field can hold in this state."""
    if field.below is not None:
        return int(s[field.below]) - 1
    assert field.high is not None, "every field of a state declares its range"
    return field.high


def _check_field(s: Any, name: str, field: Field, faults: Faults) -> None:
    values, most = np.atleast_1d(s[name]), most_of(s, field)
    fits = (values >= field.low) & (values <= most)
    for empty in field.empty:
        fits |= values == empty
    if field.vacant is not None:
        players = int(s[PLAYERS])
        if (values[players:] != field.vacant).any():
            faults.say(name, "vacant", values=str(values[players:].tolist()), vacant=field.vacant)
        fits[players:] = True
    if not fits.all():
        at, wrong = int(np.argmin(fits)), np.count_nonzero(~fits)
        which = Text("fault.which", {"at": at}) if field.shape else ""
        more = Text("fault.more", {"n": wrong - 1}) if wrong > 1 else ""
        nor = Text("fault.nor", {"empty": ", ".join(map(str, field.empty))}) if field.empty else ""
        parts = {"which": which, "nor": nor, "more": more}
        faults.say(name, "range", value=values.ravel()[at], least=field.low, most=most, **parts)
