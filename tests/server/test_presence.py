"""Who is there, who is away and who plays for them; what is said reaches everybody."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import time
from typing import Any

import pytest

from chapterhouse.server.http.events import Events, OpenStreams
from chapterhouse.server.store import queries
from chapterhouse.server.tables.service import Service
from tests.server.browser import Browser
from tests.server.driving import lay, now, play_alone, sit_programs_down, stranger
from tests.server.test_tables import add, run, until


def test_who_is_away_is_played_by_the_tables_own_bot(client: Browser) -> None:
    """And by no worse one that another would choose."""
    made = lay(client, mode="friends", bot="random")
    told = client.post(f"/api/tables/{made['id']}/bot", json={"seat": 1, "bot": "sensible"}).json()
    assert told["seats"][1]["bot"] == "random"
    made = lay(client, mode="friends")
    told = client.post(f"/api/tables/{made['id']}/bot", json={"seat": 1, "bot": "random"}).json()
    assert told["seats"][1]["bot"] == "sensible"
    assert client.post(f"/api/tables/{made['id']}/bot", json={"bot": "random"}).json()["seats"][0]["bot"] == "random"


def test_by_correspondence_nobody_is_away_within_a_day(client: Browser) -> None:
    for seconds, least in ((30, 60), (86_400, 86_400), (7 * 86_400, 86_400)):
        begun = time.time()
        made = lay(client, mode="friends", clock={"seconds": seconds, "end": "soft"})
        sit_programs_down(client, made)
        free_from = now(client, made["id"])["seats"][1]["free_from"]
        assert begun + least <= free_from <= time.time() + least + 30
        refused = client.post(f"/api/tables/{made['id']}/bot", json={"seat": 1})
        assert refused.json()["error"] == "taken"


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "a\u3164b", "\u200b", "\u0301", "\u115f", "\xa0x\u202e", "\U000e0041"]
)
def test_names_that_nobody_can_see_are_refused(client: Browser, name: str) -> None:
    id = lay(client, mode="one_screen")["id"]
    assert client.post(f"/api/tables/{id}/name", json={"name": name, "seat": 0}).status_code == 422
    assert client.post("/api/tables", json={"game": "templari", "name": name}).status_code == 422
    assert client.post(f"/api/tables/{id}/chat", json={"text": name, "seat": 0}).status_code == 422


@pytest.mark.parametrize("name", ["", "Ada", "Zoë", "Łukasz", "李小龍", "عمر", "हिन्दी", "J.-P. O'Neil 2"])
def test_names_of_all_letters_are_taken(client: Browser, name: str) -> None:
    id = lay(client, mode="one_screen")["id"]
    assert client.post(f"/api/tables/{id}/name", json={"name": name, "seat": 0}).status_code == 200


async def _for_ever() -> dict[str, Any]:
    await asyncio.Event().wait()
    raise AssertionError


def test_presence_costs_changes(tmp_path: pathlib.Path) -> None:
    """Sixty watchers come and go: nobody is told, and each has one event for having come. A player's first page and
    last are told to all, those between to nobody."""

    async def work(service: Service) -> None:
        live, streams, sent = await add(service), OpenStreams(service.settings), [0]

        async def send(message: Any) -> None:
            sent[0] += b"event: table" in message.get("body", b"")

        def opened(seat: int | None) -> asyncio.Task[None]:
            events = Events(service, streams, [(live, seat)], "a")
            return asyncio.ensure_future(events({"type": "http"}, _for_ever, send))

        async def closed(*tasks: asyncio.Task[None]) -> None:
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            await asyncio.sleep(0.05)

        watching = [opened(None) for _ in range(60)]
        await until(lambda: sent[0] == 60)
        await asyncio.sleep(0.05)
        assert sent[0] == 60
        player = opened(1)
        await until(lambda: sent[0] == 60 + 61)
        again = opened(1)
        await until(lambda: sent[0] == 60 + 61 + 1)
        await closed(again)
        assert sent[0] == 60 + 61 + 1
        await closed(player)
        await until(lambda: sent[0] == 60 + 61 + 1 + 60)
        await closed(*watching)
        assert sent[0] == 60 + 61 + 1 + 60

    run(tmp_path, work)


def test_a_stream_that_was_away_gets_every_line(tmp_path: pathlib.Path) -> None:
    """More lines than one question asks for: none is left out."""

    async def work(service: Service) -> None:
        live, streams = await add(service), OpenStreams(service.settings)
        said: list[bytes] = []

        async def send(message: Any) -> None:
            said.extend(line for line in message.get("body", b"").split(b"\n") if b'"text"' in line)

        for n in range(130):
            await service.say(live, 0, "Ada", f"line {n}.")
        events = Events(service, streams, [(live, 1)], "a", "0.0.0")
        stream = asyncio.ensure_future(events({"type": "http"}, _for_ever, send))
        await until(lambda: len(said) >= 130)
        assert [f"line {n}.".encode() in line for n, line in enumerate(said)] == [True] * 130
        stream.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await stream
        last = await service.store.read(lambda c: queries.last_message(c, live.id))
        assert last == live.chat

    run(tmp_path, work)


def test_the_curtain_holds_over_the_interface(client: Browser) -> None:
    """Around one screen, who has the device sees their own cards, and nobody else's: not by asking for another seat,
    and not in the replay of the running game."""
    made = lay(client, mode="one_screen")
    id, path = made["id"], f"/api/tables/{made['id']}"
    told = play_alone(client, id, 3)
    asked = told["view"]["to_act"]
    for seat in range(3):
        expected = 200 if seat == asked else 403
        for question in (
            f"{path}?seat={seat}",
            f"{path}/replay?eyes={seat}",
            f"{path}/replay?eyes={seat}&ply=1",
            f"{path}/picture.svg?eyes={seat}",
            f"{path}/log?seat={seat}",
            f"/table/{id}?seat={seat}",
            f"/table/{id}/words?seat={seat}",
        ):
            answer = client.get(question)
            assert answer.status_code == expected, question
            if expected == 403 and question.startswith("/api"):
                assert answer.json()["error"] == "curtain"
    assert client.get(path).json()["seat"] is None
    told = play_alone(client, id)
    assert told["over"]
    assert all(client.get(f"{path}/replay?eyes={seat}").status_code == 200 for seat in range(3))
    assert stranger(client).get(f"{path}?seat=0").status_code == 403
