"""The schema of the database. A change here needs a step in `migrations/versions`, and `HEAD` names the last."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

HEAD = "0005"

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it is played by
    Column("mode", String(16), nullable=False),
    Column("record", Text, nullable=False),  # JSON: the record as it began: options, printed data, start
    Column("clock", Text, nullable=False),  # JSON: null or {"seconds", "end"}
    Column("pace", Float, nullable=False),  # seconds between the moves of bots; below 0 they wait for a word
    Column("bot", String(40), nullable=False, server_default="sensible"),  # plays for who is away
    Column("hints", SmallInteger, nullable=True),  # 1 allowed, 0 not; null: to who plays against bots alone
    Column("host", String(64), nullable=False),  # hash of the visitor who created the table
    Column("created", Float, nullable=False),  # when it was dealt, or while it waits when its host sat down
    Column("waiting", SmallInteger, nullable=False, server_default="0"),  # 1: not started, and nothing is dealt
    Column("listed", SmallInteger, nullable=False, server_default="0"),  # 1: strangers find it while it waits
    Column("language", String(8), nullable=False, server_default=""),  # what its host reads; empty: not known
    # what lists show, written with every entry
    Column("step", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("asked", String(16), nullable=False),  # digits of the seats that are asked
    Column("over", SmallInteger, nullable=False),
    Column("winners", String(16), nullable=True),  # digits of the seats that won; null: not over, or not known yet
    Column("at", Float, nullable=False),
    Column("seats_revision", Integer, nullable=False),
    Column("rematch", String(32), nullable=True),
    Index("games_by_age", "over", "at"),
    Index("games_that_wait", "waiting", "listed"),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("step", Integer, primary_key=True),  # 1, 2, 3 …: nothing is ever changed or taken out
    Column("kind", String(8), nullable=False),  # act | undo | back: to before decision `code`
    Column("seat", SmallInteger, nullable=False),
    Column("code", Integer, nullable=True),  # of the action; null for an undo
    Column("words", String(200), nullable=True),
    Column("doer", String(8), nullable=False),  # human | bot | clock | forced
    Column("request", String(64), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("game_id", "request", name="one_answer_a_request"),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(8), nullable=False),  # human | bot
    Column("claimed", SmallInteger, nullable=False),  # 1: somebody has sat down
    Column("bot", String(40), nullable=True),  # the bot that plays it now
    Column("name", String(24), nullable=False),
    Column("seen", Float, nullable=False),  # when a page of it was last open; 0 never
    Column("link", Integer, nullable=False, server_default="0"),  # how often its link was renewed
)

seat_keys = Table(  # what lets somebody sit down
    "seat_keys",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the token in the link; the token itself is stored nowhere
    Column("game_id", String(32), ForeignKey("games.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column(
        "kind", String(8), nullable=False, server_default="link"
    ),  # link: into an open seat | gift: from its holder | table: any
    Index("seat_keys_of_game", "game_id"),
)

holders = Table(
    "holders",
    metadata,
    Column("visitor", String(64), primary_key=True),  # hash of the token of a browser or a program
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Index("holders_of_game", "game_id"),
)

chat = Table(
    "chat",
    metadata,
    # SQLite counts by itself only in a column of its own integer type
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("game_id", String(32), ForeignKey("games.id"), nullable=False),
    Column("seat", SmallInteger, nullable=True),
    Column("name", String(24), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Index("chat_of_game", "game_id", "id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("data", Text, nullable=False),  # JSON: `bots.review`
    Column("at", Float, nullable=False),
)

pushes = Table(  # where a visitor's browsers are told that it is their turn
    "pushes",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the endpoint
    Column("visitor", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("at", Float, nullable=False),
    Index("pushes_of_visitor", "visitor"),
)

house_keys = Table(  # what the server made for itself once, and keeps
    "house_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
