"""A trained net of a game: the worth of every action and every seat, from what one seat may know.

    net = load("templari")           # None where no net is shipped
    evaluate(net.weights, net.shape, features, mask, seat, players, scratch, policy, utility, chance)

`evaluate` is a rule: plain Python, compiled for search, no allocation. `features` come from the game's `observe` of a
state concealed for `seat`; `mask` from `legal_mask`. It answers for a seat that is to act: that is what the
net has learnt from.

- policy: float32[ACTIONS], sums to 1 over the actions in the mask, 0 elsewhere;
- utility: float32[SEATS], by the table's own seat numbers: what each seat expects at the end, 0 … 1, half the share
  of the win and half the share of rivals beaten (a tie beats half);
- chance: float32[SEATS], likewise: each seat's chance to win; sums to 1 over the seats that play.

The net: relu(input), then blocks x + second(relu(first(norm(x)))), then norm, then heads for actions and seats.
Weights lie in one flat array, each matrix by input, so that an input of 0 costs nothing; the heads by output.
"""

from __future__ import annotations

import functools
import math
import pathlib
import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.kernel.jit import rule
from chapterhouse.kernel.record import Row

FEATURES, WIDTH, BLOCKS, ACTIONS, SEATS = range(5)  # places in a net's shape
EPSILON = 1e-5  # as in torch's LayerNorm
FOLDER = pathlib.Path(__file__).parent / "weights"


@rule
def add_products(weights: Row, at: int, inputs: Row, first: int, count: int, width: int, sums: Row, to: int) -> None:
    """sums[to + j] += inputs[first + i] * weights[at + i * width + j]; four inputs at once, zeros skipped."""
    out = sums[to : to + width]
    i = 0
    while i < count:
        used = 0
        a = b = c = d = 0
        while i < count and used < 4:
            if inputs[first + i] != 0:
                if used == 0:
                    a = i
                elif used == 1:
                    b = i
                elif used == 2:
                    c = i
                else:
                    d = i
                used += 1
            i += 1
        if used == 4:
            w = inputs[first + a]
            x = inputs[first + b]
            y = inputs[first + c]
            z = inputs[first + d]
            p = weights[at + a * width : at + a * width + width]
            q = weights[at + b * width : at + b * width + width]
            r = weights[at + c * width : at + c * width + width]
            s = weights[at + d * width : at + d * width + width]
            for j in range(width):
                out[j] += w * p[j] + x * q[j] + y * r[j] + z * s[j]
        else:
            for k in range(used):
                e = a if k == 0 else b if k == 1 else c
                w = inputs[first + e]
                p = weights[at + e * width : at + e * width + width]
                for j in range(width):
                    out[j] += w * p[j]


@rule
def normalise(scratch: Row, first: int, width: int, to: int) -> None:
    """Mean 0 and variance 1."""
    a = b = c = d = 0.0
    for j in range(first, first + width, 4):
        a += scratch[j]
        b += scratch[j + 1]
        c += scratch[j + 2]
        d += scratch[j + 3]
    mean = ((a + b) + (c + d)) / width
    a = b = c = d = 0.0
    for j in range(first, first + width, 4):
        a += (scratch[j] - mean) ** 2
        b += (scratch[j + 1] - mean) ** 2
        c += (scratch[j + 2] - mean) ** 2
        d += (scratch[j + 3] - mean) ** 2
    scale = 1.0 / math.sqrt(((a + b) + (c + d)) / width + EPSILON)
    for j in range(width):
        scratch[to + j] = (scratch[first + j] - mean) * scale


@rule
def product(weights: Row, at: int, scratch: Row, first: int, width: int) -> float:
    """One output of a head."""
    a = b = c = d = 0.0
    for j in range(0, width, 4):
        a += weights[at + j] * scratch[first + j]
        b += weights[at + j + 1] * scratch[first + j + 1]
        c += weights[at + j + 2] * scratch[first + j + 2]
        d += weights[at + j + 3] * scratch[first + j + 3]
    return (a + b) + (c + d)


@rule
def think(weights: Row, shape: Row, features: Row, scratch: Row) -> int:
    """The body of the net: its answer stands in scratch[WIDTH …]; where the heads begin in the weights."""
    width = int(shape[WIDTH])
    inputs = int(shape[FEATURES])
    at = inputs * width
    for j in range(width):
        scratch[j] = weights[at + j]
    add_products(weights, 0, features, 0, inputs, width, scratch, 0)
    at += width
    for j in range(width):
        scratch[j] = max(scratch[j], 0.0)
    for _ in range(int(shape[BLOCKS])):
        normalise(scratch, 0, width, width)
        bias = at + width * width
        for j in range(width):
            scratch[2 * width + j] = weights[bias + j]
        add_products(weights, at, scratch, width, width, width, scratch, 2 * width)
        for j in range(width):
            scratch[2 * width + j] = max(scratch[2 * width + j], 0.0)
        at = bias + width
        bias = at + width * width
        for j in range(width):
            scratch[j] += weights[bias + j]
        add_products(weights, at, scratch, 2 * width, width, width, scratch, 0)
        at = bias + width
    normalise(scratch, 0, width, width)
    return at


@rule
def share(x: float) -> float:
    """The logistic function: any number to 0 … 1."""
    return 1.0 / (1.0 + math.exp(-x))


@rule
def evaluate(
    weights: Row,
    shape: Row,
    features: Row,
    mask: Row,
    seat: int,
    players: int,
    scratch: Row,
    policy: Row,
    utility: Row,
    chance: Row,
) -> None:
    """What the net says, as this module's head describes it; `scratch` is float32[3 * WIDTH]."""
    width = int(shape[WIDTH])
    actions = int(shape[ACTIONS])
    seats = int(shape[SEATS])
    at = think(weights, shape, features, scratch)
    most = -1.0e30
    for code in range(actions):
        policy[code] = 0.0
        if mask[code] != 0:
            policy[code] = weights[at + actions * width + code] + product(
                weights, at + code * width, scratch, width, width
            )
            most = max(most, policy[code])
    total = 0.0
    for code in range(actions):
        if mask[code] != 0:
            policy[code] = math.exp(policy[code] - most)
            total += policy[code]
    for code in range(actions):
        if mask[code] != 0:
            policy[code] /= total
    at += actions * (width + 1)
    biases = at + 2 * seats * width
    total = 0.0
    for k in range(seats):
        utility[k] = 0.0
        chance[k] = 0.0
    for k in range(players):
        one = (seat + k) % players
        win = share(weights[biases + k] + product(weights, at + k * width, scratch, width, width))
        row = seats + k
        beaten = share(weights[biases + row] + product(weights, at + row * width, scratch, width, width))
        utility[one] = 0.5 * win + 0.5 * beaten
        chance[one] = win
        total += win
    for k in range(players):
        chance[k] /= total


@dataclass(frozen=True)
class Net:
    """The weights of one game's net, and what is known of how they were made."""

    game: str
    weights: Row  # float32, all matrices one after the other
    shape: Row  # int32[5]: features, width, blocks, actions, seats
    facts: dict[str, Any]  # the command, the date, the figures

    def scratch(self) -> Row:
        """Memory for one evaluation at a time."""
        return np.zeros(3 * int(self.shape[WIDTH]), np.float32)


def arrays(shape: Row) -> dict[str, tuple[int, ...]]:
    """Every matrix of a net of this shape, in the order in which they lie in the flat array."""
    features, width, blocks, actions, seats = (int(n) for n in shape)
    shapes: dict[str, tuple[int, ...]] = {"input": (features, width), "input_bias": (width,)}
    for i in range(blocks):
        shapes |= {f"first_{i}": (width, width), f"first_bias_{i}": (width,)}
        shapes |= {f"second_{i}": (width, width), f"second_bias_{i}": (width,)}
    shapes |= {"policy": (actions, width), "policy_bias": (actions,)}
    return shapes | {"seats": (2 * seats, width), "seats_bias": (2 * seats,)}


def flat(shape: Row, given: dict[str, Row]) -> Row:
    """The matrices in one flat float32 array."""
    for name, size in arrays(shape).items():
        if given[name].shape != size:
            raise ValueError(f"{name} of a net has the shape {given[name].shape} in place of {size}")
    return np.concatenate([given[name].astype(np.float32).ravel() for name in arrays(shape)])


@functools.cache
def load(game: str) -> Net | None:
    """The net that is shipped for a game, or None."""
    path = FOLDER / f"{game}.npz"
    if not path.exists():
        return None
    facts = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    shape, given = read(path)
    return Net(game, flat(shape, given), shape, facts)


def read(path: pathlib.Path) -> tuple[Row, dict[str, Row]]:
    """The shape of a saved net, and its arrays."""
    with np.load(path) as file:
        return file["shape"], dict(file)


def save(path: pathlib.Path, shape: Row, given: dict[str, Row]) -> None:
    """Write a net as half-precision arrays."""
    halves = {name: given[name].astype(np.float16) for name in arrays(shape)}
    with path.open("wb") as file:
        np.savez_compressed(file, shape=np.asarray(shape, np.int32), **halves)  # type: ignore[arg-type]
