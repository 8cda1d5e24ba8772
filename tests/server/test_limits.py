"""Limits that bind: what a stranger sends, slowly or at length, costs nobody else anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import threading
import time
from typing import Any

import pytest
import sqlalchemy as sa

from chapterhouse.play.table import Table
from chapterhouse.server.app import create_app
from chapterhouse.server.http.bodies import parse
from chapterhouse.server.http.cookies import visitor_of
from chapterhouse.server.store.db import Unavailable
from chapterhouse.server.store.schema import games
from tests.server.browser import Browser, House
from tests.server.driving import Serving, lay, now, settings_for

Data = dict[str, Any]


async def raw(port: int, text: bytes, within: float = 60.0) -> bytes:
    """All that comes back for these bytes, until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    try:
        async with asyncio.timeout(within):
            return await reader.read()
    finally:
        writer.close()


HEAD = b"GET /api/engine HTTP/1.1\r\nhost: x\r\n"


SENT = {
    HEAD + b"connection: close\r\n\r\n": b"200",
    HEAD + b"".join(b"a%d: b\r\n" % i for i in range(70)) + b"\r\n": b"431",
    HEAD + b"cookie: " + b"\\" * 65_000 + b"\r\n\r\n": b"431",
    b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n": b"431",
    HEAD + b"never-ending: " + b"x" * 200_000: b"431",
    HEAD + b"half-a-head: ": b"408",
    b"": b"408",
    b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{": b"408",
}


def test_heads_and_bodies_in_time_and_of_a_size(tmp_path: pathlib.Path) -> None:
    async def inside(port: int) -> list[bytes]:
        return await asyncio.gather(*(raw(port, sent) for sent in SENT))

    with Serving(tmp_path, head_time=5.0, body_time=5.0) as serving:
        answers = asyncio.run(inside(serving.port))
    assert [answer.split(b" ", 2)[1] for answer in answers] == list(SENT.values())


def test_a_cookie_of_backslashes_costs_no_time() -> None:
    """Ours alone is looked for, within a bound; a parser of all cookies took 8 s for one such header."""
    from starlette.datastructures import Headers

    token = "t" * 43
    assert visitor_of(Headers({"cookie": f"a=b; chapterhouse={token}; c=d"})) == token
    assert visitor_of(Headers({"cookie": 'a="\\"; chapterhouse=' + token})) == token
    assert visitor_of(Headers({"cookie": 'chapterhouse="' + "\\" * 65_000})) is None
    assert (
        visitor_of(Headers({"cookie": "a=" + "\\" * 65_000 + f"; chapterhouse={token}"})) is None
    )  # it is not looked at


def test_half_requests_of_one_address_leave_others_served(tmp_path: pathlib.Path) -> None:
    """Others come from another address; what one may have is bounded, and what is above is refused at once."""

    async def inside(port: int) -> None:
        async with contextlib.AsyncExitStack() as connections:

            async def connect(source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
                connections.callback(writer.close)
                return reader, writer

            halves = [await connect("127.0.0.1") for _ in range(300)]
            for _, writer in halves:
                writer.write(HEAD)
            answers = [asyncio.ensure_future(reader.read(100)) for reader, _ in halves]
            async with asyncio.timeout(60):
                while sum(answer.done() for answer in answers) < 260:
                    await asyncio.sleep(0.02)
            for answer in answers:
                if not answer.done():
                    answer.cancel()
                # closed while our bytes were on their way: the answer is lost, not the limit
                elif not isinstance(answer.exception(), ConnectionResetError):
                    assert b" 503 " in answer.result()
            reader, writer = await connect("127.0.0.2")
            writer.write(HEAD + b"connection: close\r\n\r\n")
            assert b" 200 OK" in await asyncio.wait_for(reader.read(), 60)

    with Serving(tmp_path, head_time=300, unfinished_per_address=40, connections_per_address=200) as serving:
        asyncio.run(inside(serving.port))


def test_a_body_is_counted_while_it_is_read(tmp_path: pathlib.Path) -> None:
    """All bodies together have so much memory; who is over it waits outside, and it is free again afterwards."""
    settings = settings_for(tmp_path, upload_memory=400_000)
    with House(create_app(settings)) as house:
        client = Browser(house)
        body = json.dumps({"record": {"x": "y" * 150_000}})
        kind = {"content-type": "application/json"}
        answer = client.post("/api/records", content=body, headers=kind)
        assert (answer.status_code, answer.json()["error"]) == (503, "busy")
        assert client.post("/api/records", content=body[:50_000], headers=kind).status_code in (400, 422)
        for _ in range(20):
            assert client.post("/api/tables", json={"game": "templari", "mode": "watch"}).status_code == 201


def many(each: bytes, times: int) -> bytes:
    return b'{"record": {"x": [' + b",".join([each] * times) + b"]}}"


@pytest.mark.parametrize(
    "body",
    [many(b"[]", 300_000), many(b"1", 400_000), many(b"1e9", 2_000), many(b"7" * 4_000, 200), many(b'{"a":1}', 20_000)],
    ids=["lists", "numbers", "fractions", "digits", "tables"],
)
def test_what_takes_long_to_read_is_not_read(client: Browser, body: bytes) -> None:
    """A megabyte that a reader of JSON would be busy with while everybody waits is refused before it is read."""
    answer = client.post("/api/records", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    assert "more values" in answer.json()["message"]


def test_the_longest_game_can_be_read(client: Browser) -> None:
    record = Table("templar", 5, seed=4).save()
    actions = [[seat % 5, "a decision in words", "0123abcd"] for seat in range(6_000)]
    sent: Data = parse(json.dumps({"record": record | {"actions": actions}}).encode())
    assert sent["record"]["actions"] == actions
    answer = client.post("/api/records", json=sent)
    assert (answer.status_code, answer.json()["error"]) == (422, "unplayable")


def test_only_records_and_files_are_large(client: Browser) -> None:
    table = lay(client, mode="one_screen")
    answer = client.post(f"/api/tables/{table['id']}/chat", json={"text": "x" * 70_000})
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_only_names_that_are_allowed(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path, address="https://play.example", secure_cookies=True))) as house:
        client = Browser(house)
        refused = client.get("/api/engine", headers={"host": "evil.example"})
        assert (refused.status_code, refused.json()["error"]) == (421, "host")
        for host in ("play.example", "PLAY.example:443"):
            answer = client.get("/api/engine", headers={"host": host})
            assert answer.status_code == 200
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert client.get("/healthz", headers={"host": "10.0.0.7"}).status_code == 200
    with House(create_app(settings_for(tmp_path, hosts="a.test, b.test"))) as house:
        client = Browser(house)
        assert client.get("/api/engine", headers={"host": "b.test:8000"}).status_code == 200
        assert client.get("/api/engine", headers={"host": "house.test"}).status_code == 421
        assert "strict-transport-security" not in client.get("/healthz").headers


def test_tables_a_day(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path, tables_per_day=3))) as house:
        client = Browser(house)
        answers = [client.post("/api/tables", json={"game": "templari", "mode": "watch"}) for _ in range(4)]
        assert [a.status_code for a in answers] == [201, 201, 201, 429]
        assert int(answers[-1].headers["retry-after"]) > 3600


def test_the_list_of_tables_is_bounded(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path, tables_listed=5))) as house:
        client = Browser(house)
        ids = [lay(client, mode="one_screen")["id"] for _ in range(7)]
        listed = client.get("/api/mine").json()["tables"]
        assert [table["id"] for table in listed] == ids[2:]  # the latest of them, those first that have waited longest
        assert all(len(table["names"]) == 3 and table["your_turn"] for table in listed)


def test_data_that_no_rule_reads_is_not_kept(client: Browser) -> None:
    table = Table("templari", 3, seed=4)
    record = table.save()
    bulk: Data = {"junk": "x" * 100_000}
    made = client.post("/api/records", json={"record": record | {"data": record["data"] | bulk}})
    assert made.status_code == 201
    service = client.house.app.state.service
    stored = client.house.run(service.store.read(lambda c: c.scalar(sa.select(sa.func.length(games.c.record)))))
    assert stored < 20_000
    cards = record["data"]["cards"] | bulk
    refused = client.post("/api/records", json={"record": record | {"data": {"cards": cards}}})
    assert (refused.status_code, refused.json()["error"]) == (413, "too_large")


def test_a_record_names_no_file_of_this_machine(client: Browser, tmp_path: pathlib.Path) -> None:
    """A record carries its data; a path in its options is never opened."""
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "open sesame"\n')
    record = Table("templari", 3, seed=4).save()
    for options in ({"cards": str(secret)}, {"cards": "../../../etc/passwd"}):
        for data in (None, {}, {"cards": None}, {"cards": str(secret)}):
            asked = record | {"options": record["options"] | options, "data": data}
            answer = client.post("/api/records", json={"record": asked})
            assert answer.status_code == 422, answer.text
            assert "sesame" not in answer.text
            assert "root:" not in answer.text
    refused = client.post("/api/tables", json={"game": "templari", "options": {"cards": str(secret)}})
    assert refused.status_code == 422


def test_old_tables_go_and_the_page_says_so(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path, running_days=30, finished_days=60))) as house:
        client = Browser(house)
        ids = [lay(client, mode="one_screen")["id"] for _ in range(4)]
        service = house.app.state.service
        old = {ids[0]: (31, 0), ids[1]: (29, 0), ids[2]: (61, 1), ids[3]: (59, 1)}

        def age(c: sa.Connection) -> None:
            for id, (days, over) in old.items():
                c.execute(sa.update(games).where(games.c.id == id).values(at=time.time() - days * 86400, over=over))

        house.run(service.store.write(age))
        service.registry.drop_all()
        house.run(service.registry.delete_old())
        left = [id for id in ids if client.get(f"/api/tables/{id}").status_code == 200]
        assert left == [ids[1], ids[3]]
        assert len(client.get("/api/mine").json()["tables"]) == 2
        page = client.get("/", headers={"accept-language": "en"}).text
        assert "after 30 days" in page
        assert "after 60 days" in page


def test_a_table_that_somebody_looks_at_stays(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path, running_days=1e-9))) as house:
        client = Browser(house)
        id = lay(client, mode="one_screen")["id"]
        service = house.app.state.service
        service.registry.tables[id].watchers.add(asyncio.Event())
        house.run(service.registry.delete_old())
        assert now(client, id)["step"] == 0


def test_a_statement_that_takes_too_long_is_given_up(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path))) as house:
        client = Browser(house)
        lay(client)
        store = house.app.state.service.store
        is_enough, usual = threading.Event(), store.patience

        def slow(c: sa.Connection) -> None:
            is_enough.wait(60)

        store.patience = 0.2
        for work in (store.read(slow), store.write(slow)):
            with pytest.raises(Unavailable):
                house.run(work)
        is_enough.set()
        store.patience = usual
        lay(client)
