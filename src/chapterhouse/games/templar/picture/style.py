"""Templar: colours and lines of the picture, from the house's palette, so that both themes draw alike."""

from __future__ import annotations

from chapterhouse.games.seats import COLOURS

_SEATS = "".join(
    f".templar .s{seat}{{color:color-mix(in srgb,{colour} 86%,var(--ink))}}"
    f".templar .s{seat}.scored{{color:color-mix(in srgb,{colour} 62%,var(--ink))}}"
    for seat, colour in enumerate(COLOURS)
)

_RULES = f"""
.templar{{--line:color-mix(in srgb,var(--ink) 88%,var(--ground));
--floor:color-mix(in srgb,var(--panel) 90%,var(--stone));
--masonry:color-mix(in srgb,var(--hair) 75%,var(--stone));--outside:color-mix(in srgb,var(--ground) 91%,#000);
--wood-top:color-mix(in srgb,var(--stone) 62%,var(--hair));--grain:color-mix(in srgb,var(--hair) 45%,var(--muted));
--edge:var(--ink);--dark:#2b2118;--sign:#fffaf0;--scored:color-mix(in srgb,var(--stone) 55%,var(--panel));
--ivory:#fffaf0;--severus:#3a2f25;--vitus:#9c8a6c;--wood:#8a5a2c;--sail:var(--panel);
--tile:color-mix(in srgb,var(--stone) 50%,var(--panel));--cardground:var(--panel);
--water:color-mix(in srgb,#5b8fa3 24%,var(--panel));--lawn:color-mix(in srgb,#7d9a4a 26%,var(--stone))}}
{_SEATS}
.templar .piece .sg{{color:var(--sign)}}
.templar .piece.scored .sg{{color:inherit}}
.templar .disc{{fill:currentColor;stroke:var(--edge);stroke-width:1.4}}
.templar .lap{{fill:var(--panel);stroke:currentColor;stroke-width:1.8}}
.templar .outside{{fill:var(--outside)}}
.templar .cell{{fill:var(--ground);stroke:var(--hair);stroke-width:1}}
.templar .cell.five{{fill:var(--stone)}}
.templar .cell-no{{fill:var(--muted)}}
.templar .cell-no.five{{fill:var(--ink);font-weight:700}}
.templar .frame{{fill:none;stroke:var(--line);stroke-width:1.5}}
.templar .shade{{fill:none;stroke:var(--hair);stroke-width:26;stroke-linejoin:round;opacity:.3}}
.templar .fore{{fill:var(--floor);stroke:var(--hair);stroke-width:1.2;stroke-dasharray:4 3}}
.templar .floor{{fill:var(--floor)}}
.templar .floor.church{{fill:var(--panel)}}
.templar .wall-ink,.templar .outer-ink{{fill:none;stroke:var(--line);stroke-width:9}}
.templar .outer-ink{{stroke-width:14}}
.templar .wall-stone,.templar .outer-stone{{fill:none;stroke:var(--masonry);stroke-width:6}}
.templar .outer-stone{{stroke-width:11}}
.templar .outer-hatch{{fill:none;stroke:url(#hatch);stroke-width:11}}
.templar .sill{{fill:var(--floor)}}
.templar .tread{{fill:var(--hair)}}
.templar .jamb{{fill:var(--line)}}
.templar .label{{fill:var(--muted);letter-spacing:.08em}}
.templar .niche{{fill:var(--masonry);fill-opacity:.6;stroke:var(--grain);stroke-width:1.3}}
.templar .lectern{{fill:var(--wood-top);stroke:var(--grain);stroke-width:1.3;stroke-linejoin:round}}
.templar .lip{{stroke:var(--grain);stroke-width:1.3}}
.templar .board{{fill:var(--wood-top);stroke:var(--grain);stroke-width:1.4}}
.templar .inlay{{fill:none;stroke:var(--grain);stroke-width:.8;opacity:.5}}
.templar .socket{{color:var(--muted);opacity:.62}}
.templar .vault{{fill:none;stroke:var(--hair);stroke-width:1;stroke-dasharray:3 4;opacity:.75}}
.templar .column{{fill:var(--masonry);stroke:var(--line);stroke-width:1.2}}
.templar .altar{{fill:none;stroke:var(--hair);stroke-width:1.4}}
.templar .garth,.templar .walk{{fill:var(--stone)}}
.templar .walk{{stroke:var(--hair)}}
.templar .lawn{{fill:var(--lawn);stroke:var(--grain)}}
.templar .path{{stroke:var(--stone);stroke-width:6}}
.templar .well,.templar .ship,.templar .store{{color:var(--line)}}
.templar .watched{{fill:url(#bar-hatch)}}
.templar .tint{{fill:var(--accent);fill-opacity:.13}}
.templar .tint.distant{{fill-opacity:.055}}
.templar .trail{{fill:none;stroke:var(--accent);stroke-width:3.4;stroke-dasharray:.1 9;stroke-linecap:round;
stroke-linejoin:round;pointer-events:none}}
.templar .pip{{fill:var(--accent)}}
.templar .hit{{fill:#fff;fill-opacity:0}}
.templar .glow{{fill:none}}
.templar .lit .glow{{fill:var(--accent);fill-opacity:.16}}
.templar .lit:hover .glow{{fill-opacity:.3}}
.templar .lit.room:hover .hit{{fill:var(--accent);fill-opacity:.12}}
.templar .ghost{{opacity:.55}}
.templar .slip{{fill:var(--panel);stroke:var(--accent);stroke-width:2}}
.templar .me{{fill:none;stroke:var(--accent);stroke-width:3}}
.templar .figures{{pointer-events:none}}
.templar .letter{{fill:var(--panel);stroke:var(--grain);stroke-width:1.2}}
.templar .box{{color:var(--hair)}}
.templar .tk{{color:color-mix(in srgb,var(--ink) 70%,var(--muted));--sign:var(--panel)}}
.templar .tile.stays{{opacity:.36}}
.templar .new{{fill:var(--warn)}}
.templar .basin{{fill:var(--water);stroke:#7f9592;stroke-width:1.3}}
.templar .wave{{fill:none;stroke:#7f9592;stroke-width:1.2}}
.templar .rope{{stroke:var(--muted);stroke-width:1.2;fill:none}}
.templar .way{{fill:none;stroke:var(--hair);stroke-width:1.6;stroke-dasharray:5 4}}
.templar .tip{{fill:var(--muted)}}
.templar .player .edge{{fill:currentColor}}
.templar .count.zero>:not(text){{opacity:.34}}
.templar .count.zero text,.templar .reserve .count text{{fill:var(--muted)}}
.templar .reserve .count:not(.zero)>:not(text){{opacity:.66}}
.templar .tick{{fill:none;stroke:var(--hair);stroke-width:.9}}
.templar .tick.on{{fill:color-mix(in srgb,currentColor 68%,var(--dark));stroke:var(--edge)}}
.templar .tick-no{{fill:var(--muted)}}
.templar .tick-no.on{{fill:#fffaf0;font-weight:700}}
.templar .card{{fill:var(--panel);stroke:var(--line);stroke-width:1.5}}
.templar .card.under{{stroke:var(--hair)}}
.templar .emblem{{color:var(--ink)}}
.templar .emblem.faded{{opacity:.2}}
.templar .emblem.now{{color:var(--accent)}}
.templar .quiet{{color:var(--muted)}}
.templar .back{{fill:#6b5a49;stroke:var(--line);stroke-width:1.4}}
.templar .back-rim{{fill:none;stroke:#d8c9ab;stroke-width:.9;opacity:.7}}
.templar .back-sign{{color:#d8c9ab}}
.templar .dot{{fill:none;stroke:var(--muted);stroke-width:1.1}}
.templar .dot.on{{fill:var(--muted)}}
.templar .in-hand.barred{{--cardground:var(--stone)}}
.templar .in-hand.barred .card{{fill:var(--stone);stroke:var(--hair);stroke-dasharray:4 3}}
.templar .in-hand.barred .emblem{{opacity:.4}}
.templar .in-hand.barred .title{{text-decoration:line-through}}
.templar .in-hand.playing .card{{stroke:var(--accent);stroke-width:2.5}}
.templar .in-hand.playing .emblem{{color:var(--accent)}}
.templar .in-hand.lit:hover .card{{fill:var(--accent-soft)}}
.templar .in-hand.lit:hover{{--cardground:var(--accent-soft)}}
.templar .tag{{fill:var(--accent)}}
.templar .on-tag{{fill:var(--on-accent)}}
.templar .coin{{fill:var(--panel)}}
.templar .house{{color:var(--line)}}
.templar .gable{{fill:var(--panel);stroke:var(--line);stroke-width:1.3;stroke-linejoin:round}}
.templar .small .ring{{stroke-width:6}}
"""

# as narrow as the house's own rules and those of other rooms, and one more
STYLE = _RULES.replace(".templar", "svg.table .templar")
