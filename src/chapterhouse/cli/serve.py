"""`chapterhouse serve`, `backup`, `restore`, `bench serve` and `soak serve`: the pages, where these are installed."""

from __future__ import annotations

import importlib
import importlib.util
import json
import pathlib
from typing import Annotated, Any, NoReturn

import typer

from chapterhouse.cli.errors import Misuse
from chapterhouse.cli.language import tell

NEEDED = ("fastapi", "uvicorn", "jinja2", "sqlalchemy", "alembic", "pywebpush")


def server(module: str) -> Any:
    """A module of the server; a misuse with one clear line where the pages or their packages are not there."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    is_there = importlib.util.find_spec("chapterhouse.server") is not None
    if is_there and missing:
        raise Misuse(tell("misuse.no_extra", missing=", ".join(missing)))
    if not is_there or importlib.util.find_spec(f"chapterhouse.server.{module}") is None:
        raise Misuse(tell("misuse.no_server"))
    return importlib.import_module(f"chapterhouse.server.{module}")


def _settings(**given: Any) -> Any:
    """The settings of the environment, and over them what was asked for."""
    settings = server("settings")
    try:
        return settings.from_environment(**given)
    except settings.BadSetting as e:
        raise Misuse(tell(f"misuse.{e.wanted}", variable=e.variable, given=e.given)) from None


def _fail(line: str) -> NoReturn:
    """What was asked for is right, and yet it cannot be done: one line and exit code 1."""
    typer.echo(f"chapterhouse: {' '.join(line.split())}", err=True)
    raise typer.Exit(1)


def serve(
    host: Annotated[str | None, typer.Option(help=tell("help.host"))] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=tell("help.port"))] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help=tell("help.database"))] = None,
    browser: Annotated[bool | None, typer.Option("--browser/--no-browser", help=tell("help.browser"))] = None,
    list_settings: Annotated[bool, typer.Option("--settings", help=tell("help.settings"))] = False,
) -> None:
    if list_settings:
        typer.echo(server("settings").documented())
        return
    settings = _settings(host=host, port=port, database=database, browser=browser)
    pages = server("serve")
    try:
        pages.check_database(settings)
    except pages.BadDatabase as e:
        _fail(tell(f"serve.database_{e.reason}", **e.parts))
    is_usual = port is None and settings.port == type(settings).port
    try:
        listening = pages.listen(settings.host, settings.port, pages.NEIGHBOURS if is_usual else 0)
    except (OSError, OverflowError) as e:
        _fail(tell("serve.busy", where=f"{settings.host}:{settings.port}", why=getattr(e, "strerror", None) or e))
    raise typer.Exit(pages.serve(settings, listening, lambda address: typer.echo(tell("serve.open", address=address))))


def backup(
    file: Annotated[pathlib.Path, typer.Argument(metavar="FILE", dir_okay=False, help=tell("help.backup_file"))],
    database: Annotated[str | None, typer.Option(metavar="URL", help=tell("help.database"))] = None,
) -> None:
    if not file.absolute().parent.is_dir():
        raise Misuse(tell("misuse.no_folder", folder=file.parent))
    copies = server("store.backup")
    try:
        copies.backup(_settings(database=database).url, file)
    except copies.BackupFailed as e:
        _fail(tell(f"backup.{e.reason}", **e.parts))
    typer.echo(tell("backup.written", file=file))


def restore(
    file: Annotated[pathlib.Path, typer.Argument(metavar="FILE", dir_okay=False, help=tell("help.restore_file"))],
    database: Annotated[str | None, typer.Option(metavar="URL", help=tell("help.database"))] = None,
    force: Annotated[bool, typer.Option("--force", help=tell("help.restore_force"))] = False,
) -> None:
    from chapterhouse.cli.arguments import find_file

    copies, pages = server("store.restore"), server("serve")
    try:
        count = copies.restore(_settings(database=database).url, find_file(file), force)
    except pages.BadDatabase as e:
        _fail(tell(f"serve.database_{e.reason}", **e.parts))
    except copies.BackupFailed as e:
        _fail(tell(f"restore.{e.reason}", **e.parts))
    typer.echo(tell("restore.done", n=count, file=file))


def bench_serve(
    tables: Annotated[int, typer.Option(min=1, help=tell("help.tables"))] = 500,
    every: Annotated[float, typer.Option(min=0.01, help=tell("help.every"))] = 2.0,
    seconds: Annotated[float, typer.Option(min=0.1, help=tell("help.seconds"))] = 20.0,
    pages: Annotated[bool, typer.Option(help=tell("help.pages"))] = True,
    file: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
) -> None:
    from rich.table import Table as Grid

    from chapterhouse.cli.screen import console

    server("serve")  # so that what is missing is said before anything is measured
    from chapterhouse.load.bench import measure

    report = measure(tables=tables, every=every, seconds=seconds, pages=pages)
    grid = Grid(tell("bench.measured"), "")
    for key, value in report.items():
        grid.add_row(key, " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else str(value))
    console().print(grid)
    if file is not None:
        file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        typer.echo(tell("simulate.written", file=file))


def soak_serve(
    tables: Annotated[int, typer.Option(min=1, help=tell("help.tables"))] = 300,
    every: Annotated[float, typer.Option(min=0.01, help=tell("help.every"))] = 2.0,
    seconds: Annotated[float, typer.Option(min=1.0, help=tell("help.soak_serve_seconds"))] = 120.0,
    postgresql: Annotated[bool, typer.Option("--postgresql", help=tell("help.soak_postgresql"))] = False,
    file: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
) -> None:
    from chapterhouse.cli.screen import console

    server("serve")  # so that what is missing is said before anything begins
    from chapterhouse.load.postgres import NoPostgres
    from chapterhouse.load.soak import soak

    def say(part: str) -> None:
        typer.echo(tell(f"soak_part.{part}") + " …", err=True)

    try:
        report = soak(tables, every, seconds, say, postgresql)
    except NoPostgres as e:
        _fail(tell("soak_serve.no_postgresql", why=e))
    console().print(_soaked(report))
    kept = {key: value for key, value in report.items() if key != "parts"}
    typer.echo(tell("soak_serve.told", **kept))
    if file is not None:
        file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        typer.echo(tell("simulate.written", file=file))
    if report["lost"] or report["wrong_tables"]:
        raise typer.Exit(1)


def _soaked(report: dict[str, Any]) -> Any:
    """A line for each part of the run."""
    from rich.table import Table as Grid

    columns = ("part", "acknowledged", "lost", "p50_ms", "p99_ms", "max_ms", "failed", "done")
    grid = Grid(*(tell(f"soak_serve.{column}") for column in columns))
    for name, part in report["parts"].items():
        waited = [f"{part['waited'][k]:.0f}" if part["waited"] else "–" for k in ("p50_ms", "p99_ms", "max_ms")]
        told = [", ".join(f"{k} × {n}" for k, n in part[kind].items()) or "–" for kind in ("failed", "done")]
        grid.add_row(tell(f"soak_part.{name}"), str(part["acknowledged"]), str(part["lost"]), *waited, *told)
    return grid
