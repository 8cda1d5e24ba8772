"""In the hand: the board's own zoom, the board back in view, a log that lets the finger pass, the end at the thumb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.conftest import lay, until, watched

YOURS = "!!document.querySelector('.prompt.yours')"
WIDTH = "document.querySelector('#picture > svg').getBoundingClientRect().width"
SEEN = """selector => {
    const r = document.querySelector(selector).getBoundingClientRect();
    return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth;
}"""


@pytest.fixture
def phone(chromium: Browser, base: str) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=base,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        locale="en",
    )
    page = watched(context.new_page())
    yield page
    assert page.faults == []  # type: ignore[attr-defined]
    context.close()


def test_a_phone_zooms_the_board_alone_and_the_board_comes_back_into_view(phone: Page) -> None:
    lay(phone, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(phone, YOURS)
    names = phone.locator("#mat text").all_text_contents()
    assert {*"abcde12345"} <= set(names)  # the rooms' names stand on the board
    whole = phone.evaluate(WIDTH)
    phone.locator("#zoom-in").tap()
    until(phone, f"{WIDTH} > {whole * 1.3}")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")  # the page itself stays as it is
    phone.locator("#zoom-out").tap()
    until(phone, f"{WIDTH} === {whole}")
    client = phone.context.new_cdp_session(phone)
    for kind, far in (("touchStart", 40), ("touchMove", 70), ("touchMove", 100), ("touchEnd", 0)):
        points = (
            [] if kind == "touchEnd" else [{"x": 195 - far, "y": 300, "id": 1}, {"x": 195 + far, "y": 300, "id": 2}]
        )
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    until(phone, f"{WIDTH} > {whole * 1.5}")  # two fingers
    while phone.locator("#zoom-out").is_enabled():
        phone.locator("#zoom-out").tap()
    until(phone, f"{WIDTH} === {whole}")
    phone.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert not phone.evaluate(SEEN, "#picture .lit")
    phone.set_viewport_size({"width": 844, "height": 390})
    until(phone, "[...document.querySelectorAll('#picture .lit')].some(e => e.getBoundingClientRect().top >= 0)")
    phone.set_viewport_size({"width": 390, "height": 844})
    until(phone, f"({SEEN})('#picture .lit')")  # also after rotating
    assert phone.evaluate("getComputedStyle(document.querySelector('.log')).overflowY") == "visible"
    assert phone.evaluate("[...document.querySelectorAll('input[type=text], select')].every("
                          "e => parseFloat(getComputedStyle(e).fontSize) >= 16)")  # fmt: skip


def test_the_end_stands_where_the_thumb_is_with_its_points_taken_apart(phone: Page) -> None:
    made = lay(phone, game="templari", mode="bots", players=3, seed=7, pace=10)
    phone.request.post(f"/api/tables/{made['id']}/bot", data={"seat": 0, "request": "let-a-bot-play-0"})
    phone.request.post(f"/api/tables/{made['id']}/pace", data={"pace": 0, "request": "as-fast-as-can-be"})
    until(phone, "!document.querySelector('#over').hidden", 90)
    for button in ("#over a.go", "#rematch", "#share"):
        assert phone.evaluate(SEEN, button)  # on the first screen
    expect(phone.locator("#over-ranks li")).to_have_count(3)
    assert phone.locator("#over-ranks", has_text="(you)").count() == 1
    now = phone.request.get(f"/api/tables/{made['id']}?picture=false").json()
    for seat, score in enumerate(now["view"]["outcome"]["scores"]):
        assert sum(part["points"] for part in now["aid"]["points"][seat]) == score
        row = phone.locator("#over-ranks li", has_text=now["view"]["names"][seat])
        expect(row).to_contain_text(f"{score} points")
        for part in now["aid"]["points"][seat]:
            expect(row).to_contain_text(part["text"])
