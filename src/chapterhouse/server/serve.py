"""`chapterhouse serve`: the pages on this machine."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import webbrowser
from typing import Any

import uvicorn

from chapterhouse.server.app import create_app
from chapterhouse.server.security import JsonLines
from chapterhouse.server.settings import Settings, from_environment


class Server(uvicorn.Server):
    """Uvicorn, with streams that say goodbye first: they would hold a graceful stop up for ever."""

    def __init__(self, config: uvicorn.Config, app: Any, on_ready: Any) -> None:
        super().__init__(config)
        self._app, self._on_ready = app, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house = getattr(self._app.state, "house", None)
        if house is not None:
            house.stop_streams()
        await super().shutdown(sockets)


def set_up_logs(level: str) -> None:
    """JSON lines on standard error, ours and uvicorn's."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("chapterhouse.requests").setLevel(level.upper())


def serve(settings: Settings) -> int:
    """Serve until stopped; 0 when all went well."""
    set_up_logs(settings.log_level)
    listening = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as e:
        sys.stderr.write(f"{settings.host}:{settings.port}: {e.strerror}\n")
        return 1
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}/"

    def on_ready() -> None:
        sys.stdout.write(f"Chapterhouse is open at {address}\n")
        sys.stdout.flush()
        if settings.browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # it would write seat tokens
        limit_concurrency=settings.streams + 1000,
        backlog=2048,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=settings.stop_within,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or "127.0.0.1",
        server_header=False,
        h11_max_incomplete_event_size=32_768,
    )
    Server(config, app, on_ready).run([listening])
    return 0


def main() -> int:
    """With the settings of the environment."""
    return serve(from_environment())


if __name__ == "__main__":
    sys.exit(main())
