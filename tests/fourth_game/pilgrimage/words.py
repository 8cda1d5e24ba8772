"""Pilgrimage in words: notation, what is asked, and why not."""

from __future__ import annotations

from chapterhouse.games.protocol import Refusal
from chapterhouse.texts import Texts
from tests.fourth_game.pilgrimage.rules import refusal
from tests.fourth_game.pilgrimage.state import SHRINE, VALUES, Reason, State

_RULE = {
    Reason.NOT_ASKED: "pilgrimage.end",
    Reason.NOT_IN_HAND: "pilgrimage.walk",
    Reason.OCCUPIED: "pilgrimage.walk.occupied",
    Reason.RESTED: "pilgrimage.rest",
}


def words(s: State, action: int) -> str:
    """`walk 2`, `rest`."""
    return f"walk {action + 1}" if action < VALUES else "rest"


def says(s: State, action: int, texts: Texts) -> str:
    return texts("does.walk", n=action + 1) if action < VALUES else texts("does.rest")


def prompt(s: State, seat: int, texts: Texts) -> str:
    if s.to_act < 0:
        return texts("prompt.over")
    return texts("prompt.own") if seat == s.to_act else texts("prompt.other", who=texts.name(s.to_act))


def explain(s: State, action: int) -> Refusal | None:
    """Why `to_act` cannot do this now; None when it can be done."""
    why = Reason(refusal(s, action))
    if why == Reason.LEGAL:
        return None
    return Refusal(_RULE[why], f"refused.{why.name.lower()}", {"n": action + 1})


def reason(s: State) -> str:
    return "end.shrine" if max(s.place) >= SHRINE else "end.hands"
