"""One game being played: the Python door to the rules.

t = Table("templari", players=4, seed=7, private_sales=False)
t.to_act, t.prompt            # seat, what is asked
t.legal                       # list of Action: .code .verb .args; str() is the notation
t.act("bid 3")                # notation, Action or code; IllegalAction names the rule and why
t.act("offri 3", language="it")
t.view(seat)                  # what this seat may know, as plain data; view(None) is a spectator's
t.hint()                      # the best choices of who acts, and what each is expected to bring
t.undo()                      # back to the last decision, if it revealed nothing new
t.over, t.outcome
t.save(), Table.load(x)       # replayable for ever
t.position(), Table.from_position(x)
"""

from __future__ import annotations

import copy
import difflib
import functools
import importlib
import pathlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from chapterhouse.games.data import Fault, fault, shown
from chapterhouse.games.protocol import NOBODY, SEEN, Decision, Game, LogLine, Refusal, View
from chapterhouse.kernel.record import numbers
from chapterhouse.play import seeds
from chapterhouse.play.engine import load_engine
from chapterhouse.play.errors import (
    BadNotation,
    BadOptions,
    BadPosition,
    BadRecord,
    BadSeat,
    GameOver,
    IllegalAction,
    NotYourTurn,
    StaleAction,
    UndoRefused,
)
from chapterhouse.play.notation import fold, from_language, in_language, readings
from chapterhouse.play.options import check_data, read_data, resolve
from chapterhouse.play.record import (
    RECORD,
    SECRET_RECORD,
    digest,
    from_json,
    position_faults,
    read_header,
    read_json,
    to_json,
)
from chapterhouse.play.seeds import Seed
from chapterhouse.texts import Text, Texts

NOT_AS_PLAYED = "this saved game cannot be played again"
BEYOND = -1  # the code of an action that is none: written like one, but beyond all codes
KEPT = 32  # decisions between two states that are kept of the past


@functools.lru_cache(64)
def _codes_of(words: tuple[str, ...]) -> dict[str, int]:
    """Notation to code. All tables with the same printed data share one, which is most of what a new table weighs."""
    return {word: code for code, word in enumerate(words)}


@dataclass(frozen=True)
class Action:
    """Something that can be done: a code, and its notation."""

    code: int
    words: str

    @property
    def verb(self) -> str:
        return self.words.split()[0]

    @property
    def args(self) -> tuple[str, ...]:
        return tuple(self.words.split()[1:])

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Outcome:
    """How a game ended: 1 is the best rank and ties share it; `reason` is a key of the game's texts."""

    ranks: list[int]
    scores: list[int]
    reason: str

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


class Table:
    """One game being played. Seats are numbers from 0; `None` for a seat means a spectator."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seed: Seed | None = None,
        names: list[str] | None = None,
        data: dict[str, Any] | None = None,
        rules: int | None = None,
        **options: Any,
    ) -> None:
        """`rules` is the version of the rules that the game is played by: by default the newest."""
        if isinstance(game, Game) and rules is None:
            rules = game.version
        self._open(game.id if isinstance(game, Game) else str(game), rules, players, seed, names, data, options)

    def _open(
        self, name: str, rules: Any, players: Any, seed: Any, names: Any, data: Any, options: dict[str, Any]
    ) -> None:
        self.engine = load_engine(name if rules is None else f"{name}@{rules}")
        self.game = self.engine.game
        self.options = resolve(self.game, players, options)
        if data is None:
            self.data = read_data(self.game, self.options)
        else:
            check_data(self.game, data)
            self.data = copy.deepcopy(data)
        if seed is not None and not (seeds.is_number(seed) or seeds.is_secret(seed)):
            raise BadOptions(f"{name} cannot be dealt so", [fault("seed", "seed", value=shown(seed))])
        if names is not None and not (isinstance(names, list) and all(isinstance(each, str) for each in names)):
            raise BadOptions(f"{name} cannot be played so", [fault("names", "names")])
        self.seed: Seed = seeds.fresh() if seed is None else seed
        self.names = names
        self.history: list[Decision] = []
        self._start: dict[str, Any] | None = None  # the position it began with, when it did not begin with a deal
        self._now = self.engine.blank()
        self._past: dict[int, bytes] = {}  # states by ply, one in KEPT; never changed in place when decisions go
        self._before: Any = None  # the state before the last decision, when it is at hand
        self._digests: list[str] = []  # fingerprints after each decision, as far as they have been asked for
        self._now["rng"] = seeds.generator(self.seed)
        self.game.prepare(self._now[0], self.options, self.data)
        self.engine.set_up(self._now[0])
        self._codes = self._all_words()

    def _all_words(self) -> dict[str, int]:
        return _codes_of(tuple(self.game.words(self._now[0], code) for code in range(self.game.action_count)))

    # ── where the game stands ────────────────────────────────────────────────────────────────────────────────────

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self.history)

    @property
    def over(self) -> bool:
        return int(self._now["phase"][0]) == self.game.phases["OVER"]

    @property
    def to_act(self) -> int | None:
        """The seat that is asked, or None when the game is over."""
        return None if self.over else int(self._now["to_act"][0])

    @property
    def asked(self) -> list[int]:
        """All seats that have a decision to make now; more than one where they choose at the same time."""
        return [seat for seat in range(self.players) if self.engine.is_asked(self._now[0], seat)]

    @property
    def outcome(self) -> Outcome | None:
        """Ranks, scores and why it ended; None while the game goes on."""
        if not self.over:
            return None
        ranks = np.zeros(self.game.seats[1], np.int32)
        self.engine.rank(numbers(self._now[0]), ranks)
        return Outcome(ranks[: self.players].tolist(), self.scores(), self.game.reason(self._now[0]))

    def scores(self) -> list[int]:
        """The points as they stand, hidden ones too."""
        scores = np.zeros(self.game.seats[1], np.int32)
        self.engine.score(numbers(self._now[0]), scores)
        return [int(each) for each in scores[: self.players]]

    @property
    def news(self) -> int:
        """How often something hidden has come to light."""
        return int(self._now["news"][0])

    @functools.cached_property
    def commitment(self) -> str | None:
        """What a table with a secret seed shows of it before the end; None for a number."""
        return seeds.commitment(self.seed, self.game.id, self.game.version, self.options)

    def texts(self, language: str = "en") -> Texts:
        """The game's texts, with this table's names."""
        return self.game.texts(language, self.names)

    @property
    def prompt(self) -> str:
        """What is asked of the seat that acts."""
        return self.prompt_for(self.to_act, self.texts())

    def prompt_for(self, seat: int | None, texts: Texts) -> str:
        """What is asked now, said to this viewer."""
        seat = self._seat(seat)
        return self.game.prompt(self._seen(seat)[0], NOBODY if seat is None else seat, texts)

    def _seat(self, seat: Any) -> int | None:
        """The number of a seat that there is at this table, or None."""
        if seat is None:
            return None
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
            raise BadSeat(seat, self.players)
        return int(seat)

    # ── what can be done ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def legal(self) -> list[Action]:
        """What the seat that acts can do now; nothing when the game is over."""
        return self.legal_for(self.to_act)

    def legal_for(self, seat: int | None) -> list[Action]:
        """What this seat can do now; nothing when it is not asked."""
        seat = self._seat(seat)
        if seat is None or seat not in self.asked:
            return []
        return self._legal(self._seen(seat)[0])

    def _legal(self, s: Any) -> list[Action]:
        mask = np.zeros(self.game.action_count, np.int8)
        self.engine.legal_mask(s, mask)
        return [Action(int(code), self.game.words(s, int(code))) for code in np.flatnonzero(mask)]

    def action(self, x: str | int | Action, language: str = "en") -> Action:
        """The action that a notation, a code or an Action means, legal or not; the words may be those of a language."""
        if isinstance(x, Action):
            x = x.words if x.code == BEYOND else x.code
        if isinstance(x, str):
            words = " ".join(x.lower().split())
            if words in self._codes:
                return Action(self._codes[words], words)
            meant = self._readings(language).get(fold(x), ())
            if len(meant) == 1:
                return self.action(meant[0])
            words = from_language(words, self.texts(language))
            if self.game.beyond and self.game.beyond(self._now[0], words):
                return Action(BEYOND, words)
            raise self._unread(x, meant, language)
        if isinstance(x, bool) or not isinstance(x, int | np.integer) or not 0 <= x < self.game.action_count:
            raise BadNotation(f"{x!r} is no action of {self.game.id}: codes are 0 to {self.game.action_count - 1}")
        return Action(int(x), self.game.words(self._now[0], int(x)))

    def _readings(self, language: str) -> Mapping[str, tuple[int, ...]]:
        return readings(tuple(self._codes), language, *self.game.texts(language).folders)

    def _unread(self, x: str, meant: tuple[int, ...], language: str) -> BadNotation:
        """Why these words are not read: they mean several actions, or none; with what is near."""
        texts = self.texts(language)
        if meant:
            near = [in_language(self.game.words(self._now[0], code), texts) for code in meant]
            return BadNotation(f"{x!r} could be {' or '.join(near)}", near, is_ambiguous=True)
        known = dict.fromkeys(in_language(words, texts) for words in self._codes)
        near = difflib.get_close_matches(x.lower(), [*known, *self._codes], 3)
        now = ", ".join(in_language(action.words, texts) for action in self.legal[:8])
        hint = f"did you mean {' or '.join(near)}?" if near else f"now you could say {now}"
        return BadNotation(f"{x!r} is no action of {self.game.id}; {hint}", near)

    def explain(self, x: str | int | Action, seat: int | None = None, language: str = "en") -> Refusal | None:
        """Why the seat (by default the one that acts) cannot do this now; None when it can."""
        action, seat = self.action(x, language), self._seat(seat)
        seat = self.to_act if seat is None else seat
        if not self.over and seat not in self.asked:
            return Refusal("", "refused.not_your_turn")
        return self._refusal(action, seat)

    def _refusal(self, action: Action, seat: int | None) -> Refusal | None:
        s = self._seen(seat)[0]
        if action.code == BEYOND and self.game.beyond:
            return self.game.beyond(s, action.words)
        return self.game.explain(s, action.code)

    def act(
        self, x: str | int | Action, seat: int | None = None, ply: int | None = None, language: str = "en"
    ) -> Action:
        """Do it, for the seat that acts or for `seat`. `ply` says which decision this answers; what is typed may be in
        the words of a language."""
        if ply is not None and ply != self.ply:
            raise StaleAction(ply, self.ply)
        action, given = self.action(x, language), self._seat(seat)
        if self.over:
            raise GameOver(f"{action}: the game is over")
        seat = int(self._now["to_act"][0]) if given is None else given
        if seat not in self.asked:
            raise NotYourTurn(f"{action}: seat {seat} is not asked now; seat {self.to_act} is")
        refused = self._refusal(action, seat)
        if refused is not None:
            raise IllegalAction(action.words, refused.rule, refused.says(self.texts(language)))
        self._before = self._now.copy()
        if self.ply % KEPT == 0:
            self._past[self.ply] = self._now.tobytes()
        self._do(self._now[0], self.ply, seat, action.code)
        self.history.append(Decision(seat, action.code, action.words))
        return action

    def _do(self, s: Any, ply: int, seat: int, code: int) -> None:
        self._ask(s, ply, seat)
        self.engine.act(s, code)

    def _ask(self, s: Any, ply: int, seat: int) -> None:
        """Make a state ready for decision number `ply` of a seat: chance begins anew (play/seeds.py)."""
        if isinstance(self.seed, str):
            s["rng"] = seeds.generator(self.seed, ply + 1)
        self.engine.turn_to(s, seat)

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether the last decision (of this seat) can be taken back."""
        return self.undo_refusal(seat) is None

    def undo_refusal(self, seat: int | None = None) -> Refusal | None:
        """Why the last decision (of this seat) stands; None when it can be taken back: the game goes on, nobody knows
        more by it, and it was no mistake that cost something. `at` goes back in any case, to look at the past."""
        seat = self._seat(seat)
        if not self.history:
            return Refusal("", "undo.nothing")
        if self.over:
            return Refusal("", "undo.over")
        last = self.history[-1]
        if seat is not None and last.seat != seat:
            return Refusal("", "undo.not_yours")
        before = self._state_at(self.ply - 1)[0]
        if self.game.lasting:
            return self.game.lasting(before, last, self._now[0])
        return SEEN if before["news"] != self._now["news"][0] else None

    def undo(self, seat: int | None = None) -> Decision:
        """Take back the last decision."""
        refusal = self.undo_refusal(seat)
        if refusal is not None:
            raise UndoRefused(refusal.says(self.texts()), refusal)
        ply = self.ply - 1
        self._now = self._state_at(ply)
        self._before, self._digests = None, self._digests[:ply]
        self._past = {n: state for n, state in self._past.items() if n <= ply}
        return self.history.pop()

    # ── what can be seen ─────────────────────────────────────────────────────────────────────────────────────────

    def seen(self, seat: int | None) -> Any:
        """A copy of the state that holds only what this seat may know: all that a bot gets."""
        return self._seen(self._seat(seat))[0]

    def seen_since(self, seat: int | None, since: int) -> Iterator[Any]:
        """What `seen` was after `since`, `since` + 1, … decisions, up to now."""
        viewer = self._seat(seat)
        return (self._seen(viewer, states)[0] for states in self.states(since))

    def truth(self) -> Any:
        """A copy of the true state, secrets too: for looking at a game afterwards, never for a player or a bot."""
        return self._now.copy()[0]

    def hint(self, seat: int | None = None, **how: Any) -> Any:
        """The best choices of a seat that is asked, from what it may know: see `chapterhouse.bots.hint`."""
        # found by name: bots stand above tables
        return importlib.import_module("chapterhouse.bots.hint").hint(self, seat, **how)

    def _seen(self, seat: int | None, states: Any = None) -> Any:
        seen = (self._now if states is None else states).copy()
        viewer = NOBODY if seat is None else seat
        self.engine.conceal(seen[0], viewer)
        if seat is not None and self.engine.is_asked(seen[0], seat):
            self.engine.turn_to(seen[0], seat)
        return seen

    def known_to(self, seat: int | None) -> bytes:
        """What a seat may know, as bytes to compare: equal to a spectator's where nothing is hidden."""
        seen = self._now.copy()
        self.engine.conceal(seen[0], NOBODY if seat is None else seat)
        return bytes(seen.tobytes())

    def view(self, seat: int | None = None, language: str = "en") -> View:
        """What this seat may know, as plain data; a spectator's for None."""
        seat = self._seat(seat)
        s, texts = self._seen(seat)[0], self.texts(language)
        outcome = self.outcome
        view: View = {
            "game": self.game.id,
            "version": self.game.version,
            "seat": seat,
            "players": self.players,
            "ply": self.ply,
            "to_act": self.to_act,
            "asked": self.asked,
            "over": self.over,
            "options": self.options,
            "names": [texts.name(each) for each in range(self.players)],
            "prompt": self.game.prompt(s, NOBODY if seat is None else seat, texts),
            "legal": [],
            "outcome": None,
        }
        if seat in view["asked"]:
            view["legal"] = [
                {
                    "code": a.code,
                    "words": a.words,
                    "typed": in_language(a.words, texts),
                    "says": self.game.says(s, a.code, texts),
                }
                for a in self._legal(s)
            ]
        if outcome:
            view["outcome"] = {
                "ranks": outcome.ranks,
                "scores": outcome.scores,
                "reason": outcome.reason,
                "winners": outcome.winners,
            }
        return view | self.printed | self.game.view(s, NOBODY if seat is None else seat)

    @functools.cached_property
    def printed(self) -> View:
        """What every view shows of the printed data, which stays the same all game long."""
        return self.game.printed(self.data) if self.game.printed else {}

    def log(self, seat: int | None = None, texts: Texts | None = None, since: int = 0) -> list[LogLine]:
        """The game in sentences, as this seat may know it, from decision number `since` on."""
        return [line for lines in self.narrate(seat, texts, since) for line in lines]

    def narrate(self, seat: int | None = None, texts: Texts | None = None, since: int = 0) -> Iterator[list[LogLine]]:
        """The log decision by decision, so that a long one can be told in parts."""
        texts, seat = texts or self.texts(), self._seat(seat)
        since = min(since, self.ply)
        decisions, states = self.history[since:], self.states(since)
        true = next(states)
        before = self._seen(seat, true)
        for ply, (decision, after_true) in enumerate(zip(decisions, states, strict=True), since):
            self._ask(true[0], ply, decision.seat)
            is_hidden = decision.seat != seat and self.game.is_secret(true[0], decision.code)
            after = self._seen(seat, after_true)
            known = decision.hidden() if is_hidden else decision
            if self.game.shown:
                known = replace(known, shown=self.game.shown(true[0], decision.code, after_true[0]))
            yield [replace(line, ply=ply + 1) for line in self.game.narrate(before[0], known, after[0], texts)]
            true, before = after_true, after

    def picture(self, seat: int | None = None, language: str = "en", **how: Any) -> str:
        """The table as this seat sees it, as SVG."""
        return self.game.picture(self.view(seat, language), self.texts(language), **how)

    def _repr_svg_(self) -> str:
        return self.picture(self.to_act)

    def __repr__(self) -> str:
        return f"<Table {self.game.id}, {self.players} players, {self.ply} decisions: {self.prompt}>"

    # ── keeping it ───────────────────────────────────────────────────────────────────────────────────────────────

    def states(self, since: int = 0, until: int | None = None) -> Iterator[Any]:
        """The true states, secrets too, after `since`, `since` + 1, … `until` decisions: one replay for all of them, as
        they are asked for, of the game as it stands at the call. Each is an array of one, and a copy."""
        until = self.ply if until is None else until
        if not 0 <= since <= until <= self.ply:
            raise ValueError(f"{since} to {until}: this game has decisions 0 to {self.ply}")
        history, past, end = self.history[:until], self._past, self._now.copy() if until == self.ply else None
        ply, states = self._nearest(since)

        def replayed() -> Iterator[Any]:
            nonlocal ply, states
            while True:
                if ply >= since:
                    yield states.copy()
                if ply == until:
                    return
                if ply % KEPT == 0:
                    past.setdefault(ply, states.tobytes())
                if ply + 1 == until and end is not None:
                    states = end
                else:
                    self._do(states[0], ply, history[ply].seat, history[ply].code)
                ply += 1

        return replayed()

    def _nearest(self, ply: int) -> tuple[int, Any]:
        """The last state at hand of those up to `ply`: after how many decisions, and a copy."""
        if ply == self.ply:
            return ply, self._now.copy()
        if ply == self.ply - 1 and self._before is not None:
            return ply, self._before.copy()
        for n in range(ply - ply % KEPT, -1, -KEPT):
            if n in self._past:
                return n, np.frombuffer(self._past[n], self.engine.layout).copy()
        return 0, self._first_state()

    def _state_at(self, ply: int) -> Any:
        """A copy of the true state after so many decisions."""
        return next(self.states(ply))

    def digests(self) -> Iterator[str]:
        """The fingerprint of the state after each decision, for a record that is written in parts."""
        known = self._digests  # another one, should decisions be taken back in between
        yield from known[:]
        if len(known) < self.ply:
            for n, states in enumerate(self.states(len(known) + 1), len(known)):
                if n == len(known):
                    known.append(digest(states[0]))
                yield known[n]

    def _first_state(self) -> Any:
        states = self._prepared()
        if self._start is not None:
            from_json(self.game, self._start, states)
        else:
            self.engine.set_up(states[0])
        return states

    def _prepared(self) -> Any:
        """A state that holds nothing but the box, written from options and data, and chance."""
        states = self.engine.blank()
        states["rng"] = seeds.generator(self.seed)
        self.game.prepare(states[0], self.options, self.data)
        return states

    def forget_past(self) -> None:
        """Keep only the decisions and the state of now; the past is played again, once, when it is asked for."""
        self._past, self._before = {}, None

    def at(self, ply: int) -> Table:
        """The table as it stood after so many decisions."""
        if isinstance(ply, bool) or not isinstance(ply, int | np.integer) or not 0 <= ply <= self.ply:
            raise ValueError(f"{ply!r}: this game has decisions 0 to {self.ply}")
        table = object.__new__(Table)
        table.__dict__ |= self.__dict__
        table.history = self.history[:ply]
        table._past = {n: state for n, state in self._past.items() if n <= ply}
        table._now, table._before = self._state_at(ply), self._before if ply == self.ply else None
        table._digests = self._digests[:ply]
        return table

    def _begun(self) -> dict[str, Any]:
        """What a record and a position say alike, as copies."""
        return copy.deepcopy({"options": self.options, "data": self.data, "names": self.names})

    def save(self) -> dict[str, Any]:
        """The game as JSON data: what it began with, and every decision with the fingerprint of what came of it."""
        start: dict[str, Any] = {"seed": self.seed}
        if self.commitment:
            start["commitment"] = self.commitment
        if self._start is not None:
            start["position"] = copy.deepcopy(self._start)
        return {
            "chapterhouse": SECRET_RECORD if self.commitment else RECORD,
            "game": self.game.id,
            "rules": self.game.version,
            **self._begun(),
            "start": start,
            "actions": [[d.seat, d.words, each] for d, each in zip(self.history, self.digests(), strict=True)],
        }

    @classmethod
    def load(cls, x: dict[str, Any] | str | pathlib.Path) -> Table:
        """A saved game, played again from its start: from JSON data, JSON text or a file."""
        *_, table = cls.load_in_parts(x)
        return table

    @classmethod
    def load_in_parts(cls, x: dict[str, Any] | str | pathlib.Path) -> Iterator[Table]:
        """The same, the table after every decision, so that a long game can be loaded in parts."""
        record = read_json(x, BadRecord)
        start = record.get("start")
        actions = record.get("actions")
        if not isinstance(start, dict) or not isinstance(actions, list):
            raise BadRecord("not a saved game", [fault("JSON", "start_and_actions")])
        seed, form = start.get("seed"), record.get("chapterhouse")
        if form == SECRET_RECORD and not seeds.is_secret(seed):
            raise BadRecord("not a saved game", [fault("start.seed", "secret_seed")])
        if form == RECORD and not seeds.is_number(seed):
            raise BadRecord("not a saved game", [fault("start.seed", "whole_needed")])
        try:
            table = cls._begin(record, start.get("position"), seed)
        except (BadOptions, BadPosition) as e:
            raise BadRecord("this saved game cannot begin", e.faults) from None
        if start.get("commitment") != table.commitment:
            raise BadRecord("this saved game cannot begin", [fault("start.commitment", "commitment")])
        yield table
        for i, entry in enumerate(actions):
            table._replay(i, entry)
            yield table

    def _replay(self, i: int, entry: Any) -> None:
        place = Text("fault.of_action", {"n": i})
        if not (isinstance(entry, list) and len(entry) == 3 and type(entry[0]) is int and isinstance(entry[1], str)):
            raise BadRecord(NOT_AS_PLAYED, [fault(place, "entry", value=shown(entry))])
        seat, words, expected = entry
        try:
            self.act(words, seat)
        except BadSeat:
            raise BadRecord(NOT_AS_PLAYED, [fault(place, "no_seat", value=shown(seat))]) from None
        except BadNotation:
            raise BadRecord(NOT_AS_PLAYED, [fault(place, "no_action", words=shown(words))]) from None
        except IllegalAction:
            refused = self._refusal(self.action(words), seat)
            assert refused is not None
            parts = {"words": words, "why": Text(refused.key, refused.parts), "rule": refused.rule}
            what = Fault(place, Text("fault.forbidden", parts), f"games/{self.game.id}")
            raise BadRecord(NOT_AS_PLAYED, [what]) from None
        except NotYourTurn:
            raise BadRecord(NOT_AS_PLAYED, [fault(place, "not_asked", seat=seat)]) from None
        except GameOver:
            raise BadRecord(NOT_AS_PLAYED, [fault(place, "was_over")]) from None
        self._digests.append(digest(self._now[0]))
        if self._digests[-1] != expected:
            raise BadRecord(NOT_AS_PLAYED, [fault(place, "digest", words=shown(words))])

    @classmethod
    def _begin(cls, record: dict[str, Any], fields: Any, seed: Any) -> Table:
        """A table for the options and data of a record or position; with these fields, or dealt from the seed."""
        header = read_header(record)
        table = cls.__new__(cls)
        table._open(header.game, header.rules, header.players, seed, header.names, header.data, header.options)
        if fields is not None:
            table._place(fields)
        return table

    def _place(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise BadPosition("this position cannot be", [fault("state", "state_needed")])
        states = self._prepared()
        faults = from_json(self.game, fields, states) or position_faults(self.game, states[0])
        if faults:
            raise BadPosition("this position cannot be", faults)
        self._now, self._start = states, to_json(self.game, states[0])

    def position(self) -> dict[str, Any]:
        """The whole position, secrets too, as readable JSON data."""
        return {
            "chapterhouse": RECORD,
            "game": self.game.id,
            "rules": self.game.version,
            **self._begun(),
            "state": to_json(self.game, self._now[0]),
        }

    @classmethod
    def from_position(cls, x: dict[str, Any] | str | pathlib.Path, seed: Seed = 0) -> Table:
        """A table that begins with a position; BadPosition lists all faults. Chance follows `seed` without `rng`."""
        record = read_json(x, BadPosition)
        try:
            return cls._begin(record, record.get("state", 0), seed)
        except BadOptions as e:
            raise BadPosition("this position cannot be", e.faults) from None
