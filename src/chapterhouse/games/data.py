"""Printed data of a game: TOML files in the room's `data/`, or a file of the player's own."""

from __future__ import annotations

import pathlib
import tomllib
from typing import Any


class DataFaults(ValueError):
    """A data file cannot be played with; `faults` lists everything that is wrong with it."""

    def __init__(self, source: str, faults: list[str]) -> None:
        self.source, self.faults = source, faults
        super().__init__(f"{source}: " + "; ".join(faults))


class Faults:
    """Collects what is wrong, with the place where it stands."""

    def __init__(self) -> None:
        self.all: list[str] = []

    def add(self, place: str, what: str) -> None:
        self.all.append(f"{place}: {what}")

    def within(self, place: str, value: int, least: int, most: int) -> None:
        """A number that must lie in a range."""
        if not least <= value <= most:
            self.add(place, f"{value} is not within {least} to {most}")


def is_whole(x: object, least: int, most: int) -> bool:
    """A whole number in a range; True and False are none."""
    return isinstance(x, int) and not isinstance(x, bool) and least <= x <= most


def read_toml(path: pathlib.Path) -> dict[str, Any]:
    """A TOML file as plain data; DataFaults names the line where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise DataFaults(str(path), [f"cannot be read: {e.strerror or e}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise DataFaults(str(path), [f"is no TOML: {e}"]) from None


def find(folder: pathlib.Path, name: str) -> pathlib.Path:
    """The data file of that name in a room, or the file at that path."""
    own = folder / f"{name}.toml"
    if "/" not in name and "\\" not in name and own.is_file():
        return own
    path = pathlib.Path(name)
    if not path.is_file():
        names = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
        raise DataFaults(name, [f"is neither a file nor one of ours ({names})"])
    return path
