"""Temple: what can be done now, and what it does."""

from __future__ import annotations

from chapterhouse.games.temple.rules.cards import refuse_card
from chapterhouse.games.temple.rules.curse import curse, push, refuse_curse, refuse_push, refuse_way
from chapterhouse.games.temple.rules.draw import discard
from chapterhouse.games.temple.rules.move import refuse_step, refuse_stop, step, stop
from chapterhouse.games.temple.rules.offer import count_lacking, offer, refuse_offer, refuse_value
from chapterhouse.games.temple.rules.power import (
    finish_swap,
    give,
    leap,
    refuse_give,
    refuse_leap,
    stay,
    swap,
    use_power,
)
from chapterhouse.games.temple.rules.rooms import has_colour, room_of
from chapterhouse.games.temple.rules.turn import go_on
from chapterhouse.games.temple.state import (
    ACTION_BLOCKS,
    ACTIONS,
    COLOURED,
    CURSE,
    CURSE_CARD,
    DISCARD,
    DONE,
    GIVE,
    KINDS,
    LEAP,
    OFFER,
    POWER,
    PUSH,
    ROOMS,
    STEP,
    STOP,
    SWAP,
    TILES,
    WAYS,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.dispatch import Choice, first_code_of, refusal_of, verb_of
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

CHOICES = (
    Choice("discard", (Phase.DISCARD,), refuse_card, discard),
    Choice("step", (Phase.MOVE,), refuse_step, step),
    Choice("stop", (Phase.MOVE,), refuse_stop, stop),
    Choice("offer", (Phase.ACTION, Phase.OFFER), refuse_offer, offer),
    Choice("curse", (Phase.ACTION,), refuse_curse, curse),
    Choice("push", (Phase.PUSH,), refuse_push, push),
    Choice("power", (Phase.ACTION,), None, use_power),
    Choice("leap", (Phase.LEAP,), refuse_leap, leap),
    Choice("done", (Phase.LEAP,), None, stay),
    Choice("swap", (Phase.SWAP,), refuse_card, swap),
    Choice("done", (Phase.SWAP,), None, finish_swap),
    Choice("give", (Phase.GIVE,), refuse_give, give),
)
refusal = refusal_of(ACTION_BLOCKS, CHOICES)
do = verb_of(ACTION_BLOCKS, CHOICES)
first_code = first_code_of(ACTION_BLOCKS, CHOICES)


@rule
def act(s: State, action: int) -> None:
    """The one way into the rules; `action` must be legal."""
    do(s, action)
    go_on(s)


@rule
def mark_offers(s: State, mask: Row) -> int:
    """Set the offers that are legal: only cards of the room's colour can be; how many."""
    room = room_of(s, s.mover)
    if not has_colour(s, room):
        return 0
    one = 2 * int(s.colour[room])
    ones = int(s.hand[s.mover, one])
    twos = int(s.hand[s.mover, one + 1])
    lacks = count_lacking(s)
    may_one = refuse_value(ones, twos, 1, lacks) == Reason.LEGAL
    may_two = refuse_value(ones, twos, 2, lacks) == Reason.LEGAL
    mask[OFFER + one] = may_one
    mask[OFFER + one + 1] = may_two
    return may_one + may_two


@rule
def mark_cards(s: State, block: int, mask: Row) -> int:
    """Set the cards of the mover's hand in a block of codes; how many."""
    count = 0
    for kind in range(KINDS):
        held = refuse_card(s, kind) == Reason.LEGAL
        mask[block + kind] = held
        count += held
    return count


@rule
def mark_curses(s: State, mask: Row) -> int:
    """Set the tiles that can be cursed with; how many."""
    count = 0
    if s.hand[s.mover, CURSE_CARD] > 0:
        for tile in range(TILES):
            room = int(s.tile[tile])
            if refuse_curse(s, room) == Reason.LEGAL:
                mask[CURSE + room] = 1
                count += 1
    return count


@rule
def mark_ways(s: State, mask: Row) -> int:
    """Set the ways of the pawn, or of the curse tile; how many."""
    count = 0
    if s.phase == Phase.MOVE:
        for way in range(WAYS):
            may_step = refuse_step(s, way) == Reason.LEGAL
            mask[STEP + way] = may_step
            count += may_step
        may_stop = refuse_stop(s) == Reason.LEGAL
        mask[STOP] = may_stop
        count += may_stop
    else:
        for way in range(WAYS):
            may_push = refuse_way(s, s.held_tile, way) == Reason.LEGAL
            mask[PUSH + way] = may_push
            count += may_push
    return count


@rule
def mark_leaps(s: State, mask: Row) -> int:
    """Set the rooms to leap to; how many."""
    count = 0
    for room in range(ROOMS):
        if refuse_leap(s, room) == Reason.LEGAL:
            mask[LEAP + room] = 1
            count += 1
    return count


@rule
def mark_gifts(s: State, mask: Row) -> int:
    """Set what the victim can give up; how many."""
    count = 0
    for kind in range(COLOURED):
        if refuse_give(s, kind) == Reason.LEGAL:
            mask[GIVE + kind] = 1
            count += 1
    return count


@rule
def legal_mask(s: State, mask: Row) -> int:
    """Set mask[action] for every legal action, clear it for the others; how many are legal."""
    for action in range(ACTIONS):
        mask[action] = 0
    if s.phase == Phase.MOVE or s.phase == Phase.PUSH:
        return mark_ways(s, mask)
    if s.phase == Phase.DISCARD:
        return mark_cards(s, DISCARD, mask)
    if s.phase == Phase.ACTION:
        mask[POWER] = 1
        return mark_offers(s, mask) + mark_curses(s, mask) + 1
    if s.phase == Phase.LEAP:
        mask[DONE] = 1
        return mark_leaps(s, mask) + 1
    if s.phase == Phase.SWAP:
        mask[DONE] = 1
        return mark_cards(s, SWAP, mask) + 1
    if s.phase == Phase.OFFER:
        return mark_offers(s, mask)
    if s.phase == Phase.GIVE:
        return mark_gifts(s, mask)
    return 0
