"""Templari: what lies in front of the players in a wide window."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.canvas.scene import texts_in
from chapterhouse.games.canvas.svg import group, hit, image, kept, moved, panel, path, rect, seal, text, titled, use
from chapterhouse.games.canvas.text import LEAST, fit, width
from chapterhouse.games.templari.picture.cards import H, W, emblem, empty, place_mini, purse
from chapterhouse.games.templari.picture.scene import INK, Card, Scene
from chapterhouse.games.templari.words.spoken import seat_says
from chapterhouse.texts import Texts

# ── The others ──────────────────────────────────────────────────────────────────────────────────────────────────────


def row_height(scene: Scene, row: list[int]) -> float:
    deepest = max(3, *(len(cards) for seat in row for cards in scene.cards[seat]))
    return 60 + H + 22 * (deepest - 1) + 24 + 30


def opponent(scene: Scene, seat: int, x: float, y: float, w: float, h: float) -> str:
    at = {key: scene.seat(seat)[key] for key in ("seat", "points", "families", "coins", "cursed")}
    at["told"] = scene.points_told(seat)
    seen = (at, scene.cards[seat], scene.status(seat), seat == scene.acting)
    drawn = _panel(scene.language, scene.names[seat], *seen, scene.families, w, h)
    return moved(x, y, drawn, f"player-{seat}", seat_says(scene.view, scene.seat(seat), scene.texts))


@kept(512)
def _panel(
    language: str, name: str, at: dict[str, Any], stacks: list[list[Card]], status: list[tuple[str, str]],
    is_acting: bool, families: list[str], w: float, h: float,
) -> str:  # fmt: skip
    texts, seat, points = texts_in(language, "templari"), at["seat"], at["points"]
    drawn = [
        panel(0, 0, w, h, "active" if is_acting else ""),
        path(f"M1 50V6a5 5 0 0 1 5-5H{w - 6:g}a5 5 0 0 1 5 5V50Z", "head") + path(f"M0 50H{w:g}", "line"),
        group(seal(seat, 9, 7, 36), id=f"pawn-{seat}"),
        text(54, 22 if status else 31, fit(name, 18, w - 54 - 104), 18, "disp b"),
        _purse(texts, seat, at["coins"], w - 92, 8),
        image(
            at["told"],
            hit(w - 56, 2, 54, 46)
            + text(w - 14, 31, points, 28, "num b", "end")
            + text(w - 14, 45, texts("picture.points", n=points), LEAST, "mut", "end"),
            f"points-{seat}",
        ),
    ]
    cx = 54.0
    for kind, words in status:
        if kind == "first":
            drawn.append(titled(words, use("first", 4, 3, 19)))
            continue
        pill, pw = _chip(cx, 27, kind, words, w - 100 - cx)
        drawn.append(pill)
        cx += pw + 5
    pitch = (w - 22) / 6
    cw = min(W, pitch - 5)
    for i, cards in enumerate(stacks):
        x = 11 + i * pitch + (pitch - cw) / 2
        if cards:  # below each other; of all but the last the value shows
            last = len(cards) - 1
            drawn += [
                place_mini(language, card, x, 60 + n * 22, cw, "" if n == last else "top")
                for n, card in enumerate(cards)
            ]
            label = texts("picture.pts", n=at["families"][i])
            drawn.append(text(x + cw / 2, 60 + last * 22 + H + 16, label, LEAST, "num mut", "middle"))
        else:
            drawn.append(_no_cards(i, families[i], x, 60, cw))
    drawn.append(_curses(texts, at["cursed"], w, h))
    return "".join(drawn)


def _chip(x: float, y: float, kind: str, words: str, space: float) -> tuple[str, float]:
    """A status in a pill, and its width."""
    words = fit(words, LEAST, max(20, space - 11))
    w = width(words, LEAST) * 1.12 + 14
    drawn = rect(x, y, round(w, 1), 20, f"chip-{kind}", 10)
    return group(drawn + text(x + 8, y + 15, words, LEAST, f"said-{kind}")), w


def _purse(texts: Texts, seat: int, coins: int | None, x: float, y: float) -> str:
    body = group(use("purse", x, y, 36), "thing")
    if coins is None:
        return image(texts("picture.purse_secret"), body, f"purse-{seat}")
    body += f'<circle cx="{x + 18:g}" cy="{y + 24:g}" r="10.5" fill="#7c2d2d" stroke="{INK}"/>'
    body += text(x + 18, y + 29, coins, 14, "num b light", "middle")
    return image(f"{coins} {texts('picture.coins', n=coins)}", body, f"purse-{seat}")


def _no_cards(family: int, name: str, x: float, y: float, w: float) -> str:
    size = min(26.0, w - 8)
    return moved(x, y, empty(w, H) + emblem(family, name, (w - size) / 2, (H - size) / 2, size, "thing faint"))


def _curses(texts: Texts, cursed: list[int], w: float, h: float) -> str:
    """The last digits that are cursed."""
    label = texts("picture.cursed" if cursed else "picture.nothing_cursed")
    x, y, wide = 38.0, h - 30, width(label, LEAST)
    drawn = path(f"M0 {y:g}H{w:g}", "line") + group(use("curse", 12, y + 6, 18), "thing curse")
    if not cursed or wide + 46 + len(cursed) * 24 < w:
        drawn += text(x, y + 20, label, LEAST, "mut")
        x += wide + 8
    pitch = min(27, (w - x - 6) / max(1, len(cursed)))
    for digit in cursed:
        drawn += rect(round(x, 1), y + 5, round(pitch - 4, 1), 20, "digit", 4)
        drawn += text(round(x + pitch / 2 - 2, 1), y + 20.5, digit, 14.5, "num b wrn", "middle")
        x += pitch
    return image(f"{label} {', '.join(map(str, cursed))}", drawn)


# ── The viewer's own ────────────────────────────────────────────────────────────────────────────────────────────────


def mine(scene: Scene, me: int, w: float) -> str:
    at = scene.seat(me)
    points, coins = at["points"], at["coins"]
    drawn = [
        panel(0, 0, w, 112, "active" if me == scene.acting else "mine"),
        group(seal(me, 14, 12, 46), id=f"pawn-{me}"),
        text(68, 32, fit(scene.names[me], 18, 98), 18, "disp b"),
        text(68, 51, scene.says("you"), LEAST, "mut"),
        image(
            scene.points_told(me),
            hit(8, 66, 112, 40)
            + text(14, 97, points, 32, "num b")
            + text(20 + 17 * len(str(points)), 97, scene.says("points", n=points), LEAST, "mut"),
            f"points-{me}",
        ),
        path("M158 12V100M868 12V100", "line"),
    ]
    if me == scene.view["first"] and not scene.is_over:
        drawn.append(titled(scene.says("first"), use("first", 128, 76, 24)))
    drawn.append(_fans(scene, me, 170, 686))
    stacks = "".join(
        f'<ellipse cx="{1022 + i // 8 * 21}" cy="{80 - i % 8 * 9}" rx="9.400" ry="4.600" fill="#e3bd62" '
        f'stroke="{INK}" stroke-width="1.200"/>'
        for i in range(min(coins, 24))
    )
    parts = text(948, 60, coins, 38, "num b") + text(948, 78, scene.says("coins", n=coins), LEAST, "mut")
    drawn.append(purse(scene, me, group(use("purse-open", 876, 18, 66), "thing") + parts + stacks))
    if not scene.is_over:
        drawn.append(text(880, 105, scene.says("seen_by_you"), LEAST, "mut"))
    return "".join(drawn)


def _fans(scene: Scene, me: int, x: float, space: float) -> str:
    """Own cards, each family a fan; the fans close where there is little space."""
    families = scene.cards[me]
    hidden = sum(max(0, len(cards) - 1) for cards in families)
    gap = 14.0
    step = min(27.0, (space - 6 * W - 5 * gap) / max(1, hidden))
    gap += min(50.0, (space - 6 * W - step * hidden - 5 * gap) / 5)
    drawn = []
    for family, cards in enumerate(families):
        w = W + step * max(0, len(cards) - 1)
        for i, card in enumerate(cards):
            drawn.append(place_mini(scene.language, card, x + i * step, 12, W, "left" if i < len(cards) - 1 else ""))
        name = fit(scene.texts(f"family.{family}"), LEAST, w + gap - 4)
        drawn.append(text(x, 88, name, LEAST, "disp b" if cards else "disp mut"))
        if cards:
            drawn.append(text(x, 103, scene.says("pts", n=scene.seat(me)["families"][family]), LEAST, "num mut"))
        else:
            drawn.append(_no_cards(family, scene.families[family], x, 12, W))
        x += w + gap
    return "".join(drawn)
