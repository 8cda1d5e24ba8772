"""The living rulebook and a lesson, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from chapterhouse.games import load
from chapterhouse.games.teaching import lessons
from tests.pages.conftest import shoot, until


@pytest.mark.parametrize("width", [1280, 390])
def test_the_rulebook(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/rules/templari#templari.bid.curse")
    expect(page.locator("[id='templari.bid.curse']")).to_be_in_viewport()
    page.locator("#example-win").scroll_into_view_if_needed()
    until(page, "document.querySelectorAll('#example-win .shot svg').length === 2")
    until(page, "document.querySelectorAll('#example-win svg .changed').length > 0")
    whole, seen = page.evaluate("""[844, document.querySelector('#example-win svg').viewBox.baseVal.height]""")
    assert seen < whole
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#example-win").scroll_into_view_if_needed()
    shoot(page, f"rulebook-{width}")
    page.fill("#find", "cursed")
    expect(page.locator("[id='templari.bid.curse']")).to_be_visible()
    expect(page.locator("[id='templari.reveal']")).to_be_hidden()
    page.fill("#find", "")
    page.click("#example-curse form button")
    page.wait_for_selector("#picture svg")
    expect(page.locator("#picture [id='card-mail-3']")).to_be_visible()


def test_a_lesson_from_first_to_last(page: Page) -> None:
    [lesson] = lessons(load("templari").folder)
    page.goto("/learn/templari")
    for number, step in enumerate(lesson.steps, 1):
        expect(page.locator("#count")).to_have_text(f"Step {number} of {len(lesson.steps)}")
        target = page.locator(f"#picture .lit[data-act='{step.accept[0]}']").first
        expect(target).to_be_visible()
        if step.id == "curse":
            page.locator("#picture [data-act='bid 3']").first.dispatch_event("click")
            expect(page.locator("#said.refused")).to_contain_text("cursed for you")
            page.locator("#picture [data-act='bid 5']").first.dispatch_event("click")
            expect(page.locator("#said.wrong")).to_contain_text("not the lowest")
            page.reload()  # one comes back to the step where one was
            expect(page.locator("#count")).to_have_text(f"Step {number} of {len(lesson.steps)}")
            target.focus()
            page.keyboard.press("Enter")
        else:
            target.dispatch_event("click")
        expect(page.locator("#said.right")).to_be_visible()
        shoot(page, f"lesson-{step.id}")
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#end-title")).to_be_focused()
    page.click("#end form button")
    page.wait_for_selector("#picture svg")
    expect(page.locator("#picture")).to_contain_text("turn 13 of 15")
