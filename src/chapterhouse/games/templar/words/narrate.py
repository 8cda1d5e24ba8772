"""Templar: the game in sentences, from what a viewer may know."""

from __future__ import annotations

from copy import copy

from chapterhouse.games.protocol import HIDDEN, Decision, LogLine
from chapterhouse.games.templar.rules.abbey import LOWER, UPPER, all_cards, count_bits
from chapterhouse.games.templar.rules.benjamin import has_ring_to_take
from chapterhouse.games.templar.rules.legality import is_asked
from chapterhouse.games.templar.rules.moving import can_stop, is_crossing, mover_of
from chapterhouse.games.templar.rules.remigius import count_audience, score_room
from chapterhouse.games.templar.rules.stash import has_place_for, kind_stashed, shelf_stashed, stashes_of
from chapterhouse.games.templar.rules.turn import barred_cards, is_barred
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
from chapterhouse.games.templar.words.events import Log, first_state, rest_of_states
from chapterhouse.games.templar.words.names import (
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
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts

MONKS = (Card.ANSELMUS, Card.JOSUA, Card.LUCAS)


# ── What is asked ───────────────────────────────────────────────────────────────────────────────────────────────────


def prompt(s: State, seat: int, texts: Texts) -> str:
    """What is asked now: of this viewer, or of whom the viewer waits for."""
    phase = Phase(s.phase)
    if phase == Phase.OVER:
        return texts("prompt.over")
    asked = [other for other in range(s.players) if is_asked(s, other)]
    if seat not in asked:
        return texts("prompt.wait", who=texts.list([texts.name(other) for other in asked]))
    if phase == Phase.CARD:
        barred = barred_cards(s, seat) & int(s.hand[seat])
        if s.fined:
            return texts("prompt.fined")
        return texts("prompt.card_barred", cards=cards_say(barred, texts)) if barred else texts("prompt.card")
    if phase == Phase.STEP:
        return _prompt_step(s, texts)
    if phase == Phase.WALK:
        return _prompt_walk(s, texts)
    if phase == Phase.STASH:
        room = int(s.pawn[seat])
        return texts("prompt.stash", n=count_stashable(s, room, int(s.stash_left)), room=room_says(room, texts))
    if phase == Phase.FLIP:
        return texts("prompt.flip", room=room_says(s.remigius, texts))
    return texts(f"prompt.{phase.name.lower()}")


def count_stashable(s: State, room: int, most: int) -> int:
    """How many valuables of the stock can be stashed in a room, as far as each kind finds a place."""
    if room == s.severus:
        return 0
    return min(most, sum(int(s.stock[s.active, kind]) for kind in range(KINDS) if has_place_for(s, room, kind)))


def _prompt_step(s: State, texts: Texts) -> str:
    if is_crossing(s):
        return texts("prompt.cross")
    figure = figure_of(s.card)
    if can_stop(s):
        here = room_says(mover_of(s), texts)
        return texts(f"prompt.on_{figure}", card=card_says(s.card, texts), n=s.steps, room=here)
    return texts(f"prompt.step_{figure}", card=card_says(s.card, texts), n=s.steps)


def _prompt_walk(s: State, texts: Texts) -> str:
    if s.carried != NO_KIND:
        return texts("prompt.walk_carry", kind=kind_says(s.carried, texts), n=s.steps)
    if s.taken_in != NOWHERE:
        return texts("prompt.walk_end" if s.moved else "prompt.walk_must", n=s.steps)
    if s.steps == 0:
        return texts("prompt.walk_last", room=room_says(int(s.pawn[s.active]), texts))
    if not s.moved:
        return texts("prompt.walk_start", n=s.steps)
    return texts("prompt.walk_free" if has_ring_to_take(s) else "prompt.walk_end", n=s.steps)


# ── What an action would do ─────────────────────────────────────────────────────────────────────────────────────────


def says(s: State, action: int, texts: Texts) -> str:
    """What this action of `to_act` would do."""
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    match block.verb:
        case "card":
            return _card_does(s, n, texts)
        case "step":
            return _step_does(s, n, texts)
        case "stop":
            return _stop_does(s, texts)
        case "stash":
            spot = spot_says(s, int(s.pawn[s.active]), shelf_stashed(n), texts)
            return texts("does.stash", what=one_says(kind_stashed(n), texts), spot=spot)
        case "done":
            return texts("does.done" if s.stash_left < stashes_of(s.card) else "does.done_none")
        case "take":
            return _take_does(s, n // SEATS, n % SEATS, texts)
        case "drop":
            spot = spot_says(s, int(s.pawn[s.active]), RINGS + n, texts)
            return texts("does.drop", kind=kind_says(s.carried, texts), spot=spot)
        case "storehouse":
            return _storehouse_does(s, n, texts)
        case "portal":
            return texts(f"does.portal_{PORTAL_NAMES[n]}", room=room_says(int(s.portal_room[n]), texts))
        case "flip":
            kind = kind_says(int(s.ring_kind[s.remigius, n]), texts)
            return texts("does.flip", kind=kind, spot=spot_says(s, s.remigius, RINGS + n, texts))
        case "place":
            return texts(f"does.{Phase(s.phase).name.lower()}", room=room_says(n, texts))
        case "single":
            return texts("does.single", kind=kind_says(FIRST_RING + n, texts))
        case "door":
            return texts("does.door", passage=passage_says(int(LOWER[n]), int(UPPER[n]), texts))
    return texts(f"does.{block.verb}")


def _help(card: int, texts: Texts) -> str:
    """A card's short help within a sentence."""
    text = texts(f"help.{CARD_NAMES[card]}")
    return text[:1].lower() + text[1:]


def _card_does(s: State, card: int, texts: Texts) -> str:
    name, seat = card_says(card, texts), s.to_act
    if s.phase == Phase.CHOOSE:
        if card == Card.BELLS:
            return texts("does.choose_bells")
        return texts("does.choose", card=name, help=_help(card, texts))
    if is_barred(s, seat, card):
        return texts("does.mistake", card=name)
    if card != Card.BELLS:
        return texts("does.card", card=name, help=_help(card, texts))
    before = int(s.top[seat])
    back = count_bits(all_cards(s)) - count_bits(int(s.hand[seat])) + 1
    if before == NO_CARD or before == Card.BELLS:
        return texts("does.bells_none", cards=back)
    return texts("does.bells", n=int(s.number[before]), cards=back)


def _scores_say(s: State, room: int, texts: Texts) -> str:
    """Whom Remigius would pay in a room."""
    if room == s.severus:
        return texts("pays.severus")
    then = copy(s)
    score_room(then, room)
    parts = []
    for i in range(s.players):
        seat = (s.active + i) % s.players
        points = int(then.score[seat]) - int(s.score[seat])
        if points:
            parts.append(texts("pays.one", who=texts.name(seat), points=points))
    return texts.list(parts) if parts else texts("pays.nobody")


def _step_does(s: State, room: int, texts: Texts) -> str:
    where = room_says(room, texts)
    if s.card == Card.REMIGIUS:
        if room == s.vitus:
            return texts("does.step_cross", room=where)
        return texts("does.step_remigius", room=where, scores=_scores_say(s, room, texts))
    if s.card == Card.SEVERUS:
        return texts("does.step_severus", room=where)
    if s.card == Card.STEPHANUS:
        return texts("does.step_stephanus", room=where, points=count_audience(s, room))
    if s.card == Card.BENJAMIN:
        return texts("does.walk" if s.carried == NO_KIND else "does.walk_carry", room=where)
    return texts("does.step_barred" if room == s.severus else "does.step", room=where)


def _stop_does(s: State, texts: Texts) -> str:
    room = mover_of(s)
    where = room_says(room, texts)
    if s.card == Card.REMIGIUS:
        return texts("does.stop_remigius", room=where, scores=_scores_say(s, room, texts))
    if s.card == Card.SEVERUS:
        return texts("does.stop_severus", room=where)
    if s.card == Card.STEPHANUS:
        return texts("does.stop_stephanus", room=where, points=count_audience(s, room))
    if s.card in MONKS and (n := count_stashable(s, room, stashes_of(s.card))):
        return texts("does.stop_stash", room=where, n=n)
    return texts("does.stop", room=where)


def _take_does(s: State, area: int, owner: int, texts: Texts) -> str:
    room = int(s.pawn[s.active])
    kind, spot = kind_says(int(s.ring_kind[room, area]), texts), spot_says(s, room, RINGS + area, texts)
    if owner == s.active:
        return texts("does.take_own", kind=kind, spot=spot)
    return texts("does.take", whom=texts.name(owner), kind=kind, spot=spot)


def _storehouse_does(s: State, storehouse: int, texts: Texts) -> str:
    """templar.maria.reserve: what comes and what stays is said beforehand."""
    tiles, reserve = s.harbor[storehouse], s.reserve[s.active]
    comes = [min(int(tiles[kind]), int(reserve[kind])) for kind in range(KINDS)]
    stays = [int(tiles[kind]) - comes[kind] for kind in range(KINDS)]
    key = "does.storehouse" if any(comes) else "does.storehouse_nothing"
    text = texts(key, storehouse=storehouse + 1, what=counts_say(comes, texts))
    return f"{text} {texts('does.stays', n=sum(stays), stays=counts_say(stays, texts))}" if any(stays) else text


# ── The log ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def narrate(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """The sentences that one action adds to the log."""
    log = Log(texts, decision.shown)
    if before.phase == Phase.CHOOSE:
        log.choose(decision.seat, decision.code)
        if after.phase == Phase.CHOOSE:
            return log.lines
    s = first_state(before, decision.code, after)
    if before.phase == Phase.CHOOSE:
        log.reveal(s)
    elif s.card == Card.BELLS:
        log.bells(before, s)
    elif decision.code != HIDDEN:
        log.deed(before, decision.code, s)
    log.begin_final_round(before, s)
    for was, now in rest_of_states(s, after):
        log.consequence(was, now)
        log.begin_final_round(was, now)
    return log.lines
