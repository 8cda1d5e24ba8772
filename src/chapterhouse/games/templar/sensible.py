"""Templar: a few rules of thumb, as kernels; a bot, and a policy for playouts. Worth is in tenths of a point."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.templar.rules.abbey import (
    count_bits,
    count_places,
    free_place,
    has_ring_place,
    open_around,
    open_from,
    shelf_of,
    whole,
)
from chapterhouse.games.templar.rules.benjamin import carriable_rooms, refuse_drop, refuse_take
from chapterhouse.games.templar.rules.moving import can_stop, mover_of, next_rooms, range_of
from chapterhouse.games.templar.rules.remigius import count_audience, points_for, refuse_flip
from chapterhouse.games.templar.rules.scoring import points_of
from chapterhouse.games.templar.rules.stash import refuse_stash, shelf_stashed, stashes_of
from chapterhouse.games.templar.rules.turn import barred_cards, refuse_door
from chapterhouse.games.templar.state import (
    ANNOUNCE,
    CARDS,
    CHURCH,
    DONE,
    DOOR,
    DROP,
    EMPTY,
    FIRST_RING,
    FLIP,
    KINDS,
    MAIN,
    NO_KIND,
    NOWHERE,
    PAIRS,
    PLACE,
    PORTAL,
    RING_AREAS,
    RING_KINDS,
    RINGS,
    ROOMS,
    SCORED,
    SEATS,
    SHELVES,
    SIDE,
    SILENT,
    SINGLE,
    STASH,
    STEP,
    STOP,
    STORE,
    STOREHOUSES,
    TAKE,
    Card,
    Kind,
    Phase,
    State,
)
from chapterhouse.kernel.bits import bit, lowest
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw

CHALICE_WORTH = 45
BOOK_WORTH = 27
RING_WORTH = 22
NEIGHBOUR_WORTH = 3  # for each own unscored ring that lies there already: they score together
NEW_ROOM_WORTH = 16
CHURCH_WORTH = 8
FULL_STOCK = 8  # with more there is enough to stash
NOTHING = -1000
NEXT_MONK = int(Card.JOSUA)  # the middling one
WHIM = 5  # so that equals are not always decided alike
WHIM_BITS = 3
WHIMS = (1 << WHIM_BITS) - 1
FIGURES = 3  # Remigius, Severus and Vitus
ANSELMUS, JOSUA, LUCAS, BENJAMIN, MARIA, STEPHANUS, PORTICUS, REMIGIUS, SEVERUS, BELLS = (int(card) for card in Card)

Stashes = tuple[int, int, int, int]  # chalices, books, rings; the worth of a ring
Worths = tuple[int, int, int]  # of 3 valuables, 2 and 1
Scorings = tuple[int, int]  # for Remigius and for Severus


# ── What a room is worth ────────────────────────────────────────────────────────────────────────────────────────────


@rule
def count_own_rings(s: State, seat: int, room: int) -> int:
    count = 0
    for place in range(s.first_place[shelf_of(room, RINGS)], s.first_place[(room + 1) * SHELVES]):
        count += s.piece[place] == seat
    return count


@rule
def count_free(s: State, shelf: int) -> int:
    count = 0
    for place in range(s.first_place[shelf], s.first_place[shelf + 1]):
        count += s.piece[place] == EMPTY
    return count


@rule
def most_rings(s: State, seat: int) -> int:
    """How many rings of one kind are in the stock at most."""
    most = 0
    for kind in range(FIRST_RING, KINDS):
        most = max(most, int(s.stock[seat, kind]))
    return most


@rule
def room_for(s: State, seat: int, room: int) -> Stashes:
    """What a seat could stash in a room: a chalice, a book, about how many rings, and what each of these is worth."""
    chalice = s.stock[seat, Kind.CHALICE] > 0 and free_place(s, shelf_of(room, Kind.CHALICE)) != EMPTY
    book = s.stock[seat, Kind.BOOK] > 0 and free_place(s, shelf_of(room, Kind.BOOK)) != EMPTY
    rings = 0
    for area in range(RING_AREAS):
        shelf = shelf_of(room, RINGS + area)
        kind = int(s.ring_kind[room, area])
        if kind == NO_KIND:
            rings += min(count_places(s, shelf), most_rings(s, seat))
        elif s.stock[seat, kind] > 0:
            rings += min(count_free(s, shelf), int(s.stock[seat, kind]))
    worth = 0
    if rings > 0:
        worth = RING_WORTH + NEIGHBOUR_WORTH * min(3, count_own_rings(s, seat, room))
        worth += CHURCH_WORTH if room == CHURCH else 0
    return int(chalice), int(book), rings, worth


@rule
def worth_of_stashes(s: State, seat: int, room: int, could: Stashes, stashes: int) -> int:
    """What so many valuables of those that could be stashed in a room would be worth there."""
    chalice, book, rings, ring_worth = could
    worth = chalice * CHALICE_WORTH
    if stashes > chalice:
        worth += book * BOOK_WORTH
    worth += max(0, min(stashes - chalice - book, rings)) * ring_worth
    if worth > 0 and int(s.in_rooms[seat]) & bit(room) == 0:
        worth += NEW_ROOM_WORTH
    return worth


@rule
def worth_of_stash(s: State, seat: int, room: int, stashes: int) -> int:
    """What so many valuables would be worth in this room."""
    if room == s.severus:
        return 0
    return worth_of_stashes(s, seat, room, room_for(s, seat, room), stashes)


@rule
def worth_of_scoring(s: State, seat: int, room: int) -> int:
    """What a seat has to gain in this room, less what each other has on average."""
    if room == s.severus:
        return 0
    own = 0
    unscored = 0
    books = s.first_place[shelf_of(room, Kind.BOOK)]
    rings = s.first_place[shelf_of(room, RINGS)]
    for place in range(s.first_place[shelf_of(room, Kind.CHALICE)], s.first_place[shelf_of(room + 1, Kind.CHALICE)]):
        piece = int(s.piece[place])
        points = points_for(Kind.CHALICE if place < books else Kind.BOOK if place < rings else RINGS)
        own += points if piece == seat else 0
        unscored += points if EMPTY < piece < SCORED else 0
    return 10 * own - 10 * (unscored - own) // (s.players - 1)


@rule
def worth_of_room(s: State, seat: int, card: int, room: int) -> int:
    """What it is worth that the figure of a card stops here."""
    if card == Card.REMIGIUS:
        return worth_of_scoring(s, seat, room)
    if card == Card.SEVERUS:
        return -worth_of_scoring(s, seat, room) // 4
    if card == Card.STEPHANUS:
        return 10 * count_audience(s, room)
    if card == Card.BENJAMIN:
        return worth_of_stash(s, seat, room, 1) // 4
    return worth_of_stash(s, seat, room, stashes_of(card))


@rule
def rooms_within(s: State, front: int, steps: int, closed: int) -> int:
    """These rooms and those that some more steps lead to, but the closed ones."""
    front &= ~closed
    rooms = front
    for _ in range(steps):
        front = open_around(s, front) & ~(rooms | closed)
        rooms |= front
    return rooms


@rule
def best_worth(s: State, seat: int, card: int, rooms: int) -> int:
    """The best worth of these rooms for the figure of a card."""
    best = NOTHING
    while rooms:
        best = max(best, worth_of_room(s, seat, card, lowest(rooms)))
        rooms &= rooms - 1
    return best


@rule
def best_stashes(s: State, seat: int, place: int, steps: int) -> Worths:
    """What up to so many steps from here lead to: the best worth of 3 valuables after 1 step, of 2 after 1 or 2, of 1
    after 1 to 3. That is what Anselmus, Josua and Lucas find; every room is looked at once."""
    three = NOTHING
    two = NOTHING
    one = NOTHING
    front = open_from(s, place)
    seen = front | (bit(place) if place < ROOMS else 0)
    if not has_stock(s, seat):
        return (0, 0, 0) if front else (NOTHING, NOTHING, NOTHING)
    for step in range(steps):
        rest = front
        while rest:
            room = lowest(rest)
            rest &= rest - 1
            could = room_for(s, seat, room) if room != s.severus else (0, 0, 0, 0)
            one = max(one, worth_of_stashes(s, seat, room, could, 1))
            if step < 2:
                two = max(two, worth_of_stashes(s, seat, room, could, 2))
            if step < 1:
                three = max(three, worth_of_stashes(s, seat, room, could, 3))
        if step + 1 < steps:
            front = open_around(s, front) & ~seen
            seen |= front
    return three, two, one


@rule
def has_stock(s: State, seat: int) -> bool:
    stock = 0
    for kind in range(KINDS):
        stock += int(s.stock[seat, kind])
    return stock > 0


@rule
def best_scorings(s: State, seat: int, remigius: int, severus: int) -> Scorings:
    """What Remigius finds in the rooms that he can reach, and Severus in his. Every room is looked at once."""
    best = NOTHING
    worst = NOTHING
    rest = remigius | severus
    while rest:
        room = lowest(rest)
        rest &= rest - 1
        worth = worth_of_scoring(s, seat, room)
        if remigius & bit(room):
            best = max(best, worth)
        if severus & bit(room):
            worst = max(worst, -worth // 4)
    return best, worst


@rule
def closed_to(s: State, card: int) -> int:
    """The room that the figure of a card cannot end in."""
    return bit(s.vitus) if card == Card.REMIGIUS and s.vitus < ROOMS else 0


# ── Which card ──────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def worth_of_tiles(s: State, seat: int, storehouse: int) -> int:
    """What Maria would bring home from a storehouse."""
    worth = 0
    stock = 0
    for kind in range(KINDS):
        taken = min(int(s.harbor[storehouse, kind]), int(s.reserve[seat, kind]))
        worth += taken * (24 if kind == Kind.CHALICE else 16 if kind == Kind.BOOK else 13)
        stock += int(s.stock[seat, kind])
    return worth - 4 * stock if stock < FULL_STOCK else worth // 4


@rule
def best_storehouse(s: State, seat: int) -> int:
    best = 0
    most = worth_of_tiles(s, seat, 0)
    for storehouse in range(1, STOREHOUSES):
        worth = worth_of_tiles(s, seat, storehouse)
        if worth > most:
            most = worth
            best = storehouse
    return best


@rule
def worth_in_hand(card: int) -> int:
    """What it is worth to have a card back."""
    if card == Card.REMIGIUS:
        return 9
    if card <= Card.LUCAS or card == Card.MARIA:
        return 7
    return 3 if card == Card.STEPHANUS else 2


@rule
def worth_of_bells(s: State, seat: int) -> int:
    """What it is worth to take the pile back."""
    worth = 0
    for card in range(CARDS):
        if int(s.hand[seat]) & bit(card) == 0:
            worth += worth_in_hand(card)
    return worth


@rule
def rooms_in_range(s: State, place: int, card: int) -> int:
    """The rooms where the figure of a card can stop that begins its move here."""
    closed = closed_to(s, card) | (bit(place) if place < ROOMS else 0)
    return rooms_within(s, open_from(s, place), range_of(card) - 1, closed)


@rule
def rate(cards: int, whims: int, card: int, worth: int) -> int:
    """A card of these with its whim, as a number: the higher the better, of equals the lower card. A card that is not
    among them is worse than any."""
    if cards & bit(card) == 0:
        return 3 * NOTHING * CARDS
    return (worth + (whims >> WHIM_BITS * card & WHIMS)) * CARDS + CARDS - 1 - card


@rule
def could_beat(most: int, worth: int) -> bool:
    """Whether a card that is worth so much at most can be better than one that is rated so."""
    return (worth + WHIM) * CARDS > most


@rule
def sensible_card(s: State, luck: Row) -> int:
    """The card that is worth most now; a barred one never. What is quickly reckoned comes first: what cannot be better
    is not looked into."""
    seat = whole(s.to_act)
    cards = int(s.hand[seat])
    if s.phase == Phase.CARD:
        cards &= ~barred_cards(s, seat)
    whims = 0
    for card in range(CARDS):
        if cards & bit(card):
            whims |= draw(luck, WHIM) << WHIM_BITS * card
    most = 2 * NOTHING * CARDS + CARDS - 1
    most = max(most, rate(cards, whims, BELLS, worth_of_bells(s, seat)))
    most = max(most, rate(cards, whims, PORTICUS, 10))
    if cards & bit(MARIA):
        most = max(most, rate(cards, whims, MARIA, worth_of_tiles(s, seat, best_storehouse(s, seat))))
    pawn = whole(s.pawn[seat])
    steps = 3 if cards & bit(LUCAS) else 2 if cards & bit(JOSUA) else 1 if cards & bit(ANSELMUS) else 0
    if steps > 0:
        three, two, one = best_stashes(s, seat, pawn, steps)
        most = max(most, rate(cards, whims, ANSELMUS, three))
        most = max(most, rate(cards, whims, JOSUA, two))
        most = max(most, rate(cards, whims, LUCAS, one))
    if cards & (bit(REMIGIUS) | bit(SEVERUS)):
        remigius = rooms_in_range(s, whole(s.remigius), whole(REMIGIUS)) if cards & bit(REMIGIUS) else 0
        severus = rooms_in_range(s, whole(s.severus), whole(SEVERUS)) if cards & bit(SEVERUS) else 0
        best, worst = best_scorings(s, seat, remigius, severus)
        most = max(most, rate(cards, whims, REMIGIUS, best))
        most = max(most, rate(cards, whims, SEVERUS, worst + 10))
    if cards & bit(BENJAMIN) and could_beat(most, (CHALICE_WORTH + NEW_ROOM_WORTH) // 4):
        rooms = rooms_in_range(s, pawn, whole(BENJAMIN))
        most = max(most, rate(cards, whims, BENJAMIN, best_worth(s, seat, whole(BENJAMIN), rooms)))
    if cards & bit(STEPHANUS) and could_beat(most, 10 * (whole(s.players) - 1 + FIGURES)):
        rooms = rooms_in_range(s, pawn, whole(STEPHANUS))
        most = max(most, rate(cards, whims, STEPHANUS, best_worth(s, seat, whole(STEPHANUS), rooms)))
    return CARDS - 1 - most % CARDS


# ── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def sensible_step(s: State) -> int:
    """Towards the best room that can still be reached; stop where no other is better."""
    seat = whole(s.active)
    card = whole(s.card)
    rooms = next_rooms(s)
    # a room that must be crossed is no end, but leads on
    closed = (s.entered | closed_to(s, card)) & ~rooms
    most = worth_of_room(s, seat, card, mover_of(s)) if can_stop(s) else 2 * NOTHING
    goals = 0
    rest = rooms_within(s, rooms, s.steps - 1, closed)
    while rest:
        room = lowest(rest)
        rest &= rest - 1
        worth = worth_of_room(s, seat, card, room)
        if worth > most:
            most = worth
            goals = bit(room)
        elif worth == most and goals:
            goals |= bit(room)
    return STOP if goals == 0 else STEP + first_towards(s, goals, rooms, s.steps - 1, closed)


@rule
def first_towards(s: State, goals: int, rooms: int, steps: int, closed: int) -> int:
    """The lowest of these rooms from which one of the goals can be reached."""
    while steps > 0 and not rooms_within(s, bit(lowest(rooms)), steps, closed) & goals:
        rooms &= rooms - 1
    return lowest(rooms if steps > 0 else goals)


@rule
def lacks(s: State, room: int, kind: int) -> bool:
    """A room without a valuable of the walker where a ring of this kind could lie."""
    if int(s.in_rooms[s.active]) & bit(room) or room == s.taken_in:
        return False
    return has_ring_place(s, room, kind)


@rule
def steps_to_lacking(s: State, front: int, kind: int) -> int:
    """Fewest steps from these rooms to one that lacks an own valuable; 9 where there is none near."""
    seen = front
    for steps in range(4):
        rest = front
        while rest:
            room = lowest(rest)
            rest &= rest - 1
            if lacks(s, room, kind):
                return steps
        front = open_around(s, front) & ~seen
        seen |= front
    return 9


@rule
def sensible_carry(s: State) -> int:
    """Carry the ring to a room that lacks one; drop it there, or where it must be."""
    room = whole(s.pawn[s.active])
    rooms = carriable_rooms(s)
    is_goal = s.carried_of == s.active and lacks(s, room, whole(s.carried))
    if is_goal or rooms == 0:
        for area in range(RING_AREAS):
            if refuse_drop(s, area) == 0:
                return DROP + area
    best = NOWHERE
    fewest = 99
    rest = rooms
    while rest:
        to = lowest(rest)
        rest &= rest - 1
        steps = steps_to_lacking(s, bit(to), whole(s.carried))
        if steps < fewest:
            fewest = steps
            best = to
    return STEP + best


@rule
def sensible_take(s: State) -> int:
    """An own ring where two of one's own lie, when a room that lacks one is near enough; else STOP."""
    room = whole(s.pawn[s.active])
    if s.steps == 0 or room >= ROOMS or count_own_rings(s, whole(s.active), room) < 2:
        return STOP
    for area in range(RING_AREAS):
        if refuse_take(s, area * SEATS + whole(s.active)) == 0:
            if 1 + steps_to_lacking(s, open_from(s, room), whole(s.ring_kind[room, area])) <= s.steps:
                return TAKE + area * SEATS + s.active
    return STOP


@rule
def sensible_walk(s: State) -> int:
    """Benjamin spreads own rings over more rooms, and else walks to where the next stash is good."""
    if s.carried != NO_KIND:
        return sensible_carry(s)
    take = sensible_take(s)
    if take != STOP:
        return take
    if s.moved > 0:
        rooms = open_from(s, whole(s.pawn[s.active])) if s.steps > 0 else 0
        here = worth_of_room(s, whole(s.active), whole(s.card), whole(s.pawn[s.active]))
        if best_worth(s, whole(s.active), whole(s.card), rooms & ~whole(s.entered)) <= here:
            return STOP
    best = 0
    most = 2 * NOTHING
    rest = carriable_rooms(s)
    while rest:
        room = lowest(rest)
        rest &= rest - 1
        worth = best_worth(s, whole(s.active), whole(s.card), rooms_within(s, bit(room), s.steps - 1, whole(0)))
        if worth > most:
            most = worth
            best = room
    return STEP + best


# ── All else ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def sensible_stash(s: State) -> int:
    """Chalice before book before ring; of rings the kind of which most are left, rather to others of its kind."""
    best = DONE
    most = 0
    room = whole(s.pawn[s.active])
    for what in range(DONE - STASH):
        if refuse_stash(s, what) == 0:
            worth = CHALICE_WORTH if what == Kind.CHALICE else BOOK_WORTH
            if what >= RINGS:
                kind = FIRST_RING + (what - RINGS) // RING_AREAS
                area = shelf_stashed(what) - RINGS
                worth = 4 + 2 * int(s.stock[s.active, kind]) + (s.ring_kind[room, area] == kind)
            if worth > most:
                most = worth
                best = STASH + what
    return best


@rule
def worth_of_portal(s: State, place: int) -> int:
    """What the next monk finds from in front of a portal."""
    return best_worth(s, whole(s.active), whole(NEXT_MONK), rooms_within(s, open_from(s, place), whole(1), whole(0)))


@rule
def sensible_portal(s: State) -> int:
    """The portal from which the next monk finds the better room."""
    return PORTAL + (1 if worth_of_portal(s, whole(SIDE)) > worth_of_portal(s, whole(MAIN)) else 0)


@rule
def sensible_door(s: State, luck: Row) -> int:
    """Any passage, rather none at the own pawn."""
    best = 0
    most = -1
    for pair in range(PAIRS):
        if refuse_door(s, pair) == 0:
            worth = draw(luck, WHIM)
            if most < worth:
                most = worth
                best = pair
    return DOOR + best


@rule
def sensible_flip(s: State) -> int:
    for area in range(RING_AREAS):
        if refuse_flip(s, area) == 0:
            return FLIP + area
    return FLIP


@rule
def is_leading(s: State, seat: int) -> bool:
    """Whether nobody would have more points if the game ended now."""
    for other in range(count_seats(s)):
        if points_of(s, other) > points_of(s, seat):
            return False
    return True


@rule
def sensible_place(s: State, luck: Row) -> int:
    """Figures go anywhere; Vitus beside Remigius."""
    if s.phase != Phase.PLACE_VITUS:
        return PLACE + draw(luck, ROOMS)
    rooms = int(s.neighbours[s.remigius])
    for _ in range(draw(luck, count_bits(rooms))):
        rooms &= rooms - 1
    return PLACE + lowest(rooms)


@rule
def sensible(s: State, luck: Row) -> int:
    """A legal action by rules of thumb."""
    phase = s.phase
    if phase == Phase.CARD or phase == Phase.CHOOSE:
        return sensible_card(s, luck)
    if phase == Phase.STEP:
        return sensible_step(s)
    if phase == Phase.WALK:
        return sensible_walk(s)
    if phase == Phase.STASH:
        return sensible_stash(s)
    if phase == Phase.STOREHOUSE:
        return STORE + best_storehouse(s, whole(s.active))
    if phase == Phase.RETURN:
        return sensible_portal(s)
    if phase == Phase.DOOR:
        return sensible_door(s, luck)
    if phase == Phase.FLIP:
        return sensible_flip(s)
    if phase == Phase.ANNOUNCE:
        return ANNOUNCE if is_leading(s, whole(s.to_act)) else SILENT
    if phase == Phase.SINGLE:
        return SINGLE + draw(luck, RING_KINDS)
    return sensible_place(s, luck)
