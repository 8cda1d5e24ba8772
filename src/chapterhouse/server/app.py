"""The application: everything put together."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import AsyncIterator

import sqlalchemy as sa
from fastapi import FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import chapterhouse
from chapterhouse.games import NAMES
from chapterhouse.play.engine import load_engine
from chapterhouse.server.http import api, docs, lobby, pages
from chapterhouse.server.http.errors import answer_errors
from chapterhouse.server.http.events import OpenStreams
from chapterhouse.server.http.gate import Buckets, Gate
from chapterhouse.server.metrics import Labels, Metrics
from chapterhouse.server.settings import Settings
from chapterhouse.server.tables.service import Service

DAY = 24 * 3600.0


class Static(StaticFiles):
    """Files whose address changes with them, so that a browser may keep them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200 and scope.get("query_string"):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        else:  # what a module imports has no fingerprint: the browser asks whether it has changed
            response.headers["cache-control"] = "no-cache"
        return response


def create_app(settings: Settings, templates: pathlib.Path | None = None) -> FastAPI:
    """The application for these settings; `templates` can come from elsewhere."""
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = Service(settings, metrics)
        await service.open()
        app.state.service = service
        try:
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="Chapterhouse",
        version=chapterhouse.__version__,
        lifespan=lifespan,
        docs_url=None,  # the framework's would load scripts from elsewhere: ours is `docs`
        redoc_url=None,
        openapi_url="/api/openapi.json",
        # the routes themselves: `include_router` would build each of them a second time, at the first request
        routes=[route for part in (api, pages, lobby, docs) for route in part.router.routes],
    )
    app.state.templates = pages.environment(templates or pages.WEB / "templates")
    app.state.streams = OpenStreams(settings)
    app.state.new_tables = (
        Buckets(settings.rate_tables, max(settings.burst, 20 / max(settings.rate_tables, 0.01))),
        Buckets(settings.tables_per_day / DAY, DAY),
    )
    app.mount("/static", Static(directory=pages.WEB / "static"))
    answer_errors(app)
    _observe(app, metrics)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    app.add_middleware(Gate, settings=settings, metrics=metrics)
    return app


def _observe(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> Response:
        """Whether the server can play: the database answers."""
        service: Service = request.app.state.service
        await service.store.read(lambda c: c.scalar(sa.select(1)))
        return PlainTextResponse("stopping" if service.is_stopping else "ok", 503 if service.is_stopping else 200)

    @app.get("/metrics", include_in_schema=False)
    async def tell_metrics(request: Request) -> Response:
        service: Service = request.app.state.service
        gauges: dict[tuple[str, Labels], float] = {
            ("chapterhouse_tables", ()): len(service.registry.tables),
            ("chapterhouse_streams", ()): request.app.state.streams.count,
            ("chapterhouse_commits_total", ()): service.store.commits,
            ("chapterhouse_commit_seconds_total", ()): service.store.commit_seconds,
        }
        for name in NAMES:
            gauges["chapterhouse_compiled", (("game", name),)] = float(load_engine(name).mode == "jit")
        return PlainTextResponse(metrics.text(gauges), media_type="text/plain; version=0.0.4")
