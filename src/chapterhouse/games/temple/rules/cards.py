"""Temple: cards on their way between deck, hands and discard pile."""

from __future__ import annotations

from chapterhouse.games.temple.state import COLOURED, HAND, KINDS, NO_CARD, Reason, State
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.rng import draw


@rule
def take_one(s: State, left: int) -> int:
    """Take one of the `left` cards of the deck, all equally likely: its kind. Nobody has seen their order, so it can be
    drawn when it is needed."""
    place = draw(s.rng, left)
    kind = 0
    while place >= s.deck[kind]:
        place -= int(s.deck[kind])
        kind += 1
    s.deck[kind] -= 1
    return kind


@rule
def reshuffle(s: State) -> None:
    """temple.draw.reshuffle: shuffle all discards into a new deck."""
    for kind in range(KINDS):
        s.deck[kind] = s.discards[kind]
        s.discards[kind] = 0
    s.deck_left = s.discarded
    s.discarded = 0
    s.top = NO_CARD


@rule
def draw_cards(s: State, seat: int, count: int) -> None:
    """temple.draw: exactly so many. temple.draw.reshuffle: when the deck runs out, the rest comes from a new one; if
    both run out, what there is."""
    for _ in range(count):
        if s.deck_left == 0:
            reshuffle(s)
            if s.deck_left == 0:
                break
        s.hand[seat, take_one(s, s.deck_left)] += 1
        s.deck_left -= 1
        s.hand_size[seat] += 1
    s.news += 1


@rule
def lay_down(s: State, seat: int, kind: int) -> None:
    """temple.curse.victims: a card leaves a hand, face up. What was shown is known until it is played or discarded, and
    the shown cards of a kind count as gone first.

    That is sound because cards of a kind are interchangeable. That `known` cards of the kind were shown means that the
    hand holds at least so many of it. One less leaves at least `known - 1`, whichever of them went; and every hand with
    at least `known - 1` can have come about, from the same hand with one more. So the others know this and no more.
    """
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1
    if s.known[seat, kind] > 0:
        s.known[seat, kind] -= 1
    else:
        s.news += 1


@rule
def put_away(s: State, kind: int, count: int) -> None:
    """temple.setup: discards lie face up."""
    s.discards[kind] += count
    s.discarded += count
    s.top = kind


@rule
def put_pile_away(s: State, seat: int, colour: int) -> None:
    """temple.offer.complete: a pile goes to the discards."""
    for kind in range(2 * colour, 2 * colour + 2):
        if s.pile[seat, kind] > 0:
            put_away(s, kind, int(s.pile[seat, kind]))
            s.pile[seat, kind] = 0


@rule
def value_of(kind: int) -> int:
    """1 or 2; of a coloured card."""
    return kind % 2 + 1


@rule
def pile_value(s: State, seat: int, colour: int) -> int:
    """temple.offer: what the cards of a pile are worth together."""
    return int(s.pile[seat, 2 * colour]) + 2 * int(s.pile[seat, 2 * colour + 1])


@rule
def count_in_piles(s: State, seat: int, value: int) -> int:
    """The cards of one value in all piles of a seat."""
    count = 0
    for kind in range(value - 1, COLOURED, 2):
        count += int(s.pile[seat, kind])
    return count


@rule
def count_excess(s: State) -> int:
    """temple.draw.limit: hand and draw together must not pass 5; how many cards are to go before drawing."""
    return int(s.hand_size[s.mover]) + s.reach - HAND


@rule
def refuse_card(s: State, kind: int) -> int:
    """temple.draw.limit, temple.power.2: any card of one's own hand, a curse card too."""
    return Reason.LEGAL if s.hand[s.mover, kind] > 0 else Reason.NOT_IN_HAND
