"""What a caller is told when something cannot be done: a kind, a rule where there is one, and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chapterhouse.games.data import translate_faults
from chapterhouse.texts import Texts

TEXTS = "server/web"  # the folder of the server's texts


class RequestError(Exception):
    """A request that cannot be fulfilled.

    `kind` is what programs read; `text` names the sentence (the kind's own without it). A `sentence` of the game's own,
    such as a rule's refusal, is made in the language of whoever reads it.
    """

    def __init__(
        self,
        kind: str,
        text: str | None = None,
        *,
        rule: str | None = None,
        sentence: Callable[[str], str] | None = None,
        faults: list[str] | None = None,
        step: int | None = None,
        option: str | None = None,
        **parts: Any,
    ) -> None:
        super().__init__(kind)
        self.kind, self.rule, self.sentence, self.step = kind, rule, sentence, step
        self.text, self.parts, self.faults = f"error.{text or kind}", parts, faults or []
        self.option = option

    def body(self, language: str) -> dict[str, Any]:
        """The answer, in one language."""
        message = self.sentence(language) if self.sentence else Texts(language, TEXTS)(self.text, **self.parts)
        body: dict[str, Any] = {"error": self.kind, "rule": self.rule, "message": message}
        body["faults"] = translate_faults(self.faults, language)
        body |= {"step": self.step} if self.step is not None else {}
        return body | ({"option": self.option} if self.option else {})


class RateLimited(RequestError):
    """Too many at once; after `wait` seconds it can be tried again."""

    def __init__(self, wait: float) -> None:
        super().__init__("rate")
        self.wait = wait
