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
from playwright.sync_api import Page

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


def test_a_hint_is_lit_on_the_board_and_can_be_taken(page: Page) -> None:
    """Asked for by its key, told to eyes and ears, chosen by the keyboard; gone with the decision."""
    lay(page, game="templari", players=3, seed=2)
    until(page, "document.querySelector('#prompt').classList.contains('yours')")
    page.keyboard.press("i")
    page.wait_for_selector("#hint-box:not([hidden])", timeout=60_000)
    first = page.inner_text("#hints li:first-child b")
    assert "% to win" in page.inner_text("#hints li:first-child")
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
    page.click("#show-better")
    assert page.inner_text("#better") == f"Better: {better['says']}"
    assert page.locator("#picture .advised.best").count() == 1
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
