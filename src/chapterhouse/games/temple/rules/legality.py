"""Temple: the door into the rules: what is legal, and what an action sets going."""

from __future__ import annotations

from chapterhouse.games.temple.rules.cards import refuse_card
from chapterhouse.games.temple.rules.curse import curse, push, refuse_curse, refuse_way
from chapterhouse.games.temple.rules.move import refuse_step, refuse_stop, step, stop, walk_on
from chapterhouse.games.temple.rules.offer import count_lacking, offer, refuse_offer, refuse_value
from chapterhouse.games.temple.rules.power import (
    begin_action,
    claim,
    finish_swap,
    give,
    leap,
    refuse_give,
    refuse_leap,
    swap,
    use_power,
)
from chapterhouse.games.temple.rules.rooms import has_colour, room_of
from chapterhouse.games.temple.rules.turn import begin_game, begin_turn, discard, end_turn
from chapterhouse.games.temple.state import (
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
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row


@rule
def set_up(s: State) -> None:
    """temple.setup: lay out and deal; the first turn begins."""
    begin_game(s)
    go_on(s)


@rule
def go_on(s: State) -> None:
    """temple.turn: carry on until somebody must decide or the game is over."""
    while s.phase > Phase.OVER:
        if s.phase == Phase.WALK:
            walk_on(s)
        elif s.phase == Phase.ARRIVE:
            begin_action(s)
        elif s.phase == Phase.BEGIN:
            begin_turn(s)
        else:
            claim(s)


@rule
def refuse_action(s: State, action: int) -> int:
    """temple.action.none: an offering, a curse, or the power of the room, which is always there."""
    if action == POWER:
        return Reason.LEGAL
    if OFFER <= action < PUSH:
        return refuse_offer(s, action - OFFER)
    if CURSE <= action < LEAP:
        return refuse_curse(s, action - CURSE)
    return Reason.NOT_ASKED


@rule
def refusal(s: State, action: int) -> int:
    """Why `to_act` cannot do this now, or LEGAL."""
    if s.phase == Phase.MOVE:
        if action == STOP:
            return refuse_stop(s)
        if STEP <= action < DISCARD:
            return refuse_step(s, action - STEP)
    elif s.phase == Phase.DISCARD:
        if DISCARD <= action < POWER:
            return refuse_card(s, action - DISCARD)
    elif s.phase == Phase.ACTION:
        return refuse_action(s, action)
    elif s.phase == Phase.OFFER:
        if OFFER <= action < PUSH:
            return refuse_offer(s, action - OFFER)
    elif s.phase == Phase.PUSH:
        if PUSH <= action < DONE:
            return refuse_way(s, s.held_tile, action - PUSH)
    elif s.phase == Phase.LEAP:
        if action == DONE:
            return Reason.LEGAL
        if LEAP <= action < ACTIONS:
            return refuse_leap(s, action - LEAP)
    elif s.phase == Phase.SWAP:
        if action == DONE:
            return Reason.LEGAL
        if SWAP <= action < GIVE:
            return refuse_card(s, action - SWAP)
    elif s.phase == Phase.GIVE and GIVE <= action < CURSE:
        return refuse_give(s, action - GIVE)
    return Reason.NOT_ASKED


@rule
def is_legal(s: State, action: int) -> bool:
    return refusal(s, action) == Reason.LEGAL


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


@rule
def act(s: State, action: int) -> None:
    """The one door into the rules; `action` must be legal."""
    if action < DISCARD:
        if action == STOP:
            stop(s)
        else:
            step(s, action - STEP)
    elif action < POWER:
        discard(s, action - DISCARD)
    elif action == POWER:
        use_power(s)
    elif action < PUSH:
        offer(s, action - OFFER)
    elif action < DONE:
        push(s, action - PUSH)
    elif action == DONE:
        if s.phase == Phase.SWAP:
            finish_swap(s)
        else:
            end_turn(s)
    elif action < GIVE:
        swap(s, action - SWAP)
    elif action < CURSE:
        give(s, action - GIVE)
    elif action < LEAP:
        curse(s, action - CURSE)
    else:
        leap(s, action - LEAP)
    go_on(s)


@rule
def is_asked(s: State, seat: int) -> bool:
    """Whether this seat has a decision to make now."""
    return s.to_act == seat and s.phase < Phase.OVER


@rule
def turn_to(s: State, seat: int) -> None:
    """Let a seat that is asked be the one that acts; nobody chooses at the same time in Temple."""
