"""`chapterhouse play`: a person at the terminal."""

from __future__ import annotations

import json
import pathlib
import re
import signal
import subprocess
import time
from collections.abc import Callable

from chapterhouse.cli.session import match
from chapterhouse.play.table import Action, Table
from chapterhouse.texts import Texts
from tests.cli.conftest import Run


def script_of(players: int, seed: int) -> list[str]:
    """What a person in every seat types for a whole game: always the last action that can be taken."""
    table, typed = Table("templari", players=players, seed=seed), []
    while not table.over:
        typed.append(str(table.act(table.legal[0])))
    return typed


def saved_in(folder: pathlib.Path) -> pathlib.Path:
    """The one game that was saved in a data folder."""
    (file,) = (folder / "data" / "games").glob("*.json")
    return file


def test_whole_game_by_notation(run: Run, tmp_path: pathlib.Path) -> None:
    """Three people type a whole game; the file that is left replays to the same result."""
    typed = script_of(3, 5)
    seats = [f"--seat={seat}=me" for seat in range(3)]
    done = run("play", "templari", "--players", 3, "--seed", 5, *seats, text="\n".join(typed) + "\n")
    assert done.exit_code == 0, done.output
    table = Table.load(saved_in(tmp_path))
    assert table.over
    assert [played.words for played in table.history] == typed
    assert table.outcome is not None
    winner = table.texts().list([table.texts().name(seat) for seat in table.outcome.winners])
    assert winner in done.output.splitlines()[-2]


def test_a_person_against_bots_by_number(run: Run, tmp_path: pathlib.Path) -> None:
    """Always the first action, by its number, against bots, until the game is over."""
    done = run("play", "templari", "--players", 3, "--seed", 2, "--bots", "sensible,random", text="1\n" * 200)
    assert done.exit_code == 0, done.output
    table = Table.load(saved_in(tmp_path))
    assert table.over
    assert "The last lot has been sold." in done.output


def test_a_game_without_a_chosen_seed_is_sealed(run: Run, tmp_path: pathlib.Path) -> None:
    """The seed is not shown before the end, nor does it stand in the name of the file; who has it can deal again."""
    done = run("play", "templari", text="quit\n")
    file = saved_in(tmp_path)
    table = Table.load(file)
    assert table.commitment
    assert f"sealed as {table.commitment[:16]}" in done.output
    assert table.commitment[:8] in file.name
    assert str(table.seed) not in done.output + file.name
    file.unlink()
    run("play", "templari", "--seed", str(table.seed).upper(), text="quit\n")
    assert Table.load(saved_in(tmp_path)).position() == table.position()


def test_bots_alone(run: Run) -> None:
    """With no person at the table the game is told to its end."""
    done = run("play", "templari", "--players", 3, "--seed", 2, "--seat", "0=random", "--bots", "random")
    assert done.exit_code == 0
    assert "Turn 15." in done.output


def test_why_says_the_rule_and_what_an_action_would_do(run: Run) -> None:
    done = run("play", "templari", "--seed", 3, "--option", "start=0", text="why pass\nwhy bid 13\nwhy 1\nwhy\nquit\n")
    assert "[templari.bid.open]" in done.output
    assert "[templari.bid.funds]" in done.output
    assert "You can do this. bid 0: Offer 0." in done.output
    assert "Why what?" in done.output


def test_an_illegal_action_changes_nothing(run: Run, tmp_path: pathlib.Path) -> None:
    done = run("play", "templari", "--seed", 3, "--option", "start=0", text="bid 13\npass\n99\nbit 2\nquit\n")
    assert done.exit_code == 0
    assert "you cannot offer 13" in done.output
    assert "There are only actions 1 to 13." in done.output
    assert "Did you mean bid 2" in done.output
    assert Table.load(saved_in(tmp_path)).ply == 0


def test_undo_goes_back_over_bots_to_the_own_decision(run: Run, tmp_path: pathlib.Path) -> None:
    """After bots have answered, undo takes back their decisions and the person's, and the game goes on from there."""
    done = run("play", "templari", "--seed", 3, "--option", "start=0", text="undo\nbid 0\nundo\nbid 1\nquit\n")
    assert "There is nothing to take back yet." in done.output
    assert "Taken back: bid 0" in done.output
    assert Table.load(saved_in(tmp_path)).history[0].words == "bid 1"


def test_undo_is_refused_once_something_new_was_seen(run: Run, tmp_path: pathlib.Path) -> None:
    """A lot was sold and new cards were revealed: there is no way back."""
    options = ("--option", "start=0", "--option", "private-sales=off")
    done = run("play", "templari", "--players", 3, "--seed", 3, *options, text="bid 12\nundo\nquit\n")
    assert "this cannot be taken back" in done.output
    assert Table.load(saved_in(tmp_path)).history[0].words == "bid 12"


def test_save_and_resume(run: Run, tmp_path: pathlib.Path) -> None:
    """A saved game goes on with the same people and bots, in the same file."""
    file = tmp_path / "my game.json"
    first = run("play", "templari", "--seed", 3, "--seat", "2=me:Anna", "--bots", "random", text=f"save {file}\nquit\n")
    assert f"Saved in {file}." in first.output
    before = Table.load(file)
    assert before.names == ["", "", "Anna", ""]
    again = run("play", "--resume", file, text="1\nquit\n")
    assert again.exit_code == 0, again.output
    assert "Anna" in again.output
    after = Table.load(file)
    assert [p.words for p in after.history[: before.ply]] == [p.words for p in before.history]
    assert after.history[before.ply].seat == 2
    assert json.loads(file.read_text())["terminal"]["seats"] == ["random", "random", "me", "random"]


def test_log_rules_list_show_and_help(run: Run) -> None:
    done = run("play", "templari", "--seed", 3, "--option", "start=0", text="bid 0\nlog\nrules zero\nlist\n\nhelp\n")
    assert done.exit_code == 0  # the end of the input leaves the table as quit does
    assert done.output.count("Crimson opens at 0.") == 2
    assert "templari.bid.zero" in done.output
    assert "why ACTION" in done.output
    assert done.output.count("The lot") == 3
    assert "chapterhouse play --resume" in done.output


def test_beginnings_of_words_are_understood() -> None:
    legal = [Action(0, "pass"), Action(3, "bid 2"), Action(22, "bid 21"), Action(70, "sell helmets 6")]

    def meant(typed: str, language: str = "en") -> list[str]:
        return [str(action) for action in match(typed, legal, Texts(language, "games/templari"))]

    assert meant("b 2") == ["bid 2"]
    assert meant("S HEL 6") == ["sell helmets 6"]
    assert meant("2") == ["bid 2"]  # the second action, not the sum
    assert meant("b") == meant("0") == meant("5") == meant("bid 1") == []
    assert meant("offri 2", "it") == meant("off 2", "it") == meant("bid 2", "it") == meant("b 2", "it") == ["bid 2"]
    assert meant("vend yel 6", "es") == meant("vendre heaumes 6", "fr") == ["sell helmets 6"]
    assert meant("offri 2") == meant("vendi elmi 6", "fr") == []


def test_two_people_in_other_languages(run: Run) -> None:
    """The terminal and the game speak the same language."""
    for language, waits in (("it", "Salvata in"), ("es", "Guardada en"), ("fr", "Enregistrée dans")):
        done = run("play", "templari", "--seed", 3, text="quit\n", language=language)
        assert waits in done.output
        assert "Turn 1" not in done.output


def test_actions_are_typed_in_the_language(run: Run, tmp_path: pathlib.Path) -> None:
    """What is listed can be typed; what is refused is refused by its rule; the file holds the notation itself."""
    typed = "offri 99\noffri 30\nwhy offri 1\noffri 0\nquit\n"
    done = run("play", "templari", "--seed", 3, "--option", "start=0", text=typed, language="it")
    assert done.exit_code == 0, done.output
    assert "offri 12" in done.output
    assert "Hai 12 monete: non puoi offrire 30." in done.output
    assert "bid 12" not in done.output
    assert Table.load(saved_in(tmp_path)).history[0].words == "bid 0"


def test_ctrl_c_loses_nothing(start: Callable[..., subprocess.Popen[str]], tmp_path: pathlib.Path) -> None:
    """Interrupted while it waits for a person: saved, and it says how to go on; the file holds what was decided."""
    process = start("play", "templari", "--seed", 3, "--option", "start=0")
    assert process.stdin is not None
    process.stdin.write("bid 1\n")
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        files = list((tmp_path / "data" / "games").glob("*.json"))
        if files and len(json.loads(files[0].read_text())["actions"]) > 3:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    assert process.returncode == 130
    assert complaints == ""
    resume = re.search(r"chapterhouse play --resume (\S+)", said)
    assert resume
    assert Table.load(pathlib.Path(resume[1])).history[0].words == "bid 1"
