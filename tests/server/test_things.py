"""Rule help beside things: every rule that is named exists, and every thing is drawn."""

from __future__ import annotations

import re
from typing import Any

import pytest

import chapterhouse
from chapterhouse.bots import make
from chapterhouse.games import NAMES
from chapterhouse.server.tables.present import rules
from chapterhouse.server.things import THINGS


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_of_a_thing_exists(game: str) -> None:
    known = {rule["rule"] for rule in rules(game, "en")}
    assert {rule for named in THINGS[game].values() for rule in named} <= known
    assert len(THINGS[game]) > 5


@pytest.mark.parametrize("game", NAMES)
def test_every_thing_is_drawn(game: str) -> None:
    """In the pictures of a game that is played to its end, wide and narrow."""
    drawn: set[str] = set()
    words: set[str] = set()
    exchange: dict[str, Any] = {"exchange": True} if game == "templari" else {}
    plain: dict[str, Any] = {}
    for seed, options in ((3, plain), (4, exchange)):
        table = chapterhouse.Table(game, players=3, seed=seed, **options)
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
    missing = [thing for thing in THINGS[game] if not any(id.startswith(thing) for id in drawn)]
    assert missing == []
    assert words <= {rule["rule"] for rule in rules(game, "en")}
