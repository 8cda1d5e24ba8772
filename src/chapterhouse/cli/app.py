"""All commands together, in one language; and what happens when something goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NoReturn

import typer

from chapterhouse.cli import (
    arena,
    bench,
    bench_bots,
    check,
    ladder,
    peers,
    perft,
    play,
    replay,
    review,
    rules,
    serve,
    simulate,
    soak,
    train,
)
from chapterhouse.cli.command import Command, Complaint, Group, in_our_words
from chapterhouse.cli.errors import Misuse, unknown
from chapterhouse.cli.language import speak, system_language, tell
from chapterhouse.texts import LANGUAGES

# one command each: what stands after `bench` are otherwise games
BENCH_SERVE = "bench serve"
BENCH_PEERS = "bench peers"
BENCH_BOTS = "bench bots"
SOAK_SERVE = "soak serve"
HIDDEN = (BENCH_SERVE, BENCH_PEERS, BENCH_BOTS, SOAK_SERVE)
INTERRUPTED = 130  # 128 + SIGINT, as shells count
BROKEN = 70  # EX_SOFTWARE: what happened is a fault of ours
EXIT_CODES = (0, 1, 2, BROKEN, INTERRUPTED)  # `chapterhouse --help` says what they mean
SHORT = 300  # characters of an error that is not ours
TRACEBACK = "CHAPTERHOUSE_TRACEBACK"  # set, a fault of ours is shown in full


class House(Group):
    """The group of all commands. Whatever goes wrong is one line and one of EXIT_CODES."""

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
        if " ".join(given[:2]) in HIDDEN:
            given[:2] = [" ".join(given[:2])]
        try:
            code = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
        except Misuse as e:
            _complain(str(e))
        except Complaint as e:
            _complain(in_our_words(e))
        except (typer.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except OSError as e:
            _complain(f"{e.filename or ''}: {e.strerror or e}".removeprefix(": "), 1)
        except Exception as e:
            if os.environ.get(TRACEBACK):
                raise
            _complain(tell("misuse.broken", what=f"{type(e).__name__}: {e}"[:SHORT], variable=TRACEBACK), BROKEN)
        sys.exit(code if isinstance(code, int) else 0)


def _complain(line: str, code: int = 2) -> NoReturn:
    typer.echo(f"chapterhouse: {' '.join(line.split())}", err=True)
    sys.exit(code)


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
        options_metavar=tell("page.options_mark"), subcommand_metavar=tell("page.command_mark"),
    )  # fmt: skip
    app.callback()(_door)
    commands: dict[str, Callable[..., None]] = {
        "play": play.play,
        "simulate": simulate.simulate,
        "rules": rules.rules,
        "perft": perft.perft,
        "bench": bench.bench,
        "soak": soak.soak,
        "train": train.train,
        "replay": replay.replay,
        "review": review.review,
        "arena": arena.arena,
        "ladder": ladder.ladder,
        "check": check.check,
        "serve": serve.serve,
        "backup": serve.backup,
        "restore": serve.restore,
        BENCH_SERVE: serve.bench_serve,
        BENCH_PEERS: peers.bench_peers,
        BENCH_BOTS: bench_bots.bench_bots,
        SOAK_SERVE: serve.soak_serve,
    }
    for name, command in commands.items():
        app.command(
            name, cls=Command, help=tell(f"help.{name.replace(' ', '_')}"), hidden=name in HIDDEN,
            options_metavar=tell("page.options_mark"),
        )(command)  # fmt: skip
    return app


def _take_language(arguments: list[str]) -> str:
    """The language that is asked for anywhere in the arguments, which is taken out of them; the last one counts."""
    language, i = system_language(), 0
    while i < len(arguments) and arguments[i] != "--":
        if arguments[i] == "--language" and i + 1 < len(arguments):
            language = arguments[i + 1]
            del arguments[i : i + 2]
        elif arguments[i].startswith("--language="):
            language = arguments.pop(i).partition("=")[2]
        else:
            i += 1
    return language


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ends the process."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = _take_language(given)
    if language not in LANGUAGES:
        _complain(str(unknown("language", language, LANGUAGES)))
    build(language)(given, prog_name="chapterhouse")
