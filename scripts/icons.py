#!/usr/bin/env python3
"""Draw the icons of an installed page from our own SVG, with Chromium: run it when `icon.svg` has changed."""

import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

STATIC = pathlib.Path(__file__).parents[1] / "src" / "chapterhouse" / "server" / "web" / "static"
# name, size, and how much of it the drawing takes: a phone cuts a maskable icon to any shape within its middle 80 %
ICONS = (("icon-192", 192, 1.0), ("icon-512", 512, 1.0), ("icon-maskable", 512, 0.72), ("icon-apple", 180, 0.86))
GROUND = "#f6efdf"


def main() -> None:
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, size, share in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "transparent" if share == 1.0 else GROUND
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
            drawing = svg.replace("<svg ", f'<svg width="{size * share}" height="{size * share}" ', 1)
            page.set_content(f'<body style="{style}">{drawing}')
            page.screenshot(path=STATIC / f"{name}.png", omit_background=share == 1.0)
            page.close()
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
