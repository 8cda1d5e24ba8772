"""A PostgreSQL of our own for the tests: Debian's, in a temporary folder, on a free loopback port, unprivileged."""

from __future__ import annotations

import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest


def binaries() -> pathlib.Path | None:
    found = shutil.which("initdb")
    if found:
        return pathlib.Path(found).parent
    return max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def unprivileged() -> dict[str, int]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
            return {"user": found.pw_uid, "group": found.pw_gid}
        except KeyError:
            continue
    pytest.skip("there is no unprivileged user to run PostgreSQL as")


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def cluster() -> Iterator[str]:
    """The address of a server with nothing in it."""
    tools = binaries()
    if tools is None:
        pytest.skip("PostgreSQL is not installed here (Debian: apt install postgresql): not tested with it")
    who = unprivileged()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="chapterhouse-pg-"))
    if who:
        os.chown(folder, who["user"], who["group"])
    port = free_port()
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder} | who
    try:
        subprocess.run(
            [tools / "initdb", "-D", folder / "data", "-U", "house", "--auth=trust", "--encoding=UTF8", "--locale=C"],
            check=True, **quiet,
        )  # fmt: skip
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=100"
        control = [str(tools / "pg_ctl"), "-D", str(folder / "data"), "-w"]
        start = [*control, "-l", str(folder / "log"), "-o", options, "start"]
        subprocess.run(start, check=True, **quiet)
        try:
            yield f"postgresql://house@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*control, "-m", "fast", "stop"], **quiet)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
