"""Templar: The Secret Treasures, for 2 to 5 players."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Game, Kernels, Option, Preset
from chapterhouse.games.templar import tables
from chapterhouse.games.templar.aid import aid
from chapterhouse.games.templar.faults import option_faults, state_faults
from chapterhouse.games.templar.features import FEATURES, LAYOUT, observe
from chapterhouse.games.templar.laws import LAWS, broken_law
from chapterhouse.games.templar.picture import HELP, STYLE, SYMBOLS, picture
from chapterhouse.games.templar.rules.legality import act, first_code, is_asked, legal_mask, refusal
from chapterhouse.games.templar.rules.scoring import rank, score
from chapterhouse.games.templar.rules.setup import set_up
from chapterhouse.games.templar.secrets import conceal, is_secret, redeal
from chapterhouse.games.templar.sensible import sensible
from chapterhouse.games.templar.state import ACTION_BLOCKS, NOBODY, SEATS, Final, Phase, State
from chapterhouse.games.templar.terminal import terminal
from chapterhouse.games.templar.view import view
from chapterhouse.games.templar.words.events import shown
from chapterhouse.games.templar.words.explain import explain, reason
from chapterhouse.games.templar.words.lasting import lasting
from chapterhouse.games.templar.words.narrate import narrate, prompt, says
from chapterhouse.games.templar.words.notation import leads_to, words
from chapterhouse.games.templar.words.spoken import in_words
from chapterhouse.games.templar.words.why import why


def prepare(s: State, options: dict[str, Any], data: dict[str, Any]) -> None:
    """Write options and board into the box."""
    s.players = options["players"]
    s.edition = tables.EDITION_NAMES.index(options["edition"])
    s.stephanus = options["stephanus"]
    s.first_game = options["placement"] == "first-game"
    s.penalised = options["mistakes"] == "penalised"
    s.start = NOBODY if options["start"] == "random" else options["start"]
    tables.fill(s, data["board"])


GAME = Game(
    id="templar",
    version=1,
    seats=(2, SEATS),
    minutes=(45, 60),
    options=(
        Option("edition", tables.EDITION_NAMES),
        Option("stephanus", (True, False)),
        Option("placement", ("free", "first-game")),
        Option("mistakes", ("prevented", "penalised")),
        Option("start", ("random",), "seat"),
        Option("board", ("board",), "file"),
    ),
    presets=(
        Preset("first", "novice", 3, {"placement": "first-game"}),
        Preset("family", "squire"),
        Preset("rulebook", "sergeant", 4, {"mistakes": "penalised"}),
        Preset("expert", "knight", options={"mistakes": "penalised", "stephanus": False}),
    ),
    state=State,
    phases=Phase,
    actions=ACTION_BLOCKS,
    features=FEATURES,
    layout=LAYOUT,
    spelling={
        "phase": tuple(phase.name.lower() for phase in Phase),
        "edition": tables.EDITION_NAMES,
        "final": tuple(final.name.lower() for final in Final),
        "top": tables.CARD_NAMES,
        "chosen": tables.CARD_NAMES,
    },
    kernels=Kernels(
        set_up=set_up,
        refusal=refusal,
        legal_mask=legal_mask,
        first_code=first_code,
        act=act,
        is_asked=is_asked,
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
    shown=shown,
    lasting=lasting,
    printed=tables.printed,
    leads_to=leads_to,
    picture=picture,
    symbols=SYMBOLS,
    style=STYLE,
    help=HELP,
    search={"scale": 15.0, "sergeant": 12, "reads": 1},  # every look ahead is worth much here
    # with three, games are three times as long, and net and playouts together know the end better than the net alone
    guided={"net_value:3": 0.5, "temperature": 2.5},
)
