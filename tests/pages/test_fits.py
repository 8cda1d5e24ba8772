"""Nothing that is written beside a board is cut off or too small, in any language, on a narrow phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from chapterhouse.texts import LANGUAGES
from tests.pages.conftest import lay, until, watched
from tests.pages.test_advice import short_game

TURNED = {"ply": 3, "seat": 0, "typed": "bid 3", "loss": 0.3}
REVIEW = {"state": "done", "done": 1, "can_start": True, "review": {"turning": [3], "decisions": [TURNED]}}

LEAST = 11  # pixels
ARROW = 18  # of a list to choose from
# what stands in no picture, with all that can be opened open: too small, out of the page, or out of its box
MEASURE = """([least, arrow]) => {
    for (const panel of document.querySelectorAll('details')) panel.open = true;
    const faults = new Set(), pen = document.createElement('canvas').getContext('2d');
    const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth;
    const outer = (e, is) => { let up = e; while (up && !is(up)) up = up.parentElement; return up; };
    const clips = e => ['hidden', 'clip'].includes(getComputedStyle(e).overflowX) && e !== document.body;
    for (const e of document.querySelectorAll('body *')) {
        if (!e.checkVisibility() || e.closest('.sr, .skip, #picture, svg, template')) continue;
        const style = getComputedStyle(e), padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        pen.font = style.font;
        const isTooLong = (text, less) => pen.measureText(text).width > e.clientWidth - padding - less + 1;
        const shown = e.matches('select') ? e.selectedOptions[0]?.textContent : e.value ? '' : e.placeholder;
        if (shown && isTooLong(shown, e.matches('select') ? arrow : 0)) faults.add(`${shown}: cut`);
        if (e.matches('select') || ![...e.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
        const text = e.textContent.trim().slice(0, 60), range = document.createRange();
        if (parseFloat(style.fontSize) < least) faults.add(`${text}: ${style.fontSize}`);
        if (outer(e, scrolls)) continue;
        range.selectNodeContents(e);
        const edge = Math.min(innerWidth, outer(e, clips)?.getBoundingClientRect().right ?? innerWidth);
        const isOut = r => r.width && (r.right > edge + 1 || r.left < -1);
        if ([...range.getClientRects()].some(isOut)) faults.add(`${text}: out`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways');
    return [...faults];
}"""


@pytest.mark.parametrize("language", LANGUAGES[1:])  # English is shorter, and read by other tests
def test_every_language_fits_on_a_phone(chromium: Browser, base: str, language: str) -> None:
    """The first page, a lesson, a table that waits, a game, and its end."""
    context = chromium.new_context(
        base_url=base, viewport={"width": 360, "height": 740}, locale=language, reduced_motion="reduce"
    )
    page = watched(context.new_page())
    page.route("**/review", lambda route: route.fulfill(json=REVIEW))
    page.goto("/")
    check(page)
    page.locator("#game-templari button[value=friends]").dispatch_event("click")
    page.wait_for_url("**/lobby/*")
    check(page)
    page.goto("/learn/templari")
    check(page)
    lay(page, game="templari", mode="bots", players=5, seed=4)
    until(page, "!!document.querySelector('.prompt.yours')")
    check(page)
    record = short_game().save()
    page.goto(page.request.post("/api/records", data={"record": record}).json()["url"])
    page.wait_for_selector("#turned-list a")
    check(page)
    context.close()
    assert page.faults == []  # type: ignore[attr-defined]


def check(page: Page) -> None:
    told = page.evaluate(MEASURE, [LEAST, ARROW])
    assert not told, f"{page.url}: {told}"
