"""A phone in the pocket: it can be installed, says so when the server is away, trembles and chimes if one likes, stays
awake on one's turn, shows the last seconds, and shows what the server sends while no page is open."""

from __future__ import annotations

import json
import pathlib
import re
import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.pages.conftest import eventually, lay, until, watched
from tests.server.driving import Serving
from tests.server.test_push import Phone, PushService

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


# What the browser would have of its maker's push service; what it was asked with.
SUBSCRIBE = """
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    const key = btoa(String.fromCharCode(...applicationServerKey)).replaceAll('+', '-').replaceAll('/', '_');
    window.wanted = [userVisibleOnly, key.replaceAll('=', '')];
    return { toJSON: () => ({subscription}) };
};
"""


def decide(page: Page) -> None:
    """Pass on to the bots, who take their time: it is seen that it is their turn."""
    until(page, "!!document.querySelector('.prompt.yours')")
    eventually(lambda: passed(page), what=lambda: f"the turn of the others after {page.inner_text('#asked')}")


def passed(page: Page) -> bool:
    """Click once more, since what was lit may have been drawn anew in between; whether others are to decide then."""
    page.evaluate("document.querySelector('#picture .lit')?.dispatchEvent(new Event('click', { bubbles: true }))")
    page.wait_for_timeout(1000)
    return not page.evaluate("!!document.querySelector('.prompt.yours')")


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


def test_a_push_from_the_click_to_the_notice(chromium: Browser, tmp_path: pathlib.Path) -> None:
    """Who wants to be told is told after the page was closed, with a link to the table. The browser's own way to its
    maker's push service is the one part that a service of ours stands in for."""
    service = PushService()
    phone = Phone(f"{service.address}/phone")
    with Serving(tmp_path, push_private=1, away_after=1) as server:
        contexts = [chromium.new_context(base_url=server.address, reduced_motion="reduce") for _ in range(2)]
        contexts[1].grant_permissions(["notifications"], origin=server.address)
        contexts[1].add_init_script(SUBSCRIBE.replace("{subscription}", json.dumps(phone.subscription)))
        host, guest = [watched(context.new_page()) for context in contexts]
        clock = {"seconds": 86400, "end": "soft"}
        table = lay(host, game="templari", mode="friends", players=3, options={"start": 0}, clock=clock)
        guest.goto(table["seats"][1]["link"])
        guest.wait_for_selector("#picture svg")
        guest.click("summary:has-text('Settings')")
        with guest.expect_response(lambda answer: answer.url.endswith("/api/push") and answer.request.method == "POST"):
            guest.click("#set-notify")
        key = guest.request.get("/api/push").json()["key"]
        assert guest.evaluate("window.wanted") == [True, key]
        guest.goto("/")  # no page of the table is open any more
        expect(host.locator("#people li").nth(1)).to_contain_text("not here", timeout=30_000)
        host.locator("#picture .lit[data-act='bid 1']").dispatch_event("click")
        message = phone.read(service.messages.get(timeout=60)[2])
        notices = deliver(contexts[1], guest, server.address, message)
        assert notices == [["Your turn", message["body"], f"/table/{table['id']}"]]
        for context in contexts:
            context.close()
        assert [page.faults for page in (host, guest)] == [[], []]  # type: ignore[attr-defined]
    service.server.shutdown()
    service.server.server_close()


def deliver(context: BrowserContext, page: Page, base: str, message: dict[str, Any]) -> list[list[str]]:
    """Hand a message to the service worker, as the browser does with one of the push service; what is shown then."""
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
    push = {"origin": base, "registrationId": known[-1], "data": json.dumps(message)}
    shown = """navigator.serviceWorker.ready.then(async worker =>
        (await worker.getNotifications()).map(n => [n.title, n.body, n.data.url]))"""
    notices: list[list[str]] = []
    while not notices and time.monotonic() < end:
        session.send("ServiceWorker.deliverPushMessage", push)  # again, where the worker was not there yet
        again = time.monotonic() + 5
        while not (notices := page.evaluate(shown)) and time.monotonic() < again:
            page.wait_for_timeout(20)
    return notices
