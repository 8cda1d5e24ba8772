"""`chapterhouse serve`: the pages on this machine."""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn

from chapterhouse.bots import cores
from chapterhouse.server.app import create_app
from chapterhouse.server.http.protocol import Connections
from chapterhouse.server.logs import set_up_logs
from chapterhouse.server.settings import Settings
from chapterhouse.server.store.db import BadDatabase, Store

__all__ = ["NEIGHBOURS", "BadDatabase", "check_database", "listen", "serve"]
NEIGHBOURS = 20  # ports tried after the usual one, when nobody asked for a certain one


class Server(uvicorn.Server):
    """Uvicorn, with streams that say goodbye first: they would hold a graceful stop up for ever."""

    def __init__(self, config: uvicorn.Config, app: Any, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._on_ready = app, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service = getattr(self._app.state, "service", None)
        if service is not None:
            service.stop_streams()
        await super().shutdown(sockets)


def listen(host: str, port: int, neighbours: int) -> socket.socket:
    """A socket on this port, or on one of its neighbours."""
    for there in range(port, port + neighbours + 1):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, there))
            return listener
        except OSError:
            listener.close()
            if there == port + neighbours:
                raise
    raise AssertionError("some port was tried")


def check_database(settings: Settings) -> None:
    """BadDatabase when the database cannot be used: told before anything is started."""
    store = Store(settings.url, settings.statement_timeout)
    try:
        store.prepare()
    finally:
        store.unclaim()
        store.engine.dispose()


def serve(settings: Settings, listening: socket.socket, on_open: Callable[[str], None]) -> int:
    """Serve until stopped; `on_open` hears the address when all is ready. 0 when all went well."""
    set_up_logs(settings.log_level)
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}/"

    def on_ready() -> None:
        # what is loaded by now stays for ever: the collector need not walk through it in the middle of a game
        gc.collect()
        gc.freeze()
        on_open(address)
        if settings.browser:
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    cores.limit(settings.bots)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=Connections(settings).protocol,  # type: ignore[arg-type]  # a class, or what makes one
        log_config=None,
        access_log=False,  # it would write seat tokens
        limit_concurrency=settings.streams + 1000,
        backlog=2048,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=settings.stop_within,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or "127.0.0.1",
        server_header=False,
    )
    server = Server(config, app, on_ready)
    server.run([listening])
    return 0 if server.started else 1
