"""A browser for tests: httpx over ASGI, with the application's event loop in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI

T = TypeVar("T")
HOME = "http://house.test"


class House:
    """The application, running."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._life = app.router.lifespan_context(app)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def __enter__(self) -> House:
        self.run(self._life.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._life.__aexit__(None, None, None))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class Browser:
    """One visitor, with cookies of its own."""

    def __init__(self, house: House, address: str = "127.0.0.1", **headers: str) -> None:
        self.house = house
        transport = httpx.ASGITransport(app=house.app, raise_app_exceptions=False, client=(address, 1234))
        self._client = httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.house.run(self._client.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)

    def delete(self, path: str, **more: Any) -> httpx.Response:
        return self.request("DELETE", path, **more)

    @property
    def cookies(self) -> httpx.Cookies:
        return self._client.cookies
