"""A hint and a review in a real browser."""

from __future__ import annotations

import json
import pathlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests.pages.conftest import lay, shoot, until
from tests.server.driving import Serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server of plain rules that looks back briefly: nothing is compiled for these few decisions."""
    with Serving(tmp_path_factory.mktemp("advice"), review_seconds=0.1, hint_seconds=2) as server:
        yield server


@pytest.fixture(scope="module")
def base(server: Serving) -> str:
    return server.address


def short_game() -> Table:
    """A game that begins shortly before its end, with a choice, and is over."""
    whole, luck = Table("templari", players=3, seed=3), seeded(3)[0]
    while not whole.over:
        whole.act(whole.game.kernels.sensible(whole.seen(whole.to_act), luck))
    ply = whole.ply - 3
    while len(whole.at(ply).legal) < 2:
        ply -= 1
    short = Table.from_position(whole.at(ply).position())
    for decision in whole.history[ply:]:
        short.act(decision.words, decision.seat)
    return short


def find_fault(folder: pathlib.Path, id: str, game: Table) -> dict[str, Any]:
    """Write into a stored review that the first decision cost much; what would have been better."""
    start = game.at(0)
    other = next(action for action in start.legal if action.code != game.history[0].code)
    better = {"code": other.code, "words": other.words, "chance": 0.71}
    with closing(sqlite3.connect(folder / "games.db")) as stored, stored:
        (text,) = stored.execute("SELECT data FROM reviews WHERE game_id = ?", (id,)).fetchone()
        data = json.loads(text)
        data["decisions"][0] |= {"loss": 0.31, "chance": 0.4, "best": better, "forced": False}
        data["turning"] = [0]
        stored.execute("UPDATE reviews SET data = ? WHERE game_id = ?", (json.dumps(data), id))
    return next(each for each in start.view(start.to_act)["legal"] if each["code"] == other.code)


def check_access(page: Page) -> None:
    """axe finds no violation, in either theme."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        checked = Axe().run(page)
        assert checked.violations_count == 0, checked.generate_report()


def answer_hints(page: Page, id: str, *, is_rough: bool = False) -> None:
    """A hint of three choices, as a server that had time for it would tell; or of one that had none."""

    def answer(route: Route) -> None:
        now = page.request.get(f"/api/tables/{id}").json()
        choices = [
            {
                "code": each["code"],
                "words": each["words"],
                "does": each["says"],
                "share": 0.3,
                "chance": 0.4 - n / 50,
                "points": [],
                "expects": "12 points",
                "facts": "The lot adds 2 points to your cards, 2 to those of the others who still bid.",
                "why": "Only a rough look." if is_rough else "You win 40 % of the games that were tried after it.",
            }
            for n, each in enumerate(now["view"]["legal"][1 : 2 if is_rough else 4])
        ]
        told = {"seat": now["seat"], "ply": 0, "chances": [0.4], "rough": is_rough, "simulations": 9, "seconds": 1}
        route.fulfill(json=told | {"step": now["step"], "choices": choices})

    page.route("**/hint", answer)


def test_a_rough_hint_claims_no_chances(page: Page) -> None:
    """Before the search is compiled hardly anything can be tried: the best choice is told, and that it is a guess."""
    made = lay(page, game="templari", players=3, seed=2)
    answer_hints(page, made["id"], is_rough=True)
    until(page, "document.querySelector('#prompt').classList.contains('yours')")
    page.keyboard.press("i")
    page.wait_for_selector("#hint-box:not([hidden])")
    assert "%" not in page.inner_text("#hint-box")
    assert "Only a rough look" in page.inner_text("#hint-why")


def test_a_phone_shows_the_best_choice_first_and_its_mark_above_it(page: Page) -> None:
    """However long the hint is: its beginning stands in the dock, and what it means on the board is not behind it."""
    page.set_viewport_size({"width": 390, "height": 620})
    made = lay(page, game="templari", players=3, seed=2)
    answer_hints(page, made["id"])
    until(page, "document.querySelector('#prompt').classList.contains('yours')")
    page.click("#hint")
    page.wait_for_selector("#hint-box:not([hidden])")
    assert "40 % to win · about 12 points" in page.inner_text("#hints li:first-child")
    assert page.evaluate("document.querySelector('#dock').scrollHeight > document.querySelector('#dock').clientHeight")
    top = "document.querySelector('{}').getBoundingClientRect().top"
    first, dock = top.format("#hints li b"), top.format("#dock")
    until(page, f"{first} >= {dock} && {first} < {dock} + 60")
    best = "document.querySelector('#picture .advised.best').getBoundingClientRect()"
    until(page, f"{best}.top >= 0 && {best}.bottom <= {dock}")


def test_a_hint_is_lit_on_the_board_and_can_be_taken(page: Page) -> None:
    """Asked for by its key, told to eyes and ears, chosen by the keyboard; gone with the decision."""
    lay(page, game="templari", players=3, seed=2)
    until(page, "document.querySelector('#prompt').classList.contains('yours')")
    page.keyboard.press("i")
    page.wait_for_selector("#hint-box:not([hidden])", timeout=60_000)
    first = page.inner_text("#hints li:first-child b")
    assert first in page.inner_text("#said")
    assert page.text_content("#picture .advised.best text") == "1"
    check_access(page)
    shoot(page, "hint")
    lines = page.evaluate("document.querySelector('#log').children.length")
    page.focus("#hints li:first-child button")
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('#log').children.length > {lines}")
    until(page, "document.querySelector('#hint-box').hidden")
    assert page.locator("#picture .advised").count() == 0


def test_with_others_a_hint_needs_the_hosts_word(page: Page) -> None:
    lay(page, game="templari", players=3, mode="friends")
    assert page.is_hidden("#hint")
    page.keyboard.press("i")
    expect(page.locator("#toast")).to_have_text("Hints are not allowed at this table.")
    page.click("details:has(#set-hints) > summary")
    page.check("#set-hints")
    until(page, "!document.querySelector('#hint').hidden")
    until(page, "!document.querySelector('#hints-note').hidden")
    page.uncheck("#set-hints")
    until(page, "document.querySelector('#hint').hidden")


def test_a_review_shows_where_a_game_turned(page: Page, server: Serving) -> None:
    """It is made while the page waits; turning points first, their moments on the board, and what would be better."""
    game = short_game()
    answer = page.request.post("/api/records", data={"record": game.save()})
    assert answer.status == 201, answer.text()
    id = answer.json()["id"]
    page.goto(answer.json()["url"])
    page.click("#over a[href^='/review/']")
    page.wait_for_selector("#shown:not([hidden]) #picture svg", timeout=300_000)
    assert page.locator("#curves svg").count() == 3
    assert page.locator("#rows tr").count() == game.ply
    better = find_fault(server.folder, id, game)
    page.goto(f"/review/{id}")
    page.wait_for_selector("#turning li.now")
    assert "−31 %" in page.inner_text("#turning li")
    until(page, "document.querySelectorAll('#picture .advised.next').length > 0")
    assert page.is_hidden("#better")
    assert page.locator("#picture .advised.best").count() == 0
    page.set_viewport_size({"width": 390, "height": 620})
    page.wait_for_selector("#turning li.now")
    until(page, "document.querySelectorAll('#picture .advised.next').length > 0")
    page.click("#show-better")
    assert page.inner_text("#better") == f"Better: {better['says']}"
    assert page.locator("#picture .advised.best").count() == 1
    best = "document.querySelector('#picture .advised.best').getBoundingClientRect()"
    until(page, f"{best}.top >= 0 && {best}.bottom <= document.querySelector('#dock').getBoundingClientRect().top")
    page.set_viewport_size({"width": 1440, "height": 900})
    until(page, "document.querySelectorAll('#picture .advised.next').length > 0")
    assert (page.get_attribute("#to-replay", "href") or "").endswith(f"/replay/{id}#0")
    check_access(page)
    shoot(page, "review")
    page.keyboard.press("End")
    until(page, "document.querySelector('#moment').textContent === 'The end of the game'")
    page.locator("#curves a.turned").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#moment').textContent.startsWith('Decision 1:')")
    page.goto(answer.json()["url"])  # the table's end lists it too, and leads to its moment
    page.click("#turned-list a")
    page.wait_for_selector("#turning li.now")
    assert page.url.endswith(f"/review/{id}#0")


def test_the_end_numbers_turning_points_as_the_review_does(page: Page) -> None:
    """What cost most is the first in both lists."""
    answer = page.request.post("/api/records", data={"record": short_game().save()})
    told = [{"ply": ply, "seat": 0, "typed": f"action {ply}", "loss": 0.1 + ply / 10} for ply in range(3)]
    review = {"turning": [2, 1, 0], "decisions": told}
    state = {"state": "done", "done": 1.0, "can_start": True, "review": review}
    page.route("**/review", lambda route: route.fulfill(json=state))
    page.goto(answer.json()["url"])
    page.wait_for_selector("#turned-list a")
    assert page.locator("#turned-list b").all_inner_texts() == ["−30 %", "−20 %", "−10 %"]


def test_a_review_can_be_stopped_on_its_page(page: Page) -> None:
    """What the server tells is held still here: how far it is, and that it was given up."""
    answer = page.request.post("/api/records", data={"record": short_game().save()})
    state = {"state": "running", "done": 0.25, "can_start": True, "review": None}
    page.route("**/review", lambda route: route.fulfill(json=state))
    page.route("**/review/stop", lambda route: (state.update(state="none", done=0.0), route.fulfill(json=state)))
    page.goto(answer.json()["url"])
    until(page, "document.querySelector('#turned-state').textContent === 'Being worked out…'")
    assert page.get_attribute("#turned-bar", "value") == "0.25"
    page.goto(f"/review/{answer.json()['id']}")
    until(page, "document.querySelector('#bar').value === 0.25")
    assert page.get_attribute("#bar", "aria-valuetext") == "25 % done"
    page.click("#stop")
    until(page, "document.querySelector('#state').textContent === 'The review was stopped.'")
    assert page.is_visible("#start")
    assert page.is_hidden("#stop")
    state.update(state="failed")
    page.reload()
    until(page, "document.querySelector('#state').textContent.startsWith('The review could not be made.')")
    assert page.is_visible("#start")
    state.update(state="running", done=0.5)
    page.click("#start")
    until(page, "document.querySelector('#bar').value === 0.5")
