"""The pages as they are delivered: every template rendered, every text there."""

from __future__ import annotations

import json
import re

import pytest

from chapterhouse.games import NAMES
from tests.server.browser import Browser
from tests.server.driving import lay


def test_the_page_of_the_api_names_every_route_and_model(client: Browser) -> None:
    """It stands alone: nothing is loaded from elsewhere, and every model it links to is there."""
    described = client.get("/api/openapi.json").json()
    page = client.get("/api/docs")
    assert page.status_code == 200
    for path, operations in described["paths"].items():
        for method in operations:
            assert f"{method.upper()} {path}<" in page.text
    assert set(re.findall(r'href="#(\w+)"', page.text)) <= set(re.findall(r'id="(\w+)"', page.text))
    assert set(described["components"]["schemas"]) <= set(re.findall(r'id="(\w+)"', page.text))
    assert not re.search(r'(?:src|href)="https?:', page.text)


@pytest.mark.parametrize("game", NAMES)
def test_every_page_of_a_table_is_there(client: Browser, game: str) -> None:
    """With the templates that are delivered, and every text that the scripts need."""
    id = lay(client, game=game, mode="one_screen")["id"]
    for path in ("/", f"/table/{id}", f"/table/{id}/words", f"/replay/{id}", f"/rules/{game}"):
        page = client.get(path)
        assert page.status_code == 200, path
        texts = re.search(r'id="texts">([^<]*)<', page.text)
        if texts:
            assert all(json.loads(texts[1]).values())


@pytest.mark.parametrize("game", NAMES)
def test_pictures_come_compressed_whatever_they_answer(client: Browser, game: str) -> None:
    """A decision's answer too: it holds the whole table."""
    id = lay(client, game=game, mode="one_screen")["id"]
    told = client.get(f"/api/tables/{id}")
    seat = told.json()["view"]["to_act"]
    mine = client.get(f"/api/tables/{id}?seat={seat}")
    asked = {"action": mine.json()["view"]["legal"][0]["words"], "step": 0, "seat": seat}
    done = client.post(f"/api/tables/{id}/act", json=asked)
    for answer in (told, mine, done):
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(answer.content) / 3
