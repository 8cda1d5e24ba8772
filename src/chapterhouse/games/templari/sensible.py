"""Templari: a few rules of thumb, as kernels; a bot, and a policy for playouts."""

from __future__ import annotations

from chapterhouse.games.templari.rules.auction import is_right_offer, refuse_pass
from chapterhouse.games.templari.rules.exchange import refuse_take
from chapterhouse.games.templari.rules.share_out import count_most, count_sharers
from chapterhouse.games.templari.state import (
    BID,
    CARDS,
    FAMILY_CARDS,
    GIVE,
    LOSE,
    LOT,
    NO_CARD,
    NOBODY,
    PASS,
    SELL,
    TAKE,
    Phase,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw

POINTS_A_PURSE = 5  # a lot that brings so many points is worth all one has: coins are worth little in the end
POINTS_IN_A_SALE = 8  # the same when another player gets the money
HAGGLE = 4  # sums that are weighed, from the least that can be offered
POOR = 4  # with fewer coins a card is put up for sale
WORTH_A_TURN = 3  # points that an exchange must bring, since it costs the auction


@rule
def count_family(s: State, seat: int, card: int) -> int:
    """Cards of this card's family in front of a seat: the points that the last of them is worth."""
    count = 0
    first = card // FAMILY_CARDS * FAMILY_CARDS
    for other in range(first, first + FAMILY_CARDS):
        count += s.owner[other] == seat
    return count


@rule
def points_of_lot(s: State, seat: int) -> int:
    """What the cards under the hammer would add for a seat."""
    points = 0
    for i in range(LOT):
        if s.lot[i] != NO_CARD:
            points += count_family(s, seat, int(s.lot[i])) + 1
    if s.lot[1] != NO_CARD and s.lot[0] // FAMILY_CARDS == s.lot[1] // FAMILY_CARDS:
        points += 1
    return points


@rule
def least_card(s: State, seat: int) -> int:
    """An own card from the seat's smallest family."""
    least = NO_CARD
    for card in range(CARDS):
        if s.owner[card] == seat and (least == NO_CARD or count_family(s, seat, card) < count_family(s, seat, least)):
            least = card
    return least


@rule
def sensible_bid(s: State, luck: Row) -> int:
    """Offer what the lot is worth at most; of the next few sums the one that feeds most rivals alike."""
    may_pass = refuse_pass(s) == 0
    full = POINTS_A_PURSE if s.seller == NOBODY else POINTS_IN_A_SALE
    limit = int(s.coins[s.to_act]) * points_of_lot(s, s.to_act) // full + draw(luck, 2)
    best = PASS
    most_sharers = 0
    weighed = 0
    for amount in range(s.offer + 1, s.coins[s.to_act] + 1):
        if weighed == HAGGLE or (amount > limit and (may_pass or best != PASS)):
            break
        if is_right_offer(s, amount):
            weighed += 1
            sharers = s.players
            if amount > 0:
                sharers = count_sharers(s, s.to_act, amount, count_most(s, s.to_act, amount))
            if sharers > most_sharers:
                most_sharers = sharers
                best = BID + amount
    return best


@rule
def sensible_exchange(s: State) -> int:
    """Take the card that completes most, when that is worth missing the auction."""
    best = PASS
    most = WORTH_A_TURN - 1
    price = count_family(s, s.to_act, least_card(s, s.to_act))
    for card in range(CARDS):
        if refuse_take(s, card) == 0:
            gain = count_family(s, s.to_act, card) + 1 - price
            if gain > most:
                most = gain
                best = TAKE + card
    return best


@rule
def sensible(s: State, luck: Row) -> int:
    """A legal action by rules of thumb."""
    if s.phase == Phase.BID:
        return sensible_bid(s, luck)
    if s.phase == Phase.TAKE:
        return sensible_exchange(s)
    least = least_card(s, s.to_act)
    if s.phase == Phase.SELL:
        is_spare = count_family(s, s.to_act, least) == 1
        return SELL + least if is_spare and s.coins[s.to_act] < POOR else PASS
    return (GIVE if s.phase == Phase.GIVE else LOSE) + least
