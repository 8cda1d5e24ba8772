"""Temple: what cannot be. Every card of the game is somewhere, once."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Faults
from chapterhouse.games.temple.rules.cards import count_excess, pile_value
from chapterhouse.games.temple.rules.rooms import has_colour
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import (
    COLOURED,
    COLOURS,
    HAND,
    KINDS,
    MOST_MASKS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OFFERING,
    ROOMS,
    SEATS,
    START,
    TILES,
    TRIBUTE,
    TURN_LIMIT,
    VALUES,
    Phase,
    State,
)
from chapterhouse.games.temple.tables import COLOUR_NAMES, MOST_CARDS, card_name, room_name


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be; in Temple all go together."""
    return []


def _check_ranges(s: State, found: Faults) -> None:
    seats = s.players - 1
    found.within("players", s.players, 2, SEATS)
    found.within("start", s.start, NOBODY, seats)
    found.within("phase", s.phase, 0, Phase.OVER)
    found.within("to_act", s.to_act, NOBODY if s.phase == Phase.OVER else 0, NOBODY if s.phase == Phase.OVER else seats)
    found.within("turn", s.turn, 1, TURN_LIMIT * s.players + 1)
    found.within("mover", s.mover, 0, seats)
    found.within("winner", s.winner, NOBODY, seats if s.phase == Phase.OVER else NOBODY)
    found.within("deck_left", s.deck_left, 0, MOST_CARDS)
    found.within("discarded", s.discarded, 0, MOST_CARDS)
    found.within("top", s.top, NO_CARD, KINDS - 1)
    found.within("reach", s.reach, 1, MOST_MASKS)
    found.within("departure", s.departure, 0, ROOMS - 1)
    found.within("steps_left", s.steps_left, 1 if s.phase == Phase.MOVE else 0, s.reach)
    found.within("to_offer", s.to_offer, 0, MOST_MASKS)
    found.within("held_tile", s.held_tile, NO_TILE, TILES - 1)
    found.within("swapped", s.swapped, 0, HAND if s.phase == Phase.SWAP else 0)
    found.within("victim", s.victim, NOBODY, seats)
    found.within("owed", s.owed, 0, TRIBUTE if s.phase == Phase.GIVE else 0)
    for name, least, most in (
        ("colour", 0, START),
        ("masks", 1, MOST_MASKS),
        ("cards", 0, MOST_CARDS),
        ("tile", 0, ROOMS - 1),
        ("ritual", NOBODY, seats),
        ("deck", 0, MOST_CARDS),
        ("discards", 0, MOST_CARDS),
        ("hand", 0, HAND),
        ("hand_size", 0, HAND),
        ("known", 0, HAND),
        ("pile", 0, OFFERING),
        ("taken", 0, HAND),
    ):
        for value in getattr(s, name).flatten().tolist():
            found.within(name, value, least, most)
    for seat in range(SEATS):
        is_seated = seat < s.players
        found.within("pawn", int(s.pawn[seat]), 0 if is_seated else NOWHERE, ROOMS - 1 if is_seated else NOWHERE)


def _check_rooms(s: State, found: Faults) -> None:
    for room in range(ROOMS):
        place = f"room {room_name(room)}"
        pawns = sum(int(s.pawn[seat]) == room for seat in range(s.players))
        if pawns != s.pawns_in[room]:
            found.add(place, f"{pawns} pawns stand there, not {s.pawns_in[room]}")
        if pawns > 1 and s.colour[room] != START:
            found.add(place, f"{pawns} pawns share it; only the start room can be shared")
        tiles = [tile for tile in range(TILES) if s.tile[tile] == room]
        if len(tiles) > 1:
            found.add(place, f"{len(tiles)} curse tiles share it")
        elif s.tile_on[room] != (tiles[0] if tiles else NO_TILE):
            found.add(place, f"tile_on says {s.tile_on[room]}, but the tiles {tiles} lie there")


def _check_cards(s: State, found: Faults) -> None:
    """Every card is somewhere, once; a blank deck or hand is a concealed one."""
    deck, total = int(s.deck.sum()), s.deck_left + s.discarded
    if deck not in (0, s.deck_left):
        found.add("deck", f"holds {deck} cards, but deck_left says {s.deck_left}")
    is_open = deck == s.deck_left
    if int(s.discards.sum()) != s.discarded:
        found.add("discards", f"hold {s.discards.sum()} cards, but discarded says {s.discarded}")
    if (s.top == NO_CARD) != (s.discarded == 0) or (s.top != NO_CARD and s.discards[s.top] == 0):
        found.add("top", "is not a card of the discard pile")
    held = [int(s.deck[kind]) + int(s.discards[kind]) for kind in range(KINDS)]
    for seat in range(SEATS):
        hand, size = int(s.hand[seat].sum()), int(s.hand_size[seat])
        total += size + int(s.pile[seat].sum())
        if seat >= s.players and (size or hand or s.known[seat].any() or s.pile[seat].any()):
            found.add(f"seat {seat}", "is empty, but holds cards")
        if hand not in (0, size):
            found.add("hand", f"seat {seat} holds {hand} cards, but hand_size says {size}")
        if int(s.known[seat].sum()) > size or (hand and (s.known[seat] > s.hand[seat]).any()):
            found.add("known", f"seat {seat} has shown cards that are not in his hand")
        is_open = is_open and hand == size
        shown = s.hand[seat] if hand else s.known[seat]
        for kind in range(KINDS):
            held[kind] += int(shown[kind]) + (int(s.pile[seat, kind]) if kind < COLOURED else 0)
    for kind, count in enumerate(held):
        if count > s.cards[kind] or (is_open and count < s.cards[kind]):
            found.add(card_name(kind), f"{count} cards are on the table; the game has {s.cards[kind]}")
    if total != int(s.cards.sum(dtype=int)):
        found.add("cards", f"{total} are on the table; the game has {s.cards.sum(dtype=int)}")


def _check_turn(s: State, found: Faults) -> None:
    phase = Phase(s.phase)
    if phase not in (Phase.GIVE, Phase.OVER) and s.to_act != s.mover:
        found.add("to_act", f"seat {s.to_act} is asked in the turn of seat {s.mover}")
    if phase == Phase.GIVE and (s.victim != s.to_act or s.victim == s.mover or s.owed == 0):
        found.add("victim", "it is for a victim of the power to give something up")
    if phase != Phase.GIVE and s.victim != NOBODY:
        found.add("victim", "there is none now")
    if phase == Phase.DISCARD and count_excess(s) <= 0:
        found.add("hand_size", "nothing must be discarded before drawing")
    if (phase == Phase.PUSH) != (s.held_tile != NO_TILE):
        found.add("held_tile", "a curse tile is held while it is moved, and at no other time")
    if (phase == Phase.OFFER) != (s.to_offer > 0):
        found.add("to_offer", "an offering lacks value while it is made, and at no other time")
    if phase == Phase.OFFER and not has_colour(s, int(s.pawn[s.mover])):
        found.add("to_offer", "there is no offering in a room without colour")
    if phase == Phase.SWAP and s.hand_size[s.mover] == 0:
        found.add("hand_size", "there is nothing left to swap")
    if phase == Phase.OVER:
        if s.winner != NOBODY and count_ritual_masks(s, s.winner) < masks_needed(s):
            found.add("winner", f"seat {s.winner} has not enough ritual masks")
        if s.winner == NOBODY and s.turn <= TURN_LIMIT * s.players:
            found.add("winner", "the game is over without one before the last turn")
    for seat in range(s.players):
        for colour in range(COLOURS):
            is_growing = phase == Phase.OFFER and seat == s.mover and colour == s.colour[s.pawn[seat]]
            if pile_value(s, seat, colour) >= OFFERING + (VALUES if is_growing else 0):
                found.add("pile", f"the {COLOUR_NAMES[colour]} one of seat {seat} should have earned its ritual mask")


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words."""
    found = Faults()
    _check_ranges(s, found)
    if not found.all:
        _check_rooms(s, found)
        _check_cards(s, found)
        _check_turn(s, found)
    return found.all
