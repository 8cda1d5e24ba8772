"""`chapterhouse perft`: count the lines of play, depth by depth."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from chapterhouse.cli.language import number, tell


def perft(
    name: Annotated[str, typer.Argument(metavar="GAME", help=tell("help.game"))],
    depth: Annotated[int, typer.Option(min=0, help=tell("help.depth"))],
    players: Annotated[int | None, typer.Option(help=tell("help.players"))] = None,
    seed: Annotated[int, typer.Option(help=tell("help.seed"))] = 1,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=tell("help.option"))] = None,
) -> None:
    import numpy as np
    from rich.table import Table as Grid

    from chapterhouse.cli.arguments import deal, find_game, find_options, find_players
    from chapterhouse.cli.screen import console, make_ready
    from chapterhouse.kernel.rng import seeded

    game = find_game(name)
    engine, start = deal(game, find_players(game, players), find_options(game, option))
    make_ready(engine, "perft")
    start["rng"] = seeded(seed)
    engine.set_up(start[0])
    grid = Grid(tell("perft.depth"), tell("perft.nodes"), tell("perft.seconds"), title=f"{game.id}, seed {seed}")
    for column in grid.columns:
        column.justify = "right"
    for each in range(depth + 1):
        states = engine.blank(each + 1)
        states[0] = start[0]
        masks = np.zeros((each + 1, game.action_count), np.int8)
        began = time.perf_counter()
        nodes = engine.perft(states, each, masks)
        grid.add_row(str(each), str(nodes), number(time.perf_counter() - began, 3))
    console().print(grid)
