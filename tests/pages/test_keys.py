"""By keyboard: few keys a decision, and the focus comes along."""

from __future__ import annotations

import statistics
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from chapterhouse.bots import make, play
from chapterhouse.games import NAMES
from chapterhouse.play.table import Table
from tests.pages.conftest import lay, until

YOURS = "!!document.querySelector('.prompt.yours')"
MEDIAN, MOST = 3, 6  # keys a decision
NUMBERS = """async decisions => {
    const own = document.querySelector('script[type=module]').src.replace(/table[^/]*\\.js/, 'numbers.js');
    const { numbersOf } = await import(own);
    return decisions.map(legal => [...numbersOf(legal.map(words => ({ words }))).values()]);
}"""


def decisions_of(name: str) -> list[list[str]]:
    """What could be done at every decision of a whole game, but where there was no choice."""
    table, bot = Table(name, seed=3), make("sensible", name, 1)
    choices = []
    while not table.over:
        if len(table.legal) > 1:
            choices.append([str(action) for action in table.legal])
        play(table, bot)
    return choices


def ply_of(page: Page, id: str) -> int:
    return int(page.request.get(f"/api/tables/{id}?picture=false").json()["ply"])


def test_every_decision_of_whole_games_takes_few_keys(page: Page) -> None:
    lay(page, game="templari", mode="bots", players=3)
    for name in NAMES:
        choices = decisions_of(name)
        assert len(choices) > 30
        numbers: list[list[str]] = page.evaluate(NUMBERS, choices)
        for words, typed in zip(choices, numbers, strict=True):
            assert len(set(typed)) == len(typed), f"two of {words} have the same number"
        keys = [len(number) + 1 for typed in numbers for number in typed]  # and Enter
        assert statistics.median(keys) <= MEDIAN
        assert max(keys) <= MOST
        assert statistics.median(max(map(len, typed)) + 1 for typed in numbers) <= MEDIAN  # even the farthest action


@pytest.mark.parametrize(
    ("game", "options"), [("templar", {"placement": "first-game"}), ("templari", {}), ("temple", {})]
)
def test_a_game_is_played_by_numbers(page: Page, game: str, options: dict[str, Any]) -> None:
    made = lay(page, game=game, mode="bots", players=2 if game != "templari" else 3, seed=5, options=options)
    page.keyboard.press("Escape")  # who uses keys gets the list
    for turn in range(5):
        until(page, f"{YOURS} && document.querySelectorAll('#acts button').length > 1")
        ply = ply_of(page, made["id"])
        button = page.locator("#acts button").nth(turn % page.locator("#acts button").count())
        number, says = button.locator("kbd").text_content() or "", button.text_content() or ""
        for digit in number:
            page.keyboard.press(digit)
        expect(page.locator("#would")).to_have_text(f"{number}: {says.removeprefix(number)}")
        page.keyboard.press("Enter")
        end = time.monotonic() + 30
        while ply_of(page, made["id"]) == ply:
            assert time.monotonic() < end, f"{number} and Enter did nothing: {says}"
            page.wait_for_timeout(50)
        until(page, f"{YOURS} && !document.querySelector('#would').textContent.startsWith('{number}: ')")
        if page.locator("#picture .lit").count():
            until(
                page, "!!document.activeElement.closest('#picture .lit, #acts')"
            )  # the focus waits at what can be done
    assert page.evaluate("[...document.querySelectorAll('#log a, #log button')].every(e => e.tabIndex === -1)")
