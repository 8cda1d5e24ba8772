"""Temple: what cannot be. Every card of the game is somewhere, once."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Faults
from chapterhouse.games.ranges import check_ranges
from chapterhouse.games.temple.rules.cards import count_excess, pile_value
from chapterhouse.games.temple.rules.power import is_hit
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, is_cursed
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import (
    COLOURED,
    COLOURS,
    CURSE_CARD,
    HAND,
    KINDS,
    MOST_MASKS,
    MOST_NEWS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    OFFERING,
    ROOMS,
    SIDE,
    START,
    TILES,
    TURN_LIMIT,
    VALUES,
    Phase,
    State,
)
from chapterhouse.games.temple.tables import COLOUR_NAMES, card_name, room_name


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be; in Temple all go together."""
    return []


def _check_rooms(s: State, faults: Faults) -> None:
    for room in range(ROOMS):
        place = f"room {room_name(room)}"
        pawns = sum(int(s.pawn[seat]) == room for seat in range(s.players))
        if pawns != s.pawns_in[room]:
            faults.add(place, f"{pawns} pawns stand there, not {s.pawns_in[room]}")
        if pawns > 1 and s.colour[room] != START:
            faults.add(place, f"{pawns} pawns share it; only the start room can be shared")
        tiles = [tile for tile in range(TILES) if s.tile[tile] == room]
        if len(tiles) > 1:
            faults.add(place, f"{len(tiles)} curse tiles share it")
        elif s.tile_on[room] != (tiles[0] if tiles else NO_TILE):
            faults.add(place, f"tile_on says {s.tile_on[room]}, but the tiles {tiles} lie there")


def _check_cards(s: State, faults: Faults) -> None:
    """Every card is somewhere, once."""
    if int(s.deck.sum(dtype=int)) != s.deck_left:
        faults.add("deck", f"holds {s.deck.sum(dtype=int)} cards, but deck_left says {s.deck_left}")
    if int(s.discards.sum(dtype=int)) != s.discarded:
        faults.add("discards", f"hold {s.discards.sum(dtype=int)} cards, but discarded says {s.discarded}")
    if (s.top == NO_CARD) != (s.discarded == 0) or (s.top != NO_CARD and s.discards[s.top] == 0):
        faults.add("top", "is not a card of the discard pile")
    held = [int(s.deck[kind]) + int(s.discards[kind]) for kind in range(KINDS)]
    for seat in range(s.players):
        hand, size = int(s.hand[seat].sum()), int(s.hand_size[seat])
        if hand != size:
            faults.add("hand", f"seat {seat} holds {hand} cards, but hand_size says {size}")
        if (s.known[seat] > s.hand[seat]).any():
            faults.add("known", f"seat {seat} has shown cards that are not in his hand")
        for kind in range(KINDS):
            held[kind] += int(s.hand[seat, kind]) + (int(s.pile[seat, kind]) if kind < COLOURED else 0)
    for kind, count in enumerate(held):
        if count != s.cards[kind]:
            faults.add(card_name(kind), f"{count} cards are on the table; the game has {s.cards[kind]}")


def _check_end(s: State, faults: Faults) -> None:
    """temple.goal, temple.end: who begins his turn with enough ritual masks has won; the last turn is the last."""
    is_over = s.phase == Phase.OVER
    last = TURN_LIMIT * s.players
    if (s.to_act == NOBODY) != is_over:
        faults.add("to_act", "somebody is asked while the game is not over, and nobody then")
    if s.start != NOBODY and s.mover != (s.start + s.turn - 1) % s.players:
        faults.add("mover", f"seat {s.start} began, so turn {s.turn} is not that of seat {s.mover}")
    has_won = count_ritual_masks(s, s.mover) >= masks_needed(s)
    if s.winner != (s.mover if is_over and has_won else NOBODY):
        faults.add("winner", f"is {s.winner}, in the turn of seat {s.mover}")
    elif has_won and not is_over:
        faults.add("phase", f"seat {s.mover} has won")
    if s.turn > (last + 1 if is_over else last) or (is_over and not has_won and s.turn <= last):
        faults.add("turn", f"{s.turn} of {last} is not where the game is")
    if s.news > MOST_NEWS * s.turn:
        faults.add("news", f"{s.news} is more than {s.turn} turns can bring")
    for seat in range(s.players):
        for colour in range(COLOURS):
            is_growing = s.phase == Phase.OFFER and seat == s.mover and colour == s.colour[s.pawn[seat]]
            if pile_value(s, seat, colour) >= OFFERING + (VALUES if is_growing else 0):
                faults.add("pile", f"the {COLOUR_NAMES[colour]} one of seat {seat} should have earned its ritual mask")


def _check_walk(s: State, faults: Faults) -> None:
    """temple.move.range: where the mover can be by now."""
    here, begun = int(s.pawn[s.mover]), s.departure
    distance = abs(here // SIDE - begun // SIDE) + abs(here % SIDE - begun % SIDE)
    if s.reach != count_masks(s, begun):
        faults.add("reach", f"{s.reach}, but the room of departure has {count_masks(s, begun)} masks")
        return
    if s.phase in (Phase.DISCARD, Phase.OVER):
        if s.steps_left != s.reach or here != begun:
            faults.add("steps_left", "the move has not begun")
    elif s.phase == Phase.MOVE:
        walked = s.reach - s.steps_left
        if not 0 <= walked < s.reach or distance > walked or (walked - distance) % 2:
            faults.add("steps_left", f"{s.steps_left} of {s.reach}, {distance} rooms from the room of departure")
        elif walked and is_cursed(s, here):
            faults.add("phase", "a cursed room ends the move")
    elif s.steps_left or distance > s.reach:
        faults.add("steps_left", f"the move is over, {distance} rooms from the room of departure")


def _check_turn(s: State, faults: Faults) -> None:
    """What belongs to one phase only."""
    phase = Phase(s.phase)
    masks = count_masks(s, int(s.pawn[s.mover]))
    if phase not in (Phase.GIVE, Phase.OVER) and s.to_act != s.mover:
        faults.add("to_act", f"seat {s.to_act} is asked in the turn of seat {s.mover}")
    if phase == Phase.GIVE:
        is_victim = s.victim == s.to_act != s.mover and s.owed > 0
        if not is_victim or masks != MOST_MASKS or not is_hit(s, s.victim):
            faults.add("victim", "it is for a victim of the power to give something up")
    elif s.victim != NOBODY or s.owed:
        faults.add("victim", "there is none now")
    if phase == Phase.DISCARD and count_excess(s) <= 0:
        faults.add("hand_size", "nothing must be discarded before drawing")
    if (phase == Phase.PUSH) != (s.held_tile != NO_TILE):
        faults.add("held_tile", "a curse tile is held while it is moved, and at no other time")
    if phase == Phase.PUSH and s.top != CURSE_CARD:
        faults.add("top", "no curse card has been played")
    is_offering = has_colour(s, int(s.pawn[s.mover])) and 0 < s.to_offer < masks
    if is_offering != (phase == Phase.OFFER) or (s.to_offer and not is_offering):
        faults.add(
            "to_offer", "an offering lacks value while it is made, in a room with a colour, and at no other time"
        )
    if phase in (Phase.ACTION, Phase.SWAP) and s.hand_size[s.mover] == 0:
        faults.add("hand_size", "there is nothing left to play or to swap")
    if s.swapped and (phase != Phase.SWAP or s.swapped + s.hand_size[s.mover] > HAND or s.discarded < s.swapped):
        faults.add("swapped", f"{s.swapped} cards cannot have been swapped")
    if phase in (Phase.LEAP, Phase.SWAP) and masks != (1 if phase == Phase.LEAP else 2):
        faults.add("phase", f"a room with {masks} masks has another power")
    if int(s.taken.sum()) > HAND:
        faults.add("taken", "a curse cannot take so many cards from one hand")


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words; where numbers are out of range nothing else is looked at."""
    faults = Faults()
    check_ranges(s, faults)
    if not faults.all:
        _check_rooms(s, faults)
        _check_cards(s, faults)
        _check_end(s, faults)
    if not faults.all:
        _check_walk(s, faults)
        _check_turn(s, faults)
    return faults.all
