"""Games that were saved by every released version still play. A release adds its records here; none is ever changed."""

from __future__ import annotations

import json
import pathlib

import pytest

from chapterhouse.games import NAMES, load
from chapterhouse.play.table import Table

RECORDS = sorted((pathlib.Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_still_plays_to_the_same_end(path: pathlib.Path) -> None:
    saved = json.loads(path.read_text(encoding="utf-8"))
    table = Table.load(saved["record"])
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.reason) == (saved["ranks"], saved["scores"], saved["reason"])
    assert table.save() == saved["record"]


def test_every_game_has_records_of_its_present_version() -> None:
    kept = {
        (r["game"], r["rules"]) for r in (json.loads(path.read_text(encoding="utf-8"))["record"] for path in RECORDS)
    }
    assert {(name, load(name).version) for name in NAMES} <= kept
