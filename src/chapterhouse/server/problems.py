"""What a client is told when something cannot be done: a kind, a rule where there is one, and a sentence."""

from __future__ import annotations

from typing import Any

from chapterhouse.games.data import said
from chapterhouse.texts import Texts

STATUS = {
    "bad_input": 422,
    "bad_notation": 422,
    "forbidden": 403,
    "illegal": 409,
    "method": 405,
    "not_found": 404,
    "not_over": 409,
    "not_your_turn": 409,
    "origin": 403,
    "over": 409,
    "rate": 429,
    "stale": 409,
    "streams": 503,
    "taken": 409,
    "too_large": 413,
    "unavailable": 503,
    "undo": 409,
    "unplayable": 422,
}


class Refusal(Exception):
    """A request that is refused. `says` is the key of its sentence, or `message` is the sentence itself."""

    def __init__(
        self,
        kind: str,
        says: str | None = None,
        *,
        rule: str | None = None,
        message: str | None = None,
        faults: list[str] | None = None,
        step: int | None = None,
        option: str | None = None,
        **parts: Any,
    ) -> None:
        super().__init__(kind)
        self.kind, self.rule, self.message, self.step = kind, rule, message, step
        self.says, self.parts, self.faults = f"error.{says or kind}", parts, faults or []
        self.option = option

    @property
    def status(self) -> int:
        return STATUS[self.kind]

    def told(self, language: str) -> dict[str, Any]:
        """The body of the answer."""
        message = self.message or Texts(language, "server")(self.says, **self.parts)
        told: dict[str, Any] = {"error": self.kind, "rule": self.rule, "message": message}
        told["faults"] = said(self.faults, language)
        told |= {"step": self.step} if self.step is not None else {}
        return told | ({"option": self.option} if self.option else {})
