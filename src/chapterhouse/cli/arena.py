"""`chapterhouse arena`: matches of bots, with what can be concluded from them."""

from __future__ import annotations

import datetime
import importlib.util
import json
import pathlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chapterhouse.cli.language import tell, texts_for

if TYPE_CHECKING:
    from chapterhouse.arena.cluster import Cluster
    from chapterhouse.arena.match import Match
    from chapterhouse.arena.run import Journal, Way
    from chapterhouse.games.protocol import Game

WIDE = 80  # columns of a terminal
EXTRA = {"openskill": "arena", "matplotlib": "arena", "pyarrow": "arena", "ray": "cluster"}


def need(*packages: str) -> None:
    """A misuse that names the extra, where a package is missing."""
    from chapterhouse.cli.errors import Misuse

    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if missing:
        raise Misuse(tell("misuse.extra", missing=", ".join(missing), extra=EXTRA[missing[0]]))


def find_bot(game: Game, text: str) -> str:
    """A bot of the arena: `name` or `name:budget`."""
    from chapterhouse.cli.arguments import find_bot as find_name

    name, colon, budget = text.strip().partition(":")
    if colon:
        find_budget(budget)
    return find_name(game, name) + colon + budget


def find_budget(text: str | None) -> str | None:
    from chapterhouse.bots.contract import Budget
    from chapterhouse.cli.errors import Misuse

    try:
        if text is not None:
            Budget.parse(text)
    except ValueError:
        raise Misuse(tell("misuse.budget", given=text)) from None
    return text


def _way(match: Match, jobs: int, cluster: Cluster | None) -> Way:
    """How the games are played; what they need here is compiled."""
    from chapterhouse.arena.run import here, make_ready, over_processes
    from chapterhouse.cli.screen import progress

    if cluster is not None:
        from chapterhouse.arena.cluster import over_cluster

        return over_cluster(cluster)
    with progress(tell("compiling", game=match.game)):
        make_ready(match)
    return here if min(jobs, match.blocks) == 1 else over_processes(min(jobs, match.blocks))


def _open(journal: Journal, match: Match, *, is_anew: bool) -> int:
    """How many games of the match are there already; says where they are kept. A misuse where another match is."""
    from chapterhouse.arena.run import OtherMatch, of_match
    from chapterhouse.cli.errors import Misuse

    journal.path.parent.mkdir(parents=True, exist_ok=True)
    try:
        old = journal.read()
    except OtherMatch as e:
        raise Misuse(tell("misuse.other_match", file=e)) from None
    old = [] if is_anew else old
    journal.write(old)  # so that nothing is played where nothing can be kept
    done = len(of_match(match, old))
    key = "arena.before" if done else "arena.kept"
    typer.echo(tell(key, done=done, n=match.blocks * match.players, file=journal.path), err=True)
    return done


def show(report: dict[str, Any]) -> None:
    """The tables for people."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    from chapterhouse.arena.files import HEADS, bot_rows, span
    from chapterhouse.cli.screen import console

    screen, match = console(), report["match"]
    title = tell("arena.title", game=match["game"], players=match["players"], n=report["games"])
    # without lines it fits where it is WIDE, and nothing is cut off where it is not
    how: dict[str, Any] = {"box": SIMPLE_HEAD, "padding": 0, "pad_edge": False, "show_edge": False}
    grid = Grid(*(tell(f"arena.{head}").replace(" (", "\n(") for head in HEADS), title=title, **how)
    texts = texts_for(match["game"])
    for row in bot_rows(report, texts):
        grid.add_row(*row)
    duels = Grid(*(tell(f"arena.{head}") for head in ("pair", "pair_share", "pairs_count")), **how)
    for pair in report["pairs"]:
        duels.add_row(" / ".join(pair["bots"]), span(pair, texts), str(pair["pairs"]))
    duels.title = tell("arena.pairs")
    for head in ("bot", "share", "rating"):
        grid.columns[HEADS.index(head)].no_wrap = screen.width >= WIDE
    for each in (grid, duels) if report["pairs"] else (grid,):
        for column in each.columns:
            column.overflow = "fold"
        for column in each.columns[1:]:
            column.justify = "right"
        screen.print(each, "")


def write(report: dict[str, Any], match: Match, results: list[Any], folder: pathlib.Path) -> None:
    """Everything about a match into a folder."""
    from chapterhouse.arena.files import page, write_parquet
    from chapterhouse.arena.plots import draw

    texts = texts_for(match.game)
    (folder / "result.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    write_parquet(folder / "games.parquet", match, results)
    plots = draw(report, folder, texts)
    (folder / "report.html").write_text(page(report, plots, texts), encoding="utf-8")


def arena(
    name: Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))],
    bots: Annotated[str, typer.Option(help=tell("help.arena_bots"))] = "novice,squire,sergeant,knight",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help=tell("help.arena_games"))] = 200,
    players: Annotated[int | None, typer.Option(help=tell("help.players"))] = None,
    seed: Annotated[int, typer.Option(min=0, help=tell("help.seed"))] = 1,
    budget: Annotated[str | None, typer.Option(help=tell("help.budget"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=tell("help.option"))] = None,
    file: Annotated[pathlib.Path | None, typer.Option("--json", dir_okay=False, help=tell("help.json"))] = None,
    out: Annotated[pathlib.Path | None, typer.Option(file_okay=False, help=tell("help.arena_out"))] = None,
    into: Annotated[pathlib.Path | None, typer.Option(dir_okay=False, help=tell("help.arena_into"))] = None,
    anew: Annotated[bool, typer.Option("--anew", help=tell("help.arena_anew"))] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help=tell("help.jobs"))] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help=tell("help.cluster"))] = None,
) -> None:
    from chapterhouse.cli.arguments import deal, find_game, find_options, find_players
    from chapterhouse.cli.cluster import join, tell_error
    from chapterhouse.cli.errors import Misuse
    from chapterhouse.cli.saves import arena_file
    from chapterhouse.cli.screen import progress
    from chapterhouse.cli.signals import terminate_as_ctrl_c

    need("openskill", *(("matplotlib", "pyarrow") if out else ()))
    from chapterhouse.arena.match import Match
    from chapterhouse.arena.numbers import report as conclude
    from chapterhouse.arena.run import Journal, here, run
    from chapterhouse.arena.strength import write as write_strength
    from chapterhouse.kernel.batch import count_cores

    game = find_game(name)
    names = tuple(find_bot(game, name) for name in bots.split(","))
    chosen = find_options(game, option)
    match = Match(game.id, names, find_players(game, players), games, seed, find_budget(budget), chosen)
    _, states = deal(game, match.players, chosen)  # options that cannot be are said before anything is compiled
    for each in (file, into):
        if each is not None and not each.absolute().parent.is_dir():
            raise Misuse(tell("misuse.no_folder", folder=each.parent))
    joined = None if cluster is None else join(cluster)
    journal, done = out / "games.jsonl" if out else arena_file(match, states.tobytes()), 0
    try:
        done = _open(Journal(journal, match), match, is_anew=anew)
        kept: pathlib.Path | None = journal
    except OSError as e:
        if out is not None:
            raise
        typer.echo(tell("arena.not_kept", folder=journal.parent, why=e.strerror or e), err=True)
        kept = None
    is_played = done == match.blocks * match.players
    way = here if is_played else _way(match, jobs or count_cores(), joined)
    with progress(tell("simulate.playing", game=game.id)) as show_progress, terminate_as_ctrl_c():
        results, is_whole = run(match, way, kept, show_progress)
    report = conclude(match, results)
    has_deals = report["games"] > 0
    is_lost = joined is not None and tell_error(joined)
    if not is_whole:
        typer.echo(tell("simulate.stopped", done=len(results), n=match.blocks * match.players), err=True)
        if kept:
            typer.echo(tell("arena.resume"), err=True)
    if not has_deals:
        typer.echo(tell("arena.none"), err=True)  # nor is anything written over what an earlier match has shown
        raise typer.Exit(1 if is_lost else 130)
    written = []  # first of all, so that nothing is lost where nobody reads what is shown
    if file is not None:
        file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        written.append(file)
    if out is not None:
        write(report, match, results, out)
        written.append(out / "report.html")
    if into is not None:
        write_strength(into, report, datetime.date.today().isoformat())
        written.append(into)
    show(report)
    for each in written:
        typer.echo(tell("simulate.written", file=each))
    if not is_whole:
        raise typer.Exit(1 if is_lost else 130)
