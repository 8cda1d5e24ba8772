"""Loops written once; `bind` gives them a game's rules in place of those of `kernel/unbound.py`."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw
from chapterhouse.kernel.unbound import (
    State,
    States,
    act,
    broken_law,
    conceal,
    first_code,
    is_legal,
    legal_mask,
    observe,
    rank,
    score,
    sensible,
    set_up,
)

OVER = 0
LEARNER = -1  # a seat whose decisions come from outside
RANDOM = 0
SENSIBLE = 1


def set_up_all(states: States, first: int, last: int) -> None:
    """Set up states first … last-1, each from its own generator."""
    for i in range(first, last):
        set_up(states[i])


def random_steps(states: States, first: int, last: int, decisions: int, luck: Row, mask: Row) -> int:
    """Random play of states first … last-1, each with its own row of `luck` and for so many decisions, set up anew when
    over; how many games were finished."""
    finished = 0
    for i in range(first, last):
        s = states[i]
        own = luck[i]
        for _ in range(decisions):
            count = legal_mask(s, mask)
            act(s, pick(mask, count, own, first_code(s)))
            if s.phase == OVER:
                finished += 1
                set_up(s)
    return finished


def step_all(states: States, first: int, last: int, actions: Row, masks: Row) -> int:
    """One environment step of states first … last-1: act, set up anew when over, write the mask. A state whose action
    its mask does not allow stays as it is; returns the first of these, or -1."""
    wrong = -1
    for i in range(first, last):
        action = int(actions[i])
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            wrong = i if wrong < 0 else wrong
        else:
            s = states[i]
            act(s, action)
            if s.phase == OVER:
                set_up(s)
            legal_mask(s, masks[i])
    return wrong


def mask_all(states: States, first: int, last: int, masks: Row) -> None:
    """Write the masks of states first … last-1."""
    for i in range(first, last):
        legal_mask(states[i], masks[i])


def pick_all(masks: Row, first: int, last: int, luck: Row, actions: Row) -> None:
    """A random legal action for each of the states first … last-1; 0 where none is."""
    for i in range(first, last):
        count = 0
        for code in range(masks.shape[1]):
            count += masks[i, code]
        actions[i] = pick(masks[i], count, luck) if count > 0 else 0


def perft(states: States, depth: int, masks: Row) -> int:
    """Count the sequences of `depth` decisions from states[0], chance as its generator deals it; a game that ends
    sooner counts once. `states` and `masks` have depth + 1 rows."""
    leaves = 0
    level = 0
    legal_mask(states[0], masks[0])
    while level >= 0:
        if level == depth or states[level].phase == OVER:
            leaves += 1
            level -= 1
            continue
        code = 0
        while code < masks.shape[1] and masks[level, code] == 0:
            code += 1
        if code == masks.shape[1]:
            level -= 1
            continue
        masks[level, code] = 0
        states[level + 1] = states[level]
        level += 1
        act(states[level], code)
        legal_mask(states[level], masks[level])
    return leaves


# ── Bots, and games to learn from ───────────────────────────────────────────────────────────────────────────────────


@rule
def choose(s: State, policy: int, mask: Row, count: int, luck: Row, seen: States) -> int:
    """What a bot does for the seat that is asked: one of the `count` actions in the mask, or, if it is sensible, what
    the rules of thumb say to what that seat may know; `seen` has one row for that."""
    if policy == SENSIBLE:
        seen[0] = s
        conceal(seen[0], s.to_act)
        return int(sensible(seen[0], luck))
    return int(pick(mask, count, luck, first_code(s)))


@rule
def rate(s: State, ranks: Row, points: Row, rewards: Row) -> None:
    """Ranks and points of all seats, and rewards: the share of the others that a seat has beaten, less the share that
    has beaten it. They lie between -1 and 1 and sum to nought."""
    rank(s, ranks)
    score(s, points)
    for seat in range(count_seats(s)):
        beaten = 0
        for other in range(count_seats(s)):
            if ranks[other] > ranks[seat]:
                beaten += 1
            elif ranks[other] < ranks[seat]:
                beaten -= 1
        rewards[seat] = beaten / (s.players - 1)


@rule
def step_game(
    s: State, action: int, policies: Row, luck: Row, mask: Row, seen: States,
    ranks: Row, points: Row, rewards: Row, resets: int,
) -> int:  # fmt: skip
    """A learner's decision, then those of the bots, then the mask of the next learner; 1 when that ended the game.

    A game that is over is set up anew: at once where `resets` is 1, else by the step after its last, whose action does
    not count."""
    for seat in range(ranks.shape[0]):
        ranks[seat] = 0
        points[seat] = 0
        rewards[seat] = 0
    finished = 0
    while True:
        # each rule stands here once: this is compiled as one function, and the rules inside it are large
        if s.phase == OVER:
            set_up(s)
        else:
            act(s, action)
        policy = LEARNER if s.phase == OVER else int(policies[s.to_act])
        count = 0 if policy == SENSIBLE else legal_mask(s, mask)
        if s.phase == OVER:
            rate(s, ranks, points, rewards)
            finished = 1
            if resets == 0:
                return finished
        elif policy == LEARNER:
            return finished
        else:
            action = choose(s, policy, mask, count, luck, seen)


@rule
def show_seat(s: State, seat: int, features: Row, seen: States) -> None:
    """What a seat observes of the state as it may know it, if an array is given for it."""
    if features.shape[0] > 0:
        seen[0] = s
        conceal(seen[0], seat)
        observe(seen[0], seat, features)


def step_learning(
    states: States, first: int, last: int, actions: Row, policies: Row, luck: Row, resets: int,
    seats: Row, masks: Row, features: Row, finished: Row, ranks: Row, points: Row, rewards: Row, seen: States,
) -> None:  # fmt: skip
    """One step of states first … last-1 for learners: `step_game`, then what the seat that is asked next can see. The
    seat of a game that is over is the one that was asked last."""
    for i in range(first, last):
        s = states[i]
        finished[i] = step_game(
            s, int(actions[i]), policies[i], luck[i], masks[i], seen, ranks[i], points[i], rewards[i], resets
        )
        if s.phase != OVER:
            seats[i] = s.to_act
        show_seat(s, int(seats[i]), features[i], seen)


def observe_all(states: States, first: int, last: int, seats: Row, features: Row, seen: States) -> None:
    """What seats[i] observes of each of the states first … last-1."""
    for i in range(first, last):
        show_seat(states[i], int(seats[i]), features[i], seen)


@rule
def play_game(s: State, policies: Row, luck: Row, mask: Row, seen: States, log: Row) -> int:
    """A whole game by the bots policies[seat]; the number of decisions. `log` takes three numbers a decision, as far as
    it reaches: seat, how many actions were legal, action."""
    set_up(s)
    decisions = 0
    while s.phase != OVER:
        policy = int(policies[s.to_act])
        at = 3 * decisions
        count = 0 if policy == SENSIBLE and at >= log.shape[0] else legal_mask(s, mask)
        action = choose(s, policy, mask, count, luck, seen)
        if at < log.shape[0]:
            log[at] = s.to_act
            log[at + 1] = count
            log[at + 2] = action
        act(s, action)
        decisions += 1
    return decisions


def play_games(
    states: States, first: int, last: int, policies: Row, luck: Row, mask: Row, seen: States, counts: Row
) -> None:
    """Play states first … last-1 to their end by the bots policies[seat]; counts[i] becomes the number of decisions."""
    for i in range(first, last):
        counts[i] = play_game(states[i], policies, luck, mask, seen, counts[:0])


def log_game(states: States, i: int, policies: Row, luck: Row, mask: Row, seen: States, log: Row) -> int:
    """The same for states[i], every decision written down."""
    return int(play_game(states[i], policies, luck, mask, seen, log))


def rate_games(states: States, first: int, last: int, ranks: Row, points: Row) -> None:
    """Write ranks[i] and points[i], one number a seat, of states first … last-1."""
    for i in range(first, last):
        rank(states[i], ranks[i])
        score(states[i], points[i])


# ── Long runs that check everything ─────────────────────────────────────────────────────────────────────────────────

# what a run can find; from LAW on it is the number of a law that was broken
SOUND = 0
NO_SEAT = 1  # nobody of the table is asked, or in a phase in which nobody can be
STUCK = 2  # nothing is legal, or the mask is not what was counted
WRONG_CHOICE = 3  # a bot chose what is not legal
DISAGREES = 4  # `is_legal` and the mask differ on an action
UNKNOWN = 5  # the seat that is asked cannot know whether an action is legal
ENDLESS = 6
WRONG_RANKS = 7  # no seat is the best, or one has no rank
LAW = 7  # + number


@rule
def check_decision(s: State, mask: Row, count: int, action: int, probe: int, seen: States) -> int:
    """What is wrong with a decision that is about to be made; `probe` is any code."""
    legal = 0
    for code in range(mask.shape[0]):
        legal += mask[code]
    if count < 1 or count != legal:
        return STUCK
    if action < 0 or action >= mask.shape[0] or mask[action] == 0:
        return WRONG_CHOICE
    if not is_legal(s, action) or is_legal(s, probe) != (mask[probe] == 1):
        return DISAGREES
    seen[0] = s
    conceal(seen[0], s.to_act)
    if not is_legal(seen[0], action) or is_legal(seen[0], probe) != (mask[probe] == 1):
        return UNKNOWN
    return SOUND


@rule
def check_end(s: State, ranks: Row) -> int:
    """What is wrong with a game that is over."""
    rank(s, ranks)
    best = 0
    for seat in range(count_seats(s)):
        if ranks[seat] < 1 or ranks[seat] > s.players:
            return WRONG_RANKS
        if ranks[seat] == 1:
            best += 1
    return SOUND if best > 0 else WRONG_RANKS


@rule
def play_checked(
    s: State, policies: Row, luck: Row, most: int, mask: Row, seen: States, ranks: Row, log: Row, faults: Row
) -> None:
    """A whole game by bots, everything checked before every decision. faults[0] becomes the number of decisions that
    were made, faults[1] what is wrong. `log` takes the actions, as far as it reaches."""
    set_up(s)
    faults[0] = 0
    faults[1] = SOUND
    while faults[1] == SOUND:
        law = broken_law(s)
        if law > 0:
            faults[1] = LAW + law
        elif s.phase == OVER:
            faults[1] = check_end(s, ranks)
            return
        elif s.phase < 0 or s.phase > OVER or s.to_act < 0 or s.to_act >= s.players:
            faults[1] = NO_SEAT
        elif faults[0] >= most:
            faults[1] = ENDLESS
        else:
            count = legal_mask(s, mask)
            probe = draw(luck, mask.shape[0])
            action = 0
            if count > 0:
                action = choose(s, int(policies[s.to_act]), mask, count, luck, seen)
            if faults[0] < log.shape[0]:
                log[faults[0]] = action
            faults[1] = check_decision(s, mask, count, action, probe, seen)
            if faults[1] == SOUND:
                act(s, action)
                faults[0] += 1


def soak_games(
    states: States, first: int, last: int, policies: Row, luck: Row, most: int,
    mask: Row, seen: States, ranks: Row, log: Row, faults: Row,
) -> None:  # fmt: skip
    """`play_checked` for the games first … last-1; the log is that of the last."""
    for i in range(first, last):
        play_checked(states[i], policies[i], luck[i], most, mask, seen, ranks, log, faults[i])
