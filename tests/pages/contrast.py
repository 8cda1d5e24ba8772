"""What stands out from what lies beneath it, measured in pixels: a page is shot with its texts, without them, and
without the pieces of its pictures.

With its texts they are drawn bolder, so that small letters too have pixels of their full colour; a pixel counts if its
neighbours were changed by the letters as well, so that no blurred edge is measured."""

from __future__ import annotations

import base64

from playwright.sync_api import Locator, Page

LEAST, LEAST_LARGE = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11

# all texts and pieces of the drawings of a region, with their boxes, kept in the page for the steps after it
COLLECT = """region => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { animation: none !important; transition: none !important }');
    if (!window.shot) document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    const drawn = [], origin = region.getBoundingClientRect();
    const place = r => [r.left - origin.left, r.top - origin.top, r.width, r.height];
    const walk = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const holder = node.parentElement, words = node.data.trim();
        if (!/[\\p{L}\\p{N}]/u.test(words)) continue;  // a dot between two words has no pixel that is all its own
        if (!holder.closest('svg') || holder.closest('defs, symbol, style')) continue;
        if (!holder.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange(), style = getComputedStyle(holder), m = holder.getScreenCTM();
        range.selectNodeContents(node);
        const pixels = parseFloat(style.fontSize) * Math.hypot(m.a, m.b);
        const isLarge = pixels >= 24 || (pixels >= 18.66 && +style.fontWeight >= 700);
        for (const r of range.getClientRects())
            drawn.push({ words, pixels, isLarge, colour: style.fill, box: place(r) });
        holder.dataset.shot = 'text';
    }
    for (const piece of region.querySelectorAll('svg .piece')) {
        if (piece.matches('.scored')) continue;  // it is turned over, to step back
        const r = piece.getBoundingClientRect(), words = piece.id || piece.getAttribute('class');
        drawn.push({ words, pixels: r.height, isLarge: true, isPiece: true, colour: '', box: place(r) });
        piece.dataset.shot = 'piece';
    }
    window.shot = drawn;
    return drawn.some(each => each.isPiece);
}"""
# how it is shot: 'bold', 'bare', 'empty' of pieces too, or '': as it was
DRAW = """how => {
    for (const e of document.querySelectorAll('[data-shot]')) {
        e.style.cssText = e.dataset.style ??= e.style.cssText;
        if (!how) continue;
        const set = (name, value) => e.style.setProperty(name, value, 'important');
        const isBold = how === 'bold', style = getComputedStyle(e);
        if (e.dataset.shot === 'piece') { if (how === 'empty') set('visibility', 'hidden'); continue; }
        if (isBold) {
            if (style.stroke === 'none') { set('stroke', style.fill); set('stroke-width', '.35em'); }
        } else { set('fill', 'transparent'); set('stroke', 'transparent'); set('text-decoration', 'none'); }
    }
}"""
# the contrast of each; null where it lies beneath something else
MEASURE = """async ([bold, bare, empty]) => {
    const read = async text => {
        const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height);
    };
    const shots = [await read(bold), await read(bare), await read(empty ?? bare)], { width, height } = shots[0];
    const curve = n => n <= 10 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4;
    const linear = Float64Array.from({ length: 256 }, (_, n) => curve(n));
    const light = (d, i) => 0.2126 * linear[d[i]] + 0.7152 * linear[d[i + 1]] + 0.0722 * linear[d[i + 2]];
    const around = [-1, 0, 1].flatMap(y => [-1, 0, 1].map(x => 4 * (y * width + x)));
    const inOrder = numbers => numbers.sort((p, q) => p - q);
    // what changes few pixels lies beneath something else, or has the very colour of its ground
    const isOther = (colour, d, i) => colour.match(/[\\d.]+/g).slice(0, 3)
        .reduce((sum, part, n) => sum + Math.abs(part - d[i + n]), 0) > 24;
    return window.shot.map(({ box: [left, top, across, down], ...text }) => {
        const [a, b] = (text.isPiece ? shots.slice(1) : shots).map(shot => shot.data);
        const isChanged = i => a[i] !== b[i] || a[i + 1] !== b[i + 1] || a[i + 2] !== b[i + 2];
        const ratios = [], edges = [];
        for (let y = Math.max(1, Math.floor(top)); y < Math.min(height - 1, top + down); y++)
            for (let x = Math.max(1, Math.floor(left)); x < Math.min(width - 1, left + across); x++) {
                const i = 4 * (y * width + x);
                if (!isChanged(i)) continue;
                const [p, q] = inOrder([light(a, i), light(b, i)]);
                (around.every(step => isChanged(i + step)) ? ratios : edges).push((q + 0.05) / (p + 0.05));
            }
        const all = inOrder([...ratios, ...edges]);
        const middle = 4 * (Math.round(top + down / 2) * width + Math.round(left + across / 2));
        // a piece is seen by its outline, its sign or what it is filled with; a text by half of its pixels at least
        if (text.isPiece) return { ...text, ratio: all[Math.floor(0.9 * all.length)] ?? null };
        if (all.length < 0.2 * across * down && isOther(text.colour, b, middle)) return { ...text, ratio: null };
        return { ...text, ratio: ratios.length > 3 ? inOrder(ratios)[ratios.length >> 1] : all.at(-1) ?? 1 };
    });
}"""


def faint(page: Page, region: Locator, least: int = 1) -> list[str]:
    """The texts and pieces of a region that stand out too little, with their contrast; `least`: so many are there."""
    has_pieces = region.evaluate(COLLECT)
    shots: list[str | None] = []
    for how in ("bold", "bare", "empty") if has_pieces else ("bold", "bare"):
        page.evaluate(DRAW, how)
        shots.append(base64.b64encode(region.screenshot(animations="allow")).decode())
    page.evaluate(DRAW, "")
    texts = page.evaluate(MEASURE, shots if has_pieces else [*shots, None])
    assert len(texts) >= least
    return [
        f"{text['words']} ({text['pixels']:.0f} px, {text['colour']}): {text['ratio']:.2f}"
        for text in texts
        if text["ratio"] is not None and text["ratio"] < (LEAST_LARGE if text["isLarge"] else LEAST)
    ]
