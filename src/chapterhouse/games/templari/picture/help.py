"""Templari: which rules speak of what stands in the picture."""

from __future__ import annotations

HELP = {
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
    "points-": ["templari.end", "templari.end.win"],
    "player-": ["templari.bid.curse", "templari.end"],
}
