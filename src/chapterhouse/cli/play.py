"""`chapterhouse play`: a game in the terminal."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Annotated

import typer

from chapterhouse.cli.errors import Misuse
from chapterhouse.cli.language import choose, tell, texts_for

if TYPE_CHECKING:
    from chapterhouse.games.protocol import Game
    from chapterhouse.play.table import Table

ME = "me"


def _ask_for_game() -> str:
    import sys

    from chapterhouse.cli.screen import console
    from chapterhouse.games import NAMES

    names = list(NAMES)
    if len(names) == 1:
        return names[0]
    if not sys.stdin.isatty():
        raise Misuse(tell("misuse.which_game", games=", ".join(names)))
    screen = console()
    for number, name in enumerate(names, 1):
        texts = texts_for(name)
        screen.print(f"{number}  [bold]{name}[/]  {choose(texts, 'game.tagline', '')}")
    given = screen.input(f"{tell('play.which_game')} ").strip()
    return names[int(given) - 1] if given.isdecimal() and 1 <= int(given) <= len(names) else given


def find_seats(game: Game, players: int, given: list[str], bots: str) -> tuple[list[str], list[str]]:
    """Who sits where, and the names of people: from `0=me`, `1=me:Anna`, `2=random`; bots take the rest in turn."""
    from chapterhouse.cli.arguments import find_bot, find_bots

    seats, names = [""] * players, [""] * players
    for text in given:
        place, equals, who = text.partition("=")
        if not equals or not place.strip().isdecimal():
            raise Misuse(tell("misuse.seat_form", given=text))
        seat = int(place)
        if seat >= players:
            raise Misuse(tell("misuse.seat", given=seat, most=players - 1))
        kind, _, name = who.strip().partition(":")
        seats[seat] = ME if kind == ME else find_bot(game, kind)
        names[seat] = name.strip()
    others = iter(find_bots(game, bots, players))
    return [who or next(others) for who in seats], names


def _resumed(file: pathlib.Path, game: str | None, given: list[str] | None, bots: str) -> tuple[Table, list[str]]:
    from chapterhouse.cli.replay import load
    from chapterhouse.cli.saves import seats_in

    table = load(file)
    if game is not None and game != table.game.id:
        raise Misuse(tell("misuse.other_game", file=file, game=table.game.id))
    kept = seats_in(file)
    if given or kept is None or len(kept) != table.players:
        return table, find_seats(table.game, table.players, given or [f"0={ME}"], bots)[0]
    return table, find_seats(table.game, table.players, [f"{i}={who}" for i, who in enumerate(kept)], bots)[0]


def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help=tell("help.game"))] = None,
    players: Annotated[int | None, typer.Option(help=tell("help.players"))] = None,
    seat: Annotated[list[str] | None, typer.Option(metavar="N=WHO", help=tell("help.seat"))] = None,
    bots: Annotated[str, typer.Option(help=tell("help.bots"))] = "squire",
    seed: Annotated[str | None, typer.Option(help=tell("help.seed"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=tell("help.option"))] = None,
    resume: Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help=tell("help.resume"))] = None,
    save: Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help=tell("help.save"))] = None,
    curtain: Annotated[bool, typer.Option(help=tell("help.curtain"))] = True,
) -> None:
    from chapterhouse.cli.arguments import find_game, find_options, find_players, open_table, read_seed
    from chapterhouse.cli.saves import fresh_file
    from chapterhouse.cli.session import Session

    if resume is not None:
        if players is not None or seed is not None or option:
            raise Misuse(tell("misuse.resume"))
        table, seats = _resumed(resume, name, seat, bots)
        file = save or resume
    else:
        game = find_game(name or _ask_for_game())
        count = find_players(game, players)
        seats, names = find_seats(game, count, seat or [f"0={ME}"], bots)
        chosen = find_options(game, option)
        table = open_table(game, count, read_seed(seed), chosen, names if any(names) else None)
        file = save or fresh_file(table)
    raise typer.Exit(Session(table, seats, file, has_curtain=curtain).run())
