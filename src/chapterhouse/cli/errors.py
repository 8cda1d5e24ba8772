"""What the user asked for cannot be: one clear line, exit code 2."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from chapterhouse.cli.language import tell


class Misuse(Exception):
    """Asked for something that is not there or cannot be; the message is the whole line."""


def unknown(what: str, given: str, known: Iterable[str]) -> Misuse:
    """`what` is a key of [unknown]: the line names what was given, the nearest that there is, or all."""
    names = list(known)
    near = difflib.get_close_matches(given.lower(), names, n=2, cutoff=0.55)
    line = tell(f"unknown.{what}", given=given)
    if near:
        return Misuse(f"{line} {tell('unknown.near', near=tell('or').join(near))}")
    return Misuse(f"{line} {tell('unknown.all', all=', '.join(names))}" if names else line)
