"""Temple: a few rules of thumb, as kernels; a bot, and a policy for playouts.

Everything is weighed in one coin: a card that serves is worth a few points, a ritual mask some hundred.
"""

from __future__ import annotations

from chapterhouse.games.temple.rules.cards import count_in_piles, pile_value, refuse_card
from chapterhouse.games.temple.rules.curse import refuse_curse, refuse_way
from chapterhouse.games.temple.rules.move import has_moved, refuse_step
from chapterhouse.games.temple.rules.offer import can_pay, refuse_offer
from chapterhouse.games.temple.rules.power import refuse_give, refuse_leap
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, is_cursed, room_next_to, room_of
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import (
    COLOURED,
    COLOURS,
    CURSE,
    CURSE_CARD,
    DISCARD,
    DONE,
    GIVE,
    KINDS,
    LEAP,
    NOBODY,
    NOWHERE,
    OFFER,
    OFFERING,
    POWER,
    PUSH,
    ROOMS,
    STEP,
    STOP,
    SWAP,
    TILES,
    TRIBUTE,
    WAYS,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw

MASK = 300  # a ritual mask
LAST_MASK = 600  # the one that wins, or that keeps another from winning
OFFERED = 24  # each value laid on a pile that can still earn a mask
NEXT_DRAW = 5  # each card that the next turn begins with
NEAR = 5  # an offering in the next turn, as a part of one in this
TAKEN = 9  # each value taken from another's pile
CURSED = 3  # each card of a hand that a curse may take
KEPT_CURSE = 5  # a curse card in hand
SPARE = 4  # a card worth less is swapped
TIE = 4  # chance among things that are worth nearly the same


# ── What things are worth to the mover ──────────────────────────────────────────────────────────────────────────────


@rule
def threat(s: State, seat: int) -> int:
    """How near another is to winning: 3 would win at his next turn, 2 lacks one mask, 1 the rest."""
    lacks = masks_needed(s) - count_ritual_masks(s, seat)
    return 3 if lacks <= 0 else 2 if lacks == 1 else 1


@rule
def mask_worth(s: State, colour: int) -> int:
    """What it is worth to complete the offering of a colour."""
    owner = int(s.ritual[colour])
    if owner == s.mover:
        rivals = 0
        for seat in range(s.players):
            if seat != s.mover:
                rivals = max(rivals, pile_value(s, seat, colour) * threat(s, seat))
        return TAKEN * rivals
    worth = MASK
    if count_ritual_masks(s, s.mover) + 1 >= masks_needed(s):
        worth = LAST_MASK
    if owner != NOBODY:
        worth += MASK * (threat(s, owner) - 1)
    return worth


@rule
def offer_worth(s: State, room: int) -> int:
    """What an offering in a room is worth with the hand of now; 0 when none can be made."""
    if not has_colour(s, room):
        return 0
    colour = int(s.colour[room])
    masks = int(s.masks[room])
    if not can_pay(int(s.hand[s.mover, 2 * colour]), int(s.hand[s.mover, 2 * colour + 1]), masks):
        return 0
    pile = pile_value(s, s.mover, colour)
    if pile + masks >= OFFERING:
        return mask_worth(s, colour)
    return 1 if s.ritual[colour] == s.mover else OFFERED * masks + OFFERED // 4 * pile


@rule
def tribute_worth(s: State, room: int) -> int:
    """What the power of a 3-mask room would take from the others."""
    worth = 0
    for seat in range(s.players):
        if seat != s.mover:
            at = room_of(s, seat)
            if has_colour(s, at) and s.colour[at] == s.colour[room]:
                value = count_in_piles(s, seat, 1) + 2 * count_in_piles(s, seat, 2)
                worth += TAKEN * min(TRIBUTE, value) * threat(s, seat)
    return worth


@rule
def card_worth(s: State, seat: int, kind: int) -> int:
    """What a card in hand is worth: more where a pile has grown, little where the mask is had."""
    if kind == CURSE_CARD:
        return KEPT_CURSE if s.hand[seat, kind] == 1 else 1
    colour = kind // 2
    if s.ritual[colour] == seat:
        return 1
    same = int(s.hand[seat, 2 * colour]) + int(s.hand[seat, 2 * colour + 1])
    return 2 + 2 * pile_value(s, seat, colour) + same


@rule
def swap_worth(s: State) -> int:
    """What the power of a 2-mask room is worth: a fresh card for each that serves little."""
    worth = 1
    for kind in range(KINDS):
        if s.hand[s.mover, kind] > 0 and card_worth(s, s.mover, kind) < SPARE:
            worth += 2 * int(s.hand[s.mover, kind])
    return worth


@rule
def power_worth(s: State, room: int) -> int:
    masks = count_masks(s, room)
    if masks == 3:
        return tribute_worth(s, room)
    return swap_worth(s) if masks == 2 else 2


@rule
def near_worth(s: State, room: int) -> int:
    """The best offering in a room beside: what the next turn promises."""
    best = 0
    for way in range(WAYS):
        beside = room_next_to(room, way)
        if beside != NOWHERE and s.pawns_in[beside] == 0:
            best = max(best, offer_worth(s, beside))
    return best // NEAR


@rule
def stay_worth(s: State, room: int) -> int:
    """What it is worth to begin the next turn in a room."""
    return NEXT_DRAW * count_masks(s, room) + near_worth(s, room)


@rule
def room_worth(s: State, room: int) -> int:
    """What it is worth to end the move in a room: the best action there, and the next turn."""
    return max(offer_worth(s, room), power_worth(s, room)) + stay_worth(s, room)


@rule
def curse_worth(s: State, room: int) -> int:
    """What it is worth to move a curse tile into a room: what it may cost those who stand there."""
    worth = 0
    colour = int(s.colour[room])
    if s.pawns_in[room] == 0 or colour >= COLOURS:
        return 0
    for seat in range(s.players):
        if s.pawn[seat] == room:
            if seat == s.mover:
                return -MASK
            shown = 2 * (int(s.known[seat, 2 * colour]) + int(s.known[seat, 2 * colour + 1]))
            worth += CURSED * (int(s.hand_size[seat]) + shown) * threat(s, seat)
    return worth


# ── The decisions ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def is_way_on(s: State, room: int) -> bool:
    return bool(room != NOWHERE and room != s.departure and s.pawns_in[room] == 0)


@rule
def best_end(s: State, room: int, steps: int) -> int:
    """The best worth of a room where a walk can end that has come to this one and has up to 2 steps more."""
    best = room_worth(s, room)
    if steps == 0 or is_cursed(s, room):
        return best
    for way in range(WAYS):
        second = room_next_to(room, way)
        if is_way_on(s, second):
            best = max(best, room_worth(s, second))
            if steps > 1 and not is_cursed(s, second):
                for turn in range(WAYS):
                    third = room_next_to(second, turn)
                    if is_way_on(s, third):
                        best = max(best, room_worth(s, third))
    return best


@rule
def sensible_move(s: State, luck: Row) -> int:
    """Walk to where the best action waits; stop when one stands there."""
    best = STOP
    most = -1
    if has_moved(s):
        most = room_worth(s, room_of(s, s.mover)) * TIE + TIE
    for way in range(WAYS):
        if refuse_step(s, way) == 0:
            worth = best_end(s, room_next_to(room_of(s, s.mover), way), s.steps_left - 1) * TIE + draw(luck, TIE)
            if worth > most:
                most = worth
                best = STEP + way
    return best


@rule
def best_way(s: State, tile: int) -> int:
    """The way in which a curse tile costs others most."""
    best = NOWHERE
    most = -MASK - 1
    for way in range(WAYS):
        if refuse_way(s, tile, way) == 0:
            worth = curse_worth(s, room_next_to(int(s.tile[tile]), way))
            if worth > most:
                most = worth
                best = way
    return best


@rule
def sensible_offer(s: State) -> int:
    """The dearer card first, to spend fewer; POWER when nothing can be offered."""
    best = POWER
    for kind in range(COLOURED):
        if refuse_offer(s, kind) == 0:
            best = OFFER + kind
    return best


@rule
def sensible_action(s: State) -> int:
    """The offering, the curse or the power that is worth most."""
    room = room_of(s, s.mover)
    best = POWER
    most = power_worth(s, room)
    if offer_worth(s, room) > most:
        most = offer_worth(s, room)
        best = sensible_offer(s)
    for tile in range(TILES):
        if refuse_curse(s, int(s.tile[tile])) == 0:
            worth = curse_worth(s, room_next_to(int(s.tile[tile]), best_way(s, tile)))
            if worth > most:
                most = worth
                best = CURSE + int(s.tile[tile])
    return best


@rule
def sensible_leap(s: State) -> int:
    """To the room from which the next turn promises most."""
    best = DONE
    most = stay_worth(s, room_of(s, s.mover))
    for room in range(ROOMS):
        if refuse_leap(s, room) == 0 and stay_worth(s, room) > most:
            most = stay_worth(s, room)
            best = LEAP + room
    return best


@rule
def least_card(s: State) -> int:
    """The kind in the mover's hand that is worth least."""
    best = CURSE_CARD
    least = MASK
    for kind in range(KINDS):
        if refuse_card(s, kind) == 0 and card_worth(s, s.mover, kind) < least:
            least = card_worth(s, s.mover, kind)
            best = kind
    return best


@rule
def least_gift(s: State) -> int:
    """The card of the pile that matters least: where the mask is had, else where least lies."""
    best = 0
    least = MASK
    for kind in range(COLOURED):
        if refuse_give(s, kind) == 0:
            loss = pile_value(s, s.victim, kind // 2) if s.ritual[kind // 2] != s.victim else 0
            if loss < least:
                least = loss
                best = kind
    return best


@rule
def sensible(s: State, luck: Row) -> int:
    """A legal action by rules of thumb."""
    if s.phase == Phase.MOVE:
        return sensible_move(s, luck)
    if s.phase == Phase.ACTION:
        return sensible_action(s)
    if s.phase == Phase.OFFER:
        return sensible_offer(s)
    if s.phase == Phase.PUSH:
        return PUSH + best_way(s, s.held_tile)
    if s.phase == Phase.LEAP:
        return sensible_leap(s)
    if s.phase == Phase.GIVE:
        return GIVE + least_gift(s)
    kind = least_card(s)
    if s.phase == Phase.DISCARD:
        return DISCARD + kind
    return SWAP + kind if card_worth(s, s.mover, kind) < SPARE else DONE
