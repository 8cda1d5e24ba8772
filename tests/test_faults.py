"""What is wrong with a position or a saved game from outside is said in the language of who reads it."""

from __future__ import annotations

import ast
import json
import pathlib
import re
from typing import Any

import numpy as np
import pytest

import chapterhouse as ch
from chapterhouse.games import NAMES, load
from chapterhouse.games.data import Fault, translate_faults
from chapterhouse.games.ranges import range_faults
from chapterhouse.play.record import from_json, position_faults
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES, catalogue

HOME = pathlib.Path(ch.__file__).parent
EVERY_GAME = pytest.mark.parametrize("name", NAMES)


def fault_keys(path: pathlib.Path) -> list[tuple[str, set[str] | None]]:
    """The key and the names of the parts of every fault that a module says; the parts where all are named."""
    keys: list[tuple[str, set[str] | None]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("say", "fault") and isinstance(node.args[1].value, str):
                parts = {each.arg for each in node.keywords if each.arg}
                keys.append((node.args[1].value, parts if all(each.arg for each in node.keywords) else None))
    return keys


@EVERY_GAME
def test_every_fault_of_a_position_has_its_text(name: str) -> None:
    """The key is in the catalogue, its parts are those that are given, and no text of a position is left over."""
    texts, keys = catalogue("en", f"games/{name}"), fault_keys(HOME / "games" / name / "faults.py")
    assert len(keys) > 30
    for key, parts in keys:
        used = set(re.findall(r"\{(\w+)", texts[f"fault.{key}"]))
        assert parts is None or used == parts, key
    own = {key.removeprefix("fault.") for key in texts if key.startswith("fault.state.")}
    assert own - {key for key, _ in keys} <= {"state.set_up"}


@EVERY_GAME
def test_every_law_has_its_text(name: str) -> None:
    texts = catalogue("en", f"games/{name}")
    assert {f"law.{law}" for law in load(name).laws} == {key for key in texts if key.startswith("law.")} != set()


@pytest.mark.parametrize("module", ["play/record.py", "play/table.py", "games/ranges.py", "games/data.py"])
def test_every_fault_of_a_record_has_its_text(module: str) -> None:
    texts, keys = catalogue("en"), fault_keys(HOME / module)
    assert keys
    for key, parts in keys:
        used = set(re.findall(r"\{(\w+)", texts[f"fault.{key}"]))
        assert parts is None or used == parts, key


@EVERY_GAME
def test_no_fault_of_a_position_is_in_english_only(name: str) -> None:
    """Positions with some numbers changed, by their ranges and beyond: every fault can be said in four languages."""
    table = Table(name, seed=3)
    position, rng = table.position()["state"], np.random.default_rng(0)
    game, seen = table.game, 0
    for _ in range(60):
        wrong = json.loads(json.dumps(position))
        for field in rng.choice(sorted(wrong), 3):
            wrong[field] = changed(wrong[field], rng)
        states = table._prepared()
        faults = from_json(game, wrong, states) or position_faults(game, states[0]) + range_faults(states[0])
        assert all(isinstance(fault, Fault) for fault in faults), faults
        told = {language: translate_faults(faults, language) for language in LANGUAGES}
        assert told["en"] == faults
        assert not [each for language in LANGUAGES for each in told[language] if "fault." in each]
        seen += sum(a != b for a, b in zip(told["en"], told["it"], strict=True))
    assert seen > 60


def changed(value: Any, rng: np.random.Generator) -> Any:
    if isinstance(value, list):
        at = int(rng.integers(len(value)))
        return [changed(each, rng) if i == at else each for i, each in enumerate(value)]
    if not isinstance(value, int):
        return "nonsense"
    return [value + 1, value - 1, 0, 99, "x", 10**30][int(rng.integers(6))]


def test_a_record_that_breaks_a_rule_says_it_in_the_readers_language() -> None:
    table = Table("templari", 3, seed=4)
    record = table.save() | {"actions": [[table.to_act, "bid 99", "x"]]}
    with pytest.raises(ch.BadRecord) as e:
        Table.load(record)
    told = [translate_faults(e.value.faults, language)[0] for language in LANGUAGES]
    assert told[0].startswith("action 0: bid 99: ")
    assert told[1].startswith("azione 0: bid 99: ")
    assert len(set(told)) == 4
    assert all("templari." in each for each in told)
