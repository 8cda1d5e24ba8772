"""The guide of a first game, and what lies beside the board, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from chapterhouse.games import load
from tests.pages.conftest import lay, shoot, until

WORDS = {key.removeprefix("guide."): text for key, text in load("templari").texts().under("guide.").items()}
TABLE = {"game": "templari", "mode": "bots", "players": 3, "seed": 5, "options": {"private_sales": False}}

LINES_IN_VIEW = """(() => {
    const { top, bottom } = document.querySelector('.log').getBoundingClientRect(), lines = new Set();
    for (const words of document.querySelectorAll('#since, #log li > span')) {
        const range = document.createRange();
        range.selectNodeContents(words);
        const inView = [...range.getClientRects()].filter(r => r.top >= top && r.bottom <= bottom);
        for (const r of inView) lines.add(Math.round(r.top / 8));
    }
    return lines.size;
})()"""


def decide(page: Page) -> None:
    """Let the others have it: pass, or offer the least; then the others play until it is one's turn again."""
    assert page.inner_text("#turn [aria-current]") == "Auction"
    words = page.eval_on_selector_all("#acts button", "all => all.map(each => each.dataset.words)")
    lines = page.locator("#log li").count()
    page.keyboard.press("/")
    page.fill("#words", "pass" if "pass" in words else words[0])
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#log li').length > {lines}")
    page.keyboard.press("Escape")
    until(page, "document.querySelector('#prompt').classList.contains('yours')")


def test_the_guide_of_a_first_game(page: Page) -> None:
    page.add_init_script("localStorage.setItem('forced', '0')")  # every decision is made by hand
    first = lay(page, **TABLE)
    until(page, "document.querySelector('#prompt').classList.contains('yours')")
    expect(page.locator("#guide-text")).to_contain_text(WORDS["bid"])
    expect(page.locator("#guide-said")).to_contain_text(WORDS["bid"])  # read out, after what is asked
    assert page.inner_text("#asked") in page.inner_text("#said")
    shoot(page, "guide")

    # what happens for the first time is told once
    sold = WORDS["templari.bid.win"]
    for _ in range(8):
        if sold in page.inner_text("#guide-text"):
            break
        decide(page)
    expect(page.locator("#guide .news")).to_contain_text(sold)
    expect(page.locator("#guide .news a")).to_have_attribute("href", "/rules/templari#templari.bid.win")
    expect(page.locator("#guide-said")).to_contain_text(sold)
    lots = page.locator("#log li", has_text="wins").count()
    for _ in range(12):
        decide(page)
        assert sold not in page.inner_text("#guide-text")
        if page.locator("#log li", has_text="wins").count() > lots + 1:
            break

    # with the keyboard: closed, and it stays closed; a key and the settings bring it back
    page.focus("#guide-close")
    page.keyboard.press("Enter")
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator("#asked")).to_be_focused()
    page.reload()
    page.wait_for_selector("#picture svg")
    expect(page.locator("#guide")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.locator("#guide")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("#rules")).to_be_visible()
    page.keyboard.press("Escape")

    # the order of the turn, the points with what they are for, and the rules behind them
    page.click("#aid-panel summary")
    expect(page.locator("#aid [aria-current]")).to_contain_text("Auction")
    now = page.request.get(f"/api/tables/{first['id']}").json()
    for seat in now["aid"]["points"]:
        for part in seat:
            expect(page.locator("#aid")).to_contain_text(part["text"])
    assert page.locator("#aid a[href='/rules/templari#templari.end']").count()
    seat = next(seat for seat, parts in enumerate(now["aid"]["points"]) if parts)
    page.locator(f"#points-{seat}").hover()  # and in the picture, for who points at them
    expect(page.locator("#about")).to_contain_text(now["aid"]["points"][seat][0]["text"])


def test_later_tables_and_other_games(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    lay(page, **TABLE)
    expect(page.locator("#guide")).to_be_visible()
    height = page.evaluate("document.querySelector('#guide').offsetHeight")
    assert height <= 60  # two lines over the prompt, until one wants to read all of it
    page.click("#guide-more")
    expect(page.locator("#guide-more")).to_have_attribute("aria-expanded", "true")
    assert page.evaluate("document.querySelector('#guide').offsetHeight") > height
    lay(page, **TABLE)  # not the first table any more
    expect(page.locator("#guide")).to_be_hidden()
    page.locator("summary", has_text="Settings").click()
    page.check("#set-guide")
    expect(page.locator("#guide")).to_be_visible()
    lay(page, **TABLE)
    expect(page.locator("#guide")).to_be_visible()
    lay(page, game="temple", mode="bots", players=2, seed=3)
    expect(page.locator("#guide")).to_be_visible()
    lay(page, game="temple", mode="watch", players=2, seed=3)
    expect(page.locator("#guide")).to_be_hidden()  # who watches is asked nothing
    expect(page.locator("#guide-switch")).to_be_hidden()


@pytest.mark.parametrize(("game", "language"), [("templari", "fr"), ("temple", "it")])
def test_a_low_window_has_room_for_all(
    context: BrowserContext, page: Page, game: str, language: str, base: str
) -> None:
    """Prompt, guide, eight lines of the log and the panels are in view; what scrolls is within the log or the guide."""
    context.add_cookies([{"name": "language", "value": language, "url": base}])
    page.set_viewport_size({"width": 1280, "height": 720})
    lay(page, game=game, mode="bots", players=3, seed=5)
    for _ in range(12):
        until(page, "document.querySelector('#prompt').classList.contains('yours')")
        if page.locator("#guide .news").count() and page.locator("#log li").count() > 12:
            break
        lines = page.locator("#log li").count()
        page.locator("#acts button").last.dispatch_event("click")
        until(page, f"document.querySelectorAll('#log li').length > {lines}")
    expect(page.locator("#guide")).to_be_visible()
    assert page.locator("#log li").count() > 8
    assert page.evaluate("document.querySelector('aside').scrollHeight <= document.querySelector('aside').clientHeight")
    for part in ("#prompt", "#guide", ".log", ".panels"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    shoot(page, f"low-{game}")
    assert page.evaluate(LINES_IN_VIEW) >= 8
