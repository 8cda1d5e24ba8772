"""Temple: what a seat sees, as plain data."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.temple.rules.move import has_moved, refuse_step, refuse_stop, step
from chapterhouse.games.temple.rules.offer import count_lacking, refuse_offer
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, is_cursed, room_next_to, room_of
from chapterhouse.games.temple.rules.scoring import masks_needed
from chapterhouse.games.temple.state import (
    COLOURED,
    COLOURS,
    KINDS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOWHERE,
    ROOMS,
    SIDE,
    VALUES,
    WAYS,
    Phase,
    State,
)
from chapterhouse.games.temple.tables import COLOUR_NAMES, WAY_NAMES, card_name, room_name
from chapterhouse.kernel.record import numbers


def words_of(counts: Any) -> list[str]:
    """Cards by kind as a list of words, `["red 1", "red 1", "curse"]`."""
    return [card_name(kind) for kind, count in enumerate(counts) for _ in range(count)]


def reachable(s: Any) -> dict[int, int]:
    """The rooms where the mover can end his move, and the fewest steps to each from where he stands."""
    fewest: dict[int, int] = {}
    todo = [(0, s.copy())]
    while todo:
        steps, at = todo.pop(0)
        room = int(at.pawn[at.mover])
        if (steps or refuse_stop(at) == 0) and room not in fewest:
            fewest[room] = steps
        if at.steps_left == 0 or (steps and at.phase == Phase.ARRIVE):
            continue
        for way in range(WAYS):
            if refuse_step(at, way) == 0:
                after = at.copy()
                step(after, way)
                todo.append((steps + 1, after))
    return fewest


def _room_view(s: State, room: int) -> dict[str, Any]:
    return {
        "name": room_name(room),
        "row": room // SIDE,
        "col": room % SIDE,
        "colour": COLOUR_NAMES[s.colour[room]],
        "masks": int(s.masks[room]),
        "cursed": bool(is_cursed(s, room)),
        "counts_as": count_masks(s, room),
        "coloured": bool(has_colour(s, room)),
        "pawns": [seat for seat in range(s.players) if s.pawn[seat] == room],
        "tile": int(s.tile_on[room]) if s.tile_on[room] != NO_TILE else None,
    }


def _piles(s: State, seat: int) -> dict[str, dict[str, int]]:
    piles, counts = {}, s.pile[seat].tolist()
    for colour in range(COLOURS):
        ones, twos = counts[colour * VALUES : (colour + 1) * VALUES]
        piles[COLOUR_NAMES[colour]] = {"ones": ones, "twos": twos, "value": ones + 2 * twos}
    return piles


def _seat_view(s: State, seat: int, viewer: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "room": int(s.pawn[seat]),
        "hand": int(s.hand_size[seat]),
        "cards": words_of(s.hand[seat].tolist()) if seat == viewer else None,
        "known": words_of(s.known[seat].tolist()),
        "piles": _piles(s, seat),
        "masks": [COLOUR_NAMES[colour] for colour in range(COLOURS) if s.ritual[colour] == seat],
    }


def _ways(s: State) -> dict[str, int]:
    """The rooms beside the pawn that moves, or beside the curse tile that is moved, by the name of the way."""
    if s.phase not in (Phase.MOVE, Phase.PUSH):
        return {}
    room = int(s.pawn[s.mover] if s.phase == Phase.MOVE else s.tile[s.held_tile])
    beside = {WAY_NAMES[way]: room_next_to(room, way) for way in range(WAYS)}
    return {way: room for way, room in beside.items() if room != NOWHERE}


def _acting(s: State) -> dict[str, Any] | None:
    """What has been chosen so far in the action of this turn; None before and after."""
    phase = Phase(s.phase)
    room = int(s.pawn[s.mover])
    if phase == Phase.OFFER:
        colour = COLOUR_NAMES[s.colour[room]]
        played = count_masks(s, room) - s.to_offer
        return {"kind": "offer", "colour": colour, "played": [f"{colour} 1"] * played, "value_left": s.to_offer}
    if phase == Phase.PUSH:
        return {"kind": "curse", "tile": s.held_tile, "room": int(s.tile[s.held_tile])}
    if phase in (Phase.LEAP, Phase.SWAP):
        return {"kind": "power", "power": 1 if phase == Phase.LEAP else 2, "swapped": s.swapped}
    if phase == Phase.GIVE:
        return {"kind": "power", "power": 3, "victim": s.victim, "owed": s.owed}
    return None


def _offering(s: State) -> dict[str, Any] | None:
    """What the offering that can be made or goes on now adds to a pile of the mover's."""
    if s.phase not in (Phase.ACTION, Phase.OFFER) or all(refuse_offer(s, kind) for kind in range(COLOURED)):
        return None
    return {"colour": COLOUR_NAMES[s.colour[room_of(s, s.mover)]], "value": count_lacking(s)}


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat sees, as plain data; `s` must be concealed for that seat (NOBODY: a spectator)."""
    whole, s = s, numbers(s)
    moves = s.phase == Phase.MOVE
    return {
        "phase": Phase(s.phase).name.lower(),
        "turn": s.turn,
        "round": (s.turn - 1) // s.players + 1,
        "mover": s.mover,
        "goal": masks_needed(s),
        "winner": s.winner if s.winner != NOBODY else None,
        "rooms": [_room_view(s, room) for room in range(ROOMS)],
        "tiles": [int(room) for room in s.tile],
        "deck": s.deck_left,
        "discards": {"top": card_name(s.top) if s.top != NO_CARD else None, "count": s.discarded},
        "discard_pile": {card_name(kind): int(s.discards[kind]) for kind in range(KINDS)},
        "cards": {card_name(kind): int(s.cards[kind]) for kind in range(KINDS)},
        "ritual": {
            COLOUR_NAMES[colour]: int(s.ritual[colour]) if s.ritual[colour] != NOBODY else None
            for colour in range(COLOURS)
        },
        "seats": [_seat_view(s, each, seat) for each in range(s.players)],
        "departure": s.departure if s.departure != NOWHERE else None,
        "to_draw": s.reach,
        "ways": _ways(s),
        "steps_left": s.steps_left if moves else 0,
        "has_moved": bool(moves and has_moved(s)),
        "reach": [{"room": room, "steps": steps} for room, steps in sorted(reachable(whole).items())]
        if moves and seat == s.to_act
        else [],
        "acting": _acting(s),
        "offering": _offering(s) if seat == s.to_act else None,
    }
