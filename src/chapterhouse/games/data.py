"""Printed data of a game: TOML files in the game's `data/`, or a file of the player's own."""

from __future__ import annotations

import math
import pathlib
import re
import tomllib
from collections.abc import Sequence
from typing import Any

from chapterhouse.texts import Text, Texts

DEEPEST = 20  # lists and tables within each other; no file of ours comes near
MOST_DOTS = 500  # in a line: the time to read a dotted key grows with the square of its length
LARGEST = 2**53  # a whole number that every reader of JSON reads alike


class Fault(str):
    """What is wrong, and where. As a string it is English; `translate_faults` has the other languages."""

    folders: tuple[str, ...]
    text: Text

    def __new__(cls, place: str | Text, what: Text, *folders: str) -> Fault:
        text = Text("fault.at", {"place": place, "what": what})
        fault = super().__new__(cls, Texts("en", *folders)(text.key, **text.parts))
        fault.folders, fault.text = folders, text
        return fault


def fault(place: str | Text, key: str, /, **parts: Any) -> Fault:
    """A fault that has its text in the house's catalogue."""
    return Fault(place, Text(f"fault.{key}", parts))


def translate_faults(faults: Sequence[str], language: str) -> list[str]:
    """Faults in a language, as far as they have a text."""
    return [Texts(language, *f.folders)(f.text.key, **f.text.parts) if isinstance(f, Fault) else f for f in faults]


def shown(value: object) -> str:
    """A value as it stands in a file, cut where it is long; a dash where nothing stands."""
    if value is None:
        return "–"
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits; lists within lists without end
        return "…"
    return text if len(text) <= 60 else f"{text[:59]}…"


class DataFaults(ValueError):
    """A data file cannot be played with; `faults` lists everything that is wrong with it."""

    def __init__(self, source: str, faults: list[str]) -> None:
        self.source, self.faults = source, faults
        super().__init__(f"{source}: " + "; ".join(faults))


class Faults:
    """Collects what is wrong, with the place where it stands. `game` has the texts of what is said by a key."""

    def __init__(self, game: str = "") -> None:
        self.all: list[str] = []
        self._folders = (f"games/{game}",) if game else ()

    def say(self, place: str | Text, key: str, /, **parts: Any) -> None:
        """A fault that has a text in every language; `place` is in the words of the file, where it has some."""
        self.all.append(Fault(place, Text(f"fault.{key}", parts), *self._folders))

    def within(self, place: str | Text, value: int, least: int, most: int) -> None:
        """A number that must lie in a range."""
        if not least <= value <= most:
            self.say(place, "range", value=value, least=least, most=most, which="", nor="", more="")


def is_whole(x: object, least: int, most: int) -> bool:
    """A whole number in a range; True and False are none."""
    return isinstance(x, int) and not isinstance(x, bool) and least <= x <= most


def odd_values(data: dict[str, Any]) -> list[str]:
    """Values that a saved game could not keep: dates, endless numbers, and what lies too deep."""
    faults = Faults()
    todo: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while todo:
        path, value = todo.pop()
        place = ".".join(path)
        if isinstance(value, dict | list):
            if len(path) == DEEPEST:
                faults.say(shown(place), "deep", most=DEEPEST)
                continue
            inside = value.items() if isinstance(value, dict) else enumerate(value, 1)
            todo += reversed([((*path, str(name)), each) for name, each in inside])
        elif isinstance(value, float):
            if not math.isfinite(value):
                faults.say(place, "value", value=shown(value))
        elif isinstance(value, int):
            if abs(value) > LARGEST:
                faults.say(place, "value", value=shown(value))
        elif not isinstance(value, str):
            faults.say(place, "value", value=str(value))
    return faults.all


def parse_toml(source: str, text: str) -> dict[str, Any]:
    """The text of a data file as plain data; DataFaults names the line where it cannot be read."""
    deep = Faults()
    for line in text.splitlines():
        if line.count(".") > MOST_DOTS:
            deep.say(shown(line), "deep", most=DEEPEST)
    if deep.all:
        raise DataFaults(source, deep.all)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as e:
        at = re.search(r"at line (\d+), column (\d+)", str(e))
        where = {"line": int(at[1]), "column": int(at[2])} if at else {}
        raise DataFaults(source, [Fault("TOML", Text("fault.toml" if at else "fault.toml_end", where))]) from None
    faults = odd_values(data)
    if faults:
        raise DataFaults(source, faults)
    return data


def read_toml(path: pathlib.Path) -> dict[str, Any]:
    """A TOML file as plain data; DataFaults says why it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as e:
        raise DataFaults(str(path), [Fault(str(path), Text("fault.closed", {"why": e.strerror or str(e)}))]) from None
    except UnicodeDecodeError:
        raise DataFaults(str(path), [Fault("UTF-8", Text("fault.utf8"))]) from None
    return parse_toml(str(path), text)


def find(folder: pathlib.Path, name: str) -> pathlib.Path:
    """The data file of that name in a game's `data/`, or the file at that path."""
    own = folder / f"{name}.toml"
    if "/" not in name and "\\" not in name and own.is_file():
        return own
    path = pathlib.Path(name)
    if not path.is_file():
        names = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
        raise DataFaults(name, [Fault(name, Text("fault.no_file", {"names": names}))])
    return path
