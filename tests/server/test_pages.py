"""The routes of the pages, with templates that only show what they were given."""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.server.app import create_app
from chapterhouse.server.http.pages import cover_address
from tests.server.browser import HOME, Browser, House
from tests.server.driving import lay, settings_for, stranger

TEMPLATES = {
    "home.html": "{{ {'house': house, 'mine': mine} | json }}",
    "table.html": "{{ {'now': now, 'drawing': drawing, 'game': game, 'links': links, 'watch': watch} | json }}",
    "replay.html": "{{ {'now': now, 'game': game, 'plies': plies} | json }}",
    "rules.html": "{{ {'game': game, 'chapters': chapters} | json }}",
    "learn.html": "{{ {'game': game, 'lesson': lesson} | json }}",
    "seat.html": "{{ {'game': game, 'seat': seat, 'name': name} | json }}",
    "offline.html": "{{ t('page.offline') }}",
    "error.html": "{{ {'status': status, 'kind': kind, 'message': message, 'language': language} | json }}",
}


@pytest.fixture
def client(tmp_path: pathlib.Path) -> Iterator[Browser]:
    folder = tmp_path / "templates"
    folder.mkdir()
    for name, text in TEMPLATES.items():
        (folder / name).write_text(text)
    with House(create_app(settings_for(tmp_path), folder)) as house:
        yield Browser(house)


def shown(client: Browser, path: str) -> Any:
    answer = client.get(path)
    assert answer.headers["content-type"].startswith("text/html")
    return json.loads(answer.text)


def test_home_shows_the_games_and_your_own(client: Browser) -> None:
    assert [game["id"] for game in shown(client, "/")["house"]["games"]] == list(NAMES)
    made = lay(client)
    assert [table["id"] for table in shown(client, "/")["mine"]] == [made["id"]]
    assert shown(stranger(client), "/")["mine"] == []


def test_two_clicks_to_play_without_a_script(client: Browser) -> None:
    form = {"game": "templari", "mode": "bots", "players": "4", "option.private_sales": "false", "option.start": "0"}
    answer = client.post("/play", data=form | {"name": "Ada", "clock": "60"}, headers={"origin": HOME})
    assert answer.status_code == 303, answer.text
    page = shown(client, answer.headers["location"])
    assert page["now"]["yours"] == [0]
    assert page["now"]["view"]["options"]["private_sales"] is False
    assert page["now"]["view"]["names"][0] == "Ada"
    assert page["now"]["clock"]["seconds"] == 60
    assert page["now"]["view"]["legal"]
    for bad in ({"game": "chess"}, {"players": "x"}, {"players": "99"}, {"mode": "x"}, {"option.mistakes": "x"}):
        assert client.post("/play", data=form | bad).status_code in (404, 422), bad


def test_a_table_with_links_for_its_host_alone(client: Browser) -> None:
    made = lay(client, mode="friends")
    mine, theirs = shown(client, made["url"]), shown(stranger(client), made["url"])
    assert [link["link"] for link in mine["links"]] == [seat["link"] for seat in made["seats"][1:]]
    assert theirs["links"] == []
    assert theirs["now"]["seat"] is None
    assert mine["drawing"].startswith("<svg")


def test_replay_and_rules(client: Browser) -> None:
    made = lay(client, mode="one_screen")
    assert shown(client, f"/replay/{made['id']}")["plies"] == 0
    for game in NAMES:
        chapters = shown(client, f"/rules/{game}")["chapters"]
        assert sum(len(chapter["rules"]) for chapter in chapters) == len(load(game).texts("en").under("rules."))


def test_an_example_is_drawn_and_can_be_tried(client: Browser) -> None:
    before, after = (client.get(f"/rules/templari/win.svg?after={after}") for after in ("false", "true"))
    assert before.headers["content-type"].startswith("image/svg+xml")
    assert 'id="card-swords-1"' in after.text
    assert before.text != after.text
    assert "Spade" in client.get("/rules/templari/table.svg?language=it").text
    tried = client.post("/rules/templari/curse/try", data={})
    assert tried.status_code == 303
    now = shown(client, tried.headers["location"])["now"]
    assert now["yours"] == [0]
    assert [card for seat in now["view"]["seats"] for card in seat["cards"]] == [6, 21]
    assert shown(stranger(client), tried.headers["location"])["now"]["seat"] is None
    for path in ("/rules/templari/nothing.svg", "/rules/templari/turn.svg", "/rules/chess/win.svg"):
        assert client.get(path).status_code == 404
    for path in ("/rules/templari/nothing/try", "/rules/templari/table/try", "/rules/chess/win/try"):
        assert client.post(path, data={}).status_code == 404


def test_a_lesson_answers_and_keeps_nothing(client: Browser) -> None:
    lesson = shown(client, "/learn/templari")["lesson"]
    assert len(lesson["steps"]) == 9
    board = client.get("/learn/templari/curse").json()
    assert board["picture"].startswith("<svg")
    assert [action["words"] for action in board["legal"]] == ["pass", "bid 4", "bid 5", "bid 6"]
    answers = {action: client.get(f"/learn/templari/curse/answer?action={action}").json() for action in
               ("bid 4", "bid 5", "bid 3")}  # fmt: skip
    assert [said["verdict"] for said in answers.values()] == ["right", "wrong", "refused"]
    assert answers["bid 3"]["rule"] == "templari.bid.curse"
    assert "Mail 3" in answers["bid 3"]["says"]
    assert [bool(said["picture"]) for said in answers.values()] == [True, False, False]
    assert client.get("/learn/templari/curse/answer?action=dance").status_code == 404
    played = client.post("/learn/templari/play", data={})
    now = shown(client, played.headers["location"])["now"]
    assert (now["yours"], now["view"]["turn"]) == ([2], 13)
    assert [seat["coins"] for seat in now["view"]["seats"]] == [None, None, 8]  # others' purses are secret here too
    for path in ("/learn/chess", "/learn/chess/curse", "/learn/templari/nothing"):
        assert client.get(path).status_code == 404


def test_errors_are_pages_in_the_viewers_language(client: Browser) -> None:
    for path in ("/table/AAAAAAAAAAAAAAAA", "/rules/chess", "/nothing", "/seat/nothing"):
        answer = client.get(path, headers={"accept-language": "es"})
        assert answer.status_code == 404
        assert json.loads(answer.text)["language"] == "es"


def test_theme_is_remembered(client: Browser) -> None:
    client.post("/theme", data={"theme": "candle"})
    assert client.cookies["theme"] == "candle"
    client.post("/theme", data={"theme": ""})
    assert "theme" not in client.cookies
    assert client.post("/theme", data={"theme": "neon"}).status_code == 422


def test_the_style_of_all_drawings(client: Browser) -> None:
    answer = client.get("/style.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert "public" in answer.headers["cache-control"]
    text = answer.text
    assert "--ground" in text
    assert text.count("{") == text.count("}")
    assert not re.search(r"url\((?!#)", text), "nothing is loaded from elsewhere"
    assert client.get("/style.css?game=chess").status_code == 404


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_its_cover(client: Browser, game: str) -> None:
    answer = client.get(cover_address(game))
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text == load(game).cover
    assert client.get("/cover/chess.svg").status_code == 404


def test_what_a_phone_needs_to_install_the_house(client: Browser) -> None:
    """The icons of the manifest are there, as large as it says, and one of them may be cut to any shape."""
    manifest = client.get("/manifest.webmanifest").json()
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert [(icon["sizes"], icon["purpose"]) for icon in drawn] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in drawn:
        data = client.get(icon["src"]).content
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        assert data.startswith(b"\x89PNG")
        assert f"{width}x{height}" == icon["sizes"]
    worker = client.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert client.get("/offline").status_code == 200
