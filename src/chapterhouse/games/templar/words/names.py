"""Templar: cards, rooms, places and valuables as a person reads them."""

from __future__ import annotations

from collections.abc import Sequence

from chapterhouse.games.templar.rules.abbey import count_places, shelf_of
from chapterhouse.games.templar.state import CHURCH, KINDS, RING_AREAS, RINGS, SHELVES, Card, State
from chapterhouse.games.templar.tables import AREA_NAMES, CARD_NAMES, KIND_NAMES
from chapterhouse.kernel.bits import bit
from chapterhouse.kernel.record import Row
from chapterhouse.texts import Texts


def card_says(card: int, texts: Texts) -> str:
    """A card within a sentence."""
    return texts(f"named.{CARD_NAMES[card]}")


def cards_say(cards: int, texts: Texts) -> str:
    return texts.list([card_says(card, texts) for card in range(len(CARD_NAMES)) if cards & bit(card)])


def room_says(room: int, texts: Texts) -> str:
    """A room as a person reads it: `room 5`, `the church`."""
    return texts("place.church") if room == CHURCH else texts("place.room", room=room + 1)


def spot_says(s: State, room: int, k: int, texts: Texts) -> str:
    """Where something lies in a room: the ring area is named where there are several."""
    areas = [area for area in range(RING_AREAS) if count_places(s, shelf_of(room, RINGS + area))]
    name = room_says(room, texts)
    return texts("place.spot", room=name, area=AREA_NAMES[k - RINGS]) if k >= RINGS and len(areas) > 1 else name


def kind_says(kind: int, texts: Texts) -> str:
    return texts(f"kind.{KIND_NAMES[kind]}")


def one_says(kind: int, texts: Texts) -> str:
    return texts(f"one.{KIND_NAMES[kind]}")


def counts_say(counts: Sequence[int] | Row, texts: Texts) -> str:
    """So many of each kind: `a chalice and 2 round rings`."""
    parts = [
        one_says(kind, texts) if counts[kind] == 1 else texts(f"many.{KIND_NAMES[kind]}", n=int(counts[kind]))
        for kind in range(KINDS)
        if counts[kind] > 0
    ]
    return texts.list(parts)


def passage_says(lower: int, upper: int, texts: Texts) -> str:
    return texts("place.passage", a=lower + 1, b=upper + 1)


def figure_of(card: int) -> str:
    """Whom a card moves: the figure, or the own pawn."""
    return {Card.REMIGIUS: "remigius", Card.SEVERUS: "severus"}.get(Card(card), "pawn")


def count_unscored(s: State, room: int, seat: int) -> list[int]:
    """How many unscored valuables of each kind a seat has in a room."""
    counts = [0] * KINDS
    for k in range(SHELVES):
        shelf = shelf_of(room, k)
        count = int((s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] == seat).sum())
        if count:
            counts[k if k < RINGS else int(s.ring_kind[room, k - RINGS])] += count
    return counts
