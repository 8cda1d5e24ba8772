"""Non-interference: change what a viewer cannot know, and nothing that is sent to that viewer changes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from chapterhouse.bots import make
from chapterhouse.games import NAMES
from chapterhouse.games.protocol import NOBODY
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from chapterhouse.server.http.answers import plain
from chapterhouse.server.http.events import table_event
from chapterhouse.server.tables import present
from chapterhouse.server.tables.create import Chair, Created, create
from chapterhouse.server.tables.live import LiveTable
from chapterhouse.server.tables.pictures import PICTURES
from chapterhouse.server.tables.present import Caller
from tests.server.browser import Browser
from tests.server.driving import lay as lay_over_http
from tests.server.driving import my_turn, now


def played(game: str, seed: int, decisions: int) -> Table:
    table = Table(game, seed=seed)
    bots = [make("random", game, seed + seat) for seat in range(table.players)]
    for _ in range(decisions):
        if table.to_act is None:
            break
        table.act(bots[table.to_act].choose(table.seen(table.to_act), table.to_act))
    return table


def other_world(table: Table, seat: int | None, luck: int) -> Table:
    """The same table with all that this viewer cannot know drawn anew."""
    made = table.at(table.ply)
    viewer = NOBODY if seat is None else seat
    states = made._now.copy()
    made.engine.conceal(states[0], viewer)
    states["rng"] = seeded(luck)
    made.engine.redeal(states[0], viewer)
    states["rng"] = seeded(luck + 1)
    made._now = states
    made.seed = luck
    return made


def sent(table: Table, like: Created, seat: int | None) -> list[Any]:
    """All that goes to a viewer of this table."""
    PICTURES.clear()  # or both worlds would be shown the first one's
    live = LiveTable(like.new.row, table, like.live.seats)
    caller = Caller(() if seat is None else (seat,))
    told = present.table_now(live, caller, seat, "en", away_after=60)
    eyes = "watch" if seat is None else str(seat)
    moment = present.moment("x", live.table, live.table.ply, eyes, "it", narrow=True, standalone=True)
    return [told, moment, present.log_lines(live.table, seat, live.table.texts("fr"), 0), table_event(live)]


@pytest.mark.parametrize("game", NAMES)
def test_what_is_sent_depends_only_on_what_the_viewer_knows(game: str) -> None:
    changed = 0
    for seed in range(3):
        for decisions in (0, 4, 5, 6, 7, 8, 25, 40):
            table = played(game, seed, decisions)
            chairs = [Chair("you") for _ in range(table.players)]
            created = create(table, chairs, "v" * 43, mode="one_screen")
            for seat in (None, *range(table.players)):
                world = other_world(table, seat, 1000 + seed)
                changed += any(
                    not np.array_equal(world._now[name], table._now[name])
                    for name in table.engine.layout.names or ()
                    if name != "rng"
                )
                ours, theirs = sent(table, created, seat), sent(world, created, seat)
                assert json.dumps(ours[0], default=plain) == json.dumps(theirs[0], default=plain)
                assert ours[1:] == theirs[1:]
    assert changed >= 3, "the worlds must differ, or nothing was shown"


def test_the_seed_is_told_to_nobody_before_the_end(client: Browser) -> None:
    seed = 8_765_432_109_876
    made = lay_over_http(client, mode="bots", seed=seed)
    id = made["id"]
    told: list[str] = []
    state = my_turn(client, id)
    while not state["over"]:
        for path in ("", "/log", "/replay", "/replay?eyes=0", "/picture.svg", "/chat", "/record", "/links"):
            told.append(client.get(f"/api/tables/{id}{path}").text)
        if len(told) > 60:
            break
        words = state["view"]["legal"][0]["words"]
        told.append(client.post(f"/api/tables/{id}/act", json={"action": words, "step": state["step"]}).text)
        state = my_turn(client, id)
    assert all(str(seed) not in text for text in told)
    assert "start" not in now(client, id)


def test_a_spectator_gets_the_spectators_view(client: Browser) -> None:
    made = lay_over_http(client, mode="friends")
    seen = now(Browser(client.house), made["id"])
    assert seen["seat"] is None
    assert seen["view"]["seat"] is None
    assert seen["view"]["legal"] == []
    assert [s["coins"] for s in seen["view"]["seats"]] == [None, None, None]
    mine = now(client, made["id"])
    assert [s["coins"] for s in mine["view"]["seats"]] == [12, None, None]
    assert all("token" not in s and "key" not in s for s in mine["seats"])
