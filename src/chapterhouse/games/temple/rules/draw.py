"""Temple: the draw."""

from __future__ import annotations

from chapterhouse.games.temple.rules.cards import count_excess, draw_cards, lay_down, put_away
from chapterhouse.games.temple.rules.move import begin_move
from chapterhouse.games.temple.state import Phase, State
from chapterhouse.kernel.jit import rule


@rule
def draw_or_discard(s: State) -> None:
    """temple.draw: as many cards as the room has masks where the turn begins. temple.draw.limit: first, and before
    seeing them, discard what would pass 5; it is always asked, for to be skipped would tell of a hand of one kind."""
    if count_excess(s) > 0:
        s.phase = Phase.DISCARD
    else:
        draw_cards(s, s.mover, s.reach)
        begin_move(s)


@rule
def discard(s: State, kind: int) -> None:
    """temple.draw.limit: own choice, curse cards count."""
    lay_down(s, s.mover, kind)
    put_away(s, kind, 1)
    draw_or_discard(s)
