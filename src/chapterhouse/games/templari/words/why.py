"""Templari: what speaks for an action, in a sentence, from what its seat may know."""

from __future__ import annotations

from copy import copy

from chapterhouse.games.templari.rules.scoring import card_points
from chapterhouse.games.templari.state import ACTION_BLOCKS, NO_CARD, OUT_OF_GAME, Phase, State
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts


def _gain(s: State, seat: int, cards: list[int], owner: int) -> int:
    """By how much a seat's cards count more once an owner has these."""
    then = copy(s)
    for card in cards:
        then.owner[card] = owner
    return card_points(then, seat) - card_points(s, seat)


def why(s: State, action: int, texts: Texts) -> str:
    """What the cards in question count for `to_act` and for others; nothing where no card is in question."""
    block, me = block_of(ACTION_BLOCKS, action), int(s.to_act)
    if s.phase == Phase.BID:
        return _why_bid(s, me, texts)
    card = action - block.first
    if block.verb == "take":
        whom = int(s.owner[card])
        gain, loss = _gain(s, me, [card], me), -_gain(s, whom, [card], me)
        return texts("why.take", gain=gain, loss=loss, who=texts.name(whom))
    if block.verb in ("sell", "give", "lose"):
        return texts("why.part", n=-_gain(s, me, [card], OUT_OF_GAME))
    return ""


def _why_bid(s: State, me: int, texts: Texts) -> str:
    lot = [int(card) for card in s.lot if card != NO_CARD]
    rivals = [seat for seat in range(s.players) if seat not in (me, s.seller) and not s.out[seat]]
    gain = _gain(s, me, lot, me)
    if not rivals:
        return texts("why.lot_alone", n=gain)
    worth = {seat: _gain(s, seat, lot, seat) for seat in rivals}
    keenest = max(rivals, key=lambda seat: worth[seat])
    return texts("why.lot", n=gain, most=worth[keenest], who=texts.name(keenest))
