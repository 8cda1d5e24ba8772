"""A fourth game, as small as one can be, plays everywhere with no line written outside of it."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from typer.testing import CliRunner

import chapterhouse as ch
from chapterhouse.bots import make, play
from chapterhouse.cli.app import build
from chapterhouse.games import NAMES, conformance, register
from chapterhouse.play.errors import IllegalAction
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES
from tests import test_conformance as every
from tests.fourth_game.pilgrimage import GAME
from tests.server.browser import Browser
from tests.server.conftest import client, empty, house, settings  # noqa: F401
from tests.server.test_playing import test_every_game_with_its_picture_and_log as played_on_pages

NAME = GAME.id
CASES = pytest.mark.parametrize("options", conformance.option_sets(GAME), ids=lambda options: str(options["players"]))
played_on_pages.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """The game is known during these tests only."""
    register(GAME)
    yield
    NAMES.remove(NAME)


@CASES
def test_conformance(options: dict[str, int]) -> None:
    every.test_play_by_the_rules(NAME, options)
    every.test_secrets_stay_secret(NAME, options)
    every.test_everything_is_told_and_explained(NAME, options)
    every.test_round_trips(NAME, options)
    every.test_undo_goes_back_while_nothing_is_new(NAME, options)
    every.test_forgotten_past_is_played_again(NAME, options)
    every.test_compiled_play_equals_plain_play(NAME, options)


def test_compiled_kernels_equal_plain_ones() -> None:
    every.test_compiled_secrets_and_bots_equal_plain_ones(NAME)


@pytest.mark.parametrize("program", [every.ON_CUDA, every.IN_BOUNDS], ids=["cuda", "bounds"])
def test_in_a_process_of_its_own(program: str) -> None:
    """On CUDA, or its simulator where there is no GPU; and compiled with bounds checks."""
    begin = "from chapterhouse.games import register\nfrom tests.fourth_game.pilgrimage import GAME\nregister(GAME)\n"
    flags = {"NUMBA_ENABLE_CUDASIM": "1"} if program is every.ON_CUDA else {"NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", begin + program.format(name=NAME)],
        env=os.environ | flags,
        cwd=pathlib.Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() in ("equal", "in bounds"), done.stderr[-2000:]


def test_a_refusal_names_its_rule_in_every_language() -> None:
    """pilgrimage.walk, pilgrimage.walk.occupied, pilgrimage.rest, pilgrimage.end, pilgrimage.setup."""
    table = Table(NAME, players=2, seed=3)
    assert [len(table.view(seat)["hand"]) for seat in range(2)] == [2, 2]
    missing = next(f"walk {v}" for v in (1, 2, 3) if v not in table.view(table.to_act)["hand"])
    with pytest.raises(IllegalAction) as e:
        table.act(missing)
    assert e.value.rule == "pilgrimage.walk"
    sentences = {table.explain(missing).says(table.texts(language)) for language in LANGUAGES}  # type: ignore[union-attr]
    assert len(sentences) == len(LANGUAGES)


def test_bots_play_it_to_the_end() -> None:
    for seed in range(5):
        table = Table(NAME, players=3, seed=seed)
        players = [make(name, NAME, seed) for name in ("random", "sensible", "random")]
        while not table.over:
            assert table.to_act is not None
            play(table, players[table.to_act])
        assert table.outcome is not None
        assert max(table.outcome.scores) >= 12 or not any(seat["cards"] for seat in table.view(None)["seats"])


def test_a_batch_of_it() -> None:
    many = ch.batch(NAME, 16, players=3, seed=1, device="cpu")
    for _ in range(20):
        many.step(np.asarray(many.masks).argmax(axis=1).astype(np.int16))
    assert np.asarray(many.masks).any(axis=1).all()


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_terminal(language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    monkeypatch.setenv("CHAPTERHOUSE_DATA", str(tmp_path))
    arguments = ["play", NAME, "--players", "2", "--seed", "3"]
    done = CliRunner().invoke(build(language), arguments, input="1\n" * 60)
    assert done.exit_code == 0, done.output
    name = GAME.texts(language)("game.name")
    assert name in done.output or GAME.texts(language)("prompt.own") in done.output


def test_on_the_pages(client: Browser, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    played_on_pages(client, NAME)
    for language in LANGUAGES:
        assert GAME.texts(language)("game.name") in client.get(f"/?language={language}").text
        assert client.get(f"/rules/{NAME}?language={language}").status_code == 200
    table = client.post("/api/tables", json={"game": NAME, "mode": "bots"}).json()
    assert '<script type="application/json" id="guide-words">{}</script>' in client.get(table["url"]).text
