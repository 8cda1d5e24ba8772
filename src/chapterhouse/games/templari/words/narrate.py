"""Templari: the game in sentences, from what a viewer may know."""

from __future__ import annotations

from chapterhouse.games.protocol import NOBODY, Decision, LogLine
from chapterhouse.games.templari.rules.auction import count_in, is_cursed, must_open
from chapterhouse.games.templari.rules.legality import refusal
from chapterhouse.games.templari.rules.scoring import card_points, coin_points
from chapterhouse.games.templari.rules.share_out import count_most, count_sharers, is_sharer
from chapterhouse.games.templari.state import (
    ACTION_BLOCKS,
    BID,
    CARDS,
    GIVE,
    IN_DECK,
    IN_LOT,
    MOST_COINS,
    NO_CARD,
    NO_OFFER,
    OUT_OF_GAME,
    SELL,
    TAKE,
    Phase,
    Reason,
    State,
)
from chapterhouse.games.templari.words.explain import card_text, cursing_card
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts


def card_says(s: State, card: int, texts: Texts) -> str:
    """A card as a person reads it: `Helmets 6`."""
    text = card_text(s, card)
    return texts(text.key, **text.parts)


def _cards_say(s: State, cards: list[int], texts: Texts) -> str:
    return texts.list([card_says(s, card, texts) for card in cards])


def prompt(s: State, seat: int, texts: Texts) -> str:
    """What is asked now: of this viewer, or of whom the viewer waits for."""
    phase = Phase(s.phase)
    if phase == Phase.OVER:
        return texts("prompt.over")
    if s.to_act != seat:
        return texts("prompt.wait", who=texts.name(s.to_act))
    if phase == Phase.BID:
        return _prompt_bid(s, texts)
    if phase == Phase.GIVE:
        return texts("prompt.give", card=card_says(s, s.taken, texts), who=texts.name(int(s.owner[s.taken])))
    return texts(f"prompt.{phase.name.lower()}")


def _prompt_bid(s: State, texts: Texts) -> str:
    if s.fined:
        return texts("prompt.fined")
    may_bid = any(refusal(s, BID + amount) == Reason.LEGAL for amount in range(s.offer + 1, MOST_COINS + 1))
    ends = "" if may_bid else "_pass"
    if s.seller != NOBODY:
        key = "prompt.sale_open" if s.offer == NO_OFFER else "prompt.sale_raise"
        return texts(key + ends, offer=s.offer, card=card_says(s, int(s.lot[0]), texts), who=texts.name(s.seller))
    if not must_open(s):
        return texts("prompt.raise" + ends, offer=s.offer, who=texts.name(s.bidder))
    return texts("prompt.open_above" if may_bid and is_cursed(s, s.to_act, 0) else "prompt.open" + ends)


def says(s: State, action: int, texts: Texts) -> str:
    """What this action of `to_act` would do."""
    block = block_of(ACTION_BLOCKS, action)
    if block.verb == "pass":
        return texts(f"does.pass_{Phase(s.phase).name.lower()}")
    if block.verb != "bid":
        return texts(f"does.{block.verb}", card=card_says(s, action - block.first, texts))
    amount = action - BID
    if is_cursed(s, s.to_act, amount):
        return texts("does.bid_cursed", amount=amount, card=cursing_card(s, amount))
    if amount > s.coins[s.to_act]:
        return texts("does.bid_beyond", amount=amount, coins=int(s.coins[s.to_act]))
    if s.seller != NOBODY:
        return texts("does.bid_sale", amount=amount, who=texts.name(s.seller))
    if amount == 0:
        return texts("does.bid_zero", pot=s.pot)
    return texts("does.bid", amount=amount, shares=_share_says(s, s.to_act, amount, texts))


def _share_says(s: State, winner: int, payment: int, texts: Texts) -> str:
    most = count_most(s, winner, payment)
    sharers = [p for p in range(s.players) if is_sharer(s, winner, payment, most, p)]
    share, stays = divmod(s.pot + payment, count_sharers(s, winner, payment, most))
    names = texts.list([texts.name(p) for p in sharers])
    if len(sharers) == 1:
        return texts("share.one", who=names, share=share)
    key = "share.even" if stays == 0 else "share.each" if share else "share.none"
    return texts(key, who=names, share=share, stays=stays)


def _deed(before: State, decision: Decision, after: State, texts: Texts) -> LogLine:
    """What the seat itself did."""
    who = texts.name(decision.seat)
    block = block_of(ACTION_BLOCKS, decision.code)
    if block.verb == "bid":
        amount = decision.code - BID
        if after.fined:
            return LogLine(decision.seat, texts("log.cursed", who=who, amount=amount), "templari.mistake.curse")
        key = "log.bid" if before.offer != NO_OFFER else "log.open"
        rule = "templari.bid.raise" if before.offer != NO_OFFER else "templari.bid.open"
        return LogLine(
            decision.seat, texts(key, who=who, amount=amount), "templari.sale.bid" if before.seller != NOBODY else rule
        )
    if block.verb == "pass":
        phase = Phase(before.phase)
        rule = {Phase.BID: "templari.bid.raise", Phase.SELL: "templari.sale.offer"}.get(phase, "templari.exchange")
        return LogLine(decision.seat, texts(f"log.pass_{phase.name.lower()}", who=who), rule)
    card = decision.code - block.first
    name = card_says(before, card, texts)
    if block.verb == "take":
        return LogLine(
            decision.seat,
            texts("log.take", who=who, card=name, whom=texts.name(int(before.owner[card]))),
            "templari.exchange",
        )
    if block.verb == "give":
        whom = texts.name(int(before.owner[before.taken]))
        return LogLine(decision.seat, texts("log.give", who=who, card=name, whom=whom), "templari.exchange.price")
    rule = "templari.sale.offer" if block.verb == "sell" else "templari.mistake.funds"
    return LogLine(decision.seat, texts(f"log.{block.verb}", who=who, card=name), rule)


def _swap(before: State, decision: Decision, after: State, texts: Texts) -> LogLine:
    """The one card that was given for the one just taken."""
    whom = int(before.owner[decision.code - TAKE])
    given = next(card for card in range(CARDS) if before.owner[card] == decision.seat != after.owner[card])
    text = texts("log.give", who=texts.name(decision.seat), card=card_says(before, given, texts), whom=texts.name(whom))
    return LogLine(decision.seat, text, "templari.exchange.price")


def _last_offer(before: State, decision: Decision) -> tuple[int, int]:
    """The offer that stands after this action, and who made it."""
    return (decision.code - BID, decision.seat) if BID <= decision.code < SELL else (before.offer, before.bidder)


def is_broke(before: State, decision: Decision, after: State) -> bool:
    """Whether this action ended an auction with an offer that cannot be paid."""
    payment, bidder = _last_offer(before, decision)
    if before.phase != Phase.BID or after.fined or bidder == NOBODY:
        return False
    left = count_in(before) - (0 if bidder == decision.seat else 1)
    return left == 1 and payment > before.coins[bidder]


def _hammer(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """What came of the auction, when this action ended it."""
    lot = [int(card) for card in before.lot if card != NO_CARD]
    if not lot or lot == [int(card) for card in after.lot if card != NO_CARD]:
        return []
    payment, bidder = _last_offer(before, decision)
    winner = int(after.owner[lot[0]])
    cards, who = _cards_say(before, lot, texts), texts.name(winner)
    if before.seller != NOBODY:
        if bidder == NOBODY or winner == before.seller:
            return [LogLine(winner, texts("log.unsold", who=who, card=cards), "templari.sale.bid")]
        text = texts("log.sold", who=who, card=cards, amount=payment, whom=texts.name(before.seller))
        return [LogLine(winner, text, "templari.sale.pay")]
    if bidder == NOBODY or before.phase == Phase.LOSE or is_broke(before, decision, after):
        return [LogLine(winner, texts("log.free", who=who, cards=cards), "templari.bid.open")]
    lines = [LogLine(winner, texts("log.win", who=who, cards=cards, amount=payment), "templari.bid.win")]
    if payment == 0:
        return [*lines, LogLine(NOBODY, texts("log.zero"), "templari.bid.zero")]
    most = count_most(before, winner, payment)
    rule = "templari.share.majority" if most else "templari.share.even"
    return [*lines, LogLine(NOBODY, _share_says(before, winner, payment, texts), rule)]


def _reveal(cards: list[int], after: State, texts: Texts) -> list[LogLine]:
    text = texts("log.reveal", who=texts.name(after.first), cards=_cards_say(after, cards, texts))
    return [LogLine(after.first, text, "templari.reveal")]


def narrate(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """The sentences that one action adds to the log."""
    lines = [_deed(before, decision, after, texts)]
    is_take = TAKE <= decision.code < GIVE
    if is_take and after.owner[decision.code - TAKE] == decision.seat:  # with one card there is nothing to choose
        lines.append(_swap(before, decision, after, texts))
    if is_broke(before, decision, after):
        amount, seat = _last_offer(before, decision)
        text = texts("log.broke", who=texts.name(seat), amount=amount)
        lines.append(LogLine(seat, text, "templari.mistake.funds"))
    for card in range(CARDS):
        lost = after.owner[card] == OUT_OF_GAME and before.owner[card] >= 0
        if lost and before.phase != Phase.LOSE:
            text = texts("log.lose", who=texts.name(int(before.owner[card])), card=card_says(before, card, texts))
            lines.append(LogLine(int(before.owner[card]), text, "templari.mistake.funds"))
    if after.turn > before.turn or after.phase == Phase.OVER or after.seller != before.seller:
        lines += _hammer(before, decision, after, texts)
    revealed = [card for card in range(CARDS) if after.owner[card] != before.owner[card] == IN_DECK]
    if revealed and after.owner[revealed[0]] != IN_LOT:  # all have exchanged: it is not the turn that has just begun
        lines += _reveal(revealed, after, texts)
        text = texts("log.free_exchanged", who=texts.name(after.first), cards=_cards_say(after, revealed, texts))
        lines.append(LogLine(after.first, text, "templari.exchange.all"))
    if after.turn > before.turn:
        lines.append(LogLine(NOBODY, texts("log.turn", turn=after.turn), "templari.turn"))
    if revealed and after.owner[revealed[0]] == IN_LOT:
        lines += _reveal([int(card) for card in after.lot], after, texts)
    if after.phase == Phase.OVER:
        for seat in range(after.players):
            points = card_points(after, seat) + coin_points(after, seat)
            text = texts("log.points", who=texts.name(seat), points=points, coins=int(after.coins[seat]))
            lines.append(LogLine(seat, text, "templari.end"))
    return lines
