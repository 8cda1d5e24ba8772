"""What the parser says, in the language of the terminal."""

from __future__ import annotations

import pytest

from chapterhouse.cli.app import build
from chapterhouse.cli.command import wanted
from chapterhouse.cli.language import speak
from chapterhouse.cli.serve import serve
from chapterhouse.texts import LANGUAGES
from tests.cli.conftest import Run

# what is wrong, and what must be named in the complaint
WRONG = [
    ("train templari --minutes -1", ["--minutes", "0"]),
    ("arena templari --games x", ["--games", "1"]),
    ("serve --port 99999999", ["--port", "0", "65535"]),
    (f"train templari --folder {__file__}", ["--folder"]),
    ("check /dev/none", ["/dev/none"]),
    ("check", ["FILE"]),
    ("play templari --playrs 3", ["--playrs", "--players"]),
    ("play templari --players", ["--players"]),
    ("train templari --resume=3", ["--resume"]),
    ("play templari x y", ["x y"]),
    ("rules", ["GAME"]),
    ("plai", ["plai", "replay"]),
    ("nonsense", ["nonsense", "simulate"]),
    ("--hepl", ["--hepl", "--version"]),
]
ENGLISH = ("No such", "Invalid", "Missing", "Option '", "Got unexpected", "Usage", "Show this message", "default:")


@pytest.mark.parametrize(("line", "named"), WRONG)
def test_a_complaint_is_in_the_language_of_the_terminal(run: Run, line: str, named: list[str]) -> None:
    said = set[str]()
    for language in LANGUAGES:
        done = run(*line.split(), language=language)
        assert done.exit_code == 2
        assert all(name in done.output for name in named), done.output
        assert not any(words in done.output for words in ENGLISH), done.output
        assert len(done.output.splitlines()) == 1
        said.add(done.output)
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize("command", ["", "train", "play", "check"])
def test_help_is_in_the_language_of_the_terminal(run: Run, command: str) -> None:
    titles = {"it": ("Uso:", "Opzioni"), "es": ("Uso:", "Opciones"), "fr": ("Utilisation", "Options")}
    for language, named in titles.items():
        done = run(*command.split(), "--help", language=language)
        assert done.exit_code == 0
        assert all(title in done.output for title in named), done.output
        assert not any(words in done.output for words in ENGLISH), done.output


@pytest.mark.parametrize("command", ["", "arena", "train", "serve"])
def test_help_shows_no_value_where_none_is_taken(run: Run, command: str) -> None:
    done = run(*command.split(), "--help")
    assert "--help" in done.output
    assert "<bool>" not in done.output


def test_what_is_wanted_stands_where_it_is_declared() -> None:
    speak("en")
    assert wanted(serve, "port") == "a whole number from 0 to 65535"


def test_hidden_commands_are_not_offered(run: Run) -> None:
    assert "bench serve" in [command.name for command in build().registered_commands]
    assert "bench serve" not in run("nonsense").output
