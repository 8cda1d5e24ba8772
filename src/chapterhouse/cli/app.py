"""All commands together, in one language; and what happens when something goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from chapterhouse.cli import bench, check, perft, play, replay, rules, serve, simulate, train
from chapterhouse.cli.errors import Misuse, unknown
from chapterhouse.cli.language import speak, system_language, tell
from chapterhouse.texts import LANGUAGES

# click's own, whether typer brings its click along or imports it
_Complaint: Any = typer.BadParameter.__mro__[2]
BENCH_SERVE = "bench serve"  # one command: what stands after `bench` are otherwise games
INTERRUPTED = 130  # 128 + SIGINT, as shells count


class House(TyperGroup):
    """The group of all commands. Whatever goes wrong by the user's hand is one line and exit code 2."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run it; always ends the process."""
        given = list(sys.argv[1:] if args is None else args)
        if given[:2] == ["bench", "serve"]:
            given[:2] = [BENCH_SERVE]
        try:
            code = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
        except Misuse as e:
            _complain(str(e))
        except _Complaint as e:
            _complain(e.format_message())
        except typer.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(code if isinstance(code, int) else 0)


def _complain(line: str) -> None:
    typer.echo(f"chapterhouse: {' '.join(line.split())}", err=True)
    sys.exit(2)


def _show_version(wanted: bool) -> None:
    if wanted:
        from chapterhouse import __version__

        typer.echo(f"chapterhouse {__version__}")
        raise typer.Exit


def _door(
    language: Annotated[str, typer.Option(metavar="|".join(LANGUAGES), help=tell("help.language"))] = "",
    version: Annotated[
        bool, typer.Option("--version", help=tell("help.version"), callback=_show_version, is_eager=True)
    ] = False,
) -> None: ...


def build(language: str = "en") -> typer.Typer:
    """The whole command line in one language."""
    speak(language)
    app = typer.Typer(
        cls=House, name="chapterhouse", help=tell("help.house"), epilog=tell("help.more"), no_args_is_help=True,
        add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False,
    )  # fmt: skip
    app.callback()(_door)
    commands: dict[str, Callable[..., None]] = {
        "play": play.play,
        "simulate": simulate.simulate,
        "rules": rules.rules,
        "perft": perft.perft,
        "bench": bench.bench,
        "train": train.train,
        "replay": replay.replay,
        "check": check.check,
        "serve": serve.serve,
        "backup": serve.backup,
        BENCH_SERVE: serve.bench_serve,
    }
    for name, command in commands.items():
        app.command(name, help=tell(f"help.{name.replace(' ', '_')}"), hidden=name == BENCH_SERVE)(command)
    return app


def _take_language(arguments: list[str]) -> str:
    """The language that is asked for anywhere in the arguments, which is taken out of them."""
    language = system_language()
    for i, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--language" and i + 1 < len(arguments):
            language = arguments[i + 1]
            del arguments[i : i + 2]
            break
        if argument.startswith("--language="):
            language = argument.partition("=")[2]
            del arguments[i]
            break
    return language


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends the process."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = _take_language(given)
    if language not in LANGUAGES:
        _complain(str(unknown("language", language, LANGUAGES)))
    build(language)(given, prog_name="chapterhouse")
