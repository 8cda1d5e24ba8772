"""Temple: third action, the power of the room."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.temple.rules.cards import count_in_piles, draw_cards, lay_down, put_away, value_of
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, place_pawn, room_of
from chapterhouse.games.temple.state import COLOURED, NOBODY, ROOMS, TRIBUTE, Phase, Reason, State
from chapterhouse.kernel.jit import rule


@rule
def begin_action(s: State) -> None:
    """temple.action.none: one of the three actions must be chosen. With no card in hand only the power is left; else it
    is asked, for to be skipped would tell what the hand does not hold."""
    s.steps_left = 0
    s.phase = Phase.ACTION
    if s.hand_size[s.mover] == 0:
        use_power(s)


@rule
def use_power(s: State) -> None:
    """temple.action.none: a power may turn out to have no effect, so a turn can always end."""
    masks = count_masks(s, room_of(s, s.mover))
    if masks == 1 and has_leap(s):
        s.phase = Phase.LEAP
    elif masks == 2 and s.hand_size[s.mover] > 0:
        s.phase = Phase.SWAP
    elif masks == 3:
        s.victim = s.mover
        s.phase = Phase.CLAIM
    else:
        s.phase = Phase.TURN_DONE


@rule
def refuse_leap(s: State, room: int) -> int:
    """temple.power.1: to any other 1-mask room without a pawn; cursed ones count."""
    if room == s.pawn[s.mover]:
        return Reason.SAME_ROOM
    if count_masks(s, room) != 1:
        return Reason.NOT_ONE_MASK
    return Reason.LEGAL if s.pawns_in[room] == 0 else Reason.ROOM_TAKEN


@rule
def has_leap(s: State) -> bool:
    for room in range(ROOMS):
        if refuse_leap(s, room) == Reason.LEGAL:
            return True
    return False


@rule
def leap(s: State, room: int) -> None:
    """temple.power.1: the pawn moves there, and the turn ends."""
    place_pawn(s, s.mover, room)
    s.phase = Phase.TURN_DONE


@rule
def stay(s: State) -> None:
    """temple.power.1: no leap; the turn ends here."""
    s.phase = Phase.TURN_DONE


@rule
def swap(s: State, kind: int) -> None:
    """temple.power.2: discard any number of cards, one by one."""
    lay_down(s, s.mover, kind)
    put_away(s, kind, 1)
    s.swapped += 1
    if s.hand_size[s.mover] == 0:
        finish_swap(s)


@rule
def finish_swap(s: State) -> None:
    """temple.power.2: draw as many as were discarded, also none."""
    if s.swapped > 0:
        draw_cards(s, s.mover, s.swapped)
    s.swapped = 0
    s.phase = Phase.TURN_DONE


@rule
def is_hit(s: State, seat: int) -> bool:
    """temple.power.3: is this pawn in a room of the same colour as the mover's? A cursed room has none."""
    room = room_of(s, seat)
    return bool(has_colour(s, room) and s.colour[room] == s.colour[s.pawn[s.mover]])


@rule
def claim(s: State) -> None:
    """temple.power.3: every other player in a room of that colour gives value 2, clockwise. What can be given in one
    way only is given for him."""
    if s.owed == 0:
        s.victim = clockwise(s.victim, 1, s.players)
        if s.victim == s.mover:
            s.victim = NOBODY
            s.phase = Phase.TURN_DONE
        elif is_hit(s, s.victim):
            s.owed = TRIBUTE
        return
    gifts = 0
    gift = 0
    for kind in range(COLOURED):
        if refuse_give(s, kind) == Reason.LEGAL:
            gifts += 1
            gift = kind
    if gifts == 0:
        s.owed = 0
    elif gifts == 1:
        give(s, gift)
    else:
        s.to_act = s.victim
        s.phase = Phase.GIVE


@rule
def refuse_give(s: State, kind: int) -> int:
    """temple.power.3: one 2 or two 1s from the piles, of any colours, his choice; who has only value 1 gives it."""
    if s.pile[s.victim, kind] == 0:
        return Reason.NOT_IN_PILE
    if value_of(kind) > s.owed:
        return Reason.ONLY_A_ONE
    ends_short = value_of(kind) < s.owed and count_in_piles(s, s.victim, 1) == 1
    if ends_short and count_in_piles(s, s.victim, 2) > 0:
        return Reason.NOT_TWO_ONES
    return Reason.LEGAL


@rule
def give(s: State, kind: int) -> None:
    """temple.power.3: a card of a pile is discarded."""
    s.pile[s.victim, kind] -= 1
    put_away(s, kind, 1)
    s.owed -= value_of(kind)
    s.phase = Phase.CLAIM
