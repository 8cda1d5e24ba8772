"""What the commands `serve`, `backup` and `bench serve` share: their options, said in the language of the terminal."""

from __future__ import annotations

import argparse
import os
import sys

from chapterhouse.voice import LANGUAGES, Voice


def voice() -> Voice:
    """The server's texts in the language of the terminal."""
    for name in ("CHAPTERHOUSE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2].lower()
        if language in LANGUAGES:
            return Voice(language, "server")
    return Voice("en", "server")


class Parser(argparse.ArgumentParser):
    """Arguments of a command; what is wrong with them is one line and exit code 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        complain(message)
        sys.exit(2)


def complain(message: str) -> None:
    sys.stderr.write(f"chapterhouse: {message}\n")


def say(message: str) -> None:
    sys.stdout.write(f"{message}\n")
    sys.stdout.flush()
