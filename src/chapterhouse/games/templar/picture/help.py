"""Templar: which rules speak of what stands in the picture."""

from __future__ import annotations

_STASH = ["templar.stash.place", "templar.stash.area"]

HELP = {
    "card-in-hand-anselmus": ["templar.anselmus", "templar.turn.visible"],
    "card-in-hand-josua": ["templar.josua", "templar.turn.visible"],
    "card-in-hand-lucas": ["templar.lucas", "templar.turn.visible"],
    "card-in-hand-benjamin": ["templar.benjamin.move", "templar.benjamin.take", "templar.benjamin.drop"],
    "card-in-hand-maria": ["templar.maria.take", "templar.maria.reserve"],
    "card-in-hand-stephanus": ["templar.stephanus", "templar.turn.visible"],
    "card-in-hand-porticus": ["templar.porticus", "templar.turn.visible"],
    "card-in-hand-remigius": ["templar.remigius.move", "templar.remigius.score", "templar.vitus"],
    "card-in-hand-severus": ["templar.severus", "templar.stash.severus"],
    "card-in-hand-bells": ["templar.bells.number", "templar.bells.draw", "templar.bells.hand"],
    "room-": ["templar.move.passage", *_STASH],
    "place-": _STASH,
    "lens-place-": _STASH,
    "stash-": _STASH,
    "lens-stash-": _STASH,
    "passage-": ["templar.move.passage", "templar.move.door"],
    "door": ["templar.move.door", "templar.porticus"],
    "button-door-": ["templar.porticus", "templar.move.door"],
    "forecourt-": ["templar.place-outside"],
    "remigius": ["templar.remigius.move", "templar.remigius.score"],
    "lens-remigius": ["templar.remigius.move", "templar.remigius.score"],
    "vitus": ["templar.vitus"],
    "lens-vitus": ["templar.vitus"],
    "severus": ["templar.severus", "templar.stash.severus"],
    "storehouse-": ["templar.maria.take", "templar.bells.draw", "templar.bells.visitor"],
    "harbor": ["templar.setup.harbor", "templar.bells.draw", "templar.end.bag"],
    "marker-": ["templar.end.win", "templar.end.rooms-bonus", "templar.end.church"],
    "points-": ["templar.end.church", "templar.end.rooms-bonus", "templar.end.win"],
    "ledger-": ["templar.turn.open", "templar.end.rooms-bonus"],
    "player-": ["templar.turn.visible", "templar.turn.open"],
}
