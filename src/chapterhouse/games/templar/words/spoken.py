"""Templar: the table in sentences, from a view alone. The picture names its rooms and pieces with the same ones."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any

from chapterhouse.games.protocol import View
from chapterhouse.games.spoken import Chart, Passage, Spoken, capital
from chapterhouse.games.templar.tables import CARD_NAMES, KIND_NAMES
from chapterhouse.texts import Texts


def _kinds(kinds: Iterable[str], texts: Texts) -> list[str]:
    """So many of each kind: `a chalice`, `2 round rings`."""
    counts = Counter(kinds)
    return [texts(f"one.{k}") if counts[k] == 1 else texts(f"many.{k}", n=counts[k]) for k in KIND_NAMES if counts[k]]


def _of_counts(counts: View, texts: Texts) -> str:
    kinds = [kind for kind in KIND_NAMES for _ in range(counts[kind])]
    return texts.list(_kinds(kinds, texts)) or texts("in_words.none")


def place_says(place: Any, texts: Texts) -> str:
    """Where somebody stands: `room 5`, `the church`, `main portal`, `storehouse 3`."""
    if place is None:
        return texts("in_words.nowhere")
    if place in ("main", "side"):
        return texts(f"portal.{place}")
    if isinstance(place, str):
        return texts("terminal.storehouse", n=place.split()[-1])
    return texts("place.church") if place == 13 else texts("place.room", room=place)


def pawn_says(view: View, seat: int, texts: Texts) -> str:
    return texts("in_words.own_pawn") if seat == view["seat"] else texts("in_words.pawn", who=texts.name(seat))


def stands_says(view: View, who: int | str, texts: Texts) -> str:
    """Where a pawn or a figure stands."""
    name = texts(f"figure.{who}") if isinstance(who, str) else capital(pawn_says(view, who, texts))
    place = view["figures"][who] if isinstance(who, str) else view["seats"][who]["pawn"]
    return texts("in_words.at", who=name, where=place_says(place, texts))


def _here(view: View, pawns: list[int], figures: list[str], texts: Texts) -> str:
    everybody = [texts(f"figure.{name}") for name in figures] + [pawn_says(view, seat, texts) for seat in pawns]
    return " " + texts("in_words.here", who=texts.list(everybody)) if everybody else ""


def _lies(room: View) -> list[tuple[int, bool, str]]:
    """Everything that lies in a room: owner, whether it is scored, kind."""
    lies = [(each, "chalice") for each in room["chalices"]] + [(each, "book") for each in room["books"]]
    lies += [(each, area["kind"]) for area in room["rings"] for each in area["places"]]
    return [(each["owner"], each["scored"], kind) for each, kind in lies if each is not None]


def _free(room: View, texts: Texts) -> list[str]:
    """The places of a room that still take something."""
    shelves = (("chalice", room["chalices"]), ("book", room["books"]))
    free = _kinds((kind for kind, places in shelves for each in places if each is None), texts)
    for area in room["rings"]:
        count = area["places"].count(None)
        if count:
            kind = area["kind"]
            rings = _kinds([kind] * count, texts)[0] if kind else texts("in_words.any_ring", n=count)
            several = len(room["rings"]) > 1
            free.append(texts("in_words.area", what=rings, area=area["area"]) if several else rings)
    return free


def room_says(view: View, room: View, texts: Texts) -> str:
    """`Room 5: you have 2 round rings; free: a chalice. Here: Severus.`"""
    lies, holds = _lies(room), []
    for seat in range(len(view["seats"])):
        for scored in (False, True):
            what = texts.list(_kinds((k for owner, side, k in lies if (owner, side) == (seat, scored)), texts))
            if what:
                what = texts("in_words.scored", what=what) if scored else what
                key = "in_words.you_have" if seat == view["seat"] else "in_words.has"
                holds.append(texts(key, who=texts.name(seat), what=what))
    if not holds:
        holds.append(texts("in_words.nothing"))
    if free := _free(room, texts):
        holds.append(texts("in_words.free", what=", ".join(free)))
    name = capital(place_says(room["number"], texts))
    what = functools.reduce(lambda first, clause: texts("in_words.more", first=first, next=clause), holds)
    return texts("in_words.room", room=name, what=what) + _here(view, room["pawns"], room["figures"], texts)


def beside_says(view: View, number: int, texts: Texts) -> str:
    """Where one can go from a room, past the door."""
    pairs = [p for p in view["passages"] if number in p["between"] and not p["door"]]
    rooms = sorted(room for p in pairs for room in p["between"] if room != number)
    return texts("in_words.beside", rooms=texts.list([str(room) for room in rooms]))


def door_says(view: View, texts: Texts) -> str:
    a, b = view["door"]
    return texts("in_words.door", a=str(a), b=str(b))


def storehouse_says(view: View, house: View, texts: Texts) -> str:
    what = texts.list(_kinds(house["tiles"], texts)) or texts("in_words.empty")
    text = texts("in_words.storehouse", n=house["number"], what=what)
    empty = house["boxes"] - len(house["tiles"])
    if empty and house["tiles"]:
        text += " " + texts("in_words.boxes", n=empty)
    return text + _here(view, house["pawns"], [], texts)


def bag_says(view: View, texts: Texts) -> str:
    tiles = texts("picture.bag", n=view["bag"]["count"])
    return texts("in_words.bag", tiles=tiles, what=_of_counts(view["bag"], texts))


def stock_says(seat: View, texts: Texts) -> str:
    return texts("in_words.stock", what=_of_counts(seat["stock"], texts))


def reserve_says(seat: View, texts: Texts) -> str:
    return texts("in_words.reserve", what=_of_counts(seat["reserve"], texts))


def _card_says(view: View, card: str, texts: Texts) -> str:
    """A card of the own hand: what it does, or who bars it."""
    by = view["barred_by"].get(card)
    if by:
        names = [texts("word.raphael") if seat is None else texts.name(seat) for seat in by]
        return texts("in_words.card", card=texts(f"card.{card}"), what=texts("picture.barred", who=texts.list(names)))
    return texts("in_words.card", card=texts(f"card.{card}"), what=texts(f"help.{card}"))


def _players(view: View, texts: Texts) -> Chart:
    keys = ("player", "points", "place", "stock", "reserve", "cards", "top", "reached")
    rows = []
    for seat in view["seats"]:
        before = texts("picture.chosen") if seat["chosen"] else texts("in_words.none")
        top = texts(f"card.{seat['top']}") if seat["top"] else before
        name = texts.name(seat["seat"])
        rows.append(
            (
                f"{name} ({texts('picture.you')})" if seat["seat"] == view["seat"] else name,
                str(seat["score"]),
                place_says(seat["pawn"], texts),
                _of_counts(seat["stock"], texts),
                _of_counts(seat["reserve"], texts),
                str(len(seat["hand"])),
                top,
                texts.list([str(room) for room in seat["rooms"]]) or texts("in_words.none"),
            )
        )
    return Chart(texts("in_words.players"), [capital(texts(f"in_words.head.{key}")) for key in keys], rows)


def in_words(view: View, texts: Texts) -> Spoken:
    """The whole table: where it stands, the own hand, the players, the abbey room by room, the harbor."""
    status = [texts("in_words.round", n=view["round"])]
    if view["final"] is not None:
        status.append(texts("terminal.final"))
    status += [stands_says(view, name, texts) for name in view["figures"]]
    status.append(door_says(view, texts))
    if view["raphael"] is not None and view["raphael"]["top"]:
        status.append(texts("terminal.raphael", card=texts(f"card.{view['raphael']['top']}")) + ".")
    parts: list[Passage | Chart] = [Passage(texts("in_words.status"), status)]
    if view["seat"] is not None:
        own = view["seats"][view["seat"]]
        cards = [_card_says(view, card, texts) for card in CARD_NAMES if card in own["hand"]]
        parts.append(Passage(texts("picture.your_hand"), cards))
    parts.append(_players(view, texts))
    rooms = [f"{room_says(view, room, texts)} {beside_says(view, room['number'], texts)}" for room in view["rooms"]]
    parts.append(Passage(texts("picture.abbey"), rooms))
    houses = [storehouse_says(view, house, texts) for house in view["storehouses"]]
    parts.append(Passage(texts("terminal.harbor"), [*houses, bag_says(view, texts)]))
    return parts
