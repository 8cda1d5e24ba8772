"""Temple: which rules speak of what stands in the picture."""

from __future__ import annotations

HELP = {  # the spaces of the mat name their rules themselves: `data-rules`
    "tile-": ["temple.curse", "temple.curse.victims"],
    "push-": ["temple.curse", "temple.curse.victims"],
    "hand-": ["temple.offer", "temple.curse", "temple.draw.limit"],
    "cards-": ["temple.setup", "temple.curse.victims"],
    "pile-": ["temple.offer", "temple.offer.complete"],
    "give-": ["temple.power.3"],
    "won-": ["temple.goal"],
    "ritual-": ["temple.goal", "temple.offer.complete"],
    "deck": ["temple.draw", "temple.draw.reshuffle"],
    "discards": ["temple.draw.reshuffle"],
    "track": ["temple.turn"],
}
