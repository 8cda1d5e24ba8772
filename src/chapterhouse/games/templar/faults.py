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
    faults = Faults()
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
        faults.add("door", f"there is no passage {lower + 1}-{upper + 1}")


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
            faults.add("ring_kind", f"room {room + 1}: an area has a kind when a ring lies in it, and only then")
            continue
        for piece in pieces:
            owner = owner_of(piece)
            if owner >= s.players:
                faults.add("piece", f"room {room + 1}: seat {owner} does not play")
                continue
            laid[owner][kind] += 1
            rooms[owner] |= 1 << room
    if any(piece != EMPTY for piece in s.piece[s.first_place[ROOMS * SHELVES] :]):
        faults.add("piece", "something lies beyond the last place")
    if s.carried != NO_KIND and s.carried_of != NOBODY:
        laid[s.carried_of][s.carried] += 1
    for seat in range(SEATS):
        for kind in range(KINDS):
            has = int(s.stock[seat, kind]) + int(s.reserve[seat, kind]) + laid[seat][kind]
            should = valuables_of(kind) if seat < s.players else 0
            if has != should:
                faults.add("valuables", f"seat {seat} has {has} {KIND_NAMES[kind]}, not {should}")
        if rooms[seat] != s.in_rooms[seat]:
            faults.add(
                "in_rooms", f"seat {seat} has valuables in the rooms {rooms[seat]:#x}, not {s.in_rooms[seat]:#x}"
            )


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
                faults.add("tiles", f"{here + taken} {KIND_NAMES[kind]} tiles, not {every}")
        else:
            # what did not come from a tile came with the first rings: one or two of each kind for a seat
            first_rings += here + taken - every
            faults.within(f"{KIND_NAMES[kind]} rings from the set-up", here + taken - every, begun, 2 * begun)
    if first_rings != FIRST_RINGS * begun:
        faults.add("tiles", f"{first_rings} rings came without a tile; {begun} seats began with {FIRST_RINGS} each")
    for storehouse in range(STOREHOUSES):
        count = int(s.harbor[storehouse].sum())
        place = f"storehouse {storehouse + 1}"
        if s.filled[storehouse] != count:
            faults.add("filled", f"{place} has {count} tiles, not {s.filled[storehouse]}")
        if count > s.boxes[storehouse]:
            faults.add("harbor", f"{place} has {count} tiles in {s.boxes[storehouse]} boxes")
        if s.harbor[storehouse, Kind.CHALICE] > 1:
            faults.add("harbor", f"{place} has more than one chalice")
        if any(s.fresh[storehouse, kind] > s.harbor[storehouse, kind] for kind in range(KINDS)):
            faults.add("fresh", f"{place} has more new tiles than tiles")


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
            faults.add("hand", f"seat {seat} holds a card that is not in the game")
        pile = all_cards(s) & ~hand
        if top == NO_CARD and pile:
            faults.add("top", f"seat {seat} has a pile with no card on top")
        elif top != NO_CARD and not pile >> top & 1:
            faults.add("top", f"{CARD_NAMES[top]} is on top of seat {seat}'s pile and not in it")
        is_waiting = s.round == 1 and s.active != NOBODY and _place(s, seat) > _place(s, s.active)
        if pile >> Card.BELLS & 1 and not is_waiting:
            faults.add("hand", f"seat {seat} has no Bells; they come back to the hand at once")
        if is_waiting and (top == NO_CARD or s.pawn[seat] != MAIN):
            faults.add("top", f"seat {seat} has still to carry out the card of the first round")
        if chosen != NO_CARD and s.phase != Phase.CHOOSE:
            faults.add("chosen", f"seat {seat} has a card face down after the first choice")
        if chosen == HIDDEN_CARD:
            faults.add("chosen", f"what seat {seat} has chosen is concealed")
        if chosen >= 0 and not hand >> chosen & 1:
            faults.add("chosen", f"seat {seat} has chosen a card that is not in hand")
        if pile.bit_count() > s.round:
            faults.add("hand", f"seat {seat} has played {pile.bit_count()} cards by round {s.round}")
        if s.pawn[seat] >= HARBOR and top != Card.MARIA:
            faults.add("pawn", f"seat {seat} is in the harbor, and played another card than Maria")


def _check_raphael(s: State, faults: Faults) -> None:
    deck = [int(n) for n in s.raphael]
    if s.players != 2:
        if any(deck) or s.raphael_top != NO_CARD:
            faults.add("raphael", "he plays with two only")
        return
    for card in range(CARDS):
        if deck[card] > raphael_copies(s, card):
            faults.add("raphael", f"his deck has {deck[card]} {CARD_NAMES[card]}")
    if deck[Card.BELLS] != 1:
        faults.add("raphael", "his Bells are in the deck; when they appear it is shuffled")
    first_round = 1 if s.edition == ES else 2
    if (s.raphael_top == NO_CARD) != (s.round <= first_round):
        faults.add("raphael_top", f"he shows a card after round {first_round}, and not before")
    elif s.raphael_top == NO_CARD:
        if any(deck[card] != raphael_copies(s, card) for card in range(CARDS)):
            faults.add("raphael", "cards are used, and none is visible")
    elif deck[s.raphael_top] >= raphael_copies(s, s.raphael_top):
        faults.add("raphael_top", f"{CARD_NAMES[s.raphael_top]} is visible, and all of them are in the deck")


def _check_end(s: State, faults: Faults) -> None:
    if s.final == Final.NOT_YET:
        if s.final_by != NOBODY or s.turns_left != 0 or s.phase == Phase.OVER:
            faults.add("final", "the final round has not begun, and somebody began it, or turns in it are left or done")
        if s.round > LAST_ROUND:
            faults.add("round", f"the final round begins after round {LAST_ROUND} at the latest")
    elif s.turns_left > s.players:
        faults.add("turns_left", f"{s.turns_left} turns for {s.players} players")
    else:
        if (s.turns_left == 0) != (s.phase == Phase.OVER):
            faults.add("turns_left", "the game is over when no turn is left, and only then")
        if (s.final_by == NOBODY) != (s.final == Final.STALL):
            faults.add("final_by", "a seat began the final round, unless it began because the game was too long")
        elif s.active != NOBODY:
            begins = s.first if s.final == Final.STALL else clockwise(s.final_by, 1, s.players)
            if s.active != clockwise(begins, s.players - s.turns_left, s.players):
                faults.add("turns_left", f"{s.turns_left}, in the turn of seat {s.active}")
        if s.final == Final.BAG and s.bag.any():
            faults.add("final", "the bag is not empty")
        if s.final == Final.STALL and s.round != LAST_ROUND + 1:
            faults.add("final", f"the game was too long, in round {s.round}")


# ── Figures and the present turn ────────────────────────────────────────────────────────────────────────────────────


def _check_figures(s: State, faults: Faults) -> None:
    for name, phase in (("remigius", 0), ("vitus", 1), ("severus", 2)):
        if (getattr(s, name) == NOWHERE) != (s.phase <= phase):
            faults.add(name, "is placed in his turn, and stays on the board")
    if s.first_game and s.phase < Phase.SINGLE:
        faults.add("phase", "in a first game the figures have their places")
    if s.vitus == MAIN and not s.first_game:
        faults.add("vitus", "is outside, and this is no first game")
    is_moving = s.phase == Phase.STEP and s.card == Card.REMIGIUS
    if s.remigius == s.vitus != NOWHERE and not is_moving:
        faults.add("vitus", "is in Remigius's room")
    is_setting_up = s.phase < Phase.CHOOSE
    if (s.round == 0) != is_setting_up:
        faults.add("round", f"{s.round} does not go with the phase {Phase(s.phase).name.lower()}")
    if s.phase == Phase.CHOOSE and s.round != 1:
        faults.add("round", "cards are chosen in secret in the first round only")
    most = POINTS_OF_VALUABLES + POINTS_A_TURN * s.round
    if any(points > most for points in s.score):
        faults.add("score", f"nobody has more than {most} points by round {s.round}")
    if s.news > 1 + s.round * (s.players + 1) or (s.news == 0) != (s.phase <= Phase.CHOOSE):
        faults.add("news", f"{s.news} is not what can have become known by round {s.round}")


def _check_who(s: State, faults: Faults) -> None:
    """Whose turn it is, and who is asked."""
    if s.start not in (NOBODY, s.first):
        faults.add("first", f"seat {s.start} begins")
    if (s.to_act == NOBODY) != (s.phase == Phase.OVER):
        faults.add("to_act", "somebody is asked while the game is not over, and nobody then")
        return
    is_between = s.phase <= Phase.CHOOSE or s.phase == Phase.OVER
    if (s.active == NOBODY) != is_between:
        faults.add("active", "it is somebody's turn from the first card to the end, and only then")
    elif s.active != NOBODY and s.to_act != s.active and s.phase != Phase.FLIP:
        faults.add("to_act", f"seat {s.to_act} is asked in the turn of seat {s.active}")
    places = {Phase.PLACE_REMIGIUS: 1, Phase.PLACE_VITUS: 2, Phase.PLACE_SEVERUS: 3}
    if s.phase in places and s.to_act != seat_to_the_right(s, places[Phase(s.phase)]):
        faults.add("to_act", f"it is not for seat {s.to_act} to place a figure")
    waiting = [seat for seat in _in_turn(s) if s.chosen[seat] == NO_CARD]
    if s.phase == Phase.CHOOSE and (not waiting or s.to_act != waiting[0]):
        faults.add("to_act", f"seat {s.to_act} is not the next to choose")


def _in_turn(s: State) -> list[int]:
    """All seats, from the starting player."""
    return [clockwise(s.first, i, s.players) for i in range(s.players)]


def _place(s: State, seat: int) -> int:
    """How many seats come before this one in a round."""
    return (seat - s.first) % s.players


def _check_set_up(s: State, faults: Faults) -> None:
    """Before the first card nobody has moved, stashed or scored."""
    if any(piece != EMPTY for piece in s.piece) or s.score.any() or s.fresh.any() or s.lost or s.fined:
        faults.add("piece", "something was stashed, scored or brought before the first card")
    if any(place != MAIN for place in s.pawn[: s.players]):
        faults.add("pawn", "a pawn has moved before the first card")
    if any(s.door[i] != s.door_at_start[i] for i in range(2)):
        faults.add("door", "has moved before the first card")
    begun = _count_begun(s)
    for place, seat in enumerate(_in_turn(s)):
        rings = sorted(int(n) for n in s.stock[seat, FIRST_RING:])
        if s.stock[seat, :FIRST_RING].any() or rings != ([1, 2, 2] if place < begun else [0, 0, 0]):
            faults.add("stock", f"seat {seat} has other rings than those that he begins with")


def _check_turn(s: State, faults: Faults) -> None:
    phase = Phase(s.phase)
    allowed = CARDS_OF_PHASE.get(phase, ())
    if s.card not in (allowed or (NO_CARD,)):
        faults.add("card", f"{s.card} cannot be carried out in the phase {phase.name.lower()}")
        return
    if s.card != NO_CARD and s.top[s.active] != s.card:
        faults.add("card", f"{CARD_NAMES[s.card]} is carried out and not on top of the pile")
    if phase in (Phase.STEP, Phase.WALK, Phase.STASH, Phase.FLIP):
        _check_move(s, faults)
    elif (s.origin, s.steps, s.moved, s.entered) != (NOWHERE, 0, 0, 0):
        faults.add("origin", "no figure is moved, and something of a move is left")
    _check_carried(s, faults)
    if phase == Phase.STASH:
        is_in = not is_outside(int(s.pawn[s.active]))
        if not (is_in and 1 <= s.stash_left <= stashes_of(s.card) and can_stash(s)):
            faults.add("stash_left", f"{s.stash_left} valuables cannot be stashed now")
    elif s.stash_left:
        faults.add("stash_left", "nothing is stashed now")
    if phase == Phase.FLIP:
        _check_flip(s, faults)
    elif s.flips:
        faults.add("flips", "nothing is flipped now")
    if phase == Phase.ANNOUNCE and (s.in_rooms[s.to_act] != FULL_ROOMS or s.final != Final.NOT_YET):
        faults.add("phase", f"seat {s.to_act} has nothing to announce")
    is_back = phase != Phase.RETURN and not (phase == Phase.ANNOUNCE and s.top[s.active] == Card.MARIA)
    if s.active != NOBODY and (s.pawn[s.active] >= HARBOR) == is_back:
        faults.add("pawn", "a pawn comes back from the harbor before a card is played")
    if phase == Phase.CARD and s.round < 2:
        faults.add("round", "in the first round the cards were chosen in secret")
    if s.fined and (not s.penalised or s.round < 2 or phase == Phase.RETURN):
        faults.add("fined", "no card has been taken back")


def _check_move(s: State, faults: Faults) -> None:
    """templar.move.range, templar.move.no-return: the figure has come from where it began, step by step."""
    here = mover_of(s)
    if s.origin == NOWHERE or s.moved + s.steps != range_of(s.card):
        faults.add("steps", f"{s.moved} taken and {s.steps} left are not the {range_of(s.card)} of the card")
        return
    if s.phase in (Phase.STASH, Phase.FLIP) and s.moved == 0:
        faults.add("moved", "the figure has moved, or it could do nothing")
    start = 0 if is_outside(s.origin) else 1 << s.origin
    rooms = s.moved + (start > 0)
    count = s.entered.bit_count()
    if s.entered & start != start or count > rooms or (count < rooms and s.card != Card.BENJAMIN):
        faults.add("entered", f"{count} rooms for {s.moved} steps, or not the room where the move began")
    front = {s.origin}
    for _ in range(s.moved):
        reach = [open_from(s, place) & s.entered for place in front]
        front = {room for room in range(ROOMS) if any(rooms >> room & 1 for rooms in reach)}
    if here not in front:
        faults.add("origin", "the figure cannot have come from there")


def _check_carried(s: State, faults: Faults) -> None:
    if s.phase != Phase.WALK:
        if (s.carried, s.carried_of, s.taken_in) != (NO_KIND, NOBODY, NOWHERE):
            faults.add("carried", "only Benjamin carries")
        return
    if (s.carried == NO_KIND) != (s.carried_of == NOBODY):
        faults.add("carried", "a ring in hand has an owner")
    if s.carried != NO_KIND and s.taken_in == NOWHERE:
        faults.add("taken_in", "a ring in hand was taken somewhere")
    if s.taken_in != NOWHERE and (not s.entered >> s.taken_in & 1 or s.taken_in == s.severus):
        faults.add("taken_in", "Benjamin has not been there, or could take nothing")
    if s.carried_of not in (NOBODY, s.active) and s.final != Final.NOT_YET:
        faults.add("carried_of", "in the final round only own rings are taken")


def _check_flip(s: State, faults: Faults) -> None:
    if s.flips >= s.players or s.to_act != clockwise(s.active, s.flips, s.players):
        faults.add("flips", f"it is not for seat {s.to_act} to flip a ring")
    if s.remigius == s.severus or s.vitus != s.origin:
        faults.add("phase", "Severus bars the scoring, or Vitus has not followed")
    areas = sum(has_unscored_ring(s, s.remigius, area, s.to_act) for area in range(RING_AREAS))
    if areas < 2:
        faults.add("phase", f"seat {s.to_act} has no choice of rings to flip")
