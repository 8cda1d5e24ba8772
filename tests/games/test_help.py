"""Rule help beside things: every rule that is named exists, and every thing is drawn."""

from __future__ import annotations

import re

import pytest

import chapterhouse
from chapterhouse.bots import make
from chapterhouse.games import NAMES, conformance, load


def rules_of(game: str) -> set[str]:
    return {key.removeprefix("rules.") for key in load(game).texts().under("rules.")}


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_of_a_thing_exists(game: str) -> None:
    help = load(game).help
    assert {rule for named in help.values() for rule in named} <= rules_of(game)
    assert len(help) > 5


@pytest.mark.parametrize("game", NAMES)
def test_every_thing_is_drawn(game: str) -> None:
    """In the pictures of games that are played to their end, with few options and with all, wide and narrow."""
    drawn: set[str] = set()
    words: set[str] = set()
    sets = [options for options in conformance.option_sets(load(game)) if options["players"] == 3]
    for seed, options in ((3, sets[0]), (4, sets[-1])):
        table = chapterhouse.Table(game, seed=seed, **options)
        bot = make("sensible", game, seed)
        while not table.over and table.ply < 400:
            seat = table.to_act
            assert seat is not None
            if table.ply % 3 == 0:
                for narrow in (False, True):
                    picture = table.picture(seat, narrow=narrow)
                    drawn |= set(re.findall(r'<g id="([^"]+)"', picture))
                    words |= {w for each in re.findall(r'data-rules="([^"]+)"', picture) for w in each.split()}
            table.act(bot.choose(table.seen(seat), seat), seat)
    assert [thing for thing in load(game).help if not any(id.startswith(thing) for id in drawn)] == []
    assert words <= rules_of(game)
