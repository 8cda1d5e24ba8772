"""Data files of a player's own: sent with the table, checked with all faults, frozen with the game."""

from __future__ import annotations

import asyncio
import json
import threading
import tomllib
from typing import Any

import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.play.table import Table
from chapterhouse.server.app import create_app
from chapterhouse.server.settings import Settings
from chapterhouse.server.tables import create
from chapterhouse.server.tables.create import FILE_LIMIT
from chapterhouse.server.tables.errors import RequestError
from chapterhouse.texts import LANGUAGES
from tests.server.browser import Browser, House
from tests.server.driving import lay, now, play_alone

FILE = {name: next(o.name for o in load(name).options if o.kind == "file") for name in NAMES}
CHANGES = {  # of the house's own file, so that it can still be played
    "templari": [("[0, 2, 3, 8, 9]", "[0, 2, 3, 8, 7]"), ("[1, 3, 4, 7, 8]", "[1, 3, 4, 9, 8]")],
    "temple": [("R3 Y2 B2 G1 B3", "B3 Y2 B2 G1 R3")],
    "templar": [('name = "anselmus"\nnumber = 3', 'name = "anselmus"\nnumber = 2')],
}


def text_of(client: Browser, game: str) -> str:
    answer = client.get(f"/api/data/{game}/{FILE[game]}")
    assert answer.status_code == 200
    assert f'filename="{game}-{FILE[game]}.toml"' in answer.headers["content-disposition"]
    return answer.text


def changed(client: Browser, game: str) -> str:
    text = text_of(client, game)
    for before, after in CHANGES[game]:
        assert text.count(before) == 1
        text = text.replace(before, after)
    return text


def refused(client: Browser, status: int, game: str = "templari", language: str = "en", **asked: Any) -> Any:
    headers = {"accept-language": language}
    answer = client.post("/api/tables", json={"game": game} | asked, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_the_houses_own_files_can_be_had(client: Browser) -> None:
    for game in NAMES:
        own = load(game).folder / "data" / f"{FILE[game]}.toml"
        assert text_of(client, game) == own.read_text(encoding="utf-8")
    for path in (
        "/api/data/chess/board",
        "/api/data/templari/board",
        "/api/data/templari/start",
        "/api/data/temple/..",
    ):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("mode", ["bots", "friends", "one_screen", "watch"])
def test_every_way_to_begin_plays_with_the_file(client: Browser, game: str, mode: str) -> None:
    made = lay(client, game=game, mode=mode, data={FILE[game]: changed(client, game)}, pace=9)
    view = now(client, made["id"])["view"]
    assert view["options"][FILE[game]] == "own"
    kept = client.house.run(client.house.app.state.service.registry.get(made["id"])).table
    assert kept.data != Table(game).data
    if game == "templar":
        assert view["numbers"]["anselmus"] == 2
    if game == "temple":
        assert (view["rooms"][0]["colour"], view["rooms"][4]["colour"]) == ("blue", "red")


def test_all_faults_are_told_in_the_readers_language(client: Browser) -> None:
    text = text_of(client, "templari").replace('"helmets"', '"axes"').replace("[0, 2, 3, 8, 9]", "[0, 2, 3, 8, 77]")
    told = {language: refused(client, 422, language=language, data={"cards": text}) for language in ("en", "it", "fr")}
    assert told["en"]["error"] == "unplayable"
    assert told["en"]["option"] == "cards"
    assert told["en"]["faults"] == [
        "family shields: 77 is not a value: they are 0 to 9",
        'family helmets: name = "helmets" is expected at this place',
    ]
    assert told["it"]["faults"][0] == "family shields: 77 non è un valore: vanno da 0 a 9"
    assert told["fr"]["faults"][0] == "family shields\u202f: 77 n'est pas une valeur\u202f: elles vont de 0 à 9"
    stephanus = {"players": 5, "options": {"stephanus": False}}
    assert refused(client, 422, "templar", "es", **stephanus)["faults"] == [
        "stephanus: con cinco jugadores siempre se juega con Stephanus"
    ]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("", "[[family]]: 6 families"),
        ("{}", "TOML: the file is not valid TOML; the mistake is at line 1, column 1"),
        ("a = [", "TOML: the file is not valid TOML; something is left open"),
        ("a = " + "[" * 20_000, "TOML: the file is not valid TOML"),
        ("a = " + "9" * 30_000, "TOML: the file is not valid TOML"),
        ("a." * 15_000 + "b = 1", "'a.a.a"),
        ("since = 2001-01-01", "since: 2001-01-01 cannot be kept"),
        ("far = inf", "far: inf cannot be kept"),
        ('game = "temple"', "game: 'temple' is another game"),
    ],
)
def test_what_is_no_data_file(client: Browser, text: str, begins: str) -> None:
    told = refused(client, 422, data={"cards": text})
    assert told["option"] == "cards"
    assert [fault[: len(begins)] for fault in told["faults"]] == [begins]


def test_too_large(client: Browser) -> None:
    text = changed(client, "templari")
    told = refused(client, 413, language="fr", data={"cards": text + "#" * FILE_LIMIT})
    assert told["message"] == "Ce fichier est trop gros\u202f: 64 Ko au plus."
    assert told["option"] == "cards"
    lay(client, data={"cards": text + "#" * (FILE_LIMIT - len(text))})
    assert refused(client, 413, data={"cards": "é" * (FILE_LIMIT // 2 + 1)})["error"] == "too_large"


def test_only_file_options_take_a_file(client: Browser) -> None:
    text = changed(client, "templari")
    for name in ("start", "board", "x" * 1000):
        assert refused(client, 422, data={name: text})["error"] == "bad_input"
    assert refused(client, 422, data={"cards": 5})["error"] == "bad_input"
    for name in ("players", "names", "data"):
        assert refused(client, 422, options={name: 4})["error"] == "bad_input"
    assert refused(client, 422, options={"cards": "own"})["error"] == "unplayable"


@pytest.mark.parametrize(("text", "status"), [(b"\xff", 400), (rb"\ud800", 422), (rb"\u0000", 422)])
def test_a_body_that_is_no_text(client: Browser, text: bytes, status: int) -> None:
    """Bytes that are not UTF-8, half a character, a zero."""
    body = b'{"game": "templari", "data": {"cards": "' + text + b'"}}'
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert set(answer.json()) >= {"error", "rule", "message", "faults"}


@pytest.mark.parametrize("game", NAMES)
def test_the_file_is_frozen_with_the_game(settings: Settings, game: str) -> None:
    """A server that starts again plays on with it, and what it saves can be played again."""
    with House(create_app(settings)) as house:
        client = Browser(house)
        made = lay(client, game=game, mode="one_screen", data={FILE[game]: changed(client, game)}, pace=0)
        play_alone(client, made["id"], 5)
        before = now(client, made["id"])
        cookies = dict(client.cookies)
    with House(create_app(settings)) as house:
        client = Browser(house)
        client.cookies.update(cookies)
        after = now(client, made["id"])
        assert (after["step"], after["log"], after["picture"]) == (5, before["log"], before["picture"])
        assert after["view"] == before["view"]
        table = house.run(house.app.state.service.registry.get(made["id"])).table
        assert table.data != Table(game).data
        again = Table.load(json.loads(json.dumps(table.save(), allow_nan=False)))
        assert (again.ply, again.data, again.view(0)) == (
            5,
            table.data,
            table.view(0) | {"names": again.view(0)["names"]},
        )


def test_the_record_and_the_rematch_have_the_file(client: Browser) -> None:
    text = changed(client, "templari")
    made = lay(client, mode="one_screen", data={"cards": text})
    play_alone(client, made["id"])
    record = client.get(f"/api/tables/{made['id']}/record").json()
    assert record["data"]["cards"] == tomllib.loads(text)
    assert Table.load(record).over
    again = client.post("/api/records", json={"record": record}).json()
    rematch = client.post(f"/api/tables/{made['id']}/rematch").json()
    for id in (again["id"], rematch["id"]):
        assert client.house.run(client.house.app.state.service.registry.get(id)).table.data == record["data"]


def test_a_board_is_drawn_at_its_own_table_alone(client: Browser) -> None:
    """The same passages and places drawn otherwise: whoever plays on the house's board does not see it."""
    text = text_of(client, "templar")
    assert text.count("numeral = [119, 465]") == 1
    ours = lay(client, game="templar")
    theirs = lay(client, game="templar", data={"board": text.replace("numeral = [119, 465]", "numeral = [129, 475]")})
    later = lay(client, game="templar")
    told = [client.get(f"/api/tables/{table['id']}/printed").json() for table in (ours, theirs, later)]
    assert all("drawing" not in now(client, table["id"])["view"] for table in (ours, theirs, later))
    drawings = [each["printed"]["drawing"] for each in told]
    assert drawings[0] is drawings[2] is None
    assert drawings[1]["rooms"]["1"]["numeral"] == [129, 475]


def test_a_long_check_keeps_nobody_waiting(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a file is checked, the server answers others."""

    begun, is_enough = threading.Event(), threading.Event()

    def slow(*_: Any) -> Any:
        begun.set()
        is_enough.wait(60)
        raise RequestError("unplayable")

    monkeypatch.setattr(create, "parse_data", slow)
    order: list[str] = []

    async def both() -> None:
        async def ask(name: str, method: str, path: str, **more: Any) -> None:
            await client._client.request(method, path, **more)
            order.append(name)

        long = asyncio.create_task(ask("file", "POST", "/api/tables", json={"game": "temple", "data": {"board": ""}}))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        await ask("other", "GET", "/api/engine")
        is_enough.set()
        await long

    client.house.run(both())
    assert order == ["other", "file"]


def test_the_plain_form_chooses_words_and_numbers(client: Browser) -> None:
    """Without any script: what stands in the page's own form is what is played."""
    page = client.get("/").text
    assert 'name="option.edition"' in page
    assert '<option value="es">' in page
    form = {"game": "templar", "mode": "watch", "players": "3", "option.edition": "es", "option.start": "2"}
    answer = client.post("/play", data=form | {"option.stephanus": "false"})
    assert answer.status_code == 303, answer.text
    view = now(client, answer.headers["location"].rsplit("/", 1)[1])["view"]
    assert {k: view["options"][k] for k in ("edition", "start", "stephanus", "board")} == {
        "edition": "es",
        "start": 2,
        "stephanus": False,
        "board": "board",
    }
    bad = client.post(
        "/play", data=form | {"players": "5", "option.stephanus": "false"}, headers={"accept-language": "it"}
    )
    assert bad.status_code == 422
    assert "in cinque si gioca sempre con Stephanus" in bad.text


def test_faults_of_a_position_are_said_in_the_readers_language(client: Browser) -> None:
    table = Table("templari", 3, seed=4)
    record = table.save()
    record["start"]["position"] = table.position()["state"] | {"pot": 5, "turn": 4}
    told = {}
    for language in LANGUAGES:
        answer = client.post("/api/records", json={"record": record}, headers={"accept-language": language})
        assert (answer.status_code, answer.json()["error"]) == (422, "unplayable")
        told[language] = answer.json()["faults"]
    assert "coins: purses and pot hold 41; 3 players have 36 together" in told["en"]
    assert "coins: borse e piatto contengono 41; 3 giocatori ne hanno 36 in tutto" in told["it"]
    assert len({fault for faults in told.values() for fault in faults}) == 4 * len(told["en"])
