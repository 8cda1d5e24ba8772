"""Templar: what cannot be. Tiles, valuables and cards are neither made nor lost."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Fault, Faults
from chapterhouse.games.ranges import check_ranges
from chapterhouse.games.seats import clockwise
from chapterhouse.games.templar.rules.abbey import (
    all_cards,
    has_passage,
    has_unscored_ring,
    is_outside,
    open_from,
    owner_of,
)
from chapterhouse.games.templar.rules.moving import mover_of, range_of
from chapterhouse.games.templar.rules.raphael import raphael_copies
from chapterhouse.games.templar.rules.setup import seat_to_the_right, tiles_of, tiles_without, valuables_of
from chapterhouse.games.templar.rules.stash import can_stash, stashes_of
from chapterhouse.games.templar.state import (
    CARDS,
    EMPTY,
    ES,
    FIRST_RING,
    FULL_ROOMS,
    HARBOR,
    HIDDEN_CARD,
    KINDS,
    LAST_ROUND,
    MAIN,
    NO_CARD,
    NO_KIND,
    NOBODY,
    NOWHERE,
    POINTS_A_TURN,
    POINTS_OF_VALUABLES,
    RING_AREAS,
    RINGS,
    ROOMS,
    SEATS,
    SHELVES,
    STOREHOUSES,
    Card,
    Final,
    Kind,
    Phase,
    State,
)
from chapterhouse.games.templar.tables import CARD_NAMES, KIND_NAMES
from chapterhouse.texts import Text

FIRST_RINGS = 5  # in each stock at the start
MONKS = (Card.ANSELMUS, Card.JOSUA, Card.LUCAS)
WALKERS = (*MONKS, Card.STEPHANUS, Card.REMIGIUS, Card.SEVERUS)
# the cards that can be under way in a phase; in all others none is
CARDS_OF_PHASE: dict[int, tuple[Card, ...]] = {
    Phase.STEP: WALKERS,
    Phase.WALK: (Card.BENJAMIN,),
    Phase.STASH: MONKS,
    Phase.STOREHOUSE: (Card.MARIA,),
    Phase.DOOR: (Card.PORTICUS,),
    Phase.FLIP: (Card.REMIGIUS,),
}


def option_faults(options: dict[str, Any]) -> list[str]:
    """Combinations of options that cannot be."""
    if options["players"] == SEATS and not options["stephanus"]:
        return [Fault("stephanus", Text("fault.stephanus"), "games/templar")]
    return []


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words; where numbers are out of range nothing else is looked at."""
    faults = Faults("templar")
    check_ranges(s, faults)
    if faults.all:
        return faults.all
    _check_door(s, faults)
    _check_valuables(s, faults)
    _check_tiles(s, faults)
    _check_cards(s, faults)
    _check_raphael(s, faults)
    _check_end(s, faults)
    _check_figures(s, faults)
    _check_who(s, faults)
    if s.phase <= Phase.CHOOSE:
        _check_set_up(s, faults)
    if not faults.all:
        _check_turn(s, faults)
    return faults.all


# ── Board and valuables ─────────────────────────────────────────────────────────────────────────────────────────────


def _check_door(s: State, faults: Faults) -> None:
    lower, upper = (int(room) for room in s.door)
    if lower >= upper or not has_passage(s, lower, upper):
        faults.say("door", "state.no_passage", lower=lower + 1, upper=upper + 1)


def _kind_at(s: State, shelf: int) -> int:
    room, k = divmod(shelf, SHELVES)
    return k if k < RINGS else int(s.ring_kind[room, k - RINGS])


def _check_valuables(s: State, faults: Faults) -> None:
    """32 valuables a player: 5 chalices, 6 books, 7 rings of each kind, each somewhere once."""
    laid = [[0] * KINDS for _ in range(SEATS)]
    rooms = [0] * SEATS
    for shelf in range(ROOMS * SHELVES):
        pieces = [int(p) for p in s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] if p != EMPTY]
        room, k = divmod(shelf, SHELVES)
        kind = _kind_at(s, shelf)
        if k >= RINGS and (kind == NO_KIND) != (not pieces):
            faults.say("ring_kind", "state.kindless", room=room + 1)
            continue
        for piece in pieces:
            owner = owner_of(piece)
            if owner >= s.players:
                faults.say("piece", "state.stranger", room=room + 1, seat=owner)
                continue
            laid[owner][kind] += 1
            rooms[owner] |= 1 << room
    if any(piece != EMPTY for piece in s.piece[s.first_place[ROOMS * SHELVES] :]):
        faults.say("piece", "state.beyond")
    if s.carried != NO_KIND and s.carried_of != NOBODY:
        laid[s.carried_of][s.carried] += 1
    for seat in range(SEATS):
        for kind in range(KINDS):
            has = int(s.stock[seat, kind]) + int(s.reserve[seat, kind]) + laid[seat][kind]
            should = valuables_of(kind) if seat < s.players else 0
            if has != should:
                faults.say("valuables", "state.valuables", seat=seat, count=has, kind=KIND_NAMES[kind], right=should)
        if rooms[seat] != s.in_rooms[seat]:
            faults.say("in_rooms", "state.in_rooms", seat=seat, rooms=hex(rooms[seat]), noted=hex(s.in_rooms[seat]))


# ── Harbor ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_tiles(s: State, faults: Faults) -> None:
    """90 tiles, 60 with two players: in the bag, in the harbor, taken for a valuable, or a chalice that was lost."""
    begun = _count_begun(s)
    first_rings = 0
    for kind in range(KINDS):
        every = tiles_of(kind) - (tiles_without(kind) if s.players == 2 else 0)
        here = int(s.bag[kind]) + int(s.harbor[:, kind].sum())
        taken = sum(valuables_of(kind) - int(s.reserve[seat, kind]) for seat in range(s.players))
        if kind == Kind.CHALICE:
            taken += s.lost
        if kind < FIRST_RING:
            if here + taken != every:
                faults.say("tiles", "state.tiles", count=here + taken, kind=KIND_NAMES[kind], right=every)
        else:
            # what did not come from a tile came with the first rings: one or two of each kind for a seat
            first_rings += here + taken - every
            faults.within(
                Text("fault.state.set_up", {"kind": KIND_NAMES[kind]}), here + taken - every, begun, 2 * begun
            )
    if first_rings != FIRST_RINGS * begun:
        faults.say("tiles", "state.first_rings", count=first_rings, seats=begun, each=FIRST_RINGS)
    for storehouse in range(STOREHOUSES):
        count = int(s.harbor[storehouse].sum())
        place = storehouse + 1
        if s.filled[storehouse] != count:
            faults.say("filled", "state.filled", place=place, count=count, noted=s.filled[storehouse])
        if count > s.boxes[storehouse]:
            faults.say("harbor", "state.boxes", place=place, count=count, boxes=s.boxes[storehouse])
        if s.harbor[storehouse, Kind.CHALICE] > 1:
            faults.say("harbor", "state.chalices", place=place)
        if any(s.fresh[storehouse, kind] > s.harbor[storehouse, kind] for kind in range(KINDS)):
            faults.say("fresh", "state.fresh", place=place)


def _count_begun(s: State) -> int:
    """How many seats have taken their first rings."""
    if s.phase < Phase.SINGLE:
        return 0
    return (s.to_act - s.first) % s.players if s.phase == Phase.SINGLE else s.players


# ── Cards ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_cards(s: State, faults: Faults) -> None:
    for seat in range(s.players):
        hand, top, chosen = int(s.hand[seat]), int(s.top[seat]), int(s.chosen[seat])
        if hand & ~all_cards(s):
            faults.say("hand", "state.no_such_card", seat=seat)
        pile = all_cards(s) & ~hand
        if top == NO_CARD and pile:
            faults.say("top", "state.no_top", seat=seat)
        elif top != NO_CARD and not pile >> top & 1:
            faults.say("top", "state.not_in_pile", card=CARD_NAMES[top], seat=seat)
        is_waiting = s.round == 1 and s.active != NOBODY and _place(s, seat) > _place(s, s.active)
        if pile >> Card.BELLS & 1 and not is_waiting:
            faults.say("hand", "state.no_bells", seat=seat)
        if is_waiting and (top == NO_CARD or s.pawn[seat] != MAIN):
            faults.say("top", "state.still_to_act", seat=seat)
        if chosen != NO_CARD and s.phase != Phase.CHOOSE:
            faults.say("chosen", "state.face_down", seat=seat)
        if chosen == HIDDEN_CARD:
            faults.say("chosen", "state.concealed", seat=seat)
        if chosen >= 0 and not hand >> chosen & 1:
            faults.say("chosen", "state.not_in_hand", seat=seat)
        if pile.bit_count() > s.round:
            faults.say("hand", "state.played", seat=seat, count=pile.bit_count(), round=s.round)
        if s.pawn[seat] >= HARBOR and top != Card.MARIA:
            faults.say("pawn", "state.without_maria", seat=seat)


def _check_raphael(s: State, faults: Faults) -> None:
    deck = [int(n) for n in s.raphael]
    if s.players != 2:
        if any(deck) or s.raphael_top != NO_CARD:
            faults.say("raphael", "state.raphael_plays")
        return
    for card in range(CARDS):
        if deck[card] > raphael_copies(s, card):
            faults.say("raphael", "state.raphael_deck", count=deck[card], card=CARD_NAMES[card])
    if deck[Card.BELLS] != 1:
        faults.say("raphael", "state.raphael_bells")
    first_round = 1 if s.edition == ES else 2
    if (s.raphael_top == NO_CARD) != (s.round <= first_round):
        faults.say("raphael_top", "state.raphael_shows", round=first_round)
    elif s.raphael_top == NO_CARD:
        if any(deck[card] != raphael_copies(s, card) for card in range(CARDS)):
            faults.say("raphael", "state.raphael_used")
    elif deck[s.raphael_top] >= raphael_copies(s, s.raphael_top):
        faults.say("raphael_top", "state.raphael_visible", card=CARD_NAMES[s.raphael_top])


def _check_end(s: State, faults: Faults) -> None:
    if s.final == Final.NOT_YET:
        if s.final_by != NOBODY or s.turns_left != 0 or s.phase == Phase.OVER:
            faults.say("final", "state.final")
        if s.round > LAST_ROUND:
            faults.say("round", "state.last_round", round=LAST_ROUND)
    elif s.turns_left > s.players:
        faults.say("turns_left", "state.turns", count=s.turns_left, players=s.players)
    else:
        if (s.turns_left == 0) != (s.phase == Phase.OVER):
            faults.say("turns_left", "state.over")
        if (s.final_by == NOBODY) != (s.final == Final.STALL):
            faults.say("final_by", "state.final_by")
        elif s.active != NOBODY:
            begins = s.first if s.final == Final.STALL else clockwise(s.final_by, 1, s.players)
            if s.active != clockwise(begins, s.players - s.turns_left, s.players):
                faults.say("turns_left", "state.turns_left", count=s.turns_left, seat=s.active)
        if s.final == Final.BAG and s.bag.any():
            faults.say("final", "state.bag")
        if s.final == Final.STALL and s.round != LAST_ROUND + 1:
            faults.say("final", "state.too_long", round=s.round)


# ── Figures and the present turn ────────────────────────────────────────────────────────────────────────────────────


def _check_figures(s: State, faults: Faults) -> None:
    for name, phase in (("remigius", 0), ("vitus", 1), ("severus", 2)):
        if (getattr(s, name) == NOWHERE) != (s.phase <= phase):
            faults.say(name, "state.figure")
    if s.first_game and s.phase < Phase.SINGLE:
        faults.say("phase", "state.first_game")
    if s.vitus == MAIN and not s.first_game:
        faults.say("vitus", "state.outside")
    is_moving = s.phase == Phase.STEP and s.card == Card.REMIGIUS
    if s.remigius == s.vitus != NOWHERE and not is_moving:
        faults.say("vitus", "state.with_remigius")
    is_setting_up = s.phase < Phase.CHOOSE
    if (s.round == 0) != is_setting_up:
        faults.say("round", "state.round", round=s.round, phase=Phase(s.phase).name.lower())
    if s.phase == Phase.CHOOSE and s.round != 1:
        faults.say("round", "state.secret")
    most = POINTS_OF_VALUABLES + POINTS_A_TURN * s.round
    if any(points > most for points in s.score):
        faults.say("score", "state.score", most=most, round=s.round)
    if s.news > 1 + s.round * (s.players + 1) or (s.news == 0) != (s.phase <= Phase.CHOOSE):
        faults.say("news", "state.news", value=s.news, round=s.round)


def _check_who(s: State, faults: Faults) -> None:
    """Whose turn it is, and who is asked."""
    if s.start not in (NOBODY, s.first):
        faults.say("first", "begins", seat=s.start)
    if (s.to_act == NOBODY) != (s.phase == Phase.OVER):
        faults.say("to_act", "asked")
        return
    is_between = s.phase <= Phase.CHOOSE or s.phase == Phase.OVER
    if (s.active == NOBODY) != is_between:
        faults.say("active", "state.active")
    elif s.active != NOBODY and s.to_act != s.active and s.phase != Phase.FLIP:
        faults.say("to_act", "in_turn_of", seat=s.to_act, other=s.active)
    places = {Phase.PLACE_REMIGIUS: 1, Phase.PLACE_VITUS: 2, Phase.PLACE_SEVERUS: 3}
    if s.phase in places and s.to_act != seat_to_the_right(s, places[Phase(s.phase)]):
        faults.say("to_act", "state.placing", seat=s.to_act)
    waiting = [seat for seat in _in_turn(s) if s.chosen[seat] == NO_CARD]
    if s.phase == Phase.CHOOSE and (not waiting or s.to_act != waiting[0]):
        faults.say("to_act", "state.choosing", seat=s.to_act)


def _in_turn(s: State) -> list[int]:
    """All seats, from the starting player."""
    return [clockwise(s.first, i, s.players) for i in range(s.players)]


def _place(s: State, seat: int) -> int:
    """How many seats come before this one in a round."""
    return (seat - s.first) % s.players


def _check_set_up(s: State, faults: Faults) -> None:
    """Before the first card nobody has moved, stashed or scored."""
    if any(piece != EMPTY for piece in s.piece) or s.score.any() or s.fresh.any() or s.lost or s.fined:
        faults.say("piece", "state.before_pieces")
    if any(place != MAIN for place in s.pawn[: s.players]):
        faults.say("pawn", "state.before_pawn")
    if any(s.door[i] != s.door_at_start[i] for i in range(2)):
        faults.say("door", "state.before_door")
    begun = _count_begun(s)
    for place, seat in enumerate(_in_turn(s)):
        rings = sorted(int(n) for n in s.stock[seat, FIRST_RING:])
        if s.stock[seat, :FIRST_RING].any() or rings != ([1, 2, 2] if place < begun else [0, 0, 0]):
            faults.say("stock", "state.own_rings", seat=seat)


def _check_turn(s: State, faults: Faults) -> None:
    phase = Phase(s.phase)
    allowed = CARDS_OF_PHASE.get(phase, ())
    if s.card not in (allowed or (NO_CARD,)):
        faults.say("card", "state.card", card=s.card, phase=phase.name.lower())
        return
    if s.card != NO_CARD and s.top[s.active] != s.card:
        faults.say("card", "state.not_on_top", card=CARD_NAMES[s.card])
    if phase in (Phase.STEP, Phase.WALK, Phase.STASH, Phase.FLIP):
        _check_move(s, faults)
    elif (s.origin, s.steps, s.moved, s.entered) != (NOWHERE, 0, 0, 0):
        faults.say("origin", "state.leftover")
    _check_carried(s, faults)
    if phase == Phase.STASH:
        is_in = not is_outside(int(s.pawn[s.active]))
        if not (is_in and 1 <= s.stash_left <= stashes_of(s.card) and can_stash(s)):
            faults.say("stash_left", "state.stash", count=s.stash_left)
    elif s.stash_left:
        faults.say("stash_left", "state.no_stash")
    if phase == Phase.FLIP:
        _check_flip(s, faults)
    elif s.flips:
        faults.say("flips", "state.no_flip")
    if phase == Phase.ANNOUNCE and (s.in_rooms[s.to_act] != FULL_ROOMS or s.final != Final.NOT_YET):
        faults.say("phase", "state.announce", seat=s.to_act)
    is_back = phase != Phase.RETURN and not (phase == Phase.ANNOUNCE and s.top[s.active] == Card.MARIA)
    if s.active != NOBODY and (s.pawn[s.active] >= HARBOR) == is_back:
        faults.say("pawn", "state.back")
    if phase == Phase.CARD and s.round < 2:
        faults.say("round", "state.chosen")
    if s.fined and (not s.penalised or s.round < 2 or phase == Phase.RETURN):
        faults.say("fined", "state.fined")


def _check_move(s: State, faults: Faults) -> None:
    """templar.move.range, templar.move.no-return: the figure has come from where it began, step by step."""
    here = mover_of(s)
    if s.origin == NOWHERE or s.moved + s.steps != range_of(s.card):
        faults.say("steps", "state.steps", moved=s.moved, left=s.steps, steps=range_of(s.card))
        return
    if s.phase in (Phase.STASH, Phase.FLIP) and s.moved == 0:
        faults.say("moved", "state.moved")
    start = 0 if is_outside(s.origin) else 1 << s.origin
    rooms = s.moved + (start > 0)
    count = s.entered.bit_count()
    if s.entered & start != start or count > rooms or (count < rooms and s.card != Card.BENJAMIN):
        faults.say("entered", "state.entered", count=count, moved=s.moved)
    front = {s.origin}
    for _ in range(s.moved):
        reach = [open_from(s, place) & s.entered for place in front]
        front = {room for room in range(ROOMS) if any(rooms >> room & 1 for rooms in reach)}
    if here not in front:
        faults.say("origin", "state.origin")


def _check_carried(s: State, faults: Faults) -> None:
    if s.phase != Phase.WALK:
        if (s.carried, s.carried_of, s.taken_in) != (NO_KIND, NOBODY, NOWHERE):
            faults.say("carried", "state.carries")
        return
    if (s.carried == NO_KIND) != (s.carried_of == NOBODY):
        faults.say("carried", "state.ring_owner")
    if s.carried != NO_KIND and s.taken_in == NOWHERE:
        faults.say("taken_in", "state.ring_taken")
    if s.taken_in != NOWHERE and (not s.entered >> s.taken_in & 1 or s.taken_in == s.severus):
        faults.say("taken_in", "state.not_there")
    if s.carried_of not in (NOBODY, s.active) and s.final != Final.NOT_YET:
        faults.say("carried_of", "state.own_only")


def _check_flip(s: State, faults: Faults) -> None:
    if s.flips >= s.players or s.to_act != clockwise(s.active, s.flips, s.players):
        faults.say("flips", "state.flipping", seat=s.to_act)
    if s.remigius == s.severus or s.vitus != s.origin:
        faults.say("phase", "state.barred")
    areas = sum(has_unscored_ring(s, s.remigius, area, s.to_act) for area in range(RING_AREAS))
    if areas < 2:
        faults.say("phase", "state.no_choice", seat=s.to_act)
