"""What a viewer is shown: computed from `Table.view(seat)` and the seat's own log, and from nothing else."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import chapterhouse
from chapterhouse.bots import names as bot_names
from chapterhouse.games import NAMES, load
from chapterhouse.games.aid import told as told_points
from chapterhouse.games.protocol import NOBODY, Game, Option, Preset, View
from chapterhouse.play.engine import load_engine
from chapterhouse.play.table import Table
from chapterhouse.play.walk import can_walk
from chapterhouse.server.tables.clock import Clock
from chapterhouse.server.tables.live import LiveTable, url_of
from chapterhouse.server.tables.pictures import PICTURES
from chapterhouse.texts import LANGUAGES, Texts

OWN_NAMES = {"en": "English", "it": "Italiano", "es": "Español", "fr": "Français"}


@dataclass(frozen=True)
class Caller:
    """Who asks: the seats held at this table, and whether this is who created it."""

    yours: tuple[int, ...] = ()
    is_host: bool = False
    visitor: str | None = None  # the token itself, to show the host the links again; never written anywhere


# ── what is on offer ──────────────────────────────────────────────────────────────────────────────────────────────────


def engine_now() -> dict[str, Any]:
    """How far the rules are compiled."""
    games = {
        name: {"mode": e.mode, "done": e.done, "total": e.total, "failed": e.failure is not None}
        for name in NAMES
        for e in [load_engine(name)]
    }
    return {"ready": all(g["mode"] == "jit" for g in games.values()), "games": games}


def _value_text(option: Option, value: Any, texts: Texts) -> str:
    key = f"option.{option.name}.{str(value).lower()}"
    return texts(key) if texts.has(key) else str(value)


def _option(game: Game, option: Option, texts: Texts) -> dict[str, Any]:
    values = list(option.values)
    if option.kind == "file":
        own = sorted(p.stem for p in (game.folder / "data").glob("*.toml"))
        values = [v for v in own if v in option.values or v.startswith(f"{option.name}-")] or list(option.values)
    shown = [{"value": v, "text": _value_text(option, v, texts)} for v in values]
    if option.kind == "seat":
        shown += [{"value": seat, "text": texts.name(seat)} for seat in range(game.seats[1])]
    title, help = (
        texts(k) if texts.has(k) else "" for k in (f"option.{option.name}.title", f"option.{option.name}.help")
    )
    return {
        "name": option.name,
        "kind": option.kind,
        "title": title,
        "help": help,
        "default": option.default,
        "values": shown,
    }


def _preset(game: Game, preset: Preset) -> dict[str, Any]:
    """A preset with all that it sets."""
    options = {option.name: option.default for option in game.options if option.kind != "file"}
    players = preset.players or max(3, game.seats[0])
    return {"id": preset.id, "bot": preset.level, "players": players, "options": options | dict(preset.options)}


@functools.cache
def game_in_words(name: str, language: str) -> dict[str, Any]:
    """A game as the home page shows it."""
    game, texts = load(name), load(name).texts(language)
    keys = {key: f"game.{key}" for key in ("subtitle", "tagline", "how")}
    return {
        "id": name,
        "name": texts("game.name"),
        **{key: texts(text) if texts.has(text) else "" for key, text in keys.items()},
        "players": game.seats,
        "minutes": game.minutes,
        "options": [_option(game, option, texts) for option in game.options],
        "presets": [_preset(game, preset) for preset in game.presets],
        "bots": bot_names(name),
    }


def offer(language: str) -> dict[str, Any]:
    """What is on offer."""
    return {
        "version": chapterhouse.__version__,
        "games": [game_in_words(name, language) for name in NAMES],
        "languages": {language: OWN_NAMES[language] for language in LANGUAGES},
        "engine": engine_now(),
    }


@functools.cache
def rules(name: str, language: str) -> list[dict[str, str]]:
    """All rules of a game in our words."""
    texts = load(name).texts(language)
    titles = texts.under("title.")
    return [
        {"rule": rule, "title": titles.get(f"title.{rule}", rule), "text": text}
        for rule, text in ((key.removeprefix("rules."), text) for key, text in texts.under("rules.").items())
    ]


@functools.cache
def ends(name: str, language: str) -> dict[str, str]:
    """How a game can end, in words."""
    texts = load(name).texts(language)
    return texts.under("end.")


@functools.cache
def guide(name: str, language: str) -> dict[str, str]:
    """What a guide says in a first game: by phase, and by the rule of a line of the log."""
    return {key.removeprefix("guide."): text for key, text in load(name).texts(language).under("guide.").items()}


def listed(row: dict[str, Any], language: str) -> dict[str, Any]:
    """One of a visitor's tables, as a list shows it."""
    texts = load(row["game"]).texts(language, [s.name for s in row["seats"]])
    clock, is_waiting = Clock.read(json.loads(row["clock"])), bool(row["waiting"])
    your_turn = any(str(seat) in row["asked"] for seat in row["held"])
    people = [s.seat for s in row["seats"] if s.claimed]
    winners = [int(seat) for seat in row["winners"] or ""]
    return {
        "id": row["id"],
        "url": url_of(row["id"], is_waiting),
        "game": row["game"],
        "mode": row["mode"],
        "names": [texts.name(seat) for seat in (people if is_waiting else range(len(row["seats"])))],
        "ply": row["ply"],
        "over": bool(row["over"]),
        "waiting": is_waiting,
        "host": row["host"],
        "your_turn": your_turn,
        "asked": [texts.name(int(seat)) for seat in row["asked"]],
        "won": any(seat in row["held"] for seat in winners),
        "winners": [texts.name(seat) for seat in winners],
        "due": clock.due(row["at"]) if clock and your_turn else None,
        "created": row["created"],
        "at": row["at"],
    }


def urgency(table: dict[str, Any]) -> tuple[Any, ...]:
    """What comes first in a visitor's list: their turn, what is due soonest or has waited longest; tables that wait
    for the start; other running games; finished ones. The latest of each first."""
    if table["your_turn"] and not table["over"]:
        return (0, table["due"] or float("inf"), table["at"])
    return (3 if table["over"] else 1 if table["waiting"] else 2, -table["at"])


def open_table(row: dict[str, Any], language: str) -> dict[str, Any]:
    """A table that strangers may join, as the list shows it."""
    texts = load(row["game"]).texts(language, [s.name for s in row["seats"]])
    people = [s for s in row["seats"] if s.kind == "human"]
    return {
        "id": row["id"],
        "url": f"/lobby/{row['id']}",
        "game": row["game"],
        "names": [texts.name(s.seat) for s in people if s.claimed],
        "players": len(row["seats"]),
        "free": sum(not s.claimed for s in people),
        "bots": len(row["seats"]) - len(people),
        "seconds": row["clock"] and int(row["clock"]["seconds"]),
        "language": row["language"],
        "at": row["at"],
    }


# ── before the start ─────────────────────────────────────────────────────────────────────────────────────────────────


def lobby(live: LiveTable, caller: Caller, language: str, hosts: list[int], away_after: float) -> dict[str, Any]:
    """Who sits at a table, and what it will be played with. `hosts`: the seats of who created it."""
    seats = seats_now(live, caller, live.table.texts(language), away_after)
    shown = ("seat", "name", "kind", "bot", "here")
    return {
        "id": live.id,
        "url": live.url,
        "game": live.table.game.id,
        "waiting": live.is_waiting,
        "host": caller.is_host,
        "yours": list(caller.yours),
        "players": live.table.players,
        "options": {name: value for name, value in live.table.options.items() if name != "players"},
        "bot": live.row.bot,
        "clock": live.row.clock,
        "listed": live.row.listed,
        "seats": [{name: s[name] for name in shown} | {"host": s["seat"] in hosts} for s in seats],
    }


def chosen_options(live: LiveTable, words: dict[str, Any]) -> list[dict[str, str]]:
    """What a table is played with, in words; a data file only where it is one of the host's own."""
    chosen: list[dict[str, str]] = []
    for option in words["options"]:
        value = live.table.options[option["name"]]
        if option["kind"] != "file" or value != option["default"]:
            text = next((v["text"] for v in option["values"] if v["value"] == value), "")
            chosen.append({"title": option["title"], "text": text})
    return chosen


# ── a table ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats_now(live: LiveTable, caller: Caller, texts: Texts, away_after: float) -> list[dict[str, Any]]:
    """Who sits where, as anybody may know; a seat counts as away after so many seconds."""
    now = time.time()
    shown: list[dict[str, Any]] = []
    for s in live.seats:
        kind = "you" if s.seat in caller.yours else "human"
        if s.kind == "bot" or (s.bot and not s.claimed):
            kind = "bot"
        elif s.bot:
            kind = "away"
        elif not s.claimed:
            kind = "open"
        asked_at = live.asked_at.get(s.seat)
        shown.append(
            {
                "seat": s.seat,
                "name": texts.name(s.seat),
                "kind": kind,
                "bot": s.bot,
                "here": kind == "bot" or live.is_here(s.seat, now),
                "free_from": None if kind in ("bot", "away") else live.free_from(s.seat, away_after),
                "asked": asked_at is not None,
                "overtime": bool(live.clock and asked_at is not None and live.clock.is_up(asked_at, now)),
            }
        )
    return shown


def _view(live: LiveTable, seat: int | None, language: str) -> View:
    key = ("view", seat, language)
    if key not in live.cache:
        live.cache[key] = live.table.view(seat, language)
    view: View = live.cache[key]
    return view


def _aid(live: LiveTable, seat: int | None, language: str) -> dict[str, Any]:
    key = ("aid", seat, language)
    if key not in live.cache:
        texts = live.table.texts(language)
        beside = live.table.game.aid(_view(live, seat, language), texts)
        points = [[asdict(each) | {"text": told_points(texts, [each])} for each in seat] for seat in beside.points]
        live.cache[key] = asdict(beside) | {"points": points}
    aid: dict[str, Any] = live.cache[key]
    return aid


def _without_printed(table: Table, view: View) -> View:
    """A view to be sent: what never changes is asked for once, and not sent with every view."""
    fixed = table.printed.keys()
    return {key: value for key, value in view.items() if key not in fixed} if fixed else view


def _picture(live: LiveTable, seat: int | None, language: str, narrow: bool) -> str:
    def draw() -> str:
        view = {**_view(live, seat, language), "prompt": ""}  # the page itself says what is asked
        return live.table.game.picture(view, live.table.texts(language), narrow=narrow, standalone=False)

    return PICTURES.get((live.id, live.step, live.revision, seat, language, narrow), draw)


def log_parts(table: Table, seat: int | None, texts: Texts, since: int) -> Iterator[list[dict[str, Any]]]:
    """The lines of one decision after the other."""
    for lines in table.narrate(seat, texts, since):
        yield [{"ply": line.ply, "seat": line.seat, "text": line.text, "rule": line.rule} for line in lines]


def log_lines(table: Table, seat: int | None, texts: Texts, since: int) -> list[dict[str, Any]]:
    return [line for lines in log_parts(table, seat, texts, since) for line in lines]


def hides(live: LiveTable, caller: Caller, language: str) -> bool:
    """Whether one of the caller's seats is shown now what the others must not see."""
    table, nobody = live.table, live.table.known_to(None)
    open_to_all = _view(live, None, language)["seats"]
    return any(
        table.known_to(seat) != nobody or _view(live, seat, language)["seats"] != open_to_all for seat in caller.yours
    )


def _points(table: Table, language: str) -> list[str]:
    """What each seat has at the end, with its unit."""
    outcome, texts = table.outcome, table.texts(language)
    return [texts("score.units", n=score) for score in outcome.scores] if outcome else []


def told(live: LiveTable, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of the log that also say which decisions were made for a person: by the clock, a bot, or for want of a
    choice."""
    for line in lines:
        n = line["ply"] - 1 - live.plies[0]
        decision = live.origins[n] if 0 <= n < len(live.origins) else None
        is_bot = decision is not None and live.seats[decision.seat].kind == "bot"
        line["by"] = decision.doer if decision is not None and decision.doer != "human" and not is_bot else ""
        line["who"] = decision.seat if decision is not None else NOBODY
    return lines


def taken_back(live: LiveTable, texts: Texts) -> list[dict[str, Any]]:
    """What was taken back against bots alone, with all that was seen by it. Slow: run it in a thread."""
    shown = []
    for back in live.backs:
        branch = live.table.at(back.ply)
        for decision in back.decisions:
            branch.act(decision.code, decision.seat)
        shown.append(
            {"ply": back.ply, "who": texts.name(back.seat), "lines": log_lines(branch, back.seat, texts, back.ply)}
        )
    return shown


def _undo(live: LiveTable, seat: int | None, texts: Texts) -> dict[str, Any]:
    """Whether the last decision can be taken back, and if not, why."""
    if seat is None or live.seats[seat].bot is not None:
        return {"can_undo": False, "undo_why": ""}
    refusal = live.table.undo_refusal(seat)
    can = refusal is None or live.taken_back_to(seat) is not None
    return {"can_undo": can, "undo_why": "" if can or refusal is None else refusal.says(texts)}


def table_now(
    live: LiveTable,
    caller: Caller,
    seat: int | None,
    language: str,
    *,
    away_after: float,
    narrow: bool = False,
    picture: bool = True,
    after: int | None = None,
    log: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """All that a page shows of a table. `log` may have been made beforehand, from the same step."""
    table, engine = live.table, live.table.engine
    texts = table.texts(language)
    log_from = live.log_from(after)
    clock = None
    if live.clock is not None:
        due = {str(s): live.clock.due(at) for s, at in live.asked_at.items() if live.seats[s].bot is None}
        clock = {"seconds": int(live.clock.seconds), "end": "hard" if live.clock.is_hard else "soft", "due": due}
    return {
        "id": live.id,
        "game": table.game.id,
        "mode": live.row.mode,
        "step": live.step,
        "ply": table.ply,
        "over": table.over,
        "seat": seat,
        "yours": list(caller.yours),
        "host": caller.is_host,
        "view": _without_printed(table, _view(live, seat, language)),
        "picture": _picture(live, seat, language, narrow) if picture else None,
        "aid": _aid(live, seat, language),
        "log": told(live, log_lines(table, seat, texts, log_from) if log is None else log),
        "log_from": log_from,
        **_undo(live, seat, texts),
        "points": _points(table, language),
        "taken_back": live.taken_back,
        "walks": seat is not None and can_walk(table, seat),
        "pace": live.row.pace,
        "hints": live.allows_hints and not table.over,
        "can_pace": caller.is_host and any(s.bot for s in live.seats) and not table.over,
        "can_step": caller.is_host and live.is_held_by(caller.yours),
        "hides": len(caller.yours) > 1 and hides(live, caller, language),
        "seats": seats_now(live, caller, texts, away_after),
        "clock": clock,
        "thinking": sorted(live.thinking),
        "chat": live.chat,
        "rematch": live.rematch,
        "deal": {"kind": live.deal, "commitment": table.commitment},
        "plain": None if engine.mode == "jit" else {"done": engine.done, "total": engine.total},
    }


def merged(views: list[Any]) -> Any:
    """Several viewers' views of one moment in one: what any of them knows."""
    known = [v for v in views if v is not None]
    if not known:
        return None
    first = known[0]
    if all(isinstance(v, dict) for v in known):
        keys = dict.fromkeys(key for v in known for key in v)
        return {key: merged([v.get(key) for v in known]) for key in keys}
    if all(isinstance(v, list) for v in known):
        longest = max(known, key=len)
        if all(len(v) == len(longest) for v in known):
            return [merged(list(parts)) for parts in zip(*known, strict=True)]
        return longest
    return first


def moment(
    id: str, table: Table, ply: int, eyes: str, language: str, *, narrow: bool, standalone: bool, acts: bool = False
) -> dict[str, Any]:
    """The table as it stood after so many decisions. Slow for long games: run it in a thread."""
    then, texts = table.at(ply), table.texts(language)
    seat = int(eyes) if eyes.isdecimal() else None
    view = then.view(seat, language)
    if eyes == "open":
        everyone = [then.view(each, language) for each in range(then.players)]
        view = merged([view, *everyone])
        view["seat"] = None
    if not acts:
        view["legal"] = []  # nothing can be done in the past
    return {
        "id": id,
        "ply": ply,
        "plies": table.ply,
        "eyes": eyes,
        "over": then.over,
        "view": _without_printed(then, view),
        "picture": then.game.picture(view, texts, narrow=narrow, standalone=standalone),
        "log": log_lines(then, seat, texts, max(0, ply - 1)),
    }
