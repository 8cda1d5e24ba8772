"""The command `chapterhouse`: play, simulate, read the rules, count, measure, replay, check, serve."""

from __future__ import annotations


def main() -> None:
    """The entry point of the command line."""
    from chapterhouse.cli.app import run

    run()
