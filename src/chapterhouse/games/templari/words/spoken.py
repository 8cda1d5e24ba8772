"""Templari: the table in sentences, from a view alone. The picture names its players and piles with the same ones."""

from __future__ import annotations

from chapterhouse.games.protocol import View
from chapterhouse.games.spoken import Chart, Passage, Spoken
from chapterhouse.texts import Texts


def card_says(view: View, card: int, texts: Texts) -> str:
    shown = view["cards"][card]
    return texts("card", family=texts(f"family.{shown['family']}"), value=shown["value"])


def cards_say(view: View, cards: list[int], texts: Texts) -> str:
    return texts.list([card_says(view, card, texts) for card in cards]) or texts("in_words.no_cards")


def coins_say(seat: View, texts: Texts) -> str:
    return texts("picture.purse_secret") if seat["coins"] is None else texts("in_words.coins", n=seat["coins"])


def cursed_say(seat: View, texts: Texts) -> str:
    return texts.list([str(digit) for digit in seat["cursed"]]) or texts("in_words.none")


def bid_says(view: View, seat: View, texts: Texts) -> str:
    """What a player has said in this auction."""
    if seat["seat"] == view["seller"]:
        return texts("picture.sells_one")
    if seat["broke"]:
        return texts("picture.broke")
    if seat["exchanged"] and seat["offered"] is None:
        return texts("picture.exchanged")
    if seat["out"]:
        return texts("picture.passed")
    if seat["offered"] is not None:
        return texts("picture.offers" if seat["seat"] == view["bidder"] else "picture.offered", n=seat["offered"])
    return texts("in_words.nothing_yet")


def seat_says(view: View, seat: View, texts: Texts) -> str:
    """What lies in front of a player."""
    return texts(
        "in_words.seat",
        who=texts("picture.you") if seat["seat"] == view["seat"] else texts.name(seat["seat"]),
        points=seat["points"],
        coins=coins_say(seat, texts),
        cards=cards_say(view, seat["cards"], texts),
        cursed=cursed_say(seat, texts),
    )


def lot_says(view: View, texts: Texts) -> str:
    if not view["lot"]:
        return texts("picture.no_lot") + "."
    cards = cards_say(view, view["lot"], texts)
    if view["seller"] is not None:
        return texts("in_words.sale", who=texts.name(view["seller"]), cards=cards)
    return texts("in_words.lot", cards=cards)


def offer_says(view: View, texts: Texts) -> str:
    if view["offer"] is None:
        return texts("in_words.no_offer")
    return texts("in_words.offer", who=texts.name(view["bidder"]), n=view["offer"])


def sum_says(view: View, mark: View, texts: Texts) -> str:
    """What a sum would mean for the viewer: cursed by which card, or who would be paid how much."""
    if mark["cursed_by"]:
        return texts("in_words.cursed", card=cards_say(view, mark["cursed_by"], texts))
    if mark["beyond"]:
        return texts("picture.beyond")
    if view["offer"] is not None and mark["sum"] <= view["offer"]:
        return texts("picture.low")
    if not mark["to"]:
        return texts("in_words.keeps")
    who = texts.list([texts.name(seat) for seat in mark["to"]])
    return texts("in_words.each" if len(mark["to"]) > 1 else "in_words.one", who=who, n=mark["each"])


def _players(view: View, texts: Texts) -> Chart:
    keys = ("player", "cards", "points", "gain", "coins", "cursed", "said")
    rows = []
    for seat in view["seats"]:
        name = texts.name(seat["seat"])
        rows.append(
            (
                f"{name} ({texts('in_words.you')})" if seat["seat"] == view["seat"] else name,
                cards_say(view, seat["cards"], texts),
                str(seat["points"]),
                str(seat["gain"]) if view["lot"] else texts("in_words.nothing_yet"),
                coins_say(seat, texts),
                cursed_say(seat, texts),
                bid_says(view, seat, texts),
            )
        )
    return Chart(texts("in_words.players"), [texts(f"in_words.head.{key}") for key in keys], rows)


def result_says(view: View, seat: View, texts: Texts) -> str:
    """What a player has at the end: points of the cards, coins and what they bring, all together."""
    return texts(
        "in_words.result",
        who=texts.name(seat["seat"]),
        rank=view["outcome"]["ranks"][seat["seat"]],
        score=view["outcome"]["scores"][seat["seat"]],
        points=seat["points"],
        bonus=seat["bonus"],
        coins=seat["coins"],
    )


def status_says(view: View, texts: Texts) -> list[str]:
    """The turn, what is under the hammer, who offers what, and the pot."""
    order = texts.list([texts.name(seat) for seat in view["order"]])
    status = [texts("in_words.turn", turn=view["turn"], turns=view["turns"], deck=view["deck"]), lot_says(view, texts)]
    if view["phase"] == "bid":
        status.append(offer_says(view, texts))
    status += [texts("in_words.order", who=order), texts("in_words.pot", n=view["pot"])]
    if view["lost"]:
        status.append(texts("terminal.lost", cards=cards_say(view, view["lost"], texts)) + ".")
    return status


def in_words(view: View, texts: Texts) -> Spoken:
    """The whole table: where it stands, the players, and every sum that the viewer could name."""
    status = Passage(texts("in_words.status"), status_says(view, texts))
    parts: list[Passage | Chart] = [status, _players(view, texts)]
    if view["phase"] == "bid" and view["ruler"]:
        rows = [(str(mark["sum"]), sum_says(view, mark, texts)) for mark in view["ruler"]]
        head = [texts("picture.sum"), texts("in_words.head.means")]
        parts.append(Chart(texts("picture.your_offer"), head, rows))
    return parts
