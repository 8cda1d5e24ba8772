"""A review as a page shows it, in the reader's language: turning points first, every decision, and the curves."""

from __future__ import annotations

from typing import Any

from chapterhouse.play.notation import in_language
from chapterhouse.play.table import Table
from chapterhouse.server.tables.curves import curve
from chapterhouse.server.tables.errors import TEXTS
from chapterhouse.texts import Texts


def in_words(table: Table, data: dict[str, Any], language: str) -> dict[str, Any]:
    """All of a review."""
    texts, own = table.texts(language), Texts(language, TEXTS, names=table.names)
    by_ply = {told["ply"]: told for told in data["decisions"]}
    turning = [(n, ply, by_ply[ply]["loss"], by_ply[ply]["seat"]) for n, ply in enumerate(data["turning"], 1)]
    return {
        **{key: data[key] for key in ("plies", "turning", "known", "true", "losses")},
        "decisions": [
            {
                **{key: told[key] for key in ("ply", "seat", "forced", "words", "loss")},
                "typed": in_language(told["words"], texts),
                "chance": told.get("chance"),
                "best": told["best"]
                and {
                    "words": told["best"]["words"],
                    "typed": in_language(told["best"]["words"], texts),
                    "chance": told["best"]["chance"],
                },
            }
            for told in data["decisions"]
        ],
        "curves": [
            curve(
                seat,
                data["true"],
                data["known"],
                [(n, ply, loss) for n, ply, loss, whose in turning if whose == seat],
                own,
            )
            for seat in range(table.players)
        ],
    }
