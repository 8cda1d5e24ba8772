"""What a browser is shown until it has finished a game: Learn beside Play now, and the rulebook's first set-up."""

from __future__ import annotations

import json
import pathlib
import re

from tests.server.browser import HOME, Browser
from tests.server.driving import lay, now, play_alone

RECORDS = pathlib.Path(__file__).parents[1] / "records"


def home(client: Browser) -> dict[str, str]:
    """What the first page says of each game."""
    games = re.findall(r'<article class="game" id="game-(\w+)">(.*?)</article>', client.get("/").text, re.DOTALL)
    assert games
    return dict(games)


def chosen(game: str, option: str) -> str:
    select = re.search(rf'<select id="\w+-{option}".*?</select>', game, re.DOTALL)
    assert select is not None
    return str(re.findall(r'value="([^"]+)" selected', select[0])[0])


def has_learn(game: str) -> bool:
    """Whether Learn stands beside Play now; the quiet link is there otherwise."""
    beside, quiet = 'class="btn quiet learn"' in game, re.search(r'<a href="/learn/', game) is not None
    assert beside != quiet
    return beside


def test_the_rulebooks_first_set_up_until_one_game_was_finished(client: Browser) -> None:
    games = home(client)
    assert chosen(games["templar"], "placement") == "first-game"
    assert "Set for your first game" in games["templar"]
    assert "Set for your first game" not in games["temple"]  # its rulebook proposes nothing else
    form = {"game": "templar", "mode": "bots", "option.placement": chosen(games["templar"], "placement")}
    answer = client.post("/play", data=form, headers={"origin": HOME})
    table = now(client, answer.headers["location"].removeprefix("/table/"))
    assert table["view"]["options"]["placement"] == "first-game"
    client.cookies.set("finished", "templar.chess")
    games = home(client)
    assert chosen(games["templar"], "placement") == "free"
    assert "Set for your first game" not in games["templar"]
    client.cookies.set("finished", "templar.<script>")
    assert chosen(home(client)["templar"], "placement") == "first-game"  # a cookie that is none of ours


def test_learn_stands_beside_play_until_one_game_was_finished(client: Browser) -> None:
    assert has_learn(home(client)["templari"])
    record = json.loads((RECORDS / "templari-rules-1-3-players.json").read_text())["record"]
    answer = client.post("/api/records", json={"record": record, "mode": "one_screen"})
    assert answer.status_code == 201, answer.text
    assert now(client, answer.json()["id"])["over"]
    assert has_learn(home(client)["templari"])  # a game of others that was opened is none of one's own
    laid = lay(client, mode="one_screen", options={"private_sales": False})
    assert has_learn(home(client)["templari"])
    assert play_alone(client, laid["id"])["over"]
    games = home(client)
    assert not has_learn(games["templari"])
    assert has_learn(games["temple"])
    client.cookies.delete("chapterhouse")
    assert not has_learn(home(client)["templari"])  # the browser remembers when its tables are long gone
