"""Templari: the auction, of the turn's lot or in a private sale."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise, count_seats
from chapterhouse.games.templari.rules.cards import count_cards, first_card, put
from chapterhouse.games.templari.state import (
    COINS,
    DIGITS,
    LOT,
    NO_CARD,
    NO_OFFER,
    NOBODY,
    OUT_OF_GAME,
    SEATS,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.jit import rule


@rule
def close_auction(s: State) -> None:
    """Nobody bids, nobody is out any more."""
    clear_offers(s)
    s.to_act = NOBODY
    s.out[:] = 0
    s.broke[:] = 0


@rule
def clear_offers(s: State) -> None:
    s.offer = NO_OFFER
    s.bidder = NOBODY
    s.offered[:] = NO_OFFER


@rule
def is_barred(s: State, seat: int) -> bool:
    """templari.exchange.price, templari.mistake.funds, templari.sale.bid: who forced an exchange is out of the turn's
    auction, who could not pay is out when it starts again, and a seller does not bid."""
    if seat >= s.players or s.broke[seat] == 1:
        return True
    return seat == s.seller if s.seller != NOBODY else s.exchanged[seat] == 1


@rule
def open_auction(s: State) -> None:
    """templari.bid.open: the first player begins, or the next one in (templari.exchange.all); in a private sale the
    seat at the seller's left (templari.sale.bid)."""
    clear_offers(s)
    for seat in range(SEATS):
        s.out[seat] = is_barred(s, seat)
    s.phase = Phase.BID
    s.to_act = s.first if s.seller == NOBODY else s.seller
    if s.out[s.to_act]:
        next_bidder(s)


@rule
def count_in(s: State) -> int:
    """Players who have not passed."""
    count = 0
    for seat in range(count_seats(s)):
        count += int(s.out[seat] == 0)
    return count


@rule
def next_bidder(s: State) -> None:
    """templari.bid.raise: clockwise past those who are out; it ends when all but one have passed."""
    s.fined = 0
    left = count_in(s)
    if left == 0 or (left == 1 and s.offer != NO_OFFER):
        s.phase = Phase.KNOCK_DOWN
        return
    s.to_act = clockwise(s.to_act, 1, s.players)
    while s.out[s.to_act]:
        s.to_act = clockwise(s.to_act, 1, s.players)


@rule
def must_open(s: State) -> bool:
    """templari.bid.open: in the turn's auction the first who is in must make an offer, 0 allowed."""
    return s.seller == NOBODY and s.offer == NO_OFFER


@rule
def refuse_bid(s: State, amount: int) -> int:
    """templari.bid.raise, templari.bid.curse, templari.bid.funds; templari.mistake.curse and templari.mistake.funds
    where mistakes are penalised."""
    if amount <= s.offer:
        return Reason.TOO_LOW
    if amount > COINS * s.players:
        return Reason.TOO_HIGH
    cursed = is_cursed(s, s.to_act, amount)
    coins = s.coins[s.to_act]
    if not s.penalised:
        if cursed:
            return Reason.CURSED
        return Reason.FUNDS if amount > coins else Reason.LEGAL
    return Reason.CANNOT_BE_FINED if cursed and coins == 0 else Reason.LEGAL


@rule
def bid(s: State, amount: int) -> None:
    """templari.bid.raise: a sum above the standing offer."""
    if is_cursed(s, s.to_act, amount):
        pay_for_curse(s)
        return
    s.offer = amount
    s.bidder = s.to_act
    s.offered[s.to_act] = amount
    next_bidder(s)


@rule
def refuse_pass(s: State) -> int:
    """templari.bid.open: who must open may pass only where every sum that he can pay is cursed for him, or where he
    has paid for a cursed offer (templari.mistake.curse)."""
    if must_open(s) and not s.fined and has_right_offer(s):
        return Reason.MUST_OPEN
    return Reason.LEGAL


@rule
def pass_on(s: State) -> None:
    """templari.bid.raise: who passes is out of this auction."""
    s.out[s.to_act] = 1
    next_bidder(s)


@rule
def is_cursed(s: State, seat: int, amount: int) -> bool:
    """templari.bid.curse: a sum whose last digit is the value of an own card is forbidden."""
    return int(s.held[seat, amount % DIGITS]) > 0


@rule
def has_right_offer(s: State) -> bool:
    """templari.bid.open: is there a sum that the seat can pay and that is not cursed for him?"""
    for amount in range(s.offer + 1, s.coins[s.to_act] + 1):
        if not is_cursed(s, s.to_act, amount):
            return True
    return False


@rule
def knock_down(s: State) -> None:
    """templari.bid.win: the highest offer takes the lot, and pays. With no offer the first player takes it free
    (templari.bid.open); a card in a private sale stays (templari.sale.bid)."""
    if s.bidder == NOBODY:
        if s.seller == NOBODY:
            take_lot(s, s.first)
            s.phase = Phase.TURN_DONE
        else:
            take_lot(s, s.seller)
            s.phase = Phase.SALE_DONE
    elif s.coins[s.bidder] < s.offer:
        fail_to_pay(s)
    else:
        s.coins[s.bidder] -= s.offer
        take_lot(s, s.bidder)
        s.phase = Phase.SHARE_OUT if s.seller == NOBODY else Phase.SALE_DONE


@rule
def take_lot(s: State, seat: int) -> None:
    """templari.bid.win: both cards lie open in front of the winner."""
    for i in range(LOT):
        if s.lot[i] != NO_CARD:
            put(s, s.lot[i], seat)
            s.lot[i] = NO_CARD


@rule
def pay_for_curse(s: State) -> None:
    """templari.mistake.curse: 1 coin to the pot; then he passes or offers anew."""
    s.coins[s.to_act] -= 1
    s.pot += 1
    s.fined = 1


@rule
def fail_to_pay(s: State) -> None:
    """templari.mistake.funds: he loses an own card of his choice, if he has one, and the auction starts again."""
    s.to_act = s.bidder
    s.broke[s.bidder] = 1
    owned = count_cards(s, s.bidder)
    if owned > 1:
        s.phase = Phase.LOSE
    elif owned == 1:
        lose(s, first_card(s, s.bidder))
    else:
        s.phase = Phase.OPENING


@rule
def lose(s: State, card: int) -> None:
    """templari.mistake.funds: the card leaves the game; without him all others are in again, and curse coins stay in
    the pot."""
    put(s, card, OUT_OF_GAME)
    s.phase = Phase.OPENING
