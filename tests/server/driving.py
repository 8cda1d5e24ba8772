"""How the tests play: over HTTP, as pages and programs do."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import time
from typing import Any

from chapterhouse.server.settings import Settings
from tests.server.browser import Browser

Data = dict[str, Any]


def settings_for(folder: pathlib.Path, **more: Any) -> Settings:
    """A file in this folder, no limits, nothing compiled."""
    quiet: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'games.db'}",
        "browser": False,
        "compile": False,
        "rate_reads": 0.0,
        "rate_posts": 0.0,
        "rate_tables": 0.0,
        "tables_per_day": 0,
    }
    return Settings(**(quiet | more))


def lay(client: Browser, **asked: Any) -> Data:
    """A table; Templari for three unless told otherwise."""
    answer = client.post("/api/tables", json={"game": "templari", "players": 3, "pace": 0} | asked)
    assert answer.status_code == 201, answer.text
    made: Data = answer.json()
    return made


def stranger(client: Browser) -> Browser:
    """Another browser at the same server."""
    return Browser(client.house)


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def sit_programs_down(client: Browser, made: Data) -> list[str]:
    """A program in every open seat; the tokens of all seats, each known to who sits there alone."""
    tokens: list[str] = []
    for seat in made["seats"]:
        asked = {"token": seat["token"]}
        claimed = stranger(client).post(f"/api/tables/{made['id']}/claim", json=asked)
        tokens.append(claimed.json()["token"] if claimed.status_code == 200 else seat["token"])
    return tokens


def now(client: Browser, id: str, **query: Any) -> Data:
    answer = client.get(f"/api/tables/{id}", params=query)
    assert answer.status_code == 200, answer.text
    told: Data = answer.json()
    return told


def act(client: Browser, id: str, action: str | int, step: int, **more: Any) -> Any:
    return client.post(f"/api/tables/{id}/act", json={"action": action, "step": step} | more)


def my_turn(client: Browser, id: str, within: float = 60.0) -> Data:
    """The table, once it is this caller's turn or the game is over."""
    end = time.monotonic() + within
    while True:
        told = now(client, id, picture="false")
        if told["over"] or told["view"]["legal"]:
            return told
        assert time.monotonic() < end, "nobody plays on"
        time.sleep(0.005)


def play_alone(client: Browser, id: str, decisions: int | None = None) -> Data:
    """Play all seats of a one-screen table, always the first legal action that is not a pass, or else a pass."""
    told = now(client, id, picture="false")
    done = 0
    while not told["over"] and (decisions is None or done < decisions):
        seat = told["view"]["to_act"]
        mine = now(client, id, seat=seat, picture="false", after=told["step"])
        legal = [a["words"] for a in mine["view"]["legal"]]
        answer = act(client, id, legal[-1] if done % 3 else legal[0], told["step"], seat=seat)
        assert answer.status_code == 200, answer.text
        told = answer.json()["now"]
        done += 1
    return told


class Serving:
    """A real server in a process of its own."""

    def __init__(
        self, folder: pathlib.Path, port: int | str = 0, command: list[str] | None = None, **settings: Any
    ) -> None:
        self.folder = folder
        self.log = folder / f"log-{time.monotonic_ns()}"
        given = {
            "database": f"sqlite:///{folder / 'games.db'}",
            "port": port,
            "browser": 0,
            "compile": 0,
            "rate_reads": 0,
            "rate_posts": 0,
            "rate_tables": 0,
            "tables_per_day": 0,
            "streams_per_address": 100_000,
            "connections_per_address": 0,
            "unfinished_per_address": 0,
        } | settings
        environment = os.environ | {f"CHAPTERHOUSE_{name.upper()}": str(value) for name, value in given.items()}
        environment |= {"CHAPTERHOUSE_MODE": "plain", "CHAPTERHOUSE_LANGUAGE": "en"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command or [sys.executable, "-m", "chapterhouse", "serve"],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {self.log.read_text()}"
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.terminate()
        return self._gone()

    def _gone(self) -> int:
        try:
            return self.process.wait(30)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()

    def __enter__(self) -> Serving:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
