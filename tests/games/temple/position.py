"""Small positions of Temple, made by hand: what lies where is said in words, and the box holds just those cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from chapterhouse.games.data import read_toml
from chapterhouse.games.protocol import Refusal
from chapterhouse.games.temple import GAME, tables
from chapterhouse.games.temple.rules.legality import act, legal_mask
from chapterhouse.games.temple.rules.rooms import count_masks, place_pawn
from chapterhouse.games.temple.rules.setup import set_up
from chapterhouse.games.temple.rules.turn import go_on
from chapterhouse.games.temple.state import ACTIONS, KINDS, NO_CARD, NO_TILE, NOBODY, ROOMS, TILES, Phase
from chapterhouse.kernel.record import layout_of
from chapterhouse.kernel.rng import seeded

BOARD = read_toml(GAME.folder / "data" / "board.toml")
ROOM = {tables.room_name(room): room for room in range(ROOMS)}
KIND = {tables.card_name(kind): kind for kind in range(KINDS)}
COLOUR = {name: colour for colour, name in enumerate(tables.COLOUR_NAMES)}


def counts(cards: str) -> list[int]:
    """Cards by kind, from `red 1, red 1, curse`."""
    made = [0] * KINDS
    for card in filter(None, map(str.strip, cards.split(","))):
        made[KIND[card]] += 1
    return made


def words_of(row: Any) -> str:
    """Cards in words, from their numbers by kind."""
    return ", ".join(tables.card_name(kind) for kind, count in enumerate(row) for _ in range(count))


def dealt(players: int = 2, seed: int = 1, start: int = 0) -> Any:
    """A game that has just been set up, with the whole deck."""
    states = np.zeros(1, layout_of(GAME.state))
    states["rng"] = seeded(seed)
    GAME.prepare(states[0], {"players": players, "start": start}, {"board": BOARD})
    set_up(states[0])
    return states[0]


def position(
    pawns: str,
    *,
    hands: tuple[str, ...] = (),
    piles: tuple[str, ...] = (),
    deck: str = "",
    discards: str = "",
    tiles: str = "b2 d2 b4 d4",
    ritual: dict[str, int] | None = None,
    mover: int = 0,
    seed: int = 1,
) -> Any:
    """A position at the very start of the mover's turn; go on with `begin`, `at_move` or `at_action`."""
    rooms = [ROOM[name] for name in pawns.split()]
    s = dealt(len(rooms), seed)
    for seat, room in enumerate(rooms):
        place_pawn(s, seat, room)
    for tile, name in enumerate(tiles.split()):
        s.tile[tile] = ROOM[name]
    s.tile_on[:] = NO_TILE
    for tile in range(TILES):
        s.tile_on[s.tile[tile]] = tile
    for colour, seat in (ritual or {}).items():
        s.ritual[COLOUR[colour]] = seat
    s.hand[:] = 0
    s.known[:] = 0
    s.pile[:] = 0
    for seat, cards in enumerate(hands):
        s.hand[seat] = counts(cards)
    for seat, cards in enumerate(piles):
        s.pile[seat] = counts(cards)[:-1]
    s.hand_size[:] = s.hand.sum(axis=1)
    s.deck[:] = counts(deck)
    s.deck_left = int(s.deck.sum())
    s.discards[:] = counts(discards)
    s.discarded = int(s.discards.sum())
    s.top = max((kind for kind in range(KINDS) if s.discards[kind]), default=NO_CARD)
    s.cards[:] = s.deck + s.discards + s.hand.sum(axis=0)
    s.cards[:-1] += s.pile.sum(axis=0).astype(np.int8)
    s.start = NOBODY
    s.mover = mover
    s.to_act = mover
    s.news = 0
    s.departure = int(s.pawn[mover])
    s.reach = count_masks(s, s.departure)
    s.phase = Phase.BEGIN
    return s


def begin(s: Any) -> Any:
    """Begin the mover's turn."""
    s.phase = Phase.BEGIN
    go_on(s)
    return s


def at_move(s: Any) -> Any:
    """The mover has drawn and moves now."""
    s.steps_left = s.reach
    s.phase = Phase.WALK
    go_on(s)
    return s


def at_action(s: Any) -> Any:
    """The mover's move has ended where his pawn stands."""
    s.phase = Phase.ARRIVE
    go_on(s)
    return s


def legal(s: Any) -> set[str]:
    """The notation of all legal actions."""
    mask = np.zeros(ACTIONS, np.int8)
    count = legal_mask(s, mask)
    made = {GAME.words(s, int(code)) for code in np.flatnonzero(mask)}
    assert len(made) == count
    return made


def code_of(s: Any, words: str) -> int:
    return next(code for code in range(ACTIONS) if GAME.words(s, code) == words)


def do(s: Any, *actions: str) -> Any:
    """Take legal actions one after the other; nothing is made or lost on the way."""
    for words in actions:
        assert words in legal(s), f"{words} is not legal: {legal(s)}"
        act(s, code_of(s, words))
        assert GAME.state_faults(s) == []
    return s


def refused(s: Any, words: str) -> tuple[str, str]:
    """The rule and the key under which an action is refused."""
    assert words not in legal(s)
    why = GAME.explain(s, code_of(s, words))
    assert isinstance(why, Refusal)
    for language in ("en", "it", "es", "fr"):
        said = why.says(GAME.texts(language))
        assert said != why.key
        assert "{" not in said
    return why.rule, why.key.removeprefix("refused.")


def phase(s: Any) -> str:
    return Phase(s.phase).name


def copy(s: Any) -> Any:
    """Another state with the same content."""
    states = np.zeros(1, layout_of(GAME.state))
    states[0] = s
    return states[0]
