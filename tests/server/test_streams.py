"""Event streams over a real server: order, resuming, bounds, goodbye."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from chapterhouse.load.client import Connection
from tests.server.driving import Serving, bearer

TEMPLARI = {"game": "templari", "players": 3, "pace": 0}


class Listening:
    """A stream read by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.head = b""
        self.waiting: list[dict[str, Any]] = []

    @classmethod
    async def open(cls, port: int, id: str, token: str = "", last: str = "") -> Listening:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET /api/tables/{id}/events HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
        head += f"authorization: Bearer {token}\r\n" if token else ""
        head += f"last-event-id: {last}\r\n" if last else ""
        writer.write(head.encode() + b"\r\n")
        made = cls(reader, writer)
        made.head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        return made

    @property
    def status(self) -> int:
        return int(self.head[9:12])

    async def event(self) -> dict[str, Any]:
        """The next event that is not only a sign of life."""
        while not self.waiting:
            size = int(await asyncio.wait_for(self.reader.readline(), 60), 16)
            chunk = await self.reader.readexactly(size + 2)
            if size == 0:
                raise EOFError
            for block in chunk.decode().split("\n\n"):
                told: dict[str, Any] = dict(
                    line.strip("\r").split(": ", 1) for line in block.split("\n") if ": " in line
                )
                if "event" in told:
                    self.waiting.append(told | {"data": json.loads(told["data"])})
        return self.waiting.pop(0)

    def close(self) -> None:
        self.writer.close()


async def lay(connection: Connection) -> tuple[str, list[str]]:
    made = await connection.data("POST", "/api/tables", TEMPLARI | {"mode": "one_screen", "options": {"start": 0}})
    return made["id"], [seat["token"] for seat in made["seats"]]


def post(connection: Connection, id: str, action: str, step: int, token: str) -> Any:
    body = {"action": action, "step": step, "now": False}
    return connection.data("POST", f"/api/tables/{id}/act", body, token)


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("serving")) as made:
        yield made


def test_events_and_resuming(serving: Serving) -> None:
    async def inside(port: int) -> None:
        connection = Connection(port)
        id, tokens = await lay(connection)
        stream = await Listening.open(port, id, tokens[1])
        assert b"text/event-stream" in stream.head
        first = await stream.event()
        assert first["event"] == "table"
        assert first["data"]["step"] == 0
        await post(connection, id, "bid 2", 0, tokens[0])
        second = await stream.event()
        assert (second["data"]["step"], second["data"]["asked"], second["data"]["over"]) == (1, [1], False)
        stream.close()
        await post(connection, id, "bid 3", 1, tokens[1])
        said = await connection.data("POST", f"/api/tables/{id}/chat", {"text": "well, well"}, tokens[2])
        again = await Listening.open(port, id, tokens[1], second["id"])
        told = [await again.event(), await again.event()]
        assert [t["event"] for t in told] == ["table", "chat"]
        assert told[0]["data"]["step"] == 2
        assert told[1]["data"] == {"table": id} | said
        assert told[1]["id"].split(".")[0] == "2"
        again.close()
        # who has all gets nothing but what comes next
        third = await Listening.open(port, id, tokens[1], told[1]["id"])
        await post(connection, id, "pass", 2, tokens[2])
        while (await third.event())["data"]["step"] != 3:
            pass
        third.close()
        watching = await Listening.open(port, id)
        assert (await watching.event())["data"]["step"] == 3
        watching.close()
        forged = await Listening.open(port, id, "x" * 43)
        assert forged.status == 403
        forged.close()
        connection.close()

    asyncio.run(inside(serving.port))


def test_a_graceful_stop_lets_streams_go_and_games_resume(tmp_path: pathlib.Path) -> None:
    async def play(port: int) -> tuple[str, list[str], Listening]:
        connection = Connection(port)
        id, tokens = await lay(connection)
        stream = await Listening.open(port, id, tokens[1])
        await post(connection, id, "bid 2", 0, tokens[0])
        while (await stream.event())["data"]["step"] != 1:
            pass
        connection.close()
        return id, tokens, stream

    async def inside() -> None:
        serving = Serving(tmp_path)
        try:
            id, tokens, stream = await play(serving.port)
            serving.process.terminate()
            while (await stream.event())["event"] != "bye":
                pass
            stream.close()
            await asyncio.to_thread(serving.process.wait, 60)
        finally:
            serving.stop()
        with Serving(tmp_path, serving.port) as again:
            resumed = await Listening.open(again.port, id, tokens[1], "0.0.0")
            assert (await resumed.event())["data"]["step"] == 1
            resumed.close()

    asyncio.run(inside())


def test_a_thousand_streams_have_a_bound(tmp_path: pathlib.Path) -> None:
    """The bound holds, each refusal is clear, and another table plays on."""

    async def inside(port: int) -> None:
        connection = Connection(port)
        id, _ = await lay(connection)
        other, tokens = await lay(connection)
        listener = await Listening.open(port, other, tokens[1])
        assert (await listener.event())["event"] == "table"
        many: list[Listening] = []
        for _ in range(20):
            many += await asyncio.gather(*(Listening.open(port, id) for _ in range(50)))
        statuses = [stream.status for stream in many]
        assert statuses.count(200) == 299  # 300 with the one of the other table
        assert statuses.count(503) == 701
        refused = next(stream for stream in many if stream.status == 503)
        assert b'"streams"' in await refused.reader.read(200)
        await post(connection, other, "bid 2", 0, tokens[0])
        while (await listener.event())["data"]["step"] != 1:
            pass
        for stream in [*many, listener]:
            stream.close()
        deadline = time.monotonic() + 60
        while True:
            fresh = await Listening.open(port, id)
            fresh.close()
            if fresh.status == 200:
                break
            assert time.monotonic() < deadline
            await asyncio.sleep(0.1)
        connection.close()

    with Serving(tmp_path, streams=300, head_time=60) as serving:
        asyncio.run(inside(serving.port))


def test_streams_of_one_address_have_a_bound(tmp_path: pathlib.Path) -> None:
    async def inside(port: int) -> None:
        connection = Connection(port)
        id, _ = await lay(connection)
        many = [await Listening.open(port, id) for _ in range(7)]
        assert [stream.status for stream in many] == [200] * 5 + [503] * 2
        for stream in many:
            stream.close()
        connection.close()

    with Serving(tmp_path, streams_per_address=5) as serving:
        asyncio.run(inside(serving.port))


def memory(pid: int) -> int:
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_slow_reader_costs_nothing_and_harms_nobody(tmp_path: pathlib.Path) -> None:
    """Streams that are never read, at a table where a lot is said: no queue grows, and the others hear all."""

    async def inside(serving: Serving) -> None:
        port = serving.port
        connection = Connection(port)
        id, tokens = await lay(connection)
        slow: list[socket.socket] = []
        for _ in range(10):
            raw = socket.socket()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            raw.connect(("127.0.0.1", port))
            raw.sendall(f"GET /api/tables/{id}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
            slow.append(raw)
        listener = await Listening.open(port, id, tokens[1])
        before = memory(serving.process.pid)
        text = "x" * 500
        for n in range(60):
            await connection.data("POST", f"/api/tables/{id}/chat", {"text": text}, tokens[n % 3])
        heard = 0
        while heard < 60:
            heard += (await listener.event())["event"] == "chat"
        assert memory(serving.process.pid) - before < 20_000_000
        await post(connection, id, "bid 2", 0, tokens[0])
        while (await listener.event())["data"].get("step") != 1:
            pass
        for raw in slow:
            raw.close()
        listener.close()
        connection.close()

    with Serving(tmp_path, stall=2) as serving:
        asyncio.run(inside(serving))


def test_who_sits_in_a_seat_is_seen_to_be_there(serving: Serving) -> None:
    async def inside(port: int) -> None:
        connection = Connection(port)
        made = await connection.data("POST", "/api/tables", TEMPLARI | {"mode": "friends"})
        id, token = made["id"], made["seats"][1]["token"]
        path = f"/api/tables/{id}?picture=false"
        assert (await connection.data("GET", path))["seats"][1]["kind"] == "open"
        claimed = await connection.data("POST", f"/api/tables/{id}/claim", {"token": token})
        stream = await Listening.open(port, id, claimed["token"])
        await stream.event()
        seat = (await connection.data("GET", path))["seats"][1]
        assert (seat["kind"], seat["here"]) == ("human", True)
        stream.close()
        connection.close()

    asyncio.run(inside(serving.port))


def test_a_body_that_never_ends_is_refused(serving: Serving) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", serving.port), 20) as raw:
        raw.sendall(head + b"transfer-encoding: chunked\r\n\r\n")
        part = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        sent = 0
        with contextlib.suppress(OSError):
            for _ in range(400):
                raw.sendall(part)
                sent += 1
        assert sent < 400, "it was all taken"
    assert httpx.get(f"{serving.address}/healthz", timeout=60).text == "ok"


def test_a_token_in_a_header_needs_no_origin(serving: Serving) -> None:
    made = httpx.post(f"{serving.address}/api/tables", json=TEMPLARI | {"mode": "friends"}, timeout=60).json()
    headers = bearer(made["seats"][0]["token"]) | {"origin": "https://elsewhere.test"}
    address = f"{serving.address}/api/tables/{made['id']}/name"
    answer = httpx.post(address, json={"name": "Ada"}, headers=headers, timeout=60)
    assert answer.status_code == 200
