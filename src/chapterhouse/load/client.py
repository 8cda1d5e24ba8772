"""A client as small as can be, so that a load is the server's and not its own: HTTP and event streams over loopback."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

STEP = re.compile(rb'"step": (\d+)')


class Connection:
    """One kept-alive HTTP connection that takes compressed answers, as a browser does."""

    def __init__(self, port: int, address: str = "") -> None:
        """`address`: one of this machine's own, which the connection comes from."""
        self.port, self.address = port, address
        self.lock = asyncio.Lock()
        self.received = 0  # bytes of bodies, as they were sent
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, bytes]:
        """Status and body of the answer, unpacked."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\naccept-encoding: gzip\r\n"
        head += f"content-length: {len(data)}\r\n"
        if data:
            head += "content-type: application/json\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        async with self.lock:
            if self.writer is None or self.writer.is_closing():
                own = (self.address, 0) if self.address else None
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)
            assert self.reader is not None
            self.writer.write(head.encode() + b"\r\n" + data)
            top = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", top.lower())
            answer = await self.reader.readexactly(int(length[1])) if length else b""
            if b"connection: close" in top.lower():
                self.close()
        self.received += len(answer)
        return int(top[9:12]), gzip.decompress(answer) if b"content-encoding: gzip" in top.lower() else answer

    async def data(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        status, answer = await self.ask(method, path, body, token)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]!r}")
        return json.loads(answer)

    def close(self) -> None:
        """The next question opens it again."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None


class Stream(asyncio.Protocol):
    """A seat's event stream; calls back with every step it tells."""

    def __init__(self, on_step: Callable[[int], None]) -> None:
        self.on_step, self.buffer = on_step, b""
        self.is_open = asyncio.Event()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        *whole, self.buffer = (self.buffer + data).split(b"\n\n")
        for event in whole:
            told = STEP.search(event)
            if told:
                self.is_open.set()
                self.on_step(int(told[1]))


class Served:
    """A server of our own, on a free port."""

    def __init__(self, folder: pathlib.Path, **settings: Any) -> None:
        given = {
            "database": f"sqlite:///{folder / 'load.db'}",
            "port": 0,
            "browser": 0,
            "rate_reads": 0,
            "rate_posts": 0,
            "rate_tables": 0,
            "streams": 100_000,
            "streams_per_address": 100_000,
            "tables": 100_000,
            "tables_per_day": 0,
            "connections_per_address": 0,
            "unfinished_per_address": 0,
            "log_level": "warning",
        } | settings
        environment = os.environ | {f"CHAPTERHOUSE_{name.upper()}": str(value) for name, value in given.items()}
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chapterhouse", "serve"], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.ready = time.perf_counter() - self.begun
        match = re.search(r":(\d+)/", line)
        if not match:
            raise RuntimeError("the server did not start")
        self.port = int(match[1])

    def memory(self) -> int:
        """Bytes of main memory in use."""
        text = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """Seconds of processor time used."""
        parts = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


async def wait_for_rules(port: int) -> None:
    """Until the rules are compiled, if they are to be."""
    if os.environ.get("CHAPTERHOUSE_MODE") == "plain":
        return
    connection = Connection(port)
    while not (await connection.data("GET", "/api/engine"))["ready"]:
        await asyncio.sleep(0.1)
    connection.close()
