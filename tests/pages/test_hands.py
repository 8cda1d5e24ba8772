"""Hands slip, and nothing is lost: second clicks, stray keys, help boxes, taps."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.pages.conftest import eventually, lay, until, watched

YOURS = "!!document.querySelector('.prompt.yours')"
COVERED = """(() => {
    const box = document.querySelector('#about').getBoundingClientRect();
    return [...document.querySelectorAll('#picture .lit')].filter(e => {
        const r = e.getBoundingClientRect();
        return box.left < r.right && r.left < box.right && box.top < r.bottom && r.top < box.bottom;
    }).map(e => e.id);
})()"""

# a second click at the same spot, as soon as the list of actions has changed: no hand outside the page is so quick
CLICK_AGAIN = """([x, y]) => {
    const acts = document.querySelector('#acts');
    new MutationObserver((_, observer) => {
        if (!acts.childElementCount) return;
        observer.disconnect();
        document.querySelector('#can').open = true;
        const again = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
        document.elementFromPoint(x, y).dispatchEvent(new MouseEvent('click', again));
    }).observe(acts, { childList: true });
}"""


def decisions(page: Page, id: str) -> int:
    return int(page.request.get(f"/api/tables/{id}?picture=false").json()["ply"])


def centre(page: Page, selector: str) -> tuple[float, float]:
    box: Any = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_second_click_does_not_do_what_has_come_under_the_pointer(page: Page) -> None:
    """Templari among bots: a double click on an offer makes one offer, whatever is lit there afterwards."""
    made = lay(page, game="templari", mode="one_screen", players=3, options={"start": 0})
    page.click("#curtain-lift")
    until(page, "!!document.querySelector('#acts button')")
    page.wait_for_timeout(500)
    page.evaluate("document.querySelector('#can').open = true")
    x, y = centre(page, "#acts button")
    page.mouse.dblclick(x, y)
    eventually(lambda: decisions(page, made["id"]) > 0)
    page.wait_for_timeout(300)
    assert decisions(page, made["id"]) == 1


def test_the_same_spot_waits_and_then_obeys(page: Page) -> None:
    """Temple: 'stop' gives way to another button in the same spot: the second click is not taken, a later one is."""
    made = lay(page, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(page, YOURS)
    page.evaluate("document.querySelector('#can').open = true")
    before = decisions(page, made["id"])
    x, y = centre(page, "#acts li:first-child button")
    page.evaluate(CLICK_AGAIN, [x, y])
    page.mouse.click(x, y)
    expect(page.locator("#acts .slip")).to_have_count(1)  # too soon, at the same spot, another meaning
    page.wait_for_timeout(1300)
    first = decisions(page, made["id"])
    assert first == before + 1
    page.mouse.click(x, y)
    eventually(lambda: decisions(page, made["id"]) > first)


def test_a_stray_space_after_a_click_does_nothing(page: Page) -> None:
    made = lay(page, game="templari", mode="bots", players=3, seed=3, options={"start": 0})
    until(page, YOURS)
    page.locator("#picture .lit").nth(1).click()
    until(page, "!document.querySelector('.prompt.yours') || document.querySelectorAll('#log li').length > 1")
    page.wait_for_timeout(500)
    before = decisions(page, made["id"])
    assert page.evaluate("document.activeElement === document.body || document.activeElement.id === 'picture'")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert decisions(page, made["id"]) == before


def test_tab_comes_back_to_what_can_be_done(page: Page) -> None:
    lay(page, game="templari", mode="bots", players=3, seed=3, options={"start": 0})
    until(page, YOURS)
    page.mouse.click(5, 5)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('lit')")
    expect(page.locator("#about")).to_be_hidden()  # Tab opens no help box …
    page.keyboard.press("h")
    expect(page.locator("#about")).to_be_visible()  # … a key does


def test_a_help_box_covers_nothing_that_is_lit_and_comes_not_after_a_click(page: Page) -> None:
    lay(page, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(page, YOURS)
    page.locator("#room-1-1").hover()
    expect(page.locator("#about")).to_be_visible()
    assert page.evaluate(COVERED) == []
    assert page.locator("#about p").count() == 0  # one short line; the rest is asked for
    page.keyboard.press("h")
    until(page, "document.querySelectorAll('#about p').length > 0")
    assert page.evaluate(COVERED) == []
    lit = page.locator("#picture .lit").first
    lit.click()
    page.wait_for_timeout(900)
    expect(page.locator("#about")).to_be_hidden()


def test_a_tap_on_a_help_box_reaches_nothing_beneath(chromium: Browser, base: str) -> None:
    context = chromium.new_context(
        base_url=base, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = watched(context.new_page())
    made = lay(page, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(page, YOURS)
    before = decisions(page, made["id"])
    x, y = centre(page, "#picture .lit")
    client = context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#about")).to_be_visible()  # press and hold tells what it is …
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(200)
    assert decisions(page, made["id"]) == before  # … and does nothing
    box: Any = page.locator("#about").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#about")).to_be_hidden()
    page.wait_for_timeout(200)
    assert decisions(page, made["id"]) == before
    assert page.faults == []  # type: ignore[attr-defined]
    context.close()
