"""Temple: colours and lines of the picture."""

from __future__ import annotations

# The cloth is the same by daylight and by candlelight, so what lies on it keeps daylight's accent.
STYLE = """
svg.table .cloth{--accent:#0a726a;--accent-soft:#d9ebe4;--on-accent:#fffaf0;--ink:#2b2118;--hair:#b9a886}
svg.table .fabric{opacity:.93}
svg.table .far{opacity:.62}
svg.table .none>:not(text){opacity:.42}
svg.table .none>text{fill:var(--muted)}
svg.table .gold{color:#b7791f}
svg.table .later{fill:none;stroke:var(--accent);stroke-width:2;stroke-dasharray:5 4}
svg.table .spot{fill:var(--accent);stroke:#fffaf0;stroke-width:2}
svg.table .spot.soft{fill:#fffaf0;stroke:var(--accent)}
svg.table .on-spot{color:var(--on-accent)}
svg.table .cell{fill:none;stroke:var(--hair)}
svg.table .held{fill:none;stroke:var(--accent);stroke-width:4}
svg.table .touch{fill:transparent}
svg.table .step{fill:none;stroke:var(--hair)}
svg.table .station .step{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1.6}
svg.table .station text{font-weight:700;fill:var(--accent)}
svg.table .next text,svg.table .past text{fill:var(--muted)}
svg.table .past .step{fill:var(--stone)}
svg.table .lamp{fill:none;stroke:var(--accent);stroke-width:3}
svg.table .more{fill:var(--accent-soft);stroke:var(--accent);stroke-width:1.6;stroke-dasharray:3 2}
svg.table .panel.turn{stroke:var(--ink);stroke-width:1.8}
svg.table .panel.won{stroke:var(--warn);stroke-width:3}
svg.table .seen{fill:none;stroke:var(--warn);stroke-width:2}
svg.table .badge{fill:var(--warn);stroke:#fffaf0;stroke-width:1.4}
svg.table .sign{color:var(--muted)}
svg.table .arrow .face{fill:#3a322b;stroke:#fffaf0;stroke-width:2}
svg.table .arrow{color:#fffaf0}
"""
