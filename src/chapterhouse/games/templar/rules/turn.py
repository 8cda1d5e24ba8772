"""Templar: turns and rounds, cards played, and the end."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise, count_seats
from chapterhouse.games.templar.rules.abbey import LOWER, UPPER, add_points, has_passage, is_spanish, whole
from chapterhouse.games.templar.rules.benjamin import go_on_walking
from chapterhouse.games.templar.rules.harbor import begin_final_round, ring_bells
from chapterhouse.games.templar.rules.moving import begin_move, go_on_moving
from chapterhouse.games.templar.rules.raphael import reveal_raphael
from chapterhouse.games.templar.rules.remigius import arrive_as_remigius, count_audience, next_flip
from chapterhouse.games.templar.rules.setup import forget_card
from chapterhouse.games.templar.rules.stash import go_on_stashing, stashes_of
from chapterhouse.games.templar.state import (
    FULL_ROOMS,
    HARBOR,
    LAST_ROUND,
    MAIN,
    NO_CARD,
    NOBODY,
    SEATS,
    Card,
    Final,
    Phase,
    Reason,
    State,
)
from chapterhouse.kernel.bits import bit
from chapterhouse.kernel.dispatch import course_of
from chapterhouse.kernel.jit import rule

# ── First round ─────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def refuse_card(s: State, card: int) -> int:
    """templar.turn.visible, templar.raphael.bar; templar.mistake where mistakes are penalised, once a turn.
    templar.turn.first-round: equal cards are allowed in the first round only."""
    if int(s.hand[s.to_act]) & bit(card) == 0:
        return Reason.NOT_IN_HAND
    if s.phase == Phase.CHOOSE or not is_barred(s, whole(s.to_act), card):
        return Reason.LEGAL
    return Reason.LEGAL if s.penalised and not s.fined else Reason.BARRED


@rule
def choose(s: State, card: int) -> None:
    """templar.turn.first-round: a card face down; when all lie there they are revealed together."""
    s.chosen[s.to_act] = card
    for i in range(count_seats(s)):
        seat = clockwise(s.first, i, s.players)
        if s.chosen[seat] == NO_CARD:
            s.to_act = seat
            return
    reveal_choices(s)


@rule
def reveal_choices(s: State) -> None:
    """templar.turn.first-round: all cards are shown, and carried out in turn order from the starting player."""
    for seat in range(count_seats(s)):
        s.top[seat] = s.chosen[seat]
        s.hand[seat] &= ~bit(int(s.chosen[seat]))
        s.chosen[seat] = NO_CARD
    s.news += 1
    s.active = s.first
    s.phase = Phase.BEGIN_TURN


# ── A turn ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def begin_turn(s: State) -> None:
    """templar.return: a pawn in a storehouse is first put in front of a portal."""
    s.to_act = s.active
    s.fined = 0
    if s.pawn[s.active] >= HARBOR:
        s.phase = Phase.RETURN
    else:
        ask_for_card(s)


@rule
def ask_for_card(s: State) -> None:
    """templar.turn.first-round: the revealed card binds. templar.turn.play: from round 2 a card from hand."""
    if s.round == 1:
        carry_out(s, whole(s.top[s.active]), whole(NO_CARD))
    else:
        s.phase = Phase.CARD


@rule
def return_to(s: State, portal: int) -> None:
    """templar.return: the main or the side portal, as the player likes."""
    s.pawn[s.active] = MAIN + portal
    ask_for_card(s)


@rule
def barred_cards(s: State, seat: int) -> int:
    """templar.turn.visible: the cards on top of the others' piles, as a set. templar.raphael.bar: and Raphael's.
    templar.turn.bells-always: The Bells never lie there from round 2 on."""
    barred = bit(s.raphael_top + 1)  # one place up, where NO_CARD has a bit too: quicker than to ask for it
    for other in range(SEATS):
        barred |= int(other != seat) << int(s.top[other]) + 1
    return barred >> 1 & ~bit(Card.BELLS)


@rule
def is_barred(s: State, seat: int, card: int) -> bool:
    return barred_cards(s, seat) & bit(card) != 0


@rule
def play(s: State, card: int) -> None:
    """templar.turn.play: one card from hand on top of the own pile, then it is carried out."""
    if s.penalised and is_barred(s, whole(s.active), card):
        make_mistake(s)
        return
    before = whole(s.top[s.active])
    s.hand[s.active] &= ~bit(card)
    s.top[s.active] = card
    carry_out(s, card, before)


@rule
def make_mistake(s: State) -> None:
    """templar.mistake: a barred card goes back to the hand, was not played, and costs 1 point."""
    add_points(s, s.active, -1)
    s.fined = 1


@rule
def carry_out(s: State, card: int, before: int) -> None:
    """What each card begins with. templar.porticus, templar.severus: their fixed point counts in any case
    (templar.move.stuck)."""
    s.card = card
    if card == Card.BELLS:
        ring_bells(s, before)
    elif card == Card.MARIA:
        s.phase = Phase.STOREHOUSE
    elif card == Card.PORTICUS:
        add_points(s, s.active, 1)
        s.phase = Phase.DOOR
    else:
        if card == Card.SEVERUS:
            add_points(s, s.active, 1)
        begin_move(s)


@rule
def refuse_door(s: State, pair: int) -> int:
    """templar.porticus: any other passage between two rooms."""
    lower = int(LOWER[pair])
    upper = int(UPPER[pair])
    if not has_passage(s, lower, upper):
        return Reason.NO_DOORWAY
    is_there = s.door[0] == lower and s.door[1] == upper
    return Reason.DOOR_IS_THERE if is_there else Reason.LEGAL


@rule
def move_door(s: State, pair: int) -> None:
    """templar.porticus: the door goes to any other passage."""
    s.door[0] = LOWER[pair]
    s.door[1] = UPPER[pair]
    s.phase = Phase.CARD_DONE


@rule
def arrive(s: State) -> None:
    """What a card does in the room where its figure stopped. templar.stephanus: 1 point for each other figure there.
    templar.severus: Severus just stands there."""
    if s.card == Card.REMIGIUS:
        arrive_as_remigius(s)
    elif s.card == Card.STEPHANUS:
        add_points(s, s.active, count_audience(s, whole(s.pawn[s.active])))
        s.phase = Phase.CARD_DONE
    elif s.card == Card.SEVERUS:
        s.phase = Phase.CARD_DONE
    else:
        s.stash_left = stashes_of(s.card)
        s.phase = Phase.STASHING


@rule
def end_card(s: State) -> None:
    """templar.end.rooms: who has a valuable in each room may say so at the end of his turn, unless the final round has
    begun."""
    forget_card(s)
    may_announce = s.in_rooms[s.active] == FULL_ROOMS and s.final == Final.NOT_YET
    s.phase = Phase.ANNOUNCE if may_announce else Phase.TURN_DONE


@rule
def announce(s: State) -> None:
    """templar.end.rooms: the final round begins."""
    begin_final_round(s, Final.ROOMS, s.active)
    s.phase = Phase.TURN_DONE


@rule
def keep_silent(s: State) -> None:
    """templar.end.rooms: he is asked again each turn."""
    s.phase = Phase.TURN_DONE


@rule
def end_turn(s: State) -> None:
    """templar.turn.play: the next player clockwise. templar.end.final-round: the game is over after the last turn."""
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            s.phase = Phase.OVER
            s.to_act = NOBODY
            s.active = NOBODY
            return
    s.active = clockwise(s.active, 1, s.players)
    if s.active == s.first:
        end_round(s)
    s.phase = Phase.BEGIN_TURN


@rule
def end_round(s: State) -> None:
    """templar.raphael.turn: his card comes after both turns from round 2 on; in the Spanish edition before the first
    turn of round 2 and later. templar.end.stall: the final round begins after round 150 at the latest."""
    if s.players == 2 and (s.round > 1 or is_spanish(s)):
        reveal_raphael(s)
    if s.round == LAST_ROUND and s.final == Final.NOT_YET:
        s.final = Final.STALL
        s.turns_left = s.players
    s.round += 1


@rule
def go_on_with_move(s: State) -> None:
    """Benjamin walks by rules of his own."""
    if s.card == Card.BENJAMIN:
        go_on_walking(s)
    else:
        go_on_moving(s)


# The order of a turn; in each line what the players are asked in it. Once, before the first turn, they are asked for
# PLACE_REMIGIUS, PLACE_VITUS, PLACE_SEVERUS, SINGLE (`setup`) and CHOOSE.
carry_on = course_of(
    (Phase.BEGIN_TURN, begin_turn),  # RETURN from the harbor, then CARD; which may ask for STOREHOUSE or DOOR
    (Phase.MOVE, go_on_with_move),  # STEP, or for Benjamin WALK; step by step
    (Phase.ARRIVE, arrive),
    (Phase.STASHING, go_on_stashing),  # STASH, one after the other
    (Phase.FLIPS, next_flip),  # FLIP, asked of each owner
    (Phase.CARD_DONE, end_card),  # ANNOUNCE
    (Phase.TURN_DONE, end_turn),  # BEGIN_TURN of the next, or OVER
)


@rule
def go_on(s: State) -> None:
    """Carry on until somebody must decide or the game is over."""
    while s.phase > Phase.OVER:
        carry_on(s)
