"""The pages in a real browser: whole games by mouse and by keyboard, friends, phones, languages, accessibility."""

from __future__ import annotations

import importlib
import json
import pathlib
import random
import re
import xml.etree.ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from chapterhouse.games import NAMES, load
from chapterhouse.texts import LANGUAGES
from tests.pages.conftest import eventually, lay, shoot, until, watched

EVERY_GAME = pytest.mark.parametrize("game", NAMES)
STEP = "JSON.stringify([document.querySelector('#asked').textContent, document.querySelector('#log').children.length])"
MOST_DECISIONS = 1500
# what a finger would miss: not the words within a line of the log
SMALL = """[...document.querySelectorAll('#picture .lit, button')]
    .filter(e => e.checkVisibility() && !e.closest('.log'))
    .map(e => [e.id || e.textContent, e.getBoundingClientRect()])
    .filter(([, r]) => r.width < 43.9 || r.height < 43.9)
    .map(([id, r]) => `${id} ${Math.round(r.width)}x${Math.round(r.height)}`)"""
# what can be done now but is neither in view above the dock nor in the list of actions
BEYOND = """(() => {
    const dock = document.querySelector('#dock');
    const isOver = getComputedStyle(dock).position === 'fixed';
    const floor = isOver ? dock.getBoundingClientRect().top : innerHeight;
    const buttons = [...document.querySelectorAll('#acts button')].filter(b => b.checkVisibility());
    const listed = new Set(buttons.map(b => b.dataset.words));
    return [...document.querySelectorAll('#picture .lit')].filter(e => {
        const r = e.getBoundingClientRect();
        return (r.top < 0 || r.bottom > floor) && !listed.has(e.dataset.act);
    }).map(e => e.id);
})()"""
# ids that stand twice in a page: a picture's name for a thing must not be one of the page's own
TWICE = "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"


def wait_for_turn_or_end(page: Page) -> bool:
    """True when the page's player is asked, False when the game is over."""
    until(page, "!!document.querySelector('.prompt.yours') || !document.querySelector('#over').hidden")
    return bool(page.evaluate("document.querySelector('#over').hidden"))


def wait_for_change(page: Page, before: str) -> None:
    until(page, f"({STEP}) !== {json.dumps(before)} || !document.querySelector('#over').hidden")


def test_a_whole_game_by_mouse(page: Page) -> None:
    """Clicks on what is lit in the picture, until the game is over; then its replay. (test_ears.py plays all games.)"""
    game = "templari"
    lay(page, game=game, mode="bots", players=max(2, load(game).seats[0]), seed=3)
    shoot(page, f"{game}-begin")
    chance = random.Random(1)
    decisions = 0
    while wait_for_turn_or_end(page):
        before = str(page.evaluate(STEP))
        lit = page.locator("#picture .lit")
        count = lit.count()
        if count:  # none where the page has just made a decision that was no choice
            lit.nth(chance.randrange(count)).dispatch_event("click")
        wait_for_change(page, before)
        decisions += 1
        if decisions == 40:
            shoot(page, f"{game}-middle")
        assert decisions < MOST_DECISIONS
    expect(page.locator("#over-ranks li")).to_have_count(max(2, load(game).seats[0]))
    shoot(page, f"{game}-end")
    check_access(page)
    page.click("#over a.go")
    page.wait_for_selector("#picture svg")
    last = int(page.get_attribute("#ply", "max") or 0)
    assert last >= decisions
    expect(page.locator("#moment")).to_contain_text(str(last))
    page.click("#to-first")
    expect(page.locator("#moment")).to_contain_text("0")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#1$"))
    shoot(page, f"{game}-replay")


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    """No mouse: Tab, the key that jumps to what is lit, arrows, typed notation. Focus never falls out of the game."""
    lay(page, game="templari", mode="bots", players=3, seed=5)
    turn = 0
    while wait_for_turn_or_end(page):
        before = str(page.evaluate(STEP))
        if turn % 3 == 1:
            page.keyboard.press("/")
            page.keyboard.type(str(page.get_attribute("#notation option", "value")))
            page.keyboard.press("Enter")
        elif turn % 3 == 2:
            page.keyboard.press("Escape")  # from the words back to the picture
            page.keyboard.press("a")
            assert page.evaluate("document.activeElement.classList.contains('lit')")
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("a")
            page.keyboard.press("Enter")
        else:
            for _ in range(40):
                if page.evaluate("document.activeElement.classList.contains('lit')"):
                    break
                page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.getAttribute('aria-label')")
            page.keyboard.press("Enter")
        wait_for_change(page, before)
        turn += 1
        assert turn < MOST_DECISIONS
    assert turn > 10


def test_focus_stays_in_the_picture(page: Page) -> None:
    """Who plays with keys need not look for the next thing: it has focus when the turn comes round."""
    lay(page, game="templari", mode="bots", players=3, seed=5)
    for _ in range(6):
        if not wait_for_turn_or_end(page):
            break
        page.keyboard.press("a")
        before = str(page.evaluate(STEP))
        page.keyboard.press("Enter")
        wait_for_change(page, before)
        if wait_for_turn_or_end(page):
            assert page.evaluate("document.activeElement.classList.contains('lit')")


def test_two_browsers_play_one_table_with_a_reconnect(chromium: Browser, base: str) -> None:
    contexts = [chromium.new_context(base_url=base, reduced_motion="reduce") for _ in range(3)]
    host, *guests = [watched(context.new_page()) for context in contexts]
    made = lay(host, game="templari", mode="friends", players=3)
    links = [seat["link"] for seat in made["seats"] if seat["link"]][1:]
    assert len(links) == 2
    for guest, link in zip(guests, links, strict=True):
        guest.goto(link)
        assert "/seat/" not in guest.url
        guest.wait_for_selector("#picture svg")
    pages = [host, *guests]
    for turn in range(7):
        if turn == 3:  # one of them goes away and comes back
            guests[0].goto("about:blank")
            guests[0].goto(made["url"])
            guests[0].wait_for_selector("#picture svg")
        eventually(lambda: sum(page.locator(".prompt.yours").count() for page in pages) == 1)
        acting = [page for page in pages if page.locator(".prompt.yours").count()]
        lines = [page.locator("#log li").count() for page in pages]
        acting[0].locator("#picture .lit").first.dispatch_event("click")
        for page, before in zip(pages, lines, strict=True):
            until(page, f"document.querySelectorAll('#log li').length > {before}")
    assert len({page.inner_text("#log") for page in pages}) == 1
    guests[1].click("text=Chat")
    guests[1].fill("#talk-text", "Pax vobiscum")
    guests[1].keyboard.press("Enter")
    expect(host.locator("#chat")).to_contain_text("Pax vobiscum")
    for context in contexts:
        context.close()
    assert [page.faults for page in pages] == [[], [], []]  # type: ignore[attr-defined]


def test_the_curtain_hides_secrets_on_one_screen(page: Page) -> None:
    lay_on_one_screen(page)
    curtain = page.locator("#curtain")
    expect(curtain).to_be_visible()
    assert page.locator("#picture svg").count() == 0
    first = page.inner_text("#curtain-who")
    shoot(page, "curtain")
    page.click("#curtain-lift")
    page.wait_for_selector("#picture .lit")
    page.locator("#picture .lit").first.dispatch_event("click")
    expect(curtain).to_be_visible()
    assert page.inner_text("#curtain-who") != first
    assert page.locator("#picture svg").count() == 0


def lay_on_one_screen(page: Page) -> None:
    answer = page.request.post("/api/tables", data={"game": "templari", "mode": "one_screen", "players": 3, "seed": 1})
    page.goto(answer.json()["url"])


def test_two_clicks_from_the_first_page_to_a_game(page: Page) -> None:
    page.goto("/")
    shoot(page, "home")
    page.click("#game-templari button[value=bots]")
    page.wait_for_selector("#picture svg")


def test_why_not(page: Page) -> None:
    """A click on something that cannot be done answers with the rule, and nothing is done."""
    lay(page, game="templari", mode="bots", players=3, seed=5)
    wait_for_turn_or_end(page)
    lines = page.locator("#log li").count()
    dim = page.locator("#picture [data-act]:not(.lit)")
    assert dim.count()
    dim.first.dispatch_event("click")
    expect(page.locator("#why a")).to_have_text("Raise or pass")
    assert page.locator("#log li").count() == lines
    with page.expect_popup() as opened:
        page.click("#why a")  # the rulebook, at the rule
    expect(opened.value.locator("[id='templari.bid.raise']")).to_be_in_viewport()
    opened.value.close()
    assert page.locator("#picture svg.table").count() == 1


def test_undo_and_asking_first(page: Page) -> None:
    """A decision that showed nothing new can be taken back; who wants to be asked first is asked."""
    answer = page.request.post(
        "/api/tables", data={"game": "templari", "mode": "one_screen", "players": 3, "seed": 1, "options": {"start": 0}}
    )
    page.goto(answer.json()["url"])
    page.click("#curtain-lift")
    page.wait_for_selector("#picture .lit")
    page.click("text=Settings")
    page.check("#set-confirm")
    page.locator("#bid-3").dispatch_event("click")
    expect(page.locator("#confirm-yes")).to_be_visible()
    assert page.locator("#log li").count() == 0
    page.click("#confirm-yes")
    page.wait_for_selector("#curtain:not([hidden])")


def test_what_it_would_do_and_what_it_is(page: Page) -> None:
    """Hover says what a click would do; the rules of a thing stand beside it; the log names its rule on demand."""
    lay(page, game="temple", mode="bots", players=2, seed=3)
    wait_for_turn_or_end(page)
    lit = page.locator("#picture .lit").first
    lit.hover()
    assert page.inner_text("#would") == lit.get_attribute("aria-label")
    page.locator("#room-1-1").hover()
    expect(page.locator("#about")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#about p").first).to_be_visible()
    rules = page.request.get("/api/rules/temple?language=en").json()["rules"]
    wordings = {f"{rule['title']} {rule['text']}" for rule in rules}
    beside = page.locator("#about p").all_inner_texts()
    assert beside
    assert set(beside) <= wordings
    button = page.locator("#log button").first
    button.click()
    expect(page.locator("#log .rule small").first).to_contain_text("temple.")
    rule = page.locator("#log .rule small").first.inner_text()
    expect(page.locator("#log .rule a").first).to_have_attribute("href", f"/rules/temple#{rule}")
    button.click()
    assert page.locator("#log .rule").count() == 0


def test_an_action_is_typed_in_italian(chromium: Browser, base: str) -> None:
    """The language's verb is read; a sum that is refused names its rule by its title; the log tells of the offer."""
    context = chromium.new_context(base_url=base, reduced_motion="reduce", locale="it")
    page = watched(context.new_page())
    answer = page.request.post(
        "/api/tables", data={"game": "templari", "mode": "one_screen", "players": 3, "seed": 1, "options": {"start": 0}}
    )
    page.goto(answer.json()["url"])
    page.click("#curtain-lift")
    page.wait_for_selector("#picture .lit")
    page.keyboard.press("/")
    assert "offri 3" in page.locator("#notation option").evaluate_all("all => all.map(each => each.value)")
    page.fill("#words", "offri 30")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("non puoi offrire 30")
    expect(page.locator("#why a")).to_have_text("Non più di quanto hai")
    expect(page.locator("#why a")).to_have_attribute("href", "/rules/templari#templari.bid.funds")
    page.fill("#words", "Offro 3")
    page.keyboard.press("Enter")
    page.wait_for_selector("#curtain:not([hidden])")
    told = page.request.get(f"/api/tables/{answer.json()['id']}/log?language=it").json()["log"]
    assert told[-1]["text"] == "Cremisi apre a 3."
    context.close()


@EVERY_GAME
def test_the_table_in_words(page: Page, game: str) -> None:
    """All that the picture shows can be read, and follows the game."""
    lay(page, game=game, mode="bots", seed=3)
    wait_for_turn_or_end(page)
    page.keyboard.press("w")
    words = page.locator("#in-words")
    expect(words.locator("table").first).to_be_visible()
    for name in page.locator("#people b").all_text_contents():
        expect(words).to_contain_text(name)
    checked = Axe().run(page)
    assert checked.violations_count == 0, checked.generate_report()
    told = words.inner_text()
    for _ in range(3):
        before = str(page.evaluate(STEP))
        page.locator("#picture .lit").first.dispatch_event("click")
        wait_for_change(page, before)
        wait_for_turn_or_end(page)
    until(page, f"document.querySelector('#in-words').innerText !== {json.dumps(told)}")


def test_what_is_asked_stands_once(page: Page) -> None:
    """The page says it in words, so its picture does not say it again; a picture that stands alone does."""
    for game in ("templar", "temple"):
        made = lay(page, game=game, mode="bots", players=2, seed=3)
        wait_for_turn_or_end(page)
        asked = page.inner_text("#asked")
        alone = ET.fromstring(page.request.get(f"/api/tables/{made['id']}/picture.svg?eyes=0").text())
        assert asked in " ".join(line.text or "" for line in alone.iter("{http://www.w3.org/2000/svg}text"))
        assert asked not in " ".join(page.locator("#picture text").all_text_contents())


def test_undo_takes_a_decision_back(page: Page) -> None:
    """A step in Temple shows nothing new: it can be taken back, and then the same is asked again."""
    lay(page, game="temple", mode="bots", players=2, seed=3)
    wait_for_turn_or_end(page)
    while "Walk" not in page.inner_text("#asked"):
        before = str(page.evaluate(STEP))
        page.locator("#picture .lit").first.dispatch_event("click")
        wait_for_change(page, before)
        wait_for_turn_or_end(page)
    before, lines = str(page.evaluate(STEP)), page.inner_text("#log")
    page.locator("#picture .lit[id^=room]").first.dispatch_event("click")
    wait_for_change(page, before)
    assert page.inner_text("#log") != lines
    page.click("#undo")
    until(page, f"({STEP}) === {json.dumps(before)}")
    assert page.inner_text("#log") == lines


def test_names_talk_and_a_seat_that_is_away(chromium: Browser, base: str) -> None:
    contexts = [chromium.new_context(base_url=base, reduced_motion="reduce", locale="en") for _ in range(3)]
    host, guest, watcher = [watched(context.new_page()) for context in contexts]
    made = lay(host, game="templari", mode="friends", players=3)
    links = [seat["link"] for seat in made["seats"]]
    guest.goto(links[1])
    watcher.goto(made["watch"])
    expect(watcher.locator("#watching")).to_be_visible()
    expect(watcher.locator("#rename")).not_to_be_visible()
    assert watcher.locator("#picture .lit").count() == 0
    guest.fill("#my-name", "Bertha")
    guest.keyboard.press("Enter")
    expect(host.locator("#people")).to_contain_text("Bertha")
    guest.click("summary:has-text('Chat')")
    guest.fill("#talk-text", "Salve")
    guest.keyboard.press("Enter")
    expect(host.locator("#unread")).to_have_text("(1)")
    host.click("summary:has-text('Chat')")
    expect(host.locator("#chat")).to_contain_text("Salve")
    host.click("#chat button")
    expect(host.locator("#chat li span")).to_be_hidden()
    host.reload()
    host.click("summary:has-text('Chat')")
    expect(host.locator("#chat")).to_contain_text("Bertha")
    expect(host.locator("#chat li span")).to_be_hidden()
    guest.click("#people li:has-text('you') button")
    expect(guest.locator("#is-away")).to_be_visible()
    expect(host.locator("#people")).to_contain_text("a bot is playing")
    guest.click("#take-back")
    expect(guest.locator("#is-away")).not_to_be_visible()
    expect(host.locator("#people")).not_to_contain_text("a bot is playing")
    shoot(host, "friends")
    for context in contexts:
        context.close()
    assert [page.faults for page in (host, guest, watcher)] == [[], [], []]  # type: ignore[attr-defined]


def test_a_bot_is_offered_only_for_a_seat_that_is_away(chromium: Browser, base: str) -> None:
    """Not while a page of the seat is open. (That the server lets nobody play it on too soon is tested there.)"""
    contexts = [chromium.new_context(base_url=base, reduced_motion="reduce", locale="en") for _ in range(2)]
    host, guest = [watched(context.new_page()) for context in contexts]
    made = lay(host, game="templari", mode="friends", players=3)
    guests, open_seat = host.locator("#people li").nth(1), host.locator("#people li").nth(2)
    expect(open_seat.locator("button")).to_be_visible()
    guest.goto(made["seats"][1]["link"])
    expect(guests.locator("button")).to_have_count(0)
    guest.goto("about:blank")
    expect(guests).to_contain_text("not here at the moment")
    expect(guests.locator("button")).to_be_visible()
    guest.goto(made["url"])
    expect(guests.locator("button")).to_have_count(0)
    guest.goto("about:blank")
    expect(guests.locator("button")).to_be_visible()
    guests.locator("button").click()
    expect(guests).to_contain_text("a bot is playing")
    for context in contexts:
        context.close()
    assert [page.faults for page in (host, guest)] == [[], []]  # type: ignore[attr-defined]


def test_the_clock_and_the_title_of_the_tab(page: Page) -> None:
    lay(page, game="templari", mode="bots", players=3, clock={"seconds": 30, "end": "soft"})
    wait_for_turn_or_end(page)
    expect(page.locator("#clock")).to_have_text(re.compile(r" 0:[0-3]\d$"))
    expect(page).to_have_title(re.compile("^● Your turn"))


def test_afterwards(page: Page, tmp_path: pathlib.Path) -> None:
    """Replay by slider, keys and link, from all eyes; pictures; a branch; the record out and in again; play again."""
    made = lay(page, game="templari", mode="watch", players=3, seed=4)
    until(page, "!document.querySelector('#over').hidden", 60)
    page.goto(f"/replay/{made['id']}#40")
    moment = page.locator("#moment")
    expect(moment).to_contain_text("40")
    assert page.locator("#eyes option").count() == 5  # open, three seats, a spectator
    picture = page.inner_html("#picture")
    page.select_option("#eyes", "watch")
    until(page, f"document.querySelector('#picture').innerHTML !== {json.dumps(picture)}")
    page.focus("#ply")
    page.keyboard.press("ArrowRight")
    expect(moment).to_contain_text("41")
    page.click("#auto")
    expect(page).to_have_url(re.compile("#4[34]$"))
    page.click("#auto")
    for button, ending in (("#svg", ".svg"), ("#png", ".png")):
        with page.expect_download() as download:
            page.click(button)
        assert download.value.suggested_filename.endswith(ending)
    saved = tmp_path / "picture.png"
    download.value.save_as(saved)
    assert saved.read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as download:
        page.click("a[href$='/record']")
    record = tmp_path / "record.json"
    download.value.save_as(record)
    page.goto(f"/replay/{made['id']}#12")
    expect(moment).to_contain_text("12")
    page.click("#branch")
    page.wait_for_url("**/table/*")
    wait_for_turn_or_end(page)
    page.goto("/")
    page.click("text=Open a saved game")
    page.set_input_files("#record", record)
    page.wait_for_url("**/table/*")
    expect(page.locator("#over")).to_be_visible()
    loaded = page.url
    page.click("#rematch")
    page.wait_for_url(lambda url: url != loaded and "/table/" in url)
    page.goto("/")
    expect(page.locator("#running")).to_contain_text("Templari")


def test_a_deck_of_ones_own(page: Page, tmp_path: pathlib.Path) -> None:
    """A file with faults is refused with all of them beside the option, and nothing is lost; a good one plays."""
    page.goto("/")
    page.click("#game-templari form summary")
    page.select_option("#templari-players", "4")
    box = page.locator("#game-templari .file")
    expect(box.locator(".chosen")).to_have_text("The house deck")
    with page.expect_download() as download:
        box.locator("a").click()
    own = download.value.path().read_text(encoding="utf-8")
    assert own == (load("templari").folder / "data" / "cards.toml").read_text(encoding="utf-8")
    deck = tmp_path / "my deck.toml"
    deck.write_text(own.replace('"helmets"', '"axes"').replace("[0, 2, 3, 8, 9]", "[0, 2, 3, 8, 77]"), encoding="utf-8")
    with page.expect_file_chooser() as chooser:  # by keyboard
        page.focus("#templari-start")
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    chooser.value.set_files(deck)
    expect(box.locator(".chosen")).to_have_text("my deck.toml")
    page.click("#game-templari button[value=watch]")
    expect(box.locator(".why li")).to_have_text(
        [
            "family shields: 77 is not a value: they are 0 to 9",
            'family helmets: name = "helmets" is expected at this place',
        ]
    )
    assert box.locator(".why").evaluate("e => e === document.activeElement")
    assert Axe().run(page).response["violations"] == []
    expect(page.locator("#templari-players")).to_have_value("4")
    assert [fault for fault in page.faults if "422" not in fault] == []  # type: ignore[attr-defined]
    page.faults.clear()  # type: ignore[attr-defined]
    box.locator("button").click()
    expect(box.locator(".chosen")).to_have_text("The house deck")
    expect(box.locator("button")).to_be_hidden()
    expect(box.locator(".why")).to_be_empty()
    for name, bad, said in (("latin", b"\xff", "must be text in UTF-8"), ("long", b"#" * 64_001, "too large: 64 KB")):
        (tmp_path / name).write_bytes(bad)
        box.locator("input").set_input_files(tmp_path / name)
        expect(box.locator(".why")).to_contain_text(said)
        expect(box.locator(".chosen")).to_have_text("The house deck")
    good = own.replace("[0, 2, 3, 8, 9]", "[0, 2, 3, 8, 7]").replace("[1, 3, 4, 7, 8]", "[1, 3, 4, 9, 8]")
    deck.write_text(good, encoding="utf-8")
    box.locator("input").set_input_files(deck)
    page.select_option("#templari-mistakes", "penalised")
    page.click("#game-templari .go")
    page.wait_for_selector("#picture svg")
    view = page.request.get(f"/api{page.url[page.url.index('/table') :].replace('/table/', '/tables/')}").json()["view"]
    assert (view["players"], view["options"]["cards"], view["options"]["mistakes"]) == (4, "own", "penalised")
    wait_for_turn_or_end(page)
    before = str(page.evaluate(STEP))
    page.locator("#picture .lit").first.dispatch_event("click")
    wait_for_change(page, before)


def test_the_ways_to_begin_without_a_script(chromium: Browser, base: str) -> None:
    """The plain form plays with the house's own data, and shows no option that it could not keep."""
    context = chromium.new_context(base_url=base, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.click("#game-templar form summary")
    expect(page.locator("#game-templar .file")).to_be_hidden()
    page.select_option("#templar-edition", "es")
    page.click("#game-templar button[value=one_screen]")
    expect(page).to_have_url(re.compile("/table/"))
    view = page.request.get(f"/api{page.url[page.url.index('/table') :].replace('/table/', '/tables/')}").json()["view"]
    assert (view["options"]["edition"], view["options"]["board"]) == ("es", "board")
    context.close()


@pytest.mark.parametrize("game", [None, *NAMES])
def test_pages_are_small(page: Page, game: str | None) -> None:
    """Before compression: the home page under 100 KB in all, a table under 250 KB."""
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    if game is None:
        page.goto("/")
    else:
        lay(page, game=game, mode="bots", seed=2)
        wait_for_turn_or_end(page)
    page.wait_for_timeout(300)
    # not the stream, nor what it brought afterwards
    got = {a.url: len(a.body()) for a in answers if "/events" not in a.url and "&after=" not in a.url}
    assert len(got) > 5
    assert sum(got.values()) < (100_000 if game is None else 250_000), got


@EVERY_GAME
def test_a_table_gets_the_style_of_its_own_game(page: Page, game: str) -> None:
    made = lay(page, game=game, mode="bots")
    styles = {name: importlib.import_module(f"chapterhouse.games.{name}.picture").STYLE for name in NAMES}
    for path in (made["url"], made["url"].replace("/table/", "/replay/")):
        page.goto(path)
        address = page.get_attribute("link[href^='/style.css']", "href")
        assert address
        sheet = page.request.get(address).text()
        assert [name for name in NAMES if styles[name] in sheet] == [game]


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])  # all other tests read English
def test_every_language(context: BrowserContext, page: Page, language: str) -> None:
    """The browser's preference decides, the switch changes it, and no raw key is read."""
    page.goto("/")
    page.click(f".lang button[value={language}]")
    expect(page.locator("html")).to_have_attribute("lang", language)
    raw = re.compile(r"\b(home|table|page|prompt|option|game|log|does|refused|picture|bot)\.[a-z_]+\b")
    assert raw.search(page.inner_text("body")) is None
    for game in NAMES:
        lay(page, game=game, mode="bots", seed=2)
        wait_for_turn_or_end(page)
        assert raw.search(page.inner_text("body")) is None, game
        shoot(page, f"{game}-{language}")
        page.goto(f"/rules/{game}")
        assert raw.search(page.inner_text("h1")) is None
        titles = page.locator(".rule :is(h2, h3)").all_inner_texts()
        assert len(titles) == len(set(titles)) > 10


def test_the_browsers_preference_chooses_the_language(chromium: Browser, base: str) -> None:
    context = chromium.new_context(base_url=base, locale="es-AR")
    page = context.new_page()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    context.close()


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [*((game, 390, 844) for game in NAMES), ("templar", 360, 740), ("temple", 844, 390)],  # the fullest boards
)
def test_phones(chromium: Browser, base: str, game: str, width: int, height: int) -> None:
    """Nothing is cut off, a thumb gets at all that can be done without scrolling, and finds it large enough."""
    context = chromium.new_context(
        base_url=base,
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        locale="en",
        reduced_motion="reduce",
    )
    page = watched(context.new_page())
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shoot(page, f"home-phone-{width}")
    lay(page, game=game, mode="bots", seed=4, players=load(game).seats[1])
    page.wait_for_timeout(300)
    chance = random.Random(2)
    for _ in range(6):
        if not wait_for_turn_or_end(page):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width >= 390:  # a unit of the drawing is a point there
            assert page.evaluate(SMALL) == []
        until(page, f"{BEYOND}.length === 0")
        before = str(page.evaluate(STEP))
        lit = page.locator("#picture .lit")
        lit.nth(chance.randrange(lit.count())).dispatch_event("click")
        page.locator("#confirm-yes").dispatch_event("click")  # a finger looks first and then confirms
        wait_for_change(page, before)
    shoot(page, f"{game}-phone-{width}")
    context.close()
    assert page.faults == []  # type: ignore[attr-defined]


def check_access(page: Page) -> None:
    """axe finds no violation; a theme changes only colours, so the second one is asked only for their contrast."""
    for theme, asked in (("candle", {}), ("day", {"runOnly": ["color-contrast"]})):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found = Axe().run(page, options=asked)
        assert found.violations_count == 0, f"{page.url}, {theme}: {found.generate_report()}"


def test_accessibility(page: Page) -> None:
    for path in ("/", "/learn/templari", "/rules/templari"):
        page.goto(path)
        check_access(page)
    for game in NAMES:
        made = lay(page, game=game, mode="bots", seed=2)
        wait_for_turn_or_end(page)
        shoot(page, game)
        check_access(page)
        assert page.evaluate(TWICE) == []
        page.goto(made["url"].replace("/table/", "/replay/"))
        page.wait_for_selector("#picture svg")
        check_access(page)
        assert page.evaluate(TWICE) == []
