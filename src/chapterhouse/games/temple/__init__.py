"""Temple, a walk through a temple of masks and curses for 2 to 4 players."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.protocol import Game, Kernels, Option
from chapterhouse.games.temple import tables
from chapterhouse.games.temple.aid import aid
from chapterhouse.games.temple.faults import option_faults, state_faults
from chapterhouse.games.temple.features import FEATURES, LAYOUT, observe
from chapterhouse.games.temple.laws import LAWS, broken_law
from chapterhouse.games.temple.picture import HELP, STYLE, SYMBOLS, picture
from chapterhouse.games.temple.rules.legality import act, first_code, legal_mask, refusal
from chapterhouse.games.temple.rules.scoring import rank, score
from chapterhouse.games.temple.rules.setup import set_up
from chapterhouse.games.temple.secrets import conceal, is_secret, redeal
from chapterhouse.games.temple.sensible import sensible
from chapterhouse.games.temple.state import ACTION_BLOCKS, NOBODY, SEATS, Phase, State
from chapterhouse.games.temple.terminal import terminal
from chapterhouse.games.temple.view import view
from chapterhouse.games.temple.words.explain import explain, reason
from chapterhouse.games.temple.words.narrate import narrate, prompt, says
from chapterhouse.games.temple.words.notation import leads_to, words
from chapterhouse.games.temple.words.spoken import in_words
from chapterhouse.games.temple.words.why import why


def prepare(s: State, options: dict[str, Any], data: dict[str, Any]) -> None:
    """Write options, board and deck into the box."""
    s.players = options["players"]
    s.start = NOBODY if options["start"] == "random" else options["start"]
    tables.fill(s, data["board"])


GAME = Game(
    id="temple",
    version=1,
    seats=(2, SEATS),
    minutes=(20, 40),
    options=(
        Option("start", ("random",), "seat"),
        Option("board", ("board",), "file"),
    ),
    state=State,
    phases=Phase,
    actions=ACTION_BLOCKS,
    features=FEATURES,
    layout=LAYOUT,
    spelling={"phase": tuple(phase.name.lower() for phase in Phase), "colour": tables.COLOUR_NAMES},
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
    leads_to=leads_to,
    picture=picture,
    symbols=SYMBOLS,
    style=STYLE,
    help=HELP,
    search={"win": 0.7, "margin": 0.3, "scale": 2.0, "sergeant": 32, "knight": 220, "knight_net": 0},
    # the net misses what the next turns bring, so a leaf is played on until the turn has come round; two rivals are
    # half expected to go by the rules of thumb, and for three nothing else that is tried is worth its time
    guided={"temperature": 5.0, "rounds": 1, "rival_trust:3": 0.5, "simple:4": 0b1111},
)
