"""Who is asked while the tab is hidden gets a notice, if they wanted one; the title of the tab tells it in any case."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.pages.conftest import KEEP_TOASTS, lay, until, watched

# The browser's own notices, counted; and a tab that can be hidden at will.
OBSERVE = """
window.asked = 0;
window.notices = [];
window.isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => window.isHidden });
window.Notification = class extends window.Notification {
    constructor(title, options) { super(title, options); window.notices.push([title, options.body]); }
    static requestPermission() { window.asked += 1; return super.requestPermission(); }
};"""
YOURS, NOT_YOURS = re.compile("^● Your turn"), re.compile("^Templari")


def decide(page: Page, words: str) -> None:
    until(page, "!!document.querySelector('.prompt.yours')")
    page.locator(f"#picture .lit[data-act='{words}']").dispatch_event("click")


def test_a_notice_when_the_turn_comes_to_a_hidden_tab(chromium: Browser, base: str) -> None:
    contexts = [chromium.new_context(base_url=base, reduced_motion="reduce", locale="en") for _ in range(3)]
    contexts[0].grant_permissions(["notifications"], origin=base)
    contexts[0].add_init_script(OBSERVE)
    contexts[0].add_init_script(KEEP_TOASTS)
    host, *guests = [watched(context.new_page()) for context in contexts]
    made = lay(host, game="templari", mode="friends", players=3, options={"start": 0})
    for guest, seat in zip(guests, made["seats"][1:], strict=True):
        guest.goto(seat["link"])
        guest.wait_for_selector("#picture svg")
    expect(host).to_have_title(YOURS)
    assert host.evaluate("[window.asked, window.notices]") == [0, []]
    host.click("summary:has-text('Settings')")
    assert host.evaluate("window.asked") == 0
    host.click("#set-notify")
    until(host, "window.toasts.includes('You will be told when it is your turn.')")
    assert host.evaluate("window.asked") == 1

    decide(host, "bid 1")
    expect(host).to_have_title(NOT_YOURS)
    host.evaluate("window.isHidden = true")
    decide(guests[0], "bid 2")
    expect(host.locator("#log li").first).to_contain_text("raises to 2")
    assert host.evaluate("window.notices") == []  # another's turn is no news
    expect(host).to_have_title(NOT_YOURS)
    decide(guests[1], "bid 3")
    expect(host).to_have_title(YOURS)
    assert host.evaluate("window.notices") == [["Your turn", host.inner_text("#asked")]]
    guests[0].fill("#my-name", "Bertha")
    guests[0].keyboard.press("Enter")
    expect(host.locator("#people")).to_contain_text("Bertha")
    assert len(host.evaluate("window.notices")) == 1  # it is the same turn still

    host.evaluate("window.isHidden = false")
    decide(host, "bid 4")
    expect(host).to_have_title(NOT_YOURS)
    decide(guests[0], "bid 5")
    decide(guests[1], "bid 6")
    expect(host).to_have_title(YOURS)
    assert len(host.evaluate("window.notices")) == 1  # who looks needs no notice
    for context in contexts:
        context.close()
    assert [page.faults for page in (host, *guests)] == [[], [], []]  # type: ignore[attr-defined]


def test_no_notice_without_leave(chromium: Browser, base: str) -> None:
    context = chromium.new_context(base_url=base, reduced_motion="reduce", locale="en")
    context.add_init_script(OBSERVE + "window.isHidden = true;")
    page = watched(context.new_page())
    lay(page, game="templari", mode="bots", players=3, options={"start": 1})
    expect(page).to_have_title(YOURS)
    assert page.evaluate("[window.asked, window.notices, Notification.permission]") in (
        [0, [], "default"],
        [0, [], "denied"],
    )
    context.close()
    assert page.faults == []  # type: ignore[attr-defined]
