"""Every setting, in one list. Each is also an environment variable: `port` is CHAPTERHOUSE_PORT."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

PREFIX = "CHAPTERHOUSE_"


def _home() -> pathlib.Path:
    return pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local" / "share") / "chapterhouse"


def _setting(default: Any, says: str) -> Any:
    return field(default=default, metadata={"says": says})


@dataclass(frozen=True)
class Settings:
    """How the server runs."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 lets others in")
    port: int = _setting(8000, "port to listen on; 0 takes any that is free")
    database: str = _setting("", "SQLAlchemy URL; empty: a SQLite file in the user's data folder")
    browser: bool = _setting(True, "open a browser when the server is ready")
    address: str = _setting(
        "", "address that links begin with, such as https://play.example; empty: as the browser asked"
    )
    secure_cookies: bool = _setting(False, "send cookies over HTTPS only; set it when the address is https")
    trusted_proxies: str = _setting("", "addresses of proxies whose X-Forwarded-For is believed, with commas")
    rate_reads: float = _setting(40.0, "questions a second that one address may ask in the long run; 0: no limit")
    rate_posts: float = _setting(15.0, "posts a second of one address; 0: no limit")
    rate_tables: float = _setting(0.5, "new tables a second of one address; 0: no limit")
    tables_per_day: int = _setting(500, "new tables a day of one address; 0: no limit")
    burst: float = _setting(10.0, "how many seconds of a rate may come at once")
    hosts: str = _setting("", "names that the server answers to, with commas; empty: that of the address, else any")
    head_limit: int = _setting(16_384, "bytes of a request's address and headers")
    headers: int = _setting(64, "headers of a request")
    head_time: float = _setting(10.0, "seconds for the headers of a request to arrive; 0: no limit")
    body_limit: int = _setting(1_000_000, "bytes of a request's body")
    body_time: float = _setting(30.0, "seconds for the body of a request to arrive; 0: no limit")
    upload_memory: int = _setting(64_000_000, "bytes of all bodies being read at once; one address gets a quarter")
    connections_per_address: int = _setting(200, "open connections of one address, proxies left out; 0: no limit")
    unfinished_per_address: int = _setting(50, "requests of one address that have not arrived whole; 0: no limit")
    streams: int = _setting(2000, "open event streams at once")
    streams_per_address: int = _setting(100, "open event streams of one address")
    heartbeat: float = _setting(15.0, "seconds between signs of life on an event stream")
    stall: float = _setting(30.0, "seconds after which a reader that takes nothing is let go")
    tables: int = _setting(2000, "tables kept in memory; the others are played again when they are asked for")
    idle: float = _setting(600.0, "seconds after which a table that nobody looks at leaves the memory")
    bots: int = _setting(2, "threads in which bots think")
    hint_seconds: float = _setting(1.0, "seconds that bots may think about a hint")
    review_seconds: float = _setting(120.0, "seconds that the review of a game should take at most")
    away_after: float = _setting(60.0, "seconds without an open page after which others may let a bot play a seat on")
    bot_grace: float = _setting(3.0, "seconds a bot's move is awaited from another process on the same database")
    compile: bool = _setting(True, "compile the rules in the background; else play in plain mode")
    log_level: str = _setting("info", "debug, info, warning or error")
    statement_timeout: float = _setting(10.0, "seconds after which a question to the database is given up")
    tables_listed: int = _setting(60, "tables in a visitor's list")
    running_days: float = _setting(90.0, "days after which a game that nobody touched is deleted; 0: never")
    finished_days: float = _setting(365.0, "days after which a finished game is deleted; 0: never")
    waiting_hours: float = _setting(24.0, "hours after which a table that was never started is deleted; 0: never")
    open_tables: bool = _setting(True, "let hosts list tables on the first page, so that strangers can join them")
    push: bool = _setting(True, "tell browsers that want it when it is their turn in a game by correspondence")
    push_contact: str = _setting("", "mailto: or https: address for push services to write to; empty: the address")
    push_private: bool = _setting(False, "send to push services at private addresses and without TLS too; for tests")
    stop_within: int = _setting(10, "seconds for open requests to end when the server stops")

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Host names that the server answers to, in small letters; none named: to any."""
        named = [part.strip().lower() for part in self.hosts.split(",") if part.strip()]
        own = urlsplit(self.address).hostname
        return frozenset(named or ([own] if own else []))

    @property
    def url(self) -> str:
        """The database, the default filled in."""
        return self.database or f"sqlite:///{_home() / 'chapterhouse.db'}"


class BadSetting(ValueError):
    """A variable that cannot be read; `wanted` names what it should be."""

    def __init__(self, variable: str, given: str, wanted: str) -> None:
        super().__init__(f"{variable}: {given!r} is no {wanted}")
        self.variable, self.given, self.wanted = variable, given, wanted


def _read(of: Field[Any], text: str) -> Any:
    kind: type[Any] = type(of.default)
    if kind is bool:
        if text.lower() not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            raise BadSetting(PREFIX + of.name.upper(), text, "yes_or_no")
        return text.lower() in ("1", "true", "yes", "on")
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(PREFIX + of.name.upper(), text, "number") from None


def from_environment(given: Mapping[str, str] | None = None, **over: Any) -> Settings:
    """The settings of the environment; what is given by name and is not None comes first."""
    given = os.environ if given is None else given
    variables = {PREFIX + f.name.upper(): f for f in fields(Settings)}
    chosen = {f.name: _read(f, given[variable]) for variable, f in variables.items() if variable in given}
    return Settings(**(chosen | {name: value for name, value in over.items() if value is not None}))


def documented() -> str:
    """The list, as a table in Markdown."""
    rows = [
        f"| `{f.name}` | `{PREFIX}{f.name.upper()}` | `{f.default!r}` | {f.metadata['says']} |"
        for f in fields(Settings)
    ]
    return "\n".join(["| setting | variable | default | what it does |", "|---|---|---|---|", *rows])
