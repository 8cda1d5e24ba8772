"""Whom a bot sits with: which rivals go by the rules of thumb.

A search knows what they will do, in its tree and in its playouts, and beats them the more surely for it; against all
others that would be a mistake. So a bot looks on while others decide. Of each decision it asks, in a world that agrees
with what its seat knows: would the rules of thumb have led to what was seen, and how many of the legal actions would?
That is the odds of two kinds of rivals, after Bayes. At first everybody is taken for one who goes by them, since the
first decisions of a game weigh much and one of another kind is enough to know better.
"""

from __future__ import annotations

import math

import numpy as np

from chapterhouse.bots.contract import State
from chapterhouse.kernel.rng import seeded, split
from chapterhouse.play.engine import Engine

STRAYS = 0.002  # how often a rival who goes by the rules of thumb seems not to: the world that was dealt is not his
WHIMS = 8  # answers of the rules of thumb to one question: here and there they follow a whim
AGREES = 0.6  # how often any other does what they say: a search with the net in Templari 57 %, without it 75 %
SURE = 2.5  # odds, as a logarithm, from which on a rival is taken for one who goes by them
MOST = 3.0  # the odds at first, and at most: one decision of another kind outweighs any number before it


class Reader:
    """The odds of every seat, from what one seat saw."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.luck = seeded(seed)[0]
        self.odds = np.full(engine.game.seats[1], MOST)
        self.shown = 0  # decisions of others
        self._mask = np.zeros(engine.game.action_count, np.int8)

    def watch(self, before: State, after: State, seat: int, who: int) -> None:
        """`who` has decided; the states are as `seat` knows them."""
        self.shown += 1
        if before["news"] != after["news"]:
            return  # chance has spoken too
        worlds = self.engine.blank()
        worlds[0] = before
        world = worlds[0]
        split(self.luck, world["rng"])
        self.engine.redeal(world, seat)
        self.engine.turn_to(world, who)
        if self.engine.legal_mask(world, self._mask) < 2:
            return
        legal = np.flatnonzero(self._mask)
        expected = [self.engine.sensible(world, self.luck) for _ in range(WHIMS)]
        outcomes = np.repeat(worlds, len(legal))
        for outcome, action in zip(outcomes, legal.tolist(), strict=True):
            self.engine.act(outcome, action)
            self.engine.conceal(outcome, seat)
        is_alike = outcomes == after
        if is_alike.any():
            share, foreseen = is_alike.mean(), np.isin(expected, legal[is_alike]).mean()
            simple = (1 - STRAYS) * foreseen + STRAYS * share
            other = AGREES * foreseen + (1 - AGREES) * share
            self.odds[who] = min(MOST, self.odds[who] + math.log(simple / other))

    def simple_rivals(self, seat: int, players: int) -> list[int]:
        """The rivals of a seat who go by the rules of thumb."""
        return [rival for rival in range(players) if rival != seat and self.odds[rival] > SURE]
