"""schemathesis over the OpenAPI schema: whatever is sent, no answer is a 5xx, and each is as the schema says."""

from __future__ import annotations

import functools
import json
import pathlib
import tempfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from chapterhouse.games import NAMES
from chapterhouse.server.app import create_app
from tests.server.driving import Serving, settings_for

CONFORMANCE = [status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("serving")) as made:
        yield made


@functools.cache
def described() -> dict[str, Any]:
    """It takes as long to write as forty answers do, and is the same for all of them."""
    return create_app(settings_for(pathlib.Path(tempfile.gettempdir()))).openapi()


@pytest.fixture(scope="module")
def schema() -> Any:
    return schemathesis.openapi.from_dict(described())


def test_every_path_of_the_interface_is_described() -> None:
    described_paths = set(described()["paths"])
    named = {
        "house", "engine", "mine", "open", "push", "push/forget", "records", "events", "tables", "rules/{game}",
        "data/{game}/{option}", "tables/{id}",
        *(f"tables/{{id}}/{what}" for what in (
            "events", "act", "why", "undo", "name", "claim", "bot", "back", "links", "chat", "rematch", "replay",
            "branch", "record", "log", "picture.svg", "printed", "leave", "give", "renew",
            "walk", "pace", "next", "forget", "lobby", "start", "hint", "hints", "review", "review/stop",
        )),
    }  # fmt: skip
    assert described_paths == {f"/api/{name}" for name in named}


def operations() -> list[tuple[str, str]]:
    paths = described()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


@pytest.mark.parametrize(("method", "path"), [o for o in operations() if not o[1].endswith("/events")])
def test_answers_are_as_the_schema_says(serving: Serving, schema: Any, method: str, path: str) -> None:
    table = httpx.post(
        f"{serving.address}/api/tables", json={"game": "templari", "mode": "one_screen", "players": 3}, timeout=60
    )
    id, cookies = table.json()["id"], dict(table.cookies)
    operation = schema[path][method]
    seen: set[int] = set()

    with httpx.Client(base_url=serving.address, cookies=cookies, timeout=60) as client:

        @given(case=operation.as_strategy(), is_real=st.booleans())
        @settings(
            max_examples=8,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
            derandomize=True,
        )
        def run(case: Any, is_real: bool) -> None:
            if is_real and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = id
            given = case.as_transport_kwargs(base_url=serving.address)
            body = given.get("json")
            sent = json.dumps(body).encode() if "json" in given else given.get("data") or b""
            headers = {"content-type": "application/json"} if "json" in given else {}
            answer = client.request(method, given["url"], params=given.get("params"), content=sent, headers=headers)
            seen.add(answer.status_code)
            case.validate_response(answer, checks=CONFORMANCE)
            assert answer.status_code < 500, (answer.status_code, given, answer.text[:300])
            if answer.status_code >= 400 and path.startswith("/api"):
                assert set(answer.json()) >= {"error", "rule", "message", "faults"}

        run()
    assert seen


def test_every_answer_of_a_game_is_as_the_schema_says(serving: Serving, schema: Any) -> None:
    """The answers of a real game, in all its moments: chance alone would rarely get that far."""
    for game in NAMES:
        with httpx.Client(base_url=serving.address, timeout=60) as client:

            def ask(method: str, path: str, body: Any = None, client: httpx.Client = client, **parts: str) -> Any:
                query = parts.pop("query", "")
                address = f"/api{path.format(**parts)}{query}"
                answer = (
                    client.request(method, address, json=body) if body is not None else client.request(method, address)
                )
                case = schema[f"/api{path}"][method].Case(path_parameters=parts)
                case.validate_response(answer, checks=CONFORMANCE)
                return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

            ask("GET", "/house")
            ask("GET", "/engine")
            ask("GET", "/rules/{game}", game=game)
            made = ask("POST", "/tables", {"game": game, "mode": "one_screen", "clock": {"seconds": 60}})
            id = made["id"]
            told = ask("GET", "/tables/{id}", id=id)
            for step in range(12):
                seat = told["view"]["to_act"]
                mine = ask("GET", "/tables/{id}", id=id, query=f"?seat={seat}")
                words = mine["view"]["legal"][step % len(mine["view"]["legal"])]["words"]
                ask("POST", "/tables/{id}/why", {"action": words, "seat": seat}, id=id)
                told = ask("POST", "/tables/{id}/act", {"action": words, "seat": seat, "step": told["step"]}, id=id)[
                    "now"
                ]
            ask("POST", "/tables/{id}/undo", {"seat": seat, "step": told["step"]}, id=id)
            ask("POST", "/tables/{id}/hints", {"allowed": True}, id=id)
            ask("POST", "/tables/{id}/hint", {"seat": seat}, id=id)
            ask("POST", "/tables/{id}/chat", {"text": "hello", "seat": 0}, id=id)
            for what in ("chat", "log", "links", "printed", "replay", "record", "picture.svg"):
                ask("GET", f"/tables/{{id}}/{what}", id=id)
            ask("GET", "/mine")
