"""The application: everything put together."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import AsyncIterator

import jinja2
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import chapterhouse
from chapterhouse.games import NAMES
from chapterhouse.play.engine import load_engine
from chapterhouse.server import api, pages
from chapterhouse.server.house import House
from chapterhouse.server.lane import Lane
from chapterhouse.server.metrics import Labels, Metrics
from chapterhouse.server.problems import Refusal
from chapterhouse.server.security import Buckets, Gate, Limited, language_of
from chapterhouse.server.settings import Settings
from chapterhouse.server.store import Unavailable


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
        house = House(settings, metrics)
        await house.open()
        app.state.house = house
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Chapterhouse",
        version=chapterhouse.__version__,
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.templates = pages.environment(templates or pages.HERE / "templates")
    app.state.tables = Buckets(settings.rate_tables, max(settings.burst, 20 / max(settings.rate_tables, 0.01)))
    app.include_router(api.router)
    app.include_router(pages.router)
    (pages.HERE / "static").mkdir(exist_ok=True)
    app.mount("/static", Static(directory=pages.HERE / "static"))
    _answer_faults(app)
    _observe(app, metrics)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    app.add_middleware(Lane)
    app.add_middleware(Gate, settings=settings, metrics=metrics)
    return app


def _answer_faults(app: FastAPI) -> None:
    """Every fault as JSON to a program, and as a page to a person."""

    async def answer(request: Request, e: Refusal) -> Response:
        is_page = not request.url.path.startswith(("/api/", "/static/", "/metrics", "/healthz"))
        if is_page:
            with contextlib.suppress(jinja2.TemplateNotFound):
                return pages.error_page(request, e)
        headers = {"retry-after": str(int(e.wait) + 1)} if isinstance(e, Limited) else None
        return api.Json(e.told(language_of(request.scope)), e.status, headers)

    async def refused(request: Request, e: Exception) -> Response:
        assert isinstance(e, Refusal)
        return await answer(request, e)

    async def invalid(request: Request, e: Exception) -> Response:
        assert isinstance(e, RequestValidationError)
        faults = [f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in e.errors()[:20]]
        what = ".".join(map(str, e.errors()[0]["loc"][1:])) or "body"
        return await answer(request, Refusal("bad_input", what=what[:100], faults=faults))

    async def http(request: Request, e: Exception) -> Response:
        assert isinstance(e, HTTPException)
        if isinstance(e.__cause__, Refusal):
            return await answer(request, e.__cause__)  # raised while the body was being read
        kinds = {404: "not_found", 405: "method", 413: "too_large", 422: "bad_input"}
        refusal = Refusal(kinds.get(e.status_code, "bad_input"), what="body")
        response = await answer(request, refusal)
        response.status_code = e.status_code
        for name, value in (e.headers or {}).items():
            response.headers[name] = value
        return response

    async def unavailable(request: Request, e: Exception) -> Response:
        return await answer(request, Refusal("unavailable"))

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Unavailable, unavailable)


def _observe(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> Response:
        """Whether the server can play: the database answers."""
        house: House = request.app.state.house
        await house.store.read(lambda c: c.exec_driver_sql("SELECT 1").scalar())
        return PlainTextResponse("stopping" if house.is_stopping else "ok", 503 if house.is_stopping else 200)

    @app.get("/metrics", include_in_schema=False)
    async def tell_metrics(request: Request) -> Response:
        house: House = request.app.state.house
        gauges: dict[tuple[str, Labels], float] = {
            ("chapterhouse_tables", ()): len(house.live),
            ("chapterhouse_streams", ()): house.streams,
            ("chapterhouse_commits_total", ()): house.store.commits,
            ("chapterhouse_commit_seconds_total", ()): house.store.commit_seconds,
        }
        for name in NAMES:
            gauges["chapterhouse_compiled", (("game", name),)] = float(load_engine(name).mode == "jit")
        return PlainTextResponse(metrics.text(gauges), media_type="text/plain; version=0.0.4")
