"""Templari: one small function a rule, in the order of the rulebook."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.templari.state import (
    ACTIONS,
    BID,
    CARDS,
    COINS,
    DIGITS,
    GIVE,
    IN_DECK,
    IN_LOT,
    LOSE,
    LOT,
    NO_CARD,
    NO_OFFER,
    NOBODY,
    OUT_OF_GAME,
    PASS,
    SEATS,
    SELL,
    TAKE,
    TURNS,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw, shuffle

# ── Set-up and turn ─────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def set_up(s: State) -> None:
    """templari.setup: shuffle the cards; 12 coins each; who has most coins in the purse is first, else it is drawn."""
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, s.deck, CARDS)
    s.deck_left = CARDS
    s.owner[:] = IN_DECK
    s.held[:] = 0
    s.coins[:] = 0
    for seat in range(s.players):
        s.coins[seat] = COINS
    s.pot = 0
    s.news = 0
    s.turn = 0
    s.taken = NO_CARD
    s.fined = 0
    s.lot[:] = NO_CARD
    s.seller = NOBODY
    close_auction(s)
    s.first = s.start if s.start != NOBODY else draw(s.rng, s.players)
    begin_turn(s)
    go_on(s)


@rule
def begin_turn(s: State) -> None:
    """templari.turn: exchanges, private sales, reveal, auction, share-out, in this order; 15 times."""
    s.turn += 1
    s.exchanged[:] = 0
    s.place = -1
    s.phase = Phase.EXCHANGES


@rule
def go_on(s: State) -> None:
    """templari.turn: carry on until somebody must decide or the game is over."""
    while s.phase > Phase.OVER:
        if s.phase == Phase.EXCHANGES:
            next_exchange(s)
        elif s.phase == Phase.SALES:
            next_sale(s)
        elif s.phase == Phase.REVEAL:
            reveal(s)
        elif s.phase == Phase.OPENING:
            open_auction(s)
        elif s.phase == Phase.KNOCK_DOWN:
            knock_down(s)
        else:
            share_out(s)


@rule
def reveal(s: State) -> None:
    """templari.reveal: the top two cards of the deck are one lot."""
    for i in range(LOT):
        s.deck_left -= 1
        card = s.deck[s.deck_left]
        s.deck[s.deck_left] = NO_CARD
        put(s, card, IN_LOT)
        s.lot[i] = card
    s.news += 1
    s.phase = Phase.OPENING


@rule
def end_turn(s: State, winner: int) -> None:
    """templari.first: the winner of the auction is the next first player. templari.end: the game ends with turn 15."""
    s.first = winner
    close_auction(s)
    if s.turn == TURNS:
        s.phase = Phase.OVER
    else:
        begin_turn(s)


@rule
def put(s: State, card: int, place: int) -> None:
    """Lay a card in front of a seat, or elsewhere."""
    value = s.value[card]
    if s.owner[card] >= 0:
        s.held[s.owner[card], value] -= 1
    if place >= 0:
        s.held[place, value] += 1
    s.owner[card] = place


@rule
def seat_at(s: State, place: int) -> int:
    """The seat that comes `place` seats after the first player, clockwise."""
    return clockwise(s.first, place, s.players)


# ── Auction ─────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    for seat in range(s.players):
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
def pass_on(s: State) -> None:
    """templari.bid.raise: who passes is out of this auction."""
    s.out[s.to_act] = 1
    next_bidder(s)


@rule
def is_cursed(s: State, seat: int, amount: int) -> bool:
    """templari.bid.curse: a sum whose last digit is the value of an own card is forbidden."""
    return int(s.held[seat, amount % DIGITS]) > 0


@rule
def is_right_offer(s: State, amount: int) -> bool:
    """templari.bid.curse, templari.bid.funds: neither cursed nor above one's means."""
    return amount <= s.coins[s.to_act] and not is_cursed(s, s.to_act, amount)


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
            end_turn(s, s.first)
        else:
            take_lot(s, s.seller)
            close_sale(s)
    elif s.coins[s.bidder] < s.offer:
        fail_to_pay(s)
    else:
        s.coins[s.bidder] -= s.offer
        take_lot(s, s.bidder)
        if s.seller == NOBODY:
            s.pot += s.offer
            s.phase = Phase.SHARE_OUT
        else:
            receive_payment(s)
            close_sale(s)


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


# ── Share-out ───────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def share_out(s: State) -> None:
    """templari.bid.zero: won at 0, nothing is paid and the pot stays. Else the pot goes to the others; what cannot be
    divided stays in it."""
    winner = s.bidder
    if s.offer > 0:
        most = count_most(s, winner, s.offer)
        share = s.pot // count_sharers(s, winner, s.offer, most)
        for seat in range(s.players):
            if is_sharer(s, winner, s.offer, most, seat):
                s.coins[seat] += share
                s.pot -= share
    end_turn(s, winner)


@rule
def count_most(s: State, winner: int, payment: int) -> int:
    """templari.share.majority: the most cards of the payment's last digit that one of the others owns."""
    most = 0
    for seat in range(s.players):
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
    for seat in range(s.players):
        count += int(is_sharer(s, winner, payment, most, seat))
    return count


@rule
def count_value(s: State, seat: int, value: int) -> int:
    """Cards of one value in front of a seat."""
    return int(s.held[seat, value])


@rule
def count_cards(s: State, seat: int) -> int:
    count = 0
    for value in range(DIGITS):
        count += int(s.held[seat, value])
    return count


@rule
def first_card(s: State, seat: int) -> int:
    """The card with the lowest number in front of a seat, or NO_CARD."""
    for card in range(CARDS):
        if s.owner[card] == seat:
            return card
    return NO_CARD


# ── Private sales ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def next_sale(s: State) -> None:
    """templari.sale.offer: from the first player, each who has a card may put up one; then the reveal."""
    s.place += 1
    if not s.private_sales or s.place >= s.players:
        s.phase = Phase.REVEAL
        return
    seat = seat_at(s, s.place)
    if count_cards(s, seat) > 0:
        s.phase = Phase.SELL
        s.to_act = seat


@rule
def sell(s: State, card: int) -> None:
    """templari.sale.offer: one own card comes under the hammer."""
    s.seller = s.to_act
    s.lot[0] = card
    put(s, card, IN_LOT)
    s.phase = Phase.OPENING


@rule
def receive_payment(s: State) -> None:
    """templari.sale.pay: the money is the seller's, whatever its digit; the first player does not change."""
    s.coins[s.seller] += s.offer


@rule
def close_sale(s: State) -> None:
    """templari.sale.offer: on to the next player's place."""
    s.seller = NOBODY
    close_auction(s)
    s.phase = Phase.SALES


# ── Exchange variant ────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def next_exchange(s: State) -> None:
    """templari.exchange: from the first player, each may swap; who has no card, or finds none to take, is skipped."""
    s.place += 1
    if not s.exchange or s.place >= s.players:
        s.place = -1
        s.phase = Phase.SALES
        return
    seat = seat_at(s, s.place)
    if count_cards(s, seat) > 0 and has_card_to_take(s, seat):
        s.phase = Phase.TAKE
        s.to_act = seat


@rule
def has_card_to_take(s: State, seat: int) -> bool:
    for card in range(CARDS):
        if s.owner[card] >= 0 and s.owner[card] != seat:
            return True
    return False


@rule
def take(s: State, card: int) -> None:
    """templari.exchange: any card of another player, who cannot refuse; templari.exchange.back: also one just lost."""
    s.taken = card
    if count_cards(s, s.to_act) == 1:
        give(s, first_card(s, s.to_act))
    else:
        s.phase = Phase.GIVE


@rule
def give(s: State, card: int) -> None:
    """templari.exchange.price: the own card for it; who forced an exchange is out of this turn's auction."""
    put(s, card, s.owner[s.taken])
    put(s, s.taken, s.to_act)
    s.taken = NO_CARD
    s.exchanged[s.to_act] = 1
    s.to_act = NOBODY
    s.phase = Phase.EXCHANGES


# ── The door ────────────────────────────────────────────────────────────────────────────────────────────────────────


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
def refuse_pass(s: State) -> int:
    """templari.bid.open: who must open may pass only where every sum that he can pay is cursed for him, or where he
    has paid for a cursed offer (templari.mistake.curse)."""
    if must_open(s) and not s.fined and has_right_offer(s):
        return Reason.MUST_OPEN
    return Reason.LEGAL


@rule
def refuse_own(s: State, card: int) -> int:
    """templari.sale.offer, templari.exchange, templari.mistake.funds: a card of one's own."""
    return Reason.LEGAL if s.owner[card] == s.to_act else Reason.NOT_YOURS


@rule
def refuse_take(s: State, card: int) -> int:
    """templari.exchange: a card of another player."""
    anothers = s.owner[card] >= 0 and s.owner[card] != s.to_act
    return Reason.LEGAL if anothers else Reason.NOT_ANOTHERS


@rule
def refusal(s: State, action: int) -> int:
    """Why `to_act` cannot do this now, or LEGAL."""
    if s.phase == Phase.BID and PASS <= action < SELL:
        return refuse_pass(s) if action == PASS else refuse_bid(s, action - BID)
    if s.phase == Phase.SELL:
        if action == PASS:
            return Reason.LEGAL
        if SELL <= action < TAKE:
            return refuse_own(s, action - SELL)
    if s.phase == Phase.TAKE:
        if action == PASS:
            return Reason.LEGAL
        if TAKE <= action < GIVE:
            return refuse_take(s, action - TAKE)
    if s.phase == Phase.GIVE and GIVE <= action < LOSE:
        return refuse_own(s, action - GIVE)
    if s.phase == Phase.LOSE and LOSE <= action < ACTIONS:
        return refuse_own(s, action - LOSE)
    return Reason.NOT_ASKED


@rule
def is_legal(s: State, action: int) -> bool:
    return refusal(s, action) == Reason.LEGAL


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


@rule
def act(s: State, action: int) -> None:
    """The one door into the rules; `action` must be legal."""
    if action == PASS:
        if s.phase == Phase.BID:
            pass_on(s)
        else:
            s.phase = Phase.SALES if s.phase == Phase.SELL else Phase.EXCHANGES
    elif action < SELL:
        bid(s, action - BID)
    elif action < TAKE:
        sell(s, action - SELL)
    elif action < GIVE:
        take(s, action - TAKE)
    elif action < LOSE:
        give(s, action - GIVE)
    else:
        lose(s, action - LOSE)
    go_on(s)


@rule
def is_asked(s: State, seat: int) -> bool:
    """Whether this seat has a decision to make now."""
    return s.to_act == seat and s.phase < Phase.OVER


@rule
def turn_to(s: State, seat: int) -> None:
    """Let a seat that is asked be the one that acts; nobody chooses at the same time in Templari."""
