"""Templari: what can be done now, and what it does."""

from __future__ import annotations

from chapterhouse.games.templari.rules.auction import bid, is_cursed, lose, pass_on, refuse_bid, refuse_pass
from chapterhouse.games.templari.rules.cards import refuse_own
from chapterhouse.games.templari.rules.exchange import give, pass_exchange, refuse_take, take
from chapterhouse.games.templari.rules.sales import pass_sale, sell
from chapterhouse.games.templari.rules.turn import go_on
from chapterhouse.games.templari.state import (
    ACTION_BLOCKS,
    ACTIONS,
    BID,
    CARDS,
    COINS,
    GIVE,
    LOSE,
    PASS,
    SELL,
    TAKE,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.dispatch import Choice, first_code_of, refusal_of, verb_of
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

CHOICES = (
    Choice("pass", (Phase.BID,), refuse_pass, pass_on),
    Choice("pass", (Phase.TAKE,), None, pass_exchange),
    Choice("pass", (Phase.SELL,), None, pass_sale),
    Choice("bid", (Phase.BID,), refuse_bid, bid),
    Choice("sell", (Phase.SELL,), refuse_own, sell),
    Choice("take", (Phase.TAKE,), refuse_take, take),
    Choice("give", (Phase.GIVE,), refuse_own, give),
    Choice("lose", (Phase.LOSE,), refuse_own, lose),
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
def mark_bids(s: State, mask: Row) -> int:
    """Set the sums that can be offered; how many. Of those above the standing offer and within one's means only the
    cursed ones are refused, unless mistakes can be made."""
    seat = int(s.to_act) + 0
    most = COINS * s.players if s.penalised else int(s.coins[seat])
    count = 0
    if s.penalised:
        for amount in range(s.offer + 1, most + 1):
            may_bid = refuse_bid(s, amount) == Reason.LEGAL
            mask[BID + amount] = may_bid
            count += may_bid
    else:
        for amount in range(s.offer + 1, most + 1):
            may_bid = not is_cursed(s, seat, amount)
            mask[BID + amount] = may_bid
            count += may_bid
    return count


@rule
def mark_own(s: State, block: int, mask: Row) -> int:
    """Set the own cards in a block of codes; how many."""
    count = 0
    for card in range(CARDS):
        is_own = refuse_own(s, card) == Reason.LEGAL
        mask[block + card] = is_own
        count += is_own
    return count


@rule
def mark_takes(s: State, mask: Row) -> int:
    """Set the cards of the others; how many."""
    count = 0
    for card in range(CARDS):
        is_anothers = refuse_take(s, card) == Reason.LEGAL
        mask[TAKE + card] = is_anothers
        count += is_anothers
    return count


@rule
def legal_mask(s: State, mask: Row) -> int:
    """Set mask[action] for every legal action, clear it for the others; how many are legal."""
    for action in range(ACTIONS):
        mask[action] = 0
    if s.phase == Phase.BID:
        may_pass = refuse_pass(s) == Reason.LEGAL
        mask[PASS] = may_pass
        return mark_bids(s, mask) + may_pass
    if s.phase == Phase.GIVE:
        return mark_own(s, GIVE, mask)
    if s.phase == Phase.LOSE:
        return mark_own(s, LOSE, mask)
    if s.phase == Phase.OVER:
        return 0
    mask[PASS] = 1
    return (mark_own(s, SELL, mask) if s.phase == Phase.SELL else mark_takes(s, mask)) + 1
