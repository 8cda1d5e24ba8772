"""The commands that need bots who think: arena, review, hint, bench bots."""

from __future__ import annotations

import io
import json
import pathlib
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator

import pytest
from rich.console import Console

from chapterhouse.arena.match import Match, Result, play_game
from chapterhouse.arena.run import Turn
from chapterhouse.bots.contract import Budget
from chapterhouse.cli import bench_bots
from chapterhouse.cli.language import speak
from chapterhouse.cli.review import WIDTH, curve
from chapterhouse.cli.session import Session
from chapterhouse.games import load
from chapterhouse.play.engine import Engine
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES
from tests.bots.conftest import late_table
from tests.cli.conftest import Run

Start = Callable[..., subprocess.Popen[str]]


def test_arena(run: Run, tmp_path: pathlib.Path) -> None:
    """Shares with intervals and ratings under `bots`; nothing is left behind but what was asked for."""
    file = tmp_path / "numbers.json"
    asked = ("arena", "templari", "--bots", "sensible,random", "--games", 6, "--players", 3, "--jobs", 1)
    page = tmp_path / "strength.md"
    done = run(*asked, "--json", file, "--into", page)
    assert done.exit_code == 0, done.output
    data = json.loads(file.read_text(encoding="utf-8"))
    assert set(data["bots"]) == {"sensible", "random"}
    for numbers in data["bots"].values():
        assert numbers["low"] <= numbers["share"] <= numbers["high"]
        assert numbers["rating_low"] < numbers["rating"] < numbers["rating_high"]
    assert sum(numbers["share"] for numbers in data["bots"].values()) == pytest.approx(1)
    assert data["games"] == 6
    assert list(tmp_path.glob("*.jsonl")) == []
    run(*asked[:4], "--games", 9, *asked[6:], "--into", page)  # a longer match takes the place of the shorter
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| 3 |")]
    assert len(rows) == 1
    assert "| 9 |" in rows[0]


def test_arena_writes_a_folder_and_goes_on(run: Run, tmp_path: pathlib.Path) -> None:
    asked = ("arena", "templari", "--bots", "sensible,random", "--players", 3, "--jobs", 1, "--out", tmp_path / "match")
    assert run(*asked, "--games", 3).exit_code == 0
    done = run(*asked, "--games", 6)
    assert done.exit_code == 0, done.output
    made = {path.name for path in (tmp_path / "match").iterdir()}
    plots = {f"{name}.{kind}" for name in ("shares", "ratings", "seats", "points") for kind in ("svg", "png")}
    assert made == plots | {"games.jsonl", "games.parquet", "report.html", "result.json"}
    assert len((tmp_path / "match" / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 7
    other = run(*asked, "--games", 6, "--seed", 9)
    assert other.exit_code == 2
    assert "Choose another place" in other.output


def test_arena_stopped_before_a_deal_concludes_nothing(
    run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an earlier match has shown is not written over with zeros, and the game that was played is kept."""
    kept = tmp_path / "data" / "arena"
    page, file = tmp_path / "strength.md", tmp_path / "numbers.json"
    asked = ("arena", "templari", "--bots", "sensible,random", "--players", 3, "--jobs", 1, "--games", 3)
    assert run(*asked, "--into", page).exit_code == 0
    before = page.read_text(encoding="utf-8")

    def stopped(match: Match, todo: Iterable[Turn]) -> Iterator[Result]:
        yield play_game(match, *next(iter(todo)))
        raise KeyboardInterrupt

    monkeypatch.setattr("chapterhouse.arena.run.here", stopped)
    done = run(*asked, "--into", page, "--json", file, "--anew")
    assert done.exit_code == 130
    assert "Stopped after 1 of 3" in done.output
    assert "nothing to conclude" in done.output
    assert page.read_text(encoding="utf-8") == before
    assert not file.exists()
    assert played(kept) == 1


def test_arena_goes_on_without_being_told_where(run: Run, tmp_path: pathlib.Path) -> None:
    """The games of a match are kept, no game is played twice, and who wants to play anew is told how."""
    kept = tmp_path / "data" / "arena"
    asked = ("arena", "templari", "--bots", "sensible,random", "--players", 3, "--jobs", 1)
    first = run(*asked, "--games", 3)
    (file,) = kept.iterdir()
    assert f"kept in {file}" in first.output
    assert "--anew" not in first.output
    before = file.read_text(encoding="utf-8").splitlines()
    longer = run(*asked, "--games", 6, "--json", tmp_path / "numbers.json")
    assert f"3 of 6 games were played before and are kept in {file}" in longer.output
    assert file.read_text(encoding="utf-8").splitlines()[:4] == before
    assert played(kept) == 6
    once_more = run(*asked, "--games", 6)
    assert "6 of 6 games were played before" in once_more.output
    assert "--anew" in once_more.output
    assert once_more.stdout == run(*asked, "--games", 6).stdout
    anew = run(*asked, "--games", 3, "--anew")
    assert "before" not in anew.output
    assert played(kept) == 3


def test_arena_keeps_matches_apart(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By all that decides how the games go: which Chapterhouse it is too, and what is in a data file."""
    cards = tmp_path / "cards.toml"
    own = (load("templari").folder / "data" / "cards.toml").read_text(encoding="utf-8")
    cards.write_text(own, encoding="utf-8")
    asked = ("arena", "templari", "--games", 3, "--players", 3, "--jobs", 1, "--option", f"cards={cards}")
    bots = ("--bots", "sensible,random")
    more: tuple[tuple[object, ...], ...] = (
        bots,
        ("--bots", "random,sensible"),
        (*bots, "--seed", 2),
        (*bots, "--budget", "9"),
        (*bots, "--option", "exchange=on"),
    )
    for each in more:
        assert "before" not in run(*asked, *each).output
    assert "before" in run(*asked, *bots).output
    shields, swords = re.findall(r"values = .*", own)[:2]
    others = own.replace(shields, "@").replace(swords, shields).replace("@", swords)
    cards.write_text(others, encoding="utf-8")
    assert "before" not in run(*asked, *bots).output
    monkeypatch.setattr("chapterhouse.arena.cluster.fingerprint", lambda: "another")
    assert "before" not in run(*asked, *bots).output
    assert len(list((tmp_path / "data" / "arena").iterdir())) == len(more) + 2


def test_arena_plays_where_nothing_can_be_kept(run: Run, tmp_path: pathlib.Path) -> None:
    (tmp_path / "data").write_text("no folder", encoding="utf-8")
    asked = ("arena", "templari", "--bots", "sensible,random", "--players", 3, "--jobs", 1, "--games", 3)
    done = run(*asked)
    assert done.exit_code == 0, done.output
    assert f"No game can be kept in {tmp_path / 'data' / 'arena'}" in done.output
    assert "3 games" in done.output
    assert run(*asked, "--out", tmp_path / "data").exit_code != 0  # what was asked for must be


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_arena_ends_alike_however_it_is_ended(start: Start, tmp_path: pathlib.Path, ending: signal.Signals) -> None:
    asked = ("arena", "templari", "--bots", "sensible,random", "--players", 3, "--jobs", 1, "--games", 100_000)
    match = start(*asked)
    assert match.stderr is not None
    assert "kept in" in match.stderr.readline()
    (file,) = (tmp_path / "data" / "arena").iterdir()
    while played(file.parent) < 3:
        assert match.poll() is None
        time.sleep(0.05)
    match.send_signal(ending)
    said, told = match.communicate()
    assert match.returncode == 130, told
    assert f"Stopped after {played(file.parent)} of 100002 games." in told
    assert "share of wins" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_arena_fits_into_eighty_columns(run: Run, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Every interval is whole, in one line with its bot."""
    monkeypatch.setenv("COLUMNS", "80")
    bots = "sensible,random,sensible:1000"
    done = run("arena", "templari", "--bots", bots, "--players", 3, "--jobs", 1, "--games", 3, language=language)
    assert done.exit_code == 0, done.output
    assert "…" not in done.output
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    point = r"\." if language == "en" else ","
    for bot in bots.split(","):
        assert any(re.match(rf"{bot} .*\(\d+{point}\d–\d+{point}\d\) .*\d\)", line) for line in lines), done.output


def played(folder: pathlib.Path, names: str = "*") -> int:
    """How many games the journals hold."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) - 1 for path in folder.glob(names))


def test_ladder(run: Run, tmp_path: pathlib.Path) -> None:
    """A sitting of half a second plays a game at least, keeps it, and says whether every rung is sure."""
    asked = (
        "ladder",
        "templari",
        "--bots",
        "random,sensible",
        "--minutes",
        0.01,
        "--jobs",
        1,
        "--out",
        tmp_path / "rungs",
    )
    done = run(*asked)
    assert done.exit_code == 0, done.output
    assert re.search("[1-3] of 3 rungs are not sure yet|Every rung is sure", done.output)
    games = played(tmp_path / "rungs")
    assert games
    assert run(*asked).exit_code == 0
    assert "Every rung is sure" in done.output or played(tmp_path / "rungs") > games
    assert run(*asked[:2], "--bots", "random,sensibel").exit_code == 2
    alone = run(*asked[:2], "--bots", "random", "--out", tmp_path / "none")
    assert (alone.exit_code, "needs two bots" in alone.output) == (2, True)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("templari --bots sensibel", "Did you mean sensible?"),
        ("templari --bots search:soon", "A budget is"),
        ("templari --budget 0", "A budget is"),
        ("templari --budget infs", "A budget is"),
        ("templari --bots master:0s", "a time above 0 (0.5s, 300ms), not '0s'"),
        ("templari --players 9", "3 to 5"),
    ],
)
def test_arena_misused(run: Run, asked: str, said: str) -> None:
    done = run("arena", *asked.split())
    assert done.exit_code == 2
    assert said in done.output


def test_review(run: Run, tmp_path: pathlib.Path) -> None:
    """Turning points and a curve a seat; the same as JSON data."""
    table = Table.from_position(late_table("templari", 3).position())
    while not table.over:
        table.act(table.legal[0])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.save()), encoding="utf-8")
    done = run("review", file, "--budget", 4, "--json", tmp_path / "review.json")
    assert done.exit_code == 0, done.output
    assert "Chance to win" in done.output
    data = json.loads((tmp_path / "review.json").read_text(encoding="utf-8"))
    assert len(data["known"]) == table.ply + 1


def test_review_speaks_and_counts_as_the_pages_do(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: pathlib.Path
) -> None:
    """Decisions from 1 on, actions in the language of the reader, and where to see them again."""
    table = Table.from_position(late_table("templari", 3).position())
    while not table.over:
        table.act(table.legal[0])
    told = {"ply": 0, "seat": 0, "words": "pass", "loss": 0.4, "best": {"words": "bid 12"}}
    point = [1 / table.players] * table.players
    found = {"turning": [0], "decisions": [told], "known": [point], "true": [point], "losses": [0.4] * table.players}
    monkeypatch.setattr("chapterhouse.bots.review.review", lambda *_, **__: found)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.save()), encoding="utf-8")
    done = run("review", file, language="it")
    assert done.exit_code == 0, done.output
    assert re.search(r"│ 1 +│.*│ passa +│ offri 12 ", done.output), done.output
    assert f"replay {file} --from 0" in done.output


@pytest.mark.parametrize("command", ["review", "replay", "play --resume"])
def test_what_is_no_saved_game_is_said_to_be_none(run: Run, tmp_path: pathlib.Path, command: str) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(Table("templari", players=3, seed=1).position()), encoding="utf-8")
    for given, said in (
        (file, "not a saved game"),
        (tmp_path, "There is no file"),
        (tmp_path / "x", "There is no file"),
    ):
        done = run(*command.split(), given)
        assert done.exit_code == 2
        assert f"{given}" in done.output
        assert said in done.output


@pytest.mark.parametrize("length", [1, 2, 5, 59, 60, 61, 400])
def test_a_curve_goes_from_the_beginning_to_the_end(length: int) -> None:
    values = [0.5] * length
    values[0], values[-1] = 0.0, 1.0
    drawn = curve(values)
    assert len(drawn) == min(WIDTH, length)
    assert drawn[-1] == "█"
    assert length == 1 or drawn[0] == " "


def test_ctrl_c_stops_a_hint_not_the_game(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("chapterhouse.play.table.Table.hint", stopped)
    done = run("play", "templari", "--players", 3, "--save", tmp_path / "g.json", text="hint\nhelp\nquit\n")
    assert done.exit_code == 0, done.output
    assert "The hint was stopped" in done.output
    assert "What you can type" in done.output


def test_levels_are_named_at_the_table(run: Run, tmp_path: pathlib.Path) -> None:
    seats = ("--seat", "0=me", "--seat", "1=novice", "--seat", "2=squire")
    done = run("play", "templari", "--players", 3, *seats, "--save", tmp_path / "g.json", text="quit\n", language="fr")
    assert "Azur: Novice · ★ Or: Écuyer" in done.output.replace("Ambre", "Or")


def test_who_names_no_bots_meets_a_level(run: Run, tmp_path: pathlib.Path) -> None:
    done = run("play", "templari", "--players", 3, "--save", tmp_path / "g.json", text="quit\n")
    assert "Azure: Squire · ★ Gold: Squire" in done.output


@pytest.mark.parametrize(("bot", "times"), [("sensible", 0), ("squire", 0), ("knight", 1)])
def test_rules_are_compiled_for_those_who_look_ahead(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, bot: str, times: int
) -> None:
    begun: list[Engine] = []
    monkeypatch.setattr(Engine, "compile_in_background", lambda engine: begun.append(engine))
    Session(Table("templari", players=3, seed=2), ["me", bot, bot], tmp_path / "g.json")
    assert len(begun) == times


def test_who_thinks_for_long_is_shown(tmp_path: pathlib.Path) -> None:
    """A terminal never stands still without a word; what is quick says nothing."""
    speak("en")
    table = Table("templari", players=3, seed=2)
    session = Session(table, ["me", "master", "squire"], tmp_path / "g.json")
    session.screen = Console(force_terminal=True, file=(shown := io.StringIO()))
    for seat in (1, 2):
        with session.thinking(seat):
            pass
    assert "Azure: Thinking…" in re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", shown.getvalue())
    assert "Gold" not in shown.getvalue()


def test_bots_take_the_other_seats_in_turn(run: Run, tmp_path: pathlib.Path) -> None:
    """Who is named first sits down first, wherever the person sits."""
    for seat, told in (("0=me", "Azure: Novice · ★ Gold: Squire"), ("1=me", "Crimson: Novice · ★ Gold: Squire")):
        file = tmp_path / f"{seat[0]}.json"
        done = run(
            "play", "templari", "--players", 3, "--seat", seat, "--bots", "novice,squire", "--save", file, text="quit\n"
        )
        assert told in done.output
        assert told in run("play", "--resume", file, text="quit\n").output


@pytest.mark.parametrize(("device", "said"), [("gpu", "dispositivo 'gpu'"), ("cuda", "nessuna GPU")])
def test_no_such_device(run: Run, monkeypatch: pytest.MonkeyPatch, device: str, said: str) -> None:
    monkeypatch.setattr("chapterhouse.play.batch.has_gpu", lambda: False)
    for command in ("soak", "train"):
        done = run(command, "templari", "--device", device, language="it")
        assert done.exit_code == 2
        assert said in done.output


@pytest.mark.parametrize("how", [[], ["--search"], ["--shipped"]])
@pytest.mark.parametrize("file", ["templar.pt", "templar.npz", "templar-games-000000.npz"])
def test_no_training_is_begun_over_an_earlier_one(run: Run, tmp_path: pathlib.Path, how: list[str], file: str) -> None:
    (tmp_path / file).write_bytes(b"hours of work")
    done = run("train", "templar", *how, "--folder", tmp_path, "--minutes", 0)
    assert done.exit_code == 2
    assert file in done.output
    assert "--resume" in done.output
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"hours of work"]


def test_hint_in_the_terminal(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chapterhouse.bots.hint.BUDGET", Budget(simulations=4))
    done = run("play", "templari", "--players", 3, "--seed", 2, "--save", tmp_path / "g.json", text="hint\nquit\n")
    assert "Only a rough look" in done.output
    assert "% to win" not in done.output
    monkeypatch.setattr("chapterhouse.bots.hint.ROUGH", 1)
    done = run("play", "templari", "--players", 3, "--seed", 2, "--save", tmp_path / "g.json", text="hint\nquit\n")
    assert done.exit_code == 0, done.output
    assert "% to win" in done.output
    assert "of the games that were tried" in done.output


def test_bench_bots(run: Run, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts, and writes what it counted; times are nobody's promise."""
    monkeypatch.setattr(bench_bots, "SLICES", 1)
    monkeypatch.setattr(bench_bots, "STEP", 1)
    monkeypatch.setattr(bench_bots, "ASKED", 1)
    file = tmp_path / "bots.json"
    done = run("bench bots", "templari", "--seconds", 0, "--json", file)
    assert done.exit_code == 0, done.output
    data = json.loads(file.read_text(encoding="utf-8"))
    numbers = data["games"]["templari"]
    assert numbers["simulations_per_second"] > 0
    assert numbers["random_playout_decisions_per_second"] > 0
    costs = data["levels"]["templari"]
    assert list(costs) == ["novice", "squire", "sergeant", "knight", "master"]
    assert costs["squire"]["bytes"] < costs["knight"]["bytes"] < costs["master"]["bytes"]
    if data["peers"]:
        assert set(data["peers"]["openspiel_mcts"]) == {"hearts", "goofspiel", "gin_rummy"}
