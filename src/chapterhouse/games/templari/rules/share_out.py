"""Templari: the share-out."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templari.rules.cards import count_value
from chapterhouse.games.templari.state import DIGITS, Phase, State
from chapterhouse.kernel.jit import rule


@rule
def share_out(s: State) -> None:
    """templari.bid.win: the payment goes to the pot. templari.bid.zero: won at 0, nothing is paid and the pot stays.
    Else the pot goes to the others; what cannot be divided stays in it."""
    winner = s.bidder
    s.pot += s.offer
    if s.offer > 0:
        most = count_most(s, winner, s.offer)
        share = s.pot // count_sharers(s, winner, s.offer, most)
        for seat in range(count_seats(s)):
            if is_sharer(s, winner, s.offer, most, seat):
                s.coins[seat] += share
                s.pot -= share
    s.phase = Phase.TURN_DONE


@rule
def count_most(s: State, winner: int, payment: int) -> int:
    """templari.share.majority: the most cards of the payment's last digit that one of the others owns."""
    most = 0
    for seat in range(count_seats(s)):
        if seat != winner:
            most = max(most, count_value(s, seat, payment % DIGITS))
    return most


@rule
def is_sharer(s: State, winner: int, payment: int, most: int, seat: int) -> bool:
    """templari.share.majority: who owns most cards of the payment's last digit takes the pot, the tied share it.
    templari.share.even: where nobody owns one, all but the winner share it."""
    return seat != winner and (most == 0 or count_value(s, seat, payment % DIGITS) == most)


@rule
def count_sharers(s: State, winner: int, payment: int, most: int) -> int:
    count = 0
    for seat in range(count_seats(s)):
        count += int(is_sharer(s, winner, payment, most, seat))
    return count
