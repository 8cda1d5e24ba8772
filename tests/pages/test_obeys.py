"""The table obeys: walks, forced decisions, undo, the speed of bots, what the others did, keys and ears."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.pages.conftest import KEEP_TOASTS, eventually, lay, until, watched

YOURS = "!!document.querySelector('.prompt.yours')"


def now_of(page: Page, id: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.request.get(f"/api/tables/{id}?picture=false").json()
    return answer


def test_a_click_on_a_far_room_walks_there_and_undo_takes_all_of_it_back(page: Page) -> None:
    made = lay(page, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(page, YOURS)
    page.locator("#room-1-3").click()  # two steps north
    until(page, "document.querySelectorAll('#log li').length >= 2")
    now = now_of(page, made["id"])
    assert now["view"]["seats"][0]["room"] == 2
    assert now["ply"] >= 2
    page.locator("#room-5-5").click()
    page.wait_for_timeout(500)
    page.click("#undo")
    until(page, "document.querySelectorAll('#log li').length === 0")
    assert now_of(page, made["id"])["ply"] == 0
    page.locator("#room-5-5").click()  # out of reach: it is said, never silence
    expect(page.locator("#why")).to_contain_text("cannot be reached")
    page.locator("#picture .lit").first.click()
    expect(page.locator("#why")).to_be_empty()  # an old answer goes when something else is done


def test_undo_says_why_it_is_grey(page: Page) -> None:
    lay(page, game="templari", mode="friends", players=3, options={"start": 0})
    until(page, YOURS)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.click("#undo", force=True)
    expect(page.locator("#why")).to_contain_text("nothing to take back")


def test_against_bots_alone_any_decision_is_taken_back(page: Page) -> None:
    made = lay(page, game="templari", mode="bots", players=3, seed=3, options={"start": 0})
    until(page, YOURS)
    page.locator("#bid-1").click()
    until(page, "document.querySelectorAll('#log li').length > 2")
    until(page, "document.querySelector('#undo').getAttribute('aria-disabled') === 'false'")
    page.click("#undo")
    until(page, "document.querySelectorAll('#log li').length === 0")
    expect(page.locator("#taken-back")).to_be_visible()
    assert now_of(page, made["id"])["taken_back"] > 0


def test_bots_play_step_by_step_and_pause(page: Page) -> None:
    made = lay(page, game="templari", mode="watch", players=3, pace=10)
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Go on")
    expect(page.locator("#speed-set")).to_have_value("step")
    before = now_of(page, made["id"])["ply"]
    for n in (1, 2):
        page.click("#next")
        until(page, f"document.querySelectorAll('#log li').length >= {n}")
        page.wait_for_timeout(300)
        assert now_of(page, made["id"])["ply"] == before + n
    page.select_option("#speed-set", "fast")
    eventually(lambda: now_of(page, made["id"])["ply"] > before + 12)  # and now without being asked


def test_what_the_others_did_since_your_last_turn(page: Page) -> None:
    lay(page, game="templari", mode="bots", players=3, seed=3, options={"start": 0})
    until(page, YOURS)
    page.keyboard.press("1")  # a number typed makes an offer
    expect(page.locator("#would")).to_contain_text("1: Offer 1")
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#log li').length > 2 && {YOURS}")
    expect(page.locator("#since")).to_be_visible()
    assert page.locator("#log li.fresh").count() > 0
    assert page.locator("#log .own-turn").count() == 1
    expect(page.locator("#said p").last).to_have_text(page.inner_text("#asked"))  # the prompt last
    told = page.locator("#said p").all_inner_texts()
    assert all(len(text.split()) <= 26 for text in told[:-1])
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_a_departed_player_is_shown_in_the_prompt(context: BrowserContext, chromium: Browser, base: str) -> None:
    page = watched(context.new_page())
    made = lay(page, game="templari", mode="friends", players=3, options={"start": 1})
    other = chromium.new_context(base_url=base, locale="en", reduced_motion="reduce")
    guest = other.new_page()
    guest.goto(made["seats"][1]["link"])
    guest.wait_for_selector("#picture svg")
    until(page, "document.querySelector('#gone').hidden")
    other.close()
    until(page, "!document.querySelector('#gone').hidden", 60)


def test_a_finger_confirms_and_a_mouse_does_not(chromium: Browser, base: str) -> None:
    context = chromium.new_context(
        base_url=base,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        locale="en",
    )
    context.add_init_script(KEEP_TOASTS)
    page = watched(context.new_page())
    made = lay(page, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(page, YOURS)
    page.locator("#picture .lit").first.tap()
    expect(page.locator("#confirm-yes")).to_be_visible()
    until(page, "window.toasts.includes('Press and hold a thing to learn what it is.')")
    assert now_of(page, made["id"])["ply"] == 0
    page.wait_for_timeout(500)
    page.locator("#confirm-yes").tap()
    until(page, "document.querySelectorAll('#log li').length > 0")
    assert page.faults == []  # type: ignore[attr-defined]
    context.close()


def test_new_games_remember_what_was_chosen_and_one_screen_asks_for_names(page: Page) -> None:
    page.goto("/")
    game = page.locator("#game-templari")
    game.locator("select[name=bot]").select_option("knight")
    game.locator("select[name=players]").select_option("4")
    page.reload()
    expect(game.locator("select[name=bot]")).to_have_value("knight")
    expect(game.locator(".says")).to_contain_text("Looks well ahead")
    expect(game.locator(".says")).to_be_visible()  # without opening anything
    game.locator("button[value=one_screen]").click()
    names = page.locator("#names input")
    expect(names).to_have_count(4)
    names.nth(0).fill("Ada")
    page.click("#names button[value=go]")
    page.wait_for_selector("#picture svg, #curtain:not([hidden])")
    id = page.url.rsplit("/", 1)[1]
    assert now_of(page, id)["view"]["names"][0] == "Ada"
    page.goto("/")
    row = page.locator(f"[data-table='{id}']")
    expect(row).to_contain_text("Ada")
    assert row.locator("time").inner_text()
    page.on("dialog", lambda dialog: dialog.accept())
    row.locator(".forget").click()
    expect(row).to_have_count(0)
    assert page.request.get(f"/api/tables/{id}").status == 404


def test_opponents_have_levels_of_their_own_until_one_is_chosen_for_all(page: Page) -> None:
    """Who plays with whom is told where the level is chosen; no level that was chosen long ago stays behind it."""
    page.goto("/")
    game = page.locator("#game-temple")
    game.locator("select[name=players]").select_option("3")
    game.locator("select[name=bot]").select_option("squire")
    game.locator("details.more summary").click()
    own = game.locator(".opponents select")
    own.nth(1).select_option("master")
    expect(game.locator(".says")).to_have_text("Opponent 1: Squire · Opponent 2: Master")
    page.reload()
    expect(game.locator(".says")).to_have_text("Opponent 1: Squire · Opponent 2: Master")
    expect(page.locator("#game-templari .says")).not_to_contain_text("Master")  # which nobody chose there
    game.locator("select[name=bot]").select_option("novice")
    expect(own.nth(1)).to_have_value("")
    expect(game.locator(".says")).to_contain_text("Learns the game along with you")
    page.reload()
    expect(game.locator(".says")).to_contain_text("Learns the game along with you")


def test_a_lobby_says_what_a_level_is_like(page: Page) -> None:
    page.goto("/")
    page.locator("#game-temple button[value=friends]").click()
    page.wait_for_url("**/lobby/*", wait_until="load")
    page.locator("#bot").select_option("master")
    expect(page.locator("#bot-says")).to_contain_text("The strongest there is")


def test_the_end_says_who_won_with_units(page: Page) -> None:
    lay(page, game="templari", mode="watch", players=3)
    until(page, "!document.querySelector('#over').hidden", 90)
    assert "points" in page.inner_text("#over-ranks")
    expect(page.locator("#share")).to_be_visible()
    expect(page.locator("#over-reason")).to_have_text("The last lot has been sold.")
    told = f"{page.inner_text('#over-title')} {page.inner_text('#over-reason')}"
    expect(page.locator("#said p").last).to_have_text(told)  # who won, and why


def test_a_curtain_is_drawn_only_where_the_next_view_hides_something(page: Page) -> None:
    """Templar is played with open cards, so the device is handed over without one; Temple has hands."""
    made = lay(page, game="templar", mode="one_screen", players=2, seed=1)
    assert not now_of(page, made["id"])["hides"]
    expect(page.locator("#curtain")).to_be_hidden()
    until(page, YOURS)
    made = lay(page, game="temple", mode="one_screen", players=2)
    assert now_of(page, made["id"])["hides"]
    expect(page.locator("#curtain")).to_be_visible()


def test_one_invitation_lets_a_friend_choose_seat_and_name(page: Page, chromium: Browser, base: str) -> None:
    made = lay(page, game="templari", mode="friends", players=3, options={"start": 0})
    expect(page.locator(".qr svg")).to_be_visible()
    link = page.input_value("#invite-link")
    other = chromium.new_context(base_url=base, locale="en")
    guest = watched(other.new_page())
    guest.goto(link)
    expect(guest.locator("#chairs .human")).to_have_count(1)  # the host's own
    guest.fill("#name", "Bea")
    guest.click("#chairs button[value='2']")
    guest.wait_for_selector("#picture svg")
    assert now_of(guest, made["id"])["yours"] == [2]
    until(page, "document.querySelector('#people').textContent.includes('Bea')")
    guest.goto(link)  # coming back needs no choice
    guest.wait_for_selector("#picture svg")
    assert guest.faults == []  # type: ignore[attr-defined]
    other.close()


def test_the_house_can_be_installed_and_says_when_it_is_offline(page: Page) -> None:
    page.goto("/")
    assert page.request.get("/manifest.webmanifest").json()["start_url"] == "/"
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until_controlled = "!!navigator.serviceWorker.controller"
    page.reload()
    assert page.evaluate(until_controlled)
    page.context.set_offline(True)
    page.goto("/rules/temple")
    expect(page.locator("h1")).to_have_text("The server cannot be reached")
    assert page.evaluate("getComputedStyle(document.querySelector('.btn')).minHeight") == "44px"  # with its styles
    page.context.set_offline(False)
    page.faults.clear()  # type: ignore[attr-defined]


def test_a_slow_network_shows_that_the_move_is_on_its_way(page: Page) -> None:
    made = lay(page, game="templari", mode="bots", players=3, seed=3, options={"start": 0})
    until(page, YOURS)
    page.locator("#bid-1").hover()
    held: list[Any] = []
    page.route("**/act", lambda route: held.append(route))  # the answer waits until it is let go
    page.locator("#bid-1").click()
    expect(page.locator("#would")).to_have_text("On its way…")
    expect(page.locator("#prompt")).to_have_class(re.compile("sending"))
    page.locator("#bid-2").click()  # a second click meanwhile is no second move, and says so
    assert len(held) == 1
    expect(page.locator("#would")).to_have_text("On its way…")
    held.pop().continue_()
    until(page, "document.querySelectorAll('#log li').length > 0")
    expect(page.locator("#prompt")).not_to_have_class(re.compile("sending"))
    assert now_of(page, made["id"])["view"]["seats"][0]["offered"] == 1 or now_of(page, made["id"])["ply"] > 1


CLICKABLE = """() => [...document.querySelectorAll('#picture [data-act], #picture [role=img][id]')]
    .filter(e => e.getBoundingClientRect().width > 4 && !e.closest('.lit, [pointer-events=none]')).map(e => e.id)"""


def test_every_click_on_a_thing_answers(page: Page) -> None:
    """What is lit acts; all else says why not or what it is, and the answer before goes."""
    made = lay(page, game="temple", mode="bots", players=2, seed=5, options={"start": 0})
    until(page, YOURS)
    rooms = [divmod(mark["room"], 5) for mark in now_of(page, made["id"])["view"]["reach"]]
    reached = {f"room-{row + 1}-{col + 1}" for row, col in rooms}  # there a click walks
    things = [id for id in page.evaluate(CLICKABLE) if id not in reached]
    assert len(things) > 15
    for id in things[::3]:
        page.keyboard.press("Escape")
        page.evaluate("document.querySelector('#why').textContent = 'an answer of before'")
        page.locator(f"#{id}").click(force=True)
        until(page, "document.querySelector('#why').textContent !== 'an answer of before'")
        until(page, "document.querySelector('#why').textContent !== '' || !document.querySelector('#about').hidden")
