"""Temple: second action, the curse."""

from __future__ import annotations

from chapterhouse.games.seats import count_seats
from chapterhouse.games.temple.rules.cards import lay_down, put_away
from chapterhouse.games.temple.rules.rooms import place_tile, room_next_to
from chapterhouse.games.temple.state import COLOURS, CURSE_CARD, KINDS, NO_TILE, NOWHERE, WAYS, Phase, Reason, State
from chapterhouse.kernel.jit import rule


@rule
def refuse_way(s: State, tile: int, way: int) -> int:
    """temple.curse: to a room beside, not diagonal; two tiles never share a room."""
    room = room_next_to(int(s.tile[tile]), way)
    if room == NOWHERE:
        return Reason.WALL
    return Reason.LEGAL if s.tile_on[room] == NO_TILE else Reason.TILE_THERE


@rule
def next_way(s: State, tile: int, way: int) -> int:
    """The first way from this one on that a curse tile can go, or WAYS: there is none."""
    while way < WAYS and refuse_way(s, tile, way) != Reason.LEGAL:
        way += 1
    return way


@rule
def refuse_curse(s: State, room: int) -> int:
    """temple.curse: with a curse card; any one of the four tiles, wherever it lies, but it must be able to move."""
    if s.hand[s.mover, CURSE_CARD] == 0:
        return Reason.NO_CURSE_CARD
    if s.tile_on[room] == NO_TILE:
        return Reason.NO_TILE_THERE
    return Reason.LEGAL if next_way(s, int(s.tile_on[room]), 0) < WAYS else Reason.TILE_HEMMED_IN


@rule
def curse(s: State, room: int) -> None:
    """temple.curse: play a curse card, which is discarded, and take up the tile of a room. If there is but one way, it
    goes that way."""
    lay_down(s, s.mover, CURSE_CARD)
    put_away(s, CURSE_CARD, 1)
    tile = int(s.tile_on[room])
    s.held_tile = tile
    way = next_way(s, tile, 0)
    if next_way(s, tile, way + 1) < WAYS:
        s.phase = Phase.PUSH
    else:
        push(s, way)


@rule
def refuse_push(s: State, way: int) -> int:
    """temple.curse: the tile that has been taken up must move."""
    return refuse_way(s, s.held_tile, way)


@rule
def push(s: State, way: int) -> None:
    """temple.curse: the tile goes to the room beside; the room that it left is blessed."""
    tile = s.held_tile
    s.held_tile = NO_TILE
    s.taken[:] = 0
    room = room_next_to(int(s.tile[tile]), way)
    place_tile(s, tile, room)
    if s.pawns_in[room] > 0:
        for seat in range(count_seats(s)):
            if s.pawn[seat] == room:
                strike(s, seat, int(s.colour[room]))
    s.phase = Phase.TURN_DONE


@rule
def strike(s: State, seat: int, colour: int) -> None:
    """temple.curse.victims: who stands there shows his hand to all and discards from it all cards of the room's printed
    colour; on a grey or the start room he only shows it."""
    if colour < COLOURS:
        for kind in range(2 * colour, 2 * colour + 2):
            count = int(s.hand[seat, kind])
            s.taken[kind % 2] = count
            if count > 0:
                put_away(s, kind, count)
                s.hand[seat, kind] = 0
                s.hand_size[seat] -= count
    for kind in range(KINDS):
        s.known[seat, kind] = s.hand[seat, kind]
    s.news += 1
