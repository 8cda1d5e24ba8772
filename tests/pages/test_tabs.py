"""Many tabs of one browser, and a server that has no stream left."""

from __future__ import annotations

import json
import urllib.request

from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.pages.conftest import eventually, lay, until, watched

TABS = 12  # twice as many as the connections that a browser allows to one host


def streams(base: str) -> float:
    """The streams that the server counts as open."""
    lines = urllib.request.urlopen(base + "/metrics").read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("chapterhouse_streams"))


def test_twelve_tabs_follow_twelve_tables(context: BrowserContext, base: str) -> None:
    """All tabs share one stream, and each hears what happens at its own table."""
    eventually(lambda: streams(base) == 0)  # those of earlier pages are gone
    pages, tables = [], []
    for _ in range(TABS):
        page = watched(context.new_page())
        tables.append(lay(page, game="templari", mode="friends", players=3, options={"start": 0})["id"])
        pages.append(page)
    eventually(lambda: streams(base) == 1)  # two for a moment, while one tab takes over from another
    for page, id in zip(pages, tables, strict=True):
        now = page.request.get(f"/api/tables/{id}?seat=0").json()
        done = page.request.post(f"/api/tables/{id}/act", data={"action": "bid 1", "step": now["step"], "seat": 0})
        assert done.ok, done.text()
    for page in pages:
        until(page, "!document.querySelector('.prompt.yours')")
        assert page.faults == []  # type: ignore[attr-defined]
        page.close()


def test_a_finished_game_holds_no_stream(context: BrowserContext, base: str) -> None:
    page = watched(context.new_page())
    made = lay(page, game="templari", mode="watch", players=3)
    until(page, "!document.querySelector('#over').hidden")
    eventually(lambda: streams(base) == 0)
    page.goto(made["url"])
    page.wait_for_selector("#picture svg")
    page.wait_for_timeout(200)
    assert streams(base) == 0


def test_without_a_stream_the_page_asks_and_says_so(chromium: Browser, base: str) -> None:
    """A browser without shared workers whose stream is refused: it is told plainly, and the game goes on."""
    context = chromium.new_context(base_url=base, reduced_motion="reduce", locale="en")
    context.add_init_script("delete window.SharedWorker")
    page = context.new_page()

    def refuse(route: Route) -> None:
        route.fulfill(status=503, content_type="application/json", body=json.dumps({"error": "streams"}))

    context.route("**/api/events*", refuse)
    id = lay(page, game="templari", mode="friends", players=3, options={"start": 0})["id"]
    expect(page.locator("#toast")).to_contain_text("asks every few seconds")
    now = page.request.get(f"/api/tables/{id}?seat=0").json()
    page.request.post(f"/api/tables/{id}/act", data={"action": "bid 1", "step": now["step"], "seat": 0})
    until(page, "!document.querySelector('.prompt.yours')", 20)
    context.close()
