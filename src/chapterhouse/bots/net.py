"""A trained net of a game: the worth of every action and every seat, from what one seat may know.

    net = load("templari")           # None where no net is shipped
    evaluate = bound(net.shape, "templari")["evaluate"]
    evaluate(net.weights, net.dense, features, mask, seat, players, scratch, whole, policy, utility, chance)

`evaluate` is a rule: plain Python, compiled for search, no allocation. `features` come from the game's `observe` of a
state concealed for `seat`; `mask` from `legal_mask`. It answers for a seat that is to act: that is what the
net has learnt from.

- policy: float32[ACTIONS], sums to 1 over the actions in the mask, 0 elsewhere;
- utility: float32[SEATS], by the table's own seat numbers: what each seat expects at the end, 0 … 1, half the share
  of the win and half the share of rivals beaten (a tie beats half);
- chance: float32[SEATS], likewise: each seat's chance to win; sums to 1 over the seats that play.

The net: relu(input), then blocks x + second(relu(first(norm(x)))), then norm, then heads for actions and seats.
Weights lie in one flat array, each matrix by input, so that an input of 0 costs nothing; the heads by output. The first
matrix of a block has no input that is 0, and most of the work: its rows lie by output and in whole numbers of 16 bits,
which a processor multiplies twice as fast.
"""

from __future__ import annotations

import functools
import math
import pathlib
import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np

from chapterhouse.kernel.jit import bind, rule
from chapterhouse.kernel.record import Row

FEATURES = WIDTH = BLOCKS = ACTIONS = SEATS = 0  # the shape of a net; `bound` puts one in
SHAPE = ("FEATURES", "WIDTH", "BLOCKS", "ACTIONS", "SEATS")
LENGTH = 32700.0  # of a rounded row: the product of two stays within 32 bits, however they lie
EPSILON = 1e-5  # as in torch's LayerNorm
FOLDER = pathlib.Path(__file__).parent / "weights"


@rule
def add_products(weights: Row, at: int, inputs: Row, first: int, count: int, sums: Row, to: int) -> None:
    """sums[to + j] += inputs[first + i] * weights[at + i * WIDTH + j]; four inputs at once, zeros skipped."""
    out = sums[to : to + WIDTH]
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
            p = weights[at + a * WIDTH : at + a * WIDTH + WIDTH]
            q = weights[at + b * WIDTH : at + b * WIDTH + WIDTH]
            r = weights[at + c * WIDTH : at + c * WIDTH + WIDTH]
            s = weights[at + d * WIDTH : at + d * WIDTH + WIDTH]
            for j in range(WIDTH):
                out[j] += w * p[j] + x * q[j] + y * r[j] + z * s[j]
        else:
            for k in range(used):
                e = a if k == 0 else b if k == 1 else c
                w = inputs[first + e]
                p = weights[at + e * WIDTH : at + e * WIDTH + WIDTH]
                for j in range(WIDTH):
                    out[j] += w * p[j]


@rule
def round_off(scratch: Row, first: int, whole: Row) -> float:
    """Numbers of mean 0 and variance 1 as whole ones; what 1 of them stands for."""
    unit = math.sqrt(WIDTH) / LENGTH
    for j in range(WIDTH):
        x = scratch[first + j] / unit
        whole[j] = int(x + 0.5 if x >= 0 else x - 0.5)
    return unit


@rule
def add_dense(units: Row, at: int, dense: Row, row: int, whole: Row, unit: float, sums: Row, to: int) -> None:
    """sums[to + j] += the rounded inputs times row `row + j` of the matrix; 1 of that stands for units[at + j]."""
    for j in range(WIDTH):
        weights = dense[row + j]
        total = np.int32(0)
        for i in range(WIDTH):
            total = np.int32(total + int(weights[i]) * int(whole[i]))
        sums[to + j] += total * units[at + j] * unit


@rule
def normalise(scratch: Row, first: int, to: int) -> None:
    """Mean 0 and variance 1."""
    a = b = c = d = 0.0
    for j in range(first, first + WIDTH, 4):
        a += scratch[j]
        b += scratch[j + 1]
        c += scratch[j + 2]
        d += scratch[j + 3]
    mean = ((a + b) + (c + d)) / WIDTH
    a = b = c = d = 0.0
    for j in range(first, first + WIDTH, 4):
        a += (scratch[j] - mean) ** 2
        b += (scratch[j + 1] - mean) ** 2
        c += (scratch[j + 2] - mean) ** 2
        d += (scratch[j + 3] - mean) ** 2
    scale = 1.0 / math.sqrt(((a + b) + (c + d)) / WIDTH + EPSILON)
    for j in range(WIDTH):
        scratch[to + j] = (scratch[first + j] - mean) * scale


@rule
def product(weights: Row, at: int, scratch: Row, first: int) -> float:
    """One output of a head."""
    a = b = c = d = 0.0
    for j in range(0, WIDTH, 4):
        a += weights[at + j] * scratch[first + j]
        b += weights[at + j + 1] * scratch[first + j + 1]
        c += weights[at + j + 2] * scratch[first + j + 2]
        d += weights[at + j + 3] * scratch[first + j + 3]
    return (a + b) + (c + d)


@rule
def think(weights: Row, dense: Row, features: Row, scratch: Row, whole: Row) -> int:
    """The body of the net: its answer stands in scratch[WIDTH …]; where the heads begin in the weights."""
    at = FEATURES * WIDTH
    for j in range(WIDTH):
        scratch[j] = weights[at + j]
    add_products(weights, 0, features, 0, FEATURES, scratch, 0)
    at += WIDTH
    for j in range(WIDTH):
        scratch[j] = max(scratch[j], 0.0)
    for block in range(BLOCKS):
        normalise(scratch, 0, WIDTH)
        bias = at + WIDTH
        for j in range(WIDTH):
            scratch[2 * WIDTH + j] = weights[bias + j]
        unit = round_off(scratch, WIDTH, whole)
        add_dense(weights, at, dense, block * WIDTH, whole, unit, scratch, 2 * WIDTH)
        for j in range(WIDTH):
            scratch[2 * WIDTH + j] = max(scratch[2 * WIDTH + j], 0.0)
        at = bias + WIDTH
        bias = at + WIDTH * WIDTH
        for j in range(WIDTH):
            scratch[j] += weights[bias + j]
        add_products(weights, at, scratch, 2 * WIDTH, WIDTH, scratch, 0)
        at = bias + WIDTH
    normalise(scratch, 0, WIDTH)
    return at


@rule
def share(x: float) -> float:
    """The logistic function: any number to 0 … 1."""
    return 1.0 / (1.0 + math.exp(-x))


@rule
def evaluate(
    weights: Row,
    dense: Row,
    features: Row,
    mask: Row,
    seat: int,
    players: int,
    scratch: Row,
    whole: Row,
    policy: Row,
    utility: Row,
    chance: Row,
) -> None:
    """What the net says, as this module's head describes it; `scratch` and `whole` as `Net.scratch` makes them."""
    at = think(weights, dense, features, scratch, whole)
    most = -1.0e30
    for code in range(ACTIONS):
        policy[code] = 0.0
        if mask[code] != 0:
            policy[code] = weights[at + ACTIONS * WIDTH + code] + product(weights, at + code * WIDTH, scratch, WIDTH)
            most = max(most, policy[code])
    total = 0.0
    for code in range(ACTIONS):
        if mask[code] != 0:
            policy[code] = math.exp(policy[code] - most)
            total += policy[code]
    for code in range(ACTIONS):
        if mask[code] != 0:
            policy[code] /= total
    at += ACTIONS * (WIDTH + 1)
    biases = at + 2 * SEATS * WIDTH
    total = 0.0
    for k in range(SEATS):
        utility[k] = 0.0
        chance[k] = 0.0
    for k in range(players):
        one = (seat + k) % players
        win = share(weights[biases + k] + product(weights, at + k * WIDTH, scratch, WIDTH))
        row = SEATS + k
        beaten = share(weights[biases + row] + product(weights, at + row * WIDTH, scratch, WIDTH))
        utility[one] = 0.5 * win + 0.5 * beaten
        chance[one] = win
        total += win
    for k in range(players):
        chance[k] /= total


HELPERS = ("add_products", "round_off", "add_dense", "normalise", "product", "think", "evaluate")


def bound(shape: Row, name: str) -> dict[str, Any]:
    """The rules of this module for nets of one shape."""
    rules: dict[str, Any] = dict(zip(SHAPE, shape.tolist(), strict=True))
    for helper in HELPERS:
        rules[helper] = bind(globals()[helper], rules, name)
    return rules


@dataclass(frozen=True)
class Net:
    """The weights of one game's net, and what is known of how they were made."""

    game: str
    weights: Row  # float32, all matrices but the dense ones, one after the other
    dense: Row  # int16[blocks * width, width]
    shape: Row  # int32[5]: features, width, blocks, actions, seats
    facts: dict[str, Any]  # the command, the date, the figures

    def scratch(self) -> tuple[Row, Row]:
        """Memory for one evaluation at a time: `scratch` and `whole`."""
        width = self.dense.shape[1]
        return np.zeros(3 * width, np.float32), np.zeros(width, np.int16)


def arrays(shape: Row) -> dict[str, tuple[int, ...]]:
    """Every matrix of a net of this shape, in the order in which they lie."""
    features, width, blocks, actions, seats = (int(n) for n in shape)
    shapes: dict[str, tuple[int, ...]] = {"input": (features, width), "input_bias": (width,)}
    for i in range(blocks):
        shapes |= {f"first_{i}": (width, width), f"first_bias_{i}": (width,)}
        shapes |= {f"second_{i}": (width, width), f"second_bias_{i}": (width,)}
    shapes |= {"policy": (actions, width), "policy_bias": (actions,)}
    return shapes | {"seats": (2 * seats, width), "seats_bias": (2 * seats,)}


def flat(shape: Row, given: dict[str, Row]) -> tuple[Row, Row]:
    """The matrices in one flat float32 array, the first of every block rounded in another. In the flat one a number for
    each of its rows stands in its place: what 1 stands for."""
    parts, dense = [], []
    for name, size in arrays(shape).items():
        if given[name].shape != size:
            raise ValueError(f"{name} of a net has the shape {given[name].shape} in place of {size}")
        part = given[name].astype(np.float32)
        if name.startswith("first_") and part.ndim == 2:
            rows = part.T
            part = np.linalg.norm(rows, axis=1) / np.float32(LENGTH) + np.float32(1e-30)
            dense.append(np.rint(rows / part[:, None]).astype(np.int16))
        parts.append(part.ravel())
    return np.concatenate(parts), np.concatenate(dense)


@functools.cache
def load(game: str) -> Net | None:
    """The net that is shipped for a game, or None."""
    path = FOLDER / f"{game}.npz"
    return load_from(game, path) if path.exists() else None


def load_from(game: str, path: pathlib.Path) -> Net:
    """The net of a file; what is known of it stands beside it, or nothing is."""
    beside = path.with_suffix(".toml")
    facts = tomllib.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    shape, given = read(path)
    return Net(game, *flat(shape, given), shape, facts)


def read(path: pathlib.Path) -> tuple[Row, dict[str, Row]]:
    """The shape of a saved net, and its arrays."""
    with np.load(path) as file:
        return file["shape"], dict(file)


def save(path: pathlib.Path, shape: Row, given: dict[str, Row]) -> None:
    """Write a net as half-precision arrays."""
    halves = {name: given[name].astype(np.float16) for name in arrays(shape)}
    with path.open("wb") as file:
        np.savez_compressed(file, shape=np.asarray(shape, np.int32), **halves)  # type: ignore[arg-type]
