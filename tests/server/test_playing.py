"""Playing over the API: decisions, refusals, undo, seats, chat."""

from __future__ import annotations

import json
import pathlib
import random
import re
import time
from typing import Any

import pytest

from chapterhouse import server
from chapterhouse.games import NAMES
from chapterhouse.play.table import Table
from chapterhouse.server import metrics
from chapterhouse.texts import LANGUAGES
from tests.server.browser import Browser
from tests.server.driving import act, bearer, lay, my_turn, now, play_alone, sit_programs_down, stranger


def test_a_whole_game_against_bots(client: Browser) -> None:
    made = lay(client, mode="bots", players=4)
    id = made["id"]
    mine: list[str] = []
    told = my_turn(client, id)
    while not told["over"]:
        assert client.get(f"/api/tables/{id}/record").status_code == 409
        words = told["view"]["legal"][0]["words"]
        done = act(client, id, words, told["step"]).json()
        assert (done["words"], done["seat"]) == (words, 0)
        mine.append(words)
        told = my_turn(client, id)
    record = client.get(f"/api/tables/{id}/record").json()
    assert [words for seat, words, _ in record["actions"] if seat == 0] == mine
    replayed = Table.load(record)
    assert replayed.over
    assert replayed.outcome is not None
    assert told["view"]["outcome"]["scores"] == replayed.outcome.scores
    assert told["ply"] == told["step"] == replayed.ply


@pytest.mark.parametrize("game", NAMES)
def test_every_game_with_its_picture_and_log(client: Browser, game: str) -> None:
    """One person among bots in each game, with all that a page asks for at every step."""
    id = lay(client, game=game, mode="bots", players=None)["id"]
    luck = random.Random(game)
    told = my_turn(client, id)
    for n in range(12):
        if told["over"]:
            break
        page = now(client, id, narrow=str(n % 2 == 1).lower())
        assert page["picture"].startswith("<svg")
        assert page["view"]["prompt"]
        legal = told["view"]["legal"]
        assert all(action["says"] for action in legal)
        done = act(client, id, luck.choice(legal)["words"], told["step"], after=page["step"])
        assert done.status_code == 200, done.text
        assert done.json()["now"]["log"]
        told = my_turn(client, id)
    assert client.get(f"/api/tables/{id}/replay?ply=1&eyes=0").status_code == 200
    assert client.get(f"/api/tables/{id}/picture.svg?narrow=true").status_code == 200


def test_bots_watched_play_to_the_end(client: Browser) -> None:
    made = lay(client, mode="watch")
    assert my_turn(client, made["id"])["over"]
    assert {seat["kind"] for seat in now(client, made["id"])["seats"]} == {"bot"}


def test_why_not_names_the_rule_in_every_language(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    sentences = set()
    for language in LANGUAGES:
        asked = {"action": "bid 36", "seat": seat}
        answer = client.post(f"/api/tables/{id}/why?language={language}", json=asked).json()
        assert answer["legal"] is False
        assert answer["rule"] == "templari.bid.funds"
        sentences.add(answer["message"])
        refused = act(client, id, "bid 36", 0, seat=seat)
        assert refused.status_code == 409
        assert refused.json()["rule"] == "templari.bid.funds"
        assert refused.json()["error"] == "illegal"
    assert len(sentences) == len(LANGUAGES)
    legal = now(client, id, seat=seat)["view"]["legal"][0]["words"]
    assert client.post(f"/api/tables/{id}/why", json={"action": legal, "seat": seat}).json()["legal"] is True
    other = (seat + 1) % 3
    assert client.post(f"/api/tables/{id}/why", json={"action": legal, "seat": other}).json()["legal"] is False


def test_words_that_are_no_action(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    answer = act(client, id, "bidd 3", 0, seat=seat)
    assert answer.status_code == 422
    assert answer.json()["error"] == "bad_notation"
    assert "bid 3" in answer.json()["message"]
    assert act(client, id, 9999, 0, seat=seat).status_code == 422
    assert now(client, id)["step"] == 0


@pytest.mark.parametrize(
    ("language", "right", "wrong", "near"),
    [
        ("it", "Offri 3", "ofri 3", "offri 3"),
        ("es", "ofrecer 3", "ofreser 3", "ofrecer 3"),
        ("fr", "surencherir 3", "ofrir 3", "offrir 3"),
        ("en", "raise 3", "bidd 3", "bid 3"),
    ],
)
def test_actions_in_the_words_of_the_language(
    client: Browser, language: str, right: str, wrong: str, near: str
) -> None:
    """Typed in the language of the page; kept and answered in the notation itself."""
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    client._client.headers["accept-language"] = language
    assert near in [each["typed"] for each in now(client, id, seat=seat)["view"]["legal"]]
    told = act(client, id, wrong, 0, seat=seat)
    assert (told.status_code, told.json()["error"]) == (422, "bad_notation")
    assert near in told.json()["message"]
    asked = {"action": right, "seat": seat}
    assert client.post(f"/api/tables/{id}/why", json=asked).json()["legal"] is True
    assert act(client, id, right, 0, seat=seat).json()["words"] == "bid 3"


def test_two_answers_to_one_step(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    assert act(client, id, "bid 2", 0, seat=seat, request="first-answer").status_code == 200
    second = act(client, id, "bid 3", 0, seat=seat, request="second-answer")
    assert second.status_code == 409
    assert second.json()["error"] == "stale"
    assert second.json()["step"] == 1
    assert now(client, id)["ply"] == 1


def test_a_replayed_request_gets_the_first_answer(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    first = act(client, id, "bid 2", 0, seat=seat, request="the-same-request").json()
    play_alone(client, id, 3)
    again = act(client, id, "bid 2", 0, seat=seat, request="the-same-request")
    assert again.status_code == 200
    for field in ("step", "ply", "seat", "words"):
        assert again.json()[field] == first[field]
    assert now(client, id)["ply"] == 4


def test_a_page_ahead_of_the_table_is_stale(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    assert act(client, id, "bid 2", 7, seat=seat).json()["error"] == "stale"


def test_seats_that_choose_at_the_same_time(client: Browser) -> None:
    """Templar's first round: every page answers what it saw at step 0, in any order, and none is stale; what one has
    chosen the others do not see; the last choice turns all up."""
    made = lay(client, game="templar", mode="friends", players=3)
    id, tokens = made["id"], sit_programs_down(client, made)
    path = f"/api/tables/{id}"

    def legal(seat: int) -> list[str]:
        view = client.get(path, headers=bearer(tokens[seat])).json()["view"]
        return [action["words"] for action in view["legal"]]

    def post(seat: int, words: str, step: int) -> Any:
        return client.post(f"{path}/act", json={"action": words, "step": step}, headers=bearer(tokens[seat]))

    told = now(client, id)
    while len(told["view"]["asked"]) == 1:
        seat = told["view"]["to_act"]
        assert post(seat, legal(seat)[0], told["step"]).status_code == 200
        told = now(client, id)
    assert told["view"]["asked"] == [0, 1, 2]
    step, outside = told["step"], stranger(client)
    before = outside.get(path).json()["view"]
    for n, seat in enumerate((2, 0, 1)):
        words = legal(seat)
        assert post(seat, words[n], step).status_code == 200
        assert post(seat, words[0], step).json()["error"] == "stale"
        if n == 0:
            after = outside.get(path).json()["view"]
            changed = {key for key in after if after[key] != before[key]}
            assert changed <= {"ply", "to_act", "asked", "prompt", "seats"}  # that a card lies there, not which
            assert words[n] not in json.dumps(outside.get(f"{path}/log").json())
    assert now(client, id)["step"] == step + 3


def test_forged_seats(client: Browser) -> None:
    made, other = lay(client, mode="friends"), lay(client, mode="friends")
    id, outside = made["id"], stranger(client)
    seat = now(client, id)["view"]["to_act"]
    tokens, others = sit_programs_down(client, made), sit_programs_down(client, other)
    wrong = (seat + 1) % 3
    asked = {"action": "bid 2", "step": 0}
    post = f"/api/tables/{id}/act"
    assert outside.post(post, json=asked).status_code == 403
    assert outside.post(post, json=asked | {"seat": seat}).status_code == 403
    assert outside.post(post, json=asked | {"seat": seat}, headers=bearer(tokens[wrong])).status_code == 403
    assert outside.post(post, json=asked, headers=bearer(others[seat])).status_code == 403
    assert outside.post(post, json=asked, headers=bearer("x" * 43)).status_code == 403
    not_asked = outside.post(post, json=asked, headers=bearer(tokens[wrong]))
    assert not_asked.status_code == 409
    assert not_asked.json()["error"] == "not_your_turn"
    assert outside.get(f"/api/tables/{id}?seat={seat}").status_code == 403
    assert now(client, id)["step"] == 0
    assert outside.post(post, json=asked, headers=bearer(tokens[seat])).status_code == 200


def test_undo_is_an_entry_of_its_own(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    before = now(client, id, seat=seat)
    done = act(client, id, "bid 2", 0, seat=seat).json()["now"]
    assert done["can_undo"]
    undone = client.post(f"/api/tables/{id}/undo", json={"seat": seat, "step": 1, "request": "take-it-back"}).json()
    assert (undone["step"], undone["ply"], undone["words"]) == (2, 0, None)
    after = now(client, id, seat=seat)
    assert after["view"] == before["view"]
    assert after["log"] == before["log"]
    # a page that had seen the first decision answers another question than the one that stands now
    assert act(client, id, "bid 3", 0, seat=seat).json()["error"] == "stale"
    again = client.post(f"/api/tables/{id}/undo", json={"seat": seat, "step": 1, "request": "take-it-back"})
    assert again.json()["step"] == 2
    assert act(client, id, "bid 3", 2, seat=seat).json()["ply"] == 1


def test_undo_ends_where_another_has_decided(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    act(client, id, "bid 2", 0, seat=seat)
    second = now(client, id)["view"]["to_act"]
    act(client, id, "pass", 1, seat=second)
    refused = client.post(f"/api/tables/{id}/undo", json={"seat": seat, "step": 2})
    assert refused.status_code == 409
    assert refused.json()["error"] == "undo"


def test_the_log_of_a_page_that_missed_an_undo(client: Browser) -> None:
    id = lay(client, mode="one_screen")["id"]
    seat = now(client, id)["view"]["to_act"]
    act(client, id, "bid 2", 0, seat=seat)
    page = now(client, id)
    client.post(f"/api/tables/{id}/undo", json={"seat": seat, "step": 1})
    act(client, id, "bid 5", 2, seat=seat)
    later = now(client, id, after=page["step"])
    kept = [line for line in page["log"] if line["ply"] <= later["log_from"]]
    assert kept + later["log"] == now(client, id)["log"]
    assert page["log"] != now(client, id)["log"]


def test_names_and_links(client: Browser) -> None:
    made = lay(client, mode="friends", name="Ada")
    id, friend = made["id"], stranger(client)
    links = client.get(f"/api/tables/{id}/links").json()["seats"]
    assert [link["link"] for link in links] == [seat["link"] for seat in made["seats"][1:]]
    assert friend.get(f"/api/tables/{id}/links").status_code == 403
    assert [s["kind"] for s in now(friend, id)["seats"]] == ["human", "open", "open"]
    answer = friend.post(links[0]["link"], follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/table/{id}"
    assert answer.headers["referrer-policy"] == "strict-origin"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert links[0]["link"].rsplit("/", 1)[1] not in cookie
    named = friend.post(f"/api/tables/{id}/name", json={"name": "Bruno"}).json()
    assert named["seat"] == 1
    assert named["view"]["names"][:2] == ["Ada", "Bruno"]
    assert [s["kind"] for s in named["seats"]] == ["human", "you", "open"]
    third = stranger(client)
    claimed = third.post(f"/api/tables/{id}/claim", json={"token": made["seats"][2]["token"], "name": "Chiara"})
    assert claimed.json() == {"id": id, "seat": 2, "url": f"/table/{id}", "token": third.cookies["chapterhouse"]}
    assert now(client, id)["view"]["names"] == ["Ada", "Bruno", "Chiara"]
    assert third.get("/seat/nothing-that-was-ever-given").status_code == 404
    nobody = third.post(f"/api/tables/{id}/claim", json={"token": "nothing-that-was-ever-given"})
    assert nobody.status_code == 403


def test_a_bot_plays_on_and_the_seat_is_taken_back(client: Browser) -> None:
    made = lay(client, mode="friends")
    id, first = made["id"], now(client, made["id"])["view"]["to_act"]
    if first == 0:
        friend, open_seat = bearer(made["seats"][0]["token"]), 1
    else:
        claimed = stranger(client).post(f"/api/tables/{id}/claim", json={"token": made["seats"][first]["token"]}).json()
        friend, open_seat = bearer(claimed["token"]), 3 - first
    outside = stranger(client)
    outside.post(f"/api/tables/{id}/name", json={"name": "Dario"}, headers=friend)
    if first != 0:
        taken = client.post(f"/api/tables/{id}/bot", json={"seat": first})
        assert taken.json()["error"] == "taken"  # somebody sits there, and has not been away for long
    assert outside.post(f"/api/tables/{id}/bot", json={}).status_code == 403
    assert outside.post(f"/api/tables/{id}/bot", json={}, headers=friend).status_code == 200
    end = time.monotonic() + 60
    while now(client, id)["step"] == 0:
        assert time.monotonic() < end
        time.sleep(0.01)
    told = now(client, id)
    assert told["seats"][first]["kind"] == "away"
    step = told["step"]
    barred = outside.post(f"/api/tables/{id}/act", json={"action": "pass", "step": step}, headers=friend)
    assert barred.json()["error"] == "not_your_turn"
    back = outside.post(f"/api/tables/{id}/back", json={}, headers=friend).json()
    assert back["seats"][first]["kind"] == "you"
    filled = client.post(f"/api/tables/{id}/bot", json={"seat": open_seat}).json()
    assert filled["seats"][open_seat]["kind"] == "bot"


def test_chat(client: Browser) -> None:
    id = lay(client, mode="friends", name="Ada")["id"]
    assert stranger(client).post(f"/api/tables/{id}/chat", json={"text": "hello"}).status_code == 403
    said = client.post(f"/api/tables/{id}/chat", json={"text": " <b>hello</b> "})
    assert said.status_code == 201
    assert said.json()["text"] == "<b>hello</b>"
    assert said.json()["name"] == "Ada"
    assert client.get(f"/api/tables/{id}/chat").json()["chat"] == [said.json()]
    assert client.get(f"/api/tables/{id}/chat?after={said.json()['id']}").json()["chat"] == []
    for text in ("", "x" * 501, "a\x00b", "a\nb"):
        assert client.post(f"/api/tables/{id}/chat", json={"text": text}).status_code == 422


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"game": "chess"}, 404),
        ({"players": 2}, 422),
        ({"players": 9}, 422),
        ({"options": {"mistakes": "forgiven"}}, 422),
        ({"options": {"no_such": 1}}, 422),
        ({"options": {"players": 4}}, 422),
        ({"options": {"cards": "/etc/passwd"}}, 422),
        ({"options": {"cards": "../../../../../../etc/passwd"}}, 422),
        ({"options": {"seed": 4}}, 422),
        ({"mode": "friends", "seed": 3}, 422),
        ({"bot": "deep-thought"}, 422),
        ({"chairs": [{"kind": "you"}]}, 422),
        ({"clock": {"seconds": 1}}, 422),
        ({"name": "x" * 25}, 422),
        ({"surprise": True}, 422),
    ],
)
def test_tables_that_cannot_be(client: Browser, asked: dict[str, object], status: int) -> None:
    answer = client.post("/api/tables", json={"game": "templari", "players": 3} | asked)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) >= {"error", "rule", "message", "faults"}
    assert "passwd" not in answer.text or "root:" not in answer.text


def test_options_reach_the_table(client: Browser) -> None:
    options = {"private_sales": False, "memory_aid": True, "start": 2}
    told = now(client, lay(client, mode="one_screen", players=5, options=options)["id"])
    assert told["view"]["options"] | options == told["view"]["options"]
    assert told["view"]["to_act"] == 2
    assert len(told["seats"]) == 5


def test_a_visitors_games(client: Browser) -> None:
    assert stranger(client).get("/api/mine").json() == {"tables": []}
    made = lay(client, mode="one_screen", name="Ada")
    mine = client.get("/api/mine").json()["tables"]
    assert [t["id"] for t in mine] == [made["id"]]
    assert mine[0]["your_turn"] is True
    assert mine[0]["names"][0] == "Ada"
    play_alone(client, made["id"], 2)
    assert client.get("/api/mine").json()["tables"][0]["ply"] == 2


def test_the_house_in_words(client: Browser) -> None:
    for language in LANGUAGES:
        house = client.get("/api/house", headers={"accept-language": f"{language}-XX,de;q=0.9"}).json()
        game = house["games"][0]
        assert game["tagline"]
        assert all(o["title"] and o["help"] for o in game["options"])
        rules = client.get(f"/api/rules/{game['id']}?language={language}").json()["rules"]
        assert len(rules) > 10
        assert all(rule["text"] and rule["title"] != rule["rule"] for rule in rules)
    taglines = {client.get(f"/api/house?language={lg}").json()["games"][0]["tagline"] for lg in LANGUAGES}
    assert len(taglines) == len(LANGUAGES)


def test_what_is_not_there(client: Browser) -> None:
    for path in ("/api/tables/AAAAAAAAAAAAAAAA", "/api/tables/x", "/api/nothing", "/api/rules/chess"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"] == "not_found"
    assert client.delete("/api/tables").status_code == 405


def test_observing(client: Browser) -> None:
    assert client.get("/healthz").text == "ok"
    lay(client, mode="one_screen")
    text = client.get("/metrics").text
    assert "chapterhouse_tables 1\n" in text
    assert 'chapterhouse_requests_total{method="POST",route="/api/tables",status="201"} 1\n' in text
    for line in text.splitlines():
        assert line.startswith("#") or float(line.rsplit(" ", 1)[1]) >= 0


def test_whatever_is_counted_can_be_told() -> None:
    """A counter without its line of help would make all figures unreadable from its first count on."""
    folder = pathlib.Path(server.__file__).parent
    written = "".join(path.read_text("utf-8") for path in folder.rglob("*.py") if path.name != "metrics.py")
    counted = set(re.findall(r'"(chapterhouse_[a-z_]+)"', written))
    assert "chapterhouse_hints_total" in counted
    assert counted <= metrics.HELP.keys()
