"""Games that were saved by every released version still play. A release adds its records here; none is ever changed.

`python -m tests.test_records` writes those of rules that have none yet: every number of players, every option set.
"""

from __future__ import annotations

import json
import lzma
import pathlib
from collections import Counter
from typing import Any

import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.games.conformance import option_sets
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.table import Table
from tests import golden

FOLDER = pathlib.Path(__file__).parent / "records"
LEAST = 20  # records a game


def kept() -> dict[str, dict[str, Any]]:
    """All records with how they ended, by a name."""
    found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
    for path in sorted(FOLDER.glob("*.json.xz")):
        many = json.loads(lzma.decompress(path.read_bytes()))
        found |= {f"{path.name.partition('.')[0]}-{i}": saved for i, saved in enumerate(many)}
    return found


RECORDS = kept()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_still_plays_to_the_same_end(name: str) -> None:
    saved = RECORDS[name]
    table = Table.load(saved["record"])
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.reason) == (saved["ranks"], saved["scores"], saved["reason"])
    assert table.save() == saved["record"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_records_of_its_present_version(name: str) -> None:
    """All player counts and option sets, dealt by numbers and by secrets."""
    game = load(name)
    records = [
        r["record"] for r in RECORDS.values() if (r["record"]["game"], r["record"]["rules"]) == (name, game.version)
    ]
    assert len(records) >= LEAST
    played = Counter(json.dumps(record["options"], sort_keys=True) for record in records)
    assert not {json.dumps(options, sort_keys=True) for options in option_sets(game)} - played.keys()
    assert {record["chapterhouse"] for record in records} == {1, 2}


def record_of(name: str, options: dict[str, Any], i: int) -> dict[str, Any]:
    """A whole game, mostly sensible; every other one is dealt by a secret."""
    chosen = dict(options)
    table = Table(name, chosen.pop("players"), f"{i + 1:032x}" if i % 2 else i + 1, **chosen)
    luck = seeded(1000 + i)[0]
    while not table.over:
        table.act(golden.choose(table, luck))
    outcome = table.outcome
    assert outcome is not None
    ended = {"ranks": outcome.ranks, "scores": outcome.scores, "reason": outcome.reason}
    return ended | {"record": table.save()}


def write() -> None:
    for name in NAMES:
        game = load(name)
        path = FOLDER / f"{name}-rules-{game.version}.json.xz"
        if path.exists():
            continue
        sets = option_sets(game)
        many = [record_of(name, sets[i % len(sets)], i) for i in range(max(LEAST, len(sets)))]
        path.write_bytes(lzma.compress(json.dumps(many).encode()))


if __name__ == "__main__":
    write()
