"""A real server on a free port, and real Chromium."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=30_000)  # a busy machine is slow, and a page that will never do it waits no longer
SHOTS = os.environ.get("CHAPTERHOUSE_SHOTS")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These tests share a server and a browser, so they stay with one worker."""
    here = pathlib.Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("pages"))


@pytest.fixture(scope="package")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs while the tests do."""
    folder = tmp_path_factory.mktemp("server")
    environment = os.environ | {
        "CHAPTERHOUSE_DATABASE": f"sqlite:///{folder / 'games.db'}",
        "CHAPTERHOUSE_PORT": "0",
        "CHAPTERHOUSE_BROWSER": "no",
        "CHAPTERHOUSE_RATE_READS": "0",
        "CHAPTERHOUSE_RATE_POSTS": "0",
        "CHAPTERHOUSE_RATE_TABLES": "0",
        "CHAPTERHOUSE_AWAY_AFTER": "3",
        "CHAPTERHOUSE_LOG_LEVEL": "warning",
    }
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "chapterhouse", "serve"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert server.stdout is not None
        line = server.stdout.readline()
        assert "http://" in line, (folder / "log").read_text()
        address = "http://" + line.split("http://")[1].strip().rstrip("/")
        for _ in range(100):
            if urllib.request.urlopen(address + "/healthz").status == 200:
                break
            time.sleep(0.1)
        yield address
        server.terminate()
        server.wait(20)
        server.stdout.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; the browser that Playwright would download is not needed.

    It ends with these tests: its event loop would be in the way of other tests in the same process."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip(
            "no Chromium on this machine, and it could not be installed: the pages were not tested in a browser"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, base: str) -> Iterator[BrowserContext]:
    made = chromium.new_context(
        base_url=base, viewport={"width": 1440, "height": 900}, reduced_motion="reduce", locale="en"
    )
    yield made
    made.close()


@pytest.fixture(autouse=True)
def no_page_is_left(chromium: Browser) -> Iterator[None]:
    """Pages that a failed test left open would hold streams that other tests count."""
    yield
    for context in chromium.contexts:
        context.close()


def watched(page: Page) -> Page:
    """A page whose script errors fail the test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def note(message: ConsoleMessage) -> None:
        # the contexts of these tests count as incognito, where Chromium has no Web Push and says so as an error
        if message.type == "error" and "Push API in incognito mode" not in message.text:
            faults.append(message.text)

    page.on("console", note)
    page.faults = faults  # type: ignore[attr-defined]
    return page


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    made = watched(context.new_page())
    yield made
    assert made.faults == []  # type: ignore[attr-defined]


def lay(page: Page, **table: Any) -> dict[str, Any]:
    """Lay a table whose bots answer at once, and open it."""
    answer = page.request.post("/api/tables", data={"pace": 0} | table)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    page.goto(made["url"])
    page.wait_for_selector("#picture svg, #curtain:not([hidden])")
    return made


# every toast goes after some seconds, which a busy machine may need to look: they are written down
KEEP_TOASTS = """window.toasts = [];
new MutationObserver(() => window.toasts.push(document.getElementById('toast')?.textContent))
  .observe(document, { childList: true, subtree: true });"""


def shoot(page: Page, name: str) -> None:
    """A picture for a person to look at, where CHAPTERHOUSE_SHOTS names a folder for them."""
    if SHOTS:
        page.screenshot(path=pathlib.Path(SHOTS) / f"{name}.png")


def eventually(condition: Callable[[], bool], seconds: float = 30, what: Callable[[], str] = lambda: "it") -> None:
    """Wait for something to become true; `what` names it when it does not."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what()} never became true"
        time.sleep(0.02)


def until(page: Page, expression: str, seconds: float = 30) -> None:
    """Wait for a JavaScript expression to become true; Playwright's own way is stopped by the content policy."""
    eventually(
        lambda: bool(page.evaluate(expression)), seconds, lambda: f"asked: {page.inner_text('#asked')}; {expression}"
    )
