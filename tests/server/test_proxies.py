"""The example configurations of proxies, as they are delivered: run, with another port and without a certificate."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.driving import Serving
from tests.server.postgres import free_port

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"


def nginx(folder: pathlib.Path, port: int, behind: int) -> list[str]:
    """nginx with the example: another port, plain HTTP, files of its own."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, count=1, flags=re.S)  # the redirection
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};").replace(
        "127.0.0.1:8000", f"127.0.0.1:{behind}"
    )
    text = re.sub(r"    ssl_certificate.*\n", "", text)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1; events {{}}\n"
        f"http {{ access_log {folder}/access;\n{temporary}{text} }}\n"
    )
    return [shutil.which("nginx") or "/usr/sbin/nginx", "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]


def caddy(folder: pathlib.Path, port: int, behind: int) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace("play.example {", f"http://127.0.0.1:{port} {{", 1).replace(
        "127.0.0.1:8000", f"127.0.0.1:{behind}"
    )
    text = text.replace("{\n\tgrace_period", "{\n\tadmin off\n\tgrace_period", 1)
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxied(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> Iterator[str]:
    """The address of a server behind a proxy."""
    name = request.node.callspec.id
    if shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/bin") is None:
        pytest.skip(f"{name} is not installed here (Debian: apt install {name}): not tested with it")
    port = free_port()
    settings: dict[str, Any] = {"address": f"http://127.0.0.1:{port}", "trusted_proxies": "127.0.0.1"}
    with Serving(tmp_path, streams_per_address=2, hosts="127.0.0.1", **settings) as serving:
        command = request.param(tmp_path, port, serving.port)
        environment = {"HOME": str(tmp_path), "PATH": "/usr/sbin:/usr/bin:/usr/local/bin"}
        proxy = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60
            while True:
                try:
                    httpx.get(f"http://127.0.0.1:{port}/healthz")
                    break
                except httpx.TransportError:
                    assert time.monotonic() < end, "the proxy did not start"
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            proxy.terminate()
            proxy.wait(20)


def test_behind_a_proxy(proxied: str) -> None:
    """Pages, posts, events as they come, and every visitor by their own address."""

    async def inside() -> None:
        async with httpx.AsyncClient(base_url=proxied, timeout=60) as client:
            made = (
                await client.post("/api/tables", json={"game": "templari", "mode": "one_screen", "players": 3})
            ).json()
            assert made["watch"] == f"{proxied}/table/{made['id']}"
            assert (await client.get(made["url"])).status_code == 200
            assert (await client.get("/metrics")).status_code in (403, 404)
            path = f"/api/tables/{made['id']}"
            async with client.stream("GET", f"{path}/events") as stream:
                lines = stream.aiter_lines()
                step = (await client.get(path)).json()["view"]["to_act"]
                await client.post(f"{path}/act", json={"action": "bid 1", "step": 0, "seat": step})
                async with asyncio.timeout(60):
                    async for line in lines:
                        if '"step": 1' in line:
                            break
            # the proxy's word about the visitor is believed: streams are counted by it, and not all as the proxy's
            # Caddy 2.6 breaks off, sometimes within its answer
            with contextlib.suppress(httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                large = await client.post("/api/records", content=b"x" * 1_100_000)
                assert large.status_code in (413, 502)
            forged = {"x-forwarded-for": "10.9.8.7"}
            async with client.stream("GET", f"{path}/events", headers=forged), client.stream("GET", f"{path}/events"):
                assert (await client.get(f"{path}/events", headers={"x-forwarded-for": "1.2.3.4"})).status_code == 503

    asyncio.run(inside())
