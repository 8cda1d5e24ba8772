"""A phone in the pocket: it can be installed, says so when the server is away, trembles and chimes if one likes, stays
awake on one's turn, shows the last seconds, and shows what the server sends while no page is open."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.pages.conftest import lay, until

# What a phone would do, counted.
OBSERVE = """
window.done = { trembled: 0, chimed: 0, awake: 0, asleep: 0 };
navigator.vibrate = () => { window.done.trembled += 1; return true; };
window.AudioContext = class extends window.AudioContext { constructor() { super(); window.done.chimed += 1; } };
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
    window.done.awake += 1;
    const lock = new EventTarget();
    lock.release = async () => { window.done.asleep += 1; lock.dispatchEvent(new Event('release')); };
    window.lock = lock;
    return lock;
} } });
"""


def decide(page: Page) -> None:
    """Pass on to the bots, who take their time: it is seen that it is their turn."""
    until(page, "!!document.querySelector('.prompt.yours')")
    page.locator("#picture .lit").first.dispatch_event("click")
    until(page, "!document.querySelector('.prompt.yours')")


def test_quiet_unless_one_likes_and_awake_on_ones_turn(context: BrowserContext, page: Page) -> None:
    context.add_init_script(OBSERVE)
    table = {"game": "templari", "mode": "bots", "players": 3, "bot": "random", "options": {"start": 0}, "pace": 1.5}
    lay(page, **table, clock={"seconds": 10})
    until(page, "window.done.awake >= 1")
    expect(page.locator("#clock")).to_have_class(re.compile(r"\b(last|late)\b"))
    decide(page)
    until(page, "window.done.asleep >= 1")
    until(page, "window.done.awake >= 2")  # one's turn again
    assert page.evaluate("[window.done.trembled, window.done.chimed]") == [0, 0]  # off until one wants them
    page.click("summary:has-text('Settings')")
    page.check("#set-sound")
    page.check("#set-vibrate")
    decide(page)
    until(page, "window.done.trembled >= 1 && window.done.chimed >= 1")
    until(page, "!!document.querySelector('.prompt.yours')")
    page.evaluate("window.before = window.done.awake; window.lock.release()")  # as when the page is hidden
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "window.done.awake > window.before")


def test_a_message_of_the_server_is_shown(context: BrowserContext, page: Page, base: str) -> None:
    """The service worker shows what a push brings; the push itself is tried on the server's side."""
    context.grant_permissions(["notifications"], origin=base)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = context.new_cdp_session(page)
    known: list[str] = []

    def keep(event: dict[str, Any]) -> None:
        known.extend(registration["registrationId"] for registration in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", keep)
    session.send("ServiceWorker.enable")
    end = time.monotonic() + 30
    while not known and time.monotonic() < end:
        page.wait_for_timeout(20)
    message = {"title": "Your turn", "body": "Templari: Ada", "url": "/table/AAAAAAAAAAAAAAAA", "tag": "a"}
    push = {"origin": base, "registrationId": known[-1], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", push)
    shown = """navigator.serviceWorker.ready.then(async worker =>
        (await worker.getNotifications()).map(n => [n.title, n.body, n.data.url]))"""
    while not (notices := page.evaluate(shown)) and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert notices == [["Your turn", "Templari: Ada", "/table/AAAAAAAAAAAAAAAA"]]
