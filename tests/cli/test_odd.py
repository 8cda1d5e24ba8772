"""Odd invocations: each ends in a sentence and a documented exit code, none in a traceback."""

from __future__ import annotations

import errno
import io
import json
import os
import pathlib
import re
import shlex
import sys
from typing import Any

import pytest
import typer

from chapterhouse.cli import rules, saves
from chapterhouse.cli.app import EXIT_CODES, build, run
from chapterhouse.play.table import Table
from chapterhouse.texts import LANGUAGES

# what is typed, what is answered to a question, and the exit code
FOLDER = "{folder}"
ODD: list[tuple[str, int]] = [
    # nothing, or not a command
    ("nonsense", 2),
    ("''", 2),
    ("--nonsense", 2),
    ("-x", 2),
    ("--language", 2),
    ("--language xx", 2),
    ("--language=", 2),
    ("--language en --language xx rules templari", 2),
    ("-- play", 2),
    ("play\x07", 2),
    # play
    ("play", 2),
    ("play chess", 2),
    ("play ''", 2),
    ("play ../templari", 2),
    ("play templari@1", 2),
    ("play templari --players", 2),
    ("play templari --players 0", 2),
    ("play templari --players -3", 2),
    ("play templari --players 99999999999999999999999", 2),
    ("play templari --players 3.5", 2),
    ("play templari --players four", 2),
    ("play templari --seed 1.5", 2),
    ("play templari --seed x", 2),
    ("play templari --seed ''", 2),
    ("play templari --seed 0123456789abcdef", 2),
    ("play templari --seed {digits}", 2),
    ("play templari --seed -1", 0),
    ("play templari --seed 99999999999999999999999999", 0),
    ("play templari --seat 9=me", 2),
    ("play templari --seat x=me", 2),
    ("play templari --seat 0", 2),
    ("play templari --seat =", 2),
    ("play templari --seat 0=", 2),
    ("play templari --seat 99999999999999999999=me", 2),
    ("play templari --seat ²=me", 2),
    ("play templari --seat 0=me:'[bold]x[/]'", 0),
    ("play templari --seat 0=me:'[/]'", 0),
    ("play templari --bots ''", 2),
    ("play templari --bots ,,", 2),
    ("play templari --bots deep_thought", 2),
    ("play templari --option", 2),
    ("play templari --option exchange", 2),
    ("play templari --option =on", 2),
    ("play templari --option exchange=maybe", 2),
    ("play templari --option seed=3", 2),
    ("play templari --option players=3", 2),
    ("play templari --option start=9", 2),
    ("play templari --option start=²", 2),
    ("play templari --option cards={folder}", 2),
    ("play templari --option cards={folder}/none.toml", 2),
    ("play templari --option cards={noise}", 2),
    ("play templari --option cards=/dev/null", 2),
    ("play templari --option cards=\x00", 2),
    ("play templari --save {folder}", 1),
    ("play templari --save {folder}/game.json/x.json", 1),
    ("play templari --save ''", 1),
    ("play --resume {folder}", 2),
    ("play --resume {folder}/none.json", 2),
    ("play --resume {noise}", 2),
    ("play --resume {list}", 2),
    ("play --resume {deep}", 2),
    ("play --resume {game} --seed 3", 2),
    ("play temple --resume {game}", 2),
    ("play --resume {seats}", 2),
    ("play --resume {over}", 0),
    # rules
    ("rules", 2),
    ("rules chess", 2),
    ("rules templari nosuchword", 2),
    ("rules templari '['", 2),
    ("rules templari '(?P<'", 2),
    # simulate
    ("simulate", 2),
    ("simulate templari -n 0", 2),
    ("simulate templari -n -5", 2),
    ("simulate templari -n many", 2),
    ("simulate templari -n 1 --threads 0", 2),
    ("simulate templari -n 1 --bots nobody", 2),
    ("simulate templari -n 1 --csv {folder}/none/x.csv", 2),
    ("simulate templari -n 1 --csv /proc/x.csv", 1),
    ("simulate templari -n 1 --seed 9999999999999999999", 2),
    ("simulate templari -n 1 --csv {folder}", 2),
    ("simulate templari -n 1 --csv /dev/full --bots random", 1),
    # perft
    ("perft templari", 2),
    ("perft templari --depth -1", 2),
    ("perft templari --depth x", 2),
    ("perft chess --depth 1", 2),
    ("perft templari --depth 0 --seed 1e3", 2),
    # replay, check
    ("replay", 2),
    ("replay {folder}/none.json", 2),
    ("replay {folder}", 2),
    ("replay {noise}", 2),
    ("replay {game} --from 9999", 2),
    ("replay {game} --from -1", 2),
    ("replay {game} --seat 7", 2),
    ("replay {game} --delay -1", 2),
    ("replay {game} --delay nan", 2),
    ("replay {game} --delay inf", 2),
    ("replay {position}", 2),
    ("check", 2),
    ("check {folder}", 2),
    ("check {folder}/none.json", 2),
    ("check {noise}", 1),
    ("check {empty}", 1),
    ("check {list}", 1),
    ("check {deep}", 1),
    ("check {huge}", 1),
    ("check {nan}", 1),
    ("check {toml}", 1),
    ("check /dev/null", 2),
    ("check {game} --seal x", 1),
    ("check {closed}", 1),
    # what studies and trains
    ("soak chess", 2),
    ("soak templari -n 0", 2),
    ("soak templari -n 1 --device quantum", 2),
    ("soak templari -n 1 --seconds -1", 2),
    ("train chess", 2),
    ("train templari --minutes -1", 2),
    ("train templari --device quantum", 2),
    ("train templari --simulations 9", 2),
    ("train templari --search --simulations 1", 2),
    ("train templari --search --games 99", 2),
    ("train templari --search --shipped", 2),
    ("train templari --search --nets-only", 2),
    ("train templari --search --resume --folder {folder}/none", 2),
    ("review {folder}/none.json", 2),
    ("review {noise}", 2),
    ("review {game} --budget x", 2),
    ("review {game} --budget 0", 2),
    ("review {game} --json {folder}/none/x.json", 2),
    ("arena chess", 2),
    ("arena templari --bots nobody -n 1", 2),
    ("arena templari --bots '' -n 1", 2),
    ("arena templari --players 9 -n 1", 2),
    ("arena templari --budget x -n 1", 2),
    # bench, serve, backup
    ("bench chess", 2),
    ("bench templari --seconds -1", 2),
    ("bench templari --json {folder}/none/x.json", 2),
    ("serve --port 99999", 2),
    ("serve --port x", 2),
    ("backup", 2),
    ("restore", 2),
    ("restore {folder}/none.db", 2),
    ("backup {folder}/none/x.db", 2),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files that are what they should be, and that are not."""
    tmp_path = tmp_path_factory.mktemp("odd")
    table = Table("templari", players=3, seed=1)
    for _ in range(6):
        table.act(table.legal[-1])
    over = Table("templari", players=3, seed=1)
    while not over.over:
        over.act(over.legal[-1])
    game = table.save()
    texts: dict[str, Any] = {
        "game": json.dumps(game),
        "over": json.dumps(over.save()),
        "position": json.dumps(table.position()),
        "seats": json.dumps(game | {"terminal": {"seats": ["me", "nobody", ""]}}),
        "noise": bytes(range(256)) * 4,
        "empty": "",
        "list": "[1, 2]",
        "deep": "[" * 100_000,
        "huge": json.dumps(game).replace('"seed": 1', '"seed": 1' + "0" * 5000),
        "nan": json.dumps(game).replace('"seed": 1', '"seed": NaN'),
        "toml": "game = [",
        "closed": json.dumps(game),
    }
    found = {"folder": str(tmp_path), "digits": "9" * 5000}
    for name, text in texts.items():
        path = tmp_path / (f"{name}.toml" if name == "toml" else f"{name}.json")
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found[name] = str(path)
    os.chmod(found["closed"], 0)
    return found


@pytest.mark.parametrize(("typed", "code"), ODD, ids=[typed or "nothing" for typed, _ in ODD])
def test_it_ends_in_a_sentence(
    typed: str, code: int, files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if typed == "check {closed}" and os.access(files["closed"], os.R_OK):
        code = 0  # who may read everything reads it
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit) as ended:
        run([word.format_map(files) for word in shlex.split(typed)])
    said = capsys.readouterr()
    assert ended.value.code == code, said
    assert code in EXIT_CODES
    assert "Traceback" not in said.out + said.err
    if code == 2:
        assert said.out == ""
        assert said.err.startswith("chapterhouse: ")
        assert len(said.err.splitlines()) == 1
    elif code == 1:
        assert (said.out + said.err).strip()


COMMANDS = list(typer.main.get_command(build()).commands)  # type: ignore[attr-defined]
WRONG = ["--nonsense", "-Z", "--language=xx --nonsense"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_what_it_does_not_know(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for wrong in WRONG:
        with pytest.raises(SystemExit) as ended:
            run([*command.split(), *wrong.split()])
        said = capsys.readouterr()
        assert ended.value.code == 2, (wrong, said)
        assert (said.out, len(said.err.splitlines())) == ("", 1)
        assert said.err.startswith("chapterhouse: ")


def test_the_help_documents_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        with pytest.raises(SystemExit) as ended:
            run(["--help", "--language", language])
        assert ended.value.code == 0
        said = " ".join(capsys.readouterr().out.replace("│", " ").split())
        listed = re.findall(r"(?:: |; )(\d+) ", said)
        assert [int(code) for code in listed] == list(EXIT_CODES), said


def test_a_fault_of_ours_is_a_sentence_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("something that\nnobody thought of")

    monkeypatch.setattr(rules, "search", broken)
    with pytest.raises(SystemExit) as ended:
        run(["rules", "templari"])
    said = capsys.readouterr().err
    assert ended.value.code == 70
    assert len(said.splitlines()) == 1
    assert "KeyError" in said
    monkeypatch.setenv("CHAPTERHOUSE_TRACEBACK", "1")
    with pytest.raises(KeyError):
        run(["rules", "templari"])


TYPED = """why [
why [/]
rules [
rules (
save {folder}
save {folder}/game.json/a
log x
٣
²
\x07
why
undo
bid ²
bid 99
"""


def test_odd_things_typed_at_the_table_do_no_harm(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(TYPED.format_map(files) + "quit\n"))
    with pytest.raises(SystemExit) as ended:
        run(["play", "templari", "--option", "start=0", "--seed", "1", "--save", f"{files['folder']}/typed.json"])
    said = capsys.readouterr()
    assert ended.value.code == 0, said
    assert "cannot offer 99" in said.out
    assert said.out.count("could not be saved") == 2
    assert Table.load(pathlib.Path(files["folder"]) / "typed.json").ply == 0  # ٣ is a number too, and was undone


def test_a_disk_that_fills_up_does_not_end_the_game(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written, write = [], saves.write

    def full(*arguments: Any) -> None:
        written.append(1)
        if len(written) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(*arguments)

    monkeypatch.setattr(saves, "write", full)
    monkeypatch.setattr(sys, "stdin", io.StringIO("bid 0\nquit\n"))
    with pytest.raises(SystemExit) as ended:
        run(["play", "templari", "--option", "start=0", "--save", str(tmp_path / "game.json")])
    said = capsys.readouterr()
    assert ended.value.code == 1
    assert len(written) > 2
    assert os.strerror(errno.ENOSPC) in said.out
