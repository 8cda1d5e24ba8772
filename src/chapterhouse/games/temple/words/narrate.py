"""Temple: the game in sentences, from what a viewer may know."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import NOBODY, Decision, LogLine
from chapterhouse.games.temple.rules.cards import count_excess, pile_value, value_of
from chapterhouse.games.temple.rules.legality import refusal
from chapterhouse.games.temple.rules.move import has_moved
from chapterhouse.games.temple.rules.offer import count_lacking
from chapterhouse.games.temple.rules.power import is_hit
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, is_cursed, room_next_to
from chapterhouse.games.temple.rules.scoring import count_ritual_masks
from chapterhouse.games.temple.state import (
    ACTION_BLOCKS,
    COLOURED,
    COLOURS,
    CURSE,
    CURSE_CARD,
    KINDS,
    NO_TILE,
    NOWHERE,
    OFFER,
    OFFERING,
    ROOMS,
    START,
    VALUES,
    Phase,
    Reason,
    State,
)
from chapterhouse.games.temple.tables import COLOUR_NAMES, WAY_NAMES, room_name
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts

Counts = list[int]  # cards by kind

_RULE_OF_POWER = {1: "temple.power.1", 2: "temple.power.2", 3: "temple.power.3"}


# ── Names ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def card_says(kind: int, texts: Texts) -> str:
    """A card as a person reads it: `red 2`, `curse card`."""
    if kind == CURSE_CARD:
        return texts("card.curse")
    return texts(f"card.{COLOUR_NAMES[kind // VALUES]}", value=value_of(kind))


def cards_say(counts: Counts, texts: Texts) -> str:
    """Several cards: `red 2, red 1 and curse card`; or that there are none."""
    cards = [card_says(kind, texts) for kind, count in enumerate(counts) for _ in range(count)]
    return texts.list(cards) if cards else texts("card.none")


def room_says(s: State, room: int, texts: Texts) -> str:
    """A room as a person reads it: `b3 (red, 2 masks)`."""
    name = room_name(room)
    if is_cursed(s, room):
        return texts("room.cursed", room=name)
    if s.colour[room] == START:
        return texts("room.start", room=name)
    return texts(f"room.{COLOUR_NAMES[s.colour[room]]}", room=name, masks=int(s.masks[room]))


def mask_says(colour: int, texts: Texts) -> str:
    return texts(f"mask.{COLOUR_NAMES[colour]}")


# ── What is asked, and what an action would do ──────────────────────────────────────────────────────────────────────


def prompt(s: State, seat: int, texts: Texts) -> str:
    """What is asked now: of this viewer, or of whom the viewer waits for."""
    phase = Phase(s.phase)
    if phase == Phase.OVER:
        return texts("prompt.over")
    if s.to_act != seat:
        return texts("prompt.wait", who=texts.name(s.to_act))
    if phase == Phase.DISCARD:
        return texts("prompt.discard", n=count_excess(s), draw=s.reach)
    if phase == Phase.MOVE:
        return texts("prompt.walk_on" if has_moved(s) else "prompt.move", n=s.steps_left)
    if phase == Phase.ACTION:
        return _prompt_action(s, texts)
    if phase == Phase.GIVE:
        return texts("prompt.give", owed=s.owed, who=texts.name(s.mover))
    return texts(f"prompt.{phase.name.lower()}", value=s.to_offer, n=s.swapped)


def _prompt_action(s: State, texts: Texts) -> str:
    """Only what can be done: an offering the hand can make, a curse with a curse card, and always the power."""
    room = int(s.pawn[s.mover])
    can_offer = any(refusal(s, OFFER + kind) == Reason.LEGAL for kind in range(COLOURED))
    can_curse = any(refusal(s, CURSE + tiled) == Reason.LEGAL for tiled in range(ROOMS))
    if can_offer:
        return texts("prompt.action" if can_curse else "prompt.action_offer", masks=count_masks(s, room))
    if not can_curse:
        return texts("prompt.action_power")
    key = "prompt.action_curse" if has_colour(s, room) else "prompt.action_no_colour"
    return texts(key, masks=count_masks(s, room))


def says(s: State, action: int, texts: Texts) -> str:
    """What this action of `to_act` would do."""
    block = block_of(ACTION_BLOCKS, action)
    n = action - block.first
    at = int(s.pawn[s.mover])
    if block.verb in ("step", "push"):
        room = room_next_to(at if block.verb == "step" else int(s.tile[s.held_tile]), n)
        way = texts(f"way.{WAY_NAMES[n]}")
        return texts(f"does.{block.verb}", way=way, room=room_says(s, room, texts) if room != NOWHERE else way)
    if block.verb in ("curse", "leap"):
        return texts(f"does.{block.verb}", room=room_says(s, n, texts))
    if block.verb == "stop":
        return texts("does.stop", room=room_says(s, at, texts))
    if block.verb == "power":
        return texts(f"does.power.{count_masks(s, at)}")
    if block.verb == "done":
        return texts("does.done_swap", n=s.swapped) if s.phase == Phase.SWAP else texts("does.done_leap")
    if block.verb == "offer":
        left = count_lacking(s) - value_of(n)
        return texts("does.offer_on" if left > 1 else "does.offer", card=_played(s, n, texts), left=left)
    return texts(f"does.{block.verb}", card=card_says(n, texts))


def _offered(s: State, kind: int) -> Counts:
    """The cards that go with this one: value 1 that lacks is filled up at once."""
    counts = [0] * KINDS
    counts[kind] += 1
    if count_lacking(s) - value_of(kind) == 1:
        counts[kind // VALUES * VALUES] += 1
    return counts


def _played(s: State, kind: int, texts: Texts) -> str:
    return cards_say(_offered(s, kind), texts)


# ── What happened ───────────────────────────────────────────────────────────────────────────────────────────────────


def _walk(before: State, seat: int, after: State, texts: Texts) -> LogLine:
    room = int(after.pawn[seat])
    who, where = texts.name(seat), room_says(after, room, texts)
    if is_cursed(after, room):
        return LogLine(seat, texts("log.step_cursed", who=who, room=where), "temple.move.cursed")
    if room == after.departure and before.pawn[seat] != room:
        return LogLine(seat, texts("log.step_back", who=who, room=where), "temple.move.return")
    return LogLine(seat, texts("log.step", who=who, room=where), "temple.move.range")


def _offer(before: State, seat: int, kind: int, texts: Texts) -> list[LogLine]:
    """Cards played to a pile, and the ritual mask that they earn."""
    who, colour = texts.name(seat), kind // VALUES
    played = _offered(before, kind)
    lines = [LogLine(seat, texts("log.offer", who=who, cards=cards_say(played, texts)), "temple.offer")]
    value = pile_value(before, seat, colour) + sum(n * value_of(k) for k, n in enumerate(played))
    if value < OFFERING or count_lacking(before) - sum(n * value_of(k) for k, n in enumerate(played)) > 0:
        return lines
    owner, mask = int(before.ritual[colour]), mask_says(colour, texts)
    key = "log.mask_table" if owner == NOBODY else "log.mask_again" if owner == seat else "log.mask_from"
    whom = texts.name(owner) if owner != NOBODY else ""
    lines.append(LogLine(seat, texts(key, who=who, whom=whom, mask=mask, value=value), "temple.offer.complete"))
    for other in range(before.players):
        if other != seat and pile_value(before, other, colour) > 0:
            text = texts("log.pile_lost", who=texts.name(other), cards=cards_say(_pile(before, other, colour), texts))
            lines.append(LogLine(other, text, "temple.offer.complete"))
    return lines


def _pile(s: State, seat: int, colour: int) -> Counts:
    return [int(s.pile[seat, kind]) if kind // VALUES == colour else 0 for kind in range(COLOURED)]


def _push(before: State, tile: int, seat: int, after: State, texts: Texts) -> list[LogLine]:
    """Where a curse tile went, and whom it struck."""
    room, left = int(after.tile[tile]), int(before.tile[tile])
    text = texts("log.push", where=room_says(before, left, texts), room=room_says(before, room, texts))
    lines = [LogLine(seat, text, "temple.curse")]
    colour = int(before.colour[room])
    for each in range(before.players):
        if before.pawn[each] == room:
            lost = [0] * KINDS
            if colour < COLOURS:
                lost[colour * VALUES : colour * VALUES + VALUES] = [int(n) for n in after.taken]
            shown = [int(n) for n in after.known[each]]
            key = "log.struck" if colour < COLOURS else "log.shows"
            text = texts(key, who=texts.name(each), shown=cards_say(shown, texts), lost=cards_say(lost, texts))
            lines.append(LogLine(each, text, "temple.curse.victims"))
    return lines


def _gifts(before: State, after: State, texts: Texts) -> list[LogLine]:
    """What the victims of a 3-mask room gave up."""
    lines = []
    for seat in range(before.players):
        given = [int(before.pile[seat, kind]) - int(after.pile[seat, kind]) for kind in range(COLOURED)]
        if sum(given) > 0:
            text = texts("log.give", who=texts.name(seat), cards=cards_say(given, texts))
            lines.append(LogLine(seat, text, "temple.power.3"))
    return lines


def _power(before: State, seat: int, after: State, texts: Texts) -> list[LogLine]:
    masks = count_masks(before, before.pawn[seat])
    lines = [LogLine(seat, texts(f"log.power.{masks}", who=texts.name(seat)), _RULE_OF_POWER[masks])]
    if masks == 3:
        hit = [each for each in range(before.players) if each != seat and is_hit(before, each)]
        if not hit:
            lines.append(LogLine(NOBODY, texts("log.hits_nobody"), "temple.power.3"))
        for each in hit:
            if not before.pile[each].any():
                lines.append(LogLine(each, texts("log.nothing_to_give", who=texts.name(each)), "temple.power.3"))
        lines += _gifts(before, after, texts)
    return lines


def _deed(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """What the seat itself did, and what came of it at once."""
    block = block_of(ACTION_BLOCKS, decision.code)
    n = decision.code - block.first
    seat, who = decision.seat, texts.name(decision.seat)
    if block.verb == "step":
        return [_walk(before, seat, after, texts)]
    if block.verb == "stop":
        text = texts("log.stop", who=who, room=room_says(after, int(before.pawn[seat]), texts))
        return [LogLine(seat, text, "temple.move.range")]
    if block.verb == "discard":
        return [LogLine(seat, texts("log.discard", who=who, card=card_says(n, texts)), "temple.draw.limit")]
    if block.verb == "power":
        return _power(before, seat, after, texts)
    if block.verb == "offer":
        return _offer(before, seat, n, texts)
    if block.verb == "curse":
        lines = [LogLine(seat, texts("log.curse", who=who, room=room_says(before, n, texts)), "temple.curse")]
        tile = int(before.tile_on[n])
        return [*lines, *_push(before, tile, seat, after, texts)] if after.held_tile == NO_TILE else lines
    if block.verb == "push":
        return _push(before, before.held_tile, seat, after, texts)
    if block.verb == "leap":
        return [LogLine(seat, texts("log.leap", who=who, room=room_says(before, n, texts)), "temple.power.1")]
    if block.verb == "swap":
        return [LogLine(seat, texts("log.swap", who=who, card=card_says(n, texts)), "temple.power.2")]
    if block.verb == "give":
        return _gifts(before, after, texts)
    if before.phase == Phase.LEAP:
        text = texts("log.stay", who=who, room=room_says(before, int(before.pawn[seat]), texts))
        return [LogLine(seat, text, "temple.power.1")]
    return [LogLine(seat, texts("log.swapped", who=who, n=before.swapped), "temple.power.2")]


def _laid(before: State, decision: Decision, after: State, seat: int) -> Counts:
    """The cards that left a seat's hand by this action."""
    laid = [0] * KINDS
    block = block_of(ACTION_BLOCKS, decision.code)
    if decision.seat == seat and block.verb in ("discard", "swap"):
        laid[decision.code - block.first] += 1
    if after.held_tile == NO_TILE and block.verb in ("push", "curse"):
        tile = before.held_tile if block.verb == "push" else int(before.tile_on[decision.code - block.first])
        room = int(after.tile[tile])
        if before.pawn[seat] == room and before.colour[room] < COLOURS:
            for value in range(VALUES):
                laid[before.colour[room] * VALUES + value] += int(after.taken[value])
    return laid


def _draws(before: State, decision: Decision, after: State, seat: int, texts: Texts) -> tuple[int, str]:
    """How many cards a seat has drawn, and the sentence; a viewer who sees that hand reads which cards."""
    laid = _laid(before, decision, after, seat)
    count = int(after.hand_size[seat]) - int(before.hand_size[seat]) + sum(laid)
    if count <= 0:
        return 0, ""
    if sum(after.hand[seat]) == 0:
        return count, texts("log.draw", who=texts.name(seat), n=count)
    drawn = [int(after.hand[seat, kind]) - int(before.hand[seat, kind]) + laid[kind] for kind in range(KINDS)]
    return count, texts("log.draw_seen", who=texts.name(seat), cards=cards_say(drawn, texts))


def _turns(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """The cards that were drawn, the next turn, and what of it needed no decision."""
    lines: list[LogLine] = []
    swaps, drawn = _draws(before, decision, after, before.mover, texts) if before.phase == Phase.SWAP else (0, "")
    if swaps:
        lines.append(LogLine(before.mover, drawn, "temple.power.2"))
    mover = after.mover
    is_new = after.turn > before.turn
    if is_new:
        lines.append(LogLine(mover, texts("log.turn", turn=after.turn, who=texts.name(mover)), "temple.turn"))
    drew = 0
    if is_new or before.phase == Phase.DISCARD:
        drew, drawn = _draws(before, decision, after, mover, texts)
        if drew:
            lines.append(LogLine(mover, drawn, "temple.draw"))
    if after.deck_left != before.deck_left - swaps - drew:
        lines.append(LogLine(NOBODY, texts("log.reshuffle"), "temple.draw.reshuffle"))
    has_begun = (is_new or before.phase == Phase.DISCARD) and after.phase not in (Phase.DISCARD, Phase.OVER)
    if has_begun and after.pawn[mover] != after.departure:
        lines.append(_walk(before, mover, after, texts))
    elif has_begun and after.phase != Phase.MOVE:
        drawn = texts("log.stuck", who=texts.name(mover), room=room_says(after, after.departure, texts))
        lines.append(LogLine(mover, drawn, "temple.move.stuck"))
    return lines


def narrate(before: State, decision: Decision, after: State, texts: Texts) -> list[LogLine]:
    """The sentences that one action adds to the log."""
    lines = _deed(before, decision, after, texts) + _turns(before, decision, after, texts)
    if after.phase == Phase.OVER:
        winner: Any = after.winner
        if winner == NOBODY:
            lines.append(LogLine(NOBODY, texts("log.turn_limit"), "temple.end"))
        else:
            text = texts("log.win", who=texts.name(winner), n=count_ritual_masks(after, winner))
            lines.append(LogLine(winner, text, "temple.goal"))
    return lines
