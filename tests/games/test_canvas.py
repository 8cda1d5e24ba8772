"""What the pictures of all games share."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from chapterhouse.games.canvas.svg import kept, safe, text


def test_a_part_is_drawn_again_only_when_it_shows_something_else() -> None:
    drawn: list[Any] = []

    @kept(8)
    def part(seen: dict[str, Any], *, plan: str) -> str:
        drawn.append((seen, plan))
        return f"{seen} {plan}"

    assert part({"cards": [1, 2]}, plan="a") == part({"cards": [1, 2]}, plan="a")
    assert len(drawn) == 1
    assert part({"cards": [2, 1]}, plan="a") == "{'cards': [2, 1]} a"
    assert part({"cards": [1, 2]}, plan="b") == "{'cards': [1, 2]} b"
    assert part({"cards": [True, 2]}, plan="a") == "{'cards': [True, 2]} a"  # though True equals 1
    assert len(drawn) == 4


def test_what_a_part_keeps_cannot_be_changed_from_outside() -> None:
    @kept(8)
    def part(seen: list[int]) -> str:
        seen.append(9)
        return str(seen)

    cards = [1]
    assert part(cards) == part(cards) == "[1, 9]"
    assert cards == [1]


def test_text_that_is_safe_elsewhere_does_not_make_a_name_safe() -> None:
    """Both are equal and hash alike; only one of them is markup of ours."""
    assert safe(Markup("<b>")) == "<b>"
    assert safe("<b>") == "&lt;b&gt;"
    assert "&lt;b&gt;" in text(0, 0, "<b>")
