"""The JSON API; what it means stands in the package's docstring, the models in `schema.py`."""

from __future__ import annotations

import functools
import json
import re
import time
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from chapterhouse.games import NAMES, load
from chapterhouse.games.data import find
from chapterhouse.play.errors import BadNotation, Unplayable
from chapterhouse.play.table import Table
from chapterhouse.server import schema, store, views
from chapterhouse.server.events import Events
from chapterhouse.server.house import House, Unread, read_action
from chapterhouse.server.lay import Laid, chairs_for, check_bot, lay, open_table
from chapterhouse.server.live import Live
from chapterhouse.server.problems import Refusal
from chapterhouse.server.security import (
    VISITOR,
    Buckets,
    Limited,
    bearer_of,
    hashed,
    language_of,
    new_token,
    seat_token,
    visitor_of,
)
from chapterhouse.server.settings import Settings
from chapterhouse.server.store import Entry
from chapterhouse.server.views import Caller
from chapterhouse.texts import Texts

ID = re.compile(r"[A-Za-z0-9_-]{16}")
YEAR = 365 * 24 * 3600
LONG = 30  # decisions whose log is told in a thread, so that others do not wait

TableId = Annotated[str, Path(description="Id of a table", max_length=64)]
SeatQuery = Annotated[int | None, Query(ge=0, le=7, description="A seat that the caller holds")]
LanguageQuery = Annotated[schema.Language | None, Query(description="Instead of the browser's preference")]
EyesQuery = Annotated[str, Query(pattern=r"^([0-7]|watch|open)$", description="A seat, `watch` or `open`")]
PlyQuery = Annotated[int | None, Query(ge=0, le=1_000_000)]

_problem: dict[str, Any] = {"model": schema.Problem}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: _problem | {"description": "Not JSON"},
    403: _problem | {"description": "Not your seat"},
    404: _problem | {"description": "No such thing"},
    409: _problem | {"description": "Not now"},
    413: _problem | {"description": "Too large"},
    422: _problem | {"description": "Cannot be read or played"},
    429: _problem | {"description": "Too many requests"},
    503: _problem | {"description": "Not available now"},
}


class Json(Response):
    """Plain ASCII JSON: whatever a string holds can be sent."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":"), default=views.plain).encode()


# ── who asks ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def settings_of(request: Request) -> Settings:
    return house_of(request).settings


def base_of(request: Request) -> str:
    """What links begin with."""
    return settings_of(request).address.rstrip("/") or str(request.base_url).rstrip("/")


async def table_of(request: Request, id: str) -> Live:
    if not ID.fullmatch(id):
        raise Refusal("not_found", "no_table")
    return await house_of(request).get(id)


async def caller_of(request: Request, live: Live) -> Caller:
    """The seats that the caller holds, by seat token or by cookie."""
    house = house_of(request)
    token = bearer_of(request.headers)
    if token:
        key = hashed(token)
        if key not in live.keys:
            found = await house.store.read(lambda c: store.seat_of_key(c, key))
            if found is None or found[0] != live.id:
                raise Refusal("forbidden", step=live.step)
            live.keys[key] = found[1]
        return Caller((live.keys[key],))
    visitor = visitor_of(request.headers)
    if visitor is None:
        return Caller()
    me = hashed(visitor)
    if me not in live.held:
        seats = await house.store.read(lambda c: store.held(c, me, live.id))
        if seats:
            live.held[me] = seats
        return Caller(tuple(seats), me == live.row.host, visitor)
    return Caller(tuple(live.held[me]), me == live.row.host, visitor)


def viewer(caller: Caller, live: Live, seat: int | None) -> int | None:
    """The seat through whose eyes the caller looks."""
    if seat is None:
        return caller.yours[0] if len(caller.yours) == 1 else None
    if seat not in caller.yours:
        raise Refusal("forbidden", step=live.step)
    return seat


def sitter(caller: Caller, live: Live, seat: int | None) -> int:
    """The seat that the caller acts for."""
    found = viewer(caller, live, seat)
    if found is None:
        raise Refusal("bad_input", "no_seat") if caller.yours else Refusal("forbidden", "spectator", step=live.step)
    return found


async def sit_down(house: House, live: Live, seat: int | None) -> None:
    """Who first does something in an open seat has taken it."""
    if seat is not None and not live.seats[seat].claimed:
        await house.change_seat(live, seat, claimed=True, bot=None)


def visitor_for(request: Request) -> tuple[str, bool]:
    """The visitor's token, and whether it is new."""
    visitor = visitor_of(request.headers)
    return (visitor, False) if visitor else (new_token(), True)


def remember(response: Response, visitor: str, settings: Settings) -> None:
    response.set_cookie(
        VISITOR, visitor, max_age=YEAR, httponly=True, samesite="lax", secure=settings.secure_cookies, path="/"
    )


async def tell_now(
    house: House,
    live: Live,
    caller: Caller,
    seat: int | None,
    language: str,
    *,
    narrow: bool = False,
    picture: bool = True,
    after: int | None = None,
) -> dict[str, Any]:
    """Now; a long log is told in a thread, from the table as it stands, which the thread alone holds."""
    log = None
    for _ in range(3):  # again when the table has moved on meanwhile; in the end without a thread
        if live.table.ply - live.log_from(after) <= LONG:
            break
        step, table, since = live.step, live.table, live.log_from(after)
        log = await house.at_work(views.log_lines, table, seat, table.texts(language), since)
        if (live.step, live.table.names) == (step, table.names):
            break
        log = None
    away_after = house.settings.away_after
    return views.now(
        live, caller, seat, language, away_after=away_after, narrow=narrow, picture=picture, after=after, log=log
    )


# ── the house ────────────────────────────────────────────────────────────────────────────────────────────────────────

router = APIRouter(prefix="/api", responses=PROBLEMS, default_response_class=Json)


@router.get("/house", response_model=schema.House)
async def get_house(request: Request, language: LanguageQuery = None) -> Response:
    """What is on offer, in words."""
    return Json(views.house(language_of(request.scope)))


@router.get("/engine", response_model=schema.Engine)
async def get_engine() -> Response:
    """How far the rules are compiled."""
    return Json(views.engine_now())


@router.get("/rules/{game}", response_model=schema.Rules)
async def get_rules(request: Request, game: str, language: LanguageQuery = None) -> Response:
    """All rules of a game in our words."""
    if game not in NAMES:
        raise Refusal("not_found")
    return Json({"game": game, "rules": views.rules(game, language_of(request.scope))})


@router.get(
    "/data/{game}/{option}",
    response_class=Response,
    responses={200: {"description": "A TOML file", "content": {"application/toml": {}}}},
)
async def get_data(game: str, option: str) -> Response:
    """The house's own file of a file option, to start from."""
    found = (
        next((o for o in load(game).options if (o.name, o.kind) == (option, "file")), None) if game in NAMES else None
    )
    if found is None:
        raise Refusal("not_found")
    named = {"content-disposition": f'attachment; filename="{game}-{option}.toml"'}
    path = find(load(game).folder / "data", found.default)
    return Response(path.read_bytes(), media_type="application/toml", headers=named)


@router.get("/mine", response_model=schema.Mine)
async def get_mine(request: Request, language: LanguageQuery = None) -> Response:
    """The visitor's games."""
    return Json({"tables": await mine(request)})


async def mine(request: Request) -> list[dict[str, Any]]:
    visitor = visitor_of(request.headers)
    if visitor is None:
        return []
    me = hashed(visitor)
    rows = await house_of(request).store.read(lambda c: store.mine(c, me))
    language = language_of(request.scope)
    made: list[dict[str, Any]] = []
    for row in rows:
        texts = load(row["game"]).texts(language, [s.name for s in row["seats"]])
        made.append(
            {
                "id": row["id"],
                "url": f"/table/{row['id']}",
                "game": row["game"],
                "mode": row["mode"],
                "names": [texts.name(s.seat) for s in row["seats"]],
                "ply": row["ply"],
                "over": bool(row["over"]),
                "your_turn": any(str(seat) in row["asked"] for seat in row["held"]),
                "at": row["at"],
            }
        )
    return made


# ── laying tables ────────────────────────────────────────────────────────────────────────────────────────────────────


def limit_tables(request: Request) -> None:
    buckets: Buckets = request.app.state.tables
    wait = buckets.take(request.client.host if request.client else "", time.monotonic())
    if wait:
        raise Limited(wait)


def told_made(request: Request, live: Live, tokens: dict[int, str]) -> dict[str, Any]:
    base = base_of(request)
    seats = [
        {
            "seat": s.seat,
            "kind": s.kind,
            "token": tokens.get(s.seat),
            "link": f"{base}/seat/{tokens[s.seat]}" if s.seat in tokens else None,
        }
        for s in live.seats
    ]
    url = f"/table/{live.id}"
    return {"id": live.id, "url": url, "mode": live.row.mode, "seats": seats, "watch": base + url}


async def keep(request: Request, laid: Laid, visitor: str, is_new: bool) -> Response:
    """Keep a table that was laid, and tell who laid it."""
    house = house_of(request)
    await house.store.write(lambda c: store.add_game(c, laid.new), laid.new.row.id)
    house.add(laid.live)
    response = Json(told_made(request, laid.live, laid.tokens), 201)
    if is_new:
        remember(response, visitor, house.settings)
    return response


@router.post("/tables", status_code=201, response_model=schema.Made)
async def post_table(request: Request, asked: schema.NewTable) -> Response:
    """Lay a table."""
    limit_tables(request)
    visitor, is_new = visitor_for(request)
    if asked.data:  # a file is read and checked in a thread, so that others do not wait
        laid = await house_of(request).at_work(lay_asked, asked, visitor)
    else:
        laid = lay_asked(asked, visitor)
    return await keep(request, laid, visitor, is_new)


def lay_asked(asked: schema.NewTable, visitor: str) -> Laid:
    table = open_table(asked)
    check_bot(asked.bot, asked.game)
    chairs = asked.chairs or chairs_for(asked.mode, table.players, asked.bot, asked.name)
    if len(chairs) != table.players:
        raise Refusal("bad_input", what="chairs")
    clock = None if asked.clock is None else asked.clock.model_dump()
    return lay(table, chairs, visitor, mode=asked.mode, clock=clock, pace=asked.pace, bot=asked.bot)


@router.post("/records", status_code=201, response_model=schema.Made)
async def post_record(request: Request, asked: schema.NewRecord) -> Response:
    """A table from a record: to be looked at when the game is over, else to be played on."""
    limit_tables(request)
    visitor, is_new = visitor_for(request)
    house = house_of(request)
    try:
        json.dumps(asked.record, allow_nan=False).encode()
        table: Table = await house.at_work(Table.load, asked.record)
    except Unplayable as e:
        raise Refusal("unplayable", faults=e.faults) from None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
        raise Refusal("unplayable") from None
    check_bot(asked.bot, table.game.id)
    chairs = chairs_for(asked.mode, table.players, asked.bot)
    for chair, name in zip(chairs, table.names or [], strict=False):
        chair.name = "".join(c for c in name if c.isprintable())[:24]
    laid = await house.at_work(functools.partial(lay, table, chairs, visitor, mode=asked.mode, bot=asked.bot))
    return await keep(request, laid, visitor, is_new)


@router.post("/tables/{id}/branch", status_code=201, response_model=schema.Made)
async def post_branch(request: Request, id: TableId, asked: schema.Branch) -> Response:
    """A new table from one moment of a game that is over."""
    limit_tables(request)
    live, house = await table_of(request, id), house_of(request)
    if not live.table.over:
        raise Refusal("not_over", step=live.step)  # the branch would tell what is still hidden
    if asked.ply > live.table.ply or asked.seat >= live.table.players:
        raise Refusal("bad_input", what="ply" if asked.ply > live.table.ply else "seat")
    check_bot(asked.bot, live.table.game.id)
    visitor, is_new = visitor_for(request)
    table: Table = await house.at_work(live.table.at, asked.ply)
    chairs = chairs_for(asked.mode, table.players, asked.bot, you=asked.seat)
    laid = await house.at_work(functools.partial(lay, table, chairs, visitor, mode=asked.mode, bot=asked.bot))
    return await keep(request, laid, visitor, is_new)


@router.post("/tables/{id}/rematch", status_code=201, response_model=schema.Made)
async def post_rematch(request: Request, id: TableId) -> Response:
    """The same seats again; who asks later gets the same table."""
    limit_tables(request)
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    if not live.table.over:
        raise Refusal("not_over", step=live.step)
    if not caller.yours:
        raise Refusal("forbidden", "spectator", step=live.step)
    visitor, is_new = visitor_for(request)
    tokens: dict[int, str] = {}
    if live.rematch is None:
        laid = await _lay_again(house, live, caller, visitor)
        there = await house.store.write(lambda c: store.add_rematch(c, live.id, laid.new), live.id)
        live.rematch = there
        live.revision += there == laid.new.row.id
        if there == laid.new.row.id:
            house.add(laid.live)
            tokens = laid.tokens
        live.wake()
    assert live.rematch is not None
    after = await house.get(live.rematch)
    if not tokens and bearer_of(request.headers):
        # a program has no cookie: it gets a token of its own for its seat
        tokens = {seat: new_token() for seat in caller.yours}
        for seat, token in tokens.items():
            add_key = functools.partial(store.add_key, hash=hashed(token), id=after.id, seat=seat)
            await house.store.write(add_key)
    response = Json(told_made(request, after, tokens), 201)
    if is_new and tokens:
        remember(response, visitor, house.settings)
    return response


async def _lay_again(house: House, live: Live, caller: Caller, visitor: str) -> Laid:
    options = {k: v for k, v in live.table.options.items() if k != "players"}
    table = Table(live.table.game, live.table.players, data=live.table.data, **options)
    chairs = [
        schema.Chair(kind="bot", bot=s.bot, name=s.name) if s.kind == "bot" else schema.Chair(kind="open", name=s.name)
        for s in live.seats
    ]
    held: dict[int, tuple[str, ...]] = {}
    for holder, seat in await house.store.read(lambda c: store.holders(c, live.id)):
        held[seat] = (*held.get(seat, ()), holder)
    for seat in caller.yours:
        held[seat] = (*held.get(seat, ()), hashed(visitor))
    row = live.row
    return lay(table, chairs, visitor, mode=row.mode, clock=row.clock, pace=row.pace, holders=held)


# ── at a table ───────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{id}", response_model=schema.Now)
async def get_table(
    request: Request,
    id: TableId,
    seat: SeatQuery = None,
    narrow: bool = False,
    picture: bool = True,
    after: Annotated[
        int | None, Query(ge=0, le=1_000_000, description="`step` of the last Now that the page has")
    ] = None,
    language: LanguageQuery = None,
) -> Response:
    """All that a page shows."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    eyes = viewer(caller, live, seat)
    how = {"narrow": narrow, "picture": picture, "after": after}
    return Json(await tell_now(house_of(request), live, caller, eyes, language_of(request.scope), **how))  # type: ignore[arg-type]


@router.get(
    "/tables/{id}/events",
    response_class=Response,
    responses={200: {"description": "Server-sent events", "content": {"text/event-stream": {}}}},
)
async def get_events(request: Request, id: TableId, seat: SeatQuery = None) -> Response:
    """What happens at the table, from now on or from Last-Event-ID."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    eyes = viewer(caller, live, seat)
    await sit_down(house_of(request), live, eyes)
    address = request.client.host if request.client else ""
    return Events(house_of(request), live, eyes, address, request.headers.get("last-event-id"))


async def told_done(
    request: Request, live: Live, caller: Caller, entry: Entry, wants_now: bool, narrow: bool, after: int | None
) -> Response:
    now = None
    if wants_now:
        language = language_of(request.scope)
        now = await tell_now(house_of(request), live, caller, entry.seat, language, narrow=narrow, after=after)
    done = {"step": entry.step, "ply": live.marks[entry.step], "seat": entry.seat, "words": entry.words, "now": now}
    return Json(done)


@router.post("/tables/{id}/act", response_model=schema.Done)
async def post_act(request: Request, id: TableId, asked: schema.Act) -> Response:
    """Decide; acknowledged once it is committed."""
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    await sit_down(house, live, seat)
    action = read_action(live.table, asked.action, language_of(request.scope))
    entry = await house.act(live, seat, action, asked.step, request=asked.request)
    return await told_done(request, live, caller, entry, asked.now, asked.narrow, asked.after)


@router.post("/tables/{id}/undo", response_model=schema.Done)
async def post_undo(request: Request, id: TableId, asked: schema.Undo) -> Response:
    """Take the last decision back, while nothing new has been seen."""
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    entry = await house.undo(live, seat, asked.step, request=asked.request)
    return await told_done(request, live, caller, entry, asked.now, asked.narrow, None)


@router.post("/tables/{id}/why", response_model=schema.Answer)
async def post_why(request: Request, id: TableId, asked: schema.Why) -> Response:
    """Why can this not be done? The rule, and a sentence."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    table, texts = live.table, live.table.texts(language_of(request.scope))
    server_texts = Texts(language_of(request.scope), "server")
    try:
        action = table.action(asked.action, language_of(request.scope))
    except BadNotation:
        raise Unread(table, asked.action, live.step) from None
    if seat not in live.asked_since:
        key = "error.over" if table.over else "error.not_your_turn"
        return Json({"legal": False, "rule": None, "message": server_texts(key)})
    refused = table.explain(action, seat)
    if refused is None:
        return Json({"legal": True, "rule": None, "message": server_texts("error.allowed")})
    return Json({"legal": False, "rule": refused.rule, "message": refused.says(texts)})


async def now_again(request: Request, live: Live, caller: Caller, seat: int | None) -> Response:
    return Json(await tell_now(house_of(request), live, caller, seat, language_of(request.scope), after=live.step))


@router.post("/tables/{id}/name", response_model=schema.Now)
async def post_name(request: Request, id: TableId, asked: schema.Name) -> Response:
    """What a seat is called."""
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    await house.change_seat(live, seat, name=asked.name, claimed=True)
    return await now_again(request, live, caller, seat)


@router.post("/tables/{id}/claim", response_model=schema.Claimed)
async def post_claim(request: Request, id: TableId, asked: schema.Claim) -> Response:
    """Sit down with a seat's token."""
    live, house = await table_of(request, id), house_of(request)
    key = hashed(asked.token)
    found = await house.store.read(lambda c: store.seat_of_key(c, key))
    if found is None or found[0] != live.id:
        raise Refusal("forbidden", "no_seat_link", step=live.step)
    visitor, is_new = visitor_for(request)
    await bind(house, live, visitor, found[1])
    values: dict[str, Any] = {"claimed": True} | ({"name": asked.name} if asked.name else {})
    await house.change_seat(live, found[1], **values)
    response = Json({"id": live.id, "seat": found[1], "url": f"/table/{live.id}"})
    if is_new:
        remember(response, visitor, house.settings)
    return response


async def bind(house: House, live: Live, visitor: str, seat: int) -> None:
    """Let a visitor hold a seat."""
    me = hashed(visitor)
    await house.store.write(lambda c: store.add_holder(c, me, live.id, seat), live.id)
    live.held.pop(me, None)


@router.post("/tables/{id}/bot", response_model=schema.Now)
async def post_bot(request: Request, id: TableId, asked: schema.Hand) -> Response:
    """Let a bot play a seat on: your own, or another's that is open or away."""
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    check_bot(asked.bot, live.table.game.id)
    if not caller.yours:
        raise Refusal("forbidden", "spectator", step=live.step)
    seat = asked.seat if asked.seat is not None else sitter(caller, live, None)
    if seat >= live.table.players:
        raise Refusal("bad_input", what="seat")
    free_from = live.free_from(seat, house.settings.away_after)
    if seat not in caller.yours and (free_from is None or time.time() < free_from):
        raise Refusal("taken", step=live.step)
    await house.change_seat(live, seat, bot=asked.bot)
    return await now_again(request, live, caller, viewer(caller, live, None))


@router.post("/tables/{id}/back", response_model=schema.Now)
async def post_back(request: Request, id: TableId, asked: schema.OfSeat) -> Response:
    """Take your seat back from the bot."""
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    seat = sitter(caller, live, asked.seat)
    await house.change_seat(live, seat, bot=None, claimed=True)
    return await now_again(request, live, caller, seat)


def links_of(request: Request, live: Live, caller: Caller) -> list[dict[str, Any]]:
    """The links of all seats of people, for the host."""
    if not caller.is_host or caller.visitor is None:
        return []
    made: list[dict[str, Any]] = []
    for s in live.seats:
        if s.kind == "human":
            token = seat_token(caller.visitor, live.id, s.seat)
            made.append({"seat": s.seat, "kind": s.kind, "link": f"{base_of(request)}/seat/{token}", "token": None})
    return made


@router.get("/tables/{id}/links", response_model=schema.Links)
async def get_links(request: Request, id: TableId) -> Response:
    """The links of the seats, for who laid the table."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    if not caller.is_host:
        raise Refusal("forbidden", step=live.step)
    return Json({"seats": links_of(request, live, caller), "watch": f"{base_of(request)}/table/{live.id}"})


@router.get("/tables/{id}/chat", response_model=schema.Chat)
async def get_chat(request: Request, id: TableId, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    """The last messages."""
    live = await table_of(request, id)
    said = await house_of(request).store.read(lambda c: store.chat(c, live.id, after))
    return Json({"chat": [vars(s) for s in said]})


@router.post("/tables/{id}/chat", status_code=201, response_model=schema.Said)
async def post_chat(request: Request, id: TableId, asked: schema.Say) -> Response:
    """Say something; only who sits at the table can."""
    live, house = await table_of(request, id), house_of(request)
    caller = await caller_of(request, live)
    seat = asked.seat if asked.seat in caller.yours else sitter(caller, live, asked.seat)
    said = await house.say(live, seat, live.seats[seat].name, asked.text)
    return Json(vars(said), 201)


# ── afterwards ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def moment_of(
    request: Request, live: Live, ply: int | None, eyes: str, *, narrow: bool, standalone: bool
) -> dict[str, Any]:
    """A moment as the caller may see it: own eyes and a spectator's always, all eyes once it is over."""
    table = live.table
    ply = table.ply if ply is None else ply
    if ply > table.ply:
        raise Refusal("bad_input", what="ply")
    if eyes.isdecimal() and int(eyes) >= table.players:
        raise Refusal("bad_input", what="eyes")
    caller = await caller_of(request, live)
    is_own = eyes.isdecimal() and int(eyes) in caller.yours
    if not table.over and eyes != "watch" and not is_own:
        raise Refusal("not_over" if eyes == "open" else "forbidden", step=live.step)
    language = language_of(request.scope)
    how = {"narrow": narrow, "standalone": standalone}
    made: dict[str, Any] = await house_of(request).at_work(
        functools.partial(views.moment, live.id, table, ply, eyes, language, **how)
    )
    return made


@router.get("/tables/{id}/replay", response_model=schema.Moment)
async def get_replay(
    request: Request,
    id: TableId,
    ply: PlyQuery = None,
    eyes: EyesQuery = "watch",
    narrow: bool = False,
    language: LanguageQuery = None,
) -> Response:
    """The table as it stood after so many decisions."""
    live = await table_of(request, id)
    return Json(await moment_of(request, live, ply, eyes, narrow=narrow, standalone=False))


@router.get(
    "/tables/{id}/picture.svg",
    response_class=Response,
    responses={200: {"description": "The picture", "content": {"image/svg+xml": {}}}},
)
async def get_picture(
    request: Request,
    id: TableId,
    ply: PlyQuery = None,
    eyes: EyesQuery = "watch",
    narrow: bool = False,
    language: LanguageQuery = None,
) -> Response:
    """The picture of a moment, standing alone."""
    live = await table_of(request, id)
    moment = await moment_of(request, live, ply, eyes, narrow=narrow, standalone=True)
    headers = {
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        "content-disposition": f'inline; filename="{live.table.game.id}-{moment["ply"]}.svg"',
    }
    return Response(moment["picture"].encode(), media_type="image/svg+xml", headers=headers)


@router.get("/tables/{id}/record", response_model=dict[str, Any])
async def get_record(request: Request, id: TableId) -> Response:
    """The whole record, once the game is over: it holds the seed."""
    live = await table_of(request, id)
    if not live.table.over:
        raise Refusal("not_over", step=live.step)
    record = await house_of(request).at_work(live.table.save)
    named = {"content-disposition": f'attachment; filename="{live.table.game.id}-{live.id}.json"'}
    return Json(record, headers=named)


@router.get("/tables/{id}/log", response_model=schema.Log)
async def get_log(
    request: Request,
    id: TableId,
    seat: SeatQuery = None,
    as_: Annotated[str, Query(alias="as", pattern="^(json|text)$")] = "json",
    language: LanguageQuery = None,
) -> Response:
    """The game in sentences, as the viewer may know it."""
    live = await table_of(request, id)
    caller = await caller_of(request, live)
    table = live.table
    texts = table.texts(language_of(request.scope))
    lines = await house_of(request).at_work(views.log_lines, table, viewer(caller, live, seat), texts, 0)
    if as_ == "json":
        return Json({"log": lines})
    named = {"content-disposition": f'attachment; filename="{table.game.id}-{live.id}.txt"'}
    text = "".join(f"{line['text']}\n" for line in lines)
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=named)
