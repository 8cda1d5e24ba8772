"""Temple: the table in sentences, from a view alone. The picture names its rooms with the same ones."""

from __future__ import annotations

from collections import Counter

from chapterhouse.games.protocol import View
from chapterhouse.games.spoken import Chart, Passage, Spoken, capital
from chapterhouse.texts import Texts


def card_says(card: str, texts: Texts) -> str:
    colour, _, value = card.partition(" ")
    return texts(f"card.{colour}", value=value)


def cards_say(cards: list[str], texts: Texts) -> str:
    """`red 2, red 2 and a curse card`."""
    return texts.list([card_says(card, texts) for card in cards]) or texts("card.none")


def room_says(view: View, room: View, texts: Texts) -> str:
    """`a3, blue room, 2 masks, cursed; here: Azure`."""
    text = texts(f"picture.room.{room['colour']}", n=room["masks"])
    text = texts("picture.room.cursed", room=text) if room["cursed"] else text
    text = texts("in_words.named", name=room["name"], room=text)
    if room["tile"] is not None:
        text = texts("in_words.tile", room=text)
    here = [texts("in_words.you") if seat == view["seat"] else texts.name(seat) for seat in room["pawns"]]
    return texts("in_words.here", room=text, who=texts.list(here)) if here else text


def piles_say(seat: View, texts: Texts) -> str:
    piles = {colour: pile["value"] for colour, pile in seat["piles"].items() if pile["value"]}
    return cards_say([f"{colour} {value}" for colour, value in piles.items()], texts)


def masks_say(colours: list[str], texts: Texts) -> str:
    return texts.list([texts(f"terminal.mask.{colour}") for colour in colours]) or texts("in_words.none")


def hand_says(view: View, seat: View, texts: Texts) -> str:
    """A hand as the viewer knows it: the own one, and all where all is open."""
    if seat["cards"] is not None and view["seat"] in (None, seat["seat"]):
        return cards_say(seat["cards"], texts)
    text = texts("in_words.cards", n=seat["hand"])
    return texts("in_words.known", cards=text, seen=cards_say(seat["known"], texts)) if seat["known"] else text


def seat_says(view: View, seat: View, texts: Texts) -> str:
    """What lies in front of a player, and where the pawn stands."""
    return texts(
        "in_words.seat",
        who=capital(texts("in_words.you")) if seat["seat"] == view["seat"] else texts.name(seat["seat"]),
        room=view["rooms"][seat["room"]]["name"],
        hand=hand_says(view, seat, texts),
        piles=piles_say(seat, texts),
        masks=masks_say(seat["masks"], texts),
    )


def discards_say(view: View, texts: Texts) -> str:
    cards = [f"{card_says(card, texts)} ({n})" for card, n in view["discard_pile"].items() if n]
    count = view["discards"]["count"]
    return texts("in_words.discards", n=count, cards=", ".join(cards)) if count else texts("in_words.no_discards")


def _players(view: View, texts: Texts) -> Chart:
    keys = ("player", "room", "hand", "piles", "masks")
    rows = []
    for seat in view["seats"]:
        name = texts.name(seat["seat"])
        rows.append(
            (
                f"{name} ({texts('picture.you')})" if seat["seat"] == view["seat"] else name,
                view["rooms"][seat["room"]]["name"],
                hand_says(view, seat, texts),
                piles_say(seat, texts),
                masks_say(seat["masks"], texts),
            )
        )
    return Chart(texts("in_words.players"), [texts(f"in_words.head.{key}") for key in keys], rows)


def _mat(view: View, texts: Texts) -> Chart:
    """The mat as it lies there: a row of the table is a row of rooms."""
    rows: dict[int, list[View]] = {}
    for room in view["rooms"]:
        rows.setdefault(room["row"], []).append(room)
    lines = [
        (str(row + 1), *(room_says(view, room, texts) for room in sorted(rows[row], key=lambda each: each["col"])))
        for row in sorted(rows)
    ]
    return Chart(texts("in_words.mat"), [texts("in_words.head.row"), *"abcde"[: len(lines[0]) - 1]], lines)


def status_says(view: View, texts: Texts) -> list[str]:
    """Whose turn it is, what wins, and what lies on the table."""
    free = [colour for colour, owner in view["ritual"].items() if owner is None]
    return [
        texts("in_words.turn", n=view["turn"], who=texts.name(view["mover"])),
        texts("in_words.goal", n=view["goal"]),
        texts("in_words.deck", n=view["deck"]),
        discards_say(view, texts),
        texts("in_words.rituals", masks=masks_say(free, texts)),
    ]


def in_words(view: View, texts: Texts) -> Spoken:
    """The whole table: where it stands, the players, the mat, and what can be reached."""
    status = status_says(view, texts)
    if view["reach"]:
        steps = Counter(mark["steps"] for mark in view["reach"])
        for n in sorted(steps):
            rooms = [view["rooms"][mark["room"]]["name"] for mark in view["reach"] if mark["steps"] == n]
            status.append(texts("in_words.reach", n=n, rooms=texts.list(rooms)))
    return [Passage(texts("in_words.status"), status), _players(view, texts), _mat(view, texts)]
