"""Temple: first action, the offering."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.rules.cards import lay_down, pile_value, put_pile_away, value_of
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, room_of
from chapterhouse.games.temple.state import OFFERING, Phase, Reason, State
from chapterhouse.kernel.jit import rule


@rule
def count_lacking(s: State) -> int:
    """temple.offer: the value that is still to be offered; the room's masks, when nothing has been played."""
    return s.to_offer if s.to_offer > 0 else count_masks(s, room_of(s, s.mover))


@rule
def can_pay(ones: int, twos: int, value: int) -> bool:
    """temple.offer: can so many cards of value 1 and of value 2 make exactly this value?"""
    return value - 2 * min(twos, value // 2) <= ones


@rule
def refuse_value(ones: int, twos: int, value: int, lacks: int) -> int:
    """temple.offer: a card of this value, from so many 1s and 2s of the room's colour, where so much lacks. A card
    after which the exact value cannot be reached is refused."""
    if value == 1:
        if ones == 0:
            return Reason.NOT_IN_HAND
        return Reason.LEGAL if can_pay(ones - 1, twos, lacks - 1) else Reason.NOT_EXACT
    if twos == 0:
        return Reason.NOT_IN_HAND
    if lacks < 2:
        return Reason.TOO_MUCH
    return Reason.LEGAL if can_pay(ones, twos - 1, lacks - 2) else Reason.NOT_EXACT


@rule
def refuse_offer(s: State, kind: int) -> int:
    """temple.offer: cards of the room's colour worth exactly its masks; not in a room without colour."""
    room = room_of(s, s.mover)
    colour = int(s.colour[room])
    if not has_colour(s, room):
        return Reason.NO_COLOUR
    if kind // 2 != colour:
        return Reason.OTHER_COLOUR
    ones = int(s.hand[s.mover, 2 * colour])
    twos = int(s.hand[s.mover, 2 * colour + 1])
    return refuse_value(ones, twos, value_of(kind), count_lacking(s))


@rule
def offer(s: State, kind: int) -> None:
    """temple.offer: play a card into one's pile of that colour. Value 1 can be completed in one way only, with a card
    of value 1, and that is done for the player."""
    s.to_offer = count_lacking(s)
    lay_on_pile(s, kind)
    if s.to_offer == 1:
        lay_on_pile(s, kind // 2 * 2)
    if s.to_offer > 0:
        s.phase = Phase.OFFER
        return
    if pile_value(s, s.mover, kind // 2) >= OFFERING:
        complete(s, kind // 2)
    s.phase = Phase.TURN_DONE


@rule
def lay_on_pile(s: State, kind: int) -> None:
    """temple.offer: the pile lies open in front of the player."""
    lay_down(s, s.mover, kind)
    s.pile[s.mover, kind] += 1
    s.to_offer -= value_of(kind)


@rule
def complete(s: State, colour: int) -> None:
    """temple.offer.complete: discard the pile and take the ritual mask, from the table or from its owner, or claim
    one's own anew; every other player's pile of that colour is discarded."""
    for seat in range(count_seats(s)):
        put_pile_away(s, seat, colour)
    s.ritual[colour] = s.mover
