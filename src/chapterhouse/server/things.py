"""Rule help beside every thing: which rules speak of what stands in a picture.

Things are named by the beginning of their id in the drawing; where several fit, the longest is meant.
"""

from __future__ import annotations

THINGS: dict[str, dict[str, list[str]]] = {
    "templari": {
        "card-": ["templari.bid.curse", "templari.share.majority", "templari.end"],
        "taken-": ["templari.exchange", "templari.exchange.back"],
        "bid-": ["templari.bid.raise", "templari.bid.curse", "templari.bid.funds"],
        "pass": ["templari.bid.raise"],
        "purse-": ["templari.bid.funds", "templari.end.win"],
        "pot-zone": ["templari.bid.win", "templari.share.majority", "templari.share.even"],
        "standing-offer": ["templari.bid.raise", "templari.bid.win", "templari.bid.zero"],
        "lot": ["templari.reveal", "templari.bid.win"],
        "deck": ["templari.turn", "templari.reveal"],
        "order": ["templari.first"],
        "player-": ["templari.bid.curse", "templari.end"],
    },
    "temple": {
        "room-": ["temple.offer", "temple.power.1", "temple.power.2", "temple.power.3", "temple.room.cursed"],
        "tile-": ["temple.curse", "temple.curse.victims"],
        "push-": ["temple.curse", "temple.curse.victims"],
        "hand-": ["temple.offer", "temple.curse", "temple.draw.limit"],
        "cards-": ["temple.setup", "temple.curse.victims"],
        "pile-": ["temple.offer", "temple.offer.complete"],
        "give-": ["temple.power.3"],
        "ritual-": ["temple.goal", "temple.offer.complete"],
        "deck": ["temple.draw", "temple.draw.reshuffle"],
        "discards": ["temple.draw.reshuffle"],
        "track": ["temple.turn"],
    },
}
