"""Templari: the deck file becomes numbers; a bad one is refused with every fault."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Faults, is_whole, shown
from chapterhouse.games.templari.state import COPIES, DIGITS, FAMILIES, FAMILY_CARDS, State
from chapterhouse.texts import Text

FAMILY_NAMES = ("shields", "swords", "helmets", "banners", "mail", "gauntlets")


def faults(data: dict[str, Any]) -> list[str]:
    """All that is wrong with a deck, in words; nothing when it can be played."""
    faults = Faults("templari")
    families = data.get("family")
    if not isinstance(families, list) or len(families) != FAMILIES:
        faults.say("[[family]]", "families", n=FAMILIES, names=", ".join(FAMILY_NAMES))
        return faults.all
    counts = [0] * DIGITS
    for name, family in zip(FAMILY_NAMES, families, strict=True):
        if not isinstance(family, dict) or family.get("name") != name:
            faults.say(f"family {name}", "name", name=name)
            continue
        values = family.get("values")
        if not isinstance(values, list) or len(values) != FAMILY_CARDS:
            faults.say(f"family {name}", "values", n=FAMILY_CARDS)
            continue
        for value in values:
            if not is_whole(value, 0, DIGITS - 1):
                faults.say(f"family {name}", "digit", value=shown(value), most=DIGITS - 1)
            else:
                counts[value] += 1
        if len(set(map(repr, values))) < FAMILY_CARDS:
            faults.say(f"family {name}", "same")
    if not faults.all:
        for value, count in enumerate(counts):
            if count != COPIES:
                faults.say(Text("fault.of_value", {"value": value}), "copies", count=count, n=COPIES)
    return faults.all


def fill(s: State, data: dict[str, Any]) -> None:
    """Write a deck without faults into the box."""
    for family, entry in enumerate(data["family"]):
        for i, value in enumerate(sorted(entry["values"])):
            s.value[family * FAMILY_CARDS + i] = value


def card_name(s: State, card: int) -> str:
    """The notation of a card: `helmets 6`."""
    return f"{FAMILY_NAMES[card // FAMILY_CARDS]} {s.value[card]}"
