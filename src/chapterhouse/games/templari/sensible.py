"""Templari: a few rules of thumb, as kernels; a bot, and a policy for playouts."""

from __future__ import annotations

from chapterhouse.games.templari.rules.auction import is_cursed, refuse_pass
from chapterhouse.games.templari.rules.exchange import refuse_take
from chapterhouse.games.templari.rules.share_out import count_most, count_sharers
from chapterhouse.games.templari.state import (
    BID,
    FAMILIES,
    FAMILY_CARDS,
    GIVE,
    LOSE,
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
def count_family(s: State, seat: int, family: int) -> int:
    """Cards of a family in front of a seat: the points that the last of them is worth."""
    count = 0
    for card in range(family * FAMILY_CARDS, (family + 1) * FAMILY_CARDS):
        count += s.owner[card] == seat
    return count


@rule
def points_of_lot(s: State, seat: int) -> int:
    """What the cards under the hammer would add for a seat."""
    family = int(s.lot[0]) // FAMILY_CARDS
    points = count_family(s, seat, family) + 1
    if s.lot[1] != NO_CARD:
        other = int(s.lot[1]) // FAMILY_CARDS
        points += count_family(s, seat, other) + (2 if other == family else 1)
    return points


@rule
def least_family(s: State, seat: int) -> int:
    """The smallest family of which a seat has a card."""
    least = 0
    fewest = FAMILY_CARDS + 1
    for family in range(FAMILIES):
        count = count_family(s, seat, family)
        if 0 < count < fewest:
            fewest = count
            least = family
    return least


@rule
def least_card(s: State, seat: int) -> int:
    """An own card from the seat's smallest family."""
    first = least_family(s, seat) * FAMILY_CARDS
    for card in range(first, first + FAMILY_CARDS):
        if s.owner[card] == seat:
            return card
    return NO_CARD


@rule
def sensible_bid(s: State, luck: Row) -> int:
    """Offer what the lot is worth at most; of the next few sums the one that feeds most rivals alike."""
    seat = int(s.to_act) + 0
    coins = int(s.coins[seat])
    full = POINTS_A_PURSE if s.seller == NOBODY else POINTS_IN_A_SALE
    limit = coins * points_of_lot(s, seat) // full + draw(luck, 2)
    may_pass = refuse_pass(s) == 0
    best = PASS
    most_sharers = 0
    weighed = 0
    for amount in range(s.offer + 1, coins + 1):
        if weighed == HAGGLE or (amount > limit and (may_pass or best != PASS)):
            break
        if not is_cursed(s, seat, amount):
            weighed += 1
            sharers = s.players
            if amount > 0:
                sharers = count_sharers(s, seat, amount, count_most(s, seat, amount))
            if sharers > most_sharers:
                most_sharers = sharers
                best = BID + amount
                if sharers >= s.players - 1:  # no sum feeds more
                    break
    return best


@rule
def sensible_exchange(s: State) -> int:
    """Take the card that completes most, when that is worth missing the auction."""
    best = PASS
    most = WORTH_A_TURN - 1
    price = count_family(s, s.to_act, least_family(s, s.to_act))
    for family in range(FAMILIES):
        gain = count_family(s, s.to_act, family) + 1 - price
        for card in range(family * FAMILY_CARDS, (family + 1) * FAMILY_CARDS):
            if gain > most and refuse_take(s, card) == 0:
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
    if s.phase == Phase.SELL:
        if s.coins[s.to_act] >= POOR or count_family(s, s.to_act, least_family(s, s.to_act)) > 1:
            return PASS
        return SELL + least_card(s, s.to_act)
    return (GIVE if s.phase == Phase.GIVE else LOSE) + least_card(s, s.to_act)
