"""A PostgreSQL of our own for tests and soaks, in a temporary folder, on a free loopback port, unprivileged."""

from __future__ import annotations

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from typing import Any


class NoPostgres(Exception):
    """There is none on this machine, or nobody to run it as."""


def _tools() -> pathlib.Path:
    on_path = shutil.which("initdb")
    folder = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), default=None)
    if on_path is None and folder is None:
        raise NoPostgres("PostgreSQL is not installed here (Debian: apt install postgresql)")
    return pathlib.Path(on_path).resolve().parent if on_path else pathlib.Path(str(folder))


def _unprivileged() -> dict[str, int]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid}
    raise NoPostgres("there is no unprivileged user to run PostgreSQL as")


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Postgres:
    """A server with nothing in it, and what can happen to it."""

    def __init__(self) -> None:
        tools, who = _tools(), _unprivileged()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="chapterhouse-pg-"))
        if who:
            os.chown(self.folder, who["user"], who["group"])
        self.port = free_port()
        self.url = f"postgresql://house@127.0.0.1:{self.port}/postgres"
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.folder}
        self._how = quiet | who
        data = str(self.folder / "data")
        self._control = [str(tools / "pg_ctl"), "-D", data, "-w"]
        initdb = [str(tools / "initdb"), "-D", data, "-U", "house", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        initdb += ["--no-sync"]  # what lasts longest, and nobody needs the empty folder after a power cut
        try:
            subprocess.run(initdb, check=True, **self._how)
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self, within: float = 60.0) -> None:
        """Start it; once more where what was killed has not quite gone yet."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=100"
        start = [*self._control, "-l", str(self.folder / "log"), "-o", options, "start"]
        end = time.monotonic() + within
        while subprocess.run(start, **self._how).returncode:
            if time.monotonic() > end:
                raise NoPostgres(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-500:]}")
            time.sleep(0.1)

    def processes(self) -> list[int]:
        """The first process and all that it has started."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split()
            return [first, *map(int, children)]
        return []

    def signal(self, number: signal.Signals) -> None:
        """To all of its processes at once."""
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def kill(self) -> None:
        """No warning. It must be started again."""
        self.signal(signal.SIGKILL)

    def freeze(self) -> None:
        """It holds its connections and answers nothing."""
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def close(self) -> None:
        """Stop it and remove everything."""
        self.thaw()
        subprocess.run([*self._control, "-m", "immediate", "stop"], **self._how)
        shutil.rmtree(self.folder, ignore_errors=True)
