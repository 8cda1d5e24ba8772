"""Templar: the game in sentences, from what a viewer may know.

One action can set much in motion: a step ends a move, the move ends a turn. So the log plays the action again on the
viewer's own state, one rule after the other, and says what each of them did. What chance brought, and what lay face down,
is read from the state afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from chapterhouse.games.protocol import NOBODY, Line, Move
from chapterhouse.games.templar.rules import do, is_asked
from chapterhouse.games.templar.rules.abbey import (
    LOWER,
    UPPER,
    all_cards,
    bit,
    count_bits,
    count_places,
    is_spanish,
    shelf_of,
)
from chapterhouse.games.templar.rules.harbor import storehouse_for
from chapterhouse.games.templar.rules.moving import can_stop, is_crossing, mover_of
from chapterhouse.games.templar.rules.turn import barred_cards, carry_on, is_barred, reveal_choices
from chapterhouse.games.templar.rules.valuables import (
    count_audience,
    kind_stashed,
    only_drop,
    score_room,
    shelf_stashed,
    stashes_of,
)
from chapterhouse.games.templar.scoring import CHURCH_RING, church_points, points_of, rooms_bonus
from chapterhouse.games.templar.state import (
    ACTION_BLOCKS,
    CHURCH,
    FIRST_RING,
    HARBOR,
    KINDS,
    NO_CARD,
    NO_KIND,
    NOWHERE,
    RING_AREAS,
    RINGS,
    SCORED,
    SEATS,
    SHELVES,
    STOREHOUSES,
    Card,
    Final,
    Kind,
    Phase,
    State,
)
from chapterhouse.games.templar.tables import AREA_NAMES, CARD_NAMES, KIND_NAMES, PORTAL_NAMES
from chapterhouse.kernel.actions import block_of
from chapterhouse.voice import Voice

MONKS = (Card.ANSELMUS, Card.JOSUA, Card.LUCAS)


# ── Names of things ─────────────────────────────────────────────────────────────────────────────────────────────────


def card_says(card: int, voice: Voice) -> str:
    """A card within a sentence."""
    return voice(f"named.{CARD_NAMES[card]}")


def _cards_say(cards: int, voice: Voice) -> str:
    return voice.list([card_says(card, voice) for card in range(len(CARD_NAMES)) if cards & bit(card)])


def room_says(room: int, voice: Voice) -> str:
    """A room as a person reads it: `room 5`, `the church`."""
    return voice("place.church") if room == CHURCH else voice("place.room", room=room + 1)


def spot_says(s: State, room: int, k: int, voice: Voice) -> str:
    """Where something lies in a room: the ring area is named where there are several."""
    areas = [area for area in range(RING_AREAS) if count_places(s, shelf_of(room, RINGS + area))]
    said = room_says(room, voice)
    return voice("place.spot", room=said, area=AREA_NAMES[k - RINGS]) if k >= RINGS and len(areas) > 1 else said


def kind_says(kind: int, voice: Voice) -> str:
    return voice(f"kind.{KIND_NAMES[kind]}")


def one_says(kind: int, voice: Voice) -> str:
    return voice(f"one.{KIND_NAMES[kind]}")


def counts_say(counts: Sequence[int], voice: Voice) -> str:
    """So many of each kind: `a chalice and 2 round rings`."""
    said = [
        one_says(kind, voice) if counts[kind] == 1 else voice(f"many.{KIND_NAMES[kind]}", n=int(counts[kind]))
        for kind in range(KINDS)
        if counts[kind] > 0
    ]
    return voice.list(said)


def passage_says(lower: int, upper: int, voice: Voice) -> str:
    return voice("place.passage", a=lower + 1, b=upper + 1)


def _figure(card: int) -> str:
    return {Card.REMIGIUS: "remigius", Card.SEVERUS: "severus"}.get(Card(card), "pawn")


def _unscored(s: State, room: int, seat: int) -> list[int]:
    """How many unscored valuables of each kind a seat has in a room."""
    counts = [0] * KINDS
    for k in range(SHELVES):
        shelf = shelf_of(room, k)
        found = int((s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] == seat).sum())
        if found:
            counts[k if k < RINGS else int(s.ring_kind[room, k - RINGS])] += found
    return counts


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
        return voice("prompt.card_barred", cards=_cards_say(barred, voice)) if barred else voice("prompt.card")
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
    figure = _figure(s.card)
    if can_stop(s):
        here = room_says(mover_of(s), voice)
        return voice(f"prompt.on_{figure}", card=card_says(s.card, voice), n=s.steps, room=here)
    return voice(f"prompt.step_{figure}", card=card_says(s.card, voice), n=s.steps)


def _prompt_walk(s: State, voice: Voice) -> str:
    if s.carried != NO_KIND:
        return voice("prompt.walk_carry", kind=kind_says(s.carried, voice), n=s.steps)
    if s.taken_in != NOWHERE:
        return voice("prompt.walk_end" if s.moved else "prompt.walk_must", n=s.steps)
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
            spot = spot_says(s, int(s.pawn[s.turn]), shelf_stashed(n), voice)
            return voice("does.stash", what=one_says(kind_stashed(n), voice), spot=spot)
        case "done":
            return voice("does.done" if s.stash_left < stashes_of(s.card) else "does.done_none")
        case "take":
            return _take_does(s, n // SEATS, n % SEATS, voice)
        case "drop":
            spot = spot_says(s, int(s.pawn[s.turn]), RINGS + n, voice)
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
    then = s.copy()
    score_room(then, room)
    said = []
    for i in range(s.players):
        seat = (s.turn + i) % s.players
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
    room = int(s.pawn[s.turn])
    kind, spot = kind_says(int(s.ring_kind[room, area]), voice), spot_says(s, room, RINGS + area, voice)
    if owner == s.turn:
        return voice("does.take_own", kind=kind, spot=spot)
    return voice("does.take", whom=voice.name(owner), kind=kind, spot=spot)


def _storehouse_does(s: State, storehouse: int, voice: Voice) -> str:
    """templar.maria.reserve: what comes and what stays is said beforehand."""
    tiles, reserve = s.harbor[storehouse], s.reserve[s.turn]
    comes = [min(int(tiles[kind]), int(reserve[kind])) for kind in range(KINDS)]
    stays = [int(tiles[kind]) - comes[kind] for kind in range(KINDS)]
    key = "does.storehouse" if any(comes) else "does.storehouse_nothing"
    said = voice(key, storehouse=storehouse + 1, what=counts_say(comes, voice))
    return f"{said} {voice('does.stays', n=sum(stays), stays=counts_say(stays, voice))}" if any(stays) else said


# ── The log ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Log:
    """The lines of one action."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.lines: list[Line] = []

    def say(self, seat: int, rule: str, key: str, **parts: object) -> None:
        """One line about a seat (or NOBODY), whose name is `who`."""
        if seat != NOBODY:
            parts.setdefault("who", self.voice.name(seat))
        self.lines.append(Line(seat, self.voice(f"log.{key}", **parts), rule))

    # what the seat itself did

    def deed(self, was: State, code: int, s: State) -> None:
        """What the seat that acts did; `was` and `s` are the states before and right after it."""
        block = block_of(ACTION_BLOCKS, code)
        n, seat, voice = code - block.first, was.to_act, self.voice
        match block.verb:
            case "card":
                self.play(was, n, s)
            case "step":
                self.step(was, s)
            case "stop":
                rule = "templar.benjamin.move" if was.card == Card.BENJAMIN else "templar.move.range"
                figure = _figure(was.card)
                key = "stop" if figure == "pawn" else f"stop_{figure}"
                self.say(seat, rule, key, room=room_says(mover_of(was), voice))
            case "stash":
                rule = "templar.stash.area" if shelf_stashed(n) >= RINGS else "templar.stash.place"
                spot = spot_says(was, int(was.pawn[seat]), shelf_stashed(n), voice)
                self.say(seat, rule, "stash", what=one_says(kind_stashed(n), voice), spot=spot)
            case "done":
                key = "done" if was.stash_left < stashes_of(was.card) else "done_none"
                self.say(seat, f"templar.{CARD_NAMES[was.card]}", key)
            case "take":
                owner, room = n % SEATS, room_says(int(was.pawn[seat]), voice)
                key = "take_own" if owner == seat else "take"
                kind = kind_says(s.carried, voice)
                self.say(seat, "templar.benjamin.take", key, kind=kind, whom=voice.name(owner), room=room)
            case "drop":
                self.drop(was, n)
            case "storehouse":
                self.visit(was, n, s)
            case "portal":
                self.say(seat, "templar.return", f"return_{PORTAL_NAMES[n]}")
            case "flip":
                self.flip(was, seat, n)
            case "announce" | "silent":
                self.say(seat, "templar.end.rooms", block.verb)
            case "place":
                self.say(seat, "templar.setup.placement", Phase(was.phase).name.lower(), room=room_says(n, voice))
                if was.phase == Phase.PLACE_REMIGIUS and s.vitus != was.vitus:  # there was one room only
                    self.say(NOBODY, "templar.setup.placement", "vitus", room=room_says(s.vitus, voice))
            case "single":
                self.say(seat, "templar.setup.rings", "single", kind=kind_says(FIRST_RING + n, voice))
            case "door":
                old = passage_says(int(was.door[0]), int(was.door[1]), voice)
                new = passage_says(int(s.door[0]), int(s.door[1]), voice)
                self.say(seat, "templar.porticus", "door", old=old, new=new)

    def play(self, was: State, card: int, s: State) -> None:
        seat, voice = was.to_act, self.voice
        if s.fined and not was.fined:
            tops = [other for other in range(was.players) if other != seat and was.top[other] == card]
            shown = [voice.name(other) for other in tops]
            if was.raphael_top == card:
                shown.append(voice("word.raphael"))
            lost = int(was.score[seat]) - int(s.score[seat])
            said = {"card": card_says(card, voice), "whom": voice.list(shown), "points": lost}
            self.say(seat, "templar.mistake", "mistake", **said)
            return
        self.say(seat, "templar.turn.play", "play", card=card_says(card, voice))
        self.fixed_point(was, card, s)

    def fixed_point(self, was: State, card: int, s: State) -> None:
        points = int(s.score[s.turn]) - int(was.score[s.turn])
        if points:
            self.say(s.turn, f"templar.{CARD_NAMES[card]}", "point", points=points)

    def step(self, was: State, s: State) -> None:
        figure, room = _figure(was.card), room_says(mover_of(s), self.voice)
        self.say(was.turn, "templar.move.passage", "step" if figure == "pawn" else f"step_{figure}", room=room)
        if is_crossing(s) and is_spanish(s):
            lost = int(was.score[was.turn]) - int(s.score[was.turn])
            self.say(was.turn, "templar.remigius.penalty", "penalty", points=lost)

    def drop(self, was: State, area: int) -> None:
        spot = spot_says(was, int(was.pawn[was.turn]), RINGS + area, self.voice)
        self.say(was.turn, "templar.benjamin.drop", "drop", kind=kind_says(was.carried, self.voice), spot=spot)

    def flip(self, was: State, seat: int, area: int) -> None:
        kind = int(was.ring_kind[was.remigius, area])
        spot = spot_says(was, was.remigius, RINGS + area, self.voice)
        self.say(seat, "templar.remigius.flip", "flip", what=one_says(kind, self.voice), spot=spot)

    def visit(self, was: State, storehouse: int, s: State) -> None:
        comes = [int(s.stock[was.turn, kind]) - int(was.stock[was.turn, kind]) for kind in range(KINDS)]
        key = "storehouse" if any(comes) else "storehouse_nothing"
        what = counts_say(comes, self.voice)
        self.say(was.turn, "templar.maria.take", key, storehouse=storehouse + 1, what=what)
        self.stays(was.turn, storehouse, [int(n) for n in s.harbor[storehouse]])

    def stays(self, seat: int, storehouse: int, left: Sequence[int]) -> None:
        if any(left):
            what = counts_say(left, self.voice)
            self.say(seat, "templar.maria.reserve", "stays", storehouse=storehouse + 1, what=what)

    # what came of it

    def consequence(self, was: State, s: State) -> None:
        """What one rule did by itself."""
        match Phase(was.phase):
            case Phase.MOVE:
                self.move(was, s)
            case Phase.ARRIVE:
                if was.card == Card.REMIGIUS:
                    self.score(was, s)
                elif was.card == Card.STEPHANUS:
                    self.audience(was, s)
            case Phase.STASHING:
                if s.phase == Phase.CARD_DONE and was.stash_left > 0:
                    self.cannot_stash(was)
            case Phase.FLIPS:
                for area in range(RING_AREAS):
                    shelf = shelf_of(was.remigius, RINGS + area)
                    places = slice(was.first_place[shelf], was.first_place[shelf + 1])
                    if (was.piece[places] != s.piece[places]).any():
                        self.flip(was, (was.turn + was.flips) % was.players, area)
            case Phase.TURN_DONE:
                self.end_turn(was, s)
            case Phase.BEGIN_TURN:
                if was.round == 1:
                    card = int(was.top[was.turn])
                    rule = "templar.turn.first-round"
                    self.say(was.turn, rule, "turn_of", card=card_says(card, self.voice))
                    self.fixed_point(was, card, s)
                    if card == Card.BELLS:
                        self.say(NOBODY, rule, "bells_first")

    def move(self, was: State, s: State) -> None:
        if mover_of(was) != mover_of(s):
            self.step(was, s)
        elif was.carried != NO_KIND and s.carried == NO_KIND:
            self.drop(was, only_drop(was))
        elif s.phase == Phase.CARD_DONE and s.moved == 0:
            figure = _figure(was.card)
            self.say(was.turn, "templar.move.stuck", "stuck" if figure == "pawn" else f"stuck_{figure}")

    def score(self, was: State, s: State) -> None:
        voice, room = self.voice, room_says(was.remigius, self.voice)
        if was.remigius == was.severus:
            self.say(NOBODY, "templar.remigius.score", "score_severus", room=room)
        elif (was.score == s.score).all():
            self.say(NOBODY, "templar.remigius.score", "score_nobody", room=room)
        flipped = [0] * KINDS
        for i in range(was.players):
            seat = (was.turn + i) % was.players
            points = int(s.score[seat]) - int(was.score[seat])
            if points:
                counts = _unscored(was, was.remigius, seat)
                said = {"points": points, "room": room, "what": counts_say(counts, voice)}
                self.say(seat, "templar.remigius.score", "score", **said)
                flipped[Kind.CHALICE] += counts[Kind.CHALICE]
                flipped[Kind.BOOK] += counts[Kind.BOOK]
        if any(flipped):
            self.say(NOBODY, "templar.remigius.flip", "flipped", what=counts_say(flipped, voice))
        self.say(NOBODY, "templar.vitus", "vitus", room=room_says(s.vitus, voice))

    def audience(self, was: State, s: State) -> None:
        room, voice = int(was.pawn[was.turn]), self.voice
        pawns = [p for p in range(was.players) if p != was.turn and was.pawn[p] == room]
        figures = [f for f in ("remigius", "severus", "vitus") if getattr(was, f) == room]
        looks_on = [voice.name(p) for p in pawns] + [voice(f"figure.{f}") for f in figures]
        points, said = int(s.score[was.turn]) - int(was.score[was.turn]), room_says(room, voice)
        if points:
            parts = {"points": points, "room": said, "what": voice.list(looks_on)}
            self.say(was.turn, "templar.stephanus", "stephanus", **parts)
        else:
            self.say(was.turn, "templar.stephanus", "stephanus_nobody", room=said)

    def cannot_stash(self, was: State) -> None:
        room = int(was.pawn[was.turn])
        said = room_says(room, self.voice)
        if room == was.severus:
            self.say(was.turn, "templar.stash.severus", "no_stash_severus", room=said)
        elif not was.stock[was.turn].any():
            self.say(was.turn, "templar.stash.place", "no_stash_stock")
        else:
            self.say(was.turn, "templar.stash.place", "no_stash", room=said)

    def begin_final_round(self, was: State, s: State) -> None:
        """Said right after the rule that began it."""
        if s.final == Final.NOT_YET or was.final != Final.NOT_YET:
            return
        why = Final(s.final).name.lower()
        self.say(s.final_by, f"templar.end.{why}", f"final_{why}")
        last = s.final_by if s.final_by != NOBODY else (s.first - 1) % s.players
        self.say(last, "templar.end.final-round", "final_turns")

    def end_turn(self, was: State, s: State) -> None:
        if s.phase == Phase.OVER:
            self.end(s)
        elif s.round > was.round:
            if s.raphael_top != NO_CARD and not is_spanish(s):
                self.raphael(was, s)
            self.say(NOBODY, "templar.turn.play", "round", n=s.round)
            if s.raphael_top != NO_CARD and is_spanish(s):
                self.raphael(was, s)

    def raphael(self, was: State, s: State) -> None:
        """What he turned over shows in what is missing from his deck; after a shuffle, in what was there before."""
        voice, left = self.voice, was.raphael
        if (s.raphael > was.raphael).any() or s.raphael.sum() >= was.raphael.sum():
            self.say(NOBODY, "templar.raphael.bells", "raphael_bells")
        else:
            skipped = 0
            for card in range(len(CARD_NAMES)):
                turned = int(left[card]) - int(s.raphael[card]) - (card == s.raphael_top)
                skipped |= bit(card) if turned > 0 else 0
            if skipped:
                self.say(NOBODY, "templar.raphael.turn", "raphael_skips", cards=_cards_say(skipped, voice))
        self.say(NOBODY, "templar.raphael.bar", "raphael", card=card_says(s.raphael_top, voice))

    def end(self, s: State) -> None:
        voice = self.voice
        for seat in range(s.players):
            church, bonus = church_points(s, seat), rooms_bonus(s, seat)
            if church:
                self.say(seat, "templar.end.church", "church", n=church // CHURCH_RING, points=church)
            rooms = count_bits(int(s.in_rooms[seat]))
            self.say(seat, "templar.end.rooms-bonus", "rooms", n=rooms, points=bonus)
            self.say(seat, "templar.end.win", "points", points=points_of(s, seat))
        most = max(points_of(s, seat) for seat in range(s.players))
        winners = [seat for seat in range(s.players) if points_of(s, seat) == most]
        if len(winners) == 1:
            self.say(winners[0], "templar.end.win", "win")
        else:
            self.say(NOBODY, "templar.end.win", "tie", who=voice.list([voice.name(seat) for seat in winners]))

    # The Bells, whose tiles chance draws: what came is read from the harbor, the stocks and the bag afterwards

    def bells(self, was: State, s: State) -> None:
        voice, seat = self.voice, was.turn
        self.say(seat, "templar.turn.play", "play", card=card_says(Card.BELLS, voice))
        before = int(was.top[seat])
        if before == NO_CARD or before == Card.BELLS:
            self.say(seat, "templar.bells.number", "bells_none")
        else:
            number = int(was.number[before])
            self.say(seat, "templar.bells.number", "bells_number", card=card_says(before, voice), n=number)
            self.tiles(was, s, number)
        back = count_bits(int(s.hand[seat])) - count_bits(int(was.hand[seat])) + 1
        self.say(seat, "templar.bells.hand", "bells_hand", n=back)

    def tiles(self, was: State, s: State, number: int) -> None:
        taken = s.stock.astype(int) - was.stock
        came = s.harbor.astype(int) - was.harbor
        for seat in range(was.players):
            if was.pawn[seat] >= HARBOR:
                came[was.pawn[seat] - HARBOR] += taken[seat]
        for storehouse in range(STOREHOUSES):
            if came[storehouse].any():
                what = counts_say(came[storehouse], self.voice)
                self.say(NOBODY, "templar.bells.draw", "bells_tiles", storehouse=storehouse + 1, what=what)
        lost = s.lost - was.lost
        if lost:
            self.say(NOBODY, "templar.bells.chalice", "bells_lost", n=lost)
        if int(came.sum()) + (lost if is_spanish(s) else 0) < number:
            full = was.copy()
            full.harbor += came.astype(full.harbor.dtype)
            key = "bells_full" if storehouse_for(full, Kind.BOOK, 0) == NOWHERE else "bells_empty"
            rule = "templar.bells.draw" if key == "bells_full" else "templar.end.bag"
            self.say(NOBODY, rule, key)
        for i in range(1, was.players):
            self.visitor(was, (was.turn + i) % was.players, came, taken)

    def visitor(self, was: State, seat: int, came: Sequence[Sequence[int]], taken: Sequence[Sequence[int]]) -> None:
        storehouse = int(was.pawn[seat]) - HARBOR
        if storehouse < 0 or not any(came[storehouse]):
            return
        if any(taken[seat]):
            what = counts_say(taken[seat], self.voice)
            self.say(seat, "templar.bells.visitor", "visitor", storehouse=storehouse + 1, what=what)
        last = max(
            (p for p in range(was.players) if was.pawn[p] == was.pawn[seat]), key=lambda p: (p - was.turn) % was.players
        )
        if seat == last:
            left = list(came[storehouse])
            for p in range(was.players):
                if was.pawn[p] == was.pawn[seat]:
                    left = [left[kind] - taken[p][kind] for kind in range(KINDS)]
            self.stays(seat, storehouse, left)


def _rung(before: State, after: State) -> State:
    """The state right after The Bells, before the turn ends."""
    s = before.copy()
    for name in ("harbor", "fresh", "bag", "stock", "reserve"):
        s[name] = after[name]
    s.lost = after.lost
    if before.final == Final.NOT_YET and after.final == Final.BAG:
        s.final, s.final_by, s.turns_left = after.final, after.final_by, before.players + 1
    s.hand[s.turn] = all_cards(s)
    s.top[s.turn] = NO_CARD
    s.card = Card.BELLS
    s.phase = Phase.CARD_DONE
    return s


def _revealed(before: State, after: State) -> State:
    """The state when all have chosen and the cards are turned up. The Bells of who has acted are back in the hand."""
    s = before.copy()
    for seat in range(s.players):
        s.chosen[seat] = after.top[seat] if after.top[seat] != NO_CARD else Card.BELLS
    reveal_choices(s)
    return s


def narrate(before: State, move: Move, after: State, voice: Voice) -> list[Line]:
    """The sentences that one action adds to the log."""
    log = _Log(voice)
    if before.phase == Phase.CHOOSE:
        rule = "templar.turn.first-round"
        if move.code is None:
            log.say(move.seat, rule, "chosen")
        else:
            log.say(move.seat, rule, "chosen_card", card=card_says(move.code, voice))
        if after.phase == Phase.CHOOSE:
            return log.lines
        s = _revealed(before, after)
        order = [(s.first + i) % s.players for i in range(s.players)]
        shown = [voice("log.shows", who=voice.name(p), card=card_says(int(s.top[p]), voice)) for p in order]
        log.say(NOBODY, rule, "reveal", cards=voice.list(shown))
    else:
        assert move.code is not None
        s = before.copy()
        if before.phase == Phase.CARD and move.code == Card.BELLS:
            s = _rung(before, after)
            log.bells(before, s)
        else:
            do(s, move.code)
            log.deed(before, move.code, s)
        log.begin_final_round(before, s)
    while s.phase > Phase.OVER:
        was = s.copy()
        carry_on(s)
        if s.round > was.round:
            s.raphael[:] = after.raphael
            s.raphael_top = after.raphael_top
        log.consequence(was, s)
        log.begin_final_round(was, s)
    return log.lines
