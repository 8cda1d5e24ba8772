"""What the documents show is run: Python, commands, and every file and link that they name.

A block that would take long says above it what the tests make smaller, in a comment that no reader sees:
`<!-- in the tests: 300 → 2 -->`.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import pathlib
import re
import shlex
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from chapterhouse.cli.app import build, run
from chapterhouse.games import NAMES, load
from chapterhouse.games.canvas.style import DAYLIGHT
from chapterhouse.play.table import Table

ROOT = pathlib.Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"(?m)(?:^<!-- in the tests: (.*?) -->\n)?^```(\w*)\n(.*?)^```$", re.S)
SMALLER = {"--games": "2", "-n": "2", "--depth": "1", "--seconds": "0.1"}  # the same commands, sooner done


@pytest.fixture(autouse=True)
def _own_games() -> Iterator[None]:
    """A game that a document registers is gone after it."""
    known = list(NAMES)
    yield
    NAMES[:] = known


def blocks(*languages: str) -> list[Any]:
    """The blocks of these languages, each with where it stands."""
    found = []
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            if match[2] in languages:
                where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start(3))}"
                found.append(pytest.param(_smaller(match[1], match[3]), id=where))
    return found


def _smaller(notes: str | None, block: str) -> str:
    for note in (notes or "").split(", ") if notes else []:
        old, new = note.split(" → ")
        assert old in block, f"{old!r} does not stand in the block"
        block = block.replace(old, new)
    return block


def shown_values(tree: ast.Module, block: str) -> ast.Module:
    """`expression  # 'value'` says what comes of it: such lines become assertions."""
    lines = block.splitlines()
    for i, statement in enumerate(tree.body):
        comment = lines[statement.end_lineno - 1].partition("  # ")[2] if statement.end_lineno else ""
        if isinstance(statement, ast.Expr):
            with contextlib.suppress(ValueError, SyntaxError):
                value = ast.literal_eval(comment)
                check = ast.parse(f"assert 0 == {value!r}").body[0]
                assert isinstance(check, ast.Assert)
                assert isinstance(check.test, ast.Compare)
                check.test.left = statement.value
                tree.body[i] = ast.copy_location(check, statement)
    return ast.fix_missing_locations(tree)


@pytest.mark.parametrize("block", blocks("python", "py"))
def test_python_runs(block: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tree = shown_values(ast.parse(block), block)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "block", "exec"), {"__name__": "__main__"})


def commands(text: str) -> list[str]:
    """The lines that begin with our command, without what is said beside them."""
    return [line.partition("  #")[0].strip() for line in text.splitlines() if re.match(r"(\$ )?chapterhouse ", line)]


@pytest.fixture
def desk(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder with the files that the documents speak of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHAPTERHOUSE_MODE", "plain")
    monkeypatch.setenv("CHAPTERHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("CHAPTERHOUSE_LANGUAGE", "en")
    table = Table("templari", seed=1)
    table.act(table.legal[0])
    (tmp_path / "game.json").write_text(json.dumps(table.save()))
    (tmp_path / "my-board.toml").write_bytes((load("templar").folder / "data" / "board.toml").read_bytes())
    return tmp_path


# these have tests of their own
ELSEWHERE = ("serve", "backup", "restore", "bench", "soak", "train", "arena", "ladder", "review")


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("block", [b for b in blocks("", "sh", "bash", "console") if commands(b.values[0])])
def test_commands_run(block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands(block):
        words = shlex.split(command.removeprefix("$ "))[1:]
        if words[0] in ELSEWHERE or "--cluster" in words:
            check_spelling(words)
            continue
        for i, word in enumerate(words[:-1]):
            words[i + 1] = SMALLER.get(word, words[i + 1])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as ended:
            run(words)
        assert ended.value.code == 0, (command, capsys.readouterr())


def check_spelling(words: list[str]) -> None:
    """The command is there, and has these options."""
    group: Any = typer.main.get_command(build())
    name = " ".join(words[:2]) if " ".join(words[:2]) in group.commands else words[0]
    assert name in group.commands, f"there is no command {name}"
    known = {
        option for parameter in group.commands[name].params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    known |= {"--help", "--language", "--version"}
    for word in words[1:]:
        if re.match(r"--?[a-z]", word):
            assert word.partition("=")[0] in known, f"{name} has no option {word}"


INLINE = [
    pytest.param(match[1], id=f"{path.relative_to(ROOT)}: {match[1]}"[:80])
    for path in DOCUMENTS
    for match in re.finditer(r"`chapterhouse ([^`\n]+)`", path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("command", INLINE)
def test_commands_in_sentences_are_spelt_so(command: str) -> None:
    words = shlex.split(command.replace("…", ""))
    check_spelling(words)
    assert not {word for word in words[1:2] if word.islower() and word[:4] in ("temp",)} - set(NAMES)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_links_are_there(path: pathlib.Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not re.match(r"[a-z]+:", target):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
    for named in re.findall(r"`((?:src|tests|docs|scripts)/[\w/.-]+)`", text):
        assert (ROOT / named).exists(), f"{path.name} names {named}"
    for module in set(re.findall(r"`((?:kernel|games|play|bots|server|cli)/[\w/.-]+\.py)`", text)):
        assert (ROOT / "src" / "chapterhouse" / module).exists(), f"{path.name} names {module}"


def test_the_picture_has_the_colours_of_today() -> None:
    """docs/templari.svg is `Table("templari", players=4, seed=11, names=["Ada", "Bruno", "Chiara", "Dario"])` after 70
    decisions of the bot `sensible` with the seed 11, drawn by `picture(1)`."""
    assert DAYLIGHT in (ROOT / "docs" / "templari.svg").read_text(encoding="utf-8")
