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


PATIENCE = 30_000  # milliseconds: for the server's answer on a machine that is busy

# Of each game: a step, what a rule refuses there and how, what is legal but not asked for and what is said of it; and
# what the short game afterwards shows.
LESSONS = [
    ("templar", "barred", ("josua", "another player's pile"), ("stephanus", "hides three valuables"), "Round 34"),
    ("temple", "leap", ("leap a1", "not count as a 1-mask room"), ("leap b2", "not one step away"), "your turn"),
    ("templari", "curse", ("bid 3", "cursed for you"), ("bid 5", "not the lowest"), "turn 13 of 15"),
]


@pytest.mark.parametrize(("game", "at", "refused", "wrong", "shown"), LESSONS)
def test_a_lesson_from_first_to_last(
    page: Page, game: str, at: str, refused: tuple[str, str], wrong: tuple[str, str], shown: str
) -> None:
    [lesson] = lessons(load(game).folder)
    page.goto(f"/learn/{game}")
    for number, step in enumerate(lesson.steps, 1):
        expect(page.locator("#count")).to_have_text(f"Step {number} of {len(lesson.steps)}")
        target = page.locator(f"#picture[data-step='{step.id}'] .lit[data-act='{step.accept[0]}']").first
        expect(target).to_be_visible(timeout=PATIENCE)
        if step.id == at:
            page.locator(f"#picture [data-act='{refused[0]}']").first.dispatch_event("click")
            expect(page.locator("#said.refused")).to_contain_text(refused[1], timeout=PATIENCE)
            page.locator(f"#picture [data-act='{wrong[0]}']").first.dispatch_event("click")
            expect(page.locator("#said.wrong")).to_contain_text(wrong[1], timeout=PATIENCE)
            page.reload()  # one comes back to the step where one was
            expect(page.locator("#count")).to_have_text(f"Step {number} of {len(lesson.steps)}")
            expect(target).to_be_visible(timeout=PATIENCE)
            target.focus()
            page.keyboard.press("Enter")
        else:
            target.dispatch_event("click")
        expect(page.locator("#said.right")).to_be_visible(timeout=PATIENCE)
        shoot(page, f"lesson-{game}-{step.id}")
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#end-title")).to_be_focused()
    page.click("#end form button")
    page.wait_for_selector("#picture svg")
    expect(page.locator("#picture")).to_contain_text(shown, timeout=PATIENCE)
