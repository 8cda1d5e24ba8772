"""Replay, branch, record, rematch, pictures."""

from __future__ import annotations

import copy
import json
import math
import re
import time
import xml.etree.ElementTree as ET
from typing import Any

import httpx
import pytest

from chapterhouse.bots import make
from chapterhouse.play.table import Table
from tests.server.browser import Browser
from tests.server.driving import bearer, lay, my_turn, now, play_alone, sit_programs_down, stranger


def finished(game: str) -> dict[str, Any]:
    """The record of a finished game of three bots, played without a server."""
    table = Table(game, 3, seed=11, names=["Ada", "Bruno", "Chiara"])
    bots = [make("sensible", game, seat) for seat in range(3)]
    while table.to_act is not None:
        table.act(bots[table.to_act].choose(table.seen(table.to_act), table.to_act))
    return table.save()


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return finished("templari")


def test_a_record_comes_back_as_it_was(client: Browser, record: dict[str, Any]) -> None:
    made = client.post("/api/records", json={"record": record})
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    told = now(client, id)
    assert told["over"]
    assert told["view"]["names"] == ["Ada", "Bruno", "Chiara"]
    again = client.get(f"/api/tables/{id}/record").json()
    assert {**again, "names": None} == {**record, "names": None}


def test_a_record_that_is_not_over_is_played_on(client: Browser, record: dict[str, Any]) -> None:
    half = record | {"actions": record["actions"][:-9]}
    made = client.post("/api/records", json={"record": half, "mode": "one_screen"}).json()
    assert now(client, made["id"])["ply"] == len(record["actions"]) - 9
    assert play_alone(client, made["id"])["over"]


def load(client: Browser, record: dict[str, Any]) -> httpx.Response:
    """Load a record, also one that httpx would not write."""
    body = json.dumps({"record": record})
    return client.post("/api/records", content=body, headers={"content-type": "application/json"})


def broken(record: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(record)
    place: Any = made
    for key in path[:-1]:
        place = place[key]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return made


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["chapterhouse"], 99),
        (["game"], "chess"),
        (["game"], None),
        (["rules"], 99),
        (["options"], None),
        (["options", "players"], 17),
        (["options", "cards"], ["a"]),
        (["data"], {}),
        (["data"], None),
        (["data"], "cards"),
        (["data", "cards"], {"x": 1}),
        (["start"], {}),
        (["start", "seed"], "seven"),
        (["start", "seed"], -1),
        (["start", "seed"], 2**70),
        (["start", "position"], {"phase": 3}),
        (["actions"], 5),
        (["actions", 3], None),
        (["actions", 3, 0], 9),
        (["actions", 3, 1], "bid 59"),
        (["actions", 3, 2], "00000000"),
        (["actions", 0, 0], True),
        (["names"], 5),
        (["names"], ["a\ud800"]),
        (["chapterhouse"], KeyError),
        (["actions"], KeyError),
    ],
)
def test_broken_records(client: Browser, record: dict[str, Any], path: list[Any], value: Any) -> None:
    answer = load(client, broken(record, *path, value=value))
    if answer.status_code == 201:
        # what is left out of the checks must at least be a game that plays
        assert now(client, answer.json()["id"])["view"]
    else:
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"] in ("unplayable", "bad_input")


def test_a_record_with_what_json_has_not(client: Browser, record: dict[str, Any]) -> None:
    assert load(client, broken(record, "data", "cards", "extra", value=math.nan)).status_code == 422


def test_replay_through_every_eye(client: Browser, record: dict[str, Any]) -> None:
    id = client.post("/api/records", json={"record": record}).json()["id"]
    table = Table.load(record)
    outside = stranger(client)
    for eyes in ("watch", "0", "1", "2"):
        moment = outside.get(f"/api/tables/{id}/replay?ply=30&eyes={eyes}").json()
        expected = table.at(30).view(None if eyes == "watch" else int(eyes))
        assert moment["view"]["seats"] == expected["seats"]
        assert (moment["ply"], moment["plies"]) == (30, table.ply)
    opened = outside.get(f"/api/tables/{id}/replay?ply=30&eyes=open").json()["view"]
    assert [s["coins"] for s in opened["seats"]] == [
        table.at(30).view(seat)["seats"][seat]["coins"] for seat in range(3)
    ]
    for bad in ("ply=100000&eyes=watch", "ply=3&eyes=7", "ply=3&eyes=all", "ply=-1"):
        assert outside.get(f"/api/tables/{id}/replay?{bad}").status_code == 422


def test_only_own_eyes_before_the_end(client: Browser) -> None:
    made = lay(client, mode="friends")
    id = made["id"]
    assert client.get(f"/api/tables/{id}/replay?eyes=0").status_code == 200
    assert client.get(f"/api/tables/{id}/replay?eyes=watch").status_code == 200
    assert client.get(f"/api/tables/{id}/replay?eyes=1").status_code == 403
    assert client.get(f"/api/tables/{id}/replay?eyes=open").json()["error"] == "not_over"
    assert client.get(f"/api/tables/{id}/picture.svg?eyes=1").status_code == 403
    assert client.get(f"/api/tables/{id}/record").json()["error"] == "not_over"
    assert client.post(f"/api/tables/{id}/branch", json={"ply": 0}).json()["error"] == "not_over"
    assert client.post(f"/api/tables/{id}/rematch").json()["error"] == "not_over"


def test_branch_off_a_moment(client: Browser, record: dict[str, Any]) -> None:
    id = client.post("/api/records", json={"record": record}).json()["id"]
    branch = client.post(f"/api/tables/{id}/branch", json={"ply": 25, "mode": "bots", "seat": 1}).json()
    told = my_turn(client, branch["id"])
    assert told["yours"] == [1]
    assert told["ply"] >= 25
    log = client.get(f"/api/tables/{branch['id']}/log").json()["log"]
    old = client.get(f"/api/tables/{id}/log").json()["log"]
    assert [line["rule"] for line in log if line["ply"] <= 25] == [line["rule"] for line in old if line["ply"] <= 25]
    assert client.post(f"/api/tables/{id}/branch", json={"ply": 100_000}).status_code == 422


def test_rematch_seats_the_same_people(client: Browser, record: dict[str, Any]) -> None:
    half = record | {"actions": record["actions"][:-1]}
    made = client.post("/api/records", json={"record": half, "mode": "friends"}).json()
    friend, program = stranger(client), stranger(client)
    friend.post(f"/seat/{made['seats'][1]['token']}", follow_redirects=False)
    id, tokens = made["id"], sit_programs_down(client, made)
    seat, words, _ = record["actions"][-1]
    by = {} if seat == 1 else bearer(tokens[seat])
    who = friend if seat == 1 else program
    done = who.post(f"/api/tables/{id}/act", json={"action": words, "step": 0}, headers=by).json()
    assert done["now"]["over"]
    first = client.post(f"/api/tables/{id}/rematch").json()
    second = friend.post(f"/api/tables/{id}/rematch").json()
    assert first["id"] == second["id"] != id
    assert now(client, id)["rematch"] == first["id"]
    assert now(client, first["id"])["yours"] == [0]
    assert now(friend, first["id"])["yours"] == [1]
    assert all(seat["token"] is None for seat in second["seats"])
    third = program.post(f"/api/tables/{id}/rematch", headers=bearer(tokens[2])).json()
    assert third["id"] == first["id"]
    assert program.get(f"/api/tables/{first['id']}", headers=bearer(tokens[2])).json()["yours"] == [2]
    assert stranger(client).post(f"/api/tables/{id}/rematch").status_code == 403


def test_pictures_stand_alone(client: Browser, record: dict[str, Any]) -> None:
    id = client.post("/api/records", json={"record": record}).json()["id"]
    for query in ("", "?ply=3", "?ply=30&eyes=1&narrow=true", "?eyes=open"):
        answer = client.get(f"/api/tables/{id}/picture.svg{query}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "script-src" not in answer.headers["content-security-policy"]
        root = ET.fromstring(answer.text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        used = {u.get("href", "").removeprefix("#") for u in root.iter("{http://www.w3.org/2000/svg}use")}
        there = {e.get("id") for e in root.iter()}
        assert used <= there


def test_the_log_as_text(client: Browser, record: dict[str, Any]) -> None:
    id = client.post("/api/records", json={"record": record}).json()["id"]
    text = client.get(f"/api/tables/{id}/log?as=text&language=it")
    assert text.headers["content-disposition"].startswith("attachment")
    lines = client.get(f"/api/tables/{id}/log?language=it").json()["log"]
    assert text.text.splitlines() == [line["text"] for line in lines]
    assert "Ada" in text.text


def test_the_open_replay_shows_all_hands(client: Browser) -> None:
    """A card's back is drawn for nobody, once everybody looks."""
    made = client.post("/api/records", json={"record": finished("temple")}).json()
    pictures = {}
    for eyes in ("open", "watch"):
        moment = client.get(f"/api/tables/{made['id']}/replay", params={"ply": 8, "eyes": eyes}).json()
        hands = re.findall(r'<g id="cards-\d">(.*?)</g>', moment["picture"])
        pictures[eyes] = [hand.count("card-back") for hand in hands]
        held = [seat["hand"] for seat in moment["view"]["seats"]]
    assert len(pictures["open"]) == len(held) == 3
    assert sum(pictures["watch"]) > 0
    assert pictures["open"] == [0, 0, 0]


def test_what_was_taken_back_against_bots_stays_in_the_record_and_in_the_review(client: Browser) -> None:
    id = lay(client, mode="bots", seed=3, options={"start": 0})["id"]
    told = my_turn(client, id)
    client.post(f"/api/tables/{id}/act", json={"action": "bid 1", "step": told["step"]})
    told = my_turn(client, id)  # the bots have answered
    assert client.post(f"/api/tables/{id}/undo", json={"step": told["step"]}).status_code == 200
    assert now(client, id)["ply"] == 0
    client.post(f"/api/tables/{id}/bot", json={"seat": 0})
    end = time.monotonic() + 60
    while not now(client, id, picture="false")["over"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    record = client.get(f"/api/tables/{id}/record").json()
    ((ply, seat, words),) = record["taken_back"]
    assert (ply, seat, words[0]) == (0, 0, "bid 1")
    assert len(words) > 1  # the bots' answers were seen
    again = client.post("/api/records", json={"record": record})  # the note is no part of the game
    assert again.status_code == 201, again.text
    assert Table.load(record).over
    page = client.get(f"/review/{id}").text
    assert "Taken back" in page
    assert "opens at 1." in page
