"""Before the start: one link, who sits where, options that everybody sees, and open tables."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from chapterhouse.server.app import create_app
from chapterhouse.server.settings import Settings
from chapterhouse.server.store.schema import games, seats
from tests.server.browser import Browser, House
from tests.server.driving import Data, act, lay, my_turn, now, stranger


def wait(client: Browser, **asked: Any) -> Data:
    """A table that waits, as its host is told of it."""
    made = lay(client, mode="friends", wait=True, **asked)
    assert made["waiting"]
    assert made["url"] == f"/lobby/{made['id']}"
    return lobby(client, made["id"])


def lobby(client: Browser, id: str) -> Data:
    answer = client.get(f"/api/tables/{id}/lobby")
    assert answer.status_code == 200, answer.text
    told: Data = answer.json()
    return told


def change(client: Browser, id: str, **wanted: Any) -> Any:
    return client.post(f"/api/tables/{id}/lobby", json=wanted)


def path_of(link: str) -> str:
    return "/seat/" + link.rpartition("/")[2]


def sit(client: Browser, told: Data, seat: int, name: str = "") -> Any:
    """Sit down by the host's link."""
    return client.post(path_of(told["invitation"]), data={"seat": str(seat), "name": name})


def who(told: Data) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in told["seats"]]


def query(client: Browser, statement: Any) -> Any:
    service = client.house.app.state.service
    return client.house.run(service.store.write(lambda c: c.execute(statement).all()))


def execute(client: Browser, statement: Any) -> None:
    client.house.run(client.house.app.state.service.store.write(lambda c: c.execute(statement) and None))


def test_nothing_is_dealt_and_nothing_can_be_done_before_the_start(client: Browser) -> None:
    told = wait(client, name="Ada")
    id = told["id"]
    assert who(told) == [("you", "Ada"), ("open", "Azure"), ("open", "Gold")]
    record = json.loads(query(client, sa.select(games.c.record).where(games.c.id == id))[0][0])
    assert record["start"]["seed"] == 0  # everybody's: it says nothing of the deal
    for path in ("", "/printed", "/replay", "/record", "/log", "/picture.svg", "/links"):
        answer = client.get(f"/api/tables/{id}{path}")
        assert (answer.status_code, answer.json()["error"]) == (409, "waiting"), path
    for path, body in {
        "act": {"action": "pass", "step": 0},
        "undo": {"step": 0},
        "why": {"action": "pass"},
        "bot": {},
        "give": {},
        "name": {"name": "Eve"},
        "leave": {},
        "rematch": None,
        "branch": {"ply": 0},
    }.items():
        answer = client.post(f"/api/tables/{id}/{path}", json=body)
        assert (answer.status_code, answer.json()["error"]) == (409, "waiting"), path
    assert client.get(f"/replay/{id}").status_code == 409
    assert client.get(f"/table/{id}").headers["location"] == f"/lobby/{id}"

    assert client.post(f"/api/tables/{id}/start").json() == {"id": id, "url": f"/table/{id}"}
    begun = now(client, id)
    assert begun["deal"]["kind"] == "secret"
    assert begun["deal"]["commitment"]
    assert [seat["kind"] for seat in begun["seats"]] == ["you", "bot", "bot"]
    assert not lobby(client, id)["waiting"]
    assert client.get(f"/lobby/{id}").headers["location"] == f"/table/{id}"
    assert client.get(f"/lobby/{id}/now").status_code == 204
    for again in (client.post(f"/api/tables/{id}/start"), change(client, id, players=4)):
        assert (again.status_code, again.json()["error"]) == (409, "started")


def test_one_link_and_everybody_chooses_a_seat(client: Browser) -> None:
    told = wait(client, name="Ada", players=4, options={"start": 1})
    id, (bea, cleo) = told["id"], (stranger(client), stranger(client))
    page = bea.get(path_of(told["invitation"]))
    assert page.status_code == 200
    assert who(lobby(client, id))[1:] == [("open", "Azure"), ("open", "Gold"), ("open", "Green")]  # a look is no claim
    seated = sit(bea, told, 2, "Bea")
    assert (seated.status_code, seated.headers["location"]) == (303, f"/lobby/{id}")
    assert sit(cleo, told, 2, "Cleo").status_code == 409
    assert sit(cleo, told, 1, "Cleo").status_code == 303
    assert who(lobby(client, id)) == [("you", "Ada"), ("human", "Cleo"), ("human", "Bea"), ("open", "Green")]
    assert lobby(bea, id)["yours"] == [2]
    assert lobby(bea, id)["invitation"] is None  # the host's alone
    # who takes another seat leaves the first, and keeps the name; who takes their own again is renamed
    assert sit(bea, told, 3).status_code == 303
    assert who(lobby(client, id)) == [("you", "Ada"), ("human", "Cleo"), ("open", "Gold"), ("human", "Bea")]
    assert bea.post(f"/lobby/{id}/sit", data={"seat": "3", "name": "Beatrix"}).status_code == 303
    assert who(lobby(bea, id))[3] == ("you", "Beatrix")
    # the link is not needed to come back
    assert bea.get(path_of(told["invitation"])).headers["location"] == f"/lobby/{id}"
    assert bea.get(f"/table/{id}").headers["location"] == f"/lobby/{id}"
    mine = bea.get("/api/mine").json()["tables"]
    assert [(t["url"], t["waiting"], t["names"]) for t in mine] == [(f"/lobby/{id}", True, ["Ada", "Cleo", "Beatrix"])]
    client.house.app.state.service.registry.drop_all()  # as if the server had been started anew
    assert who(lobby(client, id)) == [("you", "Ada"), ("human", "Cleo"), ("open", "Gold"), ("human", "Beatrix")]
    assert cleo.post(f"/api/tables/{id}/start").status_code == 403
    assert client.post(f"/api/tables/{id}/start").status_code == 200
    assert [now(each, id)["seat"] for each in (client, cleo, bea)] == [0, 1, 3]
    assert now(bea, id)["seats"][2]["kind"] == "bot"
    late = stranger(client)
    assert sit(late, told, 2).status_code == 409
    assert "All seats are taken." in late.get(path_of(told["invitation"])).text
    played = my_turn(cleo, id)
    assert act(cleo, id, played["view"]["legal"][0]["words"], played["step"]).status_code == 200


def test_who_waits_can_talk_and_it_is_kept(client: Browser) -> None:
    """Under a name alone, as seats change hands before the start; who does not sit there can only listen."""
    told = wait(client, name="Ada", players=4)
    id, (bea, passer) = told["id"], (stranger(client), stranger(client))
    path = f"/api/tables/{id}/chat"
    sit(bea, told, 3)
    said = bea.post(path, json={"text": "Salve"})
    assert (said.status_code, said.json()["seat"], said.json()["name"]) == (201, None, "Green")
    assert passer.post(path, json={"text": "me too"}).status_code == 403
    assert change(client, id, players=3).status_code == 200  # and Bea sits elsewhere
    assert client.post(path, json={"text": "Ave"}).status_code == 201
    assert client.post(f"/api/tables/{id}/start").status_code == 200
    assert bea.post(path, json={"text": "Let us begin"}).json()["seat"] == 2
    lines = [(line["seat"], line["name"], line["text"]) for line in passer.get(path).json()["chat"]]
    assert lines == [(None, "Green", "Salve"), (None, "Ada", "Ave"), (2, "", "Let us begin")]


def test_a_program_sits_down_by_the_same_link(client: Browser) -> None:
    told = wait(client)
    token = told["invitation"].rpartition("/")[2]
    program = stranger(client)
    asked = f"/api/tables/{told['id']}/claim"
    assert program.post(asked, json={"token": token, "seat": 7}).status_code == 422
    assert program.post(asked, json={"token": token}).status_code == 409  # it leaves the choice, so one must be made
    claimed = program.post(asked, json={"token": token, "seat": 1, "name": "Deep"}).json()
    assert (claimed["seat"], claimed["url"]) == (1, f"/lobby/{told['id']}")
    assert who(lobby(client, told["id"]))[1] == ("human", "Deep")


def test_names_are_checked(client: Browser) -> None:
    told = wait(client)
    token = told["invitation"].rpartition("/")[2]
    for name in ("\u200b", "x" * 25, "\u3164"):
        assert sit(stranger(client), told, 1, name).status_code == 422
        body = {"token": token, "seat": 1, "name": name}
        assert stranger(client).post(f"/api/tables/{told['id']}/claim", json=body).status_code == 422
    assert who(lobby(client, told["id"]))[1][0] == "open"


def test_the_host_changes_what_is_played_and_everybody_sees_it(client: Browser) -> None:
    told = wait(client, name="Ada", players=4)
    id, bea = told["id"], stranger(client)
    sit(bea, told, 3, "Bea")
    answer = change(
        client, id, players=3, options={"exchange": True}, bot="knight", clock={"seconds": 60, "end": "hard"}
    )
    assert answer.status_code == 200, answer.text
    seen = lobby(bea, id)
    assert (seen["players"], seen["options"]["exchange"], seen["bot"]) == (3, True, "knight")
    assert seen["clock"] == {"seconds": 60, "end": "hard"}
    assert who(seen) == [("human", "Ada"), ("open", "Azure"), ("you", "Bea")]  # nobody is sent away by a smaller table
    page = bea.get(f"/lobby/{id}/now?language=en").text
    assert "1 minute, A bot decides" in page
    assert "Knight" in page
    assert change(client, id, seats=[{"seat": 1, "kind": "bot", "bot": "novice"}]).status_code == 200
    assert lobby(bea, id)["seats"][1]["bot"] == "novice"
    assert sit(stranger(client), told, 1).status_code == 409
    assert change(client, id, clock=None, players=5).json()["clock"] is None
    assert [kind for kind, _ in who(lobby(client, id))] == ["you", "bot", "human", "open", "open"]
    # what cannot be changes nothing
    for wanted, status in (
        ({"options": {"exchange": "perhaps"}}, 422),
        ({"options": {"nothing": 1}}, 422),
        ({"players": 2}, 422),
        ({"bot": "nobody"}, 422),
        ({"seats": [{"seat": 5, "kind": "open"}]}, 422),
    ):
        assert change(client, id, **wanted).status_code == status, wanted
    assert "knight, master" in change(client, id, bot="nobody").json()["message"]
    assert change(bea, id, players=3).status_code == 403
    sit(stranger(client), told, 3)
    sit(stranger(client), told, 4)
    crowded = change(client, id, players=3)
    assert (crowded.status_code, crowded.json()["error"]) == (409, "taken")
    # the host may free a seat; who sat there is no longer at the table
    assert change(client, id, seats=[{"seat": 2, "kind": "open"}]).status_code == 200
    assert lobby(bea, id)["yours"] == []
    assert client.post(f"/api/tables/{id}/start").status_code == 200
    begun = now(client, id)
    assert begun["view"]["options"]["exchange"]
    assert [seat["bot"] for seat in begun["seats"]] == [None, "novice", "knight", None, None]


def test_a_seat_that_begins_must_be_there(client: Browser) -> None:
    told = wait(client, players=4, options={"start": 3})
    answer = change(client, told["id"], players=3)
    assert (answer.status_code, answer.json()["error"]) == (422, "unplayable")
    assert "start" in answer.json()["faults"][0]


def test_leaving_and_closing(client: Browser) -> None:
    told = wait(client)
    id, bea = told["id"], stranger(client)
    sit(bea, told, 1, "Bea")
    assert stranger(client).post(f"/api/tables/{id}/forget").status_code == 403
    assert bea.post(f"/api/tables/{id}/forget").status_code == 200
    assert who(lobby(client, id))[1] == ("open", "Azure")
    assert bea.get("/api/mine").json()["tables"] == []
    sit(bea, told, 2, "Bea")
    assert client.post(f"/api/tables/{id}/forget").status_code == 200
    for browser in (client, bea):
        assert browser.get(f"/api/tables/{id}/lobby").status_code == 404
    assert bea.get(path_of(told["invitation"])).status_code == 404


def test_only_friends_can_be_waited_for(client: Browser) -> None:
    for asked in ({"mode": "bots"}, {"mode": "friends", "chairs": [{"kind": "open"}] * 3}):
        answer = client.post("/api/tables", json={"game": "templari", "players": 3, "wait": True} | asked)
        assert answer.status_code == 422


# ── open tables ──────────────────────────────────────────────────────────────────────────────────────────────────────


def listed(client: Browser, **filters: str) -> list[str]:
    return [table["id"] for table in client.get("/api/open", params=filters).json()["tables"]]


def test_a_stranger_finds_an_open_table_and_joins_it(client: Browser) -> None:
    told = wait(client, name="Ada")
    id, bea = told["id"], stranger(client)
    asked = f"/api/tables/{id}/claim"
    assert listed(bea) == []
    assert bea.post(asked, json={"seat": 1}).status_code == 403  # without the link
    assert bea.post(f"/lobby/{id}/sit", data={"seat": "1"}).status_code == 403
    assert change(client, id, listed=True).status_code == 200
    assert listed(bea) == listed(bea, game="templari", spoken="en") == [id]
    assert listed(bea, game="temple") == listed(bea, spoken="fr") == []
    page = bea.get("/?language=en").text
    assert f"/lobby/{id}" in page
    assert "2 of 3 seats free" in page
    assert "link" not in bea.get("/api/open").text  # nothing that seats anybody but there
    assert bea.post(asked, json={"seat": 1, "name": "Bea"}).status_code == 200
    assert bea.post(f"/lobby/{id}/sit", data={"seat": "2"}).status_code == 303  # moved
    cleo = stranger(client)
    assert cleo.post(asked, json={"seat": 2}).status_code == 409
    assert cleo.post(asked, json={"seat": 1}).status_code == 200
    assert listed(stranger(client)) == []  # full
    assert client.post(f"/api/tables/{id}/start").status_code == 200
    assert stranger(client).post(asked, json={"seat": 1}).status_code == 403


def test_a_table_whose_host_is_gone_is_not_listed(client: Browser) -> None:
    id = wait(client)["id"]
    change(client, id, listed=True)
    assert listed(client) == [id]
    execute(client, sa.update(games).values(at=time.time() - 600))
    assert listed(client) == []
    execute(client, sa.update(seats).where(seats.c.seat == 1).values(seen=time.time()))
    assert listed(client) == []  # somebody's page is open, but the host's is not
    execute(client, sa.update(seats).where(seats.c.seat == 0).values(seen=time.time()))
    assert listed(client) == [id]


def test_a_host_lists_few_tables(client: Browser) -> None:
    ids = [wait(client)["id"] for _ in range(4)]
    answers = [change(client, id, listed=True) for id in ids]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 409]
    assert change(client, ids[0], listed=True).status_code == 200  # it is listed already
    assert change(client, ids[0], listed=False).status_code == 200
    assert change(client, ids[3], listed=True).status_code == 200
    assert sorted(listed(client)) == sorted(ids[1:])


def test_a_server_without_open_tables(settings: Settings) -> None:
    with House(create_app(replace(settings, open_tables=False))) as house:
        client = Browser(house)
        id = wait(client)["id"]
        assert change(client, id, listed=True).status_code == 403
        execute(client, sa.update(games).values(listed=1))  # of before it was switched off
        assert listed(client) == []
        assert stranger(client).post(f"/api/tables/{id}/claim", json={"seat": 1}).status_code == 403
        assert 'id="open"' not in client.get("/").text
        assert 'id="listed"' not in client.get(f"/lobby/{id}").text


def test_tables_that_are_never_started_go(settings: Settings) -> None:
    with House(create_app(replace(settings, waiting_hours=2.0, idle=0.0))) as house:
        client = Browser(house)
        old, young, running = wait(client)["id"], wait(client)["id"], lay(client)["id"]
        for id, hours in ((old, 3), (young, 1), (running, 3)):
            execute(client, sa.update(games).where(games.c.id == id).values(at=time.time() - 3600 * hours))
        registry = house.app.state.service.registry
        registry.drop_all()
        house.run(registry.delete_old())
        assert [client.get(f"/api/tables/{id}/lobby").status_code for id in (old, young, running)] == [404, 200, 200]


# ── your games ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_most_urgent_game_comes_first(client: Browser) -> None:
    over = client.post("/api/records", json={"record": _finished(), "mode": "one_screen"}).json()["id"]
    waiting = wait(client)["id"]
    others = lay(client, mode="friends", options={"start": 1})["id"]
    late = lay(client, mode="friends", options={"start": 0}, clock={"seconds": 86400})["id"]
    soon = lay(client, mode="friends", options={"start": 0}, clock={"seconds": 60})["id"]
    patient = lay(client, mode="friends", options={"start": 0})["id"]
    tables = client.get("/api/mine").json()["tables"]
    assert [table["id"] for table in tables] == [soon, late, patient, waiting, others, over]
    by_id = {table["id"]: table for table in tables}
    assert by_id[soon]["due"] == pytest.approx(by_id[soon]["at"] + 60)
    assert by_id[others]["due"] is None
    assert by_id[patient]["due"] is None
    assert by_id[waiting]["waiting"]


def _finished() -> dict[str, Any]:
    from chapterhouse.bots import make, play
    from chapterhouse.play.table import Table

    table = Table("templari", 3, seed=4)
    bot = make("random", "templari", 4)
    while not table.over:
        play(table, bot)
    return table.save()


def test_who_won_is_told_and_found_out_for_games_of_before(client: Browser) -> None:
    record = _finished()
    id = client.post("/api/records", json={"record": record, "mode": "one_screen"}).json()["id"]
    winners = now(client, id)["view"]["outcome"]["winners"]
    names = now(client, id)["view"]["names"]

    def told() -> Data:
        return client.get("/api/mine").json()["tables"][0]  # type: ignore[no-any-return]

    assert told()["winners"] == [names[seat] for seat in winners]
    assert told()["won"]
    execute(client, sa.update(games).values(winners=None))  # as the migration leaves it
    client.house.app.state.service.registry.drop_all()
    end = time.monotonic() + 60
    while not told()["winners"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert told()["winners"] == [names[seat] for seat in winners]
    watched = stranger(client)
    assert watched.get("/api/mine").json()["tables"] == []


def test_a_last_decision_writes_down_who_won(client: Browser) -> None:
    record = _finished()
    record["actions"] = record["actions"][:-1]
    id = client.post("/api/records", json={"record": record, "mode": "one_screen"}).json()["id"]
    told = now(client, id)
    assert client.get("/api/mine").json()["tables"][0]["winners"] == []
    seat = told["view"]["to_act"]
    mine = now(client, id, seat=seat)
    done = act(client, id, mine["view"]["legal"][0]["words"], mine["step"], seat=seat).json()["now"]
    while not done["over"]:
        seat = done["view"]["to_act"]
        mine = now(client, id, seat=seat)
        done = act(client, id, mine["view"]["legal"][0]["words"], mine["step"], seat=seat).json()["now"]
    won = [done["view"]["names"][seat] for seat in done["view"]["outcome"]["winners"]]
    assert query(client, sa.select(games.c.winners))[0][0] is not None
    assert client.get("/api/mine").json()["tables"][0]["winners"] == won
