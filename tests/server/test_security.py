"""The gate: headers, origins, sizes, rates; and tokens that are kept nowhere."""

from __future__ import annotations

import json
import logging
import pathlib
import re
import sqlite3
from typing import Any

import pytest

from chapterhouse.server.app import create_app
from chapterhouse.server.http.gate import Buckets
from chapterhouse.server.http.pages import back_to, safe_json
from chapterhouse.server.logs import JsonLines, redacted
from chapterhouse.server.tokens import hashed, new_token, seat_token
from tests.server.browser import HOME, Browser, House
from tests.server.driving import Serving, act, bearer, lay, now, settings_for


@pytest.mark.parametrize("path", ["/api/house", "/healthz", "/api/nothing", "/seat/nothing", "/api/tables/x"])
def test_headers_on_everything(client: Browser, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["referrer-policy"] in ("same-origin", "strict-origin")  # no other site learns where one comes from
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


@pytest.mark.parametrize(
    ("headers", "is_let_in"),
    [
        ({}, True),
        ({"origin": HOME}, True),
        ({"origin": HOME, "sec-fetch-site": "same-origin"}, True),
        ({"origin": "https://elsewhere.test"}, False),
        ({"origin": "http://house.test.elsewhere.test"}, False),
        ({"origin": "null"}, False),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "https://elsewhere.test", "sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_posts_come_from_our_own_pages(client: Browser, headers: dict[str, str], is_let_in: bool) -> None:
    answer = client.post("/api/tables", json={"game": "templari", "players": 3, "mode": "watch"}, headers=headers)
    assert answer.status_code == (201 if is_let_in else 403)
    if not is_let_in:
        assert answer.json()["error"] == "origin"


def test_ten_megabytes(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    body = json.dumps({"action": "x" * 10_000_000, "step": 0})

    async def in_parts() -> Any:
        for start in range(0, len(body), 65536):
            yield body[start : start + 65536].encode()

    kind = {"content-type": "application/json"}
    for path in (f"/api/tables/{id}/act", f"/api/tables/{id}/why", "/api/records", "/play"):
        assert client.post(path, content=body, headers=kind).status_code == 413, path
        parts = client.post(path, content=in_parts(), headers=kind)
        assert parts.status_code == 413, path
        if path != "/play":
            assert parts.json()["error"] == "too_large"
    assert now(client, id)["step"] == 0


def test_rates_are_counted_by_address(tmp_path: pathlib.Path) -> None:
    settings = settings_for(tmp_path, rate_reads=5.0, rate_posts=2.0, rate_tables=0.1, burst=2.0)
    with House(create_app(settings)) as house:
        client = Browser(house)
        answers = [client.get("/api/engine") for _ in range(60)]
        refused = [a for a in answers if a.status_code == 429]
        assert answers[0].status_code == 200
        assert refused
        assert refused[0].json()["error"] == "rate"
        assert int(refused[0].headers["retry-after"]) >= 1
        posts = [client.post("/api/tables", json={"game": "templari"}).status_code for _ in range(30)]
        assert 201 in posts
        assert 429 in posts
        assert client.get("/healthz").status_code == 200


def test_a_bucket_refills() -> None:
    bucket = Buckets(rate=2.0, burst=3.0)
    assert [bucket.take("a", 100.0) for _ in range(6)] == [0.0] * 6
    assert bucket.take("a", 100.0) == pytest.approx(0.5)
    assert bucket.take("b", 100.0) == 0.0
    assert bucket.take("a", 100.6) == 0.0
    assert bucket.take("a", 100.6) > 0
    assert Buckets(rate=0.0, burst=1.0).take("a", 0.0) == 0.0


def test_tokens_are_long_and_differ() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    visitor = new_token()
    made = {seat_token(visitor, table, seat) for table in ("a", "b") for seat in range(5)}
    assert len(made) == 10
    assert all(len(token) == 43 for token in made)
    assert seat_token(new_token(), "a", 0) not in made


def test_cookies_only_over_https_when_told(tmp_path: pathlib.Path) -> None:
    with House(create_app(settings_for(tmp_path, secure_cookies=True))) as house:
        answer = Browser(house).post("/api/tables", json={"game": "templari", "mode": "watch"})
        cookie = answer.headers["set-cookie"].lower()
        for part in ("secure", "httponly", "samesite=lax", "path=/"):
            assert part in cookie


def test_languages_by_address_cookie_and_preference(client: Browser) -> None:
    def said(path: str = "/api/tables/x", **headers: str) -> str:
        return str(client.get(path, headers=headers).json()["message"])

    english = said()
    italian = said(**{"accept-language": "de,it;q=0.8,en;q=0.5"})
    assert english != italian == said("/api/tables/x?language=it")
    assert said(**{"accept-language": ";q=x,,;;=,it;q=0.1"}) == italian
    answer = client.post("/language", data={"language": "fr", "back": "/table/abc"}, headers={"origin": HOME})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/table/abc"
    assert said() == said("/api/tables/x?language=fr") != english
    assert client.post("/language", data={"language": "tlh"}).status_code == 422


@pytest.mark.parametrize(
    "back", ["//elsewhere.test", "/\\elsewhere.test", "https://elsewhere.test", "javascript:x", ""]
)
def test_no_way_back_to_elsewhere(back: str) -> None:
    assert back_to({"back": back}) == "/"


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>&amp;", "</SCRIPT >", "<!--<script>", "<g></g>"])
def test_data_in_a_page_cannot_end_its_script(name: str) -> None:
    """Inside a script a browser looks for `</script`, `<!--` and `<script`, in capitals or not, and nothing else."""
    text = str(safe_json({"name": name}))
    assert not re.search("</script|<!--|<script", text, re.IGNORECASE)
    assert json.loads(text)["name"] == name


def test_the_log_hides_what_looks_like_a_token() -> None:
    token = new_token()
    record = logging.makeLogRecord({"msg": f"went wrong with {token} here", "name": "x"})
    assert token not in JsonLines().format(record)
    beside = logging.makeLogRecord({"msg": "went wrong", "name": "x", "with": {"link": f"/seat/{token}"}})
    assert token not in JsonLines().format(beside)
    assert json.loads(JsonLines().format(beside))["with"] == {"link": "/seat/…"}
    assert redacted(f"/seat/{token}") == "/seat/…"


def test_no_token_in_the_logs_or_the_database(tmp_path: pathlib.Path) -> None:
    """A table's whole life at a real server that logs all it can: the tokens are in no file that is left."""
    import httpx

    with Serving(tmp_path, log_level="debug") as serving:
        tokens: list[str] = []
        with httpx.Client(base_url=serving.address, timeout=60) as client:
            made = client.post("/api/tables", json={"game": "templari", "mode": "friends", "players": 3}).json()
            tokens += [seat["token"] for seat in made["seats"]]
            tokens.append(str(client.cookies["chapterhouse"]))
            id = made["id"]
            with httpx.Client(base_url=serving.address, timeout=60) as friend:
                assert friend.get(f"/seat/{tokens[1]}").status_code == 200
                assert friend.post(f"/seat/{tokens[1]}").status_code == 303
                tokens.append(str(friend.cookies["chapterhouse"]))
                friend.get("/seat/" + tokens[2] + "x")
                friend.get(f"/table/{tokens[2]}")
                friend.get(f"/api/tables/{tokens[2]}")
                friend.get(f"/api/tables/{id}?token={tokens[2]}")
            for token in tokens[:3]:
                client.get(f"/api/tables/{id}", headers=bearer(token))
                client.post(f"/api/tables/{id}/act", json={"action": "pass", "step": 0}, headers=bearer(token))
                client.post(f"/api/tables/{id}/claim", json={"token": token})
                client.post(f"/api/tables/{id}/claim", json={"token": [token]})
                client.post(f"/api/tables/{id}/act", json={"action": token, "step": 0}, headers=bearer(token))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert serving.log in files
    assert b'"path": "/seat/' in serving.log.read_bytes()
    for path in files:
        kept = path.read_bytes()
        for token in tokens:
            assert token.encode() not in kept, path.name
    with sqlite3.connect(tmp_path / "games.db") as kept_in:
        rows = kept_in.execute("SELECT hash FROM seat_keys").fetchall()
    kept_in.close()
    assert {row[0] for row in rows} == {hashed(token) for token in tokens[:3]}


def test_a_seat_link_is_told_to_nobody(client: Browser) -> None:
    """Whatever comes of it: no Referer, no answer and no figure repeats the token."""
    token = lay(client, mode="friends")["seats"][1]["token"]
    other = new_token()
    asked = [
        client.get(f"/seat/{token}", follow_redirects=False),
        client.get(f"/seat/{other}"),
        client.get(f"/seat/{token}/more"),
        client.get(f"/seat/{token}?language=it&again={token}", follow_redirects=False),
        client.post(f"/seat/{token}"),
        client.request("STRANGE", f"/seat/{token}"),
    ]
    assert [answer.status_code for answer in asked] == [200, 404, 404, 200, 303, 405]
    for answer in asked:
        assert answer.headers["referrer-policy"] == "strict-origin"
        said = answer.text + str(answer.headers)
        assert token not in said
        assert other not in said
    for body in ({"token": other}, {"token": [token]}, {"token": token, "more": token}):
        answer = client.post("/api/tables/AAAAAAAAAAAAAAAA/claim", json=body)
        assert answer.status_code in (404, 422)
        assert token not in answer.text
    figures = client.get("/metrics").text
    assert 'route="/seat/{token}"' in figures
    assert 'method="other"' in figures
    assert token not in figures
    assert "STRANGE" not in figures


def test_the_log_is_json(tmp_path: pathlib.Path) -> None:
    import httpx

    with Serving(tmp_path) as serving:
        httpx.get(f"{serving.address}/api/engine", timeout=60)
        httpx.get(f"{serving.address}/api/tables/x", timeout=60)
    lines = [json.loads(line) for line in serving.log.read_text().splitlines()]
    requests = [line for line in lines if line["from"] == "chapterhouse.requests"]
    assert [(r["path"], r["status"]) for r in requests] == [("/api/engine", 200), ("/api/tables/x", 404)]


def test_nothing_a_stranger_sends_makes_a_500(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    kind = {"content-type": "application/json"}
    bodies = [
        "",
        "null",
        "[]",
        "{",
        "NaN",
        '{"action": "' + "\\ud800" * 10 + '", "step": 0}',
        '{"action": "\\u0000", "step": 0}',
        '{"action": 1e400, "step": 0}',
        '{"action": "pass", "step": ' + "9" * 5000 + "}",
        '{"action": "pass", "step": NaN}',
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"name": "\\ud800"}',
        '{"text": "\\u0000"}',
        '{"game": "templari", "options": {"\\ud800": "\\ud800"}}',
        '{"game": "templari", "options": {"start": NaN, "cards": [[]]}}',
        '{"game": "templari", "options": {"names": ["a"], "data": {}, "game": 1, "self": 2}}',
        '{"game": "templari", "pace": NaN}',
        '{"record": {}}',
        '{"record": {"a": ' + "[" * 900 + "]" * 900 + "}}",
        "\ufeff{}",
    ]
    paths = ["/api/tables", "/api/records", "/play", "/language", "/theme"]
    paths += [f"/api/tables/{id}/{what}" for what in ("act", "why", "undo", "name", "claim", "bot", "chat", "branch")]
    for path in paths:
        for body in bodies:
            for more in (kind, {"content-type": "text/plain"}, {"content-type": "application/x-www-form-urlencoded"}):
                status = client.post(path, content=body.encode("utf-8", "surrogatepass"), headers=more).status_code
                assert status < 500, (path, body[:60], status)
        assert client.post(path, content=b"\xff\xfe", headers=kind).status_code < 500
    for path in ("/api/tables/%00", "/seat/%00", "/table/%ff", "/rules/%2e%2e", "/static/%2e%2e/settings.py"):
        assert client.get(path).status_code in (404, 422), path
    assert client.get("/api/tables/x", headers={"cookie": 'chapterhouse="\\;;=,'}).status_code == 404
    assert now(client, id)["step"] == 0
    assert act(client, id, "bid 2", 0, seat=now(client, id)["view"]["to_act"]).status_code == 200


def test_no_path_of_this_machine_in_errors(client: Browser) -> None:
    answer = client.post("/api/tables", json={"game": "templari", "options": {"cards": "nothing-there"}})
    assert answer.status_code == 422
    assert not re.search(r"/[a-z]+/[a-z]+", answer.text)
