"""Templar: the viewer's cards: which can be played, which are barred and by whom, which lie on the own pile."""

from __future__ import annotations

from chapterhouse.games.canvas.scene import texts_in
from chapterhouse.games.canvas.svg import centred, kept, rect, seal, text, titled
from chapterhouse.games.canvas.text import LEAST, PHONE_LEAST, fit, shrink, width, wrap
from chapterhouse.games.templar.picture.scene import Scene
from chapterhouse.games.templar.picture.seats import card_back
from chapterhouse.games.templar.tables import CARD_NAMES
from chapterhouse.texts import Texts

SMALL = 90  # a card narrower than this is a phone's


def cards_of(scene: Scene) -> list[str]:
    """The cards of the game in their order."""
    return [card for card in CARD_NAMES if card != "stephanus" or scene.view["stephanus"]]


def _number(texts: Texts, n: int | None, x: float, y: float, size: float) -> str:
    """How many tiles The Bells bring after the card; x is the right end."""
    if n is None:
        return ""
    return titled(
        texts("picture.number", n=n),
        centred("bell", x - size * 1.15, y - size * 0.34, size, cls="quiet") + text(x, y, n, size, "num mut", "end"),
    )


def _who(who: list[int | None], names: list[str], x: float, y: float, w: float, size: float, letters: float) -> str:
    """The strip at the foot of a barred card: whose top card it is."""
    drawn, left = [], x + 6
    for seat in who:
        if seat is None:
            drawn.append(card_back(left + 2, y + 3, size * 0.76, size))
        else:
            drawn.append(seal(seat, left, y + 3, size))
        left += size + 3
    if len(who) == 1:
        name = names[0]
        room = x + w - left - 5
        if width(name, letters) <= room:  # else the seal alone says it
            drawn.append(text(left + 2, y + 3 + size * 0.76, name, letters))
    return "".join(drawn)


def card(scene: Scene, name: str, x: float, y: float, w: float, h: float) -> str:
    """One card of the ten."""
    assert scene.me is not None
    seen, texts = scene.seat(scene.me), scene.texts
    title, helps = texts(f"card.{name}"), texts(f"help.{name}")
    letters = PHONE_LEAST if w < SMALL else LEAST
    ident = f"card-in-hand-{name}"
    held = name in seen["hand"]
    chosen = seen["card"] == name
    playing = scene.playing == name and scene.view["going"]["seat"] == scene.me
    if not held and not playing:
        what = texts("picture.on_pile")
        ghost = (
            rect(x, y, w, h, "empty")
            + centred(f"card-{name}", x + w / 2, y + h * 0.46, h * 0.36, cls="emblem faded")
            + text(x + w / 2, y + h - 9, fit(title, letters, w - 4), letters, "disp mut", "middle")
        )
        return scene.target(name, ghost, id=ident, label=f"{title}: {what}", cls="in-hand discarded")
    by = scene.view["barred_by"].get(name, []) if held and not playing and not scene.is_over else []
    names = [texts("word.raphael") if seat is None else texts.name(seat) for seat in by]
    cls = "in-hand" + (" barred" if by else " playing" if playing or chosen else "")
    key = "picture.playing" if playing else "picture.face_down" if chosen else ""
    drawn = _face(texts.language, name, scene.view["numbers"].get(name), by, names, key, x, y, w, h)
    if by:
        helps = texts("picture.barred", who=texts.list(names))
    return scene.target(name, drawn, id=ident, label=f"{title}: {helps}", cls=cls)


@kept(1024)
def _face(
    language: str, name: str, n: int | None, by: list[int | None], names: list[str], status: str,
    x: float, y: float, w: float, h: float,
) -> str:  # fmt: skip
    """A card that is held or carried out: `by` whom it is barred, or what is said of it."""
    texts = texts_in(language, "templar")
    title, small, foot = texts(f"card.{name}"), w < SMALL, 26
    least = PHONE_LEAST if small else LEAST
    size = shrink(title, 13.5 if small else 15.5, w - 8, least, True)
    drawn = [
        rect(x - 2.5, y - 2.5, w + 5, h + 5, "ring", 8),
        rect(x, y, w, h, "card"),
        text(x + (4 if small else 7), y + 19, fit(title, size, w - 2, True), size, "disp b title"),
        _number(texts, n, x + w - 6, y + 36, 13 if small else LEAST),
    ]
    lines = () if by or status else wrap(texts(f"help.{name}"), least, w if small else w - 4, 5)
    pitch = 12 if small else 15.5
    icon = min(w * 0.6, h * 0.46, h - foot - 28) if not lines else min(52, h - 36 - pitch * len(lines))
    drawn.append(centred(f"card-{name}", x + w / 2 - (8 if small else 4), y + 28 + icon / 2, icon, cls="emblem"))
    if by:
        drawn.append(f'<path d="M{x + 0.8:g} {y + h - foot:g}h{w - 1.6:g}" class="line"/>')
        drawn.append(_who(by, names, x, y + h - foot, w, foot - 6, least))
    elif status:
        drawn.append(rect(x + 3, y + h - 24, w - 6, 20, "tag", 9))
        drawn.append(text(x + w / 2, y + h - 9.5, fit(texts(status), least, w - 8), least, "on-tag", "middle"))
    else:
        for i, line in enumerate(lines):
            drawn.append(text(x + w / 2, y + h - 6 - pitch * (len(lines) - 1 - i), line, least, "mut", "middle"))
    return "".join(drawn)


def hand(scene: Scene, x: float, y: float, w: float, h: float, in_row: int, gap: float) -> str:
    """All cards of the viewer, in their fixed order, so that each is always found at the same spot."""
    names = cards_of(scene)
    wide = (w - gap * (in_row - 1)) / in_row
    return "".join(
        card(scene, name, x + (i % in_row) * (wide + gap), y + (i // in_row) * (h + gap), wide, h)
        for i, name in enumerate(names)
    )


def strip(scene: Scene, x: float, y: float, w: float) -> str:
    """The hand in one small row, while something else is asked."""
    assert scene.me is not None
    seen, names = scene.seat(scene.me), cards_of(scene)
    wide = (w - 4 * (len(names) - 1)) / len(names)
    drawn = []
    for i, name in enumerate(names):
        left = x + i * (wide + 4)
        away = name not in seen["hand"]
        cls = "in-hand discarded" if away else "in-hand barred" if name in scene.view["barred"] else "in-hand"
        cls += " playing" if name == scene.playing else ""
        body = rect(left, y, wide, 48, "empty" if away and name != scene.playing else "card", 4)
        faded = away and name != scene.playing
        body += centred(f"card-{name}", left + wide / 2, y + 24, wide * 0.86, cls="emblem faded" if faded else "emblem")
        drawn.append(titled(scene.texts(f"card.{name}"), body, cls))
    return "".join(drawn)
