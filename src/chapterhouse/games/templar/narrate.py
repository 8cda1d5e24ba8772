"""Templar: the game in sentences, from what a viewer may know."""

from __future__ import annotations

from copy import copy

from chapterhouse.games.protocol import Line, Move
from chapterhouse.games.templar.naming import (
    card_says,
    cards_say,
    counts_say,
    figure_of,
    kind_says,
    one_says,
    passage_says,
    room_says,
    spot_says,
)
from chapterhouse.games.templar.rules.abbey import LOWER, UPPER, all_cards, count_bits
from chapterhouse.games.templar.rules.asked import is_asked
from chapterhouse.games.templar.rules.moving import can_stop, is_crossing, mover_of
from chapterhouse.games.templar.rules.turn import barred_cards, is_barred
from chapterhouse.games.templar.rules.valuables import (
    count_audience,
    kind_stashed,
    score_room,
    shelf_stashed,
    stashes_of,
)
from chapterhouse.games.templar.state import (
    ACTION_BLOCKS,
    FIRST_RING,
    KINDS,
    NO_CARD,
    NO_KIND,
    NOWHERE,
    RINGS,
    SEATS,
    Card,
    Phase,
    State,
)
from chapterhouse.games.templar.tables import CARD_NAMES, PORTAL_NAMES
from chapterhouse.games.templar.telling import Log, first_state, rest_of_states
from chapterhouse.kernel.actions import block_of
from chapterhouse.voice import Voice

MONKS = (Card.ANSELMUS, Card.JOSUA, Card.LUCAS)


# ── What is asked ───────────────────────────────────────────────────────────────────────────────────────────────────


def prompt(s: State, seat: int, voice: Voice) -> str:
    """What is asked now: of this viewer, or of whom the viewer waits for."""
    phase = Phase(s.phase)
    if phase == Phase.OVER:
        return voice("prompt.over")
    asked = [other for other in range(s.players) if is_asked(s, other)]
    if seat not in asked:
        return voice("prompt.wait", who=voice.list([voice.name(other) for other in asked]))
    if phase == Phase.CARD:
        barred = barred_cards(s, seat) & int(s.hand[seat])
        if s.fined:
            return voice("prompt.fined")
        return voice("prompt.card_barred", cards=cards_say(barred, voice)) if barred else voice("prompt.card")
    if phase == Phase.STEP:
        return _prompt_step(s, voice)
    if phase == Phase.WALK:
        return _prompt_walk(s, voice)
    if phase == Phase.STASH:
        return voice("prompt.stash", n=s.stash_left, room=room_says(int(s.pawn[seat]), voice))
    if phase == Phase.FLIP:
        return voice("prompt.flip", room=room_says(s.remigius, voice))
    return voice(f"prompt.{phase.name.lower()}")


def _prompt_step(s: State, voice: Voice) -> str:
    if is_crossing(s):
        return voice("prompt.cross")
    figure = figure_of(s.card)
    if can_stop(s):
        here = room_says(mover_of(s), voice)
        return voice(f"prompt.on_{figure}", card=card_says(s.card, voice), n=s.steps, room=here)
    return voice(f"prompt.step_{figure}", card=card_says(s.card, voice), n=s.steps)


def _prompt_walk(s: State, voice: Voice) -> str:
    if s.carried != NO_KIND:
        return voice("prompt.walk_carry", kind=kind_says(s.carried, voice), n=s.steps)
    if s.taken_in != NOWHERE:
        return voice("prompt.walk_end" if s.moved else "prompt.walk_must", n=s.steps)
    if s.steps == 0:
        return voice("prompt.walk_last", room=room_says(int(s.pawn[s.active]), voice))
    return voice("prompt.walk_free" if s.moved else "prompt.walk_start", n=s.steps)


# ── What an action would do ─────────────────────────────────────────────────────────────────────────────────────────


def says(s: State, action: int, voice: Voice) -> str:
    """What this action of `to_act` would do."""
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    match block.verb:
        case "card":
            return _card_does(s, n, voice)
        case "step":
            return _step_does(s, n, voice)
        case "stop":
            return _stop_does(s, voice)
        case "stash":
            spot = spot_says(s, int(s.pawn[s.active]), shelf_stashed(n), voice)
            return voice("does.stash", what=one_says(kind_stashed(n), voice), spot=spot)
        case "done":
            return voice("does.done" if s.stash_left < stashes_of(s.card) else "does.done_none")
        case "take":
            return _take_does(s, n // SEATS, n % SEATS, voice)
        case "drop":
            spot = spot_says(s, int(s.pawn[s.active]), RINGS + n, voice)
            return voice("does.drop", kind=kind_says(s.carried, voice), spot=spot)
        case "storehouse":
            return _storehouse_does(s, n, voice)
        case "portal":
            return voice(f"does.portal_{PORTAL_NAMES[n]}", room=room_says(int(s.portal_room[n]), voice))
        case "flip":
            kind = kind_says(int(s.ring_kind[s.remigius, n]), voice)
            return voice("does.flip", kind=kind, spot=spot_says(s, s.remigius, RINGS + n, voice))
        case "place":
            return voice(f"does.{Phase(s.phase).name.lower()}", room=room_says(n, voice))
        case "single":
            return voice("does.single", kind=kind_says(FIRST_RING + n, voice))
        case "door":
            return voice("does.door", passage=passage_says(int(LOWER[n]), int(UPPER[n]), voice))
    return voice(f"does.{block.verb}")


def _help(card: int, voice: Voice) -> str:
    """A card's short help within a sentence."""
    said = voice(f"help.{CARD_NAMES[card]}")
    return said[:1].lower() + said[1:]


def _card_does(s: State, card: int, voice: Voice) -> str:
    said, seat = card_says(card, voice), s.to_act
    if s.phase == Phase.CHOOSE:
        if card == Card.BELLS:
            return voice("does.choose_bells")
        return voice("does.choose", card=said, help=_help(card, voice))
    if is_barred(s, seat, card):
        return voice("does.mistake", card=said)
    if card != Card.BELLS:
        return voice("does.card", card=said, help=_help(card, voice))
    before = int(s.top[seat])
    back = count_bits(all_cards(s)) - count_bits(int(s.hand[seat])) + 1
    if before == NO_CARD or before == Card.BELLS:
        return voice("does.bells_none", cards=back)
    return voice("does.bells", n=int(s.number[before]), cards=back)


def _scores_say(s: State, room: int, voice: Voice) -> str:
    """Whom Remigius would pay in a room."""
    if room == s.severus:
        return voice("pays.severus")
    then = copy(s)
    score_room(then, room)
    said = []
    for i in range(s.players):
        seat = (s.active + i) % s.players
        points = int(then.score[seat]) - int(s.score[seat])
        if points:
            said.append(voice("pays.one", who=voice.name(seat), points=points))
    return voice.list(said) if said else voice("pays.nobody")


def _step_does(s: State, room: int, voice: Voice) -> str:
    said = room_says(room, voice)
    if s.card == Card.REMIGIUS:
        if room == s.vitus:
            return voice("does.step_cross", room=said)
        return voice("does.step_remigius", room=said, scores=_scores_say(s, room, voice))
    if s.card == Card.SEVERUS:
        return voice("does.step_severus", room=said)
    if s.card == Card.STEPHANUS:
        return voice("does.step_stephanus", room=said, points=count_audience(s, room))
    if s.card == Card.BENJAMIN:
        return voice("does.walk" if s.carried == NO_KIND else "does.walk_carry", room=said)
    return voice("does.step_barred" if room == s.severus else "does.step", room=said)


def _stop_does(s: State, voice: Voice) -> str:
    room = mover_of(s)
    said = room_says(room, voice)
    if s.card == Card.REMIGIUS:
        return voice("does.stop_remigius", room=said, scores=_scores_say(s, room, voice))
    if s.card == Card.SEVERUS:
        return voice("does.stop_severus", room=said)
    if s.card == Card.STEPHANUS:
        return voice("does.stop_stephanus", room=said, points=count_audience(s, room))
    if s.card in MONKS and room != s.severus:
        return voice("does.stop_stash", room=said, n=stashes_of(s.card))
    return voice("does.stop", room=said)


def _take_does(s: State, area: int, owner: int, voice: Voice) -> str:
    room = int(s.pawn[s.active])
    kind, spot = kind_says(int(s.ring_kind[room, area]), voice), spot_says(s, room, RINGS + area, voice)
    if owner == s.active:
        return voice("does.take_own", kind=kind, spot=spot)
    return voice("does.take", whom=voice.name(owner), kind=kind, spot=spot)


def _storehouse_does(s: State, storehouse: int, voice: Voice) -> str:
    """templar.maria.reserve: what comes and what stays is said beforehand."""
    tiles, reserve = s.harbor[storehouse], s.reserve[s.active]
    comes = [min(int(tiles[kind]), int(reserve[kind])) for kind in range(KINDS)]
    stays = [int(tiles[kind]) - comes[kind] for kind in range(KINDS)]
    key = "does.storehouse" if any(comes) else "does.storehouse_nothing"
    said = voice(key, storehouse=storehouse + 1, what=counts_say(comes, voice))
    return f"{said} {voice('does.stays', n=sum(stays), stays=counts_say(stays, voice))}" if any(stays) else said


# ── The log ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def narrate(before: State, move: Move, after: State, voice: Voice) -> list[Line]:
    """The sentences that one action adds to the log."""
    log = Log(voice)
    if before.phase == Phase.CHOOSE:
        log.choose(move.seat, move.code)
        if after.phase == Phase.CHOOSE:
            return log.lines
    s = first_state(before, move.code, after)
    if before.phase == Phase.CHOOSE:
        log.reveal(s)
    elif s.card == Card.BELLS:
        log.bells(before, s)
    elif move.code is not None:
        log.deed(before, move.code, s)
    log.begin_final_round(before, s)
    for was, now in rest_of_states(s, after):
        log.consequence(was, now)
        log.begin_final_round(was, now)
    return log.lines
