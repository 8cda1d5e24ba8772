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
from chapterhouse.texts import Text


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be; in Temple all go together."""
    return []


def _check_rooms(s: State, faults: Faults) -> None:
    for room in range(ROOMS):
        place = Text("fault.of_room", {"room": room_name(room)})
        pawns = sum(int(s.pawn[seat]) == room for seat in range(s.players))
        if pawns != s.pawns_in[room]:
            faults.say(place, "state.pawns", count=pawns, noted=s.pawns_in[room])
        if pawns > 1 and s.colour[room] != START:
            faults.say(place, "state.shared", count=pawns)
        tiles = [tile for tile in range(TILES) if s.tile[tile] == room]
        if len(tiles) > 1:
            faults.say(place, "state.tiles", count=len(tiles))
        elif s.tile_on[room] != (tiles[0] if tiles else NO_TILE):
            faults.say(place, "state.tile_on", noted=s.tile_on[room], tiles=str(tiles))


def _check_cards(s: State, faults: Faults) -> None:
    """Every card is somewhere, once."""
    if int(s.deck.sum(dtype=int)) != s.deck_left:
        faults.say("deck", "state.deck", count=s.deck.sum(dtype=int), noted=s.deck_left)
    if int(s.discards.sum(dtype=int)) != s.discarded:
        faults.say("discards", "state.discards", count=s.discards.sum(dtype=int), noted=s.discarded)
    if (s.top == NO_CARD) != (s.discarded == 0) or (s.top != NO_CARD and s.discards[s.top] == 0):
        faults.say("top", "state.top")
    held = [int(s.deck[kind]) + int(s.discards[kind]) for kind in range(KINDS)]
    for seat in range(s.players):
        hand, size = int(s.hand[seat].sum()), int(s.hand_size[seat])
        if hand != size:
            faults.say("hand", "state.hand", seat=seat, count=hand, noted=size)
        if (s.known[seat] > s.hand[seat]).any():
            faults.say("known", "state.known", seat=seat)
        for kind in range(KINDS):
            held[kind] += int(s.hand[seat, kind]) + (int(s.pile[seat, kind]) if kind < COLOURED else 0)
    for kind, count in enumerate(held):
        if count != s.cards[kind]:
            faults.say(card_name(kind), "state.cards", count=count, right=s.cards[kind])


def _check_end(s: State, faults: Faults) -> None:
    """temple.goal, temple.end: who begins his turn with enough ritual masks has won; the last turn is the last."""
    is_over = s.phase == Phase.OVER
    last = TURN_LIMIT * s.players
    if (s.to_act == NOBODY) != is_over:
        faults.say("to_act", "asked")
    if s.start != NOBODY and s.mover != (s.start + s.turn - 1) % s.players:
        faults.say("mover", "state.mover", start=s.start, turn=s.turn, seat=s.mover)
    has_won = count_ritual_masks(s, s.mover) >= masks_needed(s)
    if s.winner != (s.mover if is_over and has_won else NOBODY):
        faults.say("winner", "state.winner", winner=s.winner, seat=s.mover)
    elif has_won and not is_over:
        faults.say("phase", "state.has_won", seat=s.mover)
    if s.turn > (last + 1 if is_over else last) or (is_over and not has_won and s.turn <= last):
        faults.say("turn", "state.turn", turn=s.turn, last=last)
    if s.news > MOST_NEWS * s.turn:
        faults.say("news", "state.news", value=s.news, turn=s.turn)
    for seat in range(s.players):
        for colour in range(COLOURS):
            is_growing = s.phase == Phase.OFFER and seat == s.mover and colour == s.colour[s.pawn[seat]]
            if pile_value(s, seat, colour) >= OFFERING + (VALUES if is_growing else 0):
                faults.say("pile", "state.pile", colour=COLOUR_NAMES[colour], seat=seat)


def _check_walk(s: State, faults: Faults) -> None:
    """temple.move.range: where the mover can be by now."""
    here, begun = int(s.pawn[s.mover]), s.departure
    distance = abs(here // SIDE - begun // SIDE) + abs(here % SIDE - begun % SIDE)
    if s.reach != count_masks(s, begun):
        faults.say("reach", "state.reach", reach=s.reach, masks=count_masks(s, begun))
        return
    if s.phase in (Phase.DISCARD, Phase.OVER):
        if s.steps_left != s.reach or here != begun:
            faults.say("steps_left", "state.not_begun")
    elif s.phase == Phase.MOVE:
        walked = s.reach - s.steps_left
        if not 0 <= walked < s.reach or distance > walked or (walked - distance) % 2:
            faults.say("steps_left", "state.walked", left=s.steps_left, reach=s.reach, distance=distance)
        elif walked and is_cursed(s, here):
            faults.say("phase", "state.cursed")
    elif s.steps_left or distance > s.reach:
        faults.say("steps_left", "state.too_far", distance=distance)


def _check_turn(s: State, faults: Faults) -> None:
    """What belongs to one phase only."""
    phase = Phase(s.phase)
    masks = count_masks(s, int(s.pawn[s.mover]))
    if phase not in (Phase.GIVE, Phase.OVER) and s.to_act != s.mover:
        faults.say("to_act", "in_turn_of", seat=s.to_act, other=s.mover)
    if phase == Phase.GIVE:
        is_victim = s.victim == s.to_act != s.mover and s.owed > 0
        if not is_victim or masks != MOST_MASKS or not is_hit(s, s.victim):
            faults.say("victim", "state.giving")
    elif s.victim != NOBODY or s.owed:
        faults.say("victim", "state.no_victim")
    if phase == Phase.DISCARD and count_excess(s) <= 0:
        faults.say("hand_size", "state.no_discard")
    if (phase == Phase.PUSH) != (s.held_tile != NO_TILE):
        faults.say("held_tile", "state.held_tile")
    if phase == Phase.PUSH and s.top != CURSE_CARD:
        faults.say("top", "state.no_curse")
    is_offering = has_colour(s, int(s.pawn[s.mover])) and 0 < s.to_offer < masks
    if is_offering != (phase == Phase.OFFER) or (s.to_offer and not is_offering):
        faults.say("to_offer", "state.to_offer")
    if phase in (Phase.ACTION, Phase.SWAP) and s.hand_size[s.mover] == 0:
        faults.say("hand_size", "state.nothing_left")
    if s.swapped and (phase != Phase.SWAP or s.swapped + s.hand_size[s.mover] > HAND or s.discarded < s.swapped):
        faults.say("swapped", "state.swapped", count=s.swapped)
    if phase in (Phase.LEAP, Phase.SWAP) and masks != (1 if phase == Phase.LEAP else 2):
        faults.say("phase", "state.other_power", masks=masks)
    if int(s.taken.sum()) > HAND:
        faults.say("taken", "state.taken")


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words; where numbers are out of range nothing else is looked at."""
    faults = Faults("temple")
    check_ranges(s, faults)
    if not faults.all:
        _check_rooms(s, faults)
        _check_cards(s, faults)
        _check_end(s, faults)
    if not faults.all:
        _check_walk(s, faults)
        _check_turn(s, faults)
    return faults.all
