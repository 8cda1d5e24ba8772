"""Information-set Monte-Carlo tree search for n players (Cowling, Powley & Whitehouse 2012), written once; `bind` gives
it a game's rules in place of those of `kernel/unbound.py`.

One tree over sequences of actions. Each simulation redeals a world that agrees with what the seat knows, walks down
among the actions that are legal in that world (how often an action could be chosen counts, not its parent's visits),
adds one node, plays to the end or asks the net, and adds one utility for every seat to every node on its way. Who moves
looks after himself; the net or the rules of thumb say what he probably does, and the more so where a rival moves.

Nothing here allocates: the tree, the world and all rows come from the caller.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from chapterhouse.bots.net import evaluate
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import draw, split
from chapterhouse.kernel.unbound import (
    State,
    States,
    act,
    conceal,
    first_code,
    legal_mask,
    observe,
    rank,
    redeal,
    score,
    sensible,
)

OVER = 0
SEATS = 5
ACTIONS = 0

# columns of a tree, int32[nodes, COLUMNS]; beside it stand the sums of utilities, float64[nodes, SEATS]
ACTION, CHILD, SIBLING, VISITS, AVAILABLE, POLICY = range(6)
COLUMNS = 6
NO_ACTION = -1
NO_NODE = -1
NO_POLICY = -1  # the net has not been asked about this node
ROOT = 0

# columns of what came of each first action, float64[ACTIONS, …]: simulations, wins of each seat, points of each seat,
# and how many simulations were played to the end
SIMULATIONS = 0
WINS = 1

# a recipe: one float64 row a bot
(
    EXPLORE,  # how much an action that is seldom tried is worth trying, at own nodes
    RIVAL_EXPLORE,  # … and at rivals' nodes
    TRUST,  # the part of the prior that lies on what the rules of thumb say, at own nodes
    RIVAL_TRUST,
    DOUBT,  # how much less than its parent's worth an untried action is held for, at own nodes
    RIVAL_DOUBT,
    WIN,  # weight of the win in a utility
    MARGIN,  # weight of the margin to the best rival
    SCALE,  # points that count as a large margin
    RANDOM_SHARE,  # part of a playout's decisions that are made at random
    NET,  # 1: the net says what is likely
    NET_VALUE,  # the part of a leaf's worth that the net says; the rest is played out
    SIMPLE,  # a bit for each seat that goes by the rules of thumb: in the tree too a rival then does what they say
    TEMPERATURE,  # above 1 the net's policy is flattened: it has been trained to act, and leaves a search too little
    ROUNDS,  # how often the turn comes round by the rules of thumb before the net is asked what a leaf is worth
) = range(15)
PARTS = 65536  # chances are drawn in such parts


class Guide(NamedTuple):
    """The net that is asked, and what its answers are written into."""

    weights: Row
    dense: Row
    seen: States  # one row: the position as a seat knows it
    features: Row
    scratch: Row
    whole: Row
    policies: Row  # one row an answer; the first says how many are full, the last is nobody's
    expected: Row  # float64[2, SEATS]: the utilities and chances of the last answer


@rule
def play_out(s: State, luck: Row, mask: Row, random_share: float) -> int:
    """Play to the end, by the rules of thumb or at random; how many decisions that took."""
    decisions = 0
    bar = int(random_share * PARTS)
    while s.phase != OVER:
        if bar == PARTS or (bar > 0 and draw(luck, PARTS) < bar):
            act(s, pick(mask, legal_mask(s, mask), luck, first_code(s)))
        else:
            act(s, sensible(s, luck))
        decisions += 1
    return decisions


@rule
def play_rounds(s: State, luck: Row, rounds: int) -> int:
    """Play by the rules of thumb until it is so often the turn of who is to act now; how many decisions that took."""
    decisions = 0
    waiting = int(s.to_act)
    while s.phase != OVER and rounds > 0:
        before = int(s.to_act)
        act(s, sensible(s, luck))
        decisions += 1
        if s.to_act == waiting and before != waiting:
            rounds -= 1
    return decisions


@rule
def value(s: State, recipe: Row, ranks: Row, points: Row, wins: Row, utilities: Row) -> None:
    """What a finished game is worth to each seat: its share of the win, and the utility 0 … 1 that the search seeks."""
    rank(s, ranks)
    score(s, points)
    winners = 0
    for seat in range(s.players):
        winners += int(ranks[seat] == 1)
    for seat in range(s.players):
        wins[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
        best = -1000000
        for other in range(s.players):
            if other != seat:
                best = max(best, int(points[other]))
        margin = 0.5 + 0.5 * math.tanh((points[seat] - best) / recipe[SCALE])
        utilities[seat] = recipe[WIN] * wins[seat] + recipe[MARGIN] * margin


@rule
def grow(tree: Row, sums: Row, node: int, parent: int, action: int) -> None:
    """Make `node` a new child of `parent`."""
    tree[node, ACTION] = action
    tree[node, CHILD] = NO_NODE
    tree[node, SIBLING] = tree[parent, CHILD]
    tree[node, VISITS] = 0
    tree[node, AVAILABLE] = 0
    tree[node, POLICY] = NO_POLICY
    for seat in range(SEATS):
        sums[node, seat] = 0.0
    tree[parent, CHILD] = node


@rule
def child_after(tree: Row, sums: Row, node: int, action: int, nodes: int) -> int:
    """The child of a node after this action: one of the tree's, or number `nodes`, which is grown."""
    child = int(tree[node, CHILD])
    while child != NO_NODE and tree[child, ACTION] != action:
        child = int(tree[child, SIBLING])
    if child == NO_NODE:
        grow(tree, sums, nodes, node, action)
        child = nodes
    return child


@rule
def nth_untried(mask: Row, n: int) -> int:
    """The n-th action whose mask is 1; tried ones have 2."""
    code = 0
    while mask[code] != 1 or n > 0:
        if mask[code] == 1:
            n -= 1
        code += 1
    return code


@rule
def ask_net(s: State, node: int, mask: Row, recipe: Row, tree: Row, guide: Guide) -> None:
    """What the net says of the position at a node, from what its mover knows: its policy into the next row, and what it
    expects. Without a node only that is wanted."""
    mover = int(s.to_act)
    guide.seen[0] = s
    seen = guide.seen[0]
    conceal(seen, mover)
    observe(seen, mover, guide.features)
    policies = guide.policies
    row = int(policies[0, 0])
    if node != NO_NODE and row < policies.shape[0] - 2:
        row += 1
        policies[0, 0] = row
        tree[node, POLICY] = row
    else:
        row = policies.shape[0] - 1  # or all are in use: the last one is written over, and nobody's
    evaluate(
        guide.weights, guide.dense, guide.features, mask, mover, int(s.players),
        guide.scratch, guide.whole, policies[row], guide.expected[0], guide.expected[1],
    )  # fmt: skip
    if recipe[TEMPERATURE] != 1 and node != NO_NODE:
        for action in range(ACTIONS):
            if mask[action] != 0:
                policies[row, action] **= 1 / recipe[TEMPERATURE]


@rule
def select(
    s: State,
    node: int,
    seat: int,
    luck: Row,
    legal: int,
    mask: Row,
    recipe: Row,
    tree: Row,
    sums: Row,
    nodes: int,
    policies: Row,
) -> int:
    """Which child to go on with: one of the tree's, or number `nodes` for a new one, which is grown; NO_NODE when there
    is none and the tree is full. `mask` holds the `legal` actions."""
    mover = int(s.to_act)
    is_own = mover == seat
    explore = recipe[EXPLORE] if is_own else recipe[RIVAL_EXPLORE]
    trust = recipe[TRUST] if is_own else recipe[RIVAL_TRUST]
    policy = policies[max(0, tree[node, POLICY])]
    has_policy = tree[node, POLICY] != NO_POLICY
    likely = sensible(s, luck) if legal > 1 and trust > 0 else -1
    total = float(legal)
    if has_policy:
        total = 1.0e-9
        for action in range(ACTIONS):
            if mask[action] == 1:
                total += policy[action]
    best = NO_NODE
    most = -1.0e30
    tried = 0
    child = tree[node, CHILD]
    while child != NO_NODE:
        action = tree[child, ACTION]
        if mask[action] == 1:
            mask[action] = 2
            tried += 1
            tree[child, AVAILABLE] += 1
            visits = tree[child, VISITS]
            prior = (1.0 - trust) * (policy[action] if has_policy else 1.0) / total
            if action == likely:
                prior += trust
            worth = explore * prior * math.sqrt(tree[child, AVAILABLE]) / (1 + visits)
            worth += sums[child, mover] / visits if visits > 0 else 1.0
            if worth > most:
                most = worth
                best = child
        child = tree[child, SIBLING]
    if tried == legal or nodes == tree.shape[0]:
        return int(best)
    # the untried action that is most likely
    fresh = likely if likely >= 0 and mask[likely] == 1 else -1
    prior = trust if fresh >= 0 else 0.0
    if has_policy:
        finest = -1.0
        for action in range(ACTIONS):
            if mask[action] == 1:
                chance = (1.0 - trust) * policy[action] / total + (trust if action == likely else 0.0)
                if chance > finest:
                    finest = chance
                    fresh = action
        prior = finest
    else:
        prior += (1.0 - trust) / legal
    if tried > 0:
        visits = tree[node, VISITS]
        worth = 0.5
        if visits > 0:
            worth = sums[node, mover] / visits - (recipe[DOUBT] if is_own else recipe[RIVAL_DOUBT])
        if worth + explore * prior * math.sqrt(1.0 + visits) < most:
            return int(best)
    if fresh < 0:
        fresh = nth_untried(mask, draw(luck, legal - tried))
    grow(tree, sums, nodes, node, fresh)
    tree[nodes, AVAILABLE] = 1
    return nodes


@rule
def descend(
    s: State,
    seat: int,
    opening: int,
    luck: Row,
    mask: Row,
    recipe: Row,
    tree: Row,
    sums: Row,
    nodes: int,
    path: Row,
    counts: Row,
    guide: Guide,
) -> int:
    """Walk down and add a node where there was a choice, and those that are forced after it; the world is left at the
    leaf, and its actions in `mask`. path[0] becomes the length of the way, path[1 …] its nodes; answers how many nodes
    the tree has now."""
    node = ROOT
    length = 1
    path[1] = ROOT
    is_new = False
    simple = int(recipe[SIMPLE])
    # where the net was not asked about the leaf itself, it is asked what is likely there when it comes up again
    asks = recipe[NET] > 0 and recipe[ROUNDS] > 0
    while s.phase != OVER and length < path.shape[0] - 1:
        legal = legal_mask(s, mask)
        if is_new and legal > 1:
            break
        if node == ROOT and opening != NO_ACTION:
            node = child_after(tree, sums, ROOT, opening, nodes)
            legal = 1
        elif simple >> s.to_act & 1 and s.to_act != seat and legal > 1 and nodes < tree.shape[0]:
            node = child_after(tree, sums, node, sensible(s, luck), nodes)
        else:
            has_room = guide.policies[0, 0] < guide.policies.shape[0] - 2
            if asks and legal > 1 and tree[node, POLICY] == NO_POLICY and has_room:
                ask_net(s, node, mask, recipe, tree, guide)
                counts[3] += 1
            node = select(s, node, seat, luck, legal, mask, recipe, tree, sums, nodes, guide.policies)
        if node == NO_NODE:
            break
        if node == nodes:
            nodes += 1
            is_new = is_new or legal > 1
        length += 1
        path[length] = node
        act(s, tree[node, ACTION])
    path[0] = length
    return nodes


def simulate(
    seen: States,
    seat: int,
    is_hidden: int,
    opening: int,
    simulations: int,
    luck: Row,
    recipe: Row,
    worlds: States,
    mask: Row,
    tree: Row,
    sums: Row,
    nodes: int,
    path: Row,
    ranks: Row,
    points: Row,
    reals: Row,
    first: Row,
    counts: Row,
    guide: Guide,
) -> int:
    """So many simulations from seen[0], as `seat` knows it (or as it is, when nothing is hidden); how many nodes the
    tree has then. Every one begins with the action `opening`, unless that is NO_ACTION. A tree without nodes is begun.
    `counts` gains simulations, decisions in playouts and in the tree, and questions to the net; `worlds` has one row.
    """
    world = worlds[0]
    utilities = reals[0]
    wins = reals[1]
    if nodes == 0:
        nodes = 1
        tree[ROOT, ACTION] = NO_ACTION
        tree[ROOT, CHILD] = NO_NODE
        tree[ROOT, SIBLING] = NO_NODE
        tree[ROOT, VISITS] = 0
        tree[ROOT, AVAILABLE] = 0
        tree[ROOT, POLICY] = NO_POLICY
        for k in range(SEATS):
            sums[ROOT, k] = 0.0
    has_net = recipe[NET] > 0
    for _ in range(simulations):
        worlds[0] = seen[0]
        split(luck, world.rng)
        if is_hidden:
            redeal(world, seat)
        if has_net and world.phase != OVER and tree[ROOT, POLICY] == NO_POLICY:
            legal_mask(world, mask)
            ask_net(world, ROOT, mask, recipe, tree, guide)
        nodes = descend(world, seat, opening, luck, mask, recipe, tree, sums, nodes, path, counts, guide)
        counts[2] += path[0] - 1
        leaf = path[path[0]]
        trusted = 0.0
        if has_net and recipe[ROUNDS] > 0 and recipe[NET_VALUE] > 0:
            counts[1] += play_rounds(world, luck, int(recipe[ROUNDS]))
            if world.phase != OVER:
                legal_mask(world, mask)
                ask_net(world, NO_NODE, mask, recipe, tree, guide)
                counts[3] += 1
                trusted = recipe[NET_VALUE]
        elif has_net and world.phase != OVER and tree[leaf, VISITS] == 0:
            ask_net(world, leaf, mask, recipe, tree, guide)
            counts[3] += 1
            trusted = recipe[NET_VALUE]
        has_points = trusted < 1
        if has_points:
            counts[1] += play_out(world, luck, mask, recipe[RANDOM_SHARE])
            value(world, recipe, ranks, points, wins, utilities)
        if trusted > 0:
            for k in range(world.players):
                utility, chance = guide.expected[0, k], guide.expected[1, k]
                wins[k] = chance if not has_points else (1 - trusted) * wins[k] + trusted * chance
                beaten = 2 * utility - chance
                expected = recipe[WIN] * chance + (1 - recipe[WIN]) * beaten
                utilities[k] = expected if not has_points else (1 - trusted) * utilities[k] + trusted * expected
        for i in range(1, path[0] + 1):
            node = path[i]
            tree[node, VISITS] += 1
            for k in range(world.players):
                sums[node, k] += utilities[k]
        if path[0] > 1:
            outcome = first[tree[path[2], ACTION]]
            outcome[SIMULATIONS] += 1
            for k in range(world.players):
                outcome[WINS + k] += wins[k]
                if has_points:
                    outcome[WINS + SEATS + k] += points[k]
            if has_points:
                outcome[WINS + 2 * SEATS] += 1
    counts[0] += simulations
    return nodes


def copy_subtree(tree: Row, sums: Row, root: int, fresh: Row, fresh_sums: Row, origin: Row) -> int:
    """Copy the subtree of node `root` into a fresh tree, breadth first, as much as it can hold; how many nodes."""
    nodes = 1
    origin[0] = root
    for node in range(fresh.shape[0]):
        if node == nodes:
            break
        old = origin[node]
        for column in range(COLUMNS):
            fresh[node, column] = tree[old, column]
        for seat in range(SEATS):
            fresh_sums[node, seat] = sums[old, seat]
        fresh[node, CHILD] = NO_NODE
        child = tree[old, CHILD]
        while child != NO_NODE and nodes < fresh.shape[0]:
            origin[nodes] = child
            nodes += 1
            child = tree[child, SIBLING]
    fresh[ROOT, SIBLING] = NO_NODE
    # the second pass links: a child's parent is the first node whose old number is the parent's
    link = 1
    for node in range(nodes):
        child = tree[origin[node], CHILD]
        while child != NO_NODE and link < nodes and origin[link] == child:
            fresh[link, SIBLING] = fresh[node, CHILD]
            fresh[node, CHILD] = link
            link += 1
            child = tree[child, SIBLING]
    return nodes


HELPERS = ("play_out", "play_rounds", "value", "grow", "child_after", "nth_untried", "ask_net", "select", "descend")
