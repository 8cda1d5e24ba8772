"""Templari: colours and lines of the picture."""

from __future__ import annotations

from chapterhouse.games.templari.picture.symbols import FAMILY_COLOURS

_FAMILIES = "".join(
    f"svg.table .fam-{i}{{color:{colour}}}svg.table .inv-{i}{{--f:#fffaf0;--l:{colour};--p:#fffaf0}}"
    for i, colour in enumerate(FAMILY_COLOURS)
)

STYLE = f"""{_FAMILIES}
svg.table .dim{{fill:#594c3c}}
svg.table .thing{{--l:var(--ink);--p:var(--panel)}}
svg.table .faint{{opacity:.35}}
svg.table .away{{opacity:.42}}
svg.table .mine{{stroke:var(--ink);stroke-width:1.5}}
svg.table .plan{{fill:none;stroke:var(--hair);opacity:.6}}
svg.table .swap{{fill:none;stroke:var(--muted);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}}
svg.table .arrow{{fill:none;stroke:var(--muted);stroke-width:1.5}}
svg.table .halo{{fill:none;stroke:var(--accent);stroke-width:2.6}}
svg.table .curse{{color:var(--warn)}}
svg.table .digit{{fill:none;stroke:var(--warn);stroke-width:1.2}}
svg.table .chip-first{{fill:#f0dcae}}
svg.table .said-first{{fill:#2b2118}}
svg.table .chip-acts{{fill:var(--accent)}}
svg.table .said-acts{{fill:var(--on-accent)}}
svg.table .chip-offers{{fill:var(--ink)}}
svg.table .said-offers{{fill:var(--panel)}}
svg.table .chip-offered{{fill:var(--panel);stroke:var(--hair)}}
svg.table .chip-out{{fill:none;stroke:var(--muted);stroke-dasharray:3 2}}
svg.table .said-out{{fill:var(--muted)}}
svg.table .turn-done{{fill:var(--ink);stroke:var(--ink)}}
svg.table .turn-now{{fill:var(--accent);stroke:var(--accent)}}
svg.table .turn-next{{fill:none;stroke:var(--ink)}}
svg.table .rule{{fill:#efe2c4;stroke:#2b2118;stroke-width:1.5}}
svg.table .ticks{{fill:none;stroke:#2b2118;stroke-width:.8;opacity:.55}}
svg.table .toolow{{fill:#2b2118;opacity:.1}}
svg.table .bid .sum{{fill:#2b2118}}
svg.table .bid .box{{fill:none}}
svg.table .bid.lit .rule{{stroke:none;fill:none}}
svg.table .bid.low .sum{{opacity:.78}}
svg.table .bid.cursed .sum{{opacity:.8}}
svg.table .bid .strike{{stroke:#c2600f;stroke-width:3;stroke-linecap:round;opacity:.85}}
svg.table .bid.low .strike{{opacity:.35}}
svg.table .bid .tie{{stroke:var(--warn);stroke-width:1.4;stroke-dasharray:2 2}}
svg.table .bid.lit .box{{fill:var(--accent-soft);stroke:var(--accent);stroke-width:2.4}}
svg.table .bid.lit .sum{{fill:var(--accent);font-weight:700;opacity:1}}
svg.table .bid.lit.cursed .box,svg.table .bid.lit.beyond .box{{fill:var(--panel);stroke:var(--warn);stroke-dasharray:4 3;stroke-width:1.6}}
svg.table .bid.lit.cursed .sum,svg.table .bid.lit.beyond .sum{{fill:var(--warn)}}
svg.table .bid.lit:hover .box{{fill:var(--accent)}}
svg.table .bid.lit:hover .sum{{fill:var(--on-accent)}}
svg.table .bid.lit .ring{{animation:none;opacity:0}}
svg.table .bid:focus-visible .ring{{opacity:1}}
svg.table .legend .low{{fill:var(--stone)}}
svg.table .legend .strike{{stroke:var(--warn);stroke-width:2.6}}
svg.table .legend .may{{fill:var(--accent-soft);stroke:var(--accent);stroke-width:2}}
svg.table .standing{{stroke:var(--ink);stroke-width:3}}
svg.table .won{{fill:var(--accent-soft)}}
"""
