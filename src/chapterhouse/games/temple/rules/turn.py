"""Temple: the order of a turn, its beginning, and the end."""

from __future__ import annotations

from chapterhouse.games.seats import clockwise
from chapterhouse.games.temple.rules.draw import draw_or_discard
from chapterhouse.games.temple.rules.move import walk_on
from chapterhouse.games.temple.rules.power import begin_action, claim
from chapterhouse.games.temple.rules.rooms import count_masks, room_of
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import NOBODY, TURN_LIMIT, Phase, State
from chapterhouse.kernel.dispatch import course_of
from chapterhouse.kernel.jit import rule


@rule
def begin_turn(s: State) -> None:
    """temple.turn: draw, move, one action, in this order. temple.goal: who begins his turn with enough ritual masks
    wins at once. temple.end: after 200 turns a player it is a draw."""
    s.turn += 1
    s.to_act = s.mover
    room = room_of(s, s.mover)
    s.departure = room
    s.reach = count_masks(s, room)
    s.steps_left = s.reach
    if count_ritual_masks(s, s.mover) >= masks_needed(s):
        s.winner = s.mover
        end_game(s)
    elif s.turn > TURN_LIMIT * s.players:
        end_game(s)
    else:
        draw_or_discard(s)


@rule
def end_turn(s: State) -> None:
    """temple.turn: the next player on the left."""
    s.mover = clockwise(s.mover, 1, s.players)
    s.phase = Phase.BEGIN


@rule
def end_game(s: State) -> None:
    """temple.goal, temple.end: nobody is asked any more."""
    s.to_act = NOBODY
    s.phase = Phase.OVER


# temple.turn: what comes after what; in each line what the players are asked in it
carry_on = course_of(
    (Phase.BEGIN, begin_turn),  # temple.draw; DISCARD, when the hand would be too full
    (Phase.WALK, walk_on),  # temple.move.range: MOVE, step by step
    (Phase.ARRIVE, begin_action),  # ACTION: then OFFER, PUSH, or the room's power, which asks LEAP or SWAP
    (Phase.CLAIM, claim),  # temple.power.3: GIVE, asked of the others
    (Phase.TURN_DONE, end_turn),
)


@rule
def go_on(s: State) -> None:
    """temple.turn: carry on until somebody must decide or the game is over."""
    while s.phase > Phase.OVER:
        carry_on(s)
