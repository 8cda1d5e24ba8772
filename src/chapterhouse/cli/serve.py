"""`chapterhouse serve`, `backup` and `bench serve`: handed on to the pages, where these are installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import typer

from chapterhouse.cli.misuse import Misuse
from chapterhouse.cli.speech import tell

NEEDED = ("fastapi", "uvicorn", "jinja2", "sqlalchemy", "alembic")


def find_door(module: str) -> Callable[[list[str]], Any]:
    """The `main(arguments)` of a module of the server; a misuse with one clear line where it is not there."""
    if importlib.util.find_spec("chapterhouse.server") is None:
        raise Misuse(tell("misuse.no_server"))
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise Misuse(tell("misuse.no_extra", missing=", ".join(missing)))
    if importlib.util.find_spec(module) is None:
        raise Misuse(tell("misuse.no_server"))
    door: Callable[[list[str]], Any] = importlib.import_module(module).main
    return door


def hand_on(context: typer.Context) -> None:
    """`chapterhouse serve …` is `chapterhouse.server.serve.main([…])`; likewise for the other names."""
    name = str(context.info_name).removesuffix("-serve")
    code = find_door(f"chapterhouse.server.{name}")(list(context.args))
    raise typer.Exit(code if isinstance(code, int) else 0)
