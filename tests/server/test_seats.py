"""One claim, one holder: who sits in a seat, how it is taken, left, given away, and who cannot get into it."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest
import sqlalchemy as sa

from chapterhouse.play.table import Table
from chapterhouse.server.store import queries
from chapterhouse.server.store.db import Store
from chapterhouse.server.store.schema import holders, seats
from chapterhouse.server.tables.create import chairs_for, create
from chapterhouse.server.tokens import hashed
from tests.server.browser import Browser
from tests.server.driving import act, bearer, lay, now, play_alone, settings_for, stranger

Data = dict[str, Any]


def sit(browser: Browser, made: Data, seat: int) -> Browser:
    """Open a seat's link and sit down, as a page does."""
    link = made["seats"][seat]["link"].split("house.test")[1]
    assert browser.get(link).status_code == 200
    assert browser.post(link).status_code == 303
    return browser


def link_of(made: Data, seat: int) -> str:
    return str(made["seats"][seat]["link"].split("house.test")[1])


@pytest.fixture
def made(client: Browser) -> Data:
    return lay(client, mode="friends", name="Ada")


def test_looking_at_a_link_takes_no_seat(client: Browser, made: Data) -> None:
    """Chats open links to show what is behind them."""
    looking = stranger(client)
    assert looking.get(link_of(made, 1)).status_code == 200
    assert now(client, made["id"])["seats"][1]["kind"] == "open"
    assert now(looking, made["id"])["yours"] == []
    sit(stranger(client), made, 1)
    assert now(client, made["id"])["seats"][1]["kind"] == "human"


def test_a_taken_seats_link_seats_nobody_else(client: Browser, made: Data) -> None:
    guest = sit(stranger(client), made, 1)
    for other in (client, stranger(client)):
        for method in ("GET", "POST"):
            answer = other.request(method, link_of(made, 1), headers={"accept": "text/html"})
            assert answer.status_code == 409
        claimed = other.post(f"/api/tables/{made['id']}/claim", json={"token": made["seats"][1]["token"]})
        assert (claimed.status_code, claimed.json()["error"]) == (409, "taken")
        assert 1 not in now(other, made["id"])["yours"]
    assert guest.get(link_of(made, 1)).headers["location"] == f"/table/{made['id']}"  # the guest's own way back
    assert guest.post(link_of(made, 1)).status_code == 303


def test_the_host_cannot_read_or_speak_as_a_claimed_seat(client: Browser, made: Data) -> None:
    id, token = made["id"], made["seats"][1]["token"]
    guest = sit(stranger(client), made, 1)
    assert now(guest, id)["view"]["seats"][1]["coins"] == 12
    for headers in ({}, bearer(token)):
        assert client.get(f"/api/tables/{id}?seat=1", headers=headers).status_code == 403
        assert client.get(f"/api/tables/{id}/events?seat=1", headers=headers).status_code == 403
        assert client.get(f"/api/tables/{id}/replay?eyes=1", headers=headers).status_code == 403
        assert client.get(f"/api/tables/{id}/log?seat=1", headers=headers).status_code == 403
        for verb, body in (
            ("act", {"action": "bid 1", "step": 0}),
            ("chat", {"text": "I am Bruno"}),
            ("name", {"name": "Ada"}),
            ("leave", {}),
            ("give", {}),
        ):
            answer = client.post(f"/api/tables/{id}/{verb}", json=body | {"seat": 1}, headers=headers)
            assert answer.status_code == 403, (verb, answer.text)
    links = client.get(f"/api/tables/{id}/links").json()["seats"]
    assert [link["seat"] for link in links] == [2]


def test_a_program_claims_with_a_token_that_nobody_else_has(client: Browser, made: Data) -> None:
    id, link = made["id"], made["seats"][1]["token"]
    program = stranger(client)
    assert program.get(f"/api/tables/{id}", headers=bearer(link)).status_code == 403  # an invitation, and no more
    for headers in ({}, bearer(link)):  # whether or not it sends the invitation as its own name
        claimed = stranger(client).post(f"/api/tables/{id}/claim", json={"token": link}, headers=headers)
        if claimed.status_code == 200:
            own = claimed.json()["token"]
    assert own != link
    assert now_by(program, id, own)["yours"] == [1]
    assert client.get(f"/api/tables/{id}", headers=bearer(link)).status_code == 403


def now_by(program: Browser, id: str, token: str) -> Data:
    answer = program.get(f"/api/tables/{id}", headers=bearer(token))
    assert answer.status_code == 200, answer.text
    told: Data = answer.json()
    return told


def test_a_hundred_claims_at_once_and_one_holder(client: Browser, made: Data) -> None:
    import asyncio

    token, id = made["seats"][1]["token"], made["id"]
    guests = [stranger(client) for _ in range(20)]

    async def all_at_once() -> list[int]:
        claims = (g._client.post(f"/api/tables/{id}/claim", json={"token": token}) for g in guests)
        return [answer.status_code for answer in await asyncio.gather(*claims)]

    assert sorted(client.house.run(all_at_once())) == [200] + [409] * 19
    assert sum(now(g, id)["yours"] == [1] for g in guests) == 1


def test_a_seat_is_left_and_taken_by_another(client: Browser, made: Data) -> None:
    id = made["id"]
    guest = sit(stranger(client), made, 1)
    assert guest.post(f"/api/tables/{id}/leave", json={}).json()["yours"] == []
    assert now(client, id)["seats"][1]["kind"] == "open"
    assert guest.get(f"/api/tables/{id}?seat=1").status_code == 403
    assert guest.get(link_of(made, 1)).status_code == 404  # the old link is void, for the guest too
    links = {s["seat"]: s["link"] for s in client.get(f"/api/tables/{id}/links").json()["seats"]}
    assert links[1] != made["seats"][1]["link"]
    another = stranger(client)
    assert another.post(links[1].split("house.test")[1]).status_code == 303
    assert now(another, id)["yours"] == [1]


def test_a_seat_is_given_away(client: Browser, made: Data) -> None:
    id = made["id"]
    guest = sit(stranger(client), made, 1)
    first = guest.post(f"/api/tables/{id}/give", json={}).json()["link"].split("house.test")[1]
    link = guest.post(f"/api/tables/{id}/give", json={}).json()["link"].split("house.test")[1]
    assert now(guest, id)["yours"] == [1]  # until the link is used
    heir = stranger(client)
    assert heir.post(first).status_code == 404  # the last one counts
    assert heir.get(link).status_code == 200
    assert heir.post(link).status_code == 303
    assert now(heir, id)["yours"] == [1]
    assert now(guest, id)["yours"] == []
    assert stranger(client).post(link).status_code == 404  # once
    assert client.post(link_of(made, 1)).status_code == 409


def test_the_host_renews_the_link_of_an_open_seat(client: Browser, made: Data) -> None:
    id = made["id"]
    links = client.post(f"/api/tables/{id}/renew", json={"seat": 1}).json()["seats"]
    assert stranger(client).get(link_of(made, 1)).status_code == 404
    fresh = links[0]["link"].split("house.test")[1]
    guest = stranger(client)
    assert guest.post(f"/api/tables/{id}/renew", json={"seat": 1}).status_code == 403
    assert guest.post(fresh).status_code == 303
    assert client.post(f"/api/tables/{id}/renew", json={"seat": 1}).status_code == 409  # somebody sits there
    for wrong in ({}, {"seat": 5}):
        assert client.post(f"/api/tables/{id}/renew", json=wrong).status_code == 422


def test_a_rematch_hands_each_guest_only_their_own(client: Browser, made: Data) -> None:
    id = made["id"]
    guests = [client, sit(stranger(client), made, 1), sit(stranger(client), made, 2)]
    end_quickly(client, id, guests)
    for caller in (1, 0, 2):
        answer = guests[caller].post(f"/api/tables/{id}/rematch")
        assert answer.status_code == 201
        told = answer.json()
        shown = {s["seat"] for s in told["seats"] if s["token"] or s["link"]}
        assert shown <= {caller}
        for seat, guest in enumerate(guests):
            assert now(guest, told["id"])["yours"] == [seat]
    for guest in guests:
        assert guest.get(f"/api/tables/{told['id']}/links").status_code in (200, 403)


def end_quickly(client: Browser, id: str, guests: list[Browser]) -> None:
    """Play to the end, each at their own page."""
    told = now(client, id, picture="false")
    while not told["over"]:
        seat = told["view"]["to_act"]
        mine = now(guests[seat], id, picture="false", after=told["step"])
        legal = [a["words"] for a in mine["view"]["legal"]]
        told = act(guests[seat], id, legal[-1] if told["step"] % 3 else legal[0], told["step"]).json()["now"]


def test_one_screen_is_one_holders(client: Browser) -> None:
    made = lay(client, mode="one_screen")
    assert now(client, made["id"])["yours"] == [0, 1, 2]
    assert stranger(client).post(link_of(made, 1)).status_code == 409
    assert now_by(stranger(client), made["id"], made["seats"][1]["token"])["yours"] == [1]  # a program of the host's
    play_alone(client, made["id"], 2)


def test_an_older_database_gets_one_holder_a_seat(tmp_path: pathlib.Path) -> None:
    """Before, every browser that had opened a link held the seat, the host's too."""
    from alembic import command
    from alembic.config import Config

    store = Store(settings_for(tmp_path).url)
    new = create(Table("templari", 3, seed=1), chairs_for("friends", 3, "sensible"), "h" * 43, mode="friends").new
    config = Config()
    config.set_main_option("script_location", str(pathlib.Path(queries.__file__).parent / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        queries.add_game(connection, new)
        for visitor in (hashed("h" * 43), hashed("g" * 43)):
            queries.add_holder(connection, visitor, new.row.id, 1)
        command.downgrade(config, "0001")
    store.migrate()
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(holders.c.visitor, holders.c.seat).order_by(holders.c.seat)).all()
        claimed = connection.scalars(sa.select(seats.c.claimed).order_by(seats.c.seat)).all()
    store.engine.dispose()
    assert [visitor for visitor, seat in rows if seat == 1] == [hashed("g" * 43)]
    assert hashed("h" * 43) in [visitor for visitor, seat in rows if seat == 0]
    assert list(claimed) == [1, 1, 0]


def test_a_deal_that_somebody_can_know_is_told_before_they_sit_down(client: Browser, made: Data) -> None:
    """A record at a table with others, and the chosen seed of one's own; a secret deal is committed to instead."""
    secret = now(client, made["id"])["deal"]
    assert secret["kind"] == "secret"
    assert secret["commitment"]
    assert 'id="deal"' not in stranger(client).get(link_of(made, 1)).text
    table = Table("templari", 3, seed=9)
    table.act(table.legal[0])
    loaded = client.post("/api/records", json={"record": table.save(), "mode": "friends"}).json()
    assert now(client, loaded["id"])["deal"]["kind"] == "record"
    page = stranger(client).get(link_of(loaded, 1)).text
    assert 'id="deal"' in page
    assert "data-ask" in page
    assert now(client, lay(client, mode="bots", seed=3)["id"])["deal"] == {"kind": "seed", "commitment": None}
    client.house.app.state.service.registry.drop_all()
    assert now(client, made["id"])["deal"] == secret
    assert now(client, loaded["id"])["deal"]["kind"] == "record"
