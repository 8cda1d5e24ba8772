"""`chapterhouse check`: every fault of a data file, a position or a saved game."""

from __future__ import annotations

import json
import pathlib
from typing import Annotated, Any

import typer

from chapterhouse.cli.language import in_words, tell

SHOWN = 16  # characters of a seal that the terminal shows, and that a comparison needs at least


def _check_data(path: pathlib.Path) -> tuple[str, list[str]]:
    from chapterhouse.games import NAMES, load
    from chapterhouse.games.data import DataFaults, read_toml

    try:
        data = read_toml(path)
    except DataFaults as e:
        return "data", e.faults
    if data.get("game") not in NAMES:
        return "data", [tell("check.no_game", games=", ".join(NAMES))]
    return "data", load(data["game"]).data_faults(data)


def _check_record(record: Any) -> tuple[str, list[str]]:
    from chapterhouse.play.errors import Unplayable
    from chapterhouse.play.table import Table

    if not isinstance(record, dict) or not {"actions", "state"} & record.keys():
        return "unknown", [tell("check.unknown")]
    kind = "game" if "actions" in record else "position"
    try:
        if kind == "game":
            Table.load(record)
        else:
            Table.from_position(record)
    except Unplayable as e:
        return kind, e.faults
    return kind, []


def faults_of(path: pathlib.Path) -> tuple[str, list[str]]:
    """What kind of file it is, and all that is wrong with it."""
    if path.suffix.lower() == ".toml":
        return _check_data(path)
    try:
        return _check_record(json.loads(path.read_text(encoding="utf-8")))
    except json.JSONDecodeError as e:
        return "unknown", [tell("check.no_json", line=e.lineno, column=e.colno, why=e.msg)]
    except RecursionError:
        return "unknown", [tell("check.deep")]
    except (OSError, ValueError) as e:
        return "unknown", [str(e)]


def seal_of(path: pathlib.Path) -> str | None:
    """The seal of a good saved game, which `Table.load` has compared with its seed; None where a number dealt it."""
    seal: str | None = json.loads(path.read_text(encoding="utf-8"))["start"].get("commitment")
    return seal


def seal_faults(seal: str | None, given: str | None) -> list[str]:
    """What is wrong with the seal, beside the one that was shown when the game began."""
    if given is None:
        return []
    if seal is None:
        return [tell("check.no_seal")]
    given = given.lower()
    same = len(given) >= SHOWN and seal.startswith(given)
    return [] if same else [tell("check.other_seal", seal=seal, given=given)]


def check(
    file: Annotated[pathlib.Path, typer.Argument(metavar="FILE", dir_okay=False, help=tell("help.check_file"))],
    seal: Annotated[str | None, typer.Option(metavar="HEX", help=tell("help.seal", n=SHOWN))] = None,
) -> None:
    from chapterhouse.cli.arguments import find_file

    kind, faults = faults_of(find_file(file))
    sealed = seal_of(file) if kind == "game" and not faults else None
    faults = faults or seal_faults(sealed, seal)
    for fault in in_words(faults):
        typer.echo(f"{file}: {fault}")
    if faults:
        raise typer.Exit(1)
    typer.echo(f"{file}: {tell('check.good', kind=tell(f'check.{kind}'))}")
    if sealed:
        typer.echo(f"{file}: {tell('check.seal', seal=sealed)}")
