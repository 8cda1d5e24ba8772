"""Games as data, long runs and peers from the command line."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pyarrow.parquet as pq
import pytest

import chapterhouse as ch
from chapterhouse.cli import parquet, peers
from tests.cli.conftest import Run

DOCS = pathlib.Path(__file__).parents[2] / "docs"


def test_decisions_in_a_parquet_file(run: Run, tmp_path: pathlib.Path) -> None:
    """Every row is a decision of a game that a table with the same seed plays again, to the same result."""
    path = tmp_path / "games.parquet"
    given = ("simulate", "templari", "--games", "3", "--players", "3", "--bots", "sensible,random", "--seed", "5")
    assert run(*given, "--out", str(path)).exit_code == 0
    table = pq.read_table(path)
    assert table.schema.names == [name for name, _, _ in parquet.COLUMNS]
    shared = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert shared["chapterhouse.schema"] == "1"
    options = json.loads(shared["chapterhouse.options"])
    rows: list[dict[str, Any]] = table.to_pylist()
    assert {row["seed"] for row in rows} == {5, 6, 7}
    for seed in (5, 6, 7):
        played = ch.Table(shared["chapterhouse.game"], seed=seed, **options)
        mine = [row for row in rows if row["seed"] == seed]
        for ply, row in enumerate(mine):
            assert (row["ply"], row["seat"], row["legal"]) == (ply, played.to_act, len(played.legal))
            assert row["bot"] == ("random" if row["seat"] == 1 else "sensible")
            assert str(played.act(row["action"])) == row["words"]
        outcome = played.outcome
        assert outcome is not None
        assert {row["decisions"] for row in mine} == {played.ply}
        assert all(row["rank"] == outcome.ranks[row["seat"]] for row in mine)
        assert all(row["points"] == outcome.scores[row["seat"]] for row in mine)
        assert {row["reason"] for row in mine} == {outcome.reason}


def test_the_columns_are_documented() -> None:
    lines = (DOCS / "data.md").read_text(encoding="utf-8").splitlines()
    named = [line.split("|")[1:4] for line in lines if line.startswith("| `")]
    assert [(name.strip(" `"), what.strip()) for name, _, what in named] == [(n, w) for n, _, w in parquet.COLUMNS]


def test_soak_says_what_it_checked(run: Run, tmp_path: pathlib.Path) -> None:
    done = run("soak", "templari", "--decisions", "1", "--threads", "1", "--device", "cpu")
    assert done.exit_code == 0
    assert "templari: no fault was found." in done.stdout
    assert run("soak", "templari", "--device", "abacus").exit_code == 2
    assert run("soak", "templari", "--out", str(tmp_path / "no" / "fault.json")).exit_code == 2


def test_peers_that_are_there_and_that_are_not(
    run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run with one peer, one that is not installed, and one that fails; the ratios are those of the speeds."""

    def broken(name: str) -> peers.Play:
        raise RuntimeError("does not start here")

    mine = {
        "OpenSpiel": ("pyspiel", "open_spiel", ("goofspiel",), peers.openspiel),
        "Nowhere": ("no_such_library", "no_such_library", ("chess",), broken),
        "Broken": ("numpy", "numpy", ("chess",), broken),
    }
    monkeypatch.setattr(peers, "PEERS", mine)
    file = tmp_path / "peers.json"
    done = run("bench", "peers", "templari", "--seconds", "0", "--json", str(file))
    assert done.exit_code == 0
    report = json.loads(file.read_text(encoding="utf-8"))
    assert "Nowhere" in done.stdout
    first, second = report["absent"].items()
    assert first == ("Nowhere", "-")
    assert "does not start here" in second[1]
    peer = report["peers"][0]
    assert (peer["library"], peer["game"]) == ("OpenSpiel", "goofspiel")
    assert peer["ratios"]["templari"] == pytest.approx(report["ours"]["templari"] / peer["speed"])
    assert list(report["ours"]) == ["templari"]
