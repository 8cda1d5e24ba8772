"""Temple: what speaks for an action, in a sentence, from what its seat may know."""

from __future__ import annotations

from chapterhouse.games.temple.rules.cards import pile_value, value_of
from chapterhouse.games.temple.rules.offer import count_lacking
from chapterhouse.games.temple.rules.rooms import count_masks, has_colour, is_cursed, room_next_to
from chapterhouse.games.temple.rules.scoring import count_ritual_masks, masks_needed
from chapterhouse.games.temple.state import ACTION_BLOCKS, CURSE_CARD, NOBODY, OFFERING, VALUES, State
from chapterhouse.games.temple.words.narrate import mask_says
from chapterhouse.kernel.actions import block_of
from chapterhouse.texts import Texts


def why(s: State, action: int, texts: Texts) -> str:
    """Where it leads, what it earns or whom it strikes; nothing where there is nothing to say."""
    block, me = block_of(ACTION_BLOCKS, action), int(s.to_act)
    n = action - block.first
    match block.verb:
        case "step":
            return _why_room(s, me, room_next_to(int(s.pawn[s.mover]), n), texts)
        case "stop":
            return _why_room(s, me, int(s.pawn[s.mover]), texts)
        case "leap":
            return _why_room(s, me, n, texts)
        case "offer":
            return _why_offer(s, me, n, texts)
        case "push":
            return _why_push(s, me, room_next_to(int(s.tile[s.held_tile]), n), texts)
        case "discard" | "swap" | "give":
            return _why_card(s, me, n, texts)
    return ""


def _in_hand(s: State, seat: int, colour: int) -> int:
    """The value that a seat has of a colour in hand."""
    return sum(int(s.hand[seat, kind]) * value_of(kind) for kind in range(colour * VALUES, (colour + 1) * VALUES))


def _why_room(s: State, me: int, room: int, texts: Texts) -> str:
    if is_cursed(s, room):
        return texts("why.cursed")
    if not has_colour(s, room):
        return ""
    colour = int(s.colour[room])
    return texts("why.room", asked=count_masks(s, room), hand=_in_hand(s, me, colour), pile=pile_value(s, me, colour))


def _why_offer(s: State, me: int, kind: int, texts: Texts) -> str:
    colour = kind // VALUES
    value = pile_value(s, me, colour) + count_lacking(s)  # an offering that is begun is made whole
    if value < OFFERING:
        return texts("why.pile", n=value, of=OFFERING)
    mask, owner = mask_says(colour, texts), int(s.ritual[colour])
    if owner == me:
        return texts("why.mask_again", mask=mask)
    masks, needed = count_ritual_masks(s, me) + 1, masks_needed(s)
    if masks >= needed:
        return texts("why.wins", mask=mask)
    if owner != NOBODY:
        return texts("why.mask_from", mask=mask, who=texts.name(owner), n=masks, of=needed)
    return texts("why.mask", mask=mask, n=masks, of=needed)


def _why_push(s: State, me: int, room: int, texts: Texts) -> str:
    struck = [seat for seat in range(s.players) if s.pawn[seat] == room]
    if me in struck:
        return texts("why.strikes_you")
    return texts("why.strikes", who=texts.list([texts.name(seat) for seat in struck])) if struck else ""


def _why_card(s: State, me: int, kind: int, texts: Texts) -> str:
    if kind == CURSE_CARD:
        return texts("why.curse_cards", n=int(s.hand[me, CURSE_CARD]))
    colour = kind // VALUES
    return texts("why.colour", hand=_in_hand(s, me, colour), pile=pile_value(s, me, colour), of=OFFERING)
