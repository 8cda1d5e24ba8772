"""The other commands, and misuse."""

from __future__ import annotations

import contextlib
import csv
import importlib.util
import json
import pathlib
import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import chapterhouse
import chapterhouse.bots as bots
from chapterhouse.cli import bench, screen, simulate
from chapterhouse.cli.simulate import interval
from chapterhouse.games import load
from chapterhouse.games.rulebook import rulebook
from chapterhouse.kernel.rng import seeded
from chapterhouse.play.engine import load_engine
from chapterhouse.play.table import Table
from chapterhouse.texts import Texts
from tests.cli.conftest import Run

# ── simulate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def lines_of(file: pathlib.Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


def test_simulate_writes_one_line_a_game(run: Run, tmp_path: pathlib.Path) -> None:
    """Ranks are those of the points, every game has a winner, and the table of results counts the same wins."""
    file = tmp_path / "games.csv"
    done = run("simulate", "templari", "-n", 6, "--players", 3, "--bots", "random", "--seed", 9, "--csv", file)
    assert done.exit_code == 0, done.output
    lines = lines_of(file)
    assert [int(line["seed"]) for line in lines] == [9, 10, 11, 12, 13, 14]
    for line in lines:
        assert line["turns"] == "15"
        assert line["reason"] == "end.last_lot"
        best = max(int(line[f"points_{seat}"]) for seat in range(3))
        winners = [seat for seat in range(3) if line[f"rank_{seat}"] == "1"]
        assert winners
        assert all(int(line[f"points_{seat}"]) == best for seat in winners)
    mean = sum(int(line["decisions"]) for line in lines) / 6
    assert f"/ {mean:.1f} /" in done.output
    assert "templari, 6 games" in done.output


def test_simulate_does_not_depend_on_threads(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "CHUNK", 2)
    one, three = tmp_path / "1.csv", tmp_path / "3.csv"
    common = ("simulate", "templari", "-n", 7, "--players", 3, "--bots", "random", "--seed", 4)
    for file, threads in ((one, 1), (three, 3)):
        assert run(*common, "--csv", file, "--threads", threads).exit_code == 0
    assert one.read_text() == three.read_text()
    assert len(lines_of(one)) == 7


def test_a_simulated_game_is_the_table_of_its_seed(run: Run, tmp_path: pathlib.Path) -> None:
    """The same deal and the same luck at a table lead to the same end."""
    file = tmp_path / "games.csv"
    run("simulate", "templari", "-n", 1, "--players", 3, "--bots", "sensible", "--seed", 9, "--csv", file)
    table, luck = Table("templari", players=3, seed=9), seeded(~9)[0]
    while not table.over:
        table.act(table.engine.sensible(table.seen(table.to_act), luck))
    assert_same_game(lines_of(file)[0], table)


def assert_same_game(line: dict[str, str], table: Table) -> None:
    assert table.outcome is not None
    assert int(line["decisions"]) == table.ply
    assert [int(line[f"points_{seat}"]) for seat in range(table.players)] == table.outcome.scores
    assert [int(line[f"rank_{seat}"]) for seat in range(table.players)] == table.outcome.ranks


def test_other_bots_play_at_tables(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is no kernel: it always takes the first action that is legal."""

    class FirstBot:
        def __init__(self, game: str, seed: int) -> None:
            self.engine = load_engine(game)

        def choose(self, seen: Any, seat: int) -> int:
            mask = np.zeros(self.engine.game.action_count, np.int8)
            self.engine.legal_mask(seen, mask)
            return int(np.flatnonzero(mask)[0])

    monkeypatch.setitem(bots._BOTS, "first", FirstBot)
    file = tmp_path / "games.csv"
    done = run("simulate", "templari", "-n", 2, "--players", 3, "--bots", "first", "--seed", 9, "--csv", file)
    assert done.exit_code == 0, done.output
    table = Table("templari", players=3, seed=9)
    while not table.over:
        table.act(table.legal[0])
    assert_same_game(lines_of(file)[0], table)


def test_simulate_stops_with_the_results_so_far(
    run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after some results: these are shown and written, no more games are begun."""
    monkeypatch.setattr(simulate, "CHUNK", 2)

    @contextlib.contextmanager
    def impatient(title: str) -> Iterator[Callable[[int, int], None]]:
        def show(done: int, total: int) -> None:
            if done == 4:
                raise KeyboardInterrupt

        yield show

    patient = screen.progress
    monkeypatch.setattr(screen, "progress", impatient)
    file = tmp_path / "games.csv"
    common = ("simulate", "templari", "--players", 3, "--bots", "random", "--threads", 1, "--seed", 1)
    done = run(*common, "-n", 1000, "--csv", file)
    assert done.exit_code == 130
    games = lines_of(file)
    assert 4 <= len(games) <= 8  # at most two chunks were waiting
    assert f"Stopped after {len(games)} of 1000 games." in done.stderr
    assert f"templari, {len(games)} games" in done.stdout
    monkeypatch.setattr(screen, "progress", patient)
    run(*common, "-n", 4, "--csv", tmp_path / "again.csv")
    assert lines_of(tmp_path / "again.csv") == games[:4]


@pytest.mark.parametrize("command", ["simulate templari", "arena templari --bots random"])
def test_a_cluster_without_ray(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ray" else real(name))
    done = run(*command.split(), "--games", "3", "--cluster", "auto")
    assert done.exit_code == 2
    assert "chapterhouse[cluster]" in done.stderr


def test_interval_of_a_share() -> None:
    """Wilson's interval by hand: 5 of 10 is (0.2366, 0.7634); nothing known is everything possible."""
    low, high = interval(5, 10)
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 50)[0] == 0.0
    assert interval(50, 50)[1] == 1.0


# ── rules, perft ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rules_by_word_and_by_id(run: Run) -> None:
    done = run("rules", "templari", "templari.share.majority")
    assert done.exit_code == 0
    assert re.search(r"is_sharer  games/templari/rules/\w+\.py:\d+", done.output)
    assert "templari.share.even" not in done.output
    assert "templari.bid.zero" in run("rules", "templari", "won", "at", "0").output
    assert run("rules", "templari").output.count("games/templari/") > 20


def test_rulebook_points_at_the_functions() -> None:
    """The line of every place in the index is where that name stands."""
    home = pathlib.Path(chapterhouse.__path__[0])
    game = load("templari")
    entries = rulebook(game)
    assert {"templari.setup", "templari.bid.curse", "templari.end.win"} <= {entry.id for entry in entries}
    for entry in entries:
        assert entry.functions, entry.id
        for place in entry.functions:
            line = (home / place.file).read_text().splitlines()[place.line - 1]
            assert place.name in line or entry.id in line, place


def test_perft_counts_by_hand(run: Run) -> None:
    """Turn 1, 12 coins, no cards: the opener has 13 sums; after sum k the next may pass or name 12 - k higher ones."""
    done = run("perft", "templari", "--depth", 2, "--players", 3)
    assert done.exit_code == 0
    cells = [line.split("│")[1:3] for line in done.output.splitlines() if line.startswith("│")]
    counts = [int(nodes) for _, nodes in cells]
    assert counts == [1, 13, sum(1 + 12 - k for k in range(13))]


# ── check, replay ───────────────────────────────────────────────────────────────────────────────────────────────────


def some_game(plies: int = 20) -> Table:
    table = Table("templari", players=3, seed=1)
    for _ in range(plies):
        table.act(table.legal[-1])
    return table


def test_check_good_files(run: Run, tmp_path: pathlib.Path) -> None:
    table = some_game()
    for name, data in (("game", table.save()), ("position", table.position())):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(data))
        done = run("check", file)
        assert done.exit_code == 0, done.output
        assert "no faults" in done.output
    assert run("check", load("templari").folder / "data" / "cards.toml").exit_code == 0


def broken_position(table: Table) -> dict[str, Any]:
    position = table.position()
    position["state"]["coins"][0] += 1
    position["state"]["deck_left"] += 1
    return position


def broken_game(table: Table) -> dict[str, Any]:
    record = table.save()
    record["actions"][3][2] = "00000000"
    return record


def test_check_lists_every_fault(run: Run, tmp_path: pathlib.Path) -> None:
    table = some_game()
    cards = (load("templari").folder / "data" / "cards.toml").read_text()
    files = {
        "position.json": (json.dumps(broken_position(table)), ["coins", "deck_left"]),
        "game.json": (json.dumps(broken_game(table)), ["action 3"]),
        "cards.toml": (
            cards.replace("[0, 2, 3, 8, 9]", "[0, 2, 3, 8, 77]").replace('"mail"', '"post"'),
            ["77", "mail"],
        ),
        "bad.toml": ("game = ", ["TOML"]),
        "other.toml": ('game = "chess"', ["templari"]),
        "bad.json": ('{"a": 1,\n "b" 2}', ["line 2"]),
        "list.json": ("[1, 2]", ["neither"]),
    }
    for name, (text, faults) in files.items():
        file = tmp_path / name
        file.write_text(text)
        done = run("check", file)
        assert done.exit_code == 1, name
        lines = done.output.splitlines()
        assert len(lines) >= len(faults)
        for fault in faults:
            assert any(fault in line.removeprefix(str(file)) for line in lines), (name, fault, lines)


def test_check_says_faults_in_the_language_asked_for(run: Run, tmp_path: pathlib.Path) -> None:
    table, file = some_game(), tmp_path / "game.json"
    file.write_text(json.dumps(broken_game(table)))
    assert "azione 3: " in run("check", file, language="it").output
    file.write_text(json.dumps(broken_position(table)))
    assert "bolsas y bote" in run("check", file, language="es").output
    file.write_text(json.dumps(broken_game(table)))
    assert "acción 3: " in run("replay", file, language="es").stderr


def test_check_compares_the_seal(run: Run, tmp_path: pathlib.Path) -> None:
    table = Table("templari", players=3)
    table.act(table.legal[0])
    assert table.commitment
    file, chosen = tmp_path / "game.json", tmp_path / "chosen.json"
    file.write_text(json.dumps(table.save()))
    chosen.write_text(json.dumps(some_game().save()))
    for seal in (table.commitment, table.commitment[:16], table.commitment[:16].upper()):
        done = run("check", file, "--seal", seal)
        assert done.exit_code == 0, done.output
        assert f"sealed as {table.commitment}" in done.output
    for path, seal in ((file, "00" * 32), (file, table.commitment[:15]), (file, ""), (chosen, table.commitment)):
        done = run("check", path, "--seal", seal)
        assert done.exit_code == 1
        assert "seal" in done.output
    changed = table.save()
    changed["start"]["seed"] = "0" * 32
    file.write_text(json.dumps(changed))
    assert run("check", file).exit_code == 1


def test_replay_tells_and_draws(run: Run, tmp_path: pathlib.Path) -> None:
    table = some_game(30)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.save()))
    done = run("replay", file)
    assert done.exit_code == 0
    for line in table.log():
        assert line.text in done.output
    later = run("replay", file, "--from", 20, "--seat", 1)
    told = [line.text for line in table.log(1, since=20)]
    assert all(text in later.output for text in told)
    assert table.log()[0].text not in later.output


def test_replay_of_a_finished_game_says_who_won(run: Run, tmp_path: pathlib.Path) -> None:
    table = Table("templari", players=3, seed=1)
    while not table.over:
        table.act(table.legal[0])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.save()))
    assert table.outcome is not None
    assert f"{table.texts().name(table.outcome.winners[0])} wins." in run("replay", file).output


# ── bench ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_bench_has_the_promised_keys(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # one small rule instead of all: no time is asserted, and compiling is what lasts
    few = 'import sys, chapterhouse.play.engine as engine\nengine.AT_ONCE, sys.argv[2:] = ("conceal",), ()\n'
    monkeypatch.setattr(bench, "COMPILE", few + bench.COMPILE)
    file = tmp_path / "bench.json"
    done = run("bench", "templari", "--json", file, "--seconds", 0.01)
    assert done.exit_code == 0, done.output
    report = json.loads(file.read_text())
    assert report["import_seconds"] > 0
    assert set(report["games"]) == {"templari"}
    assert set(report["games"]["templari"]) == {
        "decisions_per_second",
        "decisions_per_second_all_cores",
        "plain_decisions_per_second",
        "games_per_second",
        "state_bytes",
        "compile_table_seconds",
        "compile_cold_seconds",
        "compile_warm_seconds",
    }
    for peer in report["peers"].get("openspiel", {}).values():
        ours = report["games"]["templari"]["decisions_per_second"]
        assert peer["ratios"]["templari"] == pytest.approx(ours / peer["decisions_per_second"])


# ── misuse and help ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ("play templario", "Did you mean templari"),
        ("play templari --option exchnge=on", "Did you mean exchange?"),
        ("play templari --option mistakes=penalized", "penalised"),
        ("play templari --option exchange", "name=value"),
        ("play templari --option start=7", "seat"),
        ("play templari --option cards=nowhere", "nowhere"),
        ("play templari --players 9", "3 to 5 players"),
        ("play templari --seat 9=me", "seats are 0 to 3"),
        ("play templari --seat me", "0=me"),
        ("play templari --bots sensibel", "Did you mean sensible?"),
        ("play --resume nowhere.json", "nowhere.json"),
        ("simulate templari --games 0", "--games"),
        ("simulate templari --csv nowhere/x.csv", "nowhere"),
        ("rules templari xyzzy", "xyzzy"),
        ("perft templari", "--depth"),
        ("check nowhere.json", "nowhere.json"),
        ("replay nowhere.json", "nowhere.json"),
        ("bench chess", "templari"),
        ("plya templari", "play"),
        ("play templari --sede 3", "--seed"),
    ],
)
def test_misuse_is_one_line_and_exit_code_2(run: Run, arguments: str, hint: str) -> None:
    done = run(*arguments.split())
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert hint in done.stderr
    assert done.stderr.startswith("chapterhouse: ")


def test_resume_of_a_broken_file_is_one_line(run: Run, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(broken_game(some_game())))
    done = run("play", "--resume", file)
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "command",
    ["play", "simulate", "rules", "perft", "bench", "train", "replay", "check", "serve", "backup", "restore"],
)
@pytest.mark.parametrize("language", ["en", "it", "es", "fr"])
def test_help_is_in_every_language(run: Run, command: str, language: str) -> None:
    """The help of every command is said in its language, and no key is missing."""
    done = run(*command.split(), "--help", language=language)
    assert done.exit_code == 0
    assert "help." not in done.output
    assert f" {command} [" in done.output  # the usage says what is typed
    first = build_help(command, language)
    assert first in " ".join(done.output.split())


def build_help(command: str, language: str) -> str:
    text = Texts(language, "cli")(f"help.{command.replace(' ', '_')}").split("\n")[0]
    return " ".join(text.replace("[bold]", "").replace("[/]", "").split())


def test_every_text_that_is_told_is_in_the_catalogue() -> None:
    texts = Texts("en", "cli").under("")
    told: set[str] = set()
    for path in pathlib.Path(simulate.__file__).parent.glob("*.py"):
        told |= set(re.findall(r'tell\(\s*"([^"]+)"', path.read_text(encoding="utf-8")))
    assert len(told) > 50
    assert told <= set(texts)


def test_language_by_argument_anywhere(start: Callable[..., subprocess.Popen[str]]) -> None:
    said, _ = start("rules", "templari", "templari.bid.zero", "--language", "it").communicate(timeout=60)
    assert Texts("it", "games/templari")("rules.templari.bid.zero").split()[0] in said
    bad = start("--language=xx", "rules", "templari")
    _, complaints = bad.communicate(timeout=60)
    assert bad.returncode == 2
    assert "xx" in complaints


def test_version_and_quick_start(start: Callable[..., subprocess.Popen[str]]) -> None:
    process = start("--version")
    said, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")
    assert said.strip() == f"chapterhouse {chapterhouse.__version__}"


def test_help_loads_neither_numba_nor_numpy(start: Callable[..., subprocess.Popen[str]]) -> None:
    """Start-up is quick because heavy packages are loaded when they are needed."""
    process = start("--help", PYTHONPROFILEIMPORTTIME="1")
    _, imports = process.communicate(timeout=60)
    names = {line.rpartition("|")[2].strip() for line in imports.splitlines()}
    assert "typer" in names
    assert not {"numpy", "numba", "chapterhouse.play.table"} & names


@pytest.mark.parametrize("command", [["serve"], ["backup", "x"], ["bench", "serve", "--tables", "3"]])
def test_pages_that_are_not_installed(run: Run, command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the packages of the pages there is one line that says how to get them."""
    import importlib.util

    true = importlib.util.find_spec

    def find_spec(name: str, package: str | None = None) -> Any:
        if name in ("fastapi", "uvicorn"):
            return None
        return object() if name.startswith("chapterhouse.server") else true(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    done = run(*command)
    assert done.exit_code == 2
    assert done.stderr.splitlines() == [
        "chapterhouse: The pages need more packages (fastapi, uvicorn): pip install 'chapterhouse[pages]'"
    ]
