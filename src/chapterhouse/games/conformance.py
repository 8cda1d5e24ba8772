"""Checks that every game passes by being registered. Each raises AssertionError and says what was found.

They take a game and the kernels to run it with (plain, or compiled), and states from real play. What needs a table or a
record on top of them stands in `tests/test_conformance.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from chapterhouse.games.protocol import NOBODY, Decision, Game
from chapterhouse.games.ranges import PLAYERS, range_faults
from chapterhouse.kernel.actions import pick
from chapterhouse.kernel.record import Row, declared_in, layout_of
from chapterhouse.kernel.rng import seeded
from chapterhouse.texts import LANGUAGES

States = Any  # an array of one state; states[0] is the record


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The defaults, each other value alone, and all others together; for every number of players that allows it."""
    choices = [option for option in game.options if option.kind == "choice"]
    defaults = {option.name: option.default for option in game.options}
    sets = [defaults]
    sets += [defaults | {option.name: value} for option in choices for value in option.values[1:]]
    sets.append(defaults | {option.name: option.values[-1] for option in choices})
    all_sets = [{"players": n} | chosen for n in range(game.seats[0], game.seats[1] + 1) for chosen in sets]
    return [options for options in all_sets if not game.option_faults(options)]


def deal(game: Game, kernels: Any, options: dict[str, Any], data: dict[str, Any], seed: int) -> States:
    """A game that has just been set up."""
    states = np.zeros(1, layout_of(game.state))
    states["rng"] = seeded(seed)
    game.prepare(states[0], options, data)
    kernels.set_up(states[0])
    return states


def walk(game: Game, kernels: Any, states: States, luck: Row, most: int = 10_000) -> Iterator[tuple[States, int]]:
    """Random play from here: every state with the action that is about to be taken in it; then the last with -1."""
    mask = np.zeros(game.action_count, np.int8)
    over = game.phases["OVER"]
    for _ in range(most):
        if states[0].phase == over:
            break
        count = kernels.legal_mask(states[0], mask)
        assert count > 0, f"nothing is legal in phase {states[0].phase}"
        action = pick(mask, count, luck)
        yield states, action
        kernels.act(states[0], action)
    yield states, -1


def same(a: States, b: States, ignoring: tuple[str, ...] = ()) -> list[str]:
    """The fields in which two states differ."""
    return [n for n in a.dtype.names if n not in ignoring and not np.array_equal(a[n], b[n])]


def concealed(kernels: Any, states: States, seat: int) -> States:
    seen = states.copy()
    kernels.conceal(seen[0], seat)
    return seen


def redealt(kernels: Any, seen: States, seat: int, seed: int) -> States:
    """A world that agrees with what the seat has seen."""
    world = seen.copy()
    world["rng"] = seeded(seed)
    kernels.redeal(world[0], seat)
    return world


def check_mask(game: Game, kernels: Any, states: States) -> None:
    """The mask, which a game may have written for speed, is the one that its table of choices makes; `is_legal` and
    `refusal` agree with it for every code, the count and the first code with the mask."""
    s = states[0]
    mask = np.full(game.action_count, 7, np.int8)
    count = kernels.legal_mask(s, mask)
    for code in range(game.action_count):
        legal = bool(kernels.is_legal(s, code))
        assert mask[code] == legal, f"mask and is_legal differ on {game.words(s, code)!r} in phase {s.phase}"
        assert legal == (kernels.refusal(s, code) == 0), f"refusal and is_legal differ on {game.words(s, code)!r}"
    assert count == mask.sum(), "the count is not that of the mask"
    assert not mask[: kernels.first_code(s)].any(), f"in phase {s.phase} a code is legal before the first one"


def check_explained(game: Game, states: States, rules: set[str]) -> None:
    """Every action that is refused says why, under a rule of this game, in every language."""
    s = concealed(game.kernels, states, states[0].to_act)[0]
    all_texts = [game.texts(language) for language in LANGUAGES]
    for code in range(game.action_count):
        refused = game.explain(s, code)
        assert (refused is None) == bool(game.kernels.is_legal(s, code)), f"explain differs on {game.words(s, code)!r}"
        if refused is not None:
            assert refused.rule in rules, f"{refused.rule} is no rule of {game.id}"
            for texts in all_texts:
                _check_text(refused.says(texts), refused.key)


def _check_text(text: str, key: str) -> None:
    assert text, f"{key}: nothing is said"
    assert text != key, f"{key}: has no text"
    assert "{" not in text, f"{key}: {text!r} has an open part"


def check_declared(game: Game) -> None:
    """Every field of the state says what it can hold, and the number of players belongs to the box."""
    declared = declared_in(game.state)
    assert declared[PLAYERS].box, "the number of players comes from the options, not from a position"
    for name, field in declared.items():
        assert field.high is not None or field.below in declared, f"{name} has no range"
        limits = np.iinfo(np.dtype(field.kind))
        numbers = (field.low, field.high or 0, *field.empty, field.vacant or 0)
        assert limits.min <= min(numbers) <= max(numbers) <= limits.max, f"{name} cannot hold what it says"


def check_presets(game: Game, levels: set[str]) -> None:
    """Every preset can be played, and names a level that there is."""
    assert game.presets, "a game can be begun without looking at its options"
    defaults = {option.name: option.default for option in game.options}
    known = {option.name: option.values for option in game.options}
    for preset in game.presets:
        assert preset.level in levels, f"{preset.id}: there is no level {preset.level}"
        players = preset.players or max(3, game.seats[0])
        assert game.seats[0] <= players <= game.seats[1], f"{preset.id}: not for {players}"
        for name, value in preset.options.items():
            assert value in known[name], f"{preset.id}: {name} cannot be {value}"
        faults = game.option_faults({"players": players} | defaults | dict(preset.options))
        assert not faults, f"{preset.id}: {faults}"
    assert len({preset.id for preset in game.presets}) == len(game.presets), "two presets have one id"


def check_box(game: Game, states: States, dealt: States) -> None:
    """Play changes nothing in the box."""
    box = [name for name, field in declared_in(game.state).items() if field.box]
    differ = same(states[box], dealt[box])
    assert not differ, f"{differ} changed in play"


def check_faultless(game: Game, states: States) -> None:
    """Every field keeps to its declared range, and nothing is made or lost: no fault is found with the game's own
    state."""
    faults = range_faults(states[0]) or game.state_faults(states[0])
    assert not faults, f"faults after legal play: {faults}"


def check_words(game: Game, states: States) -> None:
    """Notation is one to one over all codes, in lower case with single spaces."""
    words = [game.words(states[0], code) for code in range(game.action_count)]
    assert len(set(words)) == len(words), "two codes have the same notation"
    assert all(w == " ".join(w.lower().split()) for w in words), "notation is not in its plain form"


def check_secrets(game: Game, kernels: Any, states: States, action: int, seed: int) -> None:
    """Non-interference, for every seat and a spectator: another world that agrees with what the viewer has seen gives
    the same concealed state, view, prompt and observation; so does the world after an action that reveals nothing."""
    s = states[0]
    texts = game.texts("en")
    for seat in range(NOBODY, s.players):
        seen = concealed(kernels, states, seat)
        assert not seen["rng"].any(), "chance to come is not concealed"
        world = redealt(kernels, seen, seat, seed)
        again = concealed(kernels, world, seat)
        differ = same(seen, again)
        assert not differ, f"seat {seat} sees hidden facts through {differ}"
        assert not game.state_faults(world[0]), f"redeal made {game.state_faults(world[0])}"
        assert json.dumps(game.view(seen[0], seat)) == json.dumps(game.view(again[0], seat))
        assert game.prompt(seen[0], seat, texts) == game.prompt(again[0], seat, texts)
        if action >= 0:
            _check_own_turn(game, kernels, states, seen, seat)
            _check_same_after(game, kernels, states, world, seat, action)


def _check_own_turn(game: Game, kernels: Any, states: States, seen: States, seat: int) -> None:
    """A seat that acts knows what it may do; equal observations and equal bots follow from equal concealed states."""
    if seat != states[0].to_act:
        return
    true, known = (np.zeros(game.action_count, np.int8) for _ in range(2))
    kernels.legal_mask(states[0], true)
    kernels.legal_mask(seen[0], known)
    assert np.array_equal(true, known), f"seat {seat} does not know what it may do"
    chosen = kernels.sensible(seen[0], seeded(3)[0])
    assert known[chosen], f"sensible chose {game.words(states[0], chosen)!r}, which is not legal"
    features = np.full(game.features, np.nan, np.float32)
    kernels.observe(seen[0], seat, features)
    assert np.isfinite(features).all(), "an observation has holes"


def _check_same_after(game: Game, kernels: Any, states: States, world: States, seat: int, action: int) -> None:
    """An action whose `news` stays the same tells nobody anything but itself, so that it can be taken back."""
    if states[0].to_act != seat and game.is_secret(states[0], action):
        return
    here, there = states.copy(), world.copy()
    kernels.act(here[0], action)
    if here[0].news != states[0].news:
        return
    there[0].to_act = states[0].to_act
    if not kernels.is_legal(there[0], action):
        return  # legal only by what this viewer cannot know
    kernels.act(there[0], action)
    differ = same(concealed(kernels, here, seat), concealed(kernels, there, seat))
    assert not differ, f"{game.words(states[0], action)!r} told seat {seat} something through {differ}, without news"


def check_told(game: Game, before: States, action: int, after: States, rules: set[str]) -> None:
    """Every action is told in every language, under rules of this game; so is what it would do."""
    code = action
    for seat in range(NOBODY, before[0].players):
        old, new = concealed(game.kernels, before, seat), concealed(game.kernels, after, seat)
        hidden = seat != before[0].to_act and game.is_secret(before[0], code)
        decision = Decision(before[0].to_act, code, game.words(before[0], code))
        for language in LANGUAGES:
            texts = game.texts(language)
            lines = game.narrate(old[0], decision.hidden() if hidden else decision, new[0], texts)
            assert lines, f"nothing is told of {decision}"
            for line in lines:
                _check_text(line.text, line.rule)
                assert line.rule in rules, f"{line.rule} is no rule of {game.id}"
            if seat == before[0].to_act:
                _check_text(game.says(old[0], code, texts), f"says {decision.words}")
