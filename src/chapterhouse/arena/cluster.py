"""A match over the machines of a Ray cluster (extra `cluster`); every machine has Chapterhouse installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from chapterhouse.arena.match import Match, play_game
from chapterhouse.arena.run import Games, Turn, Way, make_ready


def _play(match: Match, turn: Turn) -> Any:
    from chapterhouse.bots import cores

    cores.limit(1)  # Ray counts one core a task
    make_ready(match)
    return play_game(match, *turn)


def over_cluster(address: str = "auto", ahead: int = 4) -> Way:
    """As many games at a time as the cluster has cores; `ahead` times as many wait on it. Joins the cluster at an
    address, or the one of this process when there is one already."""
    ray: Any = importlib.import_module("ray")

    def way(match: Match, todo: Iterable[Turn]) -> Games:
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False)
        play = ray.remote(num_cpus=1)(_play)
        most = ahead * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        try:
            for turn in todo:
                waiting.append(play.remote(match, turn))
                if len(waiting) >= most:
                    done, waiting = ray.wait(waiting)
                    yield ray.get(done[0])
            while waiting:
                done, waiting = ray.wait(waiting)
                yield ray.get(done[0])
        finally:
            for each in waiting:
                ray.cancel(each, force=True)

    return way
