"""Work over the machines of a Ray cluster (extra `cluster`); every machine has the same Chapterhouse installed."""

from __future__ import annotations

import functools
import hashlib
import importlib
import pathlib
import pickle
import re
import socket
from collections.abc import Callable, Generator, Iterable
from typing import Any

import chapterhouse
from chapterhouse.arena.match import Match, Result, play_game
from chapterhouse.arena.run import Games, Turn, Way, make_ready

PATIENCE = 5.0  # seconds until an address that does not answer is given up
LOOK = 30.0  # seconds without a result until the cluster is asked whether it has cores left


class ClusterError(Exception):
    """Which of the keys of [cluster] in the texts says what is wrong, and the facts for it."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"{key}: {', '.join(map(str, facts.values()))}")
        self.key, self.facts = key, facts


@functools.cache
def fingerprint() -> str:
    """One text for the code, data and nets of the package: machines that differ in it may play other games."""
    digest, root = hashlib.sha256(), pathlib.Path(chapterhouse.__path__[0])
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".npz")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def look_for(address: str) -> None:
    """Ray itself would try for many minutes."""
    match = re.fullmatch(r"([^:/\s]+|\[[0-9a-fA-F:]+\]):(\d{1,5})", address)
    if match is None:
        raise ClusterError("address", given=address)
    try:
        socket.create_connection((match[1].strip("[]"), int(match[2])), PATIENCE).close()
    except (OSError, OverflowError):
        raise ClusterError("none", address=address) from None


class Cluster:
    """A Ray cluster that this process has joined: at an address, or the one that it is in already."""

    error: ClusterError | None = None  # why `spread` ended too soon

    def __init__(self, address: str = "auto") -> None:
        self._ray: Any = importlib.import_module("ray")
        self._is_guest = self._ray.is_initialized()
        if self._is_guest:
            return
        if address != "auto":
            look_for(address)
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError):
            raise ClusterError("none", address=address) from None

    @property
    def width(self) -> int:
        """How many cores there are now."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def spread(self, function: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], ahead: int = 4) -> Generator[Any]:
        """The results of all jobs as they come, each on a core; `ahead` jobs a core wait on the cluster. What a machine
        that is lost was at, another does again; it ends too soon, with an `error`, when that cannot be. The function is
        one of a module."""
        work, waiting = self._ray.remote(num_cpus=1)(_worker()), []
        most = ahead * max(1, self.width)
        try:
            for job in jobs:
                waiting.append(work.remote(fingerprint(), pickle.dumps((function, job))))
                if len(waiting) >= most:
                    yield self._first(waiting)
            while waiting:
                yield self._first(waiting)
        except ClusterError as e:
            self.error = e
        finally:
            self._drop(waiting)

    def _drop(self, waiting: list[Any]) -> None:
        """Leave these jobs undone. To leave the cluster is safer than to cancel, which has brought Ray down."""
        if waiting and not self._is_guest:
            self._ray.shutdown()
            return
        for each in waiting:
            self._ray.cancel(each)

    def _first(self, waiting: list[Any]) -> Any:
        """The result of a job that is done, which is taken out of those that wait."""
        done: list[Any] = []
        while not done:
            done, _ = self._ray.wait(waiting, timeout=LOOK)
            if not done and not self.width:
                raise ClusterError("empty")
        waiting.remove(done[0])
        try:
            stranger, result = self._ray.get(done[0])
        except self._ray.exceptions.RayTaskError as e:
            raise e.cause from e  # what the function itself raised
        except self._ray.exceptions.RayError as e:
            raise ClusterError("lost", what=str(e).strip().partition("\n")[0]) from None
        if stranger is not None:
            raise ClusterError("stranger", machine=stranger)
        return result


def _worker() -> Callable[[str, bytes], tuple[str | None, Any]]:
    """What runs on a machine. Ray sends a function within a function as it is, so that it can say that Chapterhouse is
    missing there."""

    def work(wanted: str, job: bytes) -> tuple[str | None, Any]:
        import importlib
        import pickle
        import socket

        try:
            is_same = importlib.import_module("chapterhouse.arena.cluster").fingerprint() == wanted
        except (ImportError, AttributeError):
            is_same = False
        if not is_same:
            return socket.gethostname(), None
        importlib.import_module("chapterhouse.bots").cores.limit(1)  # Ray counts one core a task
        function, arguments = pickle.loads(job)
        return None, function(*arguments)

    return work


def _play(match: Match, turn: Turn) -> Result:
    make_ready(match)
    return play_game(match, *turn)


def over_cluster(cluster: Cluster) -> Way:
    """As many games at a time as the cluster has cores."""

    def way(match: Match, todo: Iterable[Turn]) -> Games:
        return cluster.spread(_play, ((match, turn) for turn in todo))

    return way
