"""Pieces slide from their old place to the new one, above everything else; not for who wants no motion."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from chapterhouse.games import NAMES
from tests.pages.conftest import lay, shoot, until, watched

# Every slide is held at its start and kept, to be looked at.
HOLD = """
window.slides = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    const slide = animate.apply(this, how);
    slide.pause();
    window.slides.push([this, slide]);
    return slide;
};"""
CENTRE = "(e => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })"
PLACES = f"Object.fromEntries([...document.querySelectorAll('#picture .piece[id]')].map(e => [e.id, {CENTRE}(e)]))"
SLIDES = f"""window.slides.filter(([e]) => e.isConnected).map(([flying, slide]) => {{
    const piece = document.getElementById(flying.dataset.of), end = slide.effect.getTiming().duration;
    const seen = [0, end / 2, end - 1].map(time => {{ slide.currentTime = time; return {CENTRE}(flying); }});
    slide.currentTime = end / 4;
    const [start, middle, last] = seen, shown = getComputedStyle(piece).opacity;
    return {{ id: piece.id, start, middle, end: last, to: {CENTRE}(piece), shown }};
}})"""
STEP = "document.querySelector('#asked').textContent + document.querySelector('#log').children.length"
TRIES = 60


@pytest.fixture
def moving(chromium: Browser, base: str) -> Iterator[Any]:
    contexts = []

    def opened(motion: Literal["reduce", "no-preference"]) -> Page:
        context = chromium.new_context(
            base_url=base, viewport={"width": 1440, "height": 900}, reduced_motion=motion, locale="en"
        )
        context.add_init_script(HOLD)
        contexts.append(context)
        return watched(context.new_page())

    yield opened
    for context in contexts:
        for page in context.pages:
            assert page.faults == []  # type: ignore[attr-defined]
        context.close()


def act(page: Page) -> dict[str, list[float]]:
    """Decide something that is likely to move a piece; returns where all stood before."""
    until(page, "!!document.querySelector('.prompt.yours')")
    places: dict[str, list[float]] = page.evaluate(PLACES)
    step = page.evaluate(STEP)
    page.evaluate("window.slides.length = 0")
    likely = "[data-act^=sell], [data-act^=step], [data-act^=leap], [data-act='bid 9'], [data-act='bid 8']"
    lit = page.locator("#picture .lit")
    first = lit.and_(page.locator(likely))
    (first if first.count() else lit).first.dispatch_event("click")
    until(page, f"({STEP}) !== {step!r}")
    return places


@pytest.mark.parametrize("game", NAMES)
def test_a_piece_slides_from_its_old_place_to_the_new(moving: Any, game: str) -> None:
    page = moving("no-preference")
    lay(page, game=game, mode="bots", seed=4, pace=0.5)
    for _ in range(TRIES):
        places = act(page)
        slides = [s for s in page.evaluate(SLIDES) if math.dist(s["to"], places[s["id"]]) > 40]
        if slides:
            break
    else:
        raise AssertionError("no piece ever slid")
    shoot(page, f"{game}-sliding")
    for slide in slides:
        old, new = places[slide["id"]], slide["to"]
        assert math.dist(slide["start"], old) < 4
        assert math.dist(slide["end"], new) < 4
        assert math.dist(slide["middle"], old) > 8 < math.dist(slide["middle"], new)
        assert math.dist(old, slide["middle"]) + math.dist(slide["middle"], new) == pytest.approx(
            math.dist(old, new), abs=4
        )
        assert slide["shown"] == "0"  # it is seen once: where it slides
    page.evaluate("window.slides.forEach(([, slide]) => slide.finish())")
    until(page, "!document.querySelector('.flying')")
    for slide in slides:
        assert page.evaluate(f"getComputedStyle(document.getElementById({slide['id']!r})).opacity") == "1"


@pytest.mark.parametrize("game", NAMES)
def test_nothing_slides_for_who_wants_no_motion(moving: Any, game: str) -> None:
    page = moving("reduce")
    lay(page, game=game, mode="bots", seed=4, pace=0.5)
    for _ in range(TRIES):
        before = act(page)
        after = page.evaluate(PLACES)
        assert page.evaluate("window.slides.length") == 0
        running = "document.getAnimations().filter(a => a.playState === 'running').length"
        assert page.evaluate(running) == 0
        if any(id in after and math.dist(before[id], after[id]) > 40 for id in before):
            return
    raise AssertionError("no piece ever moved")
