"""A match over two Ray nodes on this machine; only where the extra `cluster` is installed."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from chapterhouse.arena.match import Match
from chapterhouse.arena.run import here, run
from chapterhouse.cli.simulate import chunk_of, on_cluster


def test_two_nodes_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster_utils = pytest.importorskip("ray.cluster_utils", reason="the extra `cluster` is not installed")
    ray: Any = importlib.import_module("ray")
    from chapterhouse.arena.cluster import over_cluster

    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    match = Match("templari", ("sensible", "random"), 3, 6, seed=5)
    alone, _ = run(match, here)
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        spread, is_whole = run(match, over_cluster(cluster.address))
        play, width = on_cluster(cluster.address)
        games = play("templari", {}, ["sensible", "random", "random"], range(3, 7), False, bool)
        nodes = {node["NodeID"] for node in ray.nodes() if node["Alive"]}
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert is_whole
    assert len(nodes) == width == 2
    assert games == chunk_of("templari", {}, ["sensible", "random", "random"], range(3, 7), False, bool)
    assert [(r.seats, r.ranks, r.points) for r in spread] == [(r.seats, r.ranks, r.points) for r in alone]
