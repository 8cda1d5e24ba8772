"""Templar: the log, rule by rule.

One action can set much in motion: a step ends a move, the move ends a turn. So the log plays the action again on the
viewer's own state, one rule after the other, and `Log` says what each of them did. What chance brought, and what lay
face down, is read from the state afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from chapterhouse.games.protocol import HIDDEN, NOBODY, LogLine
from chapterhouse.games.templar.rules.abbey import all_cards, count_bits, is_spanish, shelf_of
from chapterhouse.games.templar.rules.benjamin import only_drop
from chapterhouse.games.templar.rules.legality import do
from chapterhouse.games.templar.rules.moving import is_crossing, mover_of
from chapterhouse.games.templar.rules.raphael import cover_raphael, draw_raphael, is_covered
from chapterhouse.games.templar.rules.scoring import CHURCH_RING, church_points, points_of, rooms_bonus
from chapterhouse.games.templar.rules.stash import kind_stashed, shelf_stashed, stashes_of
from chapterhouse.games.templar.rules.turn import carry_on, reveal_choices
from chapterhouse.games.templar.state import (
    ACTION_BLOCKS,
    FIRST_RING,
    HARBOR,
    KINDS,
    NO_CARD,
    NO_KIND,
    RING_AREAS,
    RINGS,
    SEATS,
    STOREHOUSES,
    Card,
    Final,
    Kind,
    Phase,
    State,
)
from chapterhouse.games.templar.tables import CARD_NAMES, PORTAL_NAMES
from chapterhouse.games.templar.words.names import (
    card_says,
    cards_say,
    count_unscored,
    counts_say,
    figure_of,
    kind_says,
    one_says,
    passage_says,
    room_says,
    spot_says,
)
from chapterhouse.kernel.actions import block_of
from chapterhouse.kernel.bits import bit
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded
from chapterhouse.texts import Texts

RULE_OF_FINAL = {
    Final.BAG: "templar.end.bag",
    Final.ROOMS: "templar.end.rooms",
    Final.STALL: "templar.end.stall",
}


class Log:
    """The lines of one action."""

    def __init__(self, texts: Texts, shown: tuple[int, ...] = ()) -> None:
        self.texts = texts
        self.shown = shown  # the cards that Raphael turned up
        self.lines: list[LogLine] = []

    def say(self, seat: int, rule: str, key: str, **parts: object) -> None:
        """One line about a seat (or NOBODY), whose name is `who`."""
        if seat != NOBODY:
            parts.setdefault("who", self.texts.name(seat))
        self.lines.append(LogLine(seat, self.texts(f"log.{key}", **parts), rule))

    # the first round's secret choice

    def choose(self, seat: int, card: int) -> None:
        """Only who chose knows the card."""
        if card == HIDDEN:
            self.say(seat, "templar.turn.first-round", "chosen")
        else:
            self.say(seat, "templar.turn.first-round", "chosen_card", card=card_says(card, self.texts))

    def reveal(self, s: State) -> None:
        parts = []
        for i in range(s.players):
            seat = (s.first + i) % s.players
            card = card_says(int(s.top[seat]), self.texts)
            parts.append(self.texts("log.shows", who=self.texts.name(seat), card=card))
        self.say(NOBODY, "templar.turn.first-round", "reveal", cards=self.texts.list(parts))

    # what the seat itself did

    def deed(self, was: State, code: int, s: State) -> None:
        """What the seat that acts did; `was` and `s` are the states before and right after it."""
        block = block_of(ACTION_BLOCKS, code)
        n, seat, texts = code - block.first, was.to_act, self.texts
        match block.verb:
            case "card":
                self.play(was, n, s)
            case "step":
                self.step(was, s)
            case "stop":
                rule = "templar.benjamin.move" if was.card == Card.BENJAMIN else "templar.move.range"
                figure = figure_of(was.card)
                key = "stop" if figure == "pawn" else f"stop_{figure}"
                self.say(seat, rule, key, room=room_says(mover_of(was), texts))
            case "stash":
                rule = "templar.stash.area" if shelf_stashed(n) >= RINGS else "templar.stash.place"
                spot = spot_says(was, int(was.pawn[seat]), shelf_stashed(n), texts)
                self.say(seat, rule, "stash", what=one_says(kind_stashed(n), texts), spot=spot)
            case "done":
                key = "done" if was.stash_left < stashes_of(was.card) else "done_none"
                self.say(seat, f"templar.{CARD_NAMES[was.card]}", key)
            case "take":
                owner, room = n % SEATS, room_says(int(was.pawn[seat]), texts)
                key = "take_own" if owner == seat else "take"
                kind = kind_says(s.carried, texts)
                self.say(seat, "templar.benjamin.take", key, kind=kind, whom=texts.name(owner), room=room)
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
                self.say(seat, "templar.setup.placement", Phase(was.phase).name.lower(), room=room_says(n, texts))
                if was.phase == Phase.PLACE_REMIGIUS and s.vitus != was.vitus:  # there was one room only
                    self.say(NOBODY, "templar.setup.placement", "vitus", room=room_says(s.vitus, texts))
            case "single":
                self.say(seat, "templar.setup.rings", "single", kind=kind_says(FIRST_RING + n, texts))
            case "door":
                old = passage_says(int(was.door[0]), int(was.door[1]), texts)
                new = passage_says(int(s.door[0]), int(s.door[1]), texts)
                self.say(seat, "templar.porticus", "door", old=old, new=new)

    def play(self, was: State, card: int, s: State) -> None:
        seat, texts = was.to_act, self.texts
        if s.fined and not was.fined:
            tops = [other for other in range(was.players) if other != seat and was.top[other] == card]
            shown = [texts.name(other) for other in tops]
            if was.raphael_top == card:
                shown.append(texts("word.raphael"))
            lost = int(was.score[seat]) - int(s.score[seat])
            values = {"card": card_says(card, texts), "whom": texts.list(shown), "points": lost}
            self.say(seat, "templar.mistake", "mistake", **values)
            return
        self.say(seat, "templar.turn.play", "play", card=card_says(card, texts))
        self.fixed_point(was, card, s)

    def fixed_point(self, was: State, card: int, s: State) -> None:
        points = int(s.score[s.active]) - int(was.score[s.active])
        if points:
            self.say(s.active, f"templar.{CARD_NAMES[card]}", "point", points=points)

    def step(self, was: State, s: State) -> None:
        figure, room = figure_of(was.card), room_says(mover_of(s), self.texts)
        self.say(was.active, "templar.move.passage", "step" if figure == "pawn" else f"step_{figure}", room=room)
        if is_crossing(s) and is_spanish(s):
            lost = int(was.score[was.active]) - int(s.score[was.active])
            self.say(was.active, "templar.remigius.penalty", "penalty", points=lost)

    def drop(self, was: State, area: int) -> None:
        spot = spot_says(was, int(was.pawn[was.active]), RINGS + area, self.texts)
        self.say(was.active, "templar.benjamin.drop", "drop", kind=kind_says(was.carried, self.texts), spot=spot)

    def flip(self, was: State, seat: int, area: int) -> None:
        kind = int(was.ring_kind[was.remigius, area])
        spot = spot_says(was, was.remigius, RINGS + area, self.texts)
        self.say(seat, "templar.remigius.flip", "flip", what=one_says(kind, self.texts), spot=spot)

    def visit(self, was: State, storehouse: int, s: State) -> None:
        comes = [int(s.stock[was.active, kind]) - int(was.stock[was.active, kind]) for kind in range(KINDS)]
        key = "storehouse" if any(comes) else "storehouse_nothing"
        what = counts_say(comes, self.texts)
        self.say(was.active, "templar.maria.take", key, storehouse=storehouse + 1, what=what)
        self.stays([was.active], storehouse, s.harbor[storehouse])

    def stays(self, seats: list[int], storehouse: int, left: Row) -> None:
        """What these seats could not take from a storehouse."""
        if left.any():
            who = self.texts.list([self.texts.name(seat) for seat in seats])
            parts = {"who": who, "storehouse": storehouse + 1, "what": counts_say(left, self.texts)}
            self.say(seats[-1], "templar.maria.reserve", "stays", **parts)

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
                        self.flip(was, (was.active + was.flips) % was.players, area)
            case Phase.TURN_DONE:
                self.end_turn(was, s)
            case Phase.BEGIN_TURN:
                if was.round == 1:
                    card = int(was.top[was.active])
                    rule = "templar.turn.first-round"
                    self.say(was.active, rule, "turn_of", card=card_says(card, self.texts))
                    self.fixed_point(was, card, s)
                    if card == Card.BELLS:
                        self.say(NOBODY, rule, "bells_first")

    def move(self, was: State, s: State) -> None:
        if mover_of(was) != mover_of(s):
            self.step(was, s)
        elif was.carried != NO_KIND and s.carried == NO_KIND:
            self.drop(was, only_drop(was))
        elif s.phase == Phase.CARD_DONE and s.moved == 0:
            figure = figure_of(was.card)
            self.say(was.active, "templar.move.stuck", "stuck" if figure == "pawn" else f"stuck_{figure}")

    def score(self, was: State, s: State) -> None:
        texts, room = self.texts, room_says(was.remigius, self.texts)
        if was.remigius == was.severus:
            self.say(NOBODY, "templar.remigius.score", "score_severus", room=room)
        elif (was.score == s.score).all():
            self.say(NOBODY, "templar.remigius.score", "score_nobody", room=room)
        flipped = [0] * KINDS
        for i in range(was.players):
            seat = (was.active + i) % was.players
            points = int(s.score[seat]) - int(was.score[seat])
            if points:
                counts = count_unscored(was, was.remigius, seat)
                values = {"points": points, "room": room, "what": counts_say(counts, texts)}
                self.say(seat, "templar.remigius.score", "score", **values)
                flipped[Kind.CHALICE] += counts[Kind.CHALICE]
                flipped[Kind.BOOK] += counts[Kind.BOOK]
        if any(flipped):
            self.say(NOBODY, "templar.remigius.flip", "flipped", what=counts_say(flipped, texts))
        self.say(NOBODY, "templar.vitus", "vitus", room=room_says(s.vitus, texts))

    def audience(self, was: State, s: State) -> None:
        room, texts = int(was.pawn[was.active]), self.texts
        pawns = [p for p in range(was.players) if p != was.active and was.pawn[p] == room]
        figures = [f for f in ("remigius", "severus", "vitus") if getattr(was, f) == room]
        looks_on = [texts.name(p) for p in pawns] + [texts(f"figure.{f}") for f in figures]
        points, where = int(s.score[was.active]) - int(was.score[was.active]), room_says(room, texts)
        if points:
            parts = {"points": points, "room": where, "what": texts.list(looks_on)}
            self.say(was.active, "templar.stephanus", "stephanus", **parts)
        else:
            self.say(was.active, "templar.stephanus", "stephanus_nobody", room=where)

    def cannot_stash(self, was: State) -> None:
        room = int(was.pawn[was.active])
        where = room_says(room, self.texts)
        if room == was.severus:
            self.say(was.active, "templar.stash.severus", "no_stash_severus", room=where)
        elif not was.stock[was.active].any():
            self.say(was.active, "templar.stash.place", "no_stash_stock")
        else:
            self.say(was.active, "templar.stash.place", "no_stash", room=where)

    def begin_final_round(self, was: State, s: State) -> None:
        """Said right after the rule that began it."""
        if s.final == Final.NOT_YET or was.final != Final.NOT_YET:
            return
        why = Final(s.final)
        self.say(s.final_by, RULE_OF_FINAL[why], f"final_{why.name.lower()}")
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
        """What he turned over shows in what is missing from his deck; after a shuffle, in what was there before; but
        The Bells that came first from a full deck are back in it as if nothing had been."""
        texts, left = self.texts, was.raphael
        if (s.raphael > was.raphael).any() or s.raphael.sum() >= was.raphael.sum() or Card.BELLS in self.shown:
            self.say(NOBODY, "templar.raphael.bells", "raphael_bells")
        else:
            skipped = 0
            for card in range(len(CARD_NAMES)):
                turned = int(left[card]) - int(s.raphael[card]) - (card == s.raphael_top)
                skipped |= bit(card) if turned > 0 else 0
            if skipped:
                self.say(NOBODY, "templar.raphael.turn", "raphael_skips", cards=cards_say(skipped, texts))
        self.say(NOBODY, "templar.raphael.bar", "raphael", card=card_says(s.raphael_top, texts))

    def end(self, s: State) -> None:
        texts = self.texts
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
            self.say(NOBODY, "templar.end.win", "tie", who=texts.list([texts.name(seat) for seat in winners]))

    # The Bells, whose tiles chance draws: what came is read from the harbor, the stocks and the bag afterwards

    def bells(self, was: State, s: State) -> None:
        texts, seat = self.texts, was.active
        self.say(seat, "templar.turn.play", "play", card=card_says(Card.BELLS, texts))
        before = int(was.top[seat])
        if before == NO_CARD or before == Card.BELLS:
            self.say(seat, "templar.bells.number", "bells_none")
        else:
            number = int(was.number[before])
            self.say(seat, "templar.bells.number", "bells_number", card=card_says(before, texts), n=number)
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
                what = counts_say(came[storehouse], self.texts)
                self.say(NOBODY, "templar.bells.draw", "bells_tiles", storehouse=storehouse + 1, what=what)
        lost = s.lost - was.lost
        if lost:
            self.say(NOBODY, "templar.bells.chalice", "bells_lost", n=lost)
        if int(came.sum()) + (lost if is_spanish(s) else 0) < number:
            is_full = (was.filled + came.sum(axis=1) >= was.boxes).all()
            key = "bells_full" if is_full else "bells_empty"
            rule = "templar.bells.draw" if key == "bells_full" else "templar.end.bag"
            self.say(NOBODY, rule, key)
        seats = [(was.active + i) % was.players for i in range(1, was.players)]
        visitors = [seat for seat in seats if was.pawn[seat] >= HARBOR]
        for seat in visitors:
            if taken[seat].any():
                parts = {"storehouse": int(was.pawn[seat]) - HARBOR + 1, "what": counts_say(taken[seat], self.texts)}
                self.say(seat, "templar.bells.visitor", "visitor", **parts)
        for storehouse in range(STOREHOUSES):
            here = [seat for seat in visitors if was.pawn[seat] == HARBOR + storehouse]
            if here:
                self.stays(here, storehouse, came[storehouse] - taken[here].sum(axis=0))


# ── What happened, one rule after the other ─────────────────────────────────────────────────────────────────────────


def first_state(before: State, code: int, after: State) -> State:
    """The state right after the action itself. `code` is HIDDEN only for a secret choice, when all have chosen."""
    if before.phase == Phase.CHOOSE:
        return revealed(before, after)
    if before.phase == Phase.CARD and code == Card.BELLS:
        return rung(before, after)
    s = copy(before)
    do(s, code)
    return s


def rest_of_states(s: State, after: State) -> Iterator[tuple[State, State]]:
    """What the rules then do by themselves: the states before and after each of them. A viewer's state holds no
    chance to draw from; Raphael turns up any card, and then the one that really came."""
    s.rng[:] = seeded(0)[0]
    while s.phase > Phase.OVER:
        was = copy(s)
        carry_on(s)
        if s.round > was.round:
            s.raphael[:] = after.raphael
            s.raphael_top = after.raphael_top
        yield was, s


def shown(before: State, code: int, after: State) -> tuple[int, ...]:
    """templar.raphael.turn, templar.raphael.bells: the cards that he turns up after this decision, one after the
    other. From the true state before it, whose chance draws them again."""
    if before.players > 2 or after.round == before.round or after.raphael_top == NO_CARD:
        return ()
    s = copy(before)
    do(s, code)
    while s.round < after.round:
        was = copy(s)
        carry_on(s)
    cards = [draw_raphael(was)]
    while is_covered(was, cards[-1]):
        cards.append(cover_raphael(was, cards[-1]))
    return tuple(cards)


def rung(before: State, after: State) -> State:
    """The state right after The Bells, before the turn ends."""
    s = copy(before)
    for name in ("harbor", "filled", "fresh", "bag", "stock", "reserve", "lost"):
        setattr(s, name, getattr(after, name))
    if before.final == Final.NOT_YET and after.final == Final.BAG:
        s.final, s.final_by, s.turns_left = after.final, after.final_by, before.players + 1
    s.hand[s.active] = all_cards(s)
    s.top[s.active] = NO_CARD
    s.card = Card.BELLS
    s.phase = Phase.CARD_DONE
    return s


def revealed(before: State, after: State) -> State:
    """The state when all have chosen and the cards are turned up. The Bells of who has acted are back in the hand."""
    s = copy(before)
    for seat in range(s.players):
        s.chosen[seat] = after.top[seat] if after.top[seat] != NO_CARD else Card.BELLS
    reveal_choices(s)
    return s
