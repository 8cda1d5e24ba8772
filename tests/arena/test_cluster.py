"""Work over two Ray nodes on this machine; addresses need no Ray."""

from __future__ import annotations

import importlib
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from chapterhouse.arena import cluster as door
from chapterhouse.arena.cluster import Cluster, ClusterError, over_cluster
from chapterhouse.arena.match import Match
from chapterhouse.arena.run import here, run
from chapterhouse.cli.simulate import Tally, chunk_of, run_over

BOTS = ["sensible", "random", "random"]


def job(seeds: range) -> tuple[Any, ...]:
    return "templari", {}, BOTS, seeds, False, bool


@pytest.fixture
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    utils = pytest.importorskip("ray.cluster_utils", reason="the extra `cluster` is not installed")
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")  # Ray would tell its makers
    nodes = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    yield nodes
    importlib.import_module("ray").shutdown()
    nodes.shutdown()


def test_two_nodes_play_the_same(two_nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match and a simulation; one node is lost in the middle of the second, and no game with it. Machines that have
    another Chapterhouse play nothing."""
    match = Match("templari", ("sensible", "random"), 3, 6, seed=5)
    alone, _ = run(match, here)
    cluster = Cluster(two_nodes.address)
    assert cluster.width == 2
    spread, is_whole = run(match, over_cluster(cluster))
    assert is_whole
    assert [(r.seats, r.ranks, r.points) for r in spread] == [(r.seats, r.ranks, r.points) for r in alone]

    def lose(done: int, total: int) -> None:
        if done > 0 and len(two_nodes.worker_nodes):
            two_nodes.remove_node(next(iter(two_nodes.worker_nodes)), allow_graceful=False)

    monkeypatch.setattr("chapterhouse.cli.simulate.CHUNK", 2)
    tally = Tally(BOTS)
    assert run_over(cluster, job, tally, 3, 12, lose)
    assert not two_nodes.worker_nodes
    assert [result.seed for result in tally.results] == list(range(3, 15))
    assert tally.results[:2] == chunk_of(*job(range(3, 5)))

    monkeypatch.setattr(door, "fingerprint", lambda: "another")
    assert not run_over(cluster, job, Tally(BOTS), 3, 4, lambda done, total: None)
    assert cluster.error is not None
    assert (cluster.error.key, cluster.error.facts) == ("stranger", {"machine": socket.gethostname()})


@pytest.mark.parametrize("given", ["nonsense", "ray://host:1", "host:", ":6379", "a b:6379", "host:port"])
def test_what_is_no_address(given: str) -> None:
    with pytest.raises(ClusterError) as e:
        door.look_for(given)
    assert e.value.key == "address"


def test_an_address_where_nothing_listens() -> None:
    """Ray itself would try for minutes."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(ClusterError) as e:
            door.look_for(address)
    assert (e.value.key, e.value.facts) == ("none", {"address": address})
