"""OpenSpiel: importing this registers `chapterhouse_<game>` for `pyspiel.load_game`.

    import pyspiel, chapterhouse.research.openspiel
    game = pyspiel.load_game("chapterhouse_templari(players=4,exchange=true)")

Chance is explicit and stands at the root: one node that draws one of `deals` deals, each equally likely. A deal fixes
all chance to come, draws from decks and bags included, so that no other chance node follows. A deal is the seed of a
table; no seat is told which it is. Use as many deals as there should be different games.

`information_state_string` holds a digest of all that a seat has seen since the beginning (perfect recall) and what it
may know now; `observation_string` only the latter. Both tensors are the features of the state as that seat may know it
now (docs: "Observations"); a tensor does not remember. Returns are as elsewhere: the share of the others that were
beaten, less the share that did better; they sum to nought.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pyspiel

from chapterhouse.games import NAMES, load
from chapterhouse.games.protocol import Option
from chapterhouse.research.playing import Playing

DEALS = 4096
LONGEST = 100_000  # decisions; far beyond what the rules allow
_CHOICES = ("choice", "file")  # kinds of options that a parameter can hold


def _parameter(option: Option) -> Any:
    return option.default if isinstance(option.default, bool) else str(option.default)


def game_type(name: str) -> Any:
    """What OpenSpiel must know of a game before it is loaded."""
    game = load(name)
    parameters: dict[str, Any] = {"players": game.seats[0], "deals": DEALS}
    parameters |= {option.name: _parameter(option) for option in game.options if option.kind in _CHOICES}
    return pyspiel.GameType(
        short_name=f"chapterhouse_{name}",
        long_name=f"Chapterhouse: {name.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class ChapterhouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house, as OpenSpiel knows games."""

    def __init__(self, name: str, parameters: dict[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        deals, players = int(given.pop("deals", DEALS)), given.pop("players", None)
        self.playing = Playing(name, players, {key: _value(name, key, value) for key, value in given.items()})
        if deals < 1:
            raise ValueError(f"{deals} deals cannot be dealt; one or more can")
        kind = game_type(name)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.playing.game.action_count,
            max_chance_outcomes=deals,
            num_players=self.playing.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, parameters or {})
        self.deals = deals

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)

    def new_initial_state(self, *_: Any) -> ChapterhouseState:
        return ChapterhouseState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def information_state_tensor_shape(self) -> list[int]:
        return [self.playing.game.features]

    def observation_tensor_shape(self) -> list[int]:
        return [self.playing.game.features]

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False), parameters)


def _value(name: str, key: str, given: Any) -> Any:
    """OpenSpiel knows texts, numbers and truth values; an option may be of another type under the same name."""
    option = next((option for option in load(name).options if option.name == key), None)
    if option is not None and option.kind == "choice":
        return next((value for value in option.values if value == given or str(value) == given), given)
    return given


class ChapterhouseState(pyspiel.State):  # type: ignore[misc]
    """One game, from the deal on."""

    def __init__(self, game: ChapterhouseGame) -> None:
        super().__init__(game)
        self.is_dealt = False
        self.deals = game.deals
        self.playing = game.playing.fresh()

    def current_player(self) -> int:
        """The seat that is asked, chance before the deal, or the end."""
        if not self.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.playing.is_over else self.playing.seat

    def is_terminal(self) -> bool:
        return self.is_dealt and self.playing.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return [int(code) for code in self.playing.mask.nonzero()[0]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(_outcomes(self.deals))

    def _apply_action(self, action: int) -> None:
        if self.is_dealt:
            self.playing.act(action)
        elif not 0 <= action < self.deals:
            raise ValueError(f"no deal {action}; there are 0 to {self.deals - 1}")
        else:
            self.is_dealt = True
            self.playing.reset(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.playing.words(action) if player >= 0 else f"deal {action}"

    def returns(self) -> list[float]:
        return self.playing.rewards if self.is_dealt else [0.0] * self.playing.players

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has seen, as a digest, and what it may know now."""
        seat = self.current_player() if player is None else player
        memory = self.playing.memory(seat) if self.is_dealt else "nothing"
        return f"{memory} {self.observation_string(seat)}"

    def observation_string(self, player: int | None = None) -> str:
        """What a seat may know now."""
        seat = self.current_player() if player is None else player
        return f"seat {seat}: {self.playing.view(seat) if self.is_dealt else 'before the deal'}"

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self.observation_tensor(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The features of the state as a seat may know it."""
        seat = self.current_player() if player is None else player
        if not self.is_dealt:
            return [0.0] * self.playing.game.features
        return [float(x) for x in self.playing.observation(seat)]

    def resample_from_infostate(self, player: int, sampler: Any) -> ChapterhouseState:
        """The same game in another world, drawn from all that agree with what a seat knows now."""
        twin = self.clone()
        twin.playing = self.playing.redealt(player, int(sampler() * 2**31))
        state: ChapterhouseState = twin
        return state

    def __str__(self) -> str:
        return self.playing.view(-1) if self.is_dealt else "before the deal"


@functools.cache
def _outcomes(deals: int) -> tuple[tuple[int, float], ...]:
    return tuple((deal, 1 / deals) for deal in range(deals))


class Observer:
    """What OpenSpiel's learners read: one tensor, and a string."""

    def __init__(self, game: ChapterhouseGame, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"observers take no parameters; given were {parameters}")
        self.has_recall = bool(kind.perfect_recall)
        self.tensor = np.zeros(game.playing.game.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ChapterhouseState, player: int) -> None:
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: ChapterhouseState, player: int) -> str:
        return state.information_state_string(player) if self.has_recall else state.observation_string(player)


def _load(text: str) -> Any:
    # of this module, so that the games are known where a pickled one is read
    return pyspiel.load_game(text)


def _class_of(name: str) -> type[ChapterhouseGame]:
    # a class, and no function: OpenSpiel lets go of it when Python has ended, and a class needs nothing then
    class OfThisName(ChapterhouseGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(name, parameters)

    return OfThisName


def register() -> None:
    """Make every game known to OpenSpiel."""
    for name in NAMES:
        pyspiel.register_game(game_type(name), _class_of(name))


register()
