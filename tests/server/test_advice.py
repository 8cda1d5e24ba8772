"""Hints where a table allows them, and reviews of games that are over, kept with them."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chapterhouse.bots.hint import hint
from chapterhouse.bots.search import SearchBot
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import Engine
from chapterhouse.play.table import Table
from chapterhouse.server.app import create_app
from chapterhouse.server.http.schema import Hint, Review
from chapterhouse.server.settings import Settings
from chapterhouse.server.tables import advice
from tests.server.browser import Browser, House
from tests.server.driving import Data, act, lay, my_turn, now, sit_programs_down, stranger

LEFT = 4  # decisions of the short game


@pytest.fixture
def client(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """A server that thinks little."""
    monkeypatch.setattr(advice, "SIMULATIONS", 8)
    monkeypatch.setattr(advice, "MOST_SIMULATIONS", 4)
    with House(create_app(replace(settings, hint_seconds=60.0, review_seconds=0.1))) as house:
        yield Browser(house)


@functools.cache
def short_game() -> Data:
    """The record of a game that began shortly before its end, and is over."""
    whole, luck = Table("templari", players=3, seed=3), seeded(3)[0]
    while not whole.over:
        whole.act(whole.game.kernels.sensible(whole.seen(whole.to_act), luck))
    short = Table.from_position(whole.at(whole.ply - LEFT).position())
    for decision in whole.history[-LEFT:]:
        short.act(decision.words, decision.seat)
    assert short.over
    return short.save()


def load_game(client: Browser) -> str:
    answer = client.post("/api/records", json={"record": short_game()})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def ask(client: Browser, id: str, **more: Any) -> Any:
    return client.post(f"/api/tables/{id}/hint", json=more)


def made(client: Browser, id: str) -> Data:
    """The review, once it is there."""
    end = time.monotonic() + 60
    while True:
        told: Data = client.get(f"/api/tables/{id}/review").json()
        if told["state"] == "done":
            return told
        assert time.monotonic() < end, told
        time.sleep(0.02)


# ── hints ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_plays_against_bots_alone_may_have_a_hint(client: Browser) -> None:
    id = lay(client)["id"]
    turn = my_turn(client, id)
    assert turn["hints"]
    answer = ask(client, id)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    Hint.model_validate(told)
    legal = {action["words"]: action["says"] for action in turn["view"]["legal"]}
    assert told["step"] == turn["step"]
    assert told["seat"] == turn["seat"]
    assert all(legal[choice["words"]] == choice["does"] for choice in told["choices"])
    assert all(choice["facts"] and choice["why"] for choice in told["choices"])
    assert ask(client, id).json() == told  # the same question is not thought over again
    french = client.post(f"/api/tables/{id}/hint?language=fr", json={}).json()
    assert french["choices"][0]["why"] != told["choices"][0]["why"]
    assert ask(stranger(client), id).status_code == 403


def test_the_search_is_compiled_before_somebody_asks(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as a table allows hints, and once a game; else the first hint would be a guess."""
    begun: list[str] = []

    class Search:
        def __init__(self, game: str) -> None:
            self.compile_in_background = lambda: begun.append(game)

    monkeypatch.setattr(Engine, "is_in_background", property(lambda self: True))
    monkeypatch.setattr("chapterhouse.server.tables.bots.load_searcher", Search)
    lay(client, mode="friends")
    assert not begun
    for _ in range(2):
        my_turn(client, lay(client, bot="sensible")["id"])
    assert begun == ["templari"]


def test_a_hint_is_for_who_is_asked(client: Browser) -> None:
    id = lay(client, mode="one_screen", hints=True)["id"]
    asked = now(client, id)["view"]["to_act"]
    assert ask(client, id, seat=asked).status_code == 200
    answer = ask(client, id, seat=(asked + 1) % 3)
    assert answer.json()["error"] == "curtain"
    assert ask(client, id).status_code == 422


def test_with_others_the_host_decides_and_all_are_told(client: Browser) -> None:
    made = lay(client, mode="friends")
    id, friend = made["id"], stranger(client)
    tokens = sit_programs_down(client, made)
    asked = now(client, id)["view"]["to_act"]
    who = {"authorization": f"Bearer {tokens[asked]}"}
    assert not now(client, id)["hints"]
    answer = client.post(f"/api/tables/{id}/hint", json={}, headers=who)
    assert (answer.status_code, answer.json()["message"]) == (403, "Hints are not allowed at this table.")
    assert friend.post(f"/api/tables/{id}/hints", json={"allowed": True}).status_code == 403
    revision = client.house.app.state.service.registry.tables[id].revision
    assert client.post(f"/api/tables/{id}/hints", json={"allowed": True}).json()["hints"]
    assert client.house.app.state.service.registry.tables[id].revision == revision + 1  # what streams tell of
    assert now(friend, id)["hints"]
    assert client.post(f"/api/tables/{id}/hint", json={}, headers=who).status_code == 200
    client.house.app.state.service.registry.drop_all()
    assert now(friend, id)["hints"]
    client.post(f"/api/tables/{id}/hints", json={"allowed": False})
    assert client.post(f"/api/tables/{id}/hint", json={}, headers=who).status_code == 403


def test_a_hint_knows_no_more_than_its_seat(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that thinks about it gets a state that is concealed for that seat."""
    id = lay(client)["id"]
    told = my_turn(client, id)
    seen: list[Any] = []
    consider = SearchBot.consider

    def watched(self: Any, state: Any, seat: int, *rest: Any, **more: Any) -> Any:
        seen.append((state.copy(), seat))
        return consider(self, state, seat, *rest, **more)

    monkeypatch.setattr(SearchBot, "consider", watched)
    assert ask(client, id).status_code == 200
    table = client.house.app.state.service.registry.tables[id].table
    assert [seat for _, seat in seen] == [told["seat"]]
    may_know = table.seen(told["seat"])
    assert all(np.array_equal(seen[0][0][name], may_know[name]) for name in may_know.dtype.names)
    assert not np.array_equal(seen[0][0]["deck"], table.truth()["deck"])


def test_a_hint_for_what_is_gone_is_stale(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table moves on while a hint is thought of: it ends at once, and says so."""
    id = lay(client)["id"]
    told = my_turn(client, id)
    begun, answers = threading.Event(), list[Any]()

    def slow(*args: Any, stop: Any, **more: Any) -> Any:
        begun.set()
        end = time.monotonic() + 30
        while not stop() and time.monotonic() < end:
            time.sleep(0.005)
        return hint(*args, **more)

    monkeypatch.setattr(advice, "hint", slow)
    asking = threading.Thread(target=lambda: answers.append(ask(client, id)))
    asking.start()
    assert begun.wait(30)
    assert act(client, id, told["view"]["legal"][0]["words"], told["step"]).status_code == 200
    asking.join(60)
    assert answers[0].json()["error"] == "stale"


# ── reviews ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_review_is_made_once_and_kept(client: Browser) -> None:
    id = load_game(client)
    first = client.get(f"/api/tables/{id}/review").json()
    assert first == {"state": "none", "done": 0.0, "can_start": True, "review": None}
    assert client.post(f"/api/tables/{id}/review", json={}).json()["state"] in ("waiting", "running", "done")
    told = made(client, id)
    Review.model_validate(told)
    review = told["review"]
    assert review["plies"] == LEFT == len(review["decisions"])
    assert len(review["curves"]) == 3
    assert all(curve.startswith("<svg") and "style=" not in curve for curve in review["curves"])
    assert {each["ply"] for each in review["decisions"]} >= set(review["turning"])
    client.house.app.state.service.registry.drop_all()
    again = client.post(f"/api/tables/{id}/review", json={}).json()
    assert again["state"] == "done"  # it is not made again
    assert again["review"]["true"] == review["true"]
    italian = client.get(f"/api/tables/{id}/review?language=it").json()["review"]
    assert italian["true"] == review["true"]
    assert italian["curves"] != review["curves"]
    page = client.get(f"/review/{id}")
    assert page.status_code == 200
    assert f'href="/review/{id}"' in client.get(f"/table/{id}").text


def test_a_review_is_open_like_the_record(client: Browser) -> None:
    """Before the end nobody has it; afterwards whoever may see the record reads it, and who sat there has it made."""
    running = lay(client)["id"]
    for answer in (client.get(f"/api/tables/{running}/review"), client.post(f"/api/tables/{running}/review", json={})):
        assert (answer.status_code, answer.json()["error"]) == (409, "not_over")
    assert client.get(f"/review/{running}").status_code == 409
    id, other = load_game(client), stranger(client)
    assert not other.get(f"/api/tables/{id}/review").json()["can_start"]
    assert other.post(f"/api/tables/{id}/review", json={}).status_code == 403
    assert other.post(f"/api/tables/{id}/review/stop", json={}).status_code == 403
    client.post(f"/api/tables/{id}/review", json={})
    made(client, id)
    assert other.get(f"/api/tables/{id}/review").json()["review"]["plies"] == LEFT


def test_a_review_tells_how_far_it_is_and_can_be_stopped(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endless(table: Table, budget: Any, *, progress: Any, stop: Any, **how: Any) -> None:
        progress(0.25)
        begun.set()
        end = time.monotonic() + 60
        while not stop() and time.monotonic() < end:
            time.sleep(0.005)

    monkeypatch.setattr(advice, "review", endless)
    id, other = load_game(client), load_game(client)
    client.post(f"/api/tables/{id}/review", json={})
    client.post(f"/api/tables/{other}/review", json={})
    assert begun.wait(30)
    running = client.get(f"/api/tables/{id}/review").json()
    assert (running["state"], running["done"], running["review"]) == ("running", 0.25, None)
    assert client.get(f"/api/tables/{other}/review").json()["state"] == "waiting"  # one at a time
    client.post(f"/api/tables/{id}/review/stop", json={})
    client.post(f"/api/tables/{other}/review/stop", json={})
    end = time.monotonic() + 60
    while client.house.app.state.service.advice.jobs:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert client.get(f"/api/tables/{id}/review").json()["state"] == "none"


def test_a_review_that_breaks_says_so_and_can_be_made_again(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError

    id = load_game(client)
    with monkeypatch.context() as patch:
        patch.setattr(advice, "review", broken)
        client.post(f"/api/tables/{id}/review", json={})
        end = time.monotonic() + 60
        while client.house.app.state.service.advice.jobs:
            assert time.monotonic() < end
            time.sleep(0.01)
    told = client.get(f"/api/tables/{id}/review").json()
    Review.model_validate(told)
    assert (told["state"], told["can_start"]) == ("failed", True)
    assert client.post(f"/api/tables/{id}/review", json={}).json()["state"] != "failed"
    made(client, id)


def test_so_many_reviews_wait_and_no_more(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(advice, "review", lambda *_, **how: go_on.wait(60) and None)
    ids = [load_game(client) for _ in range(advice.WAITING_EACH + 1)]
    answers = [client.post(f"/api/tables/{id}/review", json={}) for id in ids]
    assert [answer.status_code for answer in answers] == [200] * advice.WAITING_EACH + [503]
    assert answers[-1].json()["message"] == "The bots have too much to think about just now. Try again in a moment."
    go_on.set()


def test_a_review_goes_with_its_game(client: Browser) -> None:
    id = load_game(client)
    client.post(f"/api/tables/{id}/review", json={})
    made(client, id)
    assert client.post(f"/api/tables/{id}/forget").status_code == 200
    assert client.get(f"/api/tables/{id}/review").status_code == 404


def test_what_could_be_done_is_told_of_the_past_alone(client: Browser) -> None:
    """`acts` lights what a seat could do at a moment of a game that is over, and nothing while one is played."""
    id = load_game(client)
    seat = short_game()["actions"][0][0]
    past = client.get(f"/api/tables/{id}/replay?ply=0&eyes={seat}&acts=true").json()
    assert past["view"]["legal"]
    assert client.get(f"/api/tables/{id}/replay?ply=0&eyes={seat}").json()["view"]["legal"] == []
    running = lay(client)["id"]
    told = my_turn(client, running)
    address = f"/api/tables/{running}/replay?ply={told['ply']}&eyes={told['seat']}&acts=true"
    assert client.get(address).json()["view"]["legal"] == []
