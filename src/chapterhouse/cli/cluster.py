"""`--cluster ADDRESS`: how the commands join a Ray cluster, and say what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from chapterhouse.cli.errors import Misuse
from chapterhouse.cli.language import tell

if TYPE_CHECKING:
    from chapterhouse.arena.cluster import Cluster


def join(address: str) -> Cluster:
    """The cluster there; a misuse where there is none."""
    from chapterhouse.arena.cluster import Cluster, ClusterError
    from chapterhouse.cli.arena import need

    need("ray")
    try:
        return Cluster(address)
    except ClusterError as e:
        raise Misuse(tell(f"cluster.{e.key}", **e.facts)) from None


def tell_error(cluster: Cluster) -> bool:
    """Say why it ended too soon, if it did."""
    if cluster.error is not None:
        typer.echo(tell(f"cluster.{cluster.error.key}", **cluster.error.facts), err=True)
    return cluster.error is not None
