"""Templari, an auction for 3 to 5 players by Michael Schacht."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Game, Kernels, Option, Preset
from chapterhouse.games.templari import tables
from chapterhouse.games.templari.aid import aid
from chapterhouse.games.templari.faults import option_faults, state_faults
from chapterhouse.games.templari.features import FEATURES, LAYOUT, observe
from chapterhouse.games.templari.laws import LAWS, broken_law
from chapterhouse.games.templari.picture import HELP, STYLE, SYMBOLS, picture
from chapterhouse.games.templari.rules.legality import act, first_code, legal_mask, refusal
from chapterhouse.games.templari.rules.scoring import rank, score
from chapterhouse.games.templari.rules.setup import set_up
from chapterhouse.games.templari.secrets import conceal, is_secret, redeal
from chapterhouse.games.templari.sensible import sensible
from chapterhouse.games.templari.state import ACTION_BLOCKS, NOBODY, SEATS, Phase, State
from chapterhouse.games.templari.terminal import terminal
from chapterhouse.games.templari.view import view
from chapterhouse.games.templari.words.explain import beyond, explain, reason
from chapterhouse.games.templari.words.lasting import lasting
from chapterhouse.games.templari.words.narrate import narrate, prompt, says
from chapterhouse.games.templari.words.notation import words
from chapterhouse.games.templari.words.spoken import in_words
from chapterhouse.games.templari.words.why import why


def prepare(s: State, options: dict[str, Any], data: dict[str, Any]) -> None:
    """Write options and deck into the box."""
    s.players = options["players"]
    s.private_sales = options["private_sales"]
    s.exchange = options["exchange"]
    s.penalised = options["mistakes"] == "penalised"
    s.start = NOBODY if options["start"] == "random" else options["start"]
    s.memory_aid = options["memory_aid"]
    tables.fill(s, data["cards"])


GAME = Game(
    id="templari",
    version=1,
    seats=(3, SEATS),
    minutes=(20, 30),
    options=(
        Option("private_sales", (True, False)),
        Option("exchange", (False, True)),
        Option("mistakes", ("prevented", "penalised")),
        Option("memory_aid", (False, True)),
        Option("start", ("random",), "seat"),
        Option("cards", ("cards",), "file"),
    ),
    presets=(
        Preset("first", "novice", 3, {"private_sales": False, "memory_aid": True}),
        Preset("family", "squire", 4, {"memory_aid": True}),
        Preset("rulebook", "sergeant", 4, {"mistakes": "penalised"}),
        Preset("expert", "knight", 4, {"exchange": True, "mistakes": "penalised"}),
    ),
    state=State,
    phases=Phase,
    actions=ACTION_BLOCKS,
    features=FEATURES,
    layout=LAYOUT,
    spelling={"phase": tuple(phase.name.lower() for phase in Phase)},
    kernels=Kernels(
        set_up=set_up,
        refusal=refusal,
        legal_mask=legal_mask,
        first_code=first_code,
        act=act,
        score=score,
        rank=rank,
        observe=observe,
        conceal=conceal,
        redeal=redeal,
        sensible=sensible,
        broken_law=broken_law,
    ),
    prepare=prepare,
    option_faults=option_faults,
    data_faults=tables.faults,
    state_faults=state_faults,
    laws=LAWS,
    is_secret=is_secret,
    words=words,
    view=view,
    prompt=prompt,
    says=says,
    why=why,
    explain=explain,
    narrate=narrate,
    reason=reason,
    terminal=terminal,
    aid=aid,
    in_words=in_words,
    picture=picture,
    symbols=SYMBOLS,
    style=STYLE,
    help=HELP,
    search={"scale": 10.0, "reads": 1},
    guided={"temperature": 1.3},
    beyond=beyond,
    lasting=lasting,
)
