"""Whatever is written or stands on a board can be seen by day and by candlelight, in a wide window and on a phone.

(axe measures the texts of the pages themselves, in test_pages.py; it cannot measure a drawing.)"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from chapterhouse.bots import make, play
from chapterhouse.games import NAMES, load
from chapterhouse.games.canvas.style import CANDLELIGHT, DAYLIGHT, page_style, page_symbols
from chapterhouse.play.table import Table
from tests.pages.contrast import faint

MOMENTS = (40, 100_000)  # decisions: sums that are barred, by offers and by curses; the end
PAGE = """<style>{style} #all {{ display: grid; grid-template-columns: 900px 390px; width: max-content }}
#all > div {{ background: var(--ground) }} svg {{ display: block; width: 100% }}</style>
{symbols}<div id=all>{drawings}</div>"""
FAINT = """<body style="background: #fff"><svg width=300 height=100><text x=9 y=14 fill="#fff">hidden</text>
<text x=80 y=14 fill="#999">faint</text><text x=9 y=94 fill="#767676">plain</text>
<text y=30 x=9 opacity=".5">half</text>
<g class=piece id=pale><circle cx=150 cy=40 r=20 fill="#ccc" /></g><text x=200 y=40>below</text>
<rect x=190 y=10 width=90 height=50 fill="#fed" />
<g class=piece id=seen><circle cx=50 cy=60 r=20 fill="#888" /></g></svg>"""


@pytest.mark.parametrize("name", NAMES)
def test_pictures(page: Page, name: str) -> None:
    """Each moment as a wide picture in one theme and a narrow one in the other."""
    page.set_viewport_size({"width": 1400, "height": 900})
    game = load(name)
    table, bot = Table(name, players=game.seats[1], seed=5), make("sensible", name, 1)
    drawings = []
    for n, decisions in enumerate(MOMENTS):
        while table.ply < decisions and not table.over:
            play(table, bot)
        for narrow in (False, True):
            theme = DAYLIGHT if (n == 0) != narrow else CANDLELIGHT
            svg = table.picture(table.to_act or 0, "en", narrow=narrow, standalone=False)
            drawings.append(f'<div style="{theme}">{svg}</div>')
    page.set_content(
        PAGE.format(style=page_style(game.style), symbols=page_symbols(game.symbols), drawings="".join(drawings))
    )
    assert faint(page, page.locator("#all"), least=200) == []


def test_the_check_sees_what_is_faint(page: Page) -> None:
    """A text of its ground's own colour, one that is nearly so, and a pale piece; not one that lies beneath another."""
    page.set_content(FAINT)
    told = faint(page, page.locator("body"))
    assert [each.split(" ")[0] for each in told] == ["hidden", "faint", "half", "pale"]
