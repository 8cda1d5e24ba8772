"""Temple: the viewer's hand in the picture, and what he can do now."""

from __future__ import annotations

from dataclasses import dataclass

from chapterhouse.games.canvas.svg import text
from chapterhouse.games.temple.picture.desk import (
    BOLD_LETTER,
    GOLDEN,
    SERIF_LETTER,
    Desk,
    card_symbol,
    eye,
    fitted,
    seal,
    use,
    wrapped,
)
from chapterhouse.games.temple.picture.seats import offered

HAND = 5  # cards in a hand at most
HAND_VERBS = {"discard": "discard", "action": "offer", "offer": "offer", "swap": "swap"}


def hand_picture(desk: Desk, x: float, y: float, w: float, pitch: float) -> str:
    """The viewer's own cards; a card is lit when it can be played or put away now."""
    if desk.viewer is None:
        return ""
    seat = desk.view["seats"][desk.viewer]
    verb = HAND_VERBS.get(desk.view["phase"]) if desk.asked else None
    h = w * 1.4
    known = list(seat["known"])
    curses = any(words.startswith("curse") for words in desk.legal)
    made = []
    for n in range(HAND):
        at = x + n * pitch
        if n >= len(seat["cards"]):
            made.append(f'<rect class="dash" x="{at:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{w * 0.08:g}"/>')
            continue
        card = seat["cards"][n]
        ring = f'x="{at - 2:g}" y="{y - 2:g}" width="{w + 4:g}" height="{h + 4:g}" rx="{w * 0.08 + 2:g}"'
        body = use(card_symbol(card), at, y, w, h)
        if card in known:
            known.remove(card)
            body += eye(at + w - 14, y + 14, 9)
        words = f"{verb} {card}"
        if verb == "offer" and card == "curse":
            body += f'<rect class="later" {ring}/>' if curses else ""
            made.append(f'<g id="hand-{n}">{body}</g>')
        elif verb is not None:
            mark = ""
            if words in desk.legal and verb != "offer":
                sign = "swap" if verb == "swap" else "drop"
                mark = (
                    f'<circle class="spot" cx="{at + w / 2:g}" cy="{y + h - 4:g}" r="11"/><g color="var(--on-accent)">'
                    + use(sign, at + w / 2 - 7, y + h - 11, 14)
                    + "</g>"
                )
            made.append(
                desk.target(words, f'{body}<rect class="ring" {ring}/>{mark}', id=f"hand-{n}", label=desk.says("card"))
            )
        else:
            made.append(f'<g id="hand-{n}">{body}</g>')
    return f'<g id="hand">{"".join(made)}</g>'


@dataclass(frozen=True)
class Button:
    """A verb that has no place of its own on the table."""

    words: str
    sign: str
    said: str


def buttons_of(desk: Desk) -> list[Button]:
    """What is to be pressed now: the verbs without a place, and whatever else has found none."""
    made = []
    acting = desk.view["acting"] or {}
    if "stop" in desk.legal:
        made.append(Button("stop", "stop", desk.says("stop")))
    if "power" in desk.legal and desk.viewer is not None:
        room = desk.view["rooms"][desk.view["seats"][desk.viewer]["room"]]
        power = room["counts_as"]
        sign = {1: "leap", 2: "swap", 3: "drop"}[power]
        made.append(Button("power", sign, desk.says(f"power.{power}")))
    if "done" in desk.legal:
        swapped = acting.get("swapped", 0)
        said = (
            desk.says("stay") if desk.view["phase"] == "leap" else desk.says("draw" if swapped else "keep", n=swapped)
        )
        made.append(Button("done", "done", said))
    drawn = desk.placed | {each.words for each in made}
    made.extend(
        Button(words, "done", said)
        for words, said in desk.legal.items()
        if words not in drawn and not words.startswith("give ")
    )
    return made


def button_picture(desk: Desk, button: Button, x: float, y: float, w: float, h: float) -> str:
    lines = wrapped(button.said, 14, w - 50, 2, BOLD_LETTER)
    top = y + h / 2 + 5 - 8.5 * (len(lines) - 1)
    body = (
        f'<rect class="face" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"/>'
        f'<rect class="ring" x="{x - 3:g}" y="{y - 3:g}" width="{w + 6:g}" height="{h + 6:g}" rx="8"/>'
        + use(button.sign, x + 12, y + h / 2 - 11, 22)
        + "".join(text(x + 44, top + 17 * n, line, 14, "b") for n, line in enumerate(lines))
    )
    id = "act-" + button.words.replace(" ", "-")
    return desk.target(button.words, body, id=id, cls="btn")


def given(desk: Desk, x: float, y: float, w: float, pitch: float) -> str:
    """Cards of the viewer's piles that he can give up to another's power."""
    h = w * 1.4
    made = []
    kinds = [words for words in desk.legal if words.startswith("give ")]
    for n, words in enumerate(kinds):
        card = words.removeprefix("give ")
        at = x + n * pitch
        body = (
            use(card_symbol(card), at, y, w, h)
            + f'<rect class="ring" x="{at - 2:g}" y="{y - 2:g}" width="{w + 4:g}" height="{h + 4:g}" rx="5"/>'
        )
        made.append(desk.target(words, body, id="give-" + card.replace(" ", "-")))
    return "".join(made)


def hints(desk: Desk) -> list[tuple[str, str]]:
    """What is done on the mat or with the hand, not with a button: symbol and text."""
    view = desk.view
    made: list[tuple[str, str]] = []
    if not desk.asked or desk.viewer is None:
        return made
    if any(each["steps"] > 1 for each in view["reach"]):
        made.append(("steps", desk.says("steps")))
    if any(words.startswith("offer") for words in desk.legal):
        colour, value = offered(desk, desk.viewer)
        made.append((f"mask-{colour}", desk.says("offer", n=value)))
    if any(words.startswith("curse") for words in desk.legal):
        made.append(("curse-tile", desk.says("curse")))
    return made


def hint_picture(symbol: str, said: str, x: float, y: float, w: float) -> str:
    return f'<g class="sign">{use(symbol, x, y, 22)}</g>' + text(x + 30, y + 16, fitted(said, 13, w - 30), 13)


STATIONS = {"discard": 0, "move": 1}  # of a turn: draw, move, one action


def track(desk: Desk, x: float, y: float, w: float) -> str:
    """Where the turn stands: draw, move, one action."""
    now = STATIONS.get(desk.view["phase"], 2)
    third = w / 3
    made = []
    for n, key in enumerate(("draw", "move", "action")):
        at = x + n * third
        left = f"M{at:g} {y:g}" + ("l6 10l-6 10" if n else "v20")
        tip = f"H{at + third - 7:g}l6-10l-6-10Z" if n < 2 else f"H{x + w:g}v-20Z"
        here = "here" if n == now else "past" if n < now else "next"
        said = fitted(desk.says(f"track.{key}", n=desk.view["to_draw"]), 11.5, third - 16)
        made.append(
            f'<g class="{here}"><path class="step" d="{left}{tip}"/>'
            + text(at + third / 2 + (2 if n else -2), y + 14, said, 11.5, "", "middle")
            + "</g>"
        )
    return f'<g id="track">{"".join(made)}</g>'


def ending(desk: Desk) -> str:
    winner = desk.view["winner"]
    return desk.says("draw_game") if winner is None else desk.says("wins", name=desk.texts.name(winner))


def actions_wide(desk: Desk, x: float, y: float, w: float, h: float) -> str:
    """Where the turn stands, what is asked, and the buttons."""
    left, inner = x + 12, w - 24
    over = desk.view["phase"] == "over"
    cls = "panel won" if over else "panel now" if desk.asked else "panel"
    made = [f'<rect class="{cls}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="6"/>']
    if over:
        middle, winner = x + w / 2, desk.view["winner"]
        if winner is not None:
            made.append(seal(winner, middle - 28, y + 34, 56) + use("crown", middle - 18, y + 6, 36, None, GOLDEN))
        made.append(text(middle, y + 116, fitted(ending(desk), 22, inner), 22, "disp b", "middle"))
        said = desk.texts((desk.view.get("outcome") or {}).get("reason") or "")
        for n, line in enumerate(wrapped(said, 13, inner, 2)):
            made.append(text(middle, y + 140 + 18 * n, line, 13, "mut", "middle"))
        return f'<g id="actions">{"".join(made)}</g>'
    made.append(track(desk, left, y + 8, inner))
    top = y + 47
    for line in wrapped(desk.view.get("prompt") or "", 15, inner, 3, SERIF_LETTER):
        made.append(text(left, top, line, 15, "disp b"))
        top += 17
    top -= 6
    made.append(given(desk, left + 2, top + 2, 34 if len(desk.legal) > 6 else 48, 39 if len(desk.legal) > 6 else 54))
    buttons = buttons_of(desk)
    columns = 1 if len(buttons) < 2 else 2
    each = (inner - 8 * (columns - 1)) / columns
    for n, button in enumerate(buttons):
        at = left + (n % columns) * (each + 8)
        made.append(button_picture(desk, button, at, top + (n // columns) * 43, each, 37))
    top += -(-len(buttons) // columns) * 43
    for symbol, said in hints(desk):
        made.append(hint_picture(symbol, said, left, top, inner))
        top += 22
    return f'<g id="actions">{"".join(made)}</g>'


def actions_narrow(desk: Desk, y: float) -> tuple[str, float]:
    """What is asked, and the buttons, at the thumb; with the height that they take."""
    if desk.view["phase"] == "over":
        winner = desk.view["winner"]
        made = [text(62 if winner is not None else 12, y + 32, fitted(ending(desk), 20, 316), 20, "disp b")]
        if winner is not None:
            made.append(seal(winner, 12, y + 6, 40))
        said = desk.texts((desk.view.get("outcome") or {}).get("reason") or "")
        for n, line in enumerate(wrapped(said, 13, 366, 2)):
            made.append(text(12, y + 68 + 18 * n, line, 13, "mut"))
        return f'<g id="actions">{"".join(made)}</g>', 100
    made = []
    top = y + 17
    for line in wrapped(desk.view.get("prompt") or "", 15, 372, 3, SERIF_LETTER):
        made.append(text(10, top, line, 15, "disp b"))
        top += 19
    top -= 8
    kinds = sum(words.startswith("give ") for words in desk.legal)
    if kinds:
        made.append(given(desk, 12, top + 2, 44, 46 if kinds > 6 else 56))
        top += 72
    buttons = buttons_of(desk)
    columns = 1 if len(buttons) < 2 else 2
    each = (374 - 8 * (columns - 1)) / columns
    for n, button in enumerate(buttons):
        made.append(button_picture(desk, button, 8 + (n % columns) * (each + 8), top + (n // columns) * 54, each, 48))
    top += -(-len(buttons) // columns) * 54
    for symbol, said in hints(desk):
        made.append(hint_picture(symbol, said, 12, top, 366))
        top += 26
    return f'<g id="actions">{"".join(made)}</g>', top - y
