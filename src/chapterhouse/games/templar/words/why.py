"""Templar: what speaks for an action, in a sentence, from what its seat may know."""

from __future__ import annotations

from copy import copy

from chapterhouse.games.templar.rules.abbey import count_bits
from chapterhouse.games.templar.rules.moving import mover_of
from chapterhouse.games.templar.rules.remigius import points_for, score_room
from chapterhouse.games.templar.rules.scoring import bonus_for
from chapterhouse.games.templar.rules.stash import shelf_stashed, stashes_of
from chapterhouse.games.templar.state import ACTION_BLOCKS, ROOMS, Card, Phase, State
from chapterhouse.games.templar.words.narrate import MONKS, count_stashable
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts

FIRST_BONUS = next(rooms for rooms in range(ROOMS) if bonus_for(rooms))


def why(s: State, action: int, texts: Texts) -> str:
    """What it makes possible or keeps from others; nothing where there is nothing to say."""
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    match block.verb:
        case "stash":
            return _why_stash(s, n, texts)
        case "card" if n in (*MONKS, Card.MARIA) and s.phase == Phase.CARD:
            return texts("why.stock", n=int(s.stock[s.to_act].sum()))
        case "step" if s.card in MONKS:
            could = count_stashable(s, n, stashes_of(s.card))
            return texts("why.could_stash", n=could) if could else ""
        case "step" if s.card == Card.SEVERUS:
            return _why_severus(s, n, texts)
        case "stop" if s.card == Card.SEVERUS:
            return _why_severus(s, mover_of(s), texts)
    return ""


def _why_stash(s: State, what: int, texts: Texts) -> str:
    pays = texts("why.stash", n=points_for(shelf_stashed(what)))
    rooms = int(s.in_rooms[s.active])
    then = rooms | 1 << int(s.pawn[s.active])
    if then == rooms:
        return pays
    n = count_bits(then)
    key = "why.rooms" if bonus_for(n) else "why.rooms_yet"
    return f"{pays} {texts(key, n=n, bonus=bonus_for(n), first=FIRST_BONUS)}"


def _why_severus(s: State, room: int, texts: Texts) -> str:
    """What is not paid as long as he stands in a room."""
    then = copy(s)
    score_room(then, room)
    paid = [int(then.score[seat]) - int(s.score[seat]) for seat in range(s.players)]
    mine = paid[s.to_act]
    return texts("why.severus", mine=mine, others=sum(paid) - mine) if any(paid) else ""
