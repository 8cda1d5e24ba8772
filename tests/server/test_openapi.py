"""schemathesis over the OpenAPI schema: whatever fits it or does not, no answer is a 5xx (but for the stream bound)."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from chapterhouse.server.app import create_app
from tests.server.driving import Serving, settings_for


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("serving")) as made:
        yield made


def described(folder: pathlib.Path) -> dict[str, Any]:
    return create_app(settings_for(folder)).openapi()


def test_every_path_of_the_interface_is_described(tmp_path: pathlib.Path) -> None:
    described_paths = set(described(tmp_path)["paths"])
    named = {
        "house", "engine", "mine", "records", "tables", "rules/{game}", "data/{game}/{option}", "tables/{id}",
        *(f"tables/{{id}}/{what}" for what in (
            "events", "act", "why", "undo", "name", "claim", "bot", "back", "links", "chat", "rematch", "replay",
            "branch", "record", "log", "picture.svg", "printed", "leave", "give", "renew",
        )),
    }  # fmt: skip
    assert described_paths == {f"/api/{name}" for name in named}


def operations() -> list[tuple[str, str]]:
    import tempfile

    paths = described(pathlib.Path(tempfile.gettempdir()))["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


@pytest.mark.parametrize(("method", "path"), [o for o in operations() if not o[1].endswith("/events")])
def test_no_5xx(serving: Serving, tmp_path: pathlib.Path, method: str, path: str) -> None:
    table = httpx.post(f"{serving.address}/api/tables", json={"game": "templari", "mode": "one_screen", "players": 3})
    id, cookies = table.json()["id"], dict(table.cookies)
    schema = schemathesis.openapi.from_dict(described(tmp_path))
    operation = schema[path][method]
    seen: set[int] = set()

    with httpx.Client(base_url=serving.address, cookies=cookies) as client:

        @given(case=operation.as_strategy(), is_real=st.booleans())
        @settings(
            max_examples=25,
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
            assert answer.status_code < 500, (answer.status_code, given, answer.text[:300])
            if answer.status_code >= 400 and path.startswith("/api"):
                assert set(answer.json()) >= {"error", "rule", "message", "faults"}

        run()
    assert seen
