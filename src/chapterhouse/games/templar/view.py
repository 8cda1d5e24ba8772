"""Templar: what a seat sees, as plain data."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.templar.rules.abbey import count_bits, kind_of_shelf, open_around, open_from, owner_of
from chapterhouse.games.templar.rules.moving import mover_of, next_rooms, range_of
from chapterhouse.games.templar.rules.scoring import church_points, rooms_bonus
from chapterhouse.games.templar.rules.stash import stashes_of
from chapterhouse.games.templar.rules.turn import barred_cards
from chapterhouse.games.templar.state import (
    CARDS,
    EMPTY,
    HARBOR,
    MAIN,
    NO_CARD,
    NO_KIND,
    NOBODY,
    NOWHERE,
    RAPHAEL_COPIES,
    RING_AREAS,
    RINGS,
    ROOMS,
    SCORED,
    SHELVES,
    STOREHOUSES,
    Card,
    Final,
    Phase,
    State,
)
from chapterhouse.games.templar.tables import (
    AREA_NAMES,
    CARD_NAMES,
    EDITION_NAMES,
    KIND_NAMES,
    PORTAL_NAMES,
    place_name,
)
from chapterhouse.kernel.record import numbers

MOVING = (Card.ANSELMUS, Card.JOSUA, Card.LUCAS, Card.BENJAMIN, Card.STEPHANUS, Card.REMIGIUS, Card.SEVERUS)


# ── The view ────────────────────────────────────────────────────────────────────────────────────────────────────────


def card_word(card: int) -> str | None:
    return CARD_NAMES[card] if card >= 0 else None


def kind_word(kind: int) -> str | None:
    return KIND_NAMES[kind] if kind != NO_KIND else None


def seat_or_none(seat: int) -> int | None:
    return seat if seat != NOBODY else None


def _counts(row: Any) -> dict[str, int]:
    return dict(zip(KIND_NAMES, map(int, row), strict=True))


def _cards(bits: int) -> list[str]:
    return [CARD_NAMES[card] for card in range(CARDS) if bits >> card & 1]


def _rooms(bits: int) -> list[int]:
    return [room + 1 for room in range(ROOMS) if bits >> room & 1]


def _places(s: State, room: int, k: int) -> list[dict[str, Any] | None]:
    """What lies on each place of a shelf: owner and side, or None."""
    shelf = room * SHELVES + k
    return [
        None if piece == EMPTY else {"owner": owner_of(piece), "scored": piece >= SCORED}
        for piece in s.piece[s.first_place[shelf] : s.first_place[shelf + 1]]
    ]


def _pawns_at(s: State, place: int) -> list[int]:
    return [seat for seat in range(s.players) if s.pawn[seat] == place]


def _figures_at(s: State, place: int) -> list[str]:
    return [name for name in ("remigius", "severus", "vitus") if getattr(s, name) == place]


def _room_view(s: State, room: int) -> dict[str, Any]:
    areas = [
        {"area": AREA_NAMES[a], "kind": kind_word(kind_of_shelf(s, room, RINGS + a)), "places": places}
        for a in range(RING_AREAS)
        if (places := _places(s, room, RINGS + a))
    ]
    return {
        "number": room + 1,
        "church": room == ROOMS - 1,
        "barred": s.severus == room,  # Severus sees everything here
        "chalices": _places(s, room, 0),
        "books": _places(s, room, 1),
        "rings": areas,
        "pawns": _pawns_at(s, room),
        "figures": _figures_at(s, room),
    }


def tiles_that_stay(s: State, storehouse: int, seat: int) -> list[int]:
    """templar.maria.reserve: how many tiles of each kind a seat would leave in a storehouse."""
    reserve = s.reserve[seat].tolist()
    return [max(0, tiles - reserve[k]) for k, tiles in enumerate(s.harbor[storehouse].tolist())]


def _tiles(counts: Any) -> list[str]:
    return [KIND_NAMES[kind] for kind, count in enumerate(counts) for _ in range(count)]


def _storehouse_view(s: State, storehouse: int, viewer: int) -> dict[str, Any]:
    return {
        "number": storehouse + 1,
        "boxes": int(s.boxes[storehouse]),
        "tiles": _tiles(s.harbor[storehouse].tolist()),
        "fresh": _tiles(s.fresh[storehouse].tolist()),  # of them, what the last Bells brought
        "stays": _tiles(tiles_that_stay(s, storehouse, viewer)) if viewer != NOBODY else [],
        "pawns": _pawns_at(s, HARBOR + storehouse),
    }


def _raphael_view(s: State) -> dict[str, Any] | None:
    if s.players != 2:
        return None
    full = [0 if card == Card.STEPHANUS and not s.stephanus else RAPHAEL_COPIES for card in range(CARDS)]
    full[Card.BELLS] = 1
    return {
        "top": card_word(s.raphael_top),
        "deck": sum(s.raphael),
        "used": {CARD_NAMES[card]: full[card] - int(s.raphael[card]) for card in range(CARDS)},
        "copies": {CARD_NAMES[card]: full[card] for card in range(CARDS)},
    }


def _seat_view(s: State, seat: int, viewer: int) -> dict[str, Any]:
    hand = int(s.hand[seat])
    everything = CARDS if s.stephanus else CARDS - 1
    chosen = int(s.chosen[seat])
    return {
        "seat": seat,
        "score": int(s.score[seat]),  # the track
        "church": church_points(s, seat),  # what the final scoring would add now
        "bonus": rooms_bonus(s, seat),
        "rooms": _rooms(int(s.in_rooms[seat])),
        "stock": _counts(s.stock[seat].tolist()),
        "reserve": _counts(s.reserve[seat].tolist()),
        "hand": _cards(hand),
        "pile": everything - count_bits(hand),
        "top": card_word(int(s.top[seat])),
        "pawn": place_name(int(s.pawn[seat])),  # 5, "main", "side" or "storehouse 3"
        "chosen": chosen != NO_CARD,  # in the first round, until all have chosen
        "card": card_word(chosen) if seat == viewer else None,
    }


def _reach(s: State, start: int, card: int, steps: int) -> dict[str, int]:
    """Room number → fewest steps, for a move that begins now at `start`."""
    reached: dict[str, int] = {}
    seen = 0 if start >= ROOMS or card == Card.BENJAMIN else 1 << start
    front = open_from(s, start)
    if card == Card.REMIGIUS and 0 <= s.vitus < ROOMS:
        spy = 1 << s.vitus
        if front & ~spy:
            seen |= spy
        elif front:
            beyond = open_around(s, spy) & ~seen
            return {str(room): 2 for room in _rooms(beyond)}
    for step in range(1, steps + 1):
        front &= ~seen
        reached |= {str(room): step for room in _rooms(front)}
        seen |= front
        front = open_around(s, front)
    return reached


def _reach_view(s: State, viewer: int) -> dict[str, dict[str, int]]:
    """For each card that moves somebody: where it could lead now. While a move is under way: where it can still go."""
    if viewer == NOBODY or s.round == 0 or s.phase == Phase.OVER:
        return {}
    if s.to_act == viewer and s.phase in (Phase.STEP, Phase.WALK):
        place = mover_of(s)
        reached = {str(room): 1 for room in _rooms(next_rooms(s))} if s.steps else {}
        front = next_rooms(s) if s.steps else 0
        seen = front | s.entered
        if s.card == Card.REMIGIUS and 0 <= s.vitus < ROOMS:
            seen |= 1 << s.vitus
        for step in range(2, s.steps + 1):
            front = open_around(s, front) & ~seen
            reached |= {str(room): step for room in _rooms(front)}
            seen |= front
        if s.card == Card.REMIGIUS and not s.moved and front == 1 << s.vitus:
            reached = _reach(s, place, s.card, s.steps)
        return {CARD_NAMES[s.card]: reached}
    if s.card != NO_CARD:
        return {}
    starts = {Card.REMIGIUS: s.remigius, Card.SEVERUS: s.severus}
    reach: dict[str, dict[str, int]] = {}
    for card in MOVING:
        if s.hand[viewer] >> card & 1:
            start = starts.get(card, s.pawn[viewer])
            reach[CARD_NAMES[card]] = _reach(s, start, card, range_of(card)) if start != NOWHERE else {}
    return reach


def _barred_by(s: State, viewer: int) -> dict[str, list[int | None]]:
    """Cards that the viewer cannot play, and on top of whose piles they lie; None is Raphael's."""
    if viewer == NOBODY:
        return {}
    tops: list[tuple[int | None, int]] = [(seat, s.top[seat]) for seat in range(s.players) if seat != viewer]
    tops.append((None, s.raphael_top))
    barred = [card for card in range(CARDS) if barred_cards(s, viewer) >> card & 1]
    return {CARD_NAMES[card]: [who for who, top in tops if top == card] for card in barred}


def _going_view(s: State) -> dict[str, Any] | None:
    """The card that is being carried out."""
    if s.card == NO_CARD:
        return None
    carried = None
    if s.carried != NO_KIND:
        carried = {"kind": kind_word(s.carried), "owner": s.carried_of}
    return {
        "seat": s.active,
        "card": card_word(s.card),
        "from": place_name(s.origin),
        "steps": s.steps,  # left
        "moved": s.moved,
        "entered": _rooms(s.entered),
        "stash_left": s.stash_left,
        "stashed": stashes_of(s.card) - s.stash_left if s.phase == Phase.STASH else 0,
        "carried": carried,
        "taken_in": place_name(s.taken_in),
    }


def _portal_view(s: State, portal: int) -> dict[str, Any]:
    return {
        "room": int(s.portal_room[portal]) + 1,
        "pawns": _pawns_at(s, MAIN + portal),
        "figures": _figures_at(s, MAIN + portal),
    }


def _passages(s: State) -> list[dict[str, Any]]:
    door = [int(s.door[0]), int(s.door[1])]
    return [
        {"between": [a + 1, b + 1], "door": [a, b] == door}
        for a in range(ROOMS)
        for b in range(a + 1, ROOMS)
        if int(s.neighbours[a]) >> b & 1
    ]


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat sees, as plain data; `s` must be concealed for that seat (NOBODY: a spectator)."""
    s = numbers(s)
    barred = _barred_by(s, seat)
    final = None
    if s.final != Final.NOT_YET:
        final = {"why": Final(s.final).name.lower(), "by": seat_or_none(s.final_by), "turns_left": s.turns_left}
    return {
        "phase": Phase(s.phase).name.lower(),
        "round": s.round,
        "edition": EDITION_NAMES[s.edition],
        "stephanus": bool(s.stephanus),
        "first": s.first,
        "active": seat_or_none(s.active),
        "fined": bool(s.fined),
        "rooms": [_room_view(s, room) for room in range(ROOMS)],
        "passages": _passages(s),
        "door": [int(s.door[0]) + 1, int(s.door[1]) + 1],
        "portals": {PORTAL_NAMES[portal]: _portal_view(s, portal) for portal in range(2)},
        "figures": {name: place_name(getattr(s, name)) for name in ("remigius", "severus", "vitus")},
        "storehouses": [_storehouse_view(s, storehouse, seat) for storehouse in range(STOREHOUSES)],
        "bag": {"count": sum(s.bag), **_counts(s.bag)},
        "lost": s.lost,  # chalices that no storehouse could take
        "numbers": {CARD_NAMES[card]: int(s.number[card]) for card in range(CARDS) if card != Card.BELLS},
        "raphael": _raphael_view(s),
        "barred": list(barred),  # cards that lie on top of another's pile
        "barred_by": barred,
        "reach": _reach_view(s, seat),
        "going": _going_view(s),
        "final": final,
        "seats": [_seat_view(s, each, seat) for each in range(s.players)],
    }
