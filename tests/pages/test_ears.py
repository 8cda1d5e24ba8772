"""For the ears: what a screen reader is told, through a whole game of each kind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import lay, until

YOURS = "!!document.querySelector('.prompt.yours')"
HEAR = """() => {
    window.heard = [];
    const keep = node => { if (node.tagName === 'P') window.heard.push(node.textContent); };
    for (const p of document.querySelectorAll('#said p')) keep(p);
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(keep)))
        .observe(document.querySelector('#said'), { childList: true });
}"""
MOST_WORDS = 25


def opening(text: str) -> str:
    """How a summary begins: its first sentence, or that much of it as stands before a comma."""
    return re.split(r" … |\. |, ", text)[0].rstrip(".")


def log_of(page: Page) -> list[str]:
    """The log as it is read, the oldest line first."""
    return [*reversed(page.locator("#log li > span:first-of-type").all_inner_texts())]


@pytest.mark.parametrize(("game", "players"), [("templar", 2), ("templari", 3), ("temple", 2)])
def test_a_whole_game_is_told_in_order_and_nothing_twice(page: Page, game: str, players: int) -> None:
    made = lay(page, game=game, mode="bots", players=players, seed=7, pace=10)
    page.evaluate(HEAR)
    page.request.post(f"/api/tables/{made['id']}/bot", data={"seat": 0, "request": "let-a-bot-play-0"})
    page.request.post(f"/api/tables/{made['id']}/pace", data={"pace": 0, "request": "as-fast-as-can-be"})
    until(page, "!document.querySelector('#over').hidden", 90)
    until(page, "window.heard.some(text => text.startsWith(document.querySelector('#over-title').textContent))")
    heard: list[str] = page.evaluate("window.heard")
    won = page.inner_text("#over-title")
    assert heard[-1].startswith(won)  # the winner is said, last of all
    assert sum(text.startswith(won) for text in heard) == 1
    log = log_of(page)
    told = [text for text in heard[:-1] if any(line.startswith(opening(text)) for line in log)]
    assert len(told) >= 10
    assert [text for text in told if len(text.replace("…", "").split()) > MOST_WORDS] == []
    at = 0
    for text in told:  # in the order of the log, each turn once
        at = next((n for n in range(at, len(log)) if log[n].startswith(opening(text))), len(log)) + 1
        assert at <= len(log), f"{text!r} was told out of order or twice"


def test_undo_and_a_new_look_announce_nothing_twice(page: Page) -> None:
    lay(page, game="templari", mode="bots", players=3, seed=3, options={"start": 0})
    until(page, YOURS)
    page.evaluate(HEAR)
    asked = page.inner_text("#asked")
    until(page, "window.heard.length === 1")
    page.locator("#bid-1").click()
    until(page, f"document.querySelectorAll('#log li').length > 2 && {YOURS}")
    until(page, "window.heard.at(-1) === document.querySelector('#asked').textContent")  # what is asked comes last
    heard = page.evaluate("window.heard")
    assert any("opens at 1" in text for text in heard)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # it looks again
    page.wait_for_timeout(600)
    assert page.evaluate("window.heard") == heard
    page.click("#undo")
    until(page, "document.querySelectorAll('#log li').length === 0")
    until(page, f"window.heard.length === {len(heard) + 1}")
    assert page.evaluate("window.heard").pop() == asked  # what is asked again, and no turn of before
