"""The pages: HTML by Jinja2, with what the package's docstring promises to the templates."""

from __future__ import annotations

import functools
import hashlib
import json
import pathlib
import re
from typing import Any
from urllib.parse import parse_qsl

import jinja2
import segno
from fastapi import APIRouter, Request
from markupsafe import Markup
from pydantic import ValidationError
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

import chapterhouse
from chapterhouse.bots import levels
from chapterhouse.games import NAMES, load
from chapterhouse.games.canvas.style import page_style, page_symbols
from chapterhouse.games.teaching import Lesson, Step
from chapterhouse.play.errors import BadNotation
from chapterhouse.play.table import Table
from chapterhouse.play.teaching import open_start
from chapterhouse.server.http import schema
from chapterhouse.server.http.answers import language_of, plain
from chapterhouse.server.http.api.create import create_asked, limit_tables
from chapterhouse.server.http.api.lobby import open_tables
from chapterhouse.server.http.api.offer import tables_of
from chapterhouse.server.http.api.play import table_now
from chapterhouse.server.http.api.seats import links_of
from chapterhouse.server.http.auth import (
    address_of,
    base_of,
    caller_of,
    eyes_of,
    service_of,
    settings_of,
    table_of,
    visitor_for,
)
from chapterhouse.server.http.cookies import YEAR, cookie, remember
from chapterhouse.server.http.finished import finished_by, remember_finished
from chapterhouse.server.logs import redacted
from chapterhouse.server.tables import present, teach
from chapterhouse.server.tables.create import FILE_LIMIT, Chair, create
from chapterhouse.server.tables.errors import TEXTS, RequestError
from chapterhouse.texts import LANGUAGES, Texts

WEB = pathlib.Path(__file__).parents[1] / "web"
THEMES = ("day", "candle")
ENDS_SCRIPT = re.compile("<(?=[/!]?(?:script|--))", re.IGNORECASE)  # what a browser looks for inside a script
router = APIRouter(include_in_schema=False)


@functools.cache
def _fingerprint(path: pathlib.Path, _changed: float) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def static(name: str) -> str:
    """The address of a static file: another one whenever the file changes."""
    path = WEB / "static" / name
    return f"/static/{name}?{_fingerprint(path, path.stat().st_mtime)}"


@functools.cache
def style_address(game: str | None = None) -> str:
    """The address of the style that a page needs: for a table that of its own game."""
    digest = hashlib.sha256(style_of(game).encode()).hexdigest()[:12]
    return f"/style.css?game={game}&{digest}" if game else f"/style.css?{digest}"


@functools.cache
def style_of(game: str | None) -> str:
    return page_style(load(game).style if game else "")


@functools.cache
def cover_address(game: str) -> str:
    """The address of the picture of a game on the first page."""
    return f"/cover/{game}.svg?{hashlib.sha256(load(game).cover.encode()).hexdigest()[:12]}"


def safe_json(data: Any) -> Markup:
    """JSON that can stand in a `<script type="application/json">`."""
    text = json.dumps(data, separators=(",", ":"), default=plain)
    return Markup(ENDS_SCRIPT.sub(r"\\u003c", text))  # no more than that: a drawing has thousands of tags


@functools.cache  # a template is compiled when it is first asked for: for all applications of a process, once
def environment(folder: pathlib.Path) -> jinja2.Environment:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    templates.filters["json"] = safe_json
    templates.globals |= {
        "static": static,
        "style": style_address,
        "cover": cover_address,
        "symbols": lambda game=None: Markup(page_symbols(load(game).symbols if game else "")),
        "version": chapterhouse.__version__,
        "languages": present.OWN_NAMES,
        "levels": [level.id for level in levels()],
    }
    return templates


def theme_of(request: Request) -> str:
    return cookie(request.headers, "theme", re.compile("day|candle")) or ""


def render(request: Request, template: str, game_id: str | None = None, code: int = 200, **context: Any) -> Response:
    """A page."""
    language = language_of(request.scope)
    folders = (TEXTS,) if game_id is None else (TEXTS, str(load(game_id).folder))
    context |= {
        "t": Texts(language, *folders),
        "language": language,
        "theme": theme_of(request),
        "path": redacted(request.url.path),
        "house": present.offer(language),
    }
    templates: jinja2.Environment = request.app.state.templates
    response = HTMLResponse(templates.get_template(template).render(context), code)
    response.headers["vary"] = "Cookie, Accept-Language"
    return response


@router.get("/")
async def home(request: Request) -> Response:
    settings = settings_of(request)
    kept = {"running": round(settings.running_days), "finished": round(settings.finished_days)}
    taught = [name for name in NAMES if teach.lesson_of(load(name))]
    mine, finished = await tables_of(request), await finished_by(request)
    first = {
        name: preset for name in NAMES if name not in finished for preset in load(name).presets if preset.id == "first"
    }
    context: dict[str, Any] = {"mine": mine, "kept": kept, "taught": taught, "finished": finished, "first": first}
    context["open"] = await open_tables(request) if settings.open_tables else None
    response = render(request, "home.html", file_limit=FILE_LIMIT, **context)
    remember_finished(request, response, finished)
    return response


@router.get("/open")
async def open_now(request: Request, game: str = "", spoken: str = "") -> Response:
    """A part of the first page: tables that anybody can join."""
    return render(request, "open_now.html", open=await open_tables(request, game or None, spoken or None))


@router.get("/table/{id}")
async def table(request: Request, id: str, seat: int | None = None, narrow: bool = False) -> Response:
    live = await table_of(request, id, may_wait=True)
    if live.is_waiting:
        return RedirectResponse(f"/lobby/{id}", 303)
    caller = await caller_of(request, live)
    eyes = eyes_of(caller, live, seat)
    language = language_of(request.scope)
    now = await table_now(service_of(request), address_of(request), live, caller, eyes, language, narrow=narrow)
    game = live.table.game.id
    invitation = ""
    if caller.is_host and caller.visitor and live.row.mode == "friends" and any(not s.claimed for s in live.seats):
        token = await service_of(request).invitation(live, caller.visitor)
        invitation = f"{base_of(request)}/seat/{token}"
    return render(
        request,
        "table.html",
        game,
        now=now | {"picture": None},
        drawing=Markup(now["picture"]),
        game=present.game_in_words(game, language),
        links=await links_of(request, live, caller),
        watch=f"{base_of(request)}/table/{live.id}",
        invitation=invitation,
        qr=qr_code(invitation) if invitation else "",
        help=live.table.game.help,
        guide=present.guide(game, language),
        ends=present.ends(game, language),
        level_names={level.id: Texts(language, TEXTS)(f"level.{level.id}") for level in levels()},
    )


@router.get("/table/{id}/words")
async def table_in_words(request: Request, id: str, seat: int | None = None) -> Response:
    """A part of the page: all that the picture shows, as paragraphs and tables."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    eyes = eyes_of(caller, live, seat)
    language = language_of(request.scope)
    parts = live.table.game.in_words(live.table.view(eyes, language), live.table.texts(language))
    return render(request, "words.html", live.table.game.id, parts=parts)


@router.get("/replay/{id}")
async def replay(request: Request, id: str, seat: int | None = None) -> Response:
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    eyes = eyes_of(caller, live, seat)
    language = language_of(request.scope)
    now = await table_now(service_of(request), address_of(request), live, caller, eyes, language, picture=False)
    game = live.table.game.id
    words = present.game_in_words(game, language)
    return render(request, "replay.html", game, now=now, game=words, plies=live.table.ply, help=live.table.game.help)


@router.get("/review/{id}")
async def review(request: Request, id: str) -> Response:
    """A game looked at afterwards; the page asks for its review, and has it made."""
    live = await table_of(request, id)
    if not live.table.over:
        raise RequestError("not_over", step=live.step)
    caller = await caller_of(request, live)
    game, language = live.table.game.id, language_of(request.scope)
    names = [live.table.texts(language).name(seat) for seat in range(live.table.players)]
    words = present.game_in_words(game, language)
    work, texts = service_of(request).work, live.table.texts(language)
    backs = await work.in_thread(address_of(request), lambda: present.taken_back(live, texts)) if live.backs else []
    return render(
        request,
        "review.html",
        game,
        backs=backs,
        id=live.id,
        names=names,
        game=words,
        plies=live.table.ply,
        yours=list(caller.yours),
        help=live.table.game.help,
    )


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    if game not in NAMES:
        raise RequestError("not_found")
    language = language_of(request.scope)
    words = present.game_in_words(game, language)
    chapters = await service_of(request).work.in_thread(address_of(request), teach.rulebook, game, language)
    return render(request, "rules.html", game, game=words, chapters=chapters)


@router.get("/rules/{game}/{id}.svg")
async def rules_picture(request: Request, game: str, id: str, after: bool = False, inline: bool = False) -> Response:
    """A position of the rulebook, drawn as at the table."""
    if game not in NAMES:
        raise RequestError("not_found")
    draw = functools.partial(teach.picture_of, after=after, inline=inline)
    picture = await service_of(request).work.in_thread(address_of(request), draw, game, id, language_of(request.scope))
    if picture is None:
        raise RequestError("not_found")
    return Response(picture.encode(), media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


@router.post("/rules/{game}/{id}/try")
async def try_example(request: Request, game: str, id: str) -> Response:
    """The position of an example on a table of one's own: the visitor is the one who is asked, bots the others."""
    limit_tables(request)
    example = teach.example_of(load(game), id) if game in NAMES else None
    if example is None:
        raise RequestError("not_found")
    table = open_start(load(game), example.start)
    return await _sit_alone(request, table, table.to_act or 0, "squire")


async def _sit_alone(request: Request, table: Table, you: int, bot: str) -> Response:
    """A table of the visitor's own, from where it stands, with bots on the other seats."""
    chairs = [Chair("you") if seat == you else Chair("bot") for seat in range(table.players)]
    visitor, is_new = visitor_for(request)
    created = create(table, chairs, visitor, mode="bots", bot=bot)
    await service_of(request).add(created)
    response = RedirectResponse(f"/table/{created.live.id}", 303)
    if is_new:
        remember(response, visitor, settings_of(request))
    return response


def _lesson(game: str) -> Lesson:
    lesson = teach.lesson_of(load(game)) if game in NAMES else None
    if lesson is None:
        raise RequestError("not_found")
    return lesson


def _step(game: str, id: str) -> Step:
    step = teach.step_of(load(game), id) if game in NAMES else None
    if step is None:
        raise RequestError("not_found")
    return step


@router.get("/learn/{game}")
async def learn(request: Request, game: str) -> Response:
    """The lesson of a game; its steps hold no state here, so that one can go on with any of them."""
    lesson, language = _lesson(game), language_of(request.scope)
    words = present.game_in_words(game, language)
    return render(request, "learn.html", game, game=words, lesson=teach.lesson_in_words(load(game), lesson, language))


@router.get("/learn/{game}/{id}")
async def learn_step(request: Request, game: str, id: str, narrow: bool = False) -> Response:
    """The board of a step."""
    draw = functools.partial(teach.board_of, narrow=narrow)
    step, language = _step(game, id), language_of(request.scope)
    board = await service_of(request).work.in_thread(address_of(request), draw, load(game), step, language)
    return JSONResponse(board)


@router.get("/learn/{game}/{id}/answer")
async def learn_answer(request: Request, game: str, id: str, action: str, narrow: bool = False) -> Response:
    """What an answer to a step comes to; nothing is kept."""
    answer = functools.partial(teach.answer_to, narrow=narrow)
    step, language = _step(game, id), language_of(request.scope)
    try:
        reply = await service_of(request).work.in_thread(
            address_of(request), answer, load(game), step, action, language
        )
    except BadNotation as e:
        raise RequestError("not_found") from e
    return JSONResponse(reply)


@router.post("/learn/{game}/play")
async def learn_play(request: Request, game: str) -> Response:
    """The short game at the end of a lesson, against easy bots."""
    limit_tables(request)
    lesson = _lesson(game)
    return await _sit_alone(request, open_start(load(game), lesson.game), lesson.seat, "novice")


def qr_code(link: str) -> Markup:
    """A link for the phone beside this screen."""
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(scale=4, border=2, dark="#2b2118", light="#fffaf0", omitsize=True))


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a plain form."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, max_num_fields=100))
    except ValueError:
        raise RequestError("bad_input", what="form") from None


def read_option(game: str, name: str, text: str) -> Any:
    """The value of an option that a form names in words."""
    option = next((o for o in load(game).options if o.name == name), None)
    if option is not None:
        for value in option.values:
            if str(value).lower() == text.lower():
                return value
        if option.kind == "seat" and text.isdecimal():
            return int(text[:3])
    return text


@router.post("/play")
async def play(request: Request) -> Response:
    """Create a table from a form, without any script."""
    limit_tables(request)
    form = await form_of(request)
    game = form.get("game", "")
    if game not in NAMES:
        raise RequestError("not_found")
    wanted: dict[str, Any] = {k: form[k] for k in ("game", "mode", "bot", "name") if form.get(k)}
    wanted["wait"] = form.get("mode") == "friends"
    wanted["options"] = {k[7:]: read_option(game, k[7:], v) for k, v in form.items() if k.startswith("option.")}
    try:
        if form.get("players"):
            wanted["players"] = int(form["players"])
        if form.get("clock"):
            wanted["clock"] = {"seconds": int(form["clock"]), "end": form.get("clock_end", "soft")}
        asked = schema.NewTable.model_validate(wanted)
    except ValidationError as e:
        raise RequestError("bad_input", what=str(e.errors()[0]["loc"][-1])) from None
    except ValueError:
        raise RequestError("bad_input", what="players / clock") from None
    visitor, is_new = visitor_for(request)
    created = create_asked(asked, visitor, language_of(request.scope))
    await service_of(request).add(created)
    response = RedirectResponse(f"/table/{created.live.id}", 303)
    if is_new:
        remember(response, visitor, settings_of(request))
    return response


def back_to(form: dict[str, str]) -> str:
    """A path of this site; nothing that a browser would read as another."""
    back = form.get("back", "/")
    return back if re.fullmatch(r"/(?![/\\])[A-Za-z0-9_./?=&-]*", back) else "/"


def _chosen(request: Request, name: str, value: str, back: str) -> Response:
    response = RedirectResponse(back, 303)
    secure = settings_of(request).secure_cookies
    if value:
        response.set_cookie(name, value, max_age=YEAR, samesite="lax", secure=secure, path="/")
    else:
        response.delete_cookie(name, path="/")
    return response


@router.post("/language")
async def choose_language(request: Request) -> Response:
    form = await form_of(request)
    if form.get("language") not in LANGUAGES:
        raise RequestError("bad_input", what="language")
    return _chosen(request, "language", form["language"], back_to(form))


@router.post("/theme")
async def choose_theme(request: Request) -> Response:
    form = await form_of(request)
    if form.get("theme", "") not in (*THEMES, ""):
        raise RequestError("bad_input", what="theme")
    return _chosen(request, "theme", form.get("theme", ""), back_to(form))


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a phone needs to put the house among its apps."""
    drawn = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    icons = [
        {"src": static(f"icon-{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (("192", 192, "any"), ("512", 512, "any"), ("maskable", 512, "maskable"))
    ]
    language = language_of(request.scope)
    fields = {
        "name": "Chapterhouse",
        "short_name": "Chapterhouse",
        "description": Texts(language, TEXTS)("home.tag"),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6efdf",
        "theme_color": "#f6efdf",
        "icons": [drawn, *icons],
    }
    return Response(json.dumps(fields), media_type="application/manifest+json")


@router.get("/sw.js")
async def service_worker() -> Response:
    """The service worker: at the root, as it looks after all pages."""
    body = (WEB / "static" / "sw.js").read_bytes()
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/offline")
async def offline(request: Request) -> Response:
    """What is shown while the server cannot be reached."""
    return render(request, "offline.html")


@router.get("/style.css")
async def style(game: str | None = None) -> Response:
    """The palettes, and the style of the drawings."""
    if game is not None and game not in NAMES:
        raise RequestError("not_found")
    return Response(
        style_of(game).encode(), media_type="text/css", headers={"cache-control": "public, max-age=31536000"}
    )


@router.get("/cover/{game}.svg")
async def cover(game: str) -> Response:
    """The picture of a game on the first page."""
    if game not in NAMES:
        raise RequestError("not_found")
    headers = {"cache-control": "public, max-age=31536000"}
    return Response(load(game).cover.encode(), media_type="image/svg+xml", headers=headers)


def error_page(request: Request, e: RequestError, status: int) -> Response:
    """The page that says what went wrong."""
    body = e.body(language_of(request.scope))
    shown = {"status": status, "kind": e.kind, "message": body["message"], "faults": body["faults"]}
    return render(request, "error.html", code=status, **shown)
