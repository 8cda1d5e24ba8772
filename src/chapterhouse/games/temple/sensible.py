"""Temple: a few rules of thumb, as kernels; a bot, and a policy for playouts.

Everything is weighed in one coin: a card that serves is worth a few points, a ritual mask some hundred.
"""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.rules.cards import count_in_piles, pile_value, refuse_card
from chapterhouse.games.temple.rules.curse import refuse_curse, refuse_way
from chapterhouse.games.temple.rules.move import ends_after, has_moved, refuse_step
from chapterhouse.games.temple.rules.offer import can_pay, refuse_offer
from chapterhouse.games.temple.rules.power import refuse_give, refuse_leap
from chapterhouse.games.temple.rules.rooms import (
    count_masks,
    grey_rooms,
    has_colour,
    room_next_to,
    room_of,
    rooms_beside,
    rooms_on,
    rooms_with_pawns,
    rooms_with_tiles,
)
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import (
    COLOURED,
    COLOURS,
    CURSE,
    CURSE_CARD,
    DISCARD,
    DONE,
    GIVE,
    LEAP,
    MOST_MASKS,
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
from chapterhouse.kernel.bits import bit, lowest
from chapterhouse.kernel.jit import inlined, rule
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

WORTH_BITS = 11  # of an offering of one colour
MOST_WORTH = (1 << WORTH_BITS) - 1

Worths = tuple[int, int, int]  # of offerings in rooms with 1, 2 and 3 masks, WORTH_BITS for each colour


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
        for seat in range(count_seats(s)):
            if seat != s.mover:
                rivals = max(rivals, pile_value(s, seat, colour) * threat(s, seat))
        return TAKEN * rivals
    worth = MASK
    if count_ritual_masks(s, s.mover) + 1 >= masks_needed(s):
        worth = LAST_MASK
    if owner != NOBODY:
        worth += MASK * (threat(s, owner) - 1)
    return worth


@inlined
@rule
def offer_worth(s: State, colour: int, masks: int, mask: int) -> int:
    """What an offering of a colour in a room with so many masks is worth with the hand of now, if the ritual mask is
    worth so much; 0 when it cannot be made."""
    if not can_pay(int(s.hand[s.mover, 2 * colour]), int(s.hand[s.mover, 2 * colour + 1]), masks):
        return 0
    pile = pile_value(s, s.mover, colour)
    if pile + masks >= OFFERING:
        return mask
    return 1 if s.ritual[colour] == s.mover else OFFERED * masks + OFFERED // 4 * pile


@rule
def offer_worths(s: State) -> Worths:
    """What offerings are worth in rooms with 1, 2 and 3 masks, all colours in one number: weighed once for all."""
    one = 0
    two = 0
    three = 0
    for colour in range(COLOURS):
        mask = mask_worth(s, colour) if pile_value(s, s.mover, colour) + MOST_MASKS >= OFFERING else 0
        one |= offer_worth(s, colour, 1, mask) << WORTH_BITS * colour
        two |= offer_worth(s, colour, 2, mask) << WORTH_BITS * colour
        three |= offer_worth(s, colour, 3, mask) << WORTH_BITS * colour
    return one, two, three


@rule
def printed_worth(s: State, room: int, worths: Worths) -> int:
    """What an offering in a room is worth, if it is not cursed."""
    masks = s.masks[room]
    # no branches: they would often be guessed wrong
    row = worths[0] * int(masks == 1) | worths[1] * int(masks == 2) | worths[2] * int(masks == 3)
    return row >> WORTH_BITS * int(s.colour[room]) & MOST_WORTH


@inlined
@rule
def rooms_to_offer(s: State, worths: Worths, pawns: int, tiles: int) -> int:
    """The rooms where the mover can make an offering, but those with a pawn or a tile."""
    rooms = 0
    for room in range(ROOMS):
        rooms |= int(printed_worth(s, room, worths) > 0) << room
    return rooms & ~(pawns | tiles)


@rule
def tribute_worth(s: State, room: int) -> int:
    """What the power of a 3-mask room would take from the others."""
    worth = 0
    for seat in range(count_seats(s)):
        if seat != s.mover:
            at = room_of(s, seat)
            if has_colour(s, at) and s.colour[at] == s.colour[room]:
                value = count_in_piles(s, seat, 1) + 2 * count_in_piles(s, seat, 2)
                worth += TAKEN * min(TRIBUTE, value) * threat(s, seat)
    return worth


@rule
def colour_worth(s: State, seat: int, colour: int) -> int:
    """What a card of a colour is worth in hand: more where a pile has grown, little where the mask is had."""
    if s.ritual[colour] == seat:
        return 1
    same = int(s.hand[seat, 2 * colour]) + int(s.hand[seat, 2 * colour + 1])
    return 2 + 2 * pile_value(s, seat, colour) + same


@rule
def curse_card_worth(s: State, seat: int) -> int:
    """What a curse card in hand is worth."""
    return KEPT_CURSE if s.hand[seat, CURSE_CARD] == 1 else 1


@rule
def swap_worth(s: State) -> int:
    """What the power of a 2-mask room is worth: a fresh card for each that serves little."""
    cards = 0
    for colour in range(COLOURS):
        if colour_worth(s, s.mover, colour) < SPARE:
            cards += int(s.hand[s.mover, 2 * colour]) + int(s.hand[s.mover, 2 * colour + 1])
    if curse_card_worth(s, s.mover) < SPARE:
        cards += int(s.hand[s.mover, CURSE_CARD])
    return 1 + 2 * cards


@rule
def power_worth(s: State, room: int, swap: int) -> int:
    """What the power of a room is worth, that of a 2-mask room so much."""
    masks = count_masks(s, room)
    if masks == 3:
        return tribute_worth(s, room)
    return swap if masks == 2 else 2


@inlined
@rule
def near_worth(s: State, room: int, worths: Worths, offers: int) -> int:
    """The best offering in a room beside: what the next turn promises."""
    best = 0
    rest = rooms_beside(bit(room)) & offers
    while rest:
        best = max(best, printed_worth(s, lowest(rest), worths))
        rest &= rest - 1
    return best // NEAR


@rule
def stay_worth(s: State, room: int, worths: Worths, offers: int) -> int:
    """What it is worth to begin the next turn in a room."""
    return NEXT_DRAW * count_masks(s, room) + near_worth(s, room, worths, offers)


@inlined
@rule
def room_worth(s: State, room: int, worths: Worths, offers: int, swap: int) -> int:
    """What it is worth to end the move in a room: the best action there, and the next turn."""
    worth = power_worth(s, room, swap)
    if has_colour(s, room):
        worth = max(worth, printed_worth(s, room, worths))
    return worth + stay_worth(s, room, worths, offers)


@rule
def curse_worth(s: State, room: int) -> int:
    """What it is worth to move a curse tile into a room: what it may cost those who stand there."""
    worth = 0
    colour = int(s.colour[room])
    if s.pawns_in[room] == 0 or colour >= COLOURS:
        return 0
    for seat in range(count_seats(s)):
        if s.pawn[seat] == room:
            if seat == s.mover:
                return -MASK
            shown = 2 * (int(s.known[seat, 2 * colour]) + int(s.known[seat, 2 * colour + 1]))
            worth += CURSED * (int(s.hand_size[seat]) + shown) * threat(s, seat)
    return worth


# ── The decisions ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def sensible_move(s: State, luck: Row) -> int:
    """Walk to where the best action waits; stop when one stands there."""
    pawns = rooms_with_pawns(s)
    tiles = rooms_with_tiles(s)
    worths = offer_worths(s)
    offers = rooms_to_offer(s, worths, pawns, tiles)
    swap = swap_worth(s)
    here = room_of(s, s.mover)
    steps = s.steps_left - 1
    cursed = tiles | grey_rooms(s)
    closed = pawns | bit(int(s.departure))
    firsts = 0
    for way in range(WAYS):
        if refuse_step(s, way) == 0:
            firsts |= bit(room_next_to(here, way))
    goals = 0
    most = 0
    rest = ends_after(firsts, steps, cursed, closed)
    while rest:
        room = lowest(rest)
        rest &= rest - 1
        worth = room_worth(s, room, worths, offers, swap)
        if worth >= most:
            goals = bit(room) if worth > most else goals | bit(room)
            most = worth
    best = STOP
    bar = -1
    if has_moved(s):
        bar = room_worth(s, here, worths, offers, swap) * TIE + TIE
    for way in range(WAYS):
        first = rooms_on(bit(here), way) & firsts
        if first:
            worth = most * TIE + draw(luck, TIE)
            if worth > bar and ends_after(first, steps, cursed, closed) & goals:
                bar = worth
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
    most = power_worth(s, room, swap_worth(s) if s.masks[room] == 2 else 0)
    colour = int(s.colour[room]) + 0
    offer = offer_worth(s, colour, int(s.masks[room]), mask_worth(s, colour)) if has_colour(s, room) else 0
    if offer > most:
        most = offer
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
    worths = offer_worths(s)
    offers = rooms_to_offer(s, worths, rooms_with_pawns(s), rooms_with_tiles(s))
    best = DONE
    most = stay_worth(s, room_of(s, s.mover), worths, offers)
    for room in range(ROOMS):
        if refuse_leap(s, room) == 0:
            worth = stay_worth(s, room, worths, offers)
            if worth > most:
                most = worth
                best = LEAP + room
    return best


@rule
def least_card(s: State) -> int:
    """The kind in the mover's hand that is worth least."""
    best = CURSE_CARD
    least = MASK
    for colour in range(COLOURS):
        kind = 2 * colour if refuse_card(s, 2 * colour) == 0 else 2 * colour + 1
        worth = colour_worth(s, s.mover, colour)
        if worth < least and refuse_card(s, kind) == 0:
            least = worth
            best = kind
    if refuse_card(s, CURSE_CARD) == 0 and curse_card_worth(s, s.mover) < least:
        best = CURSE_CARD
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
    worth = curse_card_worth(s, s.mover) if kind == CURSE_CARD else colour_worth(s, s.mover, kind // 2)
    return SWAP + kind if worth < SPARE else DONE
