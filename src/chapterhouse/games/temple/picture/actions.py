"""Temple: the viewer's hand in the picture, and what he can do now."""

from __future__ import annotations

from typing import NamedTuple

from chapterhouse.games.canvas.scene import Scene
from chapterhouse.games.canvas.svg import circle, group, lines, panel, path, rect, region, safe, seal, text
from chapterhouse.games.canvas.text import LEAST, fit, wrap
from chapterhouse.games.temple.picture.scene import CARD, card, eye, offering, use
from chapterhouse.games.temple.state import HAND
from chapterhouse.games.temple.words.spoken import card_says

HAND_VERBS = {"discard": "discard", "action": "offer", "offer": "offer", "swap": "swap"}  # by phase
SIGNS = {"discard": "drop", "swap": "swap"}  # what becomes of a card
POWERS = {1: "leap", 2: "swap", 3: "drop"}  # by masks


def hand(scene: Scene, x: float, y: float, w: float, pitch: float) -> str:
    """The viewer's own cards; a card is lit when it can be played or put away now."""
    assert scene.me is not None
    seat = scene.seat(scene.me)
    verb = HAND_VERBS.get(scene.phase, "") if scene.asks_me else ""
    known, h = list(seat["known"]), w * CARD
    parts = []
    for n in range(HAND):
        at = x + n * pitch
        if n >= len(seat["cards"]):
            parts.append(rect(at, y, w, h, "empty", w * 0.08))
            continue
        name, words = seat["cards"][n], f"{verb} {seat['cards'][n]}"
        ring, label = (at - 2, y - 2, w + 4, h + 4), card_says(name, scene.texts)
        body = card(name, at, y, w)
        if name in known:
            known.remove(name)
            body += eye(at + w - 14, y + 14, 9)
        if verb and (verb, name) != ("offer", "curse"):
            body += rect(*ring, "ring", w * 0.08 + 2)
            if words in scene.legal and verb in SIGNS:
                sign = use(SIGNS[verb], at + w / 2 - 7, y + h - 11, 14)
                body += circle(at + w / 2, y + h - 4, 11, "spot") + group(sign, "on-spot")
            parts.append(scene.target(words, body, id=f"hand-{n}", label=label))
        else:  # a curse card is played by its tile
            later = rect(*ring, "later", w * 0.08 + 2) if verb and scene.can("curse") else ""
            parts.append(f'<g id="hand-{n}" role="img" aria-label="{safe(label)}">{body + later}</g>')
    return region("hand", scene.says("your_hand"), "".join(parts))


class Button(NamedTuple):
    """A verb that has no place of its own on the table."""

    words: str
    sign: str
    label: str


def buttons_of(scene: Scene) -> list[Button]:
    """What is to be pressed now: the verbs without a place, and whatever else has found none."""
    parts = []
    swapped = (scene.view["acting"] or {}).get("swapped", 0)
    if "stop" in scene.legal:
        parts.append(Button("stop", "stop", scene.says("stop")))
    if "power" in scene.legal and scene.me is not None:
        power = scene.view["rooms"][scene.seat(scene.me)["room"]]["counts_as"]
        parts.append(Button("power", POWERS[power], scene.says(f"power.{power}")))
    if "done" in scene.legal:
        key = "stay" if scene.phase == "leap" else "draw" if swapped else "keep"
        parts.append(Button("done", "done", scene.says(key, n=swapped)))
    drawn = scene.placed | {each.words for each in parts}
    parts += [
        Button(words, "done", label)
        for words, label in scene.legal.items()
        if words not in drawn and not words.startswith("give ")
    ]
    return parts


def buttons(scene: Scene, x: float, y: float, w: float, h: float, gap: float) -> tuple[str, float]:
    """The buttons in one or two columns; and how high they are together."""
    pressed = buttons_of(scene)
    columns = 1 if len(pressed) < 2 else 2
    each = (w - 8 * (columns - 1)) / columns
    drawn = []
    for n, (words, sign, label) in enumerate(pressed):
        left, top = x + (n % columns) * (each + 8), y + (n // columns) * (h + gap)
        icon = use(sign, left + 12, top + h / 2 - 11, 22)
        rows = wrap(label, LEAST, each - 60, 2, True)
        drawn.append(scene.button(words, rows, left, top, each, h, size=LEAST, icon=icon, inset=44, main=True))
    return "".join(drawn), -(-len(pressed) // columns) * (h + gap)


def given(scene: Scene, x: float, y: float, w: float, pitch: float) -> str:
    """Cards of the viewer's piles that he can give up to another's power."""
    parts = []
    for n, words in enumerate(words for words in scene.legal if words.startswith("give ")):
        at, name = x + n * pitch, words.removeprefix("give ")
        body = card(name, at, y, w) + rect(at - 2, y - 2, w + 4, w * CARD + 4, "ring", 5)
        parts.append(scene.target(words, body, id="give-" + name.replace(" ", "-")))
    return "".join(parts)


def hints(scene: Scene, x: float, y: float, w: float, pitch: float) -> str:
    """What is done on the mat or with the hand, not with a button."""
    parts: list[tuple[str, str]] = []
    if scene.asks_me and any(each["steps"] > 1 for each in scene.view["reach"]):
        parts.append(("steps", scene.says("steps")))
    colour, value = offering(scene)
    if value:
        parts.append((f"mask-{colour}", scene.says("offer", n=value)))
    if scene.can("curse"):
        parts.append(("curse-tile", scene.says("curse")))
    return "".join(
        group(use(symbol, x, y + n * pitch, 22), "sign")
        + text(x + 30, y + 16 + n * pitch, fit(label, LEAST, w - 30), LEAST)
        for n, (symbol, label) in enumerate(parts)
    )


STATIONS = {"discard": 0, "move": 1}  # of a turn: draw, move, one action


def track(scene: Scene, x: float, y: float, w: float) -> str:
    """Where the turn stands: draw, move, one action."""
    now = STATIONS.get(scene.phase, 2)
    third = w / 3
    parts = []
    for n, key in enumerate(("draw", "move", "action")):
        at = x + n * third
        left = f"M{at:g} {y:g}" + ("l6 10l-6 10" if n else "v20")
        tip = f"H{at + third - 7:g}l6-10l-6-10Z" if n < 2 else f"H{x + w:g}v-20Z"
        label = fit(scene.says(f"track.{key}", n=scene.view["to_draw"]), LEAST, third - 10)
        body = path(left + tip, "step") + text(at + third / 2 + (2 if n else -2), y + 14, label, LEAST, "", "middle")
        parts.append(group(body, "station" if n == now else "past" if n < now else "next"))
    return group("".join(parts), id="track")


def _ending(scene: Scene) -> tuple[str, str]:
    """Who wins, and why."""
    winner = scene.view["winner"]
    title = scene.says("draw_game") if winner is None else scene.says("wins", name=scene.texts.name(winner))
    return title, scene.texts((scene.view.get("outcome") or {}).get("reason") or "")


def actions_wide(scene: Scene, x: float, y: float, w: float, h: float) -> str:
    """Where the turn stands, what is asked, and the buttons."""
    left, inner = x + 12, w - 24
    parts = [panel(x, y, w, h, "won" if scene.is_over else "active" if scene.asks_me else "")]
    if scene.is_over:
        middle, winner, (title, why) = x + w / 2, scene.view["winner"], _ending(scene)
        if winner is not None:
            parts.append(seal(winner, middle - 28, y + 34, 56) + use("crown", middle - 18, y + 6, 36, None, "gold"))
        parts.append(text(middle, y + 116, fit(title, 22, inner), 22, "disp b", "middle"))
        parts.append(lines(middle, y + 140, wrap(why, LEAST, inner, 2), 18, LEAST, "mut", "middle"))
        return group("".join(parts), id="actions")
    asked = wrap(scene.view.get("prompt") or "", 15, inner, 3)
    parts.append(track(scene, left, y + 8, inner) + lines(left, y + 47, asked, 17, 15, "disp b"))
    top = y + 41 + 17 * len(asked)
    small = len(scene.legal) > 6
    parts.append(given(scene, left + 2, top + 2, 34 if small else 48, 39 if small else 54))
    pressed, used = buttons(scene, left, top, inner, 37, 6)
    parts.append(pressed + hints(scene, left, top + used, inner, 22))
    return group("".join(parts), id="actions")


def actions_narrow(scene: Scene, y: float) -> tuple[str, float]:
    """What is asked, and the buttons, at the thumb; with the height that they take."""
    if scene.is_over:
        winner, (title, why) = scene.view["winner"], _ending(scene)
        parts = [text(62 if winner is not None else 12, y + 32, fit(title, 20, 316), 20, "disp b")]
        if winner is not None:
            parts.append(seal(winner, 12, y + 6, 40))
        parts.append(lines(12, y + 68, wrap(why, 13, 366, 2), 18, 13, "mut"))
        return group("".join(parts), id="actions"), 100
    asked = wrap(scene.view.get("prompt") or "", 15, 372, 3)
    parts = [lines(10, y + 17, asked, 19, 15, "disp b")]
    top = y + 9 + 19 * len(asked)
    kinds = sum(words.startswith("give ") for words in scene.legal)
    if kinds:
        parts.append(given(scene, 12, top + 2, 44, 46 if kinds > 6 else 56))
        top += 72
    pressed, used = buttons(scene, 8, top, 374, 48, 6)
    below = hints(scene, 12, top + used, 366, 26)
    parts.append(pressed + below)
    return group("".join(parts), id="actions"), top + used + 26 * below.count('class="sign"') - y
