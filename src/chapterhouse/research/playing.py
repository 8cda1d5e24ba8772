"""One game as the doors see it: a seat, a mask, observations, rewards. A seat never gets what it may not know."""

from __future__ import annotations

import copy
import hashlib
import json
from typing import Any

import numpy as np

from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.options import read_data, resolve


class Playing:
    """A game that is being played; `reset` sets it up."""

    def __init__(self, game: str, players: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._sit_down(game)
        self.options = resolve(self.game, players, options or {})
        self.players: int = self.options["players"]
        self._box = self.engine.blank()
        self.game.prepare(self._box[0], self.options, read_data(self.game, self.options))
        self._states = self._box.copy()
        self._told: list[tuple[Any, int, int]] = []  # (state before, seat, code) that the memories do not hold yet
        self._memories = [b""] * self.players  # what each seat has seen since the beginning, as a digest

    def _sit_down(self, game: str) -> None:
        self.engine = load_engine(game).compile()
        self.game = self.engine.game
        self._mask = np.zeros(self.game.action_count, np.int8)
        self._over = int(self.game.phases["OVER"])
        self._views: dict[int, str] = {}  # of this moment

    def __deepcopy__(self, memo: dict[int, Any]) -> Playing:
        twin = copy.copy(self)
        twin._states, twin._mask = self._states.copy(), self._mask.copy()
        twin._told, twin._memories, twin._views = self._told.copy(), self._memories.copy(), self._views.copy()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        told = [(before.tobytes(), seat, code) for before, seat, code in self._told]
        held = {"box": self._box.tobytes(), "states": self._states.tobytes(), "told": told, "memories": self._memories}
        return {"game": self.game.id, "version": self.game.version, "options": self.options, **held}

    def __setstate__(self, held: dict[str, Any]) -> None:
        self._sit_down(held["game"])
        self.options, self.players = held["options"], held["options"]["players"]
        if held["version"] != self.game.version:
            raise ValueError(f"this game was played by rules {held['version']}, and these are {self.game.version}")
        self._box, self._states = self._read(held["box"]), self._read(held["states"])
        self._told = [(self._read(before), seat, code) for before, seat, code in held["told"]]
        self._memories = held["memories"]

    def _read(self, held: bytes) -> Any:
        return np.frombuffer(held, self.engine.layout).copy()

    def fresh(self) -> Playing:
        """The same kind of game, not begun."""
        twin = copy.deepcopy(self)
        twin._states[:] = self._box
        twin._told, twin._memories, twin._views = [], [b""] * self.players, {}
        return twin

    def reset(self, seed: int) -> None:
        """Begin anew; the same seed is the same deal as at a table."""
        self._states[:] = self._box
        self._states["rng"] = seeded(seed)
        self.engine.set_up(self._states[0])
        self._told, self._memories, self._views = [], [b""] * self.players, {}

    @property
    def is_over(self) -> bool:
        return int(self._states["phase"][0]) == self._over

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self._states["to_act"][0])

    @property
    def mask(self) -> Row:
        """int8[actions]: what that seat may do; nothing when the game is over."""
        if self.is_over:
            self._mask[:] = 0
        else:
            self.engine.legal_mask(self._states[0], self._mask)
        return self._mask.copy()

    def seen(self, seat: int) -> Any:
        """The state as a seat may know it; -1 is a spectator."""
        if not -1 <= seat < self.players:
            raise ValueError(f"no seat {seat}; there are 0 to {self.players - 1}")
        return self._seen(self._states, seat)[0]

    def _seen(self, states: Any, seat: int) -> Any:
        seen = states.copy()
        self.engine.conceal(seen[0], seat)
        return seen

    def observation(self, seat: int) -> Row:
        """float32[features]: what a seat observes."""
        observation = np.zeros(self.game.features, np.float32)
        self.engine.observe(self.seen(seat), seat, observation)
        return observation

    def act(self, code: int) -> None:
        """A decision of the seat that is asked; ValueError when it is not legal."""
        if not (0 <= code < self.game.action_count and self.mask[code]):
            raise ValueError(f"action {code} is not legal for seat {self.seat}")
        self._told.append((self._states.copy(), self.seat, code))
        self.engine.act(self._states[0], code)
        self._views = {}

    def words(self, code: int) -> str:
        return self.game.words(self._states[0], code)

    def view(self, seat: int) -> str:
        """What a seat may know, as JSON."""
        if seat not in self._views:
            self._views[seat] = json.dumps(self.game.view(self.seen(seat), seat), sort_keys=True)
        return self._views[seat]

    def memory(self, seat: int) -> str:
        """All that a seat has seen since the beginning, as one digest: equal for a seat exactly when that was equal."""
        if not 0 <= seat < self.players:
            raise ValueError(f"no seat {seat}; there are 0 to {self.players - 1}")
        for before, actor, code in self._told:
            hidden = self.game.is_secret(before[0], code)
            for each in range(self.players):
                digest = hashlib.blake2b(self._memories[each], digest_size=16)
                digest.update(bytes((actor, 255 if hidden and each != actor else code)))
                digest.update(self._fields(self._seen(before, each)))
                self._memories[each] = digest.digest()
        self._told = []
        digest = hashlib.blake2b(self._memories[seat], digest_size=16)
        digest.update(self._fields(self._seen(self._states, seat)))
        return digest.hexdigest()

    @staticmethod
    def _fields(states: Any) -> bytes:
        # field by field: what lies between them in memory means nothing
        return b"".join(states[name].tobytes() for name in states.dtype.names)

    def redealt(self, seat: int, seed: int) -> Playing:
        """The same game in another world, drawn from all that agree with what a seat knows now."""
        self.memory(seat)
        twin = copy.deepcopy(self)
        twin._states, twin._views = self._seen(self._states, seat), {}
        twin._states["rng"] = seeded(seed)
        self.engine.redeal(twin._states[0], seat)
        # in that world the others have seen something else; nobody knows what, but it was one thing
        twin._memories = [own if each == seat else b"redealt" for each, own in enumerate(self._memories)]
        return twin

    @property
    def ranks(self) -> list[int]:
        """Of all seats at the end, 1 for the best."""
        ranks = np.zeros(self.game.seats[1], np.int32)
        self.engine.rank(self._states[0], ranks)
        return [int(rank) for rank in ranks[: self.players]]

    @property
    def rewards(self) -> list[float]:
        """At the end, the share of the others that a seat has beaten, less the share that has beaten it; before, 0."""
        if not self.is_over:
            return [0.0] * self.players
        ranks = self.ranks
        return [sum((r > own) - (r < own) for r in ranks) / (self.players - 1) for own in ranks]
