"""Templar: what cannot be. Tiles, valuables and cards are neither made nor lost."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import Fault, Faults
from chapterhouse.games.templar.rules.abbey import all_cards, is_outside, owner_of
from chapterhouse.games.templar.rules.moving import range_of
from chapterhouse.games.templar.rules.raphael import raphael_copies
from chapterhouse.games.templar.rules.setup import tiles_of, tiles_without, valuables_of
from chapterhouse.games.templar.rules.valuables import stashes_of
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
    MOST_BOXES,
    MOST_PLACES,
    NO_CARD,
    NO_KIND,
    NOBODY,
    NOWHERE,
    PLACES,
    RING_AREAS,
    RINGS,
    ROOMS,
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


def _all_within(found: Faults, name: str, values: Any, least: int, most: int) -> None:
    for i, value in enumerate(values.ravel().tolist()):
        if not least <= value <= most:
            found.add(name, f"number {i} is {value}, not within {least} to {most}")


def state_faults(s: State) -> list[str]:
    """All that is wrong with a position, in words; where numbers are out of range nothing else is looked at."""
    found = Faults()
    _check_box(s, found)
    _check_ranges(s, found)
    if found.all:
        return found.all
    _check_board(s, found)
    _check_valuables(s, found)
    _check_tiles(s, found)
    _check_cards(s, found)
    _check_raphael(s, found)
    _check_end(s, found)
    _check_figures(s, found)
    _check_turn(s, found)
    return found.all


# ── Ranges ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_box(s: State, found: Faults) -> None:
    found.within("players", s.players, 2, SEATS)
    found.within("edition", s.edition, 0, ES)
    for name in ("stephanus", "first_game", "penalised"):
        found.within(name, getattr(s, name), 0, 1)
    found.within("start", s.start, NOBODY, s.players - 1)
    _all_within(found, "neighbours", s.neighbours, 1, FULL_ROOMS)
    _all_within(found, "portal_room", s.portal_room, 0, ROOMS - 1)
    _all_within(found, "first_place", s.first_place, 0, MOST_PLACES)
    _all_within(found, "boxes", s.boxes, 0, MOST_BOXES)
    _all_within(found, "number", s.number, 0, 9)
    _all_within(found, "door_at_start", s.door_at_start, 0, ROOMS - 1)
    if s.players == SEATS and not s.stephanus:
        found.add("stephanus", "five players always play with Stephanus")


def _check_ranges(s: State, found: Faults) -> None:
    last = s.players - 1
    found.within("phase", s.phase, 0, Phase.OVER)
    for name, least in (("to_act", 0 if s.phase < Phase.OVER else NOBODY), ("first", 0), ("active", NOBODY)):
        found.within(name, getattr(s, name), least, last)
    for name, most in (("round", LAST_ROUND + 2), ("news", 32767), ("lost", 13), ("entered", FULL_ROOMS)):
        found.within(name, getattr(s, name), 0, most)
    _all_within(found, "piece", s.piece, EMPTY, SCORED + last)
    _all_within(found, "ring_kind", s.ring_kind, NO_KIND, Kind.LOZENGE)
    _all_within(found, "in_rooms", s.in_rooms, 0, FULL_ROOMS)
    _all_within(found, "stock", s.stock, 0, 7)
    _all_within(found, "reserve", s.reserve, 0, 7)
    _all_within(found, "score", s.score, 0, 32767)
    _all_within(found, "hand", s.hand, 0, all_cards(s))
    _all_within(found, "top", s.top, NO_CARD, CARDS - 1)
    _all_within(found, "chosen", s.chosen, HIDDEN_CARD, CARDS - 1)
    _all_within(found, "pawn", s.pawn, NOWHERE, PLACES - 1)
    found.within("remigius", s.remigius, NOWHERE, ROOMS - 1)
    found.within("vitus", s.vitus, NOWHERE, MAIN)
    found.within("severus", s.severus, NOWHERE, ROOMS - 1)
    _all_within(found, "door", s.door, 0, ROOMS - 1)
    for name in ("bag", "harbor", "filled", "fresh"):
        _all_within(found, name, getattr(s, name), 0, 20)
    _all_within(found, "raphael", s.raphael, 0, 2)
    found.within("raphael_top", s.raphael_top, NO_CARD, CARDS - 1)
    found.within("final", s.final, 0, Final.STALL)
    found.within("final_by", s.final_by, NOBODY, last)
    found.within("turns_left", s.turns_left, 0, s.players)
    found.within("fined", s.fined, 0, 1)
    found.within("card", s.card, NO_CARD, CARDS - 1)
    found.within("origin", s.origin, NOWHERE, HARBOR - 1)
    for name in ("steps", "moved", "stash_left"):
        found.within(name, getattr(s, name), 0, 3)
    found.within("carried", s.carried, NO_KIND, Kind.LOZENGE)
    found.within("carried_of", s.carried_of, NOBODY, last)
    found.within("taken_in", s.taken_in, NOWHERE, ROOMS - 1)
    found.within("flips", s.flips, 0, s.players)


# ── Board and valuables ─────────────────────────────────────────────────────────────────────────────────────────────


def _check_board(s: State, found: Faults) -> None:
    for room in range(ROOMS):
        for other in range(ROOMS):
            there, back = int(s.neighbours[room]) >> other & 1, int(s.neighbours[other]) >> room & 1
            if there and room == other:
                found.add("neighbours", f"room {room + 1} has a passage to itself")
            elif there and not back:
                found.add("neighbours", f"a passage leads from room {room + 1} to {other + 1} and not back")
    for name in ("door", "door_at_start"):
        lower, upper = (int(room) for room in getattr(s, name))
        if lower >= upper or not int(s.neighbours[lower]) >> upper & 1:
            found.add(name, f"there is no passage {lower + 1}-{upper + 1}")
    places = [int(place) for place in s.first_place]
    if places[0] != 0 or places != sorted(places):
        found.add("first_place", "must begin with 0 and never go down")


def _kind_at(s: State, shelf: int) -> int:
    room, k = divmod(shelf, SHELVES)
    return k if k < RINGS else int(s.ring_kind[room, k - RINGS])


def _check_valuables(s: State, found: Faults) -> None:
    """32 valuables a player: 5 chalices, 6 books, 7 rings of each kind, each somewhere once."""
    laid = [[0] * KINDS for _ in range(SEATS)]
    rooms = [0] * SEATS
    for shelf in range(ROOMS * SHELVES):
        pieces = [int(p) for p in s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] if p != EMPTY]
        room, k = divmod(shelf, SHELVES)
        kind = _kind_at(s, shelf)
        if k >= RINGS and (kind == NO_KIND) != (not pieces):
            found.add("ring_kind", f"room {room + 1}: an area has a kind when a ring lies in it, and only then")
            continue
        if k >= RINGS and kind != NO_KIND and kind < FIRST_RING:
            found.add("ring_kind", f"room {room + 1}: {KIND_NAMES[kind]} is no kind of ring")
        for piece in pieces:
            owner = owner_of(piece)
            if owner >= s.players:
                found.add("piece", f"room {room + 1}: seat {owner} does not play")
                continue
            laid[owner][kind] += 1
            rooms[owner] |= 1 << room
    if any(piece != EMPTY for piece in s.piece[s.first_place[ROOMS * SHELVES] :]):
        found.add("piece", "something lies beyond the last place")
    if s.carried != NO_KIND and s.carried_of != NOBODY:
        laid[s.carried_of][s.carried] += 1
    for seat in range(SEATS):
        for kind in range(KINDS):
            has = int(s.stock[seat, kind]) + int(s.reserve[seat, kind]) + laid[seat][kind]
            should = valuables_of(kind) if seat < s.players else 0
            if has != should:
                found.add("valuables", f"seat {seat} has {has} {KIND_NAMES[kind]}, not {should}")
        if rooms[seat] != s.in_rooms[seat]:
            found.add("in_rooms", f"seat {seat} has valuables in the rooms {rooms[seat]:#x}, not {s.in_rooms[seat]:#x}")


# ── Harbor ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_tiles(s: State, found: Faults) -> None:
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
                found.add("tiles", f"{here + taken} {KIND_NAMES[kind]} tiles, not {every}")
        else:
            # what did not come from a tile came with the first rings: one or two of each kind for a seat
            first_rings += here + taken - every
            found.within(f"{KIND_NAMES[kind]} rings from the set-up", here + taken - every, begun, 2 * begun)
    if first_rings != FIRST_RINGS * begun:
        found.add("tiles", f"{first_rings} rings came without a tile; {begun} seats began with {FIRST_RINGS} each")
    for storehouse in range(STOREHOUSES):
        count = int(s.harbor[storehouse].sum())
        place = f"storehouse {storehouse + 1}"
        if s.filled[storehouse] != count:
            found.add("filled", f"{place} has {count} tiles, not {s.filled[storehouse]}")
        if count > s.boxes[storehouse]:
            found.add("harbor", f"{place} has {count} tiles in {s.boxes[storehouse]} boxes")
        if s.harbor[storehouse, Kind.CHALICE] > 1:
            found.add("harbor", f"{place} has more than one chalice")
        if any(s.fresh[storehouse, kind] > s.harbor[storehouse, kind] for kind in range(KINDS)):
            found.add("fresh", f"{place} has more new tiles than tiles")


def _count_begun(s: State) -> int:
    """How many seats have taken their first rings."""
    if s.phase < Phase.SINGLE:
        return 0
    return (s.to_act - s.first) % s.players if s.phase == Phase.SINGLE else s.players


# ── Cards ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_cards(s: State, found: Faults) -> None:
    for seat in range(SEATS):
        hand, top, chosen = int(s.hand[seat]), int(s.top[seat]), int(s.chosen[seat])
        if seat >= s.players:
            if (hand, top, chosen, int(s.pawn[seat]), int(s.score[seat])) != (0, NO_CARD, NO_CARD, NOWHERE, 0):
                found.add("hand", f"seat {seat} does not play, and has cards, a pawn or points")
            continue
        if hand & ~all_cards(s):
            found.add("hand", f"seat {seat} holds a card that is not in the game")
        pile = all_cards(s) & ~hand
        if top == NO_CARD and pile:
            found.add("top", f"seat {seat} has a pile with no card on top")
        elif top != NO_CARD and not pile >> top & 1:
            found.add("top", f"{CARD_NAMES[top]} is on top of seat {seat}'s pile and not in it")
        if pile >> Card.BELLS & 1 and s.round != 1:
            found.add("hand", f"seat {seat} has no Bells; they come back to the hand at once")
        if chosen != NO_CARD and s.phase != Phase.CHOOSE:
            found.add("chosen", f"seat {seat} has a card face down after the first choice")
        if chosen >= 0 and not hand >> chosen & 1:
            found.add("chosen", f"seat {seat} has chosen a card that is not in hand")
    if s.phase == Phase.CHOOSE and s.chosen[s.to_act] != NO_CARD:
        found.add("chosen", f"seat {s.to_act} is asked and has chosen")


def _check_raphael(s: State, found: Faults) -> None:
    deck = [int(n) for n in s.raphael]
    if s.players != 2:
        if any(deck) or s.raphael_top != NO_CARD:
            found.add("raphael", "he plays with two only")
        return
    for card in range(CARDS):
        if deck[card] > raphael_copies(s, card):
            found.add("raphael", f"his deck has {deck[card]} {CARD_NAMES[card]}")
    if deck[Card.BELLS] != 1:
        found.add("raphael", "his Bells are in the deck; when they appear it is shuffled")
    if s.raphael_top == NO_CARD:
        if any(deck[card] != raphael_copies(s, card) for card in range(CARDS)):
            found.add("raphael", "cards are used, and none is visible")
    elif deck[s.raphael_top] >= raphael_copies(s, s.raphael_top):
        found.add("raphael_top", f"{CARD_NAMES[s.raphael_top]} is visible, and all of them are in the deck")


def _check_end(s: State, found: Faults) -> None:
    if s.final == Final.NOT_YET:
        if s.final_by != NOBODY or s.turns_left != 0 or s.phase == Phase.OVER:
            found.add("final", "the final round has not begun, and somebody began it, or turns in it are left or done")
        if s.round > LAST_ROUND:
            found.add("round", f"the final round begins after round {LAST_ROUND} at the latest")
    else:
        if (s.turns_left == 0) != (s.phase == Phase.OVER):
            found.add("turns_left", "the game is over when no turn is left, and only then")
        if (s.final_by == NOBODY) != (s.final == Final.STALL):
            found.add("final_by", "a seat began the final round, unless it began because the game was too long")


# ── Figures and the present turn ────────────────────────────────────────────────────────────────────────────────────


def _check_figures(s: State, found: Faults) -> None:
    for name, phase in (("remigius", 0), ("vitus", 1), ("severus", 2)):
        if (getattr(s, name) == NOWHERE) != (s.phase <= phase):
            found.add(name, "is placed in his turn, and stays on the board")
    is_moving = s.phase == Phase.STEP and s.card == Card.REMIGIUS
    if s.remigius == s.vitus != NOWHERE and not is_moving:
        found.add("vitus", "is in Remigius's room")
    for seat in range(s.players):
        if s.pawn[seat] == NOWHERE:
            found.add("pawn", f"seat {seat} has none")
    is_setting_up = s.phase < Phase.CHOOSE
    if (s.round == 0) != is_setting_up:
        found.add("round", f"{s.round} does not go with the phase {Phase(s.phase).name.lower()}")
    if s.phase == Phase.CHOOSE and s.round != 1:
        found.add("round", "cards are chosen in secret in the first round only")
    is_between = s.phase <= Phase.CHOOSE or s.phase == Phase.OVER
    if (s.active == NOBODY) != is_between:
        found.add("active", "it is somebody's turn from the first card to the end, and only then")
    elif s.active != NOBODY and s.to_act != s.active and s.phase != Phase.FLIP:
        found.add("to_act", f"seat {s.to_act} is asked in the turn of seat {s.active}")


def _check_turn(s: State, found: Faults) -> None:
    phase = Phase(s.phase)
    allowed = CARDS_OF_PHASE.get(phase, ())
    if s.card not in (allowed or (NO_CARD,)):
        found.add("card", f"{s.card} cannot be carried out in the phase {phase.name.lower()}")
        return
    if s.card == NO_CARD:
        _check_no_card(s, found)
    elif s.active != NOBODY:
        _check_card_under_way(s, found)
    if phase == Phase.ANNOUNCE and (s.in_rooms[s.to_act] != FULL_ROOMS or s.final != Final.NOT_YET):
        found.add("phase", f"seat {s.to_act} has nothing to announce")
    if phase in (Phase.RETURN, Phase.CARD) and (s.pawn[s.to_act] >= HARBOR) != (phase == Phase.RETURN):
        found.add("pawn", "a pawn comes back from the harbor before a card is played")
    if phase == Phase.CARD and s.round < 2:
        found.add("round", "in the first round the cards were chosen in secret")


def _check_no_card(s: State, found: Faults) -> None:
    clear = (s.origin, s.steps, s.moved, s.entered, s.stash_left, s.carried, s.carried_of, s.taken_in, s.flips)
    if clear != (NOWHERE, 0, 0, 0, 0, NO_KIND, NOBODY, NOWHERE, 0):
        found.add("card", "no card is carried out, and something of one is left")


def _check_card_under_way(s: State, found: Faults) -> None:
    if s.top[s.active] != s.card:
        found.add("card", f"{CARD_NAMES[s.card]} is carried out and not on top of the pile")
    if s.phase in (Phase.STEP, Phase.WALK, Phase.STASH, Phase.FLIP):
        if s.origin == NOWHERE or s.moved + s.steps != range_of(s.card):
            found.add("steps", f"{s.moved} taken and {s.steps} left are not the {range_of(s.card)} of the card")
        start = 0 if s.origin == NOWHERE or is_outside(s.origin) else 1 << s.origin
        if s.entered & start != start or s.entered.bit_count() > s.moved + (start > 0):
            found.add("entered", "more rooms than steps, or not the room where the move began")
    if s.phase == Phase.STASH and not 1 <= s.stash_left <= stashes_of(s.card):
        found.add("stash_left", f"{s.stash_left} is not within 1 to {stashes_of(s.card)}")
    is_out = s.moved > 0 and is_outside(int(s.pawn[s.active])) and s.card not in (Card.REMIGIUS, Card.SEVERUS)
    if is_out or (s.phase == Phase.STASH and is_outside(int(s.pawn[s.active]))):
        found.add("pawn", "has entered the abbey, and is outside")
    if s.pawn[s.active] >= HARBOR:
        found.add("pawn", "the pawn of the active player is in the harbor")
    if s.phase == Phase.WALK:
        if (s.carried == NO_KIND) != (s.carried_of == NOBODY) or Kind.CHALICE <= s.carried < FIRST_RING:
            found.add("carried", "a ring in hand has a kind of ring and an owner")
        if s.carried != NO_KIND and s.taken_in == NOWHERE:
            found.add("taken_in", "a ring in hand was taken somewhere")
    elif s.carried != NO_KIND or s.taken_in != NOWHERE:
        found.add("carried", "only Benjamin carries")
    if s.phase == Phase.FLIP and _areas_to_flip(s) < 2:
        found.add("phase", f"seat {s.to_act} has no choice of rings to flip")


def _areas_to_flip(s: State) -> int:
    if s.remigius == NOWHERE:
        return 0
    shelves = [s.remigius * SHELVES + RINGS + area for area in range(RING_AREAS)]
    return sum(s.to_act in s.piece[s.first_place[shelf] : s.first_place[shelf + 1]] for shelf in shelves)
