"""Every letter that is drawn can be read: large enough, within its box, over no other, in every language and layout."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from chapterhouse.bots import make, play
from chapterhouse.games import NAMES, load
from chapterhouse.games.canvas.style import page_style, page_symbols
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

# window: width, height, what it leaves to the picture, and the smallest letters there, in pixels; 11 at 1280 are
# more than 12 at 1440, where the picture is at least an eighth larger
WIDE = (1280, 720, 898, 11.0)
PHONE = (390, 10_000, 390, 11.0)
MOMENTS = (0, 23, 60, 100_000)  # decisions
SLACK = 2.0  # pixels by which letters may come out of their box, or two texts touch

MEASURE = """([svg, wide, high, width, least, slack]) => {
    const page = document.querySelector('#page');
    page.innerHTML = svg;
    const drawing = page.firstElementChild, size = drawing.viewBox.baseVal;
    const scale = Math.min(width / size.width, Math.max(high - 16, size.height * 0.785 * wide / 1280) / size.height);
    drawing.setAttribute('width', size.width * scale);
    drawing.setAttribute('height', size.height * scale);
    const faults = [];
    const isDrawn = ({ display, visibility }) => display !== 'none' && visibility !== 'hidden';
    const isSeen = e => isDrawn(getComputedStyle(e)) && !e.closest('defs, symbol');
    const things = [...drawing.querySelectorAll('text, rect')].filter(isSeen);
    const isGround = e => e.tagName === 'rect' && !e.matches('.ring, [pointer-events=all]');
    const at = new Map(things.map(e => [e, e.getBoundingClientRect()]));
    const letters = things.filter(e => e.tagName === 'text' && e.textContent.trim());
    const whole = drawing.getBoundingClientRect();
    for (const text of letters) {
        const m = text.getScreenCTM(), pixels = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(m.a, m.b);
        const said = text.textContent, box = at.get(text), isUpright = Math.abs(m.b) > Math.abs(m.a);
        if (said.includes('…')) faults.push(`${said}: cut`);
        if (pixels < least - 0.05) faults.push(`${said}: ${pixels.toFixed(1)} px`);
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        let ground = whole;  // the smallest thing beneath
        for (const thing of things) {
            if (thing === text) break;
            const r = at.get(thing);
            const isBeneath = isGround(thing) && r.left < x && x < r.right && r.top < y && y < r.bottom;
            if (isBeneath && r.width * r.height < ground.width * ground.height) ground = r;
        }
        const out = isUpright
            ? Math.max(ground.top - box.top, box.bottom - ground.bottom)
            : Math.max(ground.left - box.left, box.right - ground.right);
        if (out > slack) faults.push(`${said}: ${out.toFixed(1)} px out of its box`);
    }
    letters.forEach((a, n) => letters.slice(n + 1).forEach(b => {
        const p = at.get(a), q = at.get(b);
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        const isOver = across > slack && down > 0.4 * Math.min(p.height, q.height);
        if (isOver) faults.push(`${a.textContent} over ${b.textContent}`);
    }));
    return faults;
}"""


def moments(name: str, players: int) -> Iterator[Table]:
    table, bot = Table(name, players=players, seed=5), make("sensible", name, 1)
    for decisions in MOMENTS:
        while table.ply < decisions and not table.over:
            play(table, bot)
        yield table


@pytest.mark.parametrize("name", NAMES)
def test_every_letter_can_be_read(page: Page, name: str) -> None:
    game, faults = load(name), set()
    page.set_content(f"<style>{page_style(game.style)}</style>{page_symbols(game.symbols)}<div id=page></div>")
    for players in game.seats:
        for n, table in enumerate(moments(name, players)):
            for language in LANGUAGES[n % 2 :: 2]:  # all of them in every layout, two at a time
                for narrow, window in ((False, WIDE), (True, PHONE)):
                    seat = table.to_act if table.to_act is not None else 0
                    svg = table.picture(seat, language, narrow=narrow, standalone=False)
                    told = page.evaluate(MEASURE, [svg, *window, SLACK])
                    faults |= {f"{window[0]} {language} {players}: {fault}" for fault in told}
    assert sorted(faults) == []
