"""The narrow contract between a game and the house.

A game's package (`games/<game>/`) holds the same files in every game and ends in one `Game`. Nothing else looks inside
it: table, bots, terminal, pages and research all go through these names. What has a default here a game can leave out
(`games/defaults.py`).
"""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, cast

from chapterhouse.games.aid import Aid
from chapterhouse.games.data import shown
from chapterhouse.games.layout import Span
from chapterhouse.games.spoken import Spoken
from chapterhouse.games.teaching import Lesson, lessons
from chapterhouse.kernel.actions import Block
from chapterhouse.kernel.dispatch import is_asked, is_legal, legal_mask, turn_to
from chapterhouse.kernel.jit import bind, rule
from chapterhouse.kernel.record import Row
from chapterhouse.texts import Texts

State = Any  # a game's `@record`
View = dict[str, Any]  # what a seat may know, as plain data
NOBODY = -1  # no seat; as a viewer: a spectator
HIDDEN = -1  # the code of a decision that this viewer does not know yet


@dataclass(frozen=True)
class Option:
    """One choice that is made before the game. `values` holds what can be chosen, the default first.

    `kind`: "choice" takes one of `values`; "seat" takes one of `values` or a seat number; "file" takes the name of one
    of the game's data files or a path to another.
    """

    name: str
    values: tuple[Any, ...]
    kind: str = "choice"

    @property
    def default(self) -> Any:
        return self.values[0]


@dataclass(frozen=True)
class Preset:
    """A game that can be begun without looking at its options: what differs from the defaults. `id`: first, family,
    rulebook or expert, by which the house has words for it; `level`: of the bots; `players` None: as many as usual."""

    id: str
    level: str
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """Why an action cannot be taken: the rule, and the key and parts of the sentence that says so. `rule` is empty
    where it is no matter of this game's rules: not your turn, over, seen already."""

    rule: str
    key: str
    parts: Mapping[str, Any] = field(default_factory=dict)

    def says(self, texts: Texts) -> str:
        return texts(self.key, **self.parts)


SEEN = Refusal("", "undo.seen")  # a decision stands because something hidden has become known by it


@dataclass(frozen=True)
class Decision:
    """One decision that was made: who, which action, and its notation. `shown` is for the log alone: what chance then
    turned up before all eyes, where the states before and after do not tell (`Game.shown`)."""

    seat: int
    code: int
    words: str
    shown: tuple[int, ...] = ()

    def hidden(self) -> Decision:
        """As the others know it while it is secret."""
        return Decision(self.seat, HIDDEN, "", self.shown)


@dataclass(frozen=True)
class LogLine:
    """One sentence of the log, and the rule it stands on. `seat` is the one it is about, or NOBODY; `ply` is how many
    decisions had been made with the one that it tells of (the table writes it)."""

    seat: int
    text: str
    rule: str
    ply: int = 0


@rule
def no_law(s: State) -> int:
    return 0


@rule
def any_code(s: State) -> int:
    return 0


DEFAULT: Any = object()  # `Game` takes what `games/defaults.py` has under that name


@dataclass(frozen=True, kw_only=True)
class Kernels:
    """The rules proper. Each runs plain, on the CPU and on CUDA; none raises; `s` comes first."""

    set_up: Callable[[State], None]  # deal from `s.rng`; keeps the box (options and printed data), resets all else
    refusal: Callable[[State, int], int]  # why not, as a number of the game's own; 0 is legal
    act: Callable[[State, int], None]  # a legal action of `s.to_act`
    score: Callable[[State, Row], None]  # int32[seats]: points, if the game ended now
    rank: Callable[[State, Row], None]  # int32[seats]: 1 the best, ties share, 0 an empty seat
    conceal: Callable[[State, int], None]  # blank what this seat cannot know, chance too
    redeal: Callable[[State, int], None]  # fill a concealed state with a world that agrees; s.rng seeded by the caller
    # float32[features], from a state concealed for that seat; by default the fields of the state, scaled
    observe: Callable[[State, int, Row], None] = DEFAULT
    # a legal action by rules of thumb, by default any; the second is the bot's own generator
    sensible: Callable[[State, Row], int] = DEFAULT
    # has this seat a decision to make now? By default `to_act` alone has; more where seats choose at the same time
    is_asked: Callable[[State, int], bool] = DEFAULT
    turn_to: Callable[[State, int], None] = DEFAULT  # let a seat that is asked be `s.to_act`
    # made of `refusal`; a game may have a quicker mask of its own
    is_legal: Callable[[State, int], bool] = DEFAULT
    # int8[ACTIONS]; how many are legal
    legal_mask: Callable[[State, Row], int] = DEFAULT
    # where to begin to look for a legal action: no lower code is legal now
    first_code: Callable[[State], int] = any_code
    # the number of a law of conservation (from 1, as in `Game.laws`) that the true state breaks; 0: all hold
    broken_law: Callable[[State], int] = no_law

    def __post_init__(self) -> None:
        for f in (is_legal, legal_mask, turn_to):
            if getattr(self, f.__name__) is DEFAULT:
                object.__setattr__(self, f.__name__, bind(f, {"refusal": self.refusal}, self.refusal.__module__))


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game, as the house knows it."""

    id: str
    version: int  # of the rules: it goes up when a record of before would play otherwise
    seats: tuple[int, int]  # fewest and most players
    minutes: tuple[int, int]
    options: tuple[Option, ...] = ()  # all but `players`
    presets: tuple[Preset, ...] = DEFAULT  # by default the game as it is, against weaker and stronger bots
    state: type
    phases: type[IntEnum]  # OVER among them
    actions: tuple[Block, ...]
    features: int = 0  # length of an observation
    layout: tuple[Span, ...] = ()  # what its numbers mean
    # field of the state → the names of its values, for readable positions
    spelling: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kernels: Kernels
    # plain Python from here on
    prepare: Callable[[State, dict[str, Any], dict[str, Any]], None]  # options and data into a blank state's box
    # combinations that cannot be, each with its reason
    option_faults: Callable[[dict[str, Any]], list[str]] = DEFAULT
    data_faults: Callable[[dict[str, Any]], list[str]] = DEFAULT  # of a data file
    state_faults: Callable[[State], list[str]]  # the laws of the game; all faults in words
    laws: tuple[str, ...] = ()  # what `broken_law` watches over; the text of each is `law.<name>`
    # is this action of to_act hidden from the others while it is made? by default none is
    is_secret: Callable[[State, int], bool] = DEFAULT
    words: Callable[[State, int], str]  # notation of a code, one to one
    # all below see only states that are concealed for the viewer
    view: Callable[[State, int], View]
    prompt: Callable[[State, int, Texts], str]  # what is asked now, for a viewer whose concealed state this is
    says: Callable[[State, int, Texts], str]  # what this action of to_act would do, from to_act's concealed state
    # a fact or two that speak for this action of to_act or against it, from to_act's concealed state; may be empty
    why: Callable[[State, int, Texts], str] | None = None
    explain: Callable[[State, int], Refusal | None]  # from to_act's concealed state; None when legal
    # from a viewer's concealed states before and after
    narrate: Callable[[State, Decision, State, Texts], list[LogLine]] = DEFAULT
    reason: Callable[[State], str]  # key of the text that says why the game ended
    terminal: Callable[[View, Texts], Any] = DEFAULT  # text or a rich renderable
    aid: Callable[[View, Texts], Aid] = DEFAULT  # what lies beside the board for who wants it, from the viewer's view
    in_words: Callable[[View, Texts], Spoken] = DEFAULT  # the table for who cannot see it: sentences and tables
    # why a notation cannot be done that is written like an action but lies beyond all codes (`bid 99`); else None
    beyond: Callable[[State, str], Refusal | None] | None = None
    # what chance turns up before all eyes when to_act does this, from the true states before and after it
    shown: Callable[[State, int, State], tuple[int, ...]] | None = None
    # why a decision stands for good, from the true states before and after it; by default where `news` has gone on
    lasting: Callable[[State, Decision, State], Refusal | None] | None = None
    # the thing of the picture to which this action of to_act takes a figure by one step; empty for what is no step
    leads_to: Callable[[State, int], str] | None = None
    printed: Callable[[dict[str, Any]], View] | None = None  # what a view shows of the printed data itself
    # the picture, and what belongs to it
    picture: Callable[..., str] = DEFAULT  # (view, texts, *, narrow=False, standalone=True) -> SVG
    symbols: str = ""  # `<symbol>`s that pictures use
    style: str = ""  # CSS of pictures
    # which rules speak of a thing: the beginning of its id in the picture → rule ids; where several fit, the longest
    help: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # versions of before whose games are still played, the newest first; each is a whole game of its own
    earlier: tuple[Game, ...] = ()
    # what a search weighs here: `win` and `margin`, shares of a result; `scale`, points that count like a win, and all
    # else that a recipe has (bots/search.py), `name:4` where it is another with four players; by the name of a level,
    # how many simulations make it one (`knight_net`: 0 where the knight has no net); and `reads`, 1 where a bot looks
    # for rivals who go by the rules of thumb
    search: Mapping[str, float] = field(default_factory=dict)
    # what a search with the net weighs otherwise
    guided: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from chapterhouse.games import defaults

        for name, value in list(vars(self).items()):
            if value is DEFAULT:
                self._fill(name, getattr(defaults, name))
        if self.kernels.is_asked is DEFAULT:
            over = {"OVER": int(self.phases["OVER"])}
            asked = bind(is_asked, over, self.kernels.refusal.__module__)
            self._fill("kernels", replace(self.kernels, is_asked=asked))
        if self.kernels.sensible is DEFAULT:
            self._fill("kernels", replace(self.kernels, sensible=defaults.sensible(self)))
        if self.kernels.observe is DEFAULT:
            observe, features = defaults.observe(self)
            self._fill("kernels", replace(self.kernels, observe=observe))
            self._fill("features", features)
        if "phase" not in self.spelling:
            self._fill("spelling", {"phase": tuple(p.name.lower() for p in self.phases), **self.spelling})

    def _fill(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)  # the class is frozen

    def at_version(self, version: object) -> Game:
        """This game by the rules of that version."""
        for game in (self, *self.earlier):
            if type(version) is int and game.version == version:
                return game
        known = ", ".join(str(game.version) for game in (self, *self.earlier))
        raise ValueError(f"version {shown(version)} of {self.id} is not played here; there is {known}")

    @property
    def folder(self) -> pathlib.Path:
        """Where the game's files lie: beside its `state.py`."""
        return pathlib.Path(cast(str, sys.modules[self.state.__module__].__file__)).parent

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons of the game, none if it has no `lessons.toml`."""
        return lessons(self.folder)

    @property
    def cover(self) -> str:
        """The picture of the game on the first page: its `cover.svg`, or a plain one."""
        from chapterhouse.games import defaults

        own = self.folder / "cover.svg"
        return own.read_text(encoding="utf-8") if own.is_file() else defaults.cover(self.texts()("game.name"))

    @property
    def action_count(self) -> int:
        last = self.actions[-1]
        return last.first + last.count

    def texts(self, language: str = "en", names: list[str] | None = None) -> Texts:
        """The house's and this game's texts."""
        return Texts(language, str(self.folder), names=names)
