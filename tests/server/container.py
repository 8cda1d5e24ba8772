"""A container file carried out without containers: in a folder that stands for the root of the image.

Its COPY, RUN, ENV, USER, VOLUME, EXPOSE, HEALTHCHECK and CMD are done as they stand. What `pip` would fetch is there
already: the packages of the tests. `useradd` writes the user down and makes the home, since tests need not be root.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import shutil
import site
import subprocess
import sys
import time

from tests.server.postgres import free_port

KNOWN = {"ARG", "FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
PIP = '#!/bin/sh\nPIP_NO_INDEX=1 PIP_NO_BUILD_ISOLATION=0 exec "{python}" -m pip "$@"\n'
USERADD = """#!/bin/sh
while [ $# -gt 1 ]; do case $1 in --home-dir) home=$2; shift;; esac; shift; done
mkdir -p "$home" && echo "$1" >> "{root}/etc/passwd"
"""


def instructions(text: str) -> list[tuple[str, str]]:
    """(word, rest) for every instruction; lines that go on are joined."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^\s*#.*\n", "", text))
    parts = [line.split(maxsplit=1) for line in joined.splitlines() if line.strip()]
    return [(word.upper(), rest) for word, rest in parts]


class Image:
    """The folder, and what the file says about running it."""

    def __init__(self, root: pathlib.Path, context: pathlib.Path, text: str) -> None:
        self.root, self.context = root, context
        self.bin = root / "usr" / "local" / "bin"
        self.environment: dict[str, str] = {}
        self.user = "root"
        self.said = instructions(text)
        self.ports = [rest for word, rest in self.said if word == "EXPOSE"]
        self.folders = {"src", *(rest.split("/")[1] for word, rest in self.said if word == "VOLUME")}

    def here(self, text: str) -> str:
        """The text with the image's own folders where they are in truth."""
        return re.sub(rf"(?<![\w.])/(?=(?:{'|'.join(sorted(self.folders))})\b)", f"{self.root}/", text)

    def build(self) -> None:
        """Everything, in order."""
        (self.root / "etc").mkdir(parents=True)
        (self.root / "etc" / "passwd").touch()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.bin.parent], check=True)
        packages = next(self.bin.parent.glob("lib/python*/site-packages"))
        (packages / "tests.pth").write_text("\n".join(site.getsitepackages()) + "\n")
        self._tool("pip", PIP.format(python=self.bin / "python"))
        self._tool("useradd", USERADD.format(root=self.root))
        for word, rest in self.said:
            assert word in KNOWN, word
            getattr(self, f"_{word.lower()}", lambda _: None)(rest)

    def _tool(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def _copy(self, rest: str) -> None:
        *names, target = rest.split()
        folder = pathlib.Path(self.here(target))
        for name in names:
            source = self.context / name
            assert source.exists(), f"COPY {name}: it is not there"
            if source.is_dir():
                shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            else:
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, folder)

    def _run(self, rest: str) -> None:
        done = subprocess.run(["sh", "-ec", self.here(rest)], env=self._variables(), capture_output=True, text=True)
        assert done.returncode == 0, f"RUN {rest}: {done.stdout}{done.stderr}"

    def _user(self, rest: str) -> None:
        users = (self.root / "etc" / "passwd").read_text().split()
        assert rest in users, f"USER {rest}: there is no such user"
        self.user = rest

    def _env(self, rest: str) -> None:
        self.environment |= dict(part.split("=", 1) for part in shlex.split(rest))

    def _variables(self) -> dict[str, str]:
        own = {name: self.here(value) for name, value in self.environment.items()}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CHAPTERHOUSE_", "PYTHON"))}
        return kept | own | {"PATH": f"{self.bin}:{os.environ['PATH']}"}

    def last(self, word: str) -> str:
        return [rest for each, rest in self.said if each == word][-1]

    def is_healthy(self, command: list[str] | None = None, health: str | None = None, within: float = 120.0) -> bool:
        """Start what CMD says until what HEALTHCHECK says is content; False when the server ends before.

        The one port that the file names is another one here, and only this machine is let in."""
        assert self.environment["CHAPTERHOUSE_HOST"] == "0.0.0.0", "nobody outside the container could reach it"
        assert len(self.ports) == 1
        port = str(free_port())
        command = command or json.loads(self.last("CMD"))
        health = health or self.last("HEALTHCHECK").removeprefix("CMD ")
        given = {name: port if value == self.ports[0] else value for name, value in self._variables().items()}
        given |= {"CHAPTERHOUSE_HOST": "127.0.0.1", "CHAPTERHOUSE_MODE": "plain", "CHAPTERHOUSE_LANGUAGE": "en"}
        check = ["sh", "-c", health.replace(f":{self.ports[0]}/", f":{port}/")]
        log = self.root / "log"
        with log.open("wb") as out:
            serving = subprocess.Popen(command, env=given, stdout=out, stderr=out, executable=self.bin / command[0])
        try:
            end = time.monotonic() + within
            while time.monotonic() < end and serving.poll() is None:
                if "open at" in log.read_text():
                    return subprocess.run(check, env=given, capture_output=True, timeout=60).returncode == 0
                time.sleep(0.1)
            return False
        finally:
            serving.terminate()
            serving.wait(30)
