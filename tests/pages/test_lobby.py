"""Laying a table in one place, inviting others with one link, and one's own games."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.pages.conftest import shoot, watched

FRIENDS = "#game-templari button[value=friends]"


def test_one_invitation_from_the_lobby_to_the_table(chromium: Browser, base: str) -> None:
    """The host invites, a guest sits down and sees what is changed, and both are at the table after the start."""
    contexts = [chromium.new_context(base_url=base, reduced_motion="reduce", locale="en") for _ in range(3)]
    host, guest, other = [watched(context.new_page()) for context in contexts]
    host.goto("/")
    host.click(FRIENDS)
    host.wait_for_url("**/lobby/*")
    expect(host.locator(".qr svg")).to_be_visible()
    link = host.input_value("#invite-link")
    guest.goto(link)
    expect(guest.locator("#chairs .open")).to_have_count(2)
    guest.fill("#name", "Bertha")
    guest.click("#chairs button[value='1']")
    guest.wait_for_url("**/lobby/*")
    expect(host.locator("#chairs")).to_contain_text("Bertha")
    expect(host.locator("#said")).to_contain_text("Bertha")  # a screen reader hears it too
    expect(host.locator("#chairs li").nth(1)).to_contain_text("here")

    host.select_option("#players", "4")
    expect(guest.locator("#chairs li")).to_have_count(4)
    host.select_option("#lobby-clock", "180")
    expect(guest.locator("#lobby-now")).to_contain_text("3 minutes")
    host.select_option("#chairs select[data-seat='3']", "knight")
    expect(guest.locator("#chairs li").nth(3)).to_contain_text("Knight")
    for page in (host, guest):
        report = Axe().run(page)
        assert report.violations_count == 0, report.generate_report()

    other.goto("/")
    expect(other.locator("#open-now a")).to_have_count(0)
    with host.expect_response("**/lobby"):
        host.check("#listed")
    other.select_option("#open-game", "templari")  # which asks anew
    expect(other.locator("#open-now a")).to_contain_text("1 of 4 seats free")
    other.select_option("#open-language", "fr")
    expect(other.locator("#open-now a")).to_have_count(0)
    other.select_option("#open-language", "en")
    other.click("#open-now a")
    other.fill("#name", "Clara")
    other.click("#chairs button[value='2']")
    expect(host.locator("#chairs")).to_contain_text("Clara")
    shoot(host, "lobby")

    guest.fill("#talk-text", "Salve")
    guest.keyboard.press("Enter")
    expect(host.locator("#chat")).to_contain_text("Bertha: Salve")

    held = list[Route]()  # the host's way to the table, until the stream has told of the start too
    contexts[0].route("**/table/*", lambda route: held.append(route))
    with host.expect_response("**/now?*"):
        host.click("#start")
    host.wait_for_timeout(300)
    assert len(held) == 1
    held[0].continue_()
    contexts[0].unroute("**/table/*")
    for page in (host, guest, other):
        page.wait_for_url("**/table/*")
        page.wait_for_selector("#picture svg")
    expect(other.locator("#chat")).to_contain_text("Bertha: Salve")  # kept into the game
    expect(host.locator("#chat button")).to_have_text("mute")
    expect(guest.locator("#chat button")).to_have_count(0)
    expect(guest.locator("#people")).to_contain_text("Clara")
    guest.goto(link)  # who sits there comes back by the cookie, and by the link too
    guest.wait_for_url("**/table/*")
    for context in contexts:
        context.close()
    assert [page.faults for page in (host, guest, other)] == [[], [], []]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_play_now_is_in_view_with_all_that_it_plays(chromium: Browser, base: str, width: int, height: int) -> None:
    context = chromium.new_context(base_url=base, viewport={"width": width, "height": height}, locale="en")
    page = watched(context.new_page())
    page.goto("/")
    form, play = page.locator("#game-templar form"), page.locator("#game-templar .go")
    box = play.bounding_box()
    assert box
    assert box["y"] + box["height"] < height - 80  # not at the lower edge
    for what in (".presets", "#templar-players", "#templar-bot", ".more summary"):
        part = form.locator(what).bounding_box() if what[0] == "." else page.locator(what).bounding_box()
        assert part
        assert 0 < part["y"] < box["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    form.locator(".more summary").click()
    page.locator("#templar-clock").scroll_into_view_if_needed()
    expect(play).to_be_in_viewport(ratio=1)  # however long the options are
    context.close()
    assert page.faults == []  # type: ignore[attr-defined]


def test_presets_opponents_and_last_choices(page: Page) -> None:
    page.goto("/")
    form = page.locator("#game-templari form")
    chip = form.locator(".chip", has_text="Expert")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    assert [page.input_value(f"#templari-{name}") for name in ("players", "bot", "exchange", "mistakes")] == [
        "4",
        "knight",
        "true",
        "penalised",
    ]
    form.locator(".more summary").click()
    page.select_option("#templari-exchange", "false")
    expect(chip).to_have_attribute("aria-pressed", "false")  # it is no longer that game
    rows = form.locator(".opponents .pair")
    expect(rows).to_have_count(3)
    rows.nth(0).locator("input").fill("Odo")
    rows.nth(1).locator("select").select_option("novice")
    page.fill("#templari-name", "Ada")
    page.keyboard.press("Tab")
    page.reload()
    assert page.input_value("#templari-players") == "4"
    assert page.input_value("#templari-bot") == "knight"
    expect(rows.nth(0).locator("input")).to_have_value("Odo")
    form.locator(".go").click()
    page.wait_for_url("**/table/*")
    seats = page.request.get(page.url.replace("/table/", "/api/tables/")).json()["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [
        ("Ada", None),
        ("Odo", "knight"),
        ("Gold", "novice"),
        ("Green", "knight"),
    ]


def test_your_games_and_how_one_goes(page: Page) -> None:
    for start in (0, 1):
        table = {"game": "templari", "mode": "friends", "players": 3, "options": {"start": start}}
        assert page.request.post("/api/tables", data=table).status == 201
    page.goto("/")
    games = page.locator("#running li")
    expect(games).to_have_count(2)
    expect(games.nth(0)).to_contain_text("Your turn")
    expect(games.nth(1)).to_contain_text("Waiting for Azure")
    expect(games.nth(0).locator("time").first).to_have_text(re.compile(r"20\d\d"))
    page.once("dialog", lambda dialog: dialog.dismiss())
    games.nth(0).locator(".forget").click()
    expect(games).to_have_count(2)
    page.once("dialog", lambda dialog: dialog.accept())
    games.nth(0).locator(".forget").click()
    expect(games).to_have_count(1)
    page.reload()
    expect(games).to_have_count(1)
    expect(games.nth(0)).to_contain_text("Waiting for Azure")
