"""Many games of one kind side by side, of all player counts and options that change play, as torch sees them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from chapterhouse.bots.train import loops
from chapterhouse.bots.train.loops import EARLIER, LEARNER, SENSIBLE
from chapterhouse.games.protocol import Game
from chapterhouse.kernel.batch import cuda_kernels, cuda_record, load_cuda
from chapterhouse.kernel.jit import bind, cache_folder, compiled
from chapterhouse.kernel.record import Row
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import Engine
from chapterhouse.play.options import read_data, resolve

THREADS_A_BLOCK = 64
RULES = ("set_up", "legal_mask", "act", "sensible", "rank", "conceal", "observe")
# how often an option has another value than its default; of others 0.4
OFTEN = {"mistakes": 0.05, "memory_aid": 0.0}
# shares of the tables: the learner alone; one learner among `sensible`; the rest mixed
SELF_PLAY, AGAINST_SENSIBLE = 0.4, 0.25
# where only nets play: the share of the tables with the learner alone; at the rest earlier nets sit too
NETS_ALONE = 0.6


def option_mix(game: Game, players: int) -> list[tuple[float, dict[str, Any]]]:
    """Every set of options that can be played by so many, with its share."""
    choices = [option for option in game.options if option.kind == "choice"]
    mix = []
    for values in itertools.product(*(option.values for option in choices)):
        weight = 1.0
        for option, value in zip(choices, values, strict=True):
            often = OFTEN.get(option.name, 0.4)
            weight *= 1 - often if value == option.default else often / (len(option.values) - 1)
        options = {option.name: option.default for option in game.options}
        options |= {"players": players} | {o.name: v for o, v in zip(choices, values, strict=True)}
        if weight and not game.option_faults(options):
            mix.append((weight, options))
    total = sum(weight for weight, _ in mix)
    return [(weight / total, options) for weight, options in mix]


def mixed_boxes(engine: Engine, n: int, luck: np.random.Generator) -> Any:
    """n boxes of all player counts, more of the fuller tables, and of all options in their shares."""
    least, most = engine.game.seats
    weights, boxes = [], []
    for players in range(least, most + 1):
        for share, options in option_mix(engine.game, players):
            box = engine.blank()
            engine.game.prepare(box[0], options, read_data(engine.game, options))
            weights.append(players**2 * share)
            boxes.append(box)
    chosen = luck.choice(len(boxes), n, p=np.array(weights) / sum(weights))
    return np.concatenate(boxes)[chosen]


def default_boxes(engine: Engine, n: int, players: int) -> Any:
    """n boxes of the game as it comes out of the box."""
    options = resolve(engine.game, players, {})
    box = engine.blank()
    engine.game.prepare(box[0], options, read_data(engine.game, options))
    return np.repeat(box, n)


def mixed_kinds(players: Row, most: int, luck: np.random.Generator, *, nets_only: bool = False) -> Row:
    """Who plays which seat; the tables with earlier nets come last, and every table has a learner."""
    n = len(players)
    kinds = np.full((n, most), LEARNER, np.int8)
    if nets_only:
        first = int(NETS_ALONE * n)
        kinds[first:][luck.random((n - first, most)) > 0.5] = EARLIER
    else:
        first, second = int(SELF_PLAY * n), int((SELF_PLAY + AGAINST_SENSIBLE) * n)
        kinds[first:second] = SENSIBLE
        draws = luck.random((n - second, most))
        kinds[second:][draws < 0.35] = SENSIBLE
        kinds[second:][draws > 0.65] = EARLIER
    kinds[np.arange(first, n), luck.integers(0, players[first:])] = LEARNER
    return kinds


class Games:
    """n games on one device. `look` fills `features`, `masks` and `seats`; `advance` takes `actions`."""

    def __init__(self, engine: Engine, boxes: Any, kinds: Row, seed: int, device: str) -> None:
        self.engine, self.device, self.n = engine, device, len(boxes)
        game, most = engine.game, engine.game.seats[1]
        states = boxes.copy()
        states["rng"] = seeded(seed, self.n)
        engine.set_up_all(states, 0, self.n)
        self.players = self._tensor(states["players"].astype(np.int64))
        self.kinds = self._tensor(kinds)
        self.luck = self._tensor(seeded(seed + 1, self.n))
        # on CUDA neighbouring threads write neighbouring numbers
        self.features = self._zeros(game.features, self.n, dtype=torch.float32).T
        self.masks = self._zeros(game.action_count, self.n, dtype=torch.int8).T
        if device == "cpu":
            self.features, self.masks = self.features.contiguous(), self.masks.contiguous()
        self.seats = self._zeros(self.n, dtype=torch.int64)
        self._to_act = torch.full_like(self.seats, loops.TO_ACT)
        self.actions = self._zeros(self.n, dtype=torch.int64)
        self.ended = self._zeros(self.n, dtype=torch.int8)
        self.results = self._zeros(self.n, 2 * most, dtype=torch.float32)
        if device == "cpu":
            self.states = states
            self._look, self._advance = self._on_cpu()
        else:
            self.states = load_cuda().to_device(states)
            self._look, self._advance = self._on_cuda()

    def _tensor(self, array: Row) -> Tensor:
        return torch.as_tensor(array.copy()).to(self.device)

    def _zeros(self, *size: int, dtype: torch.dtype) -> Tensor:
        return torch.zeros(*size, dtype=dtype, device=self.device)

    def look(self, who: Tensor | None = None) -> None:
        """What the seats that are to act may know, or what one seat of every game may."""
        self._look(self._to_act if who is None else who)

    def advance(self) -> None:
        """Take `actions`, and play for `sensible` until a net is asked again."""
        self._advance()

    def _on_cpu(self) -> tuple[Callable[[Tensor], None], Callable[[], None]]:
        engine, n, states = self.engine, self.n, self.states
        look, advance = _cpu_loops(engine)
        seen, ranks = engine.blank(), np.zeros(engine.game.seats[1], np.int32)
        shown = (self.features.numpy(), self.masks.numpy(), self.seats.numpy())
        tables = (self.actions.numpy(), self.kinds.numpy(), self.luck.numpy(), seen, ranks)
        after = (self.ended.numpy(), self.results.numpy())

        def see(who: Tensor) -> None:
            look(states, 0, n, who.numpy(), seen, *shown)

        return see, lambda: advance(states, 0, n, *tables, *after)

    def _on_cuda(self) -> tuple[Callable[[Tensor], None], Callable[[], None]]:
        look, advance = _cuda_loops(self.engine)
        shape = ((self.n + THREADS_A_BLOCK - 1) // THREADS_A_BLOCK, THREADS_A_BLOCK)
        view = load_cuda().as_cuda_array
        shown = [view(x) for x in (self.features, self.masks, self.seats)]
        tables = [view(x) for x in (self.actions, self.kinds, self.luck, self.ended, self.results)]

        def see(who: Tensor) -> None:
            look[shape](self.states, view(who), *shown)

        return see, lambda: advance[shape](self.states, *tables)

    def keep(self) -> dict[str, Any]:
        """All that the games go on from."""
        states = self.states if self.device == "cpu" else self.states.copy_to_host()
        kept = {"states": torch.from_numpy(np.frombuffer(states.tobytes(), np.uint8).copy())}
        return kept | {"luck": self.luck.clone(), "kinds": self.kinds.clone()}

    def go_on(self, kept: dict[str, Any]) -> None:
        """Take up what `keep` gave."""
        states = np.frombuffer(kept["states"].cpu().numpy().tobytes(), self.engine.layout)
        if self.device == "cpu":
            self.states[:] = states
        else:
            self.states.copy_to_device(states)
        self.luck.copy_(kept["luck"])
        self.kinds.copy_(kept["kinds"])
        self.players.copy_(torch.as_tensor(states["players"].astype(np.int64)))


def observed(engine: Engine, states: Any) -> tuple[Row, Row]:
    """What the seats that are to act may know of these states, as numbers, and what is legal."""
    n, game = len(states), engine.game
    features, masks = np.zeros((n, game.features), np.float32), np.zeros((n, game.action_count), np.int8)
    seats = np.zeros(n, np.int64)
    _cpu_loops(engine)[0](states, 0, n, np.full(n, loops.TO_ACT), engine.blank(), features, masks, seats)
    return features, masks


def _constants(engine: Engine) -> dict[str, Any]:
    return {"OVER": int(engine.game.phases["OVER"]), "SEATS": engine.game.seats[1]}


_ready: dict[tuple[str, str], Any] = {}


def _cpu_loops(engine: Engine) -> Any:
    name = engine.game.id
    if (engine.mode, name) not in _ready:
        space = {rule: engine.plain[rule] for rule in RULES} | _constants(engine)
        for helper in ("look", "judge", "advance"):
            space[helper] = bind(getattr(loops, helper), space, name)
        look, advance = bind(loops.look_all, space, name), bind(loops.advance_all, space, name)
        if engine.mode == "jit":
            folder = cache_folder([look, advance])
            states, actions = engine.blank(2), np.zeros(2, np.int64)
            masks, kinds = np.zeros((2, 2), np.int8), np.zeros((2, 2), np.int8)
            luck, reals = np.zeros((2, 4), np.int32), np.zeros((2, 2), np.float32)
            seen, ranks = engine.blank(), np.zeros(2, np.int32)
            look = compiled(look, states, 0, 0, actions, seen, reals, masks, actions, folder=folder)
            ended = np.zeros(2, np.int8)
            given = (states, 0, 0, actions, kinds, luck, seen, ranks, ended, reals)
            advance = compiled(advance, *given, folder=folder)
        _ready[engine.mode, name] = look, advance
    return _ready[engine.mode, name]


def _cuda_loops(engine: Engine) -> Any:
    if ("cuda", engine.game.id) not in _ready:
        engine.load_for_cuda("random_steps")
        constants = _constants(engine) | {"RECORD": cuda_record(engine.layout), "RANKS": np.int32}
        rules = {rule: engine.plain[rule] for rule in RULES}
        space = rules | constants
        for helper in ("look", "judge", "advance"):
            space[helper] = bind(getattr(loops, helper), space, engine.game.id)
        helpers = {name: space[name] for name in ("look", "advance")}
        kernels = (loops.look_on_cuda, loops.advance_on_cuda)
        _ready["cuda", engine.game.id] = cuda_kernels(kernels, helpers, constants)
    return _ready["cuda", engine.game.id]
