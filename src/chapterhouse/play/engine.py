"""A game's rules in the mode that is ready: plain Python at once, compiled when Numba has done its work.

    engine = load_engine("templari")     # the same object all the time
    engine.act(s, code)              # plain until compiled, then compiled
    engine.compile()                 # from the cache in a moment, or anew in some seconds
    engine.compile_in_background()   # the same in a thread

CHAPTERHOUSE_MODE=plain keeps to plain Python; =jit compiles before the first call.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np

from chapterhouse.games import load
from chapterhouse.games.protocol import Game, Kernels
from chapterhouse.kernel.jit import bind, cache_folder, compiled, door, inlined, is_simulated, seldom_called
from chapterhouse.kernel.record import layout_of
from chapterhouse.play import drivers

# what a table needs; the rest is compiled when it is first called
AT_ONCE = ("legal_mask", "act", "conceal")
# plain Python is quick enough for a bot's single decision: compiled behind a page, or by `compile_now`
IN_TIME = ("sensible",)
EVERY_DECISION = ("legal_mask", "act")  # the loops hold these inside, and they their own rules
# small, or seldom called from Python: not worth the seconds
ALWAYS_PLAIN = ("set_up", "first_code", "is_asked", "turn_to", "score", "rank", "broken_law")
# drivers that other drivers call, in the order in which they build on one another
PARTS = ("choose", "play_game", "rate", "step_game", "show_seat", "check_decision", "check_end", "play_checked")
DRIVERS = (
    "set_up_all",
    "random_steps",
    "step_all",
    "mask_all",
    "pick_all",
    "perft",
    "step_learning",
    "observe_all",
    "soak_games",
    "play_games",
    "log_game",
    "rate_games",
)


class Engine:
    """The kernels of a game and the drivers bound to them, as attributes."""

    # the kernels (games/protocol.py) and the drivers (play/drivers.py)
    set_up: Callable[..., None]
    is_legal: Callable[..., bool]
    legal_mask: Callable[..., int]
    first_code: Callable[..., int]
    refusal: Callable[..., int]
    act: Callable[..., None]
    is_asked: Callable[..., bool]
    turn_to: Callable[..., None]
    score: Callable[..., None]
    rank: Callable[..., None]
    observe: Callable[..., None]
    conceal: Callable[..., None]
    redeal: Callable[..., None]
    sensible: Callable[..., int]
    broken_law: Callable[..., int]
    set_up_all: Callable[..., None]
    random_steps: Callable[..., int]
    step_all: Callable[..., int]
    mask_all: Callable[..., None]
    pick_all: Callable[..., None]
    perft: Callable[..., int]
    step_learning: Callable[..., None]
    observe_all: Callable[..., None]
    soak_games: Callable[..., None]
    play_games: Callable[..., None]
    log_game: Callable[..., int]
    rate_games: Callable[..., None]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout_of(game.state)
        self.mode = "plain"
        self.done, self.total = 0, 0  # progress of compilation, in functions
        self.failure: BaseException | None = None
        self._later: set[str] = set()  # compiled when they are first called
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        kernels: dict[str, Any] = {f.name: getattr(game.kernels, f.name) for f in fields(Kernels)}
        space = kernels | {"OVER": int(game.phases["OVER"])}
        for name in PARTS:
            space[name] = bind(getattr(drivers, name), space, game.id)
        self.parts: dict[str, Callable[..., Any]] = {name: space[name] for name in PARTS}  # for loops of others
        bound = {name: bind(getattr(drivers, name), space, game.id) for name in DRIVERS}
        self.plain: dict[str, Callable[..., Any]] = kernels | bound
        for name in (*AT_ONCE, *IN_TIME):
            door(self.plain[name])
        for f in seldom_called(self.plain[name] for name in EVERY_DECISION):
            inlined(f)
        self._use(self.plain)

    def _use(self, functions: dict[str, Callable[..., Any]]) -> None:
        for name, f in functions.items():
            setattr(self, name, f)

    @property
    def name(self) -> str:
        """By which it is loaded: the game's, or the version's where there is a newer one."""
        return self.game.id if load(self.game.id) is self.game else f"{self.game.id}@{self.game.version}"

    def blank(self, n: int = 1) -> Any:
        """n states that hold nothing yet."""
        return np.zeros(n, self.layout)

    def _examples(self) -> dict[str, tuple[Any, ...]]:
        """Arguments of the types that each function is called with."""
        states, n = self.blank(2), self.game.action_count
        s = states[0]
        mask, masks = np.zeros(n, np.int8), np.zeros((2, n), np.int8)
        luck, numbers, wide = np.zeros(4, np.int32), np.zeros(2, np.int16), np.zeros(2, np.int32)
        lucks, flags = np.zeros((2, 4), np.int32), np.zeros(2, np.int8)
        features, policies = np.zeros((2, 1), np.float32), np.zeros((2, 2), np.int8)
        ranks, rewards = np.zeros((2, 2), np.int32), np.zeros((2, 2), np.float32)
        shown = (flags, masks, features)
        return {
            "set_up_all": (states, 0, 0),
            "is_legal": (s, 0),
            "legal_mask": (s, mask),
            "refusal": (s, 0),
            "act": (s, 0),
            "observe": (s, 0, np.zeros(1, np.float32)),
            "conceal": (s, 0),
            "redeal": (s, 0),
            "sensible": (s, luck),
            "random_steps": (states, 0, 0, 0, lucks, mask),
            "step_all": (states, 0, 0, numbers, masks),
            "mask_all": (states, 0, 0, masks),
            "pick_all": (masks, 0, 0, luck, numbers),
            "perft": (states, 0, masks),
            "step_learning": (states, 0, 0, numbers, policies, lucks, 0, *shown, flags, ranks, ranks, rewards, states),
            "soak_games": (states, 0, 0, policies, lucks, 0, mask, states, wide, numbers, ranks),
            "observe_all": (states, 0, 0, flags, features, states),
            "play_games": (states, 0, 0, flags, luck, mask, states, wide),
            "log_game": (states, 0, flags, luck, mask, states, wide),
            "rate_games": (states, 0, 0, ranks, ranks),
        }

    def compile(self, progress: Callable[[int, int], None] | None = None) -> Engine:
        """Make the compiled functions ready, from the cache when they are there, and use them from then on."""
        if os.environ.get("CHAPTERHOUSE_MODE") == "plain":
            return self
        with self._lock:
            if self.mode != "jit":
                self.total = len(AT_ONCE)
                compiled: dict[str, Callable[..., Any]] = {}
                for self.done, name in enumerate(AT_ONCE):
                    if progress:
                        progress(self.done, self.total)
                    compiled[name] = self._compiled(name)
                self.done = self.total
                if progress:
                    progress(self.done, self.total)
                self._later = self.plain.keys() - set(AT_ONCE) - set(ALWAYS_PLAIN)
                self._use(compiled | {name: self._when_called(name) for name in self._later - set(IN_TIME)})
                self.mode = "jit"
        return self

    def _compiled(self, name: str) -> Callable[..., Any]:
        return compiled(self.plain[name], *self._examples()[name], folder=cache_folder(self.plain.values()))

    def _when_called(self, name: str) -> Callable[..., Any]:
        def compile_and_call(*arguments: Any) -> Any:
            self.compile_now(name)
            return getattr(self, name)(*arguments)

        return compile_and_call

    def compile_now(self, *names: str) -> None:
        """Do not wait for the first call of these; threads that call one at the same time compile it once."""
        with self._lock:
            for name in self._later & set(names):
                setattr(self, name, self._compiled(name))
                self._later.remove(name)

    def load_for_cuda(self, *names: str) -> None:
        """Compile these on the CPU even in plain mode: before that, Numba's CUDA knows no way to index by an enum."""
        if not is_simulated():
            self.compile_now(*names)
            if self.mode != "jit":
                for name in names:
                    self._compiled(name)

    def compile_in_background(self) -> None:
        """Compile in a thread; until it is done the engine plays in plain mode."""
        if self._thread is None and self.mode == "plain":
            self._thread = threading.Thread(target=self._try_to_compile, name=f"compile-{self.game.id}", daemon=True)
            self._thread.start()

    @property
    def is_in_background(self) -> bool:
        """Whether somebody wants this engine compiled without waiting for it; a search on top of it follows."""
        return self._thread is not None

    def _try_to_compile(self) -> None:
        try:
            self.compile()
            self.compile_now(*IN_TIME)
        except Exception as e:  # plain mode goes on; whoever reports on the engine says so
            self.failure = e


_engines: dict[int, Engine] = {}  # by the game itself, which its engine holds
_engines_lock = threading.RLock()


def load_engine(name: str) -> Engine:
    """The engine of a game, or of a version of it (`templari@1`); one a process."""
    game = load(name)
    with _engines_lock:
        engine = _engines.get(id(game)) or _engines.setdefault(id(game), Engine(game))
    return engine.compile() if os.environ.get("CHAPTERHOUSE_MODE") == "jit" else engine
